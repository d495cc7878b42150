/**
 * Inserting and removing nodes: the only place where the page realm's tree changes after the parser made it.
 *
 * In:  a parent, a node, and what it goes before. Out: the tree relinked, the version moved on, observers told, and the
 * steps that elements have when they come and go (scripts, style sheets, frames) run through hooks.
 *
 * DOM §4.2.3 https://dom.spec.whatwg.org/#mutation-algorithms
 */
import { NODE_KEYS, type StoreNode } from '../../html/dom-keys.ts';
import { firstChild, following, nextSibling, previousSibling } from '../../html/node-tree.ts';
import { link, unlink } from '../../html/tree-adapter.ts';
import { LIMITS } from '../../limits.ts';
import { append, bareArray } from '../primordials.ts';
import { createTextNode, type PageNode, type ShadowRootNode } from './create-node.ts';
import { markChanged } from './document-version.ts';
import { domException } from './dom-exception.ts';
import { isObserved, recordChildList } from './mutation-records.ts';

const { end: END, prev: PREV, start: START } = NODE_KEYS;
const NONE = bareArray<PageNode>();

/** Steps of elements when they enter or leave a document; see scripts.ts, style-elements.ts, focus.ts. */
export interface TreeHooks {
  connected(element: PageNode): void;
  disconnected(element: PageNode): void;
  /** Children or text of an element changed. */
  childrenChanged(parent: PageNode): void;
}

let hooks: TreeHooks = { connected() {}, disconnected() {}, childrenChanged() {} };

export function setTreeHooks(next: TreeHooks): void {
  hooks = next;
}

/** The document, or a shadow root's host's document, is above it. */
export function isConnected(node: StoreNode): boolean {
  let at: StoreNode = node;
  for (;;) {
    if (at.nodeType === 9) return true;
    const up: StoreNode | null | undefined = at.parentNode ?? (at as ShadowRootNode).host;
    if (up === null || up === undefined) return false;
    at = up;
  }
}

/** Whether an object is a node. The window is asked nothing: a name that it lacks is looked for among all elements. */
export function isTreeNode(object: object): object is PageNode {
  return object !== globalThis && typeof (object as Partial<PageNode>).nodeType === 'number';
}

export function rootOf(node: PageNode): PageNode {
  let at = node;
  while (at.parentNode !== null) at = at.parentNode;
  return at;
}

/** Whether `ancestor` is `node` or above it, through shadow hosts and template contents as the tree has them. */
function isHostInclusiveAncestor(ancestor: StoreNode, node: StoreNode): boolean {
  let at: StoreNode | null | undefined = node;
  while (at !== null && at !== undefined) {
    if (at === ancestor) return true;
    at = at.parentNode ?? (at as ShadowRootNode).host;
  }
  return false;
}

/** "ensure pre-insert validity" */
function checkInsertion(parent: PageNode, node: PageNode, child: PageNode | null): void {
  if (typeof node !== 'object' || node === null || typeof node.nodeType !== 'number') {
    throw new TypeError("parameter 1 is not of type 'Node'.");
  }
  if (parent[END] === undefined) throw domException('HierarchyRequestError', 'This node type does not take children.');
  // Faster: only a node that has something in it, or is its own parent-to-be, can be above itself.
  if (parent === node || node[END] !== undefined) {
    if (isHostInclusiveAncestor(node, parent)) {
      throw domException('HierarchyRequestError', 'The new child element contains the parent.');
    }
  }
  if (child !== null && child.parentNode !== parent) {
    throw domException(
      'NotFoundError',
      'The node before which the new node is to be inserted is not a child of this node.',
    );
  }
  const { nodeType } = node;
  if (nodeType === 9 || nodeType === 2 || nodeType < 1) {
    throw domException('HierarchyRequestError', 'Nodes of this type may not be inserted.');
  }
  if (parent.nodeType === 9) checkDocumentChild(parent, node, child);
  else if (nodeType === 10) throw domException('HierarchyRequestError', 'A doctype belongs to a document.');
}

/** A document has one element, and text of none. */
function checkDocumentChild(document: PageNode, node: PageNode, child: PageNode | null): void {
  let elements = node.nodeType === 1 ? 1 : 0;
  let hasText = node.nodeType === 3;
  if (node.nodeType === 11) {
    for (let at = firstChild(node); at !== null; at = nextSibling(at)) {
      if (at.nodeType === 1) elements++;
      if (at.nodeType === 3) hasText = true;
    }
  }
  for (let at = firstChild(document); at !== null; at = nextSibling(at)) {
    if (at.nodeType === 1 && at !== node && elements > 0) elements++;
  }
  if (hasText || elements > 1 || (child !== null && child.nodeType === 10 && elements > 0)) {
    throw domException('HierarchyRequestError', 'A document takes one element and no text.');
  }
}

/** "pre-insert": checks, then inserts `node` before `child` (at the end for `null`). */
export function insertBefore(parent: PageNode, node: PageNode, child: PageNode | null): PageNode {
  checkInsertion(parent, node, child);
  const reference = child === node ? (nextSibling(node) as PageNode | null) : child;
  insert(parent, node, reference);
  return node;
}

/** Nodes in the document's tree. A page may have more outside of it; those are bounded by its memory. */
let nodesInDocument = 0;

function countNodes(root: StoreNode): number {
  let count = 0;
  for (let at: StoreNode | null = root; at !== null; at = following(at, root) as StoreNode | null) count++;
  return count;
}

/** Layout walks all of them: a tree without bounds would take without bounds. */
function reserveNodes(count: number): void {
  if (nodesInDocument + count > LIMITS.nodesPerDocument) {
    throw domException('QuotaExceededError', 'The document has too many nodes.');
  }
  nodesInDocument += count;
}

