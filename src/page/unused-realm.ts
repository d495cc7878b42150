/**
 * A realm that nobody uses gives its memory back.
 *
 * In:  a realm behind the snapshot. Out: the same realm, which stays what it is when it is booted, and empties itself when
 * it is not and an error is made in it.
 *
 * Smaller: isolated-vm makes a context of its own in every isolate, to compile scripts in. It comes from the snapshot like
 * all others, with 4 MB of the platform and the engine in it, and no object of it can be reached from outside. But V8 asks
 * the realm of an error for 'Error.prepareStackTrace', and a script that does not compile makes an error there: so the host
 * has it compile one (isolate/at-rest.ts), and that function lets go of everything.
 */
import { REALM_EMPTIED } from './messages.ts';
import { getPrototypeOf, ownKeys, reflect, setPrototypeOf } from './primordials.ts';

const realm = globalThis;
const { deleteProperty } = reflect;
const V8Error = Error as unknown as Record<string, unknown>;
const functions = Function.prototype;

const HOOK = 'prepareStackTrace';

function empty(): string {
  // What is left of its closures is held by the global object, by its prototypes, and by 'toString' of functions.
  const prototype = getPrototypeOf(realm);
  setPrototypeOf(realm, null);
  for (let object = prototype; object !== null; object = getPrototypeOf(object) as object | null) deleteAll(object);
  deleteAll(realm);
  deleteProperty(functions, 'toString');
  deleteProperty(V8Error, HOOK);
  return REALM_EMPTIED;
}

function deleteAll(object: object): void {
  for (const key of ownKeys(object)) deleteProperty(object, key);
}

/** The last thing before the snapshot is taken. */
export function emptyUnlessBooted(): void {
  V8Error[HOOK] = empty;
}

/** The realm is in use: nothing of the above may happen to it. No code of a page has run in it yet. */
export function booted<Args extends unknown[], Result>(boot: (...args: Args) => Result): (...args: Args) => Result {
  return (...args) => {
    deleteProperty(V8Error, HOOK);
    return boot(...args);
  };
}
