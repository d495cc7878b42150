/**
 * The An+B microsyntax: 'odd', '2n + 1', '-n+3', '5'.
 *
 * In:  tokens and where the argument begins.
 * Out: step, offset and the index after the last token used, or `null`.
 *
 * CSS Syntax 3 §6 https://drafts.csswg.org/css-syntax-3/#anb-microsyntax
 */
import { asciiLower } from '../code-points.ts';
import type { Token } from '../tokenizer.ts';

export interface ParsedNth {
  readonly step: number;
  readonly offset: number;
  readonly end: number;
}

/** Larger numbers select nothing more, and would overflow when multiplied. */
const MAX_MAGNITUDE = 2 ** 31 - 1;

export function parseNth(tokens: readonly Token[], start: number): ParsedNth | null {
  let at = start;
  const first = tokens[at];
  if (first === undefined) return null;
  let sign = '';
  let head = first;

  if (head.type === 'number') {
    return head.integer ? { step: 0, offset: clamp(head.num), end: at + 1 } : null;
  }
  if (head.type === 'delim' && head.value === '+') {
    // '+n' is a delim and an ident with nothing between them.
    const next = tokens[at + 1];
    if (next === undefined || next.type !== 'ident' || next.start !== head.end || next.value.startsWith('-'))
      return null;
    sign = '+';
    head = next;
    at++;
  }
  at++;

  let step: number;
  let rest: string;
  if (head.type === 'dimension') {
    if (!head.integer) return null;
    step = head.num;
    rest = asciiLower(head.unit);
  } else if (head.type === 'ident') {
    const name = asciiLower(head.value);
    if (sign === '' && name === 'odd') return { step: 2, offset: 1, end: at };
    if (sign === '' && name === 'even') return { step: 2, offset: 0, end: at };
    step = name.startsWith('-') ? -1 : 1;
    rest = name.startsWith('-') ? name.slice(1) : name;
  } else {
    return null;
  }
  if (!rest.startsWith('n')) return null;
  return parseOffset(tokens, at, clamp(step), rest.slice(1));
}

/** What follows the 'n': nothing, '-3' glued to it, '+3', '-' and '3' apart, or a sign and a number apart. */
function parseOffset(tokens: readonly Token[], start: number, step: number, glued: string): ParsedNth | null {
  if (glued.length > 1) {
    if (!/^-\d+$/.test(glued)) return null;
    return { step, offset: clamp(Number(glued)), end: start };
  }
  if (glued === '-') return signless(tokens, start, step, -1);
  if (glued !== '') return null;

  const at = skipWhitespace(tokens, start);
  const token = tokens[at];
  if (token !== undefined && token.type === 'number' && token.integer && token.signed) {
    return { step, offset: clamp(token.num), end: at + 1 };
  }
  if (token !== undefined && token.type === 'delim' && (token.value === '+' || token.value === '-')) {
    return signless(tokens, at + 1, step, token.value === '-' ? -1 : 1);
  }
  return { step, offset: 0, end: start };
}

function signless(tokens: readonly Token[], start: number, step: number, sign: number): ParsedNth | null {
  const at = skipWhitespace(tokens, start);
  const token = tokens[at];
  if (token === undefined || token.type !== 'number' || !token.integer || token.signed) return null;
  return { step, offset: clamp(sign * token.num), end: at + 1 };
}

function skipWhitespace(tokens: readonly Token[], start: number): number {
  let at = start;
  while (tokens[at]?.type === 'whitespace') at++;
  return at;
}

function clamp(value: number): number {
  return Math.max(-MAX_MAGNITUDE, Math.min(MAX_MAGNITUDE, value));
}
