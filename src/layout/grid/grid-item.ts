/**
 * An item of a grid: its area by track numbers, its alignment, and the axes in which it is a subgrid.
 *
 * CSS Grid 2 §6, §8, §9 https://drafts.csswg.org/css-grid-2/#grid-items
 */
import { LOCAL_NAME } from '../../html/node-keys.ts';
import { startsAtFarEdge } from '../alignment.ts';
import type { Box } from '../box.ts';
import type { LayoutResult } from '../fragment.ts';
import { isOrthogonal, type Writing, writingOf } from '../writing-mode.ts';
import { type AxisName, acrossAxis } from './axis-name.ts';
import { type SelfAlignment, SUBGRIDDED, selfAlignment } from './grid-align.ts';
import type { Grid } from './grid-tree.ts';
import type { PlacedItem } from './place.ts';

export class GridItem {
  readonly box: Box;
  readonly writing: Writing;
  /** Its lines run across those of the container. */
  readonly orthogonal: boolean;
  /** Track indices, first and one past the last, counted from the implicit grid's start. */
  readonly columnStart: number;
  readonly columnEnd: number;
  readonly rowStart: number;
  readonly rowEnd: number;
  /** The container's axes in which the item takes over its tracks. */
  readonly subgridsInline: boolean;
  readonly subgridsBlock: boolean;
  readonly inlineAlign: SelfAlignment;
  readonly blockAlign: SelfAlignment;
  /** The subgrid's own items, as far as they matter to the container's tracks. */
  subgrid: Grid | null = null;
  /** For a subgrid with columns of its own: its content's min-content and max-content inline sizes. */
  subgridSizes: { readonly min: number; readonly max: number } | null = null;
  /** Its size along the container's inline axis depends on the rows, which are sized later (§12.1 step 3). */
  dependsOnRows = false;
  /** Its baseline would depend on the track it is to size: it keeps to the edge instead (§10.6). */
  withoutBaseline: { inline: boolean; block: boolean } | null = null;
  /** The last layout in an area of unknown height, and the inline size of that area. */
  measured: LayoutResult | null = null;
  measuredInline = 0;

  constructor(
    container: Box,
    box: Box,
    writing: Writing,
    { row, column }: PlacedItem,
    firstRow: number,
    firstColumn: number,
  ) {
    this.box = box;
    this.writing = writingOf(box.style);
    this.orthogonal = isOrthogonal(writing, this.writing);
    this.columnStart = column.start - firstColumn;
    this.columnEnd = column.end - firstColumn;
    this.rowStart = row.start - firstRow;
    this.rowEnd = row.end - firstRow;
    const canSubgrid = box.kind === 'grid' && !isIndependent(box);
    const ownInline = canSubgrid && box.style.gridTemplateColumns.kind === 'subgrid';
    const ownBlock = canSubgrid && box.style.gridTemplateRows.kind === 'subgrid';
    this.subgridsInline = this.orthogonal ? ownBlock : ownInline;
    this.subgridsBlock = this.orthogonal ? ownInline : ownBlock;
    this.inlineAlign = this.subgridsInline
      ? SUBGRIDDED
      : selfAlignment(container, box, 'inline', writing, this.writing);
    this.blockAlign = this.subgridsBlock ? SUBGRIDDED : selfAlignment(container, box, 'block', writing, this.writing);
  }

  get isSubgrid(): boolean {
    return this.subgridsInline || this.subgridsBlock;
  }

  start(axis: AxisName): number {
    return axis === 'inline' ? this.columnStart : this.rowStart;
  }

  end(axis: AxisName): number {
    return axis === 'inline' ? this.columnEnd : this.rowEnd;
  }

  subgrids(axis: AxisName): boolean {
    return axis === 'inline' ? this.subgridsInline : this.subgridsBlock;
  }

  align(axis: AxisName): SelfAlignment {
    return axis === 'inline' ? this.inlineAlign : this.blockAlign;
  }

  /** The item's own axis that lies along an axis of the container, and the other way round. */
  ownAxis(axis: AxisName): AxisName {
    return this.orthogonal ? acrossAxis(axis) : axis;
  }

  /** The alignment along an axis of the item itself. */
  ownAlign(axis: AxisName): SelfAlignment {
    return this.align(this.ownAxis(axis));
  }

  /** The baseline it shares with other items along an axis of the container. */
  sharedBaseline(axis: AxisName): 'first' | 'last' | null {
    return this.withoutBaseline?.[axis] === true ? null : this.align(axis).baseline;
  }

  /** Whether the item's flow starts at the other end of an axis of the container. */
  isReversed(axis: AxisName, container: Writing): boolean {
    const horizontalAxis = (axis === 'inline') === container.horizontal;
    return startsAtFarEdge(container, horizontalAxis) !== startsAtFarEdge(this.writing, horizontalAxis);
  }
}

/** §9: a grid that must be independent of what is around it is not a subgrid. */
function isIndependent({ node, style }: Box): boolean {
  return (
    // What a fieldset says about its inside is meant for a box of its own (HTML §15.3.13).
    node?.[LOCAL_NAME] === 'fieldset' ||
    style.contain.includes('layout') ||
    style.contain.includes('paint') ||
    style.contentVisibility !== 'visible' ||
    style.containerType !== 'normal'
  );
}
