/**
 * CSS text into tokens.
 *
 * In:  the text of a stylesheet, a declaration's value or a selector.
 * Out: tokens with their offsets in that text; comments are dropped.
 *
 * The text is not preprocessed, so that offsets stay those of the source: CR, CRLF and FF are newlines here, and NUL and
 * lone surrogates become U+FFFD where a token's value is read. Never throws; every step consumes at least one code unit.
 *
 * CSS Syntax 3 §4 https://drafts.csswg.org/css-syntax-3/#tokenization
 */
import * as code from './code-points.ts';
import {
  isDigit,
  isHighSurrogate,
  isName,
  isNameStart,
  isNewline,
  isNonPrintable,
  isSurrogate,
  isWhitespace,
} from './code-points.ts';
import { scanNumber } from './scan-number.ts';
import type { Token, TokenType } from './token.ts';
import {
  badUrlEnd,
  escapeEnd,
  escapeValue,
  isEscapeAt,
  isUrlName,
  needsReplacement,
  newlineLength,
  REPLACEMENT,
  startsIdentAt,
  startsNumberAt,
} from './tokenizer-checks.ts';

export type { Token, TokenType };

/** All tokens of a text. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const tokenizer = new Tokenizer(text);
  while (tokenizer.next()) tokens.push(tokenizer.snapshot());
  return tokens;
}

/**
 * A cursor over the tokens of a text. After `next()` returned true its fields are those of the current token; setting
 * `end` makes it go on from another place. The stylesheet parser reads through it and allocates no tokens.
 */
export class Tokenizer implements Token {
  readonly text: string;
  type: TokenType = 'whitespace';
  value = '';
  num = 0;
  unit = '';
  integer = false;
  signed = false;
  hashIsId = false;
  start: number;
  end: number;

  constructor(text: string, position = 0) {
    this.text = text;
    this.start = position;
    this.end = position;
  }

  /** The current token as a value of its own. */
  snapshot(): Token {
    return {
      type: this.type,
      value: this.value,
      num: this.num,
      unit: this.unit,
      integer: this.integer,
      signed: this.signed,
      hashIsId: this.hashIsId,
      start: this.start,
      end: this.end,
    };
  }

  /** §4.3.1: consumes a token. False at the end of the text. */
  next(): boolean {
    this.skipComments();
    const text = this.text;
    const start = this.end;
    this.start = start;
    if (start >= text.length) return false;

    const unit = text.charCodeAt(start);
    if (isNameStart(unit)) {
      this.consumeIdentLike();
      return true;
    }
    if (isWhitespace(unit)) {
      let at = start + 1;
      while (isWhitespace(text.charCodeAt(at))) at++;
      return this.finish('whitespace', at);
    }
    if (isDigit(unit)) {
      this.consumeNumeric();
      return true;
    }

    switch (unit) {
      case code.QUOTE:
      case code.APOSTROPHE:
        this.consumeString(unit);
        return true;
      case code.HASH:
        if (isName(text.charCodeAt(start + 1)) || isEscapeAt(text, start + 1)) {
          const isId = startsIdentAt(text, start + 1);
          this.finish('hash', start);
          this.end = start + 1;
          this.value = this.consumeName();
          this.hashIsId = isId;
          return true;
        }
        return this.finishDelim();
      case code.PAREN_OPEN:
        return this.finish('(', start + 1);
      case code.PAREN_CLOSE:
        return this.finish(')', start + 1);
      case code.BRACKET_OPEN:
        return this.finish('[', start + 1);
      case code.BRACKET_CLOSE:
        return this.finish(']', start + 1);
      case code.BRACE_OPEN:
        return this.finish('{', start + 1);
      case code.BRACE_CLOSE:
        return this.finish('}', start + 1);
      case code.COLON:
        return this.finish('colon', start + 1);
      case code.SEMICOLON:
        return this.finish('semicolon', start + 1);
      case code.COMMA:
        return this.finish('comma', start + 1);
      case code.PLUS:
      case code.FULL_STOP:
        if (!startsNumberAt(text, start)) return this.finishDelim();
        this.consumeNumeric();
        return true;
      case code.HYPHEN:
        if (startsNumberAt(text, start)) {
          this.consumeNumeric();
          return true;
        }
        if (text.charCodeAt(start + 1) === code.HYPHEN && text.charCodeAt(start + 2) === code.GREATER_THAN) {
          return this.finish('cdc', start + 3);
        }
        if (startsIdentAt(text, start)) {
          this.consumeIdentLike();
          return true;
        }
        return this.finishDelim();
      case code.LESS_THAN:
        return text.startsWith('<!--', start) ? this.finish('cdo', start + 4) : this.finishDelim();
      case code.AT:
        if (!startsIdentAt(text, start + 1)) return this.finishDelim();
        this.finish('at-keyword', start + 1);
        this.value = this.consumeName();
        return true;
      case code.BACKSLASH:
        // A backslash before a newline is a parse error and a delim; elsewhere it begins a name.
        if (!isEscapeAt(text, start)) return this.finishDelim();
        this.consumeIdentLike();
        return true;
    }
    return this.finishDelim();
  }

  private finish(type: TokenType, end: number): true {
    this.type = type;
    this.value = '';
    this.num = 0;
    this.unit = '';
    this.integer = false;
    this.signed = false;
    this.hashIsId = false;
    this.end = end;
    return true;
  }

