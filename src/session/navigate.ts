/**
 * Where a session is, and how it gets somewhere else.
 *
 * In:  a URL to load, or what the page wants.
 * Out: the document there, opened and settled. When loading fails, the session stays where it was.
 *
 * A document that used up its memory takes its isolate with it. It is opened again without its scripts when
 * somebody asks for the page, in a new isolate, as is the next one.
 *
 * HTML §7.4 https://html.spec.whatwg.org/#navigation-and-session-history
 */
import { AgentBrowserError, isAgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { Fetcher } from '../net/fetch.ts';
import { shorten } from '../net/policy.ts';
import { timeLeft } from './deadline.ts';
import { documentRequest, refusalOfWindow, requestAgain } from './document-request.ts';
import type { SessionCommand } from './document-services.ts';
import { describeDownload } from './download-folder.ts';
import type { EventSink } from './events.ts';
import { History } from './history.ts';
import { blankDocument, type DocumentRequest, type LoadedDocument, loadDocument, noPage } from './load-document.ts';
import type { PageHost } from './page-host.ts';
import { type Departure, mayMove, Pipeline, type Readiness } from './pipeline.ts';
import type { SessionState } from './session-state.ts';
import type { Popup } from './tabs.ts';

/** A new entry, the current one anew, or the entry that far away: 0 is a reload. */
export type HistoryMode = 'push' | 'replace' | number;

export class Navigator {
  readonly history = new History();
  readonly #createHost: () => Promise<PageHost>;
  readonly #fetcher: Fetcher;
  readonly #state: SessionState;
  readonly #events: EventSink;
  /** Windows that pages wanted since somebody last asked. */
  #popups: Popup[] = [];
  #documents = 0;
  /** How many there were when the next realm was last made ahead. */
  #preparedAt = 0;
  #host: PageHost | null = null;
  #pipeline: Pipeline | null = null;
  /** The document whose isolate did not survive, until it or another one is opened. */
  #lost: LoadedDocument | null = null;

  constructor(createHost: () => Promise<PageHost>, fetcher: Fetcher, state: SessionState, events: EventSink) {
    this.#createHost = createHost;
    this.#fetcher = fetcher;
    this.#state = state;
    this.#events = events;
  }

  /** How many documents have been opened here: another number means another document. */
  get documents(): number {
    return this.#documents;
  }

  /** Whether the document that is open has not loaded yet. */
  get isLoading(): boolean {
    return this.#pipeline?.isLoading ?? false;
  }

  /** The document that is open, as the host knows it; `null` before the first. */
  get document(): LoadedDocument | null {
    return this.#pipeline?.document ?? null;
  }

  /** The windows that pages wanted since the last time. */
  takePopups(): Popup[] {
    return this.#popups.splice(0);
  }

  /** Makes the isolate ready, so that the first navigation does not have to; its realms are made in its own thread. */
  async warmUp(): Promise<void> {
    const host = await this.#liveHost();
    // What goes wrong here does so again when the realms are needed.
    host.prepareNext?.().catch(() => undefined);
  }

  /**
   * Between two calls. Faster: whoever has gone from one page to another is likely to go on, and making the next realm
   * takes longer than opening a small page in it.
   */
  prepareNext(): void {
    if (this.#documents < 2 || this.#documents === this.#preparedAt) return;
    this.#preparedAt = this.#documents;
    // Behind the answer, which it would hold up. What goes wrong here does so again when the realm is needed.
    setImmediate(() => this.#host?.prepareNext?.().catch(() => undefined));
  }

  /** Loads a document and goes where it leads, until one stays. */
  async navigate(
    first: DocumentRequest,
    firstMode: HistoryMode,
    signal: AbortSignal,
    until: Readiness = 'settled',
  ): Promise<void> {
    let request = first;
    let mode = firstMode;
    for (let hops = 0; hops <= LIMITS.redirects; hops++) {
      const document = await this.#load(request, signal);
      if (signal.aborted && !('kind' in document)) letGo(document);
      signal.throwIfAborted();
      if ('kind' in document) {
        if (document.kind === 'download') this.#events.add('download', describeDownload(document), document.url.href);
        if (request.initiator.kind === 'caller') throw noPage(document);
        return;
      }
      const wanted = await this.#show(document, request, mode, signal, until);
      if (wanted === 'stays') {
        if (request.initiator.kind === 'caller') throw stayed();
        return;
      }
      if (wanted === null) return;
      const next = await this.#next(wanted, document, signal);
      if (next === null) return;
      [request, mode] = next;
    }
    throw new AgentBrowserError(
      'too_many_redirects',
      `${shorten(first.url.href)} led to another page ${LIMITS.redirects} times by script. Call state() to see the last one.`,
    );
  }

  /** The page is shown on something else now (emulation.ts). */
  async changeEnvironment(signal: AbortSignal): Promise<void> {
    if (this.document === null) return;
    await this.withPage(async (host) => host.changeEnvironment?.());
    await this.settle(signal);
  }

  /** Goes through the history. `false` when there is no such entry. */
  async traverse(delta: number, signal: AbortSignal): Promise<boolean> {
    const entry = this.history.entryAt(delta);
    if (entry === null) return false;
    const next = await this.#next({ delta }, null, signal);
    if (next !== null) await this.navigate(next[0], next[1], signal);
    return true;
  }

  /** The request that takes the session where a page wants to be; `null` when its document takes it there itself. */
  async #next(
    wanted: Departure,
    from: LoadedDocument | null,
    signal: AbortSignal,
  ): Promise<readonly [DocumentRequest, HistoryMode] | null> {
    if (!('delta' in wanted)) {
      const asker = wanted.from ?? from;
      if (asker === null) return null;
      const request = documentRequest(wanted, asker);
      const refusal = refusalOfWindow(request);
      if (refusal === null) return [request, wanted.replace ? 'replace' : 'push'];
      this.#events.add('request_failed', refusal, request.url.href);
      return null;
    }
    const { delta } = wanted;
    const entry = this.history.entryAt(delta);
    if (entry === null) return null;
    if (delta === 0 || !this.history.isSameDocument(delta)) return [requestAgain(entry), delta];
    await this.#onPage((pipeline) => pipeline.traverse(delta));
    await this.settle(signal);
    return null;
  }

  /** Lets the page come to rest. True when it went somewhere else on the way. */
  async settle(signal: AbortSignal): Promise<boolean> {
    return this.#follow(await this.#onPage((pipeline) => pipeline.settle(signal)), signal);
  }

  /** Runs what has become due since the last call. True when the page went somewhere else. */
  async catchUp(signal: AbortSignal): Promise<boolean> {
    return this.#follow(await this.#onPage((pipeline) => pipeline.turn()), signal);
  }

  /** Lets the page's time pass. True when it went somewhere else. */
  async advance(ms: number, signal: AbortSignal): Promise<boolean> {
    return this.#follow(await this.#onPage((pipeline) => pipeline.advance(ms, signal)), signal);
  }

  /** The origin of the document that an element is in, as the host knows it: the page's, or that of a frame. */
  async originOfElement(id: number): Promise<string> {
    return this.#onPage((pipeline) => pipeline.originOfElement(id));
  }

  /** Works with the document that is open; an empty one when none is. */
  async withPage<T>(work: (host: PageHost) => Promise<T>): Promise<T> {
    return this.#onPage((_pipeline, host) => work(host));
  }

  /** Looks at the document that is open, beside whatever is being done; `null` when there is none, or it is going away. */
  async peek<T>(look: (host: PageHost) => Promise<T>): Promise<T | null> {
    const host = this.#host;
    if (this.#pipeline === null || host === null) return null;
    try {
      return await look(host);
    } catch {
      // Whoever only looks does not decide what becomes of a page: the next call of the agent finds the same.
      return null;
    }
  }

  close(): void {
    this.#pipeline?.close();
    this.#host?.dispose();
    this.#pipeline = null;
    this.#host = null;
  }

  async #follow(wanted: Departure | null, signal: AbortSignal): Promise<boolean> {
    if (wanted === null || this.#pipeline === null) return false;
    const next = await this.#next(wanted, this.#pipeline.document, signal);
    if (next === null) return false;
    await this.navigate(next[0], next[1], signal);
    return true;
  }

  async #show(
    document: LoadedDocument,
    request: DocumentRequest,
    mode: HistoryMode,
    signal: AbortSignal,
    until: Readiness,
  ): Promise<Departure | 'stays' | null> {
    if (!(await this.#leave())) {
      letGo(document);
      return 'stays';
    }
    if (mode === 'push') this.history.push(request, document.url);
    else if (mode === 'replace') this.history.replace(request, document.url);
    else this.history.arrive(mode, request, document.url);
    await this.#open(document, timeLeft(signal) * LIMITS.documentShare);
    this.#events.add('navigation', String(document.status), document.url.href);
    return this.#onPage((pipeline) => pipeline.settle(signal, until));
  }

  /**
   * The document that is open is told that it is left; `false` when it stays. What it does wrong then is not in the way
   * of the next.
   */
  async #leave(): Promise<boolean> {
    const host = this.#host;
    const pipeline = this.#pipeline;
    if (host === null || pipeline === null) return true;
    try {
      return await this.#guard(host, () => pipeline.leave());
    } catch (error) {
      this.#events.add('budget_exceeded', String(error), pipeline.document.url.href);
      return true;
    }
  }

  async #open(document: LoadedDocument, restMs = 0): Promise<void> {
    this.#pipeline?.close();
    this.#lost = null;
    this.#documents++;
    const host = await this.#liveHost();
    const listener = {
      onMove: (url: URL) => this.history.moveTo(url),
      onCommand: (command: SessionCommand, from?: LoadedDocument) =>
        this.#perform(command, from ?? document, from === undefined),
    };
    const pipeline = new Pipeline(document, host, this.#fetcher, this.#state, this.#events, listener);
    this.#pipeline = pipeline;
    await this.#guard(host, () => pipeline.open(this.history.forDocument(), restMs));
  }

  #perform(command: SessionCommand, document: LoadedDocument, isPage: boolean): void {
    const origin = document.url;
    switch (command.kind) {
      case 'history': {
        const url = URL.parse(command.url);
        // Secure: an entry is for the document's own origin; the realm is not believed.
        if (url === null || !mayMove(origin, url)) return;
        if (command.change === 'push') this.history.pushState(url, command.state);
        else this.history.replaceState(url, command.state);
        return;
      }
      case 'history_move':
        this.history.step(command.delta);
        return;
      case 'persist':
        // Secure: what is in a frame has nothing to say of the page's entry.
        if (isPage) this.history.persist(command);
        return;
      case 'open':
        this.#wantPopup(command, document);
        return;
      case 'file_chooser': {
        const what = command.multiple ? 'The page wants files.' : 'The page wants a file.';
        this.#events.add('file_chooser', what, origin.href, command.id === 0 ? undefined : command.id);
        return;
      }
      case 'traverse':
        // The departure that the pipeline reports.
        return;
    }
  }

  /** Secure: another window gets what the page may have itself, and not more of them than a person could want. */
  #wantPopup(
    {
      url,
      name,
      isBackground,
      referrerPolicy = '',
      content = null,
    }: Extract<SessionCommand, { readonly kind: 'open' }>,
    from: LoadedDocument,
  ): void {
    this.#events.add('popup', name, url);
    if (this.#popups.length >= LIMITS.popupsPerAction) return;
    try {
      const { contentType = null, body = null } = content ?? {};
      const method = content === null ? 'GET' : 'POST';
      const wanted = { url, method, contentType, body, replace: false, referrerPolicy } as const;
      const request = documentRequest(wanted, from);
      const refusal = refusalOfWindow(request);
      if (refusal === null) this.#popups.push({ request, name, isBackground });
      else this.#events.add('request_failed', refusal, url);
    } catch (error) {
      this.#events.add('request_failed', isAgentBrowserError(error) ? error.message : String(error), url);
    }
  }

  async #onPage<T>(work: (pipeline: Pipeline, host: PageHost) => Promise<T>): Promise<T> {
    if (this.#pipeline === null) await this.#reopen();
    const pipeline = this.#pipeline;
    const host = this.#host;
    if (pipeline === null || host === null) throw new AgentBrowserError('session_closed', 'The session was closed.');
    return this.#guard(host, () => work(pipeline, host));
  }

  /** A page that was lost stays readable as it was served, without its scripts; where there was none is an empty one. */
  async #reopen(): Promise<void> {
    const lost = this.#lost;
    await this.#open(lost ?? blankDocument());
    const pipeline = this.#pipeline;
    const host = this.#host;
    if (lost === null || pipeline === null || host === null) return;
    const signal = AbortSignal.timeout(LIMITS.settleMs);
    try {
      await this.#guard(host, () => pipeline.settle(signal, 'load'));
    } catch (error) {
      // What has not come by then comes with the next calls.
      if (!signal.aborted) throw error;
    }
  }

  /** When the isolate does not survive, its document is gone; the session is not. */
  async #guard<T>(host: PageHost, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!host.alive && this.#host === host) {
        const url = this.#pipeline?.document.url.href ?? '';
        this.#events.add('budget_exceeded', isAgentBrowserError(error) ? error.message : String(error), url);
        const lost = this.#pipeline?.document.script === false ? null : (this.#pipeline?.withoutScript ?? null);
        this.close();
        this.#lost = lost;
      }
      throw error;
    }
  }

  async #liveHost(): Promise<PageHost> {
    this.#host ??= await this.#createHost();
    return this.#host;
  }

  /** A document that is not there at once leaves time to make its realm; one that is would only be held up by it. */
  async #load(request: DocumentRequest, signal: AbortSignal): ReturnType<typeof loadDocument> {
    const ahead = setTimeout(() => this.#prepareHost(), LIMITS.prepareAfterMs);
    try {
      return await loadDocument(this.#fetcher, request, signal, this.#state.loading);
    } finally {
      clearTimeout(ahead);
    }
  }

  /** Makes the document's realm while the document is on its way. What goes wrong here does so again when it is opened. */
  #prepareHost(): void {
    this.#liveHost()
      .then((host) => host.prepare?.())
      .catch(() => undefined);
  }
}

/** A document that will not be opened: nothing more of it is wanted. */
function letGo({ rest, preloads }: LoadedDocument): void {
  rest?.close();
  preloads?.close();
}

function stayed(): AgentBrowserError {
  return new AgentBrowserError(
    'navigation_error',
    'The page asked to stay, and the answer to its dialog was no. Answer with dialog({ accept: true }), or save first what it wants saved.',
  );
}
