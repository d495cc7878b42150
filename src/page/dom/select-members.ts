/**
 * HTMLSelectElement, HTMLOptionElement, HTMLOptGroupElement, HTMLDataListElement and HTMLOptionsCollection.
 *
 * HTML §4.10.7–§4.10.10, §2.6.2.3 https://html.spec.whatwg.org/#htmloptionscollection
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { LOCAL_NAME, NODE_TYPE, OWNER_DOCUMENT, PARENT_NODE } from '../../html/node-keys.ts';
import { attribute, following, hasAttribute } from '../../html/node-tree.ts';
import { queueTask } from '../event-loop.ts';
import { append, create, reflect, setPrototypeOf, weakGet, weakSet } from '../primordials.ts';
import { showInside } from '../scroll-into-view.ts';
import { setAttributeValue } from './attribute-list.ts';
import { createElementNode, createTextNode, HTML_NAMESPACE, isHtmlElement, type PageNode } from './create-node.ts';
import { structureVersion } from './document-version.ts';
import { formOf } from './form-controls.ts';
import { defineMembers, prototypeOf } from './interfaces.ts';
import { keysBehind } from './keys-behind.ts';
import { cachedList, copyNodes, firstOf, isNamed, type ListKind, liveCollection, liveListOf } from './node-list.ts';
import {
  addOption,
  displaySize,
  indexInSelect,
  isOptionSelected,
  labelOfOption,
  optionsOf,
  optionText,
  optionValue,
  removeOption,
  selectedIndex,
  selectedOptions,
  selectIndex,
  selectOf,
  setOptionSelected,
} from './select-control.ts';
import { isConnected, removeNode, replaceAll, replaceChild } from './tree.ts';

const OPTIONS: ListKind = { interfaceName: 'HTMLOptionsCollection', named: firstOf };

/** More options than this are not made by setting a length. */
const MAX_LENGTH = 100_000;

const optionLists = new WeakMap<StoreNode, object>();
const chosenLists = new WeakMap<StoreNode, object>();
const dataLists = new WeakMap<StoreNode, object>();
const owners = new WeakMap<object, PageNode>();

export function optionsCollection(select: PageNode): object {
  return cachedList(optionLists, select, () => {
    const list = liveListOf(
      OPTIONS,
      (out) => copyNodes(optionsOf(select), out),
      (index, value) => setOption(select, index, value),
      structureVersion,
    );
    weakSet(owners, list, select);
    return list;
  });
}

function ownerOf(list: object): PageNode {
  const select = weakGet(owners, list);
  if (select === undefined) throw new TypeError('Illegal invocation');
  return select;
}

/** Shorter cuts off at the end, longer adds empty options. */
function setLength(select: PageNode, value: unknown): void {
  const length = Number(value) >>> 0;
  const options = optionsOf(select);
  for (let at = options.length - 1; at >= length; at--) removeNode(options[at]!);
  if (length > MAX_LENGTH) return;
  for (let at = options.length; at < length; at++) {
    addOption(select, createElementNode(select[OWNER_DOCUMENT]!, HTML_NAMESPACE, 'option'), null);
  }
}

/** "set the value of a new or existing indexed property" */
function setOption(select: PageNode, index: number, value: unknown): void {
  if (value === null || value === undefined) {
    removeOption(select, index);
    return;
  }
  const option = checkedOption(value, false);
  const { length } = optionsOf(select);
  if (index > length) setLength(select, index);
  const known = optionsOf(select)[index];
  if (known === undefined) addOption(select, option, null);
  else replaceChild(known[PARENT_NODE]!, option, known);
}

function checkedOption(value: unknown, orGroup: boolean): PageNode {
  const element = value as PageNode;
  const isElement = typeof value === 'object' && value !== null && element[NODE_TYPE] === 1;
  const isKnown = isElement && (element[LOCAL_NAME] === 'option' || (orGroup && element[LOCAL_NAME] === 'optgroup'));
  if (!isKnown) throw new TypeError("The provided value is not of type 'HTMLOptionElement'.");
  return element;
}

function setChosen(select: PageNode, value: unknown): void {
  const options = optionsOf(select);
  const wanted = `${value}`;
  let index = -1;
  for (let at = 0; at < options.length && index < 0; at++) if (optionValue(options[at]!) === wanted) index = at;
  selectIndex(select, index);
}

/** The option that a list box scrolls to, and whether it will do so soon. */
interface ActiveOption {
  option: PageNode;
  isQueued: boolean;
}

const active = new WeakMap<StoreNode, ActiveOption>();

/** A list box scrolls to what script chooses, in a task, as in Chrome: with several choices, to the first one of them. */
function showChosen(option: PageNode): void {
  const select = selectOf(option);
  if (select === null || !isConnected(select) || displaySize(select) <= 1) return;
  const known = weakGet(active, select) ?? { option, isQueued: false };
  weakSet(active, select, known);
  if (!hasAttribute(select, 'multiple') || selectOf(known.option) !== select) known.option = option;
  if (known.isQueued) return;
  known.isQueued = true;
  queueTask(() => {
    known.isQueued = false;
    if (selectOf(known.option) === select) showInside(select, known.option);
  });
}

