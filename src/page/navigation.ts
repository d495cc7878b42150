/**
 * Going somewhere else: within the document when only the fragment differs, otherwise the host decides.
 *
 * HTML §7.4.2 https://html.spec.whatwg.org/#navigate
 */
import { isAllowed } from './csp/violations.ts';
import { documentUrl, setDocumentAddress } from './document-address.ts';
import { askEngine } from './engine-link.ts';
import { createEvent } from './event-classes.ts';
import { queueTask } from './event-loop.ts';
import { dispatchTrusted } from './events.ts';
import { attemptNavigation } from './navigation-api/attempt.ts';
import { blobContent } from './network/blob-urls.ts';
import { postAddress, postNavigation } from './outbox.ts';
import { evaluate, indexOf, startsWith, stringSlice } from './primordials.ts';
import { reportException } from './report-exception.ts';
import { isScriptOver } from './script-end.ts';
import { percentDecodeText } from './url/percent-encoding.ts';

export function withoutFragment(url: string): string {
  const hash = indexOf(url, '#');
  return hash < 0 ? url : stringSlice(url, 0, hash);
}

/** Runs for every change of the address within the document; history.ts keeps its entries by it. */
let addressChanged: (url: string, replace: boolean) => void = () => {};

export function setAddressHook(hook: (url: string, replace: boolean) => void): void {
  addressChanged = hook;
}

/** The document's address changes, the document stays. */
export function changeAddress(url: string): void {
  setDocumentAddress(url);
  postAddress(url);
}

export function navigateTo(url: string, replace: boolean, referrerPolicy = ''): void {
  if (startsWith(url, 'javascript:')) {
    queueTask(() => runJavaScriptUrl(url));
    return;
  }
  const from = documentUrl();
  if (indexOf(url, '#') >= 0 && withoutFragment(url) === withoutFragment(from)) {
    const type = replace || url === from ? 'replace' : 'push';
    const commit = (): void => goToFragment(url, from, type === 'replace');
    attemptNavigation(url, type, commit, { isSameDocument: true, isHashChange: true });
    return;
  }
  attemptNavigation(url, replace ? 'replace' : 'push', () =>
    postNavigation({ url, method: 'GET', ...contentOf(url), replace, referrerPolicy }),
  );
}

/** Saves what is there under this name. */
export function downloadFrom(url: string, download: string): void {
  postNavigation({ url, method: 'GET', ...contentOf(url), replace: false, download });
}

/** Of a `blob:` address, what only this realm has. */
function contentOf(url: string): { readonly contentType: string | null; readonly body: string | null } {
  const content = startsWith(url, 'blob:') ? blobContent(url) : null;
  return content === null ? { contentType: null, body: null } : { contentType: content.type, body: content.base64 };
}

/** Scrolls to what the address names now. Set by fragment.ts. */
let fragmentChanged: () => void = () => {};

export function setFragmentHook(hook: () => void): void {
  fragmentChanged = hook;
}

/** The address has another fragment. */
export function showFragment(): void {
  fragmentChanged();
}

function goToFragment(url: string, from: string, replace: boolean): void {
  changeAddress(url);
  addressChanged(url, replace);
  // "Update document for history step application": the new entry has no state.
  dispatchTrusted(globalThis, createEvent('PopStateEvent', 'popstate', { state: null }));
  showFragment();
  if (url === from) return;
  queueTask(() => {
    dispatchTrusted(globalThis, createEvent('HashChangeEvent', 'hashchange', { oldURL: from, newURL: url }));
  });
}

/** Missing: a javascript: URL whose code gives a string would replace the document by it. */
function runJavaScriptUrl(url: string): void {
  if (isScriptOver()) return;
  const code = percentDecodeText(stringSlice(url, 'javascript:'.length));
  const verdict = askEngine((engine) => engine.policyInline('navigation', code, ''));
  if (!isAllowed(verdict, 'run the JavaScript URL')) return;
  try {
    evaluate(code);
  } catch (error) {
    reportException(error);
  }
}
