/**
 * Comparing nodes: where they stand to each other, and whether they are equal.
 *
 * DOM §4.4 https://dom.spec.whatwg.org/#dom-node-comparedocumentposition
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import {
  LOCAL_NAME,
  NEXT,
  NODE_TYPE,
  PARENT_NODE,
  PUBLIC_ID,
  QUALIFIED_NAME,
  SYSTEM_ID,
} from '../../html/node-keys.ts';
import { characterData, firstChild, following, nextSibling } from '../../html/node-tree.ts';
import { append, type BareArray, bareArray } from '../primordials.ts';
import { attributeNodeNS } from './attribute-list.ts';
import {
  type AttrNode,
  attributeNamespace,
  type DoctypeNode,
  namespaceUri,
  type PageNode,
  prefixOf,
} from './create-node.ts';

const DISCONNECTED = 1 | 32;
const PRECEDING = 2;
const FOLLOWING = 4;
const CONTAINS = 8;
const CONTAINED_BY = 16;

/** From `node`'s root down to it. */
function pathOf(node: StoreNode): BareArray<StoreNode> {
  const up = bareArray<StoreNode>();
  for (let at: StoreNode | null = node; at !== null; at = at[PARENT_NODE]) append(up, at);
  const path = bareArray<StoreNode>();
  for (let at = up.length - 1; at >= 0; at--) append(path, up[at]!);
  return path;
}

export function comparePosition(node: PageNode, other: PageNode): number {
  if (node === other) return 0;
  const own = pathOf(node);
  const theirs = pathOf(other);
  if (own[0] !== theirs[0]) return DISCONNECTED | PRECEDING;
  let depth = 0;
  while (depth < own.length && depth < theirs.length && own[depth] === theirs[depth]) depth++;
  if (depth === own.length) return FOLLOWING | CONTAINED_BY;
  if (depth === theirs.length) return PRECEDING | CONTAINS;
  for (let at = nextSibling(own[depth]!); at !== null; at = nextSibling(at)) {
    if (at === theirs[depth]) return FOLLOWING;
  }
  return PRECEDING;
}

export function isEqualNode(node: PageNode, other: PageNode): boolean {
  let left: StoreNode | null = node;
  let right: StoreNode | null = other;
  while (left !== null && right !== null) {
    if (!isAlike(left, right)) return false;
    if ((firstChild(left) === null) !== (firstChild(right) === null)) return false;
    if (left !== node && (nextSibling(left) === null) !== (nextSibling(right) === null)) return false;
    left = following(left, node) as StoreNode | null;
    right = following(right, other) as StoreNode | null;
  }
  return left === right;
}

function isAlike(left: StoreNode, right: StoreNode): boolean {
  if (left[NODE_TYPE] !== right[NODE_TYPE]) return false;
  switch (left[NODE_TYPE]) {
    case 1:
      return (
        left[LOCAL_NAME] === right[LOCAL_NAME] &&
        namespaceUri(left) === namespaceUri(right) &&
        prefixOf(left) === prefixOf(right) &&
        sameAttributes(left, right)
      );
    case 10: {
      const a = left as DoctypeNode;
      const b = right as DoctypeNode;
      return a[QUALIFIED_NAME] === b[QUALIFIED_NAME] && a[PUBLIC_ID] === b[PUBLIC_ID] && a[SYSTEM_ID] === b[SYSTEM_ID];
    }
    case 2:
      return (
        attributeNamespace(left) === attributeNamespace(right) &&
        left[LOCAL_NAME] === right[LOCAL_NAME] &&
        characterData(left) === characterData(right)
      );
    case 9:
    case 11:
      return true;
    default:
      return left[LOCAL_NAME] === right[LOCAL_NAME] && characterData(left) === characterData(right);
  }
}

/** The same attributes by namespace, local name and value, in any order. */
function sameAttributes(left: StoreNode, right: StoreNode): boolean {
  let count = 0;
  for (let at = left[NEXT] as AttrNode; at[NODE_TYPE] === 2; at = at[NEXT] as AttrNode) {
    const other = attributeNodeNS(right, attributeNamespace(at), at[LOCAL_NAME]);
    if (other === null || characterData(other) !== characterData(at)) return false;
    count++;
  }
  for (let at = right[NEXT] as AttrNode; at[NODE_TYPE] === 2; at = at[NEXT] as AttrNode) count--;
  return count === 0;
}
