/**
 * Node, ParentNode, ChildNode and CharacterData: walking and changing the tree.
 *
 * DOM §4.4, §4.2.6, §4.2.8, §4.10 https://dom.spec.whatwg.org/#interface-node
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import {
  HOST,
  LOCAL_NAME,
  NODE_TYPE,
  OWNER_DOCUMENT,
  PARENT_NODE,
  PUBLIC_ID,
  QUALIFIED_NAME,
  SYSTEM_ID,
} from '../../html/node-keys.ts';
import {
  characterData,
  firstChild,
  firstElementChild,
  following,
  isText,
  nextElementSibling,
  nextSibling,
  previousElementSibling,
  previousSibling,
} from '../../html/node-tree.ts';
import { append, asciiUpper } from '../primordials.ts';
import { normalize, setData } from './character-data.ts';
import { cloneNode } from './clone.ts';
import { comparePosition, isEqualNode } from './compare.ts';
import {
  type AttrNode,
  createFragmentNode,
  createTextNode,
  type DoctypeNode,
  isHtmlElement,
  type PageNode,
  prefixOf,
} from './create-node.ts';
import { isXmlDocument } from './document-kind.ts';
import { childrenVersion } from './document-version.ts';
import { domException } from './dom-exception.ts';
import { checkInsertion } from './insertion-rules.ts';
import { defineConstants, defineMembers } from './interfaces.ts';
import { cachedList, liveCollection, liveNodeList } from './node-list.ts';
import { isShadowRoot } from './shadow/shadow-walk.ts';
import {
  insertBefore,
  isConnected,
  lastChild,
  moveNode,
  nodesToInsert,
  replaceAll,
  replaceChild,
  rootOf,
  takeOut,
} from './tree.ts';

export function isNode(value: unknown): value is PageNode {
  return typeof value === 'object' && value !== null && typeof (value as PageNode)[NODE_TYPE] === 'number';
}

const childNodeLists = new WeakMap<StoreNode, object>();
const childrenLists = new WeakMap<StoreNode, object>();

export function childrenOf(parent: PageNode): object {
  return cachedList(childrenLists, parent, () =>
    liveCollection((out) => {
      for (let at = firstElementChild(parent); at !== null; at = nextElementSibling(at)) {
        append(out, at as unknown as PageNode);
      }
    }, childrenVersion(parent)),
  );
}

export function setTextOf(node: PageNode, text: string): void {
  replaceAll(node, text === '' ? null : createTextNode(documentOf(node), text));
}

export function textContentOf(node: StoreNode): string {
  let text = '';
  for (let at = following(node, node); at !== null; at = following(at, node)) if (isText(at)) text += characterData(at);
  return text;
}

export function nodeNameOf(node: PageNode): string {
  switch (node[NODE_TYPE]) {
    case 1: {
      const prefix = prefixOf(node);
      const name = prefix === null ? node[LOCAL_NAME] : `${prefix}:${node[LOCAL_NAME]}`;
      return isHtmlElement(node) && !isXmlDocument(node[OWNER_DOCUMENT]) ? asciiUpper(name) : name;
    }
    case 2:
      return (node as AttrNode)[QUALIFIED_NAME];
    case 10:
      return (node as DoctypeNode)[QUALIFIED_NAME];
    default:
      return node[LOCAL_NAME];
  }
}

function documentOf(node: PageNode): PageNode {
  return node[NODE_TYPE] === 9 ? node : node[OWNER_DOCUMENT]!;
}

export function installNodeMembers(): void {
  defineConstants('Node', {
    ELEMENT_NODE: 1,
    ATTRIBUTE_NODE: 2,
    TEXT_NODE: 3,
    CDATA_SECTION_NODE: 4,
    ENTITY_REFERENCE_NODE: 5,
    ENTITY_NODE: 6,
    PROCESSING_INSTRUCTION_NODE: 7,
    COMMENT_NODE: 8,
    DOCUMENT_NODE: 9,
    DOCUMENT_TYPE_NODE: 10,
    DOCUMENT_FRAGMENT_NODE: 11,
    NOTATION_NODE: 12,
    DOCUMENT_POSITION_DISCONNECTED: 1,
    DOCUMENT_POSITION_PRECEDING: 2,
    DOCUMENT_POSITION_FOLLOWING: 4,
    DOCUMENT_POSITION_CONTAINS: 8,
    DOCUMENT_POSITION_CONTAINED_BY: 16,
    DOCUMENT_POSITION_IMPLEMENTATION_SPECIFIC: 32,
  });
  defineMembers<PageNode>('Node', {
    get nodeType(): number {
      return this[NODE_TYPE];
    },
    get nodeName(): string {
      return nodeNameOf(this);
    },
    get isConnected(): boolean {
      return isConnected(this);
    },
    get ownerDocument(): PageNode | null {
      return this[OWNER_DOCUMENT];
    },
    get parentNode(): PageNode | null {
      return this[PARENT_NODE];
    },
    get parentElement(): PageNode | null {
      const parent = this[PARENT_NODE];
      return parent !== null && parent[NODE_TYPE] === 1 ? parent : null;
    },
    get childNodes(): object {
      return cachedList(childNodeLists, this, () =>
        liveNodeList((out) => {
          for (let at = firstChild(this); at !== null; at = nextSibling(at)) append(out, at as PageNode);
        }, childrenVersion(this)),
      );
    },
    get firstChild() {
      return firstChild(this);
    },
    get lastChild() {
      return lastChild(this);
    },
    get previousSibling() {
      return previousSibling(this);
    },
    get nextSibling() {
      return this[NODE_TYPE] === 2 ? null : nextSibling(this);
    },
    get nodeValue(): string | null {
      return isCharacterData(this) || this[NODE_TYPE] === 2 ? characterData(this) : null;
    },
    set nodeValue(value: unknown) {
      if (isCharacterData(this)) setData(this, value === null ? '' : `${value}`);
      else if (this[NODE_TYPE] === 2) (this as unknown as { value: unknown }).value = value ?? '';
    },
    get textContent(): string | null {
      if (this[NODE_TYPE] === 1 || this[NODE_TYPE] === 11) return textContentOf(this);
      return isCharacterData(this) || this[NODE_TYPE] === 2 ? characterData(this) : null;
    },
    set textContent(value: unknown) {
      if (this[NODE_TYPE] === 1 || this[NODE_TYPE] === 11) {
        setTextOf(this, value === null || value === undefined ? '' : `${value}`);
      } else if (isCharacterData(this)) setData(this, value === null ? '' : `${value}`);
      else if (this[NODE_TYPE] === 2) (this as unknown as { value: unknown }).value = value ?? '';
    },
    hasChildNodes(): boolean {
      return firstChild(this) !== null;
    },
    getRootNode(options?: { composed?: boolean }): PageNode {
      let root = rootOf(this);
      while (options?.composed && isShadowRoot(root)) root = rootOf(root[HOST]);
      return root;
    },
    contains(other: PageNode | null): boolean {
      for (let at = other ?? null; at !== null; at = at[PARENT_NODE]) if (at === this) return true;
      return false;
    },
    isSameNode(other: unknown): boolean {
      return other === this;
    },
    isEqualNode(other: unknown): boolean {
      return isNode(other) && isEqualNode(this, other);
    },
    compareDocumentPosition(other: PageNode): number {
      return comparePosition(this, other);
    },
    cloneNode(deep: unknown = false): PageNode {
      return cloneNode(this, Boolean(deep), documentOf(this));
    },
    appendChild(node: PageNode): PageNode {
      return insertBefore(this, node, null);
    },
    insertBefore(node: PageNode, child: PageNode | null): PageNode {
      return insertBefore(this, node, child ?? null);
    },
    replaceChild(node: PageNode, child: PageNode): PageNode {
      return replaceChild(this, node, child);
    },
    removeChild(child: PageNode): PageNode {
      if (!isNode(child)) throw new TypeError("parameter 1 is not of type 'Node'.");
      if (child[PARENT_NODE] !== this || !takeOut(child)) {
        throw domException('NotFoundError', 'The node to be removed is not a child of this node.');
      }
      return child;
    },
    normalize(): void {
      normalize(this);
    },
  });

  for (const name of ['Element', 'Document', 'DocumentFragment']) defineMembers<PageNode>(name, PARENT_NODE_MIXIN);
  for (const name of ['Element', 'CharacterData', 'DocumentType']) defineMembers<PageNode>(name, CHILD_NODE);
  defineMembers<DoctypeNode>('DocumentType', {
    get name(): string {
      return this[QUALIFIED_NAME];
    },
    get publicId(): string {
      return this[PUBLIC_ID];
    },
    get systemId(): string {
      return this[SYSTEM_ID];
    },
  });
  for (const name of ['Element', 'CharacterData']) {
    defineMembers<PageNode>(name, {
      get previousElementSibling() {
        return previousElementSibling(this);
      },
      get nextElementSibling() {
        return nextElementSibling(this);
      },
    });
  }
}

export function isCharacterData(node: StoreNode): boolean {
  return node[NODE_TYPE] === 3 || node[NODE_TYPE] === 8 || node[NODE_TYPE] === 4 || node[NODE_TYPE] === 7;
}

/** WebIDL: arguments become what they are to be before the method begins. What makes a text of an object is page code. */
function convert(nodes: unknown[]): void {
  for (let at = 0; at < nodes.length; at++) if (!isNode(nodes[at])) nodes[at] = `${nodes[at]}`;
}

