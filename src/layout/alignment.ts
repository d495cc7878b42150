/**
 * Box alignment: which edge a box keeps to, and how spare room is shared out.
 *
 * In:  an alignment value, the room that is left over (negative when content overflows), how many things share it.
 * Out: offsets from the start edge.
 *
 * CSS Align 3 §4–§6 https://drafts.csswg.org/css-align-3/
 */
import type { Alignment } from '../style/computed-style.ts';
import type { Writing } from './writing-mode.ts';

/** An edge along one axis of a container's flow. */
export type Edge = 'start' | 'center' | 'end';

/** Space before the first and between the subjects of a content-distribution. */
export interface Distribution {
  readonly before: number;
  readonly between: number;
}

/**
 * §4.1: the edge that a self-alignment keyword means, along the container's axis. `null` for 'auto', 'normal',
 * 'stretch' and baselines, which each formatting context reads in its own way.
 */
export function selfAlignmentEdge(
  alignment: Alignment,
  axis: 'inline' | 'block',
  container: Writing,
  self: Writing,
): Edge | null {
  switch (alignment.position) {
    case 'center':
    case 'anchor-center':
      return 'center';
    case 'start':
    case 'flex-start':
      return 'start';
    case 'end':
    case 'flex-end':
      return 'end';
    case 'self-start':
      return sameDirection(axis, container, self) ? 'start' : 'end';
    case 'self-end':
      return sameDirection(axis, container, self) ? 'end' : 'start';
    case 'left':
      return lineLeftEdge(axis, container);
    case 'right':
      return axis === 'block' ? 'start' : lineLeftEdge(axis, container) === 'start' ? 'end' : 'start';
    default:
      return null;
  }
}

/** The same for boxes out of flow: baselines, which they share with nothing, fall back to an edge (§4.2). */
export function outOfFlowEdge(
  alignment: Alignment,
  axis: 'inline' | 'block',
  container: Writing,
  self: Writing,
): Edge | null {
  if (alignment.position === 'baseline') return 'start';
  if (alignment.position === 'last baseline') return 'end';
  return selfAlignmentEdge(alignment, axis, container, self);
}

export function flippedEdge(edge: Edge): Edge {
  if (edge === 'center') return edge;
  return edge === 'start' ? 'end' : 'start';
}

/** 'left' and 'right' mean lines' sides; across them they behave as 'start'. */
function lineLeftEdge(axis: 'inline' | 'block', container: Writing): Edge {
  return axis === 'inline' && container.rtl ? 'end' : 'start';
}

/** Whether start is on the same physical side for both, along the container's axis. */
function sameDirection(axis: 'inline' | 'block', container: Writing, self: Writing): boolean {
  const horizontalAxis = (axis === 'inline') === container.horizontal;
  return startsAtFarEdge(container, horizontalAxis) === startsAtFarEdge(self, horizontalAxis);
}

/** Whether a flow starts at the right (or bottom) along the horizontal (or vertical) page axis. */
export function startsAtFarEdge(writing: Writing, horizontalAxis: boolean): boolean {
  return horizontalAxis === writing.horizontal ? writing.inlineReversed : writing.blockReversed;
}

/** The distance from the start edge. A safe alignment never lets content overflow there (§4.4). */
export function edgeOffset(edge: Edge, spare: number, safe: boolean): number {
  if (edge === 'start' || (safe && spare < 0)) return 0;
  return edge === 'center' ? spare / 2 : spare;
}

/**
 * §5: shares `spare` among `count` subjects that lie one after the other. 'normal', 'stretch' and baselines begin at the
 * start; what they stretch is the caller's.
 */
export function distribute(alignment: Alignment, spare: number, count: number): Distribution {
  const safe = alignment.overflow === 'safe';
  switch (alignment.position) {
    case 'space-between':
      return spare <= 0 || count < 2 ? START : { before: 0, between: spare / (count - 1) };
    // The fallback of these two is a safe centring.
    case 'space-around':
      return spare <= 0 || count === 0 ? START : { before: spare / count / 2, between: spare / count };
    case 'space-evenly':
      return spare <= 0 ? START : { before: spare / (count + 1), between: spare / (count + 1) };
    case 'center':
      return { before: edgeOffset('center', spare, safe), between: 0 };
    case 'end':
    case 'flex-end':
      return { before: edgeOffset('end', spare, safe), between: 0 };
    default:
      return START;
  }
}

const START: Distribution = { before: 0, between: 0 };
