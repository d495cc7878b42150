/**
 * Style sheets of a document: linked ones are fetched, imports too, and scripts wait for those before them.
 *
 * In:  link and style elements as they come, change and go. Out: the texts, handed to the engine; load and error events.
 *
 * HTML §4.2.4, §4.2.6, §4.2.7 https://html.spec.whatwg.org/#interactions-of-styling-and-scripting
 */
import type { StoreNode } from '../html/dom-keys.ts';
import { attribute, hasAttribute } from '../html/node-tree.ts';
import { LIMITS } from '../limits.ts';
import { isAllowed } from './csp/violations.ts';
import { dropSheet, importLoaded, linkSheetLoaded } from './cssom/style-sheets.ts';
import { baseUrl, encodedAddress, isSameOrigin } from './document-address.ts';
import type { PageNode } from './dom/create-node.ts';
import { textContentOf } from './dom/node-members.ts';
import { tokensOf } from './dom/token-list.ts';
import { isConnected } from './dom/tree.ts';
import { askEngine } from './engine-link.ts';
import { createEvent } from './event-classes.ts';
import { queueTask } from './event-loop.ts';
import { dispatchTrusted } from './events.ts';
import { loadContentImages } from './image-loading.ts';
import { asciiLower, indexOf, mapHas, mapSet, stringSlice, trim, weakGet, weakSet } from './primordials.ts';
import { blockRendering, unblockRendering } from './render-blocking.ts';
import { requestResource } from './resources.ts';
import { requestOptions } from './script/request-options.ts';

/** The fetch that is current for a link; an answer to an older one is dropped. */
const fetches = new WeakMap<StoreNode, { readonly url: string }>();
/** Addresses of imports that have been asked for. */
const imports = new Map<string, true>();
/** Sheets that hold up scripts, and sheets that hold up the load event. */
let blockingScripts = 0;
let blockingLoad = 0;

export function areSheetsPending(): boolean {
  return blockingScripts > 0;
}

export function isLoadingSheets(): boolean {
  return blockingLoad > 0;
}

function appliesByItself(link: StoreNode): boolean {
  const rel = tokensOf(asciiLower(attribute(link, 'rel') ?? ''));
  let isStylesheet = false;
  for (let at = 0; at < rel.length; at++) {
    if (rel[at] === 'stylesheet') isStylesheet = true;
    if (rel[at] === 'alternate') return false;
  }
  const type = asciiLower(trim(attribute(link, 'type') ?? ''));
  return isStylesheet && (type === '' || type === 'text/css') && !hasAttribute(link, 'disabled');
}

function fire(element: PageNode, type: 'load' | 'error'): void {
  dispatchTrusted(element, createEvent('Event', type));
}

/** "fetch and process the linked resource": when a link comes, and when what it says changes. */
export function updateLink(link: PageNode, byParser: boolean): void {
  if (!isConnected(link) || !appliesByItself(link)) {
    removeLink(link);
    return;
  }
  const href = attribute(link, 'href');
  if (href === null || href === '') return;
  const url = encodedAddress(href);
  if (url === null) {
    queueTask(() => fire(link, 'error'));
    return;
  }
  if (weakGet(fetches, link)?.url === url) return;
  const fetch = { url };
  weakSet(fetches, link, fetch);
  const media = attribute(link, 'media');
  const blocks = byParser && (media === null || askEngine((engine) => engine.matchesMedia(media)) !== false);
  if (blocks) blockingScripts++;
  blockingLoad++;
  blockRendering(link, blocks);
  requestResource(
    url,
    'style',
    (answer) => {
      const isCurrent = weakGet(fetches, link) === fetch && isConnected(link);
      const finish = (): void => {
        if (blocks) blockingScripts--;
        blockingLoad--;
        unblockRendering(link);
        if (isCurrent) fire(link, answer.ok ? 'load' : 'error');
      };
      if (!isCurrent || !answer.ok) {
        finish();
        return;
      }
      askEngine((engine) => engine.setSheet(link, answer.text, answer.url));
      linkSheetLoaded(link, answer.text, answer.url, isReadable(link, answer.url));
      fetchImports(answer.text, answer.url, 0, finish);
    },
    requestOptions(link),
  );
}

/** A sheet of another origin can be read only if it was asked for with CORS. */
function isReadable(link: StoreNode, url: string): boolean {
  return hasAttribute(link, 'crossorigin') || isSameOrigin(url);
}

/** Fetches what a sheet imports, and what that imports; `done` comes when all of it is there. */
function fetchImports(text: string, base: string, depth: number, done: () => void): void {
  loadContentImages(text, base);
  const list = indexOf(text, '@import') < 0 ? '' : (askEngine((engine) => engine.importsOf(text, base)) ?? '');
  if (list === '' || depth >= LIMITS.importDepth) {
    done();
    return;
  }
  let open = 1;
  const finish = (): void => {
    if (--open === 0) done();
  };
  for (let start = 0; start < list.length; ) {
    const end = indexOf(list, '\n', start);
    const url = stringSlice(list, start, end < 0 ? list.length : end);
    start = end < 0 ? list.length : end + 1;
    if (mapHas(imports, url)) continue;
    mapSet(imports, url, true);
    open++;
    requestResource(
      url,
      'style',
      (answer) => {
        if (!answer.ok) {
          finish();
          return;
        }
        askEngine((engine) => engine.setImport(url, answer.text));
        importLoaded(url, answer.text, answer.url);
        fetchImports(answer.text, answer.url, depth + 1, finish);
      },
      { referrer: base },
    );
  }
  finish();
}

/** A style element's text has come or changed: the engine reads it by itself, what it imports must be fetched. */
export function updateStyle(style: PageNode, byParser: boolean): void {
  dropSheet(style);
  if (!isConnected(style)) return;
  const text = textContentOf(style);
  const nonce = attribute(style, 'nonce') ?? '';
  const verdict = askEngine((engine) => engine.policyInline('style', text, nonce));
  if (!isAllowed(verdict, 'apply inline style', style)) {
    askEngine((engine) => engine.setSheet(style, '', baseUrl()));
    return;
  }
  if (indexOf(text, '@import') < 0) {
    loadContentImages(text, baseUrl());
    return;
  }
  if (byParser) blockingScripts++;
  blockingLoad++;
  blockRendering(style, byParser);
  fetchImports(text, baseUrl(), 0, () => {
    if (byParser) blockingScripts--;
    blockingLoad--;
    unblockRendering(style);
    queueTask(() => fire(style, 'load'));
  });
}

export function removeLink(link: PageNode): void {
  dropSheet(link);
  weakSet(fetches, link, { url: '' });
  askEngine((engine) => engine.removeSheet(link));
}
