/**
 * CustomStateSet: the states of a custom element, which ':state()' matches.
 *
 * HTML §4.13.7.5 https://html.spec.whatwg.org/#custom-states
 */
import type { StoreNode } from '../../../html/dom-keys.ts';
import {
  apply,
  create,
  defineProperty,
  getOwnPropertyDescriptor,
  uncurryThis,
  weakGet,
  weakSet,
} from '../../primordials.ts';
import type { PageNode } from '../create-node.ts';
import { markChanged } from '../document-version.ts';
import { stateOf } from '../element-state.ts';
import { defineInterface, defineMembers, prototypeOf } from '../interfaces.ts';

const PageSet = Set;
const set = Set.prototype;
const setAdd = uncurryThis(set.add) as (set: Set<string>, value: string) => unknown;
const setHas = uncurryThis(set.has) as (set: Set<string>, value: string) => boolean;
const setDelete = uncurryThis(set.delete) as (set: Set<string>, value: string) => boolean;
const setClear = uncurryThis(set.clear) as (set: Set<string>) => void;
const setValues = uncurryThis(set.values) as (set: Set<string>) => object;
const setEntries = uncurryThis(set.entries) as (set: Set<string>) => object;
const setForEach = uncurryThis(set.forEach) as (set: Set<string>, visit: (value: string) => void) => void;
const setSize = uncurryThis(getOwnPropertyDescriptor(set, 'size')!.get!) as (set: Set<string>) => number;

interface StateSet {
  readonly element: PageNode;
  readonly values: Set<string>;
}

const byObject = new WeakMap<object, StateSet>();
const byElement = new WeakMap<StoreNode, object>();

export function stateSetOf(element: PageNode): object {
  const known = weakGet(byElement, element);
  if (known !== undefined) return known;
  const object = create(prototypeOf('CustomStateSet'));
  weakSet(byObject, object, { element, values: new PageSet<string>() });
  weakSet(byElement, element, object);
  return object;
}

function ownSet(object: object): StateSet {
  const own = weakGet(byObject, object);
  if (own === undefined) throw new TypeError('Illegal invocation');
  return own;
}

/** The engine reads the states as words in the element's record. */
function publish({ element, values }: StateSet): void {
  let words = ' ';
  setForEach(values, (value) => {
    words += `${value} `;
  });
  stateOf(element).states = words;
  markChanged(element);
}

export function installStateSets(): void {
  defineInterface('CustomStateSet', null);
  defineMembers<object>('CustomStateSet', {
    get size(): number {
      return setSize(ownSet(this).values);
    },
    add(value: unknown): object {
      const own = ownSet(this);
      setAdd(own.values, `${value}`);
      publish(own);
      return this;
    },
    delete(value: unknown): boolean {
      const own = ownSet(this);
      const wasThere = setDelete(own.values, `${value}`);
      if (wasThere) publish(own);
      return wasThere;
    },
    clear(): void {
      const own = ownSet(this);
      setClear(own.values);
      publish(own);
    },
    has(value: unknown): boolean {
      return setHas(ownSet(this).values, `${value}`);
    },
    entries(): object {
      return setEntries(ownSet(this).values);
    },
    keys(): object {
      return setValues(ownSet(this).values);
    },
    values(): object {
      return setValues(ownSet(this).values);
    },
    forEach(callback: unknown, self?: unknown): void {
      if (typeof callback !== 'function') throw new TypeError("parameter 1 is not of type 'Function'.");
      setForEach(ownSet(this).values, (value) => {
        apply(callback as () => void, self, [value, value, this]);
      });
    },
  });
  const prototype = prototypeOf('CustomStateSet');
  const { value } = getOwnPropertyDescriptor(prototype, 'values')!;
  defineProperty(prototype, Symbol.iterator, { value, writable: true, enumerable: false, configurable: true });
}
