/**
 * The documents in the frames of one page: their realms, their turns, and what they want.
 *
 * In:  what the engine realm says of frames (page/engine/frame-tree.ts), and documents for them. Out: one report for all of
 * them, in which their requests have numbers of their own.
 *
 * A frame's realm is like the page's, with the same budgets. Scripts of one origin reach into each other's realms, so that
 * whether a realm has something to do is asked anew in each turn.
 *
 * Only types of isolated-vm are used here; isolate.ts makes and ends what they stand for.
 */
import type ivm from 'isolated-vm';
import type {
  DocumentConfig,
  FrameActivity,
  FrameDeparture,
  FrameReport,
  PageEvent,
  PageInput,
  PageRequest,
  PageResponse,
  TurnReport,
} from '../page/messages.ts';
import type { PageCommand } from '../page/network/commands.ts';
import type { RealmPost } from '../page/workers/realm-posts.ts';
import { type FrameTurn, NUMBERS_PER_REALM, realmOf } from './document-workers.ts';
import { type FrameStatus, readFrameNews, readFrameStatus } from './frame-news.ts';
import {
  ENGINE_ENTRIES,
  type Entry,
  entriesOf,
  type FrameEntries,
  memberOf,
  PAGE_ENTRIES,
  type RealmEntries,
} from './open-document.ts';
import { PageScripts, type ScriptPort } from './page-scripts.ts';
import { isElsewhere } from './process-place.ts';
import { turnRealm } from './realm-turn.ts';

/** What frames need of the isolate and of their page. */
export interface FramesPort {
  entries(): FrameEntries;
  /** The page's time. */
  now(): number;
  makeContext(): Promise<ivm.Context>;
  call(entry: Entry, collect: Entry, args: readonly unknown[]): Promise<string>;
  scriptPort(context: ivm.Context, ways: Pick<ScriptPort, 'engine' | 'page' | 'noteTimeout'>): ScriptPort;
  noteTimeout(error: unknown): void;
  /** The page's own state, as it is now. */
  pageStatus(): string;
  /** A frame's document is over. */
  onClosed(realm: number): Promise<void>;
}

interface OpenFrame {
  readonly realm: number;
  readonly navigable: number;
  readonly context: ivm.Context;
  readonly page: RealmEntries<(typeof PAGE_ENTRIES)[number]>;
  readonly status: Entry;
  readonly engine: RealmEntries<(typeof ENGINE_ENTRIES)[number]>;
  readonly scripts: PageScripts;
  /** The page's time when the document's clock read zero. */
  readonly startedMs: number;
  /** When a person last did something in it, on the page's clock. */
  actedAt: number;
}

/** How long a person's action lets a stranger's frame take the page elsewhere, as in Chrome. */
const ACTIVATION_MS = 5_000;

export class DocumentFrames implements FrameTurn {
  readonly #port: FramesPort;
  readonly #frames = new Map<number, OpenFrame>();
  #reports = new Map<number, MutableReport>();
  #departures: FrameDeparture[] = [];
  #blanks: { readonly realm: number; readonly parent: number }[] = [];
  #closed: number[] = [];
  #ended: number[] = [];
  #events: PageEvent[] = [];
  /** The version of the page when its frames last heard of their size. */
  fittedVersion = -1;
  posts: { readonly realm: number; readonly posts: readonly RealmPost[] }[] = [];

  constructor(port: FramesPort) {
    this.#port = port;
  }

  get isEmpty(): boolean {
    return this.#frames.size === 0;
  }

  has(realm: number): boolean {
    return this.#frames.has(realm);
  }

