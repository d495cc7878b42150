/**
 * Multi-column layout: content in columns side by side, interrupted by boxes that span all of them.
 *
 * In:  a block container with 'column-count' or 'column-width', and the space it is offered.
 * Out: its fragment. The content of each row of columns is laid out in one long column and then cut.
 *
 * Missing: spanning boxes count only as children of the container itself.
 *
 * CSS Multi-column 1 §3, §6, §7 https://drafts.csswg.org/css-multicol-1/
 */

import { Box, type IntrinsicSizes } from './box.ts';
import { BoxCache } from './cache.ts';
import { blockSizeOf, childSpace } from './child-space.ts';
import { linesRunBack, turnFragment, turnOutOfFlow } from './column-axes.ts';
import { firstBaselineIn, lastBaselineIn } from './column-baselines.ts';
import { balancedHeight, cutAt, tallestPart } from './column-breaks.ts';
import { columnContent } from './column-content.ts';
import { sliceColumn, sliceOutOfFlow } from './column-slice.ts';
import { sizeContainedBlock, sizeContainedInline } from './containment.ts';
import { deriveStyle, WITHOUT_SIZES } from './derive-style.ts';
import { usedEdges, usedLength, usedMargins } from './edges.ts';
import { flowIntrinsicSizes } from './flow/flow-intrinsic.ts';
import { spansColumns } from './flow/formatting-context.ts';
import { solveInlineMargins } from './flow/inline-axis.ts';
import { collapseMargin, marginSum, NO_MARGIN, trimsMargin } from './flow/margin-collapse.ts';
import type { LayoutResult, MarginStrut } from './fragment.ts';
import { FragmentBuilder } from './fragment-builder.ts';
import { inlineContribution } from './intrinsic.ts';
import { INDEFINITE, isDefinite, toUnit } from './layout-unit.ts';
import { blockLength, boxGeometry, type Geometry, usedBlockSize } from './sizing.ts';
import type { LayoutPorts, Space } from './space.ts';
import { logicalSizes, writingOf } from './writing-mode.ts';

/** §3.4: the used number and width of columns. */
interface ColumnSizes {
  readonly count: number;
  readonly width: number;
  readonly gap: number;
}

export function layoutColumns(box: Box, space: Space): LayoutResult {
  const geometry = boxGeometry(box, space);
  return new ColumnLayout(box, space, geometry).layout();
}

function columnSizes(box: Box, available: number): ColumnSizes {
  const { columnCount, columnWidth, columnGap, fontSize } = box.style;
  const gap = columnGap === 'normal' ? fontSize : Math.max(0, usedLength(columnGap, available));
  let count = columnCount === 'auto' ? Number.POSITIVE_INFINITY : columnCount;
  if (columnWidth !== 'auto') {
    count = Math.min(count, Math.max(1, Math.floor((available + gap) / Math.max(1, columnWidth + gap))));
  }
  const width = Math.max(0, (available - (count - 1) * gap) / count);
  return { count, width: toUnit(width), gap };
}

class ColumnLayout {
  readonly #box: Box;
  readonly #space: Space;
  readonly #geometry: Geometry;
  readonly #builder: FragmentBuilder;
  readonly #sizes: ColumnSizes;
  #offset: number;
  /** Behind the last spanning box. */
  #margin: MarginStrut = NO_MARGIN;
  #firstBaseline: number | null = null;
  #lastBaseline: number | null = null;

  constructor(box: Box, space: Space, geometry: Geometry) {
    this.#box = box;
    this.#space = space;
    this.#geometry = geometry;
    this.#builder = new FragmentBuilder(box, space);
    this.#sizes = columnSizes(box, geometry.contentInline);
    this.#offset = geometry.edges.blockStart;
  }

