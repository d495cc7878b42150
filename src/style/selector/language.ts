/**
 * The language of an element, and whether ':lang()' takes it in.
 *
 * HTML §3.2.6.2 (the lang attribute), Selectors 4 §7.2
 */
import { attribute, type DomElement, eachAttributeNamed, hostAbove, parentElement } from '../../html/node-tree.ts';
import { asciiLower } from '../code-points.ts';

/** The nearest lang or xml:lang, or '' when the language is unknown. */
export function languageOf(element: DomElement): string {
  for (let at: DomElement | null = element; at !== null; at = parentElement(at) ?? hostAbove(at)) {
    let language = attribute(at, 'lang');
    eachAttributeNamed(at, XML_NAMESPACE, 'lang', (value) => {
      language = value;
    });
    if (language !== null) return language;
  }
  return '';
}

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

/** BCP 47: subtags have one to eight letters or digits. */
function isTag(language: string): boolean {
  return /^[a-z0-9]{1,8}(?:-[a-z0-9]{1,8})*$/.test(language);
}

// Differs: a range matches itself and what begins with it and a hyphen; wildcards match nothing, as in Chrome.
export function matchesLanguage(range: string, language: string): boolean {
  if (range === '') return false;
  const wanted = asciiLower(range);
  const actual = asciiLower(language);
  if (actual === wanted) return true;
  return actual.startsWith(`${wanted}-`) && isTag(actual);
}
