/**
 * Makes nodes with the fields and links that linkedom's nodes have.
 *
 * linkedom's constructors keep a Map for each node's listeners and call methods that a page can replace. These write the
 * same fields and nothing else: an element costs two small objects.
 */
import { NODE_KEYS, type NodeFactory, type StoreNode } from '../../html/dom-keys.ts';
import type { Namespace } from '../../html/node-tree.ts';
import { weakGet, weakSet } from '../primordials.ts';
import { htmlInterfaceOf } from './interface-table.ts';
import { prototypeOf } from './interfaces.ts';

const { next: NEXT, prev: PREV, end: END, start: START, value: VALUE, namespace: NAMESPACE } = NODE_KEYS;

export const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';
export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
export const MATHML_NAMESPACE = 'http://www.w3.org/1998/Math/MathML';

/** A node of the page realm with the fields that every node has. */
export interface PageNode extends StoreNode {
  ownerDocument: PageNode | null;
  parentNode: PageNode | null;
}

type NodeShape = new (document: StoreNode | null, name: string, nodeType: number) => PageNode;

/** Where a parent's list of attributes and children ends. */
class EndMark {
  nodeType = -1;
  ownerDocument: StoreNode | null;
  parentNode = null;
  [link: symbol]: unknown;
  constructor(start: StoreNode, document: StoreNode | null) {
    this.ownerDocument = document;
    this[NEXT] = null;
    this[PREV] = start;
    this[START] = start;
  }
}

/** Constructors of parents by prototype. Each prototype has its own, so that its instances share one hidden class. */
const parentShapes: Record<string, NodeShape> = { __proto__: null as never };

function parentShape(interfaceName: string): NodeShape {
  const known = parentShapes[interfaceName];
  if (known !== undefined) return known;
  const shape = function (this: PageNode, document: StoreNode | null, name: string, nodeType: number) {
    const fields = this as { -readonly [Key in keyof PageNode]: PageNode[Key] };
    fields.ownerDocument = document as PageNode | null;
    fields.localName = name;
    fields.nodeType = nodeType;
    fields.parentNode = null;
    const end = new EndMark(this, document);
    fields[NEXT] = end;
    fields[PREV] = null;
    fields[END] = end;
  };
  shape.prototype = prototypeOf(interfaceName);
  parentShapes[interfaceName] = shape as unknown as NodeShape;
  return shape as unknown as NodeShape;
}

function leaf(interfaceName: string, document: StoreNode | null, name: string, nodeType: number): PageNode {
  const known = leafShapes[interfaceName] ?? leafShape(interfaceName);
  return new known(document, name, nodeType);
}

const leafShapes: Record<string, NodeShape> = { __proto__: null as never };

function leafShape(interfaceName: string): NodeShape {
  const shape = function (this: PageNode, document: StoreNode | null, name: string, nodeType: number) {
    const fields = this as { -readonly [Key in keyof PageNode]: PageNode[Key] };
    fields.ownerDocument = document as PageNode | null;
    fields.localName = name;
    fields.nodeType = nodeType;
    fields.parentNode = null;
    fields[NEXT] = null;
    fields[PREV] = null;
    fields[VALUE] = '';
  };
  shape.prototype = prototypeOf(interfaceName);
  leafShapes[interfaceName] = shape as unknown as NodeShape;
  return shape as unknown as NodeShape;
}

/** An element by namespace and local name (case as given). `prefix:local` names keep their prefix in `localName`. */
export function createElementNode(document: StoreNode, namespace: string, localName: string): PageNode {
  switch (namespace) {
    case HTML_NAMESPACE:
      return new (parentShape(htmlInterfaceOf(localName)))(document, localName, 1);
    case SVG_NAMESPACE:
      return withNamespace(
        new (parentShape(localName === 'svg' ? 'SVGSVGElement' : 'SVGElement'))(document, localName, 1),
        'svg',
      );
    case MATHML_NAMESPACE:
      return withNamespace(new (parentShape('MathMLElement'))(document, localName, 1), 'mathml');
    default: {
      const element = withNamespace(new (parentShape('Element'))(document, localName, 1), 'other');
      weakSet(otherNamespaces, element, namespace);
      return element;
    }
  }
}

/** Namespace URIs of elements that are neither HTML, SVG nor MathML. */
const otherNamespaces = new WeakMap<StoreNode, string>();

function withNamespace(element: PageNode, namespace: Namespace): PageNode {
  element[NAMESPACE] = namespace;
  return element;
}

export function namespaceUri(element: StoreNode): string | null {
  switch (element[NAMESPACE] as Namespace | undefined) {
    case undefined:
    case 'html':
      return HTML_NAMESPACE;
    case 'svg':
      return SVG_NAMESPACE;
    case 'mathml':
      return MATHML_NAMESPACE;
    case 'other':
      return weakGet(otherNamespaces, element) || null;
  }
}

export function isHtmlElement(element: StoreNode): boolean {
  return element[NAMESPACE] === undefined;
}

export function createTextNode(document: StoreNode, data: string): PageNode {
  const text = leaf('Text', document, '#text', 3);
  text[VALUE] = data;
  return text;
}

export function createCommentNode(document: StoreNode, data: string): PageNode {
  const comment = leaf('Comment', document, '#comment', 8);
  comment[VALUE] = data;
  return comment;
}

export interface AttrNode extends PageNode {
  name: string;
  ownerElement: PageNode | null;
}

export function createAttrNode(document: StoreNode, name: string): AttrNode {
  const attr = leaf('Attr', document, name, 2) as AttrNode;
  attr.name = name;
  attr.ownerElement = null;
  return attr;
}

export function createFragmentNode(document: StoreNode): PageNode {
  return new (parentShape('DocumentFragment'))(document, '#document-fragment', 11);
}

export interface ShadowRootNode extends PageNode {
  host: PageNode;
  mode: 'open' | 'closed';
}

export function createShadowRootNode(host: PageNode, mode: 'open' | 'closed'): ShadowRootNode {
  const root = new (parentShape('ShadowRoot'))(host.ownerDocument, '#document-fragment', 11) as ShadowRootNode;
  root.host = host;
  root.mode = mode;
  return root;
}

export interface DoctypeNode extends PageNode {
  name: string;
  publicId: string;
  systemId: string;
}

export function createDoctypeNode(document: StoreNode, name: string, publicId: string, systemId: string): DoctypeNode {
  const doctype = leaf('DocumentType', document, name, 10) as DoctypeNode;
  doctype.name = name;
  doctype.publicId = publicId;
  doctype.systemId = systemId;
  return doctype;
}

/** HTML §4.12.3: what is in a template stands in a fragment of its own. */
const templateContents = new WeakMap<StoreNode, PageNode>();

export function templateContent(template: PageNode): PageNode {
  let content = weakGet(templateContents, template);
  if (content === undefined) {
    content = createFragmentNode(template.ownerDocument!);
    weakSet(templateContents, template, content);
  }
  return content;
}

/** For the parser, which runs in the engine realm: functions that do not look at the page's objects. */
export function nodeFactory(document: StoreNode): NodeFactory {
  return {
    createElement: (localName) => createElementNode(document, HTML_NAMESPACE, localName),
    createElementNS: (namespace, localName) => createElementNode(document, namespace, localName),
    createAttribute: (name) => createAttrNode(document, name),
    createTextNode: (data) => createTextNode(document, data),
    createComment: (data) => createCommentNode(document, data),
    createDocumentFragment: () => createFragmentNode(document),
    createDocumentType: (name, publicId, systemId) => createDoctypeNode(document, name, publicId, systemId),
    templateContent: (template) => templateContent(template as PageNode),
  };
}