  private finishDelim(): true {
    this.finish('delim', this.start + 1);
    this.value = this.text[this.start]!;
    return true;
  }

  /** §4.3.2. */
  private skipComments(): void {
    const text = this.text;
    while (text.charCodeAt(this.end) === code.SLASH && text.charCodeAt(this.end + 1) === code.ASTERISK) {
      const close = text.indexOf('*/', this.end + 2);
      this.end = close < 0 ? text.length : close + 2;
    }
  }

  /** §4.3.3: a numeric token at `start`. */
  private consumeNumeric(): void {
    const text = this.text;
    this.finish('number', this.start);
    scanNumber(text, this.start, this);
    if (startsIdentAt(text, this.end)) {
      this.type = 'dimension';
      this.unit = this.consumeName();
    } else if (text.charCodeAt(this.end) === code.PERCENT) {
      this.type = 'percentage';
      this.end++;
    }
  }

  /** §4.3.4: an ident, function or url token at `start`. */
  private consumeIdentLike(): void {
    const text = this.text;
    this.finish('ident', this.start);
    this.value = this.consumeName();
    if (text.charCodeAt(this.end) !== code.PAREN_OPEN) return;
    this.end++;
    this.type = 'function';
    if (!isUrlName(this.value)) return;
    let at = this.end;
    while (isWhitespace(text.charCodeAt(at))) at++;
    const first = text.charCodeAt(at);
    // A quoted address is an ordinary function with a string in it.
    if (first === code.QUOTE || first === code.APOSTROPHE) return;
    this.consumeUrl(at);
  }

  /** §4.3.5. */
  private consumeString(quote: number): void {
    const text = this.text;
    this.finish('string', this.start);
    let from = this.start + 1;
    let value = '';
    let at = from;
    for (;;) {
      const unit = text.charCodeAt(at);
      if (unit === quote || at >= text.length) {
        this.value = value + text.slice(from, at);
        this.end = Math.min(at + 1, text.length);
        return;
      }
      if (isNewline(unit)) {
        // The newline is left for the next token.
        this.type = 'bad-string';
        this.end = at;
        return;
      }
      if (unit === code.BACKSLASH) {
        value += text.slice(from, at);
        at++;
        if (at < text.length) {
          if (isNewline(text.charCodeAt(at))) {
            at += newlineLength(text, at);
          } else {
            const end = escapeEnd(text, at);
            value += escapeValue(text, at, end);
            at = end;
          }
        }
        from = at;
      } else if (needsReplacement(text, at, unit)) {
        value += text.slice(from, at) + REPLACEMENT;
        from = ++at;
      } else {
        at += isHighSurrogate(unit) ? 2 : 1;
      }
    }
  }

  /** §4.3.6: the rest of an unquoted url token, from its first unit point that is not white space. */
  private consumeUrl(position: number): void {
    const text = this.text;
    this.type = 'url';
    let value = '';
    let from = position;
    let at = position;
    for (;;) {
      const unit = text.charCodeAt(at);
      if (unit === code.PAREN_CLOSE || at >= text.length) {
        this.value = value + text.slice(from, at);
        this.end = Math.min(at + 1, text.length);
        return;
      }
      if (isWhitespace(unit)) {
        this.value = value + text.slice(from, at);
        while (isWhitespace(text.charCodeAt(at))) at++;
        if (at >= text.length || text.charCodeAt(at) === code.PAREN_CLOSE) {
          this.end = Math.min(at + 1, text.length);
          return;
        }
        this.consumeBadUrl(at);
        return;
      }
      if (unit === code.QUOTE || unit === code.APOSTROPHE || unit === code.PAREN_OPEN || isNonPrintable(unit)) {
        this.consumeBadUrl(at);
        return;
      }
      if (unit === code.BACKSLASH) {
        if (!isEscapeAt(text, at)) {
          this.consumeBadUrl(at);
          return;
        }
        value += text.slice(from, at);
        from = escapeEnd(text, at + 1);
        value += escapeValue(text, at + 1, from);
        at = from;
      } else if (needsReplacement(text, at, unit)) {
        value += text.slice(from, at) + REPLACEMENT;
        from = ++at;
      } else {
        at += isHighSurrogate(unit) ? 2 : 1;
      }
    }
  }

  private consumeBadUrl(position: number): void {
    this.type = 'bad-url';
    this.value = '';
    this.end = badUrlEnd(this.text, position);
  }

  /** §4.3.11: an identifier from `end` on. Plain names are one slice of the text. */
  private consumeName(): string {
    const text = this.text;
    const start = this.end;
    let at = start;
    let unit = text.charCodeAt(at);
    while (isName(unit) && unit !== 0 && !isSurrogate(unit)) unit = text.charCodeAt(++at);
    if (unit !== code.BACKSLASH && unit !== 0 && !isSurrogate(unit)) {
      this.end = at;
      return text.slice(start, at);
    }
    let name = text.slice(start, at);
    for (;;) {
      unit = text.charCodeAt(at);
      if (isName(unit)) {
        if (needsReplacement(text, at, unit)) {
          name += REPLACEMENT;
          at++;
        } else {
          const length = isHighSurrogate(unit) ? 2 : 1;
          name += text.slice(at, at + length);
          at += length;
        }
      } else if (isEscapeAt(text, at)) {
        const end = escapeEnd(text, at + 1);
        name += escapeValue(text, at + 1, end);
        at = end;
      } else {
        this.end = at;
        return name;
      }
    }
  }
}
