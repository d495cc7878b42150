/**
 * The operators of Observable: those that give another one, and those that give a promise. EventTarget.when() with them.
 *
 * Observable §2.3 https://wicg.github.io/observable/#operators, §3 (EventTarget integration)
 */
import { abortReason, abortSignal, isAborted, onAbort } from '../abort-signal.ts';
import { defineMembers } from '../dom/interfaces.ts';
import { addListener, removeListener } from '../listeners.ts';
import { deferred } from '../network/promises.ts';
import { append, apply, bareArray } from '../primordials.ts';
import { dependentSignal } from '../window/abort.ts';
import { defineLater, type LiveRecord } from '../window/lazy-interfaces.ts';
import { type Args, callbackOf, failedTo, givenOf } from './answers.ts';
import {
  defineObservableCore,
  makeObservable,
  type Observer,
  observableFrom,
  type Producer,
  signalIn,
  subscribeTo,
} from './observable.ts';

type Callback = (...args: unknown[]) => unknown;

const NAME = 'Observable';

function given(args: Args, method: string): Callback {
  const callback = callbackOf(args[0], method, NAME) as Callback;
  return (...values) => apply(callback, undefined, values);
}

/** Another observable, whose observers get what `observer` makes of each value. */
function derived(source: LiveRecord, observer: (producer: Producer) => Partial<Observer>): object {
  return makeObservable((producer) => {
    const whole: Observer = {
      next: (value) => producer.next(value),
      error: (error) => producer.error(error),
      complete: () => producer.complete(),
      ...observer(producer),
    };
    subscribeTo(source, whole, producer.signal);
  });
}

/** What a page's function throws is an error of the observable. */
function attempt<T>(producer: Producer, act: () => T, then: (value: T) => void): void {
  let value: T;
  try {
    value = act();
  } catch (error) {
    producer.error(error);
    return;
  }
  then(value);
}

/** A count that Web IDL takes for one of 64 bits. */
function countOf(value: unknown): number {
  const count = Math.trunc(Number(value));
  return count < 0 ? Number.POSITIVE_INFINITY : count || 0;
}

/** flatMap waits with values until the one before has been gone through; switchMap leaves that one. */
function flattened(source: LiveRecord, args: Args, method: 'flatMap' | 'switchMap'): object {
  const map = given(args, method);
  return makeObservable((producer) => {
    const queue = bareArray<unknown>();
    let [index, isBusy, isOuterDone] = [0, false, false];
    let inner: object | null = null;
    const begin = (value: unknown): void => {
      isBusy = true;
      attempt(
        producer,
        () => observableFrom(map(value, index++), failedTo(method, NAME)),
        (observable) => {
          const own = dependentSignal(producer.signal);
          inner = own;
          const observer: Observer = {
            next: (each) => producer.next(each),
            error: (error) => producer.error(error),
            complete: () => {
              isBusy = false;
              const [first] = [queue[0]];
              if (queue.length > 0) {
                for (let at = 1; at < queue.length; at++) queue[at - 1] = queue[at];
                queue.length--;
                begin(first);
              } else if (isOuterDone) producer.complete();
            },
          };
          subscribeTo(observable, observer, own);
        },
      );
    };
    const outer: Observer = {
      next: (value) => {
        if (method === 'switchMap') {
          if (inner !== null) abortSignal(inner, undefined, () => {});
          begin(value);
        } else if (isBusy) append(queue, value);
        else begin(value);
      },
      error: (error) => producer.error(error),
      complete: () => {
        isOuterDone = true;
        if (!isBusy) producer.complete();
      },
    };
    subscribeTo(source, outer, producer.signal);
  });
}

