/**
 * What style depends on besides the document: the viewport, the preferences of the session, the sizes of fonts.
 */
import type { ComputedStyle } from './computed-style.ts';
import type { FontUnits } from './unit.ts';

export interface StyleEnvironment {
  readonly viewportWidth: number;
  readonly viewportHeight: number;
  readonly colorScheme: 'light' | 'dark';
  readonly reducedMotion: boolean;
  readonly devicePixelRatio: number;
  /** Width and height of the screen; without it, that of the viewport. */
  readonly screen?: readonly [width: number, height: number];
  /** Bits of a pixel's colour; screens with more than 24 show more colours than sRGB has. */
  readonly colorDepth?: number;
  /** Media type and features that a session may change. */
  readonly mediaType: 'screen' | 'print';
  /** Sizes of a font for 'ex', 'ch', 'cap', 'ic' and 'lh'. Without it, a few common families are known. */
  readonly fontUnits?: (
    font: Pick<ComputedStyle, 'fontFamily' | 'fontSize' | 'fontWeight' | 'fontStyle' | 'fontStretch'>,
  ) => FontUnits;
}
