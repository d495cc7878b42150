/**
 * Reading the node tree by its links.
 *
 * In:  nodes of node-store.ts, of this realm or of the page's.
 * Out: parents, children, siblings, names, attributes and text.
 *
 * The engine never calls a method of a node: a page can replace methods. The store keeps one linked list through the
 * whole tree: an element's `next` is its first attribute, then its first child, and its `end` marks where it closes.
 */

import {
  END,
  HOST,
  LOCAL_NAME,
  NAMESPACE,
  NAMESPACE_URI,
  NEXT,
  NODE_TYPE,
  PARENT_NODE,
  PREV,
  QUALIFIED_NAME,
  SHADOW,
  START,
  STATE,
  VALUE,
} from './node-keys.ts';

export const ELEMENT_NODE = 1;
export const ATTRIBUTE_NODE = 2;
export const TEXT_NODE = 3;
export const CDATA_SECTION_NODE = 4;
export const COMMENT_NODE = 8;
export const DOCUMENT_NODE = 9;
export const DOCUMENT_TYPE_NODE = 10;
export const DOCUMENT_FRAGMENT_NODE = 11;

/** The mark for 'the element that began at start ends here'. */
const NODE_END = -1;

/** A node as the engine sees it: identity, kind, name, parent. Everything else is read by the functions below. */
export interface DomNode {
  readonly [NODE_TYPE]: number;
  readonly [LOCAL_NAME]: string;
  readonly [PARENT_NODE]: DomNode | null;
}

export interface DomElement extends DomNode {
  readonly [NODE_TYPE]: 1;
}

export type Namespace = 'html' | 'svg' | 'mathml' | 'other' | 'none';

type Linked = DomNode & Record<symbol, unknown> & { readonly [QUALIFIED_NAME]: string };

export function isElement(node: DomNode): node is DomElement {
  return node[NODE_TYPE] === ELEMENT_NODE;
}

export function isText(node: DomNode): boolean {
  return node[NODE_TYPE] === TEXT_NODE || node[NODE_TYPE] === CDATA_SECTION_NODE;
}

/** The first child of an element, document or fragment. */
export function firstChild(parent: DomNode): DomNode | null {
  const end = (parent as Linked)[END];
  if (end === undefined) return null;
  let next = (parent as Linked)[NEXT] as Linked;
  while (next[NODE_TYPE] === ATTRIBUTE_NODE) next = next[NEXT] as Linked;
  return next === end ? null : next;
}

export function isInclusiveAncestor(ancestor: DomNode, node: DomNode): boolean {
  for (let at: DomNode | null = node; at !== null; at = at[PARENT_NODE]) if (at === ancestor) return true;
  return false;
}

export function nextSibling(node: DomNode): DomNode | null {
  const end = (node as Linked)[END] as Linked | undefined;
  const next = ((end ?? node) as Linked)[NEXT] as Linked | null;
  return next === null || next === undefined || next[NODE_TYPE] === NODE_END ? null : next;
}

export function previousSibling(node: DomNode): DomNode | null {
  const prev = (node as Linked)[PREV] as Linked | null;
  if (prev === null || prev === undefined || prev === node[PARENT_NODE] || prev[NODE_TYPE] === ATTRIBUTE_NODE)
    return null;
  return prev[NODE_TYPE] === NODE_END ? (prev[START] as DomNode) : prev;
}

export function firstElementChild(parent: DomNode): DomElement | null {
  return skipToElement(firstChild(parent));
}

export function nextElementSibling(node: DomNode): DomElement | null {
  return skipToElement(nextSibling(node));
}

export function previousElementSibling(node: DomNode): DomElement | null {
  let sibling = previousSibling(node);
  while (sibling !== null && !isElement(sibling)) sibling = previousSibling(sibling);
  return sibling;
}

function skipToElement(node: DomNode | null): DomElement | null {
  let sibling = node;
  while (sibling !== null && !isElement(sibling)) sibling = nextSibling(sibling);
  return sibling;
}

export function parentElement(node: DomNode): DomElement | null {
  const parent = node[PARENT_NODE];
  return parent !== null && isElement(parent) ? parent : null;
}

/** An attribute's value, or `null`. Names are compared as they are: HTML's are lower case after parsing. */
export function attribute(element: DomNode, name: string): string | null {
  let next = (element as Linked)[NEXT] as Linked | null | undefined;
  while (next && next[NODE_TYPE] === ATTRIBUTE_NODE) {
    if (next[QUALIFIED_NAME] === name) return asText(next[VALUE]);
    next = next[NEXT] as Linked | null;
  }
  return null;
}

export function hasAttribute(element: DomNode, name: string): boolean {
  return attribute(element, name) !== null;
}

export function hasAttributes(element: DomNode): boolean {
  return ((element as Linked)[NEXT] as Linked | null | undefined)?.[NODE_TYPE] === ATTRIBUTE_NODE;
}

