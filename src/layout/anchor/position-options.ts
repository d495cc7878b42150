/**
 * The positions that a box may take: its own, and its fallbacks.
 *
 * In:  a style with 'position-try-fallbacks'. Out: a style and a mirroring for each, its own first.
 *
 * CSS Anchor Positioning 1 §5.1 https://drafts.csswg.org/css-anchor-position-1/#position-options-list
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import { deriveStyle } from '../derive-style.ts';
import { writingOf } from '../writing-mode.ts';
import { NO_FLIP, type SideMap, sideMap } from './flips.ts';

export interface PositionOption {
  /** Of the same words in another list of fallbacks: the same. */
  readonly name: string;
  readonly style: ComputedStyle;
  readonly sides: SideMap;
}

/** Fallbacks of which a box tries no more, as Chrome has it. */
const MAX_FALLBACKS = 5;

export function positionOptions(style: ComputedStyle): readonly PositionOption[] {
  const own: PositionOption = { name: '', style, sides: NO_FLIP };
  if (style.positionTryFallbacks === 'none') return [own];
  const options = [own];
  for (const name of style.positionTryFallbacks.split(', ')) {
    if (options.length > MAX_FALLBACKS) break;
    const words = name.split(' ');
    const rule = words[0]!.startsWith('--') ? words[0]! : null;
    const flips = words.filter((word) => word.startsWith('flip-'));
    const sides = flips.length === 0 ? NO_FLIP : sideMap(flips, writingOf(style));
    if (rule !== null) {
      const tried = style.tryStyles?.get(rule);
      // A name without a rule is no option.
      if (tried !== undefined) options.push({ name, style: tried, sides });
    } else if (flips.length > 0) {
      options.push({ name, style, sides });
    } else {
      options.push({ name, style: deriveStyle(style, { positionArea: name }), sides });
    }
  }
  return options;
}
