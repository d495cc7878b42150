/**
 * WritableStream, its writer and its controller.
 *
 * In:  an underlying sink and a strategy. Out: chunks for the sink, one at a time, in order.
 *
 * Streams §5 https://streams.spec.whatwg.org/#ws
 */
import { abortSignal } from '../../abort-signal.ts';
import { createEvent } from '../../event-classes.ts';
import { dispatchTrusted } from '../../events.ts';
import { append, type BareArray, bareArray, removeAt } from '../../primordials.ts';
import { dependentSignal } from '../../window/abort.ts';
import { type Deferred, deferred, markHandled, promised, rejectedWith, whenSettled } from '../promises.ts';
import { checkInternal, exposeClass, INTERNAL } from '../web-class.ts';
import { boundMethod, type Strategy, strategyOf } from './strategies.ts';

interface Job {
  readonly chunk: unknown;
  readonly size: number;
  readonly outcome: Deferred<undefined>;
}

interface WritableState {
  status: 'writable' | 'erroring' | 'errored' | 'closed';
  error: unknown;
  writer: WriterState | null;
  readonly queue: BareArray<Job>;
  queueSize: number;
  readonly highWaterMark: number;
  readonly sizeOf: (chunk: unknown) => number;
  started: boolean;
  busy: boolean;
  closing: Deferred<undefined> | null;
  aborting: Deferred<undefined> | null;
  abortReason: unknown;
  sink: { write(chunk: unknown): unknown; close(): unknown; abort(reason: unknown): unknown };
  controller: object;
  /** Made when somebody asks for it. */
  signal: object | null;
  isAborted: boolean;
}

interface WriterState {
  stream: WritableState | null;
  ready: Deferred<undefined>;
  readonly closed: Deferred<undefined>;
}

let stateOfStream: (stream: WritableStream) => WritableState;
let stateOfWriter: (writer: WritableStreamDefaultWriter) => WriterState;

function wantedSize(stream: WritableState): number | null {
  if (stream.status === 'errored' || stream.status === 'erroring') return null;
  return stream.status === 'closed' ? 0 : stream.highWaterMark - stream.queueSize;
}

function write(stream: WritableState, chunk: unknown): Promise<undefined> {
  let size: number;
  try {
    size = Number(stream.sizeOf(chunk));
    if (!(size >= 0)) throw new RangeError('The size of a chunk is not valid.');
  } catch (error) {
    fail(stream, error);
    return rejectedWith(error);
  }
  if (stream.status !== 'writable') return rejectedWith(stream.error ?? new TypeError('The stream is closed.'));
  if (stream.closing !== null) return rejectedWith(new TypeError('The stream is closing.'));
  const outcome = deferred<undefined>();
  append(stream.queue, { chunk, size, outcome });
  stream.queueSize += size;
  updateReady(stream);
  advance(stream);
  return outcome.promise;
}

/** Backpressure: `ready` waits while the queue is full. */
function updateReady(stream: WritableState): void {
  const { writer } = stream;
  if (writer === null || stream.status !== 'writable' || stream.closing !== null) return;
  if (wantedSize(stream)! <= 0) {
    writer.ready = deferred<undefined>();
    markHandled(writer.ready.promise);
  } else writer.ready.resolve(undefined);
}

/** Writes the next chunk, or closes. */
function advance(stream: WritableState): void {
  if (!stream.started || stream.busy) return;
  if (stream.status === 'erroring') {
    finishErroring(stream);
    return;
  }
  if (stream.status !== 'writable') return;
  const job = stream.queue[0];
  if (job === undefined) {
    if (stream.closing !== null) close(stream, stream.closing);
    return;
  }
  removeAt(stream.queue, 0);
  stream.busy = true;
  whenSettled(
    promised(() => stream.sink.write(job.chunk)),
    () => {
      stream.busy = false;
      stream.queueSize -= job.size;
      job.outcome.resolve(undefined);
      updateReady(stream);
      advance(stream);
    },
    (error) => {
      stream.busy = false;
      stream.queueSize -= job.size;
      job.outcome.reject(error);
      fail(stream, error);
      advance(stream);
    },
  );
}

