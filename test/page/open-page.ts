/**
 * Opens a page in an isolate for a test, runs it until it rests, and answers its requests from a table.
 *
 * Time stands still between tasks, and goes on at once to when the next timer is due: however slow the machine is, tasks come
 * in one order.
 */
import { DEFAULT_PROFILE, type Profile } from '../../src/identity/profile.ts';
import type { IsolateOptions } from '../../src/isolate/budget.ts';
import { letHeapsGrow } from '../../src/isolate/heap-growth.ts';
import { PageIsolate } from '../../src/isolate/isolate.ts';
import type {
  DocumentConfig,
  FrameActivity,
  FrameNavigation,
  InputOutcome,
  PageEvent,
  PageNavigation,
  PageRequest,
} from '../../src/page/messages.ts';
import { TestHost } from './test-host.ts';

export interface TestPageOptions extends IsolateOptions {
  readonly url?: string;
  readonly contentType?: string;
  readonly scripting?: boolean;
  /** Bodies by absolute address; anything else is not found. */
  readonly site?: Readonly<Record<string, string>>;
  /** What is other than usual in the profile. */
  readonly profile?: Partial<Profile>;
  /** Leave requests unanswered; the test does it. */
  readonly holdRequests?: boolean;
}

/** Turns that a test page may take before it counts as one that never rests. */
const MAX_TURNS = 2_000;
/** Timers that are due later than this are not waited for. */
const LONG_TIMER_MS = 1_000;

/**
 * Isolates that tests have left whole, for the next page: each document has a realm of its own in any case, as the pages of a
 * session have, and an isolate takes longer to make than most pages take to run.
 */
const idle: { readonly isolate: PageIsolate; readonly time: { ms: number } }[] = [];
const MOST_IDLE = 2;
let isKeeping = false;

/** For a process with many pages, none of which looks at its isolate. */
export function keepIsolates(): void {
  isKeeping = true;
  letHeapsGrow();
}

/** Whether an isolate is as any other. */
function isOrdinary({ memoryMb, taskMs, layoutMs, navigationScriptMs, now }: TestPageOptions): boolean {
  return [memoryMb, taskMs, layoutMs, navigationScriptMs, now].every((option) => option === undefined);
}

export class TestPage {
  readonly isolate: PageIsolate;
  readonly events: PageEvent[] = [];
  readonly requests: PageRequest[] = [];
  navigation: PageNavigation | null = null;
  url: string | null = null;
  loading = true;
  version = 0;
  readonly #options: TestPageOptions;
  readonly #time: { ms: number };
  #openedAt = 0;
  #host: TestHost | null = null;

  private constructor(isolate: PageIsolate, time: { ms: number }, options: TestPageOptions) {
    this.isolate = isolate;
    this.#time = time;
    this.#options = options;
  }

  static async create(options: TestPageOptions): Promise<TestPage> {
    const left = isOrdinary(options) ? idle.pop() : undefined;
    if (left !== undefined) return new TestPage(left.isolate, left.time, options);
    const time = { ms: 0 };
    return new TestPage(await PageIsolate.create({ now: () => time.ms, ...options }), time, options);
  }

  #config(url: string): DocumentConfig {
    return {
      url,
      contentType: this.#options.contentType ?? 'text/html',
      encoding: 'UTF-8',
      referrer: '',
      scripting: this.#options.scripting ?? true,
      profile: { ...DEFAULT_PROFILE, ...this.#options.profile },
      timeOrigin: 1_700_000_000_000,
    };
  }

