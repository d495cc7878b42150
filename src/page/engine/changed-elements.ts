/**
 * The elements that a list of changed nodes stands for.
 *
 * In:  nodes as the page realm noted them: elements, texts, parents of what came or went.
 * Out: elements of the document; `null` when a change is not one of a single element (the document's own children, a
 *      shadow root). What is not in the document is left out: nobody sees it.
 */
import { NODE_TYPE, PARENT_NODE } from '../../html/node-keys.ts';
import { DOCUMENT_FRAGMENT_NODE, type DomElement, type DomNode, isElement, shadowRoot } from '../../html/node-tree.ts';

export function changedElements(nodes: ArrayLike<DomNode> | null, document: DomNode): DomElement[] | null {
  if (nodes === null) return null;
  const elements = new Set<DomElement>();
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]!;
    const element = isElement(node) ? node : node[PARENT_NODE];
    const root = rootOf(node);
    if (root !== document) {
      // A tree that hangs nowhere; unless it is a shadow tree, whose host we do not look for.
      if (root[NODE_TYPE] === DOCUMENT_FRAGMENT_NODE) return null;
      continue;
    }
    if (element === null || !isElement(element) || shadowRoot(element) !== null) return null;
    elements.add(element);
  }
  return [...elements];
}

function rootOf(node: DomNode): DomNode {
  let at = node;
  while (at[PARENT_NODE] !== null) at = at[PARENT_NODE];
  return at;
}
