/**
 * HAR 1.2: the exchanges of a session as a file that other tools read too.
 *
 * In:  exchanges, or a file. Out: the file's JSON, or exchanges.
 *
 * http://www.softwareishard.com/blog/har-12-spec/. Fields of ours begin with an underscore, as it wants them.
 *
 * Secure: cookies, authorisation and fields of forms that look like secrets are not written, and everything else goes
 * through the session's redactor.
 */
import { AgentBrowserError, type ErrorCode, isErrorCode } from '../errors.ts';
import type { HeaderPair } from '../identity/request-headers.ts';
import type { AddressSpace } from './address.ts';
import { parseCookie } from './cookie.ts';
import { HIDDEN, redactedAnswer, redactedBody, redactedHeaders, redactedUrl } from './har-redact.ts';
import { parseMimeType } from './mime.ts';
import type { ResponseHeaders, TransportResponse } from './transport.ts';

/** One request and its answer. The body is without content coding. */
export interface RecordedExchange {
  readonly startedAt: number;
  /** Until the head of the answer was there, and until its last byte was. */
  readonly waitMs: number;
  readonly durationMs: number;
  /** The id of the page that asked. */
  readonly page: string | null;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: readonly HeaderPair[];
  readonly requestBody: Uint8Array | null;
  readonly status: number;
  readonly statusText: string;
  readonly headers: ResponseHeaders;
  readonly body: Uint8Array;
  /** Bytes on the wire. */
  readonly wireBytes: number;
  readonly space: AddressSpace;
  readonly httpVersion: TransportResponse['httpVersion'] | null;
  /** Why there is no answer: its status is 0 then. */
  readonly failure: { readonly code: ErrorCode; readonly message: string } | null;
}

/** What began with one document. */
export interface RecordedPage {
  readonly id: string;
  readonly startedAt: number;
  readonly url: string;
  /** Where its redirects have led so far, and whether there is another one. */
  address: string;
  isRedirected: boolean;
}

/** Takes secrets out of a text. */
export type Redact = (text: string) => string;

interface HarHeader {
  readonly name: string;
  readonly value: string;
}

interface HarContent {
  readonly size: number;
  readonly mimeType: string;
  readonly text?: string;
  readonly encoding?: string;
}

interface HarCookie {
  readonly name: string;
  readonly value: string;
  readonly path?: string;
  readonly domain?: string;
  readonly expires?: string;
  readonly httpOnly?: boolean;
  readonly secure?: boolean;
}

interface HarEntry {
  readonly pageref?: string;
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly httpVersion: string;
    readonly cookies: readonly HarCookie[];
    readonly headers: readonly HarHeader[];
    readonly queryString: readonly HarHeader[];
    readonly postData?: { readonly mimeType: string; readonly text: string; readonly _encoding?: string };
    readonly headersSize: number;
    readonly bodySize: number;
  };
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly httpVersion: string;
    readonly cookies: readonly HarCookie[];
    readonly headers: readonly HarHeader[];
    readonly content: HarContent;
    readonly redirectURL: string;
    readonly headersSize: number;
    readonly bodySize: number;
  };
  readonly cache: Record<string, never>;
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
  readonly _space?: AddressSpace;
  /** Why there is no answer, as Chrome's own files have it. */
  readonly _error?: string;
  readonly _errorMessage?: string;
}

/** Types whose bodies are written as text; others as base64. */
const TEXT = /^text\/|[/+](?:json|xml|javascript|ecmascript|x-www-form-urlencoded)$/;

export function toHar(
  exchanges: readonly RecordedExchange[],
  pages: readonly RecordedPage[],
  version: string,
  redact: Redact,
): string {
  const log = {
    version: '1.2',
    creator: { name: 'agentbrowser', version },
    pages: pages.map(({ id, startedAt, url }) => ({
      startedDateTime: new Date(startedAt).toISOString(),
      id,
      title: redact(addressOf(url)),
      pageTimings: {},
    })),
    entries: exchanges.map((exchange) => entryOf(exchange, redact)),
  };
  return `${JSON.stringify({ log }, null, 1)}\n`;
}

