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
  type HostMessage,
  type InputOutcome,
  type OpenedFrame,
  type PageInput,
  type PageResponse,
  REALM_CHANNEL,
  type TurnReport,
} from '../page/messages.ts';
import { AtRest, OVERSIZED_BYTES } from './at-rest.ts';
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
import { closedError, type IsolateOptions, type MemoryUse, memoryUse } from './budget.ts';
import { CallQueue } from './call-queue.ts';
import { DocumentFrames } from './document-frames.ts';
import { DocumentWorkers, NUMBERS_PER_REALM, realmOf } from './document-workers.ts';
import { type HostCall, HostCalls } from './host-calls.ts';
import { IsolateCalls } from './isolate-calls.ts';
import { IsolateGate } from './isolate-gate.ts';
import {
  bootDocument,
  type ENGINE_ENTRIES,
  type OpenDocument,
  type PAGE_ENTRIES,
  releaseDocument,
} from './open-document.ts';
import { endIsolate, endWithProcess } from './open-isolates.ts';
import { PageScripts } from './page-scripts.ts';
import { isElsewhere } from './process-place.ts';
import { ReadyContexts } from './ready-contexts.ts';
import { framesPort, type RealmWays, workersPort } from './realm-ports.ts';
import { turnRealm } from './realm-turn.ts';
import { ScriptBudget } from './script-budget.ts';
import { loadRealmSnapshot, sharedResult } from './snapshot.ts';
import { keepLoopsStoppable } from './stoppable-loops.ts';

/** One copy for all isolates of the process. */
const sharedSnapshot = sharedResult(async () => {
  const { bytes } = await loadRealmSnapshot((scripts, warmUp) => ivm.Isolate.createSnapshot(scripts, warmUp).copy());
  return new ivm.ExternalCopy(bytes);
});

