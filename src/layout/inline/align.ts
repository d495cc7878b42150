/**
 * 'text-align': where the content of a line stands in the room it has.
 *
 * In:  a broken line. Out: how far the line box is moved from the line-left edge; justified lines are stretched first.
 *
 * CSS Text 3 §6 https://drafts.csswg.org/css-text-3/#text-align-property
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import { toUnit } from '../layout-unit.ts';
import type { BrokenLine } from './broken-line.ts';
import { justify } from './justify.ts';

type Side = 'left' | 'right' | 'center';

export function alignLine(line: BrokenLine): number {
  const spare = line.availableWidth - (line.width - line.hangWidth);
  const align = usedAlign(line.style, line.isLast);
  if (align === 'justify' && justify(line, spare)) return 0;
  return offset(physicalSide(align, line.isRtl), line.isRtl, spare);
}

/** The offset of a line of a block, left to right; `null` when it is justified. */
export function lineOffset(style: ComputedStyle, spare: number, isLast: boolean): number | null {
  const align = usedAlign(style, isLast);
  return align === 'justify' ? null : offset(physicalSide(align, false), false, spare);
}

/** The last line of a block, and those before forced breaks, follow 'text-align-last'. */
function usedAlign(style: ComputedStyle, isLast: boolean): ComputedStyle['textAlign'] {
  if (!isLast) return style.textAlign;
  if (style.textAlignLast !== 'auto') return style.textAlignLast;
  return style.textAlign === 'justify' ? 'start' : style.textAlign;
}

function physicalSide(align: ComputedStyle['textAlign'], isRtl: boolean): Side {
  switch (align) {
    case 'left':
    case '-webkit-left':
      return 'left';
    case 'right':
    case '-webkit-right':
      return 'right';
    case 'center':
    case '-webkit-center':
      return 'center';
    case 'end':
      return isRtl ? 'left' : 'right';
    case 'start':
    case 'justify':
    case 'match-parent':
      return isRtl ? 'right' : 'left';
  }
}

/** Lines that are too wide overflow at their end side, whatever the alignment. */
function offset(side: Side, isRtl: boolean, spare: number): number {
  switch (side) {
    case 'left':
      return isRtl ? Math.min(0, spare) : 0;
    case 'right':
      return isRtl ? spare : Math.max(0, spare);
    case 'center':
      if (isRtl && spare <= 0) return spare;
      return Math.max(0, toUnit(spare / 2));
  }
}
