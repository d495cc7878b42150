/**
 * IDBCursor and IDBCursorWithValue: records one after the other.
 *
 * Indexed Database 3.0 §4.8, §6.7 https://w3c.github.io/IndexedDB/#cursor-interface
 */
import { domException } from '../../dom/dom-exception.ts';
import { checkInternal, exposeClass, INTERNAL } from '../../network/web-class.ts';
import { cloneValue } from '../../structured-clone.ts';
import { structuredText, structuredValue } from '../structured-text.ts';
import { atPath, compareKeys, type Key, keyOf, type Range, requiredKey, valueOfKey } from './keys.ts';
import { IDBRequest, requestControl } from './request.ts';
import {
  deleteRecords,
  type SortedRecords,
  type StoreData,
  type Record as StoredRecord,
  storeRecord,
} from './store-data.ts';
import { checkActive, placeRequest, type TransactionState, writableStore } from './transaction-state.ts';

const DIRECTIONS = ['next', 'nextunique', 'prev', 'prevunique'] as const;
export type CursorDirection = (typeof DIRECTIONS)[number];

export interface CursorOptions {
  readonly source: object;
  readonly store: StoreData;
  readonly records: () => SortedRecords;
  readonly range: Range;
  readonly direction: CursorDirection;
  readonly keysOnly: boolean;
}

interface CursorState extends CursorOptions {
  readonly transaction: TransactionState;
  readonly request: IDBRequest;
  at: StoredRecord | null;
  /** It has a record, and nobody has asked for the next. */
  hasValue: boolean;
}

/** The record that follows; `from` and `fromPrimary` are places to go to at least. */
function following(cursor: CursorState, from: Key | null, fromPrimary: Key | null): StoredRecord | null {
  const found = cursor.records().inRange(cursor.range);
  const isForward = cursor.direction === 'next' || cursor.direction === 'nextunique';
  const isUnique = cursor.direction === 'nextunique' || cursor.direction === 'prevunique';
  const sign = isForward ? 1 : -1;
  const { at } = cursor;
  const isBehind = (record: StoredRecord): boolean => {
    if (at === null) return true;
    const order = sign * compareKeys(record.key, at.key);
    if (order < 0 || (order === 0 && isUnique)) return false;
    return order > 0 || sign * compareKeys(record.primaryKey, at.primaryKey) > 0;
  };
  const isFarEnough = (record: StoredRecord): boolean => {
    if (from === null) return true;
    const order = sign * compareKeys(record.key, from);
    if (order !== 0 || fromPrimary === null) return order >= 0;
    return sign * compareKeys(record.primaryKey, fromPrimary) >= 0;
  };
  for (let step = 0; step < found.length; step++) {
    const record = found[isForward ? step : found.length - 1 - step]!;
    if (!isBehind(record) || !isFarEnough(record)) continue;
    // Backwards without doubles stops at the first of equal keys.
    return cursor.direction === 'prevunique'
      ? found[found.findIndex(({ key }) => compareKeys(key, record.key) === 0)]!
      : record;
  }
  return null;
}

export function openCursor(transaction: TransactionState, options: CursorOptions): IDBRequest {
  if (!DIRECTIONS.includes(options.direction)) {
    throw new TypeError(
      `The provided value '${options.direction}' is not a valid enum value of type IDBCursorDirection.`,
    );
  }
  const request = new IDBRequest(INTERNAL);
  const state: CursorState = { ...options, transaction, request, at: null, hasValue: false };
  const cursor = options.keysOnly ? new IDBCursor(INTERNAL, state) : new IDBCursorWithValue(INTERNAL, state);
  return placeRequest(transaction, request, options.source, () => move(state, cursor, null, null, 1));
}

function move(
  state: CursorState,
  cursor: IDBCursor,
  from: Key | null,
  primary: Key | null,
  count: number,
): object | null {
  for (let step = 0; step < count; step++) {
    state.at = following(state, from, primary);
    if (state.at === null) return null;
  }
  state.hasValue = true;
  return cursor;
}

let cursorValue: (cursor: IDBCursor) => unknown;

