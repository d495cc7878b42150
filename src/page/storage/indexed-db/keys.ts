/**
 * Keys of IndexedDB: which values they can be, their order, key paths and key ranges.
 *
 * Indexed Database 3.0 §2.5, §2.9, §7.1–§7.4 https://w3c.github.io/IndexedDB/#key-construct
 */
import { domException } from '../../dom/dom-exception.ts';
import { copyOf, isBufferSource, lengthOf } from '../../network/bytes.ts';
import { exposeClass, INTERNAL } from '../../network/web-class.ts';
import { append, bareArray, defineProperty, isArray, min, uncurryThis } from '../../primordials.ts';

/** A key that has been checked: its kind decides the order between kinds. */
export type Key =
  | { readonly kind: 1; readonly value: number }
  | { readonly kind: 2; readonly value: number }
  | { readonly kind: 3; readonly value: string }
  | { readonly kind: 4; readonly value: Uint8Array<ArrayBuffer> }
  | { readonly kind: 5; readonly value: readonly Key[] };

const MAX_DEPTH = 100;
const dateTime = uncurryThis(Date.prototype.getTime);
const NativeDate = Date;

/** "convert a value to a key"; `null` for a value that is none. */
export function keyOf(value: unknown, depth = 0): Key | null {
  if (typeof value === 'number') return Number.isNaN(value) ? null : { kind: 1, value: value === 0 ? 0 : value };
  if (typeof value === 'string') return { kind: 3, value };
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return null;
  if (value instanceof NativeDate) {
    const time = dateTime(value);
    return Number.isNaN(time) ? null : { kind: 2, value: time };
  }
  if (isBufferSource(value)) return { kind: 4, value: copyOf(value) };
  if (!isArray(value)) return null;
  const keys: Key[] = [];
  for (let at = 0; at < value.length; at++) {
    const key = keyOf(value[at], depth + 1);
    if (key === null) return null;
    keys[at] = key;
  }
  return { kind: 5, value: keys };
}

/** The same, where anything else is an error. */
export function requiredKey(value: unknown): Key {
  const key = keyOf(value);
  if (key === null) throw domException('DataError', 'The parameter is not a valid key.');
  return key;
}

export function valueOfKey(key: Key): unknown {
  switch (key.kind) {
    case 2:
      return new NativeDate(key.value);
    case 4:
      return copyOf(key.value).buffer;
    case 5: {
      const values: unknown[] = [];
      for (let at = 0; at < key.value.length; at++) values[at] = valueOfKey(key.value[at]!);
      return values;
    }
    default:
      return key.value;
  }
}

/** "compare two keys" */
export function compareKeys(a: Key, b: Key): number {
  if (a.kind !== b.kind) return a.kind < b.kind ? -1 : 1;
  if (a.kind === 5 && b.kind === 5) {
    const count = min(a.value.length, b.value.length);
    for (let at = 0; at < count; at++) {
      const order = compareKeys(a.value[at]!, b.value[at]!);
      if (order !== 0) return order;
    }
    return Math.sign(a.value.length - b.value.length);
  }
  if (a.kind === 4 && b.kind === 4) {
    const count = min(lengthOf(a.value), lengthOf(b.value));
    for (let at = 0; at < count; at++) if (a.value[at] !== b.value[at]) return a.value[at]! < b.value[at]! ? -1 : 1;
    return Math.sign(lengthOf(a.value) - lengthOf(b.value));
  }
  const [first, second] = [a.value as number | string, b.value as number | string];
  return first < second ? -1 : first > second ? 1 : 0;
}

export type KeyPath = string | readonly string[] | null;

