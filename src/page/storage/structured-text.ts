/**
 * Structured values as text, for what outlives a document: history states and databases.
 *
 * In:  a value that structured-clone.ts has copied. Out: JSON of a table: each value once, references by number, so that
 * cycles and shared objects stay what they are; and back.
 *
 * HTML §2.7.6, §2.7.7 (StructuredSerializeForStorage, StructuredDeserialize)
 *
 * Iterative: how deep a value is nested does not matter.
 */
import { pictureOf, pictureRow } from '../canvas/offscreen.ts';
import {
  type Blob,
  blobBytes,
  blobType,
  type File,
  fileName,
  fileTime,
  isBlob,
  isFile,
  makeBlob,
  makeFile,
} from '../network/blob.ts';
import {
  base64Of,
  bufferOf,
  bytesOf,
  bytesOfBase64,
  isBuffer,
  isView,
  partsOfView,
  viewName,
} from '../network/bytes.ts';
import {
  append,
  type BareArray,
  bareArray,
  defineProperty,
  isArray,
  mapGet,
  mapSet,
  setPrototypeOf,
  uncurryThis,
} from '../primordials.ts';

/** One row of the table: a tag and what belongs to it. Numbers in rows are places in the table, unless the tag says so. */
type Row = readonly [tag: string, ...content: unknown[]];

const { stringify, parse } = JSON;
const { keys: objectKeys } = Object;
const dateTime = uncurryThis(Date.prototype.getTime);
const mapForEach = uncurryThis(Map.prototype.forEach) as (
  map: object,
  visit: (value: unknown, key: unknown) => void,
) => void;
const setForEach = uncurryThis(Set.prototype.forEach) as (set: object, visit: (value: unknown) => void) => void;
const setAdd = uncurryThis(Set.prototype.add) as (set: object, value: unknown) => void;
const NativeMap = Map;
const NativeSet = Set;
const NativeDate = Date;
const NativeRegExp = RegExp;
const VIEWS: Readonly<Record<string, new (buffer: ArrayBuffer, offset: number, length: number) => object>> = {
  __proto__: null as never,
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
  DataView,
};
const ERRORS: Readonly<Record<string, new (message: string) => Error>> = {
  __proto__: null as never,
  Error,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
};

/** `moved` numbers the objects that stand for something that changes hands: ports. */
export function structuredText(value: unknown, moved: Map<object, number> | null = null): string {
  const values = bareArray<unknown>();
  const places = new NativeMap<unknown, number>();
  const placeOf = (item: unknown): number => {
    const isObject = typeof item === 'object' && item !== null;
    const known = isObject ? mapGet(places, item) : undefined;
    if (known !== undefined) return known;
    const place = values.length;
    append(values, item);
    if (isObject) mapSet(places, item, place);
    return place;
  };
  placeOf(value);
  let text = '';
  for (let at = 0; at < values.length; at++) {
    text += `${at === 0 ? '' : ','}${stringify(setPrototypeOf(rowOf(values[at], placeOf, moved), null))}`;
  }
  return `[${text}]`;
}

function rowOf(value: unknown, placeOf: (item: unknown) => number, moved: Map<object, number> | null): Row {
  switch (typeof value) {
    case 'undefined':
      return ['u'];
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0)
        ? ['v', value]
        : ['n', Object.is(value, -0) ? '-0' : `${value}`];
    case 'bigint':
      return ['i', `${value}`];
    case 'object':
      return value === null ? ['v', null] : (movedRow(value, moved) ?? rowOfObject(value, placeOf));
    default:
      return ['v', value];
  }
}

function movedRow(value: object, moved: Map<object, number> | null): Row | null {
  const place = moved === null ? undefined : mapGet(moved, value);
  return place === undefined ? null : ['t', place];
}

