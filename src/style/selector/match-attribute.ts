/**
 * Attribute, class and id tests on an element.
 *
 * Selectors 4 §6. Names are compared without case on HTML elements, since the parser lower-cased them there.
 */
import { attribute, type DomElement, eachAttributeNamed, isHtml } from '../../html/node-tree.ts';
import { asciiLower, isWhitespace } from '../code-points.ts';
import type { SimpleSelector } from './selector.ts';

/** @param isXml whether the document is XML, where no case is ignored unless a flag says so. */
export function matchesAttribute(simple: SimpleSelector, element: DomElement, isXml: boolean): boolean {
  const isHtmlElement = !isXml && isHtml(element);
  const name = isHtmlElement ? simple.lowerName : simple.name;
  let isMatch = false;
  eachAttributeNamed(element, simple.namespace, name, (actual) => {
    isMatch ||= matchesValue(simple, actual, isHtmlElement);
  });
  return isMatch;
}

function matchesValue(simple: SimpleSelector, actual: string, isHtmlElement: boolean): boolean {
  if (simple.operator === '') return true;
  const ignoreCase = simple.ignoreCase === 'always' || (simple.ignoreCase === 'html' && isHtmlElement);
  return ignoreCase
    ? compare(simple.operator, asciiLower(actual), simple.lowerValue)
    : compare(simple.operator, actual, simple.value);
}

function compare(operator: SimpleSelector['operator'], actual: string, wanted: string): boolean {
  switch (operator) {
    case '':
      return true;
    case '=':
      return actual === wanted;
    case '~=':
      return !/[\t\n\f\r ]/.test(wanted) && containsToken(actual, wanted);
    case '|=':
      return actual === wanted || (actual.startsWith(wanted) && actual.charCodeAt(wanted.length) === 0x2d);
    case '^=':
      return wanted !== '' && actual.startsWith(wanted);
    case '$=':
      return wanted !== '' && actual.endsWith(wanted);
    case '*=':
      return wanted !== '' && actual.includes(wanted);
  }
}

/** Whether a list separated by white space has this token. */
export function containsToken(list: string, token: string): boolean {
  if (token === '') return false;
  let at = list.indexOf(token);
  while (at >= 0) {
    const end = at + token.length;
    const startsFree = at === 0 || isWhitespace(list.charCodeAt(at - 1));
    if (startsFree && (end === list.length || isWhitespace(list.charCodeAt(end)))) return true;
    at = list.indexOf(token, at + 1);
  }
  return false;
}

export function hasClass(element: DomElement, simple: SimpleSelector, quirks: boolean): boolean {
  const list = attribute(element, 'class');
  if (list === null) return false;
  return quirks ? containsToken(asciiLower(list), simple.lowerName) : containsToken(list, simple.name);
}

export function hasId(element: DomElement, simple: SimpleSelector, quirks: boolean): boolean {
  const id = attribute(element, 'id');
  if (id === null) return false;
  return quirks ? asciiLower(id) === simple.lowerName : id === simple.name;
}
