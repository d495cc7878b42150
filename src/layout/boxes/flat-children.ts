/**
 * The children of an element in the flat tree, one after the other.
 *
 * In:  an element, and the document's shadow trees.
 * Out: a cursor over its own children, its shadow root's, or those that are assigned to it as a slot.
 *
 * CSS Scoping 1 §3.1 https://drafts.csswg.org/css-scoping/#flattening
 */
import { LOCAL_NAME } from '../../html/node-keys.ts';
import { type DomElement, type DomNode, firstChild, nextSibling, shadowRoot } from '../../html/node-tree.ts';
import type { FlatTree } from '../../style/flat-tree.ts';

export class ChildCursor {
  #sibling: DomNode | null;
  readonly #list: readonly DomNode[] | null;
  #at = 0;

  private constructor(sibling: DomNode | null, list: readonly DomNode[] | null) {
    this.#sibling = sibling;
    this.#list = list;
  }

  /** Children linked as siblings, from this one on. */
  static from(first: DomNode | null): ChildCursor {
    return new ChildCursor(first, null);
  }

  static of(list: readonly DomNode[]): ChildCursor {
    return new ChildCursor(null, list);
  }

  next(): DomNode | null {
    if (this.#list !== null) return this.#list[this.#at++] ?? null;
    const node = this.#sibling;
    if (node !== null) this.#sibling = nextSibling(node);
    return node;
  }
}

export function flatChildren(element: DomElement, tree: FlatTree): ChildCursor {
  const shadow = shadowRoot(element);
  if (shadow !== null) return ChildCursor.from(firstChild(shadow));
  if (tree.shadowTrees.length > 0 && element[LOCAL_NAME] === 'slot') {
    const assigned = tree.assignedNodes(element);
    if (assigned.length > 0) return ChildCursor.of(assigned);
  }
  return ChildCursor.from(firstChild(element));
}

/** The same as a list, for elements whose children are rearranged. */
export function flatChildList(element: DomElement, tree: FlatTree): DomNode[] {
  const children: DomNode[] = [];
  const cursor = flatChildren(element, tree);
  for (let child = cursor.next(); child !== null; child = cursor.next()) children.push(child);
  return children;
}