export function installSelect(): void {
  installSelectElement();
  installOptionsCollection();
  installOption();
  defineMembers<PageNode>('HTMLDataListElement', {
    get options(): object {
      return cachedList(dataLists, this, () =>
        liveCollection((out) => {
          for (let at = following(this, this); at !== null; at = following(at, this)) {
            if (at[NODE_TYPE] === 1 && at[LOCAL_NAME] === 'option') append(out, at as PageNode);
          }
        }),
      );
    },
  });
}

/** The index that a property's name is; -1 for other names. */
function indexOfKey(key: string | symbol): number {
  if (typeof key !== 'string') return -1;
  const index = +key >>> 0;
  return `${index}` === key ? index : -1;
}

function isSelect(value: unknown): value is PageNode {
  const element = value as PageNode;
  return typeof value === 'object' && value !== null && element[LOCAL_NAME] === 'select' && isHtmlElement(element);
}

/** Options by index: `select[0]`, to be read and to be set. As with forms, they stand before HTMLElement's members. */
const SELECT_INDEXES: ProxyHandler<object> = {
  ownKeys: () => keysBehind(prototypeOf('HTMLElement')),
  get(target, key, receiver) {
    const index = indexOfKey(key);
    if (index < 0 || !isSelect(receiver)) return reflect.get(target, key, receiver);
    return optionsOf(receiver)[index];
  },
  set(target, key, value, receiver) {
    const index = indexOfKey(key);
    if (index < 0 || !isSelect(receiver)) return reflect.set(target, key, value, receiver);
    setOption(receiver, index, value);
    return true;
  },
  defineProperty: () => false,
  preventExtensions: () => false,
};

function installSelectElement(): void {
  setPrototypeOf(prototypeOf('HTMLSelectElement'), new Proxy(create(prototypeOf('HTMLElement')), SELECT_INDEXES));
  defineMembers<PageNode>('HTMLSelectElement', {
    get type(): string {
      return hasAttribute(this, 'multiple') ? 'select-multiple' : 'select-one';
    },
    get options(): object {
      return optionsCollection(this);
    },
    get selectedOptions(): object {
      return cachedList(chosenLists, this, () => liveCollection((out) => copyNodes(selectedOptions(this), out)));
    },
    get length(): number {
      return optionsOf(this).length;
    },
    set length(value: unknown) {
      setLength(this, value);
    },
    get selectedIndex(): number {
      return selectedIndex(this);
    },
    set selectedIndex(value: unknown) {
      selectIndex(this, Number(value) | 0);
    },
    get value(): string {
      const option = optionsOf(this)[selectedIndex(this)];
      return option === undefined ? '' : optionValue(option);
    },
    set value(value: unknown) {
      setChosen(this, value);
    },
    item(index: unknown): PageNode | null {
      return optionsOf(this)[Number(index) >>> 0] ?? null;
    },
    namedItem(name: unknown): PageNode | null {
      const options = optionsOf(this);
      for (let at = 0; at < options.length; at++) if (isNamed(options[at]!, `${name}`)) return options[at]!;
      return null;
    },
    add(element: unknown, before: unknown = null): void {
      addOption(this, checkedOption(element, true), before);
    },
    remove(...args: unknown[]): void {
      if (args.length === 0) removeNode(this);
      else removeOption(this, Number(args[0]) | 0);
    },
    showPicker(): void {},
    [Symbol.iterator](): IterableIterator<unknown> {
      return (optionsCollection(this) as Iterable<unknown>)[Symbol.iterator]() as IterableIterator<unknown>;
    },
  });
}

function installOptionsCollection(): void {
  defineMembers<object>('HTMLOptionsCollection', {
    get length(): number {
      return optionsOf(ownerOf(this)).length;
    },
    set length(value: unknown) {
      setLength(ownerOf(this), value);
    },
    get selectedIndex(): number {
      return selectedIndex(ownerOf(this));
    },
    set selectedIndex(value: unknown) {
      selectIndex(ownerOf(this), Number(value) | 0);
    },
    add(element: unknown, before: unknown = null): void {
      addOption(ownerOf(this), checkedOption(element, true), before);
    },
    remove(index: unknown): void {
      removeOption(ownerOf(this), Number(index) | 0);
    },
  });
}

function installOption(): void {
  defineMembers<PageNode>('HTMLOptionElement', {
    get value(): string {
      return optionValue(this);
    },
    set value(value: unknown) {
      setAttributeValue(this, 'value', `${value}`);
    },
    get text(): string {
      return optionText(this);
    },
    set text(value: unknown) {
      const text = `${value}`;
      replaceAll(this, text === '' ? null : createTextNode(this[OWNER_DOCUMENT]!, text));
    },
    get label(): string {
      return attribute(this, 'label') ?? labelOfOption(this);
    },
    set label(value: unknown) {
      setAttributeValue(this, 'label', `${value}`);
    },
    get selected(): boolean {
      return isOptionSelected(this);
    },
    set selected(value: unknown) {
      setOptionSelected(this, Boolean(value));
      if (value) showChosen(this);
    },
    get index(): number {
      const select = selectOf(this);
      return select === null ? 0 : indexInSelect(select, this);
    },
    get form(): PageNode | null {
      const select = selectOf(this);
      return select === null ? null : formOf(select);
    },
  });
  defineMembers<PageNode>('HTMLOptGroupElement', {
    get label(): string {
      return attribute(this, 'label') ?? '';
    },
    set label(value: unknown) {
      setAttributeValue(this, 'label', `${value}`);
    },
  });
}
