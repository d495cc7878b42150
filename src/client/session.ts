/**
 * A session as its user sees it: a browser tab that answers with Spatial DOM.
 *
 * Every method is one call of the protocol, with a deadline.
 */
import type {
  ActionResult,
  BoxRow,
  ElementTarget,
  MethodName,
  MethodParams,
  MethodResult,
  SessionEvent,
  WaitCondition,
} from '../protocol/methods.ts';
import type { EngineLink } from './engine-link.ts';

type SpatialDom = MethodResult<'session.goto'>;

/** For one call. */
export interface CallOptions {
  /** Deadline in milliseconds. The call rejects with `timeout` when it is over; the session stays usable. */
  readonly timeoutMs?: number;
}

export interface GotoOptions extends CallOptions {
  /** A page at rest (the default), its load event, or nothing. */
  readonly waitUntil?: 'settled' | 'load' | 'none';
}

export interface StateOptions extends CallOptions {
  /**
   * What is on screen, or the whole page. When it is not given: what is on screen, in at most 2,000 tokens, and `more`
   * says how much there is besides.
   */
  readonly scope?: 'viewport' | 'page';
  /** Leave out plain text. */
  readonly interactiveOnly?: boolean;
  /** `false` leaves the boxes out; an answer then costs about a third less. */
  readonly boxes?: boolean;
  /** A hard ceiling: the most relevant elements are kept, `more.omitted` counts the others. */
  readonly maxTokens?: number;
  /** The id of an element: what is around it is kept first. */
  readonly near?: number;
}

export type TextOptions = StateOptions;

export interface ClickOptions extends CallOptions {
  readonly button?: 'left' | 'middle' | 'right';
  readonly double?: boolean;
  /** Keys that are held down. */
  readonly modifiers?: readonly ('Alt' | 'Control' | 'Meta' | 'Shift')[];
}

export interface TypeOptions extends CallOptions {
  /** Empty the field first. The default; `false` types behind what is there. */
  readonly clear?: boolean;
  /** Press Enter afterwards. */
  readonly submit?: boolean;
}

export interface ScrollOptions extends CallOptions {
  /** An element: the box around it that scrolls is scrolled instead of the page. */
  readonly within?: ElementTarget;
}

export interface PressOptions extends CallOptions {
  /** The element that gets the focus first. */
  readonly target?: ElementTarget;
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
  goto(url: string, options: GotoOptions = {}): Promise<SpatialDom> {
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
   * Goes forward one entry in the history. Rejects with `navigation_error` when there is none.
   *
   * @example
   * await session.back();
   * const page = await session.forward();
   */
  forward(options: CallOptions = {}): Promise<SpatialDom> {
    return this.#call('session.forward', options);
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
   * Clicks an element, after bringing it into view. The result holds `delta`, what changed, or `page` when the click led
   * to another document. Rejects with `element_not_found` when the id is gone, and with `element_not_visible` when a
   * person could not click it; the message says what covers it.
   *
   * @example
   * const result = await session.click(3);
   * if ('page' in result) console.log('now at', result.page.url);
   * else console.log('new on the page:', result.delta.added);
   * await session.click({ role: 'button', name: 'Sign in' }, { modifiers: ['Control'] });
   */
  click(id: ElementTarget, options: ClickOptions = {}): Promise<ActionResult> {
    return this.#call('session.click', { id, ...options });
  }

  /**
   * Types text into an element, after emptying it.
   *
   * @example
   * await session.type(2, 'agent@example.com');
   * const result = await session.type(3, 'red shoes', { submit: true });
   */
  type(id: ElementTarget, text: string, options: TypeOptions = {}): Promise<ActionResult> {
    return this.#call('session.type', { id, text, ...options });
  }

  /**
   * Chooses an option of a list, by value or label; several of a list that takes several.
   *
   * @example
   * await session.select(7, 'Germany');
   */
  select(id: ElementTarget, value: string | readonly string[], options: CallOptions = {}): Promise<ActionResult> {
    return this.#call('session.select', { id, values: typeof value === 'string' ? [value] : value, ...options });
  }

  /**
   * Ticks a checkbox, radio button or switch; `false` takes the tick away. Does nothing when it is so already.
   *
   * @example
   * await session.check(4);
   * await session.check(5, false);
   */
  check(id: ElementTarget, checked = true, options: CallOptions = {}): Promise<ActionResult> {
    return this.#call('session.check', { id, checked, ...options });
  }

  /**
   * Moves the pointer over an element: menus open, hints show.
   *
   * @example
   * const { delta } = await session.hover(9);
   */
  hover(id: ElementTarget, options: CallOptions = {}): Promise<ActionResult> {
    return this.#call('session.hover', { id, ...options });
  }

  /**
   * Scrolls by pixels, or by most of what shows when no amount is given.
   *
   * @example
   * await session.scroll('down');
   * await session.scroll('right', 200, { within: 12 });
   */
  scroll(
    direction: 'up' | 'down' | 'left' | 'right',
    amount?: number,
    { within, ...options }: ScrollOptions = {},
  ): Promise<ActionResult> {
    return this.#call('session.scroll', {
      direction,
      ...(amount === undefined ? {} : { amount }),
      ...(within === undefined ? {} : { id: within }),
      ...options,
    });
  }

