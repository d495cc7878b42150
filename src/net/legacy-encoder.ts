/**
 * Text into bytes of the encodings of old pages: what a form of such a page sends, and what stands in queries of its links.
 *
 * In:  the name of an encoding and text. Out: bytes; what the encoding does not have is written as '&#1234;'.
 *
 * The tables are made from Node's decoders, once for each encoding that is asked for. Missing: about 900 characters of
 * Big5 that those do not have.
 *
 * Encoding §6 (encode, error mode 'html'), §9–§14 https://encoding.spec.whatwg.org/#legacy-single-byte-encodings
 */

import { koreanBytes } from './korean.ts';

/** Bytes of a code point; `null` where the encoding has none. */
type Encoder = (codePoint: number) => readonly number[] | null;

const encoders = new Map<string, Encoder>();

export function encodeLegacy(encoding: string, text: string): Buffer {
  return Buffer.from(encoded(encoding, text, (codePoint) => [...Buffer.from(`&#${codePoint};`, 'latin1')]));
}

/** Numbers from here on are characters that stand in a query as they are. */
const AS_IT_IS = 0x100;

/** URL §1.3 "percent-encode after encoding", for the query of an address with a special scheme. */
export function encodeLegacyQuery(encoding: string, text: string): string {
  const missing = (codePoint: number): number[] =>
    [...Buffer.from(`%26%23${codePoint}%3B`, 'latin1')].map((byte) => byte + AS_IT_IS);
  return encoded(encoding, text, missing).map(queryCharacter).join('');
}