export class IDBCursor {
  readonly #state: CursorState;
  #value: { readonly of: StoredRecord; readonly value: unknown } | null = null;
  static {
    cursorValue = (cursor) => cursor.#currentValue();
  }

  constructor(key?: unknown, state?: unknown) {
    checkInternal(key);
    this.#state = state as CursorState;
  }

  get source(): object {
    return this.#state.source;
  }
  get direction(): string {
    return this.#state.direction;
  }
  get key(): unknown {
    return this.#state.at === null ? undefined : valueOfKey(this.#state.at.key);
  }
  get primaryKey(): unknown {
    return this.#state.at === null ? undefined : valueOfKey(this.#state.at.primaryKey);
  }
  get request(): IDBRequest {
    return this.#state.request;
  }
  advance(count: unknown): void {
    const number = Number(count) >>> 0;
    if (number === 0) throw new TypeError('A count argument with value 0 was supplied, must be greater than 0.');
    this.#continue(null, null, number);
  }
  continue(key?: unknown): void {
    const from = key === undefined ? null : requiredKey(key);
    this.#checkMoves(from);
    this.#continue(from, null, 1);
  }
  continuePrimaryKey(key: unknown, primaryKey: unknown): void {
    const from = requiredKey(key);
    this.#continue(from, requiredKey(primaryKey), 1);
  }
  update(value: unknown): IDBRequest {
    const { transaction } = this.#state;
    const { store, at } = this.#checkValue();
    const copy = cloneValue(value);
    if (store.keyPath !== null) {
      const key = keyOf(atPath(copy, store.keyPath));
      if (key === null || compareKeys(key, at.primaryKey) !== 0) {
        throw domException(
          'DataError',
          "The effective object store of this cursor uses in-line keys and evaluating the key path results in a different value than the cursor's effective key.",
        );
      }
    }
    return placeRequest(transaction, new IDBRequest(INTERNAL), this, () => {
      storeRecord(store, at.primaryKey, structuredText(copy), copy, false);
      return valueOfKey(at.primaryKey);
    });
  }
  delete(): IDBRequest {
    const { store, at } = this.#checkValue();
    const key = at.primaryKey;
    return placeRequest(this.#state.transaction, new IDBRequest(INTERNAL), this, () =>
      deleteRecords(store, { lower: key, upper: key, lowerOpen: false, upperOpen: false }),
    );
  }

  #currentValue(): unknown {
    const { at, store } = this.#state;
    if (at === null) return undefined;
    if (this.#value?.of !== at) {
      const record = store.records.find(at.primaryKey);
      this.#value = { of: at, value: record === null ? undefined : structuredValue(record.value) };
    }
    return this.#value.value;
  }

  #checkValue(): { readonly store: StoreData; readonly at: StoredRecord } {
    const { transaction, at, hasValue, keysOnly } = this.#state;
    checkActive(transaction);
    const store = writableStore(transaction, this.#state.store);
    if (at === null || !hasValue || keysOnly) {
      throw domException('InvalidStateError', 'The cursor is being iterated, or has no value.');
    }
    return { store, at };
  }

  #checkMoves(from: Key | null): void {
    const { at, direction } = this.#state;
    if (from === null || at === null) return;
    const order = compareKeys(from, at.key);
    const isForward = direction === 'next' || direction === 'nextunique';
    if (isForward ? order <= 0 : order >= 0) {
      throw domException('DataError', "The parameter is not in the direction of this cursor's position.");
    }
  }

  #continue(from: Key | null, primary: Key | null, count: number): void {
    const state = this.#state;
    checkActive(state.transaction);
    if (!state.hasValue)
      throw domException('InvalidStateError', 'The cursor is being iterated or has iterated past its end.');
    state.hasValue = false;
    requestControl.begin(state.request, state.source, state.transaction.object);
    placeRequest(state.transaction, state.request, state.source, () => move(state, this, from, primary, count));
  }
}

export class IDBCursorWithValue extends IDBCursor {
  get value(): unknown {
    return cursorValue(this);
  }
}

exposeClass('IDBCursor', IDBCursor);
exposeClass('IDBCursorWithValue', IDBCursorWithValue);
