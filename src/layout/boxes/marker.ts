/**
 * List markers.
 *
 * In:  a list item's element and style, the style of its ::marker, and the value of its 'list-item' counter.
 * Out: the marker's box: an atomic one that layout hangs outside the item, or an inline one that begins its content.
 *
 * CSS Lists 3 §3 https://drafts.csswg.org/css-lists-3/#markers
 */
import type { DomElement } from '../../html/node-tree.ts';
import type { ComputedStyle, StyleResolver } from '../../style/computed-style.ts';
import { Box } from '../box.ts';
import { deriveStyle } from '../derive-style.ts';
import { fontFor } from '../text/measure.ts';
import { writingOf } from '../writing-mode.ts';
import { formatCounter, isSymbolType, markerText } from './counter-style.ts';
import type { Counters } from './counters.ts';
import { type GeneratedContent, generatedText } from './generated-content.ts';

/** Chrome's distances between a marker and the text beside it. */
const IMAGE_MARGIN = 7;
const SYMBOL_START_MARGIN = -1;
const SYMBOL_MARGIN_EM = 1;
const DISCLOSURE_MARGIN_EM = 0.4;
const DISCLOSURE_SIZE_EM = 0.66;

export interface MarkerInput {
  readonly element: DomElement;
  /** The list item's style. */
  readonly style: ComputedStyle;
  readonly styles: StyleResolver;
  readonly counters: Counters;
  readonly content: GeneratedContent;
}

/** The marker of a list item; `null` when it has none. */
export function makeMarker(input: MarkerInput): Box | null {
  const { element, style, styles } = input;
  const own = styles.pseudoStyleOf(element, 'marker');
  if (own?.content === 'none') return null;
  const inside = style.listStylePosition === 'inside' || style.display === 'inline-list-item';
  const plain = own ?? deriveStyle(styles.anonymousStyle(style, 'inline'), { textTransform: 'none' });
  const markerStyle = inside ? plain : deriveStyle(plain, UNBROKEN);
  const children = markerContent(input, markerStyle, inside);
  if (children === null) return null;

  const margins = own !== null && Array.isArray(own.content) ? null : insideMargins(style, markerStyle);
  const used = inside && margins !== null ? withMargins(markerStyle, margins) : markerStyle;
  const box = new Box(inside ? 'inline' : 'flow', element, 'marker', used, true);
  box.inlineContent = !inside;
  box.replaceChildren(children);
  return box;
}

/** The marker of an item that has no element: a shape inside. */
export function insideSymbol(type: string, style: ComputedStyle): Box {
  const box = new Box('inline', null, null, withMargins(style, symbolMargins(type, style)), true);
  box.replaceChildren([symbolText(type, style, true)]);
  return box;
}

/** Outside, the space at the end of a marker counts and nothing in it wraps; inside, it is as other text of the item. */
const UNBROKEN = { whiteSpaceCollapse: 'preserve', textWrapMode: 'nowrap' } as const;

/** CSS Lists 3 §3.2: 'content', else the image, else the counter in its style; `null` for no marker. */
function markerContent(input: MarkerInput, markerStyle: ComputedStyle, inside: boolean): Box[] | null {
  const { element, style, counters, content } = input;
  if (typeof markerStyle.content !== 'string') {
    return content.boxes(markerStyle.content, element, markerStyle);
  }
  if (style.listStyleImage !== null) return [markerImage(input, markerStyle, style.listStyleImage)];
  const type = style.listStyleType;
  if (type === 'none') return null;
  if (isSymbolType(type)) return [symbolText(type, markerStyle, inside)];
  return [generatedText(markerText(counters.value('list-item'), type), markerStyle)];
}

/** A shape stands in the tree as the character that looks like it; inside, a line may break behind it. */
function symbolText(type: string, style: ComputedStyle, inside: boolean): Box {
  const text = generatedText(`${formatCounter(0, type)}${inside ? ' ' : ''}`, style);
  text.symbolWidth = symbolWidth(type, style);
  return text;
}

/** An image without a size of its own is half as large as the font's ascent. */
function markerImage(input: MarkerInput, markerStyle: ComputedStyle, url: string): Box {
  const image = input.content.imageBox(url, markerStyle);
  const { width, height } = image.natural!;
  if (width === null || height === null || width === 0) {
    const side = Math.floor(fontFor(markerStyle).ascent / 2);
    image.natural = { width: side, height: side, ratio: 1 };
  }
  return image;
}

/** The room that Chrome gives to a shape that it draws. */
function symbolWidth(type: string, style: ComputedStyle): number {
  if (type.startsWith('disclosure')) return style.fontSize * DISCLOSURE_SIZE_EM;
  const ascent = fontFor(style).ascent;
  return Math.floor((Math.floor((ascent * 2) / 3) + 1) / 2) + 2;
}

interface Margins {
  readonly start: number;
  readonly end: number;
}

/** Text brings its own space with it; shapes and images have margins. */
function insideMargins(style: ComputedStyle, markerStyle: ComputedStyle): Margins | null {
  if (style.listStyleImage !== null) return { start: 0, end: IMAGE_MARGIN };
  return isSymbolType(style.listStyleType) ? symbolMargins(style.listStyleType, markerStyle) : null;
}

function symbolMargins(type: string, style: ComputedStyle): Margins {
  return type.startsWith('disclosure')
    ? { start: 0, end: style.fontSize * DISCLOSURE_MARGIN_EM }
    : { start: SYMBOL_START_MARGIN, end: style.fontSize * SYMBOL_MARGIN_EM };
}

function withMargins(style: ComputedStyle, { start, end }: Margins): ComputedStyle {
  const writing = writingOf(style);
  const [before, after] = writing.inlineReversed ? [end, start] : [start, end];
  return writing.horizontal
    ? deriveStyle(style, { marginLeft: before, marginRight: after })
    : deriveStyle(style, { marginTop: before, marginBottom: after });
}
