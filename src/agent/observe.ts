/**
 * What the model sees: the page in compact text, or what changed on it, with what happened besides.
 *
 * In:  answers of the session. Out: text with marks around what comes from the page.
 */
import { actionAnswer, fenced, pageAnswer } from '../client/answer-text.ts';
import type { Session } from '../client/session.ts';
import { LIMITS } from '../limits.ts';
import type { ActionResult, MethodResult, SessionEvent } from '../protocol/methods.ts';

type SpatialDom = MethodResult<'session.goto'>;

/** What a person would notice beside the page. */
const NOTICED = ['dialog', 'download', 'file_chooser', 'captcha_pending'] as const;

/** Boxes are for eyes: ids are enough to act. */
const FORM = { boxes: false, links: false } as const;

export class Observer {
  readonly #session: Session;
  readonly #signal: AbortSignal;
  #lastEvent = 0;
  /** Ids of fields for passwords. */
  readonly #passwords = new Set<number>();
  #lastId = 0;
  /** The lowest id of the page, or of what has taken the place of everything on it. */
  firstId = 0;
  url = 'about:blank';
  title = '';

  constructor(session: Session, signal: AbortSignal) {
    this.#session = session;
    this.#signal = signal;
  }

  isPassword(id: number): boolean {
    return this.#passwords.has(id);
  }

  /** The page as it is now, whole. */
  async look(): Promise<string> {
    const page = await this.#session.state({
      scope: 'viewport',
      boxes: false,
      maxTokens: LIMITS.answerTokens,
      signal: this.#signal,
    });
    return this.page(page);
  }

  async page(page: SpatialDom): Promise<string> {
    this.#notice(page);
    return pageAnswer(page, { ...FORM, events: await this.#events() });
  }

  /** What an action changed, or the page that it led to. */
  async change(result: ActionResult): Promise<string> {
    if ('page' in result) this.#notice(result.page);
    else this.#noticeChange(result.delta);
    return actionAnswer(result, { ...FORM, events: await this.#events() });
  }

  /** Words of an error may quote the page. */
  failure(code: string, message: string): string {
    return `The action failed: ${code}.\n${fenced(message)}`;
  }

  #notice({ els, url, title }: SpatialDom): void {
    this.url = url;
    this.title = title;
    const ids = els.map(({ id }) => id);
    const lowest = Math.min(...ids, Number.MAX_SAFE_INTEGER);
    this.firstId = lowest > this.#lastId ? lowest : Math.min(lowest, this.firstId);
    this.#lastId = Math.max(this.#lastId, ...ids);
    this.#passwords.clear();
    for (const { id, type } of els) if (type === 'password') this.#passwords.add(id);
  }

  #noticeChange({ url, title, added = [], changed = [] }: Extract<ActionResult, { delta: unknown }>['delta']): void {
    this.url = url ?? this.url;
    this.title = title ?? this.title;
    for (const { id, type } of [...added, ...changed]) if (type === 'password') this.#passwords.add(id);
  }

  async #events(): Promise<readonly SessionEvent[]> {
    const events = await this.#session.events({ after: this.#lastEvent, kinds: NOTICED, signal: this.#signal });
    this.#lastEvent = events.at(-1)?.seq ?? this.#lastEvent;
    return events;
  }
}
