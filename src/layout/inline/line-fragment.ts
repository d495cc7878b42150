/**
 * Turns a built line into fragments at physical offsets.
 *
 * In:  a line with offsets along it. Out: a LineFragment with text, atomic inlines and the parts of inline boxes side by
 *      side, and what lies outside the flow.
 *
 * Along the line means: inline from line-left to line-right, block from the side that letters point to ('over').
 */
import { flippedEdge, outOfFlowEdge } from '../alignment.ts';
import type { Box } from '../box.ts';
import { inlineContainerAround } from '../containing-block.ts';
import type { BoxFragment, LayoutResult, LineFragment, OutOfFlow, Placed, TextFragment } from '../fragment.ts';
import { NO_OFFSET, relativeOffset } from '../relative-position.ts';
import { type LogicalSides, type PhysicalSides, toPhysicalSides, type Writing, writingOf } from '../writing-mode.ts';
import { lineHeightOf } from './font-height.ts';
import { isFlipped, NO_EDGES } from './inline-edges.ts';
import type { LineBox, LineEntry, LogicalLine } from './logical-line.ts';
import { hyphenOf } from './shape-items.ts';

/** A line with what its container needs to know of it. */
export interface LineOutput {
  readonly fragment: LineFragment;
  /** From the corner of the line. */
  readonly outOfFlow: readonly OutOfFlow[];
}

/** The container as far as lines depend on it. */
export interface LineContainer {
  readonly box: Box;
  readonly writing: Writing;
  /** What percentages of relative insets see; INDEFINITE where it depends on the content. */
  readonly contentWidth: number;
  readonly contentHeight: number;
  readonly contentInline: number;
}

/** `lineLeft` is from the container's content edge on the line-left side. */
export function emitLine(built: LogicalLine, container: LineContainer, lineLeft: number): LineOutput {
  return new LineEmitter(built, container, lineLeft).emit();
}

class LineEmitter {
  readonly #built: LogicalLine;
  readonly #container: LineContainer;
  readonly #lineLeft: number;
  readonly #width: number;
  readonly #height: number;
  readonly #children: Placed[] = [];
  readonly #outOfFlow: OutOfFlow[] = [];

  constructor(built: LogicalLine, container: LineContainer, lineLeft: number) {
    this.#built = built;
    this.#container = container;
    this.#lineLeft = lineLeft;
    this.#width = Math.max(0, built.inlineSize);
    this.#height = lineHeightOf(built.metrics);
  }

  emit(): LineOutput {
    this.#applyRelativePositions();
    const { entries, boxes, line, metrics } = this.#built;
    const boxesByStart = boxes.length === 0 ? null : groupByStart(boxes);
    let hasContent = false;
    for (let index = 0; index < entries.length; index++) {
      const entry = entries[index]!;
      for (const box of boxesByStart?.get(index) ?? NO_BOXES) this.#emitBox(box);
      this.#emitEntry(entry, line.isRtl ? this.#hasContentAfter(index) : hasContent);
      if (entry.isContent) hasContent = true;
    }
    const { writing, box } = this.#container;
    const { horizontal } = writing;
    const baseline = isFlipped(box) ? metrics.descent : metrics.ascent;
    const fragment: LineFragment = {
      kind: 'line',
      width: horizontal ? this.#width : this.#height,
      height: horizontal ? this.#height : this.#width,
      baseline: line.isEmpty ? null : baseline,
      children: this.#children,
    };
    return { fragment, outOfFlow: this.#outOfFlow };
  }

  /** Boxes move with all that is inside them. */
  #applyRelativePositions(): void {
    const { entries, boxes } = this.#built;
    if (boxes.length === 0) return;
    const { writing, contentWidth, contentHeight } = this.#container;
    const relative = boxes.filter((box) => box.box.style.position === 'relative');
    if (relative.length === 0) return;
    const dx = new Float64Array(entries.length + 1);
    const dy = new Float64Array(entries.length + 1);
    for (const box of relative) {
      if (box.isEmpty) continue;
      const offset = relativeOffset(box.box.style, writing, contentWidth, contentHeight);
      dx[box.start]! += offset.x;
      dx[box.end]! -= offset.x;
      dy[box.start]! += offset.y;
      dy[box.end]! -= offset.y;
    }
    let x = 0;
    let y = 0;
    entries.forEach((entry, index) => {
      x += dx[index]!;
      y += dy[index]!;
      entry.dx = x;
      entry.dy = y;
    });
    // Chrome moves a box as it moves the entry that it begins with, which after reordering may be one of an inner box.
    for (const box of boxes) {
      const own = box.isEmpty ? relativeOffset(box.box.style, writing, contentWidth, contentHeight) : NO_OFFSET;
      box.dx = entries[box.start]!.dx + own.x;
      box.dy = entries[box.start]!.dy + own.y;
    }
  }

