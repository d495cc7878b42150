/**
 * The language of an element, and whether a range of ':lang()' takes it in.
 *
 * HTML §3.2.6.2 (the lang attribute), RFC 4647 §3.3.2 (extended filtering), Selectors 4 §7.2
 */
import { attribute, type DomElement, parentElement } from '../../html/node-tree.ts';
import { asciiLower } from '../code-points.ts';

/** The nearest lang or xml:lang, or '' when the language is unknown. */
export function languageOf(element: DomElement): string {
  for (let at: DomElement | null = element; at !== null; at = parentElement(at)) {
    const language = attribute(at, 'xml:lang') ?? attribute(at, 'lang');
    if (language !== null) return language;
  }
  return '';
}

export function matchesLanguage(range: string, language: string): boolean {
  if (range === '' || language === '') return range === '' && language === '';
  const wanted = asciiLower(range).split('-');
  const tags = asciiLower(language).split('-');
  if (wanted[0] !== '*' && wanted[0] !== tags[0]) return false;
  let at = 1;
  for (const subtag of wanted.slice(1)) {
    if (subtag === '*') continue;
    // Subtags in between may be passed over, but not a singleton ('x', 'u'), which begins something else.
    while (at < tags.length && tags[at] !== subtag) {
      if (tags[at]!.length === 1) return false;
      at++;
    }
    if (at >= tags.length) return false;
    at++;
  }
  return true;
}
