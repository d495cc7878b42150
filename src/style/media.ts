/**
 * Media queries.
 *
 * In:  the text of a media query list, and the environment. Out: whether the list matches.
 *
 * Font-relative lengths use the initial font size, 16px. Features that a session cannot change answer like Chrome on a
 * desktop with a mouse.
 *
 * Media Queries 4 https://drafts.csswg.org/mediaqueries-4/
 */
import { type ComponentValue, identOf, parseComponentValues, splitOnCommas } from './component-value.ts';
import { type Condition, evaluateCondition, parseCondition } from './condition.ts';
import { compareNumbers, type FeatureTest, type FeatureValue, parseFeatureTest } from './feature-test.ts';
import type { StyleEnvironment } from './style-environment.ts';

export interface MediaQuery {
  readonly negated: boolean;
  /** 'all' when only a condition is given. */
  readonly type: string;
  readonly condition: Condition<FeatureTest> | null;
}

/** Matches when one of its queries does; an empty list always matches. */
export type MediaQueryList = readonly MediaQuery[];

const UNKNOWN_TEST: FeatureTest = { name: '', comparisons: [] };
/** What an invalid query becomes: 'not all'. */
export const NOT_ALL: MediaQuery = { negated: true, type: 'all', condition: null };
const INITIAL_FONT_SIZE = 16;

export function parseMediaQueryList(text: string): MediaQueryList {
  return parseMediaValues(parseComponentValues(text));
}

export function parseMediaValues(values: readonly ComponentValue[]): MediaQueryList {
  const parts = splitOnCommas(values);
  if (parts.length === 1 && parts[0]!.length === 0) return [];
  return parts.map((part) => parseMediaQuery(part) ?? NOT_ALL);
}

function parseMediaQuery(values: readonly ComponentValue[]): MediaQuery | null {
  const words = values.filter((value) => !(value.kind === 'token' && value.token.type === 'whitespace'));
  const first = identOf(words[0]);
  const second = identOf(words[1]);
  const isPrefixed = (first === 'not' || first === 'only') && second !== null;
  if (first === null || (first === 'not' && !isPrefixed)) {
    const condition = parseCondition(words, readFeature, UNKNOWN_TEST);
    return condition === null ? null : { negated: false, type: 'all', condition };
  }
  const type = isPrefixed ? second : first;
  if (RESERVED.has(type)) return null;
  const negated = isPrefixed && first === 'not';
  const rest = words.slice(isPrefixed ? 2 : 1);
  if (rest.length === 0) return { negated, type, condition: null };
  if (identOf(rest[0]) !== 'and') return null;
  const condition = parseCondition(rest.slice(1), readFeature, UNKNOWN_TEST);
  // After a media type, 'or' is not allowed on the top level.
  if (condition === null || condition.kind === 'or') return null;
  return { negated, type, condition };
}

const RESERVED: ReadonlySet<string> = new Set(['not', 'only', 'and', 'or', 'layer']);

function readFeature(value: ComponentValue): FeatureTest | null {
  return value.kind === 'block' ? parseFeatureTest(value.values) : null;
}

export function matchesMedia(list: MediaQueryList, environment: StyleEnvironment): boolean {
  return list.length === 0 || list.some((query) => matchesQuery(query, environment));
}

function matchesQuery(query: MediaQuery, environment: StyleEnvironment): boolean {
  const typeMatches = query.type === 'all' || query.type === environment.mediaType;
  let matched: boolean | null = typeMatches;
  if (typeMatches && query.condition !== null) {
    matched = evaluateCondition(query.condition, (test) => evaluateFeature(test, environment));
  }
  // An unknown query does not match, negated or not.
  if (matched === null) return false;
  return query.negated ? !matched : matched;
}