function rowOfObject(value: object, placeOf: (item: unknown) => number): Row {
  if (isArray(value)) {
    const row: [string, ...unknown[]] = ['a', value.length];
    const keys = objectKeys(value);
    for (let at = 0; at < keys.length; at++) {
      append(row, keys[at]);
      append(row, placeOf((value as never)[keys[at]!]));
    }
    return row;
  }
  if (value instanceof NativeDate) return ['d', dateTime(value)];
  if (value instanceof NativeRegExp) return ['r', value.source, value.flags];
  if (value instanceof NativeMap) {
    const row: [string, ...unknown[]] = ['m'];
    mapForEach(value, (item, key) => {
      append(row, placeOf(key));
      append(row, placeOf(item));
    });
    return row;
  }
  if (value instanceof NativeSet) {
    const row: [string, ...unknown[]] = ['s'];
    setForEach(value, (item) => append(row, placeOf(item)));
    return row;
  }
  if (isBuffer(value)) return ['b', base64Of(bytesOf(value))];
  if (isView(value)) {
    const [buffer, offset, length] = partsOfView(value);
    return ['w', viewName(value), placeOf(buffer), offset, length];
  }
  if (isFile(value))
    return ['f', base64Of(blobBytes(value)), blobType(value), fileName(value), fileTime(value as File)];
  if (isBlob(value)) return ['l', base64Of(blobBytes(value as Blob)), blobType(value as Blob)];
  const picture = pictureRow(value);
  if (picture !== null) {
    const [tag, width, height, pixels] = picture;
    return [tag, width, height, pixels === null ? null : base64Of(bytesOf(pixels))];
  }
  if (value instanceof Error) return ['e', value.name, value.message, placeOf(value.stack)];
  if (value instanceof Boolean || value instanceof Number || value instanceof String) {
    return ['p', placeOf(value.valueOf())];
  }
  const row: [string, ...unknown[]] = ['o'];
  const keys = objectKeys(value);
  for (let at = 0; at < keys.length; at++) {
    append(row, keys[at]);
    append(row, placeOf((value as Record<string, unknown>)[keys[at]!]));
  }
  return row;
}

/** The value of a text that `structuredText` made; `moved` has what stood for numbers there. */
export function structuredValue(text: string, moved: ArrayLike<object> = []): unknown {
  const rows = parse(text) as Row[];
  const made = bareArray<unknown>();
  // Made first, filled afterwards: a row may name one that comes later.
  for (let at = rows.length - 1; at >= 0; at--) made[at] = make(rows[at]!, made, moved);
  for (let at = 0; at < rows.length; at++) if (made[at] === undefined) made[at] = make(rows[at]!, made, moved);
  for (let at = 0; at < rows.length; at++) fill(made[at], rows[at]!, made);
  return made[0];
}

function make([tag, first, second, third, fourth]: Row, made: BareArray<unknown>, moved: ArrayLike<object>): unknown {
  switch (tag) {
    case 'v':
      return first;
    case 'n':
      return first === '-0' ? -0 : Number(first);
    case 'i':
      return BigInt(first as string);
    case 'a':
      return new Array(first as number);
    case 'd':
      return new NativeDate(first === null ? Number.NaN : (first as number));
    case 'r':
      return new NativeRegExp(first as string, second as string);
    case 'm':
      return new NativeMap();
    case 's':
      return new NativeSet();
    case 'b':
      return bufferOf(bytesOfBase64(first as string));
    case 'w':
      // A buffer that something before the view has named is not made yet; then the second round makes the view.
      return made[second as number] === undefined
        ? undefined
        : viewAt(first as string, made[second as number] as ArrayBuffer, third as number, fourth as number);
    case 'f':
      return makeFile(bytesOfBase64(first as string), third as string, second as string, fourth as number);
    case 'l':
      return makeBlob(bytesOfBase64(first as string), second as string);
    case 'k':
    case 'g': {
      const pixels = third === null ? null : new Uint8ClampedArray(bufferOf(bytesOfBase64(third as string)));
      return pictureOf(tag, first as number, second as number, pixels);
    }
    case 'p':
      return Object(made[first as number]);
    case 'e':
      return new (ERRORS[first as string] ?? Error)(second as string);
    case 'o':
      return {};
    case 't':
      return moved[first as number];
    default:
      return undefined;
  }
}

function viewAt(name: string, buffer: ArrayBuffer, offset: number, length: number): object {
  const View = VIEWS[name] ?? VIEWS['Uint8Array']!;
  const size = (View as unknown as { BYTES_PER_ELEMENT?: number }).BYTES_PER_ELEMENT ?? 1;
  return new View(buffer, offset, length / size);
}

function fill(object: unknown, row: Row, made: BareArray<unknown>): void {
  const put = (target: object, key: string, value: unknown): void => {
    defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  };
  switch (row[0]) {
    case 'a':
      for (let at = 2; at < row.length; at += 2) put(object as object, row[at] as string, made[row[at + 1] as number]);
      return;
    case 'o':
      for (let at = 1; at < row.length; at += 2) put(object as object, row[at] as string, made[row[at + 1] as number]);
      return;
    case 'm':
      for (let at = 1; at < row.length; at += 2) {
        mapSet(object as Map<unknown, unknown>, made[row[at] as number], made[row[at + 1] as number]);
      }
      return;
    case 's':
      for (let at = 1; at < row.length; at++) setAdd(object as object, made[row[at] as number]);
  }
}