const DERIVED = {
  map(this: LiveRecord, args: Args) {
    const map = given(args, 'map');
    return derived(this, (producer) => {
      let index = 0;
      return {
        next: (value) =>
          attempt(
            producer,
            () => map(value, index++),
            (mapped) => producer.next(mapped),
          ),
      };
    });
  },
  filter(this: LiveRecord, args: Args) {
    const test = given(args, 'filter');
    return derived(this, (producer) => {
      let index = 0;
      return {
        next: (value) =>
          attempt(
            producer,
            () => test(value, index++),
            (passes) => passes && producer.next(value),
          ),
      };
    });
  },
  take(this: LiveRecord, args: Args) {
    const count = countOf(args[0]);
    return makeObservable((producer) => {
      let left = count;
      if (left === 0) {
        producer.complete();
        return;
      }
      const observer: Observer = {
        next: (value) => {
          producer.next(value);
          if (--left === 0) producer.complete();
        },
        error: (error) => producer.error(error),
        complete: () => producer.complete(),
      };
      subscribeTo(this, observer, producer.signal);
    });
  },
  drop(this: LiveRecord, args: Args) {
    const count = countOf(args[0]);
    return derived(this, (producer) => {
      let left = count;
      return { next: (value) => (left > 0 ? void left-- : producer.next(value)) };
    });
  },
  takeUntil(this: LiveRecord, args: Args) {
    const notifier = observableFrom(args[0], failedTo('takeUntil', NAME));
    return makeObservable((producer) => {
      const stop = (): void => producer.complete();
      subscribeTo(notifier, { next: stop, error: stop, complete: () => {} }, producer.signal);
      if (!producer.isActive()) return;
      const observer: Observer = {
        next: (value) => producer.next(value),
        error: (error) => producer.error(error),
        complete: () => producer.complete(),
      };
      subscribeTo(this, observer, producer.signal);
    });
  },
  flatMap(this: LiveRecord, args: Args) {
    return flattened(this, args, 'flatMap');
  },
  switchMap(this: LiveRecord, args: Args) {
    return flattened(this, args, 'switchMap');
  },
  inspect(this: LiveRecord, args: Args) {
    const isFunction = typeof args[0] === 'function';
    const all = (isFunction ? { next: args[0] } : givenOf(args[0])) as Record<string, unknown>;
    const call = (name: string, values: unknown[]): unknown =>
      typeof all[name] === 'function' ? apply(all[name] as Callback, undefined, values) : undefined;
    return derived(this, (producer) => {
      attempt(
        producer,
        () => call('subscribe', []),
        () => {},
      );
      let isOver = false;
      onAbort(producer.signal, () => {
        if (!isOver) call('abort', [abortReason(producer.signal)]);
      });
      return {
        next: (value) =>
          attempt(
            producer,
            () => call('next', [value]),
            () => producer.next(value),
          ),
        error: (error) => {
          isOver = true;
          attempt(
            producer,
            () => call('error', [error]),
            () => producer.error(error),
          );
        },
        complete: () => {
          isOver = true;
          attempt(
            producer,
            () => call('complete', []),
            () => producer.complete(),
          );
        },
      };
    });
  },
  catch(this: LiveRecord, args: Args) {
    const handle = given(args, 'catch');
    return derived(this, (producer) => ({
      error: (error) =>
        attempt(
          producer,
          () => observableFrom(handle(error), failedTo('catch', NAME)),
          (other) => {
            const observer: Observer = {
              next: (value) => producer.next(value),
              error: (again) => producer.error(again),
              complete: () => producer.complete(),
            };
            subscribeTo(other, observer, producer.signal);
          },
        ),
    }));
  },
  finally(this: LiveRecord, args: Args) {
    const callback = given(args, 'finally');
    return derived(this, (producer) => {
      producer.addTeardown(() => void callback());
      return {};
    });
  },
};

type Settle = (resolve: (value: unknown) => void, reject: (error: unknown) => void) => Partial<Observer>;

