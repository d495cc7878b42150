/**
 * Min-content and max-content inline sizes of flex containers.
 *
 * In:  a flex container, what percentages of its block size resolve against. Out: border-box sizes.
 *
 * CSS Flexbox 1 §9.9 asks for a size at which the items, flexed, reach their max-content contributions. Browsers add up
 * the contributions as they are, and pages are made for that; so do we.
 */
import type { Box, IntrinsicSizes } from '../box.ts';
import { sizeContainedInline } from '../containment.ts';
import { usedEdges, usedLength } from '../edges.ts';
import { outerContribution } from '../intrinsic.ts';
import { INDEFINITE } from '../layout-unit.ts';
import type { LayoutPorts } from '../space.ts';
import { logicalSizes, writingOf } from '../writing-mode.ts';
import { flexAxes } from './flex-axes.ts';

export function flexIntrinsicSizes(box: Box, ports: LayoutPorts, percentBlock: number): IntrinsicSizes {
  const writing = writingOf(box.style);
  const edges = usedEdges(box.style, writing, 0);
  const contained = sizeContainedInline(box.style);
  if (contained !== null) {
    const size = contained + edges.inlineSum;
    return { min: size, max: size, dependsOnBlock: false };
  }
  const { row, wraps } = flexAxes(box.style, writing);
  const { columnGap } = box.style;
  const gap = typeof columnGap === 'number' ? usedLength(columnGap, 0) : 0;
  const height = logicalSizes(box.style, writing).blockSize;
  const innerPercent = typeof height === 'number' ? height : INDEFINITE;

  let min = 0;
  let max = 0;
  let count = 0;
  let dependsOnBlock = false;
  for (const child of box.children) {
    if (child.isOutOfFlow) continue;
    const sizes = outerContribution(child, writing, ports, innerPercent === INDEFINITE ? percentBlock : innerPercent);
    dependsOnBlock ||= sizes.dependsOnBlock;
    if (row) {
      max += sizes.max + (count > 0 ? gap : 0);
      min = wraps ? Math.max(min, sizes.min) : min + sizes.min + (count > 0 ? gap : 0);
    } else {
      max = Math.max(max, sizes.max);
      min = Math.max(min, sizes.min);
    }
    count++;
  }
  min = Math.max(0, min);
  return { min: min + edges.inlineSum, max: Math.max(min, max) + edges.inlineSum, dependsOnBlock };
}