function entryOf(exchange: RecordedExchange, redact: Redact): HarEntry {
  const { method, status, statusText, headers, body, waitMs, durationMs, wireBytes, requestBody, failure } = exchange;
  const httpVersion = exchange.httpVersion ?? 'unknown';
  const type = headers.get('content-type')?.at(-1) ?? '';
  const requestType = exchange.requestHeaders.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const pairs = [...headers].flatMap(([name, values]) => values.map((value) => [name, value] as const));
  return {
    ...(exchange.page === null ? {} : { pageref: exchange.page }),
    startedDateTime: new Date(exchange.startedAt).toISOString(),
    time: durationMs,
    request: {
      method,
      url: redact(addressOf(exchange.url)),
      httpVersion,
      cookies: requestCookies(exchange.requestHeaders, redact),
      headers: harHeaders(exchange.requestHeaders, redact),
      queryString: [...new URL(redactedUrl(exchange.url)).searchParams].map(([name, value]) => ({
        name: redact(name),
        value: redact(value),
      })),
      ...(requestBody === null ? {} : { postData: postData(requestBody, requestType, redact) }),
      headersSize: -1,
      bodySize: requestBody?.byteLength ?? 0,
    },
    response: {
      status,
      statusText,
      httpVersion,
      cookies: (headers.get('set-cookie') ?? []).flatMap((text) => setCookie(text, exchange, redact)),
      headers: harHeaders(pairs, redact),
      content: contentOf(body, type, redact),
      redirectURL: redact(redactedUrl(headers.get('location')?.[0] ?? '')),
      headersSize: -1,
      bodySize: wireBytes,
    },
    cache: {},
    timings: { send: 0, wait: waitMs, receive: durationMs - waitMs },
    _space: exchange.space,
    ...(failure === null ? {} : { _error: failure.code, _errorMessage: redact(failure.message) }),
  };
}

/** Without the fragment, which is not sent. */
function addressOf(url: string): string {
  const hash = url.indexOf('#');
  return redactedUrl(hash < 0 ? url : url.slice(0, hash));
}

/** Names only: what they say is secret. */
function requestCookies(headers: readonly HeaderPair[], redact: Redact): HarCookie[] {
  const sent = headers.find(([name]) => name.toLowerCase() === 'cookie')?.[1] ?? '';
  const pairs = sent === '' ? [] : sent.split('; ');
  return pairs.map((pair) => ({ name: redact(pair.slice(0, Math.max(0, pair.indexOf('=')))), value: HIDDEN }));
}

/** What the address could not have set is no cookie. */
function setCookie(text: string, { url, startedAt }: RecordedExchange, redact: Redact): HarCookie[] {
  const cookie = parseCookie(text, new URL(url), 'http', startedAt);
  if (cookie === null) return [];
  const { name, path, domain, httpOnly, secure, expires } = cookie;
  const until = expires === null ? {} : { expires: new Date(expires).toISOString() };
  return [{ name: redact(name), value: HIDDEN, path: redact(path), domain, ...until, httpOnly, secure }];
}

function harHeaders(pairs: readonly HeaderPair[], redact: Redact): HarHeader[] {
  return redactedHeaders(pairs).map(([name, value]) => ({ name: redact(name), value: redact(value) }));
}

function postData(body: Uint8Array, type: string, redact: Redact) {
  const bytes = Buffer.from(body);
  const text = bytes.toString('utf8');
  const isText = Buffer.from(text, 'utf8').equals(bytes);
  if (!isText) return { mimeType: type, text: binary(bytes, redact), _encoding: 'base64' };
  return { mimeType: type, text: redact(redactedBody(text, type)) };
}

