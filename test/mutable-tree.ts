/**
 * Changes to parsed documents, as a script would make them. The engine only reads trees; in a page the page realm changes
 * them (src/page/dom), which plain Node does not have.
 */

import type { StoreNode } from '../src/html/dom-keys.ts';
import { END, NEXT, NODE_TYPE, PARENT_NODE, PREV, SHADOW, VALUE } from '../src/html/node-keys.ts';
import { plainNodeFactory } from '../src/html/node-store.ts';
import { ATTRIBUTE_NODE, type DomElement, type DomNode, firstChild } from '../src/html/node-tree.ts';
import { link, unlink } from '../src/html/tree-adapter.ts';

function factoryFor(node: DomNode) {
  return plainNodeFactory((node as unknown as { readonly ownerDocument: StoreNode }).ownerDocument);
}

export function createElement(document: DomNode, localName: string): DomElement {
  return plainNodeFactory(document as StoreNode).createElement(localName) as unknown as DomElement;
}

/** Puts a node, which may be in a tree, before a child, or last. */
export function insertBefore<Node extends DomNode>(parent: DomNode, node: Node, before: DomNode | null): Node {
  remove(node);
  const next = before ?? (parent as StoreNode)[END];
  link(node as unknown as StoreNode, parent as StoreNode, next as StoreNode);
  return node;
}

export function appendChild<Node extends DomNode>(parent: DomNode, node: Node): Node {
  return insertBefore(parent, node, null);
}

export function appendText(parent: DomNode, data: string): void {
  appendChild(parent, factoryFor(parent).createTextNode(data));
}

export function remove(node: DomNode): void {
  if (node[PARENT_NODE] !== null) unlink(node as unknown as StoreNode);
}

export function setAttribute(element: DomNode, name: string, value: string): void {
  let last = element as StoreNode;
  for (let at = nextOf(last); at[NODE_TYPE] === ATTRIBUTE_NODE; at = nextOf(at)) {
    last = at;
    if ((at as StoreNode & { readonly name: string }).name !== name) continue;
    at[VALUE] = value;
    return;
  }
  const attr = factoryFor(element).createAttribute(name);
  attr[VALUE] = value;
  join(attr, nextOf(last));
  join(last, attr);
}

export function removeAttribute(element: DomNode, name: string): void {
  for (let at = nextOf(element as StoreNode); at[NODE_TYPE] === ATTRIBUTE_NODE; at = nextOf(at)) {
    if ((at as StoreNode & { readonly name: string }).name === name) join(at[PREV] as StoreNode, nextOf(at));
  }
}

/** Gives an element a shadow root with the children of another node. */
export function attachShadow(host: DomElement, content: DomNode): DomNode {
  const root = factoryFor(host).createDocumentFragment();
  for (let child = firstChild(content); child !== null; child = firstChild(content)) appendChild(root, child);
  (host as unknown as StoreNode)[SHADOW] = root;
  return root;
}

function nextOf(node: StoreNode): StoreNode {
  return node[NEXT] as StoreNode;
}

function join(before: StoreNode, behind: StoreNode): void {
  before[NEXT] = behind;
  behind[PREV] = before;
}
