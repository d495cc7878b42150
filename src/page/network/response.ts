/**
 * Response: what came back.
 *
 * Fetch §5.5 https://fetch.spec.whatwg.org/#response-class
 */
import { resolveAddress } from '../document-address.ts';
import { asciiLower, indexOf, stringSlice } from '../primordials.ts';
import type { BodyContent } from './body-content.ts';
import {
  type BodyOwner,
  bodyBlob,
  bodyBuffer,
  bodyBytes,
  bodyFormData,
  bodyJson,
  bodyStream,
  bodyText,
  bodyTextStream,
  extractBody,
  isBodyUsed,
} from './body-mixin.ts';
import type { ResponseHead } from './commands.ts';
import {
  addHeader,
  copyHeaders,
  fillHeaders,
  type HeaderList,
  type Headers,
  headerOf,
  makeHeaderList,
  wrapHeaders,
} from './headers.ts';
import type { ReadableStream } from './streams/readable-stream.ts';
import { exposeClass, INTERNAL } from './web-class.ts';

interface ResponseState {
  readonly type: 'default' | 'error' | ResponseHead['type'];
  readonly url: string;
  readonly redirected: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  content: BodyContent | null;
}

type Init = { readonly status?: unknown; readonly statusText?: unknown; readonly headers?: unknown };

function isNullStatus(status: number): boolean {
  return status === 101 || status === 103 || status === 204 || status === 205 || status === 304;
}

/** "initialize a response" */
function initialised(init: Init, body: unknown, defaultType: string | null): ResponseState {
  const status = init.status === undefined ? 200 : Number(init.status);
  if (!(status >= 200 && status <= 599)) {
    throw new RangeError(`The status provided (${init.status}) is outside the range [200, 599].`);
  }
  const statusText = init.statusText === undefined ? '' : `${init.statusText}`;
  if (/[^\t\x20-\x7e\x80-\xff]/.test(statusText)) throw new TypeError('Invalid statusText');
  const headers = makeHeaderList('response');
  fillHeaders(headers, init.headers);
  const state: ResponseState = {
    type: 'default',
    url: '',
    redirected: false,
    status: status | 0,
    statusText,
    headers,
    content: null,
  };
  if (body === undefined || body === null) return state;
  if (isNullStatus(status)) throw new TypeError('Response with null body status cannot have body');
  const { content, type } = extractBody(body);
  state.content = content;
  const given = defaultType ?? type;
  if (given !== null && headerOf(headers, 'content-type') === null) addHeader(headers, 'content-type', given);
  return state;
}

const { stringify } = JSON;

/** Set when the class is made. */
let hasState: (object: object) => boolean;

export class Response {
  readonly #state: ResponseState;
  readonly #headers: Headers;
  static {
    hasState = (object) => #state in object;
  }

  constructor(...args: readonly unknown[]) {
    this.#state =
      args[0] === INTERNAL ? (args[1] as ResponseState) : initialised((args[1] ?? {}) as Init, args[0], null);
    this.#headers = wrapHeaders(this.#state.headers);
  }

  static error(): Response {
    return new NativeResponse(INTERNAL, plainState('error', 0));
  }
  static json(data: unknown, init: Init = {}): Response {
    const text: unknown = stringify(data);
    if (typeof text !== 'string') throw new TypeError('The data is not JSON serializable');
    return new NativeResponse(INTERNAL, initialised(init ?? {}, text, 'application/json'));
  }
  static redirect(url: unknown, status: unknown = 302): Response {
    const address = resolveAddress(`${url}`);
    if (address === null) throw new TypeError(`Failed to parse URL from ${url}`);
    const code = Number(status);
    if (![301, 302, 303, 307, 308].includes(code)) throw new RangeError('Invalid status code');
    const state = plainState('default', code);
    addHeader(state.headers, 'location', address);
    return new NativeResponse(INTERNAL, state);
  }

  get type(): string {
    return this.#state.type;
  }
  get url(): string {
    return this.#state.url;
  }
  get redirected(): boolean {
    return this.#state.redirected;
  }
  get status(): number {
    return this.#state.status;
  }
  get ok(): boolean {
    return this.#state.status >= 200 && this.#state.status <= 299;
  }
  get statusText(): string {
    return this.#state.statusText;
  }
  get headers(): Headers {
    return this.#headers;
  }
  get body(): ReadableStream | null {
    return bodyStream(this.#state);
  }
  get bodyUsed(): boolean {
    return isBodyUsed(this.#owner);
  }
  textStream(): ReadableStream {
    return bodyTextStream(this.#owner);
  }
  text(): Promise<string> {
    return bodyText(this.#owner);
  }
  json(): Promise<unknown> {
    return bodyJson(this.#owner);
  }
  arrayBuffer(): Promise<ArrayBuffer> {
    return bodyBuffer(this.#owner);
  }
  bytes(): Promise<Uint8Array> {
    return bodyBytes(this.#owner);
  }
  blob(): Promise<object> {
    return bodyBlob(this.#owner);
  }
  formData(): Promise<object> {
    return bodyFormData(this.#owner);
  }
  clone(): Response {
    const { content, headers } = this.#state;
    if (content !== null && (content.isUsed || content.isLocked)) throw new TypeError('Response body is already used');
    const copy = makeHeaderList(headers.guard);
    copyHeaders(headers, copy);
    return new NativeResponse(INTERNAL, { ...this.#state, headers: copy, content: content?.clone() ?? null });
  }

  get #owner(): BodyOwner {
    return { content: this.#state.content, type: headerOf(this.#state.headers, 'content-type') };
  }
}
const NativeResponse = Response;

export function isResponse(value: unknown): value is Response {
  return typeof value === 'object' && value !== null && hasState(value);
}

function plainState(type: ResponseState['type'], status: number): ResponseState {
  const headers = makeHeaderList('immutable');
  return { type, url: '', redirected: false, status, statusText: '', headers, content: null };
}

/** What came from the network. */
export function makeResponse(head: ResponseHead, content: BodyContent | null): Response {
  const headers = makeHeaderList('immutable');
  for (let at = 0; at < head.headers.length; at++) {
    addHeader(headers, asciiLower(head.headers[at]![0]), head.headers[at]![1]);
  }
  const hash = indexOf(head.url, '#');
  const { type, redirected, status, statusText } = head;
  const isEmpty = isNullStatus(status) || type === 'opaque' || type === 'opaqueredirect';
  return new NativeResponse(INTERNAL, {
    type,
    url: hash < 0 ? head.url : stringSlice(head.url, 0, hash),
    redirected,
    status,
    statusText,
    headers,
    content: isEmpty ? null : content,
  });
}

exposeClass('Response', Response);
