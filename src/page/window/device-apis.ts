/**
 * Parts of navigator that need a user's leave or a device: they answer, and the answer is mostly no (pretended.ts).
 *
 * Geolocation §6 https://www.w3.org/TR/geolocation/,
 * Clipboard §7 https://www.w3.org/TR/clipboard-apis/
 */
import { LIMITS } from '../../limits.ts';
import { originAddress } from '../document-address.ts';
import { domException } from '../dom/dom-exception.ts';
import { defineConstants, defineInterface, defineMembers, prototypeOf } from '../dom/interfaces.ts';
import { queueTask } from '../event-loop.ts';
import { askHost } from '../network/host-call.ts';
import { promised } from '../network/promises.ts';
import { apply, reflect, stringSlice } from '../primordials.ts';
import { SECURE_AUCTION } from '../rare/old-members.ts';
import { defineRecordInterface, makeRecord } from '../record-objects.ts';
import { reportException } from '../report-exception.ts';
import { addNavigatorObject, defineHandlersOf } from './navigator-object.ts';
import { SECURE_PARTS } from './navigator-parts.ts';
import { installNotification } from './notification.ts';
import { installPermissions } from './permissions.ts';
import { installServiceWorkers } from './service-worker.ts';

/** Calls a callback of the page, as a task. */
function callLater(callback: unknown, argument: unknown): void {
  if (typeof callback !== 'function') return;
  queueTask(() => {
    try {
      apply(callback as () => void, undefined, [argument]);
    } catch (error) {
      reportException(error);
    }
  });
}

function installGeolocation(): void {
  defineRecordInterface('GeolocationPositionError', null, ['code', 'message']);
  defineConstants('GeolocationPositionError', { PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 });
  defineInterface('Geolocation', null);
  let lastWatch = 0;
  const refuse = (success: unknown, failure: unknown): void => {
    if (typeof success !== 'function') throw new TypeError('The callback provided as parameter 1 is not a function.');
    const error = { code: 1, message: 'User denied Geolocation' };
    callLater(failure, makeRecord('GeolocationPositionError', error));
  };
  defineMembers<object>('Geolocation', {
    getCurrentPosition(success: unknown, failure?: unknown): void {
      refuse(success, failure);
    },
    watchPosition(success: unknown, failure?: unknown): number {
      refuse(success, failure);
      return ++lastWatch;
    },
    clearWatch(): void {},
  });
  addNavigatorObject('geolocation', 'Geolocation');
}

/** The text is the session's: it is there for its other documents, too. */
function installClipboard(): void {
  defineInterface('Clipboard', 'EventTarget');
  defineMembers<object>('Clipboard', {
    readText(): Promise<string> {
      return promised(() => {
        const answer = askHost('clipboard', '');
        if (answer === null) throw domException('NotAllowedError', 'Read permission denied.');
        return answer;
      });
    },
    writeText(text: unknown): Promise<undefined> {
      return promised(() => {
        askHost('set_clipboard', stringSlice(`${text}`, 0, LIMITS.typedChars));
        return undefined;
      });
    },
  });
  defineHandlersOf('Clipboard', ['clipboardchange']);
  addNavigatorObject('clipboard', 'Clipboard');
}

export function installDeviceApis(): void {
  installNotification(callLater);
  installGeolocation();
  installPermissions();
  installClipboard();
  installServiceWorkers();
}

/** Secure Contexts §3.1: addresses that nobody on the way can have changed. */
export function isSecureAddress(): boolean {
  return /^(?:blob:)?(?:https|wss|file):|^(?:blob:)?(?:http|ws):\/\/(?:localhost|[\w.-]+\.localhost|127(?:\.\d+){3}|\[::1\])[:/]/.test(
    originAddress(),
  );
}

/** For each document: pages that are not secure do not have what only secure ones have. */
export function removeSecureApis(): void {
  if (isSecureAddress()) return;
  for (const name of ['clipboard', 'serviceWorker', ...SECURE_PARTS.split(' '), ...SECURE_AUCTION])
    reflect.deleteProperty(prototypeOf('Navigator'), name);
  for (const name of ['Clipboard', 'ServiceWorker', 'ServiceWorkerContainer', 'ServiceWorkerRegistration']) {
    reflect.deleteProperty(globalThis, name);
  }
}
