/**
 * Where a session has been.
 *
 * HTML §7.4 https://html.spec.whatwg.org/#session-history, without the state objects that belong to the page.
 */
import { LIMITS } from '../limits.ts';
import type { DocumentRequest } from './load-document.ts';

export interface HistoryEntry {
  /** How the document was asked for: a reload asks for it in the same way. */
  readonly request: DocumentRequest;
  /** Where it was found. */
  readonly url: URL;
}

export class History {
  #entries: HistoryEntry[] = [];
  #at = -1;

  get current(): HistoryEntry | null {
    return this.#entries[this.#at] ?? null;
  }

  get previous(): HistoryEntry | null {
    return this.#entries[this.#at - 1] ?? null;
  }

  get length(): number {
    return this.#entries.length;
  }

  /** A new entry ends what was ahead. The oldest go when there are too many. */
  push(entry: HistoryEntry): void {
    this.#entries.splice(this.#at + 1);
    this.#entries.push(entry);
    if (this.#entries.length > LIMITS.historyEntries) this.#entries.shift();
    this.#at = this.#entries.length - 1;
  }

  replace(entry: HistoryEntry): void {
    if (this.#at === -1) this.push(entry);
    else this.#entries[this.#at] = entry;
  }

  // Missing: pushState makes no entry of its own, so back() leaves the document.
  moveTo(url: URL): void {
    const { current } = this;
    if (current !== null) this.replace({ ...current, url });
  }

  /** The document of the entry before has been loaded: it is the current one now. */
  stepBack(entry: HistoryEntry): void {
    this.#at = Math.max(0, this.#at - 1);
    this.#entries[this.#at] = entry;
  }
}
