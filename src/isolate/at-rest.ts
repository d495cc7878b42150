/**
 * An isolate that nothing is asked of gives back the memory that it does not need.
 *
 * In:  word of each call. Out: once it has been quiet for a while, and its heap has grown, one full collection of garbage in
 * the isolate's own thread; before the first one, the context that isolated-vm keeps for itself is emptied
 * (page/unused-realm.ts).
 *
 * Agents think for seconds between two calls, and V8 collects when it needs room, which may be never. Measured with
 * three realms: 20.5 MB before, 15.5 after, for 20 ms of the processor.
 *
 * isolated-vm offers no collection. But it makes one, V8's LowMemoryNotification, before it refuses an array buffer that
 * is larger than the isolate may be (its LimitedAllocator::Check), and refuses it before it copies any of it.
 */
import type ivm from 'isolated-vm';
import { LIMITS } from '../limits.ts';
import { REALM_EMPTIED } from '../page/messages.ts';
import { CallQueue } from './call-queue.ts';
import type { ReadyContexts } from './ready-contexts.ts';

/** Of a buffer that is refused for its size. */
export const OVERSIZED_BYTES = 2 * LIMITS.isolateMemoryMb * 1024 * 1024;

/** How long nothing is asked of an isolate before it gives memory back, and by how much its heap has grown until then. */
export const REST_MS = 2_000;
const REST_GROWTH_BYTES = 4 * 1024 * 1024;
/** Whoever has opened as many is likely to go on. */
const FOLLOWING_DOCUMENTS = 2;

/** What the isolate lends. */
export interface RestPort {
  readonly isBusy: () => boolean;
  /** Does work when it is the isolate's turn. */
  readonly exclusive: (work: () => Promise<void>) => Promise<void>;
  readonly isolate: () => ivm.Isolate;
  readonly contexts: () => ReadyContexts;
  readonly makeOversized: () => ivm.ExternalCopy<ArrayBuffer>;
}

/** One for all isolates: more than any of them may have. It is never written to, so that it takes no memory. */
let oversized: ivm.ExternalCopy<ArrayBuffer> | null = null;

/** One after the other: many sessions that fall silent together do not take all processors from those that work. */
const rests = new CallQueue();

export class AtRest {
  readonly #port: RestPort;
  #timer: NodeJS.Timeout | null = null;
  #isEmptied = false;
  #documents = 0;
  /** Bytes of the heap behind the last collection. */
  #heapBytes = 0;

  constructor(port: RestPort) {
    this.#port = port;
  }

  /** A call has begun or ended: its rest begins anew. */
  postpone(): void {
    if (this.#timer === null) this.#timer = setTimeout(() => this.#due(), REST_MS).unref();
    else this.#timer.refresh();
  }

  end(): void {
    clearTimeout(this.#timer ?? undefined);
  }

  #due(): void {
    // Whatever fails here fails for a reason that the next call meets and tells.
    rests.add(() => this.#rest()).catch(() => undefined);
  }

  noteDocument(): void {
    this.#documents++;
  }

  /**
   * The next page has been made ahead. Faster: where pages follow each other, every collection of garbage would mark the
   * context that isolated-vm keeps, a fifth of all that lives.
   */
  async betweenPages(): Promise<void> {
    if (this.#documents >= FOLLOWING_DOCUMENTS) await this.#emptyOwnContext();
  }

  /** Once. */
  async #emptyOwnContext(): Promise<void> {
    this.#isEmptied ||= await emptyOwnContext(this.#port.isolate());
  }

  /** Whether less than half of the heap is used, behind a collection if it takes one. */
  async hasRoom(): Promise<boolean> {
    const { engine } = this.#port.contexts();
    if (engine === null || !this.#isHalfFull()) return true;
    await this.#port.exclusive(() => this.#requestCollection(engine));
    return !this.#isHalfFull();
  }

  #isHalfFull(): boolean {
    const { used_heap_size: used, heap_size_limit: limit } = this.#port.isolate().getHeapStatisticsSync();
    return 2 * used > limit;
  }

  async #rest(): Promise<void> {
    if (!this.#port.isBusy()) await this.#port.exclusive(() => this.#collect());
  }

  /** Collects if there is something to be had from it. */
  async #collect(): Promise<void> {
    const isolate = this.#port.isolate();
    const contexts = this.#port.contexts();
    const context = contexts.engine;
    if (context === null || isolate.isDisposed) return;
    const hadSpare = contexts.dropSpare();
    const { total_heap_size: before } = isolate.getHeapStatisticsSync();
    if (!hadSpare && before - this.#heapBytes < REST_GROWTH_BYTES) return;
    await this.#emptyOwnContext();
    await this.#requestCollection(context);
    this.#heapBytes = isolate.getHeapStatisticsSync().total_heap_size;
  }

  async #requestCollection(context: ivm.Context): Promise<void> {
    oversized ??= this.#port.makeOversized();
    try {
      await context.global.set('refused', oversized.copyInto());
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
}

/** Whether isolated-vm's own context is empty now. */
export async function emptyOwnContext(isolate: ivm.Isolate): Promise<boolean> {
  try {
    (await isolate.compileScript('(')).release();
    return false;
  } catch (error) {
    return error instanceof SyntaxError && String(error.stack).includes(REALM_EMPTIED);
  }
}
