/**
 * What is assumed of an icon font that there is no table of.
 *
 * Out: its metrics, and whether a family's name says that it has icons.
 *
 * Icon fonts have their glyphs at private-use characters, most of them one em wide and one em high. The baseline is where
 * IcoMoon puts it, which made most of the fonts that a site makes for itself.
 */
import type { FamilyData } from './face.ts';
import { encodeUnsigned } from './int-string.ts';

const EM = 1024;
const DESCENT = 64;

/** The private-use area, and what fonts with more icons than fit there take of plane 15. */
const PRIVATE_USE = { start: 0xe000, count: 0x1900 };
const PLANE_15 = { start: 0xf0000, count: 0x3000 };

export const unknownIcons: FamilyData = {
  name: 'icons',
  faces: [
    {
      weight: 400,
      italic: false,
      unitsPerEm: EM,
      ascent: EM - DESCENT,
      descent: DESCENT,
      lineGap: 0,
      // Blink's guess for a font that does not state it.
      xHeight: (EM - DESCENT) * 0.56,
      capHeight: EM - DESCENT,
      measuredHeights: false,
      averageAdvance: EM,
      widest: EM,
      notdef: EM,
      coverage: [
        PRIVATE_USE.start,
        PRIVATE_USE.count,
        PLANE_15.start - PRIVATE_USE.start - PRIVATE_USE.count,
        PLANE_15.count,
      ]
        .map(encodeUnsigned)
        .join(''),
      // One advance, of index 0, repeated for all.
      advances: [1, EM, 1, PRIVATE_USE.count + PLANE_15.count - 2].map(encodeUnsigned).join(''),
      kerning: '',
      ligatures: '',
    },
  ],
};

const ICONS = /icon|awesome|glyph|symbol|feather/;

/** Of a family's name in lower case. */
export function namesIcons(family: string): boolean {
  return ICONS.test(family);
}
