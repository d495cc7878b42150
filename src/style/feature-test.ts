/**
 * A feature test in parentheses: '(hover)', '(min-width: 40em)', '(400px <= width < 60rem)'.
 *
 * In:  component values of the inside. Out: the feature's name and what it is compared with.
 *
 * Media Queries 4 §2.4 https://drafts.csswg.org/mediaqueries-4/#mq-features
 */
import { asciiLower } from './code-points.ts';
import {
  type ComponentValue,
  delimOf,
  identOf,
  isTokenOf,
  trimWhitespace,
  withoutWhitespace,
} from './component-value.ts';

export type Comparison = '=' | '<' | '<=' | '>' | '>=';

export type FeatureValue =
  | { readonly kind: 'number'; readonly value: number; readonly unit: string }
  | { readonly kind: 'ratio'; readonly value: number }
  | { readonly kind: 'word'; readonly word: string };

export interface FeatureTest {
  /** Lower case, without 'min-' and 'max-'. */
  readonly name: string;
  /** Empty: the feature is asked for its truth. All must hold; the feature stands on the left. */
  readonly comparisons: readonly { readonly comparison: Comparison; readonly value: FeatureValue }[];
}

/** `null` when the inside is no feature test. */
export function parseFeatureTest(inside: readonly ComponentValue[]): FeatureTest | null {
  const values = trimWhitespace(inside);
  const name = identOf(values[0]);
  if (values.length === 1) return name === null ? null : { name, comparisons: [] };
  const colon = values.findIndex((value) => isTokenOf(value, 'colon'));
  if (colon >= 0)
    return parsePlain(name, withoutWhitespace(values.slice(1, colon)).length === 0, values.slice(colon + 1));
  return parseRange(values);
}

/** 'name: value', where a prefix of the name may make it a range. */
function parsePlain(
  written: string | null,
  nothingBetween: boolean,
  source: readonly ComponentValue[],
): FeatureTest | null {
  const value = parseFeatureValue(source);
  if (written === null || !nothingBetween || value === null) return null;
  const prefixed = /^(-webkit-)?(min|max)-(.+)$/.exec(written);
  if (prefixed === null) return { name: written, comparisons: [{ comparison: '=', value }] };
  const name = (prefixed[1] ?? '') + prefixed[3]!;
  return { name, comparisons: [{ comparison: prefixed[2] === 'min' ? '>=' : '<=', value }] };
}

/** 'name < value', 'value < name', or 'value < name < value' with both signs the same way. */
function parseRange(values: readonly ComponentValue[]): FeatureTest | null {
  const parts: (readonly ComponentValue[])[] = [];
  const signs: Comparison[] = [];
  let start = 0;
  for (let at = 0; at < values.length; at++) {
    const sign = delimOf(values[at]);
    if (sign !== '<' && sign !== '>' && sign !== '=') continue;
    const hasEquals = sign !== '=' && delimOf(values[at + 1]) === '=' && values[at + 1]!.start === values[at]!.end;
    parts.push(values.slice(start, at));
    signs.push((hasEquals ? `${sign}=` : sign) as Comparison);
    if (hasEquals) at++;
    start = at + 1;
  }
  parts.push(values.slice(start));
  if (signs.length === 1) {
    return oneSided(parts[0]!, signs[0]!, parts[1]!) ?? oneSided(parts[1]!, mirrored(signs[0]!), parts[0]!);
  }
  if (signs.length !== 2 || signs[0]![0] !== signs[1]![0] || signs[0] === '=') return null;
  const low = oneSided(parts[1]!, mirrored(signs[0]!), parts[0]!);
  const high = oneSided(parts[1]!, signs[1]!, parts[2]!);
  if (low === null || high === null) return null;
  return { name: low.name, comparisons: [...low.comparisons, ...high.comparisons] };
}

function oneSided(
  nameSide: readonly ComponentValue[],
  comparison: Comparison,
  valueSide: readonly ComponentValue[],
): FeatureTest | null {
  const trimmed = trimWhitespace(nameSide);
  const name = trimmed.length === 1 ? identOf(trimmed[0]) : null;
  const value = parseFeatureValue(valueSide);
  // A word on the value side would be the name the other way round.
  if (name === null || value === null || value.kind === 'word') return null;
  return { name, comparisons: [{ comparison, value }] };
}

function mirrored(comparison: Comparison): Comparison {
  if (comparison === '=') return '=';
  return ((comparison[0] === '<' ? '>' : '<') + comparison.slice(1)) as Comparison;
}

/** A number with or without unit, a ratio 'a / b', or a word. */
export function parseFeatureValue(source: readonly ComponentValue[]): FeatureValue | null {
  const values = withoutWhitespace(source);
  const word = identOf(values[0]);
  if (values.length === 1 && word !== null) return { kind: 'word', word };
  const first = numberOf(values[0]);
  if (first === null) return null;
  if (values.length === 1) return { kind: 'number', ...first };
  const second = numberOf(values[2]);
  if (values.length !== 3 || delimOf(values[1]) !== '/' || second === null) return null;
  if (first.unit !== '' || second.unit !== '') return null;
  return { kind: 'ratio', value: first.value / second.value };
}

function numberOf(value: ComponentValue | undefined): { value: number; unit: string } | null {
  if (value === undefined) return null;
  if (value.kind === 'token') {
    const { type, num, unit } = value.token;
    if (type === 'number') return { value: num, unit: '' };
    return type === 'dimension' ? { value: num, unit: asciiLower(unit) } : null;
  }
  const isCalc = value.kind === 'function' && value.name === 'calc';
  return isCalc || (value.kind === 'block' && value.open === '(') ? sumOf(value.values) : null;
}

/** calc() of numbers, or of lengths in one unit: what conditions are written with. */
function sumOf(source: readonly ComponentValue[]): { value: number; unit: string } | null {
  const values = withoutWhitespace(source);
  let total = null as { value: number; unit: string } | null;
  let sign = 1;
  for (let at = 0; at < values.length; at += 2) {
    let term = numberOf(values[at]);
    while (term !== null && (delimOf(values[at + 1]) === '*' || delimOf(values[at + 1]) === '/')) {
      term = scaled(term, delimOf(values[at + 1]), numberOf(values[at + 2]));
      at += 2;
    }
    if (term === null || (total !== null && total.unit !== term.unit)) return null;
    total = { value: (total?.value ?? 0) + sign * term.value, unit: term.unit };
    const operator = delimOf(values[at + 1]);
    if (at + 1 < values.length && operator !== '+' && operator !== '-') return null;
    sign = operator === '-' ? -1 : 1;
  }
  return total;
}

function scaled(
  term: { value: number; unit: string },
  operator: string,
  factor: { value: number; unit: string } | null,
): { value: number; unit: string } | null {
  if (factor === null) return null;
  if (operator === '/') return factor.unit === '' ? { value: term.value / factor.value, unit: term.unit } : null;
  if (term.unit !== '' && factor.unit !== '') return null;
  return { value: term.value * factor.value, unit: term.unit || factor.unit };
}

/** Whether a feature's actual number satisfies a comparison. Equal within a rounding error is equal. */
export function compareNumbers(actual: number, comparison: Comparison, wanted: number): boolean {
  switch (comparison) {
    case '=':
      return Math.abs(actual - wanted) < 1e-6;
    case '<':
      return actual < wanted;
    case '<=':
      return actual <= wanted;
    case '>':
      return actual > wanted;
    case '>=':
      return actual >= wanted;
  }
}