function evaluateFeature(test: FeatureTest, environment: StyleEnvironment): boolean | null {
  const number = numericFeature(test.name, environment);
  if (number !== null) return evaluateNumber(test, number, environment);
  const words = wordFeature(test.name, environment);
  if (words === null) return null;
  const comparison = test.comparisons[0];
  if (comparison === undefined) return words.current !== 'none' && words.current !== 'no-preference';
  const { value } = comparison;
  if (comparison.comparison !== '=' || value.kind !== 'word' || !words.known.includes(value.word)) return null;
  return words.includes.includes(value.word);
}

type NumericKind = 'length' | 'ratio' | 'resolution' | 'integer' | 'number';

interface NumericFeature {
  readonly kind: NumericKind;
  readonly actual: number;
}

function numericFeature(name: string, environment: StyleEnvironment): NumericFeature | null {
  const { viewportWidth, viewportHeight, devicePixelRatio } = environment;
  const [screenWidth, screenHeight] = environment.screen ?? [viewportWidth, viewportHeight];
  switch (name) {
    case 'width':
      return { kind: 'length', actual: viewportWidth };
    case 'device-width':
      return { kind: 'length', actual: screenWidth };
    case 'height':
      return { kind: 'length', actual: viewportHeight };
    case 'device-height':
      return { kind: 'length', actual: screenHeight };
    case 'aspect-ratio':
      return { kind: 'ratio', actual: viewportWidth / viewportHeight };
    case 'device-aspect-ratio':
      return { kind: 'ratio', actual: screenWidth / screenHeight };
    case 'resolution':
      return { kind: 'resolution', actual: devicePixelRatio };
    case '-webkit-device-pixel-ratio':
      return { kind: 'number', actual: devicePixelRatio };
    case 'color':
      return { kind: 'integer', actual: (environment.colorDepth ?? 24) / 3 };
    case 'color-index':
    case 'monochrome':
    case 'grid':
      return { kind: 'integer', actual: 0 };
    case 'horizontal-viewport-segments':
    case 'vertical-viewport-segments':
    case '-webkit-transform-3d':
      return { kind: 'integer', actual: 1 };
    default:
      return null;
  }
}

function evaluateNumber(test: FeatureTest, feature: NumericFeature, environment: StyleEnvironment): boolean | null {
  if (test.comparisons.length === 0) return feature.actual !== 0;
  for (const { comparison, value } of test.comparisons) {
    const wanted = wantedNumber(value, feature.kind, environment);
    if (wanted === null) return null;
    if (!compareNumbers(feature.actual, comparison, wanted)) return false;
  }
  return true;
}

function wantedNumber(value: FeatureValue, kind: NumericKind, environment: StyleEnvironment): number | null {
  if (value.kind === 'word')
    return kind === 'resolution' && value.word === 'infinite' ? Number.POSITIVE_INFINITY : null;
  if (value.kind === 'ratio') return kind === 'ratio' ? value.value : null;
  switch (kind) {
    case 'length':
      return lengthInPixels(value.value, value.unit, environment, INITIAL_FONT_SIZE, INITIAL_FONT_SIZE);
    case 'resolution':
      return resolutionInDppx(value.value, value.unit);
    case 'integer':
      return value.unit === '' && Number.isInteger(value.value) ? value.value : null;
    case 'ratio':
    case 'number':
      return value.unit === '' ? value.value : null;
  }
}

