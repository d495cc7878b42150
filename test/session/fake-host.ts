/**
 * A page host without an isolate, for tests of what a session does around it.
 *
 * It knows links only, and does what a test tells it to: `script` gives the activities of a document, one for each turn.
 */

import { AgentBrowserError } from '../../src/errors.ts';
import type { HostMessage, InputOutcome, PageInput, PageNavigation, PageResponse } from '../../src/page/messages.ts';
import type { Activity, HostDocument, PageHost } from '../../src/session/page-host.ts';
import type { EmitOptions, SpatialDom } from '../../src/spatial/spatial-dom.ts';

export const IDLE: Activity = {
  isLoading: false,
  isRunnable: false,
  version: 1,
  nextTimerMs: null,
  requests: [],
  navigation: null,
  url: null,
  events: [],
  commands: [],
};

export type Turn = Partial<Activity> | 'run out of memory';
export type FakeScript = (document: HostDocument, turn: number, responses: readonly PageResponse[]) => Turn;

export class FakeHost implements PageHost {
  alive = true;
  /** How often the next realm was made ahead. */
  preparations = 0;
  readonly opened: HostDocument[] = [];
  readonly responses: PageResponse[] = [];
  readonly messages: HostMessage[] = [];
  readonly #script: FakeScript;
  #turns = 0;
  #wanted: PageNavigation | null = null;
  #typed = '';

  constructor(script: FakeScript = () => ({})) {
    this.#script = script;
  }

  get #document(): HostDocument {
    return this.opened.at(-1)!;
  }

  async prepareNext(): Promise<void> {
    this.preparations++;
  }

  async open(document: HostDocument): Promise<void> {
    this.opened.push(document);
    this.#turns = 0;
    this.responses.length = 0;
    this.#typed = '';
  }

  async feed(text: string, isLast: boolean): Promise<void> {
    const opened = this.opened.at(-1)!;
    this.opened[this.opened.length - 1] = { ...opened, html: opened.html + text, isWhole: isLast };
  }

  async respond(_id: number, response: PageResponse): Promise<void> {
    this.responses.push(response);
  }

  async deliver(message: HostMessage): Promise<void> {
    this.messages.push(message);
  }

  async run(): Promise<Activity> {
    const turn = this.#script(this.#document, this.#turns++, this.responses);
    if (turn === 'run out of memory') {
      this.alive = false;
      throw new AgentBrowserError('out_of_memory', 'The page used up its memory.');
    }
    const navigation = this.#wanted;
    this.#wanted = null;
    return { ...IDLE, isLoading: !this.#document.isWhole, navigation, ...turn };
  }

  #links(): RegExpMatchArray[] {
    return [...this.#document.html.matchAll(/<a href="?([^">]*)"?>([^<]*)/g)];
  }

  async input(input: PageInput): Promise<InputOutcome> {
    if (input.kind === 'click') {
      const link = this.#links()[input.id - 1];
      if (link === undefined) return 'not_found';
      const url = new URL(link[1]!, this.#document.url).href;
      this.#wanted = { url, method: 'GET', contentType: null, body: null, replace: false };
    } else if (input.kind === 'type') {
      if (input.id !== 1) return 'not_editable';
      this.#typed = input.text;
    }
    return 'done';
  }

  async view(_options: EmitOptions): Promise<Omit<SpatialDom, 'version'>> {
    const { url, html } = this.#document;
    const els = this.#links().map(([, href, text], index) => ({
      id: index + 1,
      tag: 'a',
      text: text! + this.#typed,
      href: href!,
      b: [0, index * 20, 100, 20] as const,
    }));
    return { url, title: /<title>([^<]*)/.exec(html)?.[1] ?? '', vp: [1280, 800], scroll: [0, 0], els };
  }

  async boxes(): Promise<[]> {
    return [];
  }

  async find(selector: string): Promise<number | null> {
    return selector === 'a' ? 1 : null;
  }

  async html(): Promise<string | null> {
    return this.#document.html;
  }

  async read(): Promise<string> {
    return `# ${this.#document.url}\n`;
  }

  async evaluate(): Promise<null> {
    return null;
  }

  dispose(): void {
    this.alive = false;
  }
}
