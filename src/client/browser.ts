/**
 * The public entry: a browser is an engine, in a process of its own or in this one, that gives sessions.
 */
import { availableParallelism } from 'node:os';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { VaultOptions } from '../protocol/auth-methods.ts';
import type { DialogPolicy, HttpCredentials, StorageState } from '../protocol/methods.ts';
import { Auth } from './auth.ts';
import { type StartedEngine, startInProcess } from './engine-link.ts';
import { startEngineProcess } from './engine-process.ts';
import type { NetworkOptions } from './network-options.ts';
import { EnginePool, type PoolLimits } from './pool.ts';
import type { ProfileOptions, ProfilePlatform } from './profile-options.ts';
import { type ReplayReport, replayTrace } from './replay-trace.ts';
import { Session } from './session.ts';

/** Defaults for every session of the browser. */
export interface SessionOptions extends NetworkOptions {
  /** Width and height in CSS pixels. 1280 by 800 when not given. */
  readonly viewport?: readonly [width: number, height: number];
  /** `false` reads pages without running their script. */
  readonly script?: boolean;
  /** `true` fetches the first bytes of images, so that those without given sizes have their own. */
  readonly images?: boolean;
  /** 'virtual' passes over time in which a page only waits for its timers. 'real' is the default. */
  readonly clock?: 'real' | 'virtual';
  /**
   * 'human', the default: the pointer moves, keys and scrolling take their time, as a person's would. 'instant' does the
   * same without the way there and the pauses. With a virtual clock neither is waited for.
   */
  readonly behaviour?: 'human' | 'instant';
  /** The same seed gives the same profile and the same movements. One by chance when not given. */
  readonly seed?: number;
  /**
   * Who sites take the session for: a platform, or fields of a profile; the rest is chosen from the catalogue by the seed.
   * Chrome on Linux when not given.
   */
  readonly profile?: ProfilePlatform | ProfileOptions;
  /**
   * How alert, confirm, prompt and beforeunload are answered: 'accept', 'dismiss', or 'ask', which waits a few seconds for
   * `session.dialog()`; for all of them, or for each. Dismissed when not given, and pages may be left.
   */
  readonly dialogs?: DialogPolicy;
  /** A name and a password for servers that ask for them before they show a page (HTTP Basic). */
  readonly httpCredentials?: HttpCredentials;
  /** Cookies and localStorage that `session.storageState()` gave. */
  readonly storageState?: StorageState;
  /**
   * A folder in which everything is written down that the session does and sees, without secrets, and the network's
   * answers; `true` makes one among the temporary files. `browser.replay()` does it again.
   */
  readonly trace?: string | true;
  /** The sign-in that `goto()` uses when it names none: its session is restored, or it is signed in to first. */
  readonly auth?: string;
  /** Deadline for calls that name none, in milliseconds. 30 seconds when not given. */
  readonly timeoutMs?: number;
}

export interface LaunchOptions extends SessionOptions {
  /**
   * Run the engine in this process instead of a child. A page that brings V8 down brings this process down.
   */
  readonly inProcess?: boolean;
  /** Whether `session.evaluate()` may run script of yours in pages. Off unless you say so. */
  readonly allowEvaluate?: boolean;
  /**
   * Where the vault is and what opens it. Without it: in the user's own folder, with the passphrase in the environment
   * variable AGENTBROWSER_VAULT_PASSPHRASE, else with a key file beside it.
   */
  readonly vault?: VaultOptions;
  /**
   * How many engine processes the sessions are spread over, started when they are needed: a number, or 'cores' for as many
   * as this machine has. One when not given. A crash takes the sessions of one process only.
   */
  readonly engines?: number | 'cores';
  /** Sessions that may be open at a time. 200 for each engine when not given. */
  readonly maxSessions?: number;
  /**
   * Calls of `session()` that may wait for one to be closed when there are so many, each until its deadline. None when not
   * given: then it rejects with `too_many_sessions` at once.
   */
  readonly maxWaiting?: number;
}

/**
 * A zero-render browser for agents.
 *
 * @example
 * const browser = await AgentBrowser.launch({ viewport: [1280, 800] });
 * const session = await browser.session();
 * const page = await session.goto('https://example.com/');
 * const result = await session.click(page.els[0].id);
 * await browser.shutdown();
 */
