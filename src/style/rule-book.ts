/**
 * The rules of a document, indexed for matching.
 *
 * In:  the sheets of the document and of its shadow trees, and what conditions depend on.
 * Out: a rule book, the properties that are registered, the font families that sheets bring.
 *
 * It holds until a sheet, the environment or an import changes.
 */
import type { DomNode } from '../html/node-tree.ts';
import { AncestorFilter } from './ancestor-filter.ts';
import type { EndFrames } from './animation.ts';
import type { RuleBook, TreeRules } from './cascade.ts';
import { collectRules, type ImportFinder, type PlacedSheet } from './collect-rules.ts';
import type { ShadowTree } from './flat-tree.ts';
import type { RegisteredProperty } from './registered-property.ts';
import { RuleIndex } from './rule-index.ts';
import { importFinder, parsedSheet, type StyleSources } from './sheets.ts';
import type { StyleEnvironment } from './style-environment.ts';
import type { StyleSheet } from './stylesheet.ts';
import { QUIRKS_SHEET, UA_SHEET } from './ua-sheet.ts';

/** Layer numbers of one tree stay below this; the number of trees times it stays exact. */
const LAYERS_PER_TREE = 100_000;
const MAX_TREE_DEPTH = 1_000;

export interface MadeBook {
  readonly book: RuleBook;
  readonly registered: ReadonlyMap<string, RegisteredProperty>;
  /** Font families that the page brings itself. */
  readonly fontFamilies: ReadonlySet<string>;
}

/** In which form declarations are wanted. */
export interface SheetReading {
  read(sheet: StyleSheet, baseUrl: string): StyleSheet;
  /** What the user agent's sheet says beyond what layout needs. */
  readonly userAgentText: string;
}

const AS_PARSED: SheetReading = { read: (sheet) => sheet, userAgentText: '' };

/** `placed` has the sheets of the document, then those of each shadow tree. */
export function makeRuleBook(
  placed: readonly (readonly PlacedSheet[])[],
  shadowTrees: readonly ShadowTree[],
  sources: StyleSources,
  environment: StyleEnvironment,
  quirks: boolean,
  reading: SheetReading = AS_PARSED,
): MadeBook {
  const filter = new AncestorFilter(quirks);
  const findImport: ImportFinder = (href, baseUrl) => {
    const found = importFinder(sources, quirks)(href, baseUrl);
    return found === null ? null : { sheet: reading.read(found.sheet, found.url), url: found.url };
  };
  const userAgentText = `${quirks ? `${UA_SHEET}\n${QUIRKS_SHEET}` : UA_SHEET}${reading.userAgentText}`;
  const userAgentSheet = { sheet: reading.read(parsedSheet(userAgentText, false), ''), baseUrl: '', owner: null };
  const userAgentRules = collectRules([userAgentSheet], environment, findImport).rules;
  const userAgent = new RuleIndex(userAgentRules, filter, { origin: 'user-agent', quirks, layerBase: 0 });

  const trees = new Map<DomNode | null, TreeRules>();
  const registered = new Map<string, RegisteredProperty>();
  const fontFamilies = new Set<string>();
  const keyframes = new Map<string, EndFrames>();
  const known: SharedRules[] = [];
  placed.forEach((sheets, at) => {
    const tree = at === 0 ? null : shadowTrees[at - 1]!;
    const root = tree?.root ?? null;
    const depth = tree?.depth ?? 0;
    // Instances of one component have the same sheets: they are indexed once.
    const shared = known.find((other) => other.depth === depth && sameText(other.sheets, sheets));
    if (shared !== undefined) {
      trees.set(root, { ...shared.rules, root });
      return;
    }
    const read = sheets.map((each) => ({ ...each, sheet: reading.read(each.sheet, each.baseUrl) }));
    const collected = collectRules(read, environment, findImport);
    // Outer trees win over inner ones, so their layers have larger numbers.
    const layerBase = (MAX_TREE_DEPTH - Math.min(depth, MAX_TREE_DEPTH)) * LAYERS_PER_TREE;
    const index = new RuleIndex(collected.rules, filter, { origin: 'author', quirks, layerBase });
    const { tries } = collected;
    const rules: TreeRules = { root, index, tries, attributeLayer: layerBase + LAYERS_PER_TREE - 1 };
    trees.set(root, rules);
    if (root !== null && collected.rules.every((rule) => rule.scope === null)) known.push({ depth, sheets, rules });
    for (const family of collected.fontFamilies) fontFamilies.add(family);
    // Differs: names of keyframes are looked for in all trees; where two have the same, the document's counts.
    for (const [name, frames] of collected.keyframes) if (!keyframes.has(name)) keyframes.set(name, frames);
    // Registered properties are global, but only the document's sheets register them.
    if (tree === null) for (const [name, property] of collected.registered) registered.set(name, property);
  });
  return { book: { userAgent, trees, filter, keyframes }, registered, fontFamilies };
}

/** The rules of a shadow tree that others of the same depth with the same sheets can use. */
interface SharedRules {
  readonly depth: number;
  readonly sheets: readonly PlacedSheet[];
  readonly rules: TreeRules;
}

/** The same rules, whoever owns them. */
function sameText(first: readonly PlacedSheet[], second: readonly PlacedSheet[]): boolean {
  if (first.length !== second.length) return false;
  return first.every(({ sheet, baseUrl }, at) => sheet === second[at]!.sheet && baseUrl === second[at]!.baseUrl);
}
