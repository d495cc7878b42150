/**
 * Controls that pages hide or make transparent, to draw nicer ones in their place.
 *
 * In:  a control, styles and boxes. Out: whether it can be seen, whether it still takes the clicks where it lies, and where
 *      that is.
 */
import type { DomElement } from '../html/node-tree.ts';
import type { ComputedStyle, StyleResolver } from '../style/computed-style.ts';
import type { FlatTree } from '../style/flat-tree.ts';
import { isOftenRedrawn } from './element-kinds.ts';
import type { NameIndex } from './name-index.ts';
import { contains } from './paint-order.ts';
import { hidesSubtree, OPEN_SIGHT, type Place, placeOf, type SpatialLayout } from './visible.ts';

export interface ControlPage {
  readonly styles: StyleResolver;
  readonly tree: FlatTree;
  readonly layout: SpatialLayout;
  readonly names: NameIndex;
}

/** Pixels along each side that make a transparent control something to click on. */
const SMALLEST_DRAWN = 8;

/** Whether a labelled control can be seen itself. */
export function isSeen(control: DomElement, page: ControlPage): boolean {
  const { styles, tree } = page;
  const style = styles.styleOf(control);
  const place = placeOf(control, style, OPEN_SIGHT, page.layout);
  if (place === null || place.shown === null || place.rect.w * place.rect.h <= 4) return false;
  if (style.visibility !== 'visible') return false;
  const isDrawn = isDrawnByOthers(control, style, page);
  for (let at = isDrawn ? tree.parentOf(control) : control; at !== null; at = tree.parentOf(at)) {
    if (hidesSubtree(at, styles.styleOf(at), page.layout)) return false;
  }
  return true;
}

/** A transparent control of a size lies where its label, or whatever else, draws a nicer one. */
export function isDrawnByOthers(control: DomElement, style: ComputedStyle, page: ControlPage): boolean {
  if (style.opacity !== 0 || style.display === 'none') return false;
  if (!page.names.labels.has(control) && !isOftenRedrawn(control)) return false;
  const box = page.layout.borderBox(control);
  return box !== null && box.w >= SMALLEST_DRAWN && box.h >= SMALLEST_DRAWN;
}

/** Where a control is that its label stands for: its own box, where a click on that reaches the label. */
export function placeOfReplaced(control: DomElement, label: Place, layout: SpatialLayout): Place {
  const box = layout.borderBox(control);
  if (box === null || box.w < 1 || box.h < 1) return label;
  const middle = { x: box.x + box.w / 2, y: box.y + box.h / 2, w: 0, h: 0 };
  return contains(label.rect, middle) ? { ...label, rect: box } : label;
}
