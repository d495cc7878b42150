/**
 * The layout of a box tree: which algorithm lays out which box, and the initial containing block.
 *
 * In:  the box tree and the viewport's size.
 * Out: the fragment of the initial containing block with everything in it.
 *
 * Formatting contexts reach each other only through the ports that are made here. Recursion is bounded: what is nested
 * deeper than the stack can carry is laid out as if it were empty.
 *
 * CSS Display 3 §4 https://drafts.csswg.org/css-display-3/#box-layout
 */
import { type Rect, unionRect } from '../geometry.ts';
import { elementState } from '../html/node-state.ts';
import type { ComputedStyle } from '../style/computed-style.ts';
import { AnchorMemory } from './anchor/anchor-memory.ts';
import { inTreeOrder } from './anchor/tree-order.ts';
import { Box, type IntrinsicSizes } from './box.ts';
import { initialRect } from './boxes/scrollbar-gutter.ts';
import { cachedLayout, knownSizes, rememberLayout, rememberSizes } from './cache.ts';
import { columnsIntrinsicSizes, layoutColumns } from './columns.ts';
import { deriveStyle } from './derive-style.ts';
import { usedMargins } from './edges.ts';
import { type Exclusions, NO_EXCLUSIONS } from './exclusions.ts';
import { layoutFlex } from './flex/flex.ts';
import { flexIntrinsicSizes } from './flex/flex-intrinsic.ts';
import { placeBesideFloats } from './flow/beside-floats.ts';
import { layoutFlow } from './flow/block.ts';
import { fieldsetIntrinsicSizes, layoutFieldset } from './flow/fieldset.ts';
import { type FloatContainer, placeFloat } from './flow/float.ts';
import { flowIntrinsicSizes } from './flow/flow-intrinsic.ts';
import { isMultiColumn } from './flow/formatting-context.ts';
import { NO_MARGIN } from './flow/margin-collapse.ts';
import type { BoxFragment, LayoutResult, OutOfFlow, Placed } from './fragment.ts';
import { translate } from './fragment-builder.ts';
import { layoutGrid } from './grid/grid.ts';
import { gridIntrinsicSizes } from './grid/grid-intrinsic.ts';
import { inlineContentIsEmpty, layoutInlineContent } from './inline/inline.ts';
import { inlineContentSizes } from './inline/inline-sizes.ts';
import { layoutPlainText } from './inline/plain-text.ts';
import type { InlineInput, InlineResult } from './inline-content.ts';
import { measuringSpace } from './intrinsic.ts';
import { INDEFINITE } from './layout-unit.ts';
import { scrollableContainer, scrollOrigin } from './overflow.ts';
import { layoutPositioned } from './positioned.ts';
import type { ContainingRect } from './positioned-axis.ts';
import { NO_OFFSET, type Offset, relativeOffset } from './relative-position.ts';
import { layoutReplaced, replacedIntrinsicSizes } from './replaced.ts';
import { boxGeometry, usedBlockSize } from './sizing.ts';
import type { LayoutPorts, Space } from './space.ts';
import { layoutTable } from './table/table.ts';
import { tableIntrinsicSizes } from './table/table-context.ts';
import { writingOf } from './writing-mode.ts';

export interface Viewport {
  readonly width: number;
  readonly height: number;
}

export interface LayoutOptions {
  readonly quirks: boolean;
  readonly limitedQuirks?: boolean;
  /** What is remembered from earlier layouts of the same document. */
  readonly anchors?: AnchorMemory;
  /** For measurements: what lays out flex containers in place of our own solver. */
  readonly flexSolver?: LayoutAlgorithm;
}

/**
 * What one level of nesting takes of the stack, in bytes, as long as V8 has not optimised the functions. Only the sum
 * counts: what is nested deeper than STACK_BYTES is laid out empty. That is 1,200 levels of blocks, 600 of floats, 400
 * of flex containers, 280 of inline-blocks, grids or tables. Chrome's parser stops nesting elements at 512.
 */
const LEVEL_BYTES = { block: 620, context: 1_200, flex: 1_800, grid: 2_400, table: 2_600, inline: 2_600 } as const;

/** Measuring goes through more functions for a block than layout does. */
const LEAST_MEASURE_BYTES = 1_450;

/** V8's default stack is 984 KB, and what called us needs some of it. */
const STACK_BYTES = 740_000;

