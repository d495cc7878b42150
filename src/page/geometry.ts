/**
 * Boxes as pages ask for them: getBoundingClientRect, offsets, client and scroll sizes, elementFromPoint.
 *
 * Every answer comes from a layout that is up to date, in the same turn. Numbers cross in an array that only this file
 * holds.
 *
 * CSSOM View 1 §5–§8 https://drafts.csswg.org/cssom-view-1/, Geometry Interfaces 1 §3
 */
import { OWNER_DOCUMENT, PARENT_NODE } from '../html/node-keys.ts';
import { elementState } from '../html/node-state.ts';
import type { PageNode } from './dom/create-node.ts';
import { markScrolled } from './dom/document-version.ts';
import { stateOf } from './dom/element-state.ts';
import { defineMembers, prototypeOf } from './dom/interfaces.ts';
import { askEngine } from './engine-link.ts';
import { createEvent } from './event-classes.ts';
import { queueTask } from './event-loop.ts';
import { retarget } from './event-path.ts';
import { dispatchTrusted } from './events.ts';
import { METRICS } from './ports.ts';
import { type BareArray, bareArray, copyArray, defineProperty, max, min } from './primordials.ts';

/** Room for 256 rectangles; an element on more lines than that is given those. */
const rectNumbers = new Float64Array(256 * 4);
const metricNumbers = new Float64Array(METRICS.length);

export class DOMRectReadOnly {
  readonly #x: number;
  readonly #y: number;
  readonly #width: number;
  readonly #height: number;

  constructor(x: unknown = 0, y: unknown = 0, width: unknown = 0, height: unknown = 0) {
    this.#x = Number(x);
    this.#y = Number(y);
    this.#width = Number(width);
    this.#height = Number(height);
  }

