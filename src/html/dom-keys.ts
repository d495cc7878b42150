/**
 * The property keys of this realm's linkedom nodes.
 *
 * linkedom does not export the symbols it links nodes with. They are found once on a sample node, by description, and
 * handed to the engine realm with each document. Our own additions get symbols here.
 */
import { DOMParser } from 'linkedom';
import { invariant } from '../invariant.ts';
import type { DomNode, NodeKeys } from './node-tree.ts';

/** A node while it is being linked. The links are never `undefined`: linkedom writes them in the constructor. */
export interface StoreNode extends DomNode {
  parentNode: StoreNode | null;
  [link: symbol]: unknown;
}

/** Makes nodes. linkedom's document does; the page realm gives functions that its page cannot replace. */
export interface NodeFactory {
  createElement(localName: string): StoreNode;
  createElementNS(namespace: string, localName: string): StoreNode;
  createAttribute(name: string): StoreNode;
  createTextNode(data: string): StoreNode;
  createComment(data: string): StoreNode;
  createDocumentFragment(): StoreNode;
  createDocumentType(name: string, publicId: string, systemId: string): StoreNode;
  /** A template's content fragment; without this it is read from the template. */
  templateContent?(template: StoreNode): StoreNode;
}

/** The part of linkedom's document that builds nodes. */
export interface StoreDocument extends StoreNode, NodeFactory {}

/** A new, empty HTML document. */
export function createEmptyDocument(): StoreDocument {
  return new DOMParser().parseFromString('', 'text/html') as unknown as StoreDocument;
}

function findKeys(): NodeKeys {
  const document = createEmptyDocument();
  const element = document.createElement('p');
  const text = document.createTextNode('');
  const end = element[symbolOf(element, 'end')] as StoreNode;
  return {
    next: symbolOf(element, 'next'),
    prev: symbolOf(element, 'prev'),
    end: symbolOf(element, 'end'),
    start: symbolOf(end, 'start'),
    value: symbolOf(text, 'value'),
    namespace: Symbol('namespace'),
    shadow: Symbol('shadow'),
    state: Symbol('state'),
  };
}

function symbolOf(node: object, description: string): symbol {
  const found = Object.getOwnPropertySymbols(node).find((symbol) => symbol.description === description);
  invariant(found, `linkedom has no '${description}' link`);
  return found;
}

/** The keys of this realm. */
export const NODE_KEYS: NodeKeys = findKeys();
