/**
 * The place where one session's documents live: an isolate with, for each document, an engine realm and a page realm.
 *
 * In:  documents, answers to their requests, what the agent does. Out: reports of what a page did and wants, what there
 * is to see. Both realms are new for each document, so that nothing of one document is left for the next.
 *
 * Secure: this is the only file that touches isolated-vm, and nothing of it goes into the isolate: the host calls in and
 * reads the answer. Entries that can run page code are asynchronous. isolated-vm looks at a page's exception outside of
 * its time limit, and a getter there may never return; a synchronous call would hang the whole process with it. A
 * watchdog gives such an isolate up.
 */
import ivm from 'isolated-vm';
import type { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type {
  DocumentConfig,
  InputOutcome,
  PageEvent,
  PageInput,
  PageResponse,
  ScriptRun,
  TurnReport,
} from '../page/messages.ts';
import { type BoxAnswer, readBoxes, readOutcome, readTurnReport, readView, type ViewAnswer } from './bridge.ts';
import { classifyFailure, closedError, isMemoryFailure, memoryError, stuckError, timeoutError } from './budget.ts';
import { loadRealmSnapshot, type RealmSnapshot } from './snapshot.ts';

export interface IsolateOptions {
  readonly memoryMb?: number;
  /** Longest time of one task of the page. */
  readonly taskMs?: number;
  readonly layoutMs?: number;
}

type Entry = ivm.Reference<(...args: never[]) => unknown>;

/** The entries of one document's two realms. */
interface OpenDocument {
  readonly pageContext: ivm.Context;
  readonly engineContext: ivm.Context;
  readonly feed: Entry;
  readonly turn: Entry;
  readonly scriptDone: Entry;
  readonly answer: Entry;
  readonly input: Entry;
  readonly report: Entry;
  readonly view: Entry;
  readonly boxes: Entry;
  /** The host's time when the document's clock read zero. */
  readonly openedAt: number;
  url: string;
  /** Texts of scripts by request, until they have been run. */
  readonly scripts: Map<number, string>;
  readonly scriptRequests: Set<number>;
}

/** One copy for all isolates of the process. */
let snapshot: Promise<{
  readonly copy: ivm.ExternalCopy<ArrayBuffer>;
  readonly source: RealmSnapshot['source'];
}> | null = null;

async function sharedSnapshot() {
  snapshot ??= loadRealmSnapshot((code) => ivm.Isolate.createSnapshot([{ code }]).copy()).then(
    ({ bytes, source }) => ({ copy: new ivm.ExternalCopy(bytes), source }),
  );
  return snapshot;
}

export class PageIsolate {
  readonly #isolate: ivm.Isolate;
  readonly #memoryMb: number;
  readonly #taskMs: number;
  readonly #layoutMs: number;
  #document: OpenDocument | null = null;
  /** Why nothing works any more. */
  #loss: AgentBrowserError | null = null;
  /** Calls run one after the other: a script's turn and its end belong together. */
  #last: Promise<unknown> = Promise.resolve();
  #events: PageEvent[] = [];

  private constructor(copy: ivm.ExternalCopy<ArrayBuffer>, options: IsolateOptions) {
    this.#memoryMb = options.memoryMb ?? LIMITS.isolateMemoryMb;
    this.#taskMs = options.taskMs ?? LIMITS.taskMs;
    this.#layoutMs = options.layoutMs ?? LIMITS.layoutMs;
    this.#isolate = new ivm.Isolate({
      memoryLimit: this.#memoryMb,
      snapshot: copy,
      onCatastrophicError: (message) => this.#lose(new Error(message)),
    });
  }

  static async create(options: IsolateOptions = {}): Promise<PageIsolate> {
    const { copy } = await sharedSnapshot();
    return new PageIsolate(copy, options);
  }

  /** False when the isolate is gone, after which nothing works any more. */
  get alive(): boolean {
    return this.#loss === null && !this.#isolate.isDisposed;
  }

  /** Starts a document in place of the current one. Its text comes with `feed`. */
  open(config: DocumentConfig): Promise<void> {
    return this.#exclusive(async () => {
      this.#closeDocument();
      const text = JSON.stringify(config);
      this.#document = await this.#enter('Opening a page', this.#layoutMs, async () => {
        const engineContext = this.#isolate.createContextSync();
        const pageContext = this.#isolate.createContextSync();
        return bootDocument(engineContext, pageContext, text, config.url);
      });
    });
  }

  /** More text of the page. */
  feed(text: string, isLast: boolean): Promise<void> {
    return this.#exclusive(async () => {
      await this.#call('Parsing', this.#open.feed, [text, isLast], this.#taskMs);
    });
  }

  /** Hands over the answer to a request of the page. */
  respond(id: number, response: PageResponse): Promise<void> {
    return this.#exclusive(async () => {
      const document = this.#open;
      const isScript = document.scriptRequests.delete(id);
      const ok = response.error === null && response.status >= 200 && response.status < 300;
      if (isScript && ok) document.scripts.set(id, response.text);
      const args = [id, ok, response.url, isScript ? '' : response.text];
      await this.#call('An answer', document.answer, args, this.#taskMs);
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
    const report = await this.#report('A task of the page', document.turn, [this.#now(document)]);
    for (const { id, destination } of report.requests) if (destination === 'script') document.scriptRequests.add(id);
    if (report.url !== null) document.url = report.url;
    if (report.run !== null) await this.#runScript(document, report.run);
    const events = [...report.events, ...this.#takeEvents()];
    return report.run === null ? { ...report, events } : { ...report, run: null, ready: true, events };
  }

  async #runScript(document: OpenDocument, { id, request, code, url }: ScriptRun): Promise<void> {
    const source = request === null ? code : (document.scripts.get(request) ?? '');
    if (request !== null) document.scripts.delete(request);
    const failure = await this.#evaluate(document, source, url);
    await this.#call('A script', document.scriptDone, [id, failure], this.#taskMs);
  }

  /** Evaluates a script in the page's global scope; the text of what it threw, or nothing. */
  async #evaluate(document: OpenDocument, source: string, url: string): Promise<string> {
    const options = { timeout: this.#taskMs, filename: url.slice(0, 1000) };
    try {
      await this.#enter('A script of the page', this.#taskMs, () => document.pageContext.eval(source, options));
      return '';
    } catch (error) {
      if (!this.alive) throw error;
      if (isOurs(error)) {
        this.#note('budget_exceeded', error.message);
        return 'Error: The script was stopped: it took too long.';
      }
      return failureText(error);
    }
  }

  /** Evaluates code in the page, for tools and tests. Rejects with the text of what it threw. */
  evaluate(source: string, url = 'about:blank'): Promise<unknown> {
    return this.#exclusive(() =>
      this.#enter('A script', this.#taskMs, () =>
        this.#open.pageContext.eval(source, { timeout: this.#taskMs, filename: url, copy: true }),
      ),
    );
  }

  /** Does to an element what a person would. */
  input(input: PageInput): Promise<InputOutcome> {
    return this.#exclusive(async () => {
      const document = this.#open;
      const args = [this.#now(document), JSON.stringify(input)];
      return readOutcome(await this.#call('The action', document.input, args, this.#taskMs));
    });
  }

  /** What there is to see, from a layout that is up to date. `options` is JSON for the emitter. */
  view(options: string): Promise<ViewAnswer> {
    return this.#exclusive(async () => {
      const document = this.#open;
      return readView(await this.#call('Layout', document.view, [document.url, options], this.#layoutMs));
    });
  }

  boxes(): Promise<BoxAnswer[]> {
    return this.#exclusive(async () => readBoxes(await this.#call('Layout', this.#open.boxes, [], this.#layoutMs)));
  }

  /** Bytes of the heap in use, and outside of it. */
  memory(): { readonly heapBytes: number; readonly externalBytes: number } {
    const { used_heap_size, externally_allocated_size } = this.#isolate.getHeapStatisticsSync();
    return { heapBytes: used_heap_size, externalBytes: externally_allocated_size };
  }

  dispose(): void {
    this.#loss ??= closedError();
    this.#document = null;
    if (!this.#isolate.isDisposed) this.#isolate.dispose();
  }

  get #open(): OpenDocument {
    if (this.#document === null) throw this.#loss ?? closedError();
    return this.#document;
  }

  #now(document: OpenDocument): number {
    return performance.now() - document.openedAt;
  }

  #note(kind: PageEvent['kind'], message: string): void {
    if (this.#events.length < LIMITS.eventsPerTurn) {
      this.#events.push({ kind, message: message.slice(0, LIMITS.eventChars) });
    }
  }

  #takeEvents(): PageEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #exclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    const run = async (): Promise<Result> => {
      if (this.#loss !== null) throw this.#loss;
      return work();
    };
    const result = this.#last.then(run, run);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Calls an entry. What the page throws or leaves rejected meanwhile is told as an event, and does not fail it. */
  async #call(what: string, entry: Entry, args: readonly unknown[], timeoutMs: number): Promise<unknown> {
    try {
      return await this.#enter(what, timeoutMs, () => entry.apply(undefined, args as never, { timeout: timeoutMs }));
    } catch (error) {
      if (!this.alive || isOurs(error)) throw error;
      this.#note('script_error', `Uncaught (in promise) ${failureText(error)}`);
      return undefined;
    }
  }

  /** A turn whose answer got lost behind a rejected promise or a timeout is asked for again. */
  async #report(what: string, entry: Entry, args: readonly unknown[]): Promise<TurnReport> {
    let answer: unknown;
    try {
      answer = await this.#call(what, entry, args, this.#taskMs);
    } catch (error) {
      if (!this.alive || !isOurs(error)) throw error;
      this.#note('budget_exceeded', error.message);
    }
    answer ??= await this.#call(what, this.#open.report, [], this.#taskMs);
    return readTurnReport(answer);
  }

  /**
   * Every way into the isolate: bounded by isolated-vm's timer, and by a watchdog for what that timer does not see.
   * Rejects with an AgentBrowserError for budgets, and with isolated-vm's copy of the page's own error otherwise.
   */
  async #enter<Result>(what: string, timeoutMs: number, work: () => Promise<Result>): Promise<Result> {
    if (this.#loss !== null) throw this.#loss;
    const started = performance.now();
    let watchdog: NodeJS.Timeout | undefined;
    const stuck = new Promise<never>((_, reject) => {
      watchdog = setTimeout(() => {
        this.#loss ??= stuckError(what);
        if (!this.#isolate.isDisposed) this.#isolate.dispose();
        reject(this.#loss);
      }, timeoutMs + LIMITS.taskGraceMs);
    });
    try {
      return await Promise.race([work(), stuck]);
    } catch (error) {
      if (this.#loss !== null) throw this.#loss;
      const facts = { isDisposed: this.#isolate.isDisposed, elapsedMs: performance.now() - started, timeoutMs };
      switch (classifyFailure(error, facts)) {
        case 'timeout':
          throw timeoutError(what, timeoutMs);
        case 'lost':
          throw this.#lose(error);
        case 'page':
          throw error;
      }
    } finally {
      clearTimeout(watchdog);
    }
  }

  /** The isolate is gone. */
  #lose(error: unknown): AgentBrowserError {
    const isMemory = isMemoryFailure(error) || String(error).includes('out-of-memory');
    this.#loss ??= isMemory ? memoryError(this.#memoryMb) : stuckError('The page');
    this.#document = null;
    return this.#loss;
  }

  #closeDocument(): void {
    const document = this.#document;
    this.#document = null;
    if (document === null) return;
    for (const value of Object.values(document)) if (value instanceof ivm.Reference) value.release();
    document.pageContext.release();
    document.engineContext.release();
  }
}

/** Errors that we made stand apart from copies of the page's. */
function isOurs(error: unknown): error is AgentBrowserError {
  return error instanceof Error && 'code' in error && error.name === 'AgentBrowserError';
}

function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, LIMITS.eventChars);
  // The stack has our own frames below the page's.
  const stack = String(error.stack ?? '').split('\n    at (<isolated-vm boundary>)')[0] ?? '';
  return (stack.includes(error.message) ? stack : `${error.name}: ${error.message}`).slice(0, LIMITS.eventChars);
}

