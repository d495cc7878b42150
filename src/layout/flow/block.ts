/**
 * Block flow: boxes one below the other, with collapsing margins, floats and clearance.
 *
 * In:  a block container and the space it is offered; for a box that shares its parent's block formatting context, where
 *      it stands in it.
 * Out: its fragment, its baselines, and what goes on to its parent: margins, floats, where it really begins.
 *
 * A box whose start margin can still grow does not know where it begins. Until it does, floats are placed where it is
 * expected to begin; when that proves wrong the box is laid out again with what was learnt.
 *
 * CSS 2.2 §8.3.1, §9.4.1, §9.5, §10.6 https://www.w3.org/TR/CSS22/visuren.html#block-formatting
 */
import type { Box } from '../box.ts';
import { blockSizeOf, inlineSizeOf } from '../child-space.ts';
import { sizeContainedBlock } from '../containment.ts';
import { usedEdges, usedMargins } from '../edges.ts';
import { type AdjoiningFloats, type Exclusions, NO_EXCLUSIONS } from '../exclusions.ts';
import type { LayoutResult, MarginStrut } from '../fragment.ts';
import { FragmentBuilder } from '../fragment-builder.ts';
import { EPSILON } from '../layout-unit.ts';
import { boxGeometry, fillsViewport, type Geometry, usedBlockSize, usedInlineSize } from '../sizing.ts';
import { type FlowPosition, type LayoutPorts, Space } from '../space.ts';
import { type LogicalSides, type Writing, writingOf } from '../writing-mode.ts';
import { placeBesideFloats } from './beside-floats.ts';
import { contentShift, hasDefiniteBlockSize } from './block-end.ts';
import { clearSides, type FloatContainer, type FloatPlacement, floatSide, placeFloat } from './float.ts';
import { startsFormattingContext } from './formatting-context.ts';
import { solveInlineMargins } from './inline-axis.ts';
import { ListMarker } from './list-marker.ts';
import {
  collapseMargin,
  enterContainer,
  hasQuirkyMargin,
  isQuirkyContainer,
  marginSum,
  marginSumWithoutQuirks,
  NO_MARGIN,
  trimsMargin,
} from './margin-collapse.ts';
import { inlineLevelStaticOffset } from './static-position.ts';

/** Each try learns one offset; margins that separate from floats need a second. The last try takes what it gets. */
const MAX_TRIES = 4;

export function layoutFlow(box: Box, space: Space): LayoutResult {
  const geometry = boxGeometry(box, space);
  let expected = space.flow?.expectedBfcBlockOffset ?? null;
  for (let tries = 1; ; tries++) {
    const flow = new BlockFlow(box, space, geometry, expected, tries === MAX_TRIES);
    if (flow.layout()) return flow.finish();
    expected = flow.bfcBlockOffset;
  }
}

/** An in-flow child before its layout. */
interface ChildData {
  readonly space: Space;
  readonly margins: LogicalSides<number>;
  readonly line: number;
  /** Where its floats go while it does not know where it begins. */
  readonly expected: number;
  readonly clearanceOffset: number;
  /** Clearance already says where it begins. */
  readonly pushed: boolean;
}

class BlockFlow {
  readonly #box: Box;
  readonly #space: Space;
  readonly #ports: LayoutPorts;
  readonly #geometry: Geometry;
  readonly #writing: Writing;
  readonly #builder: FragmentBuilder;
  readonly #isRoot: boolean;
  readonly #final: boolean;
  readonly #container: FloatContainer;
  /** Line-left edge of the border box in the BFC. */
  readonly #line: number;
  /** Where the strut begins while the box does not know its own offset. */
  readonly #base: number;
  readonly #forced: number | null;
  readonly #expectedByParent: number | null;
  readonly #expected: number;
  readonly #clearanceOffset: number;

  bfcBlockOffset: number | null = null;
  #usedExpectation = false;
  #hasClearance = false;
  #adjoining: AdjoiningFloats;
  #exclusions: Exclusions;
  /** Where the last in-flow child ended, from the border-box start, and the margins after it. */
  #offset = 0;
  #margin: MarginStrut;
  #collapsedAfterClearance = false;
  /** Children since the last one with a height. */
  readonly #collapsedAtEnd: number[] = [];
  #firstBaseline: number | null = null;
  #lastBaseline: number | null = null;
  #lineCount = 0;
  readonly #marker: ListMarker | null;
  /** Set by `#end`. */
  #intrinsic = 0;
  #blockSize = 0;
  #endMargin: MarginStrut = NO_MARGIN;

