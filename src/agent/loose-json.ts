/**
 * JSON as models write it: behind prose or in a code fence, with commas too many, line ends inside of strings, single
 * quotes, bare keys, Python's words.
 *
 * In:  the text of an answer. Out: the first object that wins the reader's favour, or `undefined`. What was cut off in the
 *      middle is not completed: half an action is not what the model asked for.
 */
import { LIMITS } from '../limits.ts';

/** The text may hold many braces that begin nothing. */
const MAX_TRIES = 50;

/** The first object in the text for which `isWanted` holds; else the first object at all. */
export function findObject(text: string, isWanted: (value: object) => boolean): object | undefined {
  const body = withoutThinking(text);
  let first: object | undefined;
  let start = body.indexOf('{');
  for (let tries = 0; start !== -1 && tries < MAX_TRIES; tries++) {
    const reader = new LooseReader(body, start);
    const read = reader.readWhole();
    // Secure: what stands inside of a broken object may be a quotation, and is never taken for the answer itself.
    if (read === undefined && reader.hasKey) return first;
    if (read !== undefined) {
      if (isWanted(read.value)) return read.value;
      first ??= read.value;
    }
    start = body.indexOf('{', read === undefined ? start + 1 : read.end);
  }
  return first;
}

/** Some models think aloud before they answer, and what they think of may look like an answer. */
function withoutThinking(text: string): string {
  const end = text.lastIndexOf('</think>');
  return end === -1 ? text : text.slice(end + '</think>'.length);
}

const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”' };
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['null', null],
  ['None', null],
]);

/** What stands there is no value. */
class NoValue extends Error {}

class LooseReader {
  readonly #text: string;
  #at: number;
  /** Whether it had a key, so that it was meant to be an object. */
  hasKey = false;

  constructor(text: string, start: number) {
    this.#text = text;
    this.#at = start;
  }

  /** The object that begins here and where it ends. */
  readWhole(): { readonly value: object; readonly end: number } | undefined {
    try {
      return { value: this.#object(0), end: this.#at };
    } catch (error) {
      if (error instanceof NoValue) return undefined;
      throw error;
    }
  }

  #value(depth: number): unknown {
    if (depth > LIMITS.modelJsonDepth) throw new NoValue();
    this.#skip();
    const next = this.#text[this.#at] ?? '';
    if (next === '{') return this.#object(depth);
    if (next === '[') return this.#array(depth);
    if (Object.hasOwn(QUOTES, next)) return this.#string();
    const word = this.#word();
    if (WORDS.has(word)) return WORDS.get(word);
    if (/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(word)) return Number(word);
    throw new NoValue();
  }

  #object(depth: number): object {
    const entries: [string, unknown][] = [];
    this.#at++;
    while (!this.#ends('}')) {
      const next = this.#text[this.#at] ?? '';
      const key = Object.hasOwn(QUOTES, next) ? this.#string() : this.#word();
      this.#skip();
      if (key === '' || this.#text[this.#at] !== ':') throw new NoValue();
      this.#at++;
      this.hasKey = true;
      entries.push([key, this.#value(depth + 1)]);
      this.#comma('}');
    }
    // Secure: '__proto__' becomes a field like any other.
    return Object.fromEntries(entries);
  }

  #array(depth: number): unknown[] {
    const values: unknown[] = [];
    this.#at++;
    while (!this.#ends(']')) {
      values.push(this.#value(depth + 1));
      this.#comma(']');
    }
    return values;
  }

  /** Between two values there is a comma; before the end there may be one. */
  #comma(end: string): void {
    this.#skip();
    const next = this.#text[this.#at];
    if (next === ',') this.#at++;
    else if (next !== end) throw new NoValue();
  }

  #ends(end: string): boolean {
    this.#skip();
    if (this.#at >= this.#text.length) throw new NoValue();
    if (this.#text[this.#at] !== end) return false;
    this.#at++;
    return true;
  }

  #string(): string {
    const end = QUOTES[this.#text[this.#at]!]!;
    let value = '';
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      const letter = this.#text[this.#at]!;
      if (letter === end) {
        this.#at++;
        return value;
      }
      value += letter === '\\' ? this.#escape() : letter;
    }
    throw new NoValue();
  }

  #escape(): string {
    const letter = this.#text[++this.#at] ?? '';
    if (letter !== 'u') return ESCAPES[letter] ?? letter;
    const hex = this.#text.slice(this.#at + 1, this.#at + 5);
    if (!/^[\da-f]{4}$/i.test(hex)) throw new NoValue();
    this.#at += 4;
    return String.fromCharCode(Number.parseInt(hex, 16));
  }

  #word(): string {
    const word = /^[\w$.+-]*/.exec(this.#text.slice(this.#at, this.#at + 100))![0];
    this.#at += word.length;
    return word;
  }

  /** White space, and comments up to the end of their line. */
  #skip(): void {
    for (;;) {
      while (/\s/.test(this.#text[this.#at] ?? 'x')) this.#at++;
      if (!this.#text.startsWith('//', this.#at)) return;
      const end = this.#text.indexOf('\n', this.#at);
      this.#at = end === -1 ? this.#text.length : end;
    }
  }
}
