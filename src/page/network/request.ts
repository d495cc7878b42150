/**
 * Request: what fetch() is asked for.
 *
 * Fetch §5.4 https://fetch.spec.whatwg.org/#request-class
 */
import { resolveAddress } from '../document-address.ts';
import { defineProperty, hasWord, toUpperCase } from '../primordials.ts';
import { URL_PARTS } from '../url/url-parts.ts';
import { addressParts } from '../url-api.ts';
import { dependentSignal } from '../window/abort.ts';
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
import type { RequestCache, RequestCredentials, RequestMode, RequestRedirect } from './commands.ts';
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
import { isReadableStream, type ReadableStream } from './streams/readable-stream.ts';
import { exposeClass, INTERNAL } from './web-class.ts';

/** A request, apart from the object that pages see. */
export interface RequestState {
  url: string;
  method: string;
  readonly headers: HeaderList;
  content: BodyContent | null;
  mode: RequestMode | 'navigate';
  credentials: RequestCredentials;
  cache: RequestCache;
  redirect: RequestRedirect;
  referrer: string;
  referrerPolicy: string;
  integrity: string;
  keepalive: boolean;
  signal: object;
}

const NORMALISED = ' DELETE GET HEAD OPTIONS POST PUT ';

/** "normalize"; throws for what is no method, or one that pages may not use. */
export function checkedMethod(value: unknown): string {
  const method = `${value}`;
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(method)) throw new TypeError(`'${method}' is not a valid HTTP method.`);
  const upper = toUpperCase(method);
  if (upper === 'CONNECT' || upper === 'TRACE' || upper === 'TRACK') {
    throw new TypeError(`'${method}' HTTP method is unsupported.`);
  }
  return hasWord(NORMALISED, upper) ? upper : method;
}

/** An enumeration of WebIDL. */
function word<Word extends string>(value: unknown, words: readonly Word[], name: string): Word {
  for (let at = 0; at < words.length; at++) if (words[at] === `${value}`) return words[at]!;
  throw new TypeError(`The provided value '${value}' is not a valid enum value of type ${name}.`);
}

const MODES = ['cors', 'no-cors', 'same-origin', 'navigate'] as const;
const CREDENTIALS = ['omit', 'same-origin', 'include'] as const;
const REDIRECTS = ['follow', 'error', 'manual'] as const;
const CACHES = ['default', 'no-store', 'reload', 'no-cache', 'force-cache', 'only-if-cached'] as const;
const POLICIES = [
  '',
  'no-referrer',
  'no-referrer-when-downgrade',
  'same-origin',
  'origin',
  'strict-origin',
  'origin-when-cross-origin',
  'strict-origin-when-cross-origin',
  'unsafe-url',
] as const;

type Init = Readonly<Record<string, unknown>>;

function requestUrl(input: unknown): string {
  const url = resolveAddress(`${input}`);
  if (url === null) throw new TypeError(`Failed to parse URL from ${input}`);
  const parts = addressParts(url, '');
  const hasPassword = ['username', 'password'].some((part) => parts?.[URL_PARTS.indexOf(part as 'username')] !== '');
  if (hasPassword) throw new TypeError('Request cannot be constructed from a URL that includes credentials.');
  return url;
}

function freshState(url: string): RequestState {
  return {
    url,
    method: 'GET',
    headers: makeHeaderList('request'),
    content: null,
    mode: 'cors',
    credentials: 'same-origin',
    cache: 'default',
    redirect: 'follow',
    referrer: 'about:client',
    referrerPolicy: '',
    integrity: '',
    keepalive: false,
    signal: dependentSignal(null),
  };
}

function applyInit(state: RequestState, init: Init): void {
  const { mode, credentials, cache, redirect, referrer, referrerPolicy, integrity, keepalive, method, window } = init;
  if (window !== undefined && window !== null) throw new TypeError("'window' can only be null.");
  if (mode !== undefined) state.mode = word(mode, MODES, 'RequestMode');
  if (mode !== undefined && state.mode === 'navigate') throw new TypeError('Cannot construct a Request with navigate.');
  if (credentials !== undefined) state.credentials = word(credentials, CREDENTIALS, 'RequestCredentials');
  if (cache !== undefined) state.cache = word(cache, CACHES, 'RequestCache');
  if (redirect !== undefined) state.redirect = word(redirect, REDIRECTS, 'RequestRedirect');
  if (referrerPolicy !== undefined) state.referrerPolicy = word(referrerPolicy, POLICIES, 'ReferrerPolicy');
  if (integrity !== undefined) state.integrity = `${integrity}`;
  if (keepalive !== undefined) state.keepalive = Boolean(keepalive);
  if (method !== undefined) state.method = checkedMethod(method);
  if (referrer !== undefined) {
    const text = `${referrer}`;
    const resolved = text === '' ? 'no-referrer' : resolveAddress(text);
    if (resolved === null) throw new TypeError(`Referrer '${text}' is not a valid URL.`);
    state.referrer = resolved;
  }
  if (init['duplex'] !== undefined) word(init['duplex'], ['half'], 'RequestDuplex');
  if (state.cache === 'only-if-cached' && state.mode !== 'same-origin') {
    throw new TypeError("'only-if-cached' can be set only with 'same-origin' mode");
  }
  if (state.mode === 'no-cors') {
    if (!hasWord(' GET HEAD POST ', state.method)) {
      throw new TypeError(`'${state.method}' is unsupported in no-cors mode.`);
    }
    state.headers.guard = 'request-no-cors';
  }
}

