/**
 * Highlight and CSS.highlights: ranges under names. Nothing is painted here, so that keeping them is all there is to do.
 *
 * CSS Custom Highlight API 1 §3 https://drafts.csswg.org/css-highlight-api-1/
 */
import { isShadowRoot } from '../dom/shadow/shadow-walk.ts';
import { isTreeNode } from '../dom/tree.ts';
import {
  defineProperty,
  getPrototypeOf,
  mapDelete,
  mapGet,
  mapHas,
  mapSet,
  mapSize,
  newMap,
  reflect,
  uncurryThis,
} from '../primordials.ts';
import {
  defineBehaviour,
  defineLater,
  type LiveRecord,
  lazyPrototype,
  liveObject,
  liveRecord,
} from '../window/lazy-interfaces.ts';
import { type Args, callbackOf, failedTo } from './answers.ts';

const setAdd = uncurryThis(Set.prototype.add);
const setHas = uncurryThis(Set.prototype.has);
const setDelete = uncurryThis(Set.prototype.delete);
const setClear = uncurryThis(Set.prototype.clear);
const setEntries = uncurryThis(Set.prototype.entries);
const setValues = uncurryThis(Set.prototype.values);
const setForEach = uncurryThis(Set.prototype.forEach);
const sizeOfSet = uncurryThis(Object.getOwnPropertyDescriptor(Set.prototype, 'size')!.get!) as (
  set: Set<unknown>,
) => number;
const mapClear = uncurryThis(Map.prototype.clear);
const mapEntries = uncurryThis(Map.prototype.entries);
const mapKeys = uncurryThis(Map.prototype.keys);
const mapValues = uncurryThis(Map.prototype.values);
const mapForEach = uncurryThis(Map.prototype.forEach);
const OwnSet = Set;

const ranges = (record: LiveRecord): Set<unknown> => record['%ranges'] as Set<unknown>;
const named = (record: LiveRecord): Map<unknown, unknown> => record['%named'] as Map<unknown, unknown>;

/** Ranges of every kind have a place where they begin, in a node. */
function isRange(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || getPrototypeOf(value) === null) return false;
  const { startContainer } = value as { readonly startContainer?: unknown };
  return typeof startContainer === 'object' && startContainer !== null && isTreeNode(startContainer);
}

function checkRange(value: unknown, where: string, index: number): unknown {
  if (isRange(value)) return value;
  throw new TypeError(`${where}parameter ${index} is not of type 'AbstractRange'.`);
}

function defineHighlights(): void {
  defineBehaviour('Highlight', {
    construct: (args: Args): LiveRecord => {
      const set = new OwnSet<unknown>();
      for (let at = 0; at < args.length; at++) {
        setAdd(set, checkRange(args[at], "Failed to construct 'Highlight': ", at + 1));
      }
      return { '%ranges': set, priority: 0, type: 'highlight' };
    },
    'set priority'(this: LiveRecord, args: unknown) {
      this['priority'] = Number(args) | 0;
    },
    'set type'(this: LiveRecord, args: unknown) {
      if (/^(?:highlight|spelling-error|grammar-error)$/.test(`${args}`)) this['type'] = `${args}`;
    },
    size(this: LiveRecord) {
      return sizeOfSet(ranges(this));
    },
    add(this: LiveRecord, args: Args, self: object) {
      setAdd(ranges(this), checkRange(args[0], failedTo('add', 'Highlight'), 1));
      return self;
    },
    has(this: LiveRecord, args: Args) {
      return setHas(ranges(this), args[0]);
    },
    delete(this: LiveRecord, args: Args) {
      return setDelete(ranges(this), args[0]);
    },
    clear(this: LiveRecord) {
      setClear(ranges(this));
    },
    entries(this: LiveRecord) {
      return setEntries(ranges(this));
    },
    keys(this: LiveRecord) {
      return setValues(ranges(this));
    },
    values(this: LiveRecord) {
      return setValues(ranges(this));
    },
    forEach(this: LiveRecord, args: Args, self: object) {
      const callback = callbackOf(args[0], 'forEach', 'Highlight') as (...all: unknown[]) => void;
      setForEach(ranges(this), (value) => void reflect.apply(callback, args[1], [value, value, self]));
    },
  });
  defineBehaviour('HighlightRegistry', {
    size(this: LiveRecord) {
      return mapSize(named(this));
    },
    get(this: LiveRecord, args: Args) {
      return mapGet(named(this), `${args[0]}`);
    },
    has(this: LiveRecord, args: Args) {
      return mapHas(named(this), `${args[0]}`);
    },
    set(this: LiveRecord, args: Args, self: object) {
      if (liveRecord(args[1], 'Highlight') === null) {
        throw new TypeError(`${failedTo('set', 'HighlightRegistry')}parameter 2 is not of type 'Highlight'.`);
      }
      mapSet(named(this), `${args[0]}`, args[1]);
      return self;
    },
    delete(this: LiveRecord, args: Args) {
      return mapDelete(named(this), `${args[0]}`);
    },
    clear(this: LiveRecord) {
      mapClear(named(this));
    },
    entries(this: LiveRecord) {
      return mapEntries(named(this));
    },
    keys(this: LiveRecord) {
      return mapKeys(named(this));
    },
    values(this: LiveRecord) {
      return mapValues(named(this));
    },
    forEach(this: LiveRecord, args: Args, self: object) {
      const callback = callbackOf(args[0], 'forEach', 'HighlightRegistry') as (...all: unknown[]) => void;
      mapForEach(named(this), (value, key) => void reflect.apply(callback, args[1], [value, key, self]));
    },
    // Nothing is painted, so that nothing is under a point.
    highlightsFromPoint(args: Args) {
      const { shadowRoots = [] } = (args[2] ?? {}) as { readonly shadowRoots?: Iterable<unknown> };
      for (const root of shadowRoots) {
        if (typeof root === 'object' && root !== null && isTreeNode(root) && isShadowRoot(root)) continue;
        const where = failedTo('highlightsFromPoint', 'HighlightRegistry');
        throw new TypeError(`${where}Failed to convert value to 'ShadowRoot'.`);
      }
      return [];
    },
  });
}

/** Both are lists that 'for … of' goes through. */
function makeIterable(interfaceName: string, method: string): void {
  const prototype = lazyPrototype(interfaceName) as Record<string, unknown>;
  const value = prototype[method];
  defineProperty(prototype, Symbol.iterator, { value, writable: true, enumerable: false, configurable: true });
}

let registry: object | null = null;

/** `CSS.highlights` */
export function highlightRegistry(): object {
  registry ??= liveObject('HighlightRegistry', { '%named': newMap() });
  return registry;
}

export function installHighlights(): void {
  defineLater('Highlight HighlightRegistry', () => {
    defineHighlights();
    makeIterable('Highlight', 'values');
    makeIterable('HighlightRegistry', 'entries');
  });
}
