/**
 * NodeList and HTMLCollection: lists that pages get.
 *
 * A live list asks its source again when the document has changed since (key: the document's version). A static one
 * never changes. Both are proxies over a plain array, so that indices and `length` are always true.
 *
 * DOM §4.2.10 https://dom.spec.whatwg.org/#old-style-collections
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { attribute } from '../../html/node-tree.ts';
import { append, type BareArray, bareArray, create, reflect, weakGet, weakSet } from '../primordials.ts';
import type { PageNode } from './create-node.ts';
import { documentVersion } from './document-version.ts';
import { defineInterface, defineMembers, prototypeOf } from './interfaces.ts';

/** Fills `out` with the members in tree order. */
type Source = (out: BareArray<PageNode>) => void;

interface List {
  items: BareArray<PageNode>;
  /** `null` for static lists. */
  readonly source: Source | null;
  version: number;
  readonly named: boolean;
}

const lists = new WeakMap<object, List>();

function itemsOf(object: object): BareArray<PageNode> {
  const list = weakGet(lists, object);
  if (list === undefined) throw new TypeError('Illegal invocation');
  if (list.source !== null && list.version !== documentVersion()) {
    list.items = bareArray();
    list.source(list.items);
    list.version = documentVersion();
  }
  return list.items;
}

function indexOfKey(key: string | symbol): number {
  if (typeof key !== 'string' || key === '') return -1;
  const number = +key;
  return number >= 0 && number < 4294967295 && `${number >>> 0}` === key ? number : -1;
}

function namedItem(target: object, key: string | symbol): PageNode | undefined {
  if (typeof key !== 'string' || key === '' || !weakGet(lists, target)!.named) return undefined;
  const items = itemsOf(target);
  for (let at = 0; at < items.length; at++) {
    if (attribute(items[at]!, 'id') === key || attribute(items[at]!, 'name') === key) return items[at]!;
  }
  return undefined;
}

/** One handler for all lists: indices and names are own properties that nobody can write. */
const HANDLER: ProxyHandler<object> = {
  get(target, key, receiver) {
    const index = indexOfKey(key);
    if (index >= 0) return itemsOf(target)[index];
    if (key in target) return reflect.get(target, key, receiver);
    return namedItem(target, key);
  },
  has(target, key) {
    const index = indexOfKey(key);
    return index >= 0 ? index < itemsOf(target).length : key in target || namedItem(target, key) !== undefined;
  },
  set(target, key, value, receiver) {
    return indexOfKey(key) < 0 && reflect.set(target, key, value, receiver);
  },
  deleteProperty(target, key) {
    return indexOfKey(key) < 0 && reflect.deleteProperty(target, key);
  },
  defineProperty(target, key, descriptor) {
    return indexOfKey(key) < 0 && reflect.defineProperty(target, key, descriptor);
  },
  getOwnPropertyDescriptor(target, key) {
    const index = indexOfKey(key);
    const value = index >= 0 ? itemsOf(target)[index] : undefined;
    if (value === undefined) return reflect.getOwnPropertyDescriptor(target, key);
    return { value, writable: false, enumerable: true, configurable: true };
  },
  ownKeys(target) {
    const keys: (string | symbol)[] = [];
    const { length } = itemsOf(target);
    for (let at = 0; at < length; at++) keys[at] = `${at}`;
    const own = reflect.ownKeys(target);
    for (let at = 0; at < own.length; at++) keys[keys.length] = own[at]!;
    return keys;
  },
};

function makeList(interfaceName: string, source: Source | null, items: BareArray<PageNode>, named: boolean): object {
  const target = create(prototypeOf(interfaceName));
  const list: List = { items, source, version: source === null ? 0 : -1, named };
  weakSet(lists, target, list);
  const proxy = new Proxy(target, HANDLER);
  weakSet(lists, proxy, list);
  return proxy;
}

export function staticNodeList(items: BareArray<PageNode>): object {
  return makeList('NodeList', null, items, false);
}

export function liveNodeList(source: Source): object {
  return makeList('NodeList', source, bareArray(), false);
}

export function liveCollection(source: Source): object {
  return makeList('HTMLCollection', source, bareArray(), true);
}

/** Live lists by the node they belong to, so that `el.children === el.children`. */
export function cachedList(cache: WeakMap<StoreNode, object>, owner: StoreNode, make: () => object): object {
  let list = weakGet(cache, owner);
  if (list === undefined) {
    list = make();
    weakSet(cache, owner, list);
  }
  return list;
}

export function copyNodes(from: BareArray<PageNode>, to: BareArray<PageNode>): void {
  for (let at = 0; at < from.length; at++) append(to, from[at]!);
}

export function installLists(): void {
  const arrayMethods = Array.prototype;
  const shared = {
    get length(): number {
      return itemsOf(this).length;
    },
    item(index: unknown): PageNode | null {
      return itemsOf(this)[Number(index) >>> 0] ?? null;
    },
  };
  defineInterface('NodeList', null);
  defineInterface('HTMLCollection', null);
  defineInterface('HTMLOptionsCollection', 'HTMLCollection');
  defineMembers('NodeList', shared);
  defineMembers('NodeList', {
    forEach: arrayMethods.forEach,
    entries: arrayMethods.entries,
    keys: arrayMethods.keys,
    values: arrayMethods.values,
    [Symbol.iterator]: arrayMethods.values,
  });
  defineMembers('HTMLCollection', shared);
  defineMembers<object>('HTMLCollection', {
    namedItem(name: unknown): PageNode | null {
      return namedItem(this, `${name}`) ?? null;
    },
    [Symbol.iterator]: arrayMethods.values,
  });
}
