/**
 * Collects a box's children at flow offsets and, once its size is known, makes the physical fragment.
 *
 * In:  results and lines with offsets along the box's own axes from its border-box start corner; out-of-flow children
 *      with their static positions.
 * Out: the LayoutResult: children at physical offsets, relative positioning applied, out-of-flow boxes that this box
 *      contains laid out, the others handed on.
 *
 * Offsets become physical only at the end, because in right-to-left and vertical-rl flows they count from the far edge.
 */
import { inTreeOrder } from './anchor/tree-order.ts';
import type { Box } from './box.ts';
import { containsAbsolute, containsOutOfFlow } from './containing-block.ts';
import { isLayoutContained } from './containment.ts';
import type { Edges } from './edges.ts';
import { scrollsItself } from './flow/formatting-context.ts';
import type { BoxFragment, FlowResult, LayoutResult, LineFragment, OutOfFlow, Placed } from './fragment.ts';
import { InflowBounds } from './inflow-bounds.ts';
import type { InlineResult } from './inline-content.ts';
import { scrollableContainer, scrollOrigin } from './overflow.ts';
import { layoutPositioned } from './positioned.ts';
import type { ContainingRect } from './positioned-axis.ts';
import { NO_OFFSET, type Offset, relativeOffset } from './relative-position.ts';
import { isScrollContainer } from './sizing.ts';
import type { Space } from './space.ts';
import { isSplit, splitInlineRect, withInterruptedContainer } from './split-inline.ts';
import { physicalX, physicalY, type Writing, writingOf } from './writing-mode.ts';

interface PendingChild {
  readonly fragment: BoxFragment | LineFragment;
  readonly outOfFlow: readonly OutOfFlow[];
  readonly inlineOffset: number;
  blockOffset: number;
  /** What percentages of its relative position are of, where that is not the content box. */
  readonly area: LogicalSize | null;
}

interface LogicalSize {
  readonly inlineSize: number;
  readonly blockSize: number;
}

/** A rectangle along the box's own axes, from its border-box start corner. */
export interface LogicalRect extends LogicalSize {
  readonly inlineOffset: number;
  readonly blockOffset: number;
}

export type StaticAlign = 'start' | 'center' | 'end';

/** A static position along the flow axes of the parent: a rectangle and the edge of it that the box touches. */
export interface StaticPosition extends LogicalRect {
  readonly box: Box;
  readonly alignInline: StaticAlign;
  readonly alignBlock: StaticAlign;
  readonly safeInline: boolean;
  readonly safeBlock: boolean;
}

/** What inline layout reports, from the physical corner of the lines' area. */
interface InlineOutOfFlow extends LogicalRect {
  readonly items: readonly OutOfFlow[];
  readonly containers: ReadonlyMap<Box, Placed>;
}

/** What the algorithm knows at the end. Sizes are border boxes along the box's own axes. */
export interface FinishedBox {
  readonly inlineSize: number;
  readonly blockSize: number;
  readonly edges: Edges;
  /** Content-box block size if it was definite: what percentages of relative insets see. */
  readonly percentBlock: number;
  readonly firstBaseline: number | null;
  readonly lastBaseline: number | null;
  readonly intrinsicBlockSize: number;
  readonly flow: FlowResult | null;
  /** For containers that contain out-of-flow boxes in smaller areas than the padding box: that area (CSS Grid 2 §11). */
  readonly areaOf?: (positioned: Box) => LogicalRect;
  /** Where block margins collapse: the end of the content with the margins there. */
  readonly contentEnd?: number;
  /** What counts as the content's reach in place of the children's boxes: the tracks of a grid. */
  readonly contentArea?: LogicalRect;
}

const NONE: readonly OutOfFlow[] = [];

export class FragmentBuilder {
  readonly #box: Box;
  readonly #space: Space;
  readonly #writing: Writing;
  readonly #children: PendingChild[] = [];
  readonly #statics: StaticPosition[] = [];
  readonly #inline: InlineOutOfFlow[] = [];
  #blockShift = 0;
  #hasOutOfFlow = false;

  /** `writing`: the axes of the offsets, where they are not the box's own. */
  constructor(box: Box, space: Space, writing = writingOf(box.style)) {
    this.#box = box;
    this.#space = space;
    this.#writing = writing;
  }

