/**
 * ImageData: pixels that a page may change.
 *
 * HTML §4.12.5.1.16 https://html.spec.whatwg.org/#pixel-manipulation
 */
import { LIMITS } from '../../limits.ts';
import { domException } from '../dom/dom-exception.ts';
import { setConstructor } from '../dom/interfaces.ts';
import { max, min } from '../primordials.ts';
import { dictionaryOf, oneOf } from '../rare/answers.ts';
import { defineRecordInterface, makeRecord, recordOf } from '../record-objects.ts';

const Pixels = Uint8ClampedArray;

type PixelFormat = 'rgba-unorm8' | 'rgba-float16';

/** Arrays of half floats, where V8 has them. */
const { Float16Array: HalfFloats } = globalThis as unknown as { Float16Array?: new (length: number) => object };

function newPixels(length: number, format: PixelFormat): object {
  return format === 'rgba-float16' && HalfFloats !== undefined ? new HalfFloats(length) : new Pixels(length);
}

export function makeImageData(
  width: number,
  height: number,
  data?: unknown,
  pixelFormat: PixelFormat = 'rgba-unorm8',
): object {
  const w = max(1, min(Number(width) >>> 0, 32_767));
  const h = max(1, min(Number(height) >>> 0, LIMITS.canvasPixels / w)) >>> 0;
  const pixels = data ?? newPixels(w * h * 4, pixelFormat);
  return makeRecord('ImageData', { width: w, height: h, data: pixels, colorSpace: 'srgb', pixelFormat });
}

/** A part of a bitmap; what is outside of it is transparent. */
export function copyOut(
  pixels: Uint8ClampedArray | null,
  bitmapWidth: number,
  bitmapHeight: number,
  [left, top, width, height]: readonly [number, number, number, number],
): object {
  if (width === 0 || height === 0) {
    throw domException(
      'IndexSizeError',
      "Failed to execute 'getImageData' on 'CanvasRenderingContext2D': The source width is 0.",
    );
  }
  const image = makeImageData(width < 0 ? -width : width, height < 0 ? -height : height);
  if (pixels === null) return image;
  const record = recordOf(image);
  const data = record['data'] as Uint8ClampedArray;
  const [w, h] = [record['width'] as number, record['height'] as number];
  const [fromX, fromY] = [width < 0 ? left + width : left, height < 0 ? top + height : top];
  for (let y = 0; y < h; y++) {
    const row = fromY + y;
    if (row < 0 || row >= bitmapHeight) continue;
    for (let x = 0; x < w; x++) {
      const column = fromX + x;
      if (column < 0 || column >= bitmapWidth) continue;
      const from = (row * bitmapWidth + column) * 4;
      const to = (y * w + x) * 4;
      for (let channel = 0; channel < 4; channel++) data[to + channel] = pixels[from + channel]!;
    }
  }
  return image;
}

/** "putImageData": pixels replace those that are there. */
export function copyIn(
  pixels: Uint8ClampedArray,
  bitmapWidth: number,
  bitmapHeight: number,
  image: object,
  left: number,
  top: number,
): void {
  const { width, height, data } = recordOf(image) as { width: number; height: number; data: Uint8ClampedArray };
  for (let y = max(0, -top); y < min(height, bitmapHeight - top); y++) {
    for (let x = max(0, -left); x < min(width, bitmapWidth - left); x++) {
      const from = (y * width + x) * 4;
      const to = ((top + y) * bitmapWidth + left + x) * 4;
      for (let channel = 0; channel < 4; channel++) pixels[to + channel] = data[from + channel]!;
    }
  }
}

const WHERE = "Failed to construct 'ImageData': ";
const FORMATS = ['pixelFormat', 'ImageDataSettings', 'ImageDataPixelFormat'] as const;

/** ImageDataSettings: how pixels are written, which an array that is given has to be for. */
function formatOf(settings: unknown, data: unknown): PixelFormat {
  const given = dictionaryOf(settings, WHERE, 'ImageDataSettings');
  const format = oneOf(given['pixelFormat'], 'rgba-unorm8 rgba-float16', WHERE, FORMATS) as PixelFormat;
  if (data === undefined) return format;
  const isHalf = HalfFloats !== undefined && data instanceof HalfFloats;
  if (isHalf === (format === 'rgba-float16')) return format;
  const [kind, needed] = isHalf ? ['Float16Array', 'rgba-float16'] : ['Uint8ClampedArray', 'rgba-unorm8'];
  throw domException('InvalidStateError', `${WHERE}${kind} must use ${needed} pixelFormat.`);
}

export function installImageData(): void {
  defineRecordInterface('ImageData', null, ['width', 'height', 'data', 'colorSpace', 'pixelFormat']);
  setConstructor('ImageData', (_, args) => {
    const [first, second, third, fourth] = [args[0], args[1], args[2], args[3]];
    if (typeof first !== 'object' || first === null) {
      return makeImageData(Number(first), Number(second), undefined, formatOf(third, undefined));
    }
    const isHeightLeftOut = third === undefined || typeof third === 'object';
    const format = formatOf(isHeightLeftOut && third !== undefined ? third : fourth, first);
    const { length } = first as ArrayLike<unknown>;
    const width = Number(second);
    return makeImageData(width, isHeightLeftOut ? length / 4 / width : Number(third), first, format);
  });
}
