/**
 * The version of the page realm's document: it grows with every change that style, layout or a live list could see.
 *
 * Beside it stand the nodes that changed since the engine last asked, so that it need not look at all others. Both are
 * variables of this module, so that no page can turn them back.
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { append, type BareArray, bareArray, weakGet, weakSet } from '../primordials.ts';

/** Nodes whose attributes, state or content changed; `null`: anything may have. */
export type ChangedNodes = BareArray<StoreNode> | null;

/** With more than this, looking at everything is no more work. */
const MAX_NODES = 400;

let version = 1;
let changed: ChangedNodes = bareArray();
let hasUserAction = false;

export function documentVersion(): number {
  return version;
}

/** Says which node changed: its attributes, its state, its text or its list of children. */
export function markChanged(node: StoreNode | null = null): void {
  version++;
  if (changed === null) return;
  if (node === null || changed.length >= MAX_NODES) changed = null;
  // Faster: an element is often filled or changed step by step.
  else if (changed.length === 0 || changed[changed.length - 1] !== node) append(changed, node);
}

/** How often the lists of children of any node changed. */
let structure = 1;

interface Count {
  changes: number;
}

/** How often its list of children changed, of each node of which somebody asked for that. */
const ownChanges = new WeakMap<StoreNode, Count>();

/** For what depends on which elements there are, and not on their attributes, states and text. */
export function structureVersion(): number {
  return structure;
}

/** How often it changed what elements are called, and which kind of control they are. */
let naming = 0;

export function markRenamed(): void {
  naming++;
}

/**
 * For what depends on which elements there are, on their 'id', 'name', 'type', 'form' and 'for', and on nothing else: the
 * controls of a form, labels, groups, elements by name.
 *
 * Faster: a loop through controls that reads and sets their values and classes finds them once.
 */
export function namingVersion(): number {
  return structure + naming;
}

/**
 * For what depends on the children of one node only.
 *
 * Faster: a loop through 'children' that changes each child would find the list anew at every step.
 */
export function childrenVersion(parent: StoreNode): () => number {
  let own = weakGet(ownChanges, parent);
  if (own === undefined) {
    own = { changes: 0 };
    weakSet(ownChanges, parent, own);
  }
  const count = own;
  return () => count.changes;
}

/** The list of a node's children is another one. */
export function markRestructured(parent: StoreNode): void {
  structure++;
  const own = weakGet(ownChanges, parent);
  if (own !== undefined) own.changes++;
  markChanged(parent);
}

/** The pointer or the focus went elsewhere: selectors that ask for that may match anywhere. */
export function markUserAction(): void {
  version++;
  hasUserAction = true;
}

/** Something was scrolled: boxes are elsewhere on the page, and otherwise as they were. */
export function markScrolled(): void {
  version++;
}

/** The nodes that changed since the last call. */
export function takeChanges(): ChangedNodes {
  const taken = changed;
  changed = bareArray();
  return taken;
}

/** Whether there was a user action since the last call. */
export function takeUserAction(): boolean {
  const taken = hasUserAction;
  hasUserAction = false;
  return taken;
}
