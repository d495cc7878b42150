/**
 * Selectors as data: what the parser makes and the matcher reads.
 *
 * A complex selector is kept right to left, because that is how it is matched: `compounds[0]` is the subject, and
 * `combinators[i]` leads from `compounds[i]` to `compounds[i + 1]`. The argument of :has() is relative: it has one
 * combinator more, which leads to the anchor. '::slotted()' and '::part()' are written as combinators between what stands
 * before them and what they select, so that nothing else has to know about them.
 *
 * Selectors 4 https://drafts.csswg.org/selectors-4/, CSS Scoping 1, CSS Shadow Parts 1
 */
import type { DomElement, DomNode } from '../../html/node-tree.ts';

export type Combinator = 'descendant' | 'child' | 'next' | 'subsequent' | 'slotted' | 'part';

export type SimpleKind =
  | 'id'
  | 'class'
  | 'attribute'
  /** A pseudo-class without arguments: `test` answers. */
  | 'test'
  | 'nth'
  | 'lang'
  | 'dir'
  | 'scope'
  /** A part name the element must have (or export as), for '::part()'. */
  | 'part'
  | 'host'
  | 'host-context'
  | 'is'
  | 'not'
  | 'has';

export type AttributeOperator = '' | '=' | '~=' | '|=' | '^=' | '$=' | '*=';

/** What a pseudo-class without arguments may look at besides the element. */
export interface DynamicState {
  readonly document: DomNode;
  /** The hovered element and all it is in, through shadow roots. The same for active and focused. */
  readonly hoverChain: ReadonlySet<DomNode>;
  readonly activeChain: ReadonlySet<DomNode>;
  readonly focusChain: ReadonlySet<DomNode>;
  /** Siblings before this element, counted from one end; see nth-index.ts. */
  siblingIndex(element: DomElement, fromEnd: boolean, ofType: boolean): number;
}

export type PseudoClassTest = (element: DomElement, state: DynamicState) => boolean;

/** One simple selector. All kinds share one shape, so that matching stays monomorphic; unused fields are empty. */
export interface SimpleSelector {
  readonly kind: SimpleKind;
  /** Id, class, part or attribute name as written; the pseudo-class name; the keyword of :dir(). */
  readonly name: string;
  /** `name` in lower case: for quirks mode, and for attributes of HTML elements. */
  readonly lowerName: string;
  /** Of an attribute: the address of its namespace, '*' for any, `null` for none. */
  readonly namespace: string | null;
  readonly operator: AttributeOperator;
  /** The attribute's wanted value; the range of :lang(). */
  readonly value: string;
  readonly lowerValue: string;
  /** Flag 'i', or an attribute whose values HTML compares without case (then only on HTML elements, and not with flag 's'). */
  readonly ignoreCase: 'never' | 'always' | 'html';
  /** Arguments of :is(), :not(), :has(), :host(), ':nth-child(… of …)'. */
  readonly selectors: SelectorList | null;
  readonly nth: NthPattern | null;
  readonly test: PseudoClassTest | null;
}

/** An+B, counted from an end, among all siblings or those of the same type. */
export interface NthPattern {
  readonly step: number;
  readonly offset: number;
  readonly fromEnd: boolean;
  readonly ofType: boolean;
}

export interface CompoundSelector {
  /** The namespace that is asked for, as `namespaceKey()` names it; `null`: any. */
  readonly namespace: string | null;
  /** '' for any type. */
  readonly type: string;
  readonly lowerType: string;
  /** Cheapest first. */
  readonly simples: readonly SimpleSelector[];
  /** This compound may match a featureless shadow host. */
  readonly canMatchHost: boolean;
}

export interface ComplexSelector {
  readonly compounds: readonly CompoundSelector[];
  readonly combinators: readonly Combinator[];
  /** Name of the subject's pseudo-element in lower case, '' when it is the element itself. */
  readonly pseudoElement: string;
  /** Packed, so that a plain comparison orders it: see `specificity()`. */
  readonly specificity: number;
}

export type SelectorList = readonly ComplexSelector[];

const FIELD = 1024;

/** Ids, then classes, then types: ten bits each, held at the top instead of running over. */
export function specificity(ids: number, classes: number, types: number): number {
  return (capped(ids) * FIELD + capped(classes)) * FIELD + capped(types);
}

/** The sum, field by field. */
export function addSpecificity(first: number, second: number): number {
  return specificity(
    Math.floor(first / (FIELD * FIELD)) + Math.floor(second / (FIELD * FIELD)),
    (Math.floor(first / FIELD) % FIELD) + (Math.floor(second / FIELD) % FIELD),
    (first % FIELD) + (second % FIELD),
  );
}

/** The most specific selector of a list counts for :is(), :not() and :has(). */
export function maxSpecificity(list: SelectorList): number {
  let max = 0;
  for (const selector of list) max = Math.max(max, selector.specificity);
  return max;
}

function capped(count: number): number {
  return Math.min(count, FIELD - 1);
}

/** Makes a simple selector of the one shape. */
export function simpleSelector(kind: SimpleKind, fields: Partial<Omit<SimpleSelector, 'kind'>>): SimpleSelector {
  const { name = '' } = fields;
  return {
    kind,
    name,
    lowerName: fields.lowerName ?? name.toLowerCase(),
    namespace: fields.namespace ?? null,
    operator: fields.operator ?? '',
    value: fields.value ?? '',
    lowerValue: fields.lowerValue ?? '',
    ignoreCase: fields.ignoreCase ?? 'never',
    selectors: fields.selectors ?? null,
    nth: fields.nth ?? null,
    test: fields.test ?? null,
  };
}

/** Whether a pseudo-class compound contains nothing that a featureless host could fail. */
export function mayMatchHost(simple: SimpleSelector): boolean {
  switch (simple.kind) {
    case 'host':
    case 'host-context':
      return true;
    case 'is':
      return simple.selectors!.some((selector) => selector.compounds[0]!.canMatchHost);
    default:
      return false;
  }
}
