/**
 * Inline boxes that have no box of their own in Chrome: their rectangles are those of what is in them.
 *
 * In:  the fragments of a line. Out: for each such inline box the rectangles that count as its own.
 *
 * An inline box is culled when nothing about it could be seen: no border, padding, margin, background or position, no
 * trimmed height, no block directly in it, and only text of the same height in it. Padding of a box inside it then reaches
 * into its rectangle.
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
    const isPlain = !box.keepsBox && !showsItself(box);
    const culled = isPlain && box.children.length > 0 && box.children.every((child) => fits(box, child));
    this.#known.set(box, culled);
    return culled;
  }
}

/** Whether something about an inline box could be seen, or it is not as high as its text. */
export function showsItself(box: Box): boolean {
  const { style } = box;
  return (
    style.anchorName.length > 0 ||
    containsAbsolute(box) ||
    style.backgroundColor[3] > 0 ||
    style.hasBackgroundImage ||
    style.borderTopWidth !== 0 ||
    style.borderRightWidth !== 0 ||
    style.borderBottomWidth !== 0 ||
    style.borderLeftWidth !== 0 ||
    style.paddingTop !== 0 ||
    style.paddingRight !== 0 ||
    style.paddingBottom !== 0 ||
    style.paddingLeft !== 0 ||
    hasMargin(style) ||
    style.textBoxTrim !== 'none'
  );
}

export function hasMargin(style: ComputedStyle): boolean {
  return style.marginTop !== 0 || style.marginRight !== 0 || style.marginBottom !== 0 || style.marginLeft !== 0;
}

/** Text, and inline boxes without margins whose text stands as high as the box's own. */
export function fits(box: Box, child: Box): boolean {
  if (child.kind === 'text' || child.kind === 'break' || child.kind === 'soft-break') return true;
  if (child.isOutOfFlow || child.isFloating) return true;
  const { style } = child;
  if (child.kind !== 'inline' || hasMargin(style) || style.textBoxTrim !== 'none') return false;
  return style.verticalAlign === 'baseline' && sameHeight(box.style, style);
}

function sameHeight(a: ComputedStyle, b: ComputedStyle): boolean {
  if (a.fontSize !== b.fontSize || a.fontFamily.length !== b.fontFamily.length) return false;
  return a.fontFamily.every((family, index) => family === b.fontFamily[index]);
}
