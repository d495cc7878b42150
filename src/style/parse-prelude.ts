/**
 * The preludes of at-rules other than conditions: @import, @namespace, @layer, @scope, @property.
 *
 * In:  the text between the keyword and ';' or '{'. Out: what it says, or `null` when it is invalid.
 *
 * CSS Cascade 5 §2, §6.4, CSS Cascade 6 §2.5, CSS Namespaces 3, CSS Properties and Values 1 §2
 */
import {
  type ComponentValue,
  delimOf,
  identOf,
  isTokenOf,
  parseComponentValues,
  splitOnCommas,
  textOf,
  trimWhitespace,
} from './component-value.ts';
import { parseMediaValues } from './media.ts';
import { type RegisteredProperty, registrationFault } from './registered-property.ts';
import { parseForgivingSelectors } from './selector/parse-selector.ts';
import type { SelectorList } from './selector/selector.ts';
import type { NamespaceMap, SelectorScope } from './selector/selector-reader.ts';
import type { ImportRule, LayerName } from './stylesheet.ts';
import { supportsText } from './supports.ts';

/** 'url("a.css") layer(x) supports(display: grid) screen'. An unsupported import is `null`: it is never fetched. */
export function parseImport(prelude: string, namespaces: NamespaceMap | null): ImportRule | null {
  let values = trimWhitespace(parseComponentValues(prelude));
  const href = addressOf(values[0]);
  if (href === null) return null;
  values = trimWhitespace(values.slice(1));

  let layer: LayerName | null | undefined;
  const first = values[0];
  if (identOf(first) === 'layer') {
    layer = null;
    values = trimWhitespace(values.slice(1));
  } else if (first?.kind === 'function' && first.name === 'layer') {
    const names = parseLayerNames(textOf(prelude, first.values));
    if (names !== null && names.length === 1) {
      layer = names[0]!;
      values = trimWhitespace(values.slice(1));
    }
  }
  const condition = values[0];
  if (condition?.kind === 'function' && condition.name === 'supports') {
    if (!supportsText(textOf(prelude, condition.values), namespaces)) return null;
    values = trimWhitespace(values.slice(1));
  }
  return { kind: 'import', href, layer, media: parseMediaValues(values) };
}

/** A string or url() as an address. */
export function addressOf(value: ComponentValue | undefined): string | null {
  if (value === undefined) return null;
  if (value.kind === 'token') {
    return value.token.type === 'string' || value.token.type === 'url' ? value.token.value : null;
  }
  if (value.kind !== 'function' || (value.name !== 'url' && value.name !== 'src')) return null;
  const inside = trimWhitespace(value.values)[0];
  return inside?.kind === 'token' && inside.token.type === 'string' ? inside.token.value : null;
}

export function parseNamespace(prelude: string): { readonly prefix: string; readonly address: string } | null {
  const values = trimWhitespace(parseComponentValues(prelude));
  const first = values[0];
  const hasPrefix = first?.kind === 'token' && first.token.type === 'ident';
  const rest = hasPrefix ? trimWhitespace(values.slice(1)) : values;
  const address = addressOf(rest[0]);
  if (address === null || rest.length !== 1) return null;
  return { prefix: hasPrefix ? first.token.value : '', address };
}

/** 'a, b.c' as [['a'], ['b', 'c']]; nothing is an empty list. */
export function parseLayerNames(prelude: string): LayerName[] | null {
  const values = trimWhitespace(parseComponentValues(prelude));
  if (values.length === 0) return [];
  const names: LayerName[] = [];
  for (const part of splitOnCommas(values)) {
    const name = parseLayerName(part);
    if (name === null) return null;
    names.push(name);
  }
  return names;
}

const CSS_WIDE: ReadonlySet<string> = new Set(['initial', 'inherit', 'unset', 'revert', 'revert-layer', 'default']);

function parseLayerName(values: readonly ComponentValue[]): LayerName | null {
  const name: string[] = [];
  for (let at = 0; at < values.length; at += 2) {
    const value = values[at]!;
    if (value.kind !== 'token' || value.token.type !== 'ident' || CSS_WIDE.has(identOf(value)!)) return null;
    name.push(value.token.value);
    if (at + 1 < values.length && (delimOf(values[at + 1]) !== '.' || at + 2 >= values.length)) return null;
  }
  return name.length === 0 ? null : name;
}

/** '(start) to (end)', both optional. `around` is what the roots are relative to; limits are relative to their root. */
export function parseScopePrelude(
  prelude: string,
  around: SelectorScope,
): { readonly start: SelectorList | null; readonly end: SelectorList | null } | null {
  const values = parseComponentValues(prelude).filter((value) => !isTokenOf(value, 'whitespace'));
  let at = 0;
  let start: SelectorList | null = null;
  let end: SelectorList | null = null;
  const inside = (value: ComponentValue | undefined): string | null =>
    value?.kind === 'block' && value.open === '(' ? textOf(prelude, value.values) : null;

  const startText = inside(values[at]);
  if (startText !== null) {
    start = parseForgivingSelectors(startText, around);
    at++;
  }
  if (identOf(values[at]) === 'to') {
    const endText = inside(values[at + 1]);
    if (endText === null) return null;
    end = parseForgivingSelectors(endText, { ...around, parent: null, relativeTo: 'scope' });
    at += 2;
  }
  return at === values.length ? { start, end } : null;
}

/** @property needs a name, a syntax, 'inherits', and an initial value that fits, unless the syntax takes anything. */
export function registeredProperty(
  prelude: string,
  descriptors: ReadonlyMap<string, string>,
): RegisteredProperty | null {
  const name = parseComponentValues(prelude).filter((value) => !isTokenOf(value, 'whitespace'))[0];
  if (name?.kind !== 'token' || name.token.type !== 'ident' || !name.token.value.startsWith('--')) return null;
  const syntaxText = descriptors.get('syntax');
  const syntaxValue = syntaxText === undefined ? undefined : trimWhitespace(parseComponentValues(syntaxText))[0];
  if (syntaxValue?.kind !== 'token' || syntaxValue.token.type !== 'string') return null;
  const syntax = syntaxValue.token.value.trim();
  const inherits = descriptors.get('inherits')?.toLowerCase();
  if (inherits !== 'true' && inherits !== 'false') return null;
  const initialValue = descriptors.get('initial-value') ?? null;
  const property = { name: name.token.value, syntax, inherits: inherits === 'true', initialValue };
  return registrationFault(property) === null ? property : null;
}
