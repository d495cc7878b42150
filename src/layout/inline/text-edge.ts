/**
 * The edges of letters that 'text-box-edge' names, as distances from the baseline.
 *
 * CSS Inline 3 §6.2 https://drafts.csswg.org/css-inline-3/#text-edges
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import { fontFor } from '../text/measure.ts';
import { baselineOf, type FontHeight, metricsHeight } from './font-height.ts';

export function textEdges(style: ComputedStyle, edge: ComputedStyle['textBoxEdge']): FontHeight {
  const font = fontFor(style);
  const text = metricsHeight(font, baselineOf(style));
  const [over, under] = edge.split(' ');
  return {
    ascent: over === 'cap' ? Math.round(font.capHeight) : over === 'ex' ? Math.round(font.xHeight) : text.ascent,
    descent: under === 'alphabetic' ? 0 : text.descent,
  };
}
