/**
 * Text of a page on its way to an agent: white space collapsed, tricks taken out, length limited.
 *
 * Secure: the page chose this text. Control characters could end a line of our output, bidi overrides and zero-width
 * characters could show a person something else than the model reads, tag characters could carry a hidden message.
 */

/**
 * C0 and C1 controls, zero-width, filler and bidi controls, variation selectors, soft hyphens, tags, and code points that
 * are no characters. Private-use ones are left out too: they are the glyphs of icon fonts, which nobody can read.
 */
const INVISIBLE =
  /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ue000-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff]|[\u{e0000}-\u{e0fff}\u{f0000}-\u{10ffff}\u{1d173}-\u{1d17a}]|\p{Surrogate}/gu;
const WHITE_SPACE = /[\s\u00a0]+/gu;

/** One line, without surrounding space. */
export function cleanText(text: string): string {
  return text.replace(INVISIBLE, '').replace(WHITE_SPACE, ' ').trim();
}

/** Cuts at a word where there is one near, and says that it did with '…'. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.lastIndexOf(' ', maxLength - 1);
  const end = cut > maxLength * 0.7 ? cut : maxLength - 1;
  return `${text.slice(0, isHighSurrogate(text, end - 1) ? end - 1 : end)}…`;
}

function isHighSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit <= 0xdbff;
}
