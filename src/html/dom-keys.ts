/**
 * The property keys of this realm's nodes, and what building a tree needs to know of a node.
 *
 * Links stand under symbols, so that a page's own properties cannot be taken for them, and a page that writes to a node
 * by name does not break its tree. Each realm has symbols of its own, which go to the engine realm with each document.
 */
import type { DomNode, NodeKeys } from './node-tree.ts';

/** A node while it is being linked. The links are never `undefined`: the constructors write them (node-store.ts). */
export interface StoreNode extends DomNode {
  parentNode: StoreNode | null;
  [link: symbol]: unknown;
}

/** Makes the nodes of one document. The page realm gives functions that its page cannot replace. */
export interface NodeFactory {
  createElement(localName: string): StoreNode;
  createElementNS(namespace: string, localName: string, prefix?: string | null): StoreNode;
  /** By its qualified name; the local name is given where there is a namespace. */
  createAttribute(name: string, namespace?: string | null, localName?: string): StoreNode;
  createTextNode(data: string): StoreNode;
  createComment(data: string): StoreNode;
  /** Only documents that script sees have these; elsewhere they count as text, and as nothing. */
  createCdataSection?(data: string): StoreNode;
  createInstruction?(target: string, data: string): StoreNode;
  createDocumentFragment(): StoreNode;
  createDocumentType(name: string, publicId: string, systemId: string): StoreNode;
  /** HTML §4.12.3: what is in a template stands in a fragment of its own. */
  templateContent(template: StoreNode): StoreNode;
  /** A template that declares its parent's shadow root: `true` when its content is that root from now on. */
  declareShadow?(host: StoreNode, template: StoreNode): boolean;
  /** The name of a customized built-in element that no attribute tells. */
  isValue?(element: StoreNode): string | null;
}

/** The keys of this realm. */
export const NODE_KEYS: NodeKeys = {
  next: Symbol('next'),
  prev: Symbol('prev'),
  end: Symbol('end'),
  start: Symbol('start'),
  value: Symbol('value'),
  namespace: Symbol('namespace'),
  shadow: Symbol('shadow'),
  state: Symbol('state'),
};
