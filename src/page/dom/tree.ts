/**
 * Inserting and removing nodes: the only place where the page realm's tree changes after the parser made it.
 *
 * In:  a parent, a node, and what it goes before. Out: the tree relinked, the version moved on, observers told, and the
 * steps that elements have when they come and go (scripts, style sheets, frames) run through hooks.
 *
 * DOM §4.2.3 https://dom.spec.whatwg.org/#mutation-algorithms
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { END, HOST, NEXT, NODE_TYPE, OWNER_DOCUMENT, PARENT_NODE, PREV, SHADOW, START } from '../../html/node-keys.ts';
import { firstChild, nextSibling, previousSibling } from '../../html/node-tree.ts';
import { link, unlink } from '../../html/tree-adapter.ts';
import { LIMITS } from '../../limits.ts';
import { askEngine } from '../engine-link.ts';
import { postLimit } from '../outbox.ts';
import { append, type BareArray, bareArray } from '../primordials.ts';
import {
  createTextNode,
  inertDocument,
  isOfThisRealm,
  isTemplate,
  knownTemplateContent,
  type PageNode,
  takeOver,
} from './create-node.ts';
import { markRestructured } from './document-version.ts';
import { domException } from './dom-exception.ts';
import { checkInsertion, checkMove } from './insertion-rules.ts';
import { hasPositions, positionsInserting, positionsRemoving } from './live-ranges.ts';
import { carryObservers, isObserved, recordChildList } from './mutation-records.ts';
import { isShadowRoot, shadowIncludingNext } from './shadow/shadow-walk.ts';

const NONE = bareArray<PageNode>();

/** Steps of elements when they enter or leave a document; see scripts.ts, style-elements.ts, focus.ts. */
export interface TreeHooks {
  connected(element: PageNode): void;
  disconnected(element: PageNode): void;
  /** A node is about to be taken from its place. True when listeners ran, which may have changed the tree. */
  leaving(node: PageNode): boolean;
  /** Children or text of an element changed. */
  childrenChanged(parent: PageNode): void;
}

let hooks: TreeHooks = { connected() {}, disconnected() {}, leaving: () => false, childrenChanged() {} };

export function setTreeHooks(next: TreeHooks): void {
  hooks = next;
}

/** What slots and custom elements need to know, whether the tree is a document's or not; see shadow/, custom/. */
export interface ShadowHooks {
  /** A node has come to `parent`. */
  inserted(node: PageNode, parent: PageNode): void;
  /** A node is about to leave `parent`, and has left it. */
  removing(node: PageNode, parent: PageNode): void;
  removed(node: PageNode, parent: PageNode): void;
  /** An element has another place in its document, without having left it. */
  readonly moved: (element: PageNode) => void;
  /** An element has come from another document. */
  adopted(element: PageNode, from: PageNode, to: PageNode): void;
}

/** `null` until a page has a shadow root or a custom element: then changes cost nothing. */
let shadowHooks: ShadowHooks | null = null;

export function setShadowHooks(next: ShadowHooks): void {
  shadowHooks = next;
}

/** The document, or a shadow root's host's document, is above it. */
export function isConnected(node: StoreNode): boolean {
  let at: StoreNode = node;
  for (;;) {
    if (at[NODE_TYPE] === 9) return true;
    const up: StoreNode | null = at[PARENT_NODE] ?? (isShadowRoot(at) ? at[HOST] : null);
    if (up === null) return false;
    at = up;
  }
}

/** Whether an object is a node. The window is asked nothing: a name that it lacks is looked for among all elements. */
export function isTreeNode(object: object): object is PageNode {
  return object !== globalThis && typeof (object as Partial<PageNode>)[NODE_TYPE] === 'number';
}

export function rootOf(node: PageNode): PageNode {
  let at = node;
  while (at[PARENT_NODE] !== null) at = at[PARENT_NODE];
  return at;
}

/** "pre-insert": checks, then inserts `node` before `child` (at the end for `null`). */
export function insertBefore(parent: PageNode, node: PageNode, child: PageNode | null): PageNode {
  checkInsertion(parent, node, child, false);
  if (isLeaving(node)) checkInsertion(parent, node, child, false);
  const reference = child === node ? (nextSibling(node) as PageNode | null) : child;
  insert(parent, node, reference);
  return node;
}

