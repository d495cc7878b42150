/**
 * The place where one session's documents live: an isolate with, for each document, an engine realm and a page realm.
 *
 * In:  documents, answers to their requests, what the agent does. Out: reports of what a page did and wants, what there
 * is to see. Both realms are new for each document, so that nothing of one document is left for the next.
 *
 * Secure: this is the only file that touches isolated-vm. Nothing of it reaches the page realm; the engine realm gets
 * compiled scripts to run, one at a time. Entries that can run page code are asynchronous and have a time limit, entries
 * give nothing away (page/sealed-entries.ts), and a watchdog gives up an isolate that does not come back. Synchronous
 * calls are made only when no code of a page can run, also not in microtasks that a stopped task has left behind.
 */
import ivm from 'isolated-vm';
import { LIMITS } from '../limits.ts';
import {
  type DocumentConfig,
  ENTRY_DONE,
  ENTRY_FAILED,
  type HostMessage,
  type InputOutcome,
  type PageEvent,
  type PageInput,
  type PageResponse,
  REALM_CHANNEL,
  type TurnReport,
} from '../page/messages.ts';
import {
  type BoxAnswer,
  readBoxes,
  readEvaluation,
  readFound,
  readMarkup,
  readOutcome,
  readView,
  type ViewAnswer,
} from './bridge.ts';
import { closedError, type IsolateOptions, internalError, isOurs } from './budget.ts';
import { DocumentWorkers, realmOf, type WorkersPort } from './document-workers.ts';
import { type HostCall, HostCalls } from './host-calls.ts';
import { IsolateGate } from './isolate-gate.ts';
import {
  bootDocument,
  type ENGINE_ENTRIES,
  type Entry,
  type OpenDocument,
  type PAGE_ENTRIES,
  releaseDocument,
} from './open-document.ts';
import { PageScripts, type ScriptPort, withDeferredImports } from './page-scripts.ts';
import { isElsewhere } from './process-place.ts';
import { turnRealm } from './realm-turn.ts';
import { loadRealmSnapshot, sharedResult } from './snapshot.ts';

/** How often a stopped task's microtasks may go on before the isolate is given up. */
const MAX_RESTS = 3;

/** One copy for all isolates of the process. */
const sharedSnapshot = sharedResult(async () => {
  const { bytes } = await loadRealmSnapshot((code) => ivm.Isolate.createSnapshot([{ code }]).copy());
  return new ivm.ExternalCopy(bytes);
});

export class PageIsolate {
  readonly #isolate: ivm.Isolate;
  readonly #gate: IsolateGate;
  readonly #taskMs: number;
  readonly #layoutMs: number;
  #document: OpenDocument | null = null;
  /** Calls run one after the other: a script's turn and its end belong together. */
  #last: Promise<unknown> = Promise.resolve();
  readonly #events: PageEvent[] = [];
  /**
   * The engine's realm. Faster: it stays from document to document, with its code compiled and its caches filled. Where a
   * call was stopped, in which the engine may have been at work, the next document gets a new one.
   */
  #engineContext: ivm.Context | null = null;
  #wasStopped = false;
  /** A context that no document has used yet. */
  #spare: ivm.Context | null = null;
  #calls: HostCalls | null = null;

