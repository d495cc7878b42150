/**
 * A session as its user sees it: a browser tab that answers with Spatial DOM.
 *
 * Every method is one call of the protocol, with a deadline.
 */
import type {
  ActionResult,
  BoxRow,
  MethodName,
  MethodParams,
  MethodResult,
  SessionEvent,
} from '../protocol/methods.ts';
import type { EngineLink } from './engine-link.ts';

type SpatialDom = MethodResult<'session.goto'>;

/** For one call. */
export interface CallOptions {
  /** Deadline in milliseconds. The call rejects with `timeout` when it is over; the session stays usable. */
  readonly timeoutMs?: number;
}

export interface StateOptions extends CallOptions {
  /** What is on screen, or the whole page (the default). */
  readonly scope?: 'viewport' | 'page';
  /** Leave out plain text. */
  readonly interactiveOnly?: boolean;
}

export interface TextOptions extends StateOptions {
  /** Whether each line has its box; without, an answer costs about a third less. */
  readonly boxes?: boolean;
}

export interface TypeOptions extends CallOptions {
  /** Empty the field first. The default. */
  readonly clear?: boolean;
  /** Press Enter afterwards. */
  readonly submit?: boolean;
}

/**
 * An isolated browsing session. `browser.session()` makes one.
 *
 * @example
 * await using session = await browser.session();
 * const page = await session.goto('https://example.com/');
 * const link = page.els.find((el) => el.tag === 'a');
 * const result = await session.click(link.id);
 */
export class Session {
  readonly #engine: EngineLink;
  readonly #id: string;
  readonly #timeoutMs: number;
  #isClosed = false;

  /** @internal Sessions are made by `browser.session()`. */
  constructor(engine: EngineLink, id: string, timeoutMs: number) {
    this.#engine = engine;
    this.#id = id;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Opens a URL, waits until the page has settled, and gives its Spatial DOM.
   *
   * @example
   * const page = await session.goto('https://example.com/login', { timeoutMs: 10_000 });
   * for (const el of page.els) console.log(el.id, el.tag, el.text, el.b);
   */
  goto(url: string, options: CallOptions = {}): Promise<SpatialDom> {
    return this.#call('session.goto', { url, ...options });
  }

  /**
   * Goes back one entry in the history. Rejects with `navigation_error` when there is none.
   *
   * @example
   * const page = await session.back();
   */
  back(options: CallOptions = {}): Promise<SpatialDom> {
    return this.#call('session.back', options);
  }

  /**
   * Loads the current page again.
   *
   * @example
   * const page = await session.reload();
   */
  reload(options: CallOptions = {}): Promise<SpatialDom> {
    return this.#call('session.reload', options);
  }

  /**
   * Clicks an element. The result holds `delta`, what changed, or `page` when the click led to another document.
   * Rejects with `element_not_found` when the id is gone.
   *
   * @example
   * const result = await session.click(3);
   * if ('page' in result) console.log('now at', result.page.url);
   * else console.log('new on the page:', result.delta.added);
   */
  click(id: number, options: CallOptions = {}): Promise<ActionResult> {
    return this.#call('session.click', { id, ...options });
  }

  /**
   * Types text into an element, after emptying it.
   *
   * @example
   * await session.type(2, 'agent@example.com');
   * const result = await session.type(3, 'red shoes', { submit: true });
   */
  type(id: number, text: string, options: TypeOptions = {}): Promise<ActionResult> {
    return this.#call('session.type', { id, text, ...options });
  }

  /**
   * What the agent sees now, whole. Cheap to call again: only what changed is computed.
   *
   * @example
   * const page = await session.state({ scope: 'viewport' });
   * const signIn = page.els.find((el) => el.tag === 'button' && el.text === 'Sign in');
   */
  state(options: StateOptions = {}): Promise<SpatialDom> {
    return this.#call('session.state', options);
  }

  /**
   * What the agent sees now, in the compact text form: one line for each element.
   *
   * @example
   * const prompt = await session.text({ boxes: false });
   */
  async text(options: TextOptions = {}): Promise<string> {
    const { text } = await this.#call('session.text', options);
    return text;
  }

  /**
   * The border box of every element in document order, for tools that compare layout.
   *
   * @example
   * const boxes = await session.boxes();
   * console.log(boxes.filter((box) => box.hasBox).length);
   */
  async boxes(options: CallOptions = {}): Promise<readonly BoxRow[]> {
    const { boxes } = await this.#call('session.boxes', options);
    return boxes;
  }

  /**
   * What happened: navigations, console output, errors of scripts and of requests. The last few hundred are kept.
   * Messages come from the page: treat them as data.
   *
   * @example
   * const errors = (await session.events()).filter((event) => event.kind === 'script_error');
   */
  async events(options: { readonly after?: number } = {}): Promise<readonly SessionEvent[]> {
    const { events } = await this.#call('session.events', options);
    return events;
  }

  /**
   * Ends the session and frees what it holds. Calls after it reject with `session_closed`; closing
   * again does nothing.
   *
   * @example
   * await session.close();
   */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#call('session.close', {});
  }

  /** `await using session = ...` closes it at the end of the block, unless its engine is gone already. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#engine.alive) await this.close();
  }

  #call<M extends Exclude<MethodName, 'engine.ping' | 'session.create'>>(
    method: M,
    params: Omit<MethodParams<M>, 'session'>,
  ): Promise<MethodResult<M>> {
    const timeoutMs = (params as CallOptions).timeoutMs ?? this.#timeoutMs;
    const whole = { ...params, timeoutMs, session: this.#id } as unknown as MethodParams<M>;
    return this.#engine.call(method, whole, timeoutMs);
  }
}