/** Whether listeners ran because a node, or what is in a shadow root, is about to be taken from its place. */
function isLeaving(node: PageNode): boolean {
  if (!isShadowRoot(node)) return node[PARENT_NODE] !== null && hooks.leaving(node);
  for (let child = firstChild(node); child !== null; child = nextSibling(child)) {
    // Where the tree may have changed, what is there now goes without events.
    if (hooks.leaving(child as PageNode)) return true;
  }
  return false;
}

/** Nodes in the document's tree. A page may have more outside of it; those are bounded by its memory. */
let nodesInDocument = 0;

function countNodes(root: StoreNode): number {
  let count = 0;
  for (let at: StoreNode | null = root; at !== null; at = shadowIncludingNext(at, root)) count++;
  return count;
}

/** Layout walks all of them: a tree without bounds would take without bounds. */
function reserveNodes(count: number): void {
  if (nodesInDocument + count > LIMITS.nodesPerDocument) {
    postLimit('nodes');
    throw domException('QuotaExceededError', 'The document has too many nodes.');
  }
  nodesInDocument += count;
}

/** "insert"; a silent one is part of a change that its caller tells observers of. */
export function insert(parent: PageNode, node: PageNode, child: PageNode | null, silent = false): void {
  const document = (parent[NODE_TYPE] === 9 ? parent : parent[OWNER_DOCUMENT])!;
  if (!isOfThisRealm(document) && askEngine((engine) => engine.frameInsert(parent, node, child, silent)) === true) {
    return;
  }
  const connects = isConnected(parent);
  const nodes = bareArray<PageNode>();
  if (node[NODE_TYPE] === 11) {
    for (let at = firstChild(node); at !== null; at = nextSibling(at)) append(nodes, at as PageNode);
    if (nodes.length === 0) return;
    for (let at = 0; at < nodes.length; at++) {
      // Faster: nothing is told of what leaves a tree that is not shown. A shadow tree is, and slots stand in it.
      if (isShadowRoot(node)) removeNode(nodes[at]!, true);
      else {
        if (hasPositions()) positionsRemoving(nodes[at]!, node);
        unlink(nodes[at]!);
      }
    }
    if (isObserved()) recordChildList(node, NONE, nodes, null, null);
  } else {
    append(nodes, node);
    removeNode(node);
  }

  if (connects) for (let at = 0; at < nodes.length; at++) reserveNodes(countNodes(nodes[at]!));
  if (hasPositions()) positionsInserting(parent, child, nodes.length);
  const before = child ?? (parent[END] as PageNode);
  const previous = isObserved() ? (child === null ? lastChild(parent) : previousSibling(child)) : null;
  for (let at = 0; at < nodes.length; at++) {
    adopt(nodes[at]!, document);
    link(nodes[at]!, parent, before);
  }
  markRestructured(parent);
  if (isObserved() && !silent) recordChildList(parent, nodes, NONE, previous as StoreNode | null, child);
  if (shadowHooks !== null) for (let at = 0; at < nodes.length; at++) shadowHooks.inserted(nodes[at]!, parent);
  hooks.childrenChanged(parent);
  if (connects) for (let at = 0; at < nodes.length; at++) eachElement(nodes[at]!, connectedHook);
}

const connectedHook = (element: PageNode): void => hooks.connected(element);
const disconnectedHook = (element: PageNode): void => hooks.disconnected(element);

/** Elements of a subtree and of the shadow trees in it, in tree order. The list is made first: a hook may run script that changes the tree. */
function eachElement(root: PageNode, visit: (element: PageNode) => void): void {
  if (root[NODE_TYPE] !== 1) return;
  if (firstChild(root) === null && root[SHADOW] === undefined) {
    visit(root);
    return;
  }
  const elements = bareArray<PageNode>();
  for (let at: StoreNode | null = root; at !== null; at = shadowIncludingNext(at, root)) {
    if (at[NODE_TYPE] === 1) append(elements, at as PageNode);
  }
  for (let at = 0; at < elements.length; at++) visit(elements[at]!);
}

/** A node of another frame's document is taken out by that document's own realm, which keeps count of its tree. */
function takeFromElsewhere(node: PageNode, silent: boolean): boolean {
  const from = node[OWNER_DOCUMENT];
  if (from === null || isOfThisRealm(from)) return false;
  return askEngine((engine) => engine.frameRelease(node, silent)) === true;
}

