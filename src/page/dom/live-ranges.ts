/**
 * Live ranges and node iterators: positions in the tree that move when the tree changes.
 *
 * In:  insertions and removals, told by tree.ts, and changes of text, told by character-data.ts.
 * Out: boundary points and reference nodes that are still true.
 *
 * A page without ranges pays one comparison for each change. Ranges are held weakly: one that the page forgot goes.
 *
 * DOM §5.5 https://dom.spec.whatwg.org/#concept-live-range, §6.1 (pre-removing steps of NodeIterator)
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { PARENT_NODE } from '../../html/node-keys.ts';
import { firstChild, followingSkippingChildren, nextSibling, previousSibling } from '../../html/node-tree.ts';
import { append, type BareArray, bareArray, uncurryThis } from '../primordials.ts';
import type { PageNode } from './create-node.ts';

/** The boundary points of a range. */
export interface Bounds {
  startNode: PageNode;
  startOffset: number;
  endNode: PageNode;
  endOffset: number;
}

/** Where a NodeIterator stands. */
export interface IteratorPlace {
  readonly root: PageNode;
  current: PageNode;
  before: boolean;
}

const deref = uncurryThis(WeakRef.prototype.deref) as <T extends object>(ref: WeakRef<T>) => T | undefined;
const WeakReference = WeakRef;

let ranges: BareArray<WeakRef<Bounds>> = bareArray();
let iterators: BareArray<WeakRef<IteratorPlace>> = bareArray();
/** When the lists are looked through for what is gone. */
let rangeRoom = 32;
let iteratorRoom = 32;

function alive<T extends object>(list: BareArray<WeakRef<T>>): BareArray<WeakRef<T>> {
  const kept = bareArray<WeakRef<T>>();
  for (let at = 0; at < list.length; at++) if (deref(list[at]!) !== undefined) append(kept, list[at]!);
  return kept;
}

export function trackRange(bounds: Bounds): void {
  if (ranges.length >= rangeRoom) {
    ranges = alive(ranges);
    rangeRoom = 32 + ranges.length * 2;
  }
  append(ranges, new WeakReference(bounds));
}

export function trackIterator(place: IteratorPlace): void {
  if (iterators.length >= iteratorRoom) {
    iterators = alive(iterators);
    iteratorRoom = 32 + iterators.length * 2;
  }
  append(iterators, new WeakReference(place));
}

/** Whether anything must be told of changes. */
export function hasPositions(): boolean {
  return ranges.length > 0 || iterators.length > 0;
}

/** How many siblings stand before a node. */
export function indexInParent(node: StoreNode): number {
  let index = 0;
  for (let at = previousSibling(node); at !== null; at = previousSibling(at)) index++;
  return index;
}

/** `count` nodes will stand before `child` (at the end for `null`). Ranges at the end of a parent stay there. */
export function positionsInserting(parent: PageNode, child: PageNode | null, count: number): void {
  if (child === null) return;
  let index = -1;
  for (let at = 0; at < ranges.length; at++) {
    const bounds = deref(ranges[at]!);
    if (bounds === undefined || (bounds.startNode !== parent && bounds.endNode !== parent)) continue;
    if (index < 0) index = indexInParent(child);
    if (bounds.startNode === parent && bounds.startOffset > index) bounds.startOffset += count;
    if (bounds.endNode === parent && bounds.endOffset > index) bounds.endOffset += count;
  }
}

/** A node is about to leave its parent. */
export function positionsRemoving(node: PageNode, parent: PageNode): void {
  let index = -1;
  for (let at = 0; at < ranges.length; at++) {
    const bounds = deref(ranges[at]!);
    if (bounds === undefined) continue;
    const startInside = isInclusiveDescendant(bounds.startNode, node);
    const endInside = isInclusiveDescendant(bounds.endNode, node);
    const concerns = startInside || endInside || bounds.startNode === parent || bounds.endNode === parent;
    if (!concerns) continue;
    if (index < 0) index = indexInParent(node);
    if (startInside) {
      bounds.startNode = parent;
      bounds.startOffset = index;
    } else if (bounds.startNode === parent && bounds.startOffset > index) bounds.startOffset--;
    if (endInside) {
      bounds.endNode = parent;
      bounds.endOffset = index;
    } else if (bounds.endNode === parent && bounds.endOffset > index) bounds.endOffset--;
  }
  for (let at = 0; at < iterators.length; at++) {
    const place = deref(iterators[at]!);
    if (place !== undefined) moveIterator(place, node);
  }
}