function levelBytes(box: Box, newContext: boolean): number {
  switch (box.kind) {
    case 'flex':
    case 'grid':
    case 'table':
      return LEVEL_BYTES[box.kind];
    default:
      if (box.inlineContent) return LEVEL_BYTES.inline;
      return newContext ? LEVEL_BYTES.context : LEVEL_BYTES.block;
  }
}

/** Lays out a whole page. `root` is the box of the root element, or an anonymous box around it. */
export function layoutTree(root: Box, viewport: Viewport, options: LayoutOptions): LayoutResult {
  const engine = new Engine(viewport, options);
  const { width, height } = viewport;
  const icb = root.node === null ? root : new Box('flow', null, null, root.style, false);
  const writing = writingOf(root.style);
  const rect: ContainingRect = { ...initialRect(root, viewport), writing };
  const page: ContainingRect = { ...rect, scrolls: scrollOrigin({ kind: 'flow', style: root.style }) };
  const children: Placed[] = [];
  const waiting: OutOfFlow[] = [];
  for (const child of root.node === null ? root.children : [root]) {
    const box = inPrincipalMode(child, root.style);
    if (box.isOutOfFlow) {
      waiting.push({ ...AT_CORNER, box });
      continue;
    }
    const placed = box.isFloating ? floatRoot(box, engine, rect) : placeRoot(box, engine, rect);
    children.push({ fragment: placed.result.fragment, x: placed.x, y: placed.y });
    for (const item of placed.result.outOfFlow) waiting.push(translate(item, placed.x, placed.y));
  }
  let rootBounds: Rect | null = null;
  for (const { fragment: each, x, y } of children) {
    const bounds = { x, y, w: each.width, h: each.height };
    rootBounds = rootBounds === null ? bounds : unionRect(rootBounds, bounds);
  }
  const fragment: BoxFragment = {
    kind: 'box',
    box: icb,
    width,
    height,
    children,
    border: NO_SIDES,
    padding: NO_SIDES,
    inflow: null,
  };
  sortRest(waiting, 0);
  for (let at = 0; at < waiting.length; at++) {
    const item = waiting[at]!;
    const isFixed = item.box.style.position === 'fixed';
    const containing = isFixed ? rect : page;
    const scrollable = () => {
      if (isFixed) return null;
      const { x, y, w, h } = scrollableContainer({ ...fragment, inflow: rootBounds });
      return { ...page, x, y, width: w, height: h };
    };
    const around = { children, pageScroll: () => scrollUnder(item, root), scrollable };
    const { placed, outOfFlow } = layoutPositioned(item, containing, engine, around);
    children.push(placed);
    waiting.splice(at + 1, 0, ...outOfFlow.map((inner) => translate(inner, placed.x, placed.y)));
    if (outOfFlow.length > 0) sortRest(waiting, at + 1);
  }
  return { ...EMPTY, fragment, intrinsicBlockSize: height };
}

/** The place of a box in the top layer; 0 for one that is not there. */
function topOrder({ box }: OutOfFlow): number {
  return box.node === null || box.pseudo !== null ? 0 : (elementState(box.node).topLayer ?? 0);
}

/** The top layer comes last, in its own order; the others stay in the order of the tree. */
function sortRest(waiting: OutOfFlow[], from: number): void {
  const rest = [...inTreeOrder(waiting.splice(from))];
  if (rest.some((item) => topOrder(item) > 0)) rest.sort((first, second) => topOrder(first) - topOrder(second));
  for (const item of rest) waiting.push(item);
}

/** How far the page has moved under a box that is fixed to the viewport: the root element has it. */
function scrollUnder({ box }: OutOfFlow, root: Box): Offset {
  const node = box.style.position === 'fixed' ? (root.node ?? root.children[0]?.node ?? null) : null;
  if (node === null) return NO_OFFSET;
  const { scrollLeft = 0, scrollTop = 0 } = elementState(node);
  return { x: scrollLeft, y: scrollTop };
}

interface PlacedRoot {
  readonly result: LayoutResult;
  readonly x: number;
  readonly y: number;
}

