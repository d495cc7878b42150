/**
 * ResizeObserver.
 *
 * Resize Observer 1 §2–§3 https://drafts.csswg.org/resize-observer/
 */
import { NODE_TYPE, PARENT_NODE } from '../../html/node-keys.ts';
import type { PageNode } from '../dom/create-node.ts';
import { defineInterface, defineMembers, instanceFor, setConstructor } from '../dom/interfaces.ts';
import { askEngine } from '../engine-link.ts';
import { DOMRectReadOnly } from '../geometry.ts';
import {
  append,
  apply,
  type BareArray,
  bareArray,
  copyArray,
  freeze,
  removeAt,
  round,
  weakGet,
  weakSet,
} from '../primordials.ts';
import { defineRecordInterface, makeRecord } from '../record-objects.ts';
import { reportException, reportNotice } from '../report-exception.ts';
import { isScriptOver } from '../script-end.ts';
import { afterCallbacks, forceFrame } from './rendering.ts';

type BoxOption = 'content-box' | 'border-box' | 'device-pixel-content-box';

interface Observation {
  readonly target: PageNode;
  readonly box: BoxOption;
  width: number;
  height: number;
}

interface Observer {
  readonly object: object;
  readonly callback: (entries: object[], observer: object) => void;
  readonly targets: BareArray<Observation>;
}

const observers = new WeakMap<object, Observer>();
/** Those that watch something, in the order in which they began to. */
const active: BareArray<Observer> = bareArray();
const sizes = new Float64Array(6);
/** No element is that deep. */
const NONE = Number.POSITIVE_INFINITY;
/** How often one frame may go round before the rest is left for the next. */
const MAX_ROUNDS = 100;
let pixelRatio: () => number = () => 1;

function stateOf(object: object): Observer {
  const observer = weakGet(observers, object);
  if (observer === undefined) throw new TypeError('Illegal invocation');
  return observer;
}

function measure(target: PageNode): void {
  askEngine((engine) => engine.boxSizes(target, sizes)) ?? sizes.fill(0);
}

function isChanged({ target, box, width, height }: Observation): boolean {
  measure(target);
  const first = box === 'border-box' ? 4 : 2;
  return sizes[first] !== width || sizes[first + 1] !== height;
}

function depthOf(node: PageNode): number {
  let depth = 0;
  for (let at: PageNode | null = node; at !== null; at = at[PARENT_NODE] as PageNode | null) depth++;
  return depth;
}

const SIZE_NAME = 'ResizeObserverSize';

function sizeList(inlineSize: number, blockSize: number): readonly object[] {
  return freeze([makeRecord(SIZE_NAME, { inlineSize, blockSize })]);
}

/** The entry for a target whose sizes are in `sizes`. */
function makeEntry(target: PageNode): object {
  const width = sizes[2]!;
  const height = sizes[3]!;
  const ratio = pixelRatio();
  return makeRecord('ResizeObserverEntry', {
    target,
    contentRect: new DOMRectReadOnly(sizes[0], sizes[1], width, height),
    // Differs: inline sizes are widths, also in vertical writing modes.
    contentBoxSize: sizeList(width, height),
    borderBoxSize: sizeList(sizes[4]!, sizes[5]!),
    devicePixelContentBoxSize: sizeList(round(width * ratio), round(height * ratio)),
  });
}

/** "gather active observations at depth" and "broadcast": gives the shallowest depth that was told about. */
function broadcast(depth: number): number {
  let shallowest = NONE;
  const calls = bareArray<{ readonly observer: Observer; readonly entries: BareArray<object> }>();
  for (let at = 0; at < active.length; at++) {
    const observer = active[at]!;
    const entries = bareArray<object>();
    for (let each = 0; each < observer.targets.length; each++) {
      const observation = observer.targets[each]!;
      if (!isChanged(observation)) continue;
      const own = depthOf(observation.target);
      if (own <= depth) continue;
      const first = observation.box === 'border-box' ? 4 : 2;
      observation.width = sizes[first]!;
      observation.height = sizes[first + 1]!;
      append(entries, makeEntry(observation.target));
      if (own < shallowest) shallowest = own;
    }
    if (entries.length > 0) append(calls, { observer, entries });
  }
  for (let at = 0; at < calls.length; at++) {
    const { observer, entries } = calls[at]!;
    if (isScriptOver()) continue;
    try {
      apply(observer.callback, observer.object, [copyArray(entries), observer.object]);
    } catch (error) {
      reportException(error);
    }
  }
  return shallowest;
}

function hasSkipped(): boolean {
  for (let at = 0; at < active.length; at++) {
    const { targets } = active[at]!;
    for (let each = 0; each < targets.length; each++) if (isChanged(targets[each]!)) return true;
  }
  return false;
}

function run(): void {
  let depth = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = broadcast(depth);
    if (next === NONE) break;
    depth = next;
  }
  if (!hasSkipped()) return;
  reportNotice('ResizeObserver loop completed with undelivered notifications.');
  forceFrame();
}

function boxOption(options: unknown): BoxOption {
  const box = (options as { box?: unknown } | undefined)?.box;
  if (box === undefined || box === 'content-box') return 'content-box';
  if (box === 'border-box' || box === 'device-pixel-content-box') return box;
  throw new TypeError(`The provided value '${box}' is not a valid enum value of type ResizeObserverBoxOptions.`);
}

function forget(observer: Observer, target: unknown): void {
  for (let at = 0; at < observer.targets.length; at++) {
    if (observer.targets[at]!.target !== target) continue;
    removeAt(observer.targets, at);
    break;
  }
  if (observer.targets.length === 0) deactivate(observer);
}

function deactivate(observer: Observer): void {
  for (let at = 0; at < active.length; at++) {
    if (active[at] !== observer) continue;
    removeAt(active, at);
    return;
  }
}

function mustBeElement(value: unknown): asserts value is PageNode {
  if ((value as PageNode | null | undefined)?.[NODE_TYPE] !== 1) {
    throw new TypeError("parameter 1 is not of type 'Element'.");
  }
}

export function installResizeObserver(devicePixelRatio: () => number): void {
  pixelRatio = devicePixelRatio;
  defineInterface('ResizeObserver', null);
  defineRecordInterface(SIZE_NAME, null, ['inlineSize', 'blockSize']);
  defineRecordInterface('ResizeObserverEntry', null, [
    'target',
    'contentRect',
    'contentBoxSize',
    'borderBoxSize',
    'devicePixelContentBoxSize',
  ]);
  setConstructor('ResizeObserver', (newTarget, args) => {
    const callback = args[0];
    if (typeof callback !== 'function') throw new TypeError('parameter 1 is not a function.');
    const object = instanceFor(newTarget, 'ResizeObserver');
    weakSet(observers, object, { object, callback: callback as Observer['callback'], targets: bareArray() });
    return object;
  });
  defineMembers<object>('ResizeObserver', {
    observe(target: unknown, options?: unknown): void {
      const observer = stateOf(this);
      mustBeElement(target);
      const box = boxOption(options);
      if (observer.targets.length > 0) forget(observer, target);
      if (observer.targets.length === 0) append(active, observer);
      // A size that no box has: the first look always finds a change, unless there is no box.
      append(observer.targets, { target, box, width: 0, height: 0 });
      forceFrame();
    },
    unobserve(target: unknown): void {
      mustBeElement(target);
      forget(stateOf(this), target);
    },
    disconnect(): void {
      const observer = stateOf(this);
      observer.targets.length = 0;
      deactivate(observer);
    },
  });
  afterCallbacks({ isActive: () => active.length > 0, run });
}
