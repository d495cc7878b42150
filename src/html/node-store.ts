/**
 * The store of nodes: what a node is made of, and how nodes are made.
 *
 * In:  a prototype for each kind of node; names and data.
 * Out: nodes with the fields and links that node-tree.ts reads, in no tree yet.
 *
 * Faster: a node is one object, or two where it can have children, with all fields written by its constructor, so that
 * nodes of one kind have one hidden class. With a DOM library's nodes, each with a Map and an entry in a WeakMap, parsing
 * took more than twice as long (see src/README.md). The page realm gives its own prototypes; a document that no script
 * sees has nodes without any.
 */
import { canHostShadow, declaredShadow } from './declarative-shadow.ts';
import type { NodeFactory, StoreNode } from './dom-keys.ts';
import {
  HOST,
  LOCAL_NAME,
  NAMESPACE,
  NAMESPACE_URI,
  NEXT,
  NODE_TYPE,
  OWNER_DOCUMENT,
  OWNER_ELEMENT,
  PARENT_NODE,
  PREV,
  PUBLIC_ID,
  QUALIFIED_NAME,
  SHADOW,
  SYSTEM_ID,
  VALUE,
} from './node-keys.ts';
import {
  ATTRIBUTE_NODE,
  COMMENT_NODE,
  DOCUMENT_FRAGMENT_NODE,
  DOCUMENT_NODE,
  DOCUMENT_TYPE_NODE,
  ELEMENT_NODE,
  type Namespace,
  TEXT_NODE,
} from './node-tree.ts';
import { type NodeShape, Onto, type OwnedNode, parentShape } from './parent-shapes.ts';

export const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';
export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
export const MATHML_NAMESPACE = 'http://www.w3.org/1998/Math/MathML';

export interface AttributeNode extends OwnedNode {
  [QUALIFIED_NAME]: string;
  [OWNER_ELEMENT]: StoreNode | null;
}

export interface DocumentTypeNode extends OwnedNode {
  [QUALIFIED_NAME]: string;
  [PUBLIC_ID]: string;
  [SYSTEM_ID]: string;
}

type Fields<Node> = { -readonly [Key in keyof Node]: Node[Key] };

export type AttributeShape = new (document: StoreNode | null, name: string) => AttributeNode;

// Faster: each prototype gets a function of its own, because V8 keeps a hidden class for each constructor; and `this` is
// written to by that name, because V8 counts such assignments to know how much room an object needs. What adds the fields
// are classes: see Onto.

class LeafFields extends Onto {
  [OWNER_DOCUMENT] = null;
  [LOCAL_NAME] = '';
  [NODE_TYPE] = 0;
  [PARENT_NODE] = null;
  [NEXT] = null;
  [PREV] = null;
  [VALUE] = '';
}

class AttributeFields extends Onto {
  [OWNER_DOCUMENT] = null;
  [LOCAL_NAME] = '';
  [NODE_TYPE] = 0;
  [PARENT_NODE] = null;
  [NEXT] = null;
  [PREV] = null;
  [VALUE] = '';
  [QUALIFIED_NAME] = '';
  [OWNER_ELEMENT] = null;
}

/** Text, comments, doctypes. */
export function leafShape(prototype: object): NodeShape {
  function Leaf(this: Fields<OwnedNode>, document: StoreNode | null, name: string, nodeType: number): void {
    new LeafFields(this);
    this[OWNER_DOCUMENT] = document;
    this[LOCAL_NAME] = name;
    this[NODE_TYPE] = nodeType;
    this[PARENT_NODE] = null;
    this[NEXT] = null;
    this[PREV] = null;
    this[VALUE] = '';
  }
  Leaf.prototype = prototype;
  return Leaf as unknown as NodeShape;
}

export function attributeShape(prototype: object): AttributeShape {
  function Attribute(this: Fields<AttributeNode>, document: StoreNode | null, name: string): void {
    new AttributeFields(this);
    this[OWNER_DOCUMENT] = document;
    this[LOCAL_NAME] = name;
    this[NODE_TYPE] = ATTRIBUTE_NODE;
    this[PARENT_NODE] = null;
    this[NEXT] = null;
    this[PREV] = null;
    this[VALUE] = '';
    this[QUALIFIED_NAME] = name;
    this[OWNER_ELEMENT] = null;
  }
  Attribute.prototype = prototype;
  return Attribute as unknown as AttributeShape;
}

const PlainParent = parentShape(Object.create(null) as object);
const PlainLeaf = leafShape(Object.create(null) as object);
const PlainAttribute = attributeShape(Object.create(null) as object);

/** A document without a node in it. */
export function createEmptyDocument(): StoreNode {
  return new PlainParent(null, '#document', DOCUMENT_NODE);
}

/** Makes nodes of a document that no script sees. */
export function plainNodeFactory(document: StoreNode): NodeFactory {
  const templateContents = new WeakMap<StoreNode, StoreNode>();
  const createDocumentFragment = () => new PlainParent(document, '#document-fragment', DOCUMENT_FRAGMENT_NODE);
  return {
    createElement: (localName) => new PlainParent(document, localName, ELEMENT_NODE),
    createElementNS(namespace, localName) {
      const element = new PlainParent(document, localName, ELEMENT_NODE);
      const known = namespaceOfUri(namespace);
      if (known !== 'html') element[NAMESPACE] = known;
      if (known === 'other') element[NAMESPACE_URI] = namespace;
      return element;
    },
    createAttribute(name, namespace = null, localName = name) {
      const attr = new PlainAttribute(document, name) as Fields<AttributeNode>;
      if (namespace === null) return attr;
      attr[NAMESPACE] = namespace;
      attr[LOCAL_NAME] = localName;
      return attr;
    },
    createTextNode: (data) => withData(new PlainLeaf(document, '#text', TEXT_NODE), data),
    createComment: (data) => withData(new PlainLeaf(document, '#comment', COMMENT_NODE), data),
    createDocumentFragment,
    createDocumentType(name, publicId, systemId) {
      const doctype = new PlainLeaf(document, name, DOCUMENT_TYPE_NODE) as DocumentTypeNode;
      doctype[QUALIFIED_NAME] = name;
      doctype[PUBLIC_ID] = publicId;
      doctype[SYSTEM_ID] = systemId;
      return doctype;
    },
    templateContent(template) {
      const known = templateContents.get(template);
      if (known !== undefined) return known;
      const content = createDocumentFragment();
      templateContents.set(template, content);
      return content;
    },
    declareShadow(host, template) {
      if (declaredShadow(template) === null || !canHostShadow(host) || host[SHADOW] !== undefined) return false;
      const root = createDocumentFragment() as StoreNode & { [HOST]?: StoreNode };
      root[HOST] = host;
      host[SHADOW] = root;
      templateContents.set(template, root);
      return true;
    },
  };
}

function withData(node: StoreNode, data: string): StoreNode {
  node[VALUE] = data;
  return node;
}

function namespaceOfUri(uri: string): Namespace {
  switch (uri) {
    case HTML_NAMESPACE:
      return 'html';
    case SVG_NAMESPACE:
      return 'svg';
    case MATHML_NAMESPACE:
      return 'mathml';
    case '':
      return 'none';
    default:
      return 'other';
  }
}
