/**
 * Bytes as base64 and back, a character for each byte.
 *
 * Infra §7 (forgiving base64) https://infra.spec.whatwg.org/#forgiving-base64
 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** `null` for text that is not base64. */
export function decodeBase64(input: string): string | null {
  let text = input.replace(/[\t\n\f\r ]/g, '');
  if (text.length % 4 === 0) text = text.replace(/={1,2}$/, '');
  if (text.length % 4 === 1) return null;
  let bytes = '';
  let bits = 0;
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const value = ALPHABET.indexOf(text[at]!);
    if (value < 0) return null;
    bits = ((bits << 6) | value) & 0xffffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += String.fromCharCode((bits >> count) & 0xff);
  }
  return bytes;
}

/** `null` when a character is no byte. */
export function encodeBase64(input: string): string | null {
  let text = '';
  for (let at = 0; at < input.length; at += 3) {
    let bits = 0;
    for (let byte = 0; byte < 3; byte++) {
      const code = at + byte < input.length ? input.charCodeAt(at + byte) : 0;
      if (code > 0xff) return null;
      bits = (bits << 8) | code;
    }
    for (let digit = 0; digit < 4; digit++) {
      const isPadding = at + digit > input.length;
      text += isPadding ? '=' : ALPHABET[(bits >> (18 - 6 * digit)) & 63];
    }
  }
  return text;
}
