/**
 * Block flow: boxes one below the other, with collapsing margins, floats and clearance.
 *
 * In:  a block container and the space it is offered; for a box that shares its parent's block formatting context, where
 *      it stands in it.
 * Out: its fragment, its baselines, and what goes on to its parent: margins, floats, where it really begins.
 *
 * CSS 2.2 §8.3.1, §9.4.1, §9.5, §10.6 https://www.w3.org/TR/CSS22/visuren.html#block-formatting
 */
import type { Box } from '../box.ts';
import { blockSizeOf, inlineSizeOf } from '../child-space.ts';
import { sizeContainedBlock } from '../containment.ts';
import { usedMargins } from '../edges.ts';
import type { LayoutResult, MarginStrut } from '../fragment.ts';
import { FragmentBuilder } from '../fragment-builder.ts';
import { EPSILON } from '../layout-unit.ts';
import { childLimits, type LineLimits, lineLimitsOf } from '../line-limits.ts';
import { boxGeometry, fillsViewport, type Geometry, usedBlockSize } from '../sizing.ts';
import type { LayoutPorts, Space } from '../space.ts';
import { isOrthogonal, type Writing, writingOf } from '../writing-mode.ts';
import { placeBesideFloats } from './beside-floats.ts';
import { contentShift, hasDefiniteBlockSize, lastBaselineOf, viewportFill } from './block-end.ts';
import { contentBoxOf, inlineSizeIn, spaceIn } from './block-size.ts';
import { type ChildData, layoutCollapsed } from './collapsed-child.ts';
import { clearSides, type FloatContainer, type FloatPlacement, floatSide, placeFloat } from './float.ts';
import { expectedOffset, FlowCursor, sideSet } from './flow-cursor.ts';
import { startsFormattingContext } from './formatting-context.ts';
import { solveInlineMargins } from './inline-axis.ts';
import { beginsWithList, ListMarker } from './list-marker.ts';
import {
  collapseMargin,
  enterContainer,
  isQuirkyContainer,
  marginSum,
  marginSumWithoutQuirks,
  NO_MARGIN,
} from './margin-collapse.ts';
import { layoutPlainBlock } from './plain-block.ts';
import { staticPosition } from './static-position.ts';

/** Each try learns one offset; margins that separate from floats need a second. The last try takes what it gets. */
const MAX_TRIES = 4;

export function layoutFlow(box: Box, space: Space): LayoutResult {
  const geometry = boxGeometry(box, space);
  const plain = box.inlineContent ? layoutPlainBlock(box, space, geometry) : null;
  if (plain !== null) return plain;
  let learnt = space.flow?.expectedBfcBlockOffset ?? null;
  let trimmed: Box | null = null;
  for (let tries = 1; ; tries++) {
    const cursor = new FlowCursor(box, space, learnt, tries === MAX_TRIES);
    const flow: BlockFlow = new BlockFlow(box, space, geometry, cursor, trimmed);
    if (flow.layout()) return flow.finish();
    learnt = cursor.bfcBlockOffset;
    trimmed = flow.trimmedChild;
  }
}

class BlockFlow {
  readonly #box: Box;
  readonly #space: Space;
  readonly #ports: LayoutPorts;
  readonly #geometry: Geometry;
  readonly #writing: Writing;
  readonly #builder: FragmentBuilder;
  readonly #container: FloatContainer;
  readonly #cursor: FlowCursor;
  readonly #marker: ListMarker | null;
  /** The child whose margins at the end are trimmed with those of this box; known after a first try. */
  trimmedChild: Box | null;
  /** The last child with a height, if margins went through its end; and the children since then. */
  #openAtEnd: Box | null = null;
  readonly #collapsedAtEnd: number[] = [];
  #firstBaseline: number | null = null;
  #lastBaseline: number | null = null;
  readonly #limits: LineLimits | null;
  #lineCount = 0;
  /** Behind the last line that 'line-clamp' shows. */
  #clampedEnd: number | null = null;
  /** Floats among inline content, where the last try at their line put them. */
  #inlineFloats: Map<Box, FloatPlacement> | null = null;
  /** Set by `#end`. */
  #intrinsic = 0;
  #contentEnd = 0;
  #blockSize = 0;
  #endMargin: MarginStrut = NO_MARGIN;