function queryCharacter(byte: number): string {
  if (byte >= AS_IT_IS) return String.fromCharCode(byte - AS_IT_IS);
  const isPlain = byte > 0x20 && byte < 0x7f && !'"#<>\''.includes(String.fromCharCode(byte));
  return isPlain ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** What is written in place of a code point that the encoding does not have. */
type Missing = (codePoint: number) => readonly number[];

function encoded(encoding: string, text: string, missing: Missing): number[] {
  if (encoding === 'iso-2022-jp') return encodeIso2022Jp(text, missing);
  let encoder = encoders.get(encoding);
  if (encoder === undefined) {
    encoder = makeEncoder(encoding);
    encoders.set(encoding, encoder);
  }
  const bytes: number[] = [];
  for (const character of text.toWellFormed()) {
    const codePoint = character.codePointAt(0)!;
    if (codePoint < 0x80) bytes.push(codePoint);
    else pushAll(bytes, encoder(codePoint) ?? missing(codePoint));
  }
  return bytes;
}

function pushAll(bytes: number[], more: readonly number[]): void {
  for (const byte of more) bytes.push(byte);
}

function makeEncoder(encoding: string): Encoder {
  switch (encoding) {
    case 'big5':
      return big5();
    case 'euc-kr':
      return fromTable(koreanBytes());
    case 'gbk':
    case 'gb18030':
      return chinese(encoding);
    case 'euc-jp':
      return japanese(eucJp());
    case 'shift_jis':
      return japanese(shiftJis());
    case 'x-user-defined':
      return (codePoint) => (codePoint >= 0xf780 && codePoint <= 0xf7ff ? [codePoint - 0xf780 + 0x80] : null);
    default:
      return fromTable(oneByte(encoding));
  }
}

type Table = Map<number, readonly number[]>;

function fromTable(table: Table): Encoder {
  return (codePoint) => table.get(codePoint) ?? null;
}

/** The code point that bytes stand for; `null` when they stand for none, or for more than one. */
function decoded(decoder: TextDecoder, bytes: readonly number[]): number | null {
  try {
    const text = decoder.decode(Uint8Array.from(bytes));
    const codePoint = text.codePointAt(0);
    return codePoint === undefined || text.length > (codePoint > 0xffff ? 2 : 1) ? null : codePoint;
  } catch {
    // Not valid in this encoding.
    return null;
  }
}

function oneByte(encoding: string): Table {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const table: Table = new Map();
  for (let byte = 0x80; byte <= 0xff; byte++) {
    const codePoint = decoded(decoder, [byte]);
    if (codePoint !== null && !table.has(codePoint)) table.set(codePoint, [byte]);
  }
  return table;
}

type Range = readonly [first: number, last: number];

/** Where several pairs of bytes stand for one code point, the first of them is used. */
function twoBytes(
  encoding: string,
  leads: Range,
  trails: Range,
  isUsed = (_lead: number, _trail: number) => true,
): Table {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const table: Table = new Map();
  for (let lead = leads[0]; lead <= leads[1]; lead++) {
    for (let trail = trails[0]; trail <= trails[1]; trail++) {
      if (!isUsed(lead, trail)) continue;
      const codePoint = decoded(decoder, [lead, trail]);
      if (codePoint !== null && codePoint >= 0x80 && !table.has(codePoint)) table.set(codePoint, [lead, trail]);
    }
  }
  return table;
}

/** §11.1.2: pairs of the Hong Kong supplement are not written, and of a few characters the last pair is. */
function big5(): Encoder {
  const table = twoBytes('big5', [0xa1, 0xfe], [0x40, 0xfe]);
  const last: readonly (readonly [codePoint: number, lead: number, trail: number])[] = [
    [0x2550, 0xf9, 0xf9],
    [0x255e, 0xf9, 0xe9],
    [0x2561, 0xf9, 0xeb],
    [0x256a, 0xf9, 0xea],
    [0x5341, 0xa4, 0x51],
    [0x5345, 0xa4, 0xca],
  ];
  for (const [codePoint, lead, trail] of last) table.set(codePoint, [lead, trail]);
  return fromTable(table);
}

/** §10.1.2, §10.2.2: GBK is GB18030 without its four bytes, and with one for the euro. */
function chinese(encoding: 'gbk' | 'gb18030'): Encoder {
  const table = twoBytes('gb18030', [0x81, 0xfe], [0x40, 0xfe]);
  const isGbk = encoding === 'gbk';
  if (isGbk) table.set(0x20ac, [0x80]);
  let four: Table | null = null;
  return (codePoint) => {
    // §10.2.2: U+E5E5 decodes to what U+3000 does.
    const known = codePoint === 0xe5e5 ? undefined : table.get(codePoint);
    if (known !== undefined || isGbk || codePoint === 0xe5e5) return known ?? null;
    if (codePoint > 0xffff) return fourBytes(189_000 + codePoint - 0x10000);
    four ??= fourByteTable(table);
    return four.get(codePoint) ?? null;
  };
}

function fourBytes(pointer: number): readonly number[] {
  const first = Math.floor(pointer / 12_600);
  const second = Math.floor((pointer % 12_600) / 1_260);
  const third = Math.floor((pointer % 1_260) / 10);
  return [first + 0x81, second + 0x30, third + 0x81, (pointer % 10) + 0x30];
}

function fourByteTable(two: Table): Table {
  const decoder = new TextDecoder('gb18030', { fatal: true });
  const table: Table = new Map();
  for (let pointer = 0; pointer < 39_420; pointer++) {
    const bytes = fourBytes(pointer);
    const codePoint = decoded(decoder, bytes);
    if (codePoint !== null && !two.has(codePoint) && !table.has(codePoint)) table.set(codePoint, bytes);
  }
  return table;
}

/** §12: the yen sign and the overline have one byte; the minus is the wide one. */
function japanese(table: Table): Encoder {
  return (codePoint) => {
    if (codePoint === 0xa5) return [0x5c];
    if (codePoint === 0x203e) return [0x7e];
    return table.get(codePoint === 0x2212 ? 0xff0d : codePoint) ?? null;
  };
}

function eucJp(): Table {
  const table = twoBytes('euc-jp', [0xa1, 0xfe], [0xa1, 0xfe]);
  for (let byte = 0xa1; byte <= 0xdf; byte++) table.set(0xff61 + byte - 0xa1, [0x8e, byte]);
  return table;
}

/** §12.3.2: of characters that IBM had twice, the first place is used; private ones are not written. */
function shiftJis(): Table {
  const isUsed = (lead: number, trail: number): boolean => {
    if ((lead >= 0xa0 && lead < 0xe0) || trail === 0x7f || trail > 0xfc) return false;
    const pointer = (lead - (lead < 0xa0 ? 0x81 : 0xc1)) * 188 + trail - (trail < 0x7f ? 0x40 : 0x41);
    const isTwice = pointer >= 8_272 && pointer <= 8_835;
    return !isTwice && !(pointer >= 8_836 && pointer <= 10_715);
  };
  const table = twoBytes('shift_jis', [0x81, 0xfc], [0x40, 0xfc], isUsed).set(0x80, [0x80]);
  for (let byte = 0xa1; byte <= 0xdf; byte++) table.set(0xff61 + byte - 0xa1, [byte]);
  return table;
}

/** What the half-width katakana are written as. */
const KATAKANA =
  '。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜';

let pairs: Table | null = null;

/** §12.2.2: escape sequences between ASCII, Roman and two bytes; the text ends in ASCII. */
function encodeIso2022Jp(text: string, missing: Missing): number[] {
  pairs ??= eucJp();
  const bytes: number[] = [];
  let mode = 'B';
  const enter = (next: 'B' | 'J' | '$'): void => {
    if (mode === next) return;
    pushAll(bytes, next === '$' ? [0x1b, 0x24, 0x42] : [0x1b, 0x28, next.charCodeAt(0)]);
    mode = next;
  };
  for (const character of text.toWellFormed()) {
    let codePoint = character.codePointAt(0)!;
    const isControl = codePoint === 0x0e || codePoint === 0x0f || codePoint === 0x1b;
    if (codePoint >= 0xff61 && codePoint <= 0xff9f) codePoint = KATAKANA.codePointAt(codePoint - 0xff61)!;
    if (codePoint === 0x2212) codePoint = 0xff0d;
    const pair = pairs.get(codePoint);
    if (codePoint < 0x80 && !isControl) {
      const isRoman = mode === 'J' && codePoint !== 0x5c && codePoint !== 0x7e;
      if (!isRoman) enter('B');
      bytes.push(codePoint);
    } else if (codePoint === 0xa5 || codePoint === 0x203e) {
      enter('J');
      bytes.push(codePoint === 0xa5 ? 0x5c : 0x7e);
    } else if (pair !== undefined && pair[0] !== 0x8e && !isControl) {
      enter('$');
      pushAll(bytes, [pair[0]! - 0x80, pair[1]! - 0x80]);
    } else {
      if (mode === '$') enter('B');
      pushAll(bytes, missing(isControl ? 0xfffd : codePoint));
    }
  }
  enter('B');
  return bytes;
}
