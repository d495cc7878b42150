/**
 * The style of an anchored box in numbers.
 *
 * In:  one of the positions that the box may take, its containing block, and where anchors are.
 * Out: the style without anchors, the area the box is positioned in, the middle of its anchor, and along which axes it
 *      follows that anchor when it scrolls.
 *
 * CSS Anchor Positioning 1 §3, §4 https://drafts.csswg.org/css-anchor-position-1/
 */
import type { Rect } from '../../geometry.ts';
import type { AnchorQuery } from '../../style/anchor-query.ts';
import type { Alignment, ComputedStyle } from '../../style/computed-style.ts';
import type { Calculation } from '../../style/length.ts';
import { startsAtFarEdge } from '../alignment.ts';
import { deriveStyle } from '../derive-style.ts';
import type { ContainingRect } from '../positioned-axis.ts';
import { type Writing, writingOf } from '../writing-mode.ts';
import { flippedAlignment, isFar, isHorizontal, movedSide, NO_FLIP, SIDES, type Side, swapsAxes } from './flips.ts';
import { type AreaRange, areaRange, areaTracks } from './position-area.ts';
import type { PositionOption } from './position-options.ts';

/** Where anchors are; a name of `null` is the default anchor. */
export interface AnchorRects {
  readonly default: Rect | null;
  find(name: string): FoundAnchor | null;
}

/** Where an anchor is, and whether it scrolls with the default anchor. */
export interface FoundAnchor {
  readonly rect: Rect;
  readonly scrollsX: boolean;
  readonly scrollsY: boolean;
}

export interface AnchoredStyle {
  readonly style: ComputedStyle;
  readonly rect: ContainingRect;
  /** For 'anchor-center', from the corner of `rect`. */
  readonly centerX: number | null;
  readonly centerY: number | null;
  readonly followsX: boolean;
  readonly followsY: boolean;
  /** Whether every anchor that is asked for is there. */
  readonly isValid: boolean;
}

const MARGINS = { left: 'marginLeft', right: 'marginRight', top: 'marginTop', bottom: 'marginBottom' } as const;
const SIZES = ['width', 'height', 'minWidth', 'minHeight', 'maxWidth', 'maxHeight'] as const;
const TURNED = {
  width: 'height',
  height: 'width',
  minWidth: 'minHeight',
  minHeight: 'minWidth',
  maxWidth: 'maxHeight',
  maxHeight: 'maxWidth',
} as const;

type Changes = { -readonly [Key in keyof ComputedStyle]?: ComputedStyle[Key] };

/** Whether a style asks for an anchor, for a fallback position, or to be hidden with either. */
export function isAnchored(style: ComputedStyle): boolean {
  return (
    style.positionArea !== null ||
    (style.positionAnchor !== 'normal' && style.positionAnchor !== 'none') ||
    style.positionTryFallbacks !== 'none' ||
    style.positionVisibility !== 'anchors-visible' ||
    style.justifySelf.position === 'anchor-center' ||
    style.alignSelf.position === 'anchor-center' ||
    hasAnchors(style)
  );
}

/** Whether lengths of a style ask for anchors. */
export function hasAnchors(style: ComputedStyle): boolean {
  return (
    SIDES.some((side) => anchoredValue(style[side]) !== null || anchoredValue(style[MARGINS[side]]) !== null) ||
    SIZES.some((size) => anchoredValue(style[size]) !== null)
  );
}

function anchoredValue(value: unknown): Required<Calculation>['anchored'] | null {
  return typeof value === 'object' && value !== null ? ((value as Calculation).anchored ?? null) : null;
}

export function anchoredStyle(option: PositionOption, containing: ContainingRect, anchors: AnchorRects): AnchoredStyle {
  return new Resolution(option, containing, anchors).run();
}

class Resolution {
  readonly #option: PositionOption;
  readonly #containing: ContainingRect;
  readonly #anchors: AnchorRects;
  readonly #style: ComputedStyle;
  readonly #self: Writing;
  readonly #changes: Changes = {};
  #rect: ContainingRect;
  readonly #follows = { x: false, y: false };
  #isValid = true;

  constructor(option: PositionOption, containing: ContainingRect, anchors: AnchorRects) {
    this.#option = option;
    this.#containing = containing;
    this.#anchors = anchors;
    this.#style = option.style;
    this.#self = writingOf(option.style);
    this.#rect = containing;
  }

