/**
 * localStorage and sessionStorage.
 *
 * In:  what the session keeps for the document's origin, asked for when the page first looks. Out: the same with the
 * page's changes, which go to the session with the next message: each key once, however often it was written.
 *
 * HTML §12.2 https://html.spec.whatwg.org/#the-storage-interface
 */
import { LIMITS } from '../../limits.ts';
import { originAddress } from '../document-address.ts';
import { domException } from '../dom/dom-exception.ts';
import { defineInterface, defineMembers, prototypeOf } from '../dom/interfaces.ts';
import { postStorage, type StorageArea } from '../network/commands.ts';
import { askHost } from '../network/host-call.ts';
import { setOutboxHook } from '../outbox.ts';
import {
  append,
  bareArray,
  create,
  defineProperty,
  mapDelete,
  mapGet,
  mapHas,
  mapSet,
  mapSize,
  parseJson,
  reflect,
  startsWith,
  uncurryThis,
  weakGet,
  weakSet,
} from '../primordials.ts';
import { quotaExceeded } from '../rare/error-kinds.ts';

const mapKeys = uncurryThis(Map.prototype.keys) as <K>(map: Map<K, unknown>) => IterableIterator<K>;
const nextOf = uncurryThis(new Map<string, unknown>().keys().next as () => IteratorResult<unknown>);
const clearMap = uncurryThis(Map.prototype.clear) as (map: Map<unknown, unknown>) => void;

class StoredArea {
  readonly #area: StorageArea;
  readonly items = new Map<string, string>();
  #isLoaded = false;
  #chars = 0;
  #cleared = false;
  readonly #dirty = new Map<string, true>();

  constructor(area: StorageArea) {
    this.#area = area;
  }

