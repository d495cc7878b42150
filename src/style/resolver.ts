/**
 * The style of every element of one document, computed when first asked for.
 *
 * In:  the document, its sheets, the environment. Out: computed styles (see `StyleResolver` in computed-style.ts).
 *
 * An element's style needs its parent's, so that asking for one computes the ancestors first: upwards to the nearest
 * styled one, then down, without recursion.
 */
import { LOCAL_NAME, NODE_TYPE, PARENT_NODE } from '../html/node-keys.ts';
import { documentState } from '../html/node-state.ts';
import {
  DOCUMENT_NODE,
  type DomElement,
  type DomNode,
  firstElementChild,
  following,
  isElement,
} from '../html/node-tree.ts';
import { affectedBy, hasControl, outermost } from './affected.ts';
import { Cascade, type RuleBook } from './cascade.ts';
import type { NumberedEntry } from './cascade-entry.ts';
import { type PlacedSheet, sameSheets } from './collect-rules.ts';
import { anonymousStyle, computeStyle } from './compute.ts';
import type { ComputedStyle, PseudoName, StyleResolver } from './computed-style.ts';
import { containerSizeAbove, isQueryContainer, matchesContainer } from './container.ts';
import { WrittenCascade } from './cssom/written-cascade.ts';
import type { CascadeEntry } from './declaration.ts';
import type { Display } from './display.ts';
import { FlatTree } from './flat-tree.ts';
import { MotionWatch } from './motion-watch.ts';
import { findTry } from './position-try.ts';
import type { RegisteredProperty } from './registered-property.ts';
import { changedAmong, type KnownStyles, type Stale, takeStale } from './restyle.ts';
import { type MadeBook, makeRuleBook } from './rule-book.ts';
import type { IndexedRule } from './rule-index.ts';
import { AnswerRecord } from './selector/answer-record.ts';
import type { ChangeReach } from './selector/change-reach.ts';
import { matchesHas, matchesTest } from './selector/match.ts';
import { MatchContext } from './selector/match-context.ts';
import { type StyleSources, sheetsOf } from './sheets.ts';
import { slotStyle } from './slot-style.ts';
import { StyleCache } from './style-cache.ts';
import type { StyleEnvironment } from './style-environment.ts';

/** A resolver that can be told that its document changed. */
export interface DocumentStyleResolver extends StyleResolver {
  /** Shadow trees and slots as they are now: boxes are made along it. */
  readonly flatTree: FlatTree;
  /** Some rules wait for the sizes of containers: once layout knows them, invalidate and lay out again. */
  readonly hasContainerQueries: boolean;
  /** Font families that the page brings itself. */
  readonly fontFamilies: ReadonlySet<string>;
  /**
   * The document changed at or below this element, or anywhere (`null`). Styles are matched again when asked for; one
   * whose input is unchanged is the same object as before, so that callers can compare by identity.
   */
  invalidate(element: DomElement | null): void;
  /**
   * The same for several elements at once, or for the states that selectors such as ':hover' ask for (`null`: they may
   * match anywhere). Gives the elements that had a style and have another one now; `null` when anything may have changed.
   */
  restyle(elements: readonly DomElement[] | null): DomElement[] | null;
  /** Declarations of all properties as they are written (cssom/written-sheet.ts), later wins. */
  writtenEntries(element: DomElement, pseudo: PseudoName | null): readonly CascadeEntry[];
  readonly registeredProperties: ReadonlyMap<string, RegisteredProperty>;
  /** From here on, what becomes of styles with animations or transitions is noted. */
  watchMotion(): MotionWatch;
  hasKeyframes(name: string): boolean;
}

export function createStyleResolver(
  document: DomNode,
  sources: StyleSources,
  environment: StyleEnvironment,
): DocumentStyleResolver {
  return new Resolver(document, sources, environment);
}

/** Pseudo-elements that exist only when a rule selects them. */
const NEED_A_RULE: ReadonlySet<PseudoName> = new Set(['before', 'after', 'first-letter', 'first-line', 'backdrop']);

