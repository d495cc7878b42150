/**
 * A session: one isolate, one history, one way to the network, shared with no other session.
 *
 * In:  what the agent wants to do.
 * Out: what it then sees. Calls are served one at a time, and each has a deadline.
 */
import { randomBytes } from 'node:crypto';
import { AgentBrowserError } from '../errors.ts';
import { DEFAULT_PROFILE } from '../identity/profile.ts';
import { Fetcher } from '../net/fetch.ts';
import type { SpatialDom, ViewOptions } from '../spatial/spatial-dom.ts';
import { bounded, toText } from '../spatial/to-text.ts';
import { type Action, type ActionResult, act, seen } from './action.ts';
import { CallQueue } from './call-queue.ts';
import { withDeadline } from './deadline.ts';
import { EventLog, type SessionEvent } from './events.ts';
import { createIsolateHost } from './isolate-host.ts';
import { callerRequest, Navigator, requestAgain } from './navigate.ts';
import type { Clock, HostBox, HostSettings, PageHost } from './page-host.ts';
import type { DialogPolicy } from './page-questions.ts';
import type { Readiness } from './pipeline.ts';
import { SessionState } from './session-state.ts';
import { type AnswerForm, View } from './view.ts';
import { describeWait, type WaitCondition, waitFor } from './wait.ts';

export const DEFAULT_VIEWPORT = DEFAULT_PROFILE.viewport;

export interface SessionSettings {
  readonly viewport: readonly [width: number, height: number];
  /** Whether pages' scripts run. */
  readonly script: boolean;
  /** How alert, confirm and prompt are answered; they are dismissed unless this says otherwise. */
  readonly dialogs?: DialogPolicy;
  /** 'virtual' passes over time in which a page only waits for its timers. */
  readonly clock?: Clock;
  /** Whether natural sizes of images are fetched: the first bytes of each. */
  readonly images?: boolean;
  /** Whether callers may run script of their own in pages. */
  readonly allowEvaluate?: boolean;
}

/** Makes the place where documents live, at the start and after one was lost. */
export type CreateHost = (settings: HostSettings) => Promise<PageHost>;

/** Options as callers give them: a field that is not given may be there as `undefined`. */
export type StateOptions = { readonly [Key in keyof ViewOptions]?: ViewOptions[Key] | undefined };

export interface GotoOptions {
  readonly waitUntil?: Readiness | undefined;
}

export class EngineSession {
  readonly #fetcher: Fetcher;
  readonly #events = new EventLog();
  readonly #state = new SessionState();
  readonly #queue = new CallQueue();
  readonly #navigator: Navigator;
  readonly #view: View;
  readonly #mayEvaluate: boolean;
  #isClosed = false;

