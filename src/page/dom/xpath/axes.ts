/**
 * The axes of XPath: the nodes in one direction from a node, and the tests that choose among them.
 *
 * XPath 1.0 §2.2, §2.3 https://www.w3.org/TR/xpath-10/#axes
 *
 * Differs: there are no namespace nodes; that axis is empty. Names of HTML elements are compared in lower case, as
 * browsers do it for HTML documents.
 */

import type { StoreNode } from '../../../html/dom-keys.ts';
import { LOCAL_NAME, NEXT, NODE_TYPE, OWNER_ELEMENT, PARENT_NODE, QUALIFIED_NAME } from '../../../html/node-keys.ts';
import {
  firstChild,
  following,
  followingSkippingChildren,
  isText,
  nextSibling,
  previousSibling,
} from '../../../html/node-tree.ts';
import { append, asciiLower, type BareArray, bareArray, indexOf, stringSlice } from '../../primordials.ts';
import { type AttrNode, isHtmlElement, namespaceUri, type PageNode } from '../create-node.ts';
import { lastChild, rootOf } from '../tree.ts';
import type { Axis, NodeTest } from './expression.ts';

/** Gives the namespace of a prefix; `null` when nobody knows it. */
export type Resolver = (prefix: string) => string | null;

/** The parent as XPath sees it: an attribute's is its element. */
export function parentOf(node: PageNode): PageNode | null {
  return node[NODE_TYPE] === 2 ? (node as AttrNode)[OWNER_ELEMENT] : node[PARENT_NODE];
}

/** The nodes of an axis in its order: reverse axes go away from the node. */
export function axisNodes(axis: Axis, node: PageNode): BareArray<PageNode> {
  const out = bareArray<PageNode>();
  const isAttribute = node[NODE_TYPE] === 2;
  switch (axis) {
    case 'self':
      append(out, node);
      break;
    case 'child':
      if (!isAttribute) for (let at = firstChild(node); at !== null; at = nextSibling(at)) append(out, at as PageNode);
      break;
    case 'parent': {
      const parent = parentOf(node);
      if (parent !== null) append(out, parent);
      break;
    }
    case 'attribute':
      if (node[NODE_TYPE] !== 1) break;
      for (let at = node[NEXT] as AttrNode; at[NODE_TYPE] === 2; at = at[NEXT] as AttrNode) append(out, at);
      break;
    case 'ancestor':
    case 'ancestor-or-self':
      for (let at = axis === 'ancestor' ? parentOf(node) : node; at !== null; at = parentOf(at)) append(out, at);
      break;
    case 'descendant':
    case 'descendant-or-self':
      if (axis === 'descendant-or-self') append(out, node);
      if (isAttribute) break;
      for (let at = following(node, node); at !== null; at = following(at, node)) append(out, at as PageNode);
      break;
    case 'following-sibling':
      if (isAttribute) break;
      for (let at = nextSibling(node); at !== null; at = nextSibling(at)) append(out, at as PageNode);
      break;
    case 'preceding-sibling':
      if (isAttribute) break;
      for (let at = previousSibling(node); at !== null; at = previousSibling(at)) append(out, at as PageNode);
      break;
    case 'following':
      addFollowing(node, out);
      break;
    case 'preceding':
      addPreceding(node, out);
      break;
    case 'namespace':
      break;
  }
  return out;
}

function addFollowing(node: PageNode, out: BareArray<PageNode>): void {
  const start = node[NODE_TYPE] === 2 ? (node as AttrNode)[OWNER_ELEMENT] : node;
  if (start === null) return;
  const root = rootOf(start);
  let at = node[NODE_TYPE] === 2 ? following(start, root) : followingSkippingChildren(start, root);
  for (; at !== null; at = following(at, root)) append(out, at as PageNode);
}

/** Everything before the node but its ancestors, nearest first. */
function addPreceding(node: PageNode, out: BareArray<PageNode>): void {
  let at: PageNode | null = node[NODE_TYPE] === 2 ? (node as AttrNode)[OWNER_ELEMENT] : node;
  while (at !== null) {
    let sibling = previousSibling(at) as PageNode | null;
    while (sibling !== null) {
      addReversed(sibling, out);
      sibling = previousSibling(sibling) as PageNode | null;
    }
    at = at[PARENT_NODE];
  }
}

/** A subtree, last node first. */
function addReversed(root: PageNode, out: BareArray<PageNode>): void {
  let at = deepestLast(root);
  for (;;) {
    append(out, at);
    if (at === root) return;
    const sibling = previousSibling(at) as PageNode | null;
    at = sibling === null ? at[PARENT_NODE]! : deepestLast(sibling);
  }
}

function deepestLast(node: PageNode): PageNode {
  let at = node;
  for (let last = lastChild(at); last !== null; last = lastChild(at)) at = last;
  return at;
}

export function isReverse(axis: Axis): boolean {
  return axis === 'ancestor' || axis === 'ancestor-or-self' || axis === 'preceding' || axis === 'preceding-sibling';
}

export function passesTest(test: NodeTest, axis: Axis, node: PageNode, resolve: Resolver): boolean {
  switch (test.kind) {
    case 'node':
      return true;
    case 'text':
      return isText(node);
    case 'comment':
      return node[NODE_TYPE] === 8;
    case 'processing-instruction':
      return node[NODE_TYPE] === 7 && (test.target === null || test.target === node[LOCAL_NAME]);
    case 'name':
      return passesName(test.prefix, test.local, axis, node, resolve);
  }
}

function passesName(prefix: string | null, local: string, axis: Axis, node: PageNode, resolve: Resolver): boolean {
  // Each axis has a principal kind of node: names select only that.
  if (node[NODE_TYPE] !== (axis === 'attribute' ? 2 : 1)) return false;
  if (axis === 'attribute') {
    const { [QUALIFIED_NAME]: name } = node as AttrNode;
    if (local === '*') return true;
    const owner = (node as AttrNode)[OWNER_ELEMENT];
    const wanted = prefix === null ? local : `${prefix}:${local}`;
    return name === wanted || (owner !== null && isHtmlElement(owner) && name === asciiLower(wanted));
  }
  if (prefix !== null && namespaceUri(node) !== resolve(prefix)) return false;
  if (local === '*') return true;
  if (prefix === null && isHtmlElement(node)) return node[LOCAL_NAME] === asciiLower(local);
  // Without a prefix a name is one without a namespace; browsers let it be any in HTML documents.
  return node[LOCAL_NAME] === local;
}

/** 'svg:rect' and the like: the part behind the colon. */
export function localPart(name: string): string {
  const colon = indexOf(name, ':');
  return colon < 0 ? name : stringSlice(name, colon + 1);
}

/** The namespace of a node's name, as namespace-uri() gives it. */
export function namespaceText(node: StoreNode): string {
  return node[NODE_TYPE] === 1 ? (namespaceUri(node) ?? '') : '';
}