class Resolver implements DocumentStyleResolver, KnownStyles {
  flatTree: FlatTree;
  private readonly document: DomNode;
  private readonly sources: StyleSources;
  private readonly environment: StyleEnvironment;
  private readonly quirks: boolean;
  private readonly cache = new StyleCache();
  private book: RuleBook;
  private registered: ReadonlyMap<string, RegisteredProperty>;
  fontFamilies: ReadonlySet<string>;
  /** The sheets that `book` was made from, to see whether it still holds. */
  private placed: readonly (readonly PlacedSheet[])[];
  private importCount = 0;
  private cascade: Cascade;
  /** What `cascade` matches with. */
  private context!: MatchContext;
  private readonly record = new AnswerRecord();
  /** Made when script asks for it. */
  private written: WrittenCascade | null = null;
  private watch: MotionWatch | null = null;
  readonly styles = new Map<DomElement, ComputedStyle>();
  readonly pseudoStyles = new Map<PseudoName, Map<DomElement, ComputedStyle | null>>();
  private readonly parentOfElement = (element: DomElement): DomElement | null => {
    const parent = element[PARENT_NODE];
    if (parent === null) return null;
    return isElement(parent) ? parent : this.flatTree.hostOf(parent);
  };

  constructor(document: DomNode, sources: StyleSources, environment: StyleEnvironment) {
    this.document = document;
    this.sources = sources;
    this.environment = environment;
    this.quirks = documentState(document).quirks === true;
    this.flatTree = new FlatTree(document);
    this.placed = this.placedSheets();
    const made = this.makeBook();
    this.book = made.book;
    this.registered = made.registered;
    this.fontFamilies = made.fontFamilies;
    this.cascade = this.makeCascade();
  }

  get hasContainerQueries(): boolean {
    for (const tree of this.book.trees.values()) {
      if (tree.index.hasContainerQueries) return true;
    }
    return false;
  }

  invalidate(element: DomElement | null): void {
    const roots = this.keepsRules() && element !== null ? this.affectedRoots([element]) : [null];
    for (const root of roots) this.forget(root);
  }

  restyle(elements: readonly DomElement[] | null): DomElement[] | null {
    if (!this.keepsRules()) {
      this.forget(null);
      return null;
    }
    if (elements === null && !this.reaches.some((reach) => reach.userAction)) return [];
    const roots = elements === null ? [this.document] : this.affectedRoots(elements);
    const stale: Stale[] = [];
    for (const root of roots) takeStale(this, root, stale);
    this.watch?.outdated(stale);
    return changedAmong(
      stale,
      (element) => this.styleOf(element),
      (element, pseudo) => this.pseudoStyleOf(element, pseudo),
    );
  }

  /** The parts of the document that selectors can see a change of these elements in; none is inside another. */
  private affectedRoots(elements: readonly DomElement[]): readonly DomNode[] {
    const roots = new Set<DomNode>();
    for (const element of [...elements, ...this.changedElsewhere(elements)]) {
      const root = affectedBy(element, this.reaches);
      if (root === null) return [this.document];
      roots.add(root);
    }
    return outermost(roots);
  }

  /** Other elements that match differently because of these: forms and groups of controls, anchors of :has(). */
  private changedElsewhere(elements: readonly DomElement[]): readonly DomElement[] {
    const { reaches, context, record } = this;
    const controls =
      reaches.some((reach) => reach.controls) && elements.some(hasControl)
        ? record.changedControls(this.document, (element, test) => matchesTest(test, element, context))
        : [];
    if (!reaches.some((reach) => reach.around)) return controls;
    const seesSiblings = reaches.some((reach) => reach.aroundBefore);
    const anchors = record.changedAround([...elements, ...controls], seesSiblings, (element, selectors) =>
      matchesHas(selectors, element, context),
    );
    return [...controls, ...anchors];
  }

  private get reaches(): readonly ChangeReach[] {
    const { userAgent, trees } = this.book;
    return [userAgent.changeReach, trees.get(null)!.index.changeReach];
  }

