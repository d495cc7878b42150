/**
 * Readings of a text with an encoding undone.
 *
 * In:  a reading. Out: further readings, one for each way of encoding that the text shows signs of: escapes of URLs, HTML and
 *      scripts, those of style sheets, code points, lists of numbers, markup between letters, and letters that do not show.
 *
 * Escapes of style sheets and of scripts look alike, and a number may be just a number: so each way has a reading of its own.
 *
 * URL §1.3, HTML §13.5, ECMA-262 §12.9.4, CSS Syntax 3 §4.3.7, RFC 2045 §6.7.
 */
import { type Reading, ReadingBuilder, textOf } from './redact-views.ts';

/** Numbers that are written one after the other, before they count as letters. */
const LEAST_NUMBERS = 4;

interface Coding {
  /** Signs without which there is nothing to undo. Faster: most texts have none of them. */
  readonly signs: readonly number[];
  readonly pieces: RegExp;
  decode(piece: string): string;
}

const ESCAPES: Coding = {
  // % & \
  signs: [0x25, 0x26, 0x5c],
  pieces:
    /(?:%[\da-f]{2})+|%u[\da-f]{4}|&#x[\da-f]{1,40};?|&#\d{1,40};?|&(?:amp|lt|gt|quot|apos|nbsp|shy);|\\+u\{[\da-f]{1,6}\}|\\+(?-i:U)[\da-f]{8}|\\+u[\da-f]{4}|\\+x[\da-f]{2}|\\+[0-3]?[0-7]{2}|\\[nrt"'\\/]/gi,
  decode: unescaped,
};

/** These are letters that stay as they are where a secret is encoded otherwise, and it may have them itself. */
const CODE_POINTS: Coding = {
  // x X and +
  signs: [0x78, 0x58, 0x2b],
  pieces: /U\+[\da-f]{4,6}|0x[\da-f]{2}/gi,
  decode: (piece) => character(hex(piece.slice(2))),
};

/** Quoted-printable: in addresses the same sign stands before values. */
const MAIL_ESCAPES: Coding = {
  signs: [0x3d],
  pieces: /(?:=[\da-f]{2})+|=\r?\n/gi,
  decode: (piece) => Buffer.from(piece.replace(/[=\r\n]/g, ''), 'hex').toString('utf8'),
};

const STYLE_ESCAPES: Coding = {
  signs: [0x5c],
  pieces: /\\+[\da-f]{1,6}\s?/gi,
  decode: (piece) => character(Number.parseInt(piece.replaceAll('\\', ''), 16)),
};

const DECIMALS: Coding = {
  signs: [0x20, 0x2c, 0x3b, 0x7c, 0x2d, 0x0a],
  pieces: new RegExp(`(?<!\\d)\\d{2,3}(?:[\\s,;|-]{1,3}\\d{2,3}){${LEAST_NUMBERS - 1},}(?!\\d)`, 'g'),
  decode: (piece) => numbers(piece.match(/\d+/g), 10),
};

const BINARY: Coding = {
  signs: [0x31],
  pieces: new RegExp(`(?<!\\d)(?:[01]{8}[\\s,]{0,2}){${LEAST_NUMBERS},}(?!\\d)`, 'g'),
  decode: (piece) => numbers(piece.match(/[01]{8}/g), 2),
};

const MARKUP: Coding = {
  signs: [0x3c],
  pieces: /<!--[\s\S]{0,1000}?-->|<[/a-z!?][^<>]{0,2000}>/gi,
  decode: () => '',
};

/** Unicode has a second ASCII among the characters that never show. */
const TAG_LETTERS: Coding = {
  signs: [0xdb40],
  pieces: /[\u{e0020}-\u{e007e}]+/gu,
  decode: (piece) => [...piece].map((each) => String.fromCharCode(each.codePointAt(0)! - 0xe0000)).join(''),
};

const CODINGS = [ESCAPES, CODE_POINTS, MARKUP, MAIL_ESCAPES, STYLE_ESCAPES, DECIMALS, BINARY, TAG_LETTERS] as const;

/** How often a secret may have been encoded. */
const LAYERS = 3;
/** Secure: what a page makes of its text cannot make much work. */
const MOST_READINGS = 16;

/** The reading itself first, then with one layer of encoding undone, then two, and so on. */
export function decodings(reading: Reading): Reading[] {
  const found: Reading[] = [reading];
  let [from, layer] = [0, 0];
  for (; layer < LAYERS && from < found.length; layer++) {
    const upTo = found.length;
    for (; from < upTo; from++) {
      const text = textOf(found[from]!);
      for (const coding of CODINGS) {
        if (found.length >= MOST_READINGS) return found;
        const undone = decoded(found[from]!, text, coding);
        if (undone !== null) found.push(undone);
      }
    }
  }
  return found;
}

/** `null` when there is nothing to undo. */
function decoded(reading: Reading, text: string, { signs, pieces, decode }: Coding): Reading | null {
  const { codes, starts, ends } = reading;
  if (!signs.some((sign) => codes.includes(sign)) || text.search(pieces) < 0) return null;
  const builder = new ReadingBuilder(text.length);
  let done = 0;
  const copy = (until: number) => {
    for (; done < until; done++) builder.add(codes[done]!, starts[done]!, ends[done]!);
  };
  for (const match of text.matchAll(pieces)) {
    copy(match.index);
    const end = match.index + match[0].length;
    builder.addText(decode(match[0]), starts[match.index]!, ends[end - 1]!);
    done = end;
  }
  copy(text.length);
  return builder.done();
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '\u00ad',
};

function unescaped(piece: string): string {
  if (/^%u/i.test(piece)) return character(hex(piece.slice(2)));
  if (piece.startsWith('%')) return Buffer.from(piece.replaceAll('%', ''), 'hex').toString('utf8');
  if (piece.startsWith('&#')) {
    const digits = piece.replace(';', '');
    return character(/^&#x/i.test(piece) ? hex(digits.slice(3)) : Number(digits.slice(2)));
  }
  if (piece.startsWith('&')) return NAMED[piece.slice(1, -1).toLowerCase()] ?? piece;
  const code = /^\\+[ux]\{?([\da-f]+)/i.exec(piece)?.[1];
  if (code !== undefined) return character(hex(code));
  const octal = /^\\+([0-7]{2,3})$/.exec(piece)?.[1];
  if (octal !== undefined) return character(Number.parseInt(octal, 8));
  const escaped = piece[1]!;
  return 'nrt'.includes(escaped) ? ' ' : escaped;
}

function numbers(found: readonly string[] | null, base: number): string {
  return (found ?? []).map((each) => character(Number.parseInt(each, base))).join('');
}

function hex(digits: string): number {
  return Number.parseInt(digits, 16);
}

function character(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}
