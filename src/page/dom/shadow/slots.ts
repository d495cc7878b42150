/**
 * Slots: which slot shows a node, which nodes a slot shows, and the signal when that changes.
 *
 * In:  changes of the tree and of 'slot' and 'name' attributes. Out: answers, and slots for the slotchange event, which
 * mutation-records.ts fires with its microtask.
 *
 * Nothing is stored for each node. A root keeps its first slot of each name (rebuilt when a slot comes, goes or is
 * renamed); the nodes of a slot are found when asked for and kept while the document's version stays.
 *
 * DOM §4.2.2 https://dom.spec.whatwg.org/#shadow-tree-slots
 */

import type { StoreNode } from '../../../html/dom-keys.ts';
import { HOST, LOCAL_NAME, NODE_TYPE, PARENT_NODE, SHADOW, SHADOW_INIT, STATE } from '../../../html/node-keys.ts';
import { attribute, firstChild, following, nextSibling } from '../../../html/node-tree.ts';
import { append, type BareArray, bareArray, mapGet, mapSet, newMap, weakGet, weakSet } from '../../primordials.ts';
import { isHtmlElement, type PageNode, type ShadowRootNode } from '../create-node.ts';
import { documentVersion } from '../document-version.ts';
import { stateOf } from '../element-state.ts';
import { signalSlot } from '../mutation-records.ts';
import { rootOf } from '../tree.ts';
import { isShadowRoot, shadowOf } from './shadow-walk.ts';

type SlotMap = Map<string, PageNode>;

/** The first slot of each name by shadow root. A root without an entry has no slots. */
const slotMaps = new WeakMap<StoreNode, SlotMap>();
const assignedLists = new WeakMap<StoreNode, { readonly version: number; readonly nodes: BareArray<PageNode> }>();
/** The slottables of a host by the name of the slot that they want. */
const namedLists = new WeakMap<
  StoreNode,
  { readonly version: number; readonly nodes: Map<string, BareArray<PageNode>> }
>();
/** Nodes that script has given to a slot, by slot. */
const manualLists = new WeakMap<StoreNode, BareArray<PageNode>>();

export function isSlot(node: StoreNode): boolean {
  return node[NODE_TYPE] === 1 && node[LOCAL_NAME] === 'slot' && isHtmlElement(node);
}

export function isSlottable(node: StoreNode): boolean {
  return node[NODE_TYPE] === 1 || node[NODE_TYPE] === 3 || node[NODE_TYPE] === 4;
}

function slotName(node: StoreNode): string {
  return node[NODE_TYPE] === 1 ? (attribute(node, 'slot') ?? '') : '';
}

/** "find a slot": by name, or as script has assigned it. */
export function slotOf(node: StoreNode): PageNode | null {
  const parent = node[PARENT_NODE];
  if (parent === null || parent[NODE_TYPE] !== 1) return null;
  const shadow = parent[SHADOW] as ShadowRootNode | undefined;
  if (shadow === undefined || !isSlottable(node)) return null;
  if (shadow[SHADOW_INIT].slotAssignment === 'manual') {
    const slot = manualSlot(node);
    return slot !== null && rootOf(slot) === shadow ? slot : null;
  }
  const slots = weakGet(slotMaps, shadow);
  return slots === undefined ? null : (mapGet(slots, slotName(node)) ?? null);
}

/** The slot as script may see it: not one in a closed tree. */
export function openSlotOf(node: StoreNode): PageNode | null {
  const shadow = node[PARENT_NODE] === null ? undefined : shadowOf(node[PARENT_NODE]);
  return shadow === undefined || shadow[SHADOW_INIT].mode !== 'open' ? null : slotOf(node);
}

const NOTHING = bareArray<PageNode>();

