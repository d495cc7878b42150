/**
 * 'position-area': the part of a containing block that lies beside, above or below an anchor.
 *
 * In:  the words of the property, the containing block, the anchor's box.
 * Out: the area along each page axis, and which edge of it a box keeps to that does not say so itself.
 *
 * CSS Anchor Positioning 1 §3.1 https://drafts.csswg.org/css-anchor-position-1/#position-area
 */
import type { Edge } from '../alignment.ts';
import { startsAtFarEdge } from '../alignment.ts';
import type { Writing } from '../writing-mode.ts';
import { isFar, isHorizontal, type SideMap } from './flips.ts';

/** Along one page axis. */
export interface AreaRange {
  readonly start: number;
  readonly end: number;
  /** Towards the anchor; 'anchor-center' where the area is on both sides of it. */
  readonly align: Edge | 'anchor-center';
}

/** Which of the three tracks of a page axis: before, beside and behind the anchor. */
export type Tracks = readonly [first: 0 | 1 | 2, last: 0 | 1 | 2];

export interface AreaTracks {
  readonly x: Tracks;
  readonly y: Tracks;
}

const ALL: Tracks = [0, 2];
const MIDDLE: Tracks = [1, 1];

/** Which axis a word speaks of; 'either' takes the axis that is left. */
function axisOf(word: string): 'x' | 'y' | 'inline' | 'block' | 'either' {
  if (/left|right|x-/.test(word)) return 'x';
  if (/top|bottom|y-/.test(word)) return 'y';
  if (word.includes('block')) return 'block';
  return word.includes('inline') ? 'inline' : 'either';
}

/** The tracks that words mean, after flips. */
export function areaTracks(area: string, container: Writing, self: Writing, map: SideMap): AreaTracks {
  const words = area.split(' ');
  const own = { x: tracksAlong(words, true, container, self), y: tracksAlong(words, false, container, self) };
  const along = (side: 'left' | 'top'): Tracks => {
    const from = map[side];
    const tracks = isHorizontal(from) ? own.x : own.y;
    return isFar(from) ? reversed(tracks) : tracks;
  };
  return { x: along('left'), y: along('top') };
}

function reversed([first, last]: Tracks): Tracks {
  return [(2 - last) as 0 | 1 | 2, (2 - first) as 0 | 1 | 2];
}

function tracksAlong(words: readonly string[], horizontal: boolean, container: Writing, self: Writing): Tracks {
  // Words of the element's own axes are found by its own writing mode.
  const axes = words.some((word) => word.includes('self-')) ? self : container;
  const word = wordFor(words, horizontal, axes);
  const writing = word.includes('self-') ? self : container;
  return tracksOf(word, startsAtFarEdge(writing, horizontal));
}

/** Along one page axis; `anchor` is from the containing block's edge. */
export function areaRange(
  [first, last]: Tracks,
  size: number,
  anchor: { readonly start: number; readonly end: number },
): AreaRange {
  const lines = [Math.min(0, anchor.start), anchor.start, anchor.end, Math.max(size, anchor.end)];
  const align =
    first === last && first === 1 ? 'center' : first === 0 ? (last === 2 ? 'anchor-center' : 'end') : 'start';
  return { start: lines[first]!, end: lines[last + 1]!, align };
}

/** The word for one page axis. Two words without an axis are the block axis first; one alone is repeated, or spans. */
function wordFor(words: readonly string[], horizontal: boolean, axes: Writing): string {
  const isInline = horizontal === axes.horizontal;
  const isOurs = (word: string) => {
    const axis = axisOf(word);
    return axis === (horizontal ? 'x' : 'y') || axis === (isInline ? 'inline' : 'block');
  };
  const [first, second] = words as [string, string | undefined];
  if (second === undefined) return isOurs(first) || axisOf(first) === 'either' ? first : 'span-all';
  if (isOurs(first)) return first;
  if (isOurs(second)) return second;
  if (axisOf(first) !== 'either') return second;
  if (axisOf(second) !== 'either') return first;
  return isInline ? second : first;
}

function tracksOf(word: string, fromEnd: boolean): Tracks {
  if (word === 'span-all') return ALL;
  if (word === 'center') return MIDDLE;
  const isBefore = /left|top/.test(word) || (word.endsWith('start') ? !fromEnd : word.endsWith('end') && fromEnd);
  if (word.startsWith('span-')) return isBefore ? [0, 1] : [1, 2];
  return isBefore ? [0, 0] : [2, 2];
}
