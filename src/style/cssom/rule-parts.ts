/**
 * What script reads of at-rules beyond their text: addresses, names, conditions, descriptors.
 *
 * In:  a rule's name, prelude and body. Out: its parts as text; `null` for a rule that is not valid.
 *
 * CSSOM 1 §6.4 https://drafts.csswg.org/cssom-1/#css-rules, CSS Conditional 5 §9, CSS Cascade 5 §7, CSS Cascade 6 §4,
 * CSS Properties and Values 1 §3
 */
import { BlockScanner } from '../block-scanner.ts';
import { asciiLower } from '../code-points.ts';
import {
  type ComponentValue,
  delimOf,
  identOf,
  parseComponentValues,
  splitOnCommas,
  textOf,
  trimWhitespace,
  withoutWhitespace,
} from '../component-value.ts';
import { NOT_ALL, parseMediaValues } from '../media.ts';
import { addressOf, parseLayerNames, parseNamespace, registeredProperty } from '../parse-prelude.ts';
import { isTryProperty } from '../position-try.ts';
import type { RegisteredProperty } from '../registered-property.ts';
import { canonicalSelector } from '../selector/selector-text.ts';
import type { LayerName } from '../stylesheet.ts';
import { identifierText } from './written-value.ts';

export interface ImportParts {
  readonly href: string;
  /** '' for a layer without a name. */
  readonly layer: string | null;
  readonly supports: string | null;
  readonly media: readonly string[];
}

export interface ContainerPart {
  readonly name: string;
  readonly query: string;
}

/** '"a.css" layer(x) supports(display: grid) screen' */
export function importParts(prelude: string): ImportParts | null {
  let values = trimWhitespace(parseComponentValues(prelude));
  const href = addressOf(values[0]);
  if (href === null) return null;
  values = trimWhitespace(values.slice(1));
  let layer: string | null = null;
  const first = values[0];
  if (identOf(first) === 'layer') layer = '';
  else if (first?.kind === 'function' && first.name === 'layer') {
    const names = parseLayerNames(textOf(prelude, first.values));
    if (names?.length === 1) layer = layerText(names[0]!);
  }
  if (layer !== null) values = trimWhitespace(values.slice(1));
  let supports: string | null = null;
  const condition = values[0];
  if (condition?.kind === 'function' && condition.name === 'supports') {
    supports = spaced(textOf(prelude, condition.values));
    values = trimWhitespace(values.slice(1));
  }
  return { href, layer, supports, media: queriesOf(prelude, values) };
}

export function namespaceParts(prelude: string): { readonly prefix: string; readonly uri: string } | null {
  const parts = parseNamespace(prelude);
  return parts === null ? null : { prefix: parts.prefix, uri: parts.address };
}

export function layerNames(prelude: string): readonly string[] | null {
  return parseLayerNames(prelude)?.map(layerText) ?? null;
}

function layerText(name: LayerName): string {
  return name.map(identifierText).join('.');
}

/** The selectors of '(start) to (end)'. */
export function scopeParts(prelude: string): { readonly start: string | null; readonly end: string | null } | null {
  const values = withoutWhitespace(parseComponentValues(prelude));
  const selectorIn = (value: ComponentValue | undefined): string | null => {
    if (value?.kind !== 'block' || value.open !== '(') return null;
    const text = spaced(textOf(prelude, value.values));
    return canonicalSelector(text) ?? text;
  };
  const start = selectorIn(values[0]);
  const at = start === null ? 0 : 1;
  if (identOf(values[at]) !== 'to') return at === values.length ? { start, end: null } : null;
  const end = selectorIn(values[at + 1]);
  return end === null || values.length > at + 2 ? null : { start, end };
}

const NOT_NAMES: ReadonlySet<string> = new Set(['none', 'and', 'or', 'not']);

