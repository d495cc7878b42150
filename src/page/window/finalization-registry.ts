/**
 * FinalizationRegistry as pages get it: what is registered is noted as gone by nobody.
 *
 * ECMAScript lets an engine leave out calls of the callback, and says that programs must not depend on them. V8's own
 * runs them in a task of its own, which no limit of ours counts; frameworks only need the class to be there.
 *
 * Differs: the callback is never called. Nothing that is registered is kept alive.
 *
 * ECMA-262 §26.2 https://tc39.es/ecma262/#sec-finalization-registry-objects
 */
import { construct, defineProperty, uncurryThis, weakHas, weakSet } from '../primordials.ts';

const WeakTokens = WeakMap<WeakKey, true>;
const weakDelete = uncurryThis(WeakMap.prototype.delete) as (map: WeakMap<WeakKey, true>, key: WeakKey) => boolean;
const { is } = Object;
const registeredKey = Symbol.keyFor;

/** Objects, functions, and symbols that are not in the registry of symbols. */
function canBeHeldWeakly(value: unknown): value is WeakKey {
  if (typeof value === 'symbol') return registeredKey(value) === undefined;
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

class PageFinalizationRegistry {
  /** What can be unregistered still. */
  readonly #tokens = new WeakTokens();

  constructor(cleanup: unknown) {
    if (typeof cleanup !== 'function') throw new TypeError('FinalizationRegistry: cleanup must be callable');
  }

  register(target: unknown, held: unknown, ...rest: readonly unknown[]): void {
    PageFinalizationRegistry.#check(this, 'register');
    const where = 'FinalizationRegistry.prototype.register';
    if (!canBeHeldWeakly(target)) throw new TypeError(`${where}: invalid target`);
    if (is(target, held)) throw new TypeError(`${where}: target and holdings must not be same`);
    const token = rest[0];
    if (canBeHeldWeakly(token)) weakSet(this.#tokens, token, true);
    else if (token !== undefined) throw new TypeError('Invalid unregisterToken');
  }

  /** Whether there was something to unregister. */
  unregister(token: unknown): boolean {
    PageFinalizationRegistry.#check(this, 'unregister');
    if (!canBeHeldWeakly(token)) throw new TypeError('Invalid unregisterToken');
    return weakHas(this.#tokens, token) && weakDelete(this.#tokens, token);
  }

  static #check(self: object, method: string): void {
    if (#tokens in self) return;
    throw new TypeError(`Method FinalizationRegistry.prototype.${method} called on incompatible receiver`);
  }
}

/** What pages find on the window. */
export const FinalizationRegistryObject = {
  FinalizationRegistry: function (cleanup: unknown): object {
    if (new.target === undefined) throw new TypeError("Constructor FinalizationRegistry requires 'new'");
    return construct(PageFinalizationRegistry, [cleanup], new.target as never);
  },
}.FinalizationRegistry;

const prototype = PageFinalizationRegistry.prototype as object;
defineProperty(FinalizationRegistryObject, 'prototype', { value: prototype, writable: false });
defineProperty(prototype, 'constructor', { value: FinalizationRegistryObject, writable: true, configurable: true });
defineProperty(prototype, Symbol.toStringTag, { value: 'FinalizationRegistry', configurable: true });
