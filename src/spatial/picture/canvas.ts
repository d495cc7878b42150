/**
 * A picture in memory: marks of a drawing become pixels.
 *
 * In:  marks, the part of the page that is shown, colours. Out: red, green and blue of each pixel, row by row.
 */
import type { Rect } from '../../geometry.ts';
import type { Mark } from '../drawing.ts';
import type { Paint, Palette } from '../palette.ts';
import { coverageOf, type Mask } from './coverage.ts';
import { type Glyph, glyphOf } from './glyphs.ts';

type Rgb = readonly [number, number, number];

/** Corners of boxes are made of so many lines. */
const CORNER_STEPS = 5;
/** Places within a pixel at which glyphs are drawn: more are not told apart. */
const SUBPIXELS = 4;
/** Text is not squeezed or stretched beyond this. */
const NARROWEST = 0.7;
const WIDEST = 1.6;
const SPACE_ADVANCE = 0.286;
/** Shapes of glyphs that are kept; texts use few sizes. */
const MASKS_KEPT = 4_000;

export class Canvas {
  readonly width: number;
  readonly height: number;
  /** Three bytes a pixel. */
  readonly pixels: Uint8Array;
  readonly #left: number;
  readonly #top: number;
  readonly #colours: Readonly<Record<Paint, Rgb>>;
  readonly #masks = new Map<string, Mask | null>();

  constructor({ x, y, w, h }: Rect, palette: Palette) {
    this.width = w;
    this.height = h;
    this.#left = x;
    this.#top = y;
    this.#colours = Object.fromEntries(Object.entries(palette).map(([name, hex]) => [name, rgbOf(hex)])) as never;
    this.pixels = new Uint8Array(w * h * 3);
    const [red, green, blue] = this.#colours.paper;
    for (let at = 0; at < this.pixels.length; at += 3) {
      this.pixels[at] = red;
      this.pixels[at + 1] = green;
      this.pixels[at + 2] = blue;
    }
  }

  draw(marks: readonly Mark[]): void {
    for (const mark of marks) {
      switch (mark.kind) {
        case 'box':
          this.#box(mark);
          break;
        case 'line':
          this.#line(mark);
          break;
        case 'text':
          this.#text(mark);
      }
    }
  }

  #box({ x, y, w, h, radius, fill, line, width }: Extract<Mark, { kind: 'box' }>): void {
    if (w <= 0 || h <= 0) return;
    const [left, top] = [x - this.#left, y - this.#top];
    if (fill !== null) this.#fill([roundedBox(left, top, w, h, radius, false)], this.#colours[fill]);
    if (line === null || width <= 0) return;
    const outer = roundedBox(left, top, w, h, radius, false);
    const isSolid = w <= 2 * width || h <= 2 * width;
    const hole = roundedBox(left + width, top + width, w - 2 * width, h - 2 * width, Math.max(0, radius - width), true);
    this.#fill(isSolid ? [outer] : [outer, hole], this.#colours[line]);
  }

