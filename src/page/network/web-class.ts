/**
 * Classes as web interfaces: named, with enumerable members, exposed on the window.
 *
 * WebIDL §3.7 https://webidl.spec.whatwg.org/#js-interfaces
 */

import { prototypeOf } from '../dom/interfaces.ts';
import { eventHandler, setEventHandler } from '../event-handlers.ts';
import { defineNamedAccessor } from '../named-function.ts';
import { append, bareArray, defineProperty, getOwnPropertyDescriptor, ownKeys } from '../primordials.ts';

type WebClass = abstract new (...args: never[]) => object;

const exposed = bareArray<readonly [name: string, value: unknown]>();

/** EventTarget, for classes to extend. */
export const EventTargetClass = (prototypeOf('EventTarget') as { constructor: unknown })
  .constructor as new () => object;

/** Makes a class look as WebIDL says; `name` because bundling shortens names. */
export function finishClass(name: string, object: WebClass): void {
  defineProperty(object, 'name', { value: name, configurable: true });
  defineProperty(object, 'prototype', { writable: false });
  defineProperty(object.prototype, Symbol.toStringTag, { value: name, configurable: true });
  const prototype = object.prototype as object;
  for (const key of ownKeys(prototype)) {
    if (typeof key === 'string' && key !== 'constructor') defineProperty(prototype, key, { enumerable: true });
  }
  for (const key of ownKeys(object)) {
    const isOwn = typeof key === 'string' && key !== 'name' && key !== 'length' && key !== 'prototype';
    if (isOwn && getOwnPropertyDescriptor(object, key)!.configurable) defineProperty(object, key, { enumerable: true });
  }
}

export function exposeClass(name: string, object: WebClass): void {
  finishClass(name, object);
  append(exposed, [name, object]);
}

/** A global that is no class: a function, an object. */
export function exposeValue(name: string, value: unknown): void {
  if (typeof value === 'function') defineProperty(value, 'name', { value: name, configurable: true });
  append(exposed, [name, value]);
}

/** What the files of network/ and storage/ have for the window. */
export function eachExposed(expose: (name: string, value: unknown) => void): void {
  for (let at = 0; at < exposed.length; at++) expose(exposed[at]![0], exposed[at]![1]);
}

/** `on…` attributes of an interface. */
export function defineHandlers(object: WebClass, types: readonly string[]): void {
  for (const type of types) {
    defineNamedAccessor(
      object.prototype,
      `on${type}`,
      type,
      (self, own) => eventHandler(self as object, own),
      (self, value, own) => setEventHandler(self as object, own, value),
    );
  }
}

/** Constants on the interface object and on the prototype. */
export function defineClassConstants(object: WebClass, constants: Readonly<Record<string, number>>): void {
  for (const key of Object.keys(constants)) {
    // Locked when they stand in their places (window/member-order.ts).
    const descriptor = { value: constants[key], enumerable: true, writable: false, configurable: true };
    defineProperty(object, key, descriptor);
    defineProperty(object.prototype, key, descriptor);
  }
}

/** A constructor that pages may not call: only code that knows the key makes instances. */
export const INTERNAL = Symbol('internal');

export function checkInternal(key: unknown): void {
  if (key !== INTERNAL) throw new TypeError('Illegal constructor');
}
