/**
 * The values of 'display' that boxes are made by.
 */

/** 'display' after blockification and other adjustments (CSS Display 3 §2). */
export type Display =
  | 'none'
  | 'contents'
  | 'block'
  | 'flow-root'
  | 'inline'
  | 'inline-block'
  | 'list-item'
  | 'inline-list-item'
  | 'flow-root-list-item'
  | 'inline-block-list-item'
  | 'flex'
  | 'inline-flex'
  | 'grid'
  | 'inline-grid'
  | 'table'
  | 'inline-table'
  | 'table-row-group'
  | 'table-header-group'
  | 'table-footer-group'
  | 'table-row'
  | 'table-cell'
  | 'table-caption'
  | 'table-column'
  | 'table-column-group'
  | 'ruby'
  | 'ruby-text'
  | 'math';

/** Whether a box of this display has a marker and counts as an item. */
export function isListItem(display: Display): boolean {
  switch (display) {
    case 'list-item':
    case 'inline-list-item':
    case 'flow-root-list-item':
    case 'inline-block-list-item':
      return true;
    default:
      return false;
  }
}
