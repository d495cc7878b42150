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
import { AgentBrowserError } from '../errors.ts';
import type { HeaderPair } from '../identity/request-headers.ts';
import type { AddressSpace } from './address.ts';
import { redactedAnswer, redactedBody, redactedHeaders, redactedUrl } from './har-redact.ts';
import { parseMimeType } from './mime.ts';
import type { ResponseHeaders } from './transport.ts';

/** One request and its answer. The body is without content coding. */
export interface RecordedExchange {
  readonly startedAt: number;
  readonly durationMs: number;
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

interface HarEntry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly httpVersion: string;
    readonly cookies: readonly unknown[];
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
    readonly cookies: readonly unknown[];
    readonly headers: readonly HarHeader[];
    readonly content: HarContent;
    readonly redirectURL: string;
    readonly headersSize: number;
    readonly bodySize: number;
  };
  readonly cache: Record<string, never>;
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
  readonly _space?: AddressSpace;
}

/** Types whose bodies are written as text; others as base64. */
const TEXT = /^text\/|[/+](?:json|xml|javascript|ecmascript|x-www-form-urlencoded)$/;

export function toHar(exchanges: readonly RecordedExchange[], version: string, redact: Redact): string {
  const log = {
    version: '1.2',
    creator: { name: 'agentbrowser', version },
    pages: [],
    entries: exchanges.map((exchange) => entryOf(exchange, redact)),
  };
  return `${JSON.stringify({ log }, null, 1)}\n`;
}

function entryOf(exchange: RecordedExchange, redact: Redact): HarEntry {
  const { method, status, statusText, headers, body, durationMs, wireBytes, requestBody } = exchange;
  const url = redact(redactedUrl(exchange.url));
  const type = headers.get('content-type')?.at(-1) ?? '';
  const requestType = exchange.requestHeaders.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const pairs = [...headers].flatMap(([name, values]) => values.map((value) => [name, value] as const));
  return {
    startedDateTime: new Date(exchange.startedAt).toISOString(),
    time: durationMs,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
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
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: harHeaders(pairs, redact),
      content: contentOf(body, type, redact),
      redirectURL: redact(redactedUrl(headers.get('location')?.[0] ?? '')),
      headersSize: -1,
      bodySize: wireBytes,
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    _space: exchange.space,
  };
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
  const { request, response, time, startedDateTime, _space: space } = (value ?? {}) as Partial<HarEntry>;
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
    durationMs: typeof time === 'number' ? time : 0,
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
    space: space === 'loopback' || space === 'private' ? space : 'public',
  };
}

/** Without the pseudo-headers of HTTP/2, which some tools write. */
function pairsOf(headers: readonly HarHeader[] | undefined): HeaderPair[] {
  if (!Array.isArray(headers)) return [];
  return headers
    .map(({ name, value }: HarHeader): HeaderPair => [String(name), String(value)])
    .filter(([name]) => !name.startsWith(':'));
}
