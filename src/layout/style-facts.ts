/**
 * What layout has derived from a style alone: each module keeps here what it would otherwise work out for every box.
 *
 * Faster: many boxes share one style, and layout asks for the same several times for each of them. Key: the style
 * object, which is immutable and carries its facts itself. A derived style begins without, so nothing is invalidated.
 */
import type { ComputedStyle } from '../style/computed-style.ts';
import type { Edges } from './edges.ts';
import type { FontHeight } from './inline/font-height.ts';
import type { Font } from './text/font.ts';
import type { LogicalSides, LogicalSizes } from './writing-mode.ts';

/** Undefined is what nobody has asked for; `null` is what a style alone cannot tell. All in the style's own flow. */
export class StyleFacts {
  sizes: LogicalSizes | undefined = undefined;
  /** Border and padding, where no percentage is in them. */
  edges: Edges | null | undefined = undefined;
  margins: LogicalSides<number> | null | undefined = undefined;
  font: Font | undefined = undefined;
  /** Of a line of text, with its leading. */
  lineMetrics: FontHeight | undefined = undefined;
}

export function factsOf(style: ComputedStyle): StyleFacts {
  const record = style as unknown as { layoutFacts: object | null | undefined };
  record.layoutFacts ??= new StyleFacts();
  return record.layoutFacts as StyleFacts;
}
