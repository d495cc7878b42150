/**
 * Requests for documents: what a page asks for when it wants to go somewhere, with its rights; what a caller asks for; and
 * what brings an entry of the history back.
 */
import { CALLER, checkRequest, PASSED_ON, parseUrl } from '../net/policy.ts';
import { chosenPolicy } from '../net/referrer.ts';
import type { PageNavigation } from '../page/messages.ts';
import type { HistoryEntry } from './history.ts';
import { type DocumentRequest, initiatorOf, type LoadedDocument } from './load-document.ts';

/**
 * Why a window does not go where its page wants; `null` when it does. As in Chrome, only who uses the browser opens a
 * `data:` address there: its content would stand below an address that says nothing about whose it is.
 */
export function refusalOfWindow({ url, download }: DocumentRequest): string | null {
  if (url.protocol !== 'data:' || download !== undefined) return null;
  return 'address_not_allowed: The page wanted to go to a data: address, which only you may open. Call goto() with it if you want it.';
}

/** The page asks for a document, with the rights of the page. */
export function documentRequest(wanted: PageNavigation, from: LoadedDocument): DocumentRequest {
  const url = parseUrl(wanted.url, from.url);
  const initiator = initiatorOf(from);
  const policy = chosenPolicy(wanted.referrerPolicy, from.referrerPolicy);
  const file = wanted.download === undefined ? {} : { download: wanted.download };
  // Secure: what the page says is there becomes a document of the page's own origin, never of another.
  if (url.protocol === 'blob:' && url.origin === from.url.origin && wanted.body !== null) {
    const content = { type: wanted.contentType ?? '', bytes: Buffer.from(wanted.body, 'base64') };
    return { url, initiator, content, ...policy, ...file };
  }
  checkRequest(url, initiator);
  if (wanted.method === 'GET') return { url, initiator, ...policy, ...file };
  const contentType = wanted.contentType ?? 'application/x-www-form-urlencoded';
  return {
    url,
    initiator,
    ...policy,
    method: 'POST',
    // As Chrome sends forms: a cache on the way has to ask, too.
    cache: 'revalidate',
    headers: [['Content-Type', contentType]],
    body: Buffer.from(wanted.body ?? '', 'base64'),
  };
}

/**
 * The request that brings a history entry back.
 *
 * Differs: a page that a form's POST led to is asked for with GET, so that nothing is ever submitted twice.
 */
export function requestAgain(entry: HistoryEntry): DocumentRequest {
  const { initiator, referrerPolicy, content } = entry.request;
  const policy = referrerPolicy === undefined ? {} : { referrerPolicy };
  return { url: entry.url, initiator, ...policy, ...(content === undefined ? {} : { content }) };
}

export function callerRequest(text: string, isTrusted = true): DocumentRequest {
  const url = parseUrl(text);
  const initiator = isTrusted ? CALLER : PASSED_ON;
  checkRequest(url, initiator);
  return { url, initiator };
}
