/**
 * Which declarations apply to an element, in the order of the cascade.
 *
 * In:  the rules of the user agent and of each tree, an element or pseudo-element of it.
 * Out: cascade entries, later wins.
 *
 * CSS Cascade 5 §6.1 https://drafts.csswg.org/css-cascade-5/#cascade-sort, CSS Scoping 1 §3.3 (trees)
 */
import { animatedDeclarations } from '../html/node-state.ts';
import { attribute, type DomElement, type DomNode, shadowRoot } from '../html/node-tree.ts';
import type { AncestorFilter } from './ancestor-filter.ts';
import { addEndFrames, type Keyframes } from './animation.ts';
import { type NumberedEntry, numberedEntry } from './cascade-entry.ts';
import type { PseudoName } from './computed-style.ts';
import type { DeclarationBlock, Origin } from './declaration.ts';
import type { FlatTree } from './flat-tree.ts';
import { presentationalHints } from './presentational-hints.ts';
import { type IndexedRule, type Reach, type RuleIndex, RuleSearch } from './rule-index.ts';
import { scopeProximity } from './scope-roots.ts';
import type { MatchContext } from './selector/match-context.ts';
import { parseStyleAttribute } from './style-attribute.ts';

/** Rules of the document or of one shadow root. */
export interface TreeRules {
  /** `null` for the document. */
  readonly root: DomNode | null;
  readonly index: RuleIndex;
  /** Fallback positions by name (collect-rules.ts). */
  readonly tries: ReadonlyMap<string, NumberedEntry | null>;
  /** Layer number for style attributes of elements in this tree: above all its layers. */
  readonly attributeLayer: number;
}

/** Everything that matching goes by; made anew when sheets change. */
export interface RuleBook {
  readonly userAgent: RuleIndex;
  /** By root; the document's own under `null`. */
  readonly trees: ReadonlyMap<DomNode | null, TreeRules>;
  readonly filter: AncestorFilter;
  readonly keyframes: Keyframes;
}

/** Whether the containers around an element or its pseudo-element satisfy a rule's queries. */
export type ContainerCheck = (rule: IndexedRule, element: DomElement, pseudo: PseudoName | null) => boolean;

/** Where declarations come from that no rule has: attributes. */
export interface AttributeBlocks {
  hints(element: DomElement): DeclarationBlock | null;
  style(text: string, quirks: boolean): DeclarationBlock;
}

const LAYOUT_BLOCKS: AttributeBlocks = { hints: presentationalHints, style: parseStyleAttribute };

export class Cascade {
  private readonly book: RuleBook;
  private readonly flatTree: FlatTree;
  private readonly context: MatchContext;
  // Reused from element to element; what leaves here is copied.
  private readonly search: RuleSearch;
  private readonly important: NumberedEntry[] = [];
  /** Important entries of the tree that is being added. */
  private readonly treeImportant: NumberedEntry[] = [];
  private readonly proximities = new Map<IndexedRule, number>();

  private readonly containersMatch: ContainerCheck;
  private readonly attributes: AttributeBlocks;
  private pseudo: PseudoName | null = null;

  constructor(
    book: RuleBook,
    flatTree: FlatTree,
    context: MatchContext,
    containersMatch: ContainerCheck,
    attributes = LAYOUT_BLOCKS,
  ) {
    this.containersMatch = containersMatch;
    this.attributes = attributes;
    this.book = book;
    this.flatTree = flatTree;
    this.context = context;
    this.search = new RuleSearch(book.filter, context);
  }

  /** The entries for an element or its pseudo-element. The filter's path ends at the element's parent. */
  entriesFor(element: DomElement, pseudo: PseudoName | null): NumberedEntry[] {
    this.pseudo = pseudo;
    const pseudoElement = pseudo ?? '';
    const entries: NumberedEntry[] = [];
    this.important.length = 0;
    const { userAgent } = this.book;

    // User agent rules see every tree, as if each element were in the document.
    this.addTree(element, pseudoElement, null, userAgent, OWN_TREE, entries);
    const userAgentImportant = this.treeImportant.length > 0 ? this.treeImportant.splice(0) : NO_ENTRIES;

    if (pseudoElement === '') {
      const hints = this.attributes.hints(element);
      if (hints !== null) this.addBlock(hints, 'presentational', 0, entries);
    }
    if (this.flatTree.shadowTrees.length === 0) this.addOwnTree(element, pseudoElement, null, entries);
    else this.addShadowed(element, pseudoElement, entries);

    const { keyframes } = this.book;
    if (keyframes.size > 0) addEndFrames(entries, this.important, keyframes);
    const animated = pseudoElement === '' ? animatedDeclarations(element) : '';
    if (animated !== '') {
      const { normal } = blockEntries(this.attributes.style(animated, this.context.quirks), 'author', 0);
      if (normal !== null) entries.push(normal);
    }
    for (const entry of this.important) entries.push(entry);
    for (const entry of userAgentImportant) entries.push(entry);
    return entries;
  }

