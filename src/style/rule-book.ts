/**
 * The rules of a document, indexed for matching.
 *
 * In:  the sheets of the document and of its shadow trees, and what conditions depend on.
 * Out: a rule book, the properties that are registered, the font families that sheets bring.
 *
 * It holds until a sheet, the environment or an import changes. The last ones are kept for the next documents.
 */
import type { DomNode } from '../html/node-tree.ts';
import { AncestorFilter, AncestorNames } from './ancestor-filter.ts';
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
  const isPlain = placed.length === 1 && reading === AS_PARSED;
  const known = isPlain ? keptBook(placed[0]!, environment, quirks) : null;
  if (known !== null) {
    const book = { ...known.book, filter: new AncestorFilter(known.names) };
    return withScripts({ ...known, book }, sources);
  }
  let hasImports = false;
  const names = new AncestorNames(quirks);
  const findImport: ImportFinder = (href, baseUrl) => {
    hasImports = true;
    const found = importFinder(sources, quirks)(href, baseUrl);
    return found === null ? null : { sheet: reading.read(found.sheet, found.url), url: found.url };
  };
  const userAgentText = `${quirks ? `${UA_SHEET}\n${QUIRKS_SHEET}` : UA_SHEET}${reading.userAgentText}`;
  const userAgentSheet = { sheet: reading.read(parsedSheet(userAgentText, false), ''), baseUrl: '', owner: null };
  const userAgentRules = collectRules([userAgentSheet], environment, findImport).rules;
  const userAgent = new RuleIndex(userAgentRules, names, { origin: 'user-agent', quirks, layerBase: 0 });

  const trees = new Map<DomNode | null, TreeRules>();
  const registered = new Map<string, RegisteredProperty>();
  const fontFamilies = new Set<string>();
  const keyframes = new Map<string, EndFrames>();
  const sharable: SharedRules[] = [];
  let hasScopes = false;
  placed.forEach((sheets, at) => {
    const tree = at === 0 ? null : shadowTrees[at - 1]!;
    const root = tree?.root ?? null;
    const depth = tree?.depth ?? 0;
    // Instances of one component have the same sheets: they are indexed once.
    const shared = sharable.find((other) => other.depth === depth && sameText(other.sheets, sheets));
    if (shared !== undefined) {
      trees.set(root, { ...shared.rules, root });
      return;
    }
    const read = sheets.map((each) => ({ ...each, sheet: reading.read(each.sheet, each.baseUrl) }));
    const collected = collectRules(read, environment, findImport);
    // Outer trees win over inner ones, so their layers have larger numbers.
    const layerBase = (MAX_TREE_DEPTH - Math.min(depth, MAX_TREE_DEPTH)) * LAYERS_PER_TREE;
    const index = new RuleIndex(collected.rules, names, { origin: 'author', quirks, layerBase });
    const { tries } = collected;
    const rules: TreeRules = { root, index, tries, attributeLayer: layerBase + LAYERS_PER_TREE - 1 };
    trees.set(root, rules);
    const isScoped = collected.rules.some((rule) => rule.scope !== null);
    if (isScoped) hasScopes = true;
    if (root !== null && !isScoped) sharable.push({ depth, sheets, rules });
    for (const family of collected.fontFamilies) fontFamilies.add(family);
    // Differs: names of keyframes are looked for in all trees; where two have the same, the document's counts.
    for (const [name, frames] of collected.keyframes) if (!keyframes.has(name)) keyframes.set(name, frames);
    // Registered properties are global, but only the document's sheets register them.
    if (tree === null) for (const [name, property] of collected.registered) registered.set(name, property);
  });
  const book = { userAgent, trees, filter: new AncestorFilter(names), keyframes };
  if (isPlain && !hasImports && !hasScopes)
    keepBook(placed[0]!, environment, { book, registered, fontFamilies, names });
  return withScripts({ book, registered, fontFamilies }, sources);
}

/** CSS Properties and Values 1 §2.1: what script registers wins. The book itself may be another document's tomorrow. */
function withScripts(made: MadeBook, sources: StyleSources): MadeBook {
  if (sources.registered === undefined || sources.registered.size === 0) return made;
  return { ...made, registered: new Map([...made.registered, ...sources.registered]) };
}

/** A book, apart from the filter of its document. */
interface PlainBook extends Omit<MadeBook, 'book'> {
  readonly book: Omit<RuleBook, 'filter'>;
  readonly names: AncestorNames;
}

interface KeptBook {
  readonly sheets: readonly Pick<PlacedSheet, 'sheet' | 'baseUrl'>[];
  readonly environment: string;
  readonly fontUnits: StyleEnvironment['fontUnits'];
  readonly made: PlainBook;
}

/**
 * Faster: the pages of a site have the same sheets, and so has a page that is loaded again.
 *
 * Key: the sheets of the document, which are immutable and one object for the same text (sheets.ts), their addresses, and all
 * of the environment and the mode. Whatever depends on anything else is not kept: shadow trees, imports, scopes with their
 * elements. A document has one book for its first sheets and one for all of them; the oldest goes first.
 */
const kept: KeptBook[] = [];
const MAX_KEPT = 2;

/** Where nobody will have these sheets again. */
export function forgetBooks(): void {
  kept.length = 0;
}

function keptBook(sheets: readonly PlacedSheet[], environment: StyleEnvironment, quirks: boolean): PlainBook | null {
  const text = JSON.stringify(environment);
  const at = kept.findIndex(
    (each) =>
      each.environment === text &&
      each.fontUnits === environment.fontUnits &&
      each.made.names.quirks === quirks &&
      sameText(each.sheets, sheets),
  );
  if (at === -1) return null;
  const [found] = kept.splice(at, 1);
  kept.push(found!);
  return found!.made;
}

function keepBook(sheets: readonly PlacedSheet[], environment: StyleEnvironment, made: PlainBook & MadeBook): void {
  const { filter: _, ...book } = made.book;
  kept.push({
    sheets: sheets.map(({ sheet, baseUrl }) => ({ sheet, baseUrl })),
    environment: JSON.stringify(environment),
    fontUnits: environment.fontUnits,
    made: { ...made, book },
  });
  if (kept.length > MAX_KEPT) kept.shift();
}

/** The rules of a shadow tree that others of the same depth with the same sheets can use. */
interface SharedRules {
  readonly depth: number;
  readonly sheets: readonly PlacedSheet[];
  readonly rules: TreeRules;
}

/** The same rules, whoever owns them. */
function sameText(first: readonly Pick<PlacedSheet, 'sheet' | 'baseUrl'>[], second: typeof first): boolean {
  if (first.length !== second.length) return false;
  return first.every(({ sheet, baseUrl }, at) => sheet === second[at]!.sheet && baseUrl === second[at]!.baseUrl);
}
