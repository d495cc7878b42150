/**
 * What holds up rendering: sheets and scripts of the head, elements with 'blocking=render', and parts of the document that
 * a 'link rel=expect' waits for. While rendering is blocked no frame comes.
 *
 * In:  elements whose resources are on their way. Out: whether frames may come.
 *
 * HTML §2.5.9 "blocking attributes", §3.1.4 "render-blocking mechanism", §4.6.7.6 (link type 'expect')
 */
import type { StoreNode } from '../html/dom-keys.ts';
import { END, NODE_TYPE, PREV, START } from '../html/node-keys.ts';
import { attribute } from '../html/node-tree.ts';
import { documentUrl, encodedAddress } from './document-address.ts';
import type { PageNode } from './dom/create-node.ts';
import { isXmlDocument } from './dom/document-kind.ts';
import { tokensOf } from './dom/token-list.ts';
import { isConnected } from './dom/tree.ts';
import { askEngine } from './engine-link.ts';
import { setRenderBlock } from './event-loop.ts';
import { indicatedElement } from './indicated-part.ts';
import { append, asciiLower, type BareArray, bareArray, indexOf, removeAt, stringSlice } from './primordials.ts';
import { noteUnblocked } from './window/performance.ts';

/** The "render-blocking element set": those that block by their kind, and those that ask for it. */
const blockers: BareArray<PageNode> = bareArray();
const asking: BareArray<PageNode> = bareArray();
/** Links that wait for a part of the document. */
const expecting: BareArray<PageNode> = bareArray();

/** The document that is rendered. */
export interface RenderedDocument {
  document(): PageNode;
  isParsing(): boolean;
  hasBody(): boolean;
}

let rendered: RenderedDocument | null = null;

function isParsing(): boolean {
  return rendered?.isParsing() === true;
}

function includesWord(element: StoreNode, name: 'rel' | 'blocking', word: string): boolean {
  const words = tokensOf(asciiLower(attribute(element, name) ?? ''));
  for (let at = 0; at < words.length; at++) if (words[at] === word) return true;
  return false;
}

/** "A document allows adding render-blocking elements": HTML, before there is a body. */
function allowsBlocking(): boolean {
  return isParsing() && !isXmlDocument(rendered!.document()) && !rendered!.hasBody();
}

/** "block rendering": for elements that do it by their kind (`byItself`), and for those that ask for it. */
export function blockRendering(element: PageNode, byItself: boolean): void {
  if (!allowsBlocking()) return;
  if (byItself) append(blockers, element);
  else if (includesWord(element, 'blocking', 'render')) append(asking, element);
}

/** An element that asks for it no longer does. */
export function blockingChanged(element: PageNode): void {
  if (asking.length === 0 || includesWord(element, 'blocking', 'render')) return;
  drop(asking, element);
  if (!hasBlockers()) noteUnblocked();
}

/** "unblock rendering" */
export function unblockRendering(element: PageNode): void {
  if (hasBlockers()) {
    drop(blockers, element);
    drop(asking, element);
    if (!hasBlockers()) noteUnblocked();
  }
  drop(expecting, element);
}

function hasBlockers(): boolean {
  return blockers.length > 0 || asking.length > 0;
}

function drop(list: BareArray<PageNode>, element: PageNode): void {
  for (let at = list.length - 1; at >= 0; at--) if (list[at] === element) removeAt(list, at);
}

/** "process internal resource link": when a link comes, and when what it says changes. */
export function updateExpectation(link: PageNode): void {
  if (!waits(link)) drop(expecting, link);
  else if (allowsBlocking()) {
    drop(expecting, link);
    append(expecting, link);
  }
}

function waits(link: PageNode): boolean {
  if (!isConnected(link) || !includesWord(link, 'rel', 'expect') || !includesWord(link, 'blocking', 'render'))
    return false;
  const media = attribute(link, 'media');
  return expectedId(link) !== null && (media === null || askEngine((engine) => engine.matchesMedia(media)) !== false);
}

/** The fragment of an address of this document. */
function expectedId(link: PageNode): string | null {
  const href = attribute(link, 'href');
  const url = href === null ? null : encodedAddress(href, link);
  const hash = url === null ? -1 : indexOf(url, '#');
  if (url === null || hash < 0) return null;
  const own = documentUrl();
  const ownHash = indexOf(own, '#');
  const isOwn = stringSlice(url, 0, hash) === (ownHash < 0 ? own : stringSlice(own, 0, ownHash));
  return isOwn ? stringSlice(url, hash + 1) : null;
}

/** The part is there, and the parser is behind its end. */
function isParsed(id: string): boolean {
  const document = rendered!.document();
  const part = indicatedElement(document, id);
  return part !== null && !isOpen(part, document);
}

/** What was parsed last is inside of it. */
function isOpen(element: PageNode, document: PageNode): boolean {
  const mark = (document[END] as StoreNode)[PREV] as StoreNode;
  let last: StoreNode | null = ((mark[START] as StoreNode | undefined) ?? mark) as StoreNode;
  for (;;) {
    if (last === element) return isParsing();
    const inner: StoreNode | undefined = last[END] as StoreNode | undefined;
    const before = inner?.[PREV] as StoreNode | undefined;
    const child = before === undefined || before === last || before[NODE_TYPE] === 2 ? null : (before[START] ?? before);
    if (child === null) return false;
    last = child as StoreNode;
  }
}

function isRenderBlocked(): boolean {
  if (hasBlockers()) return true;
  if (!isParsing()) return false;
  if (allowsBlocking()) return true;
  for (let at = expecting.length - 1; at >= 0; at--) {
    const id = expectedId(expecting[at]!);
    if (id === null || isParsed(id)) removeAt(expecting, at);
  }
  return expecting.length > 0;
}

export function installRenderBlocking(given: RenderedDocument): void {
  rendered = given;
  setRenderBlock(isRenderBlocked);
}
