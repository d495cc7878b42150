/**
 * Attributes as pages see them: Element's methods, Attr, NamedNodeMap.
 *
 * DOM §4.9, §4.9.1, §4.9.2 https://dom.spec.whatwg.org/#interface-namednodemap
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { LOCAL_NAME, NEXT, NODE_TYPE, OWNER_DOCUMENT, OWNER_ELEMENT, QUALIFIED_NAME } from '../../html/node-keys.ts';
import { attribute, characterData, hasAttribute } from '../../html/node-tree.ts';
import { asciiLower, create, reflect, stringSlice, weakGet, weakSet } from '../primordials.ts';
import {
  attributeNode,
  attributeNodeNS,
  changeAttribute,
  insertAttribute,
  removeAttributeNode,
  removeAttributeValue,
  replaceAttribute,
  setAttributeValue,
  setAttributeValueNS,
} from './attribute-list.ts';
import { type AttrNode, attributeNamespace, isHtmlElement, type PageNode } from './create-node.ts';
import { isXmlDocument } from './document-kind.ts';
import { domException } from './dom-exception.ts';
import { defineInterface, defineMembers, prototypeOf } from './interfaces.ts';
import { checkAttributeName, extractName, namespaceOrNull } from './qualified-name.ts';

/** Names are compared in lower case on HTML elements of HTML documents. */
function qualifiedName(element: PageNode, name: unknown): string {
  const text = `${name}`;
  return isHtmlElement(element) && !isXmlDocument(element[OWNER_DOCUMENT]) ? asciiLower(text) : text;
}

function nodeByNamespace(element: StoreNode, namespace: unknown, localName: unknown): AttrNode | null {
  return attributeNodeNS(element, namespaceOrNull(namespace), `${localName}`);
}

function countAttributes(element: StoreNode): number {
  let count = 0;
  for (let at = element[NEXT] as StoreNode; at[NODE_TYPE] === 2; at = at[NEXT] as StoreNode) count++;
  return count;
}

function attributeAt(element: StoreNode, index: number): AttrNode | null {
  let rest = index;
  for (let at = element[NEXT] as AttrNode; at[NODE_TYPE] === 2; at = at[NEXT] as AttrNode) if (rest-- === 0) return at;
  return null;
}

/** "set an attribute" */
function setNode(element: PageNode, attr: AttrNode): AttrNode | null {
  if (!isNode(attr) || attr[NODE_TYPE] !== 2) throw new TypeError("parameter 1 is not of type 'Attr'.");
  if (attr[OWNER_ELEMENT] === element) return attr;
  if (attr[OWNER_ELEMENT] !== null) throw domException('InUseAttributeError', 'The attribute is in use already.');
  attr[OWNER_DOCUMENT] = element[OWNER_DOCUMENT];
  const previous = attributeNodeNS(element, attributeNamespace(attr), attr[LOCAL_NAME]);
  if (previous === null) insertAttribute(element, attr);
  else replaceAttribute(previous, attr);
  return previous;
}

function isNode(value: unknown): value is PageNode {
  return typeof value === 'object' && value !== null && typeof (value as PageNode)[NODE_TYPE] === 'number';
}

export function installAttributes(): void {
  defineMembers<PageNode>('Element', {
    get attributes(): object {
      return attributeMap(this);
    },
    hasAttributes(): boolean {
      return (this[NEXT] as StoreNode)[NODE_TYPE] === 2;
    },
    getAttributeNames(): string[] {
      const names: string[] = [];
      for (let at = this[NEXT] as AttrNode; at[NODE_TYPE] === 2; at = at[NEXT] as AttrNode)
        names[names.length] = at[QUALIFIED_NAME];
      return names;
    },
    getAttribute(name: unknown): string | null {
      return attribute(this, qualifiedName(this, name));
    },
    getAttributeNS(namespace: unknown, localName: unknown): string | null {
      const attr = nodeByNamespace(this, namespace, localName);
      return attr === null ? null : characterData(attr);
    },
    setAttribute(name: unknown, value: unknown): void {
      const qualified = qualifiedName(this, name);
      checkAttributeName(qualified);
      setAttributeValue(this, qualified, `${value}`);
    },
    setAttributeNS(namespaceGiven: unknown, name: unknown, value: unknown): void {
      const qualified = `${name}`;
      const { namespace, localName } = extractName(namespaceGiven, qualified, 'attribute');
      setAttributeValueNS(this, namespace, qualified, localName, `${value}`);
    },
    removeAttribute(name: unknown): void {
      removeAttributeValue(this, qualifiedName(this, name));
    },
    removeAttributeNS(namespace: unknown, localName: unknown): void {
      const attr = nodeByNamespace(this, namespace, localName);
      if (attr !== null) removeAttributeNode(attr);
    },
    toggleAttribute(name: unknown, force?: unknown): boolean {
      const qualified = qualifiedName(this, name);
      checkAttributeName(qualified);
      if (hasAttribute(this, qualified)) {
        if (force) return true;
        removeAttributeValue(this, qualified);
        return false;
      }
      if (force === false) return false;
      setAttributeValue(this, qualified, '');
      return true;
    },
    hasAttribute(name: unknown): boolean {
      return hasAttribute(this, qualifiedName(this, name));
    },
    hasAttributeNS(namespace: unknown, localName: unknown): boolean {
      return nodeByNamespace(this, namespace, localName) !== null;
    },
    getAttributeNode(name: unknown): AttrNode | null {
      return attributeNode(this, qualifiedName(this, name));
    },
    getAttributeNodeNS(namespace: unknown, localName: unknown): AttrNode | null {
      return nodeByNamespace(this, namespace, localName);
    },
    setAttributeNode(attr: AttrNode): AttrNode | null {
      return setNode(this, attr);
    },
    setAttributeNodeNS(attr: AttrNode): AttrNode | null {
      return setNode(this, attr);
    },
    removeAttributeNode(attr: AttrNode): AttrNode {
      if (attr[OWNER_ELEMENT] !== this) throw domException('NotFoundError', 'The attribute is not on this element.');
      removeAttributeNode(attr);
      return attr;
    },
  });
  defineMembers<AttrNode>('Attr', {
    get localName(): string {
      return this[LOCAL_NAME];
    },
    get name(): string {
      return this[QUALIFIED_NAME];
    },
    get ownerElement(): PageNode | null {
      return this[OWNER_ELEMENT];
    },
    get value(): string {
      return characterData(this);
    },
    set value(value: unknown) {
      changeAttribute(this, `${value}`);
    },
    get specified(): boolean {
      return true;
    },
    get namespaceURI(): string | null {
      return attributeNamespace(this);
    },
    get prefix(): string | null {
      const { [QUALIFIED_NAME]: name, [LOCAL_NAME]: localName } = this;
      return name.length === localName.length ? null : stringSlice(name, 0, name.length - localName.length - 1);
    },
  });
  installAttributeMap();
}

