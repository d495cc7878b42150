/**
 * Promises of the platform: the built-in ones, whatever the page put in their place.
 */
import { enqueueMicrotask, uncurryThis } from '../primordials.ts';

const NativePromise = Promise;
const then = uncurryThis(Promise.prototype.then) as <T>(
  promise: Promise<T>,
  onValue: (value: T) => unknown,
  onError?: (error: unknown) => unknown,
) => Promise<unknown>;

export interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T | PromiseLike<T>): void;
  reject(error: unknown): void;
}

export function deferred<T>(): Deferred<T> {
  let resolve!: (value: T | PromiseLike<T>) => void;
  let reject!: (error: unknown) => void;
  const promise = new NativePromise<T>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}

export function resolvedWith<T>(value: T | PromiseLike<T>): Promise<T> {
  return new NativePromise((resolve) => resolve(value));
}

export function rejectedWith(error: unknown): Promise<never> {
  return new NativePromise((_, reject) => reject(error));
}

/** What a promise method answers: the value of `work`, or what it throws, as a promise. */
export function promised<T>(work: () => T | PromiseLike<T>): Promise<T> {
  return new NativePromise((resolve) => resolve(work()));
}

export function whenSettled<T>(
  promise: Promise<T>,
  onValue: (value: T) => void,
  onError: (error: unknown) => void,
): void {
  then(promise, onValue, onError);
}

export function chained<T, Result>(
  promise: Promise<T>,
  onValue: (value: T) => Result | PromiseLike<Result>,
): Promise<Result> {
  return then(promise, onValue) as Promise<Result>;
}

/** A rejection that somebody else reports: it is not an unhandled one. */
export function markHandled(promise: Promise<unknown>): void {
  then(promise, nothing, nothing);
}

function nothing(): void {}

export { enqueueMicrotask };
