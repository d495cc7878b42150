/**
 * What hangs on a registration of a service worker that has no active worker: lists are empty, and what would need the
 * worker is refused as Chrome refuses it.
 *
 * Service Workers §3.2, Push API §5, Background Sync §3, Periodic Background Sync §4, Background Fetch §6,
 * Cookie Store §5, Notifications §3.3 (persistent notifications)
 */
import { domException } from '../dom/dom-exception.ts';
import { defineMembers, prototypeOf } from '../dom/interfaces.ts';
import { defineNamedAccessor } from '../named-function.ts';
import { promised, rejectedWith, resolvedWith } from '../network/promises.ts';
import { weakGet, weakSet } from '../primordials.ts';
import { recordOf } from '../record-objects.ts';
import { defineBehaviour, defineLater, type LiveRecord, liveObject } from '../window/lazy-interfaces.ts';
import { type Args, failedTo, refusal } from './answers.ts';

/** Members of a registration with the interfaces that they are of. */
const MANAGERS = {
  navigationPreload: 'NavigationPreloadManager',
  paymentManager: 'PaymentManager',
  backgroundFetch: 'BackgroundFetchManager',
  periodicSync: 'PeriodicSyncManager',
  sync: 'SyncManager',
  cookies: 'CookieStoreManager',
  pushManager: 'PushManager',
} as const;

const NONE_ACTIVE = 'No active registration available on the ServiceWorkerRegistration.';

function definePreload(): void {
  const refused = (what: string) =>
    refusal('InvalidStateError', `Failed to ${what}: The registration does not have an active worker.`);
  const set = refused('enable or disable navigation preload');
  defineBehaviour('NavigationPreloadManager', {
    enable: set,
    disable: set,
    setHeaderValue: refused('set navigation preload header'),
    getState: () => resolvedWith({ enabled: false, headerValue: 'true' }),
  });
}

function defineSyncs(): void {
  const none = () => resolvedWith([]);
  const refused = (name: string) =>
    refusal('InvalidStateError', `${failedTo('register', name)}Registration failed - no active Service Worker`);
  defineBehaviour('SyncManager', { getTags: none, register: refused('SyncManager') });
  defineBehaviour('PeriodicSyncManager', {
    getTags: none,
    register: refused('PeriodicSyncManager'),
    unregister: () => resolvedWith(undefined),
  });
  defineBehaviour('BackgroundFetchManager', {
    get: () => resolvedWith(undefined),
    getIds: none,
    fetch: () => rejectedWith(new TypeError(failedTo('fetch', 'BackgroundFetchManager') + NONE_ACTIVE)),
  });
}

function definePush(): void {
  defineBehaviour('PushManager', {
    supportedContentEncodings: () => Object.freeze(['aes128gcm', 'aesgcm']),
    getSubscription: () => resolvedWith(null),
    // Push goes with the leave to show notifications, which a person is asked for.
    permissionState: (args: Args) =>
      promised(() => {
        const { userVisibleOnly } = (args[0] ?? {}) as { readonly userVisibleOnly?: unknown };
        if (userVisibleOnly) return permissionOf();
        const why = "Push subscriptions that don't enable userVisibleOnly are not supported.";
        throw domException('NotSupportedError', failedTo('permissionState', 'PushManager') + why);
      }),
    subscribe: refusal(
      'AbortError',
      `${failedTo('subscribe', 'PushManager')}Subscription failed - no active Service Worker`,
    ),
  });
}

function permissionOf(): string {
  const { permission } = (globalThis as unknown as { Notification: { readonly permission: string } }).Notification;
  return permission === 'default' ? 'prompt' : permission;
}

function defineOthers(): void {
  defineBehaviour('PaymentManager', { userHint: '', enableDelegations: () => resolvedWith(false) });
  const failed = (method: string) =>
    refusal(
      'UnknownError',
      `${failedTo(method, 'CookieStoreManager')}An unknown error occurred while subscribing to cookie changes.`,
    );
  defineBehaviour('CookieStoreManager', {
    getSubscriptions: () => resolvedWith([]),
    subscribe: failed('subscribe'),
    unsubscribe: failed('unsubscribe'),
  });
}

const managers = new WeakMap<object, LiveRecord>();

/** The same object each time. */
function managerOf(self: unknown, name: string): object {
  recordOf(self as object);
  let own = weakGet(managers, self as object);
  if (own === undefined) {
    own = { __proto__: null as never };
    weakSet(managers, self as object, own);
  }
  own[name] ??= liveObject(MANAGERS[name as keyof typeof MANAGERS]);
  return own[name] as object;
}

export function installRegistrationManagers(): void {
  defineLater('NavigationPreloadManager', definePreload);
  defineLater('SyncManager PeriodicSyncManager BackgroundFetchManager', defineSyncs);
  defineLater('PushManager', definePush);
  defineLater('PaymentManager CookieStoreManager', defineOthers);
  const prototype = prototypeOf('ServiceWorkerRegistration');
  for (const name of Object.keys(MANAGERS)) defineNamedAccessor(prototype, name, name, managerOf, null);
  defineMembers<object>('ServiceWorkerRegistration', {
    getNotifications(): Promise<object[]> {
      return promised(() => {
        recordOf(this);
        return [];
      });
    },
    showNotification(_title: unknown): Promise<undefined> {
      return promised(() => {
        recordOf(this);
        throw new TypeError(failedTo('showNotification', 'ServiceWorkerRegistration') + NONE_ACTIVE);
      });
    },
  });
}
