/**
 * The document's address, and what relative addresses are relative to.
 *
 * The address is a variable of this module: a page can ask for another one (history.ts), not write it.
 *
 * HTML §2.4.3 https://html.spec.whatwg.org/#document-base-urls
 */

import type { StoreNode } from '../html/dom-keys.ts';
import { LOCAL_NAME, NODE_TYPE, OWNER_DOCUMENT } from '../html/node-keys.ts';
import { attribute, following } from '../html/node-tree.ts';
import type { PageNode } from './dom/create-node.ts';
import { documentVersion } from './dom/document-version.ts';
import { askEngine } from './engine-link.ts';
import { indexOf, stringSlice } from './primordials.ts';
import { URL_PARTS } from './url/url-parts.ts';

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
  base = document === null ? url : (baseElementAddress(document) ?? url);
  baseVersion = documentVersion();
  return base;
}

/** The document base URL of a node's own document, which may be one that script made. */
export function baseUrlOf(node: PageNode): string {
  const owner = node[NODE_TYPE] === 9 ? node : (node[OWNER_DOCUMENT] ?? document);
  return owner === document || owner === null ? baseUrl() : (baseElementAddress(owner) ?? baseUrl());
}

/** What the first base element with an address says. */
function baseElementAddress(within: StoreNode): string | null {
  for (let at = following(within, within); at !== null; at = following(at, within)) {
    if (at[NODE_TYPE] !== 1) continue;
    if (at[LOCAL_NAME] === 'body') return null;
    const href = at[LOCAL_NAME] === 'base' ? attribute(at, 'href') : null;
    if (href !== null) return askEngine((engine) => engine.resolveUrl(href, url)) ?? null;
  }
  return null;
}

/** The absolute address of a reference in the document, or in that of a node; `null` for none. */
export function resolveAddress(reference: string, node: PageNode | null = null): string | null {
  const from = node === null ? baseUrl() : baseUrlOf(node);
  return askEngine((engine) => engine.resolveUrl(reference, from)) ?? null;
}

/** Whether an absolute address has the document's origin. Addresses without one are of no other. */
export function isSameOrigin(address: string): boolean {
  return originOf(address) === originOf(url);
}

/** The origin of an absolute address as text; 'null' for those without. */
export function originOf(address: string): string {
  const parts = askEngine((engine) => engine.urlParts(address, ''));
  if (typeof parts !== 'string') return 'null';
  let start = 0;
  for (let line = 0; line < ORIGIN; line++) start = indexOf(parts, '\n', start) + 1;
  const end = indexOf(parts, '\n', start);
  return stringSlice(parts, start, end < 0 ? parts.length : end);
}

const ORIGIN = URL_PARTS.indexOf('origin');
