/**
 * Where frames lie: in the document around them, and in the page.
 *
 * In:  the layouts of a frame's document and of those around it. Out: the size of its viewport, and points and rectangles
 * moved from one document's coordinates to another's.
 *
 * CSS Display 3 (replaced elements), HTML §15.5.15 (frames are laid out in the content box of their element)
 */
import { intersectRect, type Rect } from '../../geometry.ts';
import type { DomNode } from '../../html/node-tree.ts';
import type { FrameRealm } from './frame-realm.ts';
import type { FrameTree } from './frame-tree.ts';
import { elementsAt } from './hit-test.ts';
import { NO_VIEWPORT, type StyledDocument } from './styled-document.ts';

/** The content box of a frame element, in page coordinates of its document; `null` when it has no box. */
export function contentBox(page: StyledDocument, element: DomNode): Rect | null {
  const layout = page.layout();
  const fragment = layout.fragmentOf(element);
  const box = layout.borderBox(element);
  if (fragment === null || box === null) return null;
  const { border, padding } = fragment;
  return {
    x: box.x + border.left + padding.left,
    y: box.y + border.top + padding.top,
    w: Math.max(0, box.w - border.left - border.right - padding.left - padding.right),
    h: Math.max(0, box.h - border.top - border.bottom - padding.top - padding.bottom),
  };
}

/** The viewport of a frame's document: whole pixels, as Chrome has it. */
export function frameViewport(realm: FrameRealm): { readonly width: number; readonly height: number } | null {
  const { parent, element } = realm.navigable;
  if (parent === null || element === null) return null;
  const box = contentBox(parent.page, element);
  if (box === null) return NO_VIEWPORT;
  return { width: Math.round(box.w), height: Math.round(box.h) };
}

/** What to add to page coordinates of a frame's document to have those of the document around it. */
export function offsetInParent(
  realm: FrameRealm,
): { readonly x: number; readonly y: number; readonly clip: Rect } | null {
  const { parent, element } = realm.navigable;
  if (parent === null || element === null) return null;
  const box = contentBox(parent.page, element);
  if (box === null) return null;
  const [scrollX, scrollY] = realm.page.scroll;
  const visible = parent.page.layout().clipRect(element);
  const clip = visible === null ? box : (intersectRect(visible, box) ?? { ...box, w: 0, h: 0 });
  return { x: box.x - scrollX, y: box.y - scrollY, clip };
}

/** A point of a document's viewport, in the viewport of the document around it. */
export function pointInParent(realm: FrameRealm, x: number, y: number): readonly [x: number, y: number] | null {
  const offset = offsetInParent(realm);
  const { parent } = realm.navigable;
  if (offset === null || parent === null) return null;
  const [ownX, ownY] = realm.page.scroll;
  const [scrollX, scrollY] = parent.page.scroll;
  return [x + ownX + offset.x - scrollX, y + ownY + offset.y - scrollY];
}

/** The same in the viewport of the page. */
export function pointInPage(realm: FrameRealm, x: number, y: number): readonly [x: number, y: number] | null {
  let point: readonly [number, number] | null = [x, y];
  for (let at: FrameRealm | null = realm; at !== null && at.navigable.parent !== null && point !== null; ) {
    point = pointInParent(at, point[0], point[1]);
    at = at.navigable.parent;
  }
  return point;
}

/** What lies above a frame's document at a point of its viewport: an id, 0 for nothing, -1 where the point is not to be seen. */
export function coverAbove(realm: FrameRealm, tree: FrameTree, x: number, y: number): number {
  let point: readonly [number, number] = [x, y];
  for (let at = realm; at.navigable.parent !== null; at = at.navigable.parent) {
    const { parent, element } = at.navigable;
    const next = pointInParent(at, point[0], point[1]);
    if (next === null) return -1;
    point = next;
    const hit = elementsAt(parent.page, point[0], point[1])[0];
    if (hit === undefined) return -1;
    if (hit !== element) return tree.ids.nearestId(hit) || -1;
  }
  return 0;
}
