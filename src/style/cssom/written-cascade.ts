/**
 * The cascade over declarations as they are written: for script that asks for what layout does not keep.
 *
 * In:  a document's sheets and trees. Out: cascade entries of an element or pseudo-element, later wins.
 */
import type { DomElement, DomNode } from '../../html/node-tree.ts';
import { Cascade, type ContainerCheck } from '../cascade.ts';
import type { NumberedEntry } from '../cascade-entry.ts';
import type { PlacedSheet } from '../collect-rules.ts';
import type { PseudoName } from '../computed-style.ts';
import type { FlatTree } from '../flat-tree.ts';
import { type MadeBook, makeRuleBook } from '../rule-book.ts';
import { MatchContext } from '../selector/match-context.ts';
import type { StyleSources } from '../sheets.ts';
import type { StyleEnvironment } from '../style-environment.ts';
import { WRITTEN, WRITTEN_ATTRIBUTES } from './written-sheet.ts';

export interface WrittenSources {
  readonly document: DomNode;
  readonly sources: StyleSources;
  readonly environment: StyleEnvironment;
  readonly quirks: boolean;
  readonly containersMatch: ContainerCheck;
  readonly parentOfElement: (element: DomElement) => DomElement | null;
}

export class WrittenCascade {
  private readonly given: WrittenSources;
  private readonly made: MadeBook;
  private cascade: Cascade;
  private flatTree: FlatTree;
  private readonly entries = new Map<string, Map<DomElement, readonly NumberedEntry[]>>();

  constructor(given: WrittenSources, placed: readonly (readonly PlacedSheet[])[], flatTree: FlatTree) {
    const { sources, environment, quirks } = given;
    this.given = given;
    this.flatTree = flatTree;
    this.made = makeRuleBook(placed, flatTree.shadowTrees, sources, environment, quirks, WRITTEN);
    this.cascade = this.makeCascade();
  }

  /** The document changed, its sheets did not. */
  forget(flatTree: FlatTree): void {
    this.flatTree = flatTree;
    this.made.book.filter.reset();
    this.entries.clear();
    this.cascade = this.makeCascade();
  }

  private makeCascade(): Cascade {
    const { document, containersMatch } = this.given;
    const context = new MatchContext(document, this.flatTree);
    return new Cascade(this.made.book, this.flatTree, context, containersMatch, WRITTEN_ATTRIBUTES);
  }

  entriesFor(element: DomElement, pseudo: PseudoName | null): readonly NumberedEntry[] {
    let byElement = this.entries.get(pseudo ?? '');
    if (byElement === undefined) {
      byElement = new Map();
      this.entries.set(pseudo ?? '', byElement);
    }
    let entries = byElement.get(element);
    if (entries === undefined) {
      const { parentOfElement } = this.given;
      this.made.book.filter.enter(parentOfElement(element), parentOfElement);
      entries = this.cascade.entriesFor(element, pseudo);
      byElement.set(element, entries);
    }
    return entries;
  }
}
