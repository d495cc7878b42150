/**
 * Joined forms of Arabic letters.
 *
 * In:  a text and the place of a letter. Out: the code point of its presentation form, whose advance is that of the
 *      joined glyph, and where the letter ends: lam and alef become one.
 *
 * Unicode 17 §9.2 https://www.unicode.org/versions/Unicode17.0.0/core-spec/chapter-9/#G29675
 */
import { PropertyTable } from './property-table.ts';
import { joiningTable } from './tables/joining.ts';

/** Joining types, as the table numbers them. */
const RIGHT = 1;
const LEFT = 2;
const DUAL = 3;
const CAUSING = 4;
const TRANSPARENT = 5;

const LAM = 0x644;
/** Lam with an alef, isolated; the final form follows. */
const LAM_ALEF: ReadonlyMap<number, number> = new Map([
  [0x622, 0xfef5],
  [0x623, 0xfef7],
  [0x625, 0xfef9],
  [0x627, 0xfefb],
]);

const joining = new PropertyTable(joiningTable);

/** By letter: isolated, final, initial and medial form, as far as they are encoded. */
let forms: Map<number, number[]> | null = null;

/** The forms stand in this order in both blocks of presentation forms, and normalise to their letter. */
function readForms(): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const [first, last] of [
    [0xfb50, 0xfbb1],
    [0xfbd3, 0xfbe7],
    [0xfbfc, 0xfbff],
    [0xfe80, 0xfef4],
  ] as const) {
    for (let codePoint = first; codePoint <= last; codePoint++) {
      const letter = String.fromCharCode(codePoint).normalize('NFKC');
      if (letter.length !== 1) continue;
      const list = found.get(letter.charCodeAt(0));
      if (list) list.push(codePoint);
      else found.set(letter.charCodeAt(0), [codePoint]);
    }
  }
  return found;
}

export function isArabic(codePoint: number): boolean {
  return codePoint >= 0x620 && codePoint <= 0x6d5;
}

export interface JoinedLetter {
  readonly codePoint: number;
  readonly end: number;
}

/** The form of the letter at a place, by what stands around it. */
export function joinLetter(text: string, at: number, end: number): JoinedLetter {
  const letter = text.charCodeAt(at);
  const joinsBefore = canJoinRight(joining.get(letter)) && canJoinLeft(typeBefore(text, at));
  if (letter === LAM) {
    const next = skipTransparent(text, at + 1);
    const ligature = next < end ? LAM_ALEF.get(text.charCodeAt(next)) : undefined;
    if (ligature !== undefined) return { codePoint: ligature + (joinsBefore ? 1 : 0), end: next + 1 };
  }
  const joinsAfter =
    canJoinLeft(joining.get(letter)) && canJoinRight(joining.get(charAt(text, skipTransparent(text, at + 1))));
  const form = joinsBefore ? (joinsAfter ? 3 : 1) : joinsAfter ? 2 : 0;
  forms ??= readForms();
  return { codePoint: forms.get(letter)?.[form] ?? letter, end: at + 1 };
}

/** The following letter is on the left. */
function canJoinLeft(type: number): boolean {
  return type === DUAL || type === LEFT || type === CAUSING;
}

function canJoinRight(type: number): boolean {
  return type === DUAL || type === RIGHT || type === CAUSING;
}

/** A space stands for what is outside the text: it joins nothing. */
function charAt(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : 0x20;
}

function skipTransparent(text: string, at: number): number {
  let place = at;
  while (place < text.length && joining.get(text.charCodeAt(place)) === TRANSPARENT) place++;
  return place;
}

function typeBefore(text: string, at: number): number {
  let place = at - 1;
  while (place >= 0 && joining.get(text.charCodeAt(place)) === TRANSPARENT) place--;
  return place < 0 ? 0 : joining.get(text.charCodeAt(place));
}
