/**
 * history: the entries of this document. The session knows them too, and those of other documents.
 *
 * HTML §7.2.5 https://html.spec.whatwg.org/#the-history-interface
 */
import { documentUrl, resolveAddress } from '../document-address.ts';
import { domException } from '../dom/dom-exception.ts';
import { defineInterface, defineMembers, prototypeOf } from '../dom/interfaces.ts';
import { createEvent } from '../event-classes.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import type { DocumentHistory } from '../messages.ts';
import { changeAddress, setAddressHook, showFragment } from '../navigation.ts';
import { attemptNavigation } from '../navigation-api/attempt.ts';
import { postHistory, postHistoryMove, postTraverse } from '../network/commands.ts';
import { postNavigation } from '../outbox.ts';
import { append, type BareArray, bareArray, create, indexOf, stringSlice } from '../primordials.ts';
import type { ScrollOffset } from '../scrolling.ts';
import { structuredText, structuredValue } from '../storage/structured-text.ts';
import { cloneValue } from '../structured-clone.ts';
import { URL_PARTS } from '../url/url-parts.ts';
import { addressParts } from '../url-api.ts';

export interface HistoryEntry {
  url: string;
  /** As text, until somebody asks for it. */
  state: string;
  /** What the Navigation API knows an entry by: the place, and what is there; made when somebody asks. */
  key: string;
  id: string;
  /** The Navigation API's own state as text. */
  navigationState: string;
  /** 'auto' or 'manual'. */
  restoration: string;
  /** How far the window was scrolled when another entry came; `null` before that. */
  scroll: ScrollOffset | null;
}

const entries: BareArray<HistoryEntry> = bareArray();
let current = 0;
/** Entries of other documents before and behind this one's. */
let before = 0;
let after = 0;
/** The current entry's state, the same object each time. */
let currentState: unknown = null;

// Captured: the page may replace 'indexOf'.
const PROTOCOL = URL_PARTS.indexOf('protocol');
const USERNAME = URL_PARTS.indexOf('username');
const PASSWORD = URL_PARTS.indexOf('password');
const HOST = URL_PARTS.indexOf('host');
const PATHNAME = URL_PARTS.indexOf('pathname');
const SEARCH = URL_PARTS.indexOf('search');

/** "can have its URL rewritten": only the path, query and fragment may change; for files only the fragment. */
export function mayRewrite(from: string, to: string): boolean {
  const was = addressParts(from, '');
  const becomes = addressParts(to, '');
  if (was === null || becomes === null) return false;
  const same = (part: number) => was[part] === becomes[part];
  if (!same(PROTOCOL) || !same(USERNAME) || !same(PASSWORD) || !same(HOST)) return false;
  const scheme = was[PROTOCOL];
  return scheme === 'http:' || scheme === 'https:' || (same(PATHNAME) && (scheme === 'file:' || same(SEARCH)));
}

/** "shared history push/replace state steps" */
function update(state: unknown, address: unknown, replace: boolean): void {
  const copy = cloneValue(state);
  let url = documentUrl();
  if (address !== undefined && address !== null && `${address}` !== '') {
    const resolved = resolveAddress(`${address}`);
    if (resolved === null || !mayRewrite(url, resolved)) {
      throw domException('SecurityError', `A history state with the URL '${address}' cannot be made in this document.`);
    }
    url = resolved;
  }
  const text = copy === null || copy === undefined ? '' : structuredText(copy);
  const isHashChange = url !== documentUrl() && withoutHash(url) === withoutHash(documentUrl());
  const commit = (): void => {
    if (url !== documentUrl()) changeAddress(url);
    setEntry(url, text, replace);
    currentState = copy ?? null;
  };
  attemptNavigation(url, replace ? 'replace' : 'push', commit, { isSameDocument: true, isHashChange });
}

/** Another address without another document, as the Navigation API has it. */
export function rewriteEntry(url: string, replace: boolean): void {
  if (url !== documentUrl()) changeAddress(url);
  setEntry(url, '', replace);
}

/** Runs when another entry is current; with the one before. */
let entryChanged: (type: 'push' | 'replace' | 'traverse', from: HistoryEntry) => void = () => {};

export function setEntryHook(hook: typeof entryChanged): void {
  entryChanged = hook;
}

export function historyEntries(): BareArray<HistoryEntry> {
  return entries;
}

export function currentIndex(): number {
  return current;
}

/** Whether there is an entry at a distance, of this document or another. */
export function hasEntry(delta: number): boolean {
  const place = before + current + delta;
  return place >= 0 && place < before + entries.length + after;
}

function makeEntry(url: string, state: string, restoration: string, key = '', navigationState = ''): HistoryEntry {
  return { url, state, key, id: '', navigationState, restoration, scroll: null };
}

