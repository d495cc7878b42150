/**
 * TransformStream, and the transforms of text and compression.
 *
 * In:  a transformer. Out: a writable end and a readable end with what it makes of the chunks.
 *
 * Streams §6 https://streams.spec.whatwg.org/#ts, Encoding §7.4 (TextDecoderStream, TextEncoderStream)
 */
import { charCodeAt, fromCharCode, stringSlice } from '../../primordials.ts';
import { encodeUtf8 } from '../bytes.ts';
import { type Deferred, deferred, promised } from '../promises.ts';
import { TextDecoder } from '../text-decoder.ts';
import { checkInternal, exposeClass, INTERNAL } from '../web-class.ts';
import { canEnqueue, desiredSize, enqueue, errorReadable, type ReadableState, requestClose } from './readable-state.ts';
import { makeStream, type ReadableStream } from './readable-stream.ts';
import { boundMethod, type Strategy, strategyOf } from './strategies.ts';
import { errorWritable, WritableStream } from './writable-stream.ts';

interface TransformState {
  readable: ReadableState;
  writable: WritableStream;
  /** Resolved when the readable end wants more. */
  wanted: Deferred<undefined>;
}

export class TransformStreamDefaultController {
  readonly #state: TransformState;
  constructor(key?: unknown, state?: TransformState) {
    checkInternal(key);
    this.#state = state!;
  }
  get desiredSize(): number | null {
    return desiredSize(this.#state.readable);
  }
  enqueue(chunk?: unknown): void {
    enqueue(this.#state.readable, chunk);
    if ((desiredSize(this.#state.readable) ?? 0) <= 0) this.#state.wanted = deferred<undefined>();
  }
  error(reason?: unknown): void {
    errorReadable(this.#state.readable, reason);
    errorWritable(this.#state.writable, reason);
    this.#state.wanted.resolve(undefined);
  }
  terminate(): void {
    if (canEnqueue(this.#state.readable)) requestClose(this.#state.readable);
    errorWritable(this.#state.writable, new TypeError('The transform was terminated.'));
    this.#state.wanted.resolve(undefined);
  }
}

interface Transformer {
  start(controller: TransformStreamDefaultController): unknown;
  transform(chunk: unknown, controller: TransformStreamDefaultController): unknown;
  flush(controller: TransformStreamDefaultController): unknown;
  cancel(reason: unknown): unknown;
}

/** The two ends of a transform. */
export function makeTransform(
  transformer: Transformer,
  writableStrategy: Strategy,
  highWaterMark: number,
): { readonly readable: ReadableStream; readonly writable: WritableStream } {
  const state: TransformState = { readable: null as never, writable: null as never, wanted: deferred<undefined>() };
  const controller = new TransformStreamDefaultController(INTERNAL, state);
  const readable = makeStream((readableState) => {
    state.readable = readableState;
    return {
      start: () => undefined,
      pull: () => state.wanted.resolve(undefined),
      cancel: (reason) => {
        errorWritable(state.writable, reason);
        state.wanted.resolve(undefined);
        return transformer.cancel(reason);
      },
    };
  }, highWaterMark);
  if (highWaterMark > 0) state.wanted.resolve(undefined);
  const fail = (error: unknown): never => {
    errorReadable(state.readable, error);
    throw error;
  };
  const started = deferred<unknown>();
  state.writable = new WritableStream(
    {
      start: () => started.promise,
      async write(chunk: unknown): Promise<void> {
        await state.wanted.promise;
        try {
          await promised(() => transformer.transform(chunk, controller));
        } catch (error) {
          fail(error);
        }
      },
      async close(): Promise<void> {
        try {
          await promised(() => transformer.flush(controller));
        } catch (error) {
          fail(error);
        }
        if (canEnqueue(state.readable)) requestClose(state.readable);
      },
      abort(reason: unknown): unknown {
        errorReadable(state.readable, reason);
        return transformer.cancel(reason);
      },
    },
    writableStrategy,
  );
  started.resolve(transformer.start(controller));
  return { readable, writable: state.writable };
}

export class TransformStream {
  readonly #ends: { readonly readable: ReadableStream; readonly writable: WritableStream };
  constructor(transformer: object | null = {}, writableStrategy: Strategy = {}, readableStrategy: Strategy = {}) {
    const hasTransform = (transformer as { transform?: unknown } | null)?.transform !== undefined;
    const transform = boundMethod(transformer, 'transform');
    const start = boundMethod(transformer, 'start');
    const flush = boundMethod(transformer, 'flush');
    const cancel = boundMethod(transformer, 'cancel');
    const own: Transformer = {
      start: (controller) => start(controller),
      transform: (chunk, controller) => (hasTransform ? transform(chunk, controller) : controller.enqueue(chunk)),
      flush: (controller) => flush(controller),
      cancel: (reason) => cancel(reason),
    };
    this.#ends = makeTransform(own, writableStrategy, strategyOf(readableStrategy, 0).highWaterMark);
  }
  get readable(): ReadableStream {
    return this.#ends.readable;
  }
  get writable(): WritableStream {
    return this.#ends.writable;
  }
}

const NOTHING = (): undefined => undefined;

export class TextDecoderStream {
  readonly #decoder: TextDecoder;
  readonly #ends: { readonly readable: ReadableStream; readonly writable: WritableStream };
  constructor(label: unknown = 'utf-8', options: { fatal?: unknown; ignoreBOM?: unknown } = {}) {
    const decoder = new TextDecoder(label, options);
    this.#decoder = decoder;
    const push = (text: string, controller: TransformStreamDefaultController): void => {
      if (text !== '') controller.enqueue(text);
    };
    const transform = (chunk: unknown, controller: TransformStreamDefaultController): void =>
      push(decoder.decode(chunk, { stream: true }), controller);
    const flush = (controller: TransformStreamDefaultController): void => push(decoder.decode(), controller);
    this.#ends = makeTransform({ start: NOTHING, transform, flush, cancel: NOTHING }, {}, 0);
  }
  get encoding(): string {
    return this.#decoder.encoding;
  }
  get fatal(): boolean {
    return this.#decoder.fatal;
  }
  get ignoreBOM(): boolean {
    return this.#decoder.ignoreBOM;
  }
  get readable(): ReadableStream {
    return this.#ends.readable;
  }
  get writable(): WritableStream {
    return this.#ends.writable;
  }
}

export class TextEncoderStream {
  readonly #ends: { readonly readable: ReadableStream; readonly writable: WritableStream };
  constructor() {
    // A high surrogate at the end of a chunk waits for its other half.
    let pending = '';
    const transform = (chunk: unknown, controller: TransformStreamDefaultController): void => {
      let text = `${pending}${chunk}`;
      const last = charCodeAt(text, text.length - 1);
      pending = last >= 0xd800 && last < 0xdc00 ? fromCharCode(last) : '';
      if (pending !== '') text = stringSlice(text, 0, -1);
      if (text !== '') controller.enqueue(encodeUtf8(text));
    };
    const flush = (controller: TransformStreamDefaultController): void => {
      if (pending !== '') controller.enqueue(encodeUtf8(pending));
    };
    this.#ends = makeTransform({ start: NOTHING, transform, flush, cancel: NOTHING }, {}, 0);
  }
  get encoding(): string {
    return 'utf-8';
  }
  get readable(): ReadableStream {
    return this.#ends.readable;
  }
  get writable(): WritableStream {
    return this.#ends.writable;
  }
}

exposeClass('TransformStream', TransformStream);
exposeClass('TransformStreamDefaultController', TransformStreamDefaultController);
exposeClass('TextDecoderStream', TextDecoderStream);
exposeClass('TextEncoderStream', TextEncoderStream);
