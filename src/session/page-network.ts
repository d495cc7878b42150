/**
 * The requests of one document's scripts, from the command to the last byte of the answer.
 *
 * In:  commands of the page. Out: messages for it: the head of an answer as soon as it is there, the body in pieces as
 * large as what has come since the page last looked. A page gets only what the same-origin policy and CORS allow.
 *
 * Fetch §4 https://fetch.spec.whatwg.org/#fetching
 */
import { isUtf8 } from 'node:buffer';
import { LIMITS } from '../limits.ts';
import { isBlocked } from '../net/blocker.ts';
import { readableHeaders } from '../net/cors.ts';
import type { Fetcher, FetchRequest, FetchResponse } from '../net/fetch.ts';
import { networkError } from '../net/network-error.ts';
import { parseUrl } from '../net/policy.ts';
import { chosenPolicy } from '../net/referrer.ts';
import { discard } from '../net/transport.ts';
import type { HostMessage } from '../page/messages.ts';
import type { FetchCommand, ResponseHead } from '../page/network/commands.ts';
import { initiatorOf, type LoadedDocument } from './load-document.ts';
import { allowedHeaders, bodyOf, checkMethod } from './page-request.ts';

/** One answer on its way. */
interface Exchange {
  readonly id: number;
  readonly isBackground: boolean;
  readonly keepalive: boolean;
  readonly end: AbortController;
  /** JSON, until the page has it. */
  head: string | null;
  chunks: Uint8Array[];
  size: number;
  isDone: boolean;
  /** When something last came of it. */
  heardAt: number;
  error: string | null;
  /** Lets the body go on when the page has taken what there is. */
  resume: () => void;
}

/** What is not even tried: told once, and not for each request. */
class LimitError extends Error {
  override readonly name = 'LimitError';
}

export class PageNetwork {
  readonly #fetcher: Fetcher;
  readonly #document: () => LoadedDocument;
  /** Told whenever there is something to take. */
  readonly #onNews: () => void;
  readonly #onFailure: (message: string, url: string) => void;
  readonly #onLimit: (message: string, url: string) => void;
  readonly #exchanges = new Map<number, Exchange>();
  #made = 0;

  constructor(
    fetcher: Fetcher,
    document: () => LoadedDocument,
    onNews: () => void,
    onFailure: (message: string, url: string) => void,
    onLimit: (message: string, url: string) => void,
  ) {
    this.#fetcher = fetcher;
    this.#document = document;
    this.#onNews = onNews;
    this.#onFailure = onFailure;
    this.#onLimit = onLimit;
  }

  /** Answers that a page waits for. */
  get pending(): number {
    let count = 0;
    const now = performance.now();
    for (const { isBackground, heardAt } of this.#exchanges.values()) {
      if (!isBackground && now - heardAt < LIMITS.quietRequestMs) count++;
    }
    return count;
  }