  layout(): LayoutResult {
    const box = this.#box;
    const { writing, edges, inlineSize, percentBlock } = this.#geometry;
    const rows = rowsOf(box);
    rows.forEach((row, index) => {
      const isLast = index === rows.length - 1;
      if (row.isThread) this.#addRow(row.box, isLast);
      else this.#addSpanner(row.box, index === 0, isLast);
    });
    this.#passMargin();
    const contained = sizeContainedBlock(box);
    const content = contained === null ? this.#offset + edges.blockEnd : contained + edges.blockSum;
    const blockSize = usedBlockSize(box, this.#space, writing, edges, inlineSize, content);
    return this.#builder.finish({
      inlineSize,
      blockSize,
      edges,
      percentBlock,
      firstBaseline: this.#firstBaseline,
      lastBaseline: this.#lastBaseline,
      intrinsicBlockSize: content,
      flow: null,
    });
  }

  /** One row of columns between spanning boxes. */
  #addRow(thread: Box, isLastRow: boolean): void {
    this.#passMargin();
    const { width, gap } = this.#sizes;
    const { edges, percentBlock, writing } = this.#geometry;
    const space = this.#space.with({
      availableInline: width,
      availableBlock: this.#geometry.contentBlock,
      percentInline: width,
      percentBlock,
      inlineSizing: 'fixed',
      blockSizing: 'auto',
      newFormattingContext: true,
      flow: null,
      borders: null,
      cellBaseline: null,
      extra: null,
    });
    const result = this.#space.layoutChild(thread, space);
    const whole = turnFragment(result.fragment, writing);
    const items = turnOutOfFlow(result.outOfFlow, result.fragment, writing);
    const content = columnContent(whole, writing);
    const height = this.#columnHeight(content, isLastRow);
    const { columns } = cutAt(content, height);
    const step = linesRunBack(writing) ? -(width + gap) : width + gap;
    const row = { stretches: columns, height, step, writing };
    let tallest = 0;
    columns.forEach((stretch, index) => {
      const isLast = index === columns.length - 1;
      const slice = sliceColumn(whole, row, index);
      const sliceItems = sliceOutOfFlow(items, stretch, index === 0, isLast);
      const fragment = turnFragment(slice, writing);
      const outOfFlow = turnOutOfFlow(sliceItems, slice, writing);
      const inlineOffset = edges.inlineStart + index * (width + gap);
      this.#builder.addChild({ ...result, fragment, outOfFlow }, inlineOffset, this.#offset);
      tallest = Math.max(tallest, slice.height);
      // What is in the only column may have a baseline without a line.
      const only = columns.length === 1 ? result : null;
      this.#addBaselines(only?.firstBaseline ?? firstBaselineIn(slice), only?.lastBaseline ?? lastBaselineIn(slice));
    });
    this.#offset += fillsHeight(this.#box, this.#geometry) ? Math.max(height, tallest) : tallest;
  }

  /** §7.1: as high as the container, or as low as all columns together can be. */
  #columnHeight(content: ReturnType<typeof columnContent>, isLastRow: boolean): number {
    const most = this.#mostHeight();
    const balances = this.#box.style.columnFill === 'balance' || !isLastRow;
    if (balances) return balancedHeight(content, this.#sizes.count, most);
    // Without a height, only forced breaks begin another column.
    return Number.isFinite(most) ? most : tallestPart(content);
  }

  /** What height or maximum height leave for this row. */
  #mostHeight(): number {
    const { contentBlock, edges, writing } = this.#geometry;
    const used = this.#offset - edges.blockStart;
    if (isDefinite(contentBlock)) return Math.max(1, contentBlock - used);
    const max = logicalSizes(this.#box.style, writing).maxBlockSize;
    const limit = blockLength(max, this.#box, this.#space, writing, edges, INDEFINITE);
    return limit === null ? Number.POSITIVE_INFINITY : Math.max(1, limit - edges.blockSum - used);
  }

  /** CSS Align 3 §9.1: the highest of the first baselines, the lowest of the last ones. */
  #addBaselines(first: number | null, last: number | null): void {
    if (first !== null)
      this.#firstBaseline = Math.min(this.#firstBaseline ?? Number.POSITIVE_INFINITY, this.#offset + first);
    if (last !== null)
      this.#lastBaseline = Math.max(this.#lastBaseline ?? Number.NEGATIVE_INFINITY, this.#offset + last);
  }

  /** §6: a box that spans all columns. Its margins collapse with those of the next one, and with nothing else. */
  #addSpanner(child: Box, isFirst: boolean, isLast: boolean): void {
    const { writing, contentInline, edges, percentBlock } = this.#geometry;
    const space = childSpace(child, writing, this.#space.ports, {
      availableInline: contentInline,
      availableBlock: this.#geometry.contentBlock,
      percentInline: contentInline,
      percentBlock,
    });
    const result = this.#space.layoutChild(child, space);
    const margins = usedMargins(child.style, writing, contentInline);
    const size = writing.horizontal ? result.fragment.width : result.fragment.height;
    const inline = solveInlineMargins(child.style, this.#box.style, writing, contentInline, contentInline, size);
    const isTrimmed = isFirst && trimsMargin(this.#box, 'block-start');
    if (!isTrimmed) this.#margin = collapseMargin(this.#margin, margins.blockStart, false);
    this.#passMargin();
    this.#builder.addChild(result, edges.inlineStart + inline.inlineStart, this.#offset);
    this.#addBaselines(result.firstBaseline, result.lastBaseline);
    this.#offset += blockSizeOf(result.fragment, writing);
    const ends = isLast && trimsMargin(this.#box, 'block-end');
    if (!ends) this.#margin = collapseMargin(NO_MARGIN, margins.blockEnd, false);
  }

  #passMargin(): void {
    this.#offset += marginSum(this.#margin);
    this.#margin = NO_MARGIN;
  }
}

