/**
 * A page as a picture: the wireframe of its Spatial DOM.
 *
 * In:  a page to be drawn, and which part of it. Out: an SVG, PNG or JPEG file, never larger than the limits.
 */
import type { Rect } from '../geometry.ts';
import { LIMITS } from '../limits.ts';
import { drawElement } from '../spatial/drawing.ts';
import type { DrawnPage } from '../spatial/drawn-page.ts';
import { DARK, LIGHT } from '../spatial/palette.ts';
import { toSvg } from '../spatial/to-svg.ts';
import { scaledTo } from './scaled-pixels.ts';

export interface PictureOptions {
  readonly format: 'png' | 'jpeg' | 'svg';
  readonly scope: 'viewport' | 'page';
  readonly theme: 'light' | 'dark';
  /** Of a JPEG, from 1 to 100. */
  readonly quality: number;
  /** Of the picture, where it shall be narrower than what it shows. */
  readonly width: number | null;
}

export interface Picture {
  /** Base64. */
  readonly data: string;
  readonly width: number;
  readonly height: number;
  readonly type: 'image/png' | 'image/jpeg' | 'image/svg+xml';
}

export async function drawPicture(page: Omit<DrawnPage, 'version'>, options: PictureOptions): Promise<Picture> {
  const part = pictureRect(page, options.scope);
  const palette = options.theme === 'dark' ? DARK : LIGHT;
  const marks = page.els.filter(({ clipped }) => clipped !== true).flatMap(drawElement);
  if (options.format === 'svg') {
    const data = Buffer.from(toSvg(marks, part, palette), 'utf8').toString('base64');
    return { data, width: part.w, height: part.h, type: 'image/svg+xml' };
  }
  // Loaded only when a picture is made: the outlines are most of what the engine would load.
  const { Canvas } = await import('../spatial/picture/canvas.ts');
  const canvas = new Canvas(part, palette);
  canvas.draw(marks);
  const { pixels, width, height } = scaledTo(options.width ?? part.w, canvas);
  const isJpeg = options.format === 'jpeg';
  const bytes = isJpeg
    ? (await import('./jpeg.ts')).encodeJpeg(pixels, width, height, options.quality)
    : await (await import('./png.ts')).encodePng(pixels, width, height);
  const type = isJpeg ? 'image/jpeg' : 'image/png';
  return { data: Buffer.from(bytes).toString('base64'), width, height, type };
}

/** What is shown: the viewport, or all that there is to see, as far as the limits allow. */
export function pictureRect(
  { vp, scroll, els }: Pick<DrawnPage, 'vp' | 'scroll' | 'els'>,
  scope: PictureOptions['scope'],
): Rect {
  const fits = (side: number) => Math.max(1, Math.min(Math.ceil(side), LIMITS.pictureSide));
  const [width, height] = [fits(vp[0]), fits(vp[1])];
  if (scope === 'viewport') return within({ x: Math.round(scroll[0]), y: Math.round(scroll[1]), w: width, h: height });
  const bottom = els.reduce((most, { b, clipped }) => (clipped === true ? most : Math.max(most, b[1] + b[3])), vp[1]);
  return within({ x: 0, y: 0, w: width, h: fits(bottom) });
}

/** As many rows as the limit of pixels leaves. */
function within(rect: Rect): Rect {
  return { ...rect, h: Math.max(1, Math.min(rect.h, Math.floor(LIMITS.picturePixels / rect.w))) };
}
