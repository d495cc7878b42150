/**
 * What 'ex', 'ch', 'cap', 'ic' and 'lh' are worth in a font.
 *
 * In:  the font properties of a style.
 * Out: sizes as factors of the font size.
 *
 * Layout knows every font; style only needs these few numbers. An environment may bring a function that knows better
 * (`StyleEnvironment.fontUnits`); without it the families that every page falls back to are answered from here.
 */
import type { ComputedStyle } from './computed-style.ts';
import type { StyleEnvironment } from './style-environment.ts';
import type { FontUnits } from './unit.ts';

const SERIF: FontUnits = {
  xHeight: 940 / 2048,
  zeroAdvance: 0.5,
  ascent: 1825 / 2048,
  descent: 443 / 2048,
  capHeight: 1341 / 2048,
  ideographAdvance: 1,
  normalLineHeight: 1.149,
};
const SANS: FontUnits = {
  xHeight: 1082 / 2048,
  zeroAdvance: 1139 / 2048,
  ascent: 1854 / 2048,
  descent: 434 / 2048,
  capHeight: 1409 / 2048,
  ideographAdvance: 1,
  normalLineHeight: 1.149,
};
const DEJAVU_SANS: FontUnits = {
  xHeight: 1120 / 2048,
  zeroAdvance: 1303 / 2048,
  ascent: 1901 / 2048,
  descent: 483 / 2048,
  capHeight: 1493 / 2048,
  ideographAdvance: 1,
  normalLineHeight: 2384 / 2048,
};
const DEJAVU_MONO: FontUnits = { ...DEJAVU_SANS, zeroAdvance: 1233 / 2048 };
const MONO: FontUnits = {
  xHeight: 1082 / 2048,
  zeroAdvance: 1229 / 2048,
  ascent: 1705 / 2048,
  descent: 615 / 2048,
  capHeight: 1349 / 2048,
  ideographAdvance: 1,
  normalLineHeight: 1.1328,
};
const AHEM: FontUnits = {
  xHeight: 0.8,
  zeroAdvance: 1,
  ascent: 0.8,
  descent: 0.2,
  capHeight: 0.8,
  ideographAdvance: 1,
  normalLineHeight: 1,
};

const FAMILIES: ReadonlyMap<string, FontUnits> = new Map([
  ['ahem', AHEM],
  ['serif', SERIF],
  ['times', SERIF],
  ['times new roman', SERIF],
  ['liberation serif', SERIF],
  ['sans-serif', SANS],
  ['arial', SANS],
  ['helvetica', SANS],
  ['liberation sans', SANS],
  ['monospace', DEJAVU_MONO],
  ['dejavu sans mono', DEJAVU_MONO],
  ['system-ui', DEJAVU_SANS],
  ['dejavu sans', DEJAVU_SANS],
  ['courier', MONO],
  ['courier new', MONO],
  ['liberation mono', MONO],
]);

/** The unit sizes of the first font of a style that is known. */
export function fontUnitsFor(
  style: Pick<ComputedStyle, 'fontFamily' | 'fontSize' | 'fontWeight' | 'fontStyle' | 'fontStretch'>,
  environment: StyleEnvironment,
): FontUnits {
  if (environment.fontUnits !== undefined) return environment.fontUnits(style);
  for (const family of style.fontFamily) {
    const units = FAMILIES.get(family.toLowerCase());
    if (units !== undefined) return units;
  }
  return SERIF;
}

/** CSS Values 4 §6.1.1: where the zero stands upright in vertical text, 'ch' is its advance down the line. */
export function uprightZeroAdvance({ ascent, descent }: FontUnits, fontSize: number): number {
  // As high as the font, whose ascent and descent are whole pixels.
  return (Math.round(ascent * fontSize) + Math.round(descent * fontSize)) / fontSize;
}
