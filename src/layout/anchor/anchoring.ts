/**
 * How a box is anchored, as layout left it: what the walk over the page needs to let it follow its anchor.
 *
 * In:  the anchor, where layout found it, along which axes the box follows it.
 * Out: how far the box has moved with it since, and whether it is hidden with it.
 *
 * CSS Anchor Positioning 1 §3.4 (scrolling), §6 ('position-visibility')
 */
import type { Rect } from '../../geometry.ts';
import type { ComputedStyle } from '../../style/computed-style.ts';
import { EPSILON } from '../layout-unit.ts';
import type { Frame } from '../page-frame.ts';
import { NO_OFFSET, type Offset } from '../relative-position.ts';
import { anchorPlace, isClippedAway, liveMotion } from './anchor-rect.ts';
import type { Anchor, Step } from './find-anchor.ts';

export interface AnchoringFacts {
  /** With its anchors, which are numbers in the style that the box has now. */
  readonly style: ComputedStyle;
  /** The place of the box in the fragment of its containing block. */
  readonly offset: Offset;
  readonly anchor: Anchor | null;
  /** Where layout saw the anchor. */
  readonly rect: Rect | null;
  readonly followsX: boolean;
  readonly followsY: boolean;
  /** Whether no position of it fits. */
  readonly overflows: boolean;
  readonly isValid: boolean;
  /** Every anchor that layout looked at, and where it was seen then. */
  readonly seen: readonly (readonly [Anchor, Rect])[];
  /** How far the page has moved under the box now. */
  readonly pageScroll: () => Offset;
}

export class Anchoring {
  readonly #facts: AnchoringFacts;
  /** How far it is from where layout put it. */
  shift: Offset = NO_OFFSET;
  /** §6: hidden with all that is in it. */
  isHidden = false;

  constructor(facts: AnchoringFacts) {
    this.#facts = facts;
  }

  get style(): ComputedStyle {
    return this.#facts.style;
  }

  /** Whether its anchors are seen where they were when its position was chosen. */
  isCurrent(): boolean {
    const motion = liveMotion(this.#facts.pageScroll());
    return this.#facts.seen.every(([anchor, rect]) => isSame(anchorPlace(anchor, motion).rect, rect));
  }

  /** Moves the box with its anchor. `x` and `y` are where layout put it, in `frame`. */
  follow(x: number, y: number, frame: Frame): void {
    const { anchor, rect, offset, style, followsX, followsY, overflows, isValid } = this.#facts;
    this.shift = NO_OFFSET;
    const words = style.positionVisibility;
    this.isHidden = (words.includes('no-overflow') && overflows) || (words.includes('anchors-valid') && !isValid);
    if (anchor === null || rect === null) return;
    const [left, top] = [x - offset.x, y - offset.y];
    const around = {
      matrix: null,
      clip: null,
      unmoved: NO_OFFSET,
      port: { ...frame.port, x: frame.port.x - left, y: frame.port.y - top },
      container: { ...frame.container, x: frame.container.x - left, y: frame.container.y - top },
    };
    const place = anchorPlace(anchor, liveMotion(this.#facts.pageScroll(), around));
    this.shift = { x: followsX ? place.rect.x - rect.x : 0, y: followsY ? place.rect.y - rect.y : 0 };
    if (words.includes('anchors-visible')) {
      this.isHidden ||= anchor.box.style.visibility !== 'visible' || isClippedAway(place) || isInHidden(anchor);
    }
  }
}

/** Whether an anchor is hidden because it is in a box that is hidden with its own anchor. */
function isInHidden({ pieces }: Anchor): boolean {
  for (let at: Step | null = pieces[0]!; at !== null; at = at.parent) {
    const { fragment } = at.placed;
    if (fragment.kind === 'box' && fragment.box.anchoring?.isHidden === true) return true;
  }
  return false;
}

function isSame(a: Rect, b: Rect): boolean {
  return (
    Math.abs(a.x - b.x) < EPSILON &&
    Math.abs(a.y - b.y) < EPSILON &&
    Math.abs(a.w - b.w) < EPSILON &&
    Math.abs(a.h - b.h) < EPSILON
  );
}
