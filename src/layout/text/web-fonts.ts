/**
 * Web fonts that a document brings, as far as there are tables of them.
 *
 * In:  the family names of its @font-face rules, in lower case. Out: WebFonts for matching.
 *
 * A document's own font files are not read: a family of a name that has a table, or is much like one (family-alias.ts), is
 * measured by the table (Latin, regular and bold; icons), another is passed over, or taken for an icon font. The tables of
 * text families are half a megabyte, which most pages have no use for: whoever embeds the engine gives a function that gets
 * them one by one.
 */
import type { FamilyData } from './face.ts';
import { familyAlias } from './family-alias.ts';
import { NO_WEB_FONTS, type WebFonts } from './font-match.ts';
import { iconFamilies } from './tables/icons/catalog.ts';

/** The table of a family by its name in lower case; `null` when there is none. */
export type TableSource = (family: string) => FamilyData | null;

let source: TableSource = () => null;
/** What the source gave. Families are asked for because a document declares them, and those are few. */
const tables = new Map<string, FamilyData | null>();
const MAX_TABLES = 500;

/** Sets where tables come from, and forgets those from elsewhere. */
export function setFontTables(from: TableSource): void {
  source = from;
  tables.clear();
}

function tableOf(name: string): FamilyData | null {
  let table = tables.get(name);
  if (table === undefined) {
    table = source(name) ?? tableLike(name);
    if (tables.size >= MAX_TABLES) tables.clear();
    tables.set(name, table);
  }
  return table;
}

/** The weight at which the bold face of a family begins. */
const BOLD = 600;

/** The table of the family that a name is likely to mean. */
function tableLike(name: string): FamilyData | null {
  const alias = familyAlias(name);
  if (alias === null || alias.family === name) return null;
  const table = tableOf(alias.family);
  if (table === null || alias.weight === null) return table;
  const faces = table.faces.filter(({ weight }) => weight >= BOLD === (alias.weight === 'bold'));
  return faces.length === 0 ? table : { ...table, faces };
}

/** Key: the set of names, which is one object for a document's styles. */
const known = new WeakMap<ReadonlySet<string>, WebFonts>();

export function webFontsOf(declared: ReadonlySet<string>): WebFonts {
  if (declared.size === 0) return NO_WEB_FONTS;
  let fonts = known.get(declared);
  if (fonts === undefined) {
    fonts = {
      declares: (name) => declared.has(name),
      find: (name) => (declared.has(name) ? (iconFamilies.get(name) ?? tableOf(name)) : null),
    };
    known.set(declared, fonts);
  }
  return fonts;
}
