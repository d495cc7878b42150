/**
 * The document's address, and what relative addresses are relative to.
 *
 * The address is a variable of this module: a page can ask for another one (history.ts), not write it.
 *
 * HTML §2.4.3 https://html.spec.whatwg.org/#document-base-urls
 */
import type { StoreNode } from '../html/dom-keys.ts';
import { attribute, following } from '../html/node-tree.ts';
import { documentVersion } from './dom/document-version.ts';
import { askEngine } from './engine-link.ts';

let url = 'about:blank';
let document: StoreNode | null = null;
let base = '';
let baseVersion = -1;

export function setDocumentAddress(address: string): void {
  url = address;
  baseVersion = -1;
}

export function setAddressDocument(node: StoreNode): void {
  document = node;
}

export function documentUrl(): string {
  return url;
}

export function baseUrl(): string {
  if (baseVersion === documentVersion()) return base;
  base = url;
  for (let at = document === null ? null : following(document, document); at !== null; at = following(at, document!)) {
    if (at.nodeType !== 1) continue;
    if (at.localName === 'body') break;
    const href = at.localName === 'base' ? attribute(at, 'href') : null;
    if (href === null) continue;
    base = askEngine((engine) => engine.resolveUrl(href, url)) ?? url;
    break;
  }
  baseVersion = documentVersion();
  return base;
}

/** The absolute address of a reference in the document, or `null`. */
export function resolveAddress(reference: string): string | null {
  const from = baseUrl();
  return askEngine((engine) => engine.resolveUrl(reference, from)) ?? null;
}
