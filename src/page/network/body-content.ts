/**
 * What is in a request or response, however it comes: at once or in pieces, as text or as bytes.
 *
 * In:  pieces. Out: all of it as text, bytes or blob, or a stream of bytes. Text stays text until somebody wants bytes.
 *
 * Fetch §5.3 https://fetch.spec.whatwg.org/#body-mixin
 */
import { append, type BareArray, bareArray, charCodeAt, stringSlice } from '../primordials.ts';
import { bytesOf, concatBytes, encodeUtf8, isBufferSource, lengthOf, makeBytes, Utf8Decoder } from './bytes.ts';
import { type Deferred, deferred, markHandled } from './promises.ts';
import { enqueue, errorReadable, readFrom, requestClose } from './streams/readable-state.ts';
import { makeStream, type ReadableStream, streamControl } from './streams/readable-stream.ts';

export type Piece = string | Uint8Array<ArrayBuffer>;

export class BodyContent {
  #pieces: BareArray<Piece> = bareArray();
  #isDone = false;
  #error: { readonly reason: unknown } | null = null;
  #waiting: Deferred<undefined> | null = null;
  #stream: ReadableStream | null = null;
  #isTaken = false;
  /** Copies that get the same pieces. */
  readonly #followers: BareArray<BodyContent> = bareArray();
  /** Told when nobody wants the rest. */
  onCancel: (reason: unknown) => void = () => {};

  static of(piece: Piece): BodyContent {
    const body = new BodyContent();
    if (piece !== '') append(body.#pieces, piece);
    body.#isDone = true;
    return body;
  }

  static ofStream(stream: ReadableStream): BodyContent {
    const body = new BodyContent();
    body.#stream = stream;
    body.#isDone = true;
    return body;
  }

  push(piece: Piece): void {
    const isEmpty = typeof piece === 'string' ? piece === '' : lengthOf(piece) === 0;
    if (isEmpty) return;
    append(this.#pieces, piece);
    for (let at = 0; at < this.#followers.length; at++) this.#followers[at]!.push(piece);
    this.#wake();
  }

  end(): void {
    this.#isDone = true;
    for (let at = 0; at < this.#followers.length; at++) this.#followers[at]!.end();
    this.#wake();
  }

  fail(reason: unknown): void {
    if (this.#isDone || this.#error !== null) return;
    this.#error = { reason };
    for (let at = 0; at < this.#followers.length; at++) this.#followers[at]!.fail(reason);
    if (this.#stream !== null) streamControl.error(this.#stream, reason);
    this.#wake();
  }

  /** The request was aborted: what nobody has read yet is not to be had any more. */
  abort(reason: unknown): void {
    if (this.#isTaken) return;
    this.#isDone = false;
    this.fail(reason);
  }

  /** Somebody has begun to read it. */
  get isUsed(): boolean {
    return this.#isTaken || (this.#stream !== null && streamControl.isDisturbed(this.#stream));
  }

  markUsed(): void {
    this.#isTaken = true;
  }

  get isLocked(): boolean {
    return this.#stream !== null && streamControl.isLocked(this.#stream);
  }

  get stream(): ReadableStream {
    if (this.#stream === null) {
      this.#stream = this.#makeStream();
      // What was read as a whole is as good as locked for ever.
      if (this.#isTaken) streamControl.acquire(this.#stream);
    }
    return this.#stream;
  }

  clone(): BodyContent {
    if (this.#stream !== null) {
      const [own, other] = streamControl.tee(this.#stream);
      this.#stream = own;
      return BodyContent.ofStream(other);
    }
    const copy = new BodyContent();
    for (let at = 0; at < this.#pieces.length; at++) append(copy.#pieces, this.#pieces[at]!);
    copy.#isDone = this.#isDone;
    copy.#error = this.#error;
    if (!this.#isDone && this.#error === null) append(this.#followers, copy);
    return copy;
  }

  /** All pieces, when they are there. */
  async #all(): Promise<BareArray<Piece>> {
    if (this.#stream !== null) return this.#readStream(this.#stream);
    this.#isTaken = true;
    while (!this.#isDone && this.#error === null) await this.#news();
    if (this.#error !== null) throw this.#error.reason;
    const pieces = this.#pieces;
    this.#pieces = bareArray();
    return pieces;
  }

  async #readStream(stream: ReadableStream): Promise<BareArray<Piece>> {
    const pieces = bareArray<Piece>();
    const reader = streamControl.acquire(stream);
    for (;;) {
      const { value, done } = await readFrom(reader, false);
      if (done) return pieces;
      if (!isBufferSource(value)) throw new TypeError('A chunk of the body is not bytes.');
      append(pieces, bytesOf(value));
    }
  }

  /** "UTF-8 decode" */
  async text(): Promise<string> {
    return joinText(await this.#all());
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return joinBytes(await this.#all());
  }

  /** What a request sends: text where it is text. */
  async payload(): Promise<Piece> {
    const pieces = await this.#all();
    return pieces.length === 1 && typeof pieces[0] === 'string' ? pieces[0] : joinBytes(pieces);
  }

  /** What there is so far, when it is all there and plain: for requests that are made at once. */
  get ready(): Piece | null {
    if (!this.#isDone || this.#stream !== null) return null;
    this.#isTaken = true;
    return this.#pieces.length === 1 ? this.#pieces[0]! : joinBytes(this.#pieces);
  }

  #makeStream(): ReadableStream {
    const isTaken = this.#isTaken;
    return makeStream(
      (state) => ({
        start: () => undefined,
        pull: async () => {
          for (;;) {
            if (this.#pieces.length > 0) {
              const bytes = joinBytes(this.#pieces);
              this.#pieces = bareArray();
              enqueue(state, bytes);
              return;
            }
            if (this.#error !== null) {
              errorReadable(state, this.#error.reason);
              return;
            }
            if (this.#isDone || isTaken) {
              requestClose(state);
              return;
            }
            await this.#news();
          }
        },
        cancel: (reason) => this.onCancel(reason),
      }),
      0,
    );
  }

  #news(): Promise<undefined> {
    this.#waiting ??= deferred<undefined>();
    return this.#waiting.promise;
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting === null) return;
    waiting.resolve(undefined);
    markHandled(waiting.promise);
  }
}

function joinBytes(pieces: BareArray<Piece>): Uint8Array<ArrayBuffer> {
  if (pieces.length === 0) return makeBytes(0);
  const parts = bareArray<Uint8Array>();
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at]!;
    append(parts, typeof piece === 'string' ? encodeUtf8(piece) : piece);
  }
  return concatBytes(parts);
}

const NO_BYTES = makeBytes(0);

/** Pieces as text, without a byte order mark. A character may begin in one piece and end in the next. */
export function joinText(pieces: BareArray<Piece>): string {
  let text = '';
  const decoder = new Utf8Decoder();
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at]!;
    text += typeof piece === 'string' ? decoder.decode(NO_BYTES, false) + piece : decoder.decode(piece, true);
  }
  text += decoder.decode(NO_BYTES, false);
  return charCodeAt(text, 0) === 0xfeff ? stringSlice(text, 1) : text;
}
