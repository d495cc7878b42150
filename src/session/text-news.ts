/**
 * Texts that came up since an agent looked at a page without its texts: a message that a click brought has to reach it.
 *
 * In:  all elements of the page, when it was looked at and after each action.
 * Out: the texts that are new or say something else, as many as there is room for; messages for people come first.
 */
import { LIMITS } from '../limits.ts';
import { isInteractiveElement } from '../spatial/element-role.ts';
import { shorten } from '../spatial/page-text.ts';
import type { SpatialElement } from '../spatial/spatial-dom.ts';

const URGENT: ReadonlySet<string> = new Set(['alert', 'alertdialog', 'dialog', 'status', 'log']);

export class TextNews {
  #known = new Map<number, string>();
  /** What was told since: it stays until it is gone, or until the agent looks again. */
  readonly #told = new Set<number>();

  /** The agent looks: what is there now is nothing new. */
  begin(all: readonly SpatialElement[]): void {
    this.#known = new Map(all.filter(isPlainText).map(({ id, text = '' }) => [id, text]));
    this.#told.clear();
  }

  /** What the agent is shown, in reading order, and how many new texts there is no room for. */
  added(
    shown: readonly SpatialElement[],
    all: readonly SpatialElement[],
  ): { readonly els: readonly SpatialElement[]; readonly news: readonly SpatialElement[]; readonly omitted: number } {
    const ids = new Set(shown.map(({ id }) => id));
    const texts = all.filter((element) => isPlainText(element) && !ids.has(element.id));
    const fresh = texts.filter(({ id, text }) => this.#told.has(id) || this.#known.get(id) !== text);
    const news = new Map<number, SpatialElement>();
    let room = LIMITS.newsChars;
    for (const element of [...fresh].sort((a, b) => rank(a) - rank(b))) {
      const text = shorten(element.text!, LIMITS.newsTextLength);
      if (text.length > room) continue;
      room -= text.length;
      news.set(element.id, { ...element, text });
      this.#told.add(element.id);
    }
    if (news.size === 0) return { els: shown, news: [], omitted: fresh.length };
    const byId = new Map(shown.map((element) => [element.id, element]));
    const inOrder = all.flatMap(({ id }) => byId.get(id) ?? news.get(id) ?? []);
    const rest = inOrder.length < shown.length + news.size ? shown.filter((each) => !inOrder.includes(each)) : [];
    return { els: [...inOrder, ...rest], news: [...news.values()], omitted: fresh.length - news.size };
  }
}

function isPlainText(element: SpatialElement): boolean {
  return element.text !== undefined && !isInteractiveElement(element);
}

function rank({ role }: SpatialElement): number {
  return URGENT.has(role ?? '') ? 0 : 1;
}