  /** Returns a number to move the child by. */
  addChild(result: LayoutResult, inlineOffset: number, blockOffset: number, area: LogicalSize | null = null): number {
    const { fragment, outOfFlow } = result;
    if (outOfFlow.length > 0) this.#hasOutOfFlow = true;
    this.#children.push({ fragment, outOfFlow, inlineOffset, blockOffset, area });
    return this.#children.length - 1;
  }

  moveChild(index: number, blockOffset: number): void {
    this.#children[index]!.blockOffset = blockOffset;
  }

  addStaticPosition(position: StaticPosition): void {
    this.#hasOutOfFlow = true;
    this.#statics.push(position);
  }

  /** The lines of a block and what inline layout found in them; the place and size are of the area that they fill. */
  addInlineContent(content: InlineResult, inlineOffset: number, blockOffset: number, inlineSize: number): void {
    for (const { fragment, inlineOffset: inline, blockOffset: block } of content.lines) {
      const place = { inlineOffset: inlineOffset + inline, blockOffset: blockOffset + block };
      this.#children.push({ fragment, outOfFlow: NONE, ...place, area: null });
    }
    const { outOfFlow: items, inlineContainers: containers, blockSize } = content;
    if (items.length > 0) this.#hasOutOfFlow = true;
    if (items.length === 0 && containers.size === 0) return;
    this.#inline.push({ items, containers, inlineOffset, blockOffset, inlineSize, blockSize });
  }

  /** Moves all content in the block direction: 'align-content', cells, buttons. */
  shiftContent(by: number): void {
    this.#blockShift += by;
  }

