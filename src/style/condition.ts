/**
 * The grammar that @media, @supports and @container share: 'not', 'and', 'or' and parentheses around some test.
 *
 * In:  component values, and a function that reads one test.
 * Out: a tree, and its value in three-valued logic, where `null` is unknown.
 *
 * Media Queries 4 §3, CSS Conditional 5 §2
 */
import { type ComponentValue, identOf, withoutWhitespace } from './component-value.ts';

export type Condition<Test> =
  | { readonly kind: 'test'; readonly test: Test }
  | { readonly kind: 'not'; readonly of: Condition<Test> }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Condition<Test>[] };

/** Reads what stands in parentheses or a function; `null` when it is no test of this kind (its value is unknown). */
export type TestReader<Test> = (value: ComponentValue) => Test | null;

/**
 * A whole condition, or `null` when it does not follow the grammar. 'and' and 'or' do not mix on one level. `unknown` is
 * what stands for parentheses that hold no known test (<general-enclosed>).
 */
export function parseCondition<Test>(
  source: readonly ComponentValue[],
  readTest: TestReader<Test>,
  unknown: Test,
): Condition<Test> | null {
  const values = withoutWhitespace(source);
  if (identOf(values[0]) === 'not') {
    if (values.length !== 2) return null;
    const negated = parseInParens(values[1]!, readTest, unknown);
    return negated === null ? null : { kind: 'not', of: negated };
  }
  if (values.length % 2 === 0) return null;
  const first = parseInParens(values[0]!, readTest, unknown);
  if (first === null || values.length === 1) return first;
  const word = identOf(values[1]);
  if (word !== 'and' && word !== 'or') return null;
  const of = [first];
  for (let at = 1; at < values.length; at += 2) {
    const operand = identOf(values[at]) === word ? parseInParens(values[at + 1]!, readTest, unknown) : null;
    if (operand === null) return null;
    of.push(operand);
  }
  return { kind: word, of };
}

function parseInParens<Test>(value: ComponentValue, readTest: TestReader<Test>, unknown: Test): Condition<Test> | null {
  if (value.kind === 'token' || (value.kind === 'block' && value.open !== '(')) return null;
  const test = readTest(value);
  if (test !== null) return { kind: 'test', test };
  if (value.kind === 'block') {
    const nested = parseCondition(value.values, readTest, unknown);
    if (nested !== null) return nested;
  }
  return { kind: 'test', test: unknown };
}

/** Kleene's three-valued logic: unknown stays unknown unless the other operand decides. */
export function evaluateCondition<Test>(
  condition: Condition<Test>,
  evaluate: (test: Test) => boolean | null,
): boolean | null {
  switch (condition.kind) {
    case 'test':
      return evaluate(condition.test);
    case 'not': {
      const value = evaluateCondition(condition.of, evaluate);
      return value === null ? null : !value;
    }
    case 'and':
    case 'or': {
      const decisive = condition.kind === 'or';
      let result: boolean | null = !decisive;
      for (const operand of condition.of) {
        const value = evaluateCondition(operand, evaluate);
        if (value === decisive) return decisive;
        if (value === null) result = null;
      }
      return result;
    }
  }
}
