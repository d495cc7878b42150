/**
 * Ways to read a text: as it is, and without what a page can put between letters. redact-decode.ts has those that undo
 * encodings.
 *
 * In:  a text. Out: other readings of it, each character with the place in the text that it came from, so that what is
 *      found in a reading can be taken out of the text.
 */

/** A reading: unit `at` of its text stands for the source from `starts[at]` to `ends[at]`. */
export interface Reading {
  readonly codes: Uint16Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** Collects a reading. Faster: in arrays of numbers, which are cut to their length in the end. */
export class ReadingBuilder {
  #codes: Uint16Array;
  #starts: Uint32Array;
  #ends: Uint32Array;
  #length = 0;

  constructor(capacity: number) {
    this.#codes = new Uint16Array(capacity);
    this.#starts = new Uint32Array(capacity);
    this.#ends = new Uint32Array(capacity);
  }

  add(code: number, start: number, end: number): void {
    if (this.#length === this.#codes.length) this.#grow();
    const at = this.#length++;
    this.#codes[at] = code;
    this.#starts[at] = start;
    this.#ends[at] = end;
  }

  addText(text: string, start: number, end: number): void {
    for (let at = 0; at < text.length; at++) this.add(text.charCodeAt(at), start, end);
  }

  done(): Reading {
    return {
      codes: this.#codes.subarray(0, this.#length),
      starts: this.#starts.subarray(0, this.#length),
      ends: this.#ends.subarray(0, this.#length),
    };
  }

  #grow(): void {
    const size = this.#codes.length * 2 + 16;
    const [codes, starts, ends] = [new Uint16Array(size), new Uint32Array(size), new Uint32Array(size)];
    codes.set(this.#codes);
    starts.set(this.#starts);
    ends.set(this.#ends);
    [this.#codes, this.#starts, this.#ends] = [codes, starts, ends];
  }
}

export function textOf({ codes }: Reading): string {
  return Buffer.from(codes.buffer, codes.byteOffset, codes.byteLength).toString('utf16le');
}

export function plainReading(text: string): Reading {
  const builder = new ReadingBuilder(text.length);
  for (let at = 0; at < text.length; at++) builder.add(text.charCodeAt(at), at, at + 1);
  return builder.done();
}

/** What does not show by itself: white space, soft hyphens, joiners, marks of direction and on letters, controls. */
const UNSEEN = /\s|\p{Cc}|\p{Cf}|\p{M}|\u115f|\u1160|\u3164|\uffa0/u;
const WORD = /[\p{L}\p{N}]/u;

/**
 * In small letters of the plain form. 'visible' leaves out what does not show, 'words' everything but letters and digits.
 */
export function foldedReading({ codes, starts, ends }: Reading, keeps: 'visible' | 'words'): Reading {
  const builder = new ReadingBuilder(codes.length);
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at]!;
    if (code < 0x80) {
      // Faster: most text.
      if (isKeptAscii(code, keeps)) builder.add(isCapital(code) ? code + 0x20 : code, starts[at]!, ends[at]!);
      continue;
    }
    const isPair = code >= 0xd800 && code < 0xdc00 && at + 1 < codes.length;
    const last = isPair ? at + 1 : at;
    const letter = isPair ? String.fromCharCode(code, codes[last]!) : String.fromCharCode(code);
    for (const folded of letter.normalize('NFKC').toLowerCase()) {
      const isKept = keeps === 'visible' ? !UNSEEN.test(folded) : WORD.test(folded);
      if (isKept) builder.addText(folded, starts[at]!, ends[last]!);
    }
    at = last;
  }
  return builder.done();
}

function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

function isKeptAscii(code: number, keeps: 'visible' | 'words'): boolean {
  if (keeps === 'visible') return code > 0x20 && code !== 0x7f;
  return (code >= 0x30 && code <= 0x39) || isCapital(code) || (code >= 0x61 && code <= 0x7a);
}

/** For base64: without white space, and the alphabet for URLs as the usual one. */
export function base64Reading({ codes, starts, ends }: Reading): Reading {
  const builder = new ReadingBuilder(codes.length);
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at]!;
    if (code > 0x20) builder.add(code === 0x2d ? 0x2b : code === 0x5f ? 0x2f : code, starts[at]!, ends[at]!);
  }
  return builder.done();
}
