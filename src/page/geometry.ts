/**
 * Boxes as pages ask for them: getBoundingClientRect, offsets, client and scroll sizes, elementFromPoint.
 *
 * Every answer comes from a layout that is up to date, in the same turn. Numbers cross in an array that only this file
 * holds.
 *
 * CSSOM View 1 §5–§8 https://drafts.csswg.org/cssom-view-1/, Geometry Interfaces 1 §3
 */
import { HOST, NODE_TYPE, PARENT_NODE } from '../html/node-keys.ts';
import type { PageNode } from './dom/create-node.ts';
import { defineMembers, prototypeOf } from './dom/interfaces.ts';
import { askEngine } from './engine-link.ts';
import { retarget } from './event-path.ts';
import { defineNamedAccessor } from './named-function.ts';
import { METRICS } from './ports.ts';
import {
  apply,
  type BareArray,
  bareArray,
  copyArray,
  defineProperty,
  getOwnPropertyDescriptor,
  max,
  min,
} from './primordials.ts';

/** Room for 256 rectangles; an element on more lines than that is given those. */
const rectNumbers = new Float64Array(256 * 4);
const metricNumbers = new Float64Array(METRICS.length);

export class DOMRectReadOnly {
  #x: number;
  #y: number;
  #width: number;
  #height: number;

  constructor(x: unknown = 0, y: unknown = 0, width: unknown = 0, height: unknown = 0) {
    this.#x = Number(x);
    this.#y = Number(y);
    this.#width = Number(width);
    this.#height = Number(height);
  }

  static fromRect(rect?: Partial<Record<'x' | 'y' | 'width' | 'height', unknown>> | null): DOMRectReadOnly {
    const { x, y, width, height } = rect ?? {};
    return new DOMRectReadOnly(x, y, width, height);
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
  static set(rect: DOMRectReadOnly, field: 'x' | 'y' | 'width' | 'height', value: number): void {
    if (field === 'x') rect.#x = value;
    else if (field === 'y') rect.#y = value;
    else if (field === 'width') rect.#width = value;
    else rect.#height = value;
  }
  toJSON(): object {
    const { x, y, width, height, top, right, bottom, left } = this;
    return { x, y, width, height, top, right, bottom, left };
  }
}
defineProperty(DOMRectReadOnly, 'name', { value: 'DOMRectReadOnly' });

/** What sets a rectangle's own numbers; the page does not see it. */
const setField = DOMRectReadOnly.set;
Reflect.deleteProperty(DOMRectReadOnly, 'set');

export class DOMRect extends DOMRectReadOnly {}
defineProperty(DOMRect, 'name', { value: 'DOMRect' });
for (const field of ['x', 'y', 'width', 'height'] as const) {
  const own = getOwnPropertyDescriptor(DOMRectReadOnly.prototype, field)!.get!;
  const get = (self: unknown): unknown => apply(own, self, []);
  const set = (self: unknown, value: unknown): void => setField(self as DOMRect, field, Number(value));
  defineNamedAccessor(DOMRect.prototype, field, null, get, set);
}
for (const [name, { prototype }] of Object.entries({ DOMRectReadOnly, DOMRect })) {
  defineProperty(prototype, Symbol.toStringTag, { value: name, configurable: true });
}

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

interface VisibilityOptions {
  readonly checkOpacity?: unknown;
  readonly opacityProperty?: unknown;
  readonly checkVisibilityCSS?: unknown;
  readonly visibilityProperty?: unknown;
}

function elementAround(element: PageNode): PageNode | null {
  const parent = element[PARENT_NODE] as PageNode | null;
  return parent === null || parent[NODE_TYPE] === 1 ? parent : ((parent[HOST] ?? null) as PageNode | null);
}

/** What checkVisibility() looks at beyond boxes, when it is asked to. */
function isVisible(element: PageNode, options: VisibilityOptions): boolean {
  const computed = (of: PageNode, property: string) => askEngine((engine) => engine.computedValue(of, '', property));
  const wantsVisible = Boolean(options.checkVisibilityCSS) || Boolean(options.visibilityProperty);
  if (wantsVisible && computed(element, 'visibility') !== 'visible') return false;
  if (!options.checkOpacity && !options.opacityProperty) return true;
  for (let at: PageNode | null = element; at !== null; at = elementAround(at)) {
    if (computed(at, 'opacity') === '0') return false;
  }
  return true;
}

export function installGeometry(): void {
  defineMembers<PageNode>('Element', {
    getBoundingClientRect(): DOMRect {
      return boundingRect(rectsOf(this));
    },
    getClientRects(): DOMRect[] {
      return copyArray(rectsOf(this));
    },
    checkVisibility(options?: unknown): boolean {
      return rectsOf(this).length > 0 && isVisible(this, (options ?? {}) as VisibilityOptions);
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
}
