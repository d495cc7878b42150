/**
 * A session as its user sees it: a browser tab that answers with Spatial DOM.
 *
 * Every method is one call of the protocol, with a deadline.
 */
import { LIMITS } from '../limits.ts';
import type {
  ActionResult,
  ElementTarget,
  MethodResult,
  TabInfo,
  TabPage,
  WaitCondition,
} from '../protocol/methods.ts';
import { SessionLogin } from './session-login.ts';
import type {
  CallOptions,
  ClickOptions,
  GotoOptions,
  NewTabOptions,
  PressOptions,
  ScrollOptions,
  TypeOptions,
} from './session-options.ts';

type SpatialDom = MethodResult<'session.goto'>;

/**
 * An isolated browsing session. `browser.session()` makes one.
 *
 * @example
 * await using session = await browser.session();
 * const page = await session.goto('https://example.com/');
 * const link = page.els.find((el) => el.tag === 'a');
 * const result = await session.click(link.id);
 */
export class Session extends SessionLogin {
  #isClosed = false;

  /**
   * Opens a URL, waits until the page has settled, and gives its Spatial DOM.
   *
   * @example
   * const page = await session.goto('https://example.com/login', { timeoutMs: 10_000 });
   * for (const el of page.els) console.log(el.id, el.tag, el.text, el.b);
   */
  async goto(url: string, options: GotoOptions = {}): Promise<SpatialDom> {
    const auth = await this.signInFor(url, options.auth);
    if (auth === undefined) return this.call('session.goto', { url, ...options });
    // It may have to sign in, and to wait for a fresh code.
    const { timeoutMs = Math.max(this.timeoutMs, LIMITS.loginMs) } = options;
    return this.call('session.goto', { url, ...options, timeoutMs, auth });
  }

  /**
   * Goes back one entry in the history. Rejects with `navigation_error` when there is none.
   *
   * @example
   * const page = await session.back();
   */
  back(options: CallOptions = {}): Promise<SpatialDom> {
    return this.call('session.back', options);
  }

  /**
   * Goes forward one entry in the history. Rejects with `navigation_error` when there is none.
   *
   * @example
   * await session.back();
   * const page = await session.forward();
   */
  forward(options: CallOptions = {}): Promise<SpatialDom> {
    return this.call('session.forward', options);
  }

  /**
   * Loads the current page again.
   *
   * @example
   * const page = await session.reload();
   */
  reload(options: CallOptions = {}): Promise<SpatialDom> {
    return this.call('session.reload', options);
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
    return this.call('session.click', { id, ...options });
  }

  /**
   * Types text into an element, after emptying it.
   *
   * @example
   * await session.type(2, 'agent@example.com');
   * const result = await session.type(3, 'red shoes', { submit: true });
   */
  type(id: ElementTarget, text: string, options: TypeOptions = {}): Promise<ActionResult> {
    return this.call('session.type', { id, text, ...options });
  }

  /**
   * Chooses an option of a list, by value or label; several of a list that takes several.
   *
   * @example
   * await session.select(7, 'Germany');
   */
  select(id: ElementTarget, value: string | readonly string[], options: CallOptions = {}): Promise<ActionResult> {
    return this.call('session.select', { id, values: typeof value === 'string' ? [value] : value, ...options });
  }

  /**
   * Ticks a checkbox, radio button or switch; `false` takes the tick away. Does nothing when it is so already.
   *
   * @example
   * await session.check(4);
   * await session.check(5, false);
   */
  check(id: ElementTarget, checked = true, options: CallOptions = {}): Promise<ActionResult> {
    return this.call('session.check', { id, checked, ...options });
  }

  /**
   * Moves the pointer over an element: menus open, hints show.
   *
   * @example
   * const { delta } = await session.hover(9);
   */
  hover(id: ElementTarget, options: CallOptions = {}): Promise<ActionResult> {
    return this.call('session.hover', { id, ...options });
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
    return this.call('session.scroll', {
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
    return this.call('session.press', { key, ...(target === undefined ? {} : { id: target }), ...options });
  }

  /**
   * Drags an element to another one, with the events of drag and drop where it is draggable.
   *
   * @example
   * await session.drag(3, 8);
   */
  drag(id: ElementTarget, to: ElementTarget, options: CallOptions = {}): Promise<ActionResult> {
    return this.call('session.drag', { id, to, ...options });
  }

  /**
   * Gives files of this machine to a file input.
   *
   * @example
   * await session.upload(5, ['./invoice.pdf']);
   */
  upload(id: ElementTarget, paths: string | readonly string[], options: CallOptions = {}): Promise<ActionResult> {
    return this.call('session.upload', { id, paths: typeof paths === 'string' ? [paths] : paths, ...options });
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
    return this.call('session.wait', { until: conditionOf(until), ...options });
  }

  /**
   * The tabs of the session. A window that a page opens becomes a tab: the click that opened it answers with its page and
   * its number, and it is the current one from then on.
   *
   * @example
   * const tabs = await session.tabs();
   * console.log(tabs.find((tab) => tab.current).url);
   */
  async tabs(options: CallOptions = {}): Promise<readonly TabInfo[]> {
    const { tabs } = await this.call('tab.list', options);
    return tabs;
  }

  /**
   * Opens a tab with the same cookies and storage, at an address where one is given, and makes it the current one.
   *
   * @example
   * const { tab, page } = await session.newTab('https://example.com/');
   */
  newTab(url?: string, options: NewTabOptions = {}): Promise<TabPage> {
    return this.call('tab.create', { ...(url === undefined ? {} : { url }), ...options });
  }

  /**
   * Makes another tab the current one, on which all methods work, and shows it.
   *
   * @example
   * const { page } = await session.switchTab(1);
   */
  switchTab(tab: number, options: CallOptions = {}): Promise<TabPage> {
    return this.call('tab.select', { tab, ...options });
  }

  /**
   * Closes a tab, the current one when none is named, and shows the one that is current then: the one that opened it.
   *
   * @example
   * const { tab, page } = await session.closeTab();
   */
  closeTab(tab?: number, options: CallOptions = {}): Promise<TabPage> {
    return this.call('tab.close', { ...(tab === undefined ? {} : { tab }), ...options });
  }

  /**
   * Answers a dialog of the page: the one that is open, when the session's `dialogs` are `'ask'`, else the next one that
   * comes. Other dialogs are answered as `dialogs` says.
   *
   * @example
   * await session.dialog({ accept: true, text: 'Blue' });
   * await session.click(4); // its prompt() gets 'Blue'
   */
  async dialog(reply: { readonly accept: boolean; readonly text?: string }): Promise<void> {
    await this.call('session.dialog', reply);
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
    try {
      await this.call('session.close', {});
    } finally {
      this.release();
    }
  }

  /** `await using session = ...` closes it at the end of the block, unless its engine is gone already. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.engineAlive) await this.close();
  }
}

function conditionOf(until: number | string | WaitCondition): WaitCondition {
  if (typeof until === 'number') return { ms: until };
  if (until === 'settled') return { settled: true };
  return typeof until === 'string' ? { selector: until } : until;
}