  private constructor(settings: SessionSettings, createHost: CreateHost) {
    const profile = { ...DEFAULT_PROFILE, viewport: settings.viewport };
    this.#fetcher = new Fetcher(profile);
    this.#navigator = new Navigator(
      () =>
        createHost({
          profile,
          script: settings.script,
          clock: settings.clock ?? 'real',
          images: settings.images ?? false,
        }),
      this.#fetcher,
      this.#state,
      this.#events,
    );
    this.#state.dialogs = settings.dialogs ?? 'dismiss';
    this.#view = new View(this.#navigator);
    this.#mayEvaluate = settings.allowEvaluate ?? false;
  }

  static async create(
    settings: SessionSettings,
    timeoutMs: number,
    createHost: CreateHost = createIsolateHost,
  ): Promise<EngineSession> {
    const session = new EngineSession(settings, createHost);
    await session.#call('session()', timeoutMs, () => session.#navigator.warmUp());
    return session;
  }

  goto(url: string, timeoutMs: number, options: GotoOptions = {}): Promise<SpatialDom> {
    return this.#call(`goto(${url.slice(0, 200)})`, timeoutMs, async (signal) => {
      await this.#navigator.navigate(callerRequest(url), 'push', signal, options.waitUntil ?? 'settled');
      return this.#view.show({});
    });
  }

  back(timeoutMs: number): Promise<SpatialDom> {
    return this.#call('back()', timeoutMs, async (signal) => {
      const found = await this.#navigator.traverse(-1, signal);
      if (!found) throw new AgentBrowserError('navigation_error', 'There is no page to go back to. Use goto().');
      return this.#view.show({});
    });
  }

  forward(timeoutMs: number): Promise<SpatialDom> {
    return this.#call('forward()', timeoutMs, async (signal) => {
      const found = await this.#navigator.traverse(1, signal);
      if (!found) throw new AgentBrowserError('navigation_error', 'There is no page to go forward to. Use goto().');
      return this.#view.show({});
    });
  }

  reload(timeoutMs: number): Promise<SpatialDom> {
    return this.#call('reload()', timeoutMs, async (signal) => {
      const entry = this.#navigator.history.current;
      if (entry === null) throw new AgentBrowserError('navigation_error', 'There is no page to reload. Use goto().');
      await this.#navigator.navigate(requestAgain(entry), 0, signal);
      return this.#view.show({});
    });
  }

  /** Does something to the page or to an element of it; actions.ts makes them. */
  act(action: Action, timeoutMs: number): Promise<ActionResult> {
    return this.#call(action.name, timeoutMs, (signal) => act(action, this.#navigator, this.#view, signal));
  }

  wait(condition: WaitCondition, timeoutMs: number): Promise<ActionResult> {
    const name = describeWait(condition);
    return this.#call(name, timeoutMs, async (signal) => {
      const started = performance.now();
      const before = await this.#view.last();
      const isElsewhere = await waitFor(condition, this.#navigator, timeoutMs, signal);
      return seen(name, started, before, isElsewhere, this.#view);
    });
  }

  state(options: StateOptions, timeoutMs: number, form: AnswerForm = 'json'): Promise<SpatialDom> {
    return this.#call('state()', timeoutMs, async (signal) => {
      await this.#navigator.catchUp(signal);
      return this.#view.show(given(options), form);
    });
  }

  async text(options: StateOptions, timeoutMs: number): Promise<string> {
    const page = await this.state(options, timeoutMs, 'text');
    return toText(page, { boxes: options.boxes ?? true, boundary: boundary() });
  }

  /** The readable content of the page as Markdown. */
  async read(timeoutMs: number): Promise<string> {
    const markdown = await this.#call('read()', timeoutMs, async (signal) => {
      await this.#navigator.catchUp(signal);
      return this.#navigator.withPage((host) => host.read());
    });
    return bounded(markdown, boundary());
  }

  evaluate(source: string, timeoutMs: number): Promise<string | number | boolean | null> {
    if (!this.#mayEvaluate) {
      const error =
        'This browser does not run script of its callers. Launch it with allowEvaluate: true if you want that.';
      return Promise.reject(new AgentBrowserError('not_allowed', error));
    }
    return this.#call('evaluate()', timeoutMs, async (signal) => {
      await this.#navigator.catchUp(signal);
      const value = await this.#navigator.withPage((host) => host.evaluate(source));
      await this.#navigator.settle(signal);
      return value;
    });
  }

  boxes(timeoutMs: number): Promise<readonly HostBox[]> {
    return this.#call('boxes()', timeoutMs, async (signal) => {
      await this.#navigator.catchUp(signal);
      return this.#navigator.withPage((host) => host.boxes());
    });
  }

  events(after: number): readonly SessionEvent[] {
    return this.#events.after(after);
  }

  /** Ends the session at once: a call that still runs fails. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#navigator.close();
    await this.#fetcher.close();
  }

  #call<T>(what: string, timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return withDeadline(what, timeoutMs, (signal) =>
      this.#queue.run(async () => {
        this.#checkOpen();
        signal.throwIfAborted();
        try {
          return await work(signal);
        } catch (error) {
          // What fails because the session was closed under it is told as such.
          this.#checkOpen();
          throw error;
        }
      }),
    );
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new AgentBrowserError('session_closed', 'The session was closed. Create another.');
  }
}

/** Without the fields that are there as `undefined` only. */
function given(options: StateOptions): ViewOptions {
  const fields = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields) as ViewOptions;
}

/** Secure: a page cannot guess it, so it cannot write where its content ends. */
function boundary(): string {
  return randomBytes(4).toString('hex');
}
