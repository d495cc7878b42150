/**
 * The conditions of if(): style(), media() and supports(), with 'not', 'and' and 'or'.
 *
 * In:  a condition as text, references in it replaced; what custom properties and the environment are.
 * Out: whether it holds. What does not follow the grammar does not.
 *
 * Missing: style() with a range or a property that is not custom does not hold.
 *
 * CSS Values 5 §6.2 https://drafts.csswg.org/css-values-5/#if-notation
 */
import {
  type ComponentValue,
  identOf,
  isTokenOf,
  parseComponentValues,
  textOf,
  trimWhitespace,
} from './component-value.ts';
import { evaluateCondition, parseCondition } from './condition.ts';
import { matchesMedia, parseMediaQueryList } from './media.ts';
import type { StyleEnvironment } from './style-environment.ts';
import { supportsText } from './supports.ts';

interface Test {
  readonly value: boolean | null;
}

const UNKNOWN: Test = { value: null };

export function ifHolds(
  text: string,
  environment: StyleEnvironment,
  customProperty: (name: string) => string | null,
): boolean {
  const readTest = (value: ComponentValue): Test | null => {
    if (value.kind !== 'function') return null;
    const inside = textOf(text, trimWhitespace(value.values));
    switch (value.name) {
      case 'media':
        return {
          value: matchesMedia(parseMediaQueryList(inside.startsWith('(') ? inside : `(${inside})`), environment),
        };
      case 'supports':
        return { value: supportsText(inside, null) };
      case 'style':
        return { value: holdsStyle(inside, customProperty) };
      default:
        return UNKNOWN;
    }
  };
  const condition = parseCondition(parseComponentValues(text), readTest, UNKNOWN);
  return condition !== null && evaluateCondition(condition, ({ value }) => value) === true;
}

/** '--name: value', or '--name' alone for any value but its initial one. */
function holdsStyle(text: string, customProperty: (name: string) => string | null): boolean | null {
  const values = trimWhitespace(parseComponentValues(text));
  const name = identOf(values[0]);
  if (name === null || !name.startsWith('--')) return null;
  const rest = trimWhitespace(values.slice(1));
  const actual = customProperty(name);
  if (rest.length === 0) return actual !== null;
  if (!isTokenOf(rest[0], 'colon')) return null;
  return actual !== null && normalised(actual) === normalised(textOf(text, rest.slice(1)));
}

function normalised(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
