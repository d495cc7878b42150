/**
 * What a change of the tree means for custom elements and slots.
 *
 * In:  tree.ts's reports. Out: reactions and slot signals.
 *
 * DOM §4.2.3 (insert, remove, adopt) https://dom.spec.whatwg.org/#mutation-algorithms
 */
import type { PageNode } from '../create-node.ts';
import { slotsMoved, slottableMoved } from '../shadow/slots.ts';
import { rootOf, setShadowHooks } from '../tree.ts';
import { customRecord, enqueueCallback } from './definition.ts';
import { areReactionsInUse } from './reactions.ts';
import { tryToUpgrade } from './upgrade.ts';

/** What form-associated elements do when they, or what is around them, move. Set by form-associated.ts. */
let formOwnersChanged: (subtree: PageNode, parent: PageNode) => void = () => {};

export function setFormOwnersHook(hook: (subtree: PageNode, parent: PageNode) => void): void {
  formOwnersChanged = hook;
}

let isWatching = false;

/** From the first shadow root or definition on, the tree tells of its changes. */
export function watchTree(): void {
  if (isWatching) return;
  isWatching = true;
  setShadowHooks({
    inserted(node, parent) {
      slottableMoved(node, parent);
      slotsMoved(node, rootOf(parent));
      formOwnersChanged(node, parent);
    },
    removing(node, parent) {
      slottableMoved(node, parent);
    },
    removed(node, parent) {
      slotsMoved(node, rootOf(parent));
      formOwnersChanged(node, parent);
    },
    moved(element) {
      if (isCustomNow(element)) enqueueCallback(element, 'connectedMoveCallback', []);
    },
    adopted(element, from, to) {
      if (isCustomNow(element)) enqueueCallback(element, 'adoptedCallback', [from, to]);
    },
  });
}

function isCustomNow(element: PageNode): boolean {
  return customRecord(element)?.state === 'custom';
}

/** An element is in a document now. */
export function customConnected(element: PageNode): void {
  if (!areReactionsInUse()) return;
  if (isCustomNow(element)) enqueueCallback(element, 'connectedCallback', []);
  else tryToUpgrade(element);
}

export function customDisconnected(element: PageNode): void {
  if (areReactionsInUse() && isCustomNow(element)) enqueueCallback(element, 'disconnectedCallback', []);
}
