/**
 * Resolved values that layout has the last word on: sizes, margins, insets, transforms.
 *
 * In:  an element or pseudo-element, a physical longhand, its computed value. Out: text.
 *
 * CSSOM 1 §9 https://drafts.csswg.org/cssom-1/#resolved-values
 */
import { attribute, namespaceOf, parentElement } from '../../html/node-tree.ts';
import type { BoxFragment } from '../../layout/fragment.ts';
import { usedTracks } from '../../layout/grid/used-tracks.ts';
import { cellsOf, FLAT_CELLS, isFlat } from '../../layout/transform-depth.ts';
import type { Styled } from '../../style/cssom/computed-longhand.ts';
import { listItems } from '../../style/cssom/shorthand-patterns.ts';
import { numberText, pixelText, quoted } from '../../style/cssom/written-value.ts';
import { resolveLength } from '../../style/length.ts';
import type { StyledDocument } from './styled-document.ts';
import { type Side, usedInset, usedMargin } from './used-edges.ts';

const PADDING = { top: 'paddingTop', right: 'paddingRight', bottom: 'paddingBottom', left: 'paddingLeft' } as const;

/** `layers`: how many background images there are. */
export function resolvedValue(
  page: StyledDocument,
  styled: Styled,
  name: string,
  computed: () => string,
  layers: () => number,
  textColor: () => string,
): string {
  const { style } = styled;
  switch (name) {
    case 'width':
    case 'height': {
      const box = usedBox(page, styled);
      return box === null ? computed() : pixelText(contentSize(box, name) / style.zoom);
    }
    case 'padding-top':
    case 'padding-right':
    case 'padding-bottom':
    case 'padding-left': {
      const side = name.slice('padding-'.length) as Side;
      const box = typeof style[PADDING[side]] === 'number' ? null : usedBox(page, styled);
      return box === null ? computed() : pixelText(box.padding[side] / style.zoom);
    }
    case 'margin-top':
    case 'margin-right':
    case 'margin-bottom':
    case 'margin-left': {
      if (usedBox(page, styled) === null) return computed();
      const used = usedMargin(page, styled.element, style, name.slice('margin-'.length) as Side);
      return used === null ? computed() : pixelText(used / style.zoom);
    }
    case 'top':
    case 'right':
    case 'bottom':
    case 'left': {
      if (style.position === 'static' || !hasBox(page, styled)) return computed();
      const used = usedInset(page, styled.element, style, name);
      return used === null ? computed() : pixelText(used / style.zoom);
    }
    case 'grid-template-columns':
    case 'grid-template-rows':
      return tracksText(page, styled, name) ?? computed();
    case 'caret-color': {
      const color = computed();
      return color === 'auto' ? textColor() : color;
    }
    case 'background-attachment':
    case 'background-blend-mode':
    case 'background-clip':
    case 'background-origin':
      return repeated(computed(), layers());
    case 'min-width':
    case 'min-height': {
      const value = computed();
      return value === 'auto' && !isItem(page, styled) ? '0px' : value;
    }
    case 'transform':
      return transformText(page, styled);
    case 'transform-origin':
    case 'perspective-origin':
      return originText(page, styled, name, computed);
    case 'content':
      return contentText(styled, computed());
    default:
      return computed();
  }
}

/** The box of an element that is laid out as one; inline boxes have no sizes of their own. */
function usedBox(page: StyledDocument, { element, pseudo, style }: Styled): BoxFragment | null {
  if (pseudo !== null || style.display === 'none' || style.display === 'contents') return null;
  const fragment = page.layout().fragmentOf(element);
  return fragment === null || fragment.box.kind === 'inline' ? null : fragment;
}

function hasBox(page: StyledDocument, { element, pseudo, style }: Styled): boolean {
  return pseudo === null && style.display !== 'none' && page.layout().fragmentOf(element) !== null;
}

function isRendered(page: StyledDocument, { element, pseudo, style }: Styled): boolean {
  if (pseudo !== null || style.display === 'none' || style.display === 'contents') return false;
  return page.layout().hasBox(element) || namespaceOf(element) === 'svg';
}

