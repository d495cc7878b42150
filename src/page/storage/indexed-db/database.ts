/**
 * IDBFactory, IDBDatabase and IDBTransaction.
 *
 * In:  names and versions. Out: connections. Databases live in the document; the session keeps them as text when the
 * document is left, and gives them back to the next of the same origin.
 *
 * Indexed Database 3.0 §4.3, §4.4, §4.9, §5.1 https://w3c.github.io/IndexedDB/#factory-interface
 */
import { originAddress } from '../../document-address.ts';
import { domException } from '../../dom/dom-exception.ts';
import { createEvent } from '../../event-classes.ts';
import { queueTask } from '../../event-loop.ts';
import { setEventParent } from '../../event-path.ts';
import { dispatchTrusted } from '../../events.ts';
import { postDatabase } from '../../network/commands.ts';
import { askHost } from '../../network/host-call.ts';
import { promised } from '../../network/promises.ts';
import {
  checkInternal,
  defineHandlers,
  EventTargetClass,
  exposeClass,
  exposeValue,
  INTERNAL,
} from '../../network/web-class.ts';
import { append, bareArray, parseJson, removeAt, startsWith } from '../../primordials.ts';
import { checkedPath, compareKeys, requiredKey } from './keys.ts';
import { nameList } from './name-list.ts';
import { IDBObjectStore } from './object-store.ts';
import { IDBOpenDBRequest, requestControl } from './request.ts';
import { type DatabaseData, databaseOfText, databaseText, SortedRecords, type StoreData } from './store-data.ts';
import {
  abortTransaction,
  beginTransaction,
  checkActive,
  commitTransaction,
  type TransactionMode,
  type TransactionState,
} from './transaction-state.ts';

/** Databases that have been opened in this document; `version` 0 is one that is not there. */
const databases = new Map<string, DatabaseData>();
const changed = new Set<string>();
const connections = bareArray<IDBDatabase>();

function databaseNamed(name: string): DatabaseData {
  let data = databases.get(name);
  if (data === undefined) {
    const text = askHost('database', name) ?? '';
    data = text === '' ? { name, version: 0, stores: new Map() } : databaseOfText(name, text);
    databases.set(name, data);
  }
  return data;
}

/** The session gets what has changed; called when the document is left. */
export function saveDatabases(): void {
  for (const name of changed) {
    const data = databases.get(name);
    postDatabase(name, data === undefined || data.version === 0 ? null : databaseText(data));
  }
  changed.clear();
}

export class IDBTransaction extends EventTargetClass {
  readonly #state: TransactionState;
  readonly #database: IDBDatabase;
  readonly #stores = new Map<StoreData, IDBObjectStore>();

