/**
 * Makes the page's nodes: those of the store, with the prototypes of the page realm.
 *
 * No method of a node is called and nothing is read that a page can replace.
 */

import type { NodeFactory, StoreNode } from '../../html/dom-keys.ts';
import {
  HOST,
  LOCAL_NAME,
  NAMESPACE,
  NAMESPACE_URI,
  NODE_TYPE,
  OWNER_DOCUMENT,
  OWNER_ELEMENT,
  PARENT_NODE,
  PUBLIC_ID,
  QUALIFIED_NAME,
  SHADOW_INIT,
  SYSTEM_ID,
  VALUE,
} from '../../html/node-keys.ts';
import {
  type AttributeShape,
  attributeShape,
  HTML_NAMESPACE,
  leafShape,
  MATHML_NAMESPACE,
  SVG_NAMESPACE,
} from '../../html/node-store.ts';
import type { Namespace } from '../../html/node-tree.ts';
import { type NodeShape, parentShape, prepareParentShapes } from '../../html/parent-shapes.ts';
import { defineProperty, setPrototypeOf, uncurryThis, weakGet, weakSet } from '../primordials.ts';
import { htmlInterfaceOf } from './interface-table.ts';
import { prototypeOf } from './interfaces.ts';
import { svgInterfaceOf } from './svg-interface-table.ts';

export { HTML_NAMESPACE, MATHML_NAMESPACE, SVG_NAMESPACE };

/** A node of the page realm with the fields that every node has. */
export interface PageNode extends StoreNode {
  [OWNER_DOCUMENT]: PageNode | null;
  [PARENT_NODE]: PageNode | null;
}

/** More interfaces than the elements of most pages have. */
const COMMON_INTERFACES = 24;
prepareParentShapes(COMMON_INTERFACES);

/** By interface name. */
const parentShapes: Record<string, NodeShape> = { __proto__: null as never };
const leafShapes: Record<string, NodeShape> = { __proto__: null as never };
let AttrShape: AttributeShape | null = null;

function parent(interfaceName: string, document: StoreNode | null, name: string, nodeType: number): PageNode {
  parentShapes[interfaceName] ??= parentShape(prototypeOf(interfaceName));
  return new parentShapes[interfaceName]!(document, name, nodeType) as PageNode;
}

function leaf(interfaceName: string, document: StoreNode, name: string, nodeType: number): PageNode {
  leafShapes[interfaceName] ??= leafShape(prototypeOf(interfaceName));
  return new leafShapes[interfaceName]!(document, name, nodeType) as PageNode;
}

/** A document without a node in it and without a window. */
export function createDocumentNode(interfaceName: 'HTMLDocument' | 'XMLDocument' | 'Document' = 'HTMLDocument') {
  const document = parent(interfaceName, null, '#document', 9);
  if (documentLocation !== null) defineProperty(document, 'location', documentLocation);
  return document;
}

/** [LegacyUnforgeable]: every document has its location itself. Set by the window, which knows it. */
let documentLocation: PropertyDescriptor | null = null;

export function setDocumentLocation(accessor: PropertyDescriptor): void {
  documentLocation = accessor;
}

/** An element by namespace and local name (case as given). */
export function createElementNode(
  document: StoreNode,
  namespace: string,
  localName: string,
  prefix: string | null = null,
): PageNode {
  const element = elementOf(document, namespace, localName);
  if (prefix !== null) weakSet(prefixes, element, prefix);
  return element;
}

/** Prefixes of elements that have one. */
const prefixes = new WeakMap<StoreNode, string>();

export function prefixOf(element: StoreNode): string | null {
  return weakGet(prefixes, element) ?? null;
}

