/**
 * XMLHttpRequest.
 *
 * In:  what the page asks for. Out: states and events as the answer comes; or the whole answer at once, when the page
 * insists on waiting for it.
 *
 * XMLHttpRequest §3 https://xhr.spec.whatwg.org/#interface-xmlhttprequest
 */
import { NODE_TYPE } from '../../html/node-keys.ts';
import { encodeBase64 } from '../base64.ts';
import { resolveAddress } from '../document-address.ts';
import { domException } from '../dom/dom-exception.ts';
import { createEvent } from '../event-classes.ts';
import { startTimer, stopTimer } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { asciiLower, indexOf, parseJson, quote, startsWith, stringSlice } from '../primordials.ts';
import { blobBytes, blobType } from './blob.ts';
import { blobOfUrl } from './blob-urls.ts';
import type { Piece } from './body-content.ts';
import { extractBody } from './body-mixin.ts';
import { bufferOf, bytesOfBase64, copyOf, lengthOf, utf8Length } from './bytes.ts';
import { type FetchCommand, fetchJson, mayConnect, postAbort, postFetch, type ResponseHead } from './commands.ts';
import { pieceOf, plainCommand } from './fetch.ts';
import { addHeader, fillHeaders, type HeaderList, headerOf, makeHeaderList, removeHeader } from './headers.ts';
import { askHost } from './host-call.ts';
import { closeChannel, openChannel } from './inbox.ts';
import { defineClassConstants, defineHandlers, exposeClass, INTERNAL } from './web-class.ts';
import {
  DONE,
  HEADERS_RECEIVED,
  hasListeners,
  headerLines,
  invalidState,
  LOADING,
  methodOf,
  OPENED,
  UNSENT,
  XMLHttpRequestEventTarget,
  XMLHttpRequestUpload,
} from './xhr-event-target.ts';
import { XhrBody, type XhrResponseType } from './xhr-response.ts';

const TYPES: readonly XhrResponseType[] = ['', 'text', 'json', 'arraybuffer', 'blob', 'document'];
const NO_HEAD: ResponseHead = {
  url: '',
  status: 0,
  statusText: '',
  headers: [],
  redirected: false,
  type: 'basic',
};

export class XMLHttpRequest extends XMLHttpRequestEventTarget {
  #state = UNSENT;
  #isSending = false;
  #isSync = false;
  #method = 'GET';
  #url = '';
  #headers: HeaderList = makeHeaderList('request');
  #withCredentials = false;
  #timeout = 0;
  #responseType: XhrResponseType = '';
  #overrideMime: string | null = null;
  #head = NO_HEAD;
  #body = new XhrBody();
  #isFailed = false;
  #channel = 0;
  #timer = 0;
  #uploadSize = 0;
  #isUploaded = true;
  readonly #upload = new XMLHttpRequestUpload(INTERNAL);