  start(command: FetchCommand): void {
    const exchange: Exchange = {
      id: command.id,
      isBackground: command.isBackground,
      keepalive: command.keepalive,
      end: new AbortController(),
      head: null,
      chunks: [],
      size: 0,
      isDone: false,
      heardAt: performance.now(),
      error: null,
      resume: () => undefined,
    };
    this.#exchanges.set(command.id, exchange);
    // Whoever waits for the page looks again when the request has been quiet for too long.
    if (!exchange.isBackground) setTimeout(this.#onNews, LIMITS.quietRequestMs + 1).unref();
    void this.#run(exchange, command);
  }

  abort(id: number): void {
    const exchange = this.#exchanges.get(id);
    this.#exchanges.delete(id);
    exchange?.end.abort();
    exchange?.resume();
  }

  close(): void {
    for (const { id, keepalive } of [...this.#exchanges.values()]) if (!keepalive) this.abort(id);
    this.#exchanges.clear();
  }

  get hasNews(): boolean {
    for (const exchange of this.#exchanges.values()) if (isNews(exchange)) return true;
    return false;
  }

  /** What the page has not heard yet. */
  take(): HostMessage[] {
    const messages: HostMessage[] = [];
    for (const exchange of this.#exchanges.values()) {
      if (!isNews(exchange)) continue;
      const { id, head, size, error, isDone } = exchange;
      const isWhole = isDone && error === null;
      if (head !== null) messages.push({ id, kind: isWhole ? 'whole' : 'head', head, data: takeBody(exchange) });
      else if (size > 0 || isWhole) {
        messages.push({ id, kind: isWhole ? 'end' : 'data', head: '', data: takeBody(exchange) });
      }
      // Fetch §4.7: what broke off behind its head was an answer until then.
      if (error !== null) messages.push({ id, kind: 'error', head: error, data: '' });
      exchange.head = null;
      if (isDone || error !== null) this.#exchanges.delete(id);
      exchange.resume();
    }
    return messages;
  }

  /** A request whose answer the page's thread waits for: its messages, all at once. */
  async whole(command: FetchCommand): Promise<readonly HostMessage[]> {
    const exchange: Exchange = {
      id: command.id,
      isBackground: true,
      keepalive: false,
      end: new AbortController(),
      head: null,
      chunks: [],
      size: Number.NEGATIVE_INFINITY,
      isDone: false,
      heardAt: performance.now(),
      error: null,
      resume: () => undefined,
    };
    await this.#run(exchange, command);
    const { id, head, error } = exchange;
    if (error !== null || head === null) return [{ id, kind: 'error', head: error ?? '', data: '' }];
    return [{ id, kind: 'whole', head, data: takeBody(exchange) }];
  }

  async #run(exchange: Exchange, command: FetchCommand): Promise<void> {
    try {
      const response = await this.#fetcher.fetch(this.#request(exchange, command));
      exchange.head = JSON.stringify(headOf(response));
      if (isOpaque(response)) discard(response.body);
      else {
        this.#onNews();
        await this.#read(exchange, response);
      }
      exchange.isDone = true;
    } catch (error) {
      if (exchange.end.signal.aborted && !this.#exchanges.has(exchange.id)) return;
      const url = URL.parse(command.url) ?? this.#document().url;
      const { code, message } = networkError(error, url);
      exchange.error = `${code}: ${message}`;
      // What is blocked on purpose is counted, not told: pages try dozens of times.
      if (!isBlocked(error) && !(error instanceof LimitError)) this.#onFailure(exchange.error, command.url);
    }
    this.#onNews();
  }

  async #read(exchange: Exchange, { body }: FetchResponse): Promise<void> {
    let total = 0;
    try {
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        total += chunk.byteLength;
        if (total > LIMITS.resourceBytes && !exchange.isBackground) {
          throw new Error(`The answer is larger than ${LIMITS.resourceBytes} bytes`);
        }
        exchange.chunks.push(chunk);
        exchange.size += chunk.byteLength;
        exchange.heardAt = performance.now();
        this.#onNews();
        if (exchange.size < LIMITS.bodyQueueBytes) continue;
        await new Promise<void>((resolve) => {
          exchange.resume = resolve;
        });
        exchange.end.signal.throwIfAborted();
      }
    } finally {
      body.destroy();
    }
  }

  #request(exchange: Exchange, command: FetchCommand): FetchRequest {
    const document = this.#document();
    if (++this.#made > LIMITS.requestsPerDocument) {
      const message = `The document has made ${LIMITS.requestsPerDocument} requests, which is the limit: more are not made.`;
      if (this.#made === LIMITS.requestsPerDocument + 1) this.#onLimit(message, command.url);
      throw new LimitError(message);
    }
    const { end } = exchange;
    const isEndless = exchange.isBackground && !exchange.keepalive;
    const ends = isEndless ? [end.signal] : [end.signal, AbortSignal.timeout(LIMITS.resourceMs)];
    const policy = command.referrer === 'no-referrer' ? 'no-referrer' : command.referrerPolicy;
    const referrer = URL.parse(command.referrer);
    return {
      url: parseUrl(command.url, document.url),
      destination: 'fetch',
      // Secure: what the page may reach follows from where its document came from, not from what it says.
      initiator: initiatorOf(document),
      signal: AbortSignal.any(ends),
      method: checkMethod(command.method),
      headers: allowedHeaders(command.headers),
      body: bodyOf(command.body, command.isBinary),
      mode: command.mode,
      credentials: command.credentials,
      redirect: command.redirect,
      ...chosenPolicy(policy, document.referrerPolicy),
      ...(referrer === null ? {} : { referrer }),
      cache: command.cache === 'no-cache' ? 'revalidate' : (command.cache ?? 'default'),
      isBeacon: exchange.isBackground && exchange.keepalive,
      ...(command.isOfWorker === true ? { client: 'worker' as const } : {}),
      ...(exchange.isBackground ? { maxBytes: Number.MAX_SAFE_INTEGER } : {}),
    };
  }
}

function isNews({ head, size, isDone, error }: Exchange): boolean {
  return head !== null || size > 0 || isDone || error !== null;
}

function isOpaque({ type }: FetchResponse): boolean {
  return type === 'opaque' || type === 'opaqueredirect';
}

/** Fetch §2.2.6, filtered responses: an opaque one has neither status nor headers. */
function headOf(response: FetchResponse): ResponseHead {
  const { type, redirected, withCredentials } = response;
  if (isOpaque(response)) {
    const url = type === 'opaque' ? '' : response.url.href;
    return { url, status: 0, statusText: '', headers: [], redirected: false, type };
  }
  const url = new URL(response.url);
  url.hash = '';
  return {
    url: url.href,
    status: response.status,
    statusText: response.statusText,
    headers: readableHeaders(response.headers, type === 'cors', withCredentials),
    redirected,
    type,
  };
}

/**
 * What has come, as text where it is UTF-8 by itself.
 *
 * Faster: most answers are text, and text crosses into the isolate ready to use; the page makes bytes of it on demand.
 */
function takeBody(exchange: Exchange): string | ArrayBuffer {
  const { chunks } = exchange;
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  exchange.chunks = [];
  exchange.size = 0;
  if (isUtf8(bytes)) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const isWhole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
  if (isWhole && bytes.buffer instanceof ArrayBuffer) return bytes.buffer;
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
}
