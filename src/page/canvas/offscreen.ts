/**
 * OffscreenCanvas, ImageBitmap and createImageBitmap: pixels without an element.
 *
 * HTML §4.12.5.3 https://html.spec.whatwg.org/#the-offscreencanvas-interface, §8.11 (ImageBitmap)
 *
 * Differs: pictures of files have their size and no pixels, as everywhere here. A canvas that goes to a worker is drawn on
 * there, and its element stays empty.
 */

import { LOCAL_NAME } from '../../html/node-keys.ts';
import { naturalSizeOfBytes } from '../../layout/boxes/natural-size.ts';
import { LIMITS } from '../../limits.ts';
import type { PageNode } from '../dom/create-node.ts';
import { domException } from '../dom/dom-exception.ts';
import { isTreeNode } from '../dom/tree.ts';
import { askEngine } from '../engine-link.ts';
import { blobBytes, isBlob, makeBlob } from '../network/blob.ts';
import { bytesOfBase64 } from '../network/bytes.ts';
import { promised } from '../network/promises.ts';
import { apply, weakHas, weakSet } from '../primordials.ts';
import { recordOf } from '../record-objects.ts';
import { addPlatformCloner } from '../structured-clone.ts';
import { defineBehaviour, defineLater, type LiveRecord, liveObject, liveRecord } from '../window/lazy-interfaces.ts';
import { makeWebGlContext } from '../window/webgl.ts';
import { bitmapOf, drawableOf, ownBitmap, pixelsOf, setPixels } from './bitmap.ts';
import { offscreenBehaviour, offscreenContext } from './context-2d.ts';

type Args = ArrayLike<unknown>;
interface Size {
  readonly width: number;
  readonly height: number;
}

const CANVAS = 'OffscreenCanvas';
const BITMAP = 'ImageBitmap';
const Pixels = Uint8ClampedArray;
/** Elements whose canvas is somebody else's now. */
const transferred = new WeakMap<PageNode, true>();

/** Elements that have given their canvas away have no contexts any more. */
export function checkHere(canvas: PageNode): void {
  if (!weakHas(transferred, canvas)) return;
  const why = 'Cannot get context from a canvas that has transferred its control to offscreen.';
  throw domException('InvalidStateError', `Failed to execute 'getContext' on 'HTMLCanvasElement': ${why}`);
}

export function transferToOffscreen(element: PageNode): object {
  if (weakHas(transferred, element)) {
    throw domException('InvalidStateError', 'Cannot transfer control from a canvas for more than one time.');
  }
  weakSet(transferred, element, true);
  const { width, height } = bitmapOf(element);
  const canvas = liveObject(CANVAS, { width, height, '%key': element });
  ownBitmap(canvas, width, height, element);
  return canvas;
}

function newCanvas(record: LiveRecord, canvas: object): LiveRecord {
  ownBitmap(canvas, record['width'] as number, record['height'] as number);
  record['%key'] = canvas;
  return record;
}

const KINDS = ['2d', 'webgl', 'webgl2', 'bitmaprenderer', 'webgpu'];

function getContext(this: LiveRecord, args: Args, self: object): object | null {
  const kind = `${args[0]}`;
  if (!KINDS.includes(kind)) {
    const what = `The provided value '${kind}' is not a valid enum value of type OffscreenRenderingContextType.`;
    throw new TypeError(`Failed to execute 'getContext' on '${CANVAS}': ${what}`);
  }
  if (this['%context'] !== undefined) return this['%contextKind'] === kind ? (this['%context'] as object) : null;
  const key = this['%key'] as PageNode;
  const context =
    kind === '2d'
      ? offscreenContext(key, self)
      : kind === 'bitmaprenderer'
        ? bitmapRenderer(self)
        : makeWebGlContext(kind, self as PageNode);
  if (context !== null) {
    this['%context'] = context;
    this['%contextKind'] = kind;
  }
  return context;
}

function setSize(name: 'width' | 'height') {
  return function (this: LiveRecord, value: unknown, self: object): void {
    this[name] = Math.max(0, Math.trunc(Number(value)) || 0);
    ownBitmap(self, this['width'] as number, this['height'] as number);
    if (this['%key'] === self) setPixels(self as PageNode, emptyPixels(this as unknown as Size));
  };
}

function emptyPixels({ width, height }: Size): Uint8ClampedArray {
  const count = width * height;
  return new Pixels((count > LIMITS.canvasPixels ? 0 : count) * 4);
}

