/**
 * One document from its opening to its end: runs it, fetches what it asks for, and says when it has settled.
 *
 * In:  a host with a document, and the network.
 * Out: settled, or the place where the page wants to go instead.
 *
 * The page moves only while a call is being served. What arrives in between waits for the next one.
 */
import { LIMITS } from '../limits.ts';
import type { Fetcher } from '../net/fetch.ts';
import type { PageNavigation, PageRequest, PageResponse } from '../page/messages.ts';
import { pause } from './deadline.ts';
import type { EventLog } from './events.ts';
import type { LoadedDocument } from './load-document.ts';
import { loadResource } from './load-resource.ts';
import type { Activity, PageHost } from './page-host.ts';
import { settling } from './settle.ts';

export class Pipeline {
  #document: LoadedDocument;
  readonly #host: PageHost;
  readonly #fetcher: Fetcher;
  readonly #events: EventLog;
  /** Ends every request of the document, when the document ends. */
  readonly #end = new AbortController();
  #inFlight = 0;
  #requestsMade = 0;
  readonly #waiting: PageRequest[] = [];
  #answers: { readonly id: number; readonly response: PageResponse }[] = [];
  #wake: () => void = () => undefined;
  readonly #onMove: (url: URL) => void;

  constructor(
    document: LoadedDocument,
    host: PageHost,
    fetcher: Fetcher,
    events: EventLog,
    onMove: (url: URL) => void,
  ) {
    this.#document = document;
    this.#host = host;
    this.#fetcher = fetcher;
    this.#events = events;
    this.#onMove = onMove;
  }

  /** Its address is the current one, which script may have changed. */
  get document(): LoadedDocument {
    return this.#document;
  }

  async open(): Promise<void> {
    const { url, html, contentType, encoding, referrer } = this.document;
    await this.#host.open({ url: url.href, html, contentType, encoding, referrer });
  }

  /** Runs what can run, once. Gives where the page wants to go, if anywhere. */
  async turn(): Promise<PageNavigation | null> {
    return (await this.#run()).navigation;
  }

  /** Runs until the page has settled or wants to go somewhere else. */
  async settle(signal: AbortSignal): Promise<PageNavigation | null> {
    const started = performance.now();
    let loadedAt: number | null = null;
    let lastVersion = -1;
    let changedAt = started;
    let timersOnlySince = started;
    for (;;) {
      const activity = await this.#run();
      if (activity.navigation !== null) return activity.navigation;
      // After the activity has been taken in: what the page asked for must not get lost with a call that is over.
      signal.throwIfAborted();

      const now = performance.now();
      if (!activity.isLoading) loadedAt ??= now;
      if (activity.version !== lastVersion) changedAt = now;
      if (activity.isLoading || activity.isRunnable || this.#pending > 0) timersOnlySince = now;
      lastVersion = activity.version;

      const next = settling({
        isLoading: activity.isLoading,
        isRunnable: activity.isRunnable || this.#answers.length > 0,
        requestsInFlight: this.#pending,
        nextTimerMs: activity.nextTimerMs,
        elapsedMs: loadedAt === null ? 0 : now - loadedAt,
        timersOnlyMs: now - timersOnlySince,
        unchangedMs: now - changedAt,
      });
      if (next.kind === 'settled') return null;
      if (next.kind === 'wait') await this.#waitForAnswer(next.ms, signal);
    }
  }

  /** The document is over: its requests are ended, their answers dropped. */
  close(): void {
    this.#end.abort();
    this.#waiting.length = 0;
    this.#answers = [];
  }

  get #pending(): number {
    return this.#inFlight + this.#waiting.length;
  }

  async #run(): Promise<Activity> {
    const answers = this.#answers;
    this.#answers = [];
    for (const { id, response } of answers) await this.#host.respond(id, response);
    const activity = await this.#host.run();
    for (const { kind, message } of activity.events) this.#events.add(kind, message, this.document.url.href);
    if (activity.url !== null) this.#moveTo(activity.url);
    this.#waiting.push(...activity.requests);
    this.#startRequests();
    return activity;
  }

  #moveTo(address: string): void {
    const url = URL.parse(address);
    if (url === null || !mayMove(this.#document.url, url)) return;
    this.#document = { ...this.#document, url };
    this.#onMove(url);
  }

  #startRequests(): void {
    while (this.#waiting.length > 0 && this.#inFlight < LIMITS.requestsInFlight) {
      this.#inFlight++;
      void this.#fetch(this.#waiting.shift()!);
    }
  }

  async #fetch(request: PageRequest): Promise<void> {
    const response = await this.#load(request);
    this.#inFlight--;
    if (this.#end.signal.aborted) return;
    if (response.error !== null) this.#events.add('request_failed', response.error, request.url);
    this.#answers.push({ id: request.id, response });
    this.#startRequests();
    this.#wake();
  }

  async #load(request: PageRequest): Promise<PageResponse> {
    if (++this.#requestsMade > LIMITS.requestsPerDocument) {
      const error = `The document has made ${LIMITS.requestsPerDocument} requests, which is the limit.`;
      return { url: request.url, status: 0, headers: [], text: '', error };
    }
    const signal = AbortSignal.any([this.#end.signal, AbortSignal.timeout(LIMITS.resourceMs)]);
    return loadResource(this.#fetcher, request, this.document, signal);
  }

  async #waitForAnswer(ms: number, signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    const answered = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    try {
      if (this.#answers.length === 0) {
        await Promise.race([answered, pause(ms, AbortSignal.any([signal, over.signal]))]);
      }
    } finally {
      this.#wake = () => undefined;
      over.abort();
    }
  }
}

/**
 * HTML §7.2.5, can have its URL rewritten: path, query and fragment may change, never the origin.
 *
 * Secure: what a document may reach follows from its address. Addresses without an origin of their own, such as files,
 * keep their path too.
 */
function mayMove(from: URL, to: URL): boolean {
  if (from.protocol !== to.protocol || from.host !== to.host) return false;
  if (to.username !== '' || to.password !== '') return false;
  return to.protocol === 'http:' || to.protocol === 'https:' || from.pathname === to.pathname;
}
