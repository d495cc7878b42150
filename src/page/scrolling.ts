/**
 * Scrolling by script and by input: offsets of boxes and of the viewport, and the events that follow.
 *
 * An offset is kept on the element, and counts no further than its content reaches (layout clamps it again when the
 * content shrinks). The root element's record is the viewport's. Events come at the beginning of the next frame, one for
 * each box however often it was scrolled.
 *
 * CSSOM View 1 §4, §6, §13.2 https://drafts.csswg.org/cssom-view-1/#scrolling-events
 *
 * Differs: scrolling is never smooth.
 */
import { OWNER_DOCUMENT, PARENT_NODE } from '../html/node-keys.ts';
import { elementState } from '../html/node-state.ts';
import type { PageNode } from './dom/create-node.ts';
import { markScrolled } from './dom/document-version.ts';
import { documentStateOf, stateOf } from './dom/element-state.ts';
import { defineMembers } from './dom/interfaces.ts';
import { askEngine } from './engine-link.ts';
import { createEvent } from './event-classes.ts';
import { dispatchTrusted } from './events.ts';
import { promised } from './network/promises.ts';
import { inNextFrame } from './observers/rendering.ts';
import { append, type BareArray, bareArray, hasWord, isFiniteNumber, max, min, round } from './primordials.ts';

/** Least and most along x, then along y. */
const range = new Float64Array(4);

export interface ScrollOffset {
  readonly left: number;
  readonly top: number;
}

/** How far an element is scrolled now. */
export function scrollOffset(element: PageNode): ScrollOffset {
  const { scrollLeft = 0, scrollTop = 0 } = elementState(element);
  if (scrollLeft === 0 && scrollTop === 0) return { left: 0, top: 0 };
  askRange(element);
  const offset = { left: within(scrollLeft, 0), top: within(scrollTop, 2) };
  if (offset.left !== scrollLeft || offset.top !== scrollTop) setOffset(element, offset.left, offset.top);
  return offset;
}

/** How far it was scrolled last. Faster: nothing is laid out for it, so it may be further than there is content by now. */
export function lastScrollOffset(element: PageNode): ScrollOffset {
  const { scrollLeft = 0, scrollTop = 0 } = elementState(element);
  return { left: scrollLeft, top: scrollTop };
}

function askRange(element: PageNode): void {
  askEngine((engine) => engine.scrollRange(element, range)) ?? range.fill(0);
}

function within(value: number, first: 0 | 2): number {
  return max(range[first]!, min(range[first + 1]!, value));
}

/** Pixels of the device to one of the page. */
let pixelRatio = 1;

export function setScrollGrid(ratio: number): void {
  pixelRatio = ratio;
}

function snapped(offset: number): number {
  return round(offset * pixelRatio) / pixelRatio;
}

/** Scrolls, and has the event fired if that moved anything. `null` leaves an axis as it is. */
export function scrollElement(element: PageNode, left: number | null, top: number | null): void {
  const before = scrollOffset(element);
  askRange(element);
  // Chrome keeps offsets at whole pixels of the device.
  const x = left === null ? before.left : within(snapped(left), 0);
  const y = top === null ? before.top : within(snapped(top), 2);
  if (x === before.left && y === before.top) return;
  setOffset(element, x, y);
}

function setOffset(element: PageNode, left: number, top: number): void {
  const state = stateOf(element);
  state.scrollLeft = left;
  state.scrollTop = top;
  markScrolled();
  const document = element[OWNER_DOCUMENT]!;
  queueScrollEvents(element[PARENT_NODE] === document ? document : element);
}

/** Targets of the events of the next frame. */
let pending: BareArray<PageNode> = bareArray();

function queueScrollEvents(target: PageNode): void {
  for (let at = 0; at < pending.length; at++) if (pending[at] === target) return;
  append(pending, target);
  if (pending.length === 1) inNextFrame(runScrollSteps);
}

function runScrollSteps(): void {
  const targets = pending;
  pending = bareArray();
  for (const type of ['scroll', 'scrollend']) {
    for (let at = 0; at < targets.length; at++) {
      const target = targets[at]!;
      const bubbles = target[OWNER_DOCUMENT] === null;
      dispatchTrusted(target, createEvent('Event', type, { bubbles }));
    }
  }
}

/** Arguments of scroll(), scrollTo() and scrollBy(): two numbers, or an object. */
export function scrollArguments(args: ArrayLike<unknown>): readonly [left: number | null, top: number | null] {
  if (args.length >= 2) return [finite(args[0]) ?? 0, finite(args[1]) ?? 0];
  const given = args[0] ?? {};
  if (typeof given !== 'object' && typeof given !== 'function') {
    throw new TypeError("The provided value is not of type 'ScrollToOptions'.");
  }
  const { left, top, behavior = 'auto' } = given as { left?: unknown; top?: unknown; behavior?: unknown };
  if (!hasWord(' auto instant smooth ', `${behavior}`)) {
    throw new TypeError(`The provided value '${behavior}' is not a valid enum value of type ScrollBehavior.`);
  }
  return [finite(left), finite(top)];
}

function finite(value: unknown): number | null {
  if (value === undefined) return null;
  const number = Number(value);
  return isFiniteNumber(number) ? number : 0;
}

export function scrollBy(element: PageNode, x: number | null, y: number | null): void {
  const { left, top } = scrollOffset(element);
  scrollElement(element, left + (x ?? 0), top + (y ?? 0));
}

/**
 * Whose offset an element's members are about: in quirks mode the body's are the viewport's and the root has none.
 * `null` for an element that never scrolls.
 */
function scrollerOf(element: PageNode, root: PageNode | null, body: PageNode | null): PageNode | null {
  if (root === null || !documentStateOf(element[OWNER_DOCUMENT]!).quirks) return element;
  if (element === root) return null;
  return element === body ? root : element;
}

/** What a method that scrolls gives: every scroll here is at its end at once, and nothing comes between. */
export function scrolled(scroll: () => void): Promise<object> {
  return promised(() => {
    scroll();
    return { interrupted: false };
  });
}

export function installScrolling(root: () => PageNode | null, body: () => PageNode | null): void {
  const scroller = (element: PageNode) => scrollerOf(element, root(), body());
  const scrollTo = (element: PageNode, left: number | null, top: number | null) => {
    const target = scroller(element);
    if (target !== null) scrollElement(target, left, top);
  };
  defineMembers<PageNode>('Element', {
    get scrollLeft(): number {
      const target = scroller(this);
      return target === null ? 0 : scrollOffset(target).left;
    },
    set scrollLeft(value: unknown) {
      scrollTo(this, finite(value) ?? 0, null);
    },
    get scrollTop(): number {
      const target = scroller(this);
      return target === null ? 0 : scrollOffset(target).top;
    },
    set scrollTop(value: unknown) {
      scrollTo(this, null, finite(value) ?? 0);
    },
    scroll(...args: unknown[]): Promise<object> {
      return scrolled(() => scrollTo(this, ...scrollArguments(args)));
    },
    scrollTo(...args: unknown[]): Promise<object> {
      return scrolled(() => scrollTo(this, ...scrollArguments(args)));
    },
    scrollBy(...args: unknown[]): Promise<object> {
      return scrolled(() => {
        const given = scrollArguments(args);
        const target = scroller(this);
        if (target !== null) scrollBy(target, ...given);
      });
    },
  });
  defineMembers<PageNode>('Document', {
    get scrollingElement(): PageNode | null {
      return documentStateOf(this).quirks ? body() : root();
    },
  });
}
