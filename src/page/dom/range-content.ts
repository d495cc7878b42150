/**
 * What stands between the boundary points of a range: deleted, extracted, cloned, inserted into, wrapped.
 *
 * DOM §5.5 https://dom.spec.whatwg.org/#interface-range
 */
import { NODE_TYPE, OWNER_DOCUMENT, PARENT_NODE } from '../../html/node-keys.ts';
import {
  characterData,
  firstChild,
  following,
  isInclusiveAncestor,
  isText,
  nextSibling,
} from '../../html/node-tree.ts';
import { append, type BareArray, bareArray, stringSlice } from '../primordials.ts';
import {
  checkBoundary,
  childAt,
  commonAncestor,
  isContained,
  isPartiallyContained,
  isTextual,
  nodeLength,
} from './boundary.ts';
import { replaceData, setData, splitText } from './character-data.ts';
import { cloneNode } from './clone.ts';
import { createFragmentNode, type PageNode } from './create-node.ts';
import { domException } from './dom-exception.ts';
import { type Bounds, indexInParent } from './live-ranges.ts';
import { insertBefore, removeNode, replaceAll } from './tree.ts';

function documentOf(node: PageNode): PageNode {
  return node[NODE_TYPE] === 9 ? node : node[OWNER_DOCUMENT]!;
}

function isCollapsed({ startNode, startOffset, endNode, endOffset }: Bounds): boolean {
  return startNode === endNode && startOffset === endOffset;
}

interface Point {
  readonly node: PageNode;
  readonly offset: number;
}

/** Where a range collapses to when what is in it goes. */
function pointAfterRemoval({ startNode, startOffset, endNode }: Bounds): Point {
  if (isInclusiveAncestor(startNode, endNode)) return { node: startNode, offset: startOffset };
  let reference = startNode;
  while (reference[PARENT_NODE] !== null && !isInclusiveAncestor(reference[PARENT_NODE], endNode)) {
    reference = reference[PARENT_NODE];
  }
  return { node: reference[PARENT_NODE]!, offset: indexInParent(reference) + 1 };
}

function collapseTo(bounds: Bounds, node: PageNode, offset: number): void {
  bounds.startNode = node;
  bounds.startOffset = offset;
  bounds.endNode = node;
  bounds.endOffset = offset;
}

/** "deleteContents()" */
export function deleteContents(bounds: Bounds): void {
  if (isCollapsed(bounds)) return;
  const { startNode, startOffset, endNode, endOffset } = bounds;
  if (startNode === endNode && isTextual(startNode)) {
    replaceData(startNode, startOffset, endOffset - startOffset, '');
    return;
  }
  const removed = topContained(bounds);
  const { node, offset } = pointAfterRemoval(bounds);
  if (isTextual(startNode)) replaceData(startNode, startOffset, nodeLength(startNode) - startOffset, '');
  for (let at = 0; at < removed.length; at++) removeNode(removed[at]!);
  if (isTextual(endNode)) replaceData(endNode, 0, endOffset, '');
  collapseTo(bounds, node, offset);
}

/** Contained nodes whose parents are not, in tree order. */
function topContained(bounds: Bounds): BareArray<PageNode> {
  const found = bareArray<PageNode>();
  const root = commonAncestor(bounds);
  let at = firstChild(root) as PageNode | null;
  while (at !== null) {
    const isIn = isContained(at, bounds);
    if (isIn) append(found, at);
    // Only what holds a boundary point can have contained nodes without being one.
    const goesIn: boolean = !isIn && isPartiallyContained(at, bounds);
    const next: PageNode | null = goesIn ? (firstChild(at) as PageNode | null) : null;
    at = next ?? nextOutside(at, root);
  }
  return found;
}

function nextOutside(node: PageNode, root: PageNode): PageNode | null {
  for (let at = node; at !== root; at = at[PARENT_NODE]!) {
    const sibling = nextSibling(at) as PageNode | null;
    if (sibling !== null) return sibling;
  }
  return null;
}

interface Part {
  readonly original: Bounds;
  readonly into: PageNode;
}

