/**
 * Members of nodes that few pages use: elements that ARIA refers to, registries, frames' permissions, parts of the document.
 *
 * WAI-ARIA 1.3 §10.2 and HTML §2.6.1 (reflecting elements), HTML §4.13.4, Permissions Policy §6, CSS Pseudo 4 §7.
 */
import { NODE_TYPE } from '../../html/node-keys.ts';
import { attribute, hasAttribute } from '../../html/node-tree.ts';
import { defineNamedAccessor } from '../named-function.ts';
import {
  append,
  asciiLower,
  type BareArray,
  bareArray,
  copyArray,
  defineProperty,
  freeze,
  mapGet,
  mapSet,
  newMap,
  weakGet,
  weakSet,
} from '../primordials.ts';
import { removeAttributeValue, setAttributeValue } from './attribute-list.ts';
import type { PageNode } from './create-node.ts';
import { registryObjectOf } from './custom/registries.ts';
import { parseHtmlUnsafe } from './document-implementation.ts';
import { defineMembers, interfaceObjectOf, prototypeOf } from './interfaces.ts';
import { isTreeNode } from './tree.ts';

/** Attributes that name one element, and those that name several. */
const LISTS = 'Actions Controls DescribedBy Details ErrorMessage FlowTo LabelledBy';

/** Elements that script has set; the attribute is empty then, and whoever changes it takes them back. */
const setElements = new WeakMap<PageNode, Map<string, BareArray<PageNode>>>();
/** The lists that were given out: the same one as long as it says the same. */
const givenLists = new WeakMap<PageNode, Map<string, readonly PageNode[]>>();

function elementsOf(element: PageNode, name: string): BareArray<PageNode> | null {
  const text = attribute(element, name);
  if (text === null) return null;
  const known = weakGet(setElements, element);
  const set = known === undefined ? undefined : mapGet(known, name);
  if (text === '' && set !== undefined) return set;
  const found = bareArray<PageNode>();
  const root = (
    element as unknown as { getRootNode(): { getElementById?(id: string): PageNode | null } }
  ).getRootNode();
  for (const id of text.split(/[\t\n\f\r ]+/)) {
    const named = id === '' ? null : (root.getElementById?.(id) ?? null);
    if (named !== null) append(found, named);
  }
  return found;
}

function setElementsOf(element: PageNode, name: string, elements: BareArray<PageNode> | null): void {
  if (elements === null) {
    removeAttributeValue(element, name);
    return;
  }
  let known = weakGet(setElements, element);
  if (known === undefined) {
    known = newMap();
    weakSet(setElements, element, known);
  }
  setAttributeValue(element, name, '');
  mapSet(known, name, elements);
}

function readList(self: unknown, name: string): readonly PageNode[] | null {
  const elements = elementsOf(self as PageNode, name);
  if (elements === null) return null;
  let given = weakGet(givenLists, self as PageNode);
  if (given === undefined) {
    given = newMap();
    weakSet(givenLists, self as PageNode, given);
  }
  const before = mapGet(given, name);
  if (before !== undefined && isSame(before, elements)) return before;
  const list = freeze(copyArray(elements));
  mapSet(given, name, list);
  return list;
}

function isSame(one: ArrayLike<PageNode>, two: ArrayLike<PageNode>): boolean {
  if (one.length !== two.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== two[at]) return false;
  return true;
}

function elementOrThrow(value: unknown): PageNode {
  if (typeof value === 'object' && value !== null && isTreeNode(value) && value[NODE_TYPE] === 1) return value;
  throw new TypeError("Failed to convert value to 'Element'.");
}

function writeList(self: unknown, value: unknown, name: string): void {
  if (value === null || value === undefined) {
    setElementsOf(self as PageNode, name, null);
    return;
  }
  const elements = bareArray<PageNode>();
  for (const each of value as Iterable<unknown>) append(elements, elementOrThrow(each));
  setElementsOf(self as PageNode, name, elements);
}

function writeOne(self: unknown, value: unknown, name: string): void {
  const elements = bareArray<PageNode>();
  if (value === null || value === undefined) setElementsOf(self as PageNode, name, null);
  else {
    append(elements, elementOrThrow(value));
    setElementsOf(self as PageNode, name, elements);
  }
}

function installAriaElements(): void {
  const prototype = prototypeOf('Element');
  for (const each of LISTS.split(' ')) {
    defineNamedAccessor(prototype, `aria${each}Elements`, `aria-${asciiLower(each)}`, readList, writeList);
  }
  const one = (self: unknown, name: string): PageNode | null => elementsOf(self as PageNode, name)?.[0] ?? null;
  defineNamedAccessor(prototype, 'ariaActiveDescendantElement', 'aria-activedescendant', one, writeOne);
}

/** Kinds of fields in which nothing is corrected. */
const NEVER_CORRECTED = /^(?:password|email|url)$/;

export function installRareMembers(): void {
  installAriaElements();
  defineMembers<PageNode>('Element', {
    get customElementRegistry(): object | null {
      return registryObjectOf(this);
    },
    get activeViewTransition(): null {
      return null;
    },
    ariaNotify(_announcement: unknown): void {},
  });
  defineMembers<PageNode>('Document', {
    get customElementRegistry(): object | null {
      return registryObjectOf(this);
    },
    ariaNotify(_announcement: unknown): void {},
  });
  defineMembers<PageNode>('HTMLElement', {
    get autocorrect(): boolean {
      const { type } = this as unknown as { readonly type?: unknown };
      if (typeof type === 'string' && NEVER_CORRECTED.test(type)) return false;
      return asciiLower(attribute(this, 'autocorrect') ?? 'on') !== 'off';
    },
    set autocorrect(value: unknown) {
      setAttributeValue(this, 'autocorrect', value ? 'on' : 'off');
    },
  });
  const { parseHTMLUnsafe } = {
    parseHTMLUnsafe(html: unknown): PageNode {
      return parseHtmlUnsafe(html);
    },
  };
  const method = { value: parseHTMLUnsafe, writable: true, enumerable: true, configurable: true };
  defineProperty(interfaceObjectOf('Document'), 'parseHTMLUnsafe', method);
  defineMembers<PageNode>('HTMLInputElement', {
    get webkitEntries(): readonly object[] {
      return [];
    },
  });
}

/** Whether a frame's own attribute lets it do something; used by its policy. */
export function frameAllows(frame: PageNode, feature: string): boolean {
  return hasAttribute(frame, 'allow') && (attribute(frame, 'allow') ?? '').includes(feature);
}
