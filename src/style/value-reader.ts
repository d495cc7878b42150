/**
 * A cursor over the tokens of one declaration's value.
 *
 * In:  the tokens of a value.
 * Out: the next word, number, function or separator, for the value parsers of the property table.
 *
 * Whitespace is not a token here: whether there was some is read off the offsets (`spaceBefore`). Functions and blocks
 * are matched once, when the reader is made, so that going through nested ones stays linear; values nested deeper than
 * MAX_NESTING are treated as invalid, as Chrome does with deep calculations.
 */
import { asciiLower } from './code-points.ts';
import { type Token, tokenize } from './tokenizer.ts';

const MAX_NESTING = 100;
const MAX_TOKENS = 20_000;

/** Quirks mode lets some properties take lengths without a unit and colours without '#'. */
export interface ReaderOptions {
  readonly quirks?: boolean;
}

export class ValueReader {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  /** For an opening token, the index of the token that closes it. */
  readonly #closing: Int32Array;
  readonly #end: number;
  #at: number;
  /** Whether lengths without a unit are allowed. The compiler sets it for properties that have this quirk. */
  readonly quirks: boolean;

  constructor(
    text: string,
    tokens: readonly Token[],
    closing: Int32Array,
    range: readonly [number, number],
    quirks: boolean,
  ) {
    this.#text = text;
    this.#tokens = tokens;
    this.#closing = closing;
    this.#at = range[0];
    this.#end = range[1];
    this.quirks = quirks;
  }

  get position(): number {
    return this.#at;
  }

  /** Goes back to a position taken before. */
  rewind(position: number): void {
    this.#at = position;
  }

  get done(): boolean {
    return this.#at >= this.#end;
  }

  peek(): Token | null {
    return this.#at < this.#end ? this.#tokens[this.#at]! : null;
  }

  /** Takes one token, or a function or block as a whole. */
  skip(): void {
    const closing = this.#closing[this.#at]!;
    this.#at = closing === 0 ? this.#at + 1 : Math.min(closing + 1, this.#end);
  }

  /** Whether something separates the next token from the one before it. */
  get spaceBefore(): boolean {
    if (this.#at === 0 || this.#at >= this.#end) return false;
    return this.#tokens[this.#at]!.start > this.#tokens[this.#at - 1]!.end;
  }

  /** Whether something follows the next token before the one after it. */
  get spaceAfter(): boolean {
    if (this.#at + 1 >= this.#tokens.length) return false;
    return this.#tokens[this.#at + 1]!.start > this.#tokens[this.#at]!.end;
  }

  /** The next token's word in lower case if it is an identifier; it is not taken. */
  peekWord(): string | null {
    const token = this.peek();
    return token !== null && token.type === 'ident' ? asciiLower(token.value) : null;
  }

  /** Takes an identifier as written. */
  takeIdentifier(): string | null {
    const token = this.peek();
    if (token === null || token.type !== 'ident') return null;
    this.#at++;
    return token.value;
  }

  /** Takes this very word. */
  takeWord(word: string): boolean {
    if (this.peekWord() !== word) return false;
    this.#at++;
    return true;
  }

  /** Takes a word of the list and gives what it stands for. */
  takeFrom<T>(words: ReadonlyMap<string, T>): T | undefined {
    const word = this.peekWord();
    if (word === null) return undefined;
    const value = words.get(word);
    if (value !== undefined) this.#at++;
    return value;
  }

  takeString(): string | null {
    const token = this.peek();
    if (token === null || token.type !== 'string') return null;
    this.#at++;
    return token.value;
  }

  takeComma(): boolean {
    return this.#takeType('comma');
  }

  takeDelimiter(character: string): boolean {
    const token = this.peek();
    if (token === null || token.type !== 'delim' || token.value !== character) return false;
    this.#at++;
    return true;
  }

  #takeType(type: Token['type']): boolean {
    const token = this.peek();
    if (token === null || token.type !== type) return false;
    this.#at++;
    return true;
  }

  /** The name of the next token in lower case if it is a function; it is not taken. */
  peekFunction(): string | null {
    const token = this.peek();
    return token !== null && token.type === 'function' ? asciiLower(token.value) : null;
  }

  /** Takes a function or a block and gives a reader of what is inside. The next token must open one. */
  takeInside(): ValueReader {
    const open = this.#at;
    const close = Math.min(this.#closing[open]!, this.#end);
    this.skip();
    return new ValueReader(this.#text, this.#tokens, this.#closing, [open + 1, close], this.quirks);
  }

  /** Takes '[ … ]' if it comes next. */
  takeBrackets(): ValueReader | null {
    const token = this.peek();
    return token !== null && token.type === '[' ? this.takeInside() : null;
  }

  /** Takes an address: url(…), src(…) or url("…"). */
  takeUrl(): string | null {
    const token = this.peek();
    if (token === null) return null;
    if (token.type === 'url') {
      this.#at++;
      return token.value;
    }
    const name = this.peekFunction();
    if (name !== 'url' && name !== 'src') return null;
    const address = this.takeInside().takeString();
    return address ?? '';
  }

  /** The source text between two positions, without surrounding space. */
  textBetween(from: number, to: number): string {
    if (from >= to) return '';
    return this.#text.slice(this.#tokens[from]!.start, this.#tokens[to - 1]!.end);
  }

  /** The rest of the value as text; everything is taken. */
  takeRest(): string {
    const text = this.textBetween(this.#at, this.#end);
    this.#at = this.#end;
    return text;
  }
}

/** A reader of a value's text; `null` when it is malformed, empty, or larger or deeper than any real value. */
export function readValue(text: string, options: ReaderOptions = {}): ValueReader | null {
  const tokens = tokenize(text).filter((token) => token.type !== 'whitespace');
  if (tokens.length === 0 || tokens.length > MAX_TOKENS) return null;
  const closing = matchBrackets(tokens);
  return closing === null ? null : new ValueReader(text, tokens, closing, [0, tokens.length], options.quirks ?? false);
}

/** For each opening token the index of its closing one; what is left open ends with the value. */
function matchBrackets(tokens: readonly Token[]): Int32Array | null {
  const closing = new Int32Array(tokens.length);
  const open: number[] = [];
  for (let i = 0; i < tokens.length; i++) {
    switch (tokens[i]!.type) {
      case 'function':
      case '(':
      case '[':
      case '{':
        open.push(i);
        if (open.length > MAX_NESTING) return null;
        break;
      case ')':
      case ']':
      case '}': {
        const opener = open.pop();
        if (opener === undefined || !closes(tokens[opener]!, tokens[i]!)) return null;
        closing[opener] = i;
        break;
      }
      case 'bad-string':
      case 'bad-url':
        return null;
      default:
    }
  }
  for (const opener of open) closing[opener] = tokens.length;
  return closing;
}

function closes(opener: Token, closer: Token): boolean {
  if (opener.type === '[') return closer.type === ']';
  if (opener.type === '{') return closer.type === '}';
  return closer.type === ')';
}