/** "adopt": nodes of another document (a parsed one, a template's) become this document's. */
export function adopt(node: PageNode, document: PageNode): void {
  const from = node[OWNER_DOCUMENT];
  if (from === document) return;
  // What is in templates goes to the document that templates' contents have there.
  const contents = bareArray<PageNode>();
  adoptTree(node, document, contents);
  for (let at = 0; at < contents.length; at++) adoptTree(contents[at]!, inertDocument(document), contents);
}

function adoptTree(node: PageNode, document: PageNode, contents: BareArray<PageNode>): void {
  const from = node[OWNER_DOCUMENT];
  if (from === document) return;
  const isForeign = from !== null && !isOfThisRealm(from);
  for (let at: StoreNode | null = node; at !== null; at = shadowIncludingNext(at, node)) {
    (at as PageNode)[OWNER_DOCUMENT] = document;
    if (isForeign) takeOver(at);
    if (at[NODE_TYPE] !== 1) continue;
    if (isTemplate(at)) {
      const content = knownTemplateContent(at);
      if (content !== undefined) append(contents, content);
    }
    for (let attr = at[NEXT] as PageNode; attr[NODE_TYPE] === 2; attr = attr[NEXT] as PageNode) {
      attr[OWNER_DOCUMENT] = document;
    }
    if (shadowHooks !== null && from !== null) shadowHooks.adopted(at as PageNode, from, document);
  }
}

/** "remove", called by the page: listeners may hear of it first. False when they have put the node elsewhere. */
export function takeOut(node: PageNode): boolean {
  const parent = node[PARENT_NODE];
  if (hooks.leaving(node) && node[PARENT_NODE] !== parent) return false;
  removeNode(node);
  return true;
}

/** "remove" */
export function removeNode(node: PageNode, silent = false): void {
  const parent = node[PARENT_NODE];
  if (parent === null || takeFromElsewhere(node, silent)) return;
  const wasConnected = isConnected(parent);
  if (wasConnected) nodesInDocument -= countNodes(node);
  const observed = isObserved();
  const previous = observed ? previousSibling(node) : null;
  const next = observed ? nextSibling(node) : null;
  if (hasPositions()) positionsRemoving(node, parent);
  if (shadowHooks !== null) shadowHooks.removing(node, parent);
  unlink(node);
  markRestructured(parent);
  if (shadowHooks !== null) shadowHooks.removed(node, parent);
  if (observed) {
    carryObservers(node, parent);
    if (!silent) recordChildList(parent, NONE, listOf(node), previous as StoreNode | null, next as StoreNode | null);
  }
  hooks.childrenChanged(parent);
  if (wasConnected) eachElement(node, disconnectedHook);
}

function listOf(node: PageNode): BareArray<PageNode> {
  const list = bareArray<PageNode>();
  append(list, node);
  return list;
}

/** The nodes that inserting `node` inserts. */
function nodesOf(node: PageNode): BareArray<PageNode> {
  if (node[NODE_TYPE] !== 11) return listOf(node);
  const list = bareArray<PageNode>();
  for (let at = firstChild(node); at !== null; at = nextSibling(at)) append(list, at as PageNode);
  return list;
}

/** "replace" */
export function replaceChild(parent: PageNode, node: PageNode, child: PageNode): PageNode {
  if (child === null || typeof child !== 'object' || typeof child[NODE_TYPE] !== 'number') {
    throw new TypeError("parameter 2 is not of type 'Node'.");
  }
  checkInsertion(parent, node, child, true);
  if (node === child) return child;
  const haveListenersRun = hooks.leaving(child);
  if (isLeaving(node) || haveListenersRun) {
    checkInsertion(parent, node, child, true);
  }
  let reference = nextSibling(child) as PageNode | null;
  if (reference === node) reference = nextSibling(node) as PageNode | null;
  // As in Chrome: the node leaves its old place before the other one goes.
  if (node[PARENT_NODE] !== null) removeNode(node);
  const previous = previousSibling(child) as StoreNode | null;
  const added = nodesOf(node);
  removeNode(child, true);
  insert(parent, node, reference, true);
  if (isObserved()) recordChildList(parent, added, listOf(child), previous, reference);
  return child;
}

/** "replace all": everything in `parent` goes, `node` comes. */
export function replaceAll(parent: PageNode, node: PageNode | null): void {
  for (let child = firstChild(parent); child !== null; child = nextSibling(child)) {
    // Listeners may have changed the tree: what is there now goes without events.
    if (hooks.leaving(child as PageNode)) break;
  }
  const removed = bareArray<PageNode>();
  for (let child = firstChild(parent); child !== null; child = nextSibling(child)) append(removed, child as PageNode);
  const added = node === null ? NONE : nodesOf(node);
  for (let at = 0; at < removed.length; at++) if (removed[at]![PARENT_NODE] === parent) removeNode(removed[at]!, true);
  if (node !== null) insert(parent, node, null, true);
  if (isObserved() && (added.length > 0 || removed.length > 0)) recordChildList(parent, added, removed, null, null);
}

