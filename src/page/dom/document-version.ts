/**
 * The version of the page realm's document: it grows with every change that style, layout or a live list could see.
 *
 * Beside it stand the nodes that changed since the engine last asked, so that it need not look at all others. Both are
 * variables of this module, so that no page can turn them back.
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { append, type BareArray, bareArray } from '../primordials.ts';

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