const PARENT_NODE_MIXIN: ThisType<PageNode> & Record<never, never> = {
  get children(): object {
    return childrenOf(this as unknown as PageNode);
  },
  get firstElementChild() {
    return firstElementChild(this as unknown as PageNode);
  },
  get lastElementChild(): PageNode | null {
    let at = lastChild(this as unknown as PageNode);
    while (at !== null && at[NODE_TYPE] !== 1) at = previousSibling(at) as PageNode | null;
    return at;
  },
  get childElementCount(): number {
    let count = 0;
    for (let at = firstElementChild(this as unknown as PageNode); at !== null; at = nextElementSibling(at)) count++;
    return count;
  },
  prepend(...nodes: unknown[]): void {
    convert(nodes);
    insertBefore(this, toNode(this, nodes), firstChild(this) as PageNode | null);
  },
  append(...nodes: unknown[]): void {
    convert(nodes);
    insertBefore(this, toNode(this, nodes), null);
  },
  replaceChildren(...nodes: unknown[]): void {
    convert(nodes);
    const node = nodes.length === 0 ? null : toNode(this, nodes);
    if (node !== null) checkInsertion(this, node, null, false);
    replaceAll(this, node);
  },
  moveBefore(node: PageNode, child: PageNode | null): void {
    moveNode(this, node, child ?? null);
  },
};

