/**
 * Rectangles of inline boxes that are containing blocks of positioned boxes.
 *
 * In:  lines in order. Out: for each such box the rectangle from the start of its first part to the end of its last.
 *
 * CSS 2.2 §10.1 https://www.w3.org/TR/CSS22/visudet.html#containing-block-details
 */
import type { Box } from '../box.ts';
import { containsAbsolute } from '../containing-block.ts';
import type { BoxFragment, LineFragment, Placed } from '../fragment.ts';
import { writingOf } from '../writing-mode.ts';

interface Part {
  x: number;
  y: number;
  right: number;
  bottom: number;
}

interface Parts {
  readonly fragment: BoxFragment;
  readonly firstLine: LineFragment;
  readonly first: Part;
  lastLine: LineFragment;
  last: Part;
}

const NONE: ReadonlyMap<Box, Placed> = new Map();

export class InlineContainers {
  /** Made when there is one: few blocks have any. */
  #parts: Map<Box, Parts> | null = null;

  /** Adds the boxes of a line whose corner is at (x, y). */
  add(line: LineFragment, x: number, y: number): void {
    for (const placed of line.children) {
      const { fragment } = placed;
      if (fragment.kind !== 'box' || fragment.box.kind !== 'inline' || !containsAbsolute(fragment.box)) continue;
      const left = x + placed.x;
      const top = y + placed.y;
      const part = { x: left, y: top, right: left + fragment.width, bottom: top + fragment.height };
      this.#parts ??= new Map();
      const known = this.#parts.get(fragment.box);
      if (known === undefined) {
        this.#parts.set(fragment.box, { fragment, firstLine: line, first: part, lastLine: line, last: part });
        continue;
      }
      // Parts on one line count as one.
      if (known.firstLine === line) extend(known.first, part);
      if (known.lastLine === line) {
        if (known.last !== known.first) extend(known.last, part);
      } else {
        known.lastLine = line;
        known.last = part;
      }
    }
  }

  finish(): ReadonlyMap<Box, Placed> {
    if (this.#parts === null) return NONE;
    const placed = new Map<Box, Placed>();
    for (const [box, { fragment, first, last }] of this.#parts) {
      const { horizontal, inlineReversed, blockReversed } = writingOf(box.style);
      const [left, right] = (horizontal ? inlineReversed : blockReversed) ? [last, first] : [first, last];
      const [top, bottom] = !horizontal && inlineReversed ? [last, first] : [first, last];
      const width = Math.max(0, right.right - left.x);
      const height = Math.max(0, bottom.bottom - top.y);
      placed.set(box, { fragment: { ...fragment, width, height }, x: left.x, y: top.y });
    }
    return placed;
  }
}

function extend(part: Part, by: Part): void {
  part.x = Math.min(part.x, by.x);
  part.y = Math.min(part.y, by.y);
  part.right = Math.max(part.right, by.right);
  part.bottom = Math.max(part.bottom, by.bottom);
}
