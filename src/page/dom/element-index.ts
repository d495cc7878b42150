/**
 * Elements of the page's document by id and by name, so that finding one by them costs no walk through the tree.
 *
 * In:  every element that comes into the document or leaves it, and every change of 'id' and 'name'.
 * Out: candidates, checked when asked for: what stands in a shadow tree is passed over.
 *
 * DOM §4.2.4 (getElementById), HTML §3.1.6 and §7.2.2.3 (elements as named properties).
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { LOCAL_NAME, NODE_TYPE } from '../../html/node-keys.ts';
import { attribute, following, hasAttributes, isInclusiveAncestor } from '../../html/node-tree.ts';
import { append, type BareArray, bareArray, mapDelete, mapGet, mapSet, wordTable } from '../primordials.ts';
import { comparePosition } from './compare.ts';
import { isHtmlElement, type PageNode } from './create-node.ts';
import { documentVersion } from './document-version.ts';
import { rootOf } from './tree.ts';

type Index = Map<string, BareArray<PageNode>>;

const PRECEDING = 2;
const byId: Index = new Map();
/** By 'name', of inputs and of the elements whose name is also a name of the window or the document. */
const byName: Index = new Map();
const NAMED = wordTable('embed form frame iframe img input object');
/** By 'form': controls that name the form they belong to. */
const byForm: Index = new Map();
let indexed: PageNode | null = null;

/** The document whose elements are kept here. */
export function indexDocument(document: PageNode): void {
  indexed = document;
}

function enter(index: Index, key: string | null, element: PageNode): void {
  if (key === null || key === '') return;
  let list = mapGet(index, key);
  if (list === undefined) {
    list = bareArray();
    mapSet(index, key, list);
  }
  append(list, element);
}

function leave(index: Index, key: string | null, element: PageNode): void {
  const list = key === null ? undefined : mapGet(index, key);
  if (list === undefined) return;
  for (let at = list.length - 1; at >= 0; at--) {
    if (list[at] !== element) continue;
    // Faster: they stand in no order.
    list[at] = list[list.length - 1]!;
    list.length--;
  }
  if (list.length === 0) mapDelete(index, key!);
}

function hasIndexedName(element: StoreNode): boolean {
  return NAMED[element[LOCAL_NAME]] === true && isHtmlElement(element);
}

export function indexElement(element: PageNode): void {
  if (!hasAttributes(element)) return;
  enter(byId, attribute(element, 'id'), element);
  if (hasIndexedName(element)) enter(byName, attribute(element, 'name'), element);
  enter(byForm, attribute(element, 'form'), element);
}

export function unindexElement(element: PageNode): void {
  if (!hasAttributes(element)) return;
  leave(byId, attribute(element, 'id'), element);
  if (hasIndexedName(element)) leave(byName, attribute(element, 'name'), element);
  leave(byForm, attribute(element, 'form'), element);
}

function indexOfAttribute(element: PageNode, name: string): Index | null {
  if (name === 'id') return byId;
  if (name === 'name') return hasIndexedName(element) ? byName : null;
  return name === 'form' ? byForm : null;
}

/** An attribute changed; `null` is absent. */
export function reindexAttribute(element: PageNode, name: string, old: string | null, value: string | null): void {
  const index = indexOfAttribute(element, name);
  if (index === null || old === value) return;
  leave(index, old, element);
  if (indexed !== null && rootOf(element) === indexed) enter(index, value, element);
}

/** Whether the tree that `root` stands for is the one that is kept here. */
export function isIndexed(root: StoreNode): boolean {
  return root === indexed;
}

/** With more elements of one name than this, a walk through the document is less work than to compare their places. */
const FEW = 8;

/** What was looked for last among many, and what was found in which version of the document. */
let lastId = '';
let lastVersion = -1;
let lastFound: PageNode | null = null;

function firstOfMany(id: string): PageNode | null {
  if (lastId === id && lastVersion === documentVersion()) return lastFound;
  lastFound = firstWithId(indexed!, id);
  lastId = id;
  lastVersion = documentVersion();
  return lastFound;
}

function firstWithId(root: StoreNode, id: string): PageNode | null {
  for (let at = following(root, root); at !== null; at = following(at, root)) {
    if (at[NODE_TYPE] === 1 && attribute(at, 'id') === id) return at as PageNode;
  }
  return null;
}

/** The first element of the document, in tree order, with this id. */
export function indexedById(id: string): PageNode | null {
  const list = mapGet(byId, id);
  if (list === undefined) return null;
  if (list.length > FEW) return firstOfMany(id);
  let first: PageNode | null = null;
  for (let at = 0; at < list.length; at++) {
    const element = list[at]!;
    if (attribute(element, 'id') !== id || rootOf(element) !== indexed) continue;
    if (first === null || (comparePosition(first, element) & PRECEDING) !== 0) first = element;
  }
  return first;
}

/** The first element with this id below a root: by index for the page's document, by a walk for other trees. */
export function elementById(root: StoreNode, id: string): PageNode | null {
  if (id === '') return null;
  return isIndexed(root) ? indexedById(id) : firstWithId(root, id);
}

const NOBODY = bareArray<PageNode>();

/** What takes part and has this name, in no order, also in shadow trees of the document. */
export function indexedWithName(name: string): BareArray<PageNode> {
  return mapGet(byName, name) ?? NOBODY;
}

/** The first element with this id in tree order that is inside of a node of the document's own tree. */
export function indexedInside(node: PageNode, id: string): PageNode | null {
  const first = indexedById(id);
  if (first === null || node === indexed) return first;
  if (first !== node && isInclusiveAncestor(node, first)) return first;
  return mapGet(byId, id)!.length === 1 ? null : firstWithId(node, id);
}

/** Elements that have this id or, if their kind takes part, this name; in tree order. */
export function indexedByIdOrName(key: string): BareArray<PageNode> {
  const found = bareArray<PageNode>();
  const ids = mapGet(byId, key);
  const names = mapGet(byName, key);
  if ((ids?.length ?? 0) + (names?.length ?? 0) > FEW) return manyByIdOrName(key);
  if (ids !== undefined) for (let at = 0; at < ids.length; at++) insertInOrder(found, ids[at]!);
  if (names !== undefined) for (let at = 0; at < names.length; at++) insertInOrder(found, names[at]!);
  return found;
}

function manyByIdOrName(key: string): BareArray<PageNode> {
  const found = bareArray<PageNode>();
  for (let at = following(indexed!, indexed!); at !== null; at = following(at, indexed!)) {
    if (at[NODE_TYPE] !== 1) continue;
    const isMeant = attribute(at, 'id') === key || (hasIndexedName(at as PageNode) && attribute(at, 'name') === key);
    if (isMeant) append(found, at as PageNode);
  }
  return found;
}

function insertInOrder(found: BareArray<PageNode>, element: PageNode): void {
  if (rootOf(element) !== indexed) return;
  let place = found.length;
  for (let at = 0; at < found.length; at++) if (found[at] === element) return;
  while (place > 0 && (comparePosition(found[place - 1]!, element) & PRECEDING) !== 0) {
    found[place] = found[place - 1]!;
    place--;
  }
  found[place] = element;
}

/** Whether an element of the document has, or has had, this as its 'form' attribute. */
export function hasFormReference(id: string): boolean {
  return mapGet(byForm, id) !== undefined;
}
