/**
 * The shape of a CSS token.
 *
 * CSS Syntax 3 §4 https://drafts.csswg.org/css-syntax-3/#tokenization
 */

export type TokenType =
  | 'ident'
  | 'function'
  | 'at-keyword'
  | 'hash'
  | 'string'
  | 'bad-string'
  | 'url'
  | 'bad-url'
  | 'number'
  | 'percentage'
  | 'dimension'
  | 'whitespace'
  | 'colon'
  | 'semicolon'
  | 'comma'
  | '['
  | ']'
  | '('
  | ')'
  | '{'
  | '}'
  | 'delim'
  | 'cdo'
  | 'cdc';

/** One token. All fields are always there, so that every token has the same shape. */
export interface Token {
  readonly type: TokenType;
  /** Name, string or address without escapes, in its own case; the character of a 'delim'; else ''. */
  readonly value: string;
  /** Value of a number, percentage (50% is 50) or dimension; else 0. */
  readonly num: number;
  /** Unit of a dimension in its own case; else ''. */
  readonly unit: string;
  /** A numeric token without fraction and exponent. */
  readonly integer: boolean;
  /** A numeric token that begins with '+' or '-'. */
  readonly signed: boolean;
  /** A hash whose value is an identifier: it can be an id selector. */
  readonly hashIsId: boolean;
  readonly start: number;
  readonly end: number;
}
