/**
 * What the host has said of the images of a document.
 *
 * In:  addresses and sizes as text. Out: natural sizes, for layout and for script.
 *
 * A size that comes in says nothing by itself: the page realm marks the elements that show the image as changed.
 */
import type { ImageState } from '../../layout/box-tree.ts';
import { LIMITS } from '../../limits.ts';
import { resolveUrl } from '../url/url-parts.ts';

const CONTENT = /[\s;{]content\s*:([^;}]{0,4096})/gi;
const ADDRESS = /url\(\s*(?:"([^"\\]*)"|'([^'\\]*)'|([^"'()\\\s]+))\s*\)/gi;
/** Sprites of a sheet beyond this are not asked for. */
const MAX_CONTENT_IMAGES = 100;

export class LoadedImages {
  readonly #states = new Map<string, ImageState>();
  /** Addresses in style sheets are relative to those: styles have them as they stand there. */
  readonly #inSheets = new Map<string, string>();
  /** Whether images are asked for at all. */
  readonly isOn: boolean;
  /** What addresses in the page are relative to. */
  baseUrl = 'about:blank';

  constructor(isOn: boolean) {
    this.isOn = isOn;
  }

  /** By an address as it stands in the page: 'pending' until the host has answered, broken if nobody asked it. */
  stateOf(source: string): ImageState {
    const url = resolveUrl(source, this.baseUrl);
    const known = url === null ? undefined : this.#states.get(url);
    if (known !== undefined) return known;
    const inSheet = this.#inSheets.get(source);
    return inSheet === undefined ? 'broken' : (this.#states.get(inSheet) ?? 'broken');
  }

  /** 'pending', JSON of width, height and ratio, or empty for a broken one. */
  set(url: string, size: string): boolean {
    if (this.#states.size >= LIMITS.imagesPerDocument) return false;
    this.#states.set(url, size === '' ? 'broken' : size === 'pending' ? size : readSize(size));
    return true;
  }

  /** Notes the addresses in 'content' declarations of a sheet, and gives them. */
  inSheet(text: string, baseUrl: string): readonly string[] {
    const found = new Set<string>();
    for (const [, value = ''] of text.matchAll(CONTENT)) {
      for (const [, double, single, bare] of value.matchAll(ADDRESS)) {
        const source = double ?? single ?? bare ?? '';
        const url = resolveUrl(source, baseUrl);
        if (url === null || found.size >= MAX_CONTENT_IMAGES) continue;
        found.add(url);
        if (this.#inSheets.size < LIMITS.imagesPerDocument) this.#inSheets.set(source, url);
      }
    }
    return [...found];
  }

  /** Writes the size of a loaded image: 1; -1 for a broken one, 0 for one that is not known. */
  size(url: string, out: Float64Array): 1 | 0 | -1 {
    const state = this.#states.get(url) ?? 'pending';
    if (state === 'pending') return 0;
    if (state === 'broken') return -1;
    const { width, height, ratio } = state;
    out[0] = width ?? (height !== null && ratio !== null ? height * ratio : 300);
    out[1] = height ?? (ratio !== null ? out[0]! / ratio : 150);
    return 1;
  }
}

/** Our own host wrote it. */
function readSize(text: string): ImageState {
  const [width, height, ratio] = JSON.parse(text) as readonly (number | null)[];
  return { width: width ?? null, height: height ?? null, ratio: ratio ?? null };
}
