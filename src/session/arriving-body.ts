/**
 * The body of a document while it comes.
 *
 * In:  the stream. Out: all of it when it is there soon, or pieces of it for a document that is opened meanwhile.
 *
 * It is read without waiting for the page, up to the limit of a document.
 */
import type { Readable } from 'node:stream';
import { isAgentBrowserError } from '../errors.ts';
import { readBody } from '../net/body.ts';

export class ArrivingBody {
  /** All of it. */
  readonly whole: Promise<Uint8Array>;
  readonly #body: Readable;
  readonly #listeners = new Set<() => void>();
  #chunks: readonly Uint8Array[] = [];
  #taken = 0;
  #isDone = false;
  #error: unknown = null;
  size = 0;

  constructor(body: Readable, url: URL, maxBytes: number, onPiece: (piece: Uint8Array) => void) {
    this.#body = body;
    this.whole = readBody(body, url, maxBytes, (chunks, size) => {
      this.#chunks = chunks;
      this.size = size;
      onPiece(chunks.at(-1)!);
      this.#tell();
    });
    this.whole.then(
      () => this.#end(null),
      (error: unknown) => this.#end(error),
    );
  }

  /** Whether nothing more will come. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** Why it ended early; `null` when it did not. */
  get error(): unknown {
    return this.#error;
  }

  /** Whether there is something to take. */
  get hasMore(): boolean {
    return this.#taken < this.#chunks.length;
  }

  /** Waits until so much is there, or all of it, or the time is over. Rejects when there is nothing to show of it. */
  async atLeast(bytes: number, ms: number): Promise<void> {
    const isEnough = () => this.#isDone || this.size >= bytes;
    if (!isEnough()) {
      await new Promise<void>((resolve) => {
        const stop = () => {
          clearTimeout(timer);
          remove();
          resolve();
        };
        const timer = setTimeout(stop, ms);
        const remove = this.onNews(() => {
          if (isEnough()) stop();
        });
      });
    }
    // What breaks off shows what came before, as in browsers; what is too large would fill memory for half a page.
    const isTooLarge = isAgentBrowserError(this.#error) && this.#error.code === 'response_too_large';
    if (this.#error !== null && (this.size === 0 || isTooLarge)) throw this.#error;
  }

  /** What came since the last time. */
  take(): Uint8Array {
    const chunks = this.#chunks.slice(this.#taken);
    this.#taken = this.#chunks.length;
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  }

  onNews(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Nobody wants the rest. */
  close(): void {
    this.#body.destroy();
  }

  #end(error: unknown): void {
    this.#isDone = true;
    this.#error = error;
    this.#tell();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
