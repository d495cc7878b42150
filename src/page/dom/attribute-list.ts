/**
 * The list of attributes that stands at the head of an element's links: finding, setting, removing.
 *
 * In:  an element and a qualified name. Out: the list changed, the version moved on, observers and hooks told.
 *
 * DOM §4.9 https://dom.spec.whatwg.org/#interface-element
 */
import { NODE_KEYS, type StoreNode } from '../../html/dom-keys.ts';
import { characterData } from '../../html/node-tree.ts';
import { type AttrNode, createAttrNode, type PageNode } from './create-node.ts';
import { markChanged } from './document-version.ts';
import { recordAttribute } from './mutation-records.ts';

const { next: NEXT, prev: PREV, value: VALUE } = NODE_KEYS;

/** Steps of elements when an attribute changes; `null` is absent. */
export type AttributeHook = (element: PageNode, name: string, oldValue: string | null, value: string | null) => void;
let changed: AttributeHook = () => {};

export function setAttributeHook(hook: AttributeHook): void {
  changed = hook;
}

export function attributeNode(element: StoreNode, name: string): AttrNode | null {
  let at = element[NEXT] as AttrNode;
  while (at.nodeType === 2) {
    if (at.name === name) return at;
    at = at[NEXT] as AttrNode;
  }
  return null;
}

/** Puts an attribute last, without telling anybody: for new elements. */
export function appendAttribute(element: PageNode, name: string, value: string): AttrNode {
  const attr = createAttrNode(element.ownerDocument!, name);
  attr[VALUE] = value;
  linkAttribute(element, attr);
  return attr;
}

function linkAttribute(element: PageNode, attr: AttrNode): void {
  let last: StoreNode = element;
  let next = element[NEXT] as StoreNode;
  while (next.nodeType === 2) {
    last = next;
    next = next[NEXT] as StoreNode;
  }
  attr.ownerElement = element;
  last[NEXT] = attr;
  attr[PREV] = last;
  attr[NEXT] = next;
  next[PREV] = attr;
}

/** Sets a value by qualified name, as it stands in the document. */
export function setAttributeValue(element: PageNode, name: string, value: string): void {
  const known = attributeNode(element, name);
  if (known !== null) {
    changeAttribute(known, value);
    return;
  }
  appendAttribute(element, name, value);
  tell(element, name, null, value);
}

export function changeAttribute(attr: AttrNode, value: string): void {
  const old = characterData(attr);
  attr[VALUE] = value;
  if (attr.ownerElement !== null) tell(attr.ownerElement, attr.name, old, value);
}

/** Puts in an attribute node that belongs to nobody. */
export function insertAttribute(element: PageNode, attr: AttrNode): void {
  linkAttribute(element, attr);
  tell(element, attr.name, null, characterData(attr));
}

export function removeAttributeNode(attr: AttrNode): void {
  const element = attr.ownerElement;
  if (element === null) return;
  const previous = attr[PREV] as StoreNode;
  const next = attr[NEXT] as StoreNode;
  previous[NEXT] = next;
  next[PREV] = previous;
  attr[PREV] = null;
  attr[NEXT] = null;
  attr.ownerElement = null;
  tell(element, attr.name, characterData(attr), null);
}

export function removeAttributeValue(element: PageNode, name: string): void {
  const attr = attributeNode(element, name);
  if (attr !== null) removeAttributeNode(attr);
}

function tell(element: PageNode, name: string, old: string | null, value: string | null): void {
  markChanged(element);
  recordAttribute(element, name, old);
  changed(element, name, old, value);
}
