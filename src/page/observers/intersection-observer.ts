/**
 * IntersectionObserver.
 *
 * Intersection Observer §2–§3 https://w3c.github.io/IntersectionObserver/
 *
 * Differs: what clips a target between it and an element root is all that clips it, and 'scrollMargin' counts as zero.
 */
import { NODE_TYPE, PARENT_NODE } from '../../html/node-keys.ts';
import { now } from '../clock.ts';
import type { PageNode } from '../dom/create-node.ts';
import { domException } from '../dom/dom-exception.ts';
import { defineInterface, defineMembers, instanceFor, setConstructor } from '../dom/interfaces.ts';
import { askEngine } from '../engine-link.ts';
import { boundingRect, DOMRectReadOnly, rectsOf } from '../geometry.ts';
import {
  append,
  apply,
  type BareArray,
  bareArray,
  copyArray,
  freeze,
  isNotANumber,
  max,
  min,
  removeAt,
  weakGet,
  weakSet,
} from '../primordials.ts';
import { defineRecordInterface, makeRecord } from '../record-objects.ts';
import { reportException } from '../report-exception.ts';
import { isScriptOver } from '../script-end.ts';
import { afterCallbacks, forceFrame } from './rendering.ts';
import { type Margin, parseMargins } from './root-margin.ts';

interface Watch {
  readonly target: PageNode;
  /** -1 until it was told about for the first time. */
  threshold: number;
  isIntersecting: boolean;
}

interface Observer {
  readonly object: object;
  readonly callback: (entries: object[], observer: object) => void;
  readonly root: PageNode | null;
  readonly margins: readonly Margin[];
  readonly marginText: string;
  readonly thresholds: readonly number[];
  readonly targets: BareArray<Watch>;
  queue: BareArray<object>;
}

interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const observers = new WeakMap<object, Observer>();
const active: BareArray<Observer> = bareArray();
const clip = new Float64Array(4);
let viewportSize: () => readonly [number, number] = () => [0, 0];

function stateOf(object: object): Observer {
  const observer = weakGet(observers, object);
  if (observer === undefined) throw new TypeError('Illegal invocation');
  return observer;
}

/** "root intersection rectangle" */
function rootArea({ root, margins }: Observer): Area {
  let area: Area;
  if (root === null || root[NODE_TYPE] === 9) {
    const [width, height] = viewportSize();
    area = { left: 0, top: 0, right: width, bottom: height };
  } else {
    const { left, top, right, bottom } = boundingRect(rectsOf(root));
    area = { left, top, right, bottom };
  }
  const width = area.right - area.left;
  const height = area.bottom - area.top;
  const used = (index: number, of: number): number => {
    const { value, isPercent } = margins[index]!;
    return isPercent ? (value * of) / 100 : value;
  };
  return {
    left: area.left - used(3, width),
    top: area.top - used(0, height),
    right: area.right + used(1, width),
    bottom: area.bottom + used(2, height),
  };
}

/** `null` when they do not even touch. */
function intersect(one: Area, other: Area): Area | null {
  const left = max(one.left, other.left);
  const top = max(one.top, other.top);
  const right = min(one.right, other.right);
  const bottom = min(one.bottom, other.bottom);
  return right >= left && bottom >= top ? { left, top, right, bottom } : null;
}

function isInside(target: PageNode, root: PageNode | null): boolean {
  for (let at: PageNode | null = target; at !== null; at = parentOf(at)) {
    if (root === null ? at[NODE_TYPE] === 9 : at === root) return root === null || at !== target;
  }
  return false;
}

/** The parent, across the borders of shadow trees. */
function parentOf(node: PageNode): PageNode | null {
  return (node[PARENT_NODE] ?? (node as PageNode & { host?: PageNode }).host ?? null) as PageNode | null;
}

