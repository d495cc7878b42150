/**
 * Text of a page on its way to an agent: white space collapsed, tricks taken out, length limited.
 *
 * Secure: the page chose this text. Control characters could end a line of our output, bidi overrides and zero-width
 * characters could show a person something else than the model reads, tag characters could carry a hidden message.
 */

/**
 * Controls, zero-width and bidi formatting, variation selectors and fillers, tags, halves of characters, and code points
 * that are no characters. Private-use ones too: they are the glyphs of icon fonts, which nobody can read.
 */
const INVISIBLE =
  /(?![\t\n\f\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;
const WHITE_SPACE = /[\s\u00a0]+/gu;

/** Faster: most texts are plain already, and looking is cheaper than rewriting. */
const NOT_PLAIN = /[^ -~]| {2}|^ | $/;

/** One line, without surrounding space. */
export function cleanText(text: string): string {
  if (!NOT_PLAIN.test(text)) return text;
  return text.replace(INVISIBLE, '').replace(WHITE_SPACE, ' ').trim();
}

/** The same for text whose lines and spaces mean something, such as what a script logs. */
export function cleanLines(text: string): string {
  return PLAIN_LINES.test(text) ? text : text.replace(INVISIBLE, '').replace(/\r\n?|[\f\u2028\u2029]/g, '\n');
}

const PLAIN_LINES = /^[\t\n -~]*$/;

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
