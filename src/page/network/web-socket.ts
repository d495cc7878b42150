/**
 * WebSocket. The connection is the host's; here are its states and events.
 *
 * WebSockets §3.1 https://websockets.spec.whatwg.org/#the-websocket-interface
 */
import { resolveAddress } from '../document-address.ts';
import { domException } from '../dom/dom-exception.ts';
import { createEvent } from '../event-classes.ts';
import { dispatchTrusted } from '../events.ts';
import { append, bareArray, indexOf, parseJson, startsWith, stringSlice, toWellFormed } from '../primordials.ts';
import { URL_PARTS } from '../url/url-parts.ts';
import { addressParts } from '../url-api.ts';
import { blobBytes, isBlob, makeBlob } from './blob.ts';
import { base64Of, bytesOf, isBufferSource, lengthOf, utf8Length, viewOf } from './bytes.ts';
import { postSocket, postSocketClose, postSocketSend } from './commands.ts';
import { closeChannel, openChannel } from './inbox.ts';
import { defineClassConstants, defineHandlers, EventTargetClass, exposeClass } from './web-class.ts';

const CONNECTING = 0;
const OPEN = 1;
const CLOSING = 2;
const CLOSED = 3;

function socketUrl(given: unknown): string {
  let url = resolveAddress(`${given}`);
  if (url !== null && startsWith(url, 'http')) url = `ws${stringSlice(url, 4)}`;
  if (url === null || !/^wss?:/.test(url)) throw domException('SyntaxError', `The URL '${given}' is invalid.`);
  if (indexOf(url, '#') >= 0) throw domException('SyntaxError', 'The URL contains a fragment identifier.');
  return url;
}

export class WebSocket extends EventTargetClass {
  #state = CONNECTING;
  readonly #url: string;
  #protocol = '';
  #binaryType = 'blob';
  readonly #id: number;
  #bufferedAmount = 0;

  constructor(url: unknown, protocols: unknown = []) {
    super();
    this.#url = socketUrl(url);
    const list = bareArray<string>();
    if (typeof protocols === 'object' && protocols !== null) {
      for (const protocol of protocols as Iterable<unknown>) append(list, `${protocol}`);
    } else append(list, `${protocols}`);
    for (let at = 0; at < list.length; at++) {
      let isKnown = false;
      for (let before = 0; before < at; before++) isKnown ||= list[before] === list[at];
      if (isKnown || !/^[!#$%&'*+.^_`|~\w-]+$/.test(list[at]!)) {
        throw domException('SyntaxError', `The subprotocol '${list[at]}' is invalid.`);
      }
    }
    this.#id = openChannel((kind, head, data) => this.#receive(kind, head, data));
    postSocket(this.#id, this.#url, list);
  }

  get url(): string {
    return this.#url;
  }
  get readyState(): number {
    return this.#state;
  }
  get bufferedAmount(): number {
    return this.#bufferedAmount;
  }
  get extensions(): string {
    return '';
  }
  get protocol(): string {
    return this.#protocol;
  }
  get binaryType(): string {
    return this.#binaryType;
  }
  set binaryType(value: unknown) {
    if (value === 'blob' || value === 'arraybuffer') this.#binaryType = value;
  }
  send(data: unknown): void {
    if (this.#state === CONNECTING) throw domException('InvalidStateError', 'Still in CONNECTING state.');
    const bytes = isBlob(data) ? blobBytes(data) : isBufferSource(data) ? bytesOf(data) : null;
    const text = bytes === null ? toWellFormed(`${data}`) : '';
    // What is sent over a connection that has ended never leaves.
    this.#bufferedAmount += bytes === null ? utf8Length(text) : lengthOf(bytes);
    if (this.#state === OPEN) postSocketSend(this.#id, bytes === null ? text : base64Of(bytes), bytes !== null);
  }
  close(code?: unknown, reason: unknown = ''): void {
    const number = code === undefined ? null : Number(code) | 0;
    if (number !== null && number !== 1000 && (number < 3000 || number > 4999)) {
      throw domException('InvalidAccessError', `The close code must be 1000, or between 3000 and 4999.`);
    }
    if (utf8Length(`${reason}`) > 123) throw domException('SyntaxError', 'The close reason is too long.');
    if (this.#state === CLOSING || this.#state === CLOSED) return;
    this.#state = CLOSING;
    postSocketClose(this.#id, number, `${reason}`);
  }

  #receive(kind: string, head: string, data: string | ArrayBuffer): void {
    switch (kind) {
      case 'open':
        if (this.#state !== CONNECTING) return;
        this.#state = OPEN;
        this.#protocol = head;
        dispatchTrusted(this, createEvent('Event', 'open'));
        return;
      case 'message': {
        if (this.#state !== OPEN) return;
        const content =
          typeof data === 'string' ? data : this.#binaryType === 'blob' ? makeBlob(viewOf(data), '') : data;
        const origin = addressParts(this.#url, '')?.[URL_PARTS.indexOf('origin')] ?? '';
        dispatchTrusted(this, createEvent('MessageEvent', 'message', { data: content, origin }));
        return;
      }
      case 'sent':
        this.#bufferedAmount -= Number(head);
        return;
      case 'close': {
        const { code, reason, wasClean } = parseJson(head) as { code: number; reason: string; wasClean: boolean };
        this.#state = CLOSED;
        closeChannel(this.#id);
        if (!wasClean) dispatchTrusted(this, createEvent('Event', 'error'));
        dispatchTrusted(this, createEvent('CloseEvent', 'close', { code, reason, wasClean }));
      }
    }
  }
}

defineClassConstants(WebSocket, { CONNECTING, OPEN, CLOSING, CLOSED });
defineHandlers(WebSocket, ['open', 'message', 'error', 'close']);
exposeClass('WebSocket', WebSocket);
