/**
 * The pixels of a canvas, made when somebody asks for them, from what has been drawn until then.
 *
 * In:  commands as text (engine/canvas-paint.ts). Out: pixels. Pages that draw and never look cost nothing.
 */
import { LOCAL_NAME } from '../../html/node-keys.ts';
import { attribute } from '../../html/node-tree.ts';
import { LIMITS } from '../../limits.ts';
import type { PageNode } from '../dom/create-node.ts';
import { isTreeNode } from '../dom/tree.ts';
import { askEngine } from '../engine-link.ts';
import { append, type BareArray, bareArray, weakGet, weakSet } from '../primordials.ts';

export interface CanvasBitmap {
  readonly width: number;
  readonly height: number;
  pixels: Uint8ClampedArray | null;
  /** JSON of each command that has not been drawn yet. */
  waiting: BareArray<string>;
}

const bitmaps = new WeakMap<PageNode, CanvasBitmap>();
const Pixels = Uint8ClampedArray;

/** Canvases that are no elements, and bitmaps: how large they are. */
const ownSizes = new WeakMap<object, { readonly width: number; readonly height: number }>();
/** What can be drawn on canvases besides elements: the objects whose pixels they show. */
const drawables = new WeakMap<object, PageNode>();

/** An object that has pixels without being an element. `shown`: the element whose pixels it draws. */
export function ownBitmap(object: object, width: number, height: number, shown?: PageNode): void {
  weakSet(ownSizes, object, { width, height });
  weakSet(drawables, object, shown ?? (object as PageNode));
}

/** What the pixels of an image source are kept by; `null` for what has none here. */
export function drawableOf(source: unknown): PageNode | null {
  if (typeof source !== 'object' || source === null) return null;
  const own = weakGet(drawables, source);
  if (own !== undefined) return own;
  return isTreeNode(source) && source[LOCAL_NAME] === 'canvas' ? source : null;
}

/** Puts pixels in the place of what was drawn. */
export function setPixels(canvas: PageNode, pixels: Uint8ClampedArray): void {
  const bitmap = bitmapOf(canvas);
  bitmap.waiting = bareArray();
  bitmap.pixels = pixels;
}

export function canvasSize(canvas: PageNode, name: 'width' | 'height'): number {
  const own = weakGet(ownSizes, canvas);
  if (own !== undefined) return own[name];
  const given = Number.parseInt(attribute(canvas, name) ?? '', 10);
  return given >= 0 ? given : name === 'width' ? 300 : 150;
}

/** A canvas whose size has been set anew is empty. */
export function bitmapOf(canvas: PageNode): CanvasBitmap {
  const width = canvasSize(canvas, 'width');
  const height = canvasSize(canvas, 'height');
  let bitmap = weakGet(bitmaps, canvas);
  if (bitmap === undefined || bitmap.width !== width || bitmap.height !== height) {
    bitmap = { width, height, pixels: null, waiting: bareArray() };
    weakSet(bitmaps, canvas, bitmap);
  }
  return bitmap;
}

/** 'width' or 'height' has been set, also to what it was. */
export function emptyBitmap(canvas: PageNode): void {
  const bitmap = weakGet(bitmaps, canvas);
  if (bitmap === undefined) return;
  bitmap.pixels = null;
  bitmap.waiting = bareArray();
}

/** A command; those that a page has never looked at are forgotten when there are too many. */
export function draw(canvas: PageNode, command: string): void {
  const bitmap = bitmapOf(canvas);
  if (bitmap.waiting.length >= LIMITS.canvasCommands) bitmap.waiting = bareArray();
  append(bitmap.waiting, command);
}

/** Everything that was drawn is painted over: it need not be. */
export function forgetDrawn(canvas: PageNode): void {
  const bitmap = bitmapOf(canvas);
  bitmap.waiting = bareArray();
  bitmap.pixels?.fill(0);
}

/** `null` for a canvas without pixels, or with too many. */
export function pixelsOf(canvas: PageNode): Uint8ClampedArray | null {
  const bitmap = bitmapOf(canvas);
  const { width, height } = bitmap;
  if (width * height === 0 || width * height > LIMITS.canvasPixels) return null;
  bitmap.pixels ??= new Pixels(width * height * 4);
  const { waiting, pixels } = bitmap;
  if (waiting.length > 0) {
    let text = '';
    for (let at = 0; at < waiting.length; at++) text += `${at === 0 ? '' : ','}${waiting[at]}`;
    bitmap.waiting = bareArray();
    askEngine((engine) => engine.paintCanvas(`[${text}]`, pixels, width, height));
  }
  return pixels;
}
