/**
 * What building a tree needs to know of a node, and of those who make nodes.
 */
import type { PARENT_NODE } from './node-keys.ts';
import type { DomNode } from './node-tree.ts';

/** A node while it is being linked. The links are never `undefined`: the constructors write them (node-store.ts). */
export interface StoreNode extends DomNode {
  [PARENT_NODE]: StoreNode | null;
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
  /** What a template's content or a shadow root belongs to. Only where scripts run can it have come to be elsewhere. */
  hostOf?(fragment: StoreNode): StoreNode | null;
  /** A template that declares its parent's shadow root: `true` when its content is that root from now on. */
  declareShadow?(host: StoreNode, template: StoreNode): boolean;
  /** The name of a customized built-in element that no attribute tells. */
  isValue?(element: StoreNode): string | null;
}