let scrollNow: () => ScrollOffset | null = () => null;
let scrollBack: (left: number, top: number) => void = () => {};

/** How far the window is scrolled, and how it is scrolled there again. Set by persisted-state.ts. */
export function setScrollKeeper(read: typeof scrollNow, restore: typeof scrollBack): void {
  scrollNow = read;
  scrollBack = restore;
}

/** Whether the current entry leaves it to the browser where the window is scrolled to. */
export function keepsScroll(): boolean {
  return entries[current]!.restoration === 'auto';
}

function setEntry(url: string, state: string, replace: boolean): void {
  const from = entries[current]!;
  currentState = state === '' ? null : structuredValue(state);
  postHistory(replace ? 'replace' : 'push', url, state);
  if (replace) {
    entries[current] = makeEntry(url, state, from.restoration, from.key, from.navigationState);
    entryChanged('replace', from);
    return;
  }
  entries.length = current + 1;
  from.scroll = scrollNow();
  append(entries, makeEntry(url, state, from.restoration));
  current = entries.length - 1;
  after = 0;
  entryChanged('push', from);
}

/** Goes through the history: within the document as a task, otherwise the session does it. */
export function traverse(delta: number, onStart: () => void = () => {}): void {
  if (delta === 0) {
    reloadDocument();
    return;
  }
  const index = current + delta;
  if (entries[index] !== undefined) queueTask(() => traverseTo(index, onStart));
  else if (hasEntry(delta)) postTraverse(delta);
}

function traverseTo(index: number, onStart: () => void): void {
  const entry = entries[index];
  if (entry === undefined || index === current) return;
  const isHashChange = entry.url !== documentUrl() && withoutHash(entry.url) === withoutHash(documentUrl());
  onStart();
  const more = { isSameDocument: true, isHashChange, index };
  attemptNavigation(entry.url, 'traverse', () => arriveAt(index), more);
}

export function reloadDocument(): void {
  const url = documentUrl();
  attemptNavigation(url, 'reload', () =>
    postNavigation({ url, method: 'GET', contentType: null, body: null, replace: true }),
  );
}

function arriveAt(index: number): void {
  const entry = entries[index];
  if (entry === undefined || index === current) return;
  const from = documentUrl();
  const left = entries[current]!;
  left.scroll = scrollNow();
  postHistoryMove(index - current);
  current = index;
  currentState = entry.state === '' ? null : structuredValue(entry.state);
  changeAddress(entry.url);
  entryChanged('traverse', left);
  dispatchTrusted(globalThis, createEvent('PopStateEvent', 'popstate', { state: currentState }));
  const isHashChange = from !== entry.url && withoutHash(from) === withoutHash(entry.url);
  if (isHashChange) showFragment();
  // Behind popstate, with which apps draw what the entry shows; where nothing is known of it, it stays where it is.
  if (entry.restoration === 'auto' && entry.scroll !== null) scrollBack(entry.scroll.left, entry.scroll.top);
  if (isHashChange) {
    const init = { oldURL: from, newURL: entry.url };
    dispatchTrusted(globalThis, createEvent('HashChangeEvent', 'hashchange', init));
  }
}

function withoutHash(url: string): string {
  const hash = indexOf(url, '#');
  return hash < 0 ? url : stringSlice(url, 0, hash);
}

export function startHistory(url: string, history?: DocumentHistory): void {
  entries.length = 0;
  const own = history?.entries ?? [];
  for (let at = 0; at < own.length; at++) append(entries, makeEntry(own[at]![0], own[at]![1], 'auto'));
  if (entries.length === 0) append(entries, makeEntry(url, '', 'auto'));
  current = own.length === 0 ? 0 : (history?.at ?? 0);
  before = history?.before ?? 0;
  after = history?.after ?? 0;
  const { state } = entries[current]!;
  currentState = state === '' ? null : structuredValue(state);
  setAddressHook((address, replace) => setEntry(address, '', replace));
}

export function makeHistory(): object {
  defineInterface('History', null);
  defineMembers<object>('History', {
    get length(): number {
      return before + entries.length + after;
    },
    get state(): unknown {
      return currentState;
    },
    get scrollRestoration(): string {
      return entries[current]!.restoration;
    },
    set scrollRestoration(value: unknown) {
      if (value === 'auto' || value === 'manual') entries[current]!.restoration = value;
    },
    pushState(state: unknown, _: unknown, url?: unknown): void {
      update(state, url, false);
    },
    replaceState(state: unknown, _: unknown, url?: unknown): void {
      update(state, url, true);
    },
    back(): void {
      traverse(-1);
    },
    forward(): void {
      traverse(1);
    },
    go(delta: unknown = 0): void {
      traverse(Number(delta) | 0);
    },
  });
  return create(prototypeOf('History'));
}
