/**
 * Web fonts that a document brings, as far as there are tables of them.
 *
 * In:  the family names of its @font-face rules, in lower case. Out: WebFonts for matching.
 *
 * A document's own font files are not read: a family of a name that has a table is measured by the table (Latin, regular
 * and bold; icons), another is passed over, or taken for an icon font.
 */
import { NO_WEB_FONTS, type WebFonts } from './font-match.ts';
import { iconFamilies } from './tables/icons/catalog.ts';
import { webFamilies } from './tables/web/catalog.ts';

/** Key: the set of names, which is one object for a document's styles. */
const known = new WeakMap<ReadonlySet<string>, WebFonts>();

export function webFontsOf(declared: ReadonlySet<string>): WebFonts {
  if (declared.size === 0) return NO_WEB_FONTS;
  let fonts = known.get(declared);
  if (fonts === undefined) {
    fonts = {
      declares: (name) => declared.has(name),
      find: (name) => (declared.has(name) ? (webFamilies.get(name) ?? iconFamilies.get(name) ?? null) : null),
    };
    known.set(declared, fonts);
  }
  return fonts;
}
