/**
 * Functions of the platform read as functions of a browser do: `function focus() { [native code] }`.
 *
 * Pages look at the text of functions to tell what is built in from what a script has put there; polyfills go by it too.
 * Done once, when everything is installed: all functions that can be reached from the global object are written down.
 */
import { askEngine } from './engine-link.ts';
import { type Call, type Method, namedMethod } from './named-function.ts';
import {
  apply,
  arrayIndexOf,
  defineProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  ownKeys,
  stringSlice,
  weakGet,
  weakHas,
  weakSet,
} from './primordials.ts';

/**
 * What was installed, and what each is called.
 *
 * Faster: a list is a quarter of a megabyte of a realm, where a WeakMap of as many functions is half of one and takes V8 a
 * sixth of the time that it needs to make the realm. It becomes one when a page asks often.
 */
const installed: object[] = [];
const installedNames: string[] = [];
const FEW_QUESTIONS = 32;
let questions = 0;
/** Names of all others, and in the end of all. */
const names = new WeakMap<object, string>();
/** V8's own. */
export const textOfFunction = Function.prototype.toString;
/** How the text of a function ends that is not written in script. */
const NATIVE = '{ [native code] }';

interface Found {
  readonly value: unknown;
  /** What it is called where it was found first; `null` for what has no name of its own there. */
  readonly name: string | null;
}

/** Walks what the global object leads to and notes the functions that are written in script. */
function noteNativeFunctions(): void {
  const seen = new Set<object>();
  // The nearest first: names on the window are the right ones.
  const waiting: Found[] = [{ value: globalThis, name: null }];
  for (let next = 0; next < waiting.length; next++) {
    const { value, name } = waiting[next]!;
    const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
    if (!isObject || seen.has(value)) continue;
    seen.add(value);
    if (typeof value === 'function') noteFunction(value, name);
    waiting.push({ value: getPrototypeOf(value), name: null });
    for (const key of ownKeys(value)) {
      const descriptor = getOwnPropertyDescriptor(value, key);
      if (descriptor === undefined) continue;
      const known = typeof key === 'string' && key !== 'constructor' ? key : null;
      // What a getter gives is not asked for: that would run it on the wrong object.
      waiting.push({ value: descriptor.value, name: known });
      waiting.push({ value: descriptor.get, name: known === null ? null : `get ${known}` });
      waiting.push({ value: descriptor.set, name: known === null ? null : `set ${known}` });
    }
  }
}

/** The name that was found counts: that of the source may have been shortened by the bundler. */
function noteFunction(value: object, found: string | null): void {
  const text = apply(textOfFunction, value, []) as string;
  if (stringSlice(text, -NATIVE.length) === NATIVE) return;
  const own = (value as { readonly name: unknown }).name;
  // Smaller: the text that the function has anyway, where it is the same one.
  const name = found === null || found === own ? (typeof own === 'string' ? own : '') : found;
  if (name !== own && getOwnPropertyDescriptor(value, 'name')?.configurable) {
    defineProperty(value, 'name', { value: name, configurable: true });
  }
  if (weakHas(names, value)) {
    weakSet(names, value, name);
    return;
  }
  installed.push(value);
  installedNames.push(name);
}

/** A function that was put in the place of a built-in one. */
export function noteNative(value: object, name: string): void {
  weakSet(names, value, name);
}

/** A function of the platform that is made while pages run. */
export function nativeMethod<Data>(name: string, length: number, call: Call<Data>, data: Data): Method {
  const method = namedMethod(name, length, call, data);
  noteNative(method, name);
  return method;
}

/** What a function of this realm's platform is called; `null` for all others. */
export function nativeName(value: object): string | null {
  const name = weakGet(names, value);
  if (name !== undefined || questions > FEW_QUESTIONS) return name ?? null;
  if (questions++ === FEW_QUESTIONS) {
    noteInstalled();
    return weakGet(names, value) ?? null;
  }
  const at = arrayIndexOf(installed, value);
  return at === -1 ? null : installedNames[at]!;
}

/** What was noted of a function later stays. */
function noteInstalled(): void {
  for (let at = 0; at < installed.length; at++) {
    const value = installed[at]!;
    if (!weakHas(names, value)) weakSet(names, value, installedNames[at]!);
  }
  installed.length = 0;
  installedNames.length = 0;
}

const functionPrototype = Function.prototype;

/** As above, also for the platforms of documents in frames. A function with this realm's prototype is mostly its own. */
function nativeNameAnywhere(value: object): string | null {
  const name = nativeName(value);
  if (name !== null || getPrototypeOf(value) === functionPrototype) return name;
  return askEngine((engine) => engine.frameNativeName(value)) ?? null;
}

/** Replaces Function.prototype.toString; what it does not know it leaves to the one that was there. */
export function installNativeLook(): void {
  const replacement = {
    toString(this: unknown): string {
      const name = typeof this === 'function' ? nativeNameAnywhere(this) : null;
      return name === null ? (apply(textOfFunction, this, []) as string) : `function ${name}() ${NATIVE}`;
    },
  };
  defineProperty(Function.prototype, 'toString', {
    value: replacement.toString,
    writable: true,
    enumerable: false,
    configurable: true,
  });
  noteNativeFunctions();
}
