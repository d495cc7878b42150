/**
 * Min-content and max-content sizes of inline content.
 *
 * In:  a container. Out: the width of its widest word, and of its widest line when only forced breaks break lines.
 *
 * Floats: the widest counts for min-content; for max-content those beside a line add to it.
 * CSS Sizing 3 §5.1 https://drafts.csswg.org/css-sizing-3/#intrinsic-sizes
 */
import type { Box } from '../box.ts';
import { usedMargins } from '../edges.ts';
import { NO_EXCLUSIONS } from '../exclusions.ts';
import type { PlacedFloat } from '../inline-content.ts';
import { outerContribution } from '../intrinsic.ts';
import { ceilUnit } from '../layout-unit.ts';
import type { Space } from '../space.ts';
import { type Writing, writingOf } from '../writing-mode.ts';
import { type InlineItems, inlineItemsOf } from './collect.ts';
import { inlineEdges } from './inline-edges.ts';
import { type LineRoom, type LineStart, nextLine, usedTextIndent } from './line-breaker.ts';
import type { AtomicSize, LineContext } from './line-state.ts';
import { plainTextOf } from './plain-text.ts';
import { tabsWidth } from './shape-items.ts';

export function inlineContentSizes(box: Box, space: Space): { readonly min: number; readonly max: number } {
  const plain = plainTextOf(box);
  if (plain !== null) return plain;
  const items = inlineItemsOf(box);
  const min = new MinContent(items, space).measure();
  // A negative indent may make one long line shorter than a word on a line of its own.
  return { min, max: Math.max(min, maxContent(items, space)) };
}

const UNBOUNDED = Number.POSITIVE_INFINITY;

/** Lines are broken at every opportunity: each is one word. */
class MinContent implements LineContext {
  readonly items: InlineItems;
  readonly mode = 'min-content';
  readonly lineHeightQuirk = false;
  readonly percentBase = 0;
  readonly lineStart = 0;
  readonly lineEnd = 0;
  readonly #space: Space;
  readonly #writing: Writing;

  constructor(items: InlineItems, space: Space) {
    this.items = items;
    this.#space = space;
    this.#writing = writingOf(items.container.style);
  }

  measure(): number {
    let widest = 0;
    for (const item of this.items.items) {
      if (item.kind === 'float') widest = Math.max(widest, this.#contribution(item.box).min);
    }
    let start: LineStart | null = {
      position: { item: 0, offset: 0 },
      style: this.items.forFirstLine.style,
      isFirst: true,
      afterForcedBreak: false,
      isRtl: null,
    };
    while (start !== null) {
      const { line, next } = nextLine(this, start, NO_ROOM, false);
      widest = Math.max(widest, line.width);
      start = next;
    }
    return widest;
  }

  sizeAtomic(box: Box): AtomicSize {
    const margins = usedMargins(box.style, this.#writing, 0);
    return { inlineSize: this.#contribution(box).min, margins, layout: null };
  }

  placeFloat(_box: Box, blockOffset: number): PlacedFloat {
    return { exclusions: NO_EXCLUSIONS, lineStart: 0, lineEnd: 0, blockStart: blockOffset, blockEnd: blockOffset };
  }

  #contribution(box: Box): { readonly min: number } {
    return outerContribution(box, this.#writing, this.#space.ports, this.#space.percentBlock);
  }
}

const NO_ROOM: LineRoom = {
  opportunity: { lineStart: 0, lineEnd: 0, blockOffset: 0, blockEnd: UNBOUNDED, nextBlockOffset: UNBOUNDED },
  exclusions: NO_EXCLUSIONS,
  minBlockSize: 0,
  leadingFloats: new Map(),
  limit: Number.POSITIVE_INFINITY,
};

/** Everything between forced breaks stands on one line. */
function maxContent(items: InlineItems, space: Space): number {
  const { container } = items;
  let shaped = items.forFirstLine;
  const { style } = container;
  const writing = writingOf(style);
  const floats = new FloatRow(writing.rtl);
  let widest = 0;
  let position = usedTextIndent(container, true, false, 0);
  let afterBreak = false;
  let columnStart = position;
  for (let index = 0; index < items.items.length; index++) {
    const item = shaped.items[index]!;
    // Close tags behind a forced break belong to the line that it ends.
    if (afterBreak && item.kind !== 'close') {
      widest = floats.widestWith(Math.max(0, position), widest);
      position = usedTextIndent(container, false, true, 0);
      afterBreak = false;
      shaped = items;
    }
    switch (item.kind) {
      case 'text':
        position += Math.max(0, ceilUnit(shaped.positions[item.end]! - shaped.positions[item.start]!));
        break;
      case 'tab':
        position += tabsWidth(item.style, style, position, item.length);
        break;
      case 'open':
        position += inlineEdges(item.box, 0).start;
        break;
      case 'close':
        position += inlineEdges(item.box, 0).end;
        break;
      case 'atomic':
      case 'initial-letter':
        position += outerContribution(item.box, writing, space.ports, space.percentBlock).max;
        break;
      case 'float':
        floats.add(item.box, outerContribution(item.box, writing, space.ports, space.percentBlock).max);
        break;
      case 'column':
        columnStart = position;
        break;
      case 'annotation': {
        const { max } = outerContribution(item.box, writing, space.ports, space.percentBlock);
        position = Math.max(position, columnStart + max);
        break;
      }
      case 'newline':
        afterBreak = true;
        break;
      case 'opportunity':
      case 'ignored':
      case 'out-of-flow':
      case 'bidi':
        break;
    }
  }
  return floats.widestWith(Math.max(0, position), widest);
}

/** The floats beside one line; a float that clears begins another row. */
class FloatRow {
  readonly #rtl: boolean;
  readonly #floats: {
    readonly side: 'left' | 'right';
    readonly clear: Box['style']['clear'];
    readonly size: number;
  }[] = [];

  constructor(rtl: boolean) {
    this.#rtl = rtl;
  }

  add(box: Box, size: number): void {
    const { float, clear } = box.style;
    const left = float === 'left' || float === (this.#rtl ? 'inline-end' : 'inline-start');
    this.#floats.push({ side: left ? 'left' : 'right', clear, size });
  }

  /** The widest so far, given a line and the floats beside it; begins anew. */
  widestWith(line: number, before: number): number {
    let widest = before;
    let row = 0;
    let previous: 'left' | 'right' | null = null;
    for (const { side, clear, size } of this.#floats) {
      if (previous !== null && (clear === 'both' || clear === previous || clear === this.#logical(previous))) {
        widest = Math.max(widest, line + row);
        row = 0;
      }
      row += Math.max(0, size);
      previous = side;
    }
    this.#floats.length = 0;
    return Math.max(widest, line + row);
  }

  #logical(side: 'left' | 'right'): Box['style']['clear'] {
    return (side === 'left') === this.#rtl ? 'inline-end' : 'inline-start';
  }
}
