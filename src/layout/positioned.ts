/**
 * Absolutely and fixed positioned boxes.
 *
 * In:  a box with its static position, and the rectangle of its containing block.
 * Out: its fragment and place, and the out-of-flow boxes below it that it does not contain.
 *
 * CSS Position 3 §4 https://drafts.csswg.org/css-position-3/#abspos-layout
 */
import { isAnchored } from './anchor/anchored-style.ts';
import { type AnchorSurroundings, layoutAnchored } from './anchor/layout-anchored.ts';
import type { OutOfFlow } from './fragment.ts';
import { type ContainingRect, layoutIn, NO_CENTER, type Positioned } from './positioned-axis.ts';
import type { LayoutPorts } from './space.ts';

/** `around` is what is in the containing block already: anchors are among that. */
export function layoutPositioned(
  item: OutOfFlow,
  rect: ContainingRect,
  ports: LayoutPorts,
  around: AnchorSurroundings,
): Positioned {
  const { box } = item;
  const style = box.anchoring?.style ?? box.style;
  return isAnchored(style) && box.node !== null
    ? layoutAnchored(item, style, rect, ports, around)
    : layoutIn(item, rect, ports, NO_CENTER);
}
