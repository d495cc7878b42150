/**
 * NodeList, HTMLCollection and their kin: lists that pages get.
 *
 * A live list asks its source again when what it depends on has changed since: the document, unless its maker says less
 * (key: a version). A static one never changes. Both are proxies over a plain object, so that indices, names and `length` are always true.
 *
 * DOM §4.2.10 https://dom.spec.whatwg.org/#old-style-collections
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { attribute } from '../../html/node-tree.ts';
import {
  append,
  type BareArray,
  bareArray,
  create,
  mapGet,
  mapSet,
  newMap,
  reflect,
  weakGet,
  weakSet,
} from '../primordials.ts';
import { isHtmlElement, type PageNode } from './create-node.ts';
import { documentVersion, namingVersion } from './document-version.ts';
import { indexOfKey } from './indexed-list.ts';
import { defineInterface, defineMembers, prototypeOf } from './interfaces.ts';

/** Fills `out` with the members in tree order. */
type Source = (out: BareArray<PageNode>) => void;
/** What a list has under a name that these members have, one at least. */
type NamedGetter = (members: BareArray<PageNode>, name: string) => object | undefined;
/** Writing to an index; lists without one cannot be written to. */
type IndexSetter = (index: number, value: unknown) => void;

export interface ListKind {
  readonly interfaceName: string;
  /** `null` for lists without names. */
  readonly named: NamedGetter | null;
}

interface List {
  items: BareArray<PageNode>;
  /** `null` for static lists. */
  readonly source: Source | null;
  readonly versionOf: () => number;
  version: number;
  readonly kind: ListKind;
  readonly setIndex: IndexSetter | null;
  /** Who was last asked for by name, in which version, and the members by name if that was not the first time. */
  namedItems: BareArray<PageNode> | null;
  namedVersion: number;
  /** Where each member stands, from the first time that somebody asks for one of them. */
  placedItems: BareArray<PageNode> | null;
  places: Map<PageNode, number> | null;
  byName: Map<string, BareArray<PageNode>> | null;
}

const NODE_LIST: ListKind = { interfaceName: 'NodeList', named: null };
const COLLECTION: ListKind = { interfaceName: 'HTMLCollection', named: firstOf };

const lists = new WeakMap<object, List>();

function listOf(object: object): List {
  const list = weakGet(lists, object);
  if (list === undefined) throw new TypeError('Illegal invocation');
  return list;
}

export function itemsOf(object: object): BareArray<PageNode> {
  const list = listOf(object);
  if (list.source === null) return list.items;
  const version = list.versionOf();
  if (list.version !== version) {
    list.items = bareArray();
    list.source(list.items);
    list.version = version;
  }
  return list.items;
}

/** Where a member of a list stands; -1 for others. */
export function placeIn(object: object, member: PageNode): number {
  const list = listOf(object);
  const items = itemsOf(object);
  if (list.placedItems !== items || list.places === null) {
    list.placedItems = items;
    list.places = newMap();
    for (let at = 0; at < items.length; at++) mapSet(list.places, items[at]!, at);
  }
  return mapGet(list.places, member) ?? -1;
}

/** Whether an element is known by this name: its id, or the name of an HTML element. */
export function isNamed(element: PageNode, name: string): boolean {
  return attribute(element, 'id') === name || (isHtmlElement(element) && attribute(element, 'name') === name);
}

export function firstOf(members: BareArray<PageNode>): PageNode | undefined {
  return members[0];
}

/** Those that have a name. */
export function withName(items: BareArray<PageNode>, name: string): BareArray<PageNode> {
  const found = bareArray<PageNode>();
  for (let at = 0; at < items.length; at++) if (isNamed(items[at]!, name)) append(found, items[at]!);
  return found;
}

/** Faster: a list that is asked for names again and again keeps its members by name. */
function membersNamed(list: List, items: BareArray<PageNode>, name: string): BareArray<PageNode> | undefined {
  const version = namingVersion();
  if (list.namedItems !== items || list.namedVersion !== version) {
    list.namedItems = items;
    list.namedVersion = version;
    list.byName = null;
    return withName(items, name);
  }
  list.byName ??= indexByName(items);
  return mapGet(list.byName, name);
}

function indexByName(items: BareArray<PageNode>): Map<string, BareArray<PageNode>> {
  const byName = newMap<string, BareArray<PageNode>>();
  const enter = (name: string | null, element: PageNode): void => {
    if (name === null || name === '') return;
    let members = mapGet(byName, name);
    if (members === undefined) {
      members = bareArray();
      mapSet(byName, name, members);
    }
    append(members, element);
  };
  for (let at = 0; at < items.length; at++) {
    const element = items[at]!;
    const id = attribute(element, 'id');
    const name = isHtmlElement(element) ? attribute(element, 'name') : null;
    enter(id, element);
    if (name !== id) enter(name, element);
  }
  return byName;
}

