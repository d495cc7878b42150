/**
 * Built-in functions of the page that are replaced by ours, so that a page cannot tell: same name, same length, no prototype
 * of their own, and the text of a native function.
 */
import { noteNative } from '../native-look.ts';
import { defineProperty, getOwnPropertyDescriptor, getOwnPropertyNames } from '../primordials.ts';

type Method = (self: unknown, args: unknown[]) => unknown;

/** Puts `method` in the place of a method of `target`, where it has one of this name. */
export function replaceMethod(target: object, name: string, method: Method): void {
  const original = (target as Record<string, unknown>)[name];
  if (typeof original !== 'function') return;
  const holder: Record<string, (...args: unknown[]) => unknown> = {
    [name](this: unknown, ...args: unknown[]) {
      return method(this, args);
    },
  };
  const replacement = holder[name]!;
  defineProperty(replacement, 'length', { value: original.length, configurable: true });
  defineProperty(target, name, { value: replacement, writable: true, enumerable: false, configurable: true });
  noteNative(replacement, name);
}

/** Puts a constructor in the place of one of `holder`, with the prototype and the static members of the original. */
export function replaceConstructor(
  holder: object,
  name: string,
  make: (args: unknown[], newTarget: unknown) => unknown,
): void {
  const original = (holder as Record<string, unknown>)[name];
  if (typeof original !== 'function') return;
  const replacement = function (...args: unknown[]): unknown {
    return make(args, new.target);
  };
  for (const key of getOwnPropertyNames(original)) {
    const own = getOwnPropertyDescriptor(original, key)!;
    // A function's own 'prototype' cannot be defined anew, only be given another value.
    defineProperty(replacement, key, key === 'prototype' ? { value: own.value, writable: false } : own);
  }
  const { prototype } = original as unknown as { readonly prototype: object };
  defineProperty(prototype, 'constructor', {
    value: replacement,
    writable: true,
    enumerable: false,
    configurable: true,
  });
  defineProperty(holder, name, { value: replacement, writable: true, enumerable: false, configurable: true });
  noteNative(replacement, name);
}
