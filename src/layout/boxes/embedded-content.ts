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

const FRAME_TYPE = /^(?:text\/|application\/(?:xhtml\+xml|xml|json|pdf)|image\/svg\+xml$)/i;

/** HTML §4.8.7: an image, a nested document, or what stands inside the element. */
function objectContent(object: DomElement, images: ImageSizes): EmbeddedContent {
  const data = attribute(object, 'data');
  const type = attribute(object, 'type') ?? '';
  if (data === null || data === '') {
    if (type === '') return hasFallback(object) ? 'fallback' : UNSIZED;
    if (/^image\//i.test(type)) return NO_IMAGE;
    return FRAME_TYPE.test(type) ? UNSIZED : 'fallback';
  }
  return resourceContent(data, images, 'fallback');
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

function embedContent(embed: DomElement, images: ImageSizes): EmbeddedContent {
  const source = attribute(embed, 'src');
  const type = attribute(embed, 'type') ?? '';
  if (source === null || source === '') {
    if (type === '') return 'none';
    return FRAME_TYPE.test(type) ? UNSIZED : NO_IMAGE;
  }
  return resourceContent(source, images, NO_IMAGE);
}

function resourceContent(source: string, images: ImageSizes, broken: EmbeddedContent): EmbeddedContent {
  const dataType = /^\s*data:([^;,]*)/i.exec(source)?.[1];
  if (dataType !== undefined && !/^image\//i.test(dataType)) {
    // Without a type, a data: URL is plain text.
    return dataType === '' || FRAME_TYPE.test(dataType) ? UNSIZED : broken;
  }
  const size = images.sizeOf(source);
  if (size === 'broken') return broken;
  return size === 'pending' ? UNSIZED : size;
}