export function namedItem(target: object, key: string | symbol): object | undefined {
  const list = listOf(target);
  const { named } = list.kind;
  if (typeof key !== 'string' || key === '' || named === null) return undefined;
  const members = membersNamed(list, itemsOf(target), key);
  return members === undefined || members.length === 0 ? undefined : named(members, key);
}

/** Ids and names of the members, each once, for `ownKeys`. */
function addNames(items: BareArray<PageNode>, keys: (string | symbol)[]): void {
  const seen: Record<string, true> = { __proto__: null as never };
  const add = (name: string | null): void => {
    if (name === null || name === '' || seen[name] || indexOfKey(name) >= 0) return;
    seen[name] = true;
    keys[keys.length] = name;
  };
  for (let at = 0; at < items.length; at++) {
    add(attribute(items[at]!, 'id'));
    if (isHtmlElement(items[at]!)) add(attribute(items[at]!, 'name'));
  }
}

/** One handler for all lists: indices and names are own properties that nobody can write. */
const HANDLER: ProxyHandler<object> = {
  get(target, key, receiver) {
    const index = indexOfKey(key);
    if (index >= 0) return itemsOf(target)[index];
    if (reflect.has(target, key)) return reflect.get(target, key, receiver);
    return namedItem(target, key);
  },
  has(target, key) {
    const index = indexOfKey(key);
    if (index >= 0) return index < itemsOf(target).length;
    return reflect.has(target, key) || namedItem(target, key) !== undefined;
  },
  set(target, key, value, receiver) {
    const index = indexOfKey(key);
    if (index < 0) return isFreeName(target, key) && reflect.set(target, key, value, receiver);
    const { setIndex } = listOf(target);
    if (setIndex === null) return false;
    setIndex(index, value);
    return true;
  },
  deleteProperty(target, key) {
    const index = indexOfKey(key);
    if (index >= 0) return index >= itemsOf(target).length;
    return isFreeName(target, key) && reflect.deleteProperty(target, key);
  },
  defineProperty(target, key, descriptor) {
    return indexOfKey(key) < 0 && isFreeName(target, key) && reflect.defineProperty(target, key, descriptor);
  },
  getOwnPropertyDescriptor(target, key) {
    const index = indexOfKey(key);
    if (index >= 0) {
      const value = itemsOf(target)[index];
      const writable = listOf(target).setIndex !== null;
      return value === undefined ? undefined : { value, writable, enumerable: true, configurable: true };
    }
    const value = reflect.has(target, key) ? undefined : namedItem(target, key);
    if (value === undefined) return reflect.getOwnPropertyDescriptor(target, key);
    return { value, writable: false, enumerable: false, configurable: true };
  },
  ownKeys(target) {
    const keys: (string | symbol)[] = [];
    const items = itemsOf(target);
    for (let at = 0; at < items.length; at++) keys[at] = `${at}`;
    if (listOf(target).kind.named !== null) addNames(items, keys);
    const own = reflect.ownKeys(target);
    for (let at = 0; at < own.length; at++) keys[keys.length] = own[at]!;
    return keys;
  },
  preventExtensions: () => false,
};

/** A name that no member has, or that the interface itself has. */
function isFreeName(target: object, key: string | symbol): boolean {
  return reflect.has(target, key) || namedItem(target, key) === undefined;
}

function makeList(
  kind: ListKind,
  source: Source | null,
  items: BareArray<PageNode>,
  setIndex: IndexSetter | null = null,
  versionOf: () => number = documentVersion,
): object {
  const target = create(prototypeOf(kind.interfaceName));
  const version = source === null ? 0 : -1;
  const byName = { namedItems: null, namedVersion: -1, byName: null, placedItems: null, places: null };
  const list: List = { items, source, versionOf, version, kind, setIndex, ...byName };
  weakSet(lists, target, list);
  const proxy = new Proxy(target, HANDLER);
  weakSet(lists, proxy, list);
  return proxy;
}

export function staticNodeList(items: BareArray<PageNode>): object {
  return makeList(NODE_LIST, null, items);
}

export function liveNodeList(source: Source, versionOf?: () => number): object {
  return makeList(NODE_LIST, source, bareArray(), null, versionOf);
}

export function liveCollection(source: Source, versionOf?: () => number): object {
  return makeList(COLLECTION, source, bareArray(), null, versionOf);
}

/** A live list of another interface. */
export function liveListOf(
  kind: ListKind,
  source: Source,
  setIndex: IndexSetter | null = null,
  versionOf?: () => number,
): object {
  return makeList(kind, source, bareArray(), setIndex, versionOf);
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
  defineInterface('RadioNodeList', 'NodeList');
  defineInterface('HTMLCollection', null);
  defineInterface('HTMLOptionsCollection', 'HTMLCollection');
  defineInterface('HTMLFormControlsCollection', 'HTMLCollection');
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
    namedItem(name: unknown): object | null {
      return namedItem(this, `${name}`) ?? null;
    },
    [Symbol.iterator]: arrayMethods.values,
  });
}