  #emitEntry(entry: LineEntry, afterContent: boolean): void {
    switch (entry.kind) {
      case 'text':
        this.#emitText(entry);
        break;
      case 'hyphen': {
        const at = entry.result!.item.sourceOffset(entry.result!.end - 1) + 1;
        this.#placeText(entry, at, at, hyphenOf(entry.result!.item.style));
        break;
      }
      case 'atomic':
      case 'initial-letter':
        this.#emitAtomic(entry);
        break;
      case 'annotation':
        if (entry.result!.column?.layout) this.#emitAnnotation(entry, entry.result!.column.layout);
        break;
      case 'out-of-flow':
        this.#emitOutOfFlow(entry, afterContent);
        break;
      case 'gap':
      case 'placeholder':
      case 'empty-box':
      case 'control':
        break;
    }
  }

  #emitText(entry: LineEntry): void {
    const { item, start, end } = entry.result!;
    // <wbr> is in the line but has no rectangle.
    if (item.kind === 'opportunity') return;
    if (entry.box.kind !== 'text') this.#placeText(entry, 0, 0, null);
    else if (item.kind === 'text' || item.kind === 'tab') {
      this.#placeText(entry, item.sourceOffset(start), item.sourceOffset(end - 1) + 1, null);
    }
  }

  #placeText(entry: LineEntry, start: number, end: number, generated: string | null): void {
    const { horizontal } = this.#container.writing;
    const width = horizontal ? entry.inlineSize : entry.blockSize;
    const height = horizontal ? entry.blockSize : entry.inlineSize;
    const fragment: TextFragment = { kind: 'text', box: entry.box, start, end, width, height, generated };
    this.#place(fragment, entry.inlineOffset, entry.blockOffset, entry.dx, entry.dy);
  }

  #emitAtomic(entry: LineEntry): void {
    this.#emitLayout(entry, entry.result!.layout!, entry.inlineOffset);
  }

  #emitAnnotation(entry: LineEntry, layout: LayoutResult): void {
    this.#emitLayout(entry, layout, entry.annotationOffset);
  }

  #emitLayout(entry: LineEntry, { fragment, outOfFlow }: LayoutResult, inlineOffset: number): void {
    const { writing, contentWidth, contentHeight } = this.#container;
    const offset = relativeOffset(entry.box.style, writing, contentWidth, contentHeight);
    const dx = entry.dx + offset.x;
    const dy = entry.dy + offset.y;
    const placed = this.#place(fragment, inlineOffset, entry.blockOffset, dx, dy);
    for (const item of outOfFlow) {
      this.#outOfFlow.push({
        ...item,
        x: item.x + placed.x,
        y: item.y + placed.y,
        inlineContainer: item.inlineContainer ?? inlineContainerAround(entry.box, item.box),
      });
    }
  }

  #emitBox(box: LineBox): void {
    const { horizontal } = this.#container.writing;
    const fragment: BoxFragment = {
      kind: 'box',
      box: box.box,
      width: horizontal ? box.inlineSize : box.blockSize,
      height: horizontal ? box.blockSize : box.inlineSize,
      children: NONE,
      border: physicalSides(box, box.edges.border),
      padding: physicalSides(box, box.edges.padding),
      inflow: null,
    };
    this.#place(fragment, box.inlineOffset, box.blockOffset, box.dx, box.dy);
  }

  #place(fragment: Placed['fragment'], inline: number, block: number, dx: number, dy: number): Placed {
    const over = block + this.#built.metrics.ascent;
    const corner = this.#physical(inline, over, fragment.width, fragment.height);
    const placed = { fragment, x: corner.x + dx, y: corner.y + dy };
    this.#children.push(placed);
    return placed;
  }

  /** The corner of a rectangle at an offset along the line and from its 'over' side. */
  #physical(inline: number, over: number, width: number, height: number): { readonly x: number; readonly y: number } {
    if (this.#container.writing.horizontal) return { x: inline, y: over };
    if (this.#container.box.style.writingMode === 'sideways-lr') return { x: over, y: this.#width - inline - height };
    return { x: this.#height - over - width, y: inline };
  }

  /** CSS 2.2 §10.3.7: where the box would have been; what was a block begins a line of its own. */
  #emitOutOfFlow(entry: LineEntry, afterContent: boolean): void {
    const { writing, contentInline } = this.#container;
    const inlineLevel = isInlineLevel(entry.box);
    let inline = entry.inlineOffset;
    let fromRight = entry.level % 2 === 1;
    let block = 0;
    if (!inlineLevel) {
      inline = (writing.rtl ? contentInline : 0) - this.#lineLeft;
      fromRight = writing.rtl;
      if (afterContent) block = this.#height;
    }
    const x = writing.blockReversed ? -block : block;
    const isUpwards = this.#container.box.style.writingMode === 'sideways-lr';
    const y = isUpwards ? this.#width - inline : inline;
    const { justifySelf, alignSelf } = entry.box.style;
    const self = writingOf(entry.box.style);
    // Along the line it is aligned at a point, which nothing fits into; across it, in the height of the line.
    const isSafe = justifySelf.overflow === 'safe';
    const alongLine = isSafe ? 'start' : (outOfFlowEdge(justifySelf, 'inline', writing, self) ?? 'start');
    const across = outOfFlowEdge(alignSelf, 'block', writing, self) ?? 'start';
    const alignInline = fromRight !== isUpwards ? flippedEdge(alongLine) : alongLine;
    const alignBlock = writing.blockReversed ? flippedEdge(across) : across;
    this.#outOfFlow.push({
      box: entry.box,
      x: (writing.horizontal ? inline : x) + entry.dx,
      y: (writing.horizontal ? block : y) + entry.dy,
      width: writing.horizontal ? 0 : this.#height,
      height: writing.horizontal ? this.#height : 0,
      alignX: writing.horizontal ? alignInline : alignBlock,
      alignY: writing.horizontal ? alignBlock : alignInline,
      safeX: !writing.horizontal && alignSelf.overflow === 'safe',
      safeY: writing.horizontal && alignSelf.overflow === 'safe',
      inlineContainer: inlineContainerAround(entry.box, entry.box),
    });
  }

  #hasContentAfter(index: number): boolean {
    const { entries } = this.#built;
    for (let i = index + 1; i < entries.length; i++) if (entries[i]!.isContent) return true;
    return false;
  }
}

