/**
 * `<meta http-equiv="refresh">`: a page that leads on by itself.
 *
 * HTML §4.2.5.3 https://html.spec.whatwg.org/#attr-meta-http-equiv-refresh
 */
import { attribute } from '../html/node-tree.ts';
import { documentUrl, encodedAddress } from './document-address.ts';
import type { PageNode } from './dom/create-node.ts';
import { startTimer } from './event-loop.ts';
import { navigateTo } from './navigation.ts';
import { asciiLower, startsWith } from './primordials.ts';

export interface Refresh {
  readonly seconds: number;
  /** `null` for the page itself. */
  readonly url: string | null;
}

/** "shared declarative refresh steps": what the text says; `null` when it says nothing. */
export function parseRefresh(text: string): Refresh | null {
  const time = /^[\t\n\f\r ]*(\d+|(?=\.))[\d.]*/.exec(text);
  if (time === null) return null;
  const seconds = Number(time[1] === '' ? 0 : time[1]);
  const rest = text.slice(time[0].length);
  if (rest === '') return { seconds, url: null };
  const target = /^[\t\n\f\r ]*[;,]?[\t\n\f\r ]*(?:url[\t\n\f\r ]*=[\t\n\f\r ]*)?(.*)$/is.exec(rest);
  if (target === null || !/^[;,\t\n\f\r ]/.test(rest)) return null;
  let url = target[1]!;
  const quote = url[0];
  if (quote === '"' || quote === "'") {
    const end = url.indexOf(quote, 1);
    url = end < 0 ? url.slice(1) : url.slice(1, end);
  }
  url = url.trim();
  return { seconds, url: url === '' ? null : url };
}

let isScheduled = false;

/** A meta element has come into the document: the first one that says so counts. */
export function scheduleRefresh(meta: PageNode): void {
  if (isScheduled || asciiLower(attribute(meta, 'http-equiv') ?? '') !== 'refresh') return;
  refreshBy(attribute(meta, 'content') ?? '');
}

/** The text of such an element, or of the Refresh header. */
export function refreshBy(text: string): void {
  const refresh = parseRefresh(text);
  if (isScheduled || refresh === null) return;
  const url = refresh.url === null ? documentUrl() : encodedAddress(refresh.url);
  if (url === null || startsWith(url, 'javascript:')) return;
  isScheduled = true;
  startTimer(() => navigateTo(url, true), refresh.seconds * 1000, [], false);
}
