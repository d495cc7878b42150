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
