/**
 * Percent-encoding and -decoding of URL parts.
 *
 * In:  text and the set of code points that must not stand in it. Out: text, or bytes as a binary string.
 *
 * URL §1.3 https://url.spec.whatwg.org/#percent-encoded-bytes
 */

/** Whether a code point must be encoded. Everything above '~' always must. */
export type EncodeSet = (codePoint: number) => boolean;

function setOf(characters: string, base: EncodeSet): EncodeSet {
  const members = new Set([...characters].map((character) => character.codePointAt(0)!));
  return (codePoint) => members.has(codePoint) || base(codePoint);
}

export const C0_CONTROL_SET: EncodeSet = (codePoint) => codePoint <= 0x1f || codePoint > 0x7e;
export const FRAGMENT_SET = setOf(' "<>`', C0_CONTROL_SET);
export const QUERY_SET = setOf(' "#<>', C0_CONTROL_SET);
export const SPECIAL_QUERY_SET = setOf("'", QUERY_SET);
export const PATH_SET = setOf('?^`{}', QUERY_SET);
export const USERINFO_SET = setOf('/:;=@[\\]|', PATH_SET);

const HEX = '0123456789ABCDEF';

export function percentEncodeByte(byte: number): string {
  return `%${HEX[byte >> 4]}${HEX[byte & 15]}`;
}

/** A code point as it stands in a URL part: itself, or its UTF-8 bytes encoded. */
export function percentEncode(codePoint: number, set: EncodeSet): string {
  if (!set(codePoint)) return String.fromCodePoint(codePoint);
  return utf8Bytes(codePoint).map(percentEncodeByte).join('');
}

export function percentEncodeText(text: string, set: EncodeSet): string {
  let encoded = '';
  for (const character of text) encoded += percentEncode(character.codePointAt(0)!, set);
  return encoded;
}

/** UTF-8 of one code point. A lone surrogate becomes U+FFFD, as in any encoder. */
export function utf8Bytes(codePoint: number): number[] {
  if (codePoint < 0x80) return [codePoint];
  if (codePoint < 0x800) return [0xc0 | (codePoint >> 6), 0x80 | (codePoint & 63)];
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return [0xef, 0xbf, 0xbd];
  if (codePoint < 0x10000) return [0xe0 | (codePoint >> 12), 0x80 | ((codePoint >> 6) & 63), 0x80 | (codePoint & 63)];
  return [
    0xf0 | (codePoint >> 18),
    0x80 | ((codePoint >> 12) & 63),
    0x80 | ((codePoint >> 6) & 63),
    0x80 | (codePoint & 63),
  ];
}

export function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  if (code >= 0x41 && code <= 0x46) return code - 0x37;
  if (code >= 0x61 && code <= 0x66) return code - 0x57;
  return -1;
}

/** Percent-decodes, then decodes UTF-8 with replacement. */
export function percentDecodeText(text: string): string {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at)!;
    if (code > 0xffff) at++;
    const high = code === 0x25 ? hexDigit(text.charCodeAt(at + 1)) : -1;
    const low = high < 0 ? -1 : hexDigit(text.charCodeAt(at + 2));
    if (low >= 0) {
      bytes.push(high * 16 + low);
      at += 2;
    } else bytes.push(...utf8Bytes(code));
  }
  return decodeUtf8(bytes);
}

/** Encoding: UTF-8 decode without BOM, with one U+FFFD for each maximal broken part. */
export function decodeUtf8(bytes: ArrayLike<number>): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at++]!;
    if (first < 0x80) {
      text += String.fromCharCode(first);
      continue;
    }
    const length =
      first >= 0xc2 && first < 0xe0 ? 1 : first >= 0xe0 && first < 0xf0 ? 2 : first >= 0xf0 && first < 0xf5 ? 3 : 0;
    let codePoint = length === 0 ? -1 : first & (0x3f >> length);
    let lower = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
    let upper = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
    for (let rest = 0; rest < length; rest++) {
      const next = bytes[at];
      if (next === undefined || next < lower || next > upper) {
        codePoint = -1;
        break;
      }
      codePoint = (codePoint << 6) | (next & 63);
      lower = 0x80;
      upper = 0xbf;
      at++;
    }
    text += codePoint < 0 ? '\ufffd' : String.fromCodePoint(codePoint);
  }
  return text;
}
