/**
 * Layout of a box that is anchored to others, or that has fallback positions.
 *
 * In:  the box with its static position, its containing block, and the fragments that are in that so far.
 * Out: its fragment and place in the first of its positions that does not overflow. The box keeps how it is anchored.
 *
 * CSS Anchor Positioning 1 §3.4, §5 https://drafts.csswg.org/css-anchor-position-1/#fallback-apply
 */
import type { Rect } from '../../geometry.ts';
import type { ComputedStyle } from '../../style/computed-style.ts';
import type { Box } from '../box.ts';
import type { OutOfFlow, Placed } from '../fragment.ts';
import { EPSILON } from '../layout-unit.ts';
import { type Axis, type ContainingRect, layoutIn, makeAxis, type Positioned } from '../positioned-axis.ts';
import type { Offset } from '../relative-position.ts';
import type { LayoutPorts } from '../space.ts';
import type { Remembered } from './anchor-memory.ts';
import { anchorPlace, liveMotion, type Motion, rememberedMotion } from './anchor-rect.ts';
import { type AnchoredStyle, type AnchorRects, anchoredStyle } from './anchored-style.ts';
import { Anchoring } from './anchoring.ts';
import { type Anchor, findImplicit, findNamed, scrollerOf } from './find-anchor.ts';
import { type PositionOption, positionOptions } from './position-options.ts';

export interface AnchorSurroundings {
  /** The fragments that are in the containing block so far. */
  readonly children: readonly Placed[];
  /** How far the page has moved under a box that is fixed to the viewport. */
  readonly pageScroll: () => Offset;
  /** Where the containing block scrolls: all that can be scrolled to. */
  readonly scrollable: () => ContainingRect | null;
}

/** One position with its anchors where they are. */
interface Candidate {
  readonly option: PositionOption;
  readonly anchor: Anchor | null;
  readonly anchorRect: Rect | null;
  /** As it is laid out. */
  readonly used: AnchoredStyle;
  /** As it is seen: the same, unless something was scrolled since the position was taken. */
  readonly live: AnchoredStyle;
  readonly scroll: Remembered['scroll'];
}

export function layoutAnchored(
  item: OutOfFlow,
  style: ComputedStyle,
  containing: ContainingRect,
  ports: LayoutPorts,
  around: AnchorSurroundings,
): Positioned {
  return new AnchoredLayout(item, style, containing, ports, around).run();
}

class AnchoredLayout {
  readonly #item: OutOfFlow;
  readonly #box: Box;
  readonly #style: ComputedStyle;
  readonly #containing: ContainingRect;
  readonly #ports: LayoutPorts;
  readonly #around: AnchorSurroundings;
  readonly #memory: Remembered;
  /** Where the anchors that were asked for are seen. */
  readonly #seen = new Map<Anchor, Rect>();

  constructor(
    item: OutOfFlow,
    style: ComputedStyle,
    containing: ContainingRect,
    ports: LayoutPorts,
    around: AnchorSurroundings,
  ) {
    this.#item = item;
    this.#box = item.box;
    this.#style = style;
    this.#containing = containing;
    this.#ports = ports;
    this.#around = around;
    this.#memory = ports.anchors.of(item.box);
  }

