/**
 * fetchLater: a request that goes out when a time has passed, or when the page is left.
 *
 * Fetch (fetchLater) https://fetch.spec.whatwg.org/#fetch-later-method
 */
import { abortReason, isAborted, onAbort } from '../abort-signal.ts';
import { domException } from '../dom/dom-exception.ts';
import { startTimer } from '../event-loop.ts';
import { addListener, removeListener } from '../listeners.ts';
import { fetchResource } from '../network/fetch.ts';
import { markHandled } from '../network/promises.ts';
import { Request } from '../network/request.ts';
import { defineBehaviour, defineLater, liveObject, liveRecord } from '../window/lazy-interfaces.ts';
import type { WindowPort } from '../window/window-parts.ts';
import { failedTo, givenOf } from './answers.ts';

const WHERE = failedTo('fetchLater', 'Window');
const SAFE = /^(?:https:|http:\/\/(?:localhost|[\w.-]+\.localhost|127(?:\.\d+){3}|\[::1\])[:/])/;

function fetchLater(input: unknown, init: unknown): object {
  const { activateAfter = null, signal = null } = givenOf(init);
  const request = new Request(input, init as never);
  if (typeof signal === 'object' && signal !== null && isAborted(signal)) throw abortReason(signal);
  if (!SAFE.test(request.url)) throw domException('SecurityError', `${WHERE}fetchLater was passed an insecure URL.`);
  const after = activateAfter === null ? null : Number(activateAfter);
  if (after !== null && after < 0) throw new RangeError(`${WHERE}fetchLater's activateAfter cannot be negative.`);
  const result = liveObject('FetchLaterResult', { activated: false, '%over': false });
  const record = liveRecord(result, 'FetchLaterResult')!;
  const send = (): void => {
    removeListener(globalThis, 'pagehide', send, false);
    if (record['%over'] === true) return;
    record['%over'] = true;
    record['activated'] = true;
    markHandled(fetchResource(request, { keepalive: true }));
  };
  if (after !== null) startTimer(send, after, [], false);
  addListener(globalThis, {
    type: 'pagehide',
    callback: send,
    capture: false,
    once: true,
    passive: false,
    removed: false,
  });
  if (typeof signal === 'object' && signal !== null) {
    onAbort(signal, () => {
      record['%over'] = true;
    });
  }
  return result;
}

export function installFetchLater({ expose }: WindowPort): void {
  defineLater('FetchLaterResult', () => defineBehaviour('FetchLaterResult', {}));
  expose('fetchLater', (input: unknown, init: unknown = undefined): object => fetchLater(input, init));
}
