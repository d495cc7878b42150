/**
 * Functions with a given name and length.
 *
 * Smaller: redefining 'name' or 'length' makes V8 keep a function's properties in a dictionary, 400 bytes for each of
 * thousands of functions in every realm. These get theirs when they are made. What they do is one function for all of a
 * kind, which is handed the data of each: a closure for each would be another 130 bytes.
 */
import { defineProperty, getOwnPropertyDescriptor } from './primordials.ts';

/** What a function does: its receiver, its arguments as a list without methods, and what it was made with. */
export type Call<Data> = (self: unknown, args: ArrayLike<unknown>, data: Data) => unknown;
export type GetterCall<Data> = (self: unknown, data: Data) => unknown;
export type SetterCall<Data> = (self: unknown, value: unknown, data: Data) => void;

export type Method = (this: unknown, ...args: unknown[]) => unknown;

/** A method: no prototype, not to be constructed. */
export function namedMethod<Data>(name: string, length: number, call: Call<Data>, data: Data): Method {
  const made = METHODS[length] ?? METHODS[0]!;
  const method = made(name, call as Call<unknown>, data);
  if (method.length !== length) defineProperty(method, 'length', { value: length, configurable: true });
  return method;
}

type Maker = (name: string, call: Call<unknown>, data: unknown) => Method;

// 'arguments' has the number that was given, which parameters with a length of their own would hide.
/* biome-ignore-start lint/complexity/noArguments: see above */
const METHODS: readonly Maker[] = [
  (name, call, data) =>
    ({
      [name](this: unknown): unknown {
        return call(this, arguments, data);
      },
    })[name]!,
  (name, call, data) =>
    ({
      [name](this: unknown, _a: unknown): unknown {
        return call(this, arguments, data);
      },
    })[name]!,
  (name, call, data) =>
    ({
      [name](this: unknown, _a: unknown, _b: unknown): unknown {
        return call(this, arguments, data);
      },
    })[name]!,
  (name, call, data) =>
    ({
      [name](this: unknown, _a: unknown, _b: unknown, _c: unknown): unknown {
        return call(this, arguments, data);
      },
    })[name]!,
] as readonly Maker[];
/* biome-ignore-end lint/complexity/noArguments: see above */

/** The getter of an accessor; its name is 'get ' and that of the property. */
export function namedGetter<Data>(property: string, call: GetterCall<Data>, data: Data): Method {
  const holder = {
    get [property](): unknown {
      return call(this, data);
    },
  };
  return getOwnPropertyDescriptor(holder, property)!.get as Method;
}

export function namedSetter<Data>(property: string, call: SetterCall<Data>, data: Data): Method {
  const holder = {
    set [property](value: unknown) {
      call(this, value, data);
    },
  };
  return getOwnPropertyDescriptor(holder, property)!.set as Method;
}

/** Both functions of an accessor. Smaller: they share what they are made with. */
export function namedAccessor<Data>(
  property: string,
  get: GetterCall<Data>,
  set: SetterCall<Data>,
  data: Data,
): { readonly get: Method; readonly set: Method } {
  const holder = {
    get [property](): unknown {
      return get(this, data);
    },
    set [property](value: unknown) {
      set(this, value, data);
    },
  };
  const made = getOwnPropertyDescriptor(holder, property)!;
  return { get: made.get as Method, set: made.set as Method };
}

/** An accessor as WebIDL has it: enumerable and configurable. */
export function defineNamedAccessor<Data>(
  target: object,
  property: string,
  data: Data,
  get: GetterCall<Data>,
  set: SetterCall<Data> | null,
): void {
  const own = set === null ? { get: namedGetter(property, get, data) } : namedAccessor(property, get, set, data);
  defineProperty(target, property, { ...own, enumerable: true, configurable: true });
}
