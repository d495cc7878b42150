/**
 * Inline boxes that have no box of their own in Chrome: their rectangles are those of what is in them.
 *
 * In:  the fragments of a line. Out: for each such inline box the rectangles that count as its own.
 *
 * An inline box is culled when nothing about it could be seen: no border, padding, margin, background or position, no
 * block directly in it, and only text of the same height in it. Padding of a box inside it then reaches into its rectangle.
 */
import type { ComputedStyle } from '../style/computed-style.ts';
import type { Box } from './box.ts';
import { containsAbsolute } from './containing-block.ts';
import type { LineFragment, Placed } from './fragment.ts';

export class CulledInlines {
  readonly #known = new Map<Box, boolean>();

  /** Calls back with every rectangle of the line that an enclosing culled box counts as its own. */
  eachPart(line: LineFragment, visit: (culled: Box, part: Placed) => void): void {
    for (const part of line.children) {
      const { fragment } = part;
      if (fragment.kind === 'line') continue;
      if (fragment.kind === 'box' && fragment.box.kind === 'inline' && this.isCulled(fragment.box)) continue;
      for (let at = fragment.box.parent; at !== null && at.kind === 'inline' && this.isCulled(at); at = at.parent) {
        visit(at, part);
      }
    }
  }

  /** Whether the box has no rectangle but those of its content. */
  isCulled(box: Box): boolean {
    const known = this.#known.get(box);
    if (known !== undefined) return known;
    const culled = !isVisibleItself(box) && box.children.length > 0 && box.children.every((child) => fits(box, child));
    this.#known.set(box, culled);
    return culled;
  }
}

function isVisibleItself(box: Box): boolean {
  const { style } = box;
  return (
    box.keepsBox ||
    containsAbsolute(box) ||
    style.backgroundColor[3] > 0 ||
    style.hasBackgroundImage ||
    isNotZero(style.borderTopWidth, style.borderRightWidth, style.borderBottomWidth, style.borderLeftWidth) ||
    isNotZero(style.paddingTop, style.paddingRight, style.paddingBottom, style.paddingLeft) ||
    hasMargin(style)
  );
}

function hasMargin(style: ComputedStyle): boolean {
  return isNotZero(style.marginTop, style.marginRight, style.marginBottom, style.marginLeft);
}

function isNotZero(...widths: readonly unknown[]): boolean {
  return widths.some((width) => width !== 0);
}

/** Text, and inline boxes without margins whose text stands as high as the box's own. */
export function fits(box: Box, child: Box): boolean {
  if (child.kind === 'text' || child.kind === 'break' || child.kind === 'soft-break') return true;
  if (child.isOutOfFlow || child.isFloating) return true;
  const { style } = child;
  if (child.kind !== 'inline' || hasMargin(style)) return false;
  return style.verticalAlign === 'baseline' && sameHeight(box.style, style);
}

function sameHeight(a: ComputedStyle, b: ComputedStyle): boolean {
  if (a.fontSize !== b.fontSize || a.fontFamily.length !== b.fontFamily.length) return false;
  return a.fontFamily.every((family, index) => family === b.fontFamily[index]);
}
