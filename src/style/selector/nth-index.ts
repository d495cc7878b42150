/**
 * An element's place among its siblings.
 *
 * Counting back from every element would be quadratic in a long list, so the places of all children of a parent are
 * counted at once and kept. Key: the kind of counting and the parent. Valid until the tree changes.
 */
import { LOCAL_NAME, PARENT_NODE } from '../../html/node-keys.ts';
import {
  type DomElement,
  type DomNode,
  firstElementChild,
  namespaceKey,
  nextElementSibling,
} from '../../html/node-tree.ts';
import type { NthPattern, SelectorList } from './selector.ts';

class Places {
  readonly fromStart = new Map<DomElement, number>();
  readonly fromEnd = new Map<DomElement, number>();
  private readonly counted = new Set<DomNode>();

  /** 0 when the element is not among those that count. */
  placeOf(element: DomElement, fromEnd: boolean, kindOf: (sibling: DomElement) => string | null): number {
    const parent = element[PARENT_NODE];
    if (parent === null) return kindOf(element) === null ? 0 : 1;
    if (!this.counted.has(parent)) this.count(parent, kindOf);
    return (fromEnd ? this.fromEnd : this.fromStart).get(element) ?? 0;
  }

  private count(parent: DomNode, kindOf: (sibling: DomElement) => string | null): void {
    this.counted.add(parent);
    const totals = new Map<string, number>();
    const kinds: (string | null)[] = [];
    for (let child = firstElementChild(parent); child !== null; child = nextElementSibling(child)) {
      const kind = kindOf(child);
      kinds.push(kind);
      if (kind === null) continue;
      const place = (totals.get(kind) ?? 0) + 1;
      totals.set(kind, place);
      this.fromStart.set(child, place);
    }
    let at = 0;
    for (let child = firstElementChild(parent); child !== null; child = nextElementSibling(child)) {
      const kind = kinds[at++]!;
      if (kind !== null) this.fromEnd.set(child, totals.get(kind)! - this.fromStart.get(child)! + 1);
    }
  }
}

const anyKind = (): string => '';
const typeKind = (sibling: DomElement): string => `${namespaceKey(sibling)} ${sibling[LOCAL_NAME]}`;

export class NthIndex {
  private readonly all = new Places();
  private readonly byType = new Places();
  private readonly bySelectors = new Map<SelectorList, Places>();

  /** One-based place among all siblings or those of the same type. */
  siblingIndex(element: DomElement, fromEnd: boolean, ofType: boolean): number {
    return ofType ? this.byType.placeOf(element, fromEnd, typeKind) : this.all.placeOf(element, fromEnd, anyKind);
  }

  /** One-based place among the siblings that `matches` accepts; 0 when the element itself is not one. */
  indexAmong(
    element: DomElement,
    fromEnd: boolean,
    selectors: SelectorList,
    matches: (sibling: DomElement) => boolean,
  ): number {
    let places = this.bySelectors.get(selectors);
    if (places === undefined) {
      places = new Places();
      this.bySelectors.set(selectors, places);
    }
    return places.placeOf(element, fromEnd, (sibling) => (matches(sibling) ? '' : null));
  }
}

/** Whether a one-based place is An+B for some n of 0 or more. */
export function matchesPattern(pattern: NthPattern, place: number): boolean {
  if (place === 0) return false;
  const { step, offset } = pattern;
  if (step === 0) return place === offset;
  const steps = (place - offset) / step;
  return steps >= 0 && Number.isInteger(steps);
}