/** The nodes that a slot shows; empty when it shows its own content. */
export function assignedTo(slot: PageNode): BareArray<PageNode> {
  const root = rootOf(slot);
  if (!isShadowRoot(root)) return NOTHING;
  const version = documentVersion();
  const known = weakGet(assignedLists, slot);
  if (known !== undefined && known.version === version) return known.nodes;
  const nodes = findSlottables(slot, root);
  weakSet(assignedLists, slot, { version, nodes });
  return nodes;
}

function findSlottables(slot: PageNode, root: ShadowRootNode): BareArray<PageNode> {
  const nodes = bareArray<PageNode>();
  if (root[SHADOW_INIT].slotAssignment === 'manual') {
    const given = weakGet(manualLists, slot);
    for (let at = 0; given !== undefined && at < given.length; at++) {
      if (given[at]![PARENT_NODE] === root[HOST]) append(nodes, given[at]!);
    }
    return nodes;
  }
  const name = attribute(slot, 'name') ?? '';
  const slots = weakGet(slotMaps, root);
  if (slots === undefined || mapGet(slots, name) !== slot) return nodes;
  return mapGet(slottablesOf(root[HOST]), name) ?? nodes;
}

/** Faster: a host with many slots is looked through once for all of them. */
function slottablesOf(host: StoreNode): Map<string, BareArray<PageNode>> {
  const version = documentVersion();
  const known = weakGet(namedLists, host);
  if (known !== undefined && known.version === version) return known.nodes;
  const nodes = newMap<string, BareArray<PageNode>>();
  for (let child = firstChild(host) as PageNode | null; child !== null; ) {
    if (isSlottable(child)) {
      const name = slotName(child);
      const named = mapGet(nodes, name);
      if (named === undefined) mapSet(nodes, name, bareArray());
      append(named ?? mapGet(nodes, name)!, child);
    }
    child = nextSibling(child) as PageNode | null;
  }
  weakSet(namedLists, host, { version, nodes });
  return nodes;
}

/** "find flattened slottables": a slot among the nodes stands for what it shows. */
export function flattenedTo(slot: PageNode): BareArray<PageNode> {
  const result = bareArray<PageNode>();
  if (!isShadowRoot(rootOf(slot))) return result;
  // What is left to look at, the next one last: slots in slots cost no stack.
  const rest = bareArray<PageNode>();
  pushShown(slot, rest);
  while (rest.length > 0) {
    const node = rest[rest.length - 1]!;
    rest.length--;
    if (isSlot(node) && isShadowRoot(rootOf(node))) pushShown(node, rest);
    else append(result, node);
  }
  return result;
}

function pushShown(slot: PageNode, rest: BareArray<PageNode>): void {
  const assigned = assignedTo(slot);
  const shown = bareArray<PageNode>();
  if (assigned.length > 0) for (let at = 0; at < assigned.length; at++) append(shown, assigned[at]!);
  else {
    for (let child = firstChild(slot); child !== null; child = nextSibling(child)) {
      if (isSlottable(child as StoreNode)) append(shown, child as PageNode);
    }
  }
  for (let at = shown.length - 1; at >= 0; at--) append(rest, shown[at]!);
}

/** A node has come to `parent`, or is about to leave it. */
export function slottableMoved(node: PageNode, parent: PageNode): void {
  if (parent[NODE_TYPE] !== 1) return;
  if (parent[SHADOW] !== undefined) {
    const slot = slotOf(node);
    if (slot !== null) signalSlot(slot);
  }
  // What a slot shows when nothing is assigned to it has changed.
  if (isSlot(parent) && isShadowRoot(rootOf(parent)) && assignedTo(parent).length === 0) signalSlot(parent);
}

/** A subtree has come to a shadow tree or has left it: its slots may take nodes over from others. */
export function slotsMoved(subtree: PageNode, root: PageNode): void {
  if (!isShadowRoot(root) || !hasSlot(subtree)) return;
  if (root[SHADOW_INIT].slotAssignment === 'manual') return;
  reassign(root);
}

