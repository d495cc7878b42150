/**
 * Text as an identifier of CSS.
 *
 * CSSOM 1 §2.1 https://drafts.csswg.org/cssom-1/#serialize-an-identifier
 */
import { charCodeAt } from '../primordials.ts';

/** "serialize an identifier" */
export function escapeIdentifier(text: string): string {
  let escaped = '';
  for (let at = 0; at < text.length; at++) {
    const code = charCodeAt(text, at);
    const isDigit = code >= 0x30 && code <= 0x39;
    const needsHex = (code >= 1 && code <= 0x1f) || code === 0x7f;
    if (code === 0) escaped += '\ufffd';
    else if (needsHex || (isDigit && (at === 0 || (at === 1 && text[0] === '-')))) escaped += `\\${hexText(code)} `;
    else if (at === 0 && text === '-') escaped += '\\-';
    else escaped += isPlain(code) ? text[at] : `\\${text[at]}`;
  }
  return escaped;
}

function isPlain(code: number): boolean {
  const isLetter = (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
  return isLetter || (code >= 0x30 && code <= 0x39) || code === 0x5f || code === 0x2d || code >= 0x80;
}

/** A control character or a digit. */
export function hexText(code: number): string {
  const digits = '0123456789abcdef';
  return `${code > 15 ? digits[code >> 4] : ''}${digits[code & 15]}`;
}
