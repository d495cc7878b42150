/**
 * Layout of a page with 'content-visibility: auto': content that is far from what the viewport shows has no size.
 *
 * In:  a box tree, how far its scroll containers are scrolled, and the elements that have been near the viewport before.
 * Out: the layout in which no box that skips its content is near. Elements that came near are noted, and stay as they are:
 *      'content-visibility: auto' implies the 'auto' of 'contain-intrinsic-size', the last size that was remembered.
 *
 * Differs: what has been near and is far again takes the size of its content as it is now, not as it was then.
 *
 * CSS Contain 2 §4.1 https://drafts.csswg.org/css-contain-2/#proximity-to-the-viewport, CSS Sizing 4 §5.2.1
 */
import { intersectRect, type Rect } from '../geometry.ts';
import type { DomNode } from '../html/node-tree.ts';
import type { StyleResolver } from '../style/computed-style.ts';
import { AnchorMemory } from './anchor/anchor-memory.ts';
import type { AnchorTree } from './anchor/find-anchor.ts';
import type { Box } from './box.ts';
import { invalidateLayout } from './cache.ts';
import { type LayoutOptions, layoutTree, type Viewport } from './layout.ts';
import { PageLayout } from './page-layout.ts';

/** How far from the viewport Chrome looks on each side, in viewports. The same around scroll containers. */
const MARGIN = 1.5;

/** A box that skips its content, as the last layout placed it. */
export interface SkippedBox {
  readonly box: Box;
  readonly rect: Rect;
  /** What ancestors leave visible of it. */
  readonly clip: Rect | null;
}

/** Each pass brings at least one element closer; a page whose boxes run away from the viewport is left as it is then. */
const MAX_PASSES = 100;

/** Elements whose content is no longer skipped. */
export interface Approached {
  has(element: DomNode): boolean;
  add(element: DomNode): unknown;
}

export function layoutPage(
  root: Box,
  viewport: Viewport,
  options: LayoutOptions,
  styles: StyleResolver & AnchorTree,
  approached: Approached,
): PageLayout {
  const anchors = options.anchors ?? new AnchorMemory();
  anchors.tree = styles;
  anchors.chooseAgain();
  for (let passes = 1; ; passes++) {
    const page = new PageLayout(layoutTree(root, viewport, { ...options, anchors }), viewport, styles);
    const near = page.skipped.filter((each) => isNear(each, page));
    if (near.length === 0 || passes === MAX_PASSES) {
      anchors.keepOnly((node) => page.hasBox(node));
      return page;
    }
    for (const { box } of near) {
      box.skipsContent = false;
      approached.add(box.node!);
      invalidateLayout(box);
    }
  }
}

function isNear({ box, rect, clip }: SkippedBox, { scroll, viewport }: PageLayout): boolean {
  if (isInSkipped(box)) return false;
  const x = MARGIN * viewport.width;
  const y = MARGIN * viewport.height;
  const port = grown({ x: scroll.x, y: scroll.y, w: viewport.width, h: viewport.height }, x, y);
  const shown = clip === null ? port : intersectRect(port, grown(clip, x, y));
  if (shown === null) return false;
  const across = Math.min(rect.x + rect.w, shown.x + shown.w) - Math.max(rect.x, shown.x);
  const down = Math.min(rect.y + rect.h, shown.y + shown.h) - Math.max(rect.y, shown.y);
  // Without an area, to touch is enough.
  return rect.w > 0 && rect.h > 0 ? across > 0 && down > 0 : across >= 0 && down >= 0;
}

function grown({ x, y, w, h }: Rect, byX: number, byY: number): Rect {
  return { x: x - byX, y: y - byY, w: w + 2 * byX, h: h + 2 * byY };
}

/** What is skipped with what is around it is not looked at. */
function isInSkipped(box: Box): boolean {
  for (let at = box.parent; at !== null; at = at.parent) if (at.skipsContent) return true;
  return false;
}
