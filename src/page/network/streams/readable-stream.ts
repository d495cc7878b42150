/**
 * ReadableStream, its reader and its controllers.
 *
 * Streams §4 https://streams.spec.whatwg.org/#rs
 *
 * Missing: readers that bring their own buffer; getReader({ mode: 'byob' }) throws.
 */
import { abortReason, isAborted, onAbort } from '../../abort-signal.ts';
import { create, defineProperty, getPrototypeOf } from '../../primordials.ts';
import { cloneValue } from '../../structured-clone.ts';
import { isView, lengthOf } from '../bytes.ts';
import { chained, deferred, markHandled, promised, rejectedWith, resolvedWith, whenSettled } from '../promises.ts';
import { checkInternal, exposeClass, INTERNAL } from '../web-class.ts';
import {
  acquireReader,
  cancelReadable,
  desiredSize,
  enqueue,
  errorReadable,
  makeReadable,
  type ReadableState,
  type ReaderState,
  type ReadResult,
  readFrom,
  releaseReader,
  requestClose,
  type Source,
  startReadable,
  teeReadable,
} from './readable-state.ts';
import { boundMethod, type Strategy, strategyOf } from './strategies.ts';
import { type WritableStream, writerControl } from './writable-stream.ts';

// Written out twice: in a browser neither has a class above it.
export class ReadableStreamDefaultController {
  readonly #stream: ReadableState;
  constructor(key?: unknown, stream?: ReadableState) {
    checkInternal(key);
    this.#stream = stream!;
  }
  get desiredSize(): number | null {
    return desiredSize(this.#stream);
  }
  close(): void {
    requestClose(this.#stream);
  }
  enqueue(chunk?: unknown): void {
    enqueue(this.#stream, chunk);
  }
  error(error?: unknown): void {
    errorReadable(this.#stream, error);
  }
}
export class ReadableByteStreamController {
  readonly #stream: ReadableState;
  constructor(key?: unknown, stream?: ReadableState) {
    checkInternal(key);
    this.#stream = stream!;
  }
  get byobRequest(): null {
    return null;
  }
  get desiredSize(): number | null {
    return desiredSize(this.#stream);
  }
  close(): void {
    requestClose(this.#stream);
  }
  enqueue(chunk?: unknown): void {
    if (!isView(chunk)) throw new TypeError("The chunk is not of type 'ArrayBufferView'.");
    enqueue(this.#stream, chunk);
  }
  error(error?: unknown): void {
    errorReadable(this.#stream, error);
  }
}

interface PipeOptions {
  readonly preventClose?: unknown;
  readonly preventAbort?: unknown;
  readonly preventCancel?: unknown;
  readonly signal?: object;
}

let stateOf: (stream: ReadableStream) => ReadableState;
let wrap: (state: ReadableState) => ReadableStream;
const isStream = (value: unknown): value is ReadableStream => isReadableStream(value);
let isReadableStream: (value: unknown) => boolean;

export class ReadableStream {
  readonly #state: ReadableState;
  static {
    stateOf = (stream) => stream.#state;
    wrap = (state) => new ReadableStream(INTERNAL as never, state as never);
    isReadableStream = (value) => typeof value === 'object' && value !== null && #state in value;
  }

  constructor(source?: object | null, strategy: Strategy = {}) {
    if ((source as unknown) === INTERNAL) {
      this.#state = strategy as unknown as ReadableState;
      return;
    }
    const given = source ?? {};
    const type = (given as { type?: unknown }).type;
    if (type !== undefined && `${type}` !== 'bytes') throw new TypeError(`The type '${type}' is not valid.`);
    const isBytes = type !== undefined;
    const { highWaterMark, sizeOf } = strategyOf(strategy, isBytes ? 0 : 1);
    const size = isBytes ? (chunk: unknown) => lengthOf(chunk as Uint8Array) : sizeOf;
    const state = makeReadable(highWaterMark, size);
    this.#state = state;
    const controller = isBytes
      ? new ReadableByteStreamController(INTERNAL, state)
      : new ReadableStreamDefaultController(INTERNAL, state);
    const [start, pull, cancel] = [
      boundMethod(given, 'start'),
      boundMethod(given, 'pull'),
      boundMethod(given, 'cancel'),
    ];
    startReadable(state, {
      start: () => start(controller),
      pull: () => pull(controller),
      cancel: (reason) => cancel(reason),
    });
  }

  get locked(): boolean {
    return this.#state.reader !== null;
  }
  cancel(reason?: unknown): Promise<undefined> {
    if (this.#state.reader !== null) return rejectedWith(new TypeError('The stream is locked.'));
    return cancelReadable(this.#state, reason);
  }
  getReader(options?: { readonly mode?: unknown }): ReadableStreamDefaultReader {
    const mode = options?.mode;
    if (mode !== undefined) throw new TypeError(`Readers of mode '${mode}' are not supported.`);
    return new ReadableStreamDefaultReader(this);
  }
  tee(): [ReadableStream, ReadableStream] {
    const [first, second] = teeReadable(this.#state, (chunk) => chunk);
    return [wrap(first), wrap(second)];
  }
  pipeThrough(
    transform: { readonly readable: ReadableStream; readonly writable: WritableStream },
    options: PipeOptions = {},
  ): ReadableStream {
    markHandled(pipe(this.#state, transform.writable, options));
    return transform.readable;
  }
  pipeTo(destination: WritableStream, options: PipeOptions = {}): Promise<undefined> {
    return promised(() => pipe(this.#state, destination, options));
  }
  values(options: { readonly preventCancel?: unknown } = {}): AsyncIterableIterator<unknown> {
    return iterate(acquireReader(this.#state), Boolean(options.preventCancel));
  }
}
defineProperty(ReadableStream.prototype, Symbol.asyncIterator, {
  value: ReadableStream.prototype.values,
  writable: true,
  configurable: true,
});

export class ReadableStreamDefaultReader {
  readonly #state: ReaderState;
  constructor(stream: ReadableStream) {
    if (!isStream(stream)) throw new TypeError("parameter 1 is not of type 'ReadableStream'.");
    this.#state = acquireReader(stateOf(stream));
  }
  get closed(): Promise<undefined> {
    return this.#state.closed.promise;
  }
  read(): Promise<ReadResult> {
    return readFrom(this.#state);
  }
  cancel(reason?: unknown): Promise<undefined> {
    const { stream } = this.#state;
    return stream === null ? rejectedWith(new TypeError('The reader was released.')) : cancelReadable(stream, reason);
  }
  releaseLock(): void {
    releaseReader(this.#state);
  }
}

const asyncIteratorPrototype = getPrototypeOf(getPrototypeOf((async function* () {})()) as object) as object;

function iterate(reader: ReaderState, preventCancel: boolean): AsyncIterableIterator<unknown> {
  let last: Promise<unknown> = resolvedWith(undefined);
  const end = { value: undefined, done: true } as const;
  const iterator = create(getPrototypeOf(asyncIteratorPrototype) as object) as AsyncIterableIterator<unknown>;
  defineProperty(iterator, 'next', {
    value: () => {
      const step = async (): Promise<IteratorResult<unknown>> => {
        if (reader.stream === null) return end;
        const result = await readFrom(reader, false);
        if (result.done) releaseReader(reader);
        return result.done ? end : { value: result.value, done: false };
      };
      const next = chained(last, step);
      last = next;
      markHandled(next);
      return next;
    },
    writable: true,
    configurable: true,
  });
  defineProperty(iterator, 'return', {
    value: async (value: unknown) => {
      const { stream } = reader;
      if (stream !== null) {
        releaseReader(reader);
        if (!preventCancel) await cancelReadable(stream, value);
      }
      return { value, done: true };
    },
    writable: true,
    configurable: true,
  });
  return iterator;
}

/** "pipe to" */
function pipe(source: ReadableState, destination: WritableStream, options: PipeOptions): Promise<undefined> {
  if (source.reader !== null || writerControl.isLocked(destination)) {
    return rejectedWith(new TypeError('One of the streams is locked.'));
  }
  const reader = acquireReader(source);
  const writer = writerControl.acquire(destination);
  const outcome = deferred<undefined>();
  const { signal } = options;
  source.disturbed = true;
  let isOver = false;
  const finish = (work: () => Promise<unknown> | null, isError: boolean, error?: unknown): void => {
    if (isOver) return;
    isOver = true;
    const end = (failed: boolean, reason: unknown): void => {
      writerControl.release(writer);
      releaseReader(reader);
      if (failed) outcome.reject(reason);
      else outcome.resolve(undefined);
    };
    whenSettled(
      promised(work),
      () => end(isError, error),
      (reason) => end(true, reason),
    );
  };
  if (signal !== undefined) {
    const stop = (): void => {
      const reason = abortReason(signal);
      const both = async (): Promise<void> => {
        const aborted = options.preventAbort ? null : writerControl.abort(writer, reason);
        const canceled = options.preventCancel ? null : cancelReadable(source, reason);
        await aborted;
        await canceled;
      };
      finish(both, true, reason);
    };
    if (isAborted(signal)) stop();
    else onAbort(signal, stop);
  }
  const step = async (): Promise<void> => {
    for (;;) {
      if (isOver) return;
      if (writerControl.status(writer) !== 'writable' || writerControl.isClosing(writer)) {
        const error = writerControl.error(writer) ?? new TypeError('The destination is closed.');
        finish(() => (options.preventCancel ? null : cancelReadable(source, error)), true, error);
        return;
      }
      await writer.ready.promise;
      const { value, done } = await readFrom(reader, false);
      if (isOver) return;
      if (done) {
        finish(() => (options.preventClose ? null : writerControl.close(writer)), false);
        return;
      }
      markHandled(writerControl.write(writer, value));
    }
  };
  whenSettled(
    step(),
    () => undefined,
    (error) => finish(() => (options.preventAbort ? null : writerControl.abort(writer, error)), true, error),
  );
  return outcome.promise;
}

/** A stream that the platform fills. */
export function makeStream(source: (state: ReadableState) => Source, highWaterMark: number): ReadableStream {
  const state = makeReadable(highWaterMark, () => 1);
  startReadable(state, source(state));
  return wrap(state);
}

export { isStream as isReadableStream };

/** For bodies: what they need of a stream, whatever the page did to the prototype. */
export const streamControl = {
  isLocked: (stream: ReadableStream) => stateOf(stream).reader !== null,
  isDisturbed: (stream: ReadableStream) => stateOf(stream).disturbed,
  acquire: (stream: ReadableStream) => acquireReader(stateOf(stream)),
  tee(stream: ReadableStream): [ReadableStream, ReadableStream] {
    const [first, second] = teeReadable(stateOf(stream), (chunk) => cloneValue(chunk));
    return [wrap(first), wrap(second)];
  },
  error: (stream: ReadableStream, error: unknown) => errorReadable(stateOf(stream), error),
};

exposeClass('ReadableStream', ReadableStream);
exposeClass('ReadableStreamDefaultReader', ReadableStreamDefaultReader);
exposeClass('ReadableStreamDefaultController', ReadableStreamDefaultController);
exposeClass('ReadableByteStreamController', ReadableByteStreamController);
