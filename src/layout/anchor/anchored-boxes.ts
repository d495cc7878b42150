/**
 * The anchored boxes of a page, by their elements.
 *
 * In:  boxes as the walk over a page comes to them. Out: what became of their styles, and which of them are hidden.
 *
 * CSS Anchor Positioning 1 §6 https://drafts.csswg.org/css-anchor-position-1/#position-visibility
 */
import type { DomNode } from '../../html/node-tree.ts';
import type { PseudoName } from '../../style/computed-style.ts';
import type { Box } from '../box.ts';

export class AnchoredBoxes {
  readonly #boxes = new Map<DomNode, Map<PseudoName | null, Box>>();

  add(box: Box): void {
    if (box.node === null) return;
    const known = this.#boxes.get(box.node);
    if (known === undefined) this.#boxes.set(box.node, new Map([[box.pseudo, box]]));
    else known.set(box.pseudo, box);
  }

  boxOf(node: DomNode, pseudo: PseudoName | null): Box | null {
    return this.#boxes.get(node)?.get(pseudo) ?? null;
  }

  /** Whether an element is hidden, with all that is in it, because of its anchor or because it does not fit. */
  hides(node: DomNode): boolean {
    return this.boxOf(node, null)?.anchoring?.isHidden === true;
  }
}
