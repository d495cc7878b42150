/**
 * Computed values of longhands that a computed style has no field for, as text.
 *
 * In:  an element or pseudo-element, a longhand. Out: its computed value by the cascade over written declarations.
 *
 * CSS Cascade 5 §4 and §7 https://drafts.csswg.org/css-cascade-5/. Nothing is kept but parsed values: script that reads
 * one property pays for one property.
 */
import type { DomElement } from '../../html/node-tree.ts';
import { ComputeContext } from '../compute-context.ts';
import type { ComputedStyle, PseudoName } from '../computed-style.ts';
import type { CascadeEntry } from '../declaration.ts';
import { initialText as registeredInitial } from '../registered-property.ts';
import type { DocumentStyleResolver } from '../resolver.ts';
import type { StyleEnvironment } from '../style-environment.ts';
import { recordOf } from '../style-record.ts';
import { mayHaveReferences } from '../substitution.ts';
import { VariableScope } from '../variables.ts';
import { computedPart } from './computed-parts.ts';
import { longhandTexts } from './declared-block.ts';
import { namesFor } from './physical-name.ts';
import { listedProperty } from './property-list.ts';
import { longhandsOf, WRITTEN_SHORTHANDS } from './shorthand-table.ts';
import { initialText, writtenLonghand } from './written-longhand.ts';
import type { WrittenDeclaration } from './written-sheet.ts';
import { computedText, type ValueContext, type WrittenValue } from './written-value.ts';

export interface WrittenPage {
  readonly styles: DocumentStyleResolver;
  readonly environment: StyleEnvironment;
  readonly quirks: boolean;
  readonly baseUrl: string;
  readonly root: DomElement | null;
  resolveUrl(url: string, base: string): string | null;
}

/** An element or pseudo-element with its style. */
export interface Styled {
  readonly element: DomElement;
  readonly pseudo: PseudoName | null;
  readonly style: ComputedStyle;
}

/** What the cascade says: a value, or one of the words that point elsewhere; `null` when nothing is declared. */
type Cascaded = { readonly value: WrittenValue; readonly baseUrl: string | null } | 'inherit' | 'initial' | null;

/** `physical` is not a flow-relative name. */
export function computedLonghand(page: WrittenPage, asked: Styled, physical: string): string {
  const inherited = listedProperty(physical)?.inherited ?? false;
  for (let at: Styled | null = asked; at !== null; at = parentOf(page, at)) {
    const cascaded = cascade(page, at, physical);
    if (cascaded === 'initial' || (cascaded === null && !inherited)) break;
    if (cascaded === null || cascaded === 'inherit') continue;
    // The colour of the text is the parent's where it is itself.
    if (physical === 'color' && isCurrentColor(cascaded.value)) continue;
    if (isCurrentColor(cascaded.value)) return computedLonghand(page, asked, 'color');
    return textOf(page, cascaded.value, cascaded.baseUrl, at);
  }
  const text = listedProperty(physical)?.initial ?? initialText(physical);
  const initial = writtenLonghand(physical, text);
  if (initial === null) return text;
  // The word is what is initial or inherited, not the colour that it gives somebody else.
  return isCurrentColor(initial) ? computedLonghand(page, asked, 'color') : textOf(page, initial, null, asked);
}

/** A custom property: what the style has, or what it is registered with. */
export function computedCustom(page: WrittenPage, asked: Styled, name: string): string {
  const value = asked.style.custom?.get(name);
  if (value !== undefined) return value;
  const property = page.styles.registeredProperties.get(name);
  return property === undefined ? '' : (registeredInitial(property, contextFor(page, asked, null)) ?? '');
}

function parentOf({ styles }: WrittenPage, { element, pseudo }: Styled): Styled | null {
  const parent = pseudo === null ? styles.flatTree.parentOf(element) : element;
  return parent === null ? null : { element: parent, pseudo: null, style: styles.styleOf(parent) };
}

