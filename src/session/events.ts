/**
 * What happened in a session, for whoever asks afterwards. The newest are kept.
 */
import { LIMITS } from '../limits.ts';

export type SessionEventKind =
  | 'navigation'
  | 'console'
  | 'script_error'
  | 'request_failed'
  | 'budget_exceeded'
  /** alert, confirm, prompt, or a page that asks whether it may be left. */
  | 'dialog'
  /** The page wanted another window. */
  | 'popup';

export interface SessionEvent {
  readonly seq: number;
  readonly kind: SessionEventKind;
  /** Secure: from the page. It is data, and it is cut to a length. */
  readonly message: string;
  readonly url: string;
}

export class EventLog {
  #events: SessionEvent[] = [];
  #lastSeq = 0;

  add(kind: SessionEventKind, message: string, url: string): void {
    const cut = (text: string) => text.slice(0, LIMITS.eventChars);
    this.#events.push({ seq: ++this.#lastSeq, kind, message: cut(message), url: cut(url) });
    // Faster: dropping half at a time makes adding constant on average.
    if (this.#events.length > 2 * LIMITS.eventsKept) this.#events = this.#events.slice(-LIMITS.eventsKept);
  }

  after(seq: number): SessionEvent[] {
    return this.#events.slice(-LIMITS.eventsKept).filter((event) => event.seq > seq);
  }
}
