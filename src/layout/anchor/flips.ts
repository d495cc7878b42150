/**
 * Try tactics: the mirroring of a fallback position.
 *
 * In:  the words 'flip-block', 'flip-inline', 'flip-x', 'flip-y' and 'flip-start' in their order, and the writing mode of
 *      the box.
 * Out: for each side of the page, the side whose values it takes; and what becomes of alignments.
 *
 * CSS Anchor Positioning 1 §5.1.1 https://drafts.csswg.org/css-anchor-position-1/#typedef-position-try-fallbacks-try-tactic
 */
import type { Alignment } from '../../style/computed-style.ts';
import { startsAtFarEdge } from '../alignment.ts';
import type { Writing } from '../writing-mode.ts';

export type Side = 'left' | 'right' | 'top' | 'bottom';

/** `sides[side]` is the side whose values are now those of `side`. */
export type SideMap = Readonly<Record<Side, Side>>;

export const SIDES: readonly Side[] = ['left', 'right', 'top', 'bottom'];
export const NO_FLIP: SideMap = { left: 'left', right: 'right', top: 'top', bottom: 'bottom' };

const FLIP_X: SideMap = { left: 'right', right: 'left', top: 'top', bottom: 'bottom' };
const FLIP_Y: SideMap = { left: 'left', right: 'right', top: 'bottom', bottom: 'top' };
const OPPOSITE: SideMap = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' };

export function isHorizontal(side: Side): boolean {
  return side === 'left' || side === 'right';
}

/** Whether a side is at the right or at the bottom. */
export function isFar(side: Side): boolean {
  return side === 'right' || side === 'bottom';
}

export function sideMap(words: readonly string[], writing: Writing): SideMap {
  let map = NO_FLIP;
  for (const word of words) {
    const flip = flipOf(word, writing);
    map = { left: map[flip.left], right: map[flip.right], top: map[flip.top], bottom: map[flip.bottom] };
  }
  return map;
}

function flipOf(word: string, writing: Writing): SideMap {
  switch (word) {
    case 'flip-x':
      return FLIP_X;
    case 'flip-y':
      return FLIP_Y;
    case 'flip-inline':
      return writing.horizontal ? FLIP_X : FLIP_Y;
    case 'flip-block':
      return writing.horizontal ? FLIP_Y : FLIP_X;
    case 'flip-start': {
      // About the diagonal through the corner where both axes start.
      const across = startSide(writing, true);
      const down = startSide(writing, false);
      const map = { ...NO_FLIP };
      map[across] = down;
      map[down] = across;
      map[OPPOSITE[across]] = OPPOSITE[down];
      map[OPPOSITE[down]] = OPPOSITE[across];
      return map;
    }
    default:
      return NO_FLIP;
  }
}

/** Where a flow starts along a page axis. */
export function startSide(writing: Writing, horizontal: boolean): Side {
  const far = startsAtFarEdge(writing, horizontal);
  return horizontal ? (far ? 'right' : 'left') : far ? 'bottom' : 'top';
}

export function swapsAxes(map: SideMap): boolean {
  return !isHorizontal(map.left);
}

/** The side that the values of `from` have gone to. */
export function movedSide(map: SideMap, from: Side): Side {
  for (const side of SIDES) if (map[side] === from) return side;
  return from;
}

/** Alignments in the axes of the page: those of the style, and what flips make of them. */
export function flippedAlignment(
  alignment: Alignment,
  map: SideMap,
  toHorizontal: boolean,
  container: Writing,
  self: Writing,
): Alignment {
  if (map === NO_FLIP) return alignment;
  const fromHorizontal = swapsAxes(map) ? !toHorizontal : toHorizontal;
  const position = flippedPosition(alignment.position, map, fromHorizontal, toHorizontal, container, self);
  return position === alignment.position ? alignment : { ...alignment, position };
}

function flippedPosition(
  position: Alignment['position'],
  map: SideMap,
  fromHorizontal: boolean,
  toHorizontal: boolean,
  container: Writing,
  self: Writing,
): Alignment['position'] {
  const turn = (writing: Writing) =>
    movedSide(map, startSide(writing, fromHorizontal)) !== startSide(writing, toHorizontal);
  switch (position) {
    case 'start':
      return turn(container) ? 'end' : position;
    case 'end':
      return turn(container) ? 'start' : position;
    case 'flex-start':
      return turn(container) ? 'flex-end' : position;
    case 'flex-end':
      return turn(container) ? 'flex-start' : position;
    case 'self-start':
      return turn(self) ? 'self-end' : position;
    case 'self-end':
      return turn(self) ? 'self-start' : position;
    case 'left':
    case 'right': {
      const side = movedSide(map, position);
      if (isHorizontal(side)) return side as 'left' | 'right';
      return side === startSide(container, false) ? 'start' : 'end';
    }
    default:
      return position;
  }
}
