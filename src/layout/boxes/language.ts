/**
 * The language of elements, as far as letters and quotation marks depend on it.
 *
 * In:  an element. Out: the nearest 'lang' at or above it; '' without one.
 *
 * Answers are remembered while one box tree is built, so that asking level by level is linear in the depth.
 */
import { attribute, type DomElement, parentElement } from '../../html/node-tree.ts';

export class Languages {
  readonly #known = new Map<DomElement, string>();

  of(element: DomElement): string {
    let language: string | undefined;
    for (let at: DomElement | null = element; at !== null && language === undefined; at = parentElement(at)) {
      language = this.#known.get(at) ?? attribute(at, 'lang') ?? undefined;
    }
    this.#known.set(element, language ?? '');
    return language ?? '';
  }
}
