/**
 * The workers of one page, and the messages between its realms: workers' and frames'.
 *
 * In:  what each realm's turn reports. Out: workers begun and ended, messages handed on, and one report for all realms, in
 * which workers' requests have numbers of their own.
 *
 * The page's realm is number 0. A worker has no more than its page: its requests are made in the page's name, its time is
 * bounded like the page's, and a worker whose task had to be stopped is ended.
 */
import type ivm from 'isolated-vm';
import { LIMITS } from '../limits.ts';
import {
  type DocumentConfig,
  type PageEvent,
  type PageRequest,
  type PageResponse,
  REALM_CHANNEL,
  type TurnReport,
} from '../page/messages.ts';
import type { PageCommand } from '../page/network/commands.ts';
import type { RealmPost } from '../page/workers/realm-posts.ts';
import type { WorkerConfig } from '../page/workers/worker-boot.ts';
import { readTurnReport } from './bridge.ts';
import type { Entry } from './open-document.ts';
import { bootWorkerRealm, type OpenWorker, releaseWorker } from './open-worker.ts';
import { PageScripts, type ScriptPort } from './page-scripts.ts';
import { isElsewhere } from './process-place.ts';
import { turnRealm } from './realm-turn.ts';

/** What workers need of the isolate and of their document. */
export interface WorkersPort {
  readonly isolate: ivm.Isolate;
  readonly engineContext: ivm.Context;
  readonly host: ivm.Reference;
  readonly config: DocumentConfig;
  /** The document's time. */
  now(): number;
  makeContext(): Promise<ivm.Context>;
  /** Calls an entry within the time of one task, and gives its answer. */
  call(entry: Entry, collect: Entry, args: readonly unknown[]): Promise<string>;
  /** Compiling and running scripts in a context. */
  scriptPort(context: ivm.Context, ways: Pick<ScriptPort, 'engine' | 'page' | 'noteTimeout'>): ScriptPort;
  /** Hands something to the page's own realm. */
  deliverToPage(kind: string, head: string, text: string): Promise<void>;
  /** The same for a realm of a frame; `false` when it is none. */
  deliverToFrame(realm: number, kind: string, head: string, text: string): Promise<boolean>;
  /** The realm that a window's message goes to, if its document has the origin; -1 for none. */
  windowRealm(navigable: number, origin: string): number;
  /** What a receiver is told of who sent a window's message. */
  sender(realm: number): { readonly source: number; readonly origin: string };
  noteTimeout(error: unknown): void;
}

/** What the turns of frames brought, for the workers that belong to them. */
export interface FrameTurn {
  readonly posts: readonly { readonly realm: number; readonly posts: readonly RealmPost[] }[];
  /** What a worker of a frame's document wants is wanted by that document. */
  add(owner: number, requests: readonly PageRequest[], commands: readonly PageCommand[]): void;
}

/** Requests of the realm with number n have numbers from n times this. */
export const NUMBERS_PER_REALM = 2 ** 32;

export function realmOf(id: number): number {
  return id < 0 ? 0 : Math.floor(id / NUMBERS_PER_REALM);
}

export class DocumentWorkers {
  readonly #port: WorkersPort;
  readonly #workers = new Map<number, OpenWorker>();
  /** Which realm holds which side of a channel. */
  readonly #channels = new Map<number, [number, number]>();
  #lastRealm = 0;
  readonly #events: PageEvent[] = [];
  /** What is left to tell the network of workers that are over. */
  readonly #commands: PageCommand[] = [];
  #wasPageGiven = false;

  constructor(port: WorkersPort) {
    this.#port = port;
  }

