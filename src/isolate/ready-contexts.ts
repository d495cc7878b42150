/**
 * The contexts of an isolate: one for the engine, which stays, and one for the next page, made ahead.
 *
 * In:  an isolate. Out: contexts behind the snapshot, as documents ask for them.
 *
 * Only types of isolated-vm are used here; isolate.ts makes and ends what they stand for.
 */
import type ivm from 'isolated-vm';

export class ReadyContexts {
  readonly #isolate: () => ivm.Isolate;
  /**
   * The engine's realm. Faster: it stays from document to document, with its code compiled and its caches filled. Where a
   * call was stopped, in which the engine may have been at work, the next document gets a new one.
   */
  #engine: ivm.Context | null = null;
  /** A context that no document has used yet. */
  #spare: ivm.Context | null = null;

  constructor(isolate: () => ivm.Isolate) {
    this.#isolate = isolate;
  }

  /** The engine's realm; `null` before there is one. */
  get engine(): ivm.Context | null {
    return this.#engine;
  }

  /** Makes what is missing ahead, in isolated-vm's thread. */
  async prepare(): Promise<void> {
    const isolate = this.#isolate();
    [this.#engine, this.#spare] = await Promise.all([
      this.#engine ?? isolate.createContext(),
      this.#spare ?? isolate.createContext(),
    ]);
  }

  /** The engine's realm for the next document. */
  takeEngine(wasStopped: boolean): ivm.Context {
    if (wasStopped) {
      this.#engine?.release();
      this.#engine = null;
    }
    this.#engine ??= this.#isolate().createContextSync();
    return this.#engine;
  }

  takePage(): ivm.Context {
    const context = this.#spare ?? this.#isolate().createContextSync();
    this.#spare = null;
    return context;
  }

  /** Nobody seems to need the next page soon. Whether there was something to let go of. */
  dropSpare(): boolean {
    const spare = this.#spare;
    this.#spare = null;
    spare?.release();
    return spare !== null;
  }

  /** The isolate is gone. */
  forget(): void {
    this.#spare = null;
    this.#engine = null;
  }
}
