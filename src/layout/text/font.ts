/**
 * A font as text is measured with it: the faces of a family list at one size, and the metrics of the first.
 *
 * In:  faces in the order they are tried, size, and which features are on.
 * Out: vertical metrics as Blink rounds them, font-relative lengths, the faces at this size.
 */
import type { Face } from './face.ts';
import { type FontMetrics, SizedFace } from './sized-face.ts';
import { type Caps, smallCapsSize } from './small-caps.ts';

/** What text is measured with: the faces of a style at its size. */
export class Font implements FontMetrics {
  /** The used font size, after 'font-size-adjust'. */
  readonly size: number;
  readonly ascent: number;
  readonly descent: number;
  /** Not rounded; `lineSpacing` has it rounded. */
  readonly lineGap: number;
  /** The height of a line whose 'line-height' is 'normal'. */
  readonly lineSpacing: number;
  /** 1ex. */
  readonly xHeight: number;
  /** 1cap. */
  readonly capHeight: number;
  /** 1ch: the advance of '0'. */
  readonly zeroWidth: number;
  readonly spaceWidth: number;
  /** For the default width of text fields: Chrome takes the larger of this and its rounded value. */
  readonly averageCharWidth: number;
  readonly maxCharWidth: number;
  readonly kerning: boolean;
  readonly ligatures: boolean;
  readonly caps: Caps;
  /** The first face: it gives the metrics and the missing glyph. */
  readonly primary: SizedFace;
  readonly #faces: readonly Face[];
  readonly #sized: (SizedFace | null)[];
  readonly #fallbacks = new Map<Face, SizedFace>();
  #smallFont: Font | null = null;
  #plainFont: Font | null = null;

  constructor(faces: readonly Face[], size: number, kerning: boolean, ligatures: boolean, caps: Caps) {
    const primary = new SizedFace(faces[0]!, size);
    const face = primary.face;
    this.#faces = faces;
    this.#sized = faces.map((_, index) => (index === 0 ? primary : null));
    this.primary = primary;
    this.size = size;
    this.ascent = primary.ascent;
    this.descent = primary.descent;
    this.lineGap = primary.lineGap;
    this.lineSpacing = primary.lineSpacing;
    this.xHeight = primary.xHeight;
    this.capHeight = primary.capHeight;
    this.zeroWidth = primary.pixels(face.has(0x30) ? face.advance(0x30) : face.notdef);
    this.spaceWidth = primary.pixels(face.has(0x20) ? face.advance(0x20) : face.notdef);
    this.averageCharWidth = (face.averageAdvance * primary.size) / face.unitsPerEm;
    this.maxCharWidth = Math.round((face.widest * primary.size) / face.unitsPerEm);
    this.kerning = kerning && faces.some((one) => one.hasKerning);
    this.ligatures = ligatures && (face.ligatures.size > 0 || face.wordAdvance > 0);
    this.caps = caps;
  }

  get faceCount(): number {
    return this.#faces.length;
  }

  /** A face of the family list at this size. */
  sizedFace(index: number): SizedFace {
    let sized = this.#sized[index];
    if (!sized) {
      sized = new SizedFace(this.#faces[index]!, this.size);
      this.#sized[index] = sized;
    }
    return sized;
  }

  /** A face outside the family list at this size. */
  sizedFallback(face: Face): SizedFace {
    let sized = this.#fallbacks.get(face);
    if (!sized) {
      sized = new SizedFace(face, this.size);
      this.#fallbacks.set(face, sized);
    }
    return sized;
  }

  /** The font of synthetic small capitals. */
  get smallFont(): Font {
    this.#smallFont ??= new Font(this.#faces, smallCapsSize(this.size), this.kerning, this.ligatures, 'none');
    return this.#smallFont;
  }

  /** The same font without small capitals. */
  get plainFont(): Font {
    this.#plainFont ??= new Font(this.#faces, this.size, this.kerning, this.ligatures, 'none');
    return this.#plainFont;
  }
}
