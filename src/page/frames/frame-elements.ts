/**
 * iframe elements: their documents, their windows and their load events.
 *
 * In:  iframes as they come, change and go. Out: a document of its own for each frame of the page's origin: empty, from
 * 'srcdoc', or fetched.
 *
 * HTML §4.8.5 https://html.spec.whatwg.org/#the-iframe-element
 *
 * Missing: scripts of frames do not run, and what frames show has no boxes in the page.
 * Pretended: frames of other origins are not fetched; their load event comes all the same.
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { OWNER_DOCUMENT } from '../../html/node-keys.ts';
import { attribute } from '../../html/node-tree.ts';
import { documentUrl, isSameOrigin, resolveAddress } from '../document-address.ts';
import { setAttributeValue } from '../dom/attribute-list.ts';
import type { PageNode } from '../dom/create-node.ts';
import { makeDocument, parseXml } from '../dom/document-implementation.ts';
import { essenceOf, isXmlType } from '../dom/document-kind.ts';
import { mainDocument } from '../dom/document-members.ts';
import { defineMembers } from '../dom/interfaces.ts';
import { parseDocumentInto } from '../dom/markup.ts';
import { tokensOf } from '../dom/token-list.ts';
import { isConnected, replaceAll } from '../dom/tree.ts';
import { createEvent } from '../event-classes.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { blockLoad, unblockLoad } from '../load-blockers.ts';
import { startsWith, weakGet, weakSet } from '../primordials.ts';
import { requestResource } from '../resources.ts';
import { type FrameFacts, makeForeignWindow, makeFrameWindow } from './frame-window.ts';

interface Frame {
  readonly element: PageNode;
  document: PageNode | null;
  url: string;
  isForeign: boolean;
  isGone: boolean;
  window: object;
  foreignWindow: object;
  /** What document.write has written to it. */
  written: string;
  /** The navigation that counts; answers to older ones are dropped. */
  navigation: number;
}

const frames = new WeakMap<StoreNode, Frame>();
const byDocument = new WeakMap<StoreNode, Frame>();
const MARKUP = '<html><head></head><body></body></html>';
/** Frames inside of frames, and pages full of them. */
let made = 0;
const MAX_FRAMES = 1_000;

function makeFrame(element: PageNode): Frame {
  const frame = { element, document: null, url: 'about:blank', isForeign: false, isGone: false } as unknown as Frame;
  const facts: FrameFacts = {
    element,
    document: () => frame.document,
    url: () => frame.url,
    navigate: (address) => setAttributeValue(element, 'src', address),
    isGone: () => frame.isGone,
  };
  frame.window = makeFrameWindow(facts);
  frame.foreignWindow = makeForeignWindow(facts);
  frame.navigation = 0;
  weakSet(frames, element, frame);
  setContent(frame, MARKUP);
  return frame;
}

/** A new document in place of the one before. */
function setContent(frame: Frame, markup: string, contentType = 'text/html'): void {
  const document = isXmlType(contentType) ? parseXml(markup, contentType) : makeDocument();
  if (!isXmlType(contentType)) parseDocumentInto(document, markup);
  frame.document = document;
  frame.written = '';
  weakSet(byDocument, document, frame);
}

/** Whether 'sandbox' makes the frame a stranger. */
function isSandboxed(element: PageNode): boolean {
  const sandbox = attribute(element, 'sandbox');
  if (sandbox === null) return false;
  const tokens = tokensOf(sandbox);
  for (let at = 0; at < tokens.length; at++) if (tokens[at] === 'allow-same-origin') return false;
  return true;
}

/** "process the iframe attributes": when a frame comes, and when what it shows changes. */
export function updateFrame(element: PageNode): void {
  if (!isConnected(element) || element[OWNER_DOCUMENT] !== mainDocument()) return;
  let frame = weakGet(frames, element);
  if (frame === undefined || frame.isGone) {
    if (++made > MAX_FRAMES) return;
    frame = makeFrame(element);
  }
  const srcdoc = attribute(element, 'srcdoc');
  const src = attribute(element, 'src') ?? '';
  const url = srcdoc !== null ? 'about:srcdoc' : src === '' ? 'about:blank' : (resolveAddress(src) ?? 'about:blank');
  const isLocal = startsWith(url, 'about:') || startsWith(url, 'javascript:');
  const own = frame;
  const navigation = ++own.navigation;
  own.url = startsWith(url, 'javascript:') ? 'about:blank' : url;
  own.isForeign = isSandboxed(element) || !(isLocal || isSameOrigin(url));
  blockLoad();
  const done = (html: string | null, contentType?: string): void => {
    unblockLoad();
    if (own.navigation !== navigation || own.isGone) return;
    if (html !== null) setContent(own, html, contentType);
    dispatchTrusted(own.window, createEvent('Event', 'load'));
    dispatchTrusted(element, createEvent('Event', 'load'));
  };
  if (srcdoc !== null) queueTask(() => done(srcdoc));
  else if (isLocal || own.isForeign || url === documentUrl()) queueTask(() => done(navigation === 1 ? null : MARKUP));
  else {
    requestResource(url, 'fetch', ({ ok, text, contentType }) =>
      done(ok ? text : MARKUP, ok ? essenceOf(contentType) : undefined),
    );
  }
}

/** The element has left the page: its window is over. */
export function frameDisconnected(element: PageNode): void {
  const frame = weakGet(frames, element);
  if (frame === undefined) return;
  frame.isGone = true;
  frame.navigation++;
}

function frameOf(element: PageNode): Frame | null {
  const frame = weakGet(frames, element);
  return frame === undefined || frame.isGone ? null : frame;
}

/** document.open, write and close of a frame's document. */
export function writeToFrame(document: PageNode, text: string | null): void {
  const frame = weakGet(byDocument, document);
  if (frame === undefined || frame.document !== document) return;
  frame.written = text === null ? '' : frame.written + text;
  replaceAll(document, null);
  parseDocumentInto(document, frame.written);
}

export function installFrames(): void {
  for (const name of ['HTMLIFrameElement', 'HTMLFrameElement']) {
    defineMembers<PageNode>(name, {
      get contentWindow(): object | null {
        const frame = frameOf(this);
        if (frame === null) return null;
        return frame.isForeign ? frame.foreignWindow : frame.window;
      },
      get contentDocument(): object | null {
        const frame = frameOf(this);
        return frame === null || frame.isForeign ? null : frame.document;
      },
      getSVGDocument(): null {
        return null;
      },
    });
  }
  defineMembers<PageNode>('Document', {
    get defaultView(): object | null {
      if (this === mainDocument()) return globalThis;
      const frame = weakGet(byDocument, this);
      return frame !== undefined && frame.document === this && !frame.isGone ? frame.window : null;
    },
  });
}
