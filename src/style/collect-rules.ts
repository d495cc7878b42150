/**
 * The rules of one tree's sheets that apply in an environment, flattened in order.
 *
 * In:  sheets in tree order, the environment, and where imported sheets are found.
 * Out: style rules with their layer, scope and container conditions; registered properties; font faces; keyframes;
 *      fallback positions.
 *
 * CSS Cascade 5 §6 https://drafts.csswg.org/css-cascade-5/#cascading
 */
import type { DomNode } from '../html/node-tree.ts';
import type { EndFrames, Keyframes } from './animation.ts';
import { type NumberedEntry, numberedEntry } from './cascade-entry.ts';
import type { ContainerQuery } from './container.ts';
import type { DeclarationBlock } from './declaration.ts';
import { Layer, numberLayers } from './layers.ts';
import { matchesMedia } from './media.ts';
import type { RegisteredProperty } from './registered-property.ts';
import type { SelectorList } from './selector/selector.ts';
import type { StyleEnvironment } from './style-environment.ts';
import type { ImportRule, Rule, StyleSheet } from './stylesheet.ts';

/** A sheet and where it stands. */
export interface PlacedSheet {
  readonly sheet: StyleSheet;
  readonly baseUrl: string;
  /** The element that holds or links it; `null` for sheets that are adopted or the user agent's. */
  readonly owner: DomNode | null;
}

/** One @scope around a rule; `outer` is the one around it. */
export interface ScopeCondition {
  readonly start: SelectorList | null;
  readonly end: SelectorList | null;
  readonly owner: DomNode | null;
  readonly outer: ScopeCondition | null;
}

export interface CollectedRule {
  readonly selectors: SelectorList;
  readonly block: DeclarationBlock;
  readonly layer: Layer;
  readonly scope: ScopeCondition | null;
  readonly containers: readonly ContainerQuery[];
}

export interface CollectedRules {
  readonly rules: readonly CollectedRule[];
  readonly registered: ReadonlyMap<string, RegisteredProperty>;
  readonly fontFamilies: ReadonlySet<string>;
  readonly keyframes: Keyframes;
  /** By name; a rule without declarations is `null`. Of several, the last of the highest layer. */
  readonly tries: ReadonlyMap<string, NumberedEntry | null>;
}

/** Finds the sheet that an @import asks for; `null` when it is not there. */
export type ImportFinder = (
  href: string,
  baseUrl: string,
) => { readonly sheet: StyleSheet; readonly url: string } | null;

/** Imports within imports. */
const MAX_IMPORT_DEPTH = 16;

interface Place {
  readonly layer: Layer;
  readonly scope: ScopeCondition | null;
  readonly containers: readonly ContainerQuery[];
  readonly owner: DomNode | null;
  readonly baseUrl: string;
  /** Addresses of the sheets around, to stop circles. */
  readonly importedFrom: readonly string[];
}

export function collectRules(
  sheets: readonly PlacedSheet[],
  environment: StyleEnvironment,
  findImport: ImportFinder,
): CollectedRules {
  const root = new Layer();
  const collector = new Collector(environment, findImport);
  for (const { sheet, baseUrl, owner } of sheets) {
    collector.addAll(sheet.rules, {
      layer: root,
      scope: null,
      containers: [],
      owner,
      baseUrl,
      importedFrom: [baseUrl],
    });
  }
  numberLayers(root);
  collector.chooseTries();
  return collector;
}

class Collector implements CollectedRules {
  readonly rules: CollectedRule[] = [];
  readonly registered = new Map<string, RegisteredProperty>();
  readonly fontFamilies = new Set<string>();
  readonly keyframes = new Map<string, EndFrames>();
  readonly tries = new Map<string, NumberedEntry | null>();
  private readonly allTries: { readonly name: string; readonly block: DeclarationBlock; readonly layer: Layer }[] = [];
  private readonly environment: StyleEnvironment;
  private readonly findImport: ImportFinder;

  constructor(environment: StyleEnvironment, findImport: ImportFinder) {
    this.environment = environment;
    this.findImport = findImport;
  }

  /** The depth of the recursion is that of the parser's nesting, which is bounded. */
  addAll(rules: readonly Rule[], place: Place): void {
    for (const rule of rules) this.add(rule, place);
  }

  private add(rule: Rule, place: Place): void {
    switch (rule.kind) {
      case 'style': {
        const { selectors, block } = rule;
        if (block.normal.length > 0 || block.important.length > 0) {
          const { layer, scope, containers } = place;
          this.rules.push({ selectors, block, layer, scope, containers });
        }
        this.addAll(rule.rules, place);
        return;
      }
      case 'media':
        if (matchesMedia(rule.media, this.environment)) this.addAll(rule.rules, place);
        return;
      case 'container':
        this.addAll(rule.rules, { ...place, containers: [...place.containers, rule.query] });
        return;
      case 'layer': {
        const layer = rule.name === null ? place.layer.anonymous() : place.layer.descend(rule.name);
        this.addAll(rule.rules, { ...place, layer });
        return;
      }
      case 'layer-order':
        for (const name of rule.names) place.layer.descend(name);
        return;
      case 'scope': {
        const { start, end } = rule;
        this.addAll(rule.rules, { ...place, scope: { start, end, owner: place.owner, outer: place.scope } });
        return;
      }
      case 'import':
        this.addImport(rule, place);
        return;
      case 'property':
        this.registered.set(rule.property.name, rule.property);
        return;
      case 'keyframes': {
        // Important declarations count for nothing in a frame.
        const from = numberedEntry(rule.from.normal, 'author', 0, false);
        const to = numberedEntry(rule.to.normal, 'author', 0, false);
        this.keyframes.set(rule.name, { from, to });
        return;
      }
      case 'position-try':
        this.allTries.push({ name: rule.name, block: rule.block, layer: place.layer });
        return;
      case 'font-face':
        this.fontFamilies.add(rule.family.toLowerCase());
        return;
    }
  }

  /** Once the layers have their order. */
  chooseTries(): void {
    this.allTries.sort((first, second) => first.layer.order - second.layer.order);
    for (const { name, block } of this.allTries) {
      this.tries.set(name, numberedEntry(block.normal, 'position-try', 0, false));
    }
  }

  private addImport(rule: ImportRule, place: Place): void {
    // The layer is named even when the sheet never comes.
    let layer = place.layer;
    if (rule.layer !== undefined) layer = rule.layer === null ? layer.anonymous() : layer.descend(rule.layer);
    if (place.importedFrom.length > MAX_IMPORT_DEPTH || !matchesMedia(rule.media, this.environment)) return;
    const found = this.findImport(rule.href, place.baseUrl);
    if (found === null || place.importedFrom.includes(found.url)) return;
    const importedFrom = [...place.importedFrom, found.url];
    this.addAll(found.sheet.rules, { ...place, layer, baseUrl: found.url, importedFrom });
  }
}

/** Whether the trees of a document have the same sheets at the same places. */
export function sameSheets(
  first: readonly (readonly PlacedSheet[])[],
  second: readonly (readonly PlacedSheet[])[],
): boolean {
  if (first.length !== second.length) return false;
  return first.every((sheets, at) => {
    const others = second[at]!;
    return sheets.length === others.length && sheets.every((placed, index) => samePlaced(placed, others[index]!));
  });
}

function samePlaced(first: PlacedSheet, second: PlacedSheet): boolean {
  return first.sheet === second.sheet && first.owner === second.owner && first.baseUrl === second.baseUrl;
}