  /**
   * Reads the document again as far as matching goes by it. False when its rules are others than before, or when a
   * change may be seen anywhere: slots and containers carry it across the tree.
   */
  private keepsRules(): boolean {
    const hadShadowTrees = this.flatTree.shadowTrees.length > 0;
    this.flatTree = new FlatTree(this.document);
    const placed = this.placedSheets();
    const sameRules = sameSheets(placed, this.placed) && this.sources.imports.size === this.importCount;
    if (sameRules) {
      this.book.filter.reset();
    } else {
      this.placed = placed;
      const made = this.makeBook();
      this.book = made.book;
      this.registered = made.registered;
      this.fontFamilies = made.fontFamilies;
      this.cache.clear();
    }
    this.cascade = this.makeCascade();
    this.written = sameRules ? this.written : null;
    this.written?.forget(this.flatTree);
    const crosses = hadShadowTrees || this.flatTree.shadowTrees.length > 0 || this.hasContainerQueries;
    return sameRules && !crosses;
  }

  private forget(root: DomNode | null): void {
    this.watch?.forgotten(root);
    if (root === null) {
      this.record.clear();
      this.styles.clear();
      this.pseudoStyles.clear();
      return;
    }
    for (let at: DomNode | null = root; at !== null; at = following(at, root)) {
      if (!isElement(at)) continue;
      this.styles.delete(at);
      for (const styles of this.pseudoStyles.values()) styles.delete(at);
    }
  }

  styleOf(element: DomElement): ComputedStyle {
    const known = this.styles.get(element);
    if (known !== undefined) return known;
    const path: DomElement[] = [element];
    let above = this.flatTree.parentOf(element);
    while (above !== null && !this.styles.has(above)) {
      path.push(above);
      above = this.flatTree.parentOf(above);
    }
    let style = above === null ? null : this.styles.get(above)!;
    for (let at = path.length - 1; at >= 0; at--) {
      const each = path[at]!;
      const within = above === null ? style : slotStyle(each, above, style!, this);
      style = this.compute(each, null, within);
      this.styles.set(each, style);
      this.watch?.styled(each, null, style);
      above = each;
    }
    return style!;
  }

  pseudoStyleOf(element: DomElement, pseudo: PseudoName): ComputedStyle | null {
    let styles = this.pseudoStyles.get(pseudo);
    if (styles === undefined) {
      styles = new Map();
      this.pseudoStyles.set(pseudo, styles);
    }
    const known = styles.get(element);
    if (known !== undefined) return known;
    if (NEED_A_RULE.has(pseudo) && !this.cascade.maySelect(element, pseudo)) return null;
    const style = this.computePseudo(element, pseudo);
    styles.set(element, style);
    this.watch?.styled(element, pseudo, style);
    return style;
  }

  watchMotion(): MotionWatch {
    this.watch ??= new MotionWatch(this);
    return this.watch;
  }

  hasKeyframes(name: string): boolean {
    return this.book.keyframes.has(name);
  }

  anonymousStyle(parent: ComputedStyle, display: Display): ComputedStyle {
    return anonymousStyle(parent, display);
  }

  get registeredProperties(): ReadonlyMap<string, RegisteredProperty> {
    return this.registered;
  }

  writtenEntries(element: DomElement, pseudo: PseudoName | null): readonly CascadeEntry[] {
    // Container queries look at the styles of ancestors.
    this.styleOf(element);
    const { document, sources, environment, quirks, parentOfElement } = this;
    this.written ??= new WrittenCascade(
      {
        document,
        sources,
        environment,
        quirks,
        parentOfElement,
        containersMatch: (rule, each, name) => this.containersMatch(rule, each, name),
      },
      this.placed,
      this.flatTree,
    );
    return this.written.entriesFor(element, pseudo);
  }

