/**
 * `getAllRecords()`: records whole, in either direction; and new names of stores and indexes.
 *
 * Indexed Database 3.0 §4.5 (getAllRecords), §4.5 and §4.6 (name) https://w3c.github.io/IndexedDB/
 */
import { domException } from '../../dom/dom-exception.ts';
import { dictionaryOf } from '../../rare/answers.ts';
import { liveObject } from '../../window/lazy-interfaces.ts';
import { compareKeys, type Range, rangeOf } from './keys.ts';
import type { IndexData, StoreData, Record as StoredRecord } from './store-data.ts';
import { checkActive, type TransactionState } from './transaction-state.ts';

export type Direction = 'next' | 'nextunique' | 'prev' | 'prevunique';

const DIRECTIONS: readonly unknown[] = ['next', 'nextunique', 'prev', 'prevunique'];

export interface RecordOptions {
  readonly range: Range;
  readonly limit: number;
  readonly direction: Direction;
}

/** IDBGetAllOptions, read and checked. */
export function allOptions(given: unknown): RecordOptions {
  const { query, count, direction = 'next' } = dictionaryOf(given, '', 'IDBGetAllOptions');
  if (!DIRECTIONS.includes(direction)) {
    const what = `The provided value '${direction}' is not a valid enum value of type IDBCursorDirection.`;
    throw new TypeError(`Failed to read the 'direction' property from 'IDBGetAllOptions': ${what}`);
  }
  const number = count === undefined || count === null ? 0 : Number(count) >>> 0;
  return {
    range: rangeOf(query ?? undefined, true),
    limit: number === 0 ? Number.POSITIVE_INFINITY : number,
    direction: direction as Direction,
  };
}

/** "retrieve multiple items": of equal keys the unique directions keep the first. */
export function inDirection(records: readonly StoredRecord[], direction: Direction, limit: number): StoredRecord[] {
  const isUnique = direction === 'nextunique' || direction === 'prevunique';
  const kept = isUnique
    ? records.filter((record, at) => at === 0 || compareKeys(records[at - 1]!.key, record.key) !== 0)
    : records.slice();
  if (direction === 'prev' || direction === 'prevunique') kept.reverse();
  return kept.slice(0, limit);
}

export function recordObject(key: unknown, primaryKey: unknown, value: unknown): object {
  return liveObject('IDBRecord', { key, primaryKey, value });
}

export function checkUpgrade(transaction: TransactionState): void {
  if (transaction.mode !== 'versionchange') {
    throw domException('InvalidStateError', 'The database is not running a version change transaction.');
  }
  checkActive(transaction);
}

/** Puts what is in a map under another name, in its place: by names is the order of lists anyway. */
function rename<T extends { name: string }>(all: Map<string, T>, data: T, name: string, what: string): void {
  if (all.get(data.name) !== data) throw domException('InvalidStateError', `The ${what} has been deleted.`);
  if (name === data.name) return;
  if (all.has(name)) throw domException('ConstraintError', `The ${what} '${name}' already exists.`);
  all.delete(data.name);
  data.name = name;
  all.set(name, data);
}

export function renameStore(transaction: TransactionState, store: StoreData, name: string): void {
  rename(transaction.data.stores, store, name, 'object store');
}

export function renameIndex(store: StoreData, index: IndexData, name: string): void {
  rename(store.indexes, index, name, 'index');
}
