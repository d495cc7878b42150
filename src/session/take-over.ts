/**
 * Who drives a session: the agent, or a person who has taken over for a while.
 *
 * In:  wishes to take over and to give back. Out: a lease, which ends by itself when it is not renewed: a person whose
 *      connection is gone does not keep the agent waiting.
 *
 * While a person has the lease, calls of the agent wait. They go on when it is given back, and end with `taken_over` when
 * their deadline comes first.
 */
import { randomUUID } from 'node:crypto';
import { AgentBrowserError } from '../errors.ts';

interface Lease {
  readonly id: string;
  timer: NodeJS.Timeout;
}

export class TakeOver {
  #lease: Lease | null = null;
  readonly #waiting = new Set<() => void>();
  #taken = new AbortController();

  get isHeld(): boolean {
    return this.#lease !== null;
  }

  /** Aborts when a person takes over. */
  get taken(): AbortSignal {
    return this.#taken.signal;
  }

  /** Gives a lease, or renews the one that is named. */
  take(leaseMs: number, id?: string): string {
    if (this.#lease !== null) {
      if (id === undefined) {
        throw new AgentBrowserError('taken_over', 'Somebody else has taken over already. Wait until they give back.');
      }
      this.check(id);
      clearTimeout(this.#lease.timer);
      this.#lease.timer = this.#expiry(leaseMs);
      return id;
    }
    if (id !== undefined) throw gone();
    this.#lease = { id: randomUUID(), timer: this.#expiry(leaseMs) };
    this.#taken.abort();
    return this.#lease.id;
  }

  /** Throws unless this is the lease that counts. */
  check(id: string): void {
    if (this.#lease?.id !== id) throw gone();
  }

  giveBack(id: string): void {
    this.check(id);
    this.#end();
  }

  /** Resolves when the agent may go on; rejects with the signal's reason. */
  async free(signal: AbortSignal): Promise<void> {
    while (this.#lease !== null) {
      signal.throwIfAborted();
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        this.#waiting.add(wake);
        signal.addEventListener('abort', wake, { once: true });
      });
    }
    signal.throwIfAborted();
  }

  /** The session ends. */
  close(): void {
    if (this.#lease !== null) this.#end();
  }

  #end(): void {
    clearTimeout(this.#lease?.timer);
    this.#lease = null;
    this.#taken = new AbortController();
    for (const wake of [...this.#waiting]) wake();
  }

  #expiry(leaseMs: number): NodeJS.Timeout {
    return setTimeout(() => this.#end(), leaseMs).unref();
  }
}

function gone(): AgentBrowserError {
  return new AgentBrowserError('not_allowed', 'This take-over has ended. Take over again first.');
}

/** What a call of the agent says when its time is over before the person is done. */
export function stillTakenOver(what: string): AgentBrowserError {
  return new AgentBrowserError(
    'taken_over',
    `${what} was not done: a person has taken over this session. Ask whether they are done, then call state() and go on.`,
  );
}

/** What an action says when a person has used the page since the agent saw it. */
export function lookFirst(): AgentBrowserError {
  return new AgentBrowserError(
    'taken_over',
    'A person used this page since you last saw it, so its elements may be others now. Call state() and choose again.',
  );
}