  /** Lets workers have their turns behind the page's. Gives the report of all. */
  async turn(page: TurnReport, frames: FrameTurn | null = null): Promise<TurnReport> {
    const { posts = [], ...report } = page;
    this.#wasPageGiven = false;
    await this.#route(0, posts);
    for (const each of frames?.posts ?? []) await this.#route(each.realm, each.posts);
    if (this.#workers.size === 0 && this.#events.length === 0 && this.#commands.length === 0) return report;
    const requests = [...report.requests];
    const commands = [...report.commands];
    const events = [...report.events];
    for (const worker of [...this.#workers.values()]) {
      if (!this.#wantsTurn(worker)) continue;
      const told = await this.#turnOf(worker);
      const base = worker.realm * NUMBERS_PER_REALM;
      const own = told.requests.map((request) => ({ ...request, id: base + request.id, isOfWorker: true }));
      const wanted = told.commands.flatMap((command) => this.#ofWorker(worker, command));
      events.push(...told.events);
      if (worker.owner === 0) {
        requests.push(...own);
        commands.push(...wanted);
      } else frames?.add(worker.owner, own, wanted);
      await this.#route(worker.realm, told.posts ?? []);
      if (this.#stopped.delete(worker.realm)) await this.#endStopped(worker);
    }
    commands.push(...this.#commands.splice(0));
    events.push(...this.#events.splice(0));
    let { ready, dueMs } = report;
    ready ||= this.#wasPageGiven;
    for (const worker of this.#workers.values()) {
      ready ||= this.#wantsTurn(worker);
      if (worker.dueMs !== null) dueMs = dueMs === null ? worker.dueMs : Math.min(dueMs, worker.dueMs);
    }
    return { ...report, requests, commands, events, ready, dueMs };
  }

  #wantsTurn({ isReady, dueMs }: OpenWorker): boolean {
    return isReady || (dueMs !== null && dueMs <= this.#port.now());
  }

  async #turnOf(worker: OpenWorker): Promise<TurnReport> {
    const { entries, collect } = worker.page;
    const report = await turnRealm({
      scripts: worker.scripts,
      turn: () => this.#port.call(entries.turn, collect, [this.#port.now() - worker.startedMs]),
      report: () => this.#port.call(entries.report, collect, []),
      noteTimeout: (error) => {
        this.#port.noteTimeout(error);
        this.#stopped.add(worker.realm);
      },
    });
    worker.isReady = report.ready;
    worker.dueMs = report.dueMs === null ? null : report.dueMs + worker.startedMs;
    if (!this.#stopped.has(worker.realm)) return report;
    // What it said before it was stopped is still heard.
    const last = readTurnReport(await this.#port.call(entries.report, collect, []));
    const posts = [...(report.posts ?? []), ...(last.posts ?? [])];
    return { ...report, posts, events: [...report.events, ...last.events] };
  }

  /** Workers one of whose tasks was stopped. */
  readonly #stopped = new Set<number>();

  async #endStopped(worker: OpenWorker): Promise<void> {
    const message = 'Uncaught Error: The worker was ended: one of its tasks took too long.';
    await this.#tellParent(worker, JSON.stringify({ message, filename: '', lineno: 0, colno: 0 }));
    await this.#end(worker);
  }

  async #tellParent({ channel, parent }: Pick<OpenWorker, 'channel' | 'parent'>, text: string): Promise<void> {
    await this.#deliver(parent, 'error', JSON.stringify({ channel, side: 0, ports: [] }), text);
  }

  async #route(from: number, posts: readonly RealmPost[]): Promise<void> {
    const over: OpenWorker[] = [];
    for (const post of posts) {
      switch (post.kind) {
        case 'worker':
          await this.#begin(from, post);
          break;
        case 'worker_end': {
          const worker = [...this.#workers.values()].find(({ channel }) => channel === post.channel);
          if (worker !== undefined && (worker.parent === from || worker.realm === from)) over.push(worker);
          break;
        }
        case 'window':
          await this.#sendToWindow(from, post);
          break;
        case 'port':
          await this.#send(from, post);
      }
    }
    // The task in which a worker closes itself goes on to its end, and may send more.
    for (const worker of over) await this.#end(worker);
  }

  async #send(
    from: number,
    { channel, side, what, text, ports }: RealmPost & { readonly kind: 'port' },
  ): Promise<void> {
    const holders = this.#channels.get(channel);
    // Secure: a realm can only use channels that it has, or had, an end of.
    if (holders === undefined || !(holders.includes(from) || this.#hadEnd.get(channel)?.has(from))) return;
    const other = side === 0 ? 1 : 0;
    const target = holders[other];
    for (const [moved, movedSide] of ports) this.#move(moved, movedSide, from, target);
    if (what === 'close') this.#channels.delete(channel);
    await this.#deliver(target, what, JSON.stringify({ channel, side: other, ports }), text);
  }

  async #sendToWindow(
    from: number,
    { to, origin, text, ports }: RealmPost & { readonly kind: 'window' },
  ): Promise<void> {
    const target = this.#port.windowRealm(to, origin);
    if (target < 0) return;
    for (const [moved, side] of ports) this.#move(moved, side, from, target);
    await this.#deliver(target, 'window', JSON.stringify({ ...this.#port.sender(from), ports }), text);
  }

  /** Realms that sent an end of a channel on. */
  readonly #hadEnd = new Map<number, Set<number>>();

  #move(channel: number, side: 0 | 1, from: number, to: number): void {
    let holders = this.#channels.get(channel);
    if (holders === undefined) {
      if (this.#channels.size >= LIMITS.portsPerDocument) return;
      holders = [from, from];
      this.#channels.set(channel, holders);
    }
    if (holders[side] !== from) return;
    holders[side] = to;
    const had = this.#hadEnd.get(channel) ?? new Set();
    this.#hadEnd.set(channel, had.add(from));
  }

  async #deliver(realm: number, kind: string, head: string, text: string): Promise<void> {
    if (realm === 0) {
      this.#wasPageGiven = true;
      await this.#port.deliverToPage(kind, head, text);
      return;
    }
    const worker = this.#workers.get(realm);
    if (worker === undefined) {
      await this.#port.deliverToFrame(realm, kind, head, text);
      return;
    }
    worker.isReady = true;
    const { entries, collect } = worker.page;
    await this.#port.call(entries.deliver, collect, [REALM_CHANNEL, kind, head, text]);
  }

  async #begin(parent: number, post: RealmPost & { readonly kind: 'worker' }): Promise<void> {
    const { channel, url, code, isModule, name, isShared } = post;
    if (this.#channels.has(channel)) return;
    const sharedAs = isShared ? this.#sharedName(parent, url, name) : null;
    const known = [...this.#workers.values()].find((worker) => sharedAs !== null && worker.sharedAs === sharedAs);
    if (known !== undefined) {
      await this.#connect(known.realm, channel, parent);
      return;
    }
    if (this.#workers.size >= LIMITS.workersPerDocument) {
      const message = `The page has ${LIMITS.workersPerDocument} workers, which is the limit: another one was not started.`;
      this.#events.push({ kind: 'budget_exceeded', message });
      await this.#tellParent({ channel, parent }, '');
      return;
    }
    const realm = ++this.#lastRealm;
    const owner = this.#workers.get(parent)?.owner ?? parent;
    const { isolate, engineContext, host, config } = this.#port;
    const startedMs = this.#port.now();
    const settings: WorkerConfig = {
      realm,
      channel,
      url,
      code,
      isModule,
      name,
      isShared,
      profile: config.profile,
      isElsewhere: isElsewhere(config.profile),
      clock: config.clock ?? 'real',
      timeOrigin: config.timeOrigin + startedMs,
    };
    const context = await this.#port.makeContext();
    const ways = bootWorkerRealm({
      isolate,
      engineContext,
      context,
      config: JSON.stringify(settings),
      host,
      owner,
    });
    const scripts = new PageScripts(
      this.#port.scriptPort(context, {
        engine: (entry, args) => this.#port.call(ways.engine.entries[entry], ways.engine.collect, args),
        page: (entry, args) => this.#port.call(ways.page.entries[entry], ways.page.collect, args),
        noteTimeout: (error) => {
          this.#port.noteTimeout(error);
          this.#stopped.add(realm);
        },
      }),
    );
    const facts = { realm, channel, parent, owner, sharedAs, context, scripts, startedMs, isReady: true, dueMs: null };
    this.#workers.set(realm, { ...facts, ...ways, requests: new Set(), sockets: new Set() });
    this.#channels.set(channel, [parent, realm]);
    if (isShared) await this.#connect(realm, channel, parent);
  }

  /** Secure: only documents of one origin share a worker; those without an origin share none. */
  #sharedName(realm: number, url: string, name: string): string {
    const { origin } = this.#port.sender(realm);
    return JSON.stringify([origin === 'null' ? realm : origin, url, name]);
  }

  async #connect(realm: number, channel: number, parent: number): Promise<void> {
    this.#channels.set(channel, [parent, realm]);
    await this.#deliver(realm, 'connect', JSON.stringify({ channel, side: 1, ports: [] }), '');
  }

  /** The worker is over, with the workers that it started and all that it asked for. */
  async #end(worker: OpenWorker): Promise<void> {
    if (!this.#workers.delete(worker.realm)) return;
    this.#channels.delete(worker.channel);
    for (const [channel, holders] of this.#channels) {
      if (holders[0] !== worker.realm && holders[1] !== worker.realm) continue;
      this.#channels.delete(channel);
      this.#hadEnd.delete(channel);
    }
    const base = worker.realm * NUMBERS_PER_REALM;
    for (const id of worker.requests) this.#commands.push({ kind: 'abort', id: base + id });
    for (const id of worker.sockets)
      this.#commands.push({ kind: 'socket_close', id: base + id, code: null, reason: '' });
    await this.#port.call(worker.engine.entries.disconnect, worker.engine.collect, []);
    releaseWorker(worker);
    for (const child of [...this.#workers.values()]) if (child.parent === worker.realm) await this.#end(child);
  }

  /** A frame's document is over, and with it its workers. */
  async closeOwned(owner: number): Promise<void> {
    for (const worker of [...this.#workers.values()]) if (worker.owner === owner) await this.#end(worker);
    for (const [channel, holders] of this.#channels) if (holders.includes(owner)) this.#channels.delete(channel);
  }

  /** The document is over. */
  async close(): Promise<void> {
    for (const worker of [...this.#workers.values()]) await this.#end(worker);
  }

  /** A worker's command with the number that it has outside; none for what only a page may do. */
  #ofWorker({ realm, requests, sockets }: OpenWorker, command: PageCommand): PageCommand[] {
    const base = realm * NUMBERS_PER_REALM;
    switch (command.kind) {
      case 'fetch':
        requests.add(command.id);
        return [{ ...command, id: base + command.id, isOfWorker: true }];
      case 'abort':
        requests.delete(command.id);
        return [{ ...command, id: base + command.id }];
      case 'socket':
        sockets.add(command.id);
        return [{ ...command, id: base + command.id }];
      case 'socket_send':
      case 'socket_close':
        return [{ ...command, id: base + command.id }];
      default:
        return [];
    }
  }

  /** The answer to a request of a worker. */
  async respond(id: number, response: PageResponse, ok: boolean, contentType: string): Promise<void> {
    const worker = this.#workers.get(realmOf(id));
    if (worker === undefined) return;
    const own = id % NUMBERS_PER_REALM;
    const isScript = worker.scripts.receive(own, ok ? response.text : null);
    worker.isReady = true;
    const args = [own, ok, response.url, isScript ? '' : response.text, contentType];
    await this.#port.call(worker.page.entries.answer, worker.page.collect, args);
  }

  /** A message for a channel of a worker's network. */
  async deliver(id: number, kind: string, head: string, content: unknown): Promise<void> {
    const worker = this.#workers.get(realmOf(id));
    if (worker === undefined) return;
    const own = id % NUMBERS_PER_REALM;
    if (kind === 'whole' || kind === 'end' || kind === 'error') worker.requests.delete(own);
    if (kind === 'close') worker.sockets.delete(own);
    worker.isReady = true;
    await this.#port.call(worker.page.entries.deliver, worker.page.collect, [own, kind, head, content]);
  }
}
