/**
 * What to look for when a secret has to be found: its forms, each with the reading it is found in.
 *
 * In:  secrets. Out: an index that gives, in one pass over a reading, every place where one of them stands. The pass costs
 *      the same for one secret and for a thousand.
 */
import { foldedReading, plainReading, textOf } from './redact-views.ts';

export type NeedleReading = 'visible' | 'words' | 'base64';

export interface Needle {
  readonly text: string;
  /** Whether it may begin in one string and end in another. */
  readonly crosses: boolean;
  /** Short ones count as whole words only: a page is full of their letters. */
  readonly wholeWord: boolean;
  /** Encoded forms go with the whole run of letters around them, which holds the rest of what was encoded. */
  readonly takesRun: boolean;
  /** Characters before and behind the letters that were left out of the form. */
  readonly margins: readonly [before: number, behind: number];
}

/** Fewer letters and digits than this are looked for with their other characters. */
const WORDS_LENGTH = 6;
/** Shorter secrets are looked for as whole words, and not over several strings. */
const CROSSING_LENGTH = 6;
/** The shortest form that is looked for within text. */
export const LEAST_LENGTH = 4;
/** The shortest form in base64: two thirds of a secret of four bytes. */
const LEAST_BASE64 = 5;
/** The shortest form in base32: six bytes of a secret. */
const LEAST_BASE32 = 10;

export function needlesOf(secret: string): readonly (readonly [NeedleReading, Needle])[] {
  const plain = plainReading(secret);
  const words = textOf(foldedReading(plain, 'words'));
  const visible = textOf(foldedReading(plain, 'visible'));
  const isWordy = words.length >= WORDS_LENGTH;
  const form = isWordy ? words : visible;
  const isShort = form.length < CROSSING_LENGTH;
  const found: [NeedleReading, Needle][] = [];
  const add: Add = (reading, text, least, encoded) => {
    if (text.length < least) return;
    const short = isShort && !encoded;
    const margins = reading === 'words' && !encoded ? marginsOf(secret) : NO_MARGINS;
    found.push([reading, { text, crosses: !short, wholeWord: short, takesRun: encoded, margins }]);
  };
  const reading = isWordy ? 'words' : 'visible';
  add(reading, form, LEAST_LENGTH, false);
  if (!isShort) add(reading, [...form].reverse().join(''), LEAST_LENGTH, false);
  for (const inner of spellings(secret)) addEncoded(inner, add);
  return found;
}

type Add = (reading: NeedleReading, text: string, least: number, encoded: boolean) => void;

/** What a page may have made of a secret before it is encoded as bytes. */
function spellings(secret: string): Set<string> {
  const base64 = Buffer.from(secret, 'utf8').toString('base64');
  return new Set([
    secret,
    secret.toLowerCase(),
    secret.toUpperCase(),
    [...secret].reverse().join(''),
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    Buffer.from(secret, 'utf8').toString('hex'),
    // Encoded twice, with or without what stands around it.
    ...(base64.length >= 2 * LEAST_BASE64 ? base64Forms(Buffer.from(secret, 'utf8')) : []),
  ]);
}

function addEncoded(text: string, add: Add): void {
  // Scripts that encode their own strings see two bytes for a character.
  const [utf8, utf16] = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];
  add('words', utf8.toString('hex'), 2 * LEAST_LENGTH, true);
  add('words', [...utf8.toString('hex')].reverse().join(''), 2 * LEAST_LENGTH, true);
  add('words', utf16.toString('hex'), 4 * LEAST_LENGTH, true);
  for (const form of base64Forms(utf8)) {
    add('base64', form, LEAST_BASE64, true);
    add('base64', [...form].reverse().join(''), LEAST_BASE64, true);
  }
  for (const form of base64Forms(utf16)) add('base64', form, 2 * LEAST_BASE64, true);
  for (const form of base32Forms(utf8)) add('words', form, LEAST_BASE32, true);
}

const NO_MARGINS = [0, 0] as const;

/** The larger one on both sides: forms may be backwards. */
function marginsOf(secret: string): readonly [number, number] {
  const before = secret.search(/[\p{L}\p{N}]/u);
  const behind = [...secret]
    .reverse()
    .join('')
    .search(/[\p{L}\p{N}]/u);
  const most = Math.max(before, behind);
  return [most, most];
}

/** In base64 a text looks in three ways, by where it begins; the letters that also hold its neighbours are left out. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const first = Math.ceil((before * 8) / 6);
    const last = Math.floor(((before + bytes.length) * 8) / 6);
    return whole.slice(first, last);
  });
}

/** In base32 there are five ways. In small letters, as words are read. */
function base32Forms(bytes: Buffer): string[] {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return [0, 1, 2, 3, 4].map((first) =>
    (bits.slice(first).match(/[01]{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join(''),
  );
}

/** RFC 4648 §6. */
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** Needles of one reading, by their first letters. */
export class NeedleIndex {
  readonly #byStart = new Map<number, Needle[]>();
  /** Faster: says for most places that no needle begins there. */
  readonly #seen = new Uint8Array(1 << 16);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(needle: Needle): void {
    const [a, b, c] = [0, 1, 2].map((at) => needle.text.charCodeAt(at)) as [number, number, number];
    const start = hash(a, b, c);
    const list = this.#byStart.get(start);
    if (list?.some(({ text }) => text === needle.text)) return;
    if (list === undefined) this.#byStart.set(start, [needle]);
    else list.push(needle);
    this.#seen[start] = 1;
    this.#size++;
  }

  /** Tells of every needle at every place; overlapping ones too. */
  find(codes: Uint16Array, onFound: (at: number, needle: Needle) => void): void {
    const last = codes.length - 3;
    for (let at = 0; at <= last; at++) {
      const start = hash(codes[at]!, codes[at + 1]!, codes[at + 2]!);
      if (this.#seen[start] === 0) continue;
      for (const needle of this.#byStart.get(start)!) if (standsAt(codes, at, needle.text)) onFound(at, needle);
    }
  }
}

function hash(a: number, b: number, c: number): number {
  return ((a * 31 + b) * 31 + c) & 0xffff;
}

function standsAt(codes: Uint16Array, at: number, text: string): boolean {
  if (at + text.length > codes.length) return false;
  for (let nth = 0; nth < text.length; nth++) if (codes[at + nth] !== text.charCodeAt(nth)) return false;
  return true;
}
