/**
 * How far the in-flow content of a scroll container reaches, with its margins: what its padding goes around when it is
 * scrolled to the end.
 *
 * In:  the container's children, where flow put them, before relative positioning and transforms.
 * Out: a rectangle from the container's border-box corner, or `null` for a container without such content.
 *
 * CSS Overflow 3 §2.2 https://drafts.csswg.org/css-overflow-3/#scrollable
 */
import { type Rect, unionRect } from '../geometry.ts';
import { usedMargin } from './edges.ts';
import type { BoxFragment, LineFragment } from './fragment.ts';

/** Which side of a box its flow goes on to: there, margins that met are counted once, at the end of the content. */
export type FlowEnd = 'right' | 'bottom' | 'left';

export class InflowBounds {
  readonly #percentBase: number;
  readonly #flowEnd: FlowEnd | null;
  #bounds: Rect | null = null;

  /** @param flowEnd of containers whose block margins collapse; `null` for others. */
  constructor(percentBase: number, flowEnd: FlowEnd | null) {
    this.#percentBase = percentBase;
    this.#flowEnd = flowEnd;
  }

  get rect(): Rect | null {
    return this.#bounds;
  }

  add(fragment: BoxFragment | LineFragment, x: number, y: number): void {
    const rect = { x, y, w: fragment.width, h: fragment.height };
    this.#unite(fragment.kind === 'line' ? rect : this.#marginBox(fragment, rect));
  }

  /** A part of the container that its content takes up without being a box: tracks of a grid, margins at the end. */
  addArea(rect: Rect): void {
    this.#unite(rect);
  }

  #unite(rect: Rect): void {
    this.#bounds = this.#bounds === null ? rect : unionRect(this.#bounds, rect);
  }

  #marginBox({ box }: BoxFragment, rect: Rect): Rect {
    if (box.isAnonymous) return rect;
    const { marginTop, marginRight, marginBottom, marginLeft } = box.style;
    const collapses = this.#flowEnd !== null && !box.isFloating;
    const isVertical = this.#flowEnd === 'bottom';
    const of = (margin: typeof marginTop, isBlock: boolean) =>
      collapses && isBlock ? 0 : (usedMargin(margin, this.#percentBase) ?? 0);
    const left = of(marginLeft, !isVertical);
    const top = of(marginTop, isVertical);
    return {
      x: rect.x - left,
      y: rect.y - top,
      w: rect.w + left + of(marginRight, !isVertical),
      h: rect.h + top + of(marginBottom, isVertical),
    };
  }
}
