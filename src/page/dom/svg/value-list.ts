/**
 * Lists of values that an attribute holds: of numbers, lengths, points, transforms and texts.
 *
 * In:  an element, the name of an attribute, and how a kind of value is read and written. Out: the list as page scripts see
 * it. The attribute is the truth: when its text has changed, the list is read again, and the values that scripts still hold
 * belong to nobody. What changes the list, or a value in it, writes the attribute.
 *
 * SVG 2 §4.6.6 https://svgwg.org/svg2-draft/types.html#ListInterfaces
 */
import { attribute } from '../../../html/node-tree.ts';
import { append, type BareArray, bareArray, create, reflect, removeAt, weakGet, weakSet } from '../../primordials.ts';
import { attach, defineBehaviour, lazyPrototype } from '../../window/lazy-interfaces.ts';
import { removeAttributeValue, setAttributeValue } from '../attribute-list.ts';
import type { PageNode } from '../create-node.ts';
import { domException } from '../dom-exception.ts';
import { indexedHandler, indexOfKey } from '../indexed-list.ts';
import { isAtEnd, type Reading, skipSeparator, startOf } from './number-text.ts';

/** Where an attribute is all of a value. */
export interface ItemSource {
  readonly element: PageNode;
  readonly attribute: string;
  /** Reads the attribute if it has changed. */
  refresh(): void;
  /** Writes it. */
  write(): void;
}

/** A value: in a list, of an attribute, or on its own. */
export interface Item {
  /** The list that it is in. */
  list: ValueList | null;
  source: ItemSource | null;
  /** The objects that scripts know it by: one that can be written, and that of 'animVal'. */
  object: object | null;
  shown: object | null;
}

export interface ValueKind {
  readonly interfaceName: string;
  readonly separator: string;
  /** All values, or none where the text is wrong. */
  parse(text: string, out: BareArray<Item>): void;
  textOf(item: Item): string;
  /** What a list gives for a value. */
  given(item: Item, isReadOnly: boolean): unknown;
  /** The value of what a script has given; throws where it is none. One that is in a list is copied. */
  taken(value: unknown): Item;
}

export interface ValueList {
  readonly element: PageNode;
  readonly attribute: string;
  readonly kind: ValueKind;
  items: BareArray<Item>;
  /** The text that the values are from. */
  text: string | null;
  /** Whether the list has written that text itself. */
  isWritten: boolean;
  object: object | null;
  shown: object | null;
}

interface Handle {
  readonly list: ValueList;
  readonly isReadOnly: boolean;
}

const handles = new WeakMap<object, Handle>();
// Captured: the page may replace the global.
const OwnProxy = Proxy;

export function valueList(element: PageNode, name: string, kind: ValueKind): ValueList {
  return {
    element,
    attribute: name,
    kind,
    items: bareArray(),
    text: null,
    isWritten: false,
    object: null,
    shown: null,
  };
}

/** The values as the attribute has them now. */
function itemsOf(list: ValueList): BareArray<Item> {
  const text = attribute(list.element, list.attribute);
  if (text === list.text) return list.items;
  const old = list.items;
  for (let at = 0; at < old.length; at++) old[at]!.list = null;
  list.items = bareArray();
  list.text = text;
  list.isWritten = false;
  if (text === null) return list.items;
  list.kind.parse(text, list.items);
  for (let at = 0; at < list.items.length; at++) list.items[at]!.list = list;
  return list.items;
}

/** What every value begins with. */
export const FREE: Item = { list: null, source: null, object: null, shown: null };

/** An attribute as the source of a value: `read` takes its text, `textOf` gives it. */
export function attributeSource(
  element: PageNode,
  name: string,
  read: (text: string | null) => void,
  textOf: () => string,
): ItemSource {
  let known: string | null | undefined;
  return {
    element,
    attribute: name,
    refresh() {
      const text = attribute(element, name);
      if (text === known) return;
      known = text;
      read(text);
    },
    write() {
      known = textOf();
      setAttributeValue(element, name, known);
    },
  };
}

/** A value has been changed: its list, or its attribute, is written. */
export function itemChanged(item: Item): void {
  if (item.list !== null) writeList(item.list);
  else item.source?.write();
}

interface Held {
  readonly item: Item;
  readonly interfaceName: string;
  readonly isReadOnly: boolean;
}

const held = new WeakMap<object, Held>();

