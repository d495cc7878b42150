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
import { changeAddress, setAddressHook } from '../navigation.ts';
import { postHistory, postHistoryMove, postTraverse } from '../network/commands.ts';
import { postNavigation } from '../outbox.ts';
import { append, type BareArray, bareArray, create } from '../primordials.ts';
import { structuredText, structuredValue } from '../storage/structured-text.ts';
import { cloneValue } from '../structured-clone.ts';
import { URL_PARTS } from '../url/url-parts.ts';
import { addressParts } from '../url-api.ts';

interface Entry {
  url: string;
  /** As text, until somebody asks for it. */
  state: string;
}

const entries: BareArray<Entry> = bareArray();
let current = 0;
/** Entries of other documents before and behind this one's. */
let before = 0;
let after = 0;
let restoration = 'auto';
/** The current entry's state, the same object each time. */
let currentState: unknown = null;

/** "can have its URL rewritten": only the path, query and fragment may change; for files only the fragment. */
function mayRewrite(from: string, to: string): boolean {
  const was = addressParts(from, '');
  const becomes = addressParts(to, '');
  if (was === null || becomes === null) return false;
  const same = (name: (typeof URL_PARTS)[number]) => was[URL_PARTS.indexOf(name)] === becomes[URL_PARTS.indexOf(name)];
  if (!same('protocol') || !same('username') || !same('password') || !same('host')) return false;
  const scheme = was[URL_PARTS.indexOf('protocol')];
  return scheme === 'http:' || scheme === 'https:' || (same('pathname') && (scheme === 'file:' || same('search')));
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
  setEntry(url, copy === null || copy === undefined ? '' : structuredText(copy), replace);
  currentState = copy ?? null;
  if (url !== documentUrl()) changeAddress(url);
}

function setEntry(url: string, state: string, replace: boolean): void {
  currentState = state === '' ? null : structuredValue(state);
  postHistory(replace ? 'replace' : 'push', url, state);
  if (replace) {
    entries[current] = { url, state };
    return;
  }
  entries.length = current + 1;
  append(entries, { url, state });
  current = entries.length - 1;
  after = 0;
}

/** Goes through the history: within the document as a task, otherwise the session does it. */
export function traverse(delta: number): void {
  if (delta === 0) {
    postNavigation({ url: documentUrl(), method: 'GET', contentType: null, body: null, replace: true });
    return;
  }
  const index = current + delta;
  if (entries[index] !== undefined) queueTask(() => arriveAt(index));
  else if (before + index >= 0 && before + index < before + entries.length + after) postTraverse(delta);
}

function arriveAt(index: number): void {
  const entry = entries[index];
  if (entry === undefined || index === current) return;
  const from = documentUrl();
  postHistoryMove(index - current);
  current = index;
  currentState = entry.state === '' ? null : structuredValue(entry.state);
  changeAddress(entry.url);
  dispatchTrusted(globalThis, createEvent('PopStateEvent', 'popstate', { state: currentState }));
  if (from !== entry.url && withoutHash(from) === withoutHash(entry.url)) {
    const init = { oldURL: from, newURL: entry.url };
    dispatchTrusted(globalThis, createEvent('HashChangeEvent', 'hashchange', init));
  }
}

function withoutHash(url: string): string {
  const hash = url.indexOf('#');
  return hash < 0 ? url : url.slice(0, hash);
}

export function startHistory(url: string, history?: DocumentHistory): void {
  entries.length = 0;
  const own = history?.entries ?? [];
  for (let at = 0; at < own.length; at++) append(entries, { url: own[at]![0], state: own[at]![1] });
  if (entries.length === 0) append(entries, { url, state: '' });
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
      return restoration;
    },
    set scrollRestoration(value: unknown) {
      if (value === 'auto' || value === 'manual') restoration = value;
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