  #line({ points, paint, width }: Extract<Mark, { kind: 'line' }>): void {
    for (let at = 0; at + 3 < points.length; at += 2) {
      const [x0, y0] = [points[at]! - this.#left, points[at + 1]! - this.#top];
      const [x1, y1] = [points[at + 2]! - this.#left, points[at + 3]! - this.#top];
      const length = Math.hypot(x1 - x0, y1 - y0);
      if (length === 0) continue;
      const [sideX, sideY] = [((y1 - y0) / length) * (width / 2), ((x0 - x1) / length) * (width / 2)];
      const quad = [x0 + sideX, y0 + sideY, x1 + sideX, y1 + sideY, x1 - sideX, y1 - sideY, x0 - sideX, y0 - sideY];
      this.#fill([quad], this.#colours[paint]);
    }
  }

  #text({ x, y, width, size, text, paint, bold }: Extract<Mark, { kind: 'text' }>): void {
    if (size <= 0) return;
    const characters = [...text];
    const glyphs = characters.map((character) => glyphOf(character, bold));
    const natural = glyphs.reduce((sum, glyph, at) => sum + advanceOf(glyph, characters[at]!), 0) * size;
    const stretch = width === null || natural === 0 ? 1 : Math.min(WIDEST, Math.max(NARROWEST, width / natural));
    const baseline = Math.round(y - this.#top);
    if (baseline < -size || baseline > this.height + size) return;
    let at = x - this.#left;
    for (const [index, glyph] of glyphs.entries()) {
      const character = characters[index]!;
      const advance = advanceOf(glyph, character) * size * stretch;
      if (character !== ' ') this.#glyph(glyph, character, at, baseline, size, stretch, bold, this.#colours[paint]);
      at += advance;
      if (at > this.width) return;
    }
  }

  #glyph(
    glyph: Glyph | null,
    character: string,
    x: number,
    baseline: number,
    size: number,
    stretch: number,
    bold: boolean,
    colour: Rgb,
  ): void {
    const whole = Math.floor(x);
    const part = Math.floor((x - whole) * SUBPIXELS);
    const [shownSize, shownStretch] = [Math.round(size * 2) / 2, Math.round(stretch * 20) / 20];
    const key = `${glyph === null ? '' : character}|${bold}|${shownSize}|${shownStretch}|${part}`;
    let mask = this.#masks.get(key);
    if (mask === undefined) {
      const across = shownSize * shownStretch;
      const contours = (glyph?.contours ?? UNKNOWN).map((points) =>
        points.map((value, at) => (at % 2 === 0 ? value * across + part / SUBPIXELS : value * shownSize)),
      );
      mask = coverageOf(contours, null);
      if (this.#masks.size < MASKS_KEPT) this.#masks.set(key, mask);
    }
    if (mask !== null) this.#blend(mask, whole, baseline, colour);
  }

  #fill(contours: readonly (readonly number[])[], colour: Rgb): void {
    const mask = coverageOf(contours, this);
    if (mask !== null) this.#blend(mask, 0, 0, colour);
  }

  #blend({ left, top, width, height, shares }: Mask, x: number, y: number, [red, green, blue]: Rgb): void {
    for (let row = 0; row < height; row++) {
      const atY = top + y + row;
      if (atY < 0 || atY >= this.height) continue;
      for (let column = 0; column < width; column++) {
        const share = shares[row * width + column]!;
        const atX = left + x + column;
        if (share < 0.004 || atX < 0 || atX >= this.width) continue;
        const at = (atY * this.width + atX) * 3;
        this.pixels[at]! += (red - this.pixels[at]!) * share;
        this.pixels[at + 1]! += (green - this.pixels[at + 1]!) * share;
        this.pixels[at + 2]! += (blue - this.pixels[at + 2]!) * share;
      }
    }
  }
}

/** What the table has no outline for is a block: a person sees that there is text. */
const UNKNOWN: Glyph['contours'] = [[0.06, -0.55, 0.5, -0.55, 0.5, 0, 0.06, 0]];
const UNKNOWN_ADVANCE = 0.56;

function advanceOf(glyph: Glyph | null, character: string): number {
  if (character === ' ') return SPACE_ADVANCE;
  return glyph?.advance ?? UNKNOWN_ADVANCE;
}

/** Clockwise, or the other way round for holes. */
function roundedBox(x: number, y: number, w: number, h: number, radius: number, isHole: boolean): number[] {
  const r = Math.min(radius, w / 2, h / 2);
  const corners = [
    [x + w - r, y + r, -90],
    [x + w - r, y + h - r, 0],
    [x + r, y + h - r, 90],
    [x + r, y + r, 180],
  ] as const;
  const points: (readonly [number, number])[] = [];
  for (const [cx, cy, from] of corners) {
    const steps = r < 0.5 ? 0 : CORNER_STEPS;
    for (let step = 0; step <= steps; step++) {
      const angle = ((from + (steps === 0 ? 45 : (90 * step) / steps)) * Math.PI) / 180;
      points.push(
        steps === 0
          ? [cx + Math.sign(Math.cos(angle)) * r, cy + Math.sign(Math.sin(angle)) * r]
          : [cx + Math.cos(angle) * r, cy + Math.sin(angle) * r],
      );
    }
  }
  return (isHole ? points.reverse() : points).flat();
}

function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
