/**
 * From 'display' to the kind of a box.
 *
 * In:  a computed display value.
 * Out: the box's kind and whether it is inline-level.
 *
 * CSS Display 3 §2 https://drafts.csswg.org/css-display-3/#the-display-properties
 */
import type { Display } from '../../style/display.ts';
import type { Box, BoxKind } from '../box.ts';

export interface BoxType {
  readonly kind: BoxKind;
  readonly inlineLevel: boolean;
}

const block = (kind: BoxKind): BoxType => ({ kind, inlineLevel: false });
const inline = (kind: BoxKind): BoxType => ({ kind, inlineLevel: true });

/** 'none' and 'contents' make no box; they are asked about before this table. */
const TYPES: Readonly<Record<Display, BoxType>> = {
  none: inline('inline'),
  contents: inline('inline'),
  block: block('flow'),
  'flow-root': block('flow'),
  'list-item': block('flow'),
  inline: inline('inline'),
  'inline-list-item': inline('inline'),
  'flow-root-list-item': block('flow'),
  'inline-block-list-item': inline('flow'),
  'inline-block': inline('flow'),
  flex: block('flex'),
  'inline-flex': inline('flex'),
  grid: block('grid'),
  'inline-grid': inline('grid'),
  table: block('table'),
  'inline-table': inline('table'),
  'table-row-group': block('table-row-group'),
  'table-header-group': block('table-row-group'),
  'table-footer-group': block('table-row-group'),
  'table-row': block('table-row'),
  'table-cell': block('table-cell'),
  'table-caption': block('table-caption'),
  'table-column': block('table-column'),
  'table-column-group': block('table-column-group'),
  ruby: inline('inline'),
  'ruby-text': inline('flow'),
  math: inline('flow'),
};

export function boxType(display: Display): BoxType {
  return TYPES[display];
}

/** Whether a display's outer type is inline, also for boxes whose inner type does not matter (controls, images). */
export function isInlineLevelDisplay(display: Display): boolean {
  return TYPES[display].inlineLevel;
}

/** Parts of a table that need a proper parent (CSS 2.2 §17.2.1). */
export function isTablePart(kind: BoxKind): boolean {
  switch (kind) {
    case 'table-row-group':
    case 'table-row':
    case 'table-cell':
    case 'table-caption':
    case 'table-column':
    case 'table-column-group':
      return true;
    case 'flow':
    case 'flex':
    case 'grid':
    case 'table':
    case 'replaced':
    case 'inline':
    case 'text':
    case 'break':
    case 'soft-break':
      return false;
  }
}

/** Boxes that hold a block or inline formatting context of their own children. */
export function isBlockContainer(kind: BoxKind): boolean {
  return kind === 'flow' || kind === 'table-cell' || kind === 'table-caption';
}

/** In flow and block-level: it cannot stand among inline-level boxes. */
export function isInFlowBlock(box: Box): boolean {
  return !box.inlineLevel && !box.isFloating && !box.isOutOfFlow;
}
