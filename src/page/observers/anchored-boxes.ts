/**
 * Boxes with fallback positions, once a frame: the position that fits then is kept until it does no more.
 *
 * CSS Anchor Positioning 1 §5.2 https://drafts.csswg.org/css-anchor-position-1/#last-successful-position-option
 */
import { askEngine } from '../engine-link.ts';
import { afterCallbacks } from './rendering.ts';

export function installAnchoredBoxes(): void {
  afterCallbacks({
    isActive: () => askEngine((engine) => engine.settleAnchors(false)) === true,
    run: () => {
      askEngine((engine) => engine.settleAnchors(true));
    },
  });
}