  load(): void {
    if (this.#isLoaded) return;
    this.#isLoaded = true;
    const stored = parseJson(askHost('storage', this.#area) || '[]') as [string, string][];
    for (let at = 0; at < stored.length; at++) {
      mapSet(this.items, stored[at]![0], stored[at]![1]);
      this.#chars += stored[at]![0].length + stored[at]![1].length;
    }
  }

  set(key: string, value: string): void {
    const old = mapGet(this.items, key);
    if (old === value) return;
    const chars = this.#chars + value.length - (old === undefined ? -key.length : old.length);
    if (chars > LIMITS.storageChars) {
      throw quotaExceeded(
        `Failed to execute 'setItem' on 'Storage': Setting the value of '${key}' exceeded the quota.`,
      );
    }
    this.#chars = chars;
    mapSet(this.items, key, value);
    mapSet(this.#dirty, key, true);
  }

  remove(key: string): void {
    const old = mapGet(this.items, key);
    if (old === undefined) return;
    this.#chars -= key.length + old.length;
    mapDelete(this.items, key);
    mapSet(this.#dirty, key, true);
  }

  clear(): void {
    clearMap(this.items);
    clearMap(this.#dirty);
    this.#chars = 0;
    this.#cleared = true;
  }

  /** Tells the session what has changed since the last time. */
  flush(): void {
    if (!this.#cleared && mapSize(this.#dirty) === 0) return;
    const changes = bareArray<readonly [string, string | null]>();
    eachKey(this.#dirty, (key) => append(changes, [key, mapGet(this.items, key) ?? null]));
    postStorage(this.#area, this.#cleared, changes);
    clearMap(this.#dirty);
    this.#cleared = false;
  }
}

function eachKey(map: Map<string, unknown>, visit: (key: string) => void): void {
  const keys = mapKeys(map);
  for (let step = nextOf(keys as never); !step.done; step = nextOf(keys as never)) visit(step.value as string);
}

const areas = { local: new StoredArea('local'), session: new StoredArea('session') };
const areaOfObject = new WeakMap<object, StoredArea>();

function areaOf(object: object): StoredArea {
  const area = weakGet(areaOfObject, object);
  if (area === undefined) throw new TypeError('Illegal invocation');
  area.load();
  return area;
}

/** Stored items are own properties, behind what the interface itself has. */
const HANDLER: ProxyHandler<object> = {
  get(target, key, receiver) {
    if (typeof key === 'symbol' || key in target) return reflect.get(target, key, receiver);
    return mapGet(areaOf(target).items, key);
  },
  has(target, key) {
    return key in target || (typeof key === 'string' && mapHas(areaOf(target).items, key));
  },
  set(target, key, value, receiver) {
    if (typeof key === 'symbol') return reflect.set(target, key, value, receiver);
    areaOf(target).set(key, `${value}`);
    return true;
  },
  deleteProperty(target, key) {
    if (typeof key === 'symbol') return reflect.deleteProperty(target, key);
    areaOf(target).remove(key);
    return true;
  },
  defineProperty(target, key, descriptor) {
    if (typeof key === 'symbol') return reflect.defineProperty(target, key, descriptor);
    areaOf(target).set(key, `${descriptor.value}`);
    return true;
  },
  getOwnPropertyDescriptor(target, key) {
    const value = typeof key === 'symbol' || key in target ? undefined : mapGet(areaOf(target).items, key);
    if (value === undefined) return reflect.getOwnPropertyDescriptor(target, key);
    return { value, writable: true, enumerable: true, configurable: true };
  },
  ownKeys(target) {
    const keys: (string | symbol)[] = [];
    eachKey(areaOf(target).items, (key) => {
      defineProperty(keys, keys.length, { value: key, writable: true, enumerable: true, configurable: true });
    });
    const own = reflect.ownKeys(target);
    for (let at = 0; at < own.length; at++) {
      defineProperty(keys, keys.length, { value: own[at], writable: true, enumerable: true, configurable: true });
    }
    return keys;
  },
};

function makeStorage(area: StoredArea): object {
  const target = create(prototypeOf('Storage'));
  const storage = new Proxy(target, HANDLER);
  weakSet(areaOfObject, target, area);
  weakSet(areaOfObject, storage, area);
  return storage;
}

/** Pages without an origin have no storage. */
function checkOrigin(): void {
  const url = originAddress();
  if (startsWith(url, 'http:') || startsWith(url, 'https:') || startsWith(url, 'file:')) return;
  throw domException('SecurityError', 'Storage is disabled inside documents without an origin.');
}

export function installWebStorage(exposeGetter: (name: string, get: () => unknown) => void): void {
  defineInterface('Storage', null);
  defineMembers<object>('Storage', {
    get length(): number {
      return mapSize(areaOf(this).items);
    },
    key(...args: [unknown?]): string | null {
      if (args.length === 0) throw new TypeError('1 argument required, but only 0 present.');
      const wanted = Number(args[0]) >>> 0;
      let at = 0;
      let found: string | null = null;
      eachKey(areaOf(this).items, (key) => {
        if (at++ === wanted) found = key;
      });
      return found;
    },
    getItem(...args: [unknown?]): string | null {
      if (args.length === 0) throw new TypeError('1 argument required, but only 0 present.');
      return mapGet(areaOf(this).items, `${args[0]}`) ?? null;
    },
    setItem(...args: [unknown?, unknown?]): void {
      if (args.length < 2) throw new TypeError(`2 arguments required, but only ${args.length} present.`);
      areaOf(this).set(`${args[0]}`, `${args[1]}`);
    },
    removeItem(...args: [unknown?]): void {
      if (args.length === 0) throw new TypeError('1 argument required, but only 0 present.');
      areaOf(this).remove(`${args[0]}`);
    },
    clear(): void {
      areaOf(this).clear();
    },
  });
  setOutboxHook(() => {
    areas.local.flush();
    areas.session.flush();
  });
  for (const [name, area] of [
    ['localStorage', areas.local],
    ['sessionStorage', areas.session],
  ] as const) {
    const storage = makeStorage(area);
    exposeGetter(name, () => {
      checkOrigin();
      return storage;
    });
  }
}
