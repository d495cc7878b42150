/**
 * Lets parse5 build our tree.
 *
 * Nodes are linked directly, without what the standard's insertion does for observers and custom elements: the observer
 * is told instead. Parsing must be linear in the length of the page.
 *
 * Depth is limited as in Chrome: from 512 open elements on, a new element goes to its parent's parent, so that a page
 * cannot build a tree that recursion anywhere would overflow on.
 */

import type { html, Token, TreeAdapter, TreeAdapterTypeMap } from 'parse5';
import type { NodeFactory, StoreNode } from './dom-keys.ts';
import {
  END,
  LOCAL_NAME,
  NAMESPACE,
  NEXT,
  NODE_TYPE,
  OWNER_ELEMENT,
  PARENT_NODE,
  PREV,
  PUBLIC_ID,
  QUALIFIED_NAME,
  SHADOW,
  STATE,
  SYSTEM_ID,
  VALUE,
} from './node-keys.ts';
import type { DocumentState } from './node-state.ts';
import {
  type AttributeNode,
  type DocumentTypeNode,
  HTML_NAMESPACE,
  MATHML_NAMESPACE,
  plainNodeFactory,
  SVG_NAMESPACE,
} from './node-store.ts';
import {
  ATTRIBUTE_NODE,
  attribute,
  DOCUMENT_NODE,
  DOCUMENT_TYPE_NODE,
  ELEMENT_NODE,
  eachAttribute,
  firstChild,
  type Namespace,
  nextSibling,
  TEXT_NODE,
} from './node-tree.ts';

/** As in Chrome: the parser opens no more than this many elements inside each other. */
export const MAX_PARSER_DEPTH = 512;

const NAMESPACE_URIS: Readonly<Record<Namespace, string>> = {
  html: HTML_NAMESPACE,
  svg: SVG_NAMESPACE,
  mathml: MATHML_NAMESPACE,
  other: '',
  none: '',
};

type Store = TreeAdapterTypeMap<
  StoreNode,
  StoreNode,
  StoreNode,
  StoreNode,
  StoreNode,
  StoreNode,
  StoreNode,
  StoreNode,
  StoreNode,
  StoreNode
>;

/** What the parser reports while it builds. */
export interface TreeObserver {
  /** Whether templates may declare shadow roots. */
  readonly shadowRoots?: boolean;
  /** The parser has made an HTML element. What this gives is used in its place. */
  created?(element: StoreNode): StoreNode;
  /** A node has been put into the tree by the parser. */
  inserted?(node: StoreNode): void;
  /** The parser takes a node from its place: misnested tags move what they are around. This unlinks it. */
  removing?(node: StoreNode): void;
  /** The parser is done with an element: its end tag has come, or what implies it. */
  closed?(element: StoreNode): void;
  /** How many elements are open; see MAX_PARSER_DEPTH. */
  openElements?(): number;
}