/** A key path as a page gives it. */
export function checkedPath(path: unknown): KeyPath {
  if (path === null || path === undefined) return null;
  const isPath = (text: string) =>
    text === '' ||
    /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*(?:\.[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*)*$/u.test(
      text,
    );
  const list = isArray(path) ? path : [path];
  const names: string[] = [];
  for (let at = 0; at < list.length; at++) {
    names[at] = `${list[at]}`;
    if (!isPath(names[at]!)) throw domException('SyntaxError', 'The keyPath contains an invalid key path.');
  }
  if (isArray(path) && names.length === 0) throw domException('SyntaxError', 'The keyPath is empty.');
  return isArray(path) ? names : names[0]!;
}

/** "evaluate a key path on a value"; `undefined` when it leads nowhere. */
export function atPath(value: unknown, path: string | readonly string[]): unknown {
  if (typeof path !== 'string') {
    const values: unknown[] = [];
    for (let at = 0; at < path.length; at++) {
      values[at] = atPath(value, path[at]!);
      if (values[at] === undefined) return undefined;
    }
    return values;
  }
  let at = value;
  for (const name of path === '' ? [] : path.split('.')) {
    if (typeof at === 'string' && name === 'length') at = at.length;
    else if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    else at = (at as Record<string, unknown>)[name];
  }
  return at;
}

/** "inject a key into a value using a key path"; `false` when it cannot be. */
export function putAtPath(value: unknown, path: string, key: unknown): boolean {
  const names = path.split('.');
  const last = names.pop()!;
  let at = value;
  for (const name of names) {
    if (typeof at !== 'object' || at === null) return false;
    if (!Object.hasOwn(at, name))
      defineProperty(at, name, { value: {}, writable: true, enumerable: true, configurable: true });
    at = (at as Record<string, unknown>)[name];
  }
  if (typeof at !== 'object' || at === null) return false;
  defineProperty(at, last, { value: key, writable: true, enumerable: true, configurable: true });
  return true;
}

/** From where to where. */
export interface Range {
  readonly lower: Key | null;
  readonly upper: Key | null;
  readonly lowerOpen: boolean;
  readonly upperOpen: boolean;
}

export const EVERYTHING: Range = { lower: null, upper: null, lowerOpen: false, upperOpen: false };

export function isInRange(key: Key, { lower, upper, lowerOpen, upperOpen }: Range): boolean {
  const below = lower === null ? 1 : compareKeys(key, lower);
  const above = upper === null ? -1 : compareKeys(key, upper);
  return (below > 0 || (below === 0 && !lowerOpen)) && (above < 0 || (above === 0 && !upperOpen));
}

let rangeOfObject: (value: unknown) => Range | null;

/** "convert a value to a key range" */
export function rangeOf(query: unknown, mayBeMissing: boolean): Range {
  const range = rangeOfObject(query);
  if (range !== null) return range;
  if (query === undefined || query === null) {
    if (mayBeMissing) return EVERYTHING;
    throw domException('DataError', 'No key or key range specified.');
  }
  const key = requiredKey(query);
  return { lower: key, upper: key, lowerOpen: false, upperOpen: false };
}

export class IDBKeyRange {
  readonly #range: Range;
  static {
    rangeOfObject = (value) => (typeof value === 'object' && value !== null && #range in value ? value.#range : null);
  }
  constructor(key?: unknown, range?: Range) {
    if (key !== INTERNAL) throw new TypeError('Illegal constructor');
    this.#range = range!;
  }
  static only(value: unknown): IDBKeyRange {
    const key = requiredKey(value);
    return make({ lower: key, upper: key, lowerOpen: false, upperOpen: false });
  }
  static lowerBound(lower: unknown, open: unknown = false): IDBKeyRange {
    return make({ ...EVERYTHING, lower: requiredKey(lower), lowerOpen: Boolean(open), upperOpen: true });
  }
  static upperBound(upper: unknown, open: unknown = false): IDBKeyRange {
    return make({ ...EVERYTHING, upper: requiredKey(upper), lowerOpen: true, upperOpen: Boolean(open) });
  }
  static bound(lower: unknown, upper: unknown, lowerOpen: unknown = false, upperOpen: unknown = false): IDBKeyRange {
    const [first, last] = [requiredKey(lower), requiredKey(upper)];
    if (compareKeys(first, last) > 0) {
      throw domException('DataError', 'The lower key is greater than the upper key.');
    }
    return make({ lower: first, upper: last, lowerOpen: Boolean(lowerOpen), upperOpen: Boolean(upperOpen) });
  }
  get lower(): unknown {
    return this.#range.lower === null ? undefined : valueOfKey(this.#range.lower);
  }
  get upper(): unknown {
    return this.#range.upper === null ? undefined : valueOfKey(this.#range.upper);
  }
  get lowerOpen(): boolean {
    return this.#range.lowerOpen;
  }
  get upperOpen(): boolean {
    return this.#range.upperOpen;
  }
  includes(value: unknown): boolean {
    return isInRange(requiredKey(value), this.#range);
  }
}
const make = (range: Range): IDBKeyRange => new IDBKeyRange(INTERNAL, range);

/** Keys of an index entry: each of an array's where it is multi-entry, without doubles. */
export function indexKeys(value: unknown, path: string | readonly string[], multiEntry: boolean): Key[] {
  const found = atPath(value, path);
  if (!multiEntry || !isArray(found)) {
    const key = keyOf(found);
    return key === null ? [] : [key];
  }
  const keys: Key[] = [];
  const seen = bareArray<Key>();
  for (let at = 0; at < found.length; at++) {
    const key = keyOf(found[at]);
    let isKnown = key === null;
    for (let before = 0; before < seen.length && !isKnown; before++) isKnown = compareKeys(seen[before]!, key!) === 0;
    if (isKnown) continue;
    append(seen, key!);
    keys[keys.length] = key!;
  }
  return keys;
}

exposeClass('IDBKeyRange', IDBKeyRange);
