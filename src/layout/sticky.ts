/**
 * How far a sticky box moves for the current scroll position.
 *
 * In:  the box where the flow put it, what its scroll container shows, its containing block, all in one frame.
 * Out: an offset that keeps it in view as its insets ask, but never out of its containing block.
 *
 * CSS Position 3 §3.4 https://drafts.csswg.org/css-position-3/#stickypos-insets
 */
import type { Rect } from '../geometry.ts';
import type { LengthPercentageOrAuto } from '../style/length.ts';
import { usedMargin } from './edges.ts';
import type { BoxFragment } from './fragment.ts';
import { NO_OFFSET, type Offset } from './relative-position.ts';

export function stickyOffset(fragment: BoxFragment, x: number, y: number, port: Rect, container: Rect): Offset {
  const { style } = fragment.box;
  if (style.top === 'auto' && style.right === 'auto' && style.bottom === 'auto' && style.left === 'auto') {
    return NO_OFFSET;
  }
  return {
    x: along(
      { start: x, size: fragment.width, marginStart: style.marginLeft, marginEnd: style.marginRight },
      { start: style.left, end: style.right, portStart: port.x, portSize: port.w },
      { start: container.x, end: container.x + container.w, base: container.w },
    ),
    y: along(
      { start: y, size: fragment.height, marginStart: style.marginTop, marginEnd: style.marginBottom },
      { start: style.top, end: style.bottom, portStart: port.y, portSize: port.h },
      { start: container.y, end: container.y + container.h, base: container.w },
    ),
  };
}

interface BoxAxis {
  readonly start: number;
  readonly size: number;
  readonly marginStart: LengthPercentageOrAuto;
  readonly marginEnd: LengthPercentageOrAuto;
}

interface ViewAxis {
  readonly start: LengthPercentageOrAuto;
  readonly end: LengthPercentageOrAuto;
  readonly portStart: number;
  readonly portSize: number;
}

interface ContainerAxis {
  readonly start: number;
  readonly end: number;
  /** What percentages of margins refer to. */
  readonly base: number;
}

function along(box: BoxAxis, view: ViewAxis, container: ContainerAxis): number {
  const insetStart = usedMargin(view.start, view.portSize);
  const insetEnd = usedMargin(view.end, view.portSize);
  const marginStart = usedMargin(box.marginStart, container.base) ?? 0;
  const marginEnd = usedMargin(box.marginEnd, container.base) ?? 0;
  let moved = 0;
  if (insetEnd !== null) {
    // Back into view over the end edge, as far as the start of the containing block.
    const over = view.portStart + view.portSize - insetEnd - (box.start + box.size);
    const room = container.start - (box.start - marginStart);
    moved = Math.min(0, Math.max(over, Math.min(0, room)));
  }
  if (insetStart !== null) {
    // The start edge wins when both cannot be kept.
    const over = view.portStart + insetStart - (box.start + moved);
    const room = container.end - (box.start + moved + box.size + marginEnd);
    moved += Math.max(0, Math.min(over, Math.max(0, room)));
  }
  return moved;
}
