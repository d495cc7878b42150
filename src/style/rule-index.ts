/**
 * The rules of one tree, found by what their subject needs: id, class, type, attribute, or nothing.
 *
 * In:  flattened rules. Out: for an element, the rules that match it, unordered; each knows its rank in the cascade.
 *
 * Rules for pseudo-elements have buckets of their own, and so have rules that select from inside a shadow tree: the host,
 * what is slotted, and parts.
 */
import { LOCAL_NAME, NODE_TYPE, PARENT_NODE } from '../html/node-keys.ts';
import { DOCUMENT_NODE, type DomElement, eachAttribute, isElement } from '../html/node-tree.ts';
import type { AncestorFilter, AncestorNames } from './ancestor-filter.ts';
import { type NumberedEntry, numberedEntry } from './cascade-entry.ts';
import { asciiLower } from './code-points.ts';
import type { CollectedRule, ScopeCondition } from './collect-rules.ts';
import type { ContainerQuery } from './container.ts';
import type { Origin } from './declaration.ts';
import { addReach, type ChangeReach, noReach } from './selector/change-reach.ts';
import { matchesComplex } from './selector/match.ts';
import type { MatchContext } from './selector/match-context.ts';
import type { ComplexSelector, CompoundSelector } from './selector/selector.ts';

/** One selector of a rule. All have the same shape: matching reads them in its innermost loop. */
export interface IndexedRule {
  readonly selector: ComplexSelector;
  /** Names that some ancestor must have; see ancestor-filter.ts. */
  readonly ancestors: readonly number[];
  /** Its bucket's key is all there is to match. */
  readonly matchesByKey: boolean;
  readonly scope: ScopeCondition | null;
  readonly containers: readonly ContainerQuery[];
  readonly layer: number;
  readonly order: number;
  /** Place among all rules of the tree by layer, specificity and order. */
  rank: number;
  /** `null` when the rule has no declarations of that importance. */
  readonly normal: NumberedEntry | null;
  readonly important: NumberedEntry | null;
}

/** What a rule selects, seen from the tree its sheet belongs to. */
export type Reach = 'own-tree' | 'host' | 'slotted' | 'part';

class Buckets {
  readonly ids = new Map<string, IndexedRule[]>();
  readonly classes = new Map<string, IndexedRule[]>();
  readonly types = new Map<string, IndexedRule[]>();
  readonly attributes = new Map<string, IndexedRule[]>();
  /** For a subject without a name whose parent must have this class: '.row > *'. */
  readonly parentClasses = new Map<string, IndexedRule[]>();
  /** ':root' and nothing with a name. */
  readonly root: IndexedRule[] = [];
  readonly universal: IndexedRule[] = [];
}

/** Which rule set an index is for. */
export interface IndexOptions {
  readonly origin: Origin;
  readonly quirks: boolean;
  /** Added to layer orders, so that layers of different trees compare. */
  readonly layerBase: number;
}

export class RuleIndex {
  /** Whether any rule depends on the size or style of a container. */
  readonly hasContainerQueries: boolean;
  /** How far the change of an element can be seen by these rules. */
  readonly changeReach: ChangeReach = noReach();
  private readonly quirks: boolean;
  private readonly buckets = new Map<string, Buckets>();
  private readonly classUse = new Map<string, number>();

  constructor(rules: readonly CollectedRule[], names: AncestorNames, options: IndexOptions) {
    this.quirks = options.quirks;
    this.hasContainerQueries = rules.some((rule) => rule.containers.length > 0);
    for (const rule of rules) {
      for (const selector of rule.selectors) this.countClasses(selector.compounds[0]!);
      addReach(rule.selectors, this.changeReach);
    }
    const indexed: IndexedRule[] = [];
    rules.forEach((rule, order) => {
      this.addRule(rule, order, names, options, indexed);
    });
    indexed.sort(
      (first, second) =>
        first.layer - second.layer ||
        first.selector.specificity - second.selector.specificity ||
        first.order - second.order,
    );
    for (let rank = 0; rank < indexed.length; rank++) indexed[rank]!.rank = rank;
  }

  private addRule(
    rule: CollectedRule,
    order: number,
    names: AncestorNames,
    options: IndexOptions,
    indexed: IndexedRule[],
  ): void {
    const { origin } = options;
    const layer = options.layerBase + rule.layer.order;
    const normal = numberedEntry(rule.block.normal, origin, layer, false);
    const important = numberedEntry(rule.block.important, origin, layer, true);
    for (const selector of rule.selectors) {
      const reaches = reachesOf(selector);
      const isOwnTree = reaches.length === 1 && reaches[0] === 'own-tree';
      const keys = this.keysOf(selector);
      const compound = selector.compounds[0]!;
      const isSimple = compound.simples.length + (compound.type === '' ? 0 : 1) <= 1 && keys.length === 1;
      const entry: IndexedRule = {
        selector,
        ancestors: isOwnTree ? names.numbersFor(selector) : [],
        matchesByKey: isSimple && isWholeKey(selector, keys[0]!) && isOwnTree,
        scope: rule.scope,
        containers: rule.containers,
        layer,
        order,
        rank: 0,
        normal,
        important,
      };
      indexed.push(entry);
      for (const reach of reaches) {
        const buckets = this.bucketsFor(reach, selector.pseudoElement);
        for (const key of keys) addTo(buckets, key, entry);
      }
    }
  }

