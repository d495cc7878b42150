/**
 * Reads through stylesheet text one item at a time: declarations, preludes, blocks to pass over.
 *
 * In:  a tokenizer. Out: ranges of the text. No tokens are kept, and brackets are matched without recursion.
 *
 * CSS Syntax 3 §5.4 and §5.5 https://drafts.csswg.org/css-syntax-3/#parsing
 */
import { isWhitespace } from './code-points.ts';
import { Tokenizer, type TokenType } from './tokenizer.ts';

/** What an item of a block turned out to be. */
export type Item =
  | { readonly kind: 'declaration'; readonly name: string; readonly value: string; readonly important: boolean }
  /** The scanner stands behind the '{' of its block. */
  | { readonly kind: 'rule'; readonly prelude: string }
  /** Not valid; it has been passed over. */
  | { readonly kind: 'nothing' };

const NOTHING: Item = { kind: 'nothing' };

export class BlockScanner {
  readonly text: string;
  private readonly tokens: Tokenizer;
  /** The end of the text was reached. */
  atEnd = false;

  constructor(text: string) {
    this.text = text;
    this.tokens = new Tokenizer(text);
    this.advance();
  }

  get type(): TokenType {
    return this.tokens.type;
  }

  /** Value of the current token. */
  get value(): string {
    return this.tokens.value;
  }

  /** Whether the current token is of this type; false at the end. */
  is(type: TokenType): boolean {
    return !this.atEnd && this.tokens.type === type;
  }

  advance(): void {
    this.atEnd = !this.tokens.next();
  }

  skipWhitespace(): void {
    while (this.is('whitespace')) this.advance();
  }

  /**
   * §5.4.4: a declaration, or else a qualified rule. What begins like a declaration is a rule when a '{' comes before its
   * end, as in 'a:hover {'; only custom properties have braces in their values. In a style attribute there are no rules,
   * and a '}' closes nothing: both are errors in the declaration.
   */
  item(where: 'block' | 'attribute'): Item {
    const insideBlock = where === 'block';
    const start = this.tokens.start;
    let name = '';
    let valueStart = -1;
    if (this.tokens.type === 'ident') {
      name = this.tokens.value;
      this.advance();
      this.skipWhitespace();
      if (this.is('colon')) {
        valueStart = this.tokens.end;
        this.advance();
      }
    }
    const isCustom = valueStart >= 0 && name.startsWith('--');
    let isBad = false;
    let bang = -1;
    let importantFrom = -1;
    let isBang = false;
    while (!this.atEnd) {
      const { type } = this.tokens;
      if (type === 'semicolon' || (type === '}' && insideBlock)) break;
      if (type === '{' && !isCustom) {
        isBad = true;
        if (!insideBlock) {
          this.skipBlock();
          continue;
        }
        const prelude = this.text.slice(start, this.tokens.start);
        this.advance();
        return { kind: 'rule', prelude };
      }
      if (type !== 'whitespace') {
        const completesImportant = isBang && type === 'ident' && this.tokens.value.toLowerCase() === 'important';
        if (importantFrom >= 0 || (isBang && !completesImportant)) isBad ||= isCustom;
        importantFrom = completesImportant ? bang : -1;
        isBang = type === 'delim' && this.tokens.value === '!';
        if (isBang) bang = this.tokens.start;
      }
      if (type === 'bad-string' || type === 'bad-url' || type === ')' || type === ']' || type === '}') {
        isBad = true;
      }
      if (opensBlock(type)) this.skipBlock();
      else this.advance();
    }
    const end = this.atEnd ? this.text.length : this.tokens.start;
    if (this.is('semicolon')) this.advance();
    if (valueStart < 0 || isBad) return NOTHING;
    const important = importantFrom >= 0;
    return {
      kind: 'declaration',
      name,
      value: trimmed(this.text, valueStart, important ? importantFrom : end),
      important,
    };
  }

  /**
   * The prelude of an at-rule or of a rule on the top level, up to ';', '{' or the end; inside a block also up to its
   * '}'. The scanner then stands on that token.
   */
  prelude(insideBlock: boolean, endsAtSemicolon: boolean): string {
    const start = this.tokens.start;
    while (!this.atEnd) {
      const { type } = this.tokens;
      if (type === '{' || (type === 'semicolon' && endsAtSemicolon) || (type === '}' && insideBlock)) break;
      if (opensBlock(type)) this.skipBlock();
      else this.advance();
    }
    return trimmed(this.text, start, this.atEnd ? this.text.length : this.tokens.start);
  }

  /** Passes over the block or function that the current token opens, and what is nested in it. */
  skipBlock(): void {
    const closers: TokenType[] = [];
    do {
      const { type } = this.tokens;
      if (type === '{') closers.push('}');
      else if (type === '[') closers.push(']');
      else if (type === '(' || type === 'function') closers.push(')');
      else if (type === closers[closers.length - 1]) closers.pop();
      this.advance();
    } while (closers.length > 0 && !this.atEnd);
  }

  /** Passes over the rest of a block whose '{' has been read, and its '}'. */
  skipRestOfBlock(): void {
    while (!this.atEnd && !this.is('}')) {
      if (opensBlock(this.tokens.type)) this.skipBlock();
      else this.advance();
    }
    if (!this.atEnd) this.advance();
  }
}

function opensBlock(type: TokenType): boolean {
  return type === '{' || type === '[' || type === '(' || type === 'function';
}

function trimmed(text: string, from: number, to: number): string {
  let start = from;
  let end = to;
  while (start < end && isWhitespace(text.charCodeAt(start))) start++;
  while (end > start && isWhitespace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}
