/**
 * The list of attributes that stands at the head of an element's links: finding, setting, removing.
 *
 * In:  an element and a qualified name. Out: the list changed, the version moved on, observers and hooks told.
 *
 * DOM §4.9 https://dom.spec.whatwg.org/#interface-element
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import {
  LOCAL_NAME,
  NEXT,
  NODE_TYPE,
  OWNER_DOCUMENT,
  OWNER_ELEMENT,
  PREV,
  QUALIFIED_NAME,
  VALUE,
} from '../../html/node-keys.ts';
import { characterData } from '../../html/node-tree.ts';
import { wordTable } from '../primordials.ts';
import { type AttrNode, attributeNamespace, createAttrNode, type PageNode } from './create-node.ts';
import { markChanged, markRenamed } from './document-version.ts';
import { recordAttribute } from './mutation-records.ts';

/** Steps of elements when an attribute changes; `null` is absent. Only attributes without a namespace have such steps. */
export type AttributeHook = (element: PageNode, name: string, oldValue: string | null, value: string | null) => void;
let changed: AttributeHook = () => {};
let changedNS: (...change: [...Parameters<AttributeHook>, namespace: string]) => void = () => {};

/** What custom elements are told of attributes with a namespace. */
export function setNamespacedHook(hook: typeof changedNS): void {
  changedNS = hook;
}

export function setAttributeHook(hook: AttributeHook): void {
  changed = hook;
}

export function attributeNode(element: StoreNode, name: string): AttrNode | null {
  let at = element[NEXT] as AttrNode;
  while (at[NODE_TYPE] === 2) {
    if (at[QUALIFIED_NAME] === name) return at;
    at = at[NEXT] as AttrNode;
  }
  return null;
}

/** By namespace and local name. */
export function attributeNodeNS(element: StoreNode, namespace: string | null, localName: string): AttrNode | null {
  let at = element[NEXT] as AttrNode;
  while (at[NODE_TYPE] === 2) {
    if (at[LOCAL_NAME] === localName && attributeNamespace(at) === namespace) return at;
    at = at[NEXT] as AttrNode;
  }
  return null;
}

/** Puts a copy of an attribute last, without telling anybody: for new elements. */
export function appendCopy(element: PageNode, attr: AttrNode): void {
  appendAttribute(element, attr[QUALIFIED_NAME], characterData(attr), attributeNamespace(attr), attr[LOCAL_NAME]);
}

/** Puts an attribute last, without telling anybody: for new elements. */
export function appendAttribute(
  element: PageNode,
  name: string,
  value: string,
  namespace: string | null = null,
  localName: string = name,
): AttrNode {
  const attr = createAttrNode(element[OWNER_DOCUMENT]!, name, namespace, localName);
  attr[VALUE] = value;
  linkAttribute(element, attr);
  return attr;
}

function linkAttribute(element: PageNode, attr: AttrNode): void {
  let last: StoreNode = element;
  let next = element[NEXT] as StoreNode;
  while (next[NODE_TYPE] === 2) {
    last = next;
    next = next[NEXT] as StoreNode;
  }
  attr[OWNER_ELEMENT] = element;
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
  tell(element, appendAttribute(element, name, value), null, value);
}

/** "set an attribute value" with a namespace; the prefix of an attribute that is there stays. */
export function setAttributeValueNS(
  element: PageNode,
  namespace: string | null,
  name: string,
  localName: string,
  value: string,
): void {
  const known = attributeNodeNS(element, namespace, localName);
  if (known !== null) changeAttribute(known, value);
  else tell(element, appendAttribute(element, name, value, namespace, localName), null, value);
}

export function changeAttribute(attr: AttrNode, value: string): void {
  const old = characterData(attr);
  attr[VALUE] = value;
  if (attr[OWNER_ELEMENT] !== null) tell(attr[OWNER_ELEMENT], attr, old, value);
}

/** Puts in an attribute node that belongs to nobody. */
export function insertAttribute(element: PageNode, attr: AttrNode): void {
  linkAttribute(element, attr);
  tell(element, attr, null, characterData(attr));
}

/** Puts an attribute node that belongs to nobody in the place of another. */
export function replaceAttribute(old: AttrNode, attr: AttrNode): void {
  const element = old[OWNER_ELEMENT]!;
  const next = old[NEXT] as StoreNode;
  const previous = old[PREV] as StoreNode;
  previous[NEXT] = attr;
  attr[PREV] = previous;
  attr[NEXT] = next;
  next[PREV] = attr;
  old[PREV] = null;
  old[NEXT] = null;
  old[OWNER_ELEMENT] = null;
  attr[OWNER_ELEMENT] = element;
  tell(element, attr, characterData(old), characterData(attr));
}

export function removeAttributeNode(attr: AttrNode): void {
  const element = attr[OWNER_ELEMENT];
  if (element === null) return;
  const previous = attr[PREV] as StoreNode;
  const next = attr[NEXT] as StoreNode;
  previous[NEXT] = next;
  next[PREV] = previous;
  attr[PREV] = null;
  attr[NEXT] = null;
  attr[OWNER_ELEMENT] = null;
  tell(element, attr, characterData(attr), null);
}

export function removeAttributeValue(element: PageNode, name: string): void {
  const attr = attributeNode(element, name);
  if (attr !== null) removeAttributeNode(attr);
}

const NAMING = wordTable('id name type form for');

function tell(element: PageNode, attr: AttrNode, old: string | null, value: string | null): void {
  const namespace = attributeNamespace(attr);
  markChanged(element);
  if (NAMING[attr[QUALIFIED_NAME]] === true) markRenamed();
  recordAttribute(element, attr[LOCAL_NAME], namespace, old);
  if (namespace === null) changed(element, attr[QUALIFIED_NAME], old, value);
  else changedNS(element, attr[LOCAL_NAME], old, value, namespace);
}
