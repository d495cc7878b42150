/**
 * One document from its opening to its end: runs it, fetches what it asks for, and says when it has settled.
 *
 * In:  a host with a document, and the network.
 * Out: settled, or the place where the page wants to go instead.
 *
 * The page moves only while a call is being served. What arrives in between waits for the next one.
 */
import type { HostCall } from '../isolate/host-calls.ts';
import { LIMITS } from '../limits.ts';
import type { Fetcher } from '../net/fetch.ts';
import {
  type DocumentHistory,
  HOST_CHANNEL,
  type PageNavigation,
  type PageRequest,
  type PageResponse,
} from '../page/messages.ts';
import { pause } from './deadline.ts';
import { DocumentServices, type SessionCommand } from './document-services.ts';
import type { EventSink } from './events.ts';
import { FrameDocuments } from './frame-documents.ts';
import { policyTexts } from './frame-policy.ts';
import type { LoadedDocument } from './load-document.ts';
import { loadResource } from './load-resource.ts';
import type { Activity, PageHost } from './page-host.ts';
import type { SessionState } from './session-state.ts';
import { settling } from './settle.ts';

/** Where a page wants to be: at an address, or at an entry of the history. */
export type Departure =
  | (PageNavigation & {
      /** The document of a frame that wants it; the page's own when it is not said. */
      readonly from?: LoadedDocument;
    })
  | { readonly delta: number };

/** What a navigation waits for: a page at rest, its load event, or nothing. */
export type Readiness = 'settled' | 'load' | 'none';

/** What a document tells its session. */
export interface DocumentListener {
  onMove(url: URL): void;
  /** `from` is the document of a frame; the page's own when it is not said. */
  onCommand(command: SessionCommand, from?: LoadedDocument): void;
}

export class Pipeline {
  #document: LoadedDocument;
  readonly #host: PageHost;
  readonly #fetcher: Fetcher;
  readonly #events: EventSink;
  /** Ends every request of the document, when the document ends. */
  readonly #end = new AbortController();
  #inFlight = 0;
  /** Time that a virtual clock has passed over. */
  #skippedMs = 0;
  #requestsMade = 0;
  #isLoading = true;
  /** What was handed over of the document after it was opened. */
  #fed = '';
  readonly #waiting: { readonly request: PageRequest; readonly document: LoadedDocument }[] = [];
  #answers: { readonly id: number; readonly response: PageResponse }[] = [];
  #wake: () => void = () => undefined;
  readonly #listener: DocumentListener;
  readonly #services: DocumentServices;
  readonly #frames: FrameDocuments;

