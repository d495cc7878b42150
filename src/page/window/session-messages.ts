/**
 * What the session says to a document unasked: that it is left, that it is to go through its history, or that its
 * viewport is another one.
 *
 * HTML §7.4.2.4 (unloading), §7.4.3 (traversal)
 */
import type { PageNode } from '../dom/create-node.ts';
import { mainDocument } from '../dom/document-members.ts';
import { defineMembers } from '../dom/interfaces.ts';
import { createEvent } from '../event-classes.ts';
import { dispatchTrusted } from '../events.ts';
import { askHost } from '../network/host-call.ts';
import { listenToHost } from '../network/inbox.ts';
import { persistState } from '../persisted-state.ts';
import { defineProperty, getPrototypeOf, weakGet, weakSet } from '../primordials.ts';
import { saveDatabases } from '../storage/indexed-db/database.ts';
import { changeEnvironment } from './environment.ts';
import { traverse } from './history.ts';

export function listenToSession(): void {
  listenToHost((kind, head) => {
    if (kind === 'leave') leave();
    else if (kind === 'traverse') traverse(Number(head));
    else if (kind === 'environment') changeEnvironment(head);
  });
}

/** What a listener of beforeunload gave as the text to ask with. */
const questions = new WeakMap<object, string>();
let isHidden = false;

/** The session decides whether a page that asks to stay may. */
function leave(): void {
  const event = createEvent('BeforeUnloadEvent', 'beforeunload', { cancelable: true });
  const proceeds = dispatchTrusted(globalThis, event);
  if (!proceeds || (weakGet(questions, event) ?? '') !== '') {
    const answer = askHost('dialog', '["beforeunload","The page asks whether it may be left.",""]');
    if (answer === '') return;
  }
  dispatchTrusted(globalThis, createEvent('PageTransitionEvent', 'pagehide'));
  isHidden = true;
  dispatchTrusted(mainDocument(), createEvent('Event', 'visibilitychange', { bubbles: true }));
  dispatchTrusted(globalThis, createEvent('Event', 'unload'));
  saveDatabases();
  persistState();
}

/** document.visibilityState, and BeforeUnloadEvent's own 'returnValue'. */
export function installLeaving(): void {
  defineMembers<PageNode>('Document', {
    get visibilityState(): string {
      return this === mainDocument() && !isHidden ? 'visible' : 'hidden';
    },
    get hidden(): boolean {
      return this !== mainDocument() || isHidden;
    },
  });
  defineProperty(getPrototypeOf(createEvent('BeforeUnloadEvent', '')) as object, 'returnValue', {
    get(this: object): string {
      return weakGet(questions, this) ?? '';
    },
    set(this: object, value: unknown) {
      weakSet(questions, this, `${value}`);
    },
    enumerable: true,
    configurable: true,
  });
}