/** Columns that fill a given height one after the other are as high as it. */
function fillsHeight(box: Box, geometry: Geometry): boolean {
  return box.style.columnFill === 'auto' && isDefinite(geometry.contentBlock);
}

interface Row {
  readonly box: Box;
  /** An anonymous box for content that goes into columns; otherwise a box that spans them. */
  readonly isThread: boolean;
}

/** Rows of a container. Key: the container's box; they live as long as the box tree. */
const ROWS = new BoxCache<readonly Row[]>();

function rowsOf(box: Box): readonly Row[] {
  const known = ROWS.get(box);
  if (known !== undefined) return known;
  const rows: Row[] = [];
  let pending: Box[] = [];
  const flush = (): void => {
    if (pending.length > 0) rows.push({ box: threadOf(box, pending), isThread: true });
    pending = [];
  };
  for (const child of box.children) {
    if (!spansColumns(child)) {
      pending.push(child);
      continue;
    }
    flush();
    rows.push({ box: child, isThread: false });
  }
  flush();
  ROWS.set(box, rows);
  return rows;
}

/** An anonymous block with some of the container's children. They keep the container as their parent. */
function threadOf(container: Box, children: readonly Box[]): Box {
  const style = deriveStyle(container.style, {
    display: 'flow-root',
    position: 'static',
    float: 'none',
    ...WITHOUT_SIZES,
    aspectRatio: { auto: true, ratio: null },
    paddingTop: 0,
    paddingRight: 0,
    paddingBottom: 0,
    paddingLeft: 0,
    borderTopWidth: 0,
    borderRightWidth: 0,
    borderBottomWidth: 0,
    borderLeftWidth: 0,
    columnCount: 'auto',
    columnWidth: 'auto',
    contain: [],
    containerType: 'normal',
    contentVisibility: 'visible',
  });
  const thread = new Box('flow', null, null, style, false);
  for (const child of children) thread.children.push(child);
  thread.inlineContent = container.inlineContent;
  thread.firstLineStyle = container.firstLineStyle;
  thread.parent = container;
  return thread;
}

/** Border-box sizes: as many columns as are asked for, each as wide as its content or 'column-width' (§3.4). */
export function columnsIntrinsicSizes(
  box: Box,
  ports: LayoutPorts,
  percentBlock: number,
  blockSize: number,
): IntrinsicSizes {
  const content = flowIntrinsicSizes(box, ports, percentBlock, blockSize);
  // A size that stands in for the content is that of all columns; without one they are empty.
  if (sizeContainedInline(box) !== null && box.style.containIntrinsicWidth !== 'none') return content;
  const writing = writingOf(box.style);
  const { columnCount, columnWidth, columnGap, fontSize } = box.style;
  const edges = usedEdges(box.style, writing, 0).inlineSum;
  const gap = columnGap === 'normal' ? fontSize : Math.max(0, usedLength(columnGap, 0));
  const count = columnCount === 'auto' ? 1 : columnCount;
  const gaps = (count - 1) * gap;
  const least = content.min - edges;
  const most = content.max - edges;
  let min = columnWidth === 'auto' ? least * count + gaps : Math.min(least, columnWidth);
  let max = (columnWidth === 'auto' ? most : Math.max(columnWidth, most)) * count + gaps;
  let { dependsOnBlock } = content;
  for (const child of box.children) {
    if (!spansColumns(child) || sizeContainedInline(box) !== null) continue;
    // Chrome: without its margins.
    const spanner = inlineContribution(child, writing, ports, percentBlock);
    min = Math.max(min, spanner.min);
    max = Math.max(max, spanner.max);
    dependsOnBlock ||= spanner.dependsOnBlock;
  }
  return { min: min + edges, max: max + edges, dependsOnBlock };
}
