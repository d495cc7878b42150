/**
 * Lists whose objects are read by their numbers.
 *
 * In:  what a list has, and how much. Out: the handler of a proxy in which indices are own properties that nobody can write.
 *
 * Web IDL §3.9 (legacy platform objects) https://webidl.spec.whatwg.org/#js-legacy-platform-objects
 */
import { append, bareArray, copyArray, reflect } from '../primordials.ts';

/** Array indices only; -1 for other keys. */
export function indexOfKey(key: string | symbol): number {
  if (typeof key !== 'string' || key === '') return -1;
  const number = +key;
  return number >= 0 && number < 4294967295 && `${number >>> 0}` === key ? number : -1;
}

/** `itemAt` gives `undefined` behind the end. Both get the proxy's target. */
export function indexedHandler(
  lengthOf: (target: object) => number,
  itemAt: (target: object, index: number) => unknown,
): ProxyHandler<object> {
  return {
    get(target, key, receiver) {
      const index = indexOfKey(key);
      return index < 0 ? reflect.get(target, key, receiver) : itemAt(target, index);
    },
    has(target, key) {
      const index = indexOfKey(key);
      return index < 0 ? reflect.has(target, key) : index < lengthOf(target);
    },
    set(target, key, value, receiver) {
      return indexOfKey(key) < 0 && reflect.set(target, key, value, receiver);
    },
    deleteProperty(target, key) {
      const index = indexOfKey(key);
      return index < 0 ? reflect.deleteProperty(target, key) : index >= lengthOf(target);
    },
    defineProperty(target, key, descriptor) {
      return indexOfKey(key) < 0 && reflect.defineProperty(target, key, descriptor);
    },
    getOwnPropertyDescriptor(target, key) {
      const index = indexOfKey(key);
      if (index < 0) return reflect.getOwnPropertyDescriptor(target, key);
      const value = itemAt(target, index);
      return value === undefined ? undefined : { value, writable: false, enumerable: true, configurable: true };
    },
    ownKeys(target) {
      const keys = bareArray<string | symbol>();
      const length = lengthOf(target);
      for (let at = 0; at < length; at++) append(keys, `${at}`);
      const own = reflect.ownKeys(target);
      for (let at = 0; at < own.length; at++) append(keys, own[at]!);
      return copyArray(keys);
    },
    // What has indices that come and go cannot be closed to new ones.
    preventExtensions: () => false,
  };
}
