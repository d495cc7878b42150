/**
 * Observable and Subscriber: values that come one after the other, and what listens to them.
 *
 * Observable §2 https://wicg.github.io/observable/#core-infrastructure. The operators are in observable-operators.ts.
 */
import { abortReason, abortSignal, isAborted, onAbort } from '../abort-signal.ts';
import { createEvent } from '../event-classes.ts';
import { dispatchTrusted } from '../events.ts';
import { append, apply, type BareArray, bareArray } from '../primordials.ts';
import { reportException } from '../report-exception.ts';
import { dependentSignal } from '../window/abort.ts';
import { defineBehaviour, type LiveRecord, liveObject, liveRecord } from '../window/lazy-interfaces.ts';
import { type Args, failedTo, givenOf } from './answers.ts';

export interface Observer {
  next(value: unknown): void;
  error(error: unknown): void;
  complete(): void;
}

/** What produces values, once it has been subscribed to. */
export interface Producer {
  next(value: unknown): void;
  error(error: unknown): void;
  complete(): void;
  addTeardown(teardown: () => void): void;
  isActive(): boolean;
  readonly signal: object;
}

interface Subscription extends Producer {
  readonly observers: BareArray<Observer>;
  readonly close: (reason: unknown) => void;
}

export type Start = (producer: Producer) => void;

function guarded(act: () => void): void {
  try {
    act();
  } catch (error) {
    reportException(error);
  }
}

function newSubscription(): Subscription {
  const observers = bareArray<Observer>();
  const teardowns = bareArray<() => void>();
  const signal = dependentSignal(null);
  let isActive = true;
  /** "close a subscription": the signal first, then what is to be torn down, the last one first. */
  const close = (reason: unknown): void => {
    if (!isActive) return;
    isActive = false;
    abortSignal(signal, reason, (target) => void dispatchTrusted(target, createEvent('Event', 'abort')));
    for (let at = teardowns.length - 1; at >= 0; at--) guarded(teardowns[at]!);
  };
  const copy = (): BareArray<Observer> => {
    const all = bareArray<Observer>();
    for (let at = 0; at < observers.length; at++) append(all, observers[at]!);
    return all;
  };
  return {
    observers,
    signal,
    close,
    isActive: () => isActive,
    next(value) {
      if (!isActive) return;
      const all = copy();
      for (let at = 0; at < all.length; at++) all[at]!.next(value);
    },
    error(error) {
      if (!isActive) {
        reportException(error);
        return;
      }
      const all = copy();
      close(error);
      for (let at = 0; at < all.length; at++) all[at]!.error(error);
    },
    complete() {
      if (!isActive) return;
      const all = copy();
      close(undefined);
      for (let at = 0; at < all.length; at++) all[at]!.complete();
    },
    addTeardown(teardown) {
      if (isActive) append(teardowns, teardown);
      else guarded(teardown);
    },
  };
}

function withdraw({ observers }: Subscription, observer: Observer): void {
  for (let at = 0; at < observers.length; at++) {
    if (observers[at] !== observer) continue;
    for (let next = at; next < observers.length - 1; next++) observers[next] = observers[next + 1]!;
    observers.length--;
    return;
  }
}

/** "subscribe to an Observable": several observers share one producer as long as it is active. */
export function subscribeTo(record: LiveRecord, observer: Observer, signal: object | null): void {
  const running = record['%subscription'] as Subscription | undefined;
  const isNew = running === undefined || !running.isActive();
  const subscription = isNew ? newSubscription() : running;
  if (isNew) record['%subscription'] = subscription;
  append(subscription.observers, observer);
  if (signal !== null) {
    const stop = (): void => {
      withdraw(subscription, observer);
      if (subscription.observers.length === 0) subscription.close(abortReason(signal));
    };
    if (isAborted(signal)) stop();
    else {
      onAbort(signal, stop);
    }
  }
  if (!isNew) return;
  try {
    (record['%start'] as Start)(subscription);
  } catch (error) {
    subscription.error(error);
  }
}

export function makeObservable(start: Start): object {
  return liveObject('Observable', { '%start': start });
}

