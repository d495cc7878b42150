/**
 * What matching needs besides selector and element, and the answers it keeps meanwhile.
 *
 * One context serves many matches, as long as neither the tree nor its attributes nor its state change. `enterTree`
 * chooses whose rules are being matched: those of the document, or of one shadow root.
 */
import { PARENT_NODE } from '../../html/node-keys.ts';
import { documentState, elementState } from '../../html/node-state.ts';
import {
  type DomElement,
  type DomNode,
  hostAbove,
  isElement,
  parentElement,
  previousElementSibling,
} from '../../html/node-tree.ts';
import type { FlatTree } from '../flat-tree.ts';
import type { AnswerRecord } from './answer-record.ts';
import { HasAnchors } from './has-anchors.ts';
import { NthIndex } from './nth-index.ts';
import type { DynamicState, SelectorList } from './selector.ts';

export class MatchContext implements DynamicState {
  readonly document: DomNode;
  readonly flatTree: FlatTree | null;
  readonly quirks: boolean;
  /** The document is XML: names have their case. */
  readonly isXml: boolean;
  /** The shadow root whose rules are matched, and its host; `null` for the document's rules. */
  shadowRoot: DomNode | null = null;
  host: DomElement | null = null;
  /** ':scope', or `null` for the root element. */
  scope: DomNode | null = null;
  /** Compounds that may still be tried for the current selector; see match.ts. */
  budget = 0;
  // Made when first needed: most queries of a page need none of them.
  private chains: Chains | null = null;
  private hasAnchors: HasAnchors | null = null;
  private nthIndex: NthIndex | null = null;

  /** Where answers are kept beyond this context; `null` for queries of a page. */
  readonly record: AnswerRecord | null;

  constructor(document: DomNode, flatTree: FlatTree | null, record: AnswerRecord | null = null) {
    this.document = document;
    this.flatTree = flatTree;
    this.record = record;
    const { quirks, xml } = documentState(document);
    this.quirks = quirks === true;
    this.isXml = xml === true;
  }

  enterTree(shadowRoot: DomNode | null): void {
    this.shadowRoot = shadowRoot;
    this.host = shadowRoot === null ? null : (this.flatTree?.hostOf(shadowRoot) ?? null);
  }

  /** The parent of an element as its tree's rules see it: the host is above the shadow root, and nothing above it. */
  parentOf(element: DomElement): DomElement | null {
    const parent = element[PARENT_NODE];
    if (parent === null || element === this.host) return null;
    if (isElement(parent)) return parent;
    return parent === this.shadowRoot ? this.host : null;
  }

  /** The sibling before an element; the host has none. */
  previousOf(element: DomElement): DomElement | null {
    return element === this.host ? null : previousElementSibling(element);
  }

  get hoverChain(): ReadonlySet<DomNode> {
    return this.dynamicChains().hover;
  }

  get activeChain(): ReadonlySet<DomNode> {
    return this.dynamicChains().active;
  }

  get focusChain(): ReadonlySet<DomNode> {
    return this.dynamicChains().focus;
  }

  get has(): HasAnchors {
    this.hasAnchors ??= new HasAnchors();
    return this.hasAnchors;
  }

  private get nth(): NthIndex {
    this.nthIndex ??= new NthIndex();
    return this.nthIndex;
  }

  siblingIndex(element: DomElement, fromEnd: boolean, ofType: boolean): number {
    return this.nth.siblingIndex(element, fromEnd, ofType);
  }

  indexAmong(
    element: DomElement,
    fromEnd: boolean,
    selectors: SelectorList,
    matches: (sibling: DomElement) => boolean,
  ): number {
    return this.nth.indexAmong(element, fromEnd, selectors, matches);
  }

  private dynamicChains(): Chains {
    if (this.chains === null) {
      const { hovered, active, focused } = documentState(this.document);
      this.chains = {
        hover: this.chainOf(hovered ?? null),
        active: this.chainOf(active ?? null),
        focus: this.chainOf(focused ?? null, true),
      };
    }
    return this.chains;
  }

  /** An element and everything it is in, in the flat tree; for the focus, up to what is in the top layer. */
  private chainOf(start: DomElement | null, endsAtTopLayer = false): ReadonlySet<DomNode> {
    const chain = new Set<DomNode>();
    let at = start;
    while (at !== null && !chain.has(at)) {
      chain.add(at);
      if (endsAtTopLayer && elementState(at).topLayer !== undefined) break;
      at = this.flatParentOf(at);
    }
    return chain;
  }

  flatParentOf(element: DomElement): DomElement | null {
    return this.flatTree === null ? (parentElement(element) ?? hostAbove(element)) : this.flatTree.parentOf(element);
  }
}

interface Chains {
  readonly hover: ReadonlySet<DomNode>;
  readonly active: ReadonlySet<DomNode>;
  readonly focus: ReadonlySet<DomNode>;
}
