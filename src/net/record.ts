/**
 * Records what a session exchanges, to a HAR file that is written when the session ends.
 *
 * In:  a transport. Out: the same transport, with a file at the end.
 *
 * Bodies are kept in memory until then, up to a limit; what comes after it is recorded without its body.
 */
import { accessSync, constants } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { AddressSpace } from './address.ts';
import { readBody } from './body.ts';
import { decodedBody } from './content-coding.ts';
import { type RecordedExchange, type RecordedPage, type Redact, toHar } from './har.ts';
import { networkError } from './network-error.ts';
import { discard, type Transport, type TransportRequest, type TransportResponse } from './transport.ts';
import type { SocketRequest, WebConnection } from './web-socket.ts';

/** Makes the file's text when the session ends, which is when all its secrets are known. */
export class RecordingTransport implements Transport {
  readonly #inner: Transport;
  readonly #path: string;
  readonly #version: string;
  readonly #redact: Redact;
  readonly #exchanges: RecordedExchange[] = [];
  readonly #pages: RecordedPage[] = [];
  /** Bodies that are still being decoded. */
  readonly #pending = new Set<Promise<void>>();
  #bytes = 0;

  constructor(inner: Transport, path: string, version: string, redact: Redact = (text) => text) {
    this.#inner = inner;
    this.#path = path;
    // Said now, and not when the session ends and all is lost.
    try {
      accessSync(dirname(path), constants.W_OK);
    } catch (cause) {
      throw notWritten(path, cause);
    }
    this.#version = version;
    this.#redact = redact;
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const startedAt = Date.now();
    const started = performance.now();
    const page = this.#pageOf(request, startedAt);
    let response: TransportResponse;
    try {
      response = await this.#inner.send(request);
    } catch (error) {
      if (!request.signal.aborted) this.#noteFailure(request, error, page, startedAt, performance.now() - started);
      throw error;
    }
    const waitMs = performance.now() - started;
    if (page !== null && request.url.href === page.address) page.isRedirected = isRedirect(response);
    return {
      ...response,
      body: watched(response.body, LIMITS.recordedBodyBytes, (bytes) => {
        const took = { startedAt, waitMs, durationMs: performance.now() - started };
        const work = this.#note(request, response, bytes, page, took);
        this.#pending.add(work);
        void work.finally(() => this.#pending.delete(work));
      }),
    };
  }

  /** A page begins with its document; what a redirect leads to is the same page. */
  #pageOf({ url, isNavigation }: TransportRequest, startedAt: number): RecordedPage | null {
    const current = this.#pages.at(-1) ?? null;
    if (isNavigation !== true) return current;
    if (current?.isRedirected) {
      current.address = url.href;
      current.isRedirected = false;
      return current;
    }
    const page = {
      id: `page_${this.#pages.length + 1}`,
      startedAt,
      url: url.href,
      address: url.href,
      isRedirected: false,
    };
    if (this.#pages.length < LIMITS.recordedExchanges) this.#pages.push(page);
    return page;
  }

  openSocket(request: SocketRequest, from: AddressSpace): WebConnection {
    if (this.#inner.openSocket === undefined) throw new Error('The transport has no web sockets');
    return this.#inner.openSocket(request, from);
  }

  async close(): Promise<void> {
    await this.#inner.close();
    await Promise.all(this.#pending);
    this.#exchanges.sort((a, b) => a.startedAt - b.startedAt);
    const text = toHar(this.#exchanges, this.#pages, this.#version, this.#redact);
    try {
      // Readable for its owner only: what pages showed may be private.
      await writeFile(this.#path, text, { mode: 0o600 });
    } catch (cause) {
      throw notWritten(this.#path, cause);
    }
  }

  async #note(
    { url, method, headers: requestHeaders, body: requestBody }: TransportRequest,
    { status, statusText, headers, space, httpVersion }: TransportResponse,
    bytes: Uint8Array,
    page: RecordedPage | null,
    took: Pick<RecordedExchange, 'startedAt' | 'waitMs' | 'durationMs'>,
  ): Promise<void> {
    if (this.#exchanges.length >= LIMITS.recordedExchanges) return;
    this.#bytes += bytes.byteLength;
    const hasRoom = this.#bytes <= LIMITS.recordBytes;
    const body = hasRoom ? await plainBody(bytes, headers, url) : new Uint8Array();
    this.#exchanges.push({
      ...took,
      page: page?.id ?? null,
      method,
      url: url.href,
      requestHeaders,
      requestBody,
      status,
      statusText,
      headers,
      body,
      wireBytes: bytes.byteLength,
      space,
      httpVersion: httpVersion ?? null,
      failure: null,
    });
  }

  #noteFailure(
    { url, method, headers: requestHeaders, body: requestBody, from }: TransportRequest,
    error: unknown,
    page: RecordedPage | null,
    startedAt: number,
    durationMs: number,
  ): void {
    if (this.#exchanges.length >= LIMITS.recordedExchanges) return;
    const { code, message } = networkError(error, url);
    this.#exchanges.push({
      startedAt,
      waitMs: durationMs,
      durationMs,
      page: page?.id ?? null,
      method,
      url: url.href,
      requestHeaders,
      requestBody,
      status: 0,
      statusText: '',
      headers: new Map(),
      body: new Uint8Array(),
      wireBytes: 0,
      space: from,
      httpVersion: null,
      failure: { code, message },
    });
  }
}

function notWritten(path: string, cause: unknown): AgentBrowserError {
  return new AgentBrowserError(
    'invalid_argument',
    `record: '${path.slice(0, 200)}' cannot be written to. Name a file in a folder that is there and may be written to.`,
    { cause },
  );
}

function isRedirect({ status, headers }: TransportResponse): boolean {
  return status >= 300 && status < 400 && headers.has('location');
}

/** A body whose coding is broken is recorded as it came. */
async function plainBody(bytes: Uint8Array, headers: TransportResponse['headers'], url: URL): Promise<Uint8Array> {
  if (!headers.has('content-encoding') || bytes.byteLength === 0) return bytes;
  try {
    return await readBody(decodedBody(Readable.from([bytes]), headers, url), url, LIMITS.recordedBodyBytes);
  } catch {
    return bytes;
  }
}

/** The body, with a copy of what was read of it for `onEnd`, however it ended. */
function watched(body: Readable, maxBytes: number, onEnd: (bytes: Uint8Array) => void): Readable {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isTold = false;
  const tell = (): void => {
    if (isTold) return;
    isTold = true;
    onEnd(Buffer.concat(chunks));
  };
  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        size += chunk.byteLength;
        if (size <= maxBytes) chunks.push(chunk);
        yield chunk;
      }
    } finally {
      body.destroy();
      tell();
    }
  }
  const copy = Readable.from(read(), { objectMode: false });
  // Nobody may read the body, as that of a redirect or of a page that was left: then it is recorded as empty.
  copy.once('close', () => {
    if (isTold) return;
    discard(body);
    tell();
  });
  return copy;
}