  finish(finished: FinishedBox): LayoutResult {
    const writing = this.#writing;
    const width = writing.horizontal ? finished.inlineSize : finished.blockSize;
    const height = writing.horizontal ? finished.blockSize : finished.inlineSize;
    const inflow = scrollsItself(this.#box) ? this.#inflowBounds(finished, width, height) : null;
    const children = this.#place(finished, width, height, inflow);
    let waiting = this.#waiting(children, width, height);
    const { border, padding } = finished.edges.physical(writing);
    const box = this.#box;
    const fragment: BoxFragment = {
      kind: 'box',
      box,
      width,
      height,
      children,
      border,
      padding,
      inflow: inflow?.rect ?? null,
    };

    const hasContainer =
      this.#inline.length > 0 || containsAbsolute(this.#box) || waiting.some((item) => item.inlineContainer !== null);
    if (waiting.length > 0 && hasContainer) {
      const rect: ContainingRect = {
        x: border.left,
        y: border.top,
        width: Math.max(0, width - border.left - border.right),
        height: Math.max(0, height - border.top - border.bottom),
        writing,
        ...(inflow === null ? null : { scrolls: scrollOrigin(box) }),
      };
      const scrollable = (): ContainingRect | null => {
        if (inflow === null) return null;
        const { x, y, w, h } = scrollableContainer(fragment);
        return { ...rect, x, y, width: w, height: h };
      };
      waiting = this.#layoutContained(waiting, rect, scrollable, finished, width, height, children);
    }
    return {
      fragment,
      firstBaseline: this.#baseline(finished.firstBaseline, finished.blockSize),
      lastBaseline: this.#baseline(finished.lastBaseline, finished.blockSize),
      outOfFlow: waiting,
      intrinsicBlockSize: finished.intrinsicBlockSize,
      flow: finished.flow,
    };
  }

  /** CSS Align 3 §9.1: the baseline of a scroll container is not outside of it. CSS Contain 2 §3.2: a contained one has none. */
  #baseline(baseline: number | null, blockSize: number): number | null {
    if (baseline === null || isLayoutContained(this.#box)) return null;
    const shifted = baseline + this.#blockShift;
    return isScrollContainer(this.#box.style) ? Math.max(0, Math.min(shifted, blockSize)) : shifted;
  }

  /** With what the algorithm knows of the content's reach; `#place` adds the children. */
  #inflowBounds(finished: FinishedBox, width: number, height: number): InflowBounds {
    const { contentArea, contentEnd, edges, inlineSize } = finished;
    const writing = this.#writing;
    const flowEnd = writing.horizontal ? 'bottom' : writing.blockReversed ? 'left' : 'right';
    const bounds = new InflowBounds(inlineSize - edges.inlineSum, contentEnd === undefined ? null : flowEnd);
    const addArea = (area: LogicalRect) => {
      const rect = this.#physicalRect(area, width, height);
      bounds.addArea({ x: rect.x, y: rect.y, w: rect.width, h: rect.height });
    };
    if (contentArea !== undefined) addArea(contentArea);
    const hasContent = this.#children.length > 0 && contentEnd !== undefined && contentEnd > edges.blockStart;
    if (hasContent) {
      const blockSize = contentEnd - edges.blockStart;
      addArea({ inlineOffset: edges.inlineStart, blockOffset: edges.blockStart, inlineSize: 0, blockSize });
    }
    return bounds;
  }

  /** Gives children their physical places. */
  #place(finished: FinishedBox, width: number, height: number, inflow: InflowBounds | null): Placed[] {
    const writing = this.#writing;
    const contentInline = finished.inlineSize - finished.edges.inlineSum;
    const contentWidth = writing.horizontal ? contentInline : finished.percentBlock;
    const contentHeight = writing.horizontal ? finished.percentBlock : contentInline;
    return this.#children.map(({ fragment, inlineOffset, blockOffset, area }) => {
      const offset = blockOffset + this.#blockShift;
      const x = physicalX(writing, inlineOffset, offset, width, fragment.width);
      const y = physicalY(writing, inlineOffset, offset, height, fragment.height);
      if (finished.contentArea === undefined) inflow?.add(fragment, x, y);
      if (fragment.kind !== 'box') return { fragment, x, y };
      const moved =
        area === null
          ? relativeMove(fragment.box, writing, contentWidth, contentHeight)
          : relativeMove(fragment.box, writing, widthOf(area, writing), heightOf(area, writing));
      return { fragment, x: x + moved.x, y: y + moved.y };
    });
  }

  /** The out-of-flow boxes below the children, from this box's corner, and its own. */
  #waiting(children: readonly Placed[], width: number, height: number): readonly OutOfFlow[] {
    if (!this.#hasOutOfFlow) return NONE;
    const waiting: OutOfFlow[] = [];
    for (let at = 0; at < children.length; at++) {
      const { fragment, x, y } = children[at]!;
      const interrupts = fragment.kind === 'box' && fragment.box.interrupts.length > 0 ? fragment.box : null;
      for (const item of this.#children[at]!.outOfFlow) {
        const moved = translate(item, x, y);
        waiting.push(interrupts === null ? moved : withInterruptedContainer(moved, interrupts));
      }
    }
    for (const position of this.#statics) waiting.push(this.#toPhysical(position, width, height));
    for (const found of this.#inline) {
      const corner = this.#cornerOf(found, width, height);
      for (const item of found.items) waiting.push(translate(item, corner.x, corner.y));
    }
    return waiting;
  }

  #cornerOf(area: LogicalRect, width: number, height: number): { readonly x: number; readonly y: number } {
    const writing = this.#writing;
    const areaWidth = widthOf(area, writing);
    const areaHeight = heightOf(area, writing);
    const blockOffset = area.blockOffset + this.#blockShift;
    return {
      x: physicalX(writing, area.inlineOffset, blockOffset, width, areaWidth),
      y: physicalY(writing, area.inlineOffset, blockOffset, height, areaHeight),
    };
  }

  #physicalRect(area: LogicalRect, width: number, height: number): Omit<ContainingRect, 'writing'> {
    const writing = this.#writing;
    return { ...this.#cornerOf(area, width, height), width: widthOf(area, writing), height: heightOf(area, writing) };
  }

  #toPhysical(position: StaticPosition, width: number, height: number): OutOfFlow {
    const writing = this.#writing;
    const rect = this.#physicalRect(position, width, height);
    const inline = writing.inlineReversed ? flipped(position.alignInline) : position.alignInline;
    const block = writing.blockReversed ? flipped(position.alignBlock) : position.alignBlock;
    return {
      box: position.box,
      ...rect,
      alignX: writing.horizontal ? inline : block,
      alignY: writing.horizontal ? block : inline,
      safeX: writing.horizontal ? position.safeInline : position.safeBlock,
      safeY: writing.horizontal ? position.safeBlock : position.safeInline,
      inlineContainer: null,
    };
  }

  /** Lays out the boxes that this box, or an inline box of it, contains; returns the others. */
  #layoutContained(
    waiting: readonly OutOfFlow[],
    rect: ContainingRect,
    scrollable: () => ContainingRect | null,
    finished: FinishedBox,
    width: number,
    height: number,
    children: Placed[],
  ): OutOfFlow[] {
    const remaining: OutOfFlow[] = [];
    const queue = innermostFirst(waiting);
    for (let at = 0; at < queue.length; at++) {
      const item = queue[at]!;
      const inline = item.inlineContainer;
      // The anonymous block around one piece of a split inline box leaves it to the block that has all the pieces.
      if (inline !== null && isSplit(inline) && this.#box.isAnonymous) {
        remaining.push(item);
        continue;
      }
      const inlineRect =
        inline === null ? null : (this.#inlineRect(inline, width, height) ?? splitInlineRect(inline, children));
      if (inlineRect === null && !containsOutOfFlow(this.#box, item.box)) {
        remaining.push(item);
        continue;
      }
      const area = inlineRect ?? this.#areaRect(finished, item.box, width, height) ?? rect;
      const { placed, outOfFlow } = layoutPositioned(item, area, this.#space.ports, {
        children,
        pageScroll: () => NO_OFFSET,
        scrollable: () => (isSameRect(area, rect) ? scrollable() : null),
      });
      children.push(placed);
      // In the order of the tree: anchors among them are there for what follows.
      queue.splice(at + 1, 0, ...outOfFlow.map((inner) => translate(inner, placed.x, placed.y)));
    }
    return remaining;
  }

  #areaRect({ areaOf }: FinishedBox, positioned: Box, width: number, height: number): ContainingRect | null {
    if (areaOf === undefined) return null;
    return { ...this.#physicalRect(areaOf(positioned), width, height), writing: this.#writing };
  }

  /** The padding box of an inline containing block whose lines are ours. */
  #inlineRect(box: Box, width: number, height: number): ContainingRect | null {
    for (const found of this.#inline) {
      const placed = found.containers.get(box);
      if (placed === undefined) continue;
      const corner = this.#cornerOf(found, width, height);
      const { style } = box;
      return {
        x: corner.x + placed.x + style.borderLeftWidth,
        y: corner.y + placed.y + style.borderTopWidth,
        width: Math.max(0, placed.fragment.width - style.borderLeftWidth - style.borderRightWidth),
        height: Math.max(0, placed.fragment.height - style.borderTopWidth - style.borderBottomWidth),
        writing: writingOf(style),
      };
    }
    return null;
  }
}