  /**
   * Presses a key or a chord where the focus is, or on an element.
   *
   * @example
   * await session.press('Escape');
   * await session.press('Control+a', { target: 2 });
   */
  press(key: string, { target, ...options }: PressOptions = {}): Promise<ActionResult> {
    return this.#call('session.press', { key, ...(target === undefined ? {} : { id: target }), ...options });
  }

  /**
   * Drags an element to another one, with the events of drag and drop where it is draggable.
   *
   * @example
   * await session.drag(3, 8);
   */
  drag(id: ElementTarget, to: ElementTarget, options: CallOptions = {}): Promise<ActionResult> {
    return this.#call('session.drag', { id, to, ...options });
  }

  /**
   * Gives files of this machine to a file input.
   *
   * @example
   * await session.upload(5, ['./invoice.pdf']);
   */
  upload(id: ElementTarget, paths: string | readonly string[], options: CallOptions = {}): Promise<ActionResult> {
    return this.#call('session.upload', { id, paths: typeof paths === 'string' ? [paths] : paths, ...options });
  }

  /**
   * Waits: for a time in milliseconds, for an element by CSS selector, or for what an object names. Rejects with
   * `timeout` when it does not come true.
   *
   * @example
   * await session.wait(500);
   * await session.wait('#results');
   * await session.wait({ text: 'Thank you' }, { timeoutMs: 10_000 });
   * await session.wait({ gone: 7 });
   */
  wait(until: number | string | WaitCondition, options: CallOptions = {}): Promise<ActionResult> {
    return this.#call('session.wait', { until: conditionOf(until), ...options });
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
   * The readable content of the page as Markdown: headings, paragraphs, lists, tables, links. Navigation and footers are
   * left out where the page has a main part. The first and last line mark it as content of the page.
   *
   * @example
   * const article = await session.read();
   */
  async read(options: CallOptions = {}): Promise<string> {
    const { markdown } = await this.#call('session.read', options);
    return markdown;
  }

  /**
   * The value of a script in the page: text, a number, a boolean, or `null` for everything else. Rejects with
   * `not_allowed` unless the browser was launched with `allowEvaluate: true`.
   *
   * @example
   * const count = await session.evaluate('document.links.length');
   */
  async evaluate(source: string, options: CallOptions = {}): Promise<string | number | boolean | null> {
    const { value } = await this.#call('session.evaluate', { source, ...options });
    return value;
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

function conditionOf(until: number | string | WaitCondition): WaitCondition {
  if (typeof until === 'number') return { ms: until };
  if (until === 'settled') return { settled: true };
  return typeof until === 'string' ? { selector: until } : until;
}
