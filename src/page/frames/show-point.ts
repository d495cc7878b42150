/**
 * Brings a point of a frame into view, for an input that happens there.
 *
 * In:  the frame's element and a point of this document's viewport. Out: boxes around the element scrolled, then the
 * viewport, then what is around this document, if it is in a frame itself.
 */
import { NODE_TYPE } from '../../html/node-keys.ts';
import { firstElementChild } from '../../html/node-tree.ts';
import type { PageNode } from '../dom/create-node.ts';
import { rootOf } from '../dom/tree.ts';
import { askEngine } from '../engine-link.ts';
import { boundingRect, metricsOf, rectsOf } from '../geometry.ts';
import { scrollIntoView } from '../scroll-into-view.ts';
import { scrollBy } from '../scrolling.ts';

export function showPoint(element: PageNode, x: number, y: number): void {
  const document = rootOf(element);
  const root = document[NODE_TYPE] === 9 ? (firstElementChild(document) as PageNode | null) : null;
  if (root === null) return;
  const before = boundingRect(rectsOf(element));
  const { clientWidth, clientHeight } = metricsOf(root);
  const isShown = (left: number, top: number): boolean =>
    left >= 0 && top >= 0 && left < clientWidth && top < clientHeight;
  if (!isShown(before.left, before.top)) scrollIntoView(element, { block: 'nearest', inline: 'nearest' }, root);
  const after = boundingRect(rectsOf(element));
  const left = x + after.left - before.left;
  const top = y + after.top - before.top;
  if (!isShown(left, top)) {
    const isBeside = left < 0 || left >= clientWidth;
    const isAbove = top < 0 || top >= clientHeight;
    scrollBy(root, isBeside ? left - clientWidth / 2 : 0, isAbove ? top - clientHeight / 2 : 0);
  }
  const end = boundingRect(rectsOf(element));
  askEngine((engine) => engine.frameShow(x + end.left - before.left, y + end.top - before.top));
}
