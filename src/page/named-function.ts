/**
 * Functions with a given name and length.
 *
 * Smaller: redefining 'name' or 'length' makes V8 keep a function's properties in a dictionary, 400 bytes for each of
 * thousands of functions in every realm. These get theirs when they are made.
 */
import { defineProperty, getOwnPropertyDescriptor } from './primordials.ts';

/** What a function does: its receiver, and its arguments as a list without methods. */
export type Call = (self: unknown, args: ArrayLike<unknown>) => unknown;

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** A method: no prototype, not to be constructed. */
export function namedMethod(name: string, length: number, call: Call): Method {
  const made = METHODS[length] ?? METHODS[0]!;
  const method = made(name, call);
  if (method.length !== length) defineProperty(method, 'length', { value: length, configurable: true });
  return method;
}

// 'arguments' has the number that was given, which parameters with a length of their own would hide.
/* biome-ignore-start lint/complexity/noArguments: see above */
const METHODS: readonly ((name: string, call: Call) => Method)[] = [
  (name, call) =>
    ({
      [name](this: unknown): unknown {
        return call(this, arguments);
      },
    })[name]!,
  (name, call) =>
    ({
      [name](this: unknown, _a: unknown): unknown {
        return call(this, arguments);
      },
    })[name]!,
  (name, call) =>
    ({
      [name](this: unknown, _a: unknown, _b: unknown): unknown {
        return call(this, arguments);
      },
    })[name]!,
  (name, call) =>
    ({
      [name](this: unknown, _a: unknown, _b: unknown, _c: unknown): unknown {
        return call(this, arguments);
      },
    })[name]!,
] as readonly ((name: string, call: Call) => Method)[];
/* biome-ignore-end lint/complexity/noArguments: see above */

/** The getter of an accessor; its name is 'get ' and that of the property. */
export function namedGetter(property: string, call: (self: unknown) => unknown): Method {
  const holder = {
    get [property](): unknown {
      return call(this);
    },
  };
  return getOwnPropertyDescriptor(holder, property)!.get as Method;
}

export function namedSetter(property: string, call: (self: unknown, value: unknown) => void): Method {
  const holder = {
    set [property](value: unknown) {
      call(this, value);
    },
  };
  return getOwnPropertyDescriptor(holder, property)!.set as Method;
}

/** An accessor as WebIDL has it: enumerable and configurable. */
export function defineNamedAccessor(
  target: object,
  property: string,
  get: (self: unknown) => unknown,
  set: ((self: unknown, value: unknown) => void) | null,
): void {
  const shape = { enumerable: true, configurable: true, get: namedGetter(property, get) };
  defineProperty(target, property, set === null ? shape : { ...shape, set: namedSetter(property, set) });
}
