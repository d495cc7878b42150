/**
 * Attribute selectors: '[type="text" i]'.
 *
 * In:  a parser that stands on '['. Out: the simple selector, or `null`; the parser stands after ']'.
 *
 * Selectors 4 §6 https://drafts.csswg.org/selectors-4/#attribute-selectors
 */
import { asciiLower } from '../code-points.ts';
import { type AttributeOperator, type SimpleSelector, simpleSelector } from './selector.ts';
import type { SelectorReader } from './selector-reader.ts';

/** HTML: attributes whose values are compared without case on HTML elements ("Case-sensitivity of selectors"). */
const CASELESS_VALUES: ReadonlySet<string> = new Set(
  (
    'accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir ' +
    'direction disabled enctype face frame hreflang http-equiv lang language link media method multiple nohref ' +
    'noresize noshade nowrap readonly rel rev rules scope scrolling selected shape target text type valign valuetype ' +
    'vlink'
  ).split(' '),
);

export function parseAttribute(parser: SelectorReader): SimpleSelector | null {
  parser.at++;
  parser.skipWhitespace();
  const wanted = parseName(parser);
  if (wanted === null) return null;
  const { namespace, name } = wanted;
  const lowerName = asciiLower(name);
  parser.skipWhitespace();

  if (closes(parser)) return simpleSelector('attribute', { namespace, name, lowerName });
  const operator = parseOperator(parser);
  if (operator === null) return null;
  parser.skipWhitespace();
  const token = parser.peek();
  if (token === undefined || (token.type !== 'ident' && token.type !== 'string')) return null;
  const value = token.value;
  parser.at++;
  parser.skipWhitespace();

  const isCaseless = namespace === null && CASELESS_VALUES.has(lowerName);
  let ignoreCase: SimpleSelector['ignoreCase'] = isCaseless ? 'html' : 'never';
  const flag = parser.peek();
  if (flag !== undefined && flag.type === 'ident') {
    const letter = asciiLower(flag.value);
    if (letter !== 'i' && letter !== 's') return null;
    ignoreCase = letter === 'i' ? 'always' : 'never';
    parser.at++;
    parser.skipWhitespace();
  }
  if (!closes(parser)) return null;
  const lowerValue = asciiLower(value);
  return simpleSelector('attribute', { namespace, name, lowerName, operator, value, lowerValue, ignoreCase });
}

/** The end of the text closes the bracket too. */
function closes(parser: SelectorReader): boolean {
  const token = parser.peek();
  if (token !== undefined && token.type !== ']') return false;
  parser.at++;
  return true;
}

interface AttributeName {
  readonly namespace: string | null;
  readonly name: string;
}

/** The attribute's name. Without a prefix it is in no namespace: the default namespace is for elements only. */
function parseName(parser: SelectorReader): AttributeName | null {
  const first = parser.peek();
  if (first === undefined) return null;
  if (first.type === 'delim' && first.value === '|') {
    parser.at++;
    return localName(parser, null);
  }
  const isStar = first.type === 'delim' && first.value === '*';
  if (first.type !== 'ident' && !isStar) return null;
  parser.at++;
  const following = parser.tokens[parser.at + 1];
  const hasPrefix = parser.isDelim('|') && !(following?.type === 'delim' && following.value === '=');
  if (!hasPrefix) return isStar ? null : { namespace: null, name: first.value };
  const namespace = isStar ? '*' : parser.scope.namespaces?.get(first.value);
  if (namespace === undefined) return null;
  parser.at++;
  return localName(parser, namespace === '' ? null : namespace);
}

function localName(parser: SelectorReader, namespace: string | null): AttributeName | null {
  const token = parser.peek();
  if (token === undefined || token.type !== 'ident') return null;
  parser.at++;
  return { namespace, name: token.value };
}

function parseOperator(parser: SelectorReader): AttributeOperator | null {
  if (parser.isDelim('=')) {
    parser.at++;
    return '=';
  }
  for (const operator of ['~=', '|=', '^=', '$=', '*='] as const) {
    if (!parser.isDelim(operator[0]!)) continue;
    parser.at++;
    if (!parser.isDelim('=')) return null;
    parser.at++;
    return operator;
  }
  return null;
}
