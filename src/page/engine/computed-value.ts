/**
 * Resolved values of properties, as getComputedStyle gives them.
 *
 * In:  an element, a pseudo-element's name, a property. Out: text; empty for what is not known.
 *
 * Three sources: what layout made of a value (resolved-value.ts), the fields of the computed style (record-text.ts), and
 * for what layout does not need the declarations as they are written (style/cssom/computed-longhand.ts).
 *
 * CSSOM 1 §9 https://drafts.csswg.org/cssom-1/#resolved-values
 */
import { documentState } from '../../html/node-state.ts';
import { type DomElement, firstElementChild } from '../../html/node-tree.ts';
import { isAnchored } from '../../layout/anchor/anchored-style.ts';
import { anonymousStyle } from '../../style/compute.ts';
import type { ComputedStyle, PseudoName } from '../../style/computed-style.ts';
import {
  computedCustom,
  computedLonghand,
  type Styled,
  type WrittenPage,
} from '../../style/cssom/computed-longhand.ts';
import { physicalName } from '../../style/cssom/physical-name.ts';
import { isListed, LISTED_NAMES } from '../../style/cssom/property-list.ts';
import { listItems } from '../../style/cssom/shorthand-patterns.ts';
import { propertyFor, writtenShorthand } from '../../style/cssom/shorthand-table.ts';
import { findLonghand } from '../../style/properties/table.ts';
import { resolveUrl } from '../url/url-parts.ts';
import { recordText } from './record-text.ts';
import { resolvedValue } from './resolved-value.ts';
import type { StyledDocument } from './styled-document.ts';

/** Fields that say less than the property does, or say it in a form that is not a value. */
const WRITTEN_FIRST: ReadonlySet<string> = new Set(
  (
    'anchor-name appearance aspect-ratio backdrop-filter background-color background-image break-after break-before ' +
    'break-inside clip clip-path color color-scheme contain contain-intrinsic-height contain-intrinsic-width ' +
    'container-name container-type content counter-increment counter-reset counter-set cursor filter font-size-adjust ' +
    'font-style grid-auto-columns grid-auto-flow grid-auto-rows grid-column-end grid-column-start grid-row-end ' +
    'grid-row-start grid-template-areas grid-template-columns grid-template-rows initial-letter list-style-image ' +
    'mix-blend-mode perspective pointer-events position-anchor position-area quotes rotate scale scrollbar-gutter ' +
    'shape-outside text-decoration-line text-overflow text-transform translate user-select will-change zoom ' +
    '-webkit-box-align -webkit-box-direction -webkit-box-flex -webkit-box-ordinal-group -webkit-box-orient ' +
    '-webkit-box-pack -webkit-line-clamp'
  ).split(' '),
);

/** Longhands that a computed style knows and does not list. */
const UNLISTED: ReadonlySet<string> = new Set(['background-position-x', 'background-position-y', 'page']);

const PSEUDO_NAMES: ReadonlySet<string> = new Set<PseudoName>([
  'before',
  'after',
  'marker',
  'placeholder',
  'first-letter',
  'first-line',
  'backdrop',
  'details-content',
  'file-selector-button',
]);
/** Highlights and others that have a style and no box of their own here. */
const UNBOXED: ReadonlySet<string> = new Set([
  'selection',
  'target-text',
  'spelling-error',
  'grammar-error',
  'cue',
  'scroll-marker',
  'view-transition',
]);

export function computedValue(page: StyledDocument, element: DomElement, pseudo: string, property: string): string {
  const styled = styledFor(page, element, pseudo);
  if (styled === null) return '';
  if (property.startsWith('--')) return computedCustom(writtenPage(page), styled, property);
  switch (property) {
    case '-webkit-text-orientation': {
      const value = propertyText(page, styled, 'text-orientation');
      return value === 'mixed' ? 'vertical-right' : value;
    }
    case '-webkit-text-decorations-in-effect':
      return decorationsInEffect(page, styled);
    default:
      return propertyText(page, styled, propertyFor(property));
  }
}

/** Names of all properties, as the declaration lists them: Chrome's longhands, then custom properties. */
export function computedNames(page: StyledDocument, element: DomElement, pseudo: string): string {
  const styled = styledFor(page, element, pseudo);
  if (styled === null) return '';
  return [...LISTED_NAMES, ...(styled.style.custom?.keys() ?? [])].join('\n');
}

