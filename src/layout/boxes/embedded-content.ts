/**
 * The boxes of images, frames, media and drawings.
 *
 * In:  an element, its style, and what is known of images.
 * Out: a replaced box with natural dimensions; or that its fallback content is shown instead; or no box at all.
 *
 * HTML §15.4 https://html.spec.whatwg.org/multipage/rendering.html#replaced-elements
 */
import { LOCAL_NAME } from '../../html/node-keys.ts';
import {
  attribute,
  characterData,
  type DomElement,
  firstChild,
  hasAttribute,
  isElement,
  isText,
  nextSibling,
} from '../../html/node-tree.ts';
import type { ComputedStyle } from '../../style/computed-style.ts';
import { Box, type NaturalSize } from '../box.ts';
import { isInlineLevelDisplay } from './box-kind.ts';
import { type ImageSizes, NO_IMAGE, zoomed } from './image-size.ts';
import { svgNaturalSize } from './svg-size.ts';

/** No natural dimensions at all: layout takes 300 by 150. */
const UNSIZED: NaturalSize = { width: null, height: null, ratio: null };
const AUDIO_CONTROLS: NaturalSize = { width: 300, height: 54, ratio: null };
const CANVAS_WIDTH = 300;
const CANVAS_HEIGHT = 150;

export type EmbeddedContent = NaturalSize | 'fallback' | 'none';

export function replacedBox(element: DomElement, style: ComputedStyle, natural: NaturalSize): Box {
  const box = new Box('replaced', element, null, style, isInlineLevelDisplay(style.display));
  box.natural = zoomed(natural, style.zoom);
  return box;
}

export function vectorSize(svg: DomElement, style: ComputedStyle): NaturalSize {
  return svgNaturalSize(
    attribute(svg, 'width'),
    attribute(svg, 'height'),
    attribute(svg, 'viewBox'),
    style.fontSize / style.zoom,
  );
}

export function embeddedContent(element: DomElement, images: ImageSizes, scripting: boolean): EmbeddedContent {
  switch (element[LOCAL_NAME]) {
    case 'audio':
      return hasAttribute(element, 'controls') ? AUDIO_CONTROLS : 'none';
    case 'canvas':
      // Without scripts nothing is ever drawn on it.
      return scripting ? canvasSize(element) : 'fallback';
    case 'object':
      return objectContent(element, images);
    case 'embed':
      return embedContent(element, images);
    case 'video':
      return videoSize(element, images);
    default:
      return UNSIZED;
  }
}

function canvasSize(canvas: DomElement): NaturalSize {
  const width = nonNegativeInteger(attribute(canvas, 'width')) ?? CANVAS_WIDTH;
  const height = nonNegativeInteger(attribute(canvas, 'height')) ?? CANVAS_HEIGHT;
  return { width, height, ratio: width > 0 && height > 0 ? width / height : null };
}

/** HTML §2.3.4.2: leading digits count, what follows does not matter. */
function nonNegativeInteger(text: string | null): number | null {
  const match = text === null ? null : /^[\t\n\f\r ]*\+?(\d+)/.exec(text);
  return match === null ? null : Number(match[1]);
}

/** Until its first frame is known a video is as large as its poster. */
function videoSize(video: DomElement, images: ImageSizes): NaturalSize {
  const poster = attribute(video, 'poster');
  const size = poster ? images.sizeOf(poster) : 'broken';
  return typeof size === 'string' ? UNSIZED : size;
}

/** Types that Chrome shows as an image, and as a document of its own: pages, texts, media. */
const IMAGE_TYPE =
  /^image\/(?:a?png|jpe?g|pjpeg|gif|webp|avif|jxl|bmp|(?:x-|vnd\.microsoft\.)icon|x-xbitmap|svg\+xml)$/i;
const FRAME_TYPE =
  /^(?:text\/(?!(?:csv|calendar|vcard)$)|application\/(?:xhtml\+xml|xml|rss\+xml|atom\+xml|json|pdf|(?:x-)?javascript)$|(?:audio|video)\/(?:mp4|mpeg|ogg|webm|wav|x-wav|flac|aac)$|multipart\/related$|message\/rfc822$)/i;
/** What Chrome knows by the end of an address and cannot show. What it does not know may be a document. */
const OTHER_FILE =
  /\.(?:swf|swl|exe|com|bin|gz|tgz|zip|tar|docx?|xlsx?|pptx?|ps|eps|ai|tiff?|epub|rtf|apk|mpe?g|csv|ics|woff|crx|xul)(?:[?#]|$)/i;
const IMAGE_FILE = /\.(?:a?png|jpe?g|gif|webp|avif|jxl|bmp|ico|xbm|svg)(?:[?#]|$)/i;

type ContentKind = 'image' | 'frame' | 'other';

/** HTML §4.8.7 step 3 of what is represented: by the type that a data: URL or else the element states, else by the address. */
function contentKind(source: string, type: string): ContentKind {
  const data = /^\s*data:([^;,]*)/i.exec(source)?.[1];
  const stated = data === undefined ? type.trim() : data || 'text/plain';
  if (stated === '') return OTHER_FILE.test(source) ? 'other' : IMAGE_FILE.test(source) ? 'image' : 'frame';
  return IMAGE_TYPE.test(stated) ? 'image' : FRAME_TYPE.test(stated) ? 'frame' : 'other';
}

/** HTML §4.8.7: an image, a nested document, or what stands inside the element. Chrome shows a plug-in that it has not as a box. */
function objectContent(object: DomElement, images: ImageSizes): EmbeddedContent {
  const data = attribute(object, 'data') ?? '';
  const type = attribute(object, 'type') ?? '';
  const kind = contentKind(data, type);
  if ((data === '' && type === '') || kind === 'other') return hasFallback(object) ? 'fallback' : UNSIZED;
  if (data === '') return kind === 'image' ? NO_IMAGE : UNSIZED;
  if (kind === 'frame' && isData(data)) return UNSIZED;
  return imageContent(data, images, 'fallback');
}

/** Parameters and white space are not content. */
function hasFallback(object: DomElement): boolean {
  for (let child = firstChild(object); child !== null; child = nextSibling(child)) {
    if (isElement(child) ? child[LOCAL_NAME] !== 'param' : isText(child) && /[^\t\n\f\r ]/.test(characterData(child))) {
      return true;
    }
  }
  return false;
}

/** HTML §4.8.6 */
function embedContent(embed: DomElement, images: ImageSizes): EmbeddedContent {
  const source = attribute(embed, 'src') ?? '';
  const type = attribute(embed, 'type') ?? '';
  if (source === '' && type === '') return 'none';
  if (contentKind(source, type) !== 'image') return UNSIZED;
  return source === '' ? NO_IMAGE : imageContent(source, images, NO_IMAGE);
}

function isData(source: string): boolean {
  return /^\s*data:/i.test(source);
}

function imageContent(source: string, images: ImageSizes, broken: EmbeddedContent): EmbeddedContent {
  const size = images.sizeOf(source);
  if (size === 'broken') return broken;
  return size === 'pending' ? UNSIZED : size;
}