export class AgentBrowser {
  readonly #defaults: SessionOptions;
  readonly #pool: EnginePool;
  #isShutDown = false;
  /** Sign-ins, kept in an encrypted file. */
  readonly auth = new Auth(() => this.#pool.any());

  private constructor(options: LaunchOptions, pool: EnginePool) {
    const { inProcess: _1, vault: _2, engines: _3, maxSessions: _4, maxWaiting: _5, ...defaults } = options;
    this.#defaults = defaults;
    this.#pool = pool;
  }

  /**
   * Starts the engine. Rejects with `unsupported_runtime` when this Node is too old.
   *
   * @example
   * await using browser = await AgentBrowser.launch();
   */
  static async launch(options: LaunchOptions = {}): Promise<AgentBrowser> {
    const pool = new EnginePool(() => startEngine(options), poolLimits(options));
    await pool.any();
    return new AgentBrowser(options, pool);
  }

  /**
   * A new session: its own cookies, storage and script, shared with nobody. If the engine process has died, this
   * starts another.
   *
   * @example
   * const session = await browser.session({ script: false });
   */
  async session(options: SessionOptions = {}): Promise<Session> {
    const merged = { ...this.#defaults, ...options };
    const timeoutMs = merged.timeoutMs ?? LIMITS.callMs;
    const { engine, release } = await this.#pool.take(timeoutMs);
    try {
      const { auth, ...others } = merged;
      // A sign-in that is still pending is named with the first page, when it is known where it begins.
      const settings = auth !== undefined && this.auth.isPending(auth) ? others : merged;
      const { session, trace = null } = await engine.call('session.create', settings, timeoutMs);
      return new Session(engine, session, timeoutMs, { traceFolder: trace, release, auth, signIns: this.auth });
    } catch (error) {
      release();
      throw error;
    }
  }

  /**
   * Does what a trace tells again, without a network, and tells where it went another way.
   *
   * @example
   * const session = await browser.session({ trace: true });
   * await session.goto('https://example.com/');
   * await session.close();
   * const { differences } = await browser.replay(session.traceFolder);
   */
  async replay(folder: string): Promise<ReplayReport> {
    return replayTrace(await this.#pool.any(), folder);
  }

  /**
   * Process id of the engine, to watch its memory and load; of the first one where there are several.
   *
   * @example
   * const pid = await browser.enginePid();
   */
  async enginePid(): Promise<number> {
    const { pid } = await (await this.#pool.any()).call('engine.ping', {}, LIMITS.pingMs);
    return pid;
  }

  /**
   * Process ids of all engines that run.
   *
   * @example
   * const pids = await browser.enginePids();
   */
  async enginePids(): Promise<readonly number[]> {
    const pings = this.#pool.engines.map((engine) => engine.call('engine.ping', {}, LIMITS.callMs));
    return (await Promise.all(pings)).map(({ pid }) => pid);
  }

  /**
   * How full the browser is: sessions that are open, and callers that wait for one.
   *
   * @example
   * const { sessions, waiting } = browser.load;
   */
  get load(): { readonly sessions: number; readonly waiting: number } {
    return { sessions: this.#pool.taken, waiting: this.#pool.waiting };
  }

  /**
   * Ends the engine and every session. Calls that wait reject with `browser_closed`.
   *
   * @example
   * await browser.shutdown();
   */
  async shutdown(): Promise<void> {
    if (this.#isShutDown) return;
    this.#isShutDown = true;
    await this.#pool.close();
  }

  /**
   * `shutdown()` under the name that it has in other browsers' libraries.
   *
   * @example
   * await browser.close();
   */
  async close(): Promise<void> {
    await this.shutdown();
  }

  /** `await using browser = ...` shuts it down at the end of the block. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.shutdown();
  }
}

async function startEngine(options: LaunchOptions): Promise<StartedEngine> {
  const engine = await (options.inProcess === true ? startInProcess() : startEngineProcess());
  if (options.vault !== undefined) await engine.call('auth.open', options.vault, LIMITS.callMs);
  return engine;
}

function poolLimits({ engines = 1, maxSessions, maxWaiting = 0, inProcess = false }: LaunchOptions): PoolLimits {
  const count = engines === 'cores' ? availableParallelism() : engines;
  check('engines', count, 1, LIMITS.enginesPerBrowser);
  check('maxSessions', maxSessions ?? 1, 1, count * LIMITS.sessionsPerBrowser);
  check('maxWaiting', maxWaiting, 0, LIMITS.waitingSessions);
  if (inProcess && count > 1) {
    throw new AgentBrowserError('invalid_argument', 'inProcess is one engine. Leave it out to have several.');
  }
  return { engines: count, maxSessions: maxSessions ?? count * LIMITS.sessionsPerBrowser, maxWaiting };
}

function check(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new AgentBrowserError('invalid_argument', `${name} is a whole number from ${least} to ${most}, not ${value}.`);
}