/** What inline boxes contain comes before what the block around them does. */
function innermostFirst(items: readonly OutOfFlow[]): OutOfFlow[] {
  const ordered = inTreeOrder(items);
  if (ordered.every((item) => item.inlineContainer === null)) return [...ordered];
  const depth = ({ inlineContainer }: OutOfFlow) => {
    let count = 0;
    for (let at = inlineContainer; at !== null && at.kind === 'inline'; at = at.parent) count++;
    return count;
  };
  return [...ordered].sort((first, second) => depth(second) - depth(first));
}

function isSameRect(a: ContainingRect, b: ContainingRect): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

/** By its own position, and by that of the inline boxes that a block or float among them belongs to. */
function relativeMove(box: Box, writing: Writing, width: number, height: number): Offset {
  if (box.style.position !== 'relative' && box.interrupts.length === 0 && !box.isFloating) return NO_OFFSET;
  let { x, y } = relativeOffset(box.style, writing, width, height);
  for (const inline of box.interrupts) {
    const moved = relativeOffset(inline.style, writing, width, height);
    x += moved.x;
    y += moved.y;
  }
  for (let inline = box.parent; box.isFloating && inline !== null && inline.kind === 'inline'; inline = inline.parent) {
    const moved = relativeOffset(inline.style, writing, width, height);
    x += moved.x;
    y += moved.y;
  }
  return { x, y };
}

function widthOf({ inlineSize, blockSize }: LogicalSize, writing: Writing): number {
  return writing.horizontal ? inlineSize : blockSize;
}

function heightOf({ inlineSize, blockSize }: LogicalSize, writing: Writing): number {
  return writing.horizontal ? blockSize : inlineSize;
}

function flipped(align: StaticAlign): StaticAlign {
  if (align === 'center') return 'center';
  return align === 'start' ? 'end' : 'start';
}

/** The same out-of-flow box, seen from a corner that is (x, y) further out. */
export function translate(item: OutOfFlow, x: number, y: number): OutOfFlow {
  if (x === 0 && y === 0) return item;
  return { ...item, x: item.x + x, y: item.y + y };
}
