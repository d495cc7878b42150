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
import { Box, type IntrinsicSizes } from './box.ts';
import { cachedLayout, rememberLayout } from './cache.ts';
import { usedMargins } from './edges.ts';
import { NO_EXCLUSIONS } from './exclusions.ts';
import { layoutFlex } from './flex/flex.ts';
import { flexIntrinsicSizes } from './flex/flex-intrinsic.ts';
import { placeBesideFloats } from './flow/beside-floats.ts';
import { layoutFlow } from './flow/block.ts';
import { fieldsetIntrinsicSizes, layoutFieldset } from './flow/fieldset.ts';
import { type FloatContainer, placeFloat } from './flow/float.ts';
import { flowIntrinsicSizes } from './flow/flow-intrinsic.ts';
import { NO_MARGIN } from './flow/margin-collapse.ts';
import type { BoxFragment, LayoutResult, OutOfFlow, Placed } from './fragment.ts';
import { translate } from './fragment-builder.ts';
import { gridIntrinsicSizes, layoutGrid } from './grid/grid.ts';
import { inlineContentIsEmpty, layoutInlineContent } from './inline/inline.ts';
import { inlineContentSizes } from './inline/inline-sizes.ts';
import type { InlineInput, InlineResult } from './inline-content.ts';
import { measuringSpace } from './intrinsic.ts';
import { INDEFINITE, isDefinite } from './layout-unit.ts';
import { type ContainingRect, layoutPositioned } from './positioned.ts';
import { relativeOffset } from './relative-position.ts';
import { layoutReplaced, replacedIntrinsicSizes } from './replaced.ts';
import { boxGeometry, usedBlockSize } from './sizing.ts';
import type { LayoutPorts, Space } from './space.ts';
import { layoutTable } from './table/table.ts';
import { tableIntrinsicSizes } from './table/table-context.ts';
import { toPhysicalSides, writingOf } from './writing-mode.ts';

export interface Viewport {
  readonly width: number;
  readonly height: number;
}

export interface LayoutOptions {
  readonly quirks: boolean;
  readonly limitedQuirks?: boolean;
}

/**
 * How deep boxes may be nested. V8's default stack of 984 KB carries about 1,500 levels of blocks and 700 of flex
 * containers; Chrome's parser stops nesting elements at 512.
 */
const MAX_DEPTH = 100000;

/** Lays out a whole page. `root` is the box of the root element, or an anonymous box around it. */
export function layoutTree(root: Box, viewport: Viewport, options: LayoutOptions): LayoutResult {
  const engine = new Engine(viewport, options);
  const { width, height } = viewport;
  const icb = root.node === null ? root : new Box('flow', null, null, root.style, false);
  const writing = writingOf(root.style);
  const rect: ContainingRect = { x: 0, y: 0, width, height, writing };
  const children: Placed[] = [];
  const waiting: OutOfFlow[] = [];
  for (const box of root.node === null ? root.children : [root]) {
    if (box.isOutOfFlow) {
      waiting.push({ ...AT_CORNER, box });
      continue;
    }
    const placed = box.isFloating ? floatRoot(box, engine, viewport) : placeRoot(box, engine, viewport);
    children.push({ fragment: placed.result.fragment, x: placed.x, y: placed.y });
    for (const item of placed.result.outOfFlow) waiting.push(translate(item, placed.x, placed.y));
  }
  for (let at = 0; at < waiting.length; at++) {
    const { placed, outOfFlow } = layoutPositioned(waiting[at]!, rect, engine);
    children.push(placed);
    for (const inner of outOfFlow) waiting.push(translate(inner, placed.x, placed.y));
  }
  const fragment: BoxFragment = { kind: 'box', box: icb, width, height, children, border: NO_SIDES, padding: NO_SIDES };
  return { ...EMPTY, fragment, intrinsicBlockSize: height };
}

interface PlacedRoot {
  readonly result: LayoutResult;
  readonly x: number;
  readonly y: number;
}

/** The root element in the initial containing block: a formatting context whose margins collapse with nothing. */
function placeRoot(box: Box, engine: Engine, viewport: Viewport): PlacedRoot {
  const writing = writingOf(box.style);
  const container = initialContainer(box, engine, viewport);
  const margins = usedMargins(box.style, writing, container.contentInline);
  const placed = placeBesideFloats(box, container, margins, margins.blockStart, NO_EXCLUSIONS, true)!;
  return atPage(placed.result, placed.line, placed.block, viewport);
}

function floatRoot(box: Box, engine: Engine, viewport: Viewport): PlacedRoot {
  const placed = placeFloat(box, initialContainer(box, engine, viewport), 0, NO_EXCLUSIONS);
  return atPage(placed.result, placed.borderLine, placed.borderBlock, viewport);
}

function initialContainer(box: Box, ports: Engine, viewport: Viewport): FloatContainer {
  const { horizontal } = writingOf(box.style);
  const block = horizontal ? viewport.height : viewport.width;
  return {
    ports,
    style: box.style,
    contentLine: 0,
    contentInline: horizontal ? viewport.width : viewport.height,
    contentBlock: block,
    percentBlock: block,
    collapsesAt: 'none',
  };
}

