/**
 * A session: one isolate, one history, one way to the network, shared with no other session.
 *
 * In:  what the agent wants to do.
 * Out: what it then sees. Calls are served one at a time, and each has a deadline.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { AgentBrowserError } from '../errors.ts';
import type { Place } from '../identity/country.ts';
import { DEFAULT_PROFILE } from '../identity/profile.ts';
import type { PendingAnswer } from '../login/pending.ts';
import { fence } from '../spatial/page-fence.ts';
import type { SpatialDom } from '../spatial/spatial-dom.ts';
import { type Action, type ActionResult, act, seen } from './action.ts';
import { AuthDesk } from './auth-desk.ts';
import { SessionAuth } from './auth-session.ts';
import { CaptchaWatch } from './captcha.ts';
import { withDeadline } from './deadline.ts';
import { type DialogReply, Dialogs } from './dialogs.ts';
import { callerRequest, requestAgain } from './document-request.ts';
import { DownloadFolder } from './download-folder.ts';
import { type EmulateOptions, Emulation } from './emulation.ts';
import { type EventFilter, EventLog, type SessionEvent } from './events.ts';
import { type Behaviour, Hand } from './human-hand.ts';
import { createIsolateHost } from './isolate-host.ts';
import { Navigator } from './navigate.ts';
import { type NetworkReport, networkParts, networkReport } from './net-settings.ts';
import { type HttpCredentials, ObservedFetcher } from './observed-fetcher.ts';
import type { HostBox } from './page-host.ts';
import { People } from './people.ts';
import { drawPicture, type Picture, type PictureOptions } from './picture.ts';
import { openPopups } from './popups.ts';
import { SeededRandom } from './seeded-random.ts';
import { type NewCookie, sessionCookies, setSessionCookie } from './session-cookies.ts';
import { placeOf, profileAt } from './session-place.ts';
import type { CreateHost, GotoOptions, SessionSettings, StateOptions, TabPage } from './session-settings.ts';
import { given, noEvaluation } from './session-settings.ts';
import { SessionState } from './session-state.ts';
import { loadStorageState, type StorageState, type StoredCookie, saveStorageState } from './storage-state.ts';
import type { TabInfo } from './tab.ts';
import { TabSet } from './tabs.ts';
import { lookFirst } from './take-over.ts';
import { ToldIds } from './told-ids.ts';
import { type TurnOptions, Turns, type Work } from './turns.ts';
import { View } from './view.ts';
import { describeWait, type WaitCondition, waitFor } from './wait.ts';

export const DEFAULT_VIEWPORT = DEFAULT_PROFILE.viewport;

export type { CreateHost, GotoOptions, SessionSettings, StateOptions, TabPage } from './session-settings.ts';

export class EngineSession {
  readonly #fetcher: ObservedFetcher;
  readonly #ids = new ToldIds();
  readonly #events = new EventLog((id) => this.#ids.tell(id));
  readonly #state: SessionState;
  readonly #turns = new Turns(() => this.#checkOpen());
  readonly #tabs: TabSet;
  readonly #emulation = new Emulation();
  readonly #behaviour: Behaviour;
  readonly #mayEvaluate: boolean;
  readonly #auth: SessionAuth;
  readonly #authName: string | undefined;
  /** Those who look on, and the one who has taken over. */
  readonly people: People;
  #isClosed = false;

  private constructor(settings: SessionSettings, place: Partial<Place>, createHost: CreateHost) {
    const profile = profileAt(place, settings);
    const desk = settings.desk ?? new AuthDesk();
    const environment = () => this.#emulation.environment(settings.viewport);
    const ports = { redact: (text: string) => desk.redactor.text(text), environment };
    const parts = networkParts(settings, () => this.#fetcher, ports);
    this.#fetcher = new ObservedFetcher(profile, parts, this.#events, settings.httpCredentials ?? null);
    this.#state = new SessionState(new Dialogs(settings.dialogs), {
      downloads: settings.downloads === undefined ? null : new DownloadFolder(settings.downloads),
      script: settings.script,
    });
    const { script, clock = 'real', images = false, storageState } = settings;
    if (storageState !== undefined) loadStorageState(storageState, this.#fetcher.cookies, this.#state.storage);
    const random = new SeededRandom(settings.seed ?? randomBytes(4).readUInt32LE());
    this.#tabs = new TabSet((id, opener, name, viewport = settings.viewport) => {
      const events = this.#events.ofTab(id);
      const environment = () => this.#emulation.environment(viewport);
      const ids = this.#ids.ofTab();
      const own = { profile: { ...profile, viewport }, script, clock, images, environment, ids };
      const navigator = new Navigator(() => createHost(own), this.#fetcher, this.#state, events);
      const captcha = new CaptchaWatch(navigator, events, () => this.#events.requestCount);
      const view = new View(navigator, (page) => desk.redactor.value(page));
      return { id, opener, name, navigator, view, hand: new Hand(navigator, random, viewport), captcha, ids };
    });
    this.#behaviour = settings.behaviour ?? 'instant';
    const { cookies, refusals } = this.#fetcher;
    const [storage, events] = [this.#state.storage, this.#events];
    this.#auth = new SessionAuth(desk, { cookies, refusals, storage, events, behaviour: this.#behaviour });
    this.#authName = settings.auth;
    this.people = new People({
      turns: this.#turns,
      tabs: this.#tabs,
      events: this.#events,
      checkOpen: () => this.#checkOpen(),
      isAwaited: () => this.#auth.isWaiting,
    });
    this.#mayEvaluate = settings.allowEvaluate ?? false;
  }

  get #navigator(): Navigator {
    return this.#tabs.current.navigator;
  }

  get #view(): View {
    return this.#tabs.current.view;
  }

  static async create(
    settings: SessionSettings,
    timeoutMs: number,
    createHost: CreateHost = createIsolateHost,
  ): Promise<EngineSession> {
    const place = await withDeadline('session()', timeoutMs, (signal) => placeOf(settings, signal));
    const session = new EngineSession(settings, place, createHost);
    await session.#call('session()', timeoutMs, () => session.#navigator.warmUp(), { isSilent: true });
    return session;
  }

  goto(url: string, timeoutMs: number, options: GotoOptions = {}): Promise<SpatialDom> {
    return this.#call(`goto(${url.slice(0, 200)})`, timeoutMs, async (signal) => {
      const request = callerRequest(url, options.trusted);
      const auth = options.auth ?? this.#authName;
      if (auth !== undefined) await this.#auth.begin(auth, this.#tabs.current, signal);
      await this.#navigator.navigate(request, 'push', signal, options.waitUntil ?? 'settled');
      return this.#arrived(signal);
    });
  }

  async #arrived(signal: AbortSignal): Promise<SpatialDom> {
    await this.#auth.check(this.#tabs.current, signal);
    await this.#tabs.current.captcha.look();
    return this.#view.show({});
  }

  back(timeoutMs: number): Promise<SpatialDom> {
    return this.#traverse('back', -1, timeoutMs);
  }

  forward(timeoutMs: number): Promise<SpatialDom> {
    return this.#traverse('forward', 1, timeoutMs);
  }

  #traverse(way: 'back' | 'forward', delta: number, timeoutMs: number): Promise<SpatialDom> {
    return this.#call(`${way}()`, timeoutMs, async (signal) => {
      const found = await this.#navigator.traverse(delta, signal);
      if (!found) throw new AgentBrowserError('navigation_error', `There is no page to go ${way} to. Use goto().`);
      return this.#arrived(signal);
    });
  }

  reload(timeoutMs: number): Promise<SpatialDom> {
    return this.#call('reload()', timeoutMs, async (signal) => {
      const entry = this.#navigator.history.current;
      if (entry === null) throw new AgentBrowserError('navigation_error', 'There is no page to reload. Use goto().');
      await this.#navigator.navigate({ ...requestAgain(entry), cache: 'revalidate' }, 0, signal);
      return this.#arrived(signal);
    });
  }

  /** Does something to the page or to an element of it; actions.ts makes them. */
  act(action: Action, timeoutMs: number): Promise<ActionResult> {
    return this.#call(action.name, timeoutMs, async (signal, note) => {
      const started = performance.now();
      const tab = this.#tabs.current;
      if (tab.view.isForgotten) throw lookFirst();
      // What pages wanted without a person's action is not opened now, as if it were one.
      tab.navigator.takePopups();
      const work = () => act(action, tab, this.#behaviour, signal, note);
      const result = await this.#auth.during(work, tab, signal);
      if (await this.#auth.check(tab, signal)) return seen(action.name, started, await tab.view.last(), true, tab.view);
      await tab.captcha.look();
      const opened = await openPopups(tab, this.#tabs, this.#events, signal);
      if (!opened || this.#tabs.current === tab) return result;
      const page = await this.#view.show({});
      const duration_ms = Math.round(performance.now() - started);
      return { ok: true, action: action.name, duration_ms, page, tab: this.#tabs.current.id };
    });
  }

  /** Signs in, and shows where that leads. Secrets come from the vault; no caller sees them. */
  login(name: string, timeoutMs: number): Promise<SpatialDom> {
    return this.#call(`login(${name.slice(0, 100)})`, timeoutMs, async (signal) => {
      await this.#auth.login(name, this.#tabs.current, signal);
      return this.#view.show({});
    });
  }

  /** The answer to an `auth_pending` or `captcha_pending` event. It does not wait for calls that run. */
  answerPending(id: number, answer: PendingAnswer): void {
    this.#checkOpen();
    this.#auth.answer(id, answer);
  }

  /** The caller's answer to the dialog that is open, or to the next one. It does not wait for calls that run. */
  dialog(reply: DialogReply): void {
    this.#checkOpen();
    this.#state.dialogs.reply(reply);
  }

  /** A name and a password for servers that ask for them, from now on. */
  setHttpCredentials(credentials: HttpCredentials): void {
    this.#checkOpen();
    this.#fetcher.setCredentials(credentials);
  }

  tabs(): Promise<TabInfo[]> {
    return this.#tabs.list();
  }

  /** A new tab, current from now on, at an address where one is given. */
  openTab(url: string | undefined, timeoutMs: number, viewport?: SessionSettings['viewport']): Promise<TabPage> {
    return this.#call('tab.create', timeoutMs, async (signal) => {
      const request = url === undefined ? null : callerRequest(url);
      const tab = this.#tabs.open(viewport);
      if (request === null) return { tab: tab.id, page: await tab.view.show({}) };
      if (this.#authName !== undefined) await this.#auth.begin(this.#authName, tab, signal);
      await tab.navigator.navigate(request, 'push', signal);
      return { tab: tab.id, page: await this.#arrived(signal) };
    });
  }

  selectTab(id: number, timeoutMs: number): Promise<TabPage> {
    return this.#call('tab.select', timeoutMs, async (signal) => {
      const tab = this.#tabs.select(id);
      await tab.navigator.catchUp(signal);
      return { tab: id, page: await tab.view.show({}) };
    });
  }

  /** Ends a tab, the current one when none is named, and shows the one that is current then. */
  closeTab(id: number | undefined, timeoutMs: number): Promise<TabPage> {
    return this.#call('tab.close', timeoutMs, async (signal) => {
      this.#tabs.close(id ?? this.#tabs.current.id);
      const tab = this.#tabs.current;
      await tab.navigator.catchUp(signal);
      return { tab: tab.id, page: await tab.view.show({}) };
    });
  }

  wait(condition: WaitCondition, timeoutMs: number): Promise<ActionResult> {
    const name = describeWait(condition);
    const work = async (signal: AbortSignal) => {
      const started = performance.now();
      const { isForgotten } = this.#view;
      const before = await this.#view.last();
      const isElsewhere = await waitFor(condition, this.#navigator, timeoutMs, signal);
      return seen(name, started, before, isElsewhere || isForgotten, this.#view);
    };
    return this.#call(name, timeoutMs, work, { isPausable: true });
  }

  /** Changes what pages are shown on, those that are open and those that come. */
  emulate(options: EmulateOptions, timeoutMs: number): Promise<void> {
    return this.#call('emulate()', timeoutMs, (signal) => this.#emulation.change(options, this.#tabs.all(), signal));
  }

  state(options: StateOptions, timeoutMs: number): Promise<SpatialDom> {
    return this.#call('state()', timeoutMs, async (signal) => {
      await this.#navigator.catchUp(signal);
      await this.#auth.check(this.#tabs.current, signal);
      return this.#view.show(given(options));
    });
  }

  text(options: StateOptions, timeoutMs: number): Promise<string> {
    return this.#call('state()', timeoutMs, async (signal) => {
      await this.#navigator.catchUp(signal);
      return this.#view.text(given(options));
    });
  }

  /** The readable content of the page as Markdown. */
  async read(timeoutMs: number): Promise<string> {
    const markdown = await this.#call('read()', timeoutMs, async (signal) => {
      await this.#navigator.catchUp(signal);
      return this.#navigator.withPage((host) => host.read());
    });
    return fence(markdown, randomInt);
  }

  /** The markup of the page, or of the first element that matches a CSS selector. */
  async html(selector: string | undefined, timeoutMs: number): Promise<string> {
    const markup = await this.#call('html()', timeoutMs, async (signal) => {
      await this.#navigator.catchUp(signal);
      return this.#navigator.withPage((host) => host.html(selector ?? ''));
    });
    if (markup !== null) return markup;
    throw new AgentBrowserError('element_not_found', `There is no element '${selector}' in the page.`);
  }

  /** All cookies, or those that an address gets. */
  cookies(url: string | undefined, timeoutMs: number): Promise<readonly StoredCookie[]> {
    return this.#call('cookies()', timeoutMs, async (signal) => {
      await this.#navigator.catchUp(signal);
      return sessionCookies(this.#fetcher.cookies, url);
    });
  }

  setCookie(cookie: NewCookie, timeoutMs: number): Promise<void> {
    return this.#call('setCookie()', timeoutMs, async () => {
      setSessionCookie(this.#fetcher.cookies, cookie, this.#navigator.history.current?.url ?? null);
    });
  }

  /** Ends the calls that run or wait; they fail, the session stays. */
  cancel(): number {
    return this.#turns.cancel();
  }

  /** The page as a picture. What the agent was shown stays as it is. */
  picture(options: PictureOptions, timeoutMs: number): Promise<Picture> {
    return this.#call('picture()', timeoutMs, async (signal) => {
      await this.#navigator.catchUp(signal);
      return drawPicture(await this.#view.drawn(options.scope), options);
    });
  }

  /** The id of the first element that matches a CSS selector; `null` for none. */
  find(selector: string, timeoutMs: number): Promise<number | null> {
    return this.#call('find()', timeoutMs, () => this.#navigator.withPage((host) => host.find(selector)));
  }

  /** Cookies and localStorage. */
  storageState(timeoutMs: number): Promise<StorageState> {
    return this.#call('storageState()', timeoutMs, async (signal) => {
      // What the page has stored since its last turn comes with the next one.
      await this.#navigator.catchUp(signal);
      return saveStorageState(this.#fetcher.cookies, this.#state.storage);
    });
  }

  evaluate(source: string, timeoutMs: number): Promise<string | number | boolean | null> {
    if (!this.#mayEvaluate) return Promise.reject(noEvaluation());
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

  events(after: number, filter: EventFilter = {}): readonly SessionEvent[] {
    return this.#events.after(after, filter);
  }

  /** Waits for the first event; it does not wait for calls that run. */
  nextEvents(after: number, filter: EventFilter, waitMs: number): Promise<readonly SessionEvent[]> {
    return this.#events.next(after, filter, waitMs);
  }

  /** A line of the agent's own among the events. It does not wait for calls that run. */
  note(text: string): void {
    this.#checkOpen();
    this.#events.add('agent', text, '');
  }

  /** What the network did: requests, what the cache answered, what was blocked, files that were saved. */
  network(): NetworkReport {
    this.#checkOpen();
    return networkReport(this.#fetcher.traffic, this.#state.loading.downloads ?? null);
  }

  /** Ends the session at once: a call that still runs fails. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#turns.takeOver.close();
    try {
      await this.#auth.save();
    } finally {
      this.#tabs.closeAll();
      await this.#fetcher.close();
    }
  }

  async #call<T>(what: string, timeoutMs: number, work: Work<T>, options: TurnOptions = {}): Promise<T> {
    const told: Work<T> = (signal, note) => work(signal, note).finally(() => this.#ids.tell());
    const answer = await this.#turns.agent(what, timeoutMs, told, options);
    if (!this.#turns.activity.isBusy) this.#navigator.prepareNext();
    return answer;
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new AgentBrowserError('session_closed', 'The session was closed. Create another.');
  }
}
