/**
 * The top layer, and what is inert: behind a modal dialog, or in an element with 'inert'.
 *
 * HTML §6.3 https://html.spec.whatwg.org/#inert-subtrees, CSS Positioned Layout 4 §3 (top layer)
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { HOST, NODE_TYPE, PARENT_NODE } from '../../html/node-keys.ts';
import { hasAttribute } from '../../html/node-tree.ts';
import { append, type BareArray, bareArray, removeAt } from '../primordials.ts';
import type { PageNode, ShadowRootNode } from './create-node.ts';
import { markChanged } from './document-version.ts';
import { stateOf } from './element-state.ts';

/** Modal dialogs, the one on top last. */
const modals: BareArray<PageNode> = bareArray();

let entered = 0;

export function enterTopLayer(element: PageNode): void {
  stateOf(element).topLayer = ++entered;
  markChanged();
}

export function leaveTopLayer(element: PageNode): void {
  const state = stateOf(element);
  if (state.topLayer === undefined) return;
  delete state.topLayer;
  markChanged();
}

export function pushModal(dialog: PageNode): void {
  append(modals, dialog);
  enterTopLayer(dialog);
}

export function dropModal(dialog: PageNode): void {
  for (let at = modals.length - 1; at >= 0; at--) if (modals[at] === dialog) removeAt(modals, at);
  leaveTopLayer(dialog);
}

export function isModal(dialog: StoreNode): boolean {
  for (let at = 0; at < modals.length; at++) if (modals[at] === dialog) return true;
  return false;
}

/** The modal dialog that blocks the document; `null` when none does. */
export function blockingDialog(): PageNode | null {
  return modals.length === 0 ? null : modals[modals.length - 1]!;
}

/** Whether an element can neither be focused nor clicked. */
export function isInert(element: StoreNode): boolean {
  const blocking = blockingDialog();
  let isOutside = blocking !== null;
  for (let at: StoreNode | null | undefined = element; at !== null && at !== undefined; ) {
    if (at === blocking) {
      isOutside = false;
      // The dialog itself is never inert by what is around it.
      break;
    }
    if (at[NODE_TYPE] === 1 && hasAttribute(at, 'inert')) return true;
    at = at[PARENT_NODE] ?? (at as ShadowRootNode)[HOST];
  }
  return isOutside;
}