  constructor(key?: unknown, database?: IDBDatabase, state?: unknown) {
    checkInternal(key);
    super();
    this.#database = database!;
    this.#state = state as TransactionState;
    this.#state.object = this;
    setEventParent(this, () => this.#database);
  }

  get objectStoreNames(): object {
    const { mode, scope, data } = this.#state;
    return nameList(mode === 'versionchange' ? [...data.stores.keys()] : [...scope]);
  }
  get mode(): string {
    return this.#state.mode;
  }
  get durability(): string {
    return 'default';
  }
  get db(): IDBDatabase {
    return this.#database;
  }
  get error(): object | null {
    return this.#state.error;
  }
  objectStore(name: unknown): IDBObjectStore {
    const text = `${name}`;
    if (this.#state.status === 'finished') throw domException('InvalidStateError', 'The transaction has finished.');
    const data = this.#state.data.stores.get(text);
    const isInScope = this.#state.mode === 'versionchange' || this.#state.scope.includes(text);
    if (data === undefined || !isInScope)
      throw domException('NotFoundError', 'The specified object store was not found.');
    let store = this.#stores.get(data);
    if (store === undefined) {
      store = new IDBObjectStore(INTERNAL, this.#state, data);
      this.#stores.set(data, store);
    }
    return store;
  }
  abort(): void {
    if (this.#state.status === 'finished') throw domException('InvalidStateError', 'The transaction has finished.');
    abortTransaction(this.#state, null);
  }
  commit(): void {
    commitTransaction(this.#state);
  }
}

export class IDBDatabase extends EventTargetClass {
  readonly #data: DatabaseData;
  #version: number;
  #isClosed = false;
  #upgrade: { readonly state: TransactionState; readonly object: IDBTransaction } | null = null;

  constructor(key?: unknown, data?: unknown, version?: number) {
    checkInternal(key);
    super();
    this.#data = data as DatabaseData;
    this.#version = version!;
    append(connections, this);
  }

  get name(): string {
    return this.#data.name;
  }
  get version(): number {
    return this.#version;
  }
  get objectStoreNames(): object {
    return nameList([...this.#data.stores.keys()]);
  }
  transaction(names: unknown, mode: unknown = 'readonly'): IDBTransaction {
    if (this.#upgrade !== null && this.#upgrade.state.status !== 'finished') {
      throw domException('InvalidStateError', 'A version change transaction is running.');
    }
    if (this.#isClosed) throw domException('InvalidStateError', 'The database connection is closing.');
    const scope = typeof names === 'string' ? [names] : [...new Set([...(names as Iterable<unknown>)].map(String))];
    for (const name of scope) {
      if (!this.#data.stores.has(name)) {
        throw domException('NotFoundError', 'One of the specified object stores was not found.');
      }
    }
    if (scope.length === 0) throw domException('InvalidAccessError', 'The storeNames parameter was empty.');
    if (mode !== 'readonly' && mode !== 'readwrite') throw new TypeError(`The mode '${mode}' is not valid.`);
    return this.#begin(mode, scope).object;
  }
  createObjectStore(
    name: unknown,
    options: { readonly keyPath?: unknown; readonly autoIncrement?: unknown } = {},
  ): IDBObjectStore {
    const { object } = this.#checkUpgrade();
    const text = `${name}`;
    const keyPath = checkedPath(options?.keyPath);
    const autoIncrement = Boolean(options?.autoIncrement);
    if (this.#data.stores.has(text))
      throw domException('ConstraintError', 'An object store of this name already exists.');
    if (autoIncrement && (keyPath === '' || (keyPath !== null && typeof keyPath !== 'string'))) {
      throw domException('InvalidAccessError', 'The keyPath is empty or an array, and autoIncrement is true.');
    }
    const records = new SortedRecords();
    const store: StoreData = { name: text, keyPath, autoIncrement, nextKey: 1, records, indexes: new Map() };
    this.#data.stores.set(text, store);
    return object.objectStore(text);
  }
  deleteObjectStore(name: unknown): void {
    this.#checkUpgrade();
    if (!this.#data.stores.delete(`${name}`)) {
      throw domException('NotFoundError', 'The specified object store was not found.');
    }
  }
  close(): void {
    this.#isClosed = true;
    for (let at = connections.length - 1; at >= 0; at--) if (connections[at] === this) removeAt(connections, at);
    queueTask(lookAgain);
  }

  #checkUpgrade(): { readonly object: IDBTransaction } {
    if (this.#upgrade === null) {
      throw domException('InvalidStateError', 'The database is not running a version change transaction.');
    }
    checkActive(this.#upgrade.state);
    return this.#upgrade;
  }

  #begin(mode: TransactionMode, scope: readonly string[]): { state: TransactionState; object: IDBTransaction } {
    const state = beginTransaction(this.#data, mode, scope);
    const object = new IDBTransaction(INTERNAL, this, state);
    if (mode !== 'readonly') state.onEnd = (isCommitted) => void (isCommitted && changed.add(this.#data.name));
    return { state, object };
  }

  /** "upgrade a database", for the factory below. */
  static upgrade(database: IDBDatabase, request: IDBOpenDBRequest, version: number): void {
    const oldVersion = database.#data.version;
    const upgrade = database.#begin('versionchange', []);
    database.#upgrade = upgrade;
    database.#data.version = version;
    database.#version = version;
    upgrade.state.onEnd = (isCommitted) => {
      database.#upgrade = null;
      requestControl.setTransaction(request, null);
      if (isCommitted) changed.add(database.#data.name);
      else database.close();
      settleOpen(request, isCommitted && !database.#isClosed ? database : null);
    };
    requestControl.succeed(request, database);
    requestControl.setTransaction(request, upgrade.object);
    dispatchTrusted(
      request,
      createEvent('IDBVersionChangeEvent', 'upgradeneeded', { oldVersion, newVersion: version }),
    );
  }
}
const upgradeDatabase = IDBDatabase.upgrade;
Reflect.deleteProperty(IDBDatabase, 'upgrade');

function settleOpen(request: IDBOpenDBRequest, database: IDBDatabase | null): void {
  if (database !== null) requestControl.succeed(request, database);
  else requestControl.fail(request, domException('AbortError', 'The version change transaction was aborted.'));
  const isError = database === null;
  dispatchTrusted(
    request,
    createEvent('Event', isError ? 'error' : 'success', { bubbles: isError, cancelable: isError }),
  );
}

/** Asks other connections to close, then goes on when they have. Those that stay are told to the one who waits. */
function whenAlone(
  request: IDBOpenDBRequest,
  name: string,
  oldVersion: number,
  newVersion: number | null,
  go: () => void,
): void {
  const others = bareArray<IDBDatabase>();
  for (let at = 0; at < connections.length; at++) if (connections[at]!.name === name) append(others, connections[at]!);
  const init = { oldVersion, newVersion };
  for (let at = 0; at < others.length; at++) {
    dispatchTrusted(others[at]!, createEvent('IDBVersionChangeEvent', 'versionchange', init));
  }
  const isBlocked = (): boolean => {
    for (let at = 0; at < connections.length; at++) if (connections[at]!.name === name) return true;
    return false;
  };
  if (!isBlocked()) {
    go();
    return;
  }
  dispatchTrusted(request, createEvent('IDBVersionChangeEvent', 'blocked', init));
  waiting[waiting.length] = () => {
    if (isBlocked()) return false;
    go();
    return true;
  };
}

/** Requests that wait for connections to be closed; looked at whenever another request is made. */
let waiting: (() => boolean)[] = [];

function lookAgain(): void {
  const before = waiting;
  waiting = [];
  for (let at = 0; at < before.length; at++) if (!before[at]!()) waiting[waiting.length] = before[at]!;
}

function checkOrigin(): void {
  const url = originAddress();
  if (startsWith(url, 'http') || startsWith(url, 'file:')) return;
  throw domException('SecurityError', 'Access to the Indexed Database API is denied in this context.');
}

export class IDBFactory {
  constructor(key?: unknown) {
    checkInternal(key);
  }
  open(name: unknown, version?: unknown): IDBOpenDBRequest {
    checkOrigin();
    const text = `${name}`;
    const wanted = version === undefined ? null : Math.trunc(Number(version));
    if (wanted !== null && !(wanted >= 1 && wanted <= Number.MAX_SAFE_INTEGER)) {
      throw new TypeError('The version provided must be 1 or greater.');
    }
    const request = new IDBOpenDBRequest(INTERNAL);
    queueTask(() => {
      lookAgain();
      const data = databaseNamed(text);
      const target = wanted ?? Math.max(1, data.version);
      if (data.version > target) {
        const message = `The requested version (${target}) is less than the existing version (${data.version}).`;
        requestControl.fail(request, domException('VersionError', message));
        dispatchTrusted(request, createEvent('Event', 'error', { bubbles: true, cancelable: true }));
      } else if (data.version === target) settleOpen(request, new IDBDatabase(INTERNAL, data, target));
      else {
        whenAlone(request, text, data.version, target, () =>
          upgradeDatabase(new IDBDatabase(INTERNAL, data, target), request, target),
        );
      }
    });
    return request;
  }
  deleteDatabase(name: unknown): IDBOpenDBRequest {
    checkOrigin();
    const text = `${name}`;
    const request = new IDBOpenDBRequest(INTERNAL);
    queueTask(() => {
      lookAgain();
      const data = databaseNamed(text);
      whenAlone(request, text, data.version, null, () => {
        databases.set(text, { name: text, version: 0, stores: new Map() });
        changed.add(text);
        requestControl.succeed(request, undefined);
        const init = { oldVersion: data.version, newVersion: null };
        dispatchTrusted(request, createEvent('IDBVersionChangeEvent', 'success', init));
      });
    });
    return request;
  }
  databases(): Promise<{ name: string; version: number }[]> {
    return promised(() => {
      checkOrigin();
      const stored = parseJson(askHost('databases', '') || '[]') as string[];
      for (const name of stored) databaseNamed(name);
      return [...databases.values()].filter((data) => data.version > 0).map(({ name, version }) => ({ name, version }));
    });
  }
  cmp(first: unknown, second: unknown): number {
    return compareKeys(requiredKey(first), requiredKey(second));
  }
}

defineHandlers(IDBTransaction, ['abort', 'complete', 'error']);
defineHandlers(IDBDatabase, ['abort', 'close', 'error', 'versionchange']);
exposeClass('IDBTransaction', IDBTransaction);
exposeClass('IDBDatabase', IDBDatabase);
exposeClass('IDBFactory', IDBFactory);
exposeValue('indexedDB', new IDBFactory(INTERNAL));