  /** Opens a document in place of the current one, without letting it run. */
  async open(html: string): Promise<void> {
    const url = this.#options.url ?? 'http://site.test/page.html';
    this.#host = new TestHost(url, this.#options.site ?? {});
    await this.isolate.open(this.#config(url), this.#host.call);
    this.#openedAt = this.#time.ms;
    await this.isolate.feed(html, true);
  }

  /** Runs until nothing can run, also timers that are due soon. */
  async settle(): Promise<void> {
    for (let turns = 0; turns < MAX_TURNS; turns++) {
      const report = await this.isolate.turn();
      this.events.push(...report.events);
      this.requests.push(...report.requests);
      this.navigation = report.navigation ?? this.navigation;
      this.url = report.url ?? this.url;
      this.loading = report.loading;
      this.version = report.version;
      if (!this.#options.holdRequests) for (const request of report.requests) await this.respond(request);
      const messages = this.#host?.perform(report.commands) ?? [];
      for (const message of messages) await this.isolate.deliver(message);
      const isFramed = report.frames !== undefined && (await this.#serveFrames(report.frames));
      if (isFramed || report.ready || report.requests.length > 0 || messages.length > 0) continue;
      const waitMs = report.dueMs === null ? null : report.dueMs - (this.#time.ms - this.#openedAt);
      if (waitMs === null || waitMs > LONG_TIMER_MS) return;
      this.#time.ms += Math.max(0, waitMs);
    }
    throw new Error('The page does not come to rest.');
  }

  /** What a session does for frames, with documents from the table. `true` when there was something to do. */
  async #serveFrames({ reports, departures }: FrameActivity): Promise<boolean> {
    for (const { requests, commands } of reports) {
      this.requests.push(...requests);
      for (const request of requests) await this.respond(request);
      for (const message of this.#host?.perform(commands) ?? []) await this.isolate.deliver(message);
    }
    for (const { navigable, navigation } of departures) await this.#loadFrame(navigable, navigation);
    for (const { navigable, navigation } of reports) {
      if (navigation !== null) await this.#loadFrame(navigable, { ...navigation, srcdoc: null });
    }
    return departures.length + reports.length > 0;
  }

  async #loadFrame(navigable: number, navigation: FrameNavigation): Promise<void> {
    const { url, srcdoc } = navigation;
    if (navigable === 0) {
      this.navigation = navigation;
      return;
    }
    const text = srcdoc ?? (url === 'about:blank' ? '' : this.#options.site?.[url]);
    if (text === undefined) return this.isolate.failFrame(navigable);
    const opened = await this.isolate.openFrame(navigable, this.#config(url), url.startsWith('about:'));
    if (opened !== null) await this.isolate.feedFrame(opened.realm, text, true);
  }

  async respond({ id, url }: PageRequest): Promise<void> {
    const text = this.#options.site?.[url];
    await this.isolate.respond(id, {
      url,
      status: text === undefined ? 404 : 200,
      headers: [],
      text: text ?? '',
      error: null,
    });
  }

  /** The value of an expression in the page. */
  async evaluate(expression: string): Promise<unknown> {
    return this.isolate.evaluate(expression);
  }

  /** Where the page wants to be; empty when it is content. */
  get wantsToGo(): string {
    return this.navigation?.url ?? '';
  }

  get log(): string[] {
    return this.events.filter(({ kind }) => kind === 'console').map(({ message }) => message);
  }

  get errors(): string[] {
    return this.events.filter(({ kind }) => kind !== 'console').map(({ message }) => message);
  }

  async elements(): Promise<readonly Record<string, unknown>[]> {
    return (await this.isolate.view('{}')).els;
  }

  /** Clicks the element whose text or name this is. */
  async click(text: string): Promise<InputOutcome> {
    const found = (await this.elements()).find((element) => element['text'] === text || element['name'] === text);
    if (found === undefined) throw new Error(`The page does not show '${text}'.`);
    const outcome = await this.isolate.input({ kind: 'click', id: found['id'] as number });
    await this.settle();
    return outcome;
  }

  [Symbol.dispose](): void {
    const isKept = isKeeping && isOrdinary(this.#options) && this.isolate.alive && idle.length < MOST_IDLE;
    if (isKept) idle.push({ isolate: this.isolate, time: this.#time });
    else this.isolate.dispose();
  }
}

export async function openPage(html: string, options: TestPageOptions = {}): Promise<TestPage> {
  const page = await startPage(html, options);
  await page.settle();
  return page;
}

/** Without letting it run. */
export async function startPage(html: string, options: TestPageOptions = {}): Promise<TestPage> {
  const page = await TestPage.create(options);
  await page.open(html);
  return page;
}