/**
 * "extract" and "clone the contents": both walk the same way, one moves and the other copies.
 *
 * Partially contained children are handled by a list of parts instead of recursion: a page may nest deeply.
 */
export function takeContents(bounds: Bounds, moves: boolean): PageNode {
  const document = documentOf(bounds.startNode);
  const fragment = createFragmentNode(document);
  if (isCollapsed(bounds)) return fragment;
  const isOneText = bounds.startNode === bounds.endNode && isTextual(bounds.startNode);
  const { node, offset } = isOneText
    ? { node: bounds.startNode, offset: bounds.startOffset }
    : pointAfterRemoval(bounds);
  const parts = bareArray<Part>();
  append(parts, { original: copyOf(bounds), into: fragment });
  for (let at = 0; at < parts.length; at++) takePart(parts[at]!, moves, document, parts);
  if (moves) collapseTo(bounds, node, offset);
  return fragment;
}

function copyOf({ startNode, startOffset, endNode, endOffset }: Bounds): Bounds {
  return { startNode, startOffset, endNode, endOffset };
}

function takePart({ original, into }: Part, moves: boolean, document: PageNode, parts: BareArray<Part>): void {
  if (isCollapsed(original)) return;
  const { startNode, startOffset, endNode, endOffset } = original;
  if (startNode === endNode && isTextual(startNode)) {
    takeText(startNode, startOffset, endOffset, into, moves, document);
    return;
  }
  const root = commonAncestor(original);
  const first = isInclusiveAncestor(startNode, endNode) ? null : partialChild(startNode, root);
  const last = isInclusiveAncestor(endNode, startNode) ? null : partialChild(endNode, root);
  const contained = bareArray<PageNode>();
  const from = first === null ? childAt(root, startOffset) : (nextSibling(first) as PageNode | null);
  const until = last ?? (endNode === root ? childAt(root, endOffset) : null);
  for (let at = from; at !== null && at !== until; at = nextSibling(at) as PageNode | null) {
    if (at[NODE_TYPE] === 10) throw domException('HierarchyRequestError', 'A doctype cannot be taken out.');
    append(contained, at);
  }

  if (first !== null) {
    if (isTextual(first)) takeText(first, startOffset, nodeLength(first), into, moves, document);
    else {
      const clone = insertBefore(into, cloneNode(first, false, document), null);
      const inner: Bounds = { startNode, startOffset, endNode: first, endOffset: nodeLength(first) };
      append(parts, { original: inner, into: clone });
    }
  }
  for (let at = 0; at < contained.length; at++) {
    insertBefore(into, moves ? contained[at]! : cloneNode(contained[at]!, true, document), null);
  }
  if (last !== null) {
    if (isTextual(last)) takeText(last, 0, endOffset, into, moves, document);
    else {
      const clone = insertBefore(into, cloneNode(last, false, document), null);
      const inner: Bounds = { startNode: last, startOffset: 0, endNode, endOffset };
      append(parts, { original: inner, into: clone });
    }
  }
}

function takeText(
  text: PageNode,
  start: number,
  end: number,
  into: PageNode,
  moves: boolean,
  document: PageNode,
): void {
  const clone = cloneNode(text, false, document);
  setData(clone, stringSlice(characterData(text), start, end));
  insertBefore(into, clone, null);
  if (moves) replaceData(text, start, end - start, '');
}

/** The child of `root` that holds `node`. */
function partialChild(node: PageNode, root: PageNode): PageNode {
  let at = node;
  while (at[PARENT_NODE] !== root) at = at[PARENT_NODE]!;
  return at;
}