/** Names under which a longhand can be declared. */
const covering = new Map<string, ReadonlySet<string>>();

function coveringNames(longhand: string): ReadonlySet<string> {
  let names = covering.get(longhand);
  if (names === undefined) {
    const found = new Set([longhand]);
    for (const [name, shorthand] of WRITTEN_SHORTHANDS) if (shorthand.longhands.includes(longhand)) found.add(name);
    if (longhandsOf('all').includes(longhand)) found.add('all');
    names = found;
    covering.set(longhand, names);
  }
  return names;
}

function cascade(page: WrittenPage, at: Styled, physical: string): Cascaded {
  const entries = page.styles.writtenEntries(at.element, at.pseudo);
  const names = namesFor(physical, at.style);
  let reverted: ((entry: CascadeEntry) => boolean) | null = null;
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index]!;
    if (reverted?.(entry)) continue;
    for (let each = entry.declarations.length - 1; each >= 0; each--) {
      const declaration = entry.declarations[each] as WrittenDeclaration;
      const name = names.find((candidate) => coveringNames(candidate).has(declaration.property));
      if (name === undefined) continue;
      const found = declaredValue(page, at, declaration, name);
      if (found === 'invalid') continue;
      if (found !== 'revert' && found !== 'revert-layer') return found;
      reverted = revertedBy(entry, found);
      break;
    }
  }
  return null;
}

/** CSS Cascade 5 §7.3: which entries a 'revert' rules out. Presentational hints go with the author's. */
function revertedBy(by: CascadeEntry, keyword: 'revert' | 'revert-layer'): (entry: CascadeEntry) => boolean {
  if (keyword === 'revert-layer') return (entry) => entry.origin === by.origin && entry.layer === by.layer;
  return (entry) => (entry.origin === 'user-agent') === (by.origin === 'user-agent');
}

function declaredValue(
  page: WrittenPage,
  at: Styled,
  { declared, baseUrl }: WrittenDeclaration,
  longhand: string,
): Cascaded | 'invalid' | 'revert' | 'revert-layer' {
  let text = declared.text.trim();
  const hasReferences = mayHaveReferences(text) && declared.property !== 'content';
  if (hasReferences) {
    const scope = new VariableScope(at.element, page.styles.registeredProperties, page.environment);
    scope.resolve(null, at.style.custom);
    const replaced = scope.replace(text);
    if (replaced === null) return null;
    text = replaced.trim();
  }
  switch (text.toLowerCase()) {
    case 'initial':
      return 'initial';
    case 'inherit':
      return 'inherit';
    case 'unset':
      return null;
    case 'revert':
      return 'revert';
    case 'revert-layer':
      return 'revert-layer';
  }
  const own = longhandTexts(declared.property, text)?.get(longhand);
  const value = own === undefined ? null : writtenLonghand(longhand, own);
  if (value !== null) return { value, baseUrl };
  // With references it is invalid at computed-value time: as if unset.
  return hasReferences ? null : 'invalid';
}

function textOf(page: WrittenPage, value: WrittenValue, baseUrl: string | null, holder: Styled): string {
  return computedText(value, contextFor(page, holder, baseUrl));
}

function isCurrentColor(value: WrittenValue): boolean {
  return typeof value === 'object' && value.kind === 'color' && value.text === 'currentcolor';
}

function contextFor(page: WrittenPage, holder: Styled, baseUrl: string | null): ValueContext {
  const style = recordOf(holder.style);
  return {
    get units() {
      const root = page.root === null ? null : recordOf(page.styles.styleOf(page.root));
      const units = new ComputeContext(style, style, root, page.environment, page.quirks, null);
      units.useOwnFont();
      units.useUnzoomed();
      return units;
    },
    currentColor: style.color,
    scheme: style.colorScheme,
    resolveUrl: (url) => page.resolveUrl(url, baseUrl ?? page.baseUrl) ?? url,
    made: computedPart,
  };
}
