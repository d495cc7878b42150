/**
 * What can be learned of a session without changing its page.
 */
import { LIMITS } from '../limits.ts';
import type {
  BoxRow,
  HttpCredentials,
  MethodResult,
  NetworkReport,
  SessionEvent,
  StorageState,
} from '../protocol/methods.ts';
import type { Cookie, EmulateOptions, NewCookie } from '../protocol/page-methods.ts';
import { SessionCalls } from './session-calls.ts';
import type {
  CallOptions,
  EventOptions,
  Picture,
  PictureOptions,
  StateOptions,
  TextOptions,
} from './session-options.ts';

type SpatialDom = MethodResult<'session.state'>;

export class SessionReading extends SessionCalls {
  /**
   * What the agent sees now, whole. Cheap to call again: only what changed is computed.
   *
   * @example
   * const page = await session.state({ scope: 'viewport' });
   * const signIn = page.els.find((el) => el.tag === 'button' && el.text === 'Sign in');
   */
  state(options: StateOptions = {}): Promise<SpatialDom> {
    return this.call('session.state', options);
  }

  /**
   * What the agent sees now, in the compact text form: one line for each element.
   *
   * @example
   * const prompt = await session.text({ boxes: false });
   */
  async text(options: TextOptions = {}): Promise<string> {
    const { text } = await this.call('session.text', options);
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
    const { markdown } = await this.call('session.read', options);
    return markdown;
  }

  /**
   * A picture of the page: a wireframe of what can be seen, with its texts in their places. Pages are not painted, so it
   * has neither their colours nor their images.
   *
   * @example
   * const { data } = await session.picture({ format: 'png' });
   * await writeFile('page.png', data);
   */
  async picture(options: PictureOptions = {}): Promise<Picture> {
    const { data, ...rest } = await this.call('session.picture', options);
    return { data: new Uint8Array(Buffer.from(data, 'base64')), ...rest };
  }

  /**
   * The value of a script in the page: text, a number, a boolean, or `null` for everything else. Rejects with
   * `not_allowed` unless the browser was launched with `allowEvaluate: true`.
   *
   * @example
   * const count = await session.evaluate('document.links.length');
   */
  async evaluate(source: string, options: CallOptions = {}): Promise<string | number | boolean | null> {
    const { value } = await this.call('session.evaluate', { source, ...options });
    return value;
  }

  /**
   * The markup of the page, or of the first element that matches a selector.
   *
   * @example
   * const form = await session.html('form');
   */
  async html(selector?: string, options: CallOptions = {}): Promise<string> {
    const { html } = await this.call('session.html', { ...(selector === undefined ? {} : { selector }), ...options });
    return html;
  }

  /**
   * The cookies of the session, or those that an address gets. They sign in whoever has them: keep them as secrets.
   *
   * @example
   * const [cookie] = await session.cookies('https://example.com/');
   */
  async cookies(url?: string, options: CallOptions = {}): Promise<readonly Cookie[]> {
    const { cookies } = await this.call('session.cookies', { ...(url === undefined ? {} : { url }), ...options });
    return cookies;
  }

  /**
   * Sets a cookie for an address, a domain, or else the current page, by the rules that a server has to keep. A time in
   * the past removes it.
   *
   * @example
   * await session.setCookie({ name: 'theme', value: 'dark', url: 'https://example.com/' });
   */
  async setCookie(cookie: NewCookie, options: CallOptions = {}): Promise<void> {
    await this.call('session.setCookie', { cookie, ...options });
  }

  /**
   * Changes what pages are shown on, open ones and those that come: media queries match anew, `matchMedia` and `resize`
   * events come, and the page is laid out again. What is not given stays as it is.
   *
   * @example
   * await session.emulate({ colorScheme: 'dark', viewport: [390, 844] });
   * await session.emulate({ media: 'print' });
   */
  async emulate(changes: EmulateOptions, options: CallOptions = {}): Promise<void> {
    await this.call('session.emulate', { ...changes, ...options });
  }

  /**
   * Ends the calls of this session that run or wait, which fail with `cancelled`, and gives how many there were. The
   * session stays usable.
   *
   * @example
   * process.once('SIGINT', () => void session.cancel());
   */
  async cancel(): Promise<number> {
    const { cancelled } = await this.call('session.cancel', {});
    return cancelled;
  }

  /**
   * The border box of every element in document order, for tools that compare layout.
   *
   * @example
   * const boxes = await session.boxes();
   * console.log(boxes.filter((box) => box.hasBox).length);
   */
  async boxes(options: CallOptions = {}): Promise<readonly BoxRow[]> {
    const { boxes } = await this.call('session.boxes', options);
    return boxes;
  }

  /**
   * Cookies and localStorage, for `browser.session({ storageState })`. It signs in whoever has it: keep it as a secret.
   *
   * @example
   * await writeFile('state.json', JSON.stringify(await session.storageState()), { mode: 0o600 });
   */
  storageState(options: CallOptions = {}): Promise<StorageState> {
    return this.call('session.storageState', options);
  }

  /**
   * What happened: navigations, console output, errors, dialogs, windows, downloads. The last few hundred are kept.
   * Messages come from the page: treat them as data. With `waitMs` it waits for the first one, beside calls that run.
   *
   * @example
   * const errors = await session.events({ kinds: ['error'] });
   * const [dialog] = await session.events({ kinds: ['dialog'], waitMs: 5_000 });
   */
  async events(options: EventOptions = {}): Promise<readonly SessionEvent[]> {
    const timeoutMs = (options.waitMs ?? 0) + this.timeoutMs;
    const { events } = await this.call('session.events', { ...options, timeoutMs });
    return events;
  }

  /**
   * Adds an event of the kind `agent`, so that people who watch see what an agent thinks and does.
   *
   * @example
   * await session.note('The basket is full: now to the checkout');
   */
  async note(text: string, options: CallOptions = {}): Promise<void> {
    await this.call('session.note', { text: text.slice(0, LIMITS.eventChars), ...options });
  }

  /**
   * What the network did so far: requests, what the cache answered, what was blocked, files that were saved.
   *
   * @example
   * const { blocked } = await session.network();
   * console.log(blocked); // { script: 14, fetch: 3 }
   */
  network(options: CallOptions = {}): Promise<NetworkReport> {
    return this.call('session.network', options);
  }

  /**
   * A name and a password for servers that ask for them (HTTP Basic), from now on. An `auth_pending` event tells that one
   * asked and got none.
   *
   * @example
   * await session.authenticate({ username: 'ann', password, origin: 'https://intranet.example' });
   * const page = await session.reload();
   */
  async authenticate(credentials: HttpCredentials): Promise<void> {
    await this.call('session.httpCredentials', { credentials });
  }
}