const NONE: readonly Placed[] = Object.freeze([]);
const NO_BOXES: readonly LineBox[] = Object.freeze([]);

function groupByStart(boxes: readonly LineBox[]): ReadonlyMap<number, readonly LineBox[]> {
  const groups = new Map<number, LineBox[]>();
  for (const box of boxes) {
    const group = groups.get(box.start);
    // Outer boxes are closed later, and come first.
    if (group === undefined) groups.set(box.start, [box]);
    else group.unshift(box);
  }
  return groups;
}

/** Whether 'display' before blockification was of the inline kind. */
function isInlineLevel(box: Box): boolean {
  const display = box.style.originalDisplay;
  return display.startsWith('inline') || display === 'contents';
}

const NO_SIDES: PhysicalSides<number> = { top: 0, right: 0, bottom: 0, left: 0 };

function physicalSides(box: LineBox, sides: LogicalSides<number>): PhysicalSides<number> {
  if (box.edges === NO_EDGES) return NO_SIDES;
  return toPhysicalSides(writingOf(box.box.style), presentSides(box, sides));
}

/** Sides at which the box is cut have no border or padding. */
function presentSides(box: LineBox, sides: LogicalSides<number>): LogicalSides<number> {
  const hasStart = box.isRtl ? box.hasRightEdge : box.hasLeftEdge;
  const hasEnd = box.isRtl ? box.hasLeftEdge : box.hasRightEdge;
  if (hasStart && hasEnd) return sides;
  return {
    inlineStart: hasStart ? sides.inlineStart : 0,
    inlineEnd: hasEnd ? sides.inlineEnd : 0,
    blockStart: sides.blockStart,
    blockEnd: sides.blockEnd,
  };
}