  get x(): number {
    return this.#x;
  }
  get y(): number {
    return this.#y;
  }
  get width(): number {
    return this.#width;
  }
  get height(): number {
    return this.#height;
  }
  get left(): number {
    return min(this.#x, this.#x + this.#width);
  }
  get top(): number {
    return min(this.#y, this.#y + this.#height);
  }
  get right(): number {
    return max(this.#x, this.#x + this.#width);
  }
  get bottom(): number {
    return max(this.#y, this.#y + this.#height);
  }
  toJSON(): object {
    const { x, y, width, height, top, right, bottom, left } = this;
    return { x, y, width, height, top, right, bottom, left };
  }
}
defineProperty(DOMRectReadOnly, 'name', { value: 'DOMRectReadOnly' });

/** Differs: a DOMRect's fields cannot be set. */
export class DOMRect extends DOMRectReadOnly {}
defineProperty(DOMRect, 'name', { value: 'DOMRect' });

/** Rectangles in viewport coordinates, in a list that only platform code sees. */
export function rectsOf(node: PageNode): BareArray<DOMRect> {
  const count = min(askEngine((engine) => engine.rects(node, rectNumbers)) ?? 0, rectNumbers.length / 4);
  const rects = bareArray<DOMRect>();
  for (let at = 0; at < count; at++) {
    const first = at * 4;
    rects[at] = new DOMRect(rectNumbers[first], rectNumbers[first + 1], rectNumbers[first + 2], rectNumbers[first + 3]);
  }
  return rects;
}

/** The smallest rectangle around all; those without area count only when there are no others. */
export function boundingRect(rects: BareArray<DOMRect>): DOMRect {
  let bounds: DOMRect | null = null;
  for (let at = 0; at < rects.length; at++) {
    const rect = rects[at]!;
    if (rect.width === 0 || rect.height === 0) continue;
    if (bounds === null) bounds = rect;
    else {
      const left = min(bounds.left, rect.left);
      const top = min(bounds.top, rect.top);
      bounds = new DOMRect(left, top, max(bounds.right, rect.right) - left, max(bounds.bottom, rect.bottom) - top);
    }
  }
  return bounds ?? rects[0] ?? new DOMRect();
}

const FIRST_SCROLL_METRIC = METRICS.indexOf('scrollWidth');

function metric(element: PageNode, index: number): number {
  const withScroll = index >= FIRST_SCROLL_METRIC;
  askEngine((engine) => engine.metrics(element, metricNumbers, withScroll)) ?? metricNumbers.fill(0);
  return metricNumbers[index]!;
}

/** The part of METRICS that scrolling into view needs. */
export function metricsOf(
  element: PageNode,
): Record<'clientLeft' | 'clientTop' | 'clientWidth' | 'clientHeight', number> {
  askEngine((engine) => engine.metrics(element, metricNumbers, false)) ?? metricNumbers.fill(0);
  return {
    clientLeft: metricNumbers[4]!,
    clientTop: metricNumbers[5]!,
    clientWidth: metricNumbers[6]!,
    clientHeight: metricNumbers[7]!,
  };
}

/** How far an element can be scrolled on each axis. */
function scrollRange(element: PageNode): readonly [number, number] {
  askEngine((engine) => engine.metrics(element, metricNumbers, true)) ?? metricNumbers.fill(0);
  return [max(0, metricNumbers[8]! - metricNumbers[6]!), max(0, metricNumbers[9]! - metricNumbers[7]!)];
}

/** Scrolls, and fires the event if that moved anything. The root element's record is the viewport's. */
export function scrollElement(element: PageNode, left: number | null, top: number | null): void {
  const { scrollLeft = 0, scrollTop = 0 } = elementState(element);
  const [rangeX, rangeY] = scrollRange(element);
  const x = left === null ? scrollLeft : max(0, min(rangeX, left));
  const y = top === null ? scrollTop : max(0, min(rangeY, top));
  if (x === scrollLeft && y === scrollTop) return;
  const state = stateOf(element);
  state.scrollLeft = x;
  state.scrollTop = y;
  markScrolled();
  const document = element[OWNER_DOCUMENT]!;
  const target = element[PARENT_NODE] === document ? document : element;
  queueTask(() => dispatchTrusted(target, createEvent('Event', 'scroll', { bubbles: target === document })));
}

function scrollArguments(args: ArrayLike<unknown>): readonly [number | null, number | null] {
  const number = (value: unknown) => (value === undefined || Number.isNaN(Number(value)) ? null : Number(value));
  if (args.length >= 2) return [number(args[0]) ?? 0, number(args[1]) ?? 0];
  const { left, top } = (args[0] ?? {}) as { left?: unknown; top?: unknown };
  return [number(left), number(top)];
}

export function installGeometry(root: () => PageNode | null): void {
  defineMembers<PageNode>('Element', {
    getBoundingClientRect(): DOMRect {
      return boundingRect(rectsOf(this));
    },
    getClientRects(): DOMRect[] {
      return copyArray(rectsOf(this));
    },
    checkVisibility(): boolean {
      return rectsOf(this).length > 0;
    },
    get scrollLeft(): number {
      return elementState(this).scrollLeft ?? 0;
    },
    set scrollLeft(value: unknown) {
      scrollElement(this, Number(value) || 0, null);
    },
    get scrollTop(): number {
      return elementState(this).scrollTop ?? 0;
    },
    set scrollTop(value: unknown) {
      scrollElement(this, null, Number(value) || 0);
    },
    scroll(...args: unknown[]): void {
      scrollElement(this, ...scrollArguments(args));
    },
    scrollTo(...args: unknown[]): void {
      scrollElement(this, ...scrollArguments(args));
    },
    scrollBy(...args: unknown[]): void {
      const { scrollLeft = 0, scrollTop = 0 } = elementState(this);
      const [left, top] = scrollArguments(args);
      scrollElement(this, scrollLeft + (left ?? 0), scrollTop + (top ?? 0));
    },
  });
  METRICS.forEach((name, index) => {
    defineProperty(prototypeOf(name.startsWith('offset') ? 'HTMLElement' : 'Element'), name, {
      get(this: PageNode): number {
        return metric(this, index);
      },
      enumerable: true,
      configurable: true,
    });
  });
  defineMembers<PageNode>('HTMLElement', {
    get offsetParent(): PageNode | null {
      return (askEngine((engine) => engine.offsetParent(this)) ?? null) as PageNode | null;
    },
  });
  for (const name of ['Document', 'ShadowRoot']) {
    defineMembers<PageNode>(name, {
      elementFromPoint(x: unknown, y: unknown): PageNode | null {
        const left = Number(x);
        const top = Number(y);
        const hit = askEngine((engine) => engine.hitTest(left, top)) ?? null;
        // What is in a shadow tree is not shown outside of it: its host is.
        return retarget(hit, this) as PageNode | null;
      },
    });
  }
  defineMembers<PageNode>('Document', {
    get scrollingElement(): PageNode | null {
      return root();
    },
  });
}
