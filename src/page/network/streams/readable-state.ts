/**
 * The algorithms of readable streams, apart from the classes that pages see.
 *
 * In:  an underlying source and a strategy. Out: chunks for whoever reads, in order, with backpressure.
 *
 * Streams §4.5–§4.9 https://streams.spec.whatwg.org/#rs-default-controller-abstract-ops
 */
import { append, type BareArray, bareArray, removeAt } from '../../primordials.ts';
import { type Deferred, deferred, markHandled, promised, whenSettled } from '../promises.ts';

export interface ReadResult {
  readonly value: unknown;
  readonly done: boolean;
}

/** The source's methods, with what they are called on already bound. */
export interface Source {
  start(): unknown;
  pull(): unknown;
  cancel(reason: unknown): unknown;
}

interface ReadRequest extends Deferred<ReadResult> {
  readonly isForPage: boolean;
}

export interface ReaderState {
  stream: ReadableState | null;
  readonly requests: BareArray<ReadRequest>;
  closed: Deferred<undefined>;
}

export interface ReadableState {
  status: 'readable' | 'closed' | 'errored';
  error: unknown;
  reader: ReaderState | null;
  disturbed: boolean;
  readonly queue: BareArray<{ readonly chunk: unknown; readonly size: number }>;
  queueSize: number;
  readonly highWaterMark: number;
  readonly sizeOf: (chunk: unknown) => number;
  source: Source | null;
  started: boolean;
  pulling: boolean;
  pullAgain: boolean;
  closeRequested: boolean;
}

export function makeReadable(highWaterMark: number, sizeOf: (chunk: unknown) => number): ReadableState {
  return {
    status: 'readable',
    error: undefined,
    reader: null,
    disturbed: false,
    queue: bareArray(),
    queueSize: 0,
    highWaterMark,
    sizeOf,
    source: null,
    started: false,
    pulling: false,
    pullAgain: false,
    closeRequested: false,
  };
}

/** Starts the source. What `start` throws is thrown on. */
export function startReadable(stream: ReadableState, source: Source): void {
  stream.source = source;
  const started = source.start();
  whenSettled(
    promised(() => started),
    () => {
      stream.started = true;
      pullIfNeeded(stream);
    },
    (error) => errorReadable(stream, error),
  );
}

function wantsMore(stream: ReadableState): boolean {
  if (stream.status !== 'readable' || stream.closeRequested || !stream.started) return false;
  if (stream.reader !== null && stream.reader.requests.length > 0) return true;
  return desiredSize(stream)! > 0;
}

export function pullIfNeeded(stream: ReadableState): void {
  if (!wantsMore(stream)) return;
  if (stream.pulling) {
    stream.pullAgain = true;
    return;
  }
  stream.pulling = true;
  whenSettled(
    promised(() => stream.source?.pull()),
    () => {
      stream.pulling = false;
      if (!stream.pullAgain) return;
      stream.pullAgain = false;
      pullIfNeeded(stream);
    },
    (error) => errorReadable(stream, error),
  );
}

export function desiredSize(stream: ReadableState): number | null {
  if (stream.status === 'errored') return null;
  return stream.status === 'closed' ? 0 : stream.highWaterMark - stream.queueSize;
}

export function canEnqueue(stream: ReadableState): boolean {
  return stream.status === 'readable' && !stream.closeRequested;
}

export function enqueue(stream: ReadableState, chunk: unknown): void {
  if (!canEnqueue(stream)) throw new TypeError('The stream is closed or closing.');
  if (stream.reader !== null && stream.reader.requests.length > 0) {
    const request = stream.reader.requests[0]!;
    removeAt(stream.reader.requests, 0);
    request.resolve(resultOf(chunk, false, request.isForPage));
  } else {
    let size: number;
    try {
      size = Number(stream.sizeOf(chunk));
      if (!(size >= 0) || size === Number.POSITIVE_INFINITY) throw new RangeError('The size of a chunk is not valid.');
    } catch (error) {
      errorReadable(stream, error);
      throw error;
    }
    append(stream.queue, { chunk, size });
    stream.queueSize += size;
  }
  pullIfNeeded(stream);
}

/** The controller's close(): what is queued can still be read. */
export function requestClose(stream: ReadableState): void {
  if (!canEnqueue(stream)) throw new TypeError('The stream is closed or closing.');
  stream.closeRequested = true;
  if (stream.queue.length === 0) closeReadable(stream);
}

function closeReadable(stream: ReadableState): void {
  stream.status = 'closed';
  stream.source = null;
  const { reader } = stream;
  if (reader === null) return;
  settleRequests(reader, (request) => request.resolve(resultOf(undefined, true, request.isForPage)));
  reader.closed.resolve(undefined);
}