/** "move": to another place of the same tree, as what it is; nothing is disconnected on the way. */
export function moveNode(parent: PageNode, node: PageNode, child: PageNode | null): void {
  checkMove(parent, node, child);
  const reference = child === node ? (nextSibling(node) as PageNode | null) : child;
  const from = node[PARENT_NODE]!;
  const oldPrevious = previousSibling(node) as StoreNode | null;
  const oldNext = nextSibling(node) as StoreNode | null;
  if (hasPositions()) positionsRemoving(node, from);
  if (shadowHooks !== null) shadowHooks.removing(node, from);
  unlink(node);
  markRestructured(from);
  if (shadowHooks !== null) shadowHooks.removed(node, from);
  if (hasPositions()) positionsInserting(parent, reference, 1);
  const previous = (reference === null ? lastChild(parent) : previousSibling(reference)) as StoreNode | null;
  link(node, parent, reference ?? (parent[END] as PageNode));
  markRestructured(parent);
  if (shadowHooks !== null) shadowHooks.inserted(node, parent);
  if (isObserved()) {
    recordChildList(from, NONE, listOf(node), oldPrevious, oldNext);
    recordChildList(parent, listOf(node), NONE, previous, reference);
  }
  hooks.childrenChanged(from);
  hooks.childrenChanged(parent);
  if (shadowHooks !== null && isConnected(node)) eachElement(node, shadowHooks.moved);
}

export function lastChild(parent: StoreNode): PageNode | null {
  const end = parent[END] as StoreNode | undefined;
  if (end === undefined) return null;
  const last = end[PREV] as PageNode;
  if (last === parent || last[NODE_TYPE] === 2) return null;
  return last[NODE_TYPE] === -1 ? (last[START] as PageNode) : last;
}

/** "convert nodes into a node": strings become text, several become a fragment. */
export function nodesToInsert(document: PageNode, nodes: ArrayLike<unknown>, makeFragment: () => PageNode): PageNode {
  if (nodes.length === 1) return asNode(document, nodes[0]);
  const fragment = makeFragment();
  for (let at = 0; at < nodes.length; at++) insertBefore(fragment, asNode(document, nodes[at]), null);
  return fragment;
}

function asNode(document: PageNode, value: unknown): PageNode {
  const isNode = typeof value === 'object' && value !== null && typeof (value as PageNode)[NODE_TYPE] === 'number';
  return isNode ? (value as PageNode) : createTextNode(document, `${value}`);
}

/** Tells the hooks that the text of a node changed: a style sheet or script may stand in it. */
export function textChanged(text: PageNode): void {
  if (text[PARENT_NODE] !== null) hooks.childrenChanged(text[PARENT_NODE]);
}

/** What "insert" does besides linking: the parser has put in a node, with all that is in one that it moves. */
export function parserInserted(node: PageNode): void {
  const parent = node[PARENT_NODE]!;
  const document = (parent[NODE_TYPE] === 9 ? parent : parent[OWNER_DOCUMENT])!;
  // Scripts may have put what is being parsed into a frame's document, whose realm keeps count of it.
  if (!isOfThisRealm(document) && askEngine((engine) => engine.frameParsed(node)) === true) return;
  markRestructured(parent);
  // Each node is made for the page's document; those in templates belong to another.
  adopt(node, document);
  if (hasPositions() && nextSibling(node) !== null) positionsInserting(parent, node, 1);
  if (isObserved()) {
    recordChildList(
      parent,
      listOf(node),
      NONE,
      previousSibling(node) as StoreNode | null,
      nextSibling(node) as StoreNode | null,
    );
  }
  if (shadowHooks !== null) shadowHooks.inserted(node, parent);
  if (!isConnected(node)) return;
  reserveNodes(firstChild(node) === null ? 1 : countNodes(node));
  eachElement(node, connectedHook);
}

/** "remove", by the parser. Listeners may have put the node elsewhere meanwhile. */
export function parserRemoving(node: PageNode): void {
  hooks.leaving(node);
  removeNode(node);
}
