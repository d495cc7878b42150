/**
 * @supports conditions and CSS.supports().
 *
 * In:  the condition's text. Out: what Chrome would say. A property that we do not lay out by, but know, counts as
 * supported with any value: pages ask about it to choose between two looks.
 *
 * CSS Conditional 4 §2, CSS Conditional 5 §2.1 (at-rule()), §3
 */
import { asciiLower } from './code-points.ts';
import { type ComponentValue, parseComponentValues, textOf, trimWhitespace } from './component-value.ts';
import { evaluateCondition, parseCondition } from './condition.ts';
import { supportsWritten } from './cssom/declared-block.ts';
import { parseSelectorsStrictly } from './selector/parse-selector.ts';
import { type NamespaceMap, PLAIN_SCOPE } from './selector/selector-reader.ts';

/** Each test is decided while it is read; `null` is unknown. */
interface Decided {
  readonly value: boolean | null;
}

const UNKNOWN: Decided = { value: null };

const FONT_TECHNOLOGIES: ReadonlySet<string> = new Set(
  'features-opentype features-aat color-colrv0 color-colrv1 color-sbix color-cbdt variations palettes'.split(' '),
);
const AT_RULES: ReadonlySet<string> = new Set(
  (
    '@container @counter-style @font-face @font-feature-values @font-palette-values @function @import @keyframes @layer ' +
    '@media @namespace @page @position-try @property @scope @starting-style @supports @view-transition @-webkit-keyframes ' +
    '@annotation @character-variant @ornaments @styleset @stylistic @swash @top-left-corner @top-left @top-center @top-right ' +
    '@top-right-corner @bottom-left-corner @bottom-left @bottom-center @bottom-right @bottom-right-corner @left-top ' +
    '@left-middle @left-bottom @right-top @right-middle @right-bottom'
  ).split(' '),
);
const FONT_FORMATS: ReadonlySet<string> = new Set(['collection', 'opentype', 'truetype', 'woff', 'woff2']);

/** Whether a condition holds. What does not follow the grammar does not. */
export function supportsCondition(text: string, namespaces: NamespaceMap | null): boolean {
  const readTest = (value: ComponentValue): Decided | null => readSupportsTest(value, text, namespaces);
  const condition = parseCondition(parseComponentValues(text), readTest, UNKNOWN);
  return condition !== null && evaluateCondition(condition, (test) => test.value) === true;
}

/** CSS.supports(text): a condition, or a declaration without parentheses; also the argument of 'supports()' in @import. */
export function supportsText(text: string, namespaces: NamespaceMap | null): boolean {
  return supportsCondition(text, namespaces) || supportsCondition(`(${text})`, namespaces);
}

function readSupportsTest(value: ComponentValue, source: string, namespaces: NamespaceMap | null): Decided | null {
  if (value.kind === 'token') return null;
  if (value.kind === 'block') return readDeclaration(value.values, source);
  const inside = trimWhitespace(value.values);
  switch (value.name) {
    case 'selector': {
      const selectors = parseSelectorsStrictly(textOf(source, inside), { ...PLAIN_SCOPE, namespaces });
      return { value: selectors !== null && selectors.length === 1 };
    }
    case 'at-rule':
      return { value: AT_RULES.has(asciiLower(textOf(source, inside))) };
    case 'font-tech':
      return { value: FONT_TECHNOLOGIES.has(asciiLower(textOf(source, inside))) };
    case 'font-format':
      return { value: FONT_FORMATS.has(asciiLower(textOf(source, inside))) };
    default:
      return UNKNOWN;
  }
}

/** '(name: value)'. Nested conditions have no colon on their own level after a name. */
function readDeclaration(inside: readonly ComponentValue[], source: string): Decided | null {
  const values = trimWhitespace(inside);
  const name = values[0];
  if (name?.kind !== 'token' || name.token.type !== 'ident') return null;
  const rest = trimWhitespace(values.slice(1));
  if (rest[0]?.kind !== 'token' || rest[0].token.type !== 'colon') return null;
  const text = textOf(source, trimWhitespace(rest.slice(1))).replace(/\s*!\s*important$/i, '');
  return { value: supportsWritten(name.token.value, text) };
}