/** "run the update intersection observations steps" for one target */
function look(observer: Observer, watch: Watch, root: Area, time: number): void {
  const { target } = watch;
  const rects = rectsOf(target);
  const box = boundingRect(rects);
  const area: Area = { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
  let seen: Area | null = null;
  if (rects.length > 0 && isInside(target, observer.root)) {
    seen = intersect(area, root);
    const isClipped = seen !== null && askEngine((engine) => engine.clipOf(target, clip)) === true;
    if (seen !== null && isClipped) {
      const left = clip[0]!;
      const top = clip[1]!;
      seen = intersect(seen, { left, top, right: left + clip[2]!, bottom: top + clip[3]! });
    }
  }
  const isIntersecting = seen !== null;
  const size = box.width * box.height;
  const part = seen === null ? 0 : (seen.right - seen.left) * (seen.bottom - seen.top);
  const ratio = size > 0 ? min(1, part / size) : isIntersecting ? 1 : 0;
  let threshold = 0;
  if (isIntersecting) {
    while (threshold < observer.thresholds.length && observer.thresholds[threshold]! <= ratio) threshold++;
  }
  if (threshold === watch.threshold && isIntersecting === watch.isIntersecting) return;
  watch.threshold = threshold;
  watch.isIntersecting = isIntersecting;

  const entry = makeRecord('IntersectionObserverEntry', {
    time,
    target,
    isIntersecting: isIntersecting && (threshold > 0 || observer.thresholds[0] === 0),
    intersectionRatio: ratio,
    isVisible: false,
    boundingClientRect: readOnly(area),
    intersectionRect: seen === null ? new DOMRectReadOnly() : readOnly(seen),
    rootBounds: readOnly(root),
  });
  append(observer.queue, entry);
}

function readOnly({ left, top, right, bottom }: Area): DOMRectReadOnly {
  return new DOMRectReadOnly(left, top, right - left, bottom - top);
}

function run(): void {
  const time = now();
  for (let at = 0; at < active.length; at++) {
    const observer = active[at]!;
    const root = rootArea(observer);
    for (let each = 0; each < observer.targets.length; each++) look(observer, observer.targets[each]!, root, time);
  }
  const calls = bareArray<Observer>();
  for (let at = 0; at < active.length; at++) if (active[at]!.queue.length > 0) append(calls, active[at]!);
  for (let at = 0; at < calls.length; at++) {
    const observer = calls[at]!;
    const entries = takeEntries(observer);
    if (entries.length === 0 || isScriptOver()) continue;
    try {
      apply(observer.callback, observer.object, [entries, observer.object]);
    } catch (error) {
      reportException(error);
    }
  }
}

function takeEntries(observer: Observer): object[] {
  const entries = copyArray(observer.queue);
  observer.queue = bareArray();
  return entries;
}

function thresholdsOf(given: unknown): readonly number[] {
  const list = bareArray<number>();
  const add = (value: unknown): void => {
    const number = Number(value);
    if (isNotANumber(number)) throw new TypeError('The provided double value is non-finite.');
    if (number < 0 || number > 1) throw new RangeError('Threshold values must be numbers between 0 and 1');
    let at = list.length;
    append(list, number);
    for (; at > 0 && list[at - 1]! > number; at--) list[at] = list[at - 1]!;
    list[at] = number;
  };
  if (typeof given === 'object' && given !== null) {
    const values = given as ArrayLike<unknown>;
    for (let at = 0; at < values.length; at++) add(values[at]);
  } else if (given !== undefined) add(given);
  if (list.length === 0) add(0);
  return freeze(copyArray(list));
}

function makeObserver(object: object, callback: unknown, options: unknown): Observer {
  if (typeof callback !== 'function') throw new TypeError('parameter 1 is not a function.');
  const { root, rootMargin, threshold } = (options ?? {}) as Record<string, unknown>;
  const node = (root ?? null) as PageNode | null;
  if (node !== null && node[NODE_TYPE] !== 1 && node[NODE_TYPE] !== 9) {
    throw new TypeError("member root is not of type '(Document or Element)'.");
  }
  const margins = parseMargins(rootMargin === undefined ? '0px' : `${rootMargin}`);
  if (margins === null) {
    throw domException('SyntaxError', 'rootMargin must be specified in pixels or percent.');
  }
  let marginText = '';
  for (let at = 0; at < 4; at++) {
    marginText += `${at === 0 ? '' : ' '}${margins[at]!.value}${margins[at]!.isPercent ? '%' : 'px'}`;
  }
  return {
    object,
    callback: callback as Observer['callback'],
    root: node,
    margins,
    marginText,
    thresholds: thresholdsOf(threshold),
    targets: bareArray(),
    queue: bareArray(),
  };
}

function deactivate(observer: Observer): void {
  for (let at = 0; at < active.length; at++) {
    if (active[at] !== observer) continue;
    removeAt(active, at);
    return;
  }
}

function indexOfTarget({ targets }: Observer, target: unknown): number {
  for (let at = 0; at < targets.length; at++) if (targets[at]!.target === target) return at;
  return -1;
}

export function installIntersectionObserver(viewport: () => readonly [number, number]): void {
  viewportSize = viewport;
  defineInterface('IntersectionObserver', null);
  defineRecordInterface('IntersectionObserverEntry', null, [
    'time',
    'rootBounds',
    'boundingClientRect',
    'intersectionRect',
    'isIntersecting',
    'isVisible',
    'intersectionRatio',
    'target',
  ]);
  setConstructor('IntersectionObserver', (newTarget, args) => {
    const object = instanceFor(newTarget, 'IntersectionObserver');
    weakSet(observers, object, makeObserver(object, args[0], args[1]));
    return object;
  });
  defineMembers<object>('IntersectionObserver', {
    get root(): object | null {
      return stateOf(this).root;
    },
    get rootMargin(): string {
      return stateOf(this).marginText;
    },
    get scrollMargin(): string {
      return '0px 0px 0px 0px';
    },
    get thresholds(): readonly number[] {
      return stateOf(this).thresholds;
    },
    observe(target: unknown): void {
      const observer = stateOf(this);
      if ((target as PageNode | null | undefined)?.[NODE_TYPE] !== 1) {
        throw new TypeError("parameter 1 is not of type 'Element'.");
      }
      if (indexOfTarget(observer, target) >= 0) return;
      if (observer.targets.length === 0) append(active, observer);
      append(observer.targets, { target: target as PageNode, threshold: -1, isIntersecting: false });
      forceFrame();
    },
    unobserve(target: unknown): void {
      const observer = stateOf(this);
      const index = indexOfTarget(observer, target);
      if (index < 0) return;
      removeAt(observer.targets, index);
      if (observer.targets.length === 0) deactivate(observer);
    },
    disconnect(): void {
      const observer = stateOf(this);
      observer.targets.length = 0;
      observer.queue = bareArray();
      deactivate(observer);
    },
    takeRecords(): object[] {
      return takeEntries(stateOf(this));
    },
  });
  afterCallbacks({ isActive: () => active.length > 0, run });
}