  constructor(box: Box, space: Space, geometry: Geometry, cursor: FlowCursor, trimmedChild: Box | null) {
    this.#box = box;
    this.#space = space;
    this.#ports = space.ports;
    this.#geometry = geometry;
    this.#writing = geometry.writing;
    this.#builder = new FragmentBuilder(box, space);
    this.#cursor = cursor;
    this.trimmedChild = trimmedChild;
    this.#limits = lineLimitsOf(box, space);
    this.#container = contentBoxOf(box, space, geometry, cursor);
    this.#marker = box.marker === null ? null : new ListMarker(box.marker, space.ports, geometry, this.#limits);
  }

  /** False when the box began elsewhere than expected, and has to be laid out again. */
  layout(): boolean {
    const cursor = this.#cursor;
    const { edges } = this.#geometry;
    // Nothing collapses through a block-start border or padding, nor out of a formatting context.
    if (cursor.isRoot || edges.blockStart > 0) {
      if (!cursor.resolve()) return false;
      cursor.pass(edges.blockStart, enterContainer(NO_MARGIN, this.#box, this.#ports.quirks));
    }
    if (this.#box.inlineContent) return this.#inlineContent() && this.#end();
    if (this.#marker !== null && this.#ports.quirks && beginsWithList(this.#box)) {
      if (!cursor.resolve()) return false;
      this.#markerLine(this.#marker);
    }
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
    return this.#end();
  }

  // --- Inline content --------------------------------------------------------------------------------------------

  #inlineContent(): boolean {
    const box = this.#box;
    const cursor = this.#cursor;
    const empty = this.#ports.inlineContentIsEmpty(box);
    if (!empty && !cursor.resolve()) return false;
    const { edges, contentInline, percentBlock } = this.#geometry;
    const start = cursor.nextEdge;
    const lines = this.#ports.layoutInlineContent({
      box,
      space: this.#space,
      contentInline,
      contentBlock: percentBlock,
      bfcLineOffset: this.#container.contentLine,
      bfcBlockOffset: start,
      spaceAbove: edges.padding.blockStart + (edges.border.blockStart > 0 ? 0 : (cursor.spaceBefore ?? 0)),
      exclusions: cursor.exclusions,
      placeFloat: (float, bfcBlockOffset, exclusions) => {
        const placed = placeFloat(float, this.#container, bfcBlockOffset, exclusions);
        this.#inlineFloats ??= new Map();
        this.#inlineFloats.set(float, placed);
        return placed;
      },
      limits: this.#limits,
    });
    const lineStart = cursor.bfcBlockOffset === null ? 0 : start - cursor.bfcBlockOffset;
    const contentStart = lineStart + (this.#marker?.excessAbove(lines.firstBaseline) ?? 0);
    for (const [float, placed] of this.#inlineFloats ?? []) this.#addFloat(float, placed);
    this.#builder.addInlineContent(lines, edges.inlineStart, contentStart, contentInline);
    if (lines.outOfFlow.length > 0) cursor.relyOnExpectation();
    cursor.exclusions = lines.exclusions;
    this.#lineCount = lines.lineCount;
    if (!empty) {
      cursor.pass(contentStart + lines.blockSize, NO_MARGIN);
      this.#addBaselines(lines.firstBaseline, lines.lastBaseline, contentStart);
    }
    return true;
  }

  /** Quirks mode: the marker has a line of its own before a list inside the item. */
  #markerLine(marker: ListMarker): void {
    this.#firstBaseline = this.#cursor.offset + (marker.baseline ?? 0);
    this.#cursor.pass(this.#cursor.offset + marker.blockSize, NO_MARGIN);
  }

  /** How far a child moves down to make room for the marker beside its first line. */
  #markerPush(child: LayoutResult): number {
    return this.#firstBaseline === null ? (this.#marker?.excessAbove(child.firstBaseline) ?? 0) : 0;
  }

  #addBaselines(first: number | null, last: number | null, offset: number): void {
    if (this.#firstBaseline === null && first !== null) this.#firstBaseline = offset + first;
    if (last !== null) this.#lastBaseline = offset + last;
  }

  // --- Floats and out-of-flow boxes -------------------------------------------------------------------------------

  #float(float: Box): void {
    const cursor = this.#cursor;
    const placed = placeFloat(float, this.#container, cursor.nextEdge, cursor.exclusions);
    cursor.exclusions = placed.exclusions;
    this.#addFloat(float, placed);
  }

  #addFloat(float: Box, placed: FloatPlacement): void {
    const cursor = this.#cursor;
    cursor.addAdjoining(floatSide(float.style, this.#box.style) === 'left' ? 1 : 2);
    const block = placed.borderBlock - (cursor.bfcBlockOffset ?? cursor.expected);
    this.#builder.addChild(placed.result, this.#inlineOffset(placed.borderLine, placed.result), block);
  }

  /** From a line-left offset in the BFC to an inline offset in this box. */
  #inlineOffset(line: number, result: LayoutResult): number {
    const fromLeft = line - this.#cursor.line;
    if (!this.#writing.rtl) return fromLeft;
    return this.#geometry.inlineSize - fromLeft - inlineSizeOf(result.fragment, this.#writing);
  }

  #outOfFlow(child: Box): void {
    this.#builder.addStaticPosition(staticPosition(child, this.#container, this.#geometry, this.#cursor));
  }

  #containerFor(child: Box): FloatContainer {
    if (this.#limits === null) return this.#container;
    const extra = childLimits(this.#limits, this.#lineCount, this.#box, child, this.#geometry, this.#ports);
    return { ...this.#container, extra };
  }

  // --- Children in the same formatting context --------------------------------------------------------------------

  /** Everything the child has to know; `null` when this box has to start again first. */
  #prepare(child: Box): ChildData | null {
    const cursor = this.#cursor;
    const sides = clearSides(child.style, this.#box.style);
    const pushed = !cursor.isResolved && (sideSet(sides) & cursor.adjoining) !== 0;
    // It clears floats that would otherwise move along with its margins: they are separated here.
    if (pushed && !cursor.resolve()) return null;
    const forced = pushed ? cursor.exclusions.clearance(sides) : null;

    const { contentInline } = this.#geometry;
    const inlineSize = inlineSizeIn(child, this.#container);
    const container = this.#box.style;
    const inline = solveInlineMargins(child.style, container, this.#writing, contentInline, contentInline, inlineSize);
    const { blockStart, blockEnd } = usedMargins(child.style, this.#writing, contentInline);
    const line = this.#container.contentLine + (this.#writing.rtl ? inline.inlineEnd : inline.inlineStart);
    const quirky = child.style.quirkyMargins.start;
    const position = cursor.childPosition(line, blockStart, quirky, sides, forced, child === this.trimmedChild);
    const space = spaceIn(this.#containerFor(child), inlineSize, 'fixed', position);
    return { space, position, margins: { ...inline, blockStart, blockEnd }, pushed };
  }

  #finishChild(child: Box, data: ChildData, first: LayoutResult): boolean {
    const cursor = this.#cursor;
    let result = first;
    let flow = result.flow!;
    let offset = flow.bfcBlockOffset;
    let cleared = flow.selfCollapsing && data.pushed;
    if (offset !== null && !cursor.isResolved && !flow.selfCollapsing) {
      // The child found where both begin, unless clearance came between them.
      if (!(flow.hasClearance ? cursor.resolve() : cursor.resolve(offset))) return false;
    }
    if (offset === null) {
      // The child collapsed through. It is where its margins are so far, or below the floats it clears.
      const { clearanceOffset } = data.position;
      const estimate = cursor.base + marginSum(flow.endMargin);
      cleared = child.style.clear !== 'none' && cursor.holdsDown(flow.endMargin, clearanceOffset);
      if (cleared && !cursor.resolve()) return false;
      if (cursor.isResolved) {
        offset = Math.max(estimate, clearanceOffset);
        const misplaced = flow.adjoiningFloats !== 0 && Math.abs(offset - expectedOffset(data.position)) >= EPSILON;
        if (misplaced || cleared) {
          result = layoutCollapsed(this.#ports, child, data, offset, cleared);
          flow = result.flow!;
        }
      }
    }
    cursor.exclusions = flow.exclusions;
    cursor.addAdjoining(flow.adjoiningFloats);
    const start = offset === null || cursor.bfcBlockOffset === null ? 0 : offset - cursor.bfcBlockOffset;
    const block = start + this.#markerPush(result);
    const index = this.#builder.addChild(result, this.#inlineOffset(data.position.bfcLineOffset, result), block);
    this.#addBaselines(result.firstBaseline, result.lastBaseline, block);
    this.#lineCount += flow.lineCount;
    const margin = collapseMargin(flow.endMargin, data.margins.blockEnd, child.style.quirkyMargins.end);
    if (flow.selfCollapsing) {
      this.#collapsedAtEnd.push(index);
      cursor.passCollapsed(margin, cleared ? block : null, flow.endMargin);
    } else {
      this.#collapsedAtEnd.length = 0;
      this.#openAtEnd = flow.endMargin === NO_MARGIN ? null : child;
      cursor.pass(block + blockSizeOf(result.fragment, this.#writing), margin);
    }
    if (this.#limits !== null && this.#lineCount >= this.#limits.lines) this.#clampedEnd ??= cursor.offset;
    return true;
  }

  // --- Children that are formatting contexts -----------------------------------------------------------------------

  #formattingContext(child: Box): boolean {
    const cursor = this.#cursor;
    const margins = usedMargins(child.style, this.#writing, this.#geometry.contentInline);
    const quirky = child.style.quirkyMargins;
    const container = this.#containerFor(child);
    const { base } = cursor;
    const unresolved = !cursor.isResolved;
    const apart = base + marginSum(cursor.margin);
    let origin = base + marginSum(collapseMargin(cursor.margin, margins.blockStart, quirky.start));
    let separated = false;
    if (unresolved) {
      separated = cursor.isSeparated(clearSides(child.style, this.#box.style), origin, apart);
      if (!cursor.resolve(separated ? apart : origin)) return false;
      origin = cursor.bfcBlockOffset!;
    }
    let placed = placeBesideFloats(child, container, margins, origin, cursor.exclusions, separated);
    if (placed === null) {
      // It has to move below floats, as with clearance: its margin does not collapse with those before it.
      if (unresolved && !cursor.resolveAgain(apart)) return false;
      placed = placeBesideFloats(child, container, margins, apart, cursor.exclusions, true)!;
    }
    const { result, line } = placed;
    const block = placed.block - cursor.bfcBlockOffset! + this.#markerPush(result);
    this.#builder.addChild(result, this.#inlineOffset(line, result), block);
    const last = lastBaselineOf(child, result, this.#writing, margins.blockEnd);
    const first = isOrthogonal(this.#writing, writingOf(child.style)) ? null : result.firstBaseline;
    this.#addBaselines(first, last, block);
    this.#collapsedAtEnd.length = 0;
    this.#openAtEnd = null;
    const after = collapseMargin(NO_MARGIN, margins.blockEnd, quirky.end);
    cursor.pass(block + blockSizeOf(result.fragment, this.#writing), after);
    return true;
  }

  // --- The end -----------------------------------------------------------------------------------------------------

  #end(): boolean {
    const box = this.#box;
    const cursor = this.#cursor;
    const { edges, writing, inlineSize } = this.#geometry;
    // A list item without a line is at least as high as its marker, whatever its height and limits say, as in Chrome.
    const loneMarker = this.#firstBaseline === null ? this.#marker : null;
    if (loneMarker !== null && !cursor.resolveBeforeMarker(box.children.length > 0)) return false;

    if (cursor.trimsEnd && !this.#trimEnd()) return false;
    this.#endMargin = cursor.margin;
    this.#contentEnd = cursor.offset + marginSum(cursor.margin);
    let intrinsic = edges.blockStart;
    // A formatting context contains its floats.
    if (cursor.isRoot) intrinsic = Math.max(intrinsic, cursor.exclusions.blockEnd);

    // The margins at the end stay inside where something closes the box, or where clearance held the last child down.
    if (edges.blockEnd > 0 || cursor.isHeldByClearance || cursor.isRoot) {
      const sum = isQuirkyContainer(box, this.#ports.quirks) ? marginSumWithoutQuirks : marginSum;
      if (cursor.isResolved) intrinsic = Math.max(intrinsic, cursor.offset + sum(cursor.margin));
      else if (!cursor.resolve()) return false;
      intrinsic += edges.blockEnd;
      this.#endMargin = NO_MARGIN;
    } else {
      intrinsic = Math.max(intrinsic, cursor.offset);
    }
    if (this.#clampedEnd !== null) intrinsic = this.#clampedEnd + edges.blockEnd;
    const contained = sizeContainedBlock(box);
    if (contained !== null) intrinsic = contained + edges.blockSum;

    const fills = fillsViewport(box, this.#space);
    const fill = fills ? viewportFill(box, this.#space, writing, cursor.spaceBefore, this.#endMargin) : null;
    this.#intrinsic = intrinsic;
    this.#blockSize = usedBlockSize(box, this.#space, writing, edges, inlineSize, intrinsic, fill);
    if (loneMarker !== null) {
      this.#intrinsic = Math.max(intrinsic, loneMarker.blockSize);
      this.#blockSize = Math.max(this.#blockSize, this.#intrinsic);
    }
    if (this.#blockSize > 0 && !cursor.resolve()) return false;
    // §8.3.1: margins do not collapse through the end of a box whose height is not its content's.
    const isOwn =
      Math.abs(this.#blockSize - this.#intrinsic) >= EPSILON || hasDefiniteBlockSize(box, this.#space, writing);
    if (cursor.isResolved && !fills && isOwn) this.#endMargin = NO_MARGIN;
    return true;
  }

  /** 'margin-trim': what collapsed through at the end moves up with the margins that are dropped. */
  #trimEnd(): boolean {
    this.#cursor.trimEnd();
    for (const index of this.#collapsedAtEnd) this.#builder.moveChild(index, this.#cursor.offset);
    if (this.#openAtEnd === null || this.trimmedChild !== null) return true;
    // So does what collapsed through at the end of the last child: it is laid out again.
    this.trimmedChild = this.#openAtEnd;
    return this.#cursor.isFinal;
  }

  finish(): LayoutResult {
    const { edges, inlineSize, percentBlock } = this.#geometry;
    const marker = this.#marker;
    const baseline = this.#firstBaseline;
    const top = marker?.topAt(baseline, edges.blockStart) ?? 0;
    if (marker !== null) this.#builder.addChild(marker.result, marker.inlineOffset, top);
    this.#builder.shiftContent(contentShift(this.#box, this.#space, this.#blockSize - this.#intrinsic, baseline));
    return this.#builder.finish({
      inlineSize,
      blockSize: this.#blockSize,
      edges,
      percentBlock,
      firstBaseline: baseline,
      lastBaseline: this.#lastBaseline,
      intrinsicBlockSize: this.#intrinsic,
      contentEnd: this.#contentEnd,
      flow: this.#cursor.result(this.#endMargin, this.#lineCount),
    });
  }
}