function close(stream: WritableState, outcome: Deferred<undefined>): void {
  stream.busy = true;
  whenSettled(
    promised(() => stream.sink.close()),
    () => {
      stream.busy = false;
      stream.status = 'closed';
      outcome.resolve(undefined);
      stream.aborting?.resolve(undefined);
      stream.writer?.closed.resolve(undefined);
      stream.writer?.ready.resolve(undefined);
    },
    (error) => {
      stream.busy = false;
      outcome.reject(error);
      fail(stream, error);
      advance(stream);
    },
  );
}

function fail(stream: WritableState, error: unknown): void {
  if (stream.status !== 'writable') return;
  stream.status = 'erroring';
  stream.error = error;
  if (stream.writer !== null) {
    stream.writer.ready.resolve(undefined);
    stream.writer.ready = deferred<undefined>();
    stream.writer.ready.reject(error);
    markHandled(stream.writer.ready.promise);
  }
  if (!stream.busy && stream.started) finishErroring(stream);
}

function finishErroring(stream: WritableState): void {
  stream.status = 'errored';
  const { queue, closing, aborting } = stream;
  for (let at = 0; at < queue.length; at++) queue[at]!.outcome.reject(stream.error);
  queue.length = 0;
  stream.queueSize = 0;
  const settle = (): void => {
    closing?.reject(stream.error);
    stream.writer?.closed.reject(stream.error);
    if (stream.writer !== null) markHandled(stream.writer.closed.promise);
  };
  if (aborting === null) {
    settle();
    return;
  }
  whenSettled(
    promised(() => stream.sink.abort(stream.abortReason)),
    () => {
      aborting.resolve(undefined);
      settle();
    },
    (error) => {
      aborting.reject(error);
      settle();
    },
  );
}

function hasEnded({ status }: WritableState): boolean {
  return status === 'closed' || status === 'errored';
}

function announceAbort(signal: object, reason: unknown): void {
  abortSignal(signal, reason, (aborted) => dispatchTrusted(aborted, createEvent('Event', 'abort')));
}

function abort(stream: WritableState, reason: unknown): Promise<undefined> {
  if (stream.aborting !== null) return stream.aborting.promise;
  const outcome = deferred<undefined>();
  if (hasEnded(stream)) outcome.resolve(undefined);
  else {
    stream.abortReason = reason;
    if (!stream.isAborted && stream.signal !== null) announceAbort(stream.signal, reason);
    stream.isAborted = true;
    // Listeners may have ended it, or aborted it themselves.
    if (stream.aborting !== null) return (stream.aborting as Deferred<undefined>).promise;
    if (hasEnded(stream)) {
      outcome.resolve(undefined);
      return outcome.promise;
    }
    stream.aborting = outcome;
    fail(stream, reason);
  }
  return outcome.promise;
}

function requestClose(stream: WritableState): Promise<undefined> {
  if (stream.closing !== null || stream.status === 'closed') {
    return rejectedWith(new TypeError('The stream is closed or closing.'));
  }
  if (stream.status !== 'writable') return rejectedWith(stream.error);
  stream.closing = deferred<undefined>();
  stream.writer?.ready.resolve(undefined);
  advance(stream);
  return stream.closing.promise;
}

export class WritableStreamDefaultController {
  readonly #stream: WritableState;
  constructor(key?: unknown, stream?: WritableState) {
    checkInternal(key);
    this.#stream = stream!;
  }
  get signal(): object {
    const stream = this.#stream;
    if (stream.signal === null) {
      stream.signal = dependentSignal(null);
      if (stream.isAborted) abortSignal(stream.signal, stream.abortReason, () => {});
    }
    return stream.signal;
  }
  error(error?: unknown): void {
    fail(this.#stream, error);
  }
}

export class WritableStream {
  readonly #state: WritableState;
  static {
    stateOfStream = (stream) => stream.#state;
  }

  constructor(sink: object | null = {}, strategy: Strategy = {}) {
    const { highWaterMark, sizeOf } = strategyOf(strategy, 1);
    const stream: WritableState = {
      status: 'writable',
      error: undefined,
      writer: null,
      queue: bareArray(),
      queueSize: 0,
      highWaterMark,
      sizeOf,
      started: false,
      busy: false,
      closing: null,
      aborting: null,
      abortReason: undefined,
      sink: null as never,
      controller: null as never,
      signal: null,
      isAborted: false,
    };
    this.#state = stream;
    const controller = new WritableStreamDefaultController(INTERNAL, stream);
    const onWrite = boundMethod(sink, 'write');
    const onClose = boundMethod(sink, 'close');
    const onAbort = boundMethod(sink, 'abort');
    stream.controller = controller;
    stream.sink = {
      write: (chunk) => onWrite(chunk, controller),
      close: () => onClose(),
      abort: (reason) => onAbort(reason),
    };
    const started = boundMethod(sink, 'start')(controller);
    const begin = (): void => {
      stream.started = true;
      advance(stream);
    };
    whenSettled(
      promised(() => started),
      begin,
      (error) => {
        fail(stream, error);
        begin();
      },
    );
  }