const attributeMaps = new WeakMap<StoreNode, object>();
const owners = new WeakMap<object, PageNode>();

function attributeMap(element: PageNode): object {
  const known = weakGet(attributeMaps, element);
  if (known !== undefined) return known;
  const target = create(prototypeOf('NamedNodeMap'));
  const map = new Proxy(target, MAP_HANDLER);
  weakSet(owners, target, element);
  weakSet(owners, map, element);
  weakSet(attributeMaps, element, map);
  return map;
}

function itemByKey(target: object, key: string | symbol): AttrNode | null {
  if (typeof key !== 'string') return null;
  const element = weakGet(owners, target)!;
  const index = +key;
  if (`${index >>> 0}` === key) return attributeAt(element, index);
  return isSupportedName(element, key) ? attributeNode(element, key) : null;
}

const MAP_HANDLER: ProxyHandler<object> = {
  get(target, key, receiver) {
    return key in target ? reflect.get(target, key, receiver) : (itemByKey(target, key) ?? undefined);
  },
  has(target, key) {
    return key in target || itemByKey(target, key) !== null;
  },
  getOwnPropertyDescriptor(target, key) {
    const isInherited = key in target && reflect.getOwnPropertyDescriptor(target, key) === undefined;
    const value = isInherited ? null : itemByKey(target, key);
    if (value === null) return reflect.getOwnPropertyDescriptor(target, key);
    const isIndex = typeof key === 'string' && `${+key >>> 0}` === key;
    return { value, writable: false, enumerable: isIndex, configurable: true };
  },
  ownKeys(target) {
    const owner = weakGet(owners, target)!;
    const keys: (string | symbol)[] = [];
    const seen: Record<string, true> = { __proto__: null as never };
    const add = (key: string | symbol): void => {
      if (typeof key === 'string') {
        if (seen[key]) return;
        seen[key] = true;
      }
      keys[keys.length] = key;
    };
    const count = countAttributes(owner);
    for (let at = 0; at < count; at++) add(`${at}`);
    for (let at = owner[NEXT] as AttrNode; at[NODE_TYPE] === 2; at = at[NEXT] as AttrNode) {
      if (isSupportedName(owner, at[QUALIFIED_NAME])) add(at[QUALIFIED_NAME]);
    }
    const own = reflect.ownKeys(target);
    for (let at = 0; at < own.length; at++) add(own[at]!);
    return keys;
  },
};

/** On HTML elements of HTML documents, names with capital letters are not property names. */
function isSupportedName(owner: PageNode, name: string): boolean {
  return !isHtmlElement(owner) || isXmlDocument(owner[OWNER_DOCUMENT]) || asciiLower(name) === name;
}

function installAttributeMap(): void {
  const ownerOf = (map: object): PageNode => {
    const owner = weakGet(owners, map);
    if (owner === undefined) throw new TypeError('Illegal invocation');
    return owner;
  };
  const remove = (attr: AttrNode | null): AttrNode => {
    if (attr === null) throw domException('NotFoundError', 'No item with this name was found.');
    removeAttributeNode(attr);
    return attr;
  };
  defineInterface('NamedNodeMap', null);
  defineMembers<object>('NamedNodeMap', {
    get length(): number {
      return countAttributes(ownerOf(this));
    },
    item(index: unknown): AttrNode | null {
      return attributeAt(ownerOf(this), Number(index) >>> 0);
    },
    getNamedItem(name: unknown): AttrNode | null {
      const owner = ownerOf(this);
      return attributeNode(owner, qualifiedName(owner, name));
    },
    getNamedItemNS(namespace: unknown, localName: unknown): AttrNode | null {
      return nodeByNamespace(ownerOf(this), namespace, localName);
    },
    setNamedItem(attr: AttrNode): AttrNode | null {
      return setNode(ownerOf(this), attr);
    },
    setNamedItemNS(attr: AttrNode): AttrNode | null {
      return setNode(ownerOf(this), attr);
    },
    removeNamedItem(name: unknown): AttrNode {
      const owner = ownerOf(this);
      return remove(attributeNode(owner, qualifiedName(owner, name)));
    },
    removeNamedItemNS(namespace: unknown, localName: unknown): AttrNode {
      return remove(nodeByNamespace(ownerOf(this), namespace, localName));
    },
    [Symbol.iterator]: Array.prototype.values,
  });
}
