/**
 * What signing in waits for when a machine alone cannot go on, and the way to answer.
 *
 * In:  questions of a sign-in. Out: events for whoever listens, and the answer when one comes. Without an answer in time
 *      it is `null`: the sign-in then says so.
 */
import { LIMITS } from '../limits.ts';

/** `account` and `way` want one of several chosen: the answer is its words or its number. */
export type PendingKind = 'sms' | 'email' | 'code' | 'push' | 'captcha' | 'passkey' | 'account' | 'way';

export interface Pending {
  readonly id: number;
  readonly kind: PendingKind;
  /** What the page asks for, in its words. */
  readonly reason: string;
}

/** A code, or that it was approved or solved elsewhere; `null` when nobody will. */
export type PendingAnswer = { readonly code: string } | { readonly done: true } | null;

export class PendingDesk {
  readonly #tell: (pending: Pending) => void;
  readonly #open = new Map<number, { readonly kind: PendingKind; readonly resolve: (answer: PendingAnswer) => void }>();
  #lastId = 0;

  constructor(tell: (pending: Pending) => void) {
    this.#tell = tell;
  }

  /** Asks, and waits. `still` ends the wait by itself: a push that was approved shows on the page. */
  async ask(
    kind: PendingKind,
    reason: string,
    signal: AbortSignal,
    still: () => Promise<boolean> = async () => true,
    timeoutMs: number = LIMITS.authPendingMs,
  ): Promise<PendingAnswer> {
    const id = ++this.#lastId;
    let timer: NodeJS.Timeout | undefined;
    let stop = (): void => undefined;
    let isOver = false;
    const watch = async (): Promise<PendingAnswer> => {
      while (!isOver) {
        if (!(await still())) return { done: true };
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
      return null;
    };
    let seen: Promise<PendingAnswer> = Promise.resolve(null);
    try {
      const answer = new Promise<PendingAnswer>((resolve, reject) => {
        this.#open.set(id, { kind, resolve });
        stop = () => reject(signal.reason);
        signal.addEventListener('abort', stop, { once: true });
        timer = setTimeout(() => resolve(null), timeoutMs);
      });
      this.#tell({ id, kind, reason });
      seen = watch();
      return await Promise.race([answer, seen]);
    } finally {
      isOver = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      this.#open.delete(id);
      // One at a time on the page: a look that is under way is let finish. How it went was told above, if it mattered.
      await seen.catch(() => undefined);
    }
  }

  /** Whether a question waits for its answer. */
  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  /** `false` when nobody waits for that one any more. */
  answer(id: number, answer: PendingAnswer): boolean {
    const open = this.#open.get(id);
    open?.resolve(answer);
    return open !== undefined;
  }

  /** What an open question is about. */
  kindOf(id: number): PendingKind | null {
    return this.#open.get(id)?.kind ?? null;
  }
}

/** Between two looks at a page that waits for somebody. */
const POLL_MS = 250;