function convertToBlob(this: LiveRecord): Promise<object> {
  return promised(() => {
    const where = `Failed to execute 'convertToBlob' on '${CANVAS}': `;
    if (this['width'] === 0 || this['height'] === 0) {
      throw domException('IndexSizeError', `${where}The size of the OffscreenCanvas is zero.`);
    }
    if (this['%context'] === undefined) {
      throw domException('InvalidStateError', `${where}The OffscreenCanvas has no rendering context.`);
    }
    const key = this['%key'] as PageNode;
    const pixels = pixelsOf(key);
    const { width, height } = bitmapOf(key);
    const text = pixels === null ? '' : (askEngine((engine) => engine.canvasPng(pixels, width, height)) ?? '');
    return makeBlob(bytesOfBase64(text), 'image/png');
  });
}

function transferToBitmap(this: LiveRecord): object {
  if (this['%context'] === undefined) {
    const why = 'Cannot transfer an ImageBitmap from an OffscreenCanvas with no context';
    throw domException('InvalidStateError', `Failed to execute 'transferToImageBitmap' on '${CANVAS}': ${why}`);
  }
  const key = this['%key'] as PageNode;
  const size = bitmapOf(key);
  const bitmap = makeBitmap(size, pixelsOf(key) ?? emptyPixels(size));
  setPixels(key, emptyPixels(size));
  return bitmap;
}

function makeBitmap({ width, height }: Size, pixels: Uint8ClampedArray): object {
  const bitmap = liveObject(BITMAP, { width, height });
  ownBitmap(bitmap, width, height);
  setPixels(bitmap as PageNode, pixels);
  return bitmap;
}

/** `canvas.getContext('bitmaprenderer')` */
export function bitmapRenderer(canvas: object): object {
  return liveObject('ImageBitmapRenderingContext', { canvas });
}

function showBitmap(this: LiveRecord, args: Args): void {
  const target = drawableOf(this['canvas'])!;
  const bitmap = args[0] === null ? null : liveRecord(args[0], BITMAP);
  if (args[0] !== null && bitmap === null) {
    const where = "Failed to execute 'transferFromImageBitmap' on 'ImageBitmapRenderingContext': ";
    throw new TypeError(`${where}parameter 1 is not of type 'ImageBitmap'.`);
  }
  const { width, height } = bitmapOf(target);
  const pixels = emptyPixels({ width, height });
  const source = bitmap === null ? null : pixelsOf(args[0] as PageNode);
  if (source !== null) copyScaled(source, bitmap as unknown as Size, [0, 0, width, height], pixels, { width, height });
  setPixels(target, pixels);
  if (bitmap !== null) closeBitmap(bitmap, args[0] as object);
}

function closeBitmap(record: LiveRecord, bitmap: object): void {
  record['width'] = 0;
  record['height'] = 0;
  ownBitmap(bitmap, 0, 0);
}

type Part = readonly [x: number, y: number, width: number, height: number];

/** The nearest pixel of a part of the source for each one of the target. */
function copyScaled(
  from: Uint8ClampedArray,
  source: Size,
  [sx, sy, sw, sh]: Part,
  to: Uint8ClampedArray,
  { width, height }: Size,
): void {
  if (to.length < width * height * 4) return;
  for (let y = 0; y < height; y++) {
    const row = Math.floor(sy + (y / height) * sh);
    if (row < 0 || row >= source.height) continue;
    for (let x = 0; x < width; x++) {
      const column = Math.floor(sx + (x / width) * sw);
      if (column < 0 || column >= source.width) continue;
      for (let channel = 0; channel < 4; channel++) {
        to[(y * width + x) * 4 + channel] = from[(row * source.width + column) * 4 + channel]!;
      }
    }
  }
}

interface Source extends Size {
  readonly pixels: Uint8ClampedArray | null;
}

const WHERE = "Failed to execute 'createImageBitmap' on 'Window': ";

function sourceOf(value: unknown): Source {
  const drawable = drawableOf(value);
  if (drawable !== null) return { ...sizeOf(drawable), pixels: pixelsOf(drawable) };
  if (isBlob(value)) {
    const size = naturalSizeOfBytes(blobBytes(value));
    if (size === null || size.width === null || size.height === null) {
      throw domException('InvalidStateError', 'The source image could not be decoded.');
    }
    return { width: size.width, height: size.height, pixels: null };
  }
  if (
    typeof value === 'object' &&
    value !== null &&
    isTreeNode(value) &&
    /^(?:img|video|image)$/.test(value[LOCAL_NAME] ?? '')
  ) {
    const { naturalWidth = 0, naturalHeight = 0 } = value as unknown as Record<string, number>;
    if (naturalWidth === 0 || naturalHeight === 0) {
      throw domException('InvalidStateError', `${WHERE}The image source is not usable.`);
    }
    return { width: naturalWidth, height: naturalHeight, pixels: null };
  }
  if (Object.prototype.toString.call(value) === '[object ImageData]') {
    const { width, height, data } = recordOf(value as object) as unknown as Size & { readonly data: Uint8ClampedArray };
    return { width, height, pixels: data };
  }
  const kinds =
    'Blob or HTMLCanvasElement or HTMLImageElement or HTMLVideoElement or ImageBitmap or ImageData or OffscreenCanvas or SVGImageElement or VideoFrame';
  throw new TypeError(`${WHERE}The provided value is not of type '(${kinds})'.`);
}

