/**
 * The objects whose getters those of Navigator and Screen are: on anything else, and on the prototype, they throw.
 */
import { weakHas, weakSet } from '../primordials.ts';

const admitted = new WeakMap<object, true>();

/** The navigator of a worker has the getters of a window's. */
export function admit(object: object): object {
  weakSet(admitted, object, true);
  return object;
}

export function checkAdmitted(self: unknown): void {
  if (typeof self !== 'object' || self === null || !weakHas(admitted, self)) throw new TypeError('Illegal invocation');
}

/** A getter that gives the same to every object that is admitted. */
export function giveAdmitted<Value>(self: unknown, value: Value): Value {
  checkAdmitted(self);
  return value;
}
