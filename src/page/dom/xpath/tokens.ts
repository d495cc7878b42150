/**
 * XPath text as tokens.
 *
 * XPath 1.0 §3.7 https://www.w3.org/TR/xpath-10/#exprlex
 */
import { append, type BareArray, bareArray, charCodeAt, indexOf, stringSlice } from '../../primordials.ts';

export interface Token {
  /** A mark such as '(' or '::'; an operator; a name or one with a prefix; a literal. */
  readonly kind: 'mark' | 'operator' | 'name' | 'text' | 'number';
  readonly value: string;
}

const MARKS = '()[]@,';
const OPERATOR_NAMES = ' and or mod div ';

function isNameStart(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0x5f || code >= 0x80;
}

function isNameCode(code: number): boolean {
  return isNameStart(code) || isDigit(code) || code === 0x2d || code === 0x2e;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** The tokens of a text; `null` when it is no XPath. */
export function tokenize(text: string): BareArray<Token> | null {
  const tokens = bareArray<Token>();
  let at = 0;
  while (at < text.length) {
    const code = charCodeAt(text, at);
    if (code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d) {
      at++;
      continue;
    }
    const token = nextToken(text, at, code, tokens);
    if (token === null) return null;
    append(tokens, token.token);
    at = token.end;
  }
  return tokens;
}

interface Read {
  readonly token: Token;
  readonly end: number;
}

function nextToken(text: string, at: number, code: number, before: BareArray<Token>): Read | null {
  const character = text[at]!;
  const two = stringSlice(text, at, at + 2);
  if (character === '"' || character === "'") {
    const end = indexOf(text, character, at + 1);
    return end < 0 ? null : { token: { kind: 'text', value: stringSlice(text, at + 1, end) }, end: end + 1 };
  }
  if (isDigit(code) || (character === '.' && at + 1 < text.length && isDigit(charCodeAt(text, at + 1)))) {
    return readNumber(text, at);
  }
  if (two === '::' || two === '..') return { token: { kind: 'mark', value: two }, end: at + 2 };
  if (two === '//') return { token: { kind: 'operator', value: two }, end: at + 2 };
  if (two === '!=' || two === '<=' || two === '>=') return { token: { kind: 'operator', value: two }, end: at + 2 };
  if (indexOf(MARKS, character) >= 0 || character === '.') {
    return { token: { kind: 'mark', value: character }, end: at + 1 };
  }
  if (indexOf('/|+-=<>', character) >= 0) return { token: { kind: 'operator', value: character }, end: at + 1 };
  if (character === '*') {
    const kind = isOperand(before) ? 'operator' : 'name';
    return { token: { kind, value: '*' }, end: at + 1 };
  }
  return isNameStart(code) ? readName(text, at, before) : null;
}

/** Whether what stands before is an operand, so that '*' and 'div' behind it are operators. */
function isOperand(tokens: BareArray<Token>): boolean {
  const last = tokens[tokens.length - 1];
  if (last === undefined || last.kind === 'operator') return false;
  return !(last.kind === 'mark' && indexOf('@::([,', last.value) >= 0);
}

function readNumber(text: string, start: number): Read {
  let at = start;
  while (at < text.length && isDigit(charCodeAt(text, at))) at++;
  if (text[at] === '.') {
    at++;
    while (at < text.length && isDigit(charCodeAt(text, at))) at++;
  }
  return { token: { kind: 'number', value: stringSlice(text, start, at) }, end: at };
}

/** A name, with its prefix if it has one ('svg:rect', 'svg:*'). */
function readName(text: string, start: number, before: BareArray<Token>): Read | null {
  let at = nameEnd(text, start);
  const first = stringSlice(text, start, at);
  if (isOperand(before)) {
    if (indexOf(OPERATOR_NAMES, ` ${first} `) < 0) return null;
    return { token: { kind: 'operator', value: first }, end: at };
  }
  if (text[at] === ':' && text[at + 1] !== ':') {
    if (text[at + 1] === '*') at += 2;
    else if (at + 1 < text.length && isNameStart(charCodeAt(text, at + 1))) at = nameEnd(text, at + 1);
    else return null;
  }
  return { token: { kind: 'name', value: stringSlice(text, start, at) }, end: at };
}

function nameEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && isNameCode(charCodeAt(text, at))) at++;
  return at;
}
