/**
 * What happened in a session, for whoever asks afterwards or waits for it. The newest are kept.
 *
 * Requests are many, so they are kept apart and given only when they are asked for: they do not push out the rest.
 */
import { LIMITS } from '../limits.ts';
import { cleanLines } from '../spatial/page-text.ts';

export const EVENT_KINDS = [
  'navigation',
  'console',
  /** An error that a script of the page did not catch. */
  'error',
  'request',
  'request_failed',
  'budget_exceeded',
  /** alert, confirm, prompt, or a page that asks whether it may be left. */
  'dialog',
  /** The page wanted another window. */
  'popup',
  /** A file input was clicked: `el` is its id, for upload(). */
  'file_chooser',
  'download',
  /** A server wants a name and a password, or a sign-in waits for a code. */
  'auth_pending',
  'captcha_pending',
  /** What an agent thinks and does, in its own words: note(). */
  'agent',
] as const;

export type SessionEventKind = (typeof EVENT_KINDS)[number];

export interface SessionEvent {
  readonly seq: number;
  readonly kind: SessionEventKind;
  /** Secure: from the page. It is data, without characters that do not show, and cut to a length. */
  readonly message: string;
  readonly url: string;
  /** The tab in which it happened. */
  readonly tab?: number;
  /** The element that it is about. */
  readonly el?: number;
}

/** Where something that belongs to one tab tells what happens. */
export interface EventSink {
  add(kind: SessionEventKind, message: string, url: string, el?: number): void;
}

export interface EventFilter {
  /** Every kind but requests, when it is not given. */
  readonly kinds?: readonly SessionEventKind[] | undefined;
}

/** Many at once: the oldest go. */
class NewestEvents {
  #events: SessionEvent[] = [];

  add(event: SessionEvent): void {
    this.#events.push(event);
    // Faster: dropping half at a time makes adding constant on average.
    if (this.#events.length > 2 * LIMITS.eventsKept) this.#events = this.#events.slice(-LIMITS.eventsKept);
  }

  after(seq: number): SessionEvent[] {
    return this.#events.slice(-LIMITS.eventsKept).filter((event) => event.seq > seq);
  }
}

export class EventLog implements EventSink {
  readonly #events = new NewestEvents();
  readonly #requests = new NewestEvents();
  readonly #waiting = new Set<() => void>();
  readonly #onElement: (id: number) => void;
  #lastSeq = 0;
  #requestCount = 0;

  /** @param onElement is called when an event names an element. */
  constructor(onElement: (id: number) => void = () => undefined) {
    this.#onElement = onElement;
  }

  /** Requests so far, also those that are not kept any more. */
  get requestCount(): number {
    return this.#requestCount;
  }

  /** The number of the newest one. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  add(kind: SessionEventKind, message: string, url: string, el?: number, tab?: number): void {
    const cut = (text: string) => cleanLines(text.slice(0, LIMITS.eventChars));
    const event = {
      seq: ++this.#lastSeq,
      kind,
      message: cut(message),
      url: cut(url),
      ...(tab === undefined ? {} : { tab }),
      ...(el === undefined ? {} : { el }),
    };
    if (el !== undefined) this.#onElement(el);
    if (kind === 'request') this.#requestCount++;
    (kind === 'request' ? this.#requests : this.#events).add(event);
    for (const wake of [...this.#waiting]) wake();
  }

  /** Adds what happens in one tab. */
  ofTab(tab: number): EventSink {
    return { add: (kind, message, url, el) => this.add(kind, message, url, el, tab) };
  }

  after(seq: number, { kinds }: EventFilter = {}): SessionEvent[] {
    if (kinds === undefined) return this.#events.after(seq);
    const all = kinds.includes('request')
      ? [...this.#events.after(seq), ...this.#requests.after(seq)].sort((a, b) => a.seq - b.seq)
      : this.#events.after(seq);
    return all.filter(({ kind }) => kinds.includes(kind));
  }

  /** The same, but waits for the first one; nothing when the time is over. */
  async next(seq: number, filter: EventFilter, waitMs: number): Promise<SessionEvent[]> {
    const end = performance.now() + waitMs;
    for (;;) {
      const events = this.after(seq, filter);
      const leftMs = end - performance.now();
      if (events.length > 0 || leftMs <= 0) return events;
      await this.#change(leftMs);
    }
  }

  #change(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.#waiting.add(wake);
    });
  }
}
