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
import { askHost } from './network/host-call.ts';
import { charCodeAt, indexOf, startsWith, stringSlice } from './primordials.ts';
import { URL_PARTS } from './url/url-parts.ts';

let url = 'about:blank';
let document: StoreNode | null = null;
let base = '';
let baseVersion = -1;

/** The document of a frame may have its origin, and its base, from the document around it. */
let inherited: { readonly origin: string; readonly base: string | null } | null = null;

export function setInheritedAddress(origin: string, fallbackBase: string | null): void {
  inherited = { origin, base: fallbackBase };
  baseVersion = -1;
}

/** The document's origin as text; 'null' where it has none. */
export function documentOrigin(): string {
  return inherited === null ? originOf(url) : inherited.origin;
}

/** An address with the document's origin: its own, or that of the document around it. */
export function originAddress(): string {
  if (inherited === null) return url;
  return inherited.origin === 'null' && !startsWith(url, 'file:') ? 'about:blank' : `${inherited.origin}/`;
}

/** HTML: the fallback base URL. */
function fallbackBase(): string {
  return inherited?.base ?? url;
}

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
  base = document === null ? url : (baseElementAddress(document) ?? fallbackBase());
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
    if (href === null) continue;
    const address = askEngine((engine) => engine.resolveUrl(href, fallbackBase())) ?? null;
    // What a policy does not allow as a base counts as none (csp/declared-policy.ts tells of it).
    const verdict = address === null ? '' : askEngine((engine) => engine.policyAddress('base-uri', address));
    return verdict !== undefined && indexOf(verdict, '"enforce"') >= 0 ? null : address;
  }
  return null;
}

/** The absolute address of a reference in the document, or in that of a node; `null` for none. */
export function resolveAddress(reference: string, node: PageNode | null = null): string | null {
  const from = node === null ? baseUrl() : baseUrlOf(node);
  return askEngine((engine) => engine.resolveUrl(reference, from)) ?? null;
}

/** The encoding of the document, for queries in its markup. */
let charset = 'utf-8';

export function setAddressCharset(name: string): void {
  charset = name;
}

/** HTML "encoding-parse a URL": as above, for what markup and navigations name; old documents encode queries their way. */
export function encodedAddress(reference: string, node: PageNode | null = null): string | null {
  // Documents that script made are in UTF-8.
  const isOwn = node === null || node[OWNER_DOCUMENT] === document;
  return resolveAddress(charset === 'utf-8' || !isOwn ? reference : withEncodedQuery(reference), node);
}

function withEncodedQuery(reference: string): string {
  const start = indexOf(reference, '?') + 1;
  const hash = indexOf(reference, '#');
  const end = hash < 0 ? reference.length : hash;
  if (start === 0 || start > end) return reference;
  let isPlain = true;
  for (let at = start; at < end && isPlain; at++) isPlain = charCodeAt(reference, at) < 0x80;
  const query = isPlain ? null : askHost('encode', `?${charset}\n${stringSlice(reference, start, end)}`);
  return query === null ? reference : stringSlice(reference, 0, start) + query + stringSlice(reference, end);
}

/** Whether an absolute address has the document's origin. Addresses without one are of no other. */
export function isSameOrigin(address: string): boolean {
  return originOf(address) === documentOrigin();
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
