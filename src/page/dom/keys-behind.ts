/**
 * What 'for in' finds behind a proxy in the chain of prototypes. V8 goes no further than to the first proxy that has no names
 * of its own, so that the proxy tells those of the prototypes behind it.
 *
 * ECMA-262 §14.7.5.9 (EnumerateObjectProperties)
 */
import { create, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } from '../primordials.ts';

/** Names that can be enumerated, of a prototype and of those behind it, each once. */
export function keysBehind(prototype: object): string[] {
  const seen = create(null) as Record<string, true>;
  for (let at: object | null = prototype; at !== null; at = getPrototypeOf(at) as object | null) {
    const keys = ownKeys(at);
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index]!;
      if (typeof key === 'string' && getOwnPropertyDescriptor(at, key)!.enumerable === true) seen[key] = true;
    }
  }
  return ownKeys(seen) as string[];
}
