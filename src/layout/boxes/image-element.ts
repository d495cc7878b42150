/**
 * The box of an <img> or <input type=image>.
 *
 * In:  the element, its style, and what is known of images.
 * Out: a replaced box for an image that is or will be there; for a broken one a box with an icon and the alternative
 *      text, as Chrome shows it.
 *
 * HTML §15.4.3 https://html.spec.whatwg.org/multipage/rendering.html#images-3
 */
import { LOCAL_NAME, PARENT_NODE } from '../../html/node-keys.ts';
import { attribute, type DomElement, previousElementSibling } from '../../html/node-tree.ts';
import type { ComputedStyle, StyleResolver } from '../../style/computed-style.ts';
import { resolveLength } from '../../style/length.ts';
import { Box, type NaturalSize } from '../box.ts';
import { deriveStyle } from '../derive-style.ts';
import { isInlineLevelDisplay } from './box-kind.ts';
import { replacedBox } from './embedded-content.ts';
import { generatedText } from './generated-content.ts';
import { type ImageSizes, type ImageState, NO_IMAGE } from './image-size.ts';

const ICON_SIZE = 16;
/** The icon with the border and padding that Chrome draws around an image that has a size but no text. */
const FRAMED_ICON: NaturalSize = { width: 20, height: 20, ratio: null };

export interface ImageContext {
  readonly styles: StyleResolver;
  readonly images: ImageSizes;
  readonly quirks: boolean;
}

export function imageBox(element: DomElement, style: ComputedStyle, { styles, images, quirks }: ImageContext): Box {
  const state = imageState(element, images);
  if (typeof state !== 'string') return replacedBox(element, style, state);
  if (state === 'pending') return replacedBox(element, style, NO_IMAGE);

  // With dimensions, and without a text or in quirks mode, it is replaced content all the same.
  const used = quirks ? squared(style) : style;
  if (hasDimensions(used) && (quirks || !hasOwnText(element))) return framedBox(element, used);
  return alternativeBox(element, style, styles);
}

/** A frame that stands in a line on what is inside it: the baseline is the bottom of the content box. */
function framedBox(element: DomElement, style: ComputedStyle): Box {
  const box = replacedBox(element, style, FRAMED_ICON);
  const offset = style.borderBottomWidth + resolveLength(style.paddingBottom, 0);
  box.controlBaseline = { kind: 'from-border-bottom', offset };
  return box;
}

/** In quirks mode, a broken image with one dimension has the other one too. */
function squared(style: ComputedStyle): ComputedStyle {
  if (style.width === 'auto' && style.height !== 'auto') return deriveStyle(style, { width: style.height });
  if (style.height === 'auto' && style.width !== 'auto') return deriveStyle(style, { height: style.width });
  return style;
}

/** HTML §4.8.4.3: what the image's source gives. An image without a source that has no text either is just empty. */
function imageState(element: DomElement, images: ImageSizes): ImageState {
  const source = imageSource(element);
  if (source === null) return alternativeText(element) === null ? 'pending' : 'broken';
  const state = images.sizeOf(source.url);
  if (typeof state === 'string' || source.density === 1) return state;
  const scale = (length: number | null): number | null => (length === null ? null : length / source.density);
  return { width: scale(state.width), height: scale(state.height), ratio: state.ratio };
}

export interface ImageSource {
  readonly url: string;
  readonly density: number;
}

/** The source for a screen of one pixel per CSS pixel. */
export function imageSource(element: DomElement): ImageSource | null {
  const own = bestCandidate(attribute(element, 'srcset'));
  const picture = element[PARENT_NODE]?.[LOCAL_NAME] === 'picture' ? pictureSource(element) : null;
  const source = picture ?? own;
  if (source !== null) return source;
  const url = attribute(element, 'src');
  return url === null || url.trim() === '' ? null : { url, density: 1 };
}

/**
 * The first <source> before the image in its <picture>.
 *
 * Missing: a <source> with a 'media' condition is passed over, because media queries belong to style.
 */
function pictureSource(image: DomElement): ImageSource | null {
  let first: ImageSource | null = null;
  for (let at = previousElementSibling(image); at !== null; at = previousElementSibling(at)) {
    if (at[LOCAL_NAME] !== 'source' || attribute(at, 'media') !== null) continue;
    first = bestCandidate(attribute(at, 'srcset')) ?? first;
  }
  return first;
}

/** The address neither begins nor ends with a comma; its first character is fixed, so that matching stays linear. */
const CANDIDATE = /[\t\n\f\r ,]*([^\t\n\f\r ,](?:[^\t\n\f\r ]*[^\t\n\f\r ,])?)[\t\n\f\r ]*([\d.]+[xw])?[^,]*,?/gy;

/** HTML §4.8.4.3.8: the candidate with the lowest density that is enough; 'w' descriptors give no natural size. */
function bestCandidate(srcset: string | null): ImageSource | null {
  if (srcset === null) return null;
  let best: ImageSource | null = null;
  for (const [, url, descriptor] of srcset.matchAll(CANDIDATE)) {
    const density = descriptor?.endsWith('x') ? Number.parseFloat(descriptor) : 1;
    if (!(density > 0)) continue;
    const isBetter =
      best === null || (best.density < 1 ? density > best.density : density >= 1 && density < best.density);
    if (isBetter) best = { url: url!, density };
  }
  return best;
}

function hasOwnText(element: DomElement): boolean {
  return (attribute(element, 'alt') ?? '') !== '';
}

/** The text that stands for the image, '' for an icon alone; `null` when the image represents nothing. */
function alternativeText(element: DomElement): string | null {
  const alt = attribute(element, 'alt');
  if (alt !== null) return alt === '' ? null : alt;
  if (element[LOCAL_NAME] === 'input') return attribute(element, 'value') ?? 'Submit';
  const title = attribute(element, 'title');
  if (title !== null) return title === '' ? null : title;
  return attribute(element, 'src') ? '' : null;
}

/** Width and height are given, or one of them and a ratio. */
function hasDimensions(style: ComputedStyle): boolean {
  const given = Number(style.width !== 'auto') + Number(style.height !== 'auto');
  return given === 2 || (given === 1 && style.aspectRatio.ratio !== null && !style.aspectRatio.auto);
}

/** A formatting context with a floating icon and the text. An inline one has no size but its content's. */
function alternativeBox(element: DomElement, style: ComputedStyle, styles: StyleResolver): Box {
  const text = alternativeText(element);
  const inlineLevel = isInlineLevelDisplay(style.display);
  const display = inlineLevel ? 'inline-block' : 'flow-root';
  const used =
    style.display === 'inline'
      ? deriveStyle(style, { display, width: 'auto', height: 'auto', aspectRatio: { auto: true, ratio: null } })
      : deriveStyle(style, { display });
  const box = new Box('flow', element, null, used, inlineLevel);
  if (text === null) return box;
  const iconStyle = deriveStyle(styles.anonymousStyle(style, 'block'), { float: 'left' });
  const icon = new Box('replaced', null, null, iconStyle, false);
  icon.natural = { width: ICON_SIZE * style.zoom, height: ICON_SIZE * style.zoom, ratio: 1 };
  box.replaceChildren(text === '' ? [icon] : [icon, generatedText(text, style)]);
  box.inlineContent = text !== '';
  return box;
}