  /** False when certainly no rule selects this pseudo-element of an element: most have none, and nothing is matched. */
  maySelect(element: DomElement, pseudo: PseudoName): boolean {
    if (this.flatTree.shadowTrees.length > 0) return true;
    const { userAgent, trees, filter } = this.book;
    return userAgent.mayMatch(element, pseudo, filter) || trees.get(null)!.index.mayMatch(element, pseudo, filter);
  }

  /**
   * With shadow trees: for normal declarations the outer tree wins, so inner trees come first. For important ones it is
   * the other way round: each tree's are put before those of the trees added earlier.
   */
  private addShadowed(element: DomElement, pseudoElement: string, entries: NumberedEntry[]): void {
    const add = (root: DomNode | null, reaches: readonly Reach[]): void => {
      const tree = this.book.trees.get(root);
      if (tree !== undefined) this.addTree(element, pseudoElement, root, tree.index, reaches, entries);
      this.finishTree();
    };
    const own = this.flatTree.rootOf(element);

    // The element as a host, to the rules of its own shadow tree.
    const shadow = shadowRoot(element);
    if (shadow !== null) add(shadow, HOST);

    // The element as slotted content, to the trees of the slots it passes through, innermost first.
    const slotTrees: DomNode[] = [];
    let slot = this.flatTree.assignedSlot(element);
    while (slot !== null && slotTrees.length < MAX_TREES) {
      const root = this.flatTree.rootOf(slot);
      if (root !== null) slotTrees.unshift(root);
      slot = this.flatTree.assignedSlot(slot);
    }
    for (const root of slotTrees) add(root, SLOTTED);

    this.addOwnTree(element, pseudoElement, own, entries);

    // The element as a part, to the trees around its own.
    if (own === null || attribute(element, 'part') === null) return;
    let inner: DomNode | null = own;
    for (let step = 0; inner !== null && step < MAX_TREES; step++) {
      const host = this.flatTree.hostOf(inner);
      inner = host === null ? null : this.flatTree.rootOf(host);
      if (host !== null) add(inner, PART);
    }
  }

  private addOwnTree(element: DomElement, pseudoElement: string, root: DomNode | null, entries: NumberedEntry[]): void {
    const tree = this.book.trees.get(root);
    // ':host::part()' reaches the parts of the tree itself.
    const isPart = root !== null && attribute(element, 'part') !== null;
    const reaches = isPart ? OWN_TREE_AND_PARTS : OWN_TREE;
    if (tree !== undefined) this.addTree(element, pseudoElement, root, tree.index, reaches, entries);
    const style = pseudoElement === '' ? attribute(element, 'style') : null;
    if (style !== null && style !== '') {
      this.addBlock(this.attributes.style(style, this.context.quirks), 'author', tree?.attributeLayer ?? 0, entries);
    }
    this.finishTree();
  }

  private finishTree(): void {
    if (this.treeImportant.length > 0) this.important.unshift(...this.treeImportant.splice(0));
  }

  private addBlock(block: DeclarationBlock, origin: Origin, layer: number, entries: NumberedEntry[]): void {
    const { normal, important } = blockEntries(block, origin, layer);
    if (normal !== null) entries.push(normal);
    if (important !== null) this.treeImportant.push(important);
  }

