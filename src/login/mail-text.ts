/**
 * The code or the link in a mail.
 *
 * In:  a message as it came (RFC 5322, MIME). Out: what it gives, or `null`. Text parts only; markup is taken off.
 */
import { plainWords, says } from './words.ts';

/** How deep parts may hold parts. */
const MAX_DEPTH = 6;
const MAX_PARTS = 50;

/** Subject and text of a message. */
export function textOfMail(source: string): string {
  return partsOfMail(source)
    .map(({ text, isMarkup }) => (isMarkup ? withoutTags(text) : text))
    .join('\n');
}

/** A link of a message to one of these origins: the longest, because it carries something that nobody can guess. */
export function linkInMail(source: string, origins: readonly string[]): string | null {
  const links = partsOfMail(source).flatMap(({ text, isMarkup }) =>
    [...text.matchAll(/https?:\/\/[^\s"'<>]+/g)].map(([link]) => (isMarkup ? link.replaceAll('&amp;', '&') : link)),
  );
  const ours = links.filter((link) => origins.includes(URL.parse(link)?.origin ?? ''));
  return ours.sort((a, b) => b.length - a.length)[0]?.replace(/[).,;]+$/, '') ?? null;
}

function partsOfMail(source: string): { readonly text: string; readonly isMarkup: boolean }[] {
  const texts: { text: string; isMarkup: boolean }[] = [];
  const stack: { readonly part: string; readonly depth: number }[] = [{ part: source, depth: 0 }];
  for (let next = stack.pop(), seen = 0; next !== undefined && seen < MAX_PARTS; next = stack.pop(), seen++) {
    const { part, depth } = next;
    const end = /\r?\n\r?\n/.exec(part);
    const headers = unfolded(part.slice(0, end?.index ?? part.length));
    const body = end === null ? '' : part.slice(end.index + end[0].length);
    if (depth === 0) texts.push({ text: decodeWords(headers.get('subject') ?? ''), isMarkup: false });
    const type = headers.get('content-type') ?? 'text/plain';
    const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
    if (/^multipart\//i.test(type) && boundary !== undefined && depth < MAX_DEPTH) {
      const parts = body.split(`--${boundary}`).slice(1);
      for (const inner of parts.reverse()) {
        if (!inner.startsWith('--')) stack.push({ part: inner.replace(/^\r?\n/, ''), depth: depth + 1 });
      }
    } else if (/^text\//i.test(type)) {
      const text = decodeBody(body, headers.get('content-transfer-encoding') ?? '', charsetOf(type));
      texts.push({ text, isMarkup: /^text\/html/i.test(type) });
    }
  }
  return texts;
}

function unfolded(block: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of block.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}

function charsetOf(type: string): string {
  return /charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8';
}

/** The source is Latin-1: one character for each byte. */
function decodeBody(body: string, encoding: string, charset: string): string {
  const bytes = /base64/i.test(encoding)
    ? Buffer.from(body.replace(/\s/g, ''), 'base64')
    : Buffer.from(/quoted-printable/i.test(encoding) ? unquoted(body.replace(/=[ \t]*\r?\n/g, '')) : body, 'latin1');
  return decodeBytes(bytes, charset);
}

function unquoted(text: string): string {
  return text.replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function decodeBytes(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    // A charset that nobody knows: digits are the same in all that matter.
    return Buffer.from(bytes).toString('latin1');
  }
}

/** RFC 2047 */
function decodeWords(text: string): string {
  return text.replace(/=\?([\w-]+)\?([bq])\?([^?]*)\?=/gi, (_, charset: string, how: string, word: string) => {
    const isBase64 = how.toLowerCase() === 'b';
    const bytes = isBase64 ? Buffer.from(word, 'base64') : Buffer.from(unquoted(word.replaceAll('_', ' ')), 'latin1');
    return decodeBytes(bytes, charset);
  });
}

function withoutTags(html: string): string {
  return html
    .replace(/<(style|script|head)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<(br|\/p|\/div|\/td|\/tr|\/h\d)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;/gi, ' ')
    .replace(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

/** Digits, perhaps in two groups; not a part of a longer number, a price, a date or an address. */
const CODE = /(?<![\d.,:/#&=_-])(\d{3}[ -]\d{3}|\d{4,8})(?![\d/:]|[.,]\d|-\d)/g;
/** How near the word for it stands. */
const NEAR_CHARS = 120;

/** The code that a text gives: the number nearest behind a word for codes, else the only one of six digits. */
export function codeInText(text: string): string | null {
  const words = plainWords(text);
  let best: { readonly code: string; readonly score: number } | null = null;
  for (const match of words.matchAll(CODE)) {
    const code = match[1]!.replace(/[ -]/g, '');
    const before = words.slice(Math.max(0, match.index - NEAR_CHARS), match.index);
    const behind = words.slice(match.index, match.index + NEAR_CHARS);
    let score = code.length === 6 ? 2 : 0;
    if (says(before, 'code')) score += 4;
    else if (says(behind, 'code')) score += 2;
    // Alone on its line, as codes are set.
    if (/(^|\n)\s*$/.test(before) && /^[\d -]+\s*(\n|$)/.test(behind)) score += 2;
    if (/^(19|20)\d\d$/.test(code)) score -= 3;
    if (best === null || score > best.score) best = { code, score };
  }
  return best === null || best.score < 2 ? null : best.code;
}
