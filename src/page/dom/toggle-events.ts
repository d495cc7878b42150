/**
 * The toggle events of details, dialogs and popovers: one for all changes of a turn.
 *
 * HTML §4.11.1 "queue a details toggle event task", §4.11.4, §6.12 https://html.spec.whatwg.org/#queue-a-popover-toggle-event-task
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { createEvent } from '../event-classes.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { weakGet, weakSet } from '../primordials.ts';
import type { PageNode } from './create-node.ts';

type OpenState = 'open' | 'closed';

interface Pending {
  readonly oldState: OpenState;
  /** Set when a later change has taken its place. */
  replaced: boolean;
}

const pending = new WeakMap<StoreNode, Pending | null>();

/** Fires 'toggle' in a task of its own; a change that undoes or repeats one that waits joins it. */
export function queueToggle(
  element: PageNode,
  from: OpenState,
  newState: OpenState,
  source: PageNode | null = null,
): void {
  const waiting = weakGet(pending, element) ?? null;
  if (waiting !== null) waiting.replaced = true;
  const entry: Pending = { oldState: waiting?.oldState ?? from, replaced: false };
  weakSet(pending, element, entry);
  queueTask(() => {
    if (entry.replaced) return;
    weakSet(pending, element, null);
    dispatchTrusted(element, createEvent('ToggleEvent', 'toggle', { oldState: entry.oldState, newState, source }));
  });
}

/** Fires 'beforetoggle' now; `false` when a listener objects to opening. */
export function fireBeforeToggle(element: PageNode, newState: OpenState, source: PageNode | null = null): boolean {
  const oldState = newState === 'open' ? 'closed' : 'open';
  const init = { oldState, newState, source, cancelable: newState === 'open' };
  return dispatchTrusted(element, createEvent('ToggleEvent', 'beforetoggle', init));
}
