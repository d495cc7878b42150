/**
 * What an XMLHttpRequest and its upload have in common: their events; and its states and errors.
 *
 * XMLHttpRequest §3.1, §3.4 https://xhr.spec.whatwg.org/#xmlhttprequesteventtarget
 */
import { domException } from '../dom/dom-exception.ts';
import { listenersOf } from '../listeners.ts';
import type { ResponseHead } from './commands.ts';
import { addHeader, makeHeaderList, sortedHeaders } from './headers.ts';
import { checkedMethod } from './request.ts';
import { checkInternal, defineHandlers, EventTargetClass, exposeClass } from './web-class.ts';

export const UNSENT = 0;
export const OPENED = 1;
export const HEADERS_RECEIVED = 2;
export const LOADING = 3;
export const DONE = 4;

export class XMLHttpRequestEventTarget extends EventTargetClass {}

export class XMLHttpRequestUpload extends XMLHttpRequestEventTarget {
  constructor(key?: unknown) {
    checkInternal(key);
    super();
  }
}

export function invalidState(message: string): object {
  return domException('InvalidStateError', message);
}

export function methodOf(method: unknown): string {
  try {
    return checkedMethod(method);
  } catch (error) {
    const isForbidden = /^(?:connect|trace|track)$/i.test(`${method}`);
    throw domException(isForbidden ? 'SecurityError' : 'SyntaxError', error instanceof Error ? error.message : '');
  }
}

/** Headers as getAllResponseHeaders() writes them. */
export function headerLines(headers: ResponseHead['headers']): string {
  const list = makeHeaderList('none');
  for (let at = 0; at < headers.length; at++) addHeader(list, headers[at]![0], headers[at]![1]);
  const sorted = sortedHeaders(list);
  let text = '';
  for (let at = 0; at < sorted.length; at++) text += `${sorted[at]![0]}: ${sorted[at]![1]}\r\n`;
  return text;
}

/** Upload events are fired only where somebody listens. */
export function hasListeners(target: object): boolean {
  return (listenersOf(target)?.length ?? 0) > 0;
}

defineHandlers(XMLHttpRequestEventTarget, ['loadstart', 'progress', 'abort', 'error', 'load', 'timeout', 'loadend']);
exposeClass('XMLHttpRequestEventTarget', XMLHttpRequestEventTarget);
exposeClass('XMLHttpRequestUpload', XMLHttpRequestUpload);