function hasSlot(subtree: StoreNode): boolean {
  for (let at: StoreNode | null = subtree; at !== null; at = following(at, subtree) as StoreNode | null) {
    if (isSlot(at)) return true;
  }
  return false;
}

/** "assign slottables for a tree": signals the slots that show something else than before. */
function reassign(root: ShadowRootNode): void {
  const before = weakGet(slotMaps, root);
  const after: SlotMap = newMap();
  for (let at = following(root, root) as PageNode | null; at !== null; at = following(at, root) as PageNode | null) {
    if (!isSlot(at)) continue;
    const name = attribute(at, 'name') ?? '';
    if (mapGet(after, name) === undefined) mapSet(after, name, at);
  }
  weakSet(slotMaps, root, after);
  for (let child = firstChild(root[HOST]) as PageNode | null; child !== null; ) {
    if (isSlottable(child)) {
      const name = slotName(child);
      const old = before === undefined ? undefined : mapGet(before, name);
      const now = mapGet(after, name);
      if (old !== now) {
        if (old !== undefined) signalSlot(old);
        if (now !== undefined) signalSlot(now);
      }
    }
    child = nextSibling(child) as PageNode | null;
  }
}

/** The 'slot' attribute of a node or the 'name' of a slot has changed. */
export function slotAttributeChanged(element: PageNode, name: string, old: string | null, value: string | null): void {
  if (name === 'name') {
    if (!isSlot(element) || (old ?? '') === (value ?? '')) return;
    const root = rootOf(element);
    if (isShadowRoot(root) && root[SHADOW_INIT].slotAssignment !== 'manual') reassign(root);
    return;
  }
  const shadow = element[PARENT_NODE] === null ? undefined : shadowOf(element[PARENT_NODE]);
  if (shadow === undefined || shadow[SHADOW_INIT].slotAssignment === 'manual' || (old ?? '') === (value ?? '')) return;
  const slots = weakGet(slotMaps, shadow);
  if (slots === undefined) return;
  const from = mapGet(slots, old ?? '');
  const to = mapGet(slots, value ?? '');
  if (from !== undefined) signalSlot(from);
  if (to !== undefined) signalSlot(to);
}

/** The slot that script has given a node to. The engine reads the same record when it lays the slot out. */
function manualSlot(node: StoreNode): PageNode | null {
  const state = node[STATE] as { slot?: PageNode | null } | undefined;
  return state?.slot ?? null;
}

/** slot.assign(): these nodes and no others; a node belongs to the slot that took it last. */
export function assignManually(slot: PageNode, nodes: BareArray<PageNode>): void {
  const before = weakGet(manualLists, slot);
  for (let at = 0; before !== undefined && at < before.length; at++) stateOf(before[at]!).slot = null;
  for (let at = 0; at < nodes.length; at++) {
    const other = manualSlot(nodes[at]!);
    if (other !== null && other !== slot) withdraw(other, nodes[at]!);
    stateOf(nodes[at]!).slot = slot as never;
  }
  weakSet(manualLists, slot, nodes);
  const root = rootOf(slot);
  if (!isShadowRoot(root) || root[SHADOW_INIT].slotAssignment !== 'manual' || isSameList(before, nodes)) return;
  signalSlot(slot);
}

function withdraw(slot: PageNode, node: PageNode): void {
  const list = weakGet(manualLists, slot);
  if (list === undefined) return;
  const rest = bareArray<PageNode>();
  for (let at = 0; at < list.length; at++) if (list[at] !== node) append(rest, list[at]!);
  weakSet(manualLists, slot, rest);
  if (slotOf(node) === slot) signalSlot(slot);
}

function isSameList(before: BareArray<PageNode> | undefined, after: BareArray<PageNode>): boolean {
  if (before === undefined) return after.length === 0;
  if (before.length !== after.length) return false;
  for (let at = 0; at < after.length; at++) if (before[at] !== after[at]) return false;
  return true;
}
