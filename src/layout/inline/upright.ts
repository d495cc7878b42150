/**
 * Characters that stand upright in vertical text.
 *
 * In:  a style and a range of its text. Out: their advances, which are the height of the font; the others lie on their
 *      side and keep the advance they have in horizontal text.
 *
 * UTR 50 https://www.unicode.org/reports/tr50/, by blocks; CSS Writing Modes 4 §5.1
 * https://drafts.csswg.org/css-writing-modes-4/#text-orientation
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import { isInvisible, isMark } from '../text/character.ts';
import type { Font } from '../text/measure.ts';

/** First and last of the blocks whose characters are upright in mixed text. */
const UPRIGHT_BLOCKS: readonly (readonly [number, number])[] = [
  [0x1100, 0x11ff],
  [0x1401, 0x167f],
  [0x2460, 0x24ff],
  [0x25a0, 0x2767],
  [0x2776, 0x2793],
  [0x2e50, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xfaff],
  [0xfe10, 0xfe1f],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe7],
  [0x16fe0, 0x1b2ff],
  [0x1f000, 0x1faff],
  [0x20000, 0x3fffd],
];

export function hasUprightText(style: ComputedStyle): boolean {
  const vertical = style.writingMode === 'vertical-rl' || style.writingMode === 'vertical-lr';
  return vertical && style.textOrientation !== 'sideways';
}

/** Changes `advances`, where advances[0] is of the character at `start`. */
export function setUprightAdvances(
  style: ComputedStyle,
  font: Font,
  text: string,
  start: number,
  end: number,
  advances: Float64Array,
): void {
  const all = style.textOrientation === 'upright';
  const height = font.ascent + font.descent;
  for (let at = start; at < end; ) {
    const codePoint = text.codePointAt(at)!;
    const next = at + (codePoint > 0xffff ? 2 : 1);
    const takesRoom = !isInvisible(codePoint) && !isMark(codePoint);
    if (takesRoom && (all || isUpright(codePoint))) advances[at - start] = height;
    at = next;
  }
}

function isUpright(codePoint: number): boolean {
  if (codePoint < 0x1100) return false;
  let low = 0;
  let high = UPRIGHT_BLOCKS.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (UPRIGHT_BLOCKS[middle]![1] < codePoint) low = middle + 1;
    else high = middle;
  }
  const block = UPRIGHT_BLOCKS[low];
  return block !== undefined && codePoint >= block[0];
}