function elementOf(document: StoreNode, namespace: string, localName: string): PageNode {
  switch (namespace) {
    case HTML_NAMESPACE:
      return parent(htmlInterfaceOf(localName), document, localName, 1);
    case SVG_NAMESPACE:
      return withNamespace(parent(svgInterfaceOf(localName), document, localName, 1), 'svg');
    case MATHML_NAMESPACE:
      return withNamespace(parent('MathMLElement', document, localName, 1), 'mathml');
    default: {
      const element = withNamespace(parent('Element', document, localName, 1), namespace === '' ? 'none' : 'other');
      if (namespace === '') return element;
      element[NAMESPACE_URI] = namespace;
      return element;
    }
  }
}

/** An HTML element of a given interface: custom elements, and those that failed to become so. */
export function createPlainElement(document: StoreNode, localName: string, interfaceName: string): PageNode {
  return parent(interfaceName, document, localName, 1);
}

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
    case 'none':
      return null;
    case 'other':
      return (element[NAMESPACE_URI] as string | undefined) ?? null;
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

export function createCdataNode(document: StoreNode, data: string): PageNode {
  const section = leaf('CDATASection', document, '#cdata-section', 4);
  section[VALUE] = data;
  return section;
}

/** Its target is its name. */
export function createInstructionNode(document: StoreNode, target: string, data: string): PageNode {
  const instruction = leaf('ProcessingInstruction', document, target, 7);
  instruction[VALUE] = data;
  return instruction;
}

export interface AttrNode extends PageNode {
  [QUALIFIED_NAME]: string;
  [OWNER_ELEMENT]: PageNode | null;
}

/** An attribute by its qualified name. Without a namespace, that is its local name too. */
export function createAttrNode(
  document: StoreNode,
  name: string,
  namespace: string | null = null,
  localName: string = name,
): AttrNode {
  AttrShape ??= attributeShape(prototypeOf('Attr'));
  const attr = new AttrShape(document, name) as { -readonly [Key in keyof AttrNode]: AttrNode[Key] };
  if (namespace !== null) {
    attr[LOCAL_NAME] = localName;
    attr[NAMESPACE] = namespace;
  }
  return attr;
}

export function attributeNamespace(attr: StoreNode): string | null {
  return (attr[NAMESPACE] as string | undefined) ?? null;
}

export function createFragmentNode(document: StoreNode): PageNode {
  return parent('DocumentFragment', document, '#document-fragment', 11);
}

export interface ShadowInit {
  readonly mode: 'open' | 'closed';
  readonly delegatesFocus: boolean;
  readonly slotAssignment: 'named' | 'manual';
  readonly clonable: boolean;
  readonly serializable: boolean;
  /** The id of the element that stands for the host where the host is referred to. */
  referenceTarget: string | null;
}

export interface ShadowRootNode extends PageNode {
  [SHADOW_INIT]: ShadowInit;
  [HOST]: PageNode;
}

export function createShadowRootNode(host: PageNode, init: ShadowInit): ShadowRootNode {
  const root = parent('ShadowRoot', host[OWNER_DOCUMENT], '#document-fragment', 11);
  const fields = root as { -readonly [Key in keyof ShadowRootNode]: ShadowRootNode[Key] };
  fields[HOST] = host;
  fields[SHADOW_INIT] = init;
  return fields;
}

export interface DoctypeNode extends PageNode {
  [QUALIFIED_NAME]: string;
  [PUBLIC_ID]: string;
  [SYSTEM_ID]: string;
}

export function createDoctypeNode(document: StoreNode, name: string, publicId: string, systemId: string): DoctypeNode {
  const doctype = leaf('DocumentType', document, name, 10) as DoctypeNode;
  doctype[QUALIFIED_NAME] = name;
  doctype[PUBLIC_ID] = publicId;
  doctype[SYSTEM_ID] = systemId;
  return doctype;
}

/** HTML §4.12.3: what is in a template stands in a fragment of its own, which belongs to a document without a window. */
const templateContents = new WeakMap<StoreNode, PageNode>();
const contentHosts = new WeakMap<StoreNode, PageNode>();
const inertDocuments = new WeakMap<StoreNode, PageNode>();

