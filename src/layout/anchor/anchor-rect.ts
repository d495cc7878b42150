/**
 * Where an anchor is in a containing block.
 *
 * In:  the way down to the anchor, and how far the scroll containers on it are scrolled.
 * Out: the rectangle around its border box, from the corner of the containing block's fragment, with transforms; and what
 *      the boxes on the way leave visible of it.
 *
 * CSS Anchor Positioning 1 §2.5, §3.4 https://drafts.csswg.org/css-anchor-position-1/#scroll
 */
import { intersectRect, type Rect, unionRect } from '../../geometry.ts';
import type { DomNode } from '../../html/node-tree.ts';
import type { BoxFragment, Fragment } from '../fragment.ts';
import {
  clippedFrame,
  type Frame,
  frameWithin,
  isTransformed,
  pageRect,
  scrollOf,
  transformedFrame,
} from '../page-frame.ts';
import { NO_OFFSET, type Offset } from '../relative-position.ts';
import { stickyOffset } from '../sticky.ts';
import type { Anchor, Step } from './find-anchor.ts';

/** What moves on the way to an anchor. */
export interface Motion {
  /** How far the page has moved under a box that is fixed to the viewport. */
  readonly page: Offset;
  scroll(fragment: BoxFragment): Offset;
  /** Whether sticky boxes, and boxes that follow anchors themselves, are where they are seen. */
  readonly isLive: boolean;
  /** What is around the containing block: sticky boxes are held by what scrolls them. */
  readonly around: Frame;
}

export interface AnchorPlace {
  readonly rect: Rect;
  /** `null` when nothing clips on the way. */
  readonly clip: Rect | null;
}

const FAR = 1e7;
const EVERYWHERE: Rect = { x: -FAR, y: -FAR, w: 2 * FAR, h: 2 * FAR };
export const OPEN_FRAME: Frame = {
  matrix: null,
  clip: null,
  port: EVERYWHERE,
  container: EVERYWHERE,
  unmoved: NO_OFFSET,
};

/** As it is seen now. */
export function liveMotion(page: Offset, around: Frame = OPEN_FRAME): Motion {
  return { page, scroll: scrollOf, isLive: true, around };
}

/** How far scroll containers were scrolled at some time; the page itself is `null`. */
export type RememberedScroll = Map<DomNode | null, Offset>;

/** With offsets that are remembered; those that are not are noted as they are now. */
export function rememberedMotion(page: Offset, remembered: RememberedScroll): Motion {
  const recall = (node: DomNode | null, now: Offset): Offset => {
    const known = remembered.get(node);
    if (known === undefined) remembered.set(node, now);
    return known ?? now;
  };
  return {
    get page() {
      return recall(null, page);
    },
    scroll: (fragment) => (fragment.box.node === null ? NO_OFFSET : recall(fragment.box.node, scrollOf(fragment))),
    isLive: false,
    around: OPEN_FRAME,
  };
}

export function anchorPlace({ pieces }: Anchor, motion: Motion): AnchorPlace {
  let place = placeAlong(pieces[0]!, motion);
  for (const piece of pieces.slice(1)) {
    const { rect, clip } = placeAlong(piece, motion);
    place = {
      rect: unionRect(place.rect, rect),
      clip: clip === null || place.clip === null ? null : unionRect(place.clip, clip),
    };
  }
  return place;
}

function placeAlong(last: Step, motion: Motion): AnchorPlace {
  const path: Step[] = [];
  for (let at: Step | null = last; at !== null; at = at.parent) path.push(at);
  let frame = motion.around;
  let x = 0;
  let y = 0;
  for (let at = path.length - 1; at >= 0; at--) {
    const { fragment, x: byX, y: byY } = path[at]!.placed;
    x += byX;
    y += byY;
    if (at === path.length - 1 && !isFixed(fragment)) {
      x -= motion.page.x;
      y -= motion.page.y;
    }
    if (fragment.kind !== 'box') continue;
    const { box } = fragment;
    if (motion.isLive && !box.isAnonymous) {
      const moved = box.style.position === 'sticky' ? stickyOffset(fragment, x, y, frame.port, frame.container) : null;
      const shift = moved ?? box.anchoring?.shift ?? NO_OFFSET;
      x += shift.x;
      y += shift.y;
    }
    if (isTransformed(box)) {
      frame = transformedFrame(frame, fragment, x, y);
      x = 0;
      y = 0;
    }
    frame = clippedFrame(frame, fragment, x, y);
    if (at === 0) break;
    const scroll = motion.scroll(fragment);
    frame = frameWithin(frame, fragment, x, y, scroll);
    x -= scroll.x;
    y -= scroll.y;
  }
  return { rect: pageRect(frame.matrix, x, y, last.placed.fragment), clip: frame.clip };
}

function isFixed(fragment: Fragment): boolean {
  return fragment.kind === 'box' && fragment.box.style.position === 'fixed';
}

/** Whether the boxes on the way leave anything of an anchor visible. */
export function isClippedAway({ rect, clip }: AnchorPlace): boolean {
  if (clip === null) return false;
  const left = intersectRect(rect, clip);
  return left === null || (rect.w > 0 && left.w <= 0) || (rect.h > 0 && left.h <= 0);
}
