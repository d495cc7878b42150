/**
 * Container queries.
 *
 * In:  the prelude of @container; the container that applies, with its size and style.
 * Out: whether the rules inside apply. Without a known size the answer is no: styles are resolved once without sizes,
 * and again when layout knows them.
 *
 * CSS Conditional 5 §5 to §7 https://drafts.csswg.org/css-conditional-5/#container-queries
 */
import type { DomElement } from '../html/node-tree.ts';
import { type ComponentValue, identOf, parseComponentValues, textOf, trimWhitespace } from './component-value.ts';
import type { ComputedStyle } from './computed-style.ts';
import { type Condition, evaluateCondition, parseCondition } from './condition.ts';
import { compareNumbers, type FeatureTest, parseFeatureTest } from './feature-test.ts';
import { lengthInPixels } from './media.ts';
import type { StyleEnvironment } from './style-environment.ts';

export type ContainerTest =
  | { readonly kind: 'size'; readonly feature: FeatureTest }
  /** 'style(--name: value)'; `value` is `null` for the bare name. */
  | { readonly kind: 'style'; readonly name: string; readonly value: string | null }
  | { readonly kind: 'unknown' };

type Axis = 'width' | 'height' | 'inline' | 'block';

export interface ContainerQuery {
  /** `null`: any container. */
  readonly name: string | null;
  /** `null`: the name alone decides. */
  readonly condition: Condition<ContainerTest> | null;
  /** Axes in which the element must be a container; a style query takes any element. */
  readonly axes: readonly Axis[];
}

/** What a query is asked of. */
export interface QueriedContainer {
  readonly style: ComputedStyle;
  /** The content box as layout last knew it. */
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly rootFontSize: number;
  readonly environment: StyleEnvironment;
}

const UNKNOWN: ContainerTest = { kind: 'unknown' };
const FEATURE_AXES: ReadonlyMap<string, readonly Axis[]> = new Map([
  ['width', ['width']],
  ['height', ['height']],
  ['inline-size', ['inline']],
  ['block-size', ['block']],
  ['aspect-ratio', ['inline', 'block']],
  ['orientation', ['inline', 'block']],
]);
const NOT_NAMES: ReadonlySet<string> = new Set(['none', 'and', 'or', 'not']);

/** `null` when the prelude is invalid: the rule is dropped. */
export function parseContainerQuery(text: string): ContainerQuery | null {
  let values = trimWhitespace(parseComponentValues(text));
  let name: string | null = null;
  const first = values[0];
  const word = identOf(first);
  if (word !== null && !NOT_NAMES.has(word) && first?.kind === 'token') {
    name = first.token.value;
    values = trimWhitespace(values.slice(1));
  }
  if (values.length === 0) return name === null ? null : { name, condition: null, axes: [] };
  const axes = new Set<Axis>();
  const readTest = (value: ComponentValue): ContainerTest | null => {
    const test = readContainerTest(value, text);
    if (test !== null && test.kind === 'size') {
      for (const axis of FEATURE_AXES.get(test.feature.name)!) axes.add(axis);
    }
    return test;
  };
  const condition = parseCondition(values, readTest, UNKNOWN);
  return condition === null ? null : { name, condition, axes: [...axes] };
}

function readContainerTest(value: ComponentValue, source: string): ContainerTest | null {
  if (value.kind === 'block') {
    const feature = parseFeatureTest(value.values);
    return feature !== null && FEATURE_AXES.has(feature.name) ? { kind: 'size', feature } : null;
  }
  if (value.kind !== 'function' || value.name !== 'style') return null;
  const inside = trimWhitespace(value.values);
  const first = inside[0];
  if (first?.kind !== 'token' || first.token.type !== 'ident' || !first.token.value.startsWith('--')) return UNKNOWN;
  const rest = trimWhitespace(inside.slice(1));
  if (rest.length === 0) return { kind: 'style', name: first.token.value, value: null };
  if (rest[0]!.kind !== 'token' || rest[0]!.token.type !== 'colon') return UNKNOWN;
  return { kind: 'style', name: first.token.value, value: textOf(source, trimWhitespace(rest.slice(1))) };
}

