/**
 * NodeFilter: the constants that TreeWalker and NodeIterator take.
 *
 * DOM §6.3 https://dom.spec.whatwg.org/#interface-nodefilter
 */
import { defineProperty } from '../primordials.ts';

const CONSTANTS: Readonly<Record<string, number>> = {
  FILTER_ACCEPT: 1,
  FILTER_REJECT: 2,
  FILTER_SKIP: 3,
  SHOW_ALL: 0xffffffff,
  SHOW_ELEMENT: 0x1,
  SHOW_ATTRIBUTE: 0x2,
  SHOW_TEXT: 0x4,
  SHOW_CDATA_SECTION: 0x8,
  SHOW_ENTITY_REFERENCE: 0x10,
  SHOW_ENTITY: 0x20,
  SHOW_PROCESSING_INSTRUCTION: 0x40,
  SHOW_COMMENT: 0x80,
  SHOW_DOCUMENT: 0x100,
  SHOW_DOCUMENT_TYPE: 0x200,
  SHOW_DOCUMENT_FRAGMENT: 0x400,
  SHOW_NOTATION: 0x800,
};

/** Web IDL: the object of a callback interface is a function that cannot be called, without a prototype. */
export function makeNodeFilter(): object {
  const { NodeFilter } = {
    NodeFilter(): never {
      throw new TypeError('Illegal constructor');
    },
  };
  for (const name of Object.keys(CONSTANTS)) {
    defineProperty(NodeFilter, name, { value: CONSTANTS[name], enumerable: true });
  }
  return NodeFilter;
}
