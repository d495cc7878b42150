/**
 * Tokens into component values: functions and bracketed blocks become trees.
 *
 * In:  text or tokens.
 * Out: a list of values; each knows the range of text it came from, so that it can be written back as it stood.
 *
 * CSS Syntax 3 §5.4.8 to §5.4.10 https://drafts.csswg.org/css-syntax-3/#consume-component-value
 */
import { asciiLower } from './code-points.ts';
import { type Token, tokenize } from './tokenizer.ts';

export type BlockOpen = '(' | '[' | '{';

export type ComponentValue =
  | { readonly kind: 'token'; readonly token: Token; readonly start: number; readonly end: number }
  | {
      readonly kind: 'function';
      /** In lower case. */
      readonly name: string;
      readonly values: readonly ComponentValue[];
      readonly start: number;
      readonly end: number;
    }
  | {
      readonly kind: 'block';
      readonly open: BlockOpen;
      readonly values: readonly ComponentValue[];
      readonly start: number;
      readonly end: number;
    };

/** How deep functions and blocks may nest. What is deeper stands there as a bad token, which no grammar takes. */
export const MAX_VALUE_DEPTH = 256;

interface OpenValue {
  readonly token: Token;
  readonly closer: ')' | ']' | '}';
  readonly values: ComponentValue[];
}

/**
 * The component values of a text. A closing bracket that closes nothing stays a token; what is open at the end of the
 * text is closed there.
 */
export function parseComponentValues(source: string | readonly Token[]): ComponentValue[] {
  const tokens = typeof source === 'string' ? tokenize(source) : source;
  const top: ComponentValue[] = [];
  const open: OpenValue[] = [];
  let values = top;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    const closer = closerOf(token);
    const innermost = open[open.length - 1];
    if (closer !== null) {
      if (open.length >= MAX_VALUE_DEPTH) {
        const last = skipNested(tokens, at);
        values.push(tooDeep(token, tokens[last]!.end));
        at = last;
        continue;
      }
      open.push({ token, closer, values: [] });
      values = open[open.length - 1]!.values;
    } else if (innermost !== undefined && token.type === innermost.closer) {
      open.pop();
      values = open[open.length - 1]?.values ?? top;
      values.push(closed(innermost, token.end));
    } else {
      values.push({ kind: 'token', token, start: token.start, end: token.end });
    }
  }
  const end = tokens[tokens.length - 1]?.end ?? 0;
  while (open.length > 0) {
    const innermost = open.pop()!;
    values = open[open.length - 1]?.values ?? top;
    values.push(closed(innermost, end));
  }
  return top;
}

function closerOf(token: Token): ')' | ']' | '}' | null {
  switch (token.type) {
    case 'function':
    case '(':
      return ')';
    case '[':
      return ']';
    case '{':
      return '}';
    default:
      return null;
  }
}

function closed(open: OpenValue, end: number): ComponentValue {
  const { token, values } = open;
  const start = token.start;
  if (token.type === 'function') return { kind: 'function', name: asciiLower(token.value), values, start, end };
  return { kind: 'block', open: token.type as BlockOpen, values, start, end };
}

/** The index of the token that ends the nested value which begins at `from`, by counting brackets of every kind. */
function skipNested(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (closerOf(token) !== null) depth++;
    else if (token.type === ')' || token.type === ']' || token.type === '}') depth--;
    if (depth === 0) return at;
  }
  return tokens.length - 1;
}

function tooDeep(token: Token, end: number): ComponentValue {
  const bad: Token = { ...token, type: 'bad-string', value: '', end };
  return { kind: 'token', token: bad, start: bad.start, end };
}

/** Whether a value is a token of this type. */
export function isTokenOf(value: ComponentValue | undefined, type: Token['type']): boolean {
  return value !== undefined && value.kind === 'token' && value.token.type === type;
}

/** The name of an identifier in lower case, or `null` for every other value. */
export function identOf(value: ComponentValue | undefined): string | null {
  if (value === undefined || value.kind !== 'token' || value.token.type !== 'ident') return null;
  return asciiLower(value.token.value);
}

/** The character of a delimiter token, or ''. */
export function delimOf(value: ComponentValue | undefined): string {
  return value !== undefined && value.kind === 'token' && value.token.type === 'delim' ? value.token.value : '';
}

/** Without white space at both ends. */
export function trimWhitespace(values: readonly ComponentValue[]): readonly ComponentValue[] {
  let start = 0;
  let end = values.length;
  while (start < end && isTokenOf(values[start], 'whitespace')) start++;
  while (end > start && isTokenOf(values[end - 1], 'whitespace')) end--;
  return start === 0 && end === values.length ? values : values.slice(start, end);
}

/** Without any white space at this level. */
export function withoutWhitespace(values: readonly ComponentValue[]): readonly ComponentValue[] {
  return values.filter((value) => !isTokenOf(value, 'whitespace'));
}

/** The parts between the commas of this level, each trimmed. An empty list has one empty part. */
export function splitOnCommas(values: readonly ComponentValue[]): (readonly ComponentValue[])[] {
  const parts: (readonly ComponentValue[])[] = [];
  let start = 0;
  for (let at = 0; at <= values.length; at++) {
    if (at < values.length && !isTokenOf(values[at], 'comma')) continue;
    parts.push(trimWhitespace(values.slice(start, at)));
    start = at + 1;
  }
  return parts;
}

/** The text that values stood for, comments included: it reads back as the same values. */
export function textOf(source: string, values: readonly ComponentValue[]): string {
  if (values.length === 0) return '';
  return source.slice(values[0]!.start, values[values.length - 1]!.end);
}
