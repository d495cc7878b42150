/**
 * What is in databases: stores, indexes and records, in the order of their keys.
 *
 * In:  keys and values as text. Out: records by key and by range; and a whole database as text, for the session.
 *
 * Indexed Database 3.0 §2.2–§2.7 https://w3c.github.io/IndexedDB/#constructs
 */
import { domException } from '../../dom/dom-exception.ts';
import { base64Of, bytesOfBase64 } from '../../network/bytes.ts';
import { structuredValue } from '../structured-text.ts';
import { compareKeys, EVERYTHING, indexKeys, isInRange, type Key, type KeyPath, type Range } from './keys.ts';

export interface Record {
  readonly key: Key;
  /** In a store the same as the key. */
  readonly primaryKey: Key;
  /** As text (structured-text.ts); empty in indexes. */
  readonly value: string;
}

/** Records in order. Copied before a transaction changes them, so that it can be undone. */
export class SortedRecords {
  #records: Record[];
  constructor(records: Record[] = []) {
    this.#records = records;
  }

  get length(): number {
    return this.#records.length;
  }

  at(index: number): Record | undefined {
    return this.#records[index];
  }

  copy(): SortedRecords {
    return new SortedRecords(this.#records.slice());
  }

  /** The first place whose record is not before `key` and, among equals, not before `primaryKey`. */
  place(key: Key, primaryKey: Key | null): number {
    let low = 0;
    let high = this.#records.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const record = this.#records[middle]!;
      const order =
        compareKeys(record.key, key) || (primaryKey === null ? 0 : compareKeys(record.primaryKey, primaryKey));
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  find(key: Key): Record | null {
    const record = this.#records[this.place(key, null)];
    return record !== undefined && compareKeys(record.key, key) === 0 ? record : null;
  }

  put(record: Record): void {
    const at = this.place(record.key, record.primaryKey);
    const known = this.#records[at];
    const isSame =
      known !== undefined &&
      compareKeys(known.key, record.key) === 0 &&
      compareKeys(known.primaryKey, record.primaryKey) === 0;
    this.#records.splice(at, isSame ? 1 : 0, record);
  }

  remove(isGone: (record: Record) => boolean): void {
    this.#records = this.#records.filter((record) => !isGone(record));
  }

  inRange(range: Range): Record[] {
    const start = range.lower === null ? 0 : this.place(range.lower, null);
    const found: Record[] = [];
    for (let at = start; at < this.#records.length; at++) {
      const record = this.#records[at]!;
      if (isInRange(record.key, range)) found.push(record);
      else if (range.upper !== null && compareKeys(record.key, range.upper) > 0) break;
    }
    return found;
  }
}

export interface IndexData {
  name: string;
  readonly keyPath: string | readonly string[];
  readonly unique: boolean;
  readonly multiEntry: boolean;
  records: SortedRecords;
}

export interface StoreData {
  name: string;
  readonly keyPath: KeyPath;
  readonly autoIncrement: boolean;
  nextKey: number;
  records: SortedRecords;
  indexes: Map<string, IndexData>;
}

export interface DatabaseData {
  readonly name: string;
  version: number;
  stores: Map<string, StoreData>;
}

/** A copy that a transaction can go back to. */
export function copyStore(store: StoreData): StoreData {
  const indexes = new Map<string, IndexData>();
  for (const [name, index] of store.indexes) indexes.set(name, { ...index, records: index.records.copy() });
  return { ...store, records: store.records.copy(), indexes };
}

/** "store a record into an object store" */
export function storeRecord(store: StoreData, key: Key, text: string, value: unknown, noOverwrite: boolean): void {
  const known = store.records.find(key);
  if (known !== null && noOverwrite) {
    throw domException('ConstraintError', 'Key already exists in the object store.');
  }
  for (const index of store.indexes.values()) {
    if (!index.unique) continue;
    for (const each of indexKeys(value, index.keyPath, index.multiEntry)) {
      const other = index.records.find(each);
      if (other !== null && compareKeys(other.primaryKey, key) !== 0) {
        throw domException('ConstraintError', `The index '${index.name}' has this key already.`);
      }
    }
  }
  if (known !== null) deleteRecords(store, { lower: key, upper: key, lowerOpen: false, upperOpen: false });
  store.records.put({ key, primaryKey: key, value: text });
  for (const index of store.indexes.values()) addToIndex(index, key, value);
}

function addToIndex(index: IndexData, primaryKey: Key, value: unknown): void {
  for (const key of indexKeys(value, index.keyPath, index.multiEntry))
    index.records.put({ key, primaryKey, value: '' });
}

/** A new index over what is there; `false` when that is not unique. */
export function fillIndex(store: StoreData, index: IndexData): boolean {
  for (const record of store.records.inRange(EVERYTHING)) {
    const value = structuredValue(record.value);
    for (const key of indexKeys(value, index.keyPath, index.multiEntry)) {
      if (index.unique && index.records.find(key) !== null) return false;
    }
    addToIndex(index, record.key, value);
  }
  return true;
}

export function deleteRecords(store: StoreData, range: Range): void {
  if (store.records.inRange(range).length === 0) return;
  store.records.remove(({ key }) => isInRange(key, range));
  for (const { records } of store.indexes.values()) records.remove(({ primaryKey }) => isInRange(primaryKey, range));
}

/** Keys as JSON: `[kind, value]`. */
function keyJson(key: Key): unknown {
  if (key.kind === 4) return [4, base64Of(key.value)];
  return key.kind === 5 ? [5, key.value.map(keyJson)] : [key.kind, key.value];
}

function keyOfJson([kind, value]: [Key['kind'], unknown]): Key {
  if (kind === 4) return { kind, value: bytesOfBase64(value as string) };
  if (kind === 5) return { kind, value: (value as [Key['kind'], unknown][]).map(keyOfJson) };
  return { kind, value: value as never };
}

export function databaseText({ version, stores }: DatabaseData): string {
  const list = [...stores.values()].map(({ name, keyPath, autoIncrement, nextKey, records, indexes }) => ({
    name,
    keyPath,
    autoIncrement,
    nextKey,
    indexes: [...indexes.values()].map((index) => ({ ...index, records: undefined })),
    records: records.inRange(EVERYTHING).map(({ key, value }) => [keyJson(key), value]),
  }));
  return JSON.stringify({ version, stores: list });
}

export function databaseOfText(name: string, text: string): DatabaseData {
  const { version, stores } = JSON.parse(text) as { version: number; stores: StoredStore[] };
  const made = new Map<string, StoreData>();
  for (const stored of stores) {
    const records = new SortedRecords();
    for (const [json, value] of stored.records) {
      const key = keyOfJson(json);
      records.put({ key, primaryKey: key, value });
    }
    const store: StoreData = { ...stored, records, indexes: new Map() };
    for (const index of stored.indexes) {
      const filled = { ...index, records: new SortedRecords() };
      fillIndex(store, filled);
      store.indexes.set(index.name, filled);
    }
    made.set(store.name, store);
  }
  return { name, version, stores: made };
}

interface StoredStore {
  readonly name: string;
  readonly keyPath: KeyPath;
  readonly autoIncrement: boolean;
  readonly nextKey: number;
  readonly indexes: readonly Omit<IndexData, 'records'>[];
  readonly records: readonly [json: [Key['kind'], unknown], value: string][];
}