/** Whether it has one of several attributes, in one look at what it has. */
export function hasAnyAttribute(element: DomNode, names: ReadonlySet<unknown>): boolean {
  let next = (element as Linked)[NEXT] as Linked | null | undefined;
  while (next && next[NODE_TYPE] === ATTRIBUTE_NODE) {
    if (names.has(next[QUALIFIED_NAME])) return true;
    next = next[NEXT] as Linked | null;
  }
  return false;
}

/** Calls back for each attribute in order. */
export function eachAttribute(element: DomNode, visit: (name: string, value: string) => void): void {
  let next = (element as Linked)[NEXT] as Linked | null | undefined;
  while (next && next[NODE_TYPE] === ATTRIBUTE_NODE) {
    visit(asText(next[QUALIFIED_NAME]), asText(next[VALUE]));
    next = next[NEXT] as Linked | null;
  }
}

/** Calls back for each attribute with this local name in a namespace: its address, `null` for none, '*' for any. */
export function eachAttributeNamed(
  element: DomNode,
  namespace: string | null,
  localName: string,
  visit: (value: string) => void,
): void {
  let next = (element as Linked)[NEXT] as Linked | null | undefined;
  while (next && next[NODE_TYPE] === ATTRIBUTE_NODE) {
    const own = next[NAMESPACE] ?? null;
    if (next[LOCAL_NAME] === localName && (own === namespace || namespace === '*')) visit(asText(next[VALUE]));
    next = next[NEXT] as Linked | null;
  }
}

/** The data of a text, comment or CDATA node. */
export function characterData(node: DomNode): string {
  return asText((node as Linked)[VALUE]);
}

/**
 * Secure: what stands here was put here in the page's realm. As a text it is harmless; as an object its methods would be
 * called with what is ours.
 */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : String(value ?? '');
}

export function namespaceOf(element: DomNode): Namespace {
  return ((element as Linked)[NAMESPACE] as Namespace | undefined) ?? 'html';
}

/** The namespace as a word that is the same for all elements of one namespace; see `namespaceKeyOf`. */
export function namespaceKey(element: DomNode): string {
  const namespace = namespaceOf(element);
  return namespace === 'other' ? `other ${asText((element as Linked)[NAMESPACE_URI])}` : namespace;
}

/** The word for a namespace's address. */
export function namespaceKeyOf(address: string): string {
  return NAMESPACES.get(address) ?? `other ${address}`;
}

const NAMESPACES: ReadonlyMap<string, Namespace> = new Map([
  ['http://www.w3.org/1999/xhtml', 'html'],
  ['http://www.w3.org/2000/svg', 'svg'],
  ['http://www.w3.org/1998/Math/MathML', 'mathml'],
  ['', 'none'],
]);

export function isHtml(element: DomNode): boolean {
  return (element as Linked)[NAMESPACE] === undefined;
}

/** The shadow root, open or closed, or `null`. */
export function shadowRoot(element: DomNode): DomNode | null {
  return ((element as Linked)[SHADOW] as DomNode | undefined) ?? null;
}

/** The host of the shadow tree that a node is in, or `null`. */
export function hostAbove(node: DomNode): DomElement | null {
  let root = node;
  while (root[PARENT_NODE] !== null) root = root[PARENT_NODE];
  const { [HOST]: host } = root as { readonly [HOST]?: DomElement };
  // Secure: both are made in the page's realm; only a host that has this root is one.
  return host !== undefined && host !== null && shadowRoot(host) === root ? host : null;
}

/** Our record on a node (see node-state.ts), if the page realm made one. */
export function stateRecord(node: DomNode): unknown {
  return (node as Linked)[STATE];
}

/**
 * Visits every element below a root in document order.
 *
 * Faster: along the list through the tree, without going down and up.
 */
export function eachElement(root: DomNode, visit: (element: DomElement) => void): void {
  const end = (root as Linked)[END] as Linked | undefined;
  let at = (root as Linked)[NEXT] as Linked | null | undefined;
  while (at !== end && at !== null && at !== undefined) {
    if (isElement(at)) visit(at);
    at = at[NEXT] as Linked | null | undefined;
  }
}

/** The next node in document order that is below `root`, without recursion; `null` at the end. */
export function following(node: DomNode, root: DomNode): DomNode | null {
  const child = firstChild(node);
  if (child !== null) return child;
  return followingSkippingChildren(node, root);
}

export function followingSkippingChildren(node: DomNode, root: DomNode): DomNode | null {
  let at: DomNode = node;
  while (at !== root) {
    const sibling = nextSibling(at);
    if (sibling !== null) return sibling;
    const parent = at[PARENT_NODE];
    if (parent === null) return null;
    at = parent;
  }
  return null;
}

/** All text below a node. */
export function textOf(root: DomNode): string {
  let text = '';
  for (let node = firstChild(root); node !== null; node = following(node, root)) {
    if (isText(node)) text += characterData(node);
  }
  return text;
}
