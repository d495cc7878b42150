/**
 * What is remembered of anchored boxes from one layout of a document to the next.
 *
 * In:  the positions that layout chose. Out: the last one that fitted, and how far scroll containers were scrolled when a
 *      position was taken: boxes follow their anchor from there.
 *
 * CSS Anchor Positioning 1 §3.4.2, §5.2 https://drafts.csswg.org/css-anchor-position-1/#last-successful-position-option
 */
import type { DomNode } from '../../html/node-tree.ts';
import type { Box } from '../box.ts';
import { invalidateLayout } from '../cache.ts';
import type { RememberedScroll } from './anchor-rect.ts';
import type { AnchorTree } from './find-anchor.ts';

/** Of one element or pseudo-element that is anchored. */
export interface Remembered {
  /** The option that the last layout took, with the list it was in. */
  option: string | null;
  /** Whether it did not overflow. */
  fits: boolean;
  /** §5.2: the last option that did not overflow at the end of a frame. */
  successful: string | null;
  scroll: RememberedScroll;
}

export class AnchorMemory {
  /** What names are looked up with; `null` in layouts of boxes alone. */
  tree: AnchorTree | null = null;
  readonly #known = new Map<DomNode, Map<string, Remembered>>();
  /** Boxes whose choice may be another one after scrolling. */
  readonly #watched = new Set<Box>();

  of(box: Box): Remembered {
    const pseudo = box.pseudo ?? '';
    const known = this.#known.get(box.node!) ?? new Map<string, Remembered>();
    this.#known.set(box.node!, known);
    let remembered = known.get(pseudo);
    if (remembered === undefined) {
      remembered = { option: null, fits: false, successful: null, scroll: new Map() };
      known.set(pseudo, remembered);
    }
    return remembered;
  }

  get isUsed(): boolean {
    return this.#known.size > 0;
  }

  /** At the end of a frame. */
  noteSuccess(): void {
    for (const known of this.#known.values()) {
      for (const remembered of known.values()) if (remembered.fits) remembered.successful = remembered.option;
    }
  }

  watch(box: Box): void {
    this.#watched.add(box);
  }

  /** Before a layout: boxes whose anchors are seen elsewhere now choose again. */
  chooseAgain(): void {
    for (const box of this.#watched) {
      if (box.anchoring?.isCurrent() !== false) continue;
      this.#watched.delete(box);
      invalidateLayout(box);
    }
  }

  /** After a layout: what has no box any more is forgotten. When it comes back, it begins anew. */
  keepOnly(hasBox: (node: DomNode) => boolean): void {
    for (const node of this.#known.keys()) if (!hasBox(node)) this.#known.delete(node);
  }
}
