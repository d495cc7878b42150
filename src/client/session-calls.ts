/**
 * How a session's methods reach the engine: each is one call of the protocol, with a deadline.
 */
import type { MethodName, MethodParams, MethodResult } from '../protocol/methods.ts';
import type { EngineLink } from './engine-link.ts';
import type { CallOptions } from './session-options.ts';

/** Methods that concern one session. */
export type SessionMethod = Exclude<MethodName, 'engine.ping' | 'session.create' | `auth.${string}`>;

/** What a session has from the browser that made it. */
export interface SessionParts {
  readonly traceFolder?: string | null;
  readonly release?: () => void;
  /** The sign-in of pages that name none. */
  readonly auth?: string | undefined;
  /** Those that do not say yet where they begin. */
  readonly signIns?: { begin(name: string, url: string): Promise<void> };
}

export class SessionCalls {
  readonly #engine: EngineLink;
  readonly #id: string;
  /** The deadline of calls that name none. */
  protected readonly timeoutMs: number;

  /** The folder of the trace; `null` without one. */
  readonly traceFolder: string | null;

  /** Gives the session's place in its engine back. */
  protected readonly release: () => void;

  readonly #parts: SessionParts;

  /** @internal Sessions are made by `browser.session()`. */
  constructor(engine: EngineLink, id: string, timeoutMs: number, parts: SessionParts = {}) {
    this.#parts = parts;
    this.traceFolder = parts.traceFolder ?? null;
    this.release = parts.release ?? (() => {});
    this.#engine = engine;
    this.#id = id;
    this.timeoutMs = timeoutMs;
  }

  /** @internal For doors that are made from the table of methods: the engine checks the parameters. */
  callByName(method: SessionMethod, params: Readonly<Record<string, unknown>>): Promise<unknown> {
    return this.call(method, params as never);
  }

  protected get engineAlive(): boolean {
    return this.#engine.alive;
  }

  /** The sign-in for a page: the one that is named, else the session's. Signing in begins there if nothing else is known. */
  protected async signInFor(url: string, named: string | undefined): Promise<string | undefined> {
    const name = named ?? this.#parts.auth;
    if (name !== undefined) await this.#parts.signIns?.begin(name, url);
    return name;
  }

  protected call<M extends SessionMethod>(
    method: M,
    params: Omit<MethodParams<M>, 'session'> & Pick<CallOptions, 'signal'>,
  ): Promise<MethodResult<M>> {
    const { signal, ...given } = params as CallOptions;
    const timeoutMs = given.timeoutMs ?? this.timeoutMs;
    const whole = { ...given, timeoutMs, session: this.#id } as unknown as MethodParams<M>;
    return this.#engine.call(method, whole, timeoutMs, signal);
  }
}
