/**
 * What the agent was shown last, and what it is shown next.
 *
 * Every answer has a version of its own. A delta starts from the answer that the agent holds, made in the same way: an
 * agent that looks at the viewport only gets deltas of the viewport.
 */
import { randomInt } from 'node:crypto';
import { ElementNotFoundError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { DrawnPage } from '../spatial/drawn-page.ts';
import { fenceLines } from '../spatial/page-fence.ts';
import { prune } from '../spatial/prune.ts';
import type { EmitOptions, SpatialDom, SpatialElement, ViewOptions } from '../spatial/spatial-dom.ts';
import { lineOf } from '../spatial/text-line.ts';
import { headOf, toText } from '../spatial/to-text.ts';
import { estimateTokens } from '../spatial/tokens.ts';
import type { Navigator } from './navigate.ts';
import { TextNews } from './text-news.ts';

/** In which form an answer is sent: it decides what an element costs. */
export type AnswerForm = 'json' | 'text';

export class View {
  readonly #navigator: Navigator;
  readonly #clean: <T>(page: T) => T;
  #options: ViewOptions = {};
  #form: AnswerForm = 'json';
  #last: SpatialDom | null = null;
  #version = 0;
  #isForgotten = false;
  readonly #news = new TextNews();

  /** `clean` takes secrets out of a page, so that deltas and texts are made without them. */
  constructor(navigator: Navigator, clean: <T>(page: T) => T = (page) => page) {
    this.#navigator = navigator;
    this.#clean = clean;
  }

  /** A new answer, made as these options say. Throws when there is no element that it should be near to. */
  async show(options: ViewOptions, form: AnswerForm = 'json'): Promise<SpatialDom> {
    const { near } = options;
    if (near !== undefined) {
      const realm = await this.#navigator.withPage(async (host) => host.realmOfElement?.(near));
      if (realm === -1) throw new ElementNotFoundError(near);
    }
    return this.#shown(options, form);
  }

  async #shown(options: ViewOptions, form: AnswerForm): Promise<SpatialDom> {
    if (options.interactiveOnly === true) this.#news.begin((await this.#emitted({ scope: 'page' })).els);
    this.#options = options;
    this.#form = form;
    this.#isForgotten = false;
    return this.#answer(await this.#emitted(emitOptions(options)), []);
  }

  async #emitted(options: EmitOptions): Promise<Seen> {
    return this.#clean(await this.#navigator.withPage((host) => host.view(options)));
  }

  /** As much of a page as there is room for; `news` are those of its elements that are always told. */
  #answer(page: Seen, news: readonly SpatialElement[]): SpatialDom {
    const { maxTokens = this.#options.scope === undefined ? LIMITS.answerTokens : undefined, boxes } = this.#options;
    const fitting = maxTokens === undefined ? page : prunedPage(page, maxTokens, this.#options, this.#form, news);
    this.#last = { ...(boxes === false ? withoutBoxes(fitting) : fitting), version: ++this.#version };
    return this.#last;
  }

  /**
   * A new answer in the compact text form. What can be acted on is named by ids, so an answer with nothing else has no boxes
   * unless they are asked for. Title and address are not said again when the answer before did.
   */
  async text(options: ViewOptions): Promise<string> {
    const { links = false, interactiveOnly = false, boxes = !interactiveOnly } = options;
    const known = this.#last === null ? null : headOf(this.#last);
    const page = await this.show({ ...options, boxes }, 'text');
    const { head = headOf(page) !== known } = options;
    return fenceLines(toText(page, { boxes, links, head }), randomInt);
  }

  /** A new answer, made as the last one was. Who wanted no texts is told those that came up since, on the same document. */
  async again(isElsewhere = false): Promise<SpatialDom> {
    if (this.#options.interactiveOnly !== true || isElsewhere) return this.#shown(this.#options, this.#form);
    const seen = await this.#emitted(emitOptions(this.#options));
    const { els, news, omitted } = this.#news.added(seen.els, (await this.#emitted({ scope: 'page' })).els);
    this.#isForgotten = false;
    return this.#answer({ ...seen, ...(omitted > 0 ? { more: { ...seen.more, omitted } } : {}), els }, news);
  }

  /** The answer that the agent holds. */
  async last(): Promise<SpatialDom> {
    return this.#last ?? this.again();
  }

  /** The page as it is drawn, for whoever looks on: what the agent holds stays as it is. */
  async drawn(scope: 'viewport' | 'page'): Promise<Omit<DrawnPage, 'version'>> {
    return this.#drawnClean(await this.#navigator.withPage((host) => host.view({ scope, drawing: true })));
  }

  /** The same for what is on screen, without a word when there is no page to be seen at the moment. */
  async drawnIfOpen(): Promise<Omit<DrawnPage, 'version'> | null> {
    const seen = await this.#navigator.peek((host) => host.view({ scope: 'viewport', drawing: true }));
    return seen === null ? null : this.#drawnClean(seen);
  }

  #drawnClean(seen: Omit<DrawnPage, 'version'>): Omit<DrawnPage, 'version'> {
    const clean = this.#clean(seen);
    // Secure: a secret may be broken across lines, where it is not recognised. Then its text is drawn as a whole.
    const els = clean.els.map((element, at) => {
      if (element.ink === undefined || element.text === seen.els[at]!.text) return element;
      const { ink: _, ...rest } = element;
      return rest;
    });
    return { ...clean, els };
  }

  /** Somebody else used the page: what the agent holds may not be true any more. */
  forget(): void {
    this.#last = null;
    this.#isForgotten = true;
  }

  /** Whether the agent has to look before it acts. */
  get isForgotten(): boolean {
    return this.#isForgotten;
  }

  /** The title of the page when it was last looked at. */
  get title(): string {
    return this.#last?.title ?? '';
  }

  /** What the agent was last told about an element. */
  known(id: number): SpatialElement | undefined {
    return this.#last?.els.find((element) => element.id === id);
  }
}

type Seen = Omit<SpatialDom, 'version'>;

/** Tokens of the lines and fields that every answer has, besides its address and title. */
const FRAME_TOKENS: Readonly<Record<AnswerForm, number>> = { json: 60, text: 46 };

function emitOptions({ scope, near, interactiveOnly = false, roles = false }: ViewOptions): EmitOptions {
  return { scope: scope ?? (near === undefined ? 'viewport' : 'page'), interactiveOnly, roles };
}

function prunedPage(
  page: Seen,
  maxTokens: number,
  { near, boxes, links }: ViewOptions,
  form: AnswerForm,
  news: readonly SpatialElement[],
): Seen {
  const asJson = ({ b, ...fields }: SpatialElement) =>
    `${JSON.stringify(boxes === false ? fields : { ...fields, b })},`;
  const asText = (element: SpatialElement) => `${lineOf(element, { boxes: boxes !== false, links: links === true })}\n`;
  const written = form === 'json' ? asJson : asText;
  const cost = (element: SpatialElement) => estimateTokens(written(element));
  const first = new Set(news.map(({ id }) => id));
  return prune(page, { maxTokens, near, first, cost, overhead: FRAME_TOKENS[form] + estimateTokens(headOf(page)) });
}

function withoutBoxes(page: Seen): Seen {
  // Whoever said `boxes: false` does not look at them.
  return { ...page, els: page.els.map(({ b: _, ...fields }) => fields as SpatialElement) };
}