  run(): Positioned {
    const options = positionOptions(this.#style);
    const { option, successful, scroll } = this.#memory;
    const before = options.find((each) => this.#nameOf(each) === option);
    const kept = before === undefined ? null : this.#candidate(before, new Map(scroll));
    const own = options[0]!;
    if (options.length === 1 && !this.#style.positionVisibility.includes('no-overflow')) {
      const only = kept ?? this.#candidate(own, new Map());
      return this.#take(only, this.#layOut(only), true);
    }
    this.#ports.anchors.watch(this.#box);
    // §5.2: a success is kept as long as it is one.
    if (kept !== null && option === successful) {
      const positioned = this.#layOut(kept);
      if (this.#fits(kept, positioned)) return this.#take(kept, positioned, true);
    }
    // §5.3: each with its anchors where they are now, the last success first. It stays when there is no other.
    const candidates = this.#ordered(options.map((each) => this.#candidate(each, new Map())));
    const last = candidates.find((each) => this.#nameOf(each.option) === successful) ?? null;
    for (const candidate of last === null ? candidates : [last, ...candidates]) {
      const positioned = this.#layOut(candidate);
      if (this.#fits(candidate, positioned)) return this.#take(candidate, positioned, true);
    }
    const chosen = last ?? candidates.find((each) => each.option === own)!;
    return this.#take(chosen, this.#layOut(chosen), false);
  }

  /** Of the same fallbacks: a change of the list makes successes void. */
  #nameOf(option: PositionOption): string {
    return `${option.name} of ${this.#style.positionTryFallbacks}`;
  }

  /** With scroll offsets as they are remembered; what is not remembered is as it is now. */
  #candidate(option: PositionOption, scroll: Remembered['scroll']): Candidate {
    const anchor = this.#defaultAnchor(option.style);
    const containing = (anchor === null ? null : this.#around.scrollable()) ?? this.#containing;
    const pageScroll = this.#around.pageScroll();
    const used = this.#rects(anchor, rememberedMotion(pageScroll, scroll));
    const live = this.#rects(anchor, liveMotion(pageScroll), this.#seen);
    const style = anchoredStyle(option, containing, used);
    return {
      option,
      anchor,
      anchorRect: used.default,
      used: style,
      live: anchoredStyle(option, containing, live),
      scroll,
    };
  }

  /** §2.4 */
  #defaultAnchor({ positionAnchor, positionArea }: ComputedStyle): Anchor | null {
    const { children } = this.#around;
    if (positionAnchor === 'none') return null;
    if (positionAnchor === 'auto' || (positionAnchor === 'normal' && positionArea !== null)) {
      return findImplicit(this.#box, children);
    }
    return positionAnchor === 'normal' ? null : this.#named(positionAnchor);
  }

  #named(name: string): Anchor | null {
    const { anchors } = this.#ports;
    return findNamed(name, this.#box, this.#around.children, anchors.tree, this.#item.inlineContainer);
  }

  #rects(anchor: Anchor | null, motion: Motion, seen: Map<Anchor, Rect> | null = null): AnchorRects {
    const rectOf = (each: Anchor): Rect => {
      const { rect } = anchorPlace(each, motion);
      seen?.set(each, rect);
      return rect;
    };
    return {
      default: anchor === null ? null : rectOf(anchor),
      find: (name) => {
        const found = this.#named(name);
        if (found === null) return null;
        const scrolls = (horizontal: boolean) =>
          anchor !== null && scrollerOf(found, horizontal) === scrollerOf(anchor, horizontal);
        return { rect: rectOf(found), scrollsX: scrolls(true), scrollsY: scrolls(false) };
      },
    };
  }

  /** §5.1.2: 'position-try-order' puts those with the most room first. */
  #ordered(candidates: readonly Candidate[]): readonly Candidate[] {
    const { positionTryOrder: order } = this.#style;
    if (order === 'normal' || candidates.length === 1) return candidates;
    const { writing } = this.#containing;
    const horizontal =
      order === 'most-width' || order === (writing.horizontal ? 'most-inline-size' : 'most-block-size');
    const room = (candidate: Candidate) => this.#axis(candidate, horizontal).areaSize;
    return [...candidates].sort((first, second) => room(second) - room(first));
  }

  #axis({ live }: Candidate, horizontal: boolean): Axis {
    return makeAxis(this.#item, live.rect, horizontal, null, live.style);
  }

  #layOut({ used }: Candidate): Positioned {
    // What was laid out in another style is of no use; what is around the box does not see it.
    this.#box.style = used.style;
    this.#box.cachedLayouts = [];
    this.#box.cachedIntrinsic = null;
    this.#box.fixedIntrinsic = null;
    return layoutIn(this.#item, used.rect, this.#ports, used);
  }

  #fits(candidate: Candidate, { placed }: Positioned): boolean {
    const along = (horizontal: boolean, size: number) => {
      const axis = this.#axis(candidate, horizontal);
      return size + (axis.marginStart ?? 0) + (axis.marginEnd ?? 0) <= axis.areaSize + EPSILON;
    };
    return along(true, placed.fragment.width) && along(false, placed.fragment.height);
  }

  #take(candidate: Candidate, positioned: Positioned, fits: boolean): Positioned {
    const { option, anchor, anchorRect, used, scroll } = candidate;
    this.#memory.option = this.#nameOf(option);
    this.#memory.scroll = scroll;
    this.#memory.fits = fits;
    const { x, y } = positioned.placed;
    this.#box.anchoring = new Anchoring({
      style: this.#style,
      offset: { x, y },
      anchor,
      rect: anchorRect,
      followsX: used.followsX,
      followsY: used.followsY,
      overflows: !fits,
      isValid: used.isValid,
      seen: [...this.#seen],
      pageScroll: this.#around.pageScroll,
    });
    return positioned;
  }
}