  get readyState(): number {
    return this.#state;
  }
  get upload(): XMLHttpRequestUpload {
    return this.#upload;
  }
  get withCredentials(): boolean {
    return this.#withCredentials;
  }
  set withCredentials(value: unknown) {
    if (this.#state > OPENED || this.#isSending) throw invalidState('The request has been sent.');
    this.#withCredentials = Boolean(value);
  }
  get timeout(): number {
    return this.#timeout;
  }
  set timeout(value: unknown) {
    if (this.#isSync) throw domException('InvalidAccessError', 'Timeouts cannot be set for synchronous requests.');
    this.#timeout = Number(value) >>> 0;
    if (this.#isSending) this.#startTimeout();
  }
  get responseType(): XhrResponseType {
    return this.#responseType;
  }
  set responseType(value: unknown) {
    if (this.#state >= LOADING) throw invalidState('The response type cannot be set any more.');
    if (this.#isSync) throw domException('InvalidAccessError', 'Synchronous requests have no response type.');
    for (let at = 0; at < TYPES.length; at++) if (TYPES[at] === `${value}`) this.#responseType = TYPES[at]!;
  }
  get responseURL(): string {
    const hash = indexOf(this.#head.url, '#');
    return hash < 0 ? this.#head.url : stringSlice(this.#head.url, 0, hash);
  }
  get status(): number {
    return this.#head.status;
  }
  get statusText(): string {
    return this.#head.statusText;
  }
  get response(): unknown {
    if (this.#responseType === '' || this.#responseType === 'text') return this.#textSoFar();
    if (this.#state !== DONE || this.#isFailed) return null;
    return this.#body.value(this.#responseType, this.#mime(), this.#charset());
  }
  get responseText(): string {
    if (this.#responseType !== '' && this.#responseType !== 'text') {
      throw invalidState("The value is only accessible if the object's 'responseType' is '' or 'text'.");
    }
    return this.#textSoFar();
  }
  get responseXML(): unknown {
    if (this.#responseType !== '' && this.#responseType !== 'document') {
      throw invalidState("The value is only accessible if the object's 'responseType' is '' or 'document'.");
    }
    if (this.#state !== DONE || this.#isFailed) return null;
    const mime = this.#mime();
    if (this.#responseType === '' && /^text\/html\b/i.test(mime)) return null;
    return this.#body.value('document', mime, this.#charset());
  }

  open(method: unknown, url: unknown, isAsync: unknown = true, user?: unknown, password?: unknown): void {
    const checked = methodOf(method);
    const address = resolveAddress(`${url}`);
    if (address === null) throw domException('SyntaxError', `'${url}' is not a valid URL.`);
    if (!isAsync && (this.#timeout !== 0 || this.#responseType !== '')) {
      throw domException('InvalidAccessError', 'Synchronous requests have neither timeout nor response type.');
    }
    this.#stop();
    this.#method = checked;
    this.#url = address;
    this.#isSync = !isAsync;
    this.#headers = makeHeaderList('request');
    if (user !== undefined && user !== null) {
      addHeader(this.#headers, 'authorization', `Basic ${encodeBase64(`${user}:${password ?? ''}`)}`);
    }
    this.#reset();
    if (this.#state === OPENED) return;
    this.#state = OPENED;
    this.#fireState();
  }
  setRequestHeader(name: unknown, value: unknown): void {
    if (this.#state !== OPENED || this.#isSending) throw invalidState("The object's state must be OPENED.");
    const one = makeHeaderList('request');
    try {
      fillHeaders(one, [[name, value]]);
    } catch (error) {
      throw domException('SyntaxError', error instanceof Error ? error.message : 'Invalid header.');
    }
    const field = one.fields[0];
    if (field === undefined) return;
    const known = headerOf(this.#headers, field.name);
    removeHeader(this.#headers, field.name);
    addHeader(this.#headers, field.name, known === null ? field.value : `${known}, ${field.value}`);
  }
  overrideMimeType(mime: unknown): void {
    if (this.#state >= LOADING) throw invalidState('The type cannot be overridden any more.');
    this.#overrideMime = `${mime}`;
  }
  send(body: unknown = null): void {
    if (this.#state !== OPENED || this.#isSending) throw invalidState("The object's state must be OPENED.");
    const piece = this.#method === 'GET' || this.#method === 'HEAD' ? null : this.#extract(body);
    this.#uploadSize = piece === null ? 0 : typeof piece === 'string' ? utf8Length(piece) : lengthOf(piece);
    this.#isUploaded = piece === null;
    this.#reset();
    this.#isSending = true;
    if (this.#isSync) {
      this.#sendNow(piece);
      return;
    }
    this.#fire('loadstart', 0, 0);
    if (!this.#isUploaded && hasListeners(this.#upload)) this.#fireUpload('loadstart', 0);
    if (this.#state !== OPENED || !this.#isSending) return;
    this.#channel = openChannel((kind, head, data) => this.#receive(kind, head, data));
    if (startsWith(this.#url, 'blob:')) {
      this.#receiveBlob();
      return;
    }
    postFetch(this.#command(this.#channel, piece));
    this.#startTimeout();
  }
  abort(): void {
    const wasActive = this.#isSending && this.#state !== UNSENT && this.#state !== DONE;
    this.#stop();
    if (wasActive || this.#state === HEADERS_RECEIVED || this.#state === LOADING) this.#failWith('abort');
    if (this.#state === DONE) {
      this.#state = UNSENT;
      this.#head = NO_HEAD;
    }
  }
  getResponseHeader(name: unknown): string | null {
    if (this.#state < HEADERS_RECEIVED || this.#isFailed) return null;
    const wanted = asciiLower(`${name}`);
    const { headers } = this.#head;
    for (let at = 0; at < headers.length; at++) if (headers[at]![0] === wanted) return headers[at]![1];
    return null;
  }
  getAllResponseHeaders(): string {
    if (this.#state < HEADERS_RECEIVED || this.#isFailed) return '';
    return headerLines(this.#head.headers);
  }

  #extract(body: unknown): Piece | null {
    if (body === null || body === undefined) return null;
    const node = body as { [NODE_TYPE]?: unknown; documentElement?: { outerHTML?: unknown } };
    const isDocument = typeof body === 'object' && node[NODE_TYPE] === 9;
    const { content, type } = extractBody(isDocument ? `${node.documentElement?.outerHTML ?? ''}` : body);
    const given = isDocument ? 'text/html;charset=UTF-8' : type;
    if (given !== null && headerOf(this.#headers, 'content-type') === null) {
      addHeader(this.#headers, 'content-type', given);
    }
    return content.ready;
  }

  #command(id: number, piece: Piece | null): Omit<FetchCommand, 'kind'> {
    const credentials = this.#withCredentials ? 'include' : 'same-origin';
    return { ...plainCommand(id, this.#url, this.#method, this.#headers, piece), credentials };
  }

  /** §3.5.6 step 12: the page's thread waits for the host's. */
  #sendNow(piece: Piece | null): void {
    const command = this.#command(0, piece);
    const answer = mayConnect(command.url) ? askHost('fetch', fetchJson(command)) : null;
    this.#isSending = false;
    this.#state = DONE;
    const message = answer === null || answer === '' ? null : (parseJson(answer) as Record<string, unknown>);
    if (message?.['kind'] !== 'whole') {
      this.#isFailed = true;
      throw domException(
        'NetworkError',
        `Failed to execute 'send' on 'XMLHttpRequest': Failed to load '${this.#url}'.`,
      );
    }
    this.#head = parseJson(message['head'] as string) as ResponseHead;
    const data = message['data'] as string;
    this.#body.push(message['isBinary'] ? bytesOfBase64(data) : data);
    this.#fireState();
    this.#fireEnd('load');
  }

  #receive(kind: string, head: string, data: string | ArrayBuffer): void {
    if (kind === 'error') {
      this.#stop();
      this.#failWith('error');
      return;
    }
    this.#finishUpload();
    if (!this.#isSending) return;
    if (kind === 'head' || kind === 'whole') {
      this.#head = parseJson(head) as ResponseHead;
      this.#state = HEADERS_RECEIVED;
      this.#fireState();
      if (this.#state !== HEADERS_RECEIVED) return;
    }
    const before = this.#body.size;
    this.#body.push(pieceOf(data));
    if (this.#body.size > before) {
      if (this.#state === HEADERS_RECEIVED) this.#state = LOADING;
      this.#fireState();
      this.#fire('progress', this.#body.size, this.#length());
    }
    if ((kind === 'whole' || kind === 'end') && this.#isSending) this.#finish();
  }

  #receiveBlob(): void {
    const blob = blobOfUrl(this.#url);
    const id = this.#channel;
    const answer = (): void => {
      if (this.#channel !== id) return;
      if (blob === null) {
        this.#receive('error', '', '');
        return;
      }
      const head = `{"url":${quote(this.#url)},"status":200,"statusText":"OK","headers":[["content-type",${quote(blobType(blob))}]]}`;
      this.#receive('whole', head, bufferOf(copyOf(blobBytes(blob))));
    };
    startTimer(answer, 0, [], false);
  }

  #finishUpload(): void {
    if (this.#isUploaded) return;
    this.#isUploaded = true;
    if (!hasListeners(this.#upload)) return;
    this.#fireUpload('progress', this.#uploadSize);
    this.#fireUpload('load', this.#uploadSize);
    this.#fireUpload('loadend', this.#uploadSize);
  }

  #finish(): void {
    this.#stop();
    this.#state = DONE;
    this.#fireState();
    this.#fireEnd('load');
  }

  #fireEnd(type: string): void {
    const total = this.#length();
    this.#fire(type, this.#body.size, total);
    this.#fire('loadend', this.#body.size, total);
  }

  /** "request error steps" */
  #failWith(type: 'error' | 'abort' | 'timeout'): void {
    this.#state = DONE;
    this.#isFailed = true;
    this.#head = NO_HEAD;
    this.#body = new XhrBody();
    this.#fireState();
    if (!this.#isUploaded) {
      this.#isUploaded = true;
      if (hasListeners(this.#upload)) {
        this.#fireUpload(type, 0);
        this.#fireUpload('loadend', 0);
      }
    }
    this.#fire(type, 0, 0);
    this.#fire('loadend', 0, 0);
  }

  #startTimeout(): void {
    stopTimer(this.#timer);
    if (this.#timeout === 0 || this.#isSync) return;
    const expire = (): void => {
      if (!this.#isSending) return;
      this.#stop();
      this.#failWith('timeout');
    };
    this.#timer = startTimer(expire, this.#timeout, [], false);
  }

  /** Ends what is under way, without a word. */
  #stop(): void {
    stopTimer(this.#timer);
    if (this.#channel !== 0) {
      closeChannel(this.#channel);
      if (this.#isSending && this.#state !== DONE) postAbort(this.#channel);
    }
    this.#channel = 0;
    this.#isSending = false;
  }

  #reset(): void {
    this.#head = NO_HEAD;
    this.#body = new XhrBody();
    this.#isFailed = false;
  }

  #textSoFar(): string {
    return this.#state < LOADING || this.#isFailed ? '' : this.#body.text(this.#charset());
  }

  /** "final MIME type" */
  #mime(): string {
    return this.#overrideMime ?? this.getResponseHeader('content-type') ?? 'text/xml';
  }

  #charset(): string | null {
    return /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(this.#mime())?.[1] ?? null;
  }

  #length(): number {
    const isEncoded = this.getResponseHeader('content-encoding') !== null;
    return isEncoded ? 0 : Number(this.getResponseHeader('content-length') ?? 0) || 0;
  }

  #fireState(): void {
    dispatchTrusted(this, createEvent('Event', 'readystatechange'));
  }

  #fire(type: string, loaded: number, total: number): void {
    dispatchTrusted(this, createEvent('ProgressEvent', type, { lengthComputable: total > 0, loaded, total }));
  }

  #fireUpload(type: string, loaded: number): void {
    const total = this.#uploadSize;
    dispatchTrusted(this.#upload, createEvent('ProgressEvent', type, { lengthComputable: total > 0, loaded, total }));
  }
}

defineHandlers(XMLHttpRequest, ['readystatechange']);
defineClassConstants(XMLHttpRequest, { UNSENT, OPENED, HEADERS_RECEIVED, LOADING, DONE });
exposeClass('XMLHttpRequest', XMLHttpRequest);