export function createTreeAdapter(
  document: StoreNode,
  observer: TreeObserver = {},
  factory: NodeFactory = plainNodeFactory(document),
): TreeAdapter<Store> {
  const inserted = observer.inserted ?? (() => {});
  const remove = observer.removing ?? unlink;
  const openElements = observer.openElements ?? (() => 0);
  const { created } = observer;

  function declaresShadow(parent: StoreNode, node: StoreNode): boolean {
    if (node[LOCAL_NAME] !== 'template' || parent[NODE_TYPE] !== 1 || observer.shadowRoots !== true) return false;
    if (attribute(node, 'shadowrootmode') === null || node[NAMESPACE] !== undefined) return false;
    return factory.declareShadow?.(parent, node) === true;
  }

  /** "host-including inclusive ancestor" */
  function isAround(node: StoreNode, parent: StoreNode): boolean {
    if (firstChild(node) === null && node[SHADOW] === undefined && node[LOCAL_NAME] !== 'template')
      return node === parent;
    for (let at: StoreNode | null = parent; at !== null; at = at[PARENT_NODE] ?? factory.hostOf?.(at) ?? null) {
      if (at === node) return true;
    }
    return false;
  }

  function mayInsert(parent: StoreNode, node: StoreNode): boolean {
    return !isAround(node, parent) && (parent[NODE_TYPE] !== DOCUMENT_NODE || takesChild(parent, node));
  }

  /**
   * DOM §4.2.3 "ensure pre-insertion validity": scripts and reactions of custom elements run while the parser works, and
   * may have moved what it holds. A node that has come to be around the place is dropped, and what is elsewhere is moved.
   */
  function insert(parent: StoreNode, node: StoreNode, before: StoreNode | null): void {
    if (!mayInsert(parent, node)) return;
    if (node[PARENT_NODE] !== null) {
      remove(node);
      // Listeners of frames in it have run.
      if (node[PARENT_NODE] !== null || !mayInsert(parent, node)) return;
    }
    link(node, parent, before !== null && before[PARENT_NODE] === parent ? before : (parent[END] as StoreNode));
    inserted(node);
  }

  return {
    createDocument: () => document,
    createDocumentFragment: () => factory.createDocumentFragment(),
    createElement(tagName, namespaceUri, attributes) {
      const isHtml = namespaceUri === HTML_NAMESPACE;
      const element = isHtml ? factory.createElement(tagName) : factory.createElementNS(namespaceUri, tagName);
      appendAttributes(factory, element, attributes);
      return isHtml && created !== undefined ? created(element) : element;
    },
    createCommentNode: (data) => factory.createComment(data),
    createTextNode: (data) => factory.createTextNode(data),

    appendChild(parent, node) {
      if (declaresShadow(parent, node)) return;
      const tooDeep = openElements() > MAX_PARSER_DEPTH && parent[PARENT_NODE] !== null && node[NODE_TYPE] === 1;
      insert(tooDeep ? parent[PARENT_NODE]! : parent, node, null);
    },
    insertBefore(parent, node, reference) {
      insert(parent, node, reference);
    },
    insertText(parent, text) {
      const last = lastChild(parent);
      if (last !== null && last[NODE_TYPE] === TEXT_NODE) appendData(last, text);
      else insert(parent, factory.createTextNode(text), null);
    },
    insertTextBefore(parent, text, reference) {
      const previous = reference[PREV] as StoreNode;
      if (previous[NODE_TYPE] === TEXT_NODE) appendData(previous, text);
      else insert(parent, factory.createTextNode(text), reference);
    },
    detachNode(node) {
      if (node[PARENT_NODE] !== null) remove(node);
    },
    adoptAttributes(recipient, attributes) {
      const missing = attributes.filter((each) => attribute(recipient, each.name) === null);
      appendAttributes(factory, recipient, missing);
    },

    setTemplateContent() {
      // The factory makes the content fragment.
    },
    getTemplateContent: (template) => factory.templateContent(template),

    setDocumentType(_, name, publicId, systemId) {
      insert(document, factory.createDocumentType(name, publicId, systemId), null);
    },
    setDocumentMode(_, mode) {
      const state: DocumentState = documentRecord(document);
      state.quirks = mode === 'quirks';
      state.limitedQuirks = mode === 'limited-quirks';
    },
    getDocumentMode: () => (documentRecord(document).quirks ? 'quirks' : 'no-quirks') as html.DOCUMENT_MODE,

    getFirstChild: (node) => firstChild(node) as StoreNode | null,
    getChildNodes(node) {
      const children: StoreNode[] = [];
      for (let child = firstChild(node); child !== null; child = nextSibling(child)) {
        children.push(child as StoreNode);
      }
      return children;
    },
    getParentNode: (node) => node[PARENT_NODE],
    getAttrList(element) {
      const list: Token.Attribute[] = [];
      eachAttribute(element, (name, value) => list.push({ name, value }));
      return list;
    },
    getTagName: (element) => element[LOCAL_NAME],
    getNamespaceURI(element) {
      const namespace = (element[NAMESPACE] as Namespace | undefined) ?? 'html';
      return NAMESPACE_URIS[namespace] as html.NS;
    },
    getTextNodeContent: (text) => text[VALUE] as string,
    getCommentNodeContent: (comment) => comment[VALUE] as string,
    getDocumentTypeNodeName: (doctype) => (doctype as DocumentTypeNode)[QUALIFIED_NAME],
    getDocumentTypeNodePublicId: (doctype) => (doctype as DocumentTypeNode)[PUBLIC_ID],
    getDocumentTypeNodeSystemId: (doctype) => (doctype as DocumentTypeNode)[SYSTEM_ID],
    isTextNode: (node): node is StoreNode => node[NODE_TYPE] === 3,
    isCommentNode: (node): node is StoreNode => node[NODE_TYPE] === 8,
    isDocumentTypeNode: (node): node is StoreNode => node[NODE_TYPE] === 10,
    isElementNode: (node): node is StoreNode => node[NODE_TYPE] === 1,
    onItemPop(element) {
      observer.closed?.(element);
    },
    setNodeSourceCodeLocation() {},
    getNodeSourceCodeLocation: () => null,
    updateNodeSourceCodeLocation() {},
  };
}

