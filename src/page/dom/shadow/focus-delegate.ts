/**
 * Focus of shadow hosts that pass it on, and the way up from an element that does not take it.
 *
 * HTML §6.6.2 "get the focusable area", "focus delegate" https://html.spec.whatwg.org/#focus-delegate
 */

import type { StoreNode } from '../../../html/dom-keys.ts';
import { HOST, NODE_TYPE, PARENT_NODE, SHADOW_INIT } from '../../../html/node-keys.ts';
import { following, hasAttribute } from '../../../html/node-tree.ts';
import type { PageNode } from '../create-node.ts';
import { isShadowRoot, shadowOf } from './shadow-walk.ts';
import { slotOf } from './slots.ts';

type FocusTest = (element: StoreNode) => boolean;

export function delegatesFocus(element: StoreNode): boolean {
  return element[NODE_TYPE] === 1 && shadowOf(element)?.[SHADOW_INIT].delegatesFocus === true;
}

/** Hosts inside of hosts that are looked into; a page cannot make the search deeper. */
const MAX_DEPTH = 64;

/** The element that takes the focus for this one: itself, or the first inside of a host that delegates. */
export function focusArea(element: PageNode, isFocusable: FocusTest, depth = 0): PageNode | null {
  if (!delegatesFocus(element)) return isFocusable(element) ? element : null;
  if (depth > MAX_DEPTH) return null;
  const root = shadowOf(element)!;
  let first: PageNode | null = null;
  for (let at = following(root, root) as PageNode | null; at !== null; at = following(at, root) as PageNode | null) {
    if (at[NODE_TYPE] !== 1) continue;
    const area = focusArea(at, isFocusable, depth + 1);
    if (area === null) continue;
    if (hasAttribute(at, 'autofocus')) return area;
    first ??= area;
  }
  return first;
}

/** What an element is in, as it is shown: its slot, its host, its parent. */
export function shownIn(node: PageNode): PageNode | null {
  if (isShadowRoot(node)) return node[HOST];
  return slotOf(node) ?? node[PARENT_NODE];
}

/** Whether a node is in the shadow tree of a host that delegates focus, or in one inside of that. */
export function isDelegated(node: PageNode, host: PageNode): boolean {
  if (!delegatesFocus(host)) return false;
  const root = shadowOf(host);
  for (let at: PageNode | null = node; at !== null; at = isShadowRoot(at) ? at[HOST] : at[PARENT_NODE]) {
    if (at === root) return true;
  }
  return false;
}
