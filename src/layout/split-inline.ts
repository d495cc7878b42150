/**
 * Inline boxes that blocks split, as containing blocks.
 *
 * In:  the children of the block container that holds the pieces, each piece in an anonymous block of its own.
 * Out: the rectangle from the start of the first piece to the end of the last one.
 *
 * CSS 2.2 §10.1 https://www.w3.org/TR/CSS22/visudet.html#containing-block-details
 */
import type { Box } from './box.ts';
import { containsOutOfFlow } from './containing-block.ts';
import type { OutOfFlow, Placed } from './fragment.ts';
import type { ContainingRect } from './positioned-axis.ts';
import { writingOf } from './writing-mode.ts';

export function isSplit(inline: Box): boolean {
  return !(inline.isFirstPiece && inline.isLastPiece);
}

/** A box below a block that interrupts inline boxes belongs to the innermost of them that contains it. */
export function withInterruptedContainer(item: OutOfFlow, block: Box): OutOfFlow {
  if (item.inlineContainer !== null) return item;
  for (let i = block.interrupts.length - 1; i >= 0; i--) {
    const inline = block.interrupts[i]!;
    if (containsOutOfFlow(inline, item.box)) return { ...item, inlineContainer: inline };
  }
  return item;
}

/** The padding box of a split inline box among placed children; `null` when none of its pieces is there. */
export function splitInlineRect(inline: Box, children: readonly Placed[]): ContainingRect | null {
  let first: Placed | null = null;
  let last: Placed | null = null;
  for (const piece of piecesOf(inline, children)) {
    first ??= piece;
    last = piece;
  }
  if (first === null || last === null) return null;
  const { style } = inline;
  const rtl = style.direction === 'rtl';
  const left = rtl ? last : first;
  const right = rtl ? first : last;
  const x = left.x + style.borderLeftWidth;
  const y = first.y + style.borderTopWidth;
  return {
    x,
    y,
    width: Math.max(0, right.x + right.fragment.width - style.borderRightWidth - x),
    height: Math.max(0, last.y + last.fragment.height - style.borderBottomWidth - y),
    writing: writingOf(style),
  };
}

/** Fragments of all pieces, in order, from the block container's corner. */
function* piecesOf(inline: Box, children: readonly Placed[]): Iterable<Placed> {
  for (const { fragment: block, x, y } of children) {
    if (block.kind !== 'box' || !block.box.isAnonymous) continue;
    for (const { fragment: line, x: lineX, y: lineY } of block.children) {
      if (line.kind !== 'line') continue;
      for (const { fragment, x: left, y: top } of line.children) {
        if (fragment.kind !== 'box' || fragment.box.node !== inline.node || fragment.box.pseudo !== inline.pseudo) {
          continue;
        }
        if (fragment.box.kind === 'inline') yield { fragment, x: x + lineX + left, y: y + lineY + top };
      }
    }
  }
}