/** The object that scripts know a value by; `make` makes it when it is first asked for. */
export function itemObject(item: Item, interfaceName: string, isReadOnly: boolean, make: () => object): object {
  const known = isReadOnly ? item.shown : item.object;
  if (known !== null) return known;
  const object = make();
  weakSet(held, object, { item, interfaceName, isReadOnly });
  if (isReadOnly) item.shown = object;
  else item.object = object;
  return object;
}

/** What an object of an interface stands for; `null` for others. */
export function heldBy(object: unknown, interfaceName: string): Held | null {
  const found = typeof object === 'object' && object !== null ? weakGet(held, object) : undefined;
  return found?.interfaceName === interfaceName ? found : null;
}

/** The value that an object stands for, as it is now. */
export function itemOf(object: unknown, interfaceName: string): Item {
  const found = heldBy(object, interfaceName);
  if (found === null) throw new TypeError('Illegal invocation');
  const { item } = found;
  if (item.list !== null) itemsOf(item.list);
  else item.source?.refresh();
  return item;
}

/** The same, to be changed: what 'animVal' gives cannot be. */
export function writableItem(object: unknown, interfaceName: string): Item {
  const item = itemOf(object, interfaceName);
  checkWritable(heldBy(object, interfaceName)!.isReadOnly);
  return item;
}

/** The value of an argument, for a list: a copy if it is in one. */
export function takenItem<T extends Item>(value: unknown, interfaceName: string, copy: (item: T) => T): T {
  const found = heldBy(value, interfaceName);
  if (found === null) throw new TypeError(`parameter 1 is not of type '${interfaceName}'.`);
  const item = itemOf(value, interfaceName) as T;
  return item.list !== null || item.source !== null || found.isReadOnly ? copy(item) : item;
}

/** Before a value is changed: those of 'animVal' cannot be. */
export function checkWritable(isReadOnly: boolean): void {
  if (isReadOnly) throw domException('NoModificationAllowedError', 'The object is read-only.');
}

function writeList(list: ValueList): void {
  const { kind, items } = list;
  let text = '';
  for (let at = 0; at < items.length; at++) text += `${at === 0 ? '' : kind.separator}${kind.textOf(items[at]!)}`;
  writeText(list, items.length === 0 ? null : text);
}

function writeText(list: ValueList, text: string | null): void {
  const { element, attribute: name } = list;
  // First of all: whoever is told of the change may change it again.
  list.text = text;
  list.isWritten = true;
  if (text === null) removeAttributeValue(element, name);
  else setAttributeValue(element, name, text);
}

function handleOf(object: unknown): Handle {
  const handle = typeof object === 'object' && object !== null ? weakGet(handles, object) : undefined;
  if (handle === undefined) throw new TypeError('Illegal invocation');
  return handle;
}

function checkedIndex(items: BareArray<Item>, index: number): number {
  const at = index >>> 0;
  if (at < items.length) return at;
  const bound = `greater than or equal to the maximum bound (${items.length})`;
  throw domException('IndexSizeError', `The index provided (${at}) is ${bound}.`);
}

function itemAt(target: object, index: number): unknown {
  const { list, isReadOnly } = handleOf(target);
  const item = itemsOf(list)[index];
  return item === undefined ? undefined : list.kind.given(item, isReadOnly);
}

const READING = indexedHandler(
  (target) => itemsOf(handleOf(target).list).length,
  itemAt as (target: object, index: number) => object | undefined,
);

/** Web IDL §3.9.2, §3.9.3: an index can be written, which puts another value in its place. */
const HANDLER: ProxyHandler<object> = {
  ...READING,
  set(target, key, value, receiver) {
    const index = indexOfKey(key);
    if (index < 0) return reflect.set(target, key, value, receiver);
    replaceItem(handleOf(target), [value, index]);
    return true;
  },
  defineProperty(target, key, descriptor) {
    const index = indexOfKey(key);
    if (index < 0) return reflect.defineProperty(target, key, descriptor);
    if (!('value' in descriptor)) return false;
    replaceItem(handleOf(target), [descriptor.value, index]);
    return true;
  },
  getOwnPropertyDescriptor(target, key) {
    const found = READING.getOwnPropertyDescriptor!(target, key);
    return found === undefined || indexOfKey(key) < 0 ? found : { ...found, writable: true };
  },
};

/** The list as scripts see it. `prototype`: of an interface that the table of those without objects does not have. */
export function listObject(list: ValueList, isReadOnly: boolean, prototype: object | null = null): object {
  const known = isReadOnly ? list.shown : list.object;
  if (known !== null) return known;
  const { interfaceName } = list.kind;
  const target = create(prototype ?? lazyPrototype(interfaceName)) as object;
  const object = new OwnProxy(target, HANDLER);
  const handle: Handle = { list, isReadOnly };
  weakSet(handles, target, handle);
  weakSet(handles, object, handle);
  if (prototype === null) attach(object, interfaceName, {});
  if (isReadOnly) list.shown = object;
  else list.object = object;
  return object;
}