/** "insert" a node into a range. */
export function insertIntoRange(bounds: Bounds, node: PageNode): void {
  const { startNode, startOffset } = bounds;
  const isBadStart = (isTextual(startNode) && startNode[NODE_TYPE] !== 3) || startNode === node;
  if (isBadStart || (startNode[NODE_TYPE] === 3 && startNode[PARENT_NODE] === null)) {
    throw domException('HierarchyRequestError', 'A node cannot be inserted at the start of this range.');
  }
  let reference = startNode[NODE_TYPE] === 3 ? startNode : childAt(startNode, startOffset);
  const parent = reference === null ? startNode : reference[PARENT_NODE]!;
  if (isInclusiveAncestor(node, parent)) {
    throw domException('HierarchyRequestError', 'The new child element contains the parent.');
  }
  if (startNode[NODE_TYPE] === 3) reference = splitText(startNode, startOffset);
  if (node === reference) reference = nextSibling(reference) as PageNode | null;
  if (node[PARENT_NODE] !== null) removeNode(node);
  let newOffset = reference === null ? nodeLength(parent) : indexInParent(reference);
  newOffset += node[NODE_TYPE] === 11 ? nodeLength(node) : 1;
  insertBefore(parent, node, reference);
  if (isCollapsed(bounds)) {
    bounds.endNode = parent;
    bounds.endOffset = newOffset;
  }
}

/** "surroundContents()" */
export function surroundContents(bounds: Bounds, parent: PageNode): void {
  const cutsNode = (from: PageNode, other: PageNode): boolean => {
    for (let at: PageNode | null = from; at !== null && !isInclusiveAncestor(at, other); at = at[PARENT_NODE]) {
      if (at[NODE_TYPE] !== 3) return true;
    }
    return false;
  };
  if (cutsNode(bounds.startNode, bounds.endNode) || cutsNode(bounds.endNode, bounds.startNode)) {
    throw domException('InvalidStateError', 'The Range has partially selected a non-Text node.');
  }
  if (parent[NODE_TYPE] === 9 || parent[NODE_TYPE] === 10 || parent[NODE_TYPE] === 11) {
    throw domException('InvalidNodeTypeError', 'Nodes of this type cannot surround anything.');
  }
  const fragment = takeContents(bounds, true);
  if (firstChild(parent) !== null) replaceAll(parent, null);
  insertIntoRange(bounds, parent);
  insertBefore(parent, fragment, null);
  selectNode(bounds, parent);
}

export function selectNode(bounds: Bounds, node: PageNode): void {
  const parent = node[PARENT_NODE];
  if (parent === null) throw domException('InvalidNodeTypeError', 'The given Node has no parent.');
  const index = indexInParent(node);
  bounds.startNode = parent;
  bounds.startOffset = index;
  bounds.endNode = parent;
  bounds.endOffset = index + 1;
}

export function selectContents(bounds: Bounds, node: PageNode): void {
  checkBoundary(node, 0);
  bounds.startNode = node;
  bounds.startOffset = 0;
  bounds.endNode = node;
  bounds.endOffset = nodeLength(node);
}

/** The text between the boundary points. */
export function rangeText(bounds: Bounds): string {
  const { startNode, startOffset, endNode, endOffset } = bounds;
  if (startNode === endNode && isText(startNode)) {
    return stringSlice(characterData(startNode), startOffset, endOffset);
  }
  let text = isText(startNode) ? stringSlice(characterData(startNode), startOffset) : '';
  const root = commonAncestor(bounds);
  const end = endNode[NODE_TYPE] === 3 ? endNode : nodeAtEnd(endNode, endOffset, root);
  for (let at = firstNodeIn(bounds, root); at !== null && at !== end; at = following(at, root) as PageNode | null) {
    if (isText(at) && at !== startNode) text += characterData(at);
  }
  return isText(endNode) ? text + stringSlice(characterData(endNode), 0, endOffset) : text;
}

/** The first node that is not before the start. */
function firstNodeIn({ startNode, startOffset }: Bounds, root: PageNode): PageNode | null {
  if (isTextual(startNode)) return startNode;
  return childAt(startNode, startOffset) ?? nextOutside(lastInside(startNode), root);
}

function lastInside(parent: PageNode): PageNode {
  let at = parent;
  for (let next = firstChild(at); next !== null; next = firstChild(at)) {
    let last = next;
    for (let sibling = nextSibling(last); sibling !== null; sibling = nextSibling(last)) last = sibling;
    at = last as PageNode;
  }
  return at;
}

/** The first node behind the end; `null` when there is none in `root`. */
function nodeAtEnd(endNode: PageNode, endOffset: number, root: PageNode): PageNode | null {
  return childAt(endNode, endOffset) ?? nextOutside(endNode, root);
}
