/**
 * Boundary points: where a range begins or ends, and how two of them stand to each other.
 *
 * DOM §5.2 https://dom.spec.whatwg.org/#boundary-points
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { NODE_TYPE, PARENT_NODE } from '../../html/node-keys.ts';
import { characterData, firstChild, isInclusiveAncestor, nextSibling } from '../../html/node-tree.ts';
import { comparePosition } from './compare.ts';
import type { PageNode } from './create-node.ts';
import { domException } from './dom-exception.ts';
import type { Bounds } from './live-ranges.ts';
import { indexInParent } from './live-ranges.ts';

const FOLLOWING = 4;
const CONTAINED_BY = 16;

/** "length" of a node: characters, or children. */
export function nodeLength(node: StoreNode): number {
  if (isTextual(node)) return characterData(node).length;
  let count = 0;
  for (let at = firstChild(node); at !== null; at = nextSibling(at)) count++;
  return count;
}

/** Text, CDATA, comments and processing instructions: their offsets count characters. */
export function isTextual(node: StoreNode): boolean {
  const { [NODE_TYPE]: nodeType } = node;
  return nodeType === 3 || nodeType === 4 || nodeType === 7 || nodeType === 8;
}

/** -1 before, 0 equal, 1 after. Both are in one tree. */
export function compareBoundary(node: PageNode, offset: number, otherNode: PageNode, otherOffset: number): -1 | 0 | 1 {
  if (node === otherNode) return offset === otherOffset ? 0 : offset < otherOffset ? -1 : 1;
  const position = comparePosition(node, otherNode);
  if ((position & FOLLOWING) === 0) {
    const reverse = compareBoundary(otherNode, otherOffset, node, offset);
    return reverse === -1 ? 1 : -1;
  }
  if ((position & CONTAINED_BY) !== 0) {
    let child = otherNode;
    while (child[PARENT_NODE] !== node) child = child[PARENT_NODE]!;
    if (indexInParent(child) < offset) return 1;
  }
  return -1;
}

/** Checks a boundary point that a page gives. */
export function checkBoundary(node: PageNode, offset: number): void {
  if (node[NODE_TYPE] === 10) throw domException('InvalidNodeTypeError', 'A doctype has no positions.');
  if (offset > nodeLength(node)) {
    throw domException(
      'IndexSizeError',
      `The offset ${offset} is larger than the node's length (${nodeLength(node)}).`,
    );
  }
}

/** The child at an offset; `null` at the end. */
export function childAt(parent: StoreNode, offset: number): PageNode | null {
  let at = firstChild(parent);
  for (let index = 0; at !== null && index < offset; index++) at = nextSibling(at);
  return at as PageNode | null;
}

export function commonAncestor({ startNode, endNode }: Bounds): PageNode {
  let container = startNode;
  while (!isInclusiveAncestor(container, endNode)) container = container[PARENT_NODE]!;
  return container;
}

/** "contained": the node lies wholly between the boundary points. */
export function isContained(node: PageNode, bounds: Bounds): boolean {
  return (
    compareBoundary(node, 0, bounds.startNode, bounds.startOffset) === 1 &&
    compareBoundary(node, nodeLength(node), bounds.endNode, bounds.endOffset) === -1
  );
}

/** "partially contained": one boundary point is inside of it, the other is not. */
export function isPartiallyContained(node: PageNode, { startNode, endNode }: Bounds): boolean {
  return isInclusiveAncestor(node, startNode) !== isInclusiveAncestor(node, endNode);
}
