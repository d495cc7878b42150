/**
 * Collects the simple selectors of a compound, then puts compounds together to a complex selector.
 *
 * In:  simple selectors in the order they are written, with their specificity.
 * Out: immutable selectors, right to left, cheapest tests first.
 *
 * '&' stands for ':is(parent list)'. Where that changes nothing, the parent is written in instead, so that nested rules
 * are indexed and filtered like flat ones: '.a .b { &.c d {} }' becomes '.a .b.c d'.
 */
import { asciiLower } from '../code-points.ts';
import {
  addSpecificity,
  type Combinator,
  type ComplexSelector,
  type CompoundSelector,
  maxSpecificity,
  mayMatchHost,
  type SelectorList,
  type SimpleKind,
  type SimpleSelector,
  simpleSelector,
  specificity,
} from './selector.ts';

/** The order of tests within a compound. */
const COST: Readonly<Record<SimpleKind, number>> = {
  id: 0,
  class: 1,
  attribute: 2,
  scope: 3,
  part: 3,
  test: 4,
  host: 5,
  nth: 6,
  dir: 7,
  lang: 7,
  is: 8,
  not: 8,
  'host-context': 9,
  has: 10,
};

export class CompoundBuilder {
  namespace: string | null = null;
  type = '';
  pseudoElement = '';
  readonly simples: SimpleSelector[] = [];
  /** Parents of a '&' that has not been written in yet. */
  readonly nested: SelectorList[] = [];
  specificity = 0;
  /** What selects it has been closed: 'pseudo-classes' may still follow ::part(), and nothing but pseudo-elements ::slotted(). */
  sealed: '' | 'part' | 'slotted' = '';
  private hasType = false;

  get isEmpty(): boolean {
    return !this.hasType && this.simples.length === 0 && this.nested.length === 0 && this.pseudoElement === '';
  }

  /** Whether ids, classes and attributes may follow. */
  get isOpen(): boolean {
    return this.pseudoElement === '' && this.sealed === '';
  }

  setType(namespace: string | null, type: string): void {
    this.namespace = namespace;
    this.type = type;
    this.hasType = true;
    if (type !== '') this.specificity = addSpecificity(this.specificity, specificity(0, 0, 1));
  }

  setDefaultNamespace(namespace: string | null): void {
    this.namespace = namespace;
  }

  addId(name: string): void {
    this.simples.push(simpleSelector('id', { name, lowerName: asciiLower(name) }));
    this.specificity = addSpecificity(this.specificity, specificity(1, 0, 0));
  }

  /** Adds a simple selector that counts like so many classes. */
  add(simple: SimpleSelector, classes: number): void {
    this.simples.push(simple);
    this.specificity = addSpecificity(this.specificity, specificity(0, classes, 0));
  }

  /** Adds a simple selector with its own specificity. */
  addWeighed(simple: SimpleSelector, weight: number): void {
    this.simples.push(simple);
    this.specificity = addSpecificity(this.specificity, weight);
  }

  /** Takes over a finished compound: the argument of '::slotted()'. */
  addCompound(compound: CompoundSelector, weight: number): void {
    this.namespace = compound.namespace;
    this.type = compound.type;
    this.hasType = true;
    this.simples.push(...compound.simples);
    this.specificity = addSpecificity(this.specificity, weight);
  }

  setPseudoElement(name: string): void {
    this.pseudoElement = this.pseudoElement === '' ? name : `${this.pseudoElement}::${name}`;
    this.specificity = addSpecificity(this.specificity, specificity(0, 0, 1));
  }

  /** '&': the parent rule's selectors, or the scope when there is no parent. */
  addNesting(parent: SelectorList | null): void {
    if (parent === null) {
      this.simples.push(simpleSelector('scope', { name: 'scope' }));
      return;
    }
    this.specificity = addSpecificity(this.specificity, maxSpecificity(parent));
    this.nested.push(parent);
  }

  /**
   * Writes the parents of '&' in. Returns the parent's remaining compounds when this is the leftmost compound and they
   * now continue the selector.
   */
  resolveNesting(isLeftmost: boolean): ComplexSelector | null {
    let continued: ComplexSelector | null = null;
    for (const parent of this.nested) {
      const only = parent.length === 1 ? parent[0]! : null;
      const isPlain = only !== null && only.pseudoElement === '';
      const mayContinue = isLeftmost && continued === null;
      if (isPlain && (only.compounds.length === 1 || mayContinue) && this.absorb(only.compounds[0]!)) {
        if (only.compounds.length > 1) continued = only;
      } else {
        const selectors = parent.filter((selector) => selector.pseudoElement === '');
        this.simples.push(simpleSelector('is', { name: 'is', selectors }));
      }
    }
    return continued;
  }

  private absorb(compound: CompoundSelector): boolean {
    const typesClash = compound.type !== '' && this.type !== '';
    const namespacesClash = compound.namespace !== null && this.hasType && this.namespace !== compound.namespace;
    if (typesClash || namespacesClash) return false;
    if (compound.type !== '') this.type = compound.type;
    if (compound.namespace !== null) this.namespace = compound.namespace;
    this.simples.push(...compound.simples);
    return true;
  }

  build(): CompoundSelector {
    const simples = [...this.simples].sort((first, second) => COST[first.kind] - COST[second.kind]);
    return {
      namespace: this.namespace,
      type: this.type,
      lowerType: asciiLower(this.type),
      simples,
      canMatchHost: this.type === '' && simples.some(mayMatchHost),
    };
  }
}

/** Builders and combinators come left to right. `leading` is given for the arguments of :has(). */
export function complexSelector(
  builders: readonly CompoundBuilder[],
  combinators: readonly Combinator[],
  leading: Combinator | null,
): ComplexSelector {
  let weight = 0;
  const compounds: CompoundSelector[] = [];
  let continued: ComplexSelector | null = null;
  for (let at = builders.length - 1; at >= 0; at--) {
    const builder = builders[at]!;
    weight = addSpecificity(weight, builder.specificity);
    continued = builder.resolveNesting(at === 0 && leading === null);
    compounds.push(builder.build());
  }
  const reversed = combinators.toReversed();
  if (continued !== null) {
    compounds.push(...continued.compounds.slice(1));
    reversed.push(...continued.combinators);
  }
  if (leading !== null) reversed.push(leading);
  return {
    compounds,
    combinators: reversed,
    pseudoElement: builders[builders.length - 1]!.pseudoElement,
    specificity: weight,
  };
}
