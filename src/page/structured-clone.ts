/**
 * Structured clones: copies of values for messages, history and storage.
 *
 * In:  a value and what is to change hands. Out: a copy that shares nothing with it, or a DataCloneError.
 *
 * Containers are made first and filled afterwards, one after the other, so that depth does not matter.
 *
 * HTML §2.7 https://html.spec.whatwg.org/#safe-passing-of-structured-data
 */
import { domException } from './dom/dom-exception.ts';
import {
  append,
  type BareArray,
  bareArray,
  construct,
  defineProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  isArray,
  mapGet,
  mapSet,
  mapSize,
  ownKeys,
  uncurryThis,
} from './primordials.ts';

type Filler = () => void;

/** How objects of platform interfaces are copied: `null` for those that cannot be. */
export type PlatformCloner = (value: object) => object | null | undefined;

const cloners: BareArray<PlatformCloner> = bareArray();

/** Adds a kind of platform object. `undefined` means that the object is none of that kind. */
export function addPlatformCloner(clone: PlatformCloner): void {
  append(cloners, clone);
}

const ObjectPrototype = Object.prototype;
const NewMap = Map;
const NewSet = Set;
const NewDate = Date;
const NewRegExp = RegExp;
const Buffer = ArrayBuffer;
const View = DataView;
const dateTime = uncurryThis(Date.prototype.getTime);
const setAdd = uncurryThis(Set.prototype.add) as (set: Set<unknown>, value: unknown) => void;
const setSize = uncurryThis(getOwnPropertyDescriptor(Set.prototype, 'size')!.get!);
const mapForEach = uncurryThis(Map.prototype.forEach) as (
  map: object,
  visit: (value: unknown, key: unknown) => void,
) => void;
const setForEach = uncurryThis(Set.prototype.forEach) as (set: object, visit: (value: unknown) => void) => void;
const sliceBuffer = uncurryThis(Buffer.prototype.slice);
const bufferLength = uncurryThis(getOwnPropertyDescriptor(Buffer.prototype, 'byteLength')!.get!);
const isDetached = uncurryThis(getOwnPropertyDescriptor(Buffer.prototype, 'detached')!.get!);
const transferBuffer = uncurryThis(Buffer.prototype.transfer);
const regExpSource = uncurryThis(getOwnPropertyDescriptor(RegExp.prototype, 'source')!.get!);
const regExpFlags = uncurryThis(getOwnPropertyDescriptor(RegExp.prototype, 'flags')!.get!);
const { isView } = Buffer;
const TypedArray = getPrototypeOf(Uint8Array.prototype) as object;
const typedName = uncurryThis(getOwnPropertyDescriptor(TypedArray, Symbol.toStringTag)!.get!);
const viewPart = (prototype: object, name: string) => uncurryThis(getOwnPropertyDescriptor(prototype, name)!.get!);
const typedBuffer = viewPart(TypedArray, 'buffer');
const typedOffset = viewPart(TypedArray, 'byteOffset');
const typedLength = viewPart(TypedArray, 'length');
const viewBuffer = viewPart(View.prototype, 'buffer');
const viewOffset = viewPart(View.prototype, 'byteOffset');
const viewLength = viewPart(View.prototype, 'byteLength');
const unwrapNumber = uncurryThis(Number.prototype.valueOf);
const unwrapString = uncurryThis(String.prototype.valueOf);
const unwrapBoolean = uncurryThis(Boolean.prototype.valueOf);
const NewObject = Object;

const typedArrays: Record<string, unknown> = { __proto__: null };
for (const name of [
  'Int8',
  'Uint8',
  'Uint8Clamped',
  'Int16',
  'Uint16',
  'Int32',
  'Uint32',
  'Float32',
  'Float64',
  'BigInt64',
  'BigUint64',
  'Float16',
]) {
  typedArrays[`${name}Array`] = (globalThis as unknown as Record<string, unknown>)[`${name}Array`];
}
const errors: Record<string, unknown> = { __proto__: null };
for (const each of [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError])
  errors[each.name] = each;
const toText = uncurryThis(ObjectPrototype.toString);
const isError = (value: object): boolean => toText(value) === '[object Error]';

/** Whether the internal slot that `read` needs is there. */
function has(read: (value: never) => unknown, value: object): boolean {
  try {
    read(value as never);
    return true;
  } catch {
    return false;
  }
}

function failure(value: unknown): Error {
  const what = typeof value === 'symbol' ? 'Symbol()' : typeof value === 'function' ? 'A function' : 'An object';
  return domException('DataCloneError', `${what} could not be cloned.`) as unknown as Error;
}

class Cloner {
  readonly #seen = new Map<object, object>();
  #fillers: BareArray<Filler> = bareArray();
  readonly #buffers: BareArray<ArrayBuffer> = bareArray();

