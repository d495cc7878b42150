/**
 * Children in the order in which a person reads them, where the page shows them in another order than it has them.
 *
 * In:  a flex or grid container. Out: its children, row by row, each row in the direction of the text. Everything else is
 *      read as it stands in the document, which is how pages with columns and menus are meant.
 *
 * CSS Display 3 §3.1 (order-modified document order), CSS Flexbox 1 §5.1 (reversed axes), CSS Grid 2 §8 (placement)
 */
import type { Rect } from '../geometry.ts';
import { type DomElement, type DomNode, isElement } from '../html/node-tree.ts';
import { ChildCursor, flatChildList, flatChildren } from '../layout/boxes/flat-children.ts';
import type { ComputedStyle, StyleResolver } from '../style/computed-style.ts';
import type { FlatTree } from '../style/flat-tree.ts';
import type { SpatialLayout } from './visible.ts';

/** Where the order of children is asked for. */
export interface OrderContext {
  readonly styles: StyleResolver;
  readonly tree: FlatTree;
  readonly layout: SpatialLayout;
}

/** Children with more than this many are read as they are: sorting them is not worth it. */
const MOST_CHILDREN = 2_000;

export function readingOrder(element: DomElement, style: ComputedStyle, context: OrderContext): ChildCursor {
  if (!isFlex(style) && !isGrid(style)) return flatChildren(element, context.tree);
  const children = flatChildList(element, context.tree);
  if (children.length > MOST_CHILDREN || !isRearranged(children, style, context.styles))
    return ChildCursor.of(children);
  return ChildCursor.of(byRows(children, style, context.layout));
}

function isFlex({ display }: ComputedStyle): boolean {
  return display === 'flex' || display === 'inline-flex';
}

function isGrid({ display }: ComputedStyle): boolean {
  return display === 'grid' || display === 'inline-grid';
}

/** Whether anything says that children go elsewhere than one behind the other. */
function isRearranged(children: readonly DomNode[], style: ComputedStyle, styles: StyleResolver): boolean {
  if (isFlex(style) && (style.flexDirection.endsWith('reverse') || style.flexWrap.startsWith('wrap-reverse')))
    return true;
  const grid = isGrid(style);
  return children.some((child) => {
    if (!isElement(child)) return false;
    const own = styles.styleOf(child);
    return own.order !== 0 || (grid && (isPlaced(own.gridRowStart) || isPlaced(own.gridColumnStart)));
  });
}

function isPlaced({ integer, name }: ComputedStyle['gridRowStart']): boolean {
  return integer !== null || name !== null;
}

/** A child with a box, and the nodes without one that stand behind it. */
interface Item {
  readonly nodes: DomNode[];
  readonly rect: Rect;
}

function byRows(children: readonly DomNode[], { direction }: ComputedStyle, layout: SpatialLayout): DomNode[] {
  const before: DomNode[] = [];
  const items: Item[] = [];
  for (const child of children) {
    const rect = isElement(child) ? layout.borderBox(child) : null;
    if (rect !== null) items.push({ nodes: [child], rect });
    else (items.at(-1)?.nodes ?? before).push(child);
  }
  items.sort((a, b) => a.rect.y - b.rect.y);
  const start = ({ rect }: Item): number => (direction === 'rtl' ? -(rect.x + rect.w) : rect.x);
  const rows = rowsOf(items);
  for (const row of rows) row.sort((a, b) => start(a) - start(b) || a.rect.y - b.rect.y);
  return [...before, ...rows.flat().flatMap(({ nodes }) => nodes)];
}

/** Items that lie beside each other for half of the smaller one's height, from top to bottom. */
function rowsOf(items: readonly Item[]): Item[][] {
  const rows: Item[][] = [];
  let bottom = 0;
  for (const item of items) {
    const { y, h } = item.rect;
    const row = rows.at(-1);
    const beside = row === undefined ? 0 : Math.min(bottom, y + h) - y;
    if (row !== undefined && beside >= Math.min(h, row[0]!.rect.h) / 2) row.push(item);
    else rows.push([item]);
    bottom = row === rows.at(-1) ? Math.max(bottom, y + h) : y + h;
  }
  return rows;
}
