/**
 * Lists of integers as short ASCII strings, for generated tables.
 *
 * In:  integers from -2^29 to 2^29. Out: text of an alphabet of 64 characters that needs no escape in a string literal,
 *      and back. Small numbers take one character: five bits of the number and one that says whether more follow.
 */

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_';

const digitOf = new Uint8Array(128);
for (let i = 0; i < 64; i++) digitOf[ALPHABET.charCodeAt(i)] = i;

/** One number, not negative. */
export function encodeUnsigned(value: number): string {
  let out = '';
  let rest = value;
  while (rest > 31) {
    out += ALPHABET[32 | (rest & 31)];
    rest >>>= 5;
  }
  return out + ALPHABET[rest];
}

/** One number of either sign: the sign is the lowest bit. */
export function encodeSigned(value: number): string {
  return encodeUnsigned(value < 0 ? -value * 2 - 1 : value * 2);
}

/** Reads the numbers of a string one after the other. Reading past the end gives zeros. */
export class IntReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get done(): boolean {
    return this.#at >= this.#text.length;
  }

  unsigned(): number {
    let value = 0;
    let shift = 0;
    while (this.#at < this.#text.length) {
      const digit = digitOf[this.#text.charCodeAt(this.#at++) & 127]!;
      value |= (digit & 31) << shift;
      if (digit < 32) break;
      shift += 5;
    }
    return value;
  }

  signed(): number {
    const value = this.unsigned();
    return value & 1 ? -((value + 1) >>> 1) : value >>> 1;
  }
}