const CHILD_NODE: ThisType<PageNode> & Record<never, never> = {
  before(...nodes: unknown[]): void {
    convert(nodes);
    const parent = this[PARENT_NODE];
    if (parent === null) return;
    const anchor = anchorOutside(this, nodes, false);
    const node = toNode(this, nodes);
    const first = anchor === null ? firstChild(parent) : nextSibling(anchor);
    insertBefore(parent, node, first as PageNode | null);
  },
  after(...nodes: unknown[]): void {
    convert(nodes);
    if (this[PARENT_NODE] === null) return;
    const parent = this[PARENT_NODE];
    const next = anchorOutside(this, nodes, true);
    insertBefore(parent, toNode(this, nodes), next);
  },
  replaceWith(...nodes: unknown[]): void {
    convert(nodes);
    const parent = this[PARENT_NODE];
    if (parent === null) return;
    const next = anchorOutside(this, nodes, true);
    const node = toNode(this, nodes);
    if (this[PARENT_NODE] === parent) replaceChild(parent, node, this);
    else insertBefore(parent, node, next);
  },
  remove(): void {
    takeOut(this);
  },
};

/** "viable previous/next sibling": the nearest sibling that is not among the nodes. */
function anchorOutside(node: PageNode, nodes: ArrayLike<unknown>, forward: boolean): PageNode | null {
  let at = (forward ? nextSibling(node) : previousSibling(node)) as PageNode | null;
  while (at !== null && includes(nodes, at)) at = (forward ? nextSibling(at) : previousSibling(at)) as PageNode | null;
  return at;
}

function includes(nodes: ArrayLike<unknown>, wanted: PageNode): boolean {
  for (let at = 0; at < nodes.length; at++) if (nodes[at] === wanted) return true;
  return false;
}

function toNode(context: PageNode, nodes: ArrayLike<unknown>): PageNode {
  const document = documentOf(context);
  return nodesToInsert(document, nodes, () => createFragmentNode(document));
}
