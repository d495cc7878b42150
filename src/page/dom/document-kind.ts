/**
 * Whether a document is HTML or XML, and its content type.
 *
 * DOM §4.5 https://dom.spec.whatwg.org/#concept-document-type
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { asciiLower, indexOf, stringSlice, trim, weakGet, weakSet } from '../primordials.ts';
import { documentStateOf } from './element-state.ts';

/** Content types of documents that are not plain HTML. */
const contentTypes = new WeakMap<StoreNode, string>();
/** Faster: most pages have no XML document, and then names need not ask. */
let anyXml = false;

/** For documents that are not 'text/html': of any other type, they are XML documents. */
export function setContentType(document: StoreNode, contentType: string): void {
  weakSet(contentTypes, document, contentType);
  if (contentType === 'text/html') return;
  anyXml = true;
  documentStateOf(document).xml = true;
}

export function contentTypeOf(document: StoreNode): string {
  return weakGet(contentTypes, document) ?? 'text/html';
}

export function isXmlDocument(document: StoreNode | null): boolean {
  return anyXml && document !== null && contentTypeOf(document) !== 'text/html';
}

/** "XML MIME type" */
export function isXmlType(essence: string): boolean {
  return essence === 'text/xml' || essence === 'application/xml' || /\+xml$/.test(essence);
}

/** A content type without its parameters. */
export function essenceOf(contentType: string): string {
  const semicolon = indexOf(contentType, ';');
  return asciiLower(trim(semicolon < 0 ? contentType : stringSlice(contentType, 0, semicolon)));
}
