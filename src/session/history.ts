/**
 * Where a session has been: entries of documents, and the entries that documents make for themselves.
 *
 * HTML §7.4 https://html.spec.whatwg.org/#session-history
 */
import { LIMITS } from '../limits.ts';
import type { DocumentHistory, PersistedState } from '../page/messages.ts';
import type { DocumentRequest } from './load-document.ts';

export interface HistoryEntry {
  /** How the document was asked for: a reload asks for it in the same way. */
  readonly request: DocumentRequest;
  /** Where it was found, or where script says that it is. */
  readonly url: URL;
  /** Entries with the same number are of one document. */
  readonly document: number;
  /** What pushState gave, as text; empty for none. */
  readonly state: string;
  /** What the document left here when something else was opened. */
  readonly persisted?: PersistedState | undefined;
}

export class History {
  #entries: HistoryEntry[] = [];
  #at = -1;
  #lastDocument = 0;

  get current(): HistoryEntry | null {
    return this.#entries[this.#at] ?? null;
  }

  get length(): number {
    return this.#entries.length;
  }

  /** The entry that far ahead, or behind where negative. */
  entryAt(delta: number): HistoryEntry | null {
    return this.#entries[this.#at + delta] ?? null;
  }

  /** Whether going there stays in the document. */
  isSameDocument(delta: number): boolean {
    return this.entryAt(delta)?.document === this.current?.document;
  }

  /** A new document. It ends what was ahead. The oldest go when there are too many. */
  push(request: DocumentRequest, url: URL): void {
    this.#add({ request, url, document: ++this.#lastDocument, state: '' });
  }

  /** A new document in place of the current one. */
  replace(request: DocumentRequest, url: URL): void {
    if (this.#at === -1) this.push(request, url);
    else this.#entries[this.#at] = { request, url, document: ++this.#lastDocument, state: '' };
  }

  /** The same document again, or the document of another entry: its own entries and their states stay. */
  arrive(delta: number, request: DocumentRequest, url: URL): void {
    const at = this.#at + delta;
    const entry = this.#entries[at];
    if (entry === undefined) {
      this.push(request, url);
      return;
    }
    this.#at = at;
    this.#entries[at] = { ...entry, request, url, persisted: keptFor(url, entry, delta === 0) };
  }

  /** The document of the current entry is left. */
  persist({ left, top, controls }: PersistedState): void {
    const { current } = this;
    if (current !== null) this.#entries[this.#at] = { ...current, persisted: { left, top, controls } };
  }

  /** pushState, or a new fragment. */
  pushState(url: URL, state: string): void {
    const { current } = this;
    if (current !== null) this.#add({ ...current, url, state, persisted: undefined });
  }

  replaceState(url: URL, state: string): void {
    const { current } = this;
    if (current !== null) this.#entries[this.#at] = { ...current, url, state };
  }

  /** The address of the current entry, where script has changed it without an entry of its own. */
  moveTo(url: URL): void {
    const { current } = this;
    if (current !== null) this.#entries[this.#at] = { ...current, url };
  }

  /** The document went to another entry of its own. `false` when there is none. */
  step(delta: number): boolean {
    if (!this.isSameDocument(delta) || this.entryAt(delta) === null) return false;
    this.#at += delta;
    return true;
  }

  /** What the current document has to know: its own entries, and how many others there are. */
  forDocument(): DocumentHistory {
    let first = this.#at;
    let last = this.#at;
    const document = this.current?.document;
    while (this.#entries[first - 1]?.document === document && first > 0) first--;
    while (this.#entries[last + 1]?.document === document && last + 1 < this.#entries.length) last++;
    const own = this.#entries.slice(Math.max(0, first), last + 1);
    const persisted = this.current?.persisted;
    return {
      ...(persisted === undefined ? {} : { persisted }),
      entries: own.map(({ url, state }) => [url.href, state]),
      at: Math.max(0, this.#at - first),
      before: Math.max(0, first),
      after: Math.max(0, this.#entries.length - last - 1),
    };
  }

  #add(entry: HistoryEntry): void {
    this.#entries.splice(this.#at + 1);
    this.#entries.push(entry);
    if (this.#entries.length > LIMITS.historyEntries) this.#entries.shift();
    this.#at = this.#entries.length - 1;
  }
}

/**
 * Secure: what somebody typed is for the place where they did, and not for where that leads by now. As in Chrome, a document
 * that is loaded again is scrolled to where it was, and its controls are new.
 */
function keptFor(url: URL, { url: before, persisted }: HistoryEntry, isReload: boolean): PersistedState | undefined {
  if (persisted === undefined || url.origin !== before.origin || url.pathname !== before.pathname) return undefined;
  return url.search !== before.search ? undefined : { ...persisted, ...(isReload ? { controls: '' } : {}) };
}