  /** Lets the documents in frames have their turns. `false` when nothing happened among frames. */
  async turn(): Promise<boolean> {
    this.posts = [];
    await this.#hear();
    for (const frame of [...this.#frames.values()]) {
      if (!this.#frames.has(frame.realm) || !this.#wantsTurn(frame)) continue;
      this.#take(frame, await this.#turnOf(frame));
      await this.#hear();
    }
    return this.#frames.size > 0 || this.#hasNews;
  }

  get #hasNews(): boolean {
    const { length: closed } = this.#closed;
    return closed + this.#ended.length + this.#departures.length + this.#blanks.length + this.#reports.size > 0;
  }

  /** The report of the page with that of its frames. */
  merge(report: TurnReport): TurnReport {
    if (this.#frames.size === 0 && !this.#hasNews) return report;
    const page = readFrameStatus(this.#port.pageStatus());
    let { dueMs } = page;
    let ready = report.ready || page.ready;
    let version = page.version;
    for (const frame of this.#frames.values()) {
      const status = this.#statusOf(frame);
      ready ||= status.ready;
      version += status.version;
      if (status.dueMs !== null) dueMs = Math.min(dueMs ?? Number.POSITIVE_INFINITY, status.dueMs + frame.startedMs);
    }
    if (report.dueMs !== null) dueMs = Math.min(dueMs ?? report.dueMs, report.dueMs);
    const frames: FrameActivity = {
      reports: [...this.#reports.values()],
      departures: this.#departures,
      blanks: this.#blanks,
      closed: this.#closed,
      ended: this.#ended,
    };
    const events = [...report.events, ...this.#events];
    this.#reports = new Map();
    this.#departures = [];
    this.#blanks = [];
    this.#closed = [];
    this.#ended = [];
    this.#events = [];
    return { ...report, ready, dueMs, version, events, loading: page.loading, frames };
  }

  #statusOf({ status }: OpenFrame): FrameStatus {
    return readFrameStatus(status.applySync(undefined, []));
  }

  #wantsTurn(frame: OpenFrame): boolean {
    const { ready, dueMs } = this.#statusOf(frame);
    return ready || (dueMs !== null && dueMs + frame.startedMs <= this.#port.now());
  }

  async #turnOf({ page, scripts, startedMs }: OpenFrame): Promise<TurnReport> {
    const { entries, collect } = page;
    return turnRealm({
      scripts,
      turn: () => this.#port.call(entries.turn, collect, [this.#port.now() - startedMs]),
      report: () => this.#port.call(entries.report, collect, []),
      noteTimeout: (error) => this.#port.noteTimeout(error),
    });
  }

  /** What a frame's document reports, with numbers that are the page's. */
  #take({ realm }: OpenFrame, told: TurnReport): void {
    const base = realm * NUMBERS_PER_REALM;
    const requests = told.requests.map((request) => ({ ...request, id: base + request.id }));
    const commands = told.commands.map((command) => ofFrame(command, base));
    this.#events.push(...told.events);
    if (told.posts !== undefined) this.posts.push({ realm, posts: told.posts });
    if (requests.length + commands.length === 0 && told.navigation === null && told.url === null) return;
    const report = this.#reportOf(realm);
    report.requests.push(...requests);
    report.commands.push(...commands);
    report.navigation = told.navigation ?? report.navigation;
    report.url = told.url ?? report.url;
  }

  #reportOf(realm: number): MutableReport {
    let report = this.#reports.get(realm);
    if (report === undefined) {
      const navigable = this.#frames.get(realm)?.navigable ?? -1;
      report = { realm, navigable, requests: [], commands: [], events: [], navigation: null, url: null };
      this.#reports.set(realm, report);
    }
    return report;
  }

  add(owner: number, requests: readonly PageRequest[], commands: readonly PageCommand[]): void {
    if (requests.length + commands.length === 0) return;
    const report = this.#reportOf(owner);
    report.requests.push(...requests);
    report.commands.push(...commands);
  }

  /** Takes in what the engine realm says of frames. */
  async #hear(): Promise<void> {
    for (const news of readFrameNews(this.#port.entries().takeNews.applySync(undefined, []))) {
      switch (news.kind) {
        case 'navigate':
          if (this.#mayLeave(news)) this.#departures.push(news);
          break;
        case 'blank': {
          const startedMs = this.#frames.get(news.parent)?.startedMs ?? 0;
          this.#adopt(news.realm, news.navigable, startedMs);
          this.#blanks.push({ realm: news.realm, parent: news.parent });
          break;
        }
        case 'closed':
          await this.#release(news.realm);
          break;
        case 'end':
          this.#ended.push(news.navigable);
      }
    }
  }

  /** Secure: a stranger's frame takes the page elsewhere only when a person has just done something in it. */
  #mayLeave({ navigable, from }: FrameDeparture): boolean {
    if (navigable !== 0 || from === 0 || this.factsOf(from)?.isRootOrigin === true) return true;
    const actedAt = this.#frames.get(from)?.actedAt ?? Number.NEGATIVE_INFINITY;
    if (this.#port.now() - actedAt <= ACTIVATION_MS) return true;
    this.#events.push({ kind: 'console', message: 'A frame of another origin wanted to take the page elsewhere.' });
    return false;
  }

  /** A document for a frame; its text comes with `feed`. The number of its realm, 0 when there is no room for it. */
  async open(navigable: number, config: DocumentConfig, inherits: boolean): Promise<number> {
    const startedMs = this.#port.now();
    const context = await this.#port.makeContext();
    const timeOrigin = config.timeOrigin + startedMs;
    const text = JSON.stringify({ ...config, timeOrigin, isElsewhere: isElsewhere(config.profile) });
    const args = [navigable, text, inherits, context] as never;
    const realm = Number(this.#port.entries().open.applySync(undefined, args));
    // The engine realm has it now, if there was room.
    context.release();
    if (realm === 0) return 0;
    await this.#hear();
    this.#adopt(realm, navigable, startedMs);
    return realm;
  }

  /** The document could not be had. */
  async fail(navigable: number): Promise<void> {
    this.#port.entries().fail.applySync(undefined, [navigable] as never);
    await this.#hear();
  }

  async feed(realm: number, text: string, isLast: boolean): Promise<void> {
    const frame = this.#frames.get(realm);
    if (frame !== undefined) await this.#port.call(frame.page.entries.feed, frame.page.collect, [text, isLast]);
  }

  /** The host's side of a realm that the engine realm has made. */
  #adopt(realm: number, navigable: number, startedMs: number): void {
    const asReference = { result: { reference: true } } as const;
    const ways = this.#port.entries().ways.applySync(undefined, [realm] as never, asReference) as ivm.Reference;
    if (ways.typeof !== 'object') return;
    const page = ways.getSync('page') as unknown as ivm.Reference;
    const engine = memberOf(ways, 'engine') as unknown as ivm.Reference;
    const context = ways.getSync('context') as unknown as ivm.Context;
    const pageEntries = entriesOf(page, PAGE_ENTRIES);
    const engineEntries = entriesOf(engine, ENGINE_ENTRIES);
    const status = memberOf(page, 'status');
    for (const reference of [ways, page, engine]) reference.release();
    const scripts = new PageScripts(
      this.#port.scriptPort(context, {
        engine: (entry, args) => this.#port.call(engineEntries.entries[entry], engineEntries.collect, args),
        page: (entry, args) => this.#port.call(pageEntries.entries[entry], pageEntries.collect, args),
        noteTimeout: (error) => this.#port.noteTimeout(error),
      }),
    );
    this.#frames.set(realm, {
      realm,
      navigable,
      context,
      page: pageEntries,
      status,
      engine: engineEntries,
      scripts,
      startedMs,
      actedAt: Number.NEGATIVE_INFINITY,
    });
  }

  async #release(realm: number): Promise<void> {
    const frame = this.#frames.get(realm);
    this.#closed.push(realm);
    if (frame === undefined) return;
    this.#frames.delete(realm);
    await this.#port.onClosed(realm);
    for (const { entries, collect } of [frame.page, frame.engine]) {
      for (const entry of [...Object.values<Entry>(entries), collect]) entry.release();
    }
    frame.status.release();
    frame.scripts.close();
    frame.context.release();
  }

  /** The page is over. */
  async close(): Promise<void> {
    for (const realm of [...this.#frames.keys()]) await this.#release(realm);
  }

  /** The answer to a request of a frame's document. */
  async respond(id: number, response: PageResponse, ok: boolean, contentType: string): Promise<void> {
    const frame = this.#frames.get(realmOf(id));
    if (frame === undefined) return;
    const own = id % NUMBERS_PER_REALM;
    const isScript = frame.scripts.receive(own, ok ? response.text : null);
    const args = [own, ok, response.url, isScript ? '' : response.text, contentType];
    await this.#port.call(frame.page.entries.answer, frame.page.collect, args);
  }

  /** The page has used up its script time, and with it its frames'. */
  async endScripts(): Promise<void> {
    for (const { page } of this.#frames.values()) await this.#port.call(page.entries.endScripts, page.collect, []);
  }

  async deliver(realm: number, id: number, kind: string, head: string, content: unknown): Promise<boolean> {
    const frame = this.#frames.get(realm);
    if (frame === undefined) return false;
    await this.#port.call(frame.page.entries.deliver, frame.page.collect, [id, kind, head, content]);
    return true;
  }

  /** The frame that an input goes to, with the input as it gets it; `null` for the page itself. */
  routeOf(input: PageInput): { readonly realm: number; readonly input: PageInput } | null {
    // Missing: a person's pointer reaches the page only, and not what is in its frames.
    if (this.#frames.size === 0 || input.kind === 'move' || input.kind === 'point' || input.kind === 'wheel')
      return null;
    if (input.kind === 'key') return this.#routed(this.#ask('focusedRealm'), input);
    if (input.id === null) return null;
    if (input.kind === 'scroll') {
      const inside = this.#ask('realmInside', input.id);
      if (inside > 0) return this.#routed(inside, { ...input, id: null });
    }
    return this.#routed(this.#ask('realmOfId', input.id), input);
  }

  #routed(realm: number, input: PageInput): { readonly realm: number; readonly input: PageInput } | null {
    return this.#frames.has(realm) ? { realm, input } : null;
  }

  async input(realm: number, input: PageInput): Promise<string> {
    const frame = this.#frames.get(realm)!;
    const now = this.#port.now();
    if (input.kind !== 'aim' && input.kind !== 'hover') frame.actedAt = now;
    const args = [now - frame.startedMs, JSON.stringify(input)];
    return this.#port.call(frame.page.entries.input, frame.page.collect, args);
  }

  /** The realm of the document that an element with this id is in; 0 for the page's, -1 for none. */
  realmOfId(id: number): number {
    return this.#ask('realmOfId', id);
  }

  /** The realm that a window's message goes to, if its document has the origin; -1 for none. */
  windowRealm(navigable: number, origin: string): number {
    const realm = this.#ask('realmOf', navigable);
    if (realm < 0) return -1;
    return origin === '*' || this.factsOf(realm)?.origin === origin ? realm : -1;
  }

  /** What the receiver of a window's message is told of who sent it. */
  sender(realm: number): { readonly source: number; readonly origin: string } {
    const { navigable = 0, origin = 'null' } = this.factsOf(realm) ?? {};
    return { source: navigable, origin };
  }

  factsOf(realm: number): { origin: string; navigable: number; parent: number; isRootOrigin: boolean } | null {
    return JSON.parse(String(this.#port.entries().facts.applySync(undefined, [realm] as never)));
  }

  #ask(name: 'focusedRealm' | 'realmInside' | 'realmOfId' | 'realmOf', ...args: number[]): number {
    return Number(this.#port.entries()[name].applySync(undefined, args as never));
  }
}

type MutableReport = { -readonly [Key in keyof FrameReport]: FrameReport[Key] } & {
  requests: PageRequest[];
  commands: PageCommand[];
};

/** A frame's command with the numbers that it has outside. */
function ofFrame(command: PageCommand, base: number): PageCommand {
  switch (command.kind) {
    case 'fetch':
    case 'abort':
    case 'socket':
    case 'socket_send':
    case 'socket_close':
      return { ...command, id: base + command.id };
    default:
      return command;
  }
}
