/**
 * Web fonts that a document has loaded, as far as there are tables of them.
 *
 * In:  the family names of its @font-face rules. Out: WebFonts for `fontFor`.
 *
 * A document's own font files are not read: a family of a name that has a table is measured by the table (Latin, regular
 * and bold), another is passed over.
 */
import type { WebFonts } from './font-match.ts';
import { webFamilies } from './tables/web/catalog.ts';

/**
 * Make one for a document and keep it: fonts are cached by it.
 *
 * @example
 * const webFonts = webFontsOf(['Inter', 'Brand Sans']);
 * const font = fontFor(style, webFonts);
 */
export function webFontsOf(declaredFamilies: Iterable<string>): WebFonts {
  const declared = new Set<string>();
  for (const name of declaredFamilies) declared.add(name.toLowerCase());
  return { find: (name) => (declared.has(name) ? (webFamilies.get(name) ?? null) : null) };
}
