/**
 * Where boxes are without transforms and scrolling: what 'offsetLeft' and 'offsetWidth' tell.
 *
 * In:  boxes as the walk over a page comes to them, with the frames they stand in.
 * Out: their rectangles, for those that are seen elsewhere.
 *
 * CSSOM View 1 §8 https://drafts.csswg.org/cssom-view-1/#extensions-to-the-htmlelement-interface
 */
import { type Rect, unionRect } from '../geometry.ts';
import type { DomNode } from '../html/node-tree.ts';
import type { Fragment } from './fragment.ts';
import type { Frame } from './page-frame.ts';
import { NO_OFFSET } from './relative-position.ts';

export class OffsetBoxes {
  readonly #rects = new Map<DomNode, Rect>();

  add(node: DomNode, { unmoved }: Frame, x: number, y: number, { width, height }: Fragment): void {
    if (unmoved === NO_OFFSET) return;
    const rect = { x: x + unmoved.x, y: y + unmoved.y, w: width, h: height };
    const known = this.#rects.get(node);
    this.#rects.set(node, known === undefined ? rect : unionRect(known, rect));
  }

  /** `null` for a box that is where it is seen. */
  of(node: DomNode): Rect | null {
    return this.#rects.get(node) ?? null;
  }
}