/** CSS Writing Modes 4 §8: the root element takes writing mode and direction of the body, as the viewport does. */
function inPrincipalMode(box: Box, principal: ComputedStyle): Box {
  const { writingMode, direction } = principal;
  if (box.style.writingMode === writingMode && box.style.direction === direction) return box;
  const root = new Box(box.kind, box.node, box.pseudo, deriveStyle(box.style, { writingMode, direction }), false);
  root.inlineContent = box.inlineContent;
  root.firstLineStyle = box.firstLineStyle;
  root.marker = box.marker;
  root.natural = box.natural;
  root.replaceChildren(box.children);
  return root;
}

/** The root element in the initial containing block: a formatting context whose margins collapse with nothing. */
function placeRoot(box: Box, engine: Engine, area: ContainingRect): PlacedRoot {
  const writing = writingOf(box.style);
  const container = initialContainer(box, engine, area);
  const margins = usedMargins(box.style, writing, container.contentInline);
  const placed = placeBesideFloats(box, container, margins, margins.blockStart, NO_EXCLUSIONS, true)!;
  return atPage(placed.result, placed.line, placed.block, area);
}

function floatRoot(box: Box, engine: Engine, area: ContainingRect): PlacedRoot {
  const placed = placeFloat(box, initialContainer(box, engine, area), 0, NO_EXCLUSIONS);
  return atPage(placed.result, placed.borderLine, placed.borderBlock, area);
}

function initialContainer(box: Box, ports: Engine, area: ContainingRect): FloatContainer {
  const { horizontal } = writingOf(box.style);
  const block = horizontal ? area.height : area.width;
  return {
    ports,
    style: box.style,
    contentLine: 0,
    contentInline: horizontal ? area.width : area.height,
    contentBlock: block,
    percentBlock: block,
    collapsesAt: 'none',
    isMeasuringCell: false,
  };
}

function atPage(result: LayoutResult, line: number, block: number, area: ContainingRect): PlacedRoot {
  const { box, width, height } = result.fragment;
  const writing = writingOf(box.style);
  const moved = relativeOffset(box.style, writing, area.width, area.height);
  const fromStart = writing.blockReversed ? area.width - block - width : block;
  const upwards = writing.inlineReversed ? area.height - line - height : line;
  const x = writing.horizontal ? line : fromStart;
  const y = writing.horizontal ? block : upwards;
  return { result, x: area.x + x + moved.x, y: area.y + y + moved.y };
}

class Engine implements LayoutPorts {
  readonly viewportWidth: number;
  readonly viewportHeight: number;
  readonly quirks: boolean;
  readonly limitedQuirks: boolean;
  readonly anchors: AnchorMemory;
  readonly #flexSolver: LayoutAlgorithm;
  #stackBytes = 0;

  constructor(viewport: Viewport, options: LayoutOptions) {
    this.viewportWidth = viewport.width;
    this.viewportHeight = viewport.height;
    this.quirks = options.quirks;
    this.limitedQuirks = options.limitedQuirks ?? false;
    this.anchors = options.anchors ?? new AnchorMemory();
    this.#flexSolver = options.flexSolver ?? layoutFlex;
  }