function contentOf(body: Uint8Array, type: string, redact: Redact): HarContent {
  const size = body.byteLength;
  const mimeType = type === '' ? 'x-unknown' : type;
  const bytes = Buffer.from(body.buffer, body.byteOffset, size);
  const { essence, charset } = parseMimeType(type);
  const isUtf8 = charset === null || /^utf-?8$/i.test(charset);
  const text = isUtf8 && (TEXT.test(essence) || essence === '') ? bytes.toString('utf8') : null;
  // Only what comes back as the same bytes is written as text: pages in other encodings say so inside.
  if (text !== null && Buffer.from(text, 'utf8').equals(bytes)) {
    return { size, mimeType, text: redact(redactedAnswer(text, essence)) };
  }
  return { size, mimeType, text: binary(bytes, redact), encoding: 'base64' };
}

/** In base64; nothing of it when a secret is inside, in whatever encoding. */
function binary(bytes: Buffer, redact: Redact): string {
  const [base64, latin1] = [bytes.toString('base64'), bytes.toString('latin1')];
  return redact(base64) === base64 && redact(latin1) === latin1 ? base64 : '';
}

/** Headers about the coding of a body that is written without it. */
const CODING_HEADERS = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

/** Reads a file of any tool. What is not an exchange is left out; what is not a HAR is an error. */
export function fromHar(text: string, name: string): RecordedExchange[] {
  let entries: unknown;
  try {
    entries = (JSON.parse(text) as { log?: { entries?: unknown } } | null)?.log?.entries;
  } catch (cause) {
    throw new AgentBrowserError(
      'invalid_argument',
      `replay: '${name}' is not a HAR file: it is not JSON. Give one that record has written, or another tool.`,
      { cause },
    );
  }
  if (!Array.isArray(entries))
    throw new AgentBrowserError(
      'invalid_argument',
      `replay: '${name}' is not a HAR file: it has no log with entries. Give one that record has written, or another tool.`,
    );
  return entries.map(exchangeOf).filter((exchange) => exchange !== null);
}

function exchangeOf(value: unknown): RecordedExchange | null {
  const entry = (value ?? {}) as Partial<HarEntry>;
  const { request, response, time, startedDateTime, _space: space, _error: code } = entry;
  if (typeof request?.url !== 'string' || typeof response?.status !== 'number' || !URL.canParse(request.url))
    return null;
  const headers = new Map<string, string[]>();
  for (const [name, header] of pairsOf(response.headers)) {
    const lower = name.toLowerCase();
    if (CODING_HEADERS.has(lower)) continue;
    headers.set(lower, [...(headers.get(lower) ?? []), header]);
  }
  const { text = '', encoding } = response.content ?? {};
  const body = Buffer.from(String(text), encoding === 'base64' ? 'base64' : 'utf8');
  const posted = request.postData;
  return {
    startedAt: Date.parse(String(startedDateTime)) || 0,
    waitMs: typeof time === 'number' ? time : 0,
    durationMs: typeof time === 'number' ? time : 0,
    page: null,
    method: String(request.method ?? 'GET').toUpperCase(),
    url: request.url,
    requestHeaders: pairsOf(request.headers),
    requestBody:
      posted === undefined ? null : Buffer.from(String(posted.text), posted._encoding === 'base64' ? 'base64' : 'utf8'),
    status: response.status,
    statusText: String(response.statusText ?? ''),
    headers,
    body,
    wireBytes: body.byteLength,
    space: space === 'link-local' || space === 'loopback' || space === 'private' ? space : 'public',
    httpVersion: null,
    failure: response.status === 0 ? failureOf(code, entry._errorMessage) : null,
  };
}

/** Other tools have words of their own for what went wrong. */
function failureOf(code: unknown, message: unknown): NonNullable<RecordedExchange['failure']> {
  if (isErrorCode(code)) return { code, message: String(message) };
  const why = typeof code === 'string' ? ` (${code.slice(0, 100)})` : '';
  return { code: 'connection_failed', message: `There was no answer when this was recorded${why}.` };
}

/** Without the pseudo-headers of HTTP/2, which some tools write. */
function pairsOf(headers: readonly HarHeader[] | undefined): HeaderPair[] {
  if (!Array.isArray(headers)) return [];
  return headers
    .map(({ name, value }: HarHeader): HeaderPair => [String(name), String(value)])
    .filter(([name]) => !name.startsWith(':'));
}