/** CSS Grid 2 §7.2.5: the tracks as they came out, with the names of their lines. */
function tracksText(page: StyledDocument, styled: Styled, name: string): string | null {
  const box = usedBox(page, styled);
  const isAcross = name === 'grid-template-columns';
  const tracks = box === null ? null : usedTracks(box, isAcross ? 'inline' : 'block');
  if (tracks === null) return null;
  const parts: string[] = tracks.isSubgrid ? ['subgrid'] : [];
  tracks.names.forEach((names, at) => {
    if (names.length > 0) parts.push(`[${names.join(' ')}]`);
    const size = tracks.sizes[at];
    if (size !== undefined && !tracks.isSubgrid) parts.push(pixelText(size / styled.style.zoom));
  });
  return parts.length === 0 ? 'none' : parts.join(' ');
}

/** 'width' is the content width, or the border width with 'box-sizing: border-box'. */
function contentSize({ box, border, padding, width, height }: BoxFragment, name: 'width' | 'height'): number {
  const isBorderBox = box.style.boxSizing === 'border-box';
  if (name === 'width') {
    return isBorderBox ? width : Math.max(0, width - border.left - border.right - padding.left - padding.right);
  }
  return isBorderBox ? height : Math.max(0, height - border.top - border.bottom - padding.top - padding.bottom);
}

/** Whether 'auto' as a minimum size means something: in flex and grid containers. */
function isItem(page: StyledDocument, { element, pseudo }: Styled): boolean {
  const parent = pseudo === null ? parentElement(element) : element;
  return parent !== null && /(?:flex|grid)$/.test(page.styles().styleOf(parent).display);
}

/** CSS Transforms 2 §14: one matrix for the list; the other transforms and the origin are not part of it. */
function transformText(page: StyledDocument, styled: Styled): string {
  const { style } = styled;
  if (style.transform.length === 0 || style.display === 'none') return 'none';
  const box = usedBox(page, styled);
  const cells = cellsOf(style.transform, box?.width ?? 0, box?.height ?? 0);
  const [name, numbers] = isFlat(cells) ? ['matrix', FLAT_CELLS.map((at) => cells[at]!)] : ['matrix3d', cells];
  return `${name}(${numbers.map(numberText).join(', ')})`;
}

function originText(
  page: StyledDocument,
  styled: Styled,
  name: 'transform-origin' | 'perspective-origin',
  computed: () => string,
): string {
  const box = usedBox(page, styled);
  // Inline boxes are not transformed, and what SVG draws has its origin in the corner.
  if (box === null && isRendered(page, styled)) return '0px 0px';
  if (name === 'transform-origin') {
    const { transformOriginX, transformOriginY, zoom } = styled.style;
    if (box === null) return `${percentText(transformOriginX)} ${percentText(transformOriginY)}`;
    return `${pixelText(resolveLength(transformOriginX, box.width) / zoom)} ${pixelText(resolveLength(transformOriginY, box.height) / zoom)}`;
  }
  const value = computed();
  if (box === null) return value;
  const sizes = [box.width, box.height];
  const words = value.split(' ');
  if (words.length !== 2) return value;
  return words
    .map((word, at) =>
      word.endsWith('%') ? pixelText(Math.floor((sizes[at]! * Number.parseFloat(word) * 64) / 100) / 64) : word,
    )
    .join(' ');
}

function percentText(value: unknown): string {
  if (typeof value === 'number') return pixelText(value);
  const { kind, value: number, text } = value as { kind: string; value: number; text: string };
  return kind === 'percent' ? `${numberText(number)}%` : text;
}

/** CSS Content 3 §2: 'normal' is 'none' before and after, and attributes are strings. */
function contentText({ element, pseudo }: Styled, text: string): string {
  if (text === 'normal') return pseudo === 'before' || pseudo === 'after' ? 'none' : text;
  if (!text.includes('attr(')) return text;
  const strings = text.replace(/attr\(([\w-]+)\)/g, (_, name: string) => quoted(attribute(element, name) ?? ''));
  return strings.replace(/((?:[^"\\]|\\.))" "/g, '$1');
}

/** A list for layers is as long as there are images. */
function repeated(list: string, count: number): string {
  const items = listItems(list);
  if (items.length >= count) return list;
  return Array.from({ length: count }, (_, at) => items[at % items.length]).join(', ');
}