function isInclusiveDescendant(node: StoreNode, ancestor: StoreNode): boolean {
  for (let at: StoreNode | null = node; at !== null; at = at[PARENT_NODE]) if (at === ancestor) return true;
  return false;
}

/** "NodeIterator pre-removing steps" */
function moveIterator(place: IteratorPlace, removed: PageNode): void {
  if (removed === place.root || !isInclusiveDescendant(place.current, removed)) return;
  if (!isInclusiveDescendant(removed, place.root)) return;
  if (place.before) {
    const next = followingSkippingChildren(removed, place.root) as PageNode | null;
    if (next !== null) {
      place.current = next;
      return;
    }
    place.before = false;
  }
  let last = previousSibling(removed) as PageNode | null;
  if (last === null) {
    place.current = removed[PARENT_NODE]!;
    return;
  }
  for (let child = lastOf(last); child !== null; child = lastOf(last)) last = child;
  place.current = last;
}

function lastOf(parent: StoreNode): PageNode | null {
  let last = firstChild(parent);
  if (last === null) return null;
  for (let next = nextSibling(last); next !== null; next = nextSibling(next)) last = next;
  return last as PageNode;
}

/** "replace data": `count` characters from `offset` become `length` others. */
export function positionsReplaced(node: PageNode, offset: number, count: number, length: number): void {
  for (let at = 0; at < ranges.length; at++) {
    const bounds = deref(ranges[at]!);
    if (bounds === undefined) continue;
    if (bounds.startNode === node) bounds.startOffset = moved(bounds.startOffset, offset, count, length);
    if (bounds.endNode === node) bounds.endOffset = moved(bounds.endOffset, offset, count, length);
  }
}

function moved(position: number, offset: number, count: number, length: number): number {
  if (position <= offset) return position;
  return position <= offset + count ? offset : position + length - count;
}

/** "split a Text node": what stood behind the split goes with the new node. */
export function positionsSplit(node: PageNode, rest: PageNode, offset: number, parent: PageNode, index: number): void {
  for (let at = 0; at < ranges.length; at++) {
    const bounds = deref(ranges[at]!);
    if (bounds === undefined) continue;
    if (bounds.startNode === node && bounds.startOffset > offset) {
      bounds.startNode = rest;
      bounds.startOffset -= offset;
    } else if (bounds.startNode === parent && bounds.startOffset === index + 1) bounds.startOffset++;
    if (bounds.endNode === node && bounds.endOffset > offset) {
      bounds.endNode = rest;
      bounds.endOffset -= offset;
    } else if (bounds.endNode === parent && bounds.endOffset === index + 1) bounds.endOffset++;
  }
}

/** "normalize": `from`, whose text has been added to `to` at `length`, is about to go. */
export function positionsMerged(from: PageNode, to: PageNode, length: number, parent: PageNode, index: number): void {
  for (let at = 0; at < ranges.length; at++) {
    const bounds = deref(ranges[at]!);
    if (bounds === undefined) continue;
    if (bounds.startNode === from) {
      bounds.startOffset += length;
      bounds.startNode = to;
    } else if (bounds.startNode === parent && bounds.startOffset === index) {
      bounds.startNode = to;
      bounds.startOffset = length;
    }
    if (bounds.endNode === from) {
      bounds.endOffset += length;
      bounds.endNode = to;
    } else if (bounds.endNode === parent && bounds.endOffset === index) {
      bounds.endNode = to;
      bounds.endOffset = length;
    }
  }
}