function sizeOf(drawable: PageNode): Size {
  const { width, height } = bitmapOf(drawable);
  for (const [name, length] of [
    ['width', width],
    ['height', height],
  ] as const) {
    if (length === 0) throw domException('InvalidStateError', `${WHERE}The image source's ${name} is 0.`);
  }
  return { width, height };
}

/** HTML "create an image bitmap": a part of a source, in another size where that is wanted. */
function createBitmap(args: Args): object {
  if (args.length === 0) throw new TypeError(`${WHERE}1 argument required, but only 0 present.`);
  const isPart = args.length >= 5;
  const options = (args[isPart ? 5 : 1] ?? {}) as { readonly resizeWidth?: number; readonly resizeHeight?: number };
  const [width, height] = [Math.trunc(Number(args[3])), Math.trunc(Number(args[4]))];
  if (isPart && (width === 0 || height === 0)) {
    throw new RangeError(`${WHERE}The crop rect ${width === 0 ? 'width' : 'height'} is 0.`);
  }
  const source = sourceOf(args[0]);
  const [x, y] = [Math.trunc(Number(args[1])), Math.trunc(Number(args[2]))];
  const part: Part = isPart
    ? [width < 0 ? x + width : x, height < 0 ? y + height : y, Math.abs(width), Math.abs(height)]
    : [0, 0, source.width, source.height];
  const { resizeWidth, resizeHeight } = options;
  const ratio = part[3] / part[2];
  const size = {
    width: Math.trunc(resizeWidth ?? (resizeHeight === undefined ? part[2] : Math.ceil(resizeHeight / ratio))),
    height: Math.trunc(resizeHeight ?? (resizeWidth === undefined ? part[3] : Math.ceil(resizeWidth * ratio + 1e-9))),
  };
  const pixels = emptyPixels(size);
  if (source.pixels !== null) copyScaled(source.pixels, source, part, pixels, size);
  return makeBitmap(size, pixels);
}

export function createImageBitmap(...args: unknown[]): Promise<object> {
  return promised(() => apply(createBitmap, undefined, [args]) as object);
}

/** What crosses to other realms: a canvas as its size, a bitmap with its pixels. */
export function pictureRow(
  value: object,
): readonly [tag: 'k' | 'g', width: number, height: number, pixels: Uint8ClampedArray | null] | null {
  const canvas = liveRecord(value, CANVAS);
  if (canvas !== null) return ['k', canvas['width'] as number, canvas['height'] as number, null];
  const bitmap = liveRecord(value, BITMAP);
  return bitmap === null
    ? null
    : ['g', bitmap['width'] as number, bitmap['height'] as number, pixelsOf(value as PageNode)];
}

export function pictureOf(tag: 'k' | 'g', width: number, height: number, pixels: Uint8ClampedArray | null): object {
  if (tag === 'g') return makeBitmap({ width, height }, pixels ?? emptyPixels({ width, height }));
  const canvas = liveObject(CANVAS, { width, height });
  newCanvas(liveRecord(canvas, CANVAS)!, canvas);
  return canvas;
}

function definePictures(): void {
  defineBehaviour(CANVAS, {
    construct: (args: Args, canvas: object): LiveRecord => {
      const [width, height] = [Math.trunc(Number(args[0])) || 0, Math.trunc(Number(args[1])) || 0];
      return newCanvas({ width: Math.max(0, width), height: Math.max(0, height) }, canvas);
    },
    getContext,
    convertToBlob,
    transferToImageBitmap: transferToBitmap,
    'set width': setSize('width'),
    'set height': setSize('height'),
  });
  defineBehaviour('OffscreenCanvasRenderingContext2D', offscreenBehaviour());
  defineBehaviour('ImageBitmapRenderingContext', { transferFromImageBitmap: showBitmap });
  defineBehaviour(BITMAP, {
    close(this: LiveRecord, _args: Args, self: object) {
      closeBitmap(this, self);
    },
  });
}

export function installOffscreenCanvas(): void {
  defineLater(
    'OffscreenCanvas OffscreenCanvasRenderingContext2D ImageBitmapRenderingContext ImageBitmap',
    definePictures,
  );
  addPlatformCloner((value) => {
    const row = pictureRow(value);
    return row === null ? undefined : pictureOf(...row);
  });
}
