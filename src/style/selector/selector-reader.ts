/**
 * What the parts of the selector parser share: where a selector stands, and the cursor they all read through.
 */
import type { Token } from '../tokenizer.ts';
import type { ComplexSelector, SelectorList } from './selector.ts';

/** Namespace prefixes of a sheet: prefix to namespace address; '' is the default namespace. */
export type NamespaceMap = ReadonlyMap<string, string>;

/** Where a selector stands. */
export interface SelectorScope {
  readonly namespaces: NamespaceMap | null;
  /** What '&' means; `null` outside of any style rule, where it means ':scope'. */
  readonly parent: SelectorList | null;
  /**
   * What a selector without '&' or ':scope' begins from: the parent rule, or the scoping root directly inside @scope
   * (which adds no specificity).
   */
  readonly relativeTo: 'nothing' | 'parent' | 'scope';
}

export const PLAIN_SCOPE: SelectorScope = { namespaces: null, parent: null, relativeTo: 'nothing' };

/** How the items of a list are read. */
export interface ListRules {
  readonly forgiving: boolean;
  /** The argument of :has(): every item has a leading combinator, if only an implied one. */
  readonly relative: boolean;
  readonly pseudoElements: boolean;
  /** Only one compound for each item: ':host(…)', '::slotted(…)'. */
  readonly compoundOnly: boolean;
  /** Inside :has(), where another :has() is not valid. */
  readonly insideHas: boolean;
  /** Behind '::part()': only what may follow it is valid. */
  readonly insidePart?: boolean;
}

/** A cursor over the tokens of one selector text, with the one function that the parts need from the whole. */
export interface SelectorReader {
  readonly tokens: readonly Token[];
  readonly scope: SelectorScope;
  at: number;
  peek(): Token | undefined;
  skipWhitespace(): boolean;
  isDelim(value: string): boolean;
  /** At the ')' that ends the current argument, or at the end of the text, which closes it too. */
  atEnd(): boolean;
  /** '&' or ':scope' was read: the selector is not relative. */
  markAnchored(): void;
  /** Runs `parse` on a function's argument, then takes the ')'. The cursor is just after the function token. */
  argument<T>(parse: () => T | null): T | null;
  /** A comma-separated list up to the end of the argument or of the text. */
  parseList(rules: ListRules): ComplexSelector[] | null;
}
