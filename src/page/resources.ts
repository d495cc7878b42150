/**
 * Requests that wait for the host's answer.
 *
 * In:  an address and what to do with the answer. Out: the request among the messages to the host. Answers come as tasks
 * of the event loop, in the order in which the host gives them.
 */

import { isAllowed } from './csp/violations.ts';
import { askEngine } from './engine-link.ts';
import { queueLoadTask } from './event-loop.ts';
import type { RequestDestination } from './messages.ts';
import { blobContent } from './network/blob-urls.ts';
import { postRequest, type RequestOptions } from './outbox.ts';
import { mapDelete, mapGet, mapSet, startsWith, stringSlice } from './primordials.ts';

export interface ResourceAnswer {
  /** The request came back with a success status. */
  readonly ok: boolean;
  /** After redirects. */
  readonly url: string;
  /** Empty for scripts: the host keeps their text and evaluates it itself. */
  readonly text: string;
  /** As the server says it. */
  readonly contentType: string;
}

const waiting = new Map<number, (answer: ResourceAnswer) => void>();

/** Gives the request's number; the answer comes later in any case. */
export function requestResource(
  url: string,
  destination: RequestDestination,
  onAnswer: (answer: ResourceAnswer) => void,
  options?: RequestOptions,
): number {
  const address = upgraded(url);
  const isBlob = startsWith(url, 'blob:');
  const content = isBlob ? blobContent(url) : null;
  const isRefused = (isBlob && content === null) || !mayRequest(address, destination, options, '');
  const id = isRefused ? null : postRequest(address, destination, { ...options, content });
  if (id === null) {
    queueLoadTask(() => onAnswer({ ok: false, url, text: '', contentType: '' }));
    return 0;
  }
  mapSet(waiting, id, (answer) => {
    const isRefused = answer.ok && answer.url !== address && !mayRequest(address, destination, options, answer.url);
    onAnswer(isRefused ? { ok: false, url, text: '', contentType: '' } : answer);
  });
  return id;
}

/** What policies call the things that are asked for; scripts' own requests are asked about where they are made. */
const TYPES = { __proto__: null as never, script: 'script', style: 'style', image: 'image', fetch: 'connect' } as const;

/** CSP 3 §4.1.2, §4.1.3 */
function mayRequest(
  url: string,
  destination: RequestDestination,
  { nonce = '', integrity = '', isParserInserted = false }: RequestOptions = {},
  redirectedTo: string,
): boolean {
  const verdict = askEngine((engine) =>
    engine.policyRequest(url, TYPES[destination], nonce, integrity, isParserInserted, redirectedTo),
  );
  return isAllowed(verdict, `load the ${destination} '${url}'`);
}

/** Upgrade Insecure Requests §3.2 */
export function upgraded(url: string): string {
  const isInsecure = startsWith(url, 'http:') || startsWith(url, 'ws:');
  if (!isInsecure || askEngine((engine) => engine.policyUpgrades()) !== true) return url;
  return startsWith(url, 'http:') ? `https:${stringSlice(url, 5)}` : `wss:${stringSlice(url, 3)}`;
}

/** The host has an answer. One that nobody waits for any more is dropped. */
export function deliverAnswer(id: number, answer: ResourceAnswer): void {
  const onAnswer = mapGet(waiting, id);
  if (onAnswer === undefined) return;
  mapDelete(waiting, id);
  queueLoadTask(() => onAnswer(answer));
}
