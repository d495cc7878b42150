/**
 * Selectors for the page's DOM: querySelector, querySelectorAll, matches, closest.
 *
 * Parsed lists are kept by their text; the oldest go first. The context with its answers (positions among siblings,
 * ':has') lives as long as the document does not change.
 */
import { type DomElement, type DomNode, isElement } from '../../html/node-tree.ts';
import { MatchContext } from '../../style/selector/match-context.ts';
import { parseSelectorList } from '../../style/selector/parse-selector.ts';
import { closest, matches, selectAll, selectFirst } from '../../style/selector/query.ts';
import type { SelectorList } from '../../style/selector/selector.ts';
import type { StyledDocument } from './styled-document.ts';

/** A selector that cannot be parsed. */
const SYNTAX_ERROR = -1;
const MAX_LISTS = 500;

export class EngineQueries {
  readonly #page: StyledDocument;
  readonly #lists = new Map<string, SelectorList | null>();
  #context: MatchContext | null = null;
  #contextVersion = -1;

  constructor(page: StyledDocument) {
    this.#page = page;
  }

  first(root: DomNode, selectors: string): DomElement | null | -1 {
    const list = this.#list(selectors);
    return list === null ? SYNTAX_ERROR : selectFirst(root, list, this.#currentContext());
  }

  all(root: DomNode, selectors: string, out: { [index: number]: DomNode }): number {
    const list = this.#list(selectors);
    if (list === null) return SYNTAX_ERROR;
    const found = selectAll(root, list, this.#currentContext());
    for (let at = 0; at < found.length; at++) out[at] = found[at]!;
    return found.length;
  }

  matches(element: DomNode, selectors: string): 0 | 1 | -1 {
    const list = this.#list(selectors);
    if (list === null) return SYNTAX_ERROR;
    return isElement(element) && matches(element, list, this.#currentContext()) ? 1 : 0;
  }

  closest(element: DomNode, selectors: string): DomElement | null | -1 {
    const list = this.#list(selectors);
    if (list === null) return SYNTAX_ERROR;
    return isElement(element) ? closest(element, list, this.#currentContext()) : null;
  }

  #list(selectors: string): SelectorList | null {
    const known = this.#lists.get(selectors);
    if (known !== undefined) return known;
    const list = parseSelectorList(selectors);
    if (this.#lists.size >= MAX_LISTS) this.#lists.delete(this.#lists.keys().next().value!);
    this.#lists.set(selectors, list);
    return list;
  }

  #currentContext(): MatchContext {
    const { version, document } = this.#page;
    if (this.#context === null || this.#contextVersion !== version) {
      this.#context = new MatchContext(document, null);
      this.#contextVersion = version;
    }
    return this.#context;
  }
}
