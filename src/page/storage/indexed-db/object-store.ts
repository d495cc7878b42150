/**
 * IDBObjectStore and IDBIndex.
 *
 * Indexed Database 3.0 §4.5, §4.6 https://w3c.github.io/IndexedDB/#object-store-interface
 */
import { domException } from '../../dom/dom-exception.ts';
import { checkInternal, exposeClass, INTERNAL } from '../../network/web-class.ts';
import { cloneValue } from '../../structured-clone.ts';
import { structuredText, structuredValue } from '../structured-text.ts';
import { type CursorDirection, openCursor } from './cursor.ts';
import {
  atPath,
  checkedPath,
  EVERYTHING,
  type Key,
  keyOf,
  putAtPath,
  type Range,
  rangeOf,
  requiredKey,
  valueOfKey,
} from './keys.ts';
import { nameList } from './name-list.ts';
import { IDBRequest } from './request.ts';
import {
  deleteRecords,
  fillIndex,
  type IndexData,
  SortedRecords,
  type StoreData,
  type Record as StoredRecord,
  storeRecord,
} from './store-data.ts';
import { checkActive, placeRequest, placeWork, type TransactionState, writableStore } from './transaction-state.ts';
import { allOptions, checkUpgrade, inDirection, recordObject, renameIndex, renameStore } from './whole-records.ts';

/** A number as a count: nothing or 0 means all. */
function countOf(count: unknown): number {
  const number = count === undefined ? 0 : Number(count) >>> 0;
  return number === 0 ? Number.POSITIVE_INFINITY : number;
}

const MAX_GENERATED_KEY = 2 ** 53;

export class IDBObjectStore {
  readonly #transaction: TransactionState;
  readonly #data: StoreData;
  readonly #indexes = new Map<IndexData, IDBIndex>();

  constructor(key?: unknown, transaction?: TransactionState, data?: StoreData) {
    checkInternal(key);
    this.#transaction = transaction!;
    this.#data = data!;
  }

