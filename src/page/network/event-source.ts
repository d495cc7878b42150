/**
 * EventSource: an endless answer, read as events.
 *
 * In:  pieces of the answer. Out: events, and a new connection when one ends.
 *
 * HTML §9.2 https://html.spec.whatwg.org/#server-sent-events
 */
import { resolveAddress } from '../document-address.ts';
import { domException } from '../dom/dom-exception.ts';
import { createEvent } from '../event-classes.ts';
import { startTimer, stopTimer } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { charCodeAt, indexOf, parseJson, stringSlice } from '../primordials.ts';
import { URL_PARTS } from '../url/url-parts.ts';
import { addressParts } from '../url-api.ts';
import { binaryOf, encodeUtf8, makeBytes, Utf8Decoder, viewOf } from './bytes.ts';
import { postAbort, postFetch, type ResponseHead } from './commands.ts';
import { plainCommand } from './fetch.ts';
import { addHeader, makeHeaderList } from './headers.ts';
import { closeChannel, openChannel } from './inbox.ts';
import { defineClassConstants, defineHandlers, EventTargetClass, exposeClass } from './web-class.ts';

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 2;
/** Before a new connection, unless the server says otherwise. */
const RETRY_MS = 3000;
const NO_BYTES = makeBytes(0);

export class EventSource extends EventTargetClass {
  #state = CONNECTING;
  readonly #url: string;
  readonly #withCredentials: boolean;
  #channel = 0;
  #timer = 0;
  #retryMs = RETRY_MS;
  #lastId = '';
  #origin = '';
  /** The event that is being read. */
  #data = '';
  #type = '';
  #id = '';
  /** Text behind the last whole line. */
  #rest = '';
  #decoder = new Utf8Decoder();
  #isFirst = true;

  constructor(url: unknown, options: { readonly withCredentials?: unknown } = {}) {
    super();
    const address = resolveAddress(`${url}`);
    if (address === null) throw domException('SyntaxError', `Cannot open an EventSource to '${url}'.`);
    this.#url = address;
    this.#withCredentials = Boolean(options?.withCredentials);
    this.#connect();
  }

  get url(): string {
    return this.#url;
  }
  get withCredentials(): boolean {
    return this.#withCredentials;
  }
  get readyState(): number {
    return this.#state;
  }
  close(): void {
    this.#state = CLOSED;
    stopTimer(this.#timer);
    if (this.#channel === 0) return;
    closeChannel(this.#channel);
    postAbort(this.#channel);
    this.#channel = 0;
  }

  #connect(): void {
    const headers = makeHeaderList('request');
    addHeader(headers, 'accept', 'text/event-stream');
    if (this.#lastId !== '') addHeader(headers, 'last-event-id', binaryOf(encodeUtf8(this.#lastId)));
    this.#rest = '';
    // What an event that never ended said of itself does not count.
    this.#id = this.#lastId;
    this.#isFirst = true;
    this.#decoder = new Utf8Decoder();
    this.#channel = openChannel((kind, head, data) => this.#receive(kind, head, data));
    postFetch({
      ...plainCommand(this.#channel, this.#url, 'GET', headers, null),
      credentials: this.#withCredentials ? 'include' : 'same-origin',
      isBackground: true,
      cache: 'no-store',
    });
  }

  #receive(kind: string, head: string, data: string | ArrayBuffer): void {
    if (this.#state === CLOSED) return;
    if (kind === 'error') {
      this.#reconnect();
      return;
    }
    if (kind === 'head' || kind === 'whole') {
      const response = parseJson(head) as ResponseHead;
      if (!isEventStream(response)) {
        this.close();
        dispatchTrusted(this, createEvent('Event', 'error'));
        return;
      }
      this.#state = OPEN;
      this.#origin = addressParts(response.url, '')?.[URL_PARTS.indexOf('origin')] ?? '';
      dispatchTrusted(this, createEvent('Event', 'open'));
    }
    const text =
      typeof data === 'string'
        ? this.#decoder.decode(NO_BYTES, false) + data
        : this.#decoder.decode(viewOf(data), true);
    this.#read(text);
    if (kind === 'end' || kind === 'whole') this.#reconnect();
  }

  /** "reestablish the connection" */
  #reconnect(): void {
    if (this.#state === CLOSED) return;
    closeChannel(this.#channel);
    this.#channel = 0;
    this.#data = '';
    this.#type = '';
    this.#state = CONNECTING;
    dispatchTrusted(this, createEvent('Event', 'error'));
    if (this.#isClosed()) return;
    this.#timer = startTimer(() => this.#connect(), this.#retryMs, [], false);
  }

  /** A listener may have closed it. */
  #isClosed(): boolean {
    return this.#state === CLOSED;
  }

  #read(text: string): void {
    let rest = this.#rest + text;
    if (this.#isFirst && rest !== '') {
      this.#isFirst = false;
      if (charCodeAt(rest, 0) === 0xfeff) rest = stringSlice(rest, 1);
    }
    let start = 0;
    for (let at = 0; at < rest.length; at++) {
      const code = charCodeAt(rest, at);
      if (code !== 0x0a && code !== 0x0d) continue;
      // A carriage return at the very end may be half of a line end.
      if (code === 0x0d && at === rest.length - 1) break;
      this.#line(stringSlice(rest, start, at));
      if (this.#isClosed()) return;
      if (code === 0x0d && charCodeAt(rest, at + 1) === 0x0a) at++;
      start = at + 1;
    }
    this.#rest = stringSlice(rest, start);
  }

  /** "interpret an event stream" */
  #line(line: string): void {
    if (line === '') {
      this.#dispatch();
      return;
    }
    const colon = indexOf(line, ':');
    if (colon === 0) return;
    const field = colon < 0 ? line : stringSlice(line, 0, colon);
    let value = colon < 0 ? '' : stringSlice(line, colon + 1);
    if (charCodeAt(value, 0) === 0x20) value = stringSlice(value, 1);
    if (field === 'event') this.#type = value;
    else if (field === 'data') this.#data += `${value}\n`;
    else if (field === 'id') {
      if (indexOf(value, '\0') < 0) this.#id = value;
    } else if (field === 'retry' && /^\d+$/.test(value)) this.#retryMs = Number(value);
  }

  #dispatch(): void {
    this.#lastId = this.#id;
    const type = this.#type === '' ? 'message' : this.#type;
    const data = this.#data;
    this.#data = '';
    this.#type = '';
    if (data === '') return;
    const init = { data: stringSlice(data, 0, -1), origin: this.#origin, lastEventId: this.#lastId };
    dispatchTrusted(this, createEvent('MessageEvent', type, init));
  }
}

function isEventStream({ status, headers }: ResponseHead): boolean {
  if (status !== 200) return false;
  for (let at = 0; at < headers.length; at++) {
    if (headers[at]![0] === 'content-type') return /^\s*text\/event-stream\s*(?:;|$)/i.test(headers[at]![1]);
  }
  return false;
}

defineClassConstants(EventSource, { CONNECTING, OPEN, CLOSED });
defineHandlers(EventSource, ['open', 'message', 'error']);
exposeClass('EventSource', EventSource);