  private computePseudo(element: DomElement, pseudo: PseudoName): ComputedStyle | null {
    const originating = this.styleOf(element);
    const entries = this.entriesFor(element, pseudo);
    if (entries.length === 0 && NEED_A_RULE.has(pseudo)) return null;
    const style = this.computeFrom(element, pseudo, originating, entries);
    if (pseudo !== 'before' && pseudo !== 'after') return style;
    const generates = style.content !== 'none' && style.content !== 'normal' && style.display !== 'none';
    return generates ? style : null;
  }

  private compute(element: DomElement, pseudo: PseudoName | null, parent: ComputedStyle | null): ComputedStyle {
    return this.computeFrom(element, pseudo, parent, this.entriesFor(element, pseudo));
  }

  private entriesFor(element: DomElement, pseudo: PseudoName | null): NumberedEntry[] {
    this.book.filter.enter(this.parentOfElement(element), this.parentOfElement);
    return this.cascade.entriesFor(element, pseudo);
  }

  private computeFrom(
    element: DomElement,
    pseudo: PseudoName | null,
    parent: ComputedStyle | null,
    entries: readonly NumberedEntry[],
  ): ComputedStyle {
    const name = pseudo === null ? element[LOCAL_NAME] : `${element[LOCAL_NAME]}::${pseudo}`;
    const hash = this.cache.hashOf(parent, name, entries);
    const known = this.cache.get(hash, parent, name, entries);
    if (known !== null) return known;
    const { environment, quirks, registered } = this;
    let isShareable = true;
    const style = computeStyle({
      entries,
      parent,
      root: this.rootStyle(element),
      element,
      pseudo,
      environment,
      quirks,
      registered,
      pageFonts: this.fontFamilies,
      tryEntry: (name) => findTry(name, element, this.book.trees, this.flatTree),
      containerSize: (axis) => {
        isShareable = false;
        const { styles, flatTree, sources } = this;
        const from = pseudo === null ? flatTree.parentOf(element) : element;
        return containerSizeAbove(from, axis, styles, (at) => flatTree.parentOf(at), sources.containerSize);
      },
      onElementUse: () => {
        isShareable = false;
      },
    });
    if (isShareable) this.cache.set(hash, parent, name, entries, style);
    return style;
  }

  /** The root element's style, for 'rem'; `null` while that is being computed. */
  private rootStyle(element: DomElement): ComputedStyle | null {
    if (element[PARENT_NODE] !== null && element[PARENT_NODE][NODE_TYPE] === DOCUMENT_NODE) {
      return this.styles.get(element) ?? null;
    }
    const root = firstElementChild(this.document);
    return root === null ? null : (this.styles.get(root) ?? null);
  }

  /** Every @container around a rule finds its container among the element's ancestors, and holds there. */
  private containersMatch(rule: IndexedRule, element: DomElement, pseudo: PseudoName | null): boolean {
    return rule.containers.every((query) => {
      // A pseudo-element's own element may be its container.
      let at = pseudo === null ? this.flatTree.parentOf(element) : element;
      while (at !== null) {
        const style = this.styles.get(at);
        if (style !== undefined && isQueryContainer(style, query)) {
          const size = this.sources.containerSize?.(at) ?? null;
          const rootFontSize = this.rootStyle(element)?.fontSize ?? style.fontSize;
          return matchesContainer(query, { style, size, rootFontSize, environment: this.environment });
        }
        at = this.flatTree.parentOf(at);
      }
      return false;
    });
  }

  /** The sheets of the document, then of each shadow tree. */
  private placedSheets(): PlacedSheet[][] {
    const roots = [this.document, ...this.flatTree.shadowTrees.map((tree) => tree.root)];
    return roots.map((root) => sheetsOf(root, this.sources, this.environment, this.quirks));
  }

  private makeBook(): MadeBook {
    const { environment, quirks, sources } = this;
    this.importCount = sources.imports.size;
    return makeRuleBook(this.placed, this.flatTree.shadowTrees, sources, environment, quirks);
  }

  private makeCascade(): Cascade {
    this.context = new MatchContext(this.document, this.flatTree, this.record);
    return new Cascade(this.book, this.flatTree, this.context, (rule, element, pseudo) =>
      this.containersMatch(rule, element, pseudo),
    );
  }
}
