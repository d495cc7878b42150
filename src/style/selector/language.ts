/**
 * The language of an element, and whether ':lang()' takes it in.
 *
 * HTML §3.2.6.2 (the lang attribute), Selectors 4 §7.2
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

// Differs: a range matches itself and what begins with it and a hyphen; wildcards match nothing, as in Chrome.
export function matchesLanguage(range: string, language: string): boolean {
  if (range === '') return false;
  const wanted = asciiLower(range);
  const actual = asciiLower(language);
  return actual === wanted || actual.startsWith(`${wanted}-`);
}