  /**
   * What changes hands is noted first: the copies of the rest refer to it. Buffers are taken from their owner at the end,
   * because views cannot be read without them, and because nothing is taken when something cannot be copied.
   */
  transfer(list: ArrayLike<unknown>, move: (value: object) => object | null): void {
    for (let at = 0; at < list.length; at++) {
      const value = list[at];
      if (typeof value !== 'object' || value === null) throw failure(value);
      if (mapGet(this.#seen, value) !== undefined) throw failure(value);
      const isBuffer = has(bufferLength, value);
      if (isBuffer && isDetached(value)) throw failure(value);
      const moved = isBuffer ? (sliceBuffer(value as ArrayBuffer, 0) as object) : move(value);
      if (moved === null) throw failure(value);
      if (isBuffer) append(this.#buffers, value as ArrayBuffer);
      mapSet(this.#seen, value, moved);
    }
  }

  clone(value: unknown): unknown {
    const copy = this.#copy(value);
    for (let at = 0; at < this.#fillers.length; at++) this.#fillers[at]!();
    for (let at = 0; at < this.#buffers.length; at++) transferBuffer(this.#buffers[at]!);
    return copy;
  }

  #copy(value: unknown): unknown {
    if (typeof value === 'symbol' || typeof value === 'function') throw failure(value);
    if (typeof value !== 'object' || value === null) return value;
    const known = mapGet(this.#seen, value);
    if (known !== undefined) return known;
    const copy = this.#copyObject(value);
    mapSet(this.#seen, value, copy);
    return copy;
  }

  #copyObject(value: object): object {
    const prototype = getPrototypeOf(value) as object | null;
    if (prototype === ObjectPrototype || prototype === null) return this.#copyMembers(value, {});
    if (isArray(value)) {
      const copy: unknown[] = [];
      copy.length = value.length;
      return this.#copyMembers(value, copy);
    }
    return this.#copyBuiltIn(value) ?? this.#copyPlatform(value);
  }

  #copyPlatform(value: object): object {
    for (let at = 0; at < cloners.length; at++) {
      const copy = cloners[at]!(value);
      if (copy === null) throw failure(value);
      if (copy !== undefined) return copy;
    }
    return this.#copyMembers(value, {});
  }

  #copyMembers(value: object, copy: object): object {
    append(this.#fillers, () => {
      const keys = ownKeys(value);
      for (let at = 0; at < keys.length; at++) {
        const key = keys[at]!;
        if (typeof key !== 'string' || !getOwnPropertyDescriptor(value, key)?.enumerable) continue;
        const member = this.#copy((value as Record<string, unknown>)[key]);
        defineProperty(copy, key, { value: member, writable: true, enumerable: true, configurable: true });
      }
    });
    return copy;
  }

  /** Objects of ECMAScript with internal slots; `null` for others. */
  #copyBuiltIn(value: object): object | null {
    if (isView(value)) return this.#copyView(value);
    if (has(bufferLength, value)) return sliceBuffer(value as ArrayBuffer, 0) as object;
    if (has(dateTime, value)) return new NewDate(dateTime(value as Date));
    if (has(mapSize, value)) {
      const copy = new NewMap<unknown, unknown>();
      append(this.#fillers, () => mapForEach(value, (each, key) => mapSet(copy, this.#copy(key), this.#copy(each))));
      return copy;
    }
    if (has(setSize, value)) {
      const copy = new NewSet<unknown>();
      append(this.#fillers, () => setForEach(value, (each) => setAdd(copy, this.#copy(each))));
      return copy;
    }
    if (isError(value)) return this.#copyError(value);
    if (has(regExpFlags, value) && has(unwrapRegExp, value)) {
      return new NewRegExp(regExpSource(value) as string, regExpFlags(value) as string);
    }
    if (has(unwrapNumber, value)) return NewObject(unwrapNumber(value as never)) as object;
    if (has(unwrapString, value)) return NewObject(unwrapString(value as never)) as object;
    if (has(unwrapBoolean, value)) return NewObject(unwrapBoolean(value as never)) as object;
    return null;
  }

  #copyView(value: object): object {
    const name = typedName(value) as string | undefined;
    if (name === undefined) {
      const buffer = this.#copy(viewBuffer(value)) as ArrayBuffer;
      return new View(buffer, viewOffset(value) as number, viewLength(value) as number);
    }
    const buffer = this.#copy(typedBuffer(value));
    return construct(typedArrays[name] as never, [buffer, typedOffset(value), typedLength(value)]) as object;
  }

  #copyError(value: object): object {
    const { name, message, cause } = value as Record<string, unknown>;
    const make = (errors[`${name}`] ?? errors['Error']) as new (message: string) => Error;
    const copy = new make(message === undefined ? '' : `${message}`);
    const stack = getOwnPropertyDescriptor(value, 'stack') === undefined ? undefined : (value as Error).stack;
    if (typeof stack === 'string') defineProperty(copy, 'stack', { value: stack, writable: true, configurable: true });
    if (getOwnPropertyDescriptor(value, 'cause') !== undefined) {
      append(this.#fillers, () =>
        defineProperty(copy, 'cause', { value: this.#copy(cause), writable: true, configurable: true }),
      );
    }
    return copy;
  }
}

const exec = uncurryThis(RegExp.prototype.exec);
function unwrapRegExp(value: RegExp): unknown {
  const at = value.lastIndex;
  const result = exec(value, '');
  value.lastIndex = at;
  return result;
}

const NOTHING: ArrayLike<unknown> = [];

/** A copy of `value`; what `transfer` lists is moved, by `move` if it is no buffer. */
export function cloneValue(
  value: unknown,
  transfer: ArrayLike<unknown> = NOTHING,
  move: (value: object) => object | null = () => null,
): unknown {
  const cloner = new Cloner();
  cloner.transfer(transfer, move);
  return cloner.clone(value);
}

/** `transfer` of an options argument, as a list. */
export function transferList(options: unknown): ArrayLike<unknown> {
  if (typeof options !== 'object' || options === null) return NOTHING;
  if (isArray(options)) return options;
  const { transfer } = options as { transfer?: unknown };
  return isArray(transfer) ? transfer : NOTHING;
}
