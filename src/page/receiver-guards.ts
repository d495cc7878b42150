/**
 * Accessors refuse objects that are not of their interface, in the words that a browser has for it.
 *
 * In:  the interfaces on the window, with all their members. Out: the same accessors. Those that give an answer on their own
 * prototype, or complain in V8's words (of a field that an object lacks), are called behind a check.
 *
 * Web IDL §3.7.6 (attribute getters and setters) https://webidl.spec.whatwg.org/#dfn-attribute-getter
 */
import { NODE_TYPE } from '../html/node-keys.ts';
import { type Method, namedAccessor, namedGetter } from './named-function.ts';
import {
  apply,
  defineProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  ownKeys,
  startsWith,
  uncurryThis,
} from './primordials.ts';

const REFUSAL = 'Illegal invocation';
const hasPrototype = uncurryThis(Object.prototype.isPrototypeOf) as (prototype: object, value: object) => boolean;

/** One record for both functions of an accessor: there are thousands in every realm. */
interface Guarded {
  readonly get: Method;
  readonly set: Method | undefined;
  /** The prototype that a receiver must have; `null` for elements, which are known by their kind. */
  readonly prototype: object | null;
}

function check(self: unknown, { prototype }: Guarded): void {
  if (typeof self === 'object' && self !== null) {
    if (prototype === null) {
      if ((self as { readonly [NODE_TYPE]?: unknown })[NODE_TYPE] === 1) return;
    } else if (hasPrototype(prototype, self)) return;
  }
  throw new TypeError(REFUSAL);
}

/** What V8 says of a class's own fields: objects that were made from its prototype lack them. */
const LACKS_FIELDS = ['Cannot read private member', 'Cannot write private member', 'Receiver must be'] as const;

function asRefusal(error: unknown): unknown {
  const isOfV8 = typeof error === 'object' && error !== null && getPrototypeOf(error) === TypeError.prototype;
  const message = isOfV8 ? getOwnPropertyDescriptor(error, 'message')?.value : undefined;
  if (typeof message !== 'string') return error;
  for (let at = 0; at < LACKS_FIELDS.length; at++) {
    if (startsWith(message, LACKS_FIELDS[at]!)) return new TypeError(REFUSAL);
  }
  return error;
}

function read(self: unknown, guarded: Guarded): unknown {
  check(self, guarded);
  try {
    return apply(guarded.get, self, []);
  } catch (error) {
    throw asRefusal(error);
  }
}

function write(self: unknown, value: unknown, guarded: Guarded): void {
  check(self, guarded);
  try {
    apply(guarded.set!, self, [value]);
  } catch (error) {
    throw asRefusal(error);
  }
}

/** Whether an accessor tells by itself that it cannot be read on its own prototype, or on a stranger. */
function refusesByItself(get: Method, prototype: object): boolean {
  for (const receiver of [prototype, {}]) {
    try {
      apply(get, receiver, []);
      return false;
    } catch (error) {
      if ((error as { readonly message?: unknown }).message !== REFUSAL) return false;
    }
  }
  return true;
}

function guardAccessors(prototype: object, isElement: boolean): void {
  for (const key of ownKeys(prototype)) {
    if (typeof key !== 'string' || startsWith(key, 'on')) continue;
    const { get, set, enumerable, configurable } = getOwnPropertyDescriptor(prototype, key)!;
    if (get === undefined || !configurable || refusesByItself(get as Method, prototype)) continue;
    const own: Guarded = {
      get: get as Method,
      set: set as Method | undefined,
      prototype: isElement ? null : prototype,
    };
    const guarded = set === undefined ? { get: namedGetter(key, read, own) } : namedAccessor(key, read, write, own);
    defineProperty(prototype, key, { ...guarded, enumerable: enumerable ?? true, configurable: true });
  }
}

/** Once, when all members are there and none of V8's own is among them. */
export function installReceiverGuards(builtIn: (name: string) => boolean): void {
  const seen = new Set<object>();
  for (const name of ownKeys(globalThis)) {
    if (typeof name !== 'string' || !/^[A-Z]/.test(name) || builtIn(name)) continue;
    const value = getOwnPropertyDescriptor(globalThis, name)?.value as { readonly prototype?: unknown } | undefined;
    const prototype = typeof value === 'function' ? (value as { prototype?: unknown }).prototype : undefined;
    if (typeof prototype !== 'object' || prototype === null || seen.has(prototype)) continue;
    seen.add(prototype);
    guardAccessors(prototype, /^(?:(?:HTML|SVG|MathML)\w*Element|Option|Image|Audio)$/.test(name));
  }
}