/** An observer of a page's: a function for each value, or an object with functions. */
function observerOf(given: unknown): Observer {
  const isFunction = typeof given === 'function';
  const { next, error, complete } = isFunction ? { next: given } : (givenOf(given) as Record<string, unknown>);
  const call = (callback: unknown, args: unknown[]): void => {
    if (typeof callback === 'function') guarded(() => void apply(callback as () => void, undefined, args));
  };
  return {
    next: (value) => call(next, [value]),
    error: (thrown) => (typeof error === 'function' ? call(error, [thrown]) : reportException(thrown)),
    complete: () => call(complete, []),
  };
}

/** The signal of an options dictionary. */
export function signalIn(options: unknown): object | null {
  const { signal } = givenOf(options);
  if (signal === undefined) return null;
  if (typeof signal !== 'object' || signal === null) throw new TypeError("Failed to convert value to 'AbortSignal'.");
  isAborted(signal);
  return signal;
}

/** What a page gets of a producer. */
function subscriberOf(producer: Producer): object {
  return liveObject('Subscriber', { '%producer': producer, signal: producer.signal });
}

const producerOf = (record: LiveRecord): Producer => record['%producer'] as Producer;

/** "convert to an Observable" */
export function observableFrom(value: unknown, where: string): LiveRecord {
  const own = liveRecord(value, 'Observable');
  if (own !== null) return own;
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  const source = value as { [Symbol.asyncIterator]?: unknown; [Symbol.iterator]?: unknown; then?: unknown };
  const made = (start: Start): LiveRecord => ({ __proto__: null, '%start': start }) as never;
  if (isObject && typeof source[Symbol.asyncIterator] === 'function') {
    return made((producer) => void pullAsync(source as AsyncIterable<unknown>, producer));
  }
  if (isObject && typeof source[Symbol.iterator] === 'function') {
    return made((producer) => {
      for (const each of source as Iterable<unknown>) {
        if (!producer.isActive()) return;
        producer.next(each);
      }
      producer.complete();
    });
  }
  if (value instanceof Promise) {
    return made((producer) => {
      void value.then(
        (result) => {
          producer.next(result);
          producer.complete();
        },
        (error) => producer.error(error),
      );
    });
  }
  const kinds = 'Input value must be an Observable, async iterable, iterable, or Promise.';
  throw new TypeError(`${where}Cannot convert value to an Observable. ${kinds}`);
}

async function pullAsync(source: AsyncIterable<unknown>, producer: Producer): Promise<void> {
  try {
    for await (const each of source) {
      if (!producer.isActive()) return;
      producer.next(each);
    }
    producer.complete();
  } catch (error) {
    producer.error(error);
  }
}

export function defineObservableCore(operators: Readonly<Record<string, unknown>>): void {
  defineBehaviour('Subscriber', {
    active(this: LiveRecord) {
      return producerOf(this).isActive();
    },
    next(this: LiveRecord, args: Args) {
      producerOf(this).next(args[0]);
    },
    error(this: LiveRecord, args: Args) {
      producerOf(this).error(args[0]);
    },
    complete(this: LiveRecord) {
      producerOf(this).complete();
    },
    addTeardown(this: LiveRecord, args: Args) {
      const teardown = args[0];
      if (typeof teardown !== 'function') {
        throw new TypeError(`${failedTo('addTeardown', 'Subscriber')}parameter 1 is not of type 'Function'.`);
      }
      producerOf(this).addTeardown(() => void apply(teardown as () => void, undefined, []));
    },
  });
  defineBehaviour('Observable', {
    construct: (args: Args): LiveRecord => {
      const callback = args[0];
      if (typeof callback !== 'function') {
        throw new TypeError("Failed to construct 'Observable': parameter 1 is not of type 'Function'.");
      }
      const start: Start = (producer) => void apply(callback as () => void, undefined, [subscriberOf(producer)]);
      return { '%start': start };
    },
    from: (args: Args) => liveObject('Observable', observableFrom(args[0], failedTo('from', 'Observable'))),
    subscribe(this: LiveRecord, args: Args) {
      subscribeTo(this, observerOf(args[0]), signalIn(args[1]));
    },
    ...operators,
  });
}