/** A promise that is settled by what comes; it lets go of the observable then. */
function promiseOf(source: LiveRecord, options: unknown, settle: Settle): Promise<unknown> {
  const { promise, resolve, reject } = deferred<unknown>();
  const outer = signalIn(options);
  const own = dependentSignal(outer);
  if (outer !== null) {
    if (isAborted(outer)) {
      reject(abortReason(outer));
      return promise;
    }
    onAbort(outer, () => reject(abortReason(outer)));
  }
  const over =
    (settled: (value: unknown) => void) =>
    (value: unknown): void => {
      settled(value);
      abortSignal(own, value, () => {});
    };
  const done = over(resolve);
  const failed = over(reject);
  const observer = settle(done, failed);
  const guard =
    (act: ((value: never) => void) | undefined) =>
    (value: unknown): void => {
      try {
        act?.(value as never);
      } catch (error) {
        failed(error);
      }
    };
  const complete = guard(observer.complete as never);
  subscribeTo(source, { next: guard(observer.next), error: reject, complete: () => complete(undefined) }, own);
  return promise;
}

type Decide = (holds: unknown, value: unknown, done: (value: unknown) => void) => void;

/** Tests one value after the other, until one decides; `otherwise` when none has. */
function tested(source: LiveRecord, args: Args, name: string, otherwise: unknown, decide: Decide): Promise<unknown> {
  const test = given(args, name);
  let index = 0;
  return promiseOf(source, args[1], (done) => ({
    next: (value) => decide(test(value, index++), value, done),
    complete: () => done(otherwise),
  }));
}

const NO_VALUES = 'No values in Observable';

const PROMISED = {
  toArray(this: LiveRecord, args: Args) {
    const values: unknown[] = [];
    return promiseOf(this, args[0], (done) => ({
      next: (value) => void values.push(value),
      complete: () => done(values),
    }));
  },
  forEach(this: LiveRecord, args: Args) {
    const callback = given(args, 'forEach');
    let index = 0;
    return promiseOf(this, args[1], (done) => ({
      next: (value) => void callback(value, index++),
      complete: () => done(undefined),
    }));
  },
  every(this: LiveRecord, args: Args) {
    return tested(this, args, 'every', true, (holds, _value, done) => holds || done(false));
  },
  some(this: LiveRecord, args: Args) {
    return tested(this, args, 'some', false, (holds, _value, done) => holds && done(true));
  },
  find(this: LiveRecord, args: Args) {
    return tested(this, args, 'find', undefined, (holds, value, done) => holds && done(value));
  },
  first(this: LiveRecord, args: Args) {
    return promiseOf(this, args[0], (done, fail) => ({ next: done, complete: () => fail(new RangeError(NO_VALUES)) }));
  },
  last(this: LiveRecord, args: Args) {
    let last: { readonly value: unknown } | null = null;
    return promiseOf(this, args[0], (done, fail) => ({
      next: (value) => {
        last = { value };
      },
      complete: () => (last === null ? fail(new RangeError(NO_VALUES)) : done(last.value)),
    }));
  },
  reduce(this: LiveRecord, args: Args) {
    const reducer = given(args, 'reduce');
    let whole: { readonly value: unknown } | null = args.length > 1 ? { value: args[1] } : null;
    let index = 0;
    return promiseOf(this, args[2], (done, fail) => ({
      next: (value) => {
        whole = { value: whole === null ? value : reducer(whole.value, value, index) };
        index++;
      },
      complete: () =>
        whole === null ? fail(new TypeError('Reduce of empty array with no initial value')) : done(whole.value),
    }));
  },
};

export function installObservables(): void {
  defineLater('Observable Subscriber', () => defineObservableCore({ ...DERIVED, ...PROMISED }));
  defineMembers<object>('EventTarget', {
    when(type: unknown, options: unknown = undefined): object {
      const target = this ?? globalThis;
      const { capture = false, passive = false } = givenOf(options);
      return makeObservable((producer) => {
        const callback = (event: unknown): void => producer.next(event);
        const listener = {
          type: `${type}`,
          callback,
          capture: Boolean(capture),
          once: false,
          passive: Boolean(passive),
          removed: false,
        };
        addListener(target, listener);
        producer.addTeardown(() => removeListener(target, listener.type, callback, listener.capture));
      });
    },
  });
}