/** Conditions with their names, between commas. */
export function containerParts(prelude: string): readonly ContainerPart[] | null {
  const parts = splitOnCommas(parseComponentValues(prelude)).map((values) => {
    const first = values[0];
    const word = identOf(first);
    const isNamed = word !== null && !NOT_NAMES.has(word) && first?.kind === 'token';
    const query = spaced(textOf(prelude, trimWhitespace(isNamed ? values.slice(1) : values)));
    return { name: isNamed ? identifierText((first as { token: { value: string } }).token.value) : '', query };
  });
  return parts.every(({ name, query }) => name !== '' || query !== '') ? parts : null;
}

/** The pages that a rule is for, between commas. */
export function pageSelectors(prelude: string): readonly string[] | null {
  const text = prelude.trim();
  if (text === '') return [];
  const selectors = text.split(',').map((part) => part.trim());
  return selectors.every((part) => PAGE_SELECTOR.test(part)) ? selectors : null;
}

const PAGE_SELECTOR = /^(?=.)(?:-?[_a-z\u0080-\uffff][\w\u0080-\uffff-]*)?(?::(?:first|left|right|blank))*$/i;

/** The rule as a registration. Its values stay as they are written. */
export function propertyParts(prelude: string, body: string): RegisteredProperty | null {
  return registeredProperty(prelude, new Map(descriptorsOf(body)));
}

/** What a '@position-try' rule may declare: some properties, and nothing important. */
export function tryDeclarations(body: string): string {
  const parts: string[] = [];
  eachDeclaration(body, (name, value, important) => {
    if (!important && isTryProperty(asciiLower(name))) parts.push(`${asciiLower(name)}: ${value.trim()};`);
  });
  return parts.join(' ');
}

/** Names in lower case, with the values as they are written; the last of each name counts, and stands where it is. */
export function descriptorsOf(body: string): readonly (readonly [string, string])[] {
  const descriptors = new Map<string, string>();
  eachDeclaration(body, (name, value) => {
    descriptors.delete(asciiLower(name));
    descriptors.set(asciiLower(name), value.trim());
  });
  return [...descriptors];
}

function eachDeclaration(body: string, take: (name: string, value: string, important: boolean) => void): void {
  const scanner = new BlockScanner(body);
  while (!scanner.atEnd) {
    if (scanner.is('whitespace') || scanner.is('semicolon')) {
      scanner.advance();
      continue;
    }
    const item = scanner.item('attribute');
    if (item.kind === 'rule') scanner.skipRestOfBlock();
    if (item.kind === 'declaration') take(item.name, item.value, item.important);
  }
}

/** CSSOM §4: media queries in their one spelling. */
export function mediaQueries(text: string): readonly string[] {
  return queriesOf(text, parseComponentValues(text));
}

function queriesOf(source: string, values: readonly ComponentValue[]): readonly string[] {
  const trimmed = trimWhitespace(values);
  if (trimmed.length === 0) return [];
  const queries = parseMediaValues(trimmed);
  return splitOnCommas(trimmed).map((part, at) => (queries[at] === NOT_ALL ? 'not all' : queryText(source, part)));
}

const CLOSING = { '(': ')', '[': ']', '{': '}' } as const;

/** Words in lower case, one space where there is any, and around comparisons. */
function queryText(source: string, values: readonly ComponentValue[]): string {
  const parts: string[] = [];
  for (const value of trimWhitespace(values)) {
    const delim = delimOf(value);
    if (value.kind === 'block') parts.push(value.open, queryText(source, value.values), CLOSING[value.open]);
    else if (value.kind === 'function') parts.push(value.name, '(', queryText(source, value.values), ')');
    else if (value.token.type === 'whitespace') parts.push(' ');
    else if (value.token.type === 'colon') {
      while (parts.at(-1) === ' ') parts.pop();
      parts.push(': ');
    } else if (delim === '=' && /^ [<>] $/.test(parts.at(-1) ?? '')) parts.push(`${parts.pop()!.trimEnd()}= `);
    else if (delim === '<' || delim === '>' || delim === '=' || delim === '/') parts.push(` ${delim} `);
    else if (value.token.type === 'string') parts.push(source.slice(value.start, value.end));
    else parts.push(asciiLower(source.slice(value.start, value.end)));
  }
  return spaced(parts.join(''));
}

function spaced(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
