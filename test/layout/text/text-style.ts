/**
 * Styles for text tests: only the properties that choose and size a font.
 */
import type { ComputedStyle } from '../../../src/style/computed-style.ts';

type TextProperties = Pick<
  ComputedStyle,
  | 'fontFamily'
  | 'fontSize'
  | 'fontWeight'
  | 'fontStyle'
  | 'fontVariantCaps'
  | 'fontKerning'
  | 'letterSpacing'
  | 'pageFonts'
>;

/** A style with initial values, and what a test changes. */
export function textStyle(changes: Partial<TextProperties> = {}): ComputedStyle {
  const style = {
    fontFamily: ['serif'],
    fontSize: 16,
    fontWeight: 400,
    fontStyle: 'normal',
    fontStretch: 100,
    fontVariantCaps: 'normal',
    fontKerning: 'auto',
    fontSizeAdjust: 'none',
    letterSpacing: 0,
    pageFonts: new Set<string>(),
    ...changes,
  };
  return style as unknown as ComputedStyle;
}
