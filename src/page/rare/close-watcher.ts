/**
 * CloseWatcher: asks a page to close what it has opened, when Escape is pressed.
 *
 * HTML §6.9 https://html.spec.whatwg.org/#close-requests-and-close-watchers
 */
import { isAborted, onAbort } from '../abort-signal.ts';
import { createEvent } from '../event-classes.ts';
import { dispatchTrusted } from '../events.ts';
import { append, bareArray, removeAt } from '../primordials.ts';
import { hasTransientActivation } from '../user-activation.ts';
import { defineBehaviour, defineLater, type LiveRecord } from '../window/lazy-interfaces.ts';
import { type Args, givenOf } from './answers.ts';

interface Watcher {
  readonly object: object;
  readonly record: LiveRecord;
}

/** Those that are active, the newest last. */
const watchers = bareArray<Watcher>();

function deactivate(object: object): void {
  for (let at = 0; at < watchers.length; at++) if (watchers[at]!.object === object) removeAt(watchers, at);
}

function isActive(object: object): boolean {
  for (let at = 0; at < watchers.length; at++) if (watchers[at]!.object === object) return true;
  return false;
}

/** "request to close": 'cancel' first, which may be kept from closing once a person has done something. */
function requestClose({ object, record }: Watcher): void {
  if (!isActive(object) || record['%asking'] === true) return;
  record['%asking'] = true;
  const proceeds = dispatchTrusted(object, createEvent('Event', 'cancel', { cancelable: true }));
  record['%asking'] = false;
  if (proceeds || !hasTransientActivation()) close(object);
}

function close(object: object): void {
  if (!isActive(object)) return;
  deactivate(object);
  dispatchTrusted(object, createEvent('Event', 'close'));
}

/** Escape goes to the newest; `true` when there is one. */
export function closeTopWatcher(): boolean {
  if (watchers.length === 0) return false;
  requestClose(watchers[watchers.length - 1]!);
  return true;
}

function defineCloseWatchers(): void {
  defineBehaviour('CloseWatcher', {
    construct: (args: Args, object: object): LiveRecord => {
      const { signal } = givenOf(args[0]);
      const record: LiveRecord = { '%asking': false };
      if (signal !== undefined) {
        if (typeof signal !== 'object' || signal === null) {
          const where =
            "Failed to construct 'CloseWatcher': Failed to read the 'signal' property from 'CloseWatcherOptions': ";
          throw new TypeError(`${where}Failed to convert value to 'AbortSignal'.`);
        }
        if (isAborted(signal)) return record;
        onAbort(signal, () => deactivate(object));
      }
      append(watchers, { object, record });
      return record;
    },
    requestClose(this: LiveRecord, _args: Args, self: object) {
      requestClose({ object: self, record: this });
    },
    close: (_args: Args, self: object) => close(self),
    destroy: (_args: Args, self: object) => deactivate(self),
  });
}

export function installCloseWatchers(): void {
  defineLater('CloseWatcher', defineCloseWatchers);
}