function atPage(result: LayoutResult, line: number, block: number, viewport: Viewport): PlacedRoot {
  const { box, width, height } = result.fragment;
  const writing = writingOf(box.style);
  const moved = relativeOffset(box.style, writing, viewport.width, viewport.height);
  const fromStart = writing.blockReversed ? viewport.width - block - width : block;
  const upwards = writing.inlineReversed ? viewport.height - line - height : line;
  const x = writing.horizontal ? line : fromStart;
  const y = writing.horizontal ? block : upwards;
  return { result, x: x + moved.x, y: y + moved.y };
}

class Engine implements LayoutPorts {
  readonly viewportWidth: number;
  readonly viewportHeight: number;
  readonly quirks: boolean;
  readonly limitedQuirks: boolean;
  #depth = 0;

  constructor(viewport: Viewport, options: LayoutOptions) {
    this.viewportWidth = viewport.width;
    this.viewportHeight = viewport.height;
    this.quirks = options.quirks;
    this.limitedQuirks = options.limitedQuirks ?? false;
  }

  layoutChild(box: Box, space: Space): LayoutResult {
    const known = cachedLayout(box, space);
    if (known !== null) return known;
    if (this.#depth >= MAX_DEPTH) return emptyResult(box, space);
    this.#depth++;
    const result = layoutBox(box, space);
    this.#depth--;
    rememberLayout(box, space, result);
    return result;
  }

  intrinsicSizes(box: Box, percentBlock: number, blockSize: number = INDEFINITE): IntrinsicSizes {
    // Only flow content looks at a height that its container has been given.
    if (isDefinite(blockSize) && box.kind === 'flow') return this.#sizesForBlock(box, percentBlock, blockSize);
    const known = box.cachedIntrinsic;
    if (known !== null && (!known.dependsOnBlock || box.cachedIntrinsicBlock === percentBlock)) return known;
    const sizes = this.#measure(box, percentBlock, INDEFINITE);
    box.cachedIntrinsic = sizes;
    box.cachedIntrinsicBlock = percentBlock;
    return sizes;
  }

  #sizesForBlock(box: Box, percentBlock: number, blockSize: number): IntrinsicSizes {
    const known = box.cachedIntrinsicFixed;
    if (known !== null && box.cachedIntrinsicFixedBlock === blockSize) return known;
    const sizes = this.#measure(box, percentBlock, blockSize);
    box.cachedIntrinsicFixed = sizes;
    box.cachedIntrinsicFixedBlock = blockSize;
    return sizes;
  }

  #measure(box: Box, percentBlock: number, blockSize: number): IntrinsicSizes {
    if (this.#depth >= MAX_DEPTH) return NO_SIZE;
    this.#depth++;
    const sizes = measureBox(box, this, percentBlock, blockSize);
    this.#depth--;
    return sizes;
  }

  layoutInlineContent(input: InlineInput): InlineResult {
    return layoutInlineContent(input);
  }

  inlineContentIsEmpty(box: Box): boolean {
    return inlineContentIsEmpty(box);
  }

  inlineContentSizes(box: Box, space: Space): { readonly min: number; readonly max: number } {
    return inlineContentSizes(box, space);
  }
}

function layoutBox(box: Box, space: Space): LayoutResult {
  switch (box.kind) {
    case 'flex':
      return layoutFlex(box, space);
    case 'grid':
      return layoutGrid(box, space);
    case 'replaced':
      return layoutReplaced(box, space);
    case 'table':
      return layoutTable(box, space);
    // Parts of tables are laid out by their table; alone they are blocks.
    case 'table-row-group':
    case 'table-row':
    case 'table-column-group':
    case 'table-column':
      return layoutFlow(box, space);
    case 'flow':
    case 'table-cell':
    case 'table-caption':
      return box.legend === null ? layoutFlow(box, space) : layoutFieldset(box, box.legend, space);
    // Inline-level boxes are laid out by their block container; alone they are blocks.
    case 'inline':
    case 'text':
    case 'break':
    case 'soft-break':
      return layoutFlow(box, space);
  }
}

function measureBox(box: Box, ports: LayoutPorts, percentBlock: number, blockSize: number): IntrinsicSizes {
  switch (box.kind) {
    case 'flex':
      return flexIntrinsicSizes(box, ports, percentBlock);
    case 'grid':
      return gridIntrinsicSizes(box, ports, percentBlock);
    case 'replaced':
      return replacedIntrinsicSizes(box, contentSpace(ports, percentBlock));
    case 'table':
      return tableIntrinsicSizes(box, ports, percentBlock);
    case 'table-row-group':
    case 'table-row':
    case 'table-column-group':
    case 'table-column':
    case 'flow':
    case 'table-cell':
    case 'table-caption':
    case 'inline':
    case 'text':
    case 'break':
    case 'soft-break':
      if (box.legend !== null) return fieldsetIntrinsicSizes(box, box.legend, ports, percentBlock);
      return flowIntrinsicSizes(box, ports, percentBlock, blockSize);
  }
}

/** A measuring space whose inline size must not be asked for: it is what is being computed. */
function contentSpace(ports: LayoutPorts, percentBlock: number): Space {
  return measuringSpace(ports, percentBlock).with({ inlineSizing: 'fixed', availableInline: 0 });
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
    border: toPhysicalSides(writing, edges.border),
    padding: toPhysicalSides(writing, edges.padding),
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
  inlineContainer: null,
} as const;
