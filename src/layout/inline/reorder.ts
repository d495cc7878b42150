/**
 * Puts the entries of a line into visual order, and tears inline boxes where their content is torn apart.
 *
 * In:  a line in logical order. Out: the same line from left to right. A box in several parts has its left edge on the
 *      leftmost and its right edge on the rightmost.
 *
 * UAX 9, rule L2; CSS Writing Modes 4 §2.4.5 https://drafts.csswg.org/css-writing-modes-4/#bidi-box-model
 */
import { reorderVisual } from './bidi.ts';
import { LineBox, type LineEntry, type LogicalLine } from './logical-line.ts';

export function reorderLine(built: LogicalLine, isRtl: boolean): void {
  const { entries } = built;
  const levels = entryLevels(entries, isRtl ? 1 : 0);
  if (levels.every((level) => level === 0)) return;
  nestBoxes(built);
  const visual: LineEntry[] = [];
  for (const run of reorderVisual(levels, 0, levels.length)) {
    if (run.level % 2 === 0) for (let i = run.start; i < run.end; i++) visual.push(entries[i]!);
    else for (let i = run.end - 1; i >= run.start; i--) visual.push(entries[i]!);
  }
  built.entries = visual;
  built.boxes = boxesAfterReorder(built.boxes, visual);
}

/** Boxes go with what follows them; at the end of the line with the paragraph. */
function entryLevels(entries: readonly LineEntry[], base: number): Uint8Array {
  const levels = new Uint8Array(entries.length);
  let level = base;
  for (let i = entries.length - 1; i >= 0; i--) {
    const entry = entries[i]!;
    if (!entry.isOpaqueToBidi) level = entry.level;
    levels[i] = level;
  }
  return levels;
}

/** Notes for each entry the innermost box around it, and for each box the one around that. */
function nestBoxes(built: LogicalLine): void {
  const { entries, boxes } = built;
  boxes.forEach((box, index) => {
    const number = index + 1;
    for (let i = box.start; i < box.end; i++) {
      const entry = entries[i]!;
      if (entry.boxIndex === 0) {
        entry.boxIndex = number;
        continue;
      }
      let at = entry.boxIndex;
      while (at !== number) {
        const inner = boxes[at - 1]!;
        if (inner.parentIndex === 0) inner.parentIndex = number;
        at = inner.parentIndex;
      }
    }
  });
}

interface Run {
  readonly start: number;
  end: number;
}

function boxesAfterReorder(boxes: readonly LineBox[], visual: readonly LineEntry[]): LineBox[] {
  const runs: Run[][] = boxes.map(() => []);
  visual.forEach((entry, at) => {
    for (let number = entry.boxIndex; number !== 0; number = boxes[number - 1]!.parentIndex) {
      const own = runs[number - 1]!;
      const last = own[own.length - 1];
      if (last !== undefined && last.end === at) last.end = at + 1;
      else own.push({ start: at, end: at + 1 });
    }
  });
  const torn: LineBox[] = [];
  boxes.forEach((box, index) => {
    const own = runs[index]!;
    own.forEach((run, part) => {
      const left = box.hasLeftEdge && part === 0;
      const right = box.hasRightEdge && part === own.length - 1;
      const piece = new LineBox(box.box, box.style, box.edges, run.start, run.end, left, right, box.blockSize);
      piece.blockOffset = box.blockOffset;
      piece.isEmpty = box.isEmpty;
      torn.push(piece);
    });
  });
  return torn;
}