  /** Matches one tree's rules and adds what they declare, normal and important. */
  private addTree(
    element: DomElement,
    pseudoElement: string,
    root: DomNode | null,
    index: RuleIndex,
    reaches: readonly Reach[],
    entries: NumberedEntry[],
  ): void {
    const { matched } = this.search;
    matched.length = 0;
    this.context.enterTree(root);
    for (const reach of reaches) index.collect(element, reach, pseudoElement, this.search);
    if (matched.length === 0) return;
    const hasScopes = this.checkConditions(element);
    if (hasScopes) matched.sort((first, second) => this.compareScoped(first, second));
    else sortByRank(matched);

    let hasImportant = false;
    let previous: IndexedRule | null = null;
    for (let at = 0; at < matched.length; at++) {
      const rule = matched[at]!;
      // A rule that is in several buckets, or has several selectors that match, may be there twice.
      if (rule === previous) continue;
      previous = rule;
      if (rule.normal !== null) entries.push(rule.normal);
      if (rule.important !== null) hasImportant = true;
    }
    if (hasImportant) addImportant(matched, this.treeImportant);
  }

  /** Drops the rules whose container queries or scopes do not hold. True when scoped rules remain. */
  private checkConditions(element: DomElement): boolean {
    const { matched } = this.search;
    let kept = 0;
    let hasScopes = false;
    for (let at = 0; at < matched.length; at++) {
      const rule = matched[at]!;
      if (rule.containers.length > 0 && !this.containersMatch(rule, element, this.pseudo)) continue;
      if (rule.scope !== null) {
        const proximity = scopeProximity(rule.selector, element, rule.scope, this.context);
        if (proximity === null) continue;
        if (!hasScopes) this.proximities.clear();
        this.proximities.set(rule, proximity);
        hasScopes = true;
      }
      matched[kept++] = rule;
    }
    matched.length = kept;
    return hasScopes;
  }

  /** Layer, specificity, then the nearer scoping root, then order. */
  private compareScoped(first: IndexedRule, second: IndexedRule): number {
    if (first.layer !== second.layer) return first.layer - second.layer;
    const weight = first.selector.specificity - second.selector.specificity;
    if (weight !== 0) return weight;
    const near = this.proximities.get(first) ?? Number.MAX_SAFE_INTEGER;
    const far = this.proximities.get(second) ?? Number.MAX_SAFE_INTEGER;
    return far - near || first.order - second.order;
  }
}

/** Bounds the walk through shadow trees inside shadow trees. */
const MAX_TREES = 64;
const OWN_TREE: readonly Reach[] = ['own-tree'];
const OWN_TREE_AND_PARTS: readonly Reach[] = ['own-tree', 'part'];
const HOST: readonly Reach[] = ['host'];
const SLOTTED: readonly Reach[] = ['slotted'];
const PART: readonly Reach[] = ['part'];
const NO_ENTRIES: readonly NumberedEntry[] = [];

/** Insertion sort: few rules match an element, and they come nearly sorted from their buckets. */
function sortByRank(rules: IndexedRule[]): void {
  for (let at = 1; at < rules.length; at++) {
    const rule = rules[at]!;
    let to = at;
    while (to > 0 && rules[to - 1]!.rank > rule.rank) {
      rules[to] = rules[to - 1]!;
      to--;
    }
    rules[to] = rule;
  }
}

/** Important declarations: layers in reverse, and within a layer as for normal ones. */
function addImportant(sorted: readonly IndexedRule[], entries: NumberedEntry[]): void {
  const start = entries.length;
  let layersDiffer = false;
  for (let at = 0; at < sorted.length; at++) {
    const entry = sorted[at]!.important;
    if (entry === null || entries[entries.length - 1] === entry) continue;
    if (entries.length > start && entries[start]!.layer !== entry.layer) layersDiffer = true;
    entries.push(entry);
  }
  if (!layersDiffer) return;
  const reversed = entries.splice(start).sort((first, second) => second.layer - first.layer);
  for (const entry of reversed) entries.push(entry);
}

interface BlockEntries {
  readonly origin: Origin;
  readonly layer: number;
  readonly normal: NumberedEntry | null;
  readonly important: NumberedEntry | null;
}

/** Key: the block. The same block gives the same entries, whose identity is a key of the resolver's cache. */
const entriesOfBlocks = new WeakMap<DeclarationBlock, BlockEntries>();

function blockEntries(block: DeclarationBlock, origin: Origin, layer: number): BlockEntries {
  const known = entriesOfBlocks.get(block);
  if (known !== undefined && known.origin === origin && known.layer === layer) return known;
  const made: BlockEntries = {
    origin,
    layer,
    normal: numberedEntry(block.normal, origin, layer, false),
    important: numberedEntry(block.important, origin, layer, true),
  };
  entriesOfBlocks.set(block, made);
  return made;
}
