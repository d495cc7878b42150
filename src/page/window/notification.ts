/**
 * Notification: nobody has been asked, and whoever is asked says no.
 *
 * Notifications §2, §3 https://notifications.spec.whatwg.org/
 */
import { resolveAddress } from '../document-address.ts';
import { defineMembers, instanceFor, interfaceObjectOf, setConstructor } from '../dom/interfaces.ts';
import { createEvent } from '../event-classes.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { defineNamedAccessor } from '../named-function.ts';
import { resolvedWith } from '../network/promises.ts';
import { copyArray, defineProperty, freeze } from '../primordials.ts';
import { dictionaryOf, type Given, oneOf } from '../rare/answers.ts';
import { attachRecord, defineRecordInterface } from '../record-objects.ts';
import { cloneValue } from '../structured-clone.ts';
import { defineHandlersOf } from './navigator-object.ts';

const FIELDS =
  'title body tag icon lang dir data badge vibrate timestamp renotify silent requireInteraction actions image';

const WHERE = "Failed to construct 'Notification': ";

function textIn(options: Given, name: string): string {
  return options[name] === undefined ? '' : `${options[name]}`;
}

/** An address that does not parse is none. */
function addressIn(options: Given, name: string): string {
  return options[name] === undefined ? '' : (resolveAddress(`${options[name]}`) ?? '');
}

/** "validate and normalize" of the Vibration API: at most 99 times, each at most 10 seconds. */
function vibrationOf(value: unknown): readonly number[] {
  if (value === undefined) return freeze([]);
  const given = typeof value === 'object' && value !== null ? copyArray(value as ArrayLike<unknown>) : [value];
  const pattern: number[] = [];
  for (let at = 0; at < given.length && at < 99; at++) {
    pattern[at] = Math.min(Number(given[at]) >>> 0, 10_000);
  }
  return freeze(pattern.length % 2 === 0 && pattern.length > 0 ? pattern.slice(0, -1) : pattern);
}

/** "create a notification", in the order of the standard. */
function recordFor(title: unknown, given: unknown): Record<string, unknown> {
  const options = dictionaryOf(given, WHERE, 'NotificationOptions');
  const dir = oneOf(options['dir'], 'auto ltr rtl', WHERE, ['dir', 'NotificationOptions', 'NotificationDirection']);
  const { silent = false, renotify = false, requireInteraction = false, vibrate, timestamp, actions } = options;
  if (silent && vibrate !== undefined) {
    throw new TypeError(`${WHERE}Silent notifications must not specify vibration patterns.`);
  }
  const tag = textIn(options, 'tag');
  if (renotify && tag === '') {
    throw new TypeError(`${WHERE}Notifications which set the renotify flag must specify a non-empty tag.`);
  }
  if (actions !== undefined && (actions as ArrayLike<unknown>).length > 0) {
    const why =
      'Actions are only supported for persistent notifications shown using ServiceWorkerRegistration.showNotification().';
    throw new TypeError(WHERE + why);
  }
  return {
    title: `${title}`,
    body: textIn(options, 'body'),
    tag,
    lang: textIn(options, 'lang'),
    dir,
    icon: addressIn(options, 'icon'),
    badge: addressIn(options, 'badge'),
    image: addressIn(options, 'image'),
    vibrate: vibrationOf(vibrate),
    timestamp: timestamp === undefined ? Date.now() : Number(timestamp),
    renotify: Boolean(renotify),
    silent: silent === null ? null : Boolean(silent),
    requireInteraction: Boolean(requireInteraction),
    actions: freeze([]),
    data: options['data'] === undefined ? null : cloneValue(options['data']),
  };
}

/** Nobody has been asked, until somebody is. */
let permission = 'default';

/** `callLater`: calls a callback of the page, as a task. */
export function installNotification(callLater: (callback: unknown, argument: unknown) => void): void {
  defineRecordInterface('Notification', 'EventTarget', FIELDS.split(' '));
  setConstructor('Notification', (newTarget, args) => {
    const notification = attachRecord(instanceFor(newTarget, 'Notification'), recordFor(args[0], args[1]));
    queueTask(() => dispatchTrusted(notification, createEvent('Event', 'error')));
    return notification;
  });
  defineMembers<object>('Notification', { close(): void {} });
  defineHandlersOf('Notification', ['click', 'close', 'error', 'show']);
  const statics = {
    requestPermission(callback: unknown = undefined): Promise<string> {
      permission = 'denied';
      callLater(callback, 'denied');
      return resolvedWith('denied');
    },
  };
  const Notification = interfaceObjectOf('Notification');
  const value = statics.requestPermission;
  defineProperty(Notification, 'requestPermission', { value, writable: true, enumerable: true, configurable: true });
  defineNamedAccessor(Notification, 'permission', null, () => permission, null);
  defineNamedAccessor(Notification, 'maxActions', 2, (_, own) => own, null);
}
