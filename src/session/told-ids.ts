/**
 * Which numbers a session has told its callers as ids of elements, over all documents and tabs.
 *
 * In:  the highest id of each document that is open. Out: the number behind which a document's ids begin.
 *
 * An id that was told is never told again for something else. Whoever acts on one of the last page, because the answer with
 * the next page was still on its way, is told `element_not_found`; nothing else is hit by it. What nobody was told is used
 * again: signing in passes through pages of which a caller sees none, and the page that is shown first begins at 1.
 */

/** What the documents of one tab need to know. */
export interface DocumentIds {
  /** Another document is opened: gives the number behind which its ids begin. */
  begin(): number;
  /** Ids up to this one are not to be given from now on, unless the document has given them already. */
  readonly taken: number;
  /** The highest id that the document has given. */
  gave(last: number): void;
}

export class ToldIds {
  readonly #tabs = new Set<TabIds>();
  #told = 0;

  /** The ids of one more tab. */
  ofTab(): TabIds {
    const tab = new TabIds(this);
    this.#tabs.add(tab);
    return tab;
  }

  /** A tab was closed. Its ids stay taken: some of them were told. */
  end(tab: TabIds): void {
    this.#told = Math.max(this.#told, tab.last);
    this.#tabs.delete(tab);
  }

  /** A caller has had an answer: any id of the documents that are open may have been in it, and this one was. */
  tell(id = 0): void {
    this.#told = Math.max(id, this.takenBeside(null));
  }

  /** The highest id that was told, or that a document of another tab has given. */
  takenBeside(own: TabIds | null): number {
    let most = this.#told;
    for (const tab of this.#tabs) if (tab !== own) most = Math.max(most, tab.last);
    return most;
  }
}

export class TabIds implements DocumentIds {
  readonly #session: ToldIds;
  #begin = 0;
  #last = 0;

  constructor(session: ToldIds) {
    this.#session = session;
  }

  get last(): number {
    return this.#last;
  }

  get taken(): number {
    return this.#session.takenBeside(this);
  }

  begin(): number {
    this.#begin = this.taken;
    this.#last = this.#begin;
    return this.#begin;
  }

  gave(last: number): void {
    this.#last = Math.max(this.#last, last);
  }

  /** The tab was closed. */
  end(): void {
    this.#session.end(this);
  }

  /** Whether an id was told before the document that is open began. */
  isEarlier(id: number): boolean {
    return id <= this.#begin;
  }
}
