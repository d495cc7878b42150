/**
 * A face at a size: advances in CSS pixels and rounded vertical metrics, to the last bit as Chrome on Linux has them.
 *
 * In:  a Face and a font size. Out: numbers in CSS pixels.
 *
 * Blink truncates font sizes to hundredths of a pixel. FreeType then works with 64ths of a pixel and gives advances in
 * 16.16 fixed point; HarfBuzz scales kerning by the size before that truncation. Blink rounds ascent, descent and line
 * gap to whole pixels one by one.
 */
import { isWordUnit } from './character.ts';
import type { Face } from './face.ts';

const FIXED_ONE = 65536;
const ASCII = 128;

/** What the height of a line needs to know of a font. */
export interface FontMetrics {
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  /** The height of a line whose 'line-height' is 'normal'. */
  readonly lineSpacing: number;
}

export class SizedFace implements FontMetrics {
  readonly face: Face;
  readonly size: number;
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  readonly lineSpacing: number;
  readonly notdefWidth: number;
  /** Advances of ASCII characters; -1 where the face has no glyph. */
  readonly ascii: Float64Array;
  /** Kerning classes of ASCII characters. */
  readonly asciiKernLeft: Uint16Array;
  readonly asciiKernRight: Uint16Array;
  /** 1 for ASCII characters that a ligature begins with. */
  readonly asciiLigature: Uint8Array;
  readonly #fixedScale: number;
  readonly #kernScale: number;

  constructor(face: Face, fontSize: number) {
    const size = truncateSize(fontSize);
    this.face = face;
    this.size = size;
    // FreeType: a size in 64ths, a scale in 16.16 that turns font units into 64ths.
    this.#fixedScale = Math.round((Math.trunc(size * 64) * FIXED_ONE) / face.unitsPerEm);
    this.#kernScale = Math.trunc(size * FIXED_ONE) / face.unitsPerEm;
    this.ascent = Math.round((face.ascent * size) / face.unitsPerEm);
    this.descent = Math.round((face.descent * size) / face.unitsPerEm);
    this.lineGap = (face.lineGap * size) / face.unitsPerEm;
    this.lineSpacing = this.ascent + this.descent + Math.round(this.lineGap);
    this.notdefWidth = this.pixels(face.notdef);
    this.ascii = new Float64Array(ASCII).fill(-1);
    this.asciiKernLeft = new Uint16Array(ASCII);
    this.asciiKernRight = new Uint16Array(ASCII);
    this.asciiLigature = new Uint8Array(ASCII);
    for (const first of face.ligatures.keys()) if (first < ASCII) this.asciiLigature[first] = 1;
    for (let codePoint = 0x20; codePoint < 0x7f; codePoint++) {
      if (!face.has(codePoint)) continue;
      this.ascii[codePoint] = this.pixels(face.advance(codePoint));
      this.asciiKernLeft[codePoint] = face.kernLeft(codePoint);
      this.asciiKernRight[codePoint] = face.kernRight(codePoint);
      if (face.wordAdvance > 0 && isWordUnit(codePoint)) this.asciiLigature[codePoint] = 1;
    }
  }

  /** An advance in font units as pixels. */
  pixels(units: number): number {
    return Math.round((units * this.#fixedScale) / 64) / FIXED_ONE;
  }

  /** Kerning between glyphs of two classes, in pixels. */
  kern(left: number, right: number): number {
    const units = this.face.kernValue(left, right);
    return units === 0 ? 0 : Math.round(units * this.#kernScale) / FIXED_ONE;
  }

  get xHeight(): number {
    return this.#height(this.face.xHeight);
  }

  get capHeight(): number {
    return this.#height(this.face.capHeight);
  }

  /** A height that the font does not state is that of a glyph's bounds, which Skia widens to whole pixels. */
  #height(units: number): number {
    const height = (units * this.size) / this.face.unitsPerEm;
    return this.face.measuredHeights ? Math.ceil(height) : height;
  }
}

/** The size that Blink looks a font up by: whole hundredths, in single precision. */
function truncateSize(fontSize: number): number {
  return Math.floor(Math.fround(Math.fround(fontSize) * 100)) / 100;
}