type Act = (handle: Handle, args: ArrayLike<unknown>) => unknown;

function put(list: ValueList, item: Item, at: number): unknown {
  const { items, kind, text, isWritten } = list;
  const isLast = at === items.length;
  for (let last = items.length; last > at; last--) items[last] = items[last - 1]!;
  items[at] = item;
  item.list = list;
  // Faster: what is added behind a text of ours is written behind it, so that a list grows in linear time.
  if (isLast && isWritten && text !== null) writeText(list, `${text}${kind.separator}${kind.textOf(item)}`);
  else writeList(list);
  return list.kind.given(item, false);
}

function replaceItem({ list, isReadOnly }: Handle, args: ArrayLike<unknown>): unknown {
  checkWritable(isReadOnly);
  const item = list.kind.taken(args[0]);
  const index = Number(args[1]);
  const items = itemsOf(list);
  const at = checkedIndex(items, index);
  items[at]!.list = null;
  items[at] = item;
  item.list = list;
  writeList(list);
  return list.kind.given(item, false);
}

function emptied(list: ValueList): ValueList {
  const items = itemsOf(list);
  for (let at = 0; at < items.length; at++) items[at]!.list = null;
  items.length = 0;
  list.isWritten = false;
  return list;
}

/** What every list can do. What a script has given is converted first: that may run code that changes the list. */
const ACTS: Readonly<Record<string, Act>> = {
  length: ({ list }) => itemsOf(list).length,
  numberOfItems: ({ list }) => itemsOf(list).length,
  clear({ list, isReadOnly }) {
    checkWritable(isReadOnly);
    writeList(emptied(list));
  },
  initialize({ list, isReadOnly }, args) {
    checkWritable(isReadOnly);
    const item = list.kind.taken(args[0]);
    return put(emptied(list), item, 0);
  },
  getItem({ list, isReadOnly }, args) {
    const index = Number(args[0]);
    const items = itemsOf(list);
    return list.kind.given(items[checkedIndex(items, index)]!, isReadOnly);
  },
  insertItemBefore({ list, isReadOnly }, args) {
    checkWritable(isReadOnly);
    const item = list.kind.taken(args[0]);
    const index = Number(args[1]) >>> 0;
    const { length } = itemsOf(list);
    return put(list, item, index < length ? index : length);
  },
  replaceItem,
  removeItem({ list, isReadOnly }, args) {
    checkWritable(isReadOnly);
    const index = Number(args[0]);
    const items = itemsOf(list);
    const at = checkedIndex(items, index);
    const item = items[at]!;
    removeAt(items, at);
    item.list = null;
    writeList(list);
    return list.kind.given(item, false);
  },
  appendItem({ list, isReadOnly }, args) {
    checkWritable(isReadOnly);
    const item = list.kind.taken(args[0]);
    return put(list, item, itemsOf(list).length);
  },
};

/** Gives an interface of the table what every list can do. */
export function defineListBehaviour(interfaceName: string): void {
  const behaviour: Record<string, unknown> = {};
  for (const name in ACTS) {
    const act = ACTS[name]!;
    behaviour[name] = (args: ArrayLike<unknown>, self: unknown): unknown => act(handleOf(self), args);
  }
  defineBehaviour(interfaceName, behaviour);
}

/** Runs what every list can do, for an interface that is not in that table. */
export function actOnList(self: unknown, name: string, args: ArrayLike<unknown>): unknown {
  return ACTS[name]!(handleOf(self), args);
}

/** Puts one value in the place of all others. */
export function replaceAllItems(self: unknown, join: (items: BareArray<Item>) => Item | null): unknown {
  const { list, isReadOnly } = handleOf(self);
  checkWritable(isReadOnly);
  const item = join(itemsOf(list));
  return item === null ? null : put(emptied(list), item, 0);
}

/** Reads values with separators behind them up to the end; where something else comes before it, there are none. */
export function parseAll(text: string, take: (reading: Reading) => Item | null, out: BareArray<Item>): void {
  const reading = startOf(text);
  while (!isAtEnd(reading)) {
    const item = take(reading);
    skipSeparator(reading);
    if (item === null && !isAtEnd(reading)) out.length = 0;
    if (item === null) return;
    append(out, item);
  }
}