  private constructor(copy: ivm.ExternalCopy<ArrayBuffer>, options: IsolateOptions) {
    const memoryLimit = options.memoryMb ?? LIMITS.isolateMemoryMb;
    const onLoss = () => {
      this.#document = null;
    };
    this.#gate = new IsolateGate(() => this.#isolate, memoryLimit, onLoss);
    this.#taskMs = options.taskMs ?? LIMITS.taskMs;
    this.#layoutMs = options.layoutMs ?? LIMITS.layoutMs;
    this.#isolate = new ivm.Isolate({
      memoryLimit,
      snapshot: copy,
      onCatastrophicError: (message) => this.#gate.lose(new Error(message)),
    });
  }

  static async create(options: IsolateOptions = {}): Promise<PageIsolate> {
    return new PageIsolate(await sharedSnapshot(), options);
  }

  /**
   * Makes the next document's realms ahead, in isolated-vm's thread: worth about 10 ms when it is done while the document
   * is on its way. Opening a document without it works as well.
   */
  prepare(): Promise<void> {
    return this.#exclusive(async () => {
      await this.#enter('Preparing a page', this.#layoutMs, async () => {
        [this.#engineContext, this.#spare] = await Promise.all([
          this.#engineContext ?? this.#isolate.createContext(),
          this.#spare ?? this.#isolate.createContext(),
        ]);
      });
    });
  }

  /** False when the isolate is gone, after which nothing works any more. */
  get alive(): boolean {
    return this.#gate.loss === null && !this.#isolate.isDisposed;
  }

  /** Starts a document in place of the current one. Its text comes with `feed`, its questions go to `call`. */
  open(config: DocumentConfig, call: HostCall = () => ''): Promise<void> {
    return this.#exclusive(async () => {
      await this.#document?.workers.close();
      if (this.#document !== null) await this.#engine('Closing a page', 'disconnect', [], this.#layoutMs);
      if (this.#document !== null) releaseDocument(this.#document);
      this.#document = null;
      const text = JSON.stringify({ ...config, isElsewhere: isElsewhere(config.profile) });
      this.#document = await this.#enter('Opening a page', this.#layoutMs, async () => {
        const engineContext = this.#soundEngine();
        const pageContext = this.#spare ?? this.#isolate.createContextSync();
        this.#spare = null;
        const calls = new HostCalls(call, () => this.#gate.refreshWatchdog());
        this.#calls = calls;
        const host = new ivm.Reference((question: unknown, payload: unknown) => calls.ask(question, payload));
        const scripts = new PageScripts(
          this.#scriptPort(pageContext, {
            engine: (name, args) => this.#engine('A script of the page', name, args, this.#taskMs),
            page: (name, args) => this.#page('A script of the page', name, args),
            noteTimeout: (error) => this.#noteTimeout(error),
          }),
        );
        const workers = new DocumentWorkers(this.#workersPort(engineContext, host, config));
        return bootDocument({
          isolate: this.#isolate,
          engineContext,
          pageContext,
          scripts,
          workers,
          config: text,
          url: config.url,
          host,
        });
      });
    });
  }

  #soundEngine(): ivm.Context {
    if (this.#wasStopped) {
      this.#engineContext?.release();
      this.#engineContext = null;
      this.#wasStopped = false;
    }
    this.#engineContext ??= this.#isolate.createContextSync();
    return this.#engineContext;
  }

  /** More text of the page. */
  feed(text: string, isLast: boolean): Promise<void> {
    return this.#exclusive(async () => void (await this.#page('Parsing', 'feed', [text, isLast])));
  }

  /** Hands over the answer to a request of the page. */
  respond(id: number, response: PageResponse): Promise<void> {
    return this.#exclusive(async () => {
      const { scripts, workers } = this.#open;
      const ok = response.error === null && response.status >= 200 && response.status < 300;
      const type = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
      if (realmOf(id) !== 0) return workers.respond(id, response, ok, type);
      const isScript = scripts.receive(id, ok ? response.text : null);
      await this.#page('An answer', 'answer', [id, ok, response.url, isScript ? '' : response.text, type]);
    });
  }

  /** A message for a channel of the page. Bytes are given away, not copied. */
  deliver({ id, kind, head, data }: HostMessage): Promise<void> {
    const moved = { release: true, transferIn: true } as const;
    const content = typeof data === 'string' ? data : new ivm.ExternalCopy(data, { transferOut: true }).copyInto(moved);
    return this.#exclusive(async () => {
      if (realmOf(id) !== 0) return this.#open.workers.deliver(id, kind, head, content);
      await this.#page('A message', 'deliver', [id, kind, head, content]);
    });
  }

  /**
   * One turn of the page's event loop, at the current time of its clock. A script that is next is evaluated with it.
   * A task that takes too long is stopped and told as an event; the page goes on.
   */
  turn(): Promise<TurnReport> {
    return this.#exclusive(() => this.#turn());
  }

  async #turn(): Promise<TurnReport> {
    const document = this.#open;
    const own = await turnRealm({
      scripts: document.scripts,
      turn: () => this.#page('A task of the page', 'turn', [this.#now(document)]),
      report: () => this.#page('A task of the page', 'report', []),
      noteTimeout: (error) => this.#noteTimeout(error),
    });
    if (own.url !== null) document.url = own.url;
    const report = await document.workers.turn(own);
    return { ...report, events: [...report.events, ...this.#events.splice(0)] };
  }

  #workersPort(engineContext: ivm.Context, host: ivm.Reference, config: DocumentConfig): WorkersPort {
    const what = 'A task of a worker';
    return {
      isolate: this.#isolate,
      engineContext,
      host,
      config,
      now: () => this.#now(this.#open),
      makeContext: () => this.#enter('Starting a worker', this.#layoutMs, () => this.#isolate.createContext()),
      call: (entry, collect, args) => this.#call(what, entry, collect, args, this.#taskMs),
      scriptPort: (context, ways) => this.#scriptPort(context, ways),
      deliverToPage: async (kind, head, text) =>
        void (await this.#page('A message', 'deliver', [REALM_CHANNEL, kind, head, text])),
      noteTimeout: (error) => this.#noteTimeout(error),
    };
  }

  #scriptPort(context: ivm.Context, ways: Pick<ScriptPort, 'engine' | 'page' | 'noteTimeout'>): ScriptPort {
    return {
      context,
      ...ways,
      compileScript: (code, url) => this.#compile(code, url),
      compileModule: (code, url) =>
        this.#enter('A module', this.#taskMs, () =>
          this.#isolate.compileModule(code, { filename: url.slice(0, LIMITS.filenameChars) }),
        ),
      compileModuleNow: (code, allowsDefer) =>
        withDeferredImports(allowsDefer, () => this.#isolate.compileModuleSync(code)),
    };
  }

  /** Compiling runs no code of the page. */
  #compile(source: string, url: string): Promise<ivm.Script> {
    const filename = url.slice(0, LIMITS.filenameChars);
    return this.#enter('A script', this.#taskMs, () => this.#isolate.compileScript(source, { filename }));
  }

  /** The value of an expression in the page, for tools and tests: text, number, boolean or nothing. */
  evaluate(source: string): Promise<string | number | boolean | null> {
    return this.#exclusive(async () => {
      const script = await this.#compile(source, 'evaluate');
      try {
        const args = [script, this.#open.pageContext];
        return readEvaluation(await this.#engine('A script', 'evaluate', args, this.#taskMs));
      } finally {
        script.release();
      }
    });
  }

  /** Does to an element what a person would. */
  input(input: PageInput): Promise<InputOutcome> {
    return this.#exclusive(async () =>
      readOutcome(await this.#page('The action', 'input', [this.#now(this.#open), JSON.stringify(input)])),
    );
  }

  /** Lets the document's time pass without waiting. */
  skip(ms: number): void {
    if (this.#document !== null) this.#document.openedAt -= ms;
  }

  /** What there is to see, from a layout that is up to date. `options` is JSON for the emitter. */
  view(options: string): Promise<ViewAnswer> {
    return this.#exclusive(async () =>
      readView(await this.#engine('Layout', 'view', [this.#open.url, options], this.#layoutMs)),
    );
  }

  /** The id of the first element that matches a selector; `null` for none. */
  find(selector: string): Promise<number | null> {
    return this.#exclusive(async () => readFound(await this.#engine('A search', 'find', [selector], this.#layoutMs)));
  }

  /** The markup of the first element that matches a selector, of the document where it is empty; `null` for none. */
  html(selector: string): Promise<string | null> {
    return this.#exclusive(async () => readMarkup(await this.#engine('Markup', 'html', [selector], this.#layoutMs)));
  }

  read(): Promise<string> {
    return this.#exclusive(() => this.#engine('Layout', 'read', [], this.#layoutMs));
  }

  boxes(): Promise<BoxAnswer[]> {
    return this.#exclusive(async () => readBoxes(await this.#engine('Layout', 'boxes', [], this.#layoutMs)));
  }

  /** Bytes of the heap in use, and outside of it. */
  memory(): { readonly heapBytes: number; readonly externalBytes: number } {
    const { used_heap_size, externally_allocated_size } = this.#isolate.getHeapStatisticsSync();
    return { heapBytes: used_heap_size, externalBytes: externally_allocated_size };
  }

  dispose(): void {
    this.#gate.shut(closedError());
    this.#document = null;
    this.#spare = null;
    this.#engineContext = null;
    if (!this.#isolate.isDisposed) this.#isolate.dispose();
  }

  get #open(): OpenDocument {
    if (this.#document === null) throw this.#gate.loss ?? closedError();
    return this.#document;
  }

  #now(document: OpenDocument): number {
    return performance.now() - document.openedAt;
  }

  #exclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    const run = async (): Promise<Result> => {
      if (this.#gate.loss !== null) throw this.#gate.loss;
      return work();
    };
    const result = this.#last.then(run, run);
    this.#last = result.catch(() => undefined);
    return result;
  }

  #page(what: string, name: (typeof PAGE_ENTRIES)[number], args: readonly unknown[]): Promise<string> {
    const { entries, collect } = this.#open.page;
    return this.#call(what, entries[name], collect, args, this.#taskMs);
  }

  #engine(
    what: string,
    name: (typeof ENGINE_ENTRIES)[number],
    args: readonly unknown[],
    timeoutMs: number,
  ): Promise<string> {
    const { entries, collect } = this.#open.engine;
    return this.#call(what, entries[name], collect, args, timeoutMs);
  }

  /** Calls an entry and collects its answer. */
  async #call(
    what: string,
    entry: Entry,
    collect: Entry,
    args: readonly unknown[],
    timeoutMs: number,
  ): Promise<string> {
    try {
      await this.#enter(what, timeoutMs, () => entry.apply(undefined, args as never, { timeout: timeoutMs }));
    } catch (error) {
      if (error !== ENTRY_DONE) {
        this.#wasStopped = true;
        await this.#rest();
        throw isOurs(error) ? error : internalError(what, error);
      }
    }
    // Faster: 2 µs instead of 90, and all microtasks have run.
    const answer: unknown = collect.applySync(undefined, []);
    if (answer === ENTRY_FAILED) throw internalError(what, null);
    return String(answer);
  }

  /** Behind a task that was stopped: its microtasks are still there, and run with the next entry, whichever that is. */
  async #rest(): Promise<void> {
    for (let tries = 0; tries < MAX_RESTS && this.alive && this.#document !== null; tries++) {
      const { rest } = this.#document.engine.entries;
      try {
        await this.#enter('A task of the page', this.#taskMs, () =>
          rest.apply(undefined, [] as never, { timeout: this.#taskMs }),
        );
      } catch (error) {
        if (error === ENTRY_DONE) return;
      }
    }
    if (this.alive) throw this.#gate.giveUp('A task of the page');
  }

  /** A stopped task is told as an event; any other failure is thrown. */
  #noteTimeout(error: unknown): void {
    if (!this.alive || !isOurs(error) || error.code !== 'script_timeout') throw error;
    if (this.#events.length < LIMITS.eventsPerTurn) {
      this.#events.push({ kind: 'budget_exceeded', message: error.message.slice(0, LIMITS.eventChars) });
    }
  }

  #enter<Result>(what: string, timeoutMs: number, work: () => Promise<Result>): Promise<Result> {
    this.#calls?.refill();
    return this.#gate.enter(what, timeoutMs, work);
  }
}
