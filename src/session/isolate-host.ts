/**
 * A page host in an isolate: isolate/ runs documents turn by turn, a session wants to know when nothing is left to run.
 */
import { NUMBERS_PER_REALM } from '../isolate/document-workers.ts';
import { PageIsolate } from '../isolate/isolate.ts';
import { areFewIsolates } from '../isolate/open-isolates.ts';
import { LIMITS } from '../limits.ts';
import { encodingName } from '../net/charset.ts';
import { parsePolicies, sandboxOf } from '../page/csp/policy.ts';
import { parseSandbox } from '../page/engine/sandbox.ts';
import {
  type DocumentConfig,
  type FrameActivity,
  HOST_CHANNEL,
  type HostMessage,
  type InputOutcome,
  type OpenedFrame,
  type PageEvent,
  type PageInput,
  type PageRequest,
  type PageResponse,
} from '../page/messages.ts';
import type { PageCommand } from '../page/network/commands.ts';
import type { EmitOptions, SpatialDom, SpatialElement } from '../spatial/spatial-dom.ts';
import type { Activity, HostBox, HostDocument, HostFrame, HostSettings, PageHost } from './page-host.ts';

export { setEngineFlags } from '../isolate/engine-flags.ts';

export async function createIsolateHost(settings: HostSettings): Promise<PageHost> {
  return new IsolateHost(await PageIsolate.create(), settings);
}

class IsolateHost implements PageHost {
  #isolate: PageIsolate;
  readonly #settings: HostSettings;
  /** What the documents of a page and of its frames have in common. */
  #common: Omit<DocumentConfig, 'url' | 'contentType' | 'encoding' | 'referrer'> | null = null;
  /** Realms of frames that the document has had. */
  readonly #frames: number[] = [];

  constructor(isolate: PageIsolate, settings: HostSettings) {
    this.#isolate = isolate;
    this.#settings = settings;
  }

  get alive(): boolean {
    return this.#isolate.alive;
  }

  prepare(): Promise<void> {
    return this.#isolate.prepare();
  }

  async prepareNext(): Promise<void> {
    if (areFewIsolates()) await this.#isolate.prepare();
  }

  async open(document: HostDocument): Promise<void> {
    const { url, html, isWhole, contentType, encoding, referrer, refresh, history, call, csp = [] } = document;
    const { clock = 'real', images = false } = this.#settings;
    const script = this.#settings.script && document.script !== false;
    const timeOrigin = Date.now() + (performance.now() % 1);
    const common = { scripting: script, images, timeOrigin, clock, ...this.#environment() };
    this.#frames.length = 0;
    this.#common = common;
    const config = {
      ...common,
      url,
      contentType,
      encoding: encodingName(encoding),
      referrer,
      ...(refresh === undefined ? {} : { refresh }),
      scripting: script && parseSandbox(sandboxOf(parsePolicies(csp))).scripts,
      history,
      csp,
      idsAfter: this.#settings.ids?.begin() ?? 0,
    };
    if (!(await this.#isolate.makeRoom())) {
      this.#isolate.dispose();
      this.#isolate = await PageIsolate.create();
    }
    await this.#isolate.open(config, call);
    await this.#isolate.feed(html, isWhole);
  }

  /** In a document's configuration; nothing where a session has no preferences. */
  #environment(): Pick<DocumentConfig, 'profile'> & Partial<Pick<DocumentConfig, 'environment'>> {
    const { profile } = this.#settings;
    const environment = this.#settings.environment?.();
    if (environment === undefined) return { profile };
    return { environment, profile: { ...profile, viewport: environment.viewport } };
  }

  async changeEnvironment(): Promise<void> {
    if (this.#common === null) return;
    const { environment, profile } = this.#environment();
    this.#common = { ...this.#common, profile, ...(environment === undefined ? {} : { environment }) };
    const head = JSON.stringify(environment);
    for (const realm of [0, ...this.#frames]) {
      await this.deliver({ id: realm * NUMBERS_PER_REALM + HOST_CHANNEL, kind: 'environment', head, data: '' });
    }
  }

  feed(text: string, isLast: boolean): Promise<void> {
    return this.#isolate.feed(text, isLast);
  }

  async openFrame(frame: HostFrame): Promise<OpenedFrame | null> {
    const { navigable, url, html, contentType, encoding, referrer, inherits, csp = [] } = frame;
    if (this.#common === null) return null;
    const config = { url, contentType, encoding, referrer, csp, ...this.#common };
    const opened = await this.#isolate.openFrame(navigable, config, inherits);
    if (opened === null) return null;
    this.#frames.push(opened.realm);
    await this.#isolate.feedFrame(opened.realm, html, true);
    return opened;
  }

  failFrame(navigable: number): Promise<void> {
    return this.#isolate.failFrame(navigable);
  }

  realmOfElement(id: number): Promise<number> {
    return this.#isolate.realmOfElement(id);
  }

  respond(id: number, response: PageResponse): Promise<void> {
    return this.#isolate.respond(id, response);
  }

  deliver(message: HostMessage): Promise<void> {
    return this.#isolate.deliver(message);
  }

  /** Turns until nothing is ready, the page wants to go, or the slice is used up. */
  async run(): Promise<Activity> {
    const requests: PageRequest[] = [];
    const events: PageEvent[] = [];
    const commands: PageCommand[] = [];
    const frames: FrameActivity[] = [];
    let url: string | null = null;
    const end = performance.now() + LIMITS.runSliceMs;
    for (;;) {
      const report = await this.#isolate.turn();
      requests.push(...report.requests);
      events.push(...report.events);
      commands.push(...report.commands);
      if (report.frames !== undefined) frames.push(report.frames);
      url = report.url ?? url;
      const leaves = report.navigation !== null || report.frames?.departures.some(({ navigable }) => navigable === 0);
      if (report.ready && leaves !== true && performance.now() < end) continue;
      return {
        isLoading: report.loading,
        isRunnable: report.ready,
        version: report.version,
        nextTimerMs: report.dueMs === null ? null : Math.max(0, report.dueMs - this.#isolate.documentTime),
        requests,
        navigation: report.navigation,
        url,
        events,
        commands,
        ...(frames.length === 0 ? {} : { frames }),
      };
    }
  }

  get passesOver(): boolean {
    return this.#settings.clock === 'virtual';
  }

  skip(ms: number): boolean {
    if (!this.passesOver) return false;
    this.#isolate.skip(ms);
    return true;
  }

  input(input: PageInput): Promise<InputOutcome> {
    return this.#isolate.input(input);
  }

  async view(options: EmitOptions): Promise<Omit<SpatialDom, 'version'>> {
    const { ids } = this.#settings;
    const { els, lastId, ...page } = await this.#isolate.view(JSON.stringify(options), ids?.taken);
    ids?.gave(lastId);
    // The engine realm made the elements, with the emitter whose type this is.
    return { ...page, els: els as unknown as readonly SpatialElement[] };
  }

  boxes(): Promise<readonly HostBox[]> {
    return this.#isolate.boxes();
  }

  async find(selector: string): Promise<number | null> {
    const { ids } = this.#settings;
    const { id, lastId } = await this.#isolate.find(selector, ids?.taken);
    ids?.gave(lastId);
    return id;
  }

  html(selector: string): Promise<string | null> {
    return this.#isolate.html(selector);
  }

  read(): Promise<string> {
    return this.#isolate.read();
  }

  evaluate(source: string): Promise<string | number | boolean | null> {
    return this.#isolate.evaluate(source);
  }

  dispose(): void {
    this.#isolate.dispose();
  }
}
