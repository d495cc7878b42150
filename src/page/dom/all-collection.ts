/**
 * `document.all`: all elements of a document, by index and by name, in a list that calls itself undefined.
 *
 * In:  a generator of V8's that makes objects whose `typeof` is 'undefined' and that count as false; isolate/snapshot.ts puts
 * it into the snapshot. Out: HTMLAllCollection. Indices and names are behind the members of its prototype.
 *
 * HTML §2.6.2 https://html.spec.whatwg.org/#htmlallcollection
 *
 * Differs: indices and names are not own properties, and calling the list gives `null`. Without it, which is so
 * only outside of an isolate, `document.all` is `undefined`.
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { LOCAL_NAME } from '../../html/node-keys.ts';
import { attribute } from '../../html/node-tree.ts';
import { append, create, hasWord, reflect, setPrototypeOf, weakGet, weakSet } from '../primordials.ts';
import { isHtmlElement, type PageNode } from './create-node.ts';
import { descendants } from './element-members.ts';
import { defineInterface, defineMembers, prototypeOf } from './interfaces.ts';
import { itemsOf, liveCollection } from './node-list.ts';

const realm = globalThis as { __undetectable?: () => Generator<never, object> };
const makeUndetectable = realm.__undetectable ?? null;
delete realm.__undetectable;

/** "all"-named elements: those that are found by `name`, and not by `id` alone. */
const ALL_NAMED = 'a button embed form frame frameset iframe img input map meta object select textarea';

interface All {
  /** All elements of the document, as a live list. */
  readonly elements: object;
  /** Lists of elements with one name, which are the same object each time. */
  readonly named: Record<string, object>;
}

const lists = new WeakMap<object, All>();
const byDocument = new WeakMap<StoreNode, object>();

/** For the document of a realm, before any script of the page runs. */
export function prepareAll(document: PageNode): void {
  if (makeUndetectable === null) return;
  const list = makeUndetectable().next().value;
  setPrototypeOf(list, prototypeOf('HTMLAllCollection'));
  const named: Record<string, object> = { __proto__: null as never };
  weakSet(lists, list, { elements: descendants(document, () => true), named });
  weakSet(byDocument, document, list);
}

function allOf(list: unknown): All {
  const all = weakGet(lists, list as object);
  if (all === undefined) throw new TypeError('Illegal invocation');
  return all;
}

function hasName(element: PageNode, name: string): boolean {
  if (attribute(element, 'id') === name) return true;
  return isHtmlElement(element) && hasWord(ALL_NAMED, `${element[LOCAL_NAME]}`) && attribute(element, 'name') === name;
}

/** "get the 'all'-named element(s)": one element, or a list of several. */
function named(all: All, name: string): object | null {
  if (name === '') return null;
  const items = itemsOf(all.elements);
  let first: PageNode | null = null;
  for (let at = 0; at < items.length; at++) {
    if (!hasName(items[at]!, name)) continue;
    if (first !== null) return sublist(all, name);
    first = items[at]!;
  }
  return first;
}

function sublist(all: All, name: string): object {
  all.named[name] ??= liveCollection((out) => {
    const items = itemsOf(all.elements);
    for (let at = 0; at < items.length; at++) if (hasName(items[at]!, name)) append(out, items[at]!);
  });
  return all.named[name];
}

/** "get the 'all'-indexed or named element(s)" */
function indexedOrNamed(all: All, key: string): object | null {
  const index = +key >>> 0;
  return `${index}` === key && index < 4294967295 ? (itemsOf(all.elements)[index] ?? null) : named(all, key);
}

/** Behind the members of its prototype: indices and names. */
const NAMES: ProxyHandler<object> = {
  get(target, key, receiver) {
    const all = weakGet(lists, receiver as object);
    if (all === undefined || typeof key === 'symbol' || reflect.has(target, key)) {
      return reflect.get(target, key, receiver);
    }
    return indexedOrNamed(all, key) ?? undefined;
  },
  defineProperty: () => false,
  preventExtensions: () => false,
};

export function installAllCollection(): void {
  defineInterface('HTMLAllCollection', null);
  defineMembers<object>('HTMLAllCollection', {
    get length(): number {
      return itemsOf(allOf(this).elements).length;
    },
    item(...args: unknown[]): object | null {
      const all = allOf(this);
      return args[0] === undefined ? null : indexedOrNamed(all, `${args[0]}`);
    },
    namedItem(name: unknown): object | null {
      return named(allOf(this), `${name}`);
    },
    [Symbol.iterator]: Array.prototype.values,
  });
  setPrototypeOf(prototypeOf('HTMLAllCollection'), new Proxy(create(Object.prototype), NAMES));
  defineMembers<PageNode>('Document', {
    get all(): object | undefined {
      return weakGet(byDocument, this);
    },
  });
}