  get name(): string {
    return this.#data.name;
  }
  set name(value: unknown) {
    const name = `${value}`;
    checkUpgrade(this.#transaction);
    renameStore(this.#transaction, this.#data, name);
  }
  get keyPath(): unknown {
    return this.#data.keyPath;
  }
  get indexNames(): object {
    return nameList([...this.#data.indexes.keys()]);
  }
  get transaction(): object {
    return this.#transaction.object;
  }
  get autoIncrement(): boolean {
    return this.#data.autoIncrement;
  }
  add(value: unknown, key?: unknown): IDBRequest {
    return this.#store(value, key, true);
  }
  put(value: unknown, key?: unknown): IDBRequest {
    return this.#store(value, key, false);
  }
  delete(query: unknown): IDBRequest {
    const store = this.#writable();
    const range = rangeOf(query, false);
    return this.#place(() => deleteRecords(store, range));
  }
  clear(): IDBRequest {
    const store = this.#writable();
    return this.#place(() => deleteRecords(store, EVERYTHING));
  }
  get(query: unknown): IDBRequest {
    const range = this.#range(query, false);
    return this.#place(() => recordValue(this.#data.records.inRange(range)[0]));
  }
  getKey(query: unknown): IDBRequest {
    const range = this.#range(query, false);
    return this.#place(() => keyOfRecord(this.#data.records.inRange(range)[0]));
  }
  getAll(query?: unknown, count?: unknown): IDBRequest {
    const range = this.#range(query, true);
    return this.#place(() => this.#data.records.inRange(range).slice(0, countOf(count)).map(recordValue));
  }
  getAllKeys(query?: unknown, count?: unknown): IDBRequest {
    const range = this.#range(query, true);
    return this.#place(() => this.#data.records.inRange(range).slice(0, countOf(count)).map(keyOfRecord));
  }
  getAllRecords(options?: unknown): IDBRequest {
    checkActive(this.#transaction);
    const { range, limit, direction } = allOptions(options);
    return this.#place(() =>
      inDirection(this.#data.records.inRange(range), direction, limit).map((record) =>
        recordObject(valueOfKey(record.primaryKey), valueOfKey(record.primaryKey), recordValue(record)),
      ),
    );
  }
  count(query?: unknown): IDBRequest {
    const range = this.#range(query, true);
    return this.#place(() => this.#data.records.inRange(range).length);
  }
  openCursor(query?: unknown, direction: unknown = 'next'): IDBRequest {
    return this.#cursor(query, direction, false);
  }
  openKeyCursor(query?: unknown, direction: unknown = 'next'): IDBRequest {
    return this.#cursor(query, direction, true);
  }
  index(name: unknown): IDBIndex {
    const data = this.#data.indexes.get(`${name}`);
    if (data === undefined) throw domException('NotFoundError', 'The specified index was not found.');
    let index = this.#indexes.get(data);
    if (index === undefined) {
      index = new IDBIndex(INTERNAL, this, this.#transaction, this.#data, data);
      this.#indexes.set(data, index);
    }
    return index;
  }
  createIndex(
    name: unknown,
    keyPath: unknown,
    options: { readonly unique?: unknown; readonly multiEntry?: unknown } = {},
  ): IDBIndex {
    checkUpgrade(this.#transaction);
    const text = `${name}`;
    if (this.#data.indexes.has(text)) throw domException('ConstraintError', 'An index of this name already exists.');
    const path = checkedPath(keyPath) ?? '';
    const multiEntry = Boolean(options?.multiEntry);
    if (multiEntry && typeof path !== 'string') {
      throw domException('InvalidAccessError', 'The keyPath is an array and multiEntry is true.');
    }
    const records = new SortedRecords();
    const data: IndexData = { name: text, keyPath: path, unique: Boolean(options?.unique), multiEntry, records };
    this.#data.indexes.set(text, data);
    placeWork(this.#transaction, () => {
      if (fillIndex(this.#data, data)) return;
      throw domException('ConstraintError', `The index '${text}' is not unique.`);
    });
    return this.index(text);
  }
  deleteIndex(name: unknown): void {
    checkUpgrade(this.#transaction);
    const data = this.#data.indexes.get(`${name}`);
    if (data === undefined) throw domException('NotFoundError', 'The specified index was not found.');
    this.#data.indexes.delete(`${name}`);
    this.#indexes.delete(data);
  }

  #writable(): StoreData {
    checkActive(this.#transaction);
    return writableStore(this.#transaction, this.#data);
  }

  #range(query: unknown, mayBeMissing: boolean): Range {
    checkActive(this.#transaction);
    return rangeOf(query, mayBeMissing);
  }

  #place(work: () => unknown): IDBRequest {
    return placeRequest(this.#transaction, new IDBRequest(INTERNAL), this, work);
  }

  #cursor(query: unknown, direction: unknown, keysOnly: boolean): IDBRequest {
    const range = this.#range(query, true);
    const place = { source: this, store: this.#data, records: () => this.#data.records };
    return openCursor(this.#transaction, { ...place, range, direction: direction as CursorDirection, keysOnly });
  }

  /** "add or put" */
  #store(given: unknown, givenKey: unknown, noOverwrite: boolean): IDBRequest {
    const store = this.#writable();
    const { keyPath, autoIncrement } = store;
    if (keyPath !== null && givenKey !== undefined) {
      throw domException('DataError', 'The object store uses in-line keys and the key parameter was provided.');
    }
    if (keyPath === null && !autoIncrement && givenKey === undefined) {
      throw domException('DataError', 'The object store uses out-of-line keys and the key parameter was not provided.');
    }
    let key: Key | null = givenKey === undefined ? null : requiredKey(givenKey);
    const value = cloneValue(given);
    if (keyPath !== null) {
      const found = atPath(value, keyPath);
      key = found === undefined ? null : keyOf(found);
      if (key === null && (found !== undefined || !autoIncrement)) {
        throw domException('DataError', "Evaluating the object store's key path did not yield a value.");
      }
    }
    return this.#place(() => {
      const used = key ?? nextKey(store);
      if (key === null && typeof keyPath === 'string' && !putAtPath(value, keyPath, valueOfKey(used))) {
        throw domException('DataError', 'A generated key could not be put into the value.');
      }
      if (autoIncrement && used.kind === 1 && used.value >= store.nextKey) {
        store.nextKey = Math.min(MAX_GENERATED_KEY, Math.floor(used.value) + 1);
      }
      storeRecord(store, used, structuredText(value), value, noOverwrite);
      return valueOfKey(used);
    });
  }
}

function nextKey(store: StoreData): Key {
  if (store.nextKey >= MAX_GENERATED_KEY) throw domException('ConstraintError', 'There is no next key.');
  return { kind: 1, value: store.nextKey };
}

function recordValue(record: StoredRecord | undefined): unknown {
  return record === undefined ? undefined : structuredValue(record.value);
}

function keyOfRecord(record: StoredRecord | undefined): unknown {
  return record === undefined ? undefined : valueOfKey(record.primaryKey);
}

export class IDBIndex {
  readonly #objectStore: IDBObjectStore;
  readonly #transaction: TransactionState;
  readonly #store: StoreData;
  readonly #data: IndexData;

  constructor(
    key?: unknown,
    objectStore?: IDBObjectStore,
    transaction?: TransactionState,
    store?: StoreData,
    data?: IndexData,
  ) {
    checkInternal(key);
    this.#objectStore = objectStore!;
    this.#transaction = transaction!;
    this.#store = store!;
    this.#data = data!;
  }

  get name(): string {
    return this.#data.name;
  }
  set name(value: unknown) {
    const name = `${value}`;
    checkUpgrade(this.#transaction);
    renameIndex(this.#store, this.#data, name);
  }
  get objectStore(): IDBObjectStore {
    return this.#objectStore;
  }
  get keyPath(): unknown {
    return this.#data.keyPath;
  }
  get multiEntry(): boolean {
    return this.#data.multiEntry;
  }
  get unique(): boolean {
    return this.#data.unique;
  }
  get(query: unknown): IDBRequest {
    return this.#ask(query, false, (records) => this.#value(records[0]));
  }
  getKey(query: unknown): IDBRequest {
    return this.#ask(query, false, (records) => keyOfRecord(records[0]));
  }
  getAll(query?: unknown, count?: unknown): IDBRequest {
    return this.#ask(query, true, (records) => records.slice(0, countOf(count)).map((record) => this.#value(record)));
  }
  getAllKeys(query?: unknown, count?: unknown): IDBRequest {
    return this.#ask(query, true, (records) => records.slice(0, countOf(count)).map(keyOfRecord));
  }
  getAllRecords(options?: unknown): IDBRequest {
    checkActive(this.#transaction);
    const { range, limit, direction } = allOptions(options);
    const work = (): object[] =>
      inDirection(this.#data.records.inRange(range), direction, limit).map((record) =>
        recordObject(valueOfKey(record.key), valueOfKey(record.primaryKey), this.#value(record)),
      );
    return placeRequest(this.#transaction, new IDBRequest(INTERNAL), this, work);
  }
  count(query?: unknown): IDBRequest {
    return this.#ask(query, true, (records) => records.length);
  }
  openCursor(query?: unknown, direction: unknown = 'next'): IDBRequest {
    return this.#cursor(query, direction, false);
  }
  openKeyCursor(query?: unknown, direction: unknown = 'next'): IDBRequest {
    return this.#cursor(query, direction, true);
  }

  #value(record: StoredRecord | undefined): unknown {
    return record === undefined ? undefined : recordValue(this.#store.records.find(record.primaryKey) ?? undefined);
  }

  #ask(query: unknown, mayBeMissing: boolean, read: (records: StoredRecord[]) => unknown): IDBRequest {
    checkActive(this.#transaction);
    const range = rangeOf(query, mayBeMissing);
    const work = (): unknown => read(this.#data.records.inRange(range));
    return placeRequest(this.#transaction, new IDBRequest(INTERNAL), this, work);
  }

  #cursor(query: unknown, direction: unknown, keysOnly: boolean): IDBRequest {
    checkActive(this.#transaction);
    const range = rangeOf(query, true);
    const place = { source: this, store: this.#store, records: () => this.#data.records };
    const options = { ...place, range, direction: direction as CursorDirection, keysOnly };
    return openCursor(this.#transaction, options);
  }
}

exposeClass('IDBObjectStore', IDBObjectStore);
exposeClass('IDBIndex', IDBIndex);