/** Only what is in the flat tree of the document has a style (CSSOM §7.2 getComputedStyle). */
function styledFor(page: StyledDocument, element: DomElement, pseudo: string): Styled | null {
  const styles = page.styles();
  const root = firstElementChild(page.document);
  let top = element;
  for (let at: DomElement | null = element; at !== null; at = styles.flatTree.parentOf(at)) top = at;
  if (top !== root) return null;
  const style = styles.styleOf(element);
  if (pseudo === '') return { element, pseudo: null, style: usedStyle(page, element, null, style) };
  if (UNBOXED.has(pseudo)) return { element, pseudo: pseudo as PseudoName, style: anonymousStyle(style, 'inline') };
  if (!PSEUDO_NAMES.has(pseudo)) return null;
  const name = pseudo as PseudoName;
  const own = styles.pseudoStyleOf(element, name) ?? anonymousStyle(style, 'inline');
  return { element, pseudo: name, style: usedStyle(page, element, name, own) };
}

/** CSS Anchor Positioning 1 §5: the position that layout has chosen, and its lengths, are the element's style. */
function usedStyle(
  page: StyledDocument,
  element: DomElement,
  pseudo: PseudoName | null,
  style: ComputedStyle,
): ComputedStyle {
  const isPositioned = style.position === 'absolute' || style.position === 'fixed';
  if (!isPositioned || style.display === 'none' || !isAnchored(style)) return style;
  return page.layout().anchored.boxOf(element, pseudo)?.style ?? style;
}

function propertyText(page: StyledDocument, styled: Styled, property: string): string {
  if (property === 'text-decoration') return decorationText(page, styled);
  const shorthand = writtenShorthand(property);
  if (shorthand !== null) return shorthand.write((longhand) => propertyText(page, styled, longhand), true);
  const physical = physicalName(property, styled.style);
  const isRecord = findLonghand(physical) !== null && !physical.startsWith('-internal-');
  if (!isListed(physical) && !UNLISTED.has(physical)) return '';
  const computed = (): string =>
    isRecord && !WRITTEN_FIRST.has(physical)
      ? recordText(styled.style, physical)
      : computedLonghand(writtenPage(page), styled, physical);
  const layers = (): number => listItems(propertyText(page, styled, 'background-image')).length;
  return resolvedValue(page, styled, physical, computed, layers, () => propertyText(page, styled, 'color'));
}

/** The colour is left out where it is the text's. */
function decorationText(page: StyledDocument, styled: Styled): string {
  const text = writtenShorthand('text-decoration')!.write((longhand) => propertyText(page, styled, longhand), true);
  const color = ` ${propertyText(page, styled, 'color')}`;
  const shortened = ` ${text}`.endsWith(color) ? ` ${text}`.slice(0, -color.length).trim() : text;
  return shortened === '' ? 'none' : shortened;
}

/** CSS Text Decoration 3 §2: lines go through to inline content, not into boxes that stand alone. */
function decorationsInEffect(page: StyledDocument, styled: Styled): string {
  const styles = page.styles();
  const lines = new Set<string>();
  for (let at: Styled | null = styled; at !== null; ) {
    for (const line of propertyText(page, at, 'text-decoration-line').split(' ')) if (line !== 'none') lines.add(line);
    const { display, position, float } = at.style;
    if (display.startsWith('inline-') || float !== 'none' || position === 'absolute' || position === 'fixed') break;
    const parent: DomElement | null = at.pseudo === null ? styles.flatTree.parentOf(at.element) : at.element;
    at = parent === null ? null : { element: parent, pseudo: null, style: styles.styleOf(parent) };
  }
  const found = ['underline', 'overline', 'line-through'].filter((line) => lines.has(line));
  return found.length === 0 ? 'none' : found.join(' ');
}

function writtenPage(page: StyledDocument): WrittenPage {
  return {
    styles: page.styles(),
    environment: page.environment,
    quirks: documentState(page.document).quirks === true,
    baseUrl: page.baseUrl,
    root: firstElementChild(page.document),
    resolveUrl,
  };
}
