/**
 * navigator.serviceWorker: registrations that are accepted and never come to be.
 *
 * Service Workers §3 https://w3c.github.io/ServiceWorker/#document-context
 *
 * Pretended: a registration's worker stays in the state 'installing', which pages have to live with in browsers, too.
 */
import { documentOrigin, originOf, resolveAddress } from '../document-address.ts';
import { domException } from '../dom/dom-exception.ts';
import { defineInterface, defineMembers } from '../dom/interfaces.ts';
import { deferred, promised, resolvedWith } from '../network/promises.ts';
import {
  append,
  bareArray,
  copyArray,
  indexOf,
  mapDelete,
  mapGet,
  mapSet,
  startsWith,
  stringSlice,
  uncurryThis,
} from '../primordials.ts';
import { defineRecordInterface, makeRecord, recordOf } from '../record-objects.ts';
import { addNavigatorObject, defineHandlersOf } from './navigator-object.ts';

const registrations = new Map<string, object>();
const forEach = uncurryThis(Map.prototype.forEach) as (
  map: object,
  visit: (registration: object, scope: string) => void,
) => void;

/** Where a script may control pages by default: its folder. */
function folderOf(url: string): string {
  let end = 0;
  const query = indexOf(url, '?');
  const path = query < 0 ? url : stringSlice(url, 0, query);
  for (let at = 0; at < path.length; at++) if (path[at] === '/') end = at + 1;
  return stringSlice(path, 0, end);
}

function ownAddress(reference: unknown, what: string): string {
  const url = resolveAddress(`${reference}`);
  if (url === null) throw new TypeError(`The ${what} '${reference}' is not a valid URL.`);
  if (originOf(url) === documentOrigin()) return url;
  throw domException('SecurityError', `The origin of the ${what} ('${url}') does not match the current origin.`);
}

function register(script: unknown, options: unknown): object {
  const scriptURL = ownAddress(script, 'script');
  const { scope: wanted } = (options ?? {}) as { readonly scope?: unknown };
  const scope = wanted === undefined ? folderOf(scriptURL) : ownAddress(wanted, 'scope');
  const known = mapGet(registrations, scope);
  if (known !== undefined) return known;
  const installing = makeRecord('ServiceWorker', { scriptURL, state: 'installing' });
  const registration = makeRecord('ServiceWorkerRegistration', {
    scope,
    installing,
    waiting: null,
    active: null,
    updateViaCache: 'imports',
  });
  mapSet(registrations, scope, registration);
  return registration;
}

/** The registration whose scope an address is in: the most specific one. */
function registrationFor(url: string): object | undefined {
  let found: object | undefined;
  let longest = -1;
  forEach(registrations, (registration, scope) => {
    if (!startsWith(url, scope) || scope.length <= longest) return;
    longest = scope.length;
    found = registration;
  });
  return found;
}

export function installServiceWorkers(): void {
  defineRecordInterface('ServiceWorker', 'EventTarget', ['scriptURL', 'state']);
  defineMembers<object>('ServiceWorker', { postMessage(): void {} });
  defineHandlersOf('ServiceWorker', ['error', 'statechange']);
  const fields = ['scope', 'installing', 'waiting', 'active', 'updateViaCache'];
  defineRecordInterface('ServiceWorkerRegistration', 'EventTarget', fields);
  defineMembers<object>('ServiceWorkerRegistration', {
    update(): Promise<object> {
      return resolvedWith<object>(this);
    },
    unregister(): Promise<boolean> {
      return promised(() => mapDelete(registrations, recordOf(this)['scope'] as string));
    },
  });
  defineHandlersOf('ServiceWorkerRegistration', ['updatefound']);
  defineInterface('ServiceWorkerContainer', 'EventTarget');
  const ready = deferred<object>().promise;
  defineMembers<object>('ServiceWorkerContainer', {
    get controller(): null {
      return null;
    },
    get ready(): Promise<object> {
      return ready;
    },
    register(script: unknown, options?: unknown): Promise<object> {
      return promised(() => register(script, options));
    },
    getRegistration(url: unknown = ''): Promise<object | undefined> {
      return promised(() => registrationFor(ownAddress(url, 'document')));
    },
    getRegistrations(): Promise<object[]> {
      return promised(() => {
        const all = bareArray<object>();
        forEach(registrations, (registration) => append(all, registration));
        return copyArray(all);
      });
    },
    startMessages(): void {},
  });
  defineHandlersOf('ServiceWorkerContainer', ['controllerchange', 'message', 'messageerror']);
  addNavigatorObject('serviceWorker', 'ServiceWorkerContainer');
}