let stateOf: (request: Request) => RequestState;
let isRequestObject: (value: unknown) => boolean;

export class Request {
  readonly #state: RequestState;
  readonly #headers: Headers;
  static {
    stateOf = (request) => request.#state;
    isRequestObject = (value) => typeof value === 'object' && value !== null && #state in value;
  }

  constructor(...args: readonly unknown[]) {
    if (args[0] === INTERNAL) this.#state = args[1] as RequestState;
    else {
      if (args.length === 0) throw new TypeError('1 argument required, but only 0 present.');
      this.#state = makeState(args[0], (args[1] ?? {}) as Init);
    }
    this.#headers = wrapHeaders(this.#state.headers);
  }

  get method(): string {
    return this.#state.method;
  }
  get url(): string {
    return this.#state.url;
  }
  get headers(): Headers {
    return this.#headers;
  }
  get destination(): string {
    return '';
  }
  get referrer(): string {
    return this.#state.referrer === 'no-referrer' ? '' : this.#state.referrer;
  }
  get referrerPolicy(): string {
    return this.#state.referrerPolicy;
  }
  get mode(): string {
    return this.#state.mode;
  }
  get credentials(): string {
    return this.#state.credentials;
  }
  get cache(): string {
    return this.#state.cache;
  }
  get redirect(): string {
    return this.#state.redirect;
  }
  get integrity(): string {
    return this.#state.integrity;
  }
  get keepalive(): boolean {
    return this.#state.keepalive;
  }
  get isReloadNavigation(): boolean {
    return false;
  }
  get isHistoryNavigation(): boolean {
    return false;
  }
  get signal(): object {
    return this.#state.signal;
  }
  get targetAddressSpace(): string {
    return 'unknown';
  }
  get duplex(): string {
    return 'half';
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
  clone(): Request {
    const { content } = this.#state;
    if (content !== null && (content.isUsed || content.isLocked)) throw new TypeError('Request body is already used');
    return new Request(INTERNAL, copyState(this.#state, content?.clone() ?? null));
  }

  get #owner(): BodyOwner {
    return { content: this.#state.content, type: headerOf(this.#state.headers, 'content-type') };
  }
}

function copyState(state: RequestState, content: BodyContent | null): RequestState {
  const headers = makeHeaderList(state.headers.guard);
  copyHeaders(state.headers, headers);
  return { ...state, headers, content, signal: dependentSignal(state.signal) };
}

function makeState(input: unknown, init: Init): RequestState {
  const from = isRequestObject(input) ? stateOf(input as Request) : null;
  const state = from === null ? freshState(requestUrl(input)) : copyState(from, null);
  applyInit(state, init);
  const { signal } = init;
  if (signal !== undefined) state.signal = dependentSignal(signal as object | null);
  if (init['headers'] !== undefined) {
    state.headers.fields.length = 0;
    fillHeaders(state.headers, init['headers']);
  }
  const body = init['body'];
  const hasBody = body !== undefined && body !== null;
  if ((hasBody || (from?.content ?? null) !== null) && (state.method === 'GET' || state.method === 'HEAD')) {
    throw new TypeError('Request with GET/HEAD method cannot have body.');
  }
  if (hasBody) {
    if (isReadableStream(body)) {
      if (init['duplex'] === undefined)
        throw new TypeError('The `duplex` member must be specified for a request with a streaming body');
      if (state.keepalive) throw new TypeError('A request with keepalive cannot have a streaming body.');
    }
    const { content, type } = extractBody(body);
    state.content = content;
    if (type !== null && headerOf(state.headers, 'content-type') === null)
      addHeader(state.headers, 'content-type', type);
  } else if (from !== null && from.content !== null) {
    if (from.content.isUsed || from.content.isLocked) {
      throw new TypeError('Cannot construct a Request with a Request object that has already been used.');
    }
    state.content = from.content.clone();
    // The body moves over: the old request has none to give any more.
    from.content.markUsed();
  }
  return state;
}

/** What a request asks for; a new Request is made of anything else. */
export function requestState(input: unknown, init: unknown): RequestState {
  return stateOf(new Request(input, init ?? undefined));
}

defineProperty(Request, 'length', { value: 1, configurable: true });
exposeClass('Request', Request);
