/**
 * This window, for the documents of its origin in other frames.
 *
 * V8 lets no realm touch another one's global object: other documents get a proxy (window-proxy.ts), which comes here. What
 * is given away are this realm's objects, as scripts of one origin may have them.
 *
 * HTML §7.2.3 https://html.spec.whatwg.org/#the-windowproxy-exotic-object
 */
import { askEngine } from '../engine-link.ts';
import type { Method } from '../named-function.ts';
import { nativeMethod, nativeName } from '../native-look.ts';
import type { WindowGate } from '../ports.ts';
import { apply, defineProperty, getPrototypeOf, reflect } from '../primordials.ts';
import { numberOfWindow, windowOf } from './window-proxy.ts';

/** Methods that act on what they are called on: through the gate that is a proxy, and here it is the window. */
const TARGETED = ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const;

function callHere(_self: unknown, args: ArrayLike<unknown>, own: Method): unknown {
  return apply(own, globalThis, args);
}

function evaluateHere(_self: unknown, args: ArrayLike<unknown>): unknown {
  const code = args[0];
  return typeof code === 'string' ? askEngine((engine) => engine.evaluate(code)) : code;
}

export function makeWindowGate(): WindowGate {
  // Captured before any script of the page runs.
  const methods: { readonly own: unknown; readonly bound: Method }[] = [];
  for (let at = 0; at < TARGETED.length; at++) {
    const own = (globalThis as unknown as Record<string, Method>)[TARGETED[at]!]!;
    const bound = nativeMethod(TARGETED[at]!, own.length, callHere, own);
    defineProperty(methods, at, { value: { own, bound } });
  }
  // biome-ignore lint/security/noGlobalEval: what other documents get in its place
  const ownEval: unknown = eval;
  const evaluateFor = nativeMethod('eval', 1, evaluateHere, null);
  const outside = (value: unknown): unknown => {
    if (typeof value !== 'function') return value;
    if (value === ownEval) return evaluateFor;
    for (let at = 0; at < TARGETED.length; at++) if (methods[at]!.own === value) return methods[at]!.bound;
    return value;
  };
  return {
    get: (key) => outside(reflect.get(globalThis, key)),
    set: (key, value) => reflect.set(globalThis, key, value),
    has: (key) => reflect.has(globalThis, key),
    remove: (key) => reflect.deleteProperty(globalThis, key),
    define: (key, descriptor) => reflect.defineProperty(globalThis, key, descriptor),
    describe: (key) => reflect.getOwnPropertyDescriptor(globalThis, key),
    keys: () => reflect.ownKeys(globalThis),
    prototype: () => getPrototypeOf(globalThis) as object,
    windowNumber: numberOfWindow,
    windowFor: windowOf,
    run: (code) => {
      askEngine((engine) => engine.evaluate(code));
    },
    nativeName,
  };
}
