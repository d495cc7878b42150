/**
 * What is known of the images a page shows.
 *
 * In:  addresses as they stand in the page; what the embedder has loaded.
 * Out: natural sizes. Images in data: URLs are measured here and remembered by their address.
 */
import type { NaturalSize } from '../box.ts';
import { naturalSizeOfDataUrl } from './natural-size.ts';

/** 'pending' has not been loaded and may be; 'broken' cannot be shown. */
export type ImageState = NaturalSize | 'pending' | 'broken';

/** Generated images have no size of their own (CSS Images 3 §5). */
const NO_SIZE: NaturalSize = { width: null, height: null, ratio: null };
const GENERATED = /^\s*-?[a-z-]*(?:gradient|image-set|cross-fade|image|element|paint)\(/i;
const DATA_URL = /^\s*data:/i;

/** The size of an image that is not there. */
export const NO_IMAGE: NaturalSize = { width: 0, height: 0, ratio: null };

/** Natural sizes are multiplied by 'zoom' like all lengths. */
export function zoomed(size: NaturalSize, zoom: number): NaturalSize {
  if (zoom === 1) return size;
  const width = size.width === null ? null : size.width * zoom;
  const height = size.height === null ? null : size.height * zoom;
  return { width, height, ratio: size.ratio };
}

/** Addresses are long: the least recent are forgotten. */
const MAX_REMEMBERED = 256;
const remembered = new Map<string, ImageState>();

export class ImageSizes {
  readonly #loaded: ((source: string) => ImageState) | null;

  /** Without knowledge of what has been loaded, whatever is not in the page itself is broken. */
  constructor(loaded: ((source: string) => ImageState) | null) {
    this.#loaded = loaded;
  }

  sizeOf(source: string): ImageState {
    if (DATA_URL.test(source)) return dataUrlSize(source);
    if (GENERATED.test(source)) return NO_SIZE;
    return this.#loaded === null ? 'broken' : this.#loaded(source);
  }
}

function dataUrlSize(source: string): ImageState {
  const known = remembered.get(source);
  if (known !== undefined) return known;
  // URL parsing takes out white space at the ends, and tabs and line ends anywhere.
  const size = naturalSizeOfDataUrl(source.trim().replace(/[\t\n\r]/g, '')) ?? 'broken';
  if (remembered.size >= MAX_REMEMBERED) remembered.delete(remembered.keys().next().value!);
  remembered.set(source, size);
  return size;
}