/** A length of a condition in CSS pixels; `null` for an unknown unit. Zero needs no unit. */
export function lengthInPixels(
  value: number,
  unit: string,
  environment: StyleEnvironment,
  fontSize: number,
  rootFontSize: number,
): number | null {
  const { viewportWidth, viewportHeight } = environment;
  switch (unit) {
    case '':
      return value === 0 ? 0 : null;
    case 'px':
      return value;
    case 'em':
      return value * fontSize;
    case 'rem':
      return value * rootFontSize;
    case 'ex':
    case 'ch':
      return (value * fontSize) / 2;
    case 'ic':
      return value * fontSize;
    case 'lh':
    case 'rlh':
      return value * 1.15 * (unit === 'lh' ? fontSize : rootFontSize);
    case 'in':
      return value * 96;
    case 'cm':
      return (value * 96) / 2.54;
    case 'mm':
      return (value * 96) / 25.4;
    case 'q':
      return (value * 96) / 101.6;
    case 'pt':
      return (value * 96) / 72;
    case 'pc':
      return value * 16;
  }
  const viewportUnit = /^[sld]?v(w|h|i|b|min|max)$/.exec(unit)?.[1];
  switch (viewportUnit) {
    case 'w':
    case 'i':
      return (value * viewportWidth) / 100;
    case 'h':
    case 'b':
      return (value * viewportHeight) / 100;
    case 'min':
      return (value * Math.min(viewportWidth, viewportHeight)) / 100;
    case 'max':
      return (value * Math.max(viewportWidth, viewportHeight)) / 100;
    default:
      return null;
  }
}

function resolutionInDppx(value: number, unit: string): number | null {
  switch (unit) {
    case 'dppx':
    case 'x':
      return value;
    case 'dpi':
      return value / 96;
    case 'dpcm':
      return (value * 2.54) / 96;
    default:
      return null;
  }
}

interface WordFeature {
  /** What the feature is now, for the boolean form. */
  readonly current: string;
  /** Every word that is true now. */
  readonly includes: readonly string[];
  readonly known: readonly string[];
}

function wordFeature(name: string, environment: StyleEnvironment): WordFeature | null {
  switch (name) {
    case 'orientation':
      return oneOf(environment.viewportHeight >= environment.viewportWidth ? 'portrait' : 'landscape', [
        'portrait',
        'landscape',
      ]);
    case 'prefers-color-scheme':
      return oneOf(environment.colorScheme, ['light', 'dark']);
    case 'prefers-reduced-motion':
      return oneOf(environment.reducedMotion ? 'reduce' : 'no-preference', ['reduce', 'no-preference']);
    case 'color-gamut':
      return {
        current: 'srgb',
        includes: (environment.colorDepth ?? 24) > 24 ? WIDE : WIDE.slice(0, 1),
        known: GAMUTS,
      };
    default:
      return FIXED.get(name) ?? null;
  }
}

function oneOf(current: string, known: readonly string[]): WordFeature {
  return { current, includes: [current], known };
}

const GAMUTS = ['srgb', 'p3', 'rec2020'];
/** What a screen of more than 24 bits shows. */
const WIDE = ['srgb', 'p3'];

/** Features that are the same in every session. */
const FIXED: ReadonlyMap<string, WordFeature> = new Map([
  ['hover', oneOf('hover', ['none', 'hover'])],
  ['any-hover', oneOf('hover', ['none', 'hover'])],
  ['pointer', oneOf('fine', ['none', 'coarse', 'fine'])],
  ['any-pointer', oneOf('fine', ['none', 'coarse', 'fine'])],
  ['update', oneOf('fast', ['none', 'slow', 'fast'])],
  ['overflow-block', oneOf('scroll', ['none', 'scroll', 'paged'])],
  ['overflow-inline', oneOf('scroll', ['none', 'scroll'])],
  ['dynamic-range', oneOf('standard', ['standard', 'high'])],
  ['scripting', oneOf('enabled', ['none', 'initial-only', 'enabled'])],
  ['display-mode', oneOf('browser', ['fullscreen', 'standalone', 'minimal-ui', 'browser', 'window-controls-overlay'])],
  ['forced-colors', oneOf('none', ['none', 'active'])],
  ['prefers-contrast', oneOf('no-preference', ['no-preference', 'more', 'less', 'custom'])],
  ['prefers-reduced-transparency', oneOf('no-preference', ['no-preference', 'reduce'])],
  ['device-posture', oneOf('continuous', ['continuous', 'folded'])],
  ['scan', { current: 'none', includes: [], known: ['progressive', 'interlace'] }],
]);
