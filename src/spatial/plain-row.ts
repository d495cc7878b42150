/**
 * Rows of tables that read as one line.
 */
import { type DomElement, firstChild, following, isElement } from '../html/node-tree.ts';
import type { StyleResolver } from '../style/computed-style.ts';

/** A row with more inside than this is no row of plain cells. */
const MOST_ROW_NODES = 400;

/** Two cells or more, with nothing but lines of text in them. */
export function isPlainRow(row: DomElement, styles: StyleResolver): boolean {
  let cells = 0;
  let nodes = 0;
  for (let node = firstChild(row); node !== null; node = following(node, row)) {
    if (++nodes > MOST_ROW_NODES) return false;
    if (!isElement(node)) continue;
    const { display } = styles.styleOf(node);
    if (display === 'table-cell') cells++;
    else if (!display.startsWith('inline') && display !== 'contents' && display !== 'none') return false;
  }
  return cells > 1;
}
