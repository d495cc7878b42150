/**
 * Longhands of tables, multiple columns and fragmentation.
 *
 * CSS Tables 3 https://drafts.csswg.org/css-tables-3/, CSS Multicol 1, CSS Break 3 §3.
 */
import type { ComputeContext } from '../compute-context.ts';
import {
  computeNumber,
  computePixels,
  NON_NEGATIVE_LENGTH,
  type SpecifiedLength,
  takeInteger,
  takeLength,
} from '../specified-value.ts';
import type { ValueReader } from '../value-reader.ts';
import { computed, keywords, type Longhand, plain, quirky, wordMap } from './longhand.ts';

const takeSpacing = (reader: ValueReader) => takeLength(reader, NON_NEGATIVE_LENGTH);

/** Chrome keeps the space between cells in whole pixels. */
function computeSpacing(value: SpecifiedLength, context: ComputeContext): number {
  return Math.trunc(computePixels(value, context));
}

function takeColumnCount(reader: ValueReader) {
  return reader.takeWord('auto') ? ('auto' as const) : takeInteger(reader, 1);
}

function takeColumnWidth(reader: ValueReader): SpecifiedLength | 'auto' | undefined {
  return reader.takeWord('auto') ? 'auto' : takeLength(reader, NON_NEGATIVE_LENGTH);
}

function computeColumnWidth(value: SpecifiedLength | 'auto', context: ComputeContext): number | 'auto' {
  return value === 'auto' ? value : computePixels(value, context);
}

const BREAKS = wordMap([
  'auto',
  'avoid',
  'avoid-column',
  'avoid-page',
  'column',
  'left',
  'page',
  'recto',
  'right',
  'verso',
]);
const INSIDE_BREAKS = wordMap(['auto', 'avoid', 'avoid-column', 'avoid-page']);

export const TABLE_AND_COLUMN_LONGHANDS: readonly Longhand[] = [
  keywords('table-layout', 'tableLayout', false, ['auto', 'fixed']),
  keywords('border-collapse', 'borderCollapse', true, ['separate', 'collapse']),
  quirky(computed('-webkit-border-horizontal-spacing', 'borderSpacingX', true, takeSpacing, computeSpacing)),
  quirky(computed('-webkit-border-vertical-spacing', 'borderSpacingY', true, takeSpacing, computeSpacing)),
  keywords('caption-side', 'captionSide', true, ['top', 'bottom']),
  keywords('empty-cells', 'emptyCells', true, ['show', 'hide']),
  computed('column-count', 'columnCount', false, takeColumnCount, (value, context) =>
    value === 'auto' ? value : computeNumber(value, context),
  ),
  computed('column-width', 'columnWidth', false, takeColumnWidth, computeColumnWidth),
  keywords('column-fill', 'columnFill', false, ['auto', 'balance']),
  keywords('column-span', 'columnSpan', false, ['none', 'all']),
  plain('break-before', 'breakBefore', false, (reader) => reader.takeFrom(BREAKS)),
  plain('break-after', 'breakAfter', false, (reader) => reader.takeFrom(BREAKS)),
  plain('break-inside', 'breakInside', false, (reader) => reader.takeFrom(INSIDE_BREAKS)),
  computed('orphans', 'orphans', true, (reader) => takeInteger(reader, 1), computeNumber),
  computed('widows', 'widows', true, (reader) => takeInteger(reader, 1), computeNumber),
];