  constructor(box: Box, space: Space, geometry: Geometry, expected: number | null, final: boolean) {
    const flow = space.newFormattingContext ? null : space.flow;
    this.#box = box;
    this.#space = space;
    this.#ports = space.ports;
    this.#geometry = geometry;
    this.#writing = geometry.writing;
    this.#builder = new FragmentBuilder(box, space);
    this.#isRoot = flow === null;
    this.#final = final;
    this.#line = flow?.bfcLineOffset ?? 0;
    this.#base = flow?.bfcBlockOffset ?? 0;
    const margin = flow?.margin ?? NO_MARGIN;
    this.#margin = enterContainer(margin, box, space.ports.quirks);
    this.#exclusions = flow?.exclusions ?? NO_EXCLUSIONS;
    this.#forced = flow?.forcedBfcBlockOffset ?? null;
    this.#expectedByParent = expected;
    this.#expected = this.#forced ?? expected ?? this.#base + marginSum(margin);
    this.#clearanceOffset = flow?.clearanceOffset ?? Number.NEGATIVE_INFINITY;
    this.#adjoining = flow?.adjoiningFloats ?? 0;
    this.#container = {
      ports: space.ports,
      style: box.style,
      contentLine: this.#line + geometry.edges.lineLeft(geometry.writing),
      contentInline: geometry.contentInline,
      contentBlock: geometry.contentBlock,
      percentBlock: geometry.percentBlock,
      collapsesAt: this.#isRoot ? 'none' : openEdges(geometry),
    };
    this.#marker = box.marker === null ? null : new ListMarker(box.marker, space.ports, geometry);
  }

  /** False when the box began elsewhere than expected, and has to be laid out again. */
  layout(): boolean {
    const { edges } = this.#geometry;
    // Nothing collapses through a block-start border or padding, nor out of a formatting context.
    if (this.#isRoot || edges.blockStart > 0) {
      if (!this.#resolve()) return false;
      this.#offset = edges.blockStart;
      this.#margin = enterContainer(NO_MARGIN, this.#box, this.#ports.quirks);
    }
    if (this.#box.inlineContent) {
      if (!this.#inlineContent()) return false;
    } else {
      for (const child of this.#box.children) {
        if (child.isOutOfFlow) this.#outOfFlow(child);
        else if (child.isFloating) this.#float(child);
        else if (startsFormattingContext(child)) {
          if (!this.#formattingContext(child)) return false;
        } else {
          // Faster: the child is laid out from here, so that each level of nesting has few functions on the stack.
          const data = this.#prepare(child);
          if (data === null) return false;
          if (!this.#finishChild(child, data, this.#ports.layoutChild(child, data.space))) return false;
        }
      }
    }
    return this.#end();
  }

  /** Settles where the border box begins. False when things were placed by another expectation. */
  #resolve(at: number = this.#base + marginSum(this.#margin)): boolean {
    if (this.bfcBlockOffset !== null) return true;
    let offset = this.#isRoot ? 0 : (this.#forced ?? at);
    if (offset < this.#clearanceOffset) {
      offset = this.#clearanceOffset;
      this.#hasClearance = true;
    }
    this.bfcBlockOffset = offset;
    this.#offset = 0;
    this.#margin = NO_MARGIN;
    this.#adjoining = 0;
    return this.#final || !this.#usedExpectation || Math.abs(offset - this.#expected) < EPSILON;
  }

  /** Where the next border box would begin, or is expected to. */
  get #nextEdge(): number {
    if (this.bfcBlockOffset === null) return this.#expected;
    return this.bfcBlockOffset + this.#offset + marginSum(this.#margin);
  }

  // --- Inline content --------------------------------------------------------------------------------------------

  #inlineContent(): boolean {
    const box = this.#box;
    const empty = this.#ports.inlineContentIsEmpty(box);
    if (!empty && !this.#resolve()) return false;
    const { edges, contentInline, percentBlock } = this.#geometry;
    const floats = new Map<Box, FloatPlacement>();
    const start = this.#nextEdge;
    const lines = this.#ports.layoutInlineContent({
      box,
      space: this.#space,
      contentInline,
      contentBlock: percentBlock,
      bfcLineOffset: this.#container.contentLine,
      bfcBlockOffset: start,
      exclusions: this.#exclusions,
      placeFloat: (float, bfcBlockOffset, exclusions) => {
        const placed = placeFloat(float, this.#container, bfcBlockOffset, exclusions);
        floats.set(float, placed);
        return placed;
      },
      maxLines: box.style.lineClamp === 'none' ? Number.POSITIVE_INFINITY : box.style.lineClamp,
    });
    const contentStart = this.bfcBlockOffset === null ? 0 : start - this.bfcBlockOffset;
    for (const [float, placed] of floats) this.#addFloat(float, placed);
    for (const line of lines.lines) {
      this.#builder.addLine(line.fragment, edges.inlineStart + line.inlineOffset, contentStart + line.blockOffset);
    }
    this.#builder.addInlineOutOfFlow({
      items: lines.outOfFlow,
      containers: lines.inlineContainers,
      inlineOffset: edges.inlineStart,
      blockOffset: contentStart,
      inlineSize: contentInline,
      blockSize: lines.blockSize,
    });
    if (this.bfcBlockOffset === null && lines.outOfFlow.length > 0) this.#usedExpectation = this.#forced === null;
    this.#exclusions = lines.exclusions;
    this.#lineCount = lines.lineCount;
    if (!empty) {
      this.#offset = contentStart + lines.blockSize;
      this.#margin = NO_MARGIN;
      this.#addBaselines(lines.firstBaseline, lines.lastBaseline, contentStart);
    }
    return true;
  }

  #addBaselines(first: number | null, last: number | null, offset: number): void {
    if (this.#firstBaseline === null && first !== null) this.#firstBaseline = offset + first;
    if (last !== null) this.#lastBaseline = offset + last;
  }

  // --- Floats and out-of-flow boxes -------------------------------------------------------------------------------

  #float(float: Box): void {
    const placed = placeFloat(float, this.#container, this.#nextEdge, this.#exclusions);
    this.#exclusions = placed.exclusions;
    this.#addFloat(float, placed);
  }

  #addFloat(float: Box, placed: FloatPlacement): void {
    if (this.bfcBlockOffset === null) {
      const side = floatSide(float.style, this.#box.style) === 'left' ? 1 : 2;
      this.#adjoining = (this.#adjoining | side) as AdjoiningFloats;
      if (this.#forced === null) this.#usedExpectation = true;
    }
    const block = placed.borderBlock - (this.bfcBlockOffset ?? this.#expected);
    this.#builder.addChild(placed.result, this.#inlineOffset(placed.borderLine, placed.result), block);
  }

  /** From a line-left offset in the BFC to an inline offset in this box. */
  #inlineOffset(line: number, result: LayoutResult): number {
    const fromLeft = line - this.#line;
    if (!this.#writing.rtl) return fromLeft;
    return this.#geometry.inlineSize - fromLeft - inlineSizeOf(result.fragment, this.#writing);
  }

  #outOfFlow(child: Box): void {
    const { edges, contentInline } = this.#geometry;
    // Margins before it count only once it is certain that they will not collapse through this box.
    const block = this.#offset + (this.bfcBlockOffset === null ? 0 : marginSum(this.#margin));
    let inline = edges.inlineStart;
    if (child.style.originalDisplay.startsWith('inline')) {
      if (this.bfcBlockOffset === null && this.#forced === null) this.#usedExpectation = true;
      const origin = (this.bfcBlockOffset ?? this.#expected) + block;
      inline += inlineLevelStaticOffset(
        this.#box.style,
        this.#writing,
        this.#exclusions,
        this.#container.contentLine,
        contentInline,
        origin,
      );
    }
    this.#builder.addStaticPosition({
      box: child,
      inlineOffset: inline,
      blockOffset: block,
      inlineSize: 0,
      blockSize: 0,
      alignInline: 'start',
      alignBlock: 'start',
    });
  }

  // --- Children in the same formatting context --------------------------------------------------------------------

  /** Everything the child has to know; `null` when this box has to start again first. */
  #prepare(child: Box): ChildData | null {
    const sides = clearSides(child.style, this.#box.style);
    let forced: number | null = null;
    let pushed = false;
    const cleared = sides === 'both' ? 3 : sides === 'left' ? 1 : sides === 'right' ? 2 : 0;
    if (this.bfcBlockOffset === null && (cleared & this.#adjoining) !== 0) {
      // It clears floats that would otherwise move along with its margins: they are separated here.
      if (!this.#resolve()) return null;
      forced = this.#exclusions.clearance(sides);
      pushed = true;
    }
    const unresolved = this.bfcBlockOffset === null;
    if (unresolved) forced = this.#forced;
    const { contentInline, contentBlock, percentBlock } = this.#geometry;
    const ports = this.#ports;
    const writing = writingOf(child.style);
    const sizing = new Space(ports, {
      availableInline: contentInline,
      availableBlock: contentBlock,
      percentInline: contentInline,
      percentBlock,
      newFormattingContext: false,
      collapsesAt: this.#container.collapsesAt,
    });
    const inlineSize = usedInlineSize(child, sizing, writing, usedEdges(child.style, writing, contentInline));
    const container = this.#box.style;
    const inline = solveInlineMargins(child.style, container, this.#writing, contentInline, contentInline, inlineSize);
    const block = usedMargins(child.style, this.#writing, contentInline);
    const margins = { ...inline, blockStart: block.blockStart, blockEnd: block.blockEnd };
    const line = this.#container.contentLine + (this.#writing.rtl ? inline.inlineEnd : inline.inlineStart);
    const margin = collapseMargin(this.#margin, block.blockStart, hasQuirkyMargin(child, ports.quirks));
    const clearanceOffset = Math.max(
      unresolved ? this.#clearanceOffset : Number.NEGATIVE_INFINITY,
      this.#exclusions.clearance(sides),
    );
    const flow: FlowPosition = {
      bfcLineOffset: line,
      bfcBlockOffset: this.bfcBlockOffset === null ? this.#base : this.bfcBlockOffset + this.#offset,
      margin,
      exclusions: this.#exclusions,
      forcedBfcBlockOffset: forced,
      expectedBfcBlockOffset: unresolved ? this.#expectedByParent : null,
      clearanceOffset,
      adjoiningFloats: unresolved ? this.#adjoining : 0,
    };
    const space = sizing.with({ availableInline: inlineSize, inlineSizing: 'fixed', flow });
    const expected = forced ?? flow.expectedBfcBlockOffset ?? flow.bfcBlockOffset + marginSum(margin);
    return { space, margins, line, expected, clearanceOffset, pushed };
  }

  #finishChild(child: Box, data: ChildData, firstResult: LayoutResult): boolean {
    let result = firstResult;
    let flow = result.flow!;
    let offset = flow.bfcBlockOffset;
    let cleared = flow.selfCollapsing && data.pushed;
    if (offset !== null && this.bfcBlockOffset === null && !flow.selfCollapsing) {
      // The child found where both begin, unless clearance came between them.
      if (!(flow.hasClearance ? this.#resolve() : this.#resolve(offset))) return false;
    }
    if (offset === null) {
      // The child collapsed through. It is where its margins are so far, or below the floats it clears.
      const base = this.bfcBlockOffset === null ? this.#base : this.bfcBlockOffset + this.#offset;
      const estimate = base + marginSum(flow.endMargin);
      if (child.style.clear !== 'none' && estimate < data.clearanceOffset) {
        if (!this.#resolve()) return false;
        cleared = true;
      }
      if (this.bfcBlockOffset !== null) {
        offset = Math.max(estimate, data.clearanceOffset);
        const misplaced = flow.adjoiningFloats !== 0 && Math.abs(offset - data.expected) >= EPSILON;
        if (misplaced || cleared) {
          // After clearance the margins before the child are not its own any more.
          const own = collapseMargin(NO_MARGIN, data.margins.blockStart, hasQuirkyMargin(child, this.#ports.quirks));
          const position = data.space.flow!;
          const again: FlowPosition = {
            ...position,
            margin: cleared ? own : position.margin,
            forcedBfcBlockOffset: offset,
            adjoiningFloats: 0,
          };
          result = this.#ports.layoutChild(child, data.space.with({ flow: again }));
          flow = result.flow!;
        }
      }
    }
    this.#exclusions = flow.exclusions;
    if (this.bfcBlockOffset === null && flow.adjoiningFloats !== 0) {
      this.#adjoining = (this.#adjoining | flow.adjoiningFloats) as AdjoiningFloats;
      if (this.#forced === null) this.#usedExpectation = true;
    }
    const block = offset === null || this.bfcBlockOffset === null ? 0 : offset - this.bfcBlockOffset;
    const index = this.#builder.addChild(result, this.#inlineOffset(data.line, result), block);
    if (flow.selfCollapsing) this.#collapsedAtEnd.push(index);
    this.#addBaselines(result.firstBaseline, result.lastBaseline, block);
    this.#lineCount += flow.lineCount;
    this.#advance(child, result, data.margins.blockEnd, block, cleared);
    return true;
  }

  /** Moves past an in-flow child. */
  #advance(child: Box, result: LayoutResult, marginEnd: number, block: number, cleared: boolean): void {
    const { flow } = result;
    const selfCollapsing = flow?.selfCollapsing ?? false;
    // What collapsed through leaves the place as it was, except that clearance holds it down: then its margins count
    // from so far above it that its border edge is where clearance put it.
    if (!selfCollapsing) {
      this.#offset = block + blockSizeOf(result.fragment, this.#writing);
      this.#collapsedAtEnd.length = 0;
    }
    if (selfCollapsing && cleared) this.#offset = block - marginSum(flow!.endMargin);
    this.#margin = collapseMargin(flow?.endMargin ?? NO_MARGIN, marginEnd, hasQuirkyMargin(child, this.#ports.quirks));
    this.#collapsedAfterClearance = cleared || (this.#collapsedAfterClearance && selfCollapsing);
  }

  // --- Children that are formatting contexts -----------------------------------------------------------------------

  #formattingContext(child: Box): boolean {
    const margins = usedMargins(child.style, this.#writing, this.#geometry.contentInline);
    const before = this.#margin;
    const collapsed = collapseMargin(before, margins.blockStart, hasQuirkyMargin(child, this.#ports.quirks));
    const base = this.bfcBlockOffset === null ? this.#base : this.bfcBlockOffset + this.#offset;
    const unresolved = this.bfcBlockOffset === null;
    let origin = base + marginSum(collapsed);
    let separated = false;
    const sides = clearSides(child.style, this.#box.style);
    const clears = sides === 'both' ? 3 : sides === 'left' ? 1 : sides === 'right' ? 2 : 0;
    if (unresolved) {
      // The child's margin moves this box, and floats with it; unless it clears them, or an earlier try found that it
      // does not fit beside them.
      const apart = base + marginSum(before);
      const known = this.#expectedByParent;
      separated =
        (clears & this.#adjoining) !== 0 ||
        (known !== null && Math.abs(known - origin) >= EPSILON && Math.abs(known - apart) < EPSILON);
      if (!this.#resolve(separated ? apart : origin)) return false;
      origin = this.bfcBlockOffset!;
    }
    let placed = placeBesideFloats(child, this.#container, margins, origin, this.#exclusions, separated);
    if (placed === null) {
      // It has to move below floats, as with clearance: its margin does not collapse with those before it.
      origin = base + marginSum(before);
      if (unresolved && !this.#separate(origin)) return false;
      placed = placeBesideFloats(child, this.#container, margins, origin, this.#exclusions, true)!;
    }
    const block = placed.block - this.bfcBlockOffset!;
    this.#builder.addChild(placed.result, this.#inlineOffset(placed.line, placed.result), block);
    // The last baseline is asked for by inline-blocks, and for them tables have none.
    this.#addBaselines(placed.result.firstBaseline, child.kind === 'table' ? null : placed.result.lastBaseline, block);
    this.#advance(child, placed.result, margins.blockEnd, block, false);
    return true;
  }

  /** Settles the offset again, without the margin of a child that moved away. */
  #separate(offset: number): boolean {
    const old = this.bfcBlockOffset!;
    this.bfcBlockOffset = null;
    this.#resolve(offset);
    return this.#final || !this.#usedExpectation || Math.abs(old - this.bfcBlockOffset!) < EPSILON;
  }

  // --- The end -----------------------------------------------------------------------------------------------------

  #end(): boolean {
    const box = this.#box;
    const { edges, writing, inlineSize } = this.#geometry;
    // A list item without a line is at least as high as its marker.
    const loneMarker = this.#firstBaseline === null ? this.#marker : null;
    if (loneMarker !== null && !this.#resolve()) return false;

    if (trimsMargin(box, 'block-end')) this.#trimEnd();
    this.#endMargin = this.#margin;
    let intrinsic = edges.blockStart;
    // A formatting context contains its floats.
    if (this.#isRoot) intrinsic = Math.max(intrinsic, this.#exclusions.clearance('both'));

    // The margins at the end stay inside where something closes the box, or where clearance held the last child down.
    if (edges.blockEnd > 0 || this.#collapsedAfterClearance || this.#isRoot) {
      const quirky = isQuirkyContainer(box, this.#ports.quirks);
      const sum = quirky ? marginSumWithoutQuirks(this.#margin) : marginSum(this.#margin);
      if (this.bfcBlockOffset === null) {
        if (!this.#resolve()) return false;
      } else {
        intrinsic = Math.max(intrinsic, this.#offset + sum);
      }
      intrinsic += edges.blockEnd;
      this.#endMargin = NO_MARGIN;
    } else {
      intrinsic = Math.max(intrinsic, this.#offset);
    }

    if (loneMarker !== null) intrinsic = Math.max(intrinsic, loneMarker.blockSize);

    const contained = sizeContainedBlock(box.style);
    if (contained !== null) intrinsic = contained + edges.blockSum;
    this.#intrinsic = intrinsic;
    const fills = fillsViewport(box, this.#space);
    const fill = fills ? this.#viewportFill() : null;
    this.#blockSize = usedBlockSize(box, this.#space, writing, edges, inlineSize, intrinsic, fill);
    if (this.#blockSize > 0 && !this.#resolve()) return false;
    // §8.3.1: margins do not collapse through the end of a box whose height is not its content's.
    if (this.bfcBlockOffset !== null && !fills) {
      const own = Math.abs(this.#blockSize - intrinsic) >= EPSILON || hasDefiniteBlockSize(box, this.#space, writing);
      if (own) this.#endMargin = NO_MARGIN;
    }
    return true;
  }

  /** 'margin-trim': the margins at the end are dropped, and what collapsed through moves up with them. */
  #trimEnd(): void {
    this.#margin = this.bfcBlockOffset === null ? (this.#space.flow?.margin ?? NO_MARGIN) : NO_MARGIN;
    for (const index of this.#collapsedAtEnd) this.#builder.moveChild(index, this.#offset);
  }

  /** Quirks mode: what body's margins, collapsed with those of its content, leave of its container. */
  #viewportFill(): number {
    const margins = usedMargins(this.#box.style, this.#writing, this.#space.percentInline);
    const start = this.bfcBlockOffset === null || this.#isRoot ? margins.blockStart : this.bfcBlockOffset - this.#base;
    return this.#space.availableBlock - start - marginSum(collapseMargin(this.#endMargin, margins.blockEnd, false));
  }

  finish(): LayoutResult {
    const box = this.#box;
    const { edges, inlineSize, percentBlock } = this.#geometry;
    const marker = this.#marker;
    if (marker !== null) {
      const baseline = this.#firstBaseline;
      const top = baseline === null || marker.baseline === null ? edges.blockStart : baseline - marker.baseline;
      this.#builder.addChild(marker.result, marker.inlineOffset, top);
    }
    this.#builder.shiftContent(contentShift(box, this.#space, this.#blockSize - this.#intrinsic, this.#firstBaseline));
    const selfCollapsing = this.bfcBlockOffset === null;
    return this.#builder.finish({
      inlineSize,
      blockSize: this.#blockSize,
      edges,
      percentBlock,
      firstBaseline: this.#firstBaseline,
      lastBaseline: this.#lastBaseline,
      intrinsicBlockSize: this.#intrinsic,
      flow: this.#isRoot
        ? null
        : {
            bfcBlockOffset: this.bfcBlockOffset ?? this.#forced,
            endMargin: this.#endMargin,
            exclusions: this.#exclusions,
            selfCollapsing,
            hasClearance: this.#hasClearance,
            adjoiningFloats: selfCollapsing ? this.#adjoining : 0,
            lineCount: this.#lineCount,
          },
    });
  }
}

/** The edges without border and padding, through which margins collapse. */
function openEdges({ edges }: Geometry): FloatContainer['collapsesAt'] {
  if (edges.blockStart === 0) return edges.blockEnd === 0 ? 'both' : 'start';
  return edges.blockEnd === 0 ? 'end' : 'none';
}