  get locked(): boolean {
    return this.#state.writer !== null;
  }
  abort(reason?: unknown): Promise<undefined> {
    if (this.#state.writer !== null) return rejectedWith(new TypeError('The stream is locked.'));
    return abort(this.#state, reason);
  }
  close(): Promise<undefined> {
    if (this.#state.writer !== null) return rejectedWith(new TypeError('The stream is locked.'));
    return requestClose(this.#state);
  }
  getWriter(): WritableStreamDefaultWriter {
    return new WritableStreamDefaultWriter(this);
  }
}

export class WritableStreamDefaultWriter {
  readonly #state: WriterState;
  static {
    stateOfWriter = (writer) => writer.#state;
  }

  constructor(stream: WritableStream) {
    const owned = stateOfStream(stream);
    if (owned.writer !== null) throw new TypeError('The stream is locked.');
    const state: WriterState = { stream: owned, ready: deferred<undefined>(), closed: deferred<undefined>() };
    markHandled(state.ready.promise);
    markHandled(state.closed.promise);
    owned.writer = state;
    this.#state = state;
    if (owned.status === 'closed') state.closed.resolve(undefined);
    if (owned.status === 'errored' || owned.status === 'erroring') {
      state.ready.reject(owned.error);
      if (owned.status === 'errored') state.closed.reject(owned.error);
    } else if (owned.status === 'closed' || owned.closing !== null || wantedSize(owned)! > 0) {
      state.ready.resolve(undefined);
    }
  }

  get closed(): Promise<undefined> {
    return this.#state.closed.promise;
  }
  get ready(): Promise<undefined> {
    return this.#state.ready.promise;
  }
  get desiredSize(): number | null {
    if (this.#state.stream === null) throw new TypeError('The writer was released.');
    return wantedSize(this.#state.stream);
  }
  write(chunk?: unknown): Promise<undefined> {
    const { stream } = this.#state;
    return stream === null ? rejectedWith(new TypeError('The writer was released.')) : write(stream, chunk);
  }
  close(): Promise<undefined> {
    const { stream } = this.#state;
    return stream === null ? rejectedWith(new TypeError('The writer was released.')) : requestClose(stream);
  }
  abort(reason?: unknown): Promise<undefined> {
    const { stream } = this.#state;
    return stream === null ? rejectedWith(new TypeError('The writer was released.')) : abort(stream, reason);
  }
  releaseLock(): void {
    const { stream, ready, closed } = this.#state;
    if (stream === null) return;
    const error = new TypeError('The writer was released.');
    ready.reject(error);
    closed.reject(error);
    stream.writer = null;
    this.#state.stream = null;
  }
}

/** For pipes: the writer's methods, whatever the page did to the prototype. */
export const writerControl = {
  acquire: (stream: WritableStream) => stateOfWriter(new WritableStreamDefaultWriter(stream)),
  isLocked: (stream: WritableStream) => stateOfStream(stream).writer !== null,
  status: (writer: WriterState) => writer.stream!.status,
  isClosing: (writer: WriterState) => writer.stream!.closing !== null,
  error: (writer: WriterState) => writer.stream!.error,
  write: (writer: WriterState, chunk: unknown) => write(writer.stream!, chunk),
  close: (writer: WriterState) => requestClose(writer.stream!),
  abort: (writer: WriterState, reason: unknown) => abort(writer.stream!, reason),
  release(writer: WriterState): void {
    if (writer.stream !== null) writer.stream.writer = null;
    writer.stream = null;
  },
};

/** Errors a stream from its other end, as a transform does. */
export function errorWritable(stream: WritableStream, error: unknown): void {
  fail(stateOfStream(stream), error);
}

exposeClass('WritableStream', WritableStream);
exposeClass('WritableStreamDefaultWriter', WritableStreamDefaultWriter);
exposeClass('WritableStreamDefaultController', WritableStreamDefaultController);
