/**
 * What shaping needs to know of single characters: which take no room, which join the one before, how wide spaces are.
 *
 * In:  a code point. Out: a yes or no, or a width.
 *
 * The list of characters without width is HarfBuzz's default ignorables as Chrome shows them: Hangul fillers and
 * shorthand controls are drawn as missing glyphs.
 */

/** Characters that are never drawn. */
export function isInvisible(codePoint: number): boolean {
  if (codePoint < 0xad) return codePoint >= 0x09 && codePoint <= 0x0d && codePoint !== 0x0b;
  if (codePoint === 0xad || codePoint === 0x34f || codePoint === 0x61c) return true;
  if (codePoint < 0x17b4) return false;
  if (codePoint <= 0x17b5 || (codePoint >= 0x180b && codePoint <= 0x180f)) return true;
  if (codePoint >= 0x200b && codePoint <= 0x206f) {
    return codePoint <= 0x200f || (codePoint >= 0x202a && codePoint <= 0x202e) || codePoint >= 0x2060;
  }
  if (codePoint >= 0xfe00 && codePoint <= 0xfe0f) return true;
  if (codePoint === 0xfeff || (codePoint >= 0xfff0 && codePoint <= 0xfffc)) return true;
  return (codePoint >= 0x1d173 && codePoint <= 0x1d17a) || (codePoint >= 0xe0000 && codePoint <= 0xe0fff);
}

const MARK = /\p{M}/u;

/** Combining marks: they belong to the character before them, and must come from the same font. */
export function isMark(codePoint: number): boolean {
  if (codePoint < 0x300) return false;
  if (codePoint < 0x370) return true;
  if (codePoint < 0x483) return false;
  return MARK.test(String.fromCodePoint(codePoint));
}

/** The width of a space that the font has no glyph for, in em, or in terms of another character's advance. */
export type SpaceWidth = { readonly em: number } | { readonly like: number; readonly times: number };

const SPACES: ReadonlyMap<number, SpaceWidth> = new Map<number, SpaceWidth>([
  [0xa0, { like: 0x20, times: 1 }],
  [0x2000, { em: 1 / 2 }],
  [0x2001, { em: 1 }],
  [0x2002, { em: 1 / 2 }],
  [0x2003, { em: 1 }],
  [0x2004, { em: 1 / 3 }],
  [0x2005, { em: 1 / 4 }],
  [0x2006, { em: 1 / 6 }],
  [0x2007, { like: 0x30, times: 1 }],
  [0x2008, { like: 0x2e, times: 1 }],
  [0x2009, { em: 1 / 5 }],
  [0x200a, { em: 1 / 16 }],
  [0x202f, { like: 0x20, times: 1 / 2 }],
  [0x205f, { em: 4 / 18 }],
  [0x3000, { em: 1 }],
]);

/** How HarfBuzz makes a space that a font lacks; `null` for other characters. */
export function spaceWidth(codePoint: number): SpaceWidth | null {
  return codePoint >= 0xa0 ? (SPACES.get(codePoint) ?? null) : null;
}

/** Characters that stand for another one of the same look when the font lacks them. */
export function substitute(codePoint: number): number {
  // A line separator is shown as a space, whether or not the font has a glyph.
  if (codePoint === 0x2028 || codePoint === 0x2029) return 0x20;
  // Half of a surrogate pair is not a character.
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return 0xfffd;
  return codePoint;
}

/** What the names of icons are made of: small letters, digits and the low line. */
export function isWordUnit(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || unit === 0x5f;
}

/**
 * Scripts as far as kerning is concerned: runs of different scripts are shaped apart. 0 is common to all: it joins the
 * run that it stands in.
 */
export function scriptGroup(codePoint: number): number {
  if (codePoint < 0x250) return isLatinLetter(codePoint) ? 1 : 0;
  if (codePoint < 0x370) return codePoint < 0x2b0 ? 1 : 0;
  if (codePoint < 0x400) return codePoint === 0x37e || codePoint === 0x387 ? 0 : 2;
  if (codePoint < 0x530) return 3;
  if (codePoint < 0x1e00) return 4;
  if (codePoint < 0x1f00) return 1;
  if (codePoint < 0x2000) return 2;
  return codePoint < 0x2c00 || (codePoint >= 0x3000 && codePoint < 0x3040) ? 0 : 4;
}

function isLatinLetter(codePoint: number): boolean {
  if (codePoint < 0x80) return (codePoint | 0x20) >= 0x61 && (codePoint | 0x20) <= 0x7a;
  return codePoint >= 0xc0 ? codePoint !== 0xd7 && codePoint !== 0xf7 : codePoint === 0xaa || codePoint === 0xba;
}
