/**
 * Attributes as pages see them: Element's methods, Attr, NamedNodeMap.
 *
 * DOM §4.9, §4.9.1, §4.9.2 https://dom.spec.whatwg.org/#interface-namednodemap
 *
 * Differs: namespaces of attributes are kept only in the qualified name ('xlink:href'), so the NS methods look at the
 * part after the colon.
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { NODE_KEYS } from '../../html/dom-keys.ts';
import { attribute, characterData, hasAttribute } from '../../html/node-tree.ts';
import { asciiLower, create, indexOf, reflect, stringSlice, weakGet, weakSet } from '../primordials.ts';
import {
  attributeNode,
  changeAttribute,
  insertAttribute,
  removeAttributeNode,
  removeAttributeValue,
  setAttributeValue,
} from './attribute-list.ts';
import { type AttrNode, isHtmlElement, type PageNode } from './create-node.ts';
import { domException } from './dom-exception.ts';
import { defineInterface, defineMembers, prototypeOf } from './interfaces.ts';

const { next: NEXT } = NODE_KEYS;

/** Names are compared in lower case on HTML elements. */
function qualifiedName(element: StoreNode, name: unknown): string {
  const text = `${name}`;
  return isHtmlElement(element) ? asciiLower(text) : text;
}

function localPart(name: string): string {
  const colon = indexOf(name, ':');
  return colon < 0 ? name : stringSlice(name, colon + 1);
}

function nodeByLocalName(element: StoreNode, localName: unknown): AttrNode | null {
  const wanted = `${localName}`;
  for (let at = element[NEXT] as AttrNode; at.nodeType === 2; at = at[NEXT] as AttrNode) {
    if (at.name === wanted || localPart(at.name) === wanted) return at;
  }
  return null;
}

/** DOM: a valid attribute local name has no white space, '/', '=' or '>', and is not empty. */
export function checkAttributeName(name: string): void {
  let valid = name.length > 0;
  for (let at = 0; at < name.length; at++) {
    const character = name[at]!;
    const isBad = character <= ' ' && '\t\n\f\r \0'.includes(character);
    if (isBad || character === '/' || character === '=' || character === '>') valid = false;
  }
  if (!valid) throw domException('InvalidCharacterError', `'${name}' is not a valid attribute name.`);
}

function countAttributes(element: StoreNode): number {
  let count = 0;
  for (let at = element[NEXT] as StoreNode; at.nodeType === 2; at = at[NEXT] as StoreNode) count++;
  return count;
}

function attributeAt(element: StoreNode, index: number): AttrNode | null {
  let rest = index;
  for (let at = element[NEXT] as AttrNode; at.nodeType === 2; at = at[NEXT] as AttrNode) if (rest-- === 0) return at;
  return null;
}

function setNode(element: PageNode, attr: AttrNode): AttrNode | null {
  if (attr.ownerElement === element) return attr;
  if (attr.ownerElement !== null) throw domException('InUseAttributeError', 'The attribute is in use already.');
  const previous = attributeNode(element, attr.name);
  if (previous !== null) removeAttributeNode(previous);
  insertAttribute(element, attr);
  return previous;
}

export function installAttributes(): void {
  defineMembers<PageNode>('Element', {
    get attributes(): object {
      return attributeMap(this);
    },
    hasAttributes(): boolean {
      return (this[NEXT] as StoreNode).nodeType === 2;
    },
    getAttributeNames(): string[] {
      const names: string[] = [];
      for (let at = this[NEXT] as AttrNode; at.nodeType === 2; at = at[NEXT] as AttrNode) names[names.length] = at.name;
      return names;
    },
    getAttribute(name: unknown): string | null {
      return attribute(this, qualifiedName(this, name));
    },
    getAttributeNS(_: unknown, localName: unknown): string | null {
      const attr = nodeByLocalName(this, localName);
      return attr === null ? null : characterData(attr);
    },
    setAttribute(name: unknown, value: unknown): void {
      const qualified = qualifiedName(this, name);
      checkAttributeName(qualified);
      setAttributeValue(this, qualified, `${value}`);
    },
    setAttributeNS(_: unknown, name: unknown, value: unknown): void {
      checkAttributeName(`${name}`);
      setAttributeValue(this, `${name}`, `${value}`);
    },
    removeAttribute(name: unknown): void {
      removeAttributeValue(this, qualifiedName(this, name));
    },
    removeAttributeNS(_: unknown, localName: unknown): void {
      const attr = nodeByLocalName(this, localName);
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
    hasAttributeNS(_: unknown, localName: unknown): boolean {
      return nodeByLocalName(this, localName) !== null;
    },
    getAttributeNode(name: unknown): AttrNode | null {
      return attributeNode(this, qualifiedName(this, name));
    },
    getAttributeNodeNS(_: unknown, localName: unknown): AttrNode | null {
      return nodeByLocalName(this, localName);
    },
    setAttributeNode(attr: AttrNode): AttrNode | null {
      return setNode(this, attr);
    },
    setAttributeNodeNS(attr: AttrNode): AttrNode | null {
      return setNode(this, attr);
    },
    removeAttributeNode(attr: AttrNode): AttrNode {
      if (attr.ownerElement !== this) throw domException('NotFoundError', 'The attribute is not on this element.');
      removeAttributeNode(attr);
      return attr;
    },
  });
  defineMembers<AttrNode>('Attr', {
    get value(): string {
      return characterData(this);
    },
    set value(value: unknown) {
      changeAttribute(this, `${value}`);
    },
    get specified(): boolean {
      return true;
    },
    get namespaceURI(): null {
      return null;
    },
    get prefix(): string | null {
      const colon = indexOf(this.name, ':');
      return colon < 0 ? null : stringSlice(this.name, 0, colon);
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
  return `${index >>> 0}` === key ? attributeAt(element, index) : attributeNode(element, key);
}

const MAP_HANDLER: ProxyHandler<object> = {
  get(target, key, receiver) {
    return key in target ? reflect.get(target, key, receiver) : (itemByKey(target, key) ?? undefined);
  },
  has(target, key) {
    return key in target || itemByKey(target, key) !== null;
  },
  getOwnPropertyDescriptor(target, key) {
    const value = itemByKey(target, key);
    if (value === null) return reflect.getOwnPropertyDescriptor(target, key);
    return { value, writable: false, enumerable: true, configurable: true };
  },
  ownKeys(target) {
    const keys: string[] = [];
    const count = countAttributes(weakGet(owners, target)!);
    for (let at = 0; at < count; at++) keys[at] = `${at}`;
    return keys;
  },
};

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
    getNamedItemNS(_: unknown, localName: unknown): AttrNode | null {
      return nodeByLocalName(ownerOf(this), localName);
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
    removeNamedItemNS(_: unknown, localName: unknown): AttrNode {
      return remove(nodeByLocalName(ownerOf(this), localName));
    },
    [Symbol.iterator]: Array.prototype.values,
  });
}
