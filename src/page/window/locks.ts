/**
 * navigator.locks: who has a name, and who waits for it, among the scripts of one document.
 *
 * Differs: documents and workers do not wait for each other.
 *
 * Web Locks §4 https://w3c.github.io/web-locks/
 */
import { domException } from '../dom/dom-exception.ts';
import { deferred, enqueueMicrotask, promised, rejectedWith, whenSettled } from '../network/promises.ts';
import { append, apply, type BareArray, bareArray, mapGet, mapSet, removeAt } from '../primordials.ts';
import { liveObject } from './lazy-interfaces.ts';

interface Request {
  readonly mode: string;
  readonly grant: () => void;
}

interface Held {
  /** How many have it: several where it is shared. */
  count: number;
  mode: string;
  readonly waiting: BareArray<Request>;
}

const names = new Map<string, Held>();

function heldOf(name: string): Held {
  let held = mapGet(names, name);
  if (held === undefined) {
    held = { count: 0, mode: '', waiting: bareArray() };
    mapSet(names, name, held);
  }
  return held;
}

function isGrantable({ count, mode }: Held, wanted: string): boolean {
  return count === 0 || (mode === 'shared' && wanted === 'shared');
}

/** "process the lock request queue" */
function grantNext(held: Held): void {
  while (held.waiting.length > 0 && isGrantable(held, held.waiting[0]!.mode)) {
    const next = held.waiting[0]!;
    removeAt(held.waiting, 0);
    next.grant();
  }
}

/** "request a lock": the promise is that of the callback's result. */
export function requestLock(args: ArrayLike<unknown>): Promise<unknown> {
  const name = `${args[0]}`;
  const options = (args.length > 2 ? args[1] : {}) as Record<string, unknown> | null;
  const callback = args.length > 2 ? args[2] : args[1];
  if (typeof callback !== 'function') {
    const text = "Failed to execute 'request' on 'LockManager': parameter 2 is not of type 'Function'.";
    return rejectedWith(new TypeError(text));
  }
  const call = (lock: object | null): Promise<unknown> =>
    promised(() => apply(callback as (lock: object | null) => unknown, undefined, [lock]));
  const mode = options?.['mode'] === 'shared' ? 'shared' : 'exclusive';
  const held = heldOf(name);
  if (options?.['ifAvailable'] === true && !isGrantable(held, mode)) return call(null);
  const signal = options?.['signal'] as { readonly aborted?: unknown; readonly reason?: unknown } | undefined;
  if (signal?.aborted === true)
    return rejectedWith(signal.reason ?? domException('AbortError', 'The request was aborted.'));
  const done = deferred<unknown>();
  const grant = (): void => {
    held.count++;
    held.mode = mode;
    enqueueMicrotask(run);
  };
  const run = (): void => {
    const release = (): void => {
      held.count--;
      grantNext(held);
    };
    whenSettled(
      call(liveObject('Lock', { name, mode })),
      (value) => {
        release();
        done.resolve(value);
      },
      (error) => {
        release();
        done.reject(error);
      },
    );
  };
  if (held.waiting.length === 0 && isGrantable(held, mode)) grant();
  else append(held.waiting, { mode, grant });
  return done.promise;
}