/** "insert" */
function insert(parent: PageNode, node: PageNode, child: PageNode | null): void {
  const connects = isConnected(parent);
  const nodes = bareArray<PageNode>();
  if (node.nodeType === 11) {
    for (let at = firstChild(node); at !== null; at = nextSibling(at)) append(nodes, at as PageNode);
    if (nodes.length === 0) return;
    for (let at = 0; at < nodes.length; at++) unlink(nodes[at]!);
    if (isObserved()) recordChildList(node, NONE, nodes, null, null);
  } else {
    append(nodes, node);
    if (node.parentNode !== null) removeNode(node);
  }

  if (connects) for (let at = 0; at < nodes.length; at++) reserveNodes(countNodes(nodes[at]!));
  const before = child ?? (parent[END] as PageNode);
  const previous = isObserved() ? (child === null ? lastChild(parent) : previousSibling(child)) : null;
  const document = parent.nodeType === 9 ? parent : parent.ownerDocument;
  for (let at = 0; at < nodes.length; at++) {
    adopt(nodes[at]!, document!);
    link(nodes[at]!, parent, before);
  }
  markChanged();
  if (isObserved()) recordChildList(parent, nodes, NONE, previous as StoreNode | null, child);
  hooks.childrenChanged(parent);
  if (connects) for (let at = 0; at < nodes.length; at++) eachElement(nodes[at]!, connectedHook);
}

const connectedHook = (element: PageNode): void => hooks.connected(element);
const disconnectedHook = (element: PageNode): void => hooks.disconnected(element);

/** Elements of a subtree in tree order. The list is made first: a hook may run script that changes the tree. */
function eachElement(root: PageNode, visit: (element: PageNode) => void): void {
  if (root.nodeType !== 1) return;
  if (firstChild(root) === null) {
    visit(root);
    return;
  }
  const elements = bareArray<PageNode>();
  for (let at: StoreNode | null = root; at !== null; at = following(at, root) as StoreNode | null) {
    if (at.nodeType === 1) append(elements, at as PageNode);
  }
  for (let at = 0; at < elements.length; at++) visit(elements[at]!);
}

/** "adopt": nodes of another document (a parsed one, a template's) become this document's. */
export function adopt(node: PageNode, document: PageNode): void {
  if (node.ownerDocument === document) return;
  for (let at: StoreNode | null = node; at !== null; at = following(at, node) as StoreNode | null) {
    (at as PageNode).ownerDocument = document;
  }
}

/** "remove" */
export function removeNode(node: PageNode): void {
  const parent = node.parentNode;
  if (parent === null) return;
  const wasConnected = isConnected(parent);
  if (wasConnected) nodesInDocument -= countNodes(node);
  const observed = isObserved();
  const previous = observed ? previousSibling(node) : null;
  const next = observed ? nextSibling(node) : null;
  unlink(node);
  markChanged();
  if (observed) {
    const removed = bareArray<PageNode>();
    append(removed, node);
    recordChildList(parent, NONE, removed, previous as StoreNode | null, next as StoreNode | null);
  }
  hooks.childrenChanged(parent);
  if (wasConnected) eachElement(node, disconnectedHook);
}

/** "replace" */
export function replaceChild(parent: PageNode, node: PageNode, child: PageNode): PageNode {
  if (child === null || typeof child !== 'object' || child.parentNode !== parent) {
    throw domException('NotFoundError', 'The node to be replaced is not a child of this node.');
  }
  if (node === child) return child;
  let reference = nextSibling(child) as PageNode | null;
  if (reference === node) reference = nextSibling(node) as PageNode | null;
  // The checks are those of insertion as if the child were gone already.
  const index = nextSibling(child) as PageNode | null;
  removeNode(child);
  try {
    checkInsertion(parent, node, reference);
  } catch (error) {
    insert(parent, child, index);
    throw error;
  }
  insert(parent, node, reference);
  return child;
}

/** "replace all": everything in `parent` goes, `node` comes. */
export function replaceAll(parent: PageNode, node: PageNode | null): void {
  for (let child = firstChild(parent); child !== null; child = firstChild(parent)) removeNode(child as PageNode);
  if (node !== null) insert(parent, node, null);
}

export function lastChild(parent: StoreNode): PageNode | null {
  const end = parent[END] as StoreNode | undefined;
  if (end === undefined) return null;
  const last = end[PREV] as PageNode;
  if (last === parent || last.nodeType === 2) return null;
  return last.nodeType === -1 ? (last[START] as PageNode) : last;
}

/** "convert nodes into a node": strings become text, several become a fragment. */
export function nodesToInsert(document: PageNode, nodes: ArrayLike<unknown>, makeFragment: () => PageNode): PageNode {
  if (nodes.length === 1) return asNode(document, nodes[0]);
  const fragment = makeFragment();
  for (let at = 0; at < nodes.length; at++) insertBefore(fragment, asNode(document, nodes[at]), null);
  return fragment;
}

function asNode(document: PageNode, value: unknown): PageNode {
  const isNode = typeof value === 'object' && value !== null && typeof (value as PageNode).nodeType === 'number';
  return isNode ? (value as PageNode) : createTextNode(document, `${value}`);
}

/** Tells the hooks that the text of a node changed: a style sheet or script may stand in it. */
export function textChanged(text: PageNode): void {
  if (text.parentNode !== null) hooks.childrenChanged(text.parentNode);
}

/** Tells the hooks about an element that the parser has put into the document. */
export function parserInserted(node: PageNode): void {
  markChanged();
  if (node.parentNode === null || !isConnected(node)) return;
  reserveNodes(1);
  if (node.nodeType === 1) hooks.connected(node);
}
