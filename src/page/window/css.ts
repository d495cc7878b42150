/**
 * The CSS namespace: supports() and escape().
 *
 * CSSOM 1 §8.1, CSS Conditional 3 §8
 */
import { askEngine } from '../engine-link.ts';

export function makeCss(): object {
  return {
    supports(first: unknown, ...[second]: unknown[]): boolean {
      const name = `${first}`;
      if (second === undefined) return askEngine((engine) => engine.supportsCondition(name)) ?? false;
      const value = `${second}`;
      return askEngine((engine) => engine.supportsDeclaration(name.toLowerCase(), value)) ?? false;
    },
    escape(value: unknown): string {
      return escapeIdentifier(`${value}`);
    },
  };
}

/** "serialize an identifier" */
function escapeIdentifier(text: string): string {
  let escaped = '';
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isDigit = code >= 0x30 && code <= 0x39;
    const needsHex = (code >= 1 && code <= 0x1f) || code === 0x7f;
    if (code === 0) escaped += '\ufffd';
    else if (needsHex || (isDigit && (at === 0 || (at === 1 && text[0] === '-')))) escaped += `\\${code.toString(16)} `;
    else if (at === 0 && text === '-') escaped += '\\-';
    else escaped += code >= 0x80 || /[\w-]/.test(text[at]!) ? text[at] : `\\${text[at]}`;
  }
  return escaped;
}