export class PageIsolate {
  readonly #isolate: ivm.Isolate;
  readonly #gate: IsolateGate;
  readonly #calls: IsolateCalls;
  readonly #layoutMs: number;
  readonly #hostTime: () => number;
  #document: OpenDocument | null = null;
  /** Calls run one after the other: a script's turn and its end belong together. */
  readonly #queue = new CallQueue();
  readonly #contexts = new ReadyContexts(() => this.#isolate);
  readonly #rest: AtRest = new AtRest({
    isBusy: () => this.#queue.isBusy,
    exclusive: (work) => this.#queue.add(() => this.#calls.enter('A rest', this.#layoutMs, work)),
    isolate: () => this.#isolate,
    contexts: () => this.#contexts,
    makeOversized: () => new ivm.ExternalCopy(new ArrayBuffer(OVERSIZED_BYTES), { transferOut: true }),
  });
  #frames: DocumentFrames | null = null;

  private constructor(copy: ivm.ExternalCopy<ArrayBuffer>, options: IsolateOptions) {
    const memoryLimit = options.memoryMb ?? LIMITS.isolateMemoryMb;
    this.#gate = new IsolateGate(
      () => this.#isolate,
      memoryLimit,
      () => void (this.#document = null),
    );
    this.#calls = new IsolateCalls(
      () => this.#isolate,
      this.#gate,
      options.taskMs ?? LIMITS.taskMs,
      new ScriptBudget(() => this.#isolate, options.navigationScriptMs ?? LIMITS.navigationScriptMs),
      () => this.#document?.engine.entries.rest ?? null,
    );
    this.#layoutMs = options.layoutMs ?? LIMITS.layoutMs;
    this.#hostTime = options.now ?? (() => performance.now());
    keepLoopsStoppable();
    this.#isolate = new ivm.Isolate({
      memoryLimit,
      snapshot: copy,
      onCatastrophicError: this.#gate.alarm.ring,
    });
    endWithProcess(this.#isolate);
  }

  static async create(options: IsolateOptions = {}): Promise<PageIsolate> {
    return new PageIsolate(await sharedSnapshot(), options);
  }

  /**
   * Makes the next document's realms ahead, in isolated-vm's thread: worth about 10 ms when it is done while the document
   * is on its way. Opening a document without it works as well.
   */
  prepare(): Promise<void> {
    const prepare = () => this.#calls.enter('Preparing a page', this.#layoutMs, () => this.#contexts.prepare());
    return this.#exclusive(() => prepare().then(() => this.#rest.betweenPages()));
  }

  /** False when the isolate is gone, after which nothing works any more. */
  get alive(): boolean {
    return this.#calls.alive;
  }

  /** Ends the current document. `false` where half of the heap stays full: realms of modules that were not linked stay. */
  async makeRoom(): Promise<boolean> {
    await this.#exclusive(() => this.#endDocument());
    return this.#rest.hasRoom();
  }

  async #endDocument(): Promise<void> {
    await this.#frames?.close();
    this.#frames = null;
    await this.#document?.workers.close();
    if (this.#document !== null) await this.#engine('Closing a page', 'disconnect', [], this.#layoutMs);
    if (this.#document !== null) releaseDocument(this.#document);
    this.#document = null;
  }

  /** Starts a document in place of the current one. Its text comes with `feed`, its questions go to `call`. */
  open(config: DocumentConfig, call: HostCall = () => ''): Promise<void> {
    return this.#exclusive(async () => {
      await this.#endDocument();
      this.#rest.noteDocument();
      this.#calls.budget.restart();
      const text = JSON.stringify({ ...config, isElsewhere: isElsewhere(config.profile) });
      this.#document = await this.#calls.enter('Opening a page', this.#layoutMs, async () => {
        const engineContext = this.#contexts.takeEngine(this.#calls.wasStopped);
        this.#calls.wasStopped = false;
        const pageContext = this.#contexts.takePage();
        const calls = new HostCalls(call, () => this.#gate.refreshWatchdog());
        this.#calls.questions = calls;
        const host = new ivm.Reference(calls.ask.bind(calls));
        const scripts = new PageScripts(
          this.#calls.scriptPort(pageContext, {
            engine: (name, args) => this.#engine('A script of the page', name, args),
            page: (name, args) => this.#page('A script of the page', name, args),
            noteTimeout: (error) => this.#calls.noteTimeout(error),
          }),
        );
        const workers = new DocumentWorkers(workersPort(this.#ways(), engineContext, host, config));
        this.#frames = new DocumentFrames(framesPort(this.#ways()));
        return bootDocument({
          isolate: this.#isolate,
          engineContext,
          pageContext,
          scripts,
          workers,
          config: text,
          url: config.url,
          openedAt: this.#hostTime(),
          host,
        });
      });
    });
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
      if (this.#openFrames.has(realmOf(id))) return this.#openFrames.respond(id, response, ok, type);
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
      const realm = realmOf(id);
      if (await this.#openFrames.deliver(realm, id % NUMBERS_PER_REALM, kind, head, content)) return;
      if (realm !== 0) return this.#open.workers.deliver(id, kind, head, content);
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
      turn: () => this.#page('A task of the page', 'turn', [this.documentTime]),
      report: () => this.#page('A task of the page', 'report', []),
      noteTimeout: (error) => this.#calls.noteTimeout(error),
    });
    if (own.url !== null) document.url = own.url;
    const frames = this.#openFrames;
    await frames.turn();
    const report = await this.#fitFrames(frames.merge(await document.workers.turn(own, frames)));
    await this.#endScripts();
    return { ...report, events: [...report.events, ...this.#calls.takeEvents()] };
  }

  /** A document that has used up its script time goes on without scripts. */
  async #endScripts(): Promise<void> {
    if (!this.#calls.endScripts()) return;
    await this.#open.workers.close();
    await this.#page('The end of scripts', 'endScripts', []);
    await this.#openFrames.endScripts();
  }

  /** Before a page comes to rest, documents in frames hear whether their size is another one. */
  async #fitFrames(report: TurnReport): Promise<TurnReport> {
    if (report.ready || report.version === this.#openFrames.fittedVersion || this.#openFrames.isEmpty) return report;
    this.#openFrames.fittedVersion = report.version;
    const answer = await this.#engine('Layout', 'fitFrames', [], this.#layoutMs);
    return answer === 'changed' ? { ...report, ready: true } : report;
  }

  /** A document for a frame of the page; `null` when there is no room for it. */
  openFrame(navigable: number, config: DocumentConfig, inherits: boolean): Promise<OpenedFrame | null> {
    return this.#exclusive(async () => {
      const scripting = config.scripting && !this.#calls.budget.isOver;
      const realm = await this.#openFrames.open(navigable, { ...config, scripting }, inherits);
      if (realm === 0) return null;
      const { origin = 'null', parent = 0 } = this.#openFrames.factsOf(realm) ?? {};
      return { realm, origin, parent };
    });
  }

  /** More text of a frame's document. */
  feedFrame(realm: number, text: string, isLast: boolean): Promise<void> {
    return this.#exclusive(() => this.#openFrames.feed(realm, text, isLast));
  }

  /** The document of a frame could not be had. */
  failFrame(navigable: number): Promise<void> {
    return this.#exclusive(() => this.#openFrames.fail(navigable));
  }

  /** The realm of the document that an element is in: 0 is the page's, -1 for an element that is not there. */
  realmOfElement(id: number): Promise<number> {
    return this.#exclusive(async () => this.#openFrames.realmOfId(id));
  }

  get #openFrames(): DocumentFrames {
    if (this.#frames === null) throw this.#gate.loss ?? closedError();
    return this.#frames;
  }

  #ways(): RealmWays {
    return {
      calls: this.#calls,
      isolate: this.#isolate,
      layoutMs: this.#layoutMs,
      document: () => this.#open,
      frames: () => this.#openFrames,
      now: () => this.documentTime,
      deliverToPage: async (kind, head, text) =>
        void (await this.#page('A message', 'deliver', [REALM_CHANNEL, kind, head, text])),
    };
  }

  /** The value of an expression in the page, for tools and tests: text, number, boolean or nothing. */
  evaluate(source: string): Promise<string | number | boolean | null> {
    return this.#exclusive(async () => {
      const script = await this.#calls.compile(source, 'evaluate');
      try {
        const args = [script, this.#open.pageContext];
        return readEvaluation(await this.#engine('A script', 'evaluate', args));
      } finally {
        script.release();
      }
    });
  }

  /** Does to an element what a person would. */
  input(input: PageInput): Promise<InputOutcome> {
    return this.#exclusive(async () => {
      this.#calls.budget.renew();
      const framed = this.#openFrames.routeOf(input);
      if (framed !== null) return readOutcome(await this.#openFrames.input(framed.realm, framed.input));
      return readOutcome(await this.#page('The action', 'input', [this.documentTime, JSON.stringify(input)]));
    });
  }

  /** Lets the document's time pass without waiting. */
  skip(ms: number): void {
    if (this.#document !== null) this.#document.openedAt -= ms;
  }

  /** What there is to see, from a layout that is up to date. `options` is JSON for the emitter; ids up to `taken` are not given. */
  view(options: string, taken = 0): Promise<ViewAnswer> {
    return this.#exclusive(async () =>
      readView(await this.#engine('Layout', 'view', [this.#open.url, options, taken], this.#layoutMs)),
    );
  }

  /** The id of the first element that matches a selector; `null` for none. */
  find(selector: string, taken = 0): Promise<ReturnType<typeof readFound>> {
    return this.#exclusive(async () =>
      readFound(await this.#engine('A search', 'find', [selector, taken], this.#layoutMs)),
    );
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

  memory(): MemoryUse {
    return memoryUse(this.#isolate.getHeapStatisticsSync());
  }

  dispose(): void {
    this.#gate.shut(closedError());
    this.#document = null;
    this.#rest.end();
    this.#contexts.forget();
    endIsolate(this.#isolate);
  }

  get #open(): OpenDocument {
    if (this.#document === null) throw this.#gate.loss ?? closedError();
    return this.#document;
  }

  /** What time it is for the document; tasks that it says are due are due by this clock. */
  get documentTime(): number {
    return this.#hostTime() - this.#open.openedAt;
  }

  #exclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#rest.postpone();
    return this.#queue.add(async () => {
      if (this.#gate.loss !== null) throw this.#gate.loss;
      try {
        return await work();
      } finally {
        this.#rest.postpone();
      }
    });
  }

  #page(what: string, name: (typeof PAGE_ENTRIES)[number], args: readonly unknown[]): Promise<string> {
    const { entries, collect } = this.#open.page;
    return this.#calls.script(what, entries[name], collect, args);
  }

  /** Work of the engine has a limit of its own; without one it is a script of the page. */
  #engine(
    what: string,
    name: (typeof ENGINE_ENTRIES)[number],
    args: readonly unknown[],
    timeoutMs?: number,
  ): Promise<string> {
    const { entries, collect } = this.#open.engine;
    if (timeoutMs === undefined) return this.#calls.script(what, entries[name], collect, args);
    return this.#calls.call(what, entries[name], collect, args, timeoutMs);
  }
}