/**
 * Connects the two realms, and takes the way in off the page's global object.
 *
 * Faster: no code of a page runs here, so it may be synchronous; that saves 90 µs for each of the calls.
 */
function bootDocument(engineContext: ivm.Context, pageContext: ivm.Context, config: string, url: string): OpenDocument {
  const pageBoot = pageContext.global.getSync('__agentbrowser', { reference: true });
  const engineBoot = engineContext.global.getSync('__agentbrowser', { reference: true });
  pageContext.global.deleteSync('__agentbrowser');

  const member = (object: ivm.Reference, name: string) => object.getSync(name, { reference: true }) as Entry;
  const bootPage = member(pageBoot, 'bootPage');
  const page = bootPage.applySync(undefined, [config] as never, { result: { reference: true } }) as ivm.Reference;
  const port = member(page, 'port');
  const bootEngine = member(engineBoot, 'bootEngine');
  const engineArgs = [port.derefInto(), config] as never;
  const engine = bootEngine.applySync(undefined, engineArgs, { result: { reference: true } }) as ivm.Reference;
  const forPage = member(engine, 'forPage');
  const forHost = member(engine, 'forHost');
  const entries = member(page, 'entries');
  const connect = member(entries, 'connect');
  connect.applySync(undefined, [forPage.derefInto()] as never);

  const document: OpenDocument = {
    pageContext,
    engineContext,
    feed: member(entries, 'feed'),
    turn: member(entries, 'turn'),
    scriptDone: member(entries, 'scriptDone'),
    answer: member(entries, 'answer'),
    input: member(entries, 'input'),
    report: member(entries, 'report'),
    view: member(forHost, 'view'),
    boxes: member(forHost, 'boxes'),
    openedAt: performance.now(),
    url,
    scripts: new Map(),
    scriptRequests: new Set(),
  };
  for (const used of [
    pageBoot,
    engineBoot,
    bootPage,
    bootEngine,
    page,
    engine,
    port,
    forPage,
    forHost,
    entries,
    connect,
  ]) {
    used.release();
  }
  return document;
}
