/**
 * The tabs of a session: which there are, which one is current, and the windows that pages open.
 *
 * In:  wishes of the caller and of pages. Out: tabs. A window that a page opens becomes a tab; it is current at once, as
 *      in a browser, unless it was opened in the background. When a tab is closed, the one that opened it is current.
 */
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { DocumentRequest } from './load-document.ts';
import type { Tab, TabInfo } from './tab.ts';

/** A window that a page wants. */
export interface Popup {
  readonly request: DocumentRequest;
  /** Windows of one opener with the same name are one. */
  readonly name: string;
  readonly isBackground: boolean;
}

/** Width and height in CSS pixels. */
type Viewport = readonly [width: number, height: number];

/** Without a viewport a tab has the session's. */
export type CreateTab = (id: number, opener: number | null, name: string, viewport: Viewport | undefined) => Tab;

export class TabSet {
  readonly #create: CreateTab;
  readonly #tabs = new Map<number, Tab>();
  #current: Tab;
  #lastId = 0;

  constructor(create: CreateTab) {
    this.#create = create;
    this.#current = this.#add(null, '');
  }

  get current(): Tab {
    return this.#current;
  }

  all(): Tab[] {
    return [...this.#tabs.values()];
  }

  find(id: number): Tab {
    const tab = this.#tabs.get(id);
    if (tab !== undefined) return tab;
    const ids = [...this.#tabs.keys()].join(', ');
    throw new AgentBrowserError('invalid_argument', `There is no tab ${id}. There are: ${ids}.`);
  }

  /** A new tab, which is the current one from now on. */
  open(viewport?: Viewport): Tab {
    this.#current = this.#add(null, '', viewport);
    return this.#current;
  }

  select(id: number): Tab {
    this.#current = this.find(id);
    return this.#current;
  }

  /** The tab for a window that a page of `opener` wants, and whether it was there already. */
  forPopup({ name, isBackground }: Popup, opener: Tab): Tab {
    const known = this.all().find((tab) => tab.opener === opener.id && tab.name === name);
    const tab = known ?? this.#add(opener.id, name);
    if (!isBackground) this.#current = tab;
    return tab;
  }

  /** Ends a tab. The last one is replaced by an empty one. */
  close(id: number): void {
    const tab = this.find(id);
    this.#tabs.delete(id);
    tab.navigator.close();
    tab.ids.end();
    if (this.#current !== tab) return;
    const opener = tab.opener === null ? undefined : this.#tabs.get(tab.opener);
    this.#current = opener ?? this.all().at(-1) ?? this.#add(null, '');
  }

  closeAll(): void {
    for (const tab of this.#tabs.values()) tab.navigator.close();
  }

  async list(): Promise<TabInfo[]> {
    return this.all().map((tab) => ({
      id: tab.id,
      url: tab.navigator.history.current?.url.href ?? 'about:blank',
      title: tab.view.title,
      current: tab === this.#current,
      ...(tab.opener === null ? {} : { opener: tab.opener }),
    }));
  }

  #add(opener: number | null, name: string, viewport?: Viewport): Tab {
    if (this.#tabs.size >= LIMITS.tabsPerSession) {
      throw new AgentBrowserError(
        'invalid_argument',
        `${LIMITS.tabsPerSession} tabs are open, which is the limit for one session. Close some first.`,
      );
    }
    const tab = this.#create(++this.#lastId, opener, name, viewport);
    this.#tabs.set(tab.id, tab);
    return tab;
  }
}