/** Our record on a document, made when first needed. */
export function documentRecord(document: StoreNode): DocumentState {
  document[STATE] ??= {};
  return document[STATE] as DocumentState;
}

/** DOM §4.2.3: a document has no text and one element, behind its one doctype. */
function takesChild(document: StoreNode, node: StoreNode): boolean {
  const { [NODE_TYPE]: nodeType } = node;
  if (nodeType === TEXT_NODE) return false;
  if (nodeType !== ELEMENT_NODE && nodeType !== DOCUMENT_TYPE_NODE) return true;
  for (let child = firstChild(document); child !== null; child = nextSibling(child)) {
    if (child[NODE_TYPE] === ELEMENT_NODE || child[NODE_TYPE] === nodeType) return child === node;
  }
  return true;
}

/** The last link that belongs to a node: an element's end mark, or the node itself. */
function endOf(node: StoreNode): StoreNode {
  return (node[END] as StoreNode | undefined) ?? node;
}

/** Puts a node that has no parent before `next`, which may be its parent's end mark. */
export function link(node: StoreNode, parent: StoreNode, next: StoreNode): void {
  const end = endOf(node);
  const previous = next[PREV] as StoreNode;
  node[PARENT_NODE] = parent;
  previous[NEXT] = node;
  node[PREV] = previous;
  end[NEXT] = next;
  next[PREV] = end;
}

/** Takes a node with all that is in it out of its tree. */
export function unlink(node: StoreNode): void {
  const end = endOf(node);
  const previous = node[PREV] as StoreNode | null;
  const next = end[NEXT] as StoreNode | null;
  if (previous !== null) previous[NEXT] = next;
  if (next !== null) next[PREV] = previous;
  node[PREV] = null;
  end[NEXT] = null;
  node[PARENT_NODE] = null;
}

function lastChild(parent: StoreNode): StoreNode | null {
  const last = (parent[END] as StoreNode)[PREV] as StoreNode;
  return last === parent || last[NODE_TYPE] === ATTRIBUTE_NODE ? null : last;
}

function appendData(text: StoreNode, data: string): void {
  text[VALUE] = (text[VALUE] as string) + data;
}

function appendAttributes(factory: NodeFactory, element: StoreNode, attributes: readonly Token.Attribute[]): void {
  let previous = element;
  while ((previous[NEXT] as StoreNode)[NODE_TYPE] === ATTRIBUTE_NODE) previous = previous[NEXT] as StoreNode;
  for (const { name, value, prefix, namespace } of attributes) {
    const qualifiedName = prefix ? `${prefix}:${name}` : name;
    const attr = factory.createAttribute(qualifiedName, namespace ?? null, name) as AttributeNode;
    attr[VALUE] = value;
    attr[OWNER_ELEMENT] = element;
    const next = previous[NEXT] as StoreNode;
    previous[NEXT] = attr;
    attr[PREV] = previous;
    attr[NEXT] = next;
    next[PREV] = attr;
    previous = attr;
  }
}