export function templateContent(template: PageNode): PageNode {
  let content = weakGet(templateContents, template);
  if (content === undefined) {
    content = createFragmentNode(inertDocument(template[OWNER_DOCUMENT]!));
    weakSet(templateContents, template, content);
    weakSet(contentHosts, content, template);
  }
  return content;
}

/** A template's content as far as somebody has asked for it. */
export function knownTemplateContent(template: StoreNode): PageNode | undefined {
  return weakGet(templateContents, template);
}

/** DOM §4.7 "host" of a fragment: the template that it is the content of, or the element whose shadow root it is. */
export function hostOf(node: StoreNode): PageNode | null {
  if (node[NODE_TYPE] !== 11) return null;
  return (node as Partial<ShadowRootNode>)[HOST] ?? weakGet(contentHosts, node) ?? null;
}

/** "appropriate template contents owner document" */
export function inertDocument(document: StoreNode): PageNode {
  let inert = weakGet(inertDocuments, document);
  if (inert === undefined) {
    inert = createDocumentNode();
    weakSet(inertDocuments, document, inert);
    weakSet(inertDocuments, inert, inert);
  }
  return inert;
}

/** A template whose content is a shadow root: the parser puts there what stands in it. */
export function setTemplateContent(template: PageNode, content: PageNode): void {
  weakSet(templateContents, template, content);
}

export function isTemplate(node: StoreNode): boolean {
  return node[NODE_TYPE] === 1 && node[LOCAL_NAME] === 'template' && isHtmlElement(node);
}

const isAbove = uncurryThis(Object.prototype.isPrototypeOf);

/** Faster: nearly always it is the page's document that is asked about. A document stays of the realm that it was made in. */
let lastOwnDocument: StoreNode | null = null;

/** Whether a document was made here; those of other frames were made in their realms. */
export function isOfThisRealm(document: StoreNode): boolean {
  if (document === lastOwnDocument) return true;
  if (!isAbove(prototypeOf('Node'), document)) return false;
  lastOwnDocument = document;
  return true;
}

/**
 * A node that comes from another frame's document gets this realm's members, so that what is done to it is noted here.
 *
 * Differs: in browsers it keeps those that it was made with, and so stays an instance of the other window's classes.
 */
export function takeOver(node: StoreNode): void {
  const name = interfaceOf(node);
  if (name !== null) setPrototypeOf(node, prototypeOf(name));
}

function interfaceOf(node: StoreNode): string | null {
  switch (node[NODE_TYPE]) {
    case 1:
      if (isHtmlElement(node)) return htmlInterfaceOf(node[LOCAL_NAME]);
      if (node[NAMESPACE] === 'svg') return svgInterfaceOf(node[LOCAL_NAME]);
      return node[NAMESPACE] === 'mathml' ? 'MathMLElement' : 'Element';
    case 3:
      return 'Text';
    case 4:
      return 'CDATASection';
    case 7:
      return 'ProcessingInstruction';
    case 8:
      return 'Comment';
    case 11:
      return SHADOW_INIT in node ? 'ShadowRoot' : 'DocumentFragment';
    default:
      return null;
  }
}

/** For the parser, which runs in the engine realm: functions that do not look at the page's objects. */
export function nodeFactory(document: StoreNode): NodeFactory {
  return {
    createElement: (localName) => createElementNode(document, HTML_NAMESPACE, localName),
    createElementNS: (namespace, localName, prefix) => createElementNode(document, namespace, localName, prefix),
    createAttribute: (name, namespace, localName) => createAttrNode(document, name, namespace, localName),
    createTextNode: (data) => createTextNode(document, data),
    createComment: (data) => createCommentNode(document, data),
    createCdataSection: (data) => createCdataNode(document, data),
    createInstruction: (target, data) => createInstructionNode(document, target, data),
    createDocumentFragment: () => createFragmentNode(document),
    createDocumentType: (name, publicId, systemId) => createDoctypeNode(document, name, publicId, systemId),
    templateContent: (template) => templateContent(template as PageNode),
    hostOf,
  };
}
