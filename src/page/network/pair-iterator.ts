/**
 * Iterators of interfaces that are lists of pairs.
 *
 * WebIDL §3.7.10.2 https://webidl.spec.whatwg.org/#js-default-iterator-object
 */
import { create, defineProperty, getPrototypeOf, mapGet, mapSet, weakGet, weakSet } from '../primordials.ts';

type Pair = readonly [unknown, unknown];
type What = 'entries' | 'keys' | 'values';

interface IteratorState {
  /** The pair at a place, now: what is added while it runs is seen. */
  readonly pairAt: (index: number) => Pair | undefined;
  readonly what: What;
  index: number;
}

const states = new WeakMap<object, IteratorState>();
const prototypes = new Map<string, object>();
const iteratorPrototype = getPrototypeOf(getPrototypeOf([].values()) as object) as object;

function next(this: object): IteratorResult<unknown> {
  const state = weakGet(states, this);
  if (state === undefined) throw new TypeError('Illegal invocation');
  const pair = state.pairAt(state.index);
  if (pair === undefined) return { value: undefined, done: true };
  state.index++;
  const value = state.what === 'entries' ? [pair[0], pair[1]] : state.what === 'keys' ? pair[0] : pair[1];
  return { value, done: false };
}

/** One prototype for each interface. */
function prototypeFor(name: string): object {
  let prototype = mapGet(prototypes, name);
  if (prototype === undefined) {
    prototype = create(iteratorPrototype) as object;
    defineProperty(prototype, 'next', { value: next, writable: true, enumerable: true, configurable: true });
    defineProperty(prototype, Symbol.toStringTag, { value: `${name} Iterator`, configurable: true });
    mapSet(prototypes, name, prototype);
  }
  return prototype;
}

export function pairIterator(name: string, pairAt: (index: number) => Pair | undefined, what: What): object {
  const iterator = create(prototypeFor(name)) as object;
  weakSet(states, iterator, { pairAt, what, index: 0 });
  return iterator;
}
