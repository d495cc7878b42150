/**
 * Walking a tree together with the shadow trees in it.
 *
 * DOM §4.8 "shadow-including tree order" https://dom.spec.whatwg.org/#concept-shadow-including-tree-order
 */

import type { StoreNode } from '../../../html/dom-keys.ts';
import { HOST, NODE_TYPE, PARENT_NODE, SHADOW } from '../../../html/node-keys.ts';
import { firstChild, nextSibling } from '../../../html/node-tree.ts';
import type { PageNode, ShadowRootNode } from '../create-node.ts';

/** A shadow root, told apart from other fragments by its host, which knows it: a page can write 'host' anywhere. */
export function isShadowRoot(node: StoreNode): node is ShadowRootNode {
  if (node[NODE_TYPE] !== 11) return false;
  const { [HOST]: host } = node as Partial<ShadowRootNode>;
  return typeof host === 'object' && host !== null && host[SHADOW] === node;
}

export function shadowOf(element: StoreNode): ShadowRootNode | undefined {
  return element[SHADOW] as ShadowRootNode | undefined;
}

/** The next node below `root`: an element's shadow tree comes before its children. */
export function shadowIncludingNext(node: StoreNode, root: StoreNode): StoreNode | null {
  if (node[NODE_TYPE] === 1) {
    const shadow = node[SHADOW] as StoreNode | undefined;
    if (shadow !== undefined) return shadow;
  }
  const child = firstChild(node) as StoreNode | null;
  return child ?? nextBehind(node, root);
}

/** The next node behind a node and all that is in it. */
function nextBehind(node: StoreNode, root: StoreNode): StoreNode | null {
  let at = node;
  while (at !== root) {
    if (isShadowRoot(at)) {
      // The host's shadow tree is done; its children are next.
      const { [HOST]: host } = at;
      const child = firstChild(host) as StoreNode | null;
      if (child !== null) return child;
      at = host;
      continue;
    }
    const sibling = nextSibling(at) as StoreNode | null;
    if (sibling !== null) return sibling;
    if (at[PARENT_NODE] === null) return null;
    at = at[PARENT_NODE];
  }
  return null;
}

/** Calls back for each element in `root`, itself included. The tree must not change meanwhile. */
export function eachShadowIncluding(root: PageNode, visit: (element: PageNode) => void): void {
  for (let at: StoreNode | null = root; at !== null; at = shadowIncludingNext(at, root)) {
    if (at[NODE_TYPE] === 1) visit(at as PageNode);
  }
}
