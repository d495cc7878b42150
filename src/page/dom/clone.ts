/**
 * Cloning nodes.
 *
 * DOM §4.4 "clone a node" https://dom.spec.whatwg.org/#concept-node-clone
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import {
  END,
  LOCAL_NAME,
  NEXT,
  NODE_TYPE,
  OWNER_DOCUMENT,
  PARENT_NODE,
  PUBLIC_ID,
  QUALIFIED_NAME,
  SHADOW_INIT,
  STATE,
  SYSTEM_ID,
  VALUE,
} from '../../html/node-keys.ts';
import type { ElementState } from '../../html/node-state.ts';
import { characterData, firstChild, following } from '../../html/node-tree.ts';
import { link } from '../../html/tree-adapter.ts';
import { append, type BareArray, bareArray, weakGet, weakSet } from '../primordials.ts';
import { appendCopy } from './attribute-list.ts';
import {
  type AttrNode,
  attributeNamespace,
  createAttrNode,
  createCdataNode,
  createCommentNode,
  createDoctypeNode,
  createDocumentNode,
  createElementNode,
  createFragmentNode,
  createInstructionNode,
  createTextNode,
  type DoctypeNode,
  isTemplate,
  namespaceUri,
  type PageNode,
  prefixOf,
  type ShadowRootNode,
  templateContent,
} from './create-node.ts';
import { isValueOf, setIsValue } from './custom/definition.ts';
import { copyRegistry, type Registry } from './custom/registries.ts';
import { upgradeTree } from './custom/upgrade.ts';
import { contentTypeOf, setContentType } from './document-kind.ts';
import { domException } from './dom-exception.ts';
import { documentStateOf, stateOf } from './element-state.ts';
import { attachShadow } from './shadow/shadow-root.ts';
import { isShadowRoot, shadowOf } from './shadow/shadow-walk.ts';

/** HTML §4.12.1, the cloning steps of scripts. Set by scripts.ts. */
let scriptCloned: (from: PageNode, copy: PageNode) => void = () => {};

export function setScriptCloned(steps: (from: PageNode, copy: PageNode) => void): void {
  scriptCloned = steps;
}

/** The registry of copies whose originals have none. No page code runs while nodes are copied. */
let otherRegistry: Registry | null = null;

export function cloneNode(
  node: PageNode,
  deep: boolean,
  document: PageNode,
  registry: Registry | null = null,
): PageNode {
  otherRegistry = registry;
  const root = cloneOne(node, document);
  if (root[END] === undefined) return root;
  // Shadow trees that are to be cloned, and where they go. They are cloned whole, also with a host alone.
  const shadows: Shadows = bareArray();
  noteShadow(node, root, shadows);
  if (deep) cloneChildren(node, root, root[NODE_TYPE] === 9 ? root : document, shadows);
  for (let at = 0; at < shadows.length; at++) {
    const { from, host } = shadows[at]!;
    const shadow = attachShadow(host, from[SHADOW_INIT]);
    copyRegistry(from, shadow, otherRegistry);
    cloneChildren(from, shadow, document, shadows);
  }
  upgradeTree(root);
  return root;
}

type Shadows = BareArray<{ readonly from: ShadowRootNode; readonly host: PageNode }>;

function noteShadow(node: StoreNode, copy: PageNode, shadows: Shadows): void {
  const shadow = node[NODE_TYPE] === 1 ? shadowOf(node) : undefined;
  if (shadow?.[SHADOW_INIT].clonable) append(shadows, { from: shadow, host: copy });
}

/** Copies in tree order with a map from originals to copies of parents, so that depth costs no stack. */
function cloneChildren(node: StoreNode, root: PageNode, document: PageNode, shadows: Shadows): void {
  const copies = new WeakMap<StoreNode, PageNode>();
  weakSet(copies, node, root);
  if (isTemplate(node)) cloneContent(node as PageNode, root, shadows);
  for (let at = following(node, node) as StoreNode | null; at !== null; at = following(at, node) as StoreNode | null) {
    const copy = cloneOne(at as PageNode, document);
    const parent = weakGet(copies, at[PARENT_NODE]!)!;
    link(copy, parent, parent[END] as StoreNode);
    if (at[END] !== undefined && (firstChild(at) !== null || isTemplate(at))) weakSet(copies, at, copy);
    noteShadow(at, copy, shadows);
    if (isTemplate(at)) cloneContent(at as PageNode, copy, shadows);
  }
}

function cloneContent(template: PageNode, copy: PageNode, shadows: Shadows): void {
  const content = templateContent(copy);
  cloneChildren(templateContent(template), content, content[OWNER_DOCUMENT]!, shadows);
}

function cloneOne(node: PageNode, document: PageNode): PageNode {
  switch (node[NODE_TYPE]) {
    case 1:
      return cloneElement(node, document);
    case 2: {
      const attr = createAttrNode(
        document,
        (node as AttrNode)[QUALIFIED_NAME],
        attributeNamespace(node),
        node[LOCAL_NAME],
      );
      attr[VALUE] = characterData(node);
      return attr;
    }
    case 3:
      return createTextNode(document, characterData(node));
    case 4:
      return createCdataNode(document, characterData(node));
    case 7:
      return createInstructionNode(document, node[LOCAL_NAME], characterData(node));
    case 8:
      return createCommentNode(document, characterData(node));
    case 9:
      return cloneDocument(node);
    case 10: {
      const { [QUALIFIED_NAME]: name, [PUBLIC_ID]: publicId, [SYSTEM_ID]: systemId } = node as DoctypeNode;
      return createDoctypeNode(document, name, publicId, systemId);
    }
    case 11:
      if (isShadowRoot(node)) break;
      return createFragmentNode(document);
  }
  throw domException('NotSupportedError', 'This node cannot be cloned.');
}

/** A document of the same kind, without a window. */
function cloneDocument(document: PageNode): PageNode {
  const type = contentTypeOf(document);
  const copy = createDocumentNode(type === 'text/html' ? 'HTMLDocument' : 'XMLDocument');
  setContentType(copy, type);
  documentStateOf(copy).quirks = documentStateOf(document).quirks === true;
  return copy;
}

function cloneElement(element: PageNode, document: PageNode): PageNode {
  const copy = createElementNode(document, namespaceUri(element) ?? '', element[LOCAL_NAME], prefixOf(element));
  for (let attr = element[NEXT] as AttrNode; attr[NODE_TYPE] === 2; attr = attr[NEXT] as AttrNode)
    appendCopy(copy, attr);
  if (element[LOCAL_NAME] === 'script') scriptCloned(element, copy);
  const is = isValueOf(element);
  if (is !== null) setIsValue(copy, is);
  copyRegistry(element, copy, otherRegistry);
  // HTML: what a control holds is cloned with it.
  const state = element[STATE] as ElementState | undefined;
  if (state !== undefined) {
    const own = stateOf(copy);
    if (state.value !== undefined) own.value = state.value;
    if (state.checked !== undefined) own.checked = state.checked;
    if (state.indeterminate !== undefined) own.indeterminate = state.indeterminate;
    if (state.selected !== undefined) own.selected = state.selected;
  }
  return copy;
}
