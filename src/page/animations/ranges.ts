/**
 * The part of a timeline that an animation is attached to: `rangeStart` and `rangeEnd`.
 *
 * In:  text, a TimelineRangeOffset, or a number of Typed OM. Out: 'normal', or a name with an offset.
 *
 * Web Animations 2 §4.5, Scroll-driven Animations 1 §4 https://drafts.csswg.org/scroll-animations-1/#named-range-animation-declaration
 *
 * Differs: nothing moves along a timeline of scrolling, so that the range is kept and read only.
 */
import type { PageNode } from '../dom/create-node.ts';
import { domException } from '../dom/dom-exception.ts';
import { asciiLower, hasWord, trim, weakGet, weakSet } from '../primordials.ts';
import { givenOf, oneOf } from '../rare/answers.ts';
import { liveObject, liveRecord } from '../window/lazy-interfaces.ts';

/** `normal`, or an object with 'rangeName' and 'offset'. */
type RangeEdge = string | { readonly rangeName: string; readonly offset: object };

interface Ranges {
  start: RangeEdge;
  end: RangeEdge;
}

const NAMES = 'none cover contain entry exit entry-crossing exit-crossing scroll';
const LENGTH = /^(?:px|r?em|r?ex|r?cap|r?ch|r?ic|r?lh|[sld]?v(?:[whib]|min|max)|cm|mm|q|in|pc|pt|percent|cq\w+)$/i;
const EDGE = /^(?:([a-z-]+)\s*)?(?:\s([-+]?[\d.]+)(%|[a-z]+))?$/;

const ranges = new WeakMap<object, Ranges>();

function rangesOf(animation: object): Ranges {
  let own = weakGet(ranges, animation);
  if (own === undefined) {
    own = { start: 'normal', end: 'normal' };
    weakSet(ranges, animation, own);
  }
  return own;
}

function whereOf(end: 'start' | 'end'): string {
  return `Failed to set the '${end === 'start' ? 'rangeStart' : 'rangeEnd'}' property on 'Animation': `;
}

const unitValue = (value: number, unit: string): object => liveObject('CSSUnitValue', { value, unit });

/** Without an offset a range begins at its beginning and ends at its end, which Chrome tells as '1%'. */
const wholeOffset = (end: 'start' | 'end'): object => unitValue(end === 'start' ? 0 : 1, 'percent');

/** "normal | <length-percentage> | <timeline-range-name> <length-percentage>?" */
function parsedEdge(text: string, end: 'start' | 'end'): RangeEdge | null {
  const found = EDGE.exec(` ${asciiLower(trim(text))}`.replace(/^ (?=[a-z])/, ''));
  if (found === null) return null;
  const [, name, number, unit = ''] = found;
  if (name === 'normal') return number === undefined ? 'normal' : null;
  if (name !== undefined && (name === 'none' || !hasWord(` ${NAMES} `, name))) return null;
  if (name === undefined && number === undefined) return null;
  const kind = unit === '%' ? 'percent' : unit;
  if (number !== undefined && !LENGTH.test(kind)) return null;
  const offset = number === undefined ? wholeOffset(end) : unitValue(Number(number), kind);
  return { rangeName: name ?? 'none', offset };
}

function edgeOf(value: unknown, end: 'start' | 'end', target: PageNode | null): RangeEdge {
  const where = whereOf(end);
  if (typeof value !== 'object' || value === null) {
    // Lengths may be relative to an element.
    if (target === null) {
      const why = 'Unable to parse TimelineOffset from CSS text with a null effect or target';
      throw domException('InvalidStateError', where + why);
    }
    const edge = parsedEdge(`${value}`, end);
    if (edge === null) throw new TypeError(`${where}Animation range must be a name <length-percent> pair`);
    return edge;
  }
  const given = givenOf(value);
  const rangeName = oneOf(given['rangeName'], NAMES, where, ['rangeName', 'TimelineRangeOffset', 'TimelineRange']);
  if (given['offset'] === undefined) return { rangeName, offset: wholeOffset(end) };
  const offset = given['offset'] as object;
  const unit = liveRecord(offset, 'CSSUnitValue')?.['unit'];
  if (liveRecord(offset, 'CSSNumericValue') === null || (unit !== undefined && !LENGTH.test(`${unit}`))) {
    const why = 'CSSNumericValue must use an absolute length or percentage for animation range.';
    throw new TypeError(where + why);
  }
  return { rangeName, offset };
}

export function rangeEdge(animation: object, end: 'start' | 'end'): unknown {
  const edge = rangesOf(animation)[end];
  return typeof edge === 'string' ? edge : { offset: edge.offset, rangeName: edge.rangeName };
}

/** `target`: the element that the animation's effect is on. */
export function setRangeEdge(animation: object, end: 'start' | 'end', value: unknown, target: PageNode | null): void {
  rangesOf(animation)[end] = edgeOf(value, end, target);
}
