/**
 * agentbrowser, the built package, as a program uses it: the engine in a process of its own, answers as text.
 */
import { fenced } from '../../src/client/answer-text.ts';
import { builtPackage } from '../built-package.ts';
import { mcpToolList } from '../tokens.ts';
import type { Form, RunningTool, Tool, ToolPage } from './tool.ts';

const { AgentBrowser, deltaToText, toText } = await builtPackage();

type Browser = Awaited<ReturnType<typeof AgentBrowser.launch>>;
type Session = Awaited<ReturnType<Browser['session']>>;

/** More than any page has: nothing is left out. */
const ALL_TOKENS = 1_000_000;

const FORMS = {
  now: {},
  full: { scope: 'page', boxes: false, maxTokens: ALL_TOKENS },
  boxes: { scope: 'page', maxTokens: ALL_TOKENS },
  interactive: { scope: 'page', boxes: false, interactiveOnly: true, maxTokens: ALL_TOKENS },
} as const;

class OurPage implements ToolPage {
  readonly #session: Session;
  #opened: Awaited<ReturnType<Session['goto']>> | null = null;
  constructor(session: Session) {
    this.#session = session;
  }

  /** Settled means that script has brought what it brings: `ready` is not waited for. */
  async load(url: string): Promise<void> {
    this.#opened = await this.#session.goto(url);
  }

  async snapshot(form: Form): Promise<string | null> {
    if (form === 'first') return this.#opened === null ? null : fenced(toText(this.#opened));
    return this.#session.text(FORMS[form]);
  }

  async click(name: string): Promise<string> {
    const button = this.#opened?.els.find((el) => el.tag === 'button' && (el.name ?? el.text) === name);
    if (button === undefined) throw new Error(`There is no button '${name}' in the page as it was told.`);
    const result = await this.#session.click(button.id);
    return fenced('delta' in result ? deltaToText(result.delta) : toText(result.page));
  }

  evaluate(expression: string): Promise<unknown> {
    return this.#session.evaluate(expression);
  }

  close(): Promise<void> {
    return this.#session.close();
  }
}

export function ours(version: string, { engines = 1 }: { readonly engines?: number } = {}): Tool {
  return {
    name: 'agentbrowser',
    version,
    sharesProcess: true,
    hasView: true,
    async start(): Promise<RunningTool> {
      const browser = await AgentBrowser.launch({ behaviour: 'instant', allowEvaluate: true, engines });
      return {
        page: async () => new OurPage(await browser.session()),
        pids: () => browser.enginePids(),
        schema: async () => mcpToolList(),
        close: () => browser.shutdown(),
      };
    },
  };
}
