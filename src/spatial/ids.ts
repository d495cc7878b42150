/**
 * Numbers for elements, for the life of a document.
 *
 * An id belongs to one node and is never given to another. It survives as long as the node does, also out of the tree
 * and back, and an id whose node is gone is unknown: an action on it fails instead of hitting something else. The count goes
 * on behind the ids that other documents have told (session/told-ids.ts), so that theirs are unknown here too.
 */
import { PARENT_NODE } from '../html/node-keys.ts';
import { type DomNode, hostAbove } from '../html/node-tree.ts';

export class ElementIds {
  readonly #ids = new WeakMap<DomNode, number>();
  readonly #nodes = new Map<number, WeakRef<DomNode>>();
  #last: number;
  readonly #drawnIds = new WeakMap<DomNode, number>();
  #lastDrawn = 0;

  /** @param after ids up to this one are of other documents. */
  constructor(after = 0) {
    this.#last = after;
  }

  /** The highest id that was given or is passed over. */
  get last(): number {
    return this.#last;
  }

  /** Ids up to this one are of other documents. */
  passOver(id: number): void {
    this.#last = Math.max(this.#last, id);
  }

  /** The node's id, given now if it has none. */
  idOf(node: DomNode): number {
    let id = this.#ids.get(node);
    if (id === undefined) {
      id = ++this.#last;
      this.#ids.set(node, id);
      this.#nodes.set(id, new WeakRef(node));
    }
    return id;
  }

  /** The node's id; a negative number of its own when it has none. Whoever only looks gives no ids. */
  drawnIdOf(node: DomNode): number {
    const known = this.#ids.get(node) ?? this.#drawnIds.get(node);
    if (known !== undefined) return known;
    const id = --this.#lastDrawn;
    this.#drawnIds.set(node, id);
    this.#nodes.set(id, new WeakRef(node));
    return id;
  }

  /** The id of the node or of the nearest one around it that has one; 0 for none. None is given. */
  nearestId(node: DomNode): number {
    for (let at: DomNode | null = node; at !== null && at !== undefined; ) {
      const id = this.#ids.get(at);
      if (id !== undefined) return id;
      at = at[PARENT_NODE] ?? hostAbove(at);
    }
    return 0;
  }

  /** The node with this id, as long as it is in the document's tree. */
  nodeOf(id: number, document: DomNode): DomNode | null {
    const node = this.#nodes.get(id)?.deref();
    if (node === undefined) {
      this.#nodes.delete(id);
      return null;
    }
    return isInTree(node, document) ? node : null;
  }
}

/** Whether a node's ancestors, through shadow hosts, reach the document. */
function isInTree(node: DomNode, document: DomNode): boolean {
  let at: DomNode | null = node;
  while (at !== null && at !== undefined) {
    if (at === document) return true;
    at = at[PARENT_NODE] ?? hostAbove(at);
  }
  return false;
}
