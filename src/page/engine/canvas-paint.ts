/**
 * Pixels of a canvas: what a page has drawn, when it asks for what came of it.
 *
 * In:  commands as JSON (canvas/context-2d.ts), and the canvas's pixels, which are the page's. Out: the pixels, changed.
 *
 * Areas, lines, gradients and images are where and how they are in a browser. Letters have places and sizes of their own,
 * and shapes that only resemble text: there are no outlines here. How edges are smoothed differs from machine to machine,
 * and here from session to session.
 *
 * HTML §4.12.5.1 https://html.spec.whatwg.org/#2dcontext, Compositing 1 §9
 */
import { coverageOf, type Mask } from '../../spatial/picture/coverage.ts';
import { inkOf } from './canvas-ink.ts';
import { glyphShapes } from './canvas-letters.ts';

export interface Bitmap {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each pixel. */
  readonly pixels: Uint8ClampedArray;
}

/** Red, green, blue from 0 to 255, and alpha from 0 to 1. */
export type Colour = readonly [number, number, number, number];

export type Ink =
  | { readonly kind: 'plain'; readonly colour: Colour }
  | { readonly kind: 'linear' | 'radial'; readonly at: readonly number[]; readonly stops: readonly Stop[] };
export type Stop = readonly [offset: number, colour: Colour];

/** What is drawn, with where it may be: a rectangle, or everywhere. */
interface Common {
  readonly ink: Ink;
  readonly alpha: number;
  readonly mode: string;
  readonly clip: readonly number[] | null;
}

export type PaintCommand =
  | (Common & { readonly kind: 'fill'; readonly contours: readonly (readonly number[])[]; readonly evenOdd: boolean })
  | (Common & {
      readonly kind: 'text';
      readonly text: string;
      readonly size: number;
      readonly width: number;
      /** From the text's own coordinates to those of the canvas. */
      readonly matrix: readonly number[];
    })
  | { readonly kind: 'clear'; readonly contours: readonly (readonly number[])[] };

export function paintCanvas(commands: readonly PaintCommand[], bitmap: Bitmap, seed: number): void {
  for (const command of commands) {
    switch (command.kind) {
      case 'clear':
        clear(bitmap, command.contours);
        break;
      case 'fill':
        fill(bitmap, command.contours, command.evenOdd, command, seed);
        break;
      case 'text':
        fill(bitmap, glyphShapes(command, seed), false, command, seed);
    }
  }
}

function clear(bitmap: Bitmap, contours: readonly (readonly number[])[]): void {
  const mask = coverageOf(contours, bitmap);
  if (mask === null) return;
  eachPixel(mask, bitmap, null, (at, share) => {
    bitmap.pixels[at + 3]! *= 1 - share;
    if (bitmap.pixels[at + 3] === 0) bitmap.pixels.fill(0, at, at + 3);
  });
}

function eachPixel(
  { left, top, width, height, shares }: Mask,
  bitmap: Bitmap,
  clip: readonly number[] | null,
  visit: (at: number, share: number, x: number, y: number) => void,
): void {
  const [fromX, fromY, toX, toY] = clip ?? [0, 0, bitmap.width, bitmap.height];
  for (let row = 0; row < height; row++) {
    const y = top + row;
    if (y < fromY! || y >= toY!) continue;
    for (let column = 0; column < width; column++) {
      const share = shares[row * width + column]!;
      const x = left + column;
      if (share > 0.002 && x >= fromX! && x < toX!) visit((y * bitmap.width + x) * 4, share, x, y);
    }
  }
}

function fill(
  bitmap: Bitmap,
  contours: readonly (readonly number[])[],
  evenOdd: boolean,
  { ink, alpha, mode, clip }: Common,
  seed: number,
): void {
  const paint = inkOf(ink);
  const smooth = smoothing(seed);
  const add = (mask: Mask | null): void => {
    if (mask === null) return;
    eachPixel(mask, bitmap, clip, (at, share, x, y) => {
      const [red, green, blue, opacity] = paint(x + 0.5, y + 0.5);
      blend(bitmap.pixels, at, red, green, blue, opacity * alpha * (share > 0.998 ? 1 : smooth(share)), mode);
    });
  };
  // Differs: contours of one path that overlap are joined as 'nonzero' has it only where they run the same way round.
  if (evenOdd && contours.length > 1) add(folded(contours, bitmap));
  else add(coverageOf(contours, bitmap));
}

/** Under 'evenodd' what is covered twice is a hole. */
function folded(contours: readonly (readonly number[])[], bitmap: Bitmap): Mask | null {
  const whole = new Float32Array(bitmap.width * bitmap.height);
  for (const contour of contours) {
    const mask = coverageOf([contour], bitmap);
    if (mask === null) continue;
    eachPixel(mask, bitmap, null, (at, share) => {
      const before = whole[at / 4]!;
      whole[at / 4] = before + share - 2 * before * share;
    });
  }
  return { left: 0, top: 0, width: bitmap.width, height: bitmap.height, shares: whole };
}

/** Edges are a little softer or harder from machine to machine. */
function smoothing(seed: number): (share: number) => number {
  const bend = 0.9 + ((seed >>> 3) % 1_009) / 5_000;
  return (share) => share ** bend;
}

/** Compositing 1 §9.1.4, §10: source over, with the separable modes that pages use. */
function blend(
  pixels: Uint8ClampedArray,
  at: number,
  red: number,
  green: number,
  blue: number,
  exactAlpha: number,
  mode: string,
): void {
  // In steps of a byte, as pixels have it.
  const alpha = Math.round(exactAlpha * 255) / 255;
  const under = pixels[at + 3]! / 255;
  if (mode === 'destination-out') {
    pixels[at + 3] = 255 * under * (1 - alpha);
    return;
  }
  if (mode === 'destination-over') {
    const all = under + alpha * (1 - under);
    if (all === 0) return;
    put(pixels, at, [red, green, blue], (new_, old) => (old * under + new_ * alpha * (1 - under)) / all, all);
    return;
  }
  if (mode === 'copy') {
    put(pixels, at, [red, green, blue], (new_) => new_, alpha);
    return;
  }
  const all = mode === 'lighter' ? Math.min(1, alpha + under) : alpha + under * (1 - alpha);
  if (all === 0) return;
  put(
    pixels,
    at,
    [red, green, blue],
    (new_, old) => {
      if (mode === 'lighter') return Math.min(255, new_ * alpha + old * under) / all;
      const mixed = (1 - under) * new_ + under * mixedWith(mode, old, new_);
      return (mixed * alpha + old * under * (1 - alpha)) / all;
    },
    all,
  );
}

function put(
  pixels: Uint8ClampedArray,
  at: number,
  colour: readonly number[],
  channel: (own: number, old: number) => number,
  alpha: number,
): void {
  for (let each = 0; each < 3; each++) pixels[at + each] = channel(colour[each]!, pixels[at + each]!);
  pixels[at + 3] = alpha * 255;
}

function mixedWith(mode: string, under: number, over: number): number {
  switch (mode) {
    case 'multiply':
      return (under * over) / 255;
    case 'screen':
      return under + over - (under * over) / 255;
    case 'darken':
      return Math.min(under, over);
    case 'lighten':
      return Math.max(under, over);
    case 'difference':
      return Math.abs(under - over);
    case 'exclusion':
      return under + over - (2 * under * over) / 255;
  }
  return over;
}