  run(): AnchoredStyle {
    this.#flipAlignments();
    if (this.#style.positionArea !== null) this.#useArea(this.#style.positionArea);
    for (const side of SIDES) this.#resolveInset(side);
    if (this.#rect !== this.#containing) this.#alignInArea();
    for (const size of SIZES) this.#resolveSize(size);
    for (const side of SIDES) this.#resolveMargin(side);
    return this.#center();
  }

  /** Justify and align are of the containing block's axes; flips are of the page's. */
  #flipAlignments(): void {
    const { sides } = this.#option;
    if (sides === NO_FLIP) return;
    const { justifySelf, alignSelf } = this.#style;
    const { writing } = this.#rect;
    const [x, y] = writing.horizontal ? [justifySelf, alignSelf] : [alignSelf, justifySelf];
    const [fromX, fromY] = swapsAxes(sides) ? [y, x] : [x, y];
    this.#setAlignment(true, flippedAlignment(fromX, sides, true, writing, this.#self));
    this.#setAlignment(false, flippedAlignment(fromY, sides, false, writing, this.#self));
  }

  #alignment(horizontal: boolean): Alignment {
    return horizontal === this.#rect.writing.horizontal
      ? (this.#changes.justifySelf ?? this.#style.justifySelf)
      : (this.#changes.alignSelf ?? this.#style.alignSelf);
  }

  #setAlignment(horizontal: boolean, alignment: Alignment): void {
    if (horizontal === this.#rect.writing.horizontal) this.#changes.justifySelf = alignment;
    else this.#changes.alignSelf = alignment;
  }

  #areaX: AreaRange | null = null;
  #areaY: AreaRange | null = null;

  /** §3.1: the area takes the place of the containing block. */
  #useArea(area: string): void {
    const anchor = this.#anchors.default;
    if (anchor === null) {
      this.#isValid = false;
      return;
    }
    const rect = this.#containing;
    const tracks = areaTracks(area, rect.writing, this.#self, this.#option.sides);
    const x = areaRange(tracks.x, rect.width, { start: anchor.x - rect.x, end: anchor.x - rect.x + anchor.w });
    const y = areaRange(tracks.y, rect.height, { start: anchor.y - rect.y, end: anchor.y - rect.y + anchor.h });
    this.#areaX = x;
    this.#areaY = y;
    this.#follows.x = true;
    this.#follows.y = true;
    this.#rect = {
      x: rect.x + x.start,
      y: rect.y + y.start,
      width: Math.max(0, x.end - x.start),
      height: Math.max(0, y.end - y.start),
      writing: rect.writing,
      whole: rect,
    };
  }

  /** §3.1.2: what the style leaves open keeps to the anchor, or to the one side that has an inset. */
  #alignInArea(): void {
    const { writing } = this.#rect;
    const inset = (side: Side) => this.#changes[side] ?? this.#style[side];
    for (const horizontal of [true, false]) {
      const { position } = this.#alignment(horizontal);
      const [start, end] = horizontal ? [inset('left'), inset('right')] : [inset('top'), inset('bottom')];
      if (position === 'auto' || position === 'normal') {
        const only = (start === 'auto') === (end === 'auto') ? null : start === 'auto' ? 'end' : 'start';
        const edge = only ?? (horizontal ? this.#areaX : this.#areaY)!.align;
        const turned = startsAtFarEdge(writing, horizontal) && (edge === 'start' || edge === 'end');
        const word = turned ? (edge === 'start' ? 'end' : 'start') : edge;
        this.#setAlignment(horizontal, {
          position: word,
          overflow: only === null ? 'default' : 'unsafe',
          legacy: false,
        });
      }
    }
    for (const side of SIDES) if (inset(side) === 'auto') this.#changes[side] = 0;
  }

  #resolveInset(to: Side): void {
    const from = this.#option.sides[to];
    const value = this.#style[from];
    const calculation = anchoredValue(value);
    const { width, height } = this.#rect;
    if (calculation !== null) {
      const length = calculation(isHorizontal(to) ? width : height, (query) => this.#lengthOf(query, to, from));
      this.#changes[to] = length ?? 'auto';
    } else if (to !== from) this.#changes[to] = value;
  }

  #resolveSize(to: (typeof SIZES)[number]): void {
    const from = swapsAxes(this.#option.sides) ? TURNED[to] : to;
    const value = this.#style[from];
    const calculation = anchoredValue(value);
    const horizontal = to.endsWith('idth');
    if (calculation !== null) {
      const base = horizontal ? this.#rect.width : this.#rect.height;
      const length = calculation(base, (query) => this.#sizeOf(query, horizontal));
      Object.assign(this.#changes, { [to]: length ?? (to.startsWith('max') ? 'none' : 'auto') });
    } else if (to !== from) Object.assign(this.#changes, { [to]: value });
  }

  #resolveMargin(to: Side): void {
    const from = MARGINS[this.#option.sides[to]];
    const value = this.#style[from];
    const calculation = anchoredValue(value);
    const { writing, width, height } = this.#rect;
    if (calculation !== null) {
      const length = calculation(writing.horizontal ? width : height, (query) => this.#sizeOf(query, isHorizontal(to)));
      this.#changes[MARGINS[to]] = length ?? 0;
    } else if (MARGINS[to] !== from) this.#changes[MARGINS[to]] = value;
  }

  #found(query: AnchorQuery): FoundAnchor | null {
    const { default: rect } = this.#anchors;
    const own = rect === null ? null : { rect, scrollsX: true, scrollsY: true };
    const found = query.name === null ? own : this.#anchors.find(query.name);
    if (found === null) this.#isValid = false;
    return found;
  }

  /** What anchor() gives for an inset: the distance of a side of the anchor from the side of the containing block. */
  #lengthOf(query: AnchorQuery, to: Side, from: Side): number | null {
    if (query.kind === 'size') return this.#sizeOf(query, isHorizontal(to));
    const found = this.#found(query);
    if (found === null) return null;
    const share = this.#shareOf(query.what, to, from);
    if (share === null) return null;
    const horizontal = isHorizontal(to);
    if (horizontal ? found.scrollsX : found.scrollsY) this.#follows[horizontal ? 'x' : 'y'] = true;
    const { rect } = found;
    const area = this.#rect;
    const at = horizontal ? rect.x + rect.w * share - area.x : rect.y + rect.h * share - area.y;
    return isFar(to) ? (horizontal ? area.width : area.height) - at : at;
  }

  /** How far along the anchor a side is, from its left or top; `null` for a side of the other axis. */
  #shareOf(what: string | number, to: Side, from: Side): number | null {
    const horizontal = isHorizontal(from);
    const { writing } = this.#rect;
    const far = (share: number, by: Writing) => (startsAtFarEdge(by, horizontal) ? 1 - share : share);
    let share: number;
    switch (what) {
      case 'inside':
        return isFar(to) ? 1 : 0;
      case 'outside':
        return isFar(to) ? 0 : 1;
      case 'center':
        return 0.5;
      case 'left':
      case 'right':
      case 'top':
      case 'bottom':
        if (isHorizontal(what) !== horizontal) return null;
        share = isFar(what) ? 1 : 0;
        break;
      case 'start':
        share = far(0, writing);
        break;
      case 'end':
        share = far(1, writing);
        break;
      case 'self-start':
        share = far(0, this.#self);
        break;
      case 'self-end':
        share = far(1, this.#self);
        break;
      default:
        if (typeof what !== 'number') return null;
        share = far(what, writing);
    }
    // Flips take the sides of the anchor with them.
    const near = movedSide(this.#option.sides, horizontal ? 'left' : 'top');
    return isFar(near) ? 1 - share : share;
  }

  #sizeOf(query: AnchorQuery, horizontal: boolean): number | null {
    const found = this.#found(query);
    if (found === null) return null;
    const { rect } = found;
    const turns = swapsAxes(this.#option.sides);
    const along = (isAcross: boolean) => (isAcross !== turns ? rect.w : rect.h);
    switch (query.what) {
      case 'width':
      case 'height':
        return along(query.what === 'width');
      case 'inline':
      case 'block':
        return along((query.what === 'inline') === this.#rect.writing.horizontal);
      case 'self-inline':
      case 'self-block':
        return along((query.what === 'self-inline') === this.#self.horizontal);
      default:
        return horizontal ? rect.w : rect.h;
    }
  }

  /** §3.2: without insets a centred box has all of its containing block; automatic margins are none. */
  #center(): AnchoredStyle {
    const anchor = this.#anchors.default;
    const centers = (horizontal: boolean) =>
      anchor !== null && this.#alignment(horizontal).position === 'anchor-center';
    const [byX, byY] = [centers(true), centers(false)];
    const isInArea = this.#rect !== this.#containing;
    for (const side of SIDES) {
      const isCentered = isHorizontal(side) ? byX : byY;
      const margin = MARGINS[side];
      if (isCentered && (this.#changes[side] ?? this.#style[side]) === 'auto') this.#changes[side] = 0;
      if ((isCentered || isInArea) && (this.#changes[margin] ?? this.#style[margin]) === 'auto') {
        this.#changes[margin] = 0;
      }
    }
    const { x, y } = this.#rect;
    return {
      style: deriveStyle(this.#style, this.#changes),
      rect: this.#rect,
      centerX: byX ? anchor!.x + anchor!.w / 2 - x : null,
      centerY: byY ? anchor!.y + anchor!.h / 2 - y : null,
      followsX: this.#follows.x || byX,
      followsY: this.#follows.y || byY,
      isValid: this.#isValid,
    };
  }
}
