/**
 * Cloning nodes.
 *
 * DOM §4.4 "clone a node" https://dom.spec.whatwg.org/#concept-node-clone
 */
import { NODE_KEYS, type StoreNode } from '../../html/dom-keys.ts';
import type { ElementState } from '../../html/node-state.ts';
import { characterData, eachAttribute, firstChild, following } from '../../html/node-tree.ts';
import { link } from '../../html/tree-adapter.ts';
import { weakGet, weakSet } from '../primordials.ts';
import { appendAttribute } from './attribute-list.ts';
import {
  type AttrNode,
  createAttrNode,
  createCommentNode,
  createDoctypeNode,
  createElementNode,
  createFragmentNode,
  createTextNode,
  type DoctypeNode,
  HTML_NAMESPACE,
  namespaceUri,
  type PageNode,
  templateContent,
} from './create-node.ts';
import { domException } from './dom-exception.ts';
import { stateOf } from './element-state.ts';

const { end: END, value: VALUE, state: STATE } = NODE_KEYS;

export function cloneNode(node: PageNode, deep: boolean, document: PageNode): PageNode {
  const root = cloneOne(node, document);
  if (!deep || node[END] === undefined) return root;
  cloneChildren(node, root, document);
  return root;
}

/** Copies in tree order with a map from originals to copies of parents, so that depth costs no stack. */
function cloneChildren(node: StoreNode, root: PageNode, document: PageNode): void {
  const copies = new WeakMap<StoreNode, PageNode>();
  weakSet(copies, node, root);
  if (isTemplate(node)) cloneContent(node as PageNode, root, document);
  for (let at = following(node, node) as StoreNode | null; at !== null; at = following(at, node) as StoreNode | null) {
    const copy = cloneOne(at as PageNode, document);
    const parent = weakGet(copies, at.parentNode!)!;
    link(copy, parent, parent[END] as StoreNode);
    if (at[END] !== undefined && (firstChild(at) !== null || isTemplate(at))) weakSet(copies, at, copy);
    if (isTemplate(at)) cloneContent(at as PageNode, copy, document);
  }
}

function isTemplate(node: StoreNode): boolean {
  return node.nodeType === 1 && node.localName === 'template' && namespaceUri(node) === HTML_NAMESPACE;
}

function cloneContent(template: PageNode, copy: PageNode, document: PageNode): void {
  cloneChildren(templateContent(template), templateContent(copy), document);
}

function cloneOne(node: PageNode, document: PageNode): PageNode {
  switch (node.nodeType) {
    case 1:
      return cloneElement(node, document);
    case 2: {
      const attr = createAttrNode(document, (node as AttrNode).name);
      attr[VALUE] = characterData(node);
      return attr;
    }
    case 3:
      return createTextNode(document, characterData(node));
    case 8:
      return createCommentNode(document, characterData(node));
    case 10: {
      const { name, publicId, systemId } = node as DoctypeNode;
      return createDoctypeNode(document, name, publicId, systemId);
    }
    case 11:
      if ((node as { host?: unknown }).host !== undefined) break;
      return createFragmentNode(document);
  }
  throw domException('NotSupportedError', 'This node cannot be cloned.');
}

function cloneElement(element: PageNode, document: PageNode): PageNode {
  const copy = createElementNode(document, namespaceUri(element) ?? '', element.localName);
  eachAttribute(element, (name, value) => appendAttribute(copy, name, value));
  // HTML: what a control holds is cloned with it.
  const state = element[STATE] as ElementState | undefined;
  if (state !== undefined) {
    const own = stateOf(copy);
    if (state.value !== undefined) own.value = state.value;
    if (state.checked !== undefined) own.checked = state.checked;
    if (state.selected !== undefined) own.selected = state.selected;
  }
  return copy;
}
