/**
 * history: entries of this document.
 *
 * HTML §7.2.5 https://html.spec.whatwg.org/#the-history-interface
 *
 * Differs: entries of other documents are the session's; going beyond this document's own does nothing. A state is kept
 * as it is, not copied.
 */
import { documentUrl, resolveAddress } from '../document-address.ts';
import { domException } from '../dom/dom-exception.ts';
import { defineInterface, defineMembers, prototypeOf } from '../dom/interfaces.ts';
import { createEvent } from '../event-classes.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { changeAddress, setAddressHook } from '../navigation.ts';
import { append, type BareArray, bareArray, create } from '../primordials.ts';
import { URL_PARTS } from '../url/url-parts.ts';
import { addressParts } from '../url-api.ts';

interface Entry {
  url: string;
  state: unknown;
}

const entries: BareArray<Entry> = bareArray();
let current = 0;
let restoration = 'auto';

/** "can have its URL rewritten": only the path, query and fragment may change; for files only the fragment. */
function mayRewrite(from: string, to: string): boolean {
  const before = addressParts(from, '');
  const after = addressParts(to, '');
  if (before === null || after === null) return false;
  const same = (name: (typeof URL_PARTS)[number]) => before[URL_PARTS.indexOf(name)] === after[URL_PARTS.indexOf(name)];
  if (!same('protocol') || !same('username') || !same('password') || !same('host')) return false;
  const scheme = before[URL_PARTS.indexOf('protocol')];
  return scheme === 'http:' || scheme === 'https:' || (same('pathname') && (scheme === 'file:' || same('search')));
}

function update(state: unknown, address: unknown, replace: boolean): void {
  let url = documentUrl();
  if (address !== undefined && address !== null && `${address}` !== '') {
    const resolved = resolveAddress(`${address}`);
    if (resolved === null || !mayRewrite(url, resolved)) {
      throw domException('SecurityError', `A history state with the URL '${address}' cannot be made in this document.`);
    }
    url = resolved;
  }
  setEntry(url, state, replace);
  if (url !== documentUrl()) changeAddress(url);
}

function setEntry(url: string, state: unknown, replace: boolean): void {
  if (replace) {
    entries[current] = { url, state };
    return;
  }
  entries.length = current + 1;
  append(entries, { url, state });
  current = entries.length - 1;
}

function traverse(delta: number): void {
  const index = current + delta;
  const entry = entries[index];
  if (delta === 0 || entry === undefined) return;
  queueTask(() => {
    const from = documentUrl();
    current = index;
    changeAddress(entry.url);
    dispatchTrusted(globalThis, createEvent('PopStateEvent', 'popstate', { state: entry.state }));
    if (from !== entry.url && withoutHash(from) === withoutHash(entry.url)) {
      const init = { oldURL: from, newURL: entry.url };
      dispatchTrusted(globalThis, createEvent('HashChangeEvent', 'hashchange', init));
    }
  });
}

function withoutHash(url: string): string {
  const hash = url.indexOf('#');
  return hash < 0 ? url : url.slice(0, hash);
}

export function startHistory(url: string): void {
  entries.length = 0;
  append(entries, { url, state: null });
  current = 0;
  setAddressHook((address, replace) => setEntry(address, null, replace));
}

export function makeHistory(): object {
  defineInterface('History', null);
  defineMembers<object>('History', {
    get length(): number {
      return entries.length;
    },
    get state(): unknown {
      return entries[current]?.state ?? null;
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
