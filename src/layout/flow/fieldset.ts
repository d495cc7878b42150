/**
 * Fieldsets with a legend: the legend stands in the start border, the rest in an anonymous box below it.
 *
 * In:  a fieldset box with its legend and its content box, which has the fieldset's padding.
 * Out: its fragment. Where the legend is higher than the border, it takes the border's place.
 *
 * HTML §15.3.13 https://html.spec.whatwg.org/multipage/rendering.html#the-fieldset-and-legend-elements
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import type { Box, IntrinsicSizes } from '../box.ts';
import { blockSizeOf, childSpace, inlineSizeOf } from '../child-space.ts';
import { sizeContainedBlock, sizeContainedInline } from '../containment.ts';
import { usedEdges, usedMargin, usedMargins } from '../edges.ts';
import type { LayoutResult } from '../fragment.ts';
import { FragmentBuilder } from '../fragment-builder.ts';
import { inlineContribution, outerContribution } from '../intrinsic.ts';
import { INDEFINITE, isDefinite } from '../layout-unit.ts';
import { boxGeometry, type Geometry, usedBlockSize } from '../sizing.ts';
import type { LayoutPorts, Space } from '../space.ts';
import { logicalMargins, type Writing, writingOf } from '../writing-mode.ts';

/** For a box with a legend. */
export function layoutFieldset(box: Box, space: Space): LayoutResult {
  const legend = box.legend!;
  const geometry = boxGeometry(box, space);
  const { writing, edges, inlineSize } = geometry;
  const builder = new FragmentBuilder(box, space);
  const { border, padding } = edges;

  const legendEnd = placeLegend(legend, space, geometry, builder);
  const contentStart = Math.max(border.blockStart, legendEnd);
  const content = box.children[1]!;
  // The legend takes from a height that is given, but never from the padding.
  const least = contentStart + padding.blockStart + padding.blockEnd + border.blockEnd;
  const known = isDefinite(geometry.blockSize) ? Math.max(geometry.blockSize, least) : INDEFINITE;
  const inner = isDefinite(known) ? known - contentStart - border.blockEnd : INDEFINITE;
  const contentResult = space.layoutChild(
    content,
    childSpace(content, writing, space.ports, {
      availableInline: Math.max(0, inlineSize - border.inlineStart - border.inlineEnd),
      availableBlock: inner,
      percentInline: geometry.contentInline,
      percentBlock: geometry.percentBlock,
      inlineSizing: 'fixed',
      blockSizing: isDefinite(inner) ? 'fixed' : 'auto',
      blockSizeIsDefinite: isDefinite(geometry.percentBlock),
    }),
  );
  builder.addChild(contentResult, border.inlineStart, contentStart);

  const contained = sizeContainedBlock(box);
  const intrinsic =
    contained === null
      ? contentStart + blockSizeOf(contentResult.fragment, writing) + border.blockEnd
      : edges.blockSum + contained;
  const blockSize = Math.max(least, usedBlockSize(box, space, writing, edges, inlineSize, intrinsic));
  return builder.finish({
    inlineSize,
    blockSize,
    edges,
    percentBlock: geometry.percentBlock,
    firstBaseline: offsetBy(contentResult.firstBaseline, contentStart),
    lastBaseline: offsetBy(contentResult.lastBaseline, contentStart),
    intrinsicBlockSize: intrinsic,
    flow: null,
  });
}

/** Adds the legend, and tells where its margin box ends. */
function placeLegend(legend: Box, space: Space, geometry: Geometry, builder: FragmentBuilder): number {
  const { writing, edges, contentInline } = geometry;
  const result = space.layoutChild(
    legend,
    childSpace(legend, writing, space.ports, {
      availableInline: contentInline,
      percentInline: contentInline,
      percentBlock: geometry.percentBlock,
      availableBlock: geometry.contentBlock,
    }),
  );
  const margins = usedMargins(legend.style, writing, contentInline);
  const inlineSize = inlineSizeOf(result.fragment, writing);
  const blockSize = blockSizeOf(result.fragment, writing);
  const inlineOffset = legendOffset(legend.style, writing, contentInline, inlineSize);
  // A border that is thicker than the legend has it in its middle.
  const spare = edges.border.blockStart - blockSize;
  const blockOffset = spare > 0 ? spare / 2 : 0;
  builder.addChild(result, edges.inlineStart + inlineOffset, blockOffset);
  return blockOffset + blockSize + margins.blockEnd;
}

/**
 * From the content edge: auto margins take what is spare, else the legend's own 'text-align' says where it stands.
 * Chrome does not take the start margin off what is spare.
 */
function legendOffset(style: ComputedStyle, writing: Writing, containing: number, inlineSize: number): number {
  const margins = logicalMargins(style, writing);
  const start = usedMargin(margins.inlineStart, containing);
  const end = usedMargin(margins.inlineEnd, containing);
  const spare = Math.max(0, containing - inlineSize);
  if (start === null) return end === null ? spare / 2 : Math.max(0, spare - end);
  if (end === null || spare === 0) return start;
  if (style.textAlign === 'center') return start + spare / 2;
  const toEnd = style.textAlign === (writing.rtl ? 'left' : 'right');
  return toEnd ? start + spare - end : start;
}

function offsetBy(baseline: number | null, by: number): number | null {
  return baseline === null ? null : baseline + by;
}

/** Border-box sizes: the wider of the legend in its padding and the content, within the border. */
export function fieldsetIntrinsicSizes(box: Box, ports: LayoutPorts, percentBlock: number): IntrinsicSizes {
  const legend = box.legend!;
  const writing = writingOf(box.style);
  const edges = usedEdges(box.style, writing, 0);
  const contained = sizeContainedInline(box);
  if (contained !== null) {
    const size = contained + edges.inlineSum;
    return { min: size, max: size, dependsOnBlock: false };
  }
  const { padding, border } = edges;
  const paddings = padding.inlineStart + padding.inlineEnd;
  const borders = border.inlineStart + border.inlineEnd;
  const top = outerContribution(legend, writing, ports, INDEFINITE);
  const rest = inlineContribution(box.children[1]!, writing, ports, percentBlock);
  return {
    min: Math.max(top.min + paddings, rest.min) + borders,
    max: Math.max(top.max + paddings, rest.max) + borders,
    dependsOnBlock: rest.dependsOnBlock,
  };
}
