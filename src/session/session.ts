/**
 * A session: one isolate, one history, one way to the network, shared with no other session.
 *
 * In:  what the agent wants to do.
 * Out: what it then sees. Calls are served one at a time, and each has a deadline.
 */
import { AgentBrowserError } from '../errors.ts';
import { DEFAULT_PROFILE } from '../identity/profile.ts';
import { Fetcher } from '../net/fetch.ts';
import type { PageInput } from '../page/messages.ts';
import type { EmitOptions, SpatialDom } from '../spatial/spatial-dom.ts';
import { toText } from '../spatial/to-text.ts';
import { type Action, type ActionResult, act } from './action.ts';
import { CallQueue } from './call-queue.ts';
import { withDeadline } from './deadline.ts';
import { EventLog, type SessionEvent } from './events.ts';
import { createIsolateHost } from './isolate-host.ts';
import type { DocumentRequest } from './load-document.ts';
import { callerRequest, type HistoryMode, Navigator, requestAgain } from './navigate.ts';
import type { Clock, HostBox, HostSettings, PageHost } from './page-host.ts';
import type { DialogPolicy } from './page-questions.ts';
import { SessionState } from './session-state.ts';
import { View } from './view.ts';

export const DEFAULT_VIEWPORT = DEFAULT_PROFILE.viewport;

export interface SessionSettings {
  readonly viewport: readonly [width: number, height: number];
  /** Whether pages' scripts run. */
  readonly script: boolean;
  /** How alert, confirm and prompt are answered; they are dismissed unless this says otherwise. */
  readonly dialogs?: DialogPolicy;
  /** 'virtual' passes over time in which a page only waits for its timers. */
  readonly clock?: Clock;
}

/** Makes the place where documents live, at the start and after one was lost. */
export type CreateHost = (settings: HostSettings) => Promise<PageHost>;

/** Options as callers give them: a field that is not given may be there as `undefined`. */
export interface StateOptions {
  readonly scope?: EmitOptions['scope'] | undefined;
  readonly interactiveOnly?: boolean | undefined;
}

export class EngineSession {
  readonly #fetcher: Fetcher;
  readonly #events = new EventLog();
  readonly #state = new SessionState();
  readonly #queue = new CallQueue();
  readonly #navigator: Navigator;
  readonly #view: View;
  #isClosed = false;

  private constructor(settings: SessionSettings, createHost: CreateHost) {
    const profile = { ...DEFAULT_PROFILE, viewport: settings.viewport };
    this.#fetcher = new Fetcher(profile);
    this.#navigator = new Navigator(
      () => createHost({ profile, script: settings.script, clock: settings.clock ?? 'real' }),
      this.#fetcher,
      this.#state,
      this.#events,
    );
    this.#state.dialogs = settings.dialogs ?? 'dismiss';
    this.#view = new View(this.#navigator);
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

  goto(url: string, timeoutMs: number): Promise<SpatialDom> {
    return this.#call(`goto(${url.slice(0, 200)})`, timeoutMs, (signal) =>
      this.#load(callerRequest(url), 'push', signal),
    );
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
      return this.#load(requestAgain(entry), 0, signal);
    });
  }

  click(id: number, timeoutMs: number): Promise<ActionResult> {
    return this.#act({ name: `click(${id})`, id, inputs: [{ kind: 'click', id }] }, timeoutMs);
  }

  type(
    id: number,
    text: string,
    { clear, submit }: { readonly clear: boolean; readonly submit: boolean },
    timeoutMs: number,
  ): Promise<ActionResult> {
    // The text stays out of the name: it may be a secret, and names end up in logs.
    const inputs: PageInput[] = [{ kind: 'type', id, text, clear }];
    if (submit) inputs.push({ kind: 'key', key: 'Enter' });
    return this.#act({ name: `type(${id})`, id, inputs }, timeoutMs);
  }

  state(options: StateOptions, timeoutMs: number): Promise<SpatialDom> {
    return this.#call('state()', timeoutMs, async (signal) => {
      await this.#navigator.catchUp(signal);
      return this.#view.show(emitOptions(options));
    });
  }

  async text(options: StateOptions & { readonly boxes?: boolean | undefined }, timeoutMs: number): Promise<string> {
    const page = await this.state(options, timeoutMs);
    return toText(page, { boxes: options.boxes ?? true });
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

  #act(action: Action, timeoutMs: number): Promise<ActionResult> {
    return this.#call(action.name, timeoutMs, (signal) => act(action, this.#navigator, this.#view, signal));
  }

  async #load(request: DocumentRequest, mode: HistoryMode, signal: AbortSignal): Promise<SpatialDom> {
    await this.#navigator.navigate(request, mode, signal);
    return this.#view.show({});
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

function emitOptions({ scope, interactiveOnly }: StateOptions): EmitOptions {
  return {
    ...(scope === undefined ? {} : { scope }),
    ...(interactiveOnly === undefined ? {} : { interactiveOnly }),
  };
}