  layoutChild(box: Box, space: Space): LayoutResult {
    const known = cachedLayout(box, space);
    if (known !== null) return known;
    const bytes = levelBytes(box, space.newFormattingContext);
    if (this.#stackBytes + bytes > STACK_BYTES) return emptyResult(box, space);
    this.#stackBytes += bytes;
    const result = layoutAlgorithm(box, this.#flexSolver)(box, space);
    this.#stackBytes -= bytes;
    rememberLayout(box, space, result);
    return result;
  }

  intrinsicSizes(box: Box, percentBlock: number, blockSize: number = INDEFINITE): IntrinsicSizes {
    const known = knownSizes(box, percentBlock, blockSize);
    if (known !== null) return known;
    const bytes = Math.max(LEAST_MEASURE_BYTES, levelBytes(box, true));
    if (this.#stackBytes + bytes > STACK_BYTES) return NO_SIZE;
    this.#stackBytes += bytes;
    const sizes = measureAlgorithm(box)(box, this, percentBlock, blockSize);
    this.#stackBytes -= bytes;
    rememberSizes(box, percentBlock, blockSize, sizes);
    return sizes;
  }

  layoutPlainText(box: Box, contentInline: number, exclusions: Exclusions, line: number, block: number) {
    return layoutPlainText(box, contentInline, exclusions, line, block);
  }

  layoutInlineContent(input: InlineInput): InlineResult {
    return layoutInlineContent(input);
  }

  inlineContentIsEmpty(box: Box): boolean {
    return inlineContentIsEmpty(box, this.quirks || this.limitedQuirks);
  }

  inlineContentSizes(box: Box, space: Space): { readonly min: number; readonly max: number } {
    return inlineContentSizes(box, space);
  }
}

export type LayoutAlgorithm = (box: Box, space: Space) => LayoutResult;

// Faster: the algorithm is looked up and then called, so that each level of nesting has one function less on the stack.
function layoutAlgorithm(box: Box, flexSolver: LayoutAlgorithm): LayoutAlgorithm {
  switch (box.kind) {
    case 'flex':
      return flexSolver;
    case 'grid':
      return layoutGrid;
    case 'replaced':
      return layoutReplaced;
    case 'table':
      return layoutTable;
    case 'flow':
    case 'table-cell':
    case 'table-caption':
      if (box.legend !== null) return layoutFieldset;
      return isMultiColumn(box.style) ? layoutColumns : layoutFlow;
    // Parts of tables are laid out by their table, inline-level boxes by their block container; alone they are blocks.
    case 'table-row-group':
    case 'table-row':
    case 'table-column-group':
    case 'table-column':
    case 'inline':
    case 'text':
    case 'break':
    case 'soft-break':
      return layoutFlow;
  }
}

type MeasureAlgorithm = (box: Box, ports: LayoutPorts, percentBlock: number, blockSize: number) => IntrinsicSizes;

function measureAlgorithm(box: Box): MeasureAlgorithm {
  switch (box.kind) {
    case 'flex':
      return flexIntrinsicSizes;
    case 'grid':
      return gridIntrinsicSizes;
    case 'replaced':
      return measureReplaced;
    case 'table':
      return tableIntrinsicSizes;
    case 'flow':
    case 'table-cell':
    case 'table-caption':
      if (box.legend !== null) return fieldsetIntrinsicSizes;
      return isMultiColumn(box.style) ? columnsIntrinsicSizes : flowIntrinsicSizes;
    case 'table-row-group':
    case 'table-row':
    case 'table-column-group':
    case 'table-column':
    case 'inline':
    case 'text':
    case 'break':
    case 'soft-break':
      return flowIntrinsicSizes;
  }
}

/** In a space whose inline size must not be asked for: it is what is being computed. */
function measureReplaced(box: Box, ports: LayoutPorts, percentBlock: number): IntrinsicSizes {
  const space = measuringSpace(ports, percentBlock).with({ inlineSizing: 'fixed', availableInline: 0 });
  return replacedIntrinsicSizes(box, space);
}

/** A box of the size its style gives it, with nothing inside. */
function emptyResult(box: Box, space: Space): LayoutResult {
  const { writing, edges, inlineSize } = boxGeometry(box, space.with({ inlineSizing: 'fixed' }));
  const blockSize = usedBlockSize(box, space, writing, edges, inlineSize, edges.blockSum);
  const fragment: BoxFragment = {
    kind: 'box',
    box,
    width: writing.horizontal ? inlineSize : blockSize,
    height: writing.horizontal ? blockSize : inlineSize,
    children: [],
    border: edges.physical(writing).border,
    padding: edges.physical(writing).padding,
    inflow: null,
  };
  const flow =
    space.flow === null
      ? null
      : {
          bfcBlockOffset: space.flow.bfcBlockOffset,
          endMargin: NO_MARGIN,
          exclusions: space.flow.exclusions,
          selfCollapsing: false,
          hasClearance: false,
          adjoiningFloats: 0 as const,
          lineCount: 0,
        };
  return { ...EMPTY, fragment, intrinsicBlockSize: blockSize, flow };
}

const NO_SIDES = { top: 0, right: 0, bottom: 0, left: 0 };
const NO_SIZE: IntrinsicSizes = { min: 0, max: 0, dependsOnBlock: false };
const EMPTY = { firstBaseline: null, lastBaseline: null, outOfFlow: [], flow: null };
const AT_CORNER = {
  x: 0,
  y: 0,
  width: 0,
  height: 0,
  alignX: 'start',
  alignY: 'start',
  safeX: false,
  safeY: false,
  inlineContainer: null,
} as const;