  private bucketsFor(reach: Reach, pseudoElement: string): Buckets {
    const name = bucketName(reach, pseudoElement);
    let buckets = this.buckets.get(name);
    if (buckets === undefined) {
      buckets = new Buckets();
      this.buckets.set(name, buckets);
    }
    return buckets;
  }

  private countClasses(compound: CompoundSelector): void {
    for (const simple of compound.simples) {
      if (simple.kind !== 'class') continue;
      const name = this.quirks ? simple.lowerName : simple.name;
      this.classUse.set(name, (this.classUse.get(name) ?? 0) + 1);
    }
  }

  /** Where a selector is looked up: by its subject, or else by its subject's parent. */
  private keysOf(selector: ComplexSelector): readonly Key[] {
    const keys = this.keysOfCompound(selector.compounds[0]!);
    if (keys.length > 1 || keys[0] !== UNIVERSAL) return keys;
    const parentClass = this.parentClassOf(selector);
    return parentClass === null ? keys : [{ kind: 'parent-class', name: parentClass }];
  }

  /** The class that the parent must have. Siblings in between have the same parent. */
  private parentClassOf(selector: ComplexSelector): string | null {
    let at = 0;
    while (selector.combinators[at] === 'next' || selector.combinators[at] === 'subsequent') at++;
    if (selector.combinators[at] !== 'child') return null;
    const keys = this.keysOfCompound(selector.compounds[at + 1]!);
    return keys.length === 1 && keys[0]!.kind === 'class' ? keys[0]!.name : null;
  }

  /** One key, or one for each alternative of an :is(). */
  private keysOfCompound(compound: CompoundSelector): readonly Key[] {
    let rarest: Key | null = null;
    let rarestUse = Number.POSITIVE_INFINITY;
    for (const simple of compound.simples) {
      const name = this.quirks ? simple.lowerName : simple.name;
      if (simple.kind === 'id') return [{ kind: 'id', name }];
      if (simple.kind !== 'class') continue;
      const use = this.classUse.get(name) ?? 0;
      if (use < rarestUse) {
        rarest = { kind: 'class', name };
        rarestUse = use;
      }
    }
    if (rarest !== null) return [rarest];
    if (compound.type !== '') return [{ kind: 'type', name: compound.lowerType }];
    for (const simple of compound.simples) {
      if (simple.kind === 'test' && simple.name === 'root') return [ROOT];
      if (simple.kind === 'test' && LINK_TESTS.has(simple.name)) return LINKS;
      if (simple.kind !== 'is' || simple.selectors!.length === 0) continue;
      const keys = simple.selectors!.flatMap((alternative) => this.keysOfCompound(alternative.compounds[0]!));
      if (keys.every((key) => key.kind !== 'universal')) return uniqueKeys(keys);
    }
    const attribute = compound.simples.find((simple) => simple.kind === 'attribute' && simple.namespace === null);
    return [attribute === undefined ? UNIVERSAL : { kind: 'attribute', name: attribute.lowerName }];
  }

  /**
   * Adds the rules that match an element to `search.matched`, apart from scopes and containers, which the caller checks.
   */
  collect(element: DomElement, reach: Reach, pseudoElement: string, search: RuleSearch): void {
    const buckets = this.buckets.get(bucketName(reach, pseudoElement));
    if (buckets === undefined) return;
    const { filter } = search;
    if (buckets.ids.size > 0) {
      const id = filter.idOf(element);
      const rules = id === null ? undefined : buckets.ids.get(id);
      if (rules !== undefined) search.test(rules, element);
    }
    if (buckets.classes.size > 0) {
      const { classes } = filter.classListOf(element);
      for (let at = 0; at < classes.length; at++) {
        const rules = buckets.classes.get(classes[at]!);
        if (rules !== undefined) search.test(rules, element);
      }
    }
    const { [LOCAL_NAME]: localName } = element;
    const lowerName = asciiLower(localName);
    const typed = buckets.types.get(lowerName);
    if (typed !== undefined) search.test(typed, element, localName === lowerName);
    if (buckets.attributes.size > 0) {
      eachAttribute(element, (name) => {
        const rules = buckets.attributes.get(name);
        if (rules !== undefined) search.test(rules, element);
      });
    }
    if (buckets.parentClasses.size > 0) this.collectByParent(element, buckets, search);
    if (buckets.root.length > 0 && element[PARENT_NODE]?.[NODE_TYPE] === DOCUMENT_NODE)
      search.test(buckets.root, element);
    if (buckets.universal.length > 0) search.test(buckets.universal, element);
  }