export function errorReadable(stream: ReadableState, error: unknown): void {
  if (stream.status !== 'readable') return;
  stream.status = 'errored';
  stream.error = error;
  stream.queue.length = 0;
  stream.queueSize = 0;
  stream.source = null;
  const { reader } = stream;
  if (reader === null) return;
  settleRequests(reader, (request) => request.reject(error));
  reader.closed.reject(error);
  markHandled(reader.closed.promise);
}

function settleRequests(reader: ReaderState, settle: (request: ReadRequest) => void): void {
  for (let at = 0; at < reader.requests.length; at++) settle(reader.requests[at]!);
  reader.requests.length = 0;
}

/** "cancel" */
export function cancelReadable(stream: ReadableState, reason: unknown): Promise<undefined> {
  const outcome = deferred<undefined>();
  stream.disturbed = true;
  if (stream.status === 'closed') outcome.resolve(undefined);
  else if (stream.status === 'errored') outcome.reject(stream.error);
  else {
    const { source } = stream;
    stream.queue.length = 0;
    stream.queueSize = 0;
    closeReadable(stream);
    whenSettled(
      promised(() => source?.cancel(reason)),
      () => outcome.resolve(undefined),
      outcome.reject,
    );
  }
  return outcome.promise;
}

export function acquireReader(stream: ReadableState): ReaderState {
  if (stream.reader !== null) throw new TypeError('The stream is locked.');
  const reader: ReaderState = { stream, requests: bareArray(), closed: deferred<undefined>() };
  stream.reader = reader;
  if (stream.status === 'closed') reader.closed.resolve(undefined);
  else if (stream.status === 'errored') reader.closed.reject(stream.error);
  markHandled(reader.closed.promise);
  return reader;
}

export function releaseReader(reader: ReaderState): void {
  const { stream } = reader;
  if (stream === null) return;
  const error = new TypeError('The reader was released.');
  if (stream.status === 'readable') reader.closed.reject(error);
  else {
    reader.closed = deferred<undefined>();
    reader.closed.reject(error);
  }
  markHandled(reader.closed.promise);
  stream.reader = null;
  reader.stream = null;
  settleRequests(reader, (request) => request.reject(error));
}

/** A result. Secure: one that only the platform sees has no prototype, on which a page could put a 'then'. */
function resultOf(value: unknown, done: boolean, isForPage: boolean): ReadResult {
  return isForPage ? { value, done } : ({ __proto__: null, value, done } as unknown as ReadResult);
}

export function readFrom(reader: ReaderState, isForPage = true): Promise<ReadResult> {
  const { stream } = reader;
  const request: ReadRequest = { ...deferred<ReadResult>(), isForPage };
  if (stream === null) {
    request.reject(new TypeError('The reader was released.'));
    return request.promise;
  }
  stream.disturbed = true;
  if (stream.status === 'errored') request.reject(stream.error);
  else if (stream.status === 'closed') request.resolve(resultOf(undefined, true, isForPage));
  else if (stream.queue.length > 0) {
    const { chunk, size } = stream.queue[0]!;
    removeAt(stream.queue, 0);
    stream.queueSize -= size;
    if (stream.closeRequested && stream.queue.length === 0) closeReadable(stream);
    else pullIfNeeded(stream);
    request.resolve(resultOf(chunk, false, isForPage));
  } else {
    append(reader.requests, request);
    pullIfNeeded(stream);
  }
  return request.promise;
}

/** "tee": two streams with the same chunks. */
export function teeReadable(stream: ReadableState, copy: (chunk: unknown) => unknown): [ReadableState, ReadableState] {
  const reader = acquireReader(stream);
  const branches = [makeReadable(0, () => 1), makeReadable(0, () => 1)] as [ReadableState, ReadableState];
  const reasons: unknown[] = [undefined, undefined];
  const canceled = [false, false];
  const outcome = deferred<undefined>();
  let reading = false;
  const pull = (): void => {
    if (reading) return;
    reading = true;
    whenSettled(
      readFrom(reader, false),
      ({ value, done }) => {
        reading = false;
        for (let at = 0; at < 2; at++) {
          if (canceled[at] || !canEnqueue(branches[at]!)) continue;
          if (done) requestClose(branches[at]!);
          else enqueue(branches[at]!, at === 0 ? value : copy(value));
        }
        if (done) outcome.resolve(undefined);
      },
      (error) => {
        for (let at = 0; at < 2; at++) errorReadable(branches[at]!, error);
        outcome.resolve(undefined);
      },
    );
  };
  for (let at = 0; at < 2; at++) {
    const index = at;
    startReadable(branches[index]!, {
      start: () => undefined,
      pull,
      cancel(reason) {
        canceled[index] = true;
        reasons[index] = reason;
        if (canceled[0] && canceled[1]) outcome.resolve(cancelReadable(stream, reasons));
        return outcome.promise;
      },
    });
  }
  return branches;
}
