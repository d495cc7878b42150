/**
 * What stays between commands: an engine, the session `main`, and who is using them.
 *
 * In:  calls of clients: the methods of the table (protocol/methods.ts), the tab methods in front of them (rpc-methods.ts),
 *      and a few about the daemon itself. Out: their answers. Every call has a deadline.
 *
 * A session may be left out of every call: it is `main` then.
 */
import type { EngineLink } from '../client/engine-link.ts';
import { AgentBrowserError, isAgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { isMethod } from '../protocol/dispatch.ts';
import { faultsOf } from '../protocol/faults.ts';
import { METHODS, type MethodName } from '../protocol/methods.ts';
import { DaemonEngine } from './daemon-engine.ts';
import { MAIN, MainSession, type MainSettings } from './daemon-main-session.ts';
import { Visitor } from './daemon-visitor.ts';
import { IdleTimer } from './idle-timer.ts';
import { isRpcMethod, RPC_METHODS, runRpcMethod } from './rpc-methods.ts';
import type { PictureAnswer } from './rpc-tab.ts';

export interface DaemonSettings {
  readonly name: string;
  readonly version: string;
  readonly idleMs: number;
  /** What `main` is made with unless its user says otherwise. */
  readonly main: MainSettings;
  /** The daemon wants to end: because it was told to, or because nobody needed it for so long. */
  readonly onEnd: () => void;
}

export interface DaemonStatus {
  readonly name: string;
  readonly version: string;
  readonly pid: number;
  readonly enginePid: number | null;
  readonly startedAt: number;
  readonly idleMs: number;
  /** Clients besides the one that asks. */
  readonly clients: number;
  readonly calls: readonly { readonly method: string; readonly ms: number }[];
  /** Sessions that clients made for themselves. */
  readonly sessions: number;
  /** `null` when no page is open for commands. */
  readonly main: {
    readonly tabs: readonly { readonly id: number; readonly url: string; readonly title: string }[];
    readonly viewport: readonly [number, number] | null;
  } | null;
}

const OWN_METHODS = ['daemon.status', 'daemon.prepare', 'daemon.close', 'daemon.stop'] as const;

export class Daemon {
  readonly #settings: DaemonSettings;
  readonly #engine = new DaemonEngine();
  readonly #main: MainSession;
  readonly #visitors = new Set<Visitor>();
  readonly #idle: IdleTimer;
  readonly #startedAt = Date.now();
  /** Calls that name a tab take turns, so that the tab is still the current one when they act. */
  readonly #tabTurns = new Map<string, Promise<unknown>>();

  #isRetired = false;

  constructor(settings: DaemonSettings) {
    this.#settings = settings;
    this.#main = new MainSession(this.#engine, settings.main);
    this.#idle = new IdleTimer(settings.idleMs, settings.onEnd);
  }

  /** It can be reached now. Whoever started it is on the way, and its machine may be slow: so long it waits at least. */
  begin(): void {
    this.#idle.start(Math.max(this.#settings.idleMs, LIMITS.daemonStartMs));
    // Starts the engine ahead. Whoever needs it is told if that fails.
    this.#engine.get().catch(() => undefined);
  }

  /** It is about to end: what is under way goes on, everybody else is told to look for another. */
  retire(): void {
    this.#isRetired = true;
  }

  /** A client has come. Time does not count towards being idle while one is there. */
  enter(): { readonly visitor: Visitor; readonly leave: () => void } {
    const visitor = new Visitor();
    this.#visitors.add(visitor);
    const end = this.#idle.begin();
    const leave = () => {
      if (visitor.hasLeft) return;
      visitor.leave();
      this.#visitors.delete(visitor);
      end();
      this.#cleanUp(visitor).catch((error: unknown) => this.#complain(error));
    };
    return { visitor, leave };
  }

  async call(method: string, params: unknown, visitor: Visitor): Promise<unknown> {
    if (this.#isRetired)
      throw new AgentBrowserError('daemon_unavailable', 'The daemon is ending. Open the page again.');
    if (visitor.running.length >= LIMITS.socketCalls) {
      const message = `${LIMITS.socketCalls} calls of this client are under way. Wait for their answers first.`;
      throw new AgentBrowserError('invalid_argument', message);
    }
    switch (method as (typeof OWN_METHODS)[number]) {
      case 'daemon.status':
        return this.status(visitor);
      case 'daemon.prepare':
        return visitor.track(method, MAIN, async () => {
          await this.#main.prepare(readSettings(params));
          return {};
        });
      case 'daemon.close':
        return this.#closeMain(visitor);
      case 'daemon.stop':
        // The answer goes out first.
        setImmediate(this.#settings.onEnd);
        return {};
    }
    if (isRpcMethod(method)) {
      return runRpcMethod(method, params, {
        call: (name, given) => this.#forward(name, given, visitor) as Promise<never>,
        picture: (given) => this.call('session.picture', given, visitor) as Promise<PictureAnswer>,
        inTab: (session, tab, work) => this.#inTab(session ?? MAIN, tab, work, visitor),
      });
    }
    if (!isMethod(method)) throw unknownMethod(method);
    return this.#forward(method, params, visitor);
  }

  /** Never waits for long: it is asked when something seems to hang. */
  async status(asking?: Visitor): Promise<DaemonStatus> {
    const { name, version, idleMs } = this.#settings;
    const others = [...this.#visitors].filter((visitor) => visitor !== asking);
    const now = Date.now();
    const link = this.#engine.running;
    const pid = link === null ? null : await quickly(link.call('engine.ping', {}, LIMITS.pingMs));
    return {
      name,
      version,
      pid: process.pid,
      enginePid: pid?.pid ?? null,
      startedAt: this.#startedAt,
      idleMs,
      clients: others.length,
      calls: others.flatMap(({ running }) => running.map((run) => ({ method: run.method, ms: now - run.startedAt }))),
      sessions: [...this.#visitors].reduce((sum, visitor) => sum + visitor.sessions.size, 0),
      main: await this.#mainStatus(link),
    };
  }

  /** Ends sessions in good order, so that what they keep is kept, then the engine. */
  async end(): Promise<void> {
    this.#idle.stop();
    await quickly(this.#main.close(), LIMITS.daemonStopMs);
    await this.#engine.close();
  }

  async #mainStatus(link: EngineLink | null): Promise<DaemonStatus['main']> {
    const session = this.#main.id;
    if (link === null || session === null) return null;
    const answer = await quickly(link.call('tab.list', { session }, LIMITS.pingMs));
    const tabs = (answer?.tabs ?? []).map(({ id, url, title }) => ({ id, url, title }));
    return { tabs, viewport: this.#main.settings.viewport ?? null };
  }

  /** Closes `main`; the daemon ends when nobody else uses it. */
  async #closeMain(visitor: Visitor): Promise<{ readonly closed: boolean }> {
    const closed = await this.#main.close();
    if ([...this.#visitors].every((other) => other === visitor)) setImmediate(this.#settings.onEnd);
    return { closed };
  }

  async #forward(method: MethodName, params: unknown, visitor: Visitor): Promise<unknown> {
    const given = paramsOf(params);
    const deadlineMs = deadlineOf(method, given);
    if (method === 'engine.ping' || method.startsWith('auth.')) {
      const link = await this.#engine.get();
      return visitor.track(method, null, () => link.call(method, given as never, deadlineMs));
    }
    if (method === 'session.create') return this.#create(given, deadlineMs, visitor);
    const isMain = (given['session'] ?? MAIN) === MAIN;
    if (isMain && method === 'session.close') {
      await this.#main.close();
      return {};
    }
    return visitor.track(method, isMain ? MAIN : String(given['session']), async (name) => {
      const session = isMain ? await this.#main.need() : given['session'];
      const link = await this.#engine.get();
      // Whoever left while it was made ready does not want it any more.
      if (visitor.hasLeft) throw new AgentBrowserError('cancelled', 'The client has left.');
      const own = takesName(method) && given['call'] === undefined ? { call: name } : {};
      const answer = await link.call(method, { ...given, ...own, session } as never, deadlineMs);
      if (method === 'session.close') visitor.sessions.delete(String(session));
      return answer;
    });
  }

  async #create(given: Params, deadlineMs: number, visitor: Visitor): Promise<unknown> {
    const link = await this.#engine.get();
    const answer = await visitor.track('session.create', null, () =>
      link.call('session.create', given as never, deadlineMs),
    );
    visitor.sessions.add(answer.session);
    // Whoever left meanwhile cannot close it any more.
    if (visitor.hasLeft) await this.#cleanUp(visitor);
    return answer;
  }

  #inTab<T>(session: string, tab: number, work: () => Promise<T>, visitor: Visitor): Promise<T> {
    const turn = (this.#tabTurns.get(session) ?? Promise.resolve()).then(async () => {
      const { tabs } = (await this.#forward('tab.list', { session }, visitor)) as {
        readonly tabs: readonly { readonly id: number; readonly current: boolean }[];
      };
      const isCurrent = tabs.some(({ id, current }) => id === tab && current);
      if (!isCurrent) await this.#forward('tab.select', { session, tab }, visitor);
      return work();
    });
    const done = turn
      .catch(() => undefined)
      .then(() => {
        if (this.#tabTurns.get(session) === done) this.#tabTurns.delete(session);
      });
    this.#tabTurns.set(session, done);
    return turn;
  }

  async #cleanUp(visitor: Visitor): Promise<void> {
    const link = this.#engine.running;
    if (link === null) return;
    for (const { session: named, name } of visitor.running) {
      const session = named === MAIN ? this.#main.id : named;
      if (session !== null) await ifThere(link.call('session.cancel', { session, call: name }, LIMITS.pingMs));
    }
    for (const session of visitor.sessions) {
      visitor.sessions.delete(session);
      await ifThere(link.call('session.close', { session }, LIMITS.daemonStopMs));
    }
  }

  #complain(error: unknown): void {
    process.stderr.write(`${isAgentBrowserError(error) ? `${error.code}: ${error.message}` : String(error)}\n`);
  }
}

type Params = Readonly<Record<string, unknown>>;

function paramsOf(params: unknown): Params {
  if (params === undefined || params === null) return {};
  if (typeof params === 'object' && !Array.isArray(params)) return params as Params;
  throw new AgentBrowserError('invalid_argument', 'Parameters are given by name, as an object.');
}

/** The caller's, else the table's; a wait for events comes on top. The engine checks the numbers themselves. */
function deadlineOf(method: MethodName, given: Params): number {
  const number = (value: unknown) => (typeof value === 'number' && value > 0 ? Math.min(value, LIMITS.maxCallMs) : 0);
  return (number(given['timeoutMs']) || METHODS[method].deadlineMs) + number(given['waitMs']);
}

/** Whether calls of this method wait their turn in a session, and can be cancelled. */
function takesName(method: MethodName): boolean {
  return method !== 'session.cancel' && 'call' in METHODS[method].params.shape;
}

const mainSettings = METHODS['session.create'].params.omit({ storageState: true, timeoutMs: true });

function readSettings(params: unknown): MainSettings {
  const parsed = mainSettings.safeParse(params ?? {});
  if (parsed.success) return parsed.data;
  throw new AgentBrowserError(
    'invalid_argument',
    `Settings of the session are wrong: ${faultsOf(mainSettings, params ?? {}, parsed.error)}.`,
  );
}

/** Within a moment, or `null`. */
async function quickly<T>(answer: Promise<T>, ms: number = 1_000): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    if (!isAgentBrowserError(error)) throw error;
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** What is gone already need not be ended. */
async function ifThere(ending: Promise<unknown>): Promise<void> {
  try {
    await ending;
  } catch (error) {
    const isGone =
      isAgentBrowserError(error) && ['session_closed', 'engine_crashed', 'browser_closed'].includes(error.code);
    if (!isGone) throw error;
  }
}

function unknownMethod(method: string): AgentBrowserError {
  const names = [...OWN_METHODS, ...Object.keys(RPC_METHODS), ...Object.keys(METHODS)];
  return new AgentBrowserError(
    'unknown_method',
    `There is no method '${method.slice(0, 100)}'. There are: ${[...new Set(names)].join(', ')}.`,
  );
}
