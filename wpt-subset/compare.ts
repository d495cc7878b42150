/**
 * Whether an engine's boxes agree with the boxes that were recorded from Chrome.
 *
 * A case passes when every counted element that has a box in Chrome has one here with x, y, w and h within 1 px, and
 * every counted element without a box has none. The head, the inside of <svg> and MathML are not counted.
 */
import type { BoxRow } from '../src/layout-document.ts';

/** One recorded element: tag, x, y, width, height, and 1 when it has a box. */
export type RecordedRow = readonly [tag: string, x: number, y: number, w: number, h: number, hasBox: 0 | 1];

export interface Comparison {
  readonly passed: boolean;
  /** Counted elements that have a box in Chrome. */
  readonly boxes: number;
  readonly within1: number;
  readonly within5: number;
  /** The first element that differs, in words. */
  readonly difference: string | null;
}

const TOLERANCE = 1.001;

export function compareBoxes(expected: readonly RecordedRow[], actual: readonly BoxRow[]): Comparison {
  const body = expected.findIndex(([tag]) => tag === 'body' || tag === 'frameset');
  let boxes = 0;
  let within1 = 0;
  let within5 = 0;
  let difference: string | null = null;
  let aligned = true;

  expected.forEach((row, index) => {
    const [tag] = row;
    const box = actual[index];
    if (aligned && (box === undefined || localName(box.tag) !== localName(tag))) {
      aligned = false;
      difference ??= `element ${index} is <${tag}> in Chrome and ${box === undefined ? 'missing' : `<${box.tag}>`} here`;
    }
    const inHead = index > 0 && (body === -1 || index < body);
    if (inHead || tag.includes(':')) return;
    if (row[5]) boxes++;
    if (!aligned || box === undefined) return;
    const distance = distanceOf(row, box);
    if (row[5] && distance <= TOLERANCE) within1++;
    if (row[5] && distance <= TOLERANCE + 4) within5++;
    if (distance > TOLERANCE) difference ??= `<${tag}> ${index}: ${describe(row)} in Chrome, ${describeBox(box)} here`;
  });
  if (actual.length > expected.length) difference ??= `${actual.length - expected.length} elements too many`;
  return { passed: difference === null, boxes, within1, within5, difference };
}

/** The largest difference in any of the four numbers; infinite when only one of the two has a box. */
function distanceOf([, x, y, w, h, hasBox]: RecordedRow, box: BoxRow): number {
  if (!hasBox || !box.hasBox) return hasBox || box.hasBox ? Number.POSITIVE_INFINITY : 0;
  return Math.max(Math.abs(x - box.x), Math.abs(y - box.y), Math.abs(w - box.w), Math.abs(h - box.h));
}

function localName(tag: string): string {
  return tag.slice(tag.indexOf(':') + 1).toLowerCase();
}

function describe([, x, y, w, h, hasBox]: RecordedRow): string {
  return hasBox ? `${x},${y} ${w}x${h}` : 'no box';
}

function describeBox({ x, y, w, h, hasBox }: BoxRow): string {
  const short = (value: number) => Math.round(value * 100) / 100;
  return hasBox ? `${short(x)},${short(y)} ${short(w)}x${short(h)}` : 'no box';
}