  /** Whether any rule of the element's own tree is in a bucket of the element. */
  mayMatch(element: DomElement, pseudoElement: string, filter: AncestorFilter): boolean {
    const buckets = this.buckets.get(pseudoElement);
    if (buckets === undefined) return false;
    if (buckets.universal.length > 0 || buckets.attributes.size > 0 || buckets.parentClasses.size > 0) return true;
    const { [LOCAL_NAME]: localName } = element;
    if (buckets.types.has(asciiLower(localName))) return true;
    if (buckets.root.length > 0 && element[PARENT_NODE]?.[NODE_TYPE] === DOCUMENT_NODE) return true;
    if (buckets.ids.size > 0) {
      const id = filter.idOf(element);
      if (id !== null && buckets.ids.has(id)) return true;
    }
    if (buckets.classes.size === 0) return false;
    const { classes } = filter.classListOf(element);
    for (let at = 0; at < classes.length; at++) if (buckets.classes.has(classes[at]!)) return true;
    return false;
  }

  private collectByParent(element: DomElement, buckets: Buckets, search: RuleSearch): void {
    const parent = element[PARENT_NODE];
    if (parent === null || !isElement(parent)) return;
    const classes = search.filter.parentClasses;
    for (let at = 0; at < classes.length; at++) {
      const rules = buckets.parentClasses.get(classes[at]!);
      if (rules !== undefined) search.test(rules, element);
    }
  }
}

/** One search through the rules for an element: what it goes by, and what it has found. */
export class RuleSearch {
  readonly filter: AncestorFilter;
  readonly matched: IndexedRule[] = [];
  private readonly context: MatchContext;

  constructor(filter: AncestorFilter, context: MatchContext) {
    this.filter = filter;
    this.context = context;
  }

  /** @param keySaysAll whether an element that has the key is what a rule by that key alone asks for. */
  test(rules: readonly IndexedRule[], element: DomElement, keySaysAll = true): void {
    const { filter, context, matched } = this;
    for (let at = 0; at < rules.length; at++) {
      const rule = rules[at]!;
      if (rule.ancestors.length > 0 && !filter.mayMatch(rule.ancestors)) continue;
      // A scoped rule depends on its scope; whoever knows the scope matches it.
      const isKnown = (rule.matchesByKey && keySaysAll) || rule.scope !== null;
      if (isKnown || matchesComplex(rule.selector, element, context)) matched.push(rule);
    }
  }
}

interface Key {
  readonly kind: 'id' | 'class' | 'type' | 'attribute' | 'parent-class' | 'root' | 'universal';
  readonly name: string;
}

const UNIVERSAL: Key = { kind: 'universal', name: '' };
const ROOT: Key = { kind: 'root', name: '' };
/** Only these elements can be links; see pseudo-classes.ts. */
const LINK_TESTS: ReadonlySet<string> = new Set(['link', 'any-link', '-webkit-any-link']);
const LINKS: readonly Key[] = [
  { kind: 'type', name: 'a' },
  { kind: 'type', name: 'area' },
];

/** The key says all: a single class, id or lower-case type, or '*', and nothing else. */
function isWholeKey(selector: ComplexSelector, key: Key): boolean {
  if (selector.compounds.length > 1) return false;
  const compound = selector.compounds[0]!;
  if (compound.namespace !== null) return false;
  // The key of an :is() is only a part of what it says.
  if (key.kind === 'class' || key.kind === 'id') return compound.simples[0]?.kind === key.kind;
  if (key.kind === 'universal') return compound.simples.length === 0;
  return key.kind === 'type' && compound.type !== '' && compound.type === compound.lowerType;
}

function uniqueKeys(keys: readonly Key[]): Key[] {
  return keys.filter((key, at) => keys.findIndex((other) => other.kind === key.kind && other.name === key.name) === at);
}

function addTo(buckets: Buckets, key: Key, rule: IndexedRule): void {
  switch (key.kind) {
    case 'universal':
      buckets.universal.push(rule);
      return;
    case 'root':
      buckets.root.push(rule);
      return;
    case 'parent-class':
      push(buckets.parentClasses, key.name, rule);
      return;
    case 'id':
      push(buckets.ids, key.name, rule);
      return;
    case 'class':
      push(buckets.classes, key.name, rule);
      return;
    case 'type':
      push(buckets.types, key.name, rule);
      return;
    case 'attribute':
      push(buckets.attributes, key.name, rule);
      return;
  }
}

function push(bucket: Map<string, IndexedRule[]>, name: string, rule: IndexedRule): void {
  const rules = bucket.get(name);
  if (rules === undefined) bucket.set(name, [rule]);
  else rules.push(rule);
}

function bucketName(reach: Reach, pseudoElement: string): string {
  return reach === 'own-tree' ? pseudoElement : `${reach}::${pseudoElement}`;
}

/** Whether a selector's subject is in the sheet's own tree, or one that only a shadow tree's rules can reach. */
function reachesOf(selector: ComplexSelector): readonly Reach[] {
  const combinator = selector.combinators[0];
  if (combinator === 'slotted' || combinator === 'part') return [combinator];
  const subject = selector.compounds[0]!;
  if (!subject.canMatchHost) return OWN_TREE;
  const isAlwaysHost = subject.simples.some((simple) => simple.kind === 'host' || simple.kind === 'host-context');
  return isAlwaysHost ? ['host'] : ['host', 'own-tree'];
}

const OWN_TREE: readonly Reach[] = ['own-tree'];
