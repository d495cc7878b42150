/**
 * Sizes of query containers, which styles ask for before layout has them.
 *
 * In:  the layouts of a document, one after the other. Out: what containers measured in the last one, and whether styles
 *      were computed with other sizes than it gave: then both have to be done again.
 *
 * CSS Conditional 5 §5 https://drafts.csswg.org/css-conditional-5/#container-queries
 */
import type { DomElement } from '../html/node-tree.ts';
import { EPSILON } from './layout-unit.ts';
import type { PageLayout } from './page-layout.ts';

export interface ContainerSize {
  readonly width: number;
  readonly height: number;
}

/** Containers may lie in each other; one that depends on its own size never comes to rest. */
const MOST_PASSES = 4;

export class ContainerSizes {
  /** What styles were told. */
  readonly #told = new Map<DomElement, ContainerSize | null>();
  #layout: PageLayout | null = null;

  /** The content box of an element in the last layout. */
  sizeOf(element: DomElement): ContainerSize | null {
    const size = measure(element, this.#layout);
    this.#told.set(element, size);
    return size;
  }

  /** Lays out, and again as long as a container is not as large as styles were told. */
  settle(layOut: (isAgain: boolean) => PageLayout): PageLayout {
    this.#layout = layOut(false);
    for (let passes = 1; passes < MOST_PASSES && this.#hasChanged(this.#layout); passes++) {
      this.#told.clear();
      this.#layout = layOut(true);
    }
    return this.#layout;
  }

  #hasChanged(layout: PageLayout): boolean {
    for (const [element, told] of this.#told) if (!isSame(told, measure(element, layout))) return true;
    return false;
  }
}

function measure(element: DomElement, layout: PageLayout | null): ContainerSize | null {
  const fragment = layout?.fragmentOf(element) ?? null;
  if (fragment === null) return null;
  const { border, padding } = fragment;
  return {
    width: fragment.width - border.left - border.right - padding.left - padding.right,
    height: fragment.height - border.top - border.bottom - padding.top - padding.bottom,
  };
}

function isSame(a: ContainerSize | null, b: ContainerSize | null): boolean {
  if (a === null || b === null) return a === b;
  return Math.abs(a.width - b.width) < EPSILON && Math.abs(a.height - b.height) < EPSILON;
}
