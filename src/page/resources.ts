/**
 * Requests that wait for the host's answer.
 *
 * In:  an address and what to do with the answer. Out: the request among the messages to the host. Answers come as tasks
 * of the event loop, in the order in which the host gives them.
 */

import { queueTask } from './event-loop.ts';
import type { RequestDestination } from './messages.ts';
import { blobContent } from './network/blob-urls.ts';
import { postRequest, type RequestOptions } from './outbox.ts';
import { mapDelete, mapGet, mapSet, startsWith } from './primordials.ts';

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
  const isBlob = startsWith(url, 'blob:');
  const content = isBlob ? blobContent(url) : null;
  const id = isBlob && content === null ? null : postRequest(url, destination, { ...options, content });
  if (id === null) {
    queueTask(() => onAnswer({ ok: false, url, text: '', contentType: '' }));
    return 0;
  }
  mapSet(waiting, id, onAnswer);
  return id;
}

/** The host has an answer. One that nobody waits for any more is dropped. */
export function deliverAnswer(id: number, answer: ResourceAnswer): void {
  const onAnswer = mapGet(waiting, id);
  if (onAnswer === undefined) return;
  mapDelete(waiting, id);
  queueTask(() => onAnswer(answer));
}
