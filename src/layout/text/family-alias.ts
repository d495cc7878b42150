/**
 * What well-known families are called by pages that bring them themselves.
 *
 * In:  the name of a family in lower case: 'opensans', 'pt-sans-bold', 'montserratregular', 'lato_webfont'.
 * Out: the name of the family that it is likely to be, and the weight that the name says; `null` where it is none of these.
 *
 * Generators of web fonts make a family for each file, called as the file is. Such a family has that one weight, whatever an
 * element asks for.
 */

/** Names as in tables/web/catalog.ts, which holds half a megabyte. */
export const WELL_KNOWN: readonly string[] = (
  'arimo,barlow,bitter,cabin,dm sans,dosis,figtree,fira code,fira sans,heebo,hind,ibm plex mono,ibm plex sans,inconsolata,inter,' +
  'inter ui,jetbrains mono,josefin sans,karla,lato,libre baskerville,libre franklin,lora,manrope,merriweather,montserrat,mulish,' +
  'muli,noto sans,nunito,nunito sans,open sans,oswald,outfit,playfair display,plus jakarta sans,poppins,pt sans,quicksand,raleway,' +
  'roboto,roboto condensed,roboto mono,roboto slab,rubik,source code pro,source sans 3,source sans pro,space grotesk,' +
  'titillium web,ubuntu,work sans'
).split(',');

export interface FamilyAlias {
  readonly family: string;
  /** The weight that all of it has; `null` where the name says none. */
  readonly weight: 'regular' | 'bold' | null;
}

const byLetters: ReadonlyMap<string, string> = new Map(WELL_KNOWN.map((name) => [lettersOf(name), name]));

/** Words that names of files end in: of weights, of styles, and of what made the file. */
const ENDING =
  /(?:(?<bold>(?:extra|ultra|semi|demi)?bold|black|heavy|[6-9]00)|(?<regular>regular|normal|roman|book|medium|(?:extra|ultra)?light|thin|[1-5]00)|web|webfont|font|variable|var|vf|latin|italic|ital|oblique)$/;
/** Longer names are nobody's, and not looked through again and again. */
const MAX_LENGTH = 60;

function lettersOf(name: string): string {
  return name.replace(/[\s_.-]+/g, '');
}

export function familyAlias(name: string): FamilyAlias | null {
  if (name.length > MAX_LENGTH) return null;
  let letters = lettersOf(name);
  let weight: FamilyAlias['weight'] = null;
  for (;;) {
    const family = byLetters.get(letters);
    if (family !== undefined) return { family, weight };
    const ending = ENDING.exec(letters);
    if (ending === null || ending.index === 0) return null;
    if (ending.groups?.['bold']) weight = 'bold';
    else if (ending.groups?.['regular']) weight ??= 'regular';
    letters = letters.slice(0, ending.index);
  }
}
