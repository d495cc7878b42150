/**
 * Content of columns seen along the flow, so that cutting it knows one direction only.
 *
 * In:  fragments and out-of-flow boxes of a multi-column container, in physical coordinates.
 * Out: the same with the block axis as y, counted from the block-start side, and back again. Horizontal text stays as it is.
 *
 * CSS Writing Modes 4 §6 https://drafts.csswg.org/css-writing-modes-4/#logical-direction-layout
 */
import type { BoxFragment, Fragment, OutOfFlow, Placed } from './fragment.ts';
import type { PhysicalSides, Writing } from './writing-mode.ts';

/** A fragment with the block axis as y; a second turn brings it back. */
export function turnFragment(fragment: BoxFragment, writing: Writing): BoxFragment {
  return writing.horizontal ? fragment : turnedBox(fragment, writing.blockReversed);
}

function turnedBox(fragment: BoxFragment, reversed: boolean): BoxFragment {
  const { width, height, border, padding } = fragment;
  return {
    ...fragment,
    width: height,
    height: width,
    border: turnedSides(border, reversed),
    padding: turnedSides(padding, reversed),
    children: turnedChildren(fragment, reversed),
  };
}

function turned(fragment: Fragment, reversed: boolean): Fragment {
  if (fragment.kind === 'box') return turnedBox(fragment, reversed);
  const { width, height } = fragment;
  if (fragment.kind === 'text') return { ...fragment, width: height, height: width };
  return { ...fragment, width: height, height: width, children: turnedChildren(fragment, reversed) };
}

function turnedChildren(
  { width, height, children }: { width: number; height: number; children: readonly Placed[] },
  reversed: boolean,
): Placed[] {
  return children.map(({ fragment, x, y }) => {
    const [left, top] = turnedPlace(x, y, fragment.width, fragment.height, width, height, reversed);
    return { fragment: turned(fragment, reversed), x: left, y: top };
  });
}

/** Both axes change places. Where blocks stack from right to left, both count from the other side. */
function turnedPlace(
  x: number,
  y: number,
  width: number,
  height: number,
  outerWidth: number,
  outerHeight: number,
  reversed: boolean,
): [number, number] {
  return reversed ? [outerHeight - y - height, outerWidth - x - width] : [y, x];
}

function turnedSides({ top, right, bottom, left }: PhysicalSides<number>, reversed: boolean): PhysicalSides<number> {
  return reversed
    ? { top: right, right: top, bottom: left, left: bottom }
    : { top: left, left: top, bottom: right, right: bottom };
}

/** Whether lines run towards the start of the x axis of turned content. */
export function linesRunBack({ horizontal, blockReversed, inlineReversed }: Writing): boolean {
  return horizontal ? inlineReversed : inlineReversed !== blockReversed;
}

/** Out-of-flow boxes of a fragment of this size, turned with it. */
export function turnOutOfFlow(items: readonly OutOfFlow[], whole: BoxFragment, writing: Writing): readonly OutOfFlow[] {
  if (writing.horizontal) return items;
  const reversed = writing.blockReversed;
  return items.map((item) => {
    const [x, y] = turnedPlace(item.x, item.y, item.width, item.height, whole.width, whole.height, reversed);
    const alignX = reversed ? flipped(item.alignY) : item.alignY;
    const alignY = reversed ? flipped(item.alignX) : item.alignX;
    const { width, height, safeX, safeY } = item;
    return { ...item, x, y, width: height, height: width, alignX, alignY, safeX: safeY, safeY: safeX };
  });
}

function flipped(align: OutOfFlow['alignX']): OutOfFlow['alignX'] {
  if (align === 'center') return 'center';
  return align === 'start' ? 'end' : 'start';
}
