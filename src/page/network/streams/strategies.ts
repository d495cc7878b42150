/**
 * How much a stream takes before it asks to wait; and the methods of what pages hand to streams.
 *
 * Streams §6 https://streams.spec.whatwg.org/#qs
 */
import { apply, defineProperty } from '../../primordials.ts';
import { exposeClass } from '../web-class.ts';

export interface Strategy {
  readonly highWaterMark?: unknown;
  readonly size?: unknown;
}

export function strategyOf(
  strategy: Strategy | null,
  byDefault: number,
): { readonly highWaterMark: number; readonly sizeOf: (chunk: unknown) => number } {
  const given = strategy?.highWaterMark;
  const highWaterMark = given === undefined ? byDefault : Number(given);
  if (!(highWaterMark >= 0)) throw new RangeError('The highWaterMark is not valid.');
  const size = strategy?.size;
  if (size !== undefined && typeof size !== 'function') throw new TypeError("The 'size' is not a function.");
  return {
    highWaterMark,
    sizeOf: size === undefined ? () => 1 : (chunk) => apply(size as () => number, undefined, [chunk] as never),
  };
}

/** A method of a source, sink or transformer; nothing where it has none. */
export function boundMethod(object: object | null, name: string): (...args: unknown[]) => unknown {
  const method = object === null ? undefined : (object as Record<string, unknown>)[name];
  if (method === undefined) return () => undefined;
  if (typeof method !== 'function') throw new TypeError(`The '${name}' is not a function.`);
  return (...args) => apply(method as () => unknown, object, args as never);
}

export class CountQueuingStrategy {
  readonly #highWaterMark: number;
  constructor(init: { readonly highWaterMark: unknown }) {
    this.#highWaterMark = Number(init.highWaterMark);
  }
  get highWaterMark(): number {
    return this.#highWaterMark;
  }
  get size(): () => number {
    return countSize;
  }
}

export class ByteLengthQueuingStrategy {
  readonly #highWaterMark: number;
  constructor(init: { readonly highWaterMark: unknown }) {
    this.#highWaterMark = Number(init.highWaterMark);
  }
  get highWaterMark(): number {
    return this.#highWaterMark;
  }
  get size(): (chunk: { readonly byteLength: number }) => number {
    return byteSize;
  }
}

const countSize = (): number => 1;
const byteSize = (chunk: { readonly byteLength: number }): number => chunk.byteLength;
for (const size of [countSize, byteSize]) defineProperty(size, 'name', { value: 'size', configurable: true });

exposeClass('CountQueuingStrategy', CountQueuingStrategy);
exposeClass('ByteLengthQueuingStrategy', ByteLengthQueuingStrategy);