/** Whether an element can answer a query: it has the name, and contains the axes that are asked for. */
export function isQueryContainer(style: ComputedStyle, query: ContainerQuery): boolean {
  if (query.name !== null && !style.containerName.includes(query.name)) return false;
  return query.axes.every((axis) => isSizeContainer(style, axis));
}

/** Whether the element is a size container along an axis. */
export function isSizeContainer(style: ComputedStyle, axis: Axis): boolean {
  if (style.containerType !== 'inline-size') return style.containerType === 'size';
  return axis === 'inline' || axis === (style.writingMode === 'horizontal-tb' ? 'width' : 'height');
}

/** What container units are a hundredth of: the nearest container along an axis, from an element outwards. */
export function containerSizeAbove(
  element: DomElement | null,
  axis: 'width' | 'height',
  styles: ReadonlyMap<DomElement, ComputedStyle>,
  parentOf: (element: DomElement) => DomElement | null,
  sizeOf: ((element: DomElement) => { readonly width: number; readonly height: number } | null) | undefined,
): number | null {
  for (let at = element; at !== null; at = parentOf(at)) {
    const style = styles.get(at);
    if (style !== undefined && isSizeContainer(style, axis) && canBeContained(style))
      return sizeOf?.(at)?.[axis] ?? null;
  }
  return null;
}

/** CSS Contain 2 §3.1: size containment has no effect on inline boxes, tables and their parts, and without a box. */
function canBeContained({ display }: ComputedStyle): boolean {
  switch (display) {
    case 'none':
    case 'contents':
    case 'inline':
    case 'inline-list-item':
    case 'ruby':
    case 'table':
    case 'inline-table':
      return false;
    default:
      return !display.startsWith('table-') || display === 'table-caption';
  }
}

export function matchesContainer(query: ContainerQuery, container: QueriedContainer): boolean {
  if (query.condition === null) return true;
  return evaluateCondition(query.condition, (test) => evaluateTest(test, container)) === true;
}

function evaluateTest(test: ContainerTest, container: QueriedContainer): boolean | null {
  switch (test.kind) {
    case 'unknown':
      return null;
    case 'style': {
      const actual = container.style.custom?.get(test.name) ?? null;
      return test.value === null ? actual !== null : actual !== null && actual.trim() === test.value;
    }
    case 'size':
      return container.size === null ? null : evaluateSize(test.feature, container.size, container);
  }
}

function evaluateSize(
  feature: FeatureTest,
  size: { readonly width: number; readonly height: number },
  container: QueriedContainer,
): boolean | null {
  const { style, environment, rootFontSize } = container;
  const isVertical = style.writingMode !== 'horizontal-tb';
  if (feature.name === 'orientation') {
    const wanted = feature.comparisons[0];
    const actual = size.height >= size.width ? 'portrait' : 'landscape';
    if (wanted === undefined) return true;
    return wanted.value.kind === 'word' ? wanted.value.word === actual : null;
  }
  const actual = sizeFeature(feature.name, size, isVertical);
  if (feature.comparisons.length === 0) return actual !== 0;
  for (const { comparison, value } of feature.comparisons) {
    let wanted: number | null = null;
    if (feature.name === 'aspect-ratio') wanted = value.kind === 'word' ? null : value.value;
    else if (value.kind === 'number') {
      wanted = lengthInPixels(value.value, value.unit, environment, style.fontSize, rootFontSize);
    }
    if (wanted === null) return null;
    if (!compareNumbers(actual, comparison, wanted)) return false;
  }
  return true;
}

function sizeFeature(name: string, size: { width: number; height: number }, isVertical: boolean): number {
  switch (name) {
    case 'width':
      return size.width;
    case 'height':
      return size.height;
    case 'inline-size':
      return isVertical ? size.height : size.width;
    case 'block-size':
      return isVertical ? size.width : size.height;
    default:
      return size.width / size.height;
  }
}