  constructor(
    document: LoadedDocument,
    host: PageHost,
    fetcher: Fetcher,
    state: SessionState,
    events: EventSink,
    listener: DocumentListener,
  ) {
    this.#document = document;
    this.#host = host;
    this.#fetcher = fetcher;
    this.#events = events;
    this.#listener = listener;
    this.#services = new DocumentServices(
      fetcher,
      state,
      () => this.#document,
      events,
      () => this.#wake(),
    );
    this.#frames = new FrameDocuments({
      host,
      fetcher,
      state,
      events,
      page: () => this.#document,
      onNews: () => this.#wake(),
      onCommand: (command, from) => listener.onCommand(command, from),
    });
  }

  /** Whether it was still parsing, or waiting for what holds up the load event, when it last ran. */
  get isLoading(): boolean {
    return this.#isLoading;
  }

  /** Its address is the current one, which script may have changed. */
  get document(): LoadedDocument {
    return this.#document;
  }

  /** The document as it was served, as far as it has come, to be opened again without its scripts. */
  get withoutScript(): LoadedDocument {
    const { rest: _rest, preloads: _preloads, ...document } = this.#document;
    return { ...document, html: document.html + this.#fed, script: false };
  }

  /** What has come of it by then is opened; the rest has `restMs` to come. */
  async open(history: DocumentHistory, restMs: number): Promise<void> {
    const { url, html, rest, contentType, encoding, referrer, refresh, script } = this.document;
    const call: HostCall = (question, payload, realm) =>
      realm === 0 ? this.#services.call(question, payload, 0) : this.#frames.call(question, payload, realm);
    const csp = policyTexts(this.document.headers);
    rest?.start(() => this.#wake(), restMs);
    const text = { url: url.href, html, isWhole: rest === undefined, contentType, encoding };
    await this.#host.open({ ...text, referrer, refresh, history, call, csp, script });
  }

  /** Runs what can run, once. Gives where the page wants to go, if anywhere. */
  async turn(): Promise<Departure | null> {
    return departure(await this.#run());
  }

  /** Runs until the page has settled, or has loaded, or wants to go somewhere else. */
  async settle(signal: AbortSignal, until: Readiness = 'settled'): Promise<Departure | null> {
    // Where time is passed over, only that and what is waited for counts: how fast the machine is, and what else it does, does
    // not decide what the page gets to do before it is quiet.
    let waitedMs = 0;
    const quietTime = (): number => (this.#host.passesOver === true ? this.#skippedMs + waitedMs : this.#now);
    let loadedAt: number | null = null;
    let lastVersion = -1;
    let changedAt = quietTime();
    let timersOnlySince = changedAt;
    for (;;) {
      const activity = await this.#run();
      const wanted = departure(activity);
      if (wanted !== null) return wanted;
      // After the activity has been taken in: what the page asked for must not get lost with a call that is over.
      signal.throwIfAborted();
      if (until === 'none' || (until === 'load' && !activity.isLoading)) return null;

      const whole = this.#now;
      const now = quietTime();
      if (!activity.isLoading) loadedAt ??= whole;
      if (activity.version !== lastVersion) changedAt = now;
      if (activity.isRunnable || this.#pending > 0) timersOnlySince = now;
      lastVersion = activity.version;

      const next = settling({
        isLoading: activity.isLoading,
        isRunnable: activity.isRunnable || this.#hasAnswers,
        requestsInFlight: this.#pending,
        nextTimerMs: activity.nextTimerMs,
        elapsedMs: loadedAt === null ? 0 : whole - loadedAt,
        timersOnlyMs: now - timersOnlySince,
        unchangedMs: now - changedAt,
      });
      if (next.kind === 'settled') return null;
      if (next.kind !== 'wait' || this.#skip(activity.nextTimerMs)) continue;
      await this.#waitForAnswer(next.ms, signal);
      waitedMs += Math.min(next.ms, this.#now - whole);
    }
  }

  /** Lets the document's time pass, with all that becomes due in it. Gives where the page wants to go, if anywhere. */
  async advance(ms: number, signal: AbortSignal): Promise<Departure | null> {
    const end = this.#now + ms;
    for (;;) {
      const activity = await this.#run();
      const wanted = departure(activity);
      if (wanted !== null) return wanted;
      signal.throwIfAborted();
      const left = end - this.#now;
      if (left <= 0) return null;
      if (activity.isRunnable || this.#hasAnswers) continue;
      const step = Math.min(left, activity.nextTimerMs ?? left);
      if (!this.#skip(step)) await this.#waitForAnswer(step, signal);
    }
  }

  /** With a virtual clock, time in which only a timer is waited for is passed over. */
  #skip(nextTimerMs: number | null): boolean {
    if (nextTimerMs === null || this.#pending > 0 || this.#host.skip?.(nextTimerMs) !== true) return false;
    this.#skippedMs += nextTimerMs;
    return true;
  }

  /** The document's time, on a scale of its own. */
  get #now(): number {
    return performance.now() + this.#skippedMs;
  }

  /** Tells the document that it is left, and lets it say goodbye. `false` when it asked to stay, and may. */
  async leave(): Promise<boolean> {
    this.#services.beginLeave();
    await this.#host.deliver({ id: HOST_CHANNEL, kind: 'leave', head: '', data: '' });
    await this.#run();
    return !this.#services.asksToStay;
  }

  /** The origin of the document that an element is in: the page's own, or that of a frame. */
  async originOfElement(id: number): Promise<string> {
    const realm = (await this.#host.realmOfElement?.(id)) ?? 0;
    if (realm <= 0) return this.#document.url.origin;
    return this.#frames.document(realm)?.url.origin ?? 'null';
  }

  /** Takes the document to another entry of its own. */
  async traverse(delta: number): Promise<void> {
    await this.#host.deliver({ id: HOST_CHANNEL, kind: 'traverse', head: String(delta), data: '' });
  }

  /** The document is over: its requests are ended, their answers dropped. */
  close(): void {
    this.#end.abort();
    this.#document.rest?.close();
    this.#document.preloads?.close();
    this.#services.close();
    this.#frames.close();
    this.#waiting.length = 0;
    this.#answers = [];
  }

  get #pending(): number {
    const { rest } = this.#document;
    const isComing = rest !== undefined && !rest.isOver;
    return this.#inFlight + this.#waiting.length + this.#services.pending + this.#frames.pending + (isComing ? 1 : 0);
  }

  get #hasAnswers(): boolean {
    if (this.#answers.length > 0 || this.#services.hasMessages || this.#frames.hasNews) return true;
    return this.#document.rest?.hasNews === true;
  }

  /** Hands over what has come of the document since the last time. */
  async #feed(): Promise<void> {
    const { rest, url } = this.#document;
    if (rest === undefined || !rest.hasNews) return;
    const { text, isLast, failure } = rest.take();
    if (failure !== null) this.#events.add('request_failed', failure, url.href);
    this.#fed += text;
    await this.#host.feed(text, isLast);
  }

  async #run(): Promise<Activity> {
    await this.#feed();
    const answers = this.#answers;
    this.#answers = [];
    for (const { id, response } of answers) await this.#host.respond(id, response);
    for (const message of this.#services.takeMessages()) await this.#host.deliver(message);
    await this.#frames.openLoaded();
    for (const message of this.#frames.takeMessages()) await this.#host.deliver(message);
    const activity = await this.#host.run();
    this.#isLoading = activity.isLoading;
    for (const { kind, message } of activity.events) this.#events.add(kind, message, this.document.url.href);
    // Entries before the address: the address is that of the entry that is current in the end.
    for (const command of this.#services.perform(activity.commands)) this.#listener.onCommand(command);
    if (activity.url !== null) this.#moveTo(activity.url);
    for (const request of activity.requests) this.#waiting.push({ request, document: this.#document });
    let wanted: Activity['navigation'] = null;
    for (const each of activity.frames ?? []) {
      const { requests, departure } = this.#frames.take(each);
      this.#waiting.push(...requests);
      wanted = departure ?? wanted;
    }
    this.#startRequests();
    return wanted === null || activity.navigation !== null ? activity : { ...activity, navigation: wanted };
  }

  #moveTo(address: string): void {
    const url = URL.parse(address);
    if (url === null || !mayMove(this.#document.url, url)) return;
    this.#document = { ...this.#document, url };
    this.#listener.onMove(url);
  }

  #startRequests(): void {
    while (this.#waiting.length > 0 && this.#inFlight < LIMITS.requestsInFlight) {
      this.#inFlight++;
      const { request, document } = this.#waiting.shift()!;
      void this.#fetch(request, document);
    }
  }

  async #fetch(request: PageRequest, document: LoadedDocument): Promise<void> {
    const response = await this.#load(request, document);
    this.#inFlight--;
    if (this.#end.signal.aborted) return;
    // What is blocked on purpose is counted, not told: pages try dozens of times.
    const { error } = response;
    if (error !== null && !error.startsWith('request_blocked')) this.#events.add('request_failed', error, request.url);
    this.#answers.push({ id: request.id, response });
    this.#startRequests();
    this.#wake();
  }

  async #load(request: PageRequest, document: LoadedDocument): Promise<PageResponse> {
    if (++this.#requestsMade > LIMITS.requestsPerDocument) {
      const error = `The document has made ${LIMITS.requestsPerDocument} requests, which is the limit.`;
      if (this.#requestsMade === LIMITS.requestsPerDocument + 1)
        this.#events.add('budget_exceeded', error, request.url);
      return { url: request.url, status: 0, headers: [], text: '', error };
    }
    const signal = AbortSignal.any([this.#end.signal, AbortSignal.timeout(LIMITS.resourceMs)]);
    return loadResource(this.#fetcher, request, document, signal);
  }

  async #waitForAnswer(ms: number, signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    const answered = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    try {
      if (!this.#hasAnswers) {
        await Promise.race([answered, pause(ms, AbortSignal.any([signal, over.signal]))]);
      }
    } finally {
      this.#wake = () => undefined;
      over.abort();
    }
  }
}

function departure({ navigation, commands }: Activity): Departure | null {
  if (navigation !== null) return navigation;
  const traversal = commands.findLast((command) => command.kind === 'traverse');
  return traversal === undefined ? null : { delta: traversal.delta };
}

/**
 * HTML §7.2.5, can have its URL rewritten: path, query and fragment may change, never the origin.
 *
 * Secure: what a document may reach follows from its address. Addresses without an origin of their own, such as files,
 * keep their path too.
 */
export function mayMove(from: URL, to: URL): boolean {
  if (from.protocol !== to.protocol || from.host !== to.host) return false;
  if (to.username !== '' || to.password !== '') return false;
  return to.protocol === 'http:' || to.protocol === 'https:' || from.pathname === to.pathname;
}
