/**
 * Flex layout: the steps of the algorithm, in order.
 *
 * In:  a flex container and the space it is offered. Out: its fragment with all items placed.
 *
 * CSS Flexbox 1 §9 https://drafts.csswg.org/css-flexbox-1/#layout-algorithm
 */
import type { Box } from '../box.ts';
import type { LayoutResult } from '../fragment.ts';
import type { Space } from '../space.ts';
import { definiteLineCross, flexContext } from './flex-context.ts';
import { sizeLine } from './flex-cross.ts';
import { flexItems } from './flex-items.ts';
import { linesOf, usedMainSize } from './flex-lines.ts';
import { placeLines, totalCross } from './flex-placement.ts';
import { resolveFlexibleLengths } from './flexible-lengths.ts';

export function layoutFlex(box: Box, space: Space): LayoutResult {
  const context = flexContext(box, space);

  // §9.2: items with base sizes. §9.3: lines, the container's main size, and used main sizes.
  const items = flexItems(context);
  const lines = linesOf(context, items);
  const mainSize = usedMainSize(context, lines);
  for (const line of lines) resolveFlexibleLengths(line, mainSize, context.mainGap);

  // §9.4: cross sizes of items and lines.
  const known = definiteLineCross(context);
  for (const line of lines) sizeLine(context, line, known);

  // §9.5 and §9.6: the container's cross size, stretching, and alignment along both axes.
  return placeLines(context, lines, mainSize, totalCross(context, lines));
}
