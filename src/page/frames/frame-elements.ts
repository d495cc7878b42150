/**
 * iframe and frame elements: what they show, and their load events.
 *
 * In:  elements as they come, change and go. Out: navigables of the engine realm, and wishes for documents, which the host
 * loads (session/frame-documents.ts). The empty document that a frame begins with is made when somebody looks at it.
 *
 * HTML §4.8.5 https://html.spec.whatwg.org/#the-iframe-element
 *
 * Differs: 'loading=lazy' loads at once, so that an agent sees what is in a frame before it scrolls there.
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { LOCAL_NAME, OWNER_DOCUMENT } from '../../html/node-keys.ts';
import { attribute } from '../../html/node-tree.ts';
import { isAllowed } from '../csp/violations.ts';
import { documentUrl, encodedAddress } from '../document-address.ts';
import type { PageNode } from '../dom/create-node.ts';
import { mainDocument } from '../dom/document-members.ts';
import { defineMembers } from '../dom/interfaces.ts';
import { isConnected } from '../dom/tree.ts';
import { askEngine } from '../engine-link.ts';
import { createEvent } from '../event-classes.ts';
import { queueLoadTask, queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { blockLoad, unblockLoad } from '../load-blockers.ts';
import { blobContent } from '../network/blob-urls.ts';
import { postLimit } from '../outbox.ts';
import { indexOf, startsWith, stringSlice, weakGet, weakSet } from '../primordials.ts';
import { elementPolicy } from '../referrer-policy.ts';
import { upgraded } from '../resources.ts';
import { percentDecodeText } from '../url/percent-encoding.ts';
import { isFramed, ownNavigable } from './own-frame.ts';
import { sendFrame, sendFrameWith, showFrames, windowOf } from './window-proxy.ts';

/** Elements whose document is on its way, and holds up this document's load event. */
const loading = new WeakMap<StoreNode, boolean>();

export function isFrameElement(element: StoreNode): boolean {
  return element[LOCAL_NAME] === 'iframe' || element[LOCAL_NAME] === 'frame';
}

/** The number of an element's navigable; -1 for none. */
function navigableOf(element: StoreNode): number {
  return askEngine((engine) => engine.frameOf(element)) ?? -1;
}

/** The element has come into the document. */
export function frameConnected(element: PageNode): void {
  if (!isConnected(element) || element[OWNER_DOCUMENT] !== mainDocument()) return;
  const navigable = askEngine((engine) => engine.frameBegin(element)) ?? -1;
  showFrames();
  if (navigable > 0) processAttributes(element, navigable, true);
  else if (navigable === 0) postLimit('frames');
}

/** 'src' or 'srcdoc' is another one. */
export function frameChanged(element: PageNode, name: string): void {
  const navigable = navigableOf(element);
  if (navigable < 0) return;
  if (name === 'name') {
    const value = attribute(element, 'name') ?? '';
    askEngine((engine) => engine.frameRename(navigable, value));
  } else if (name === 'srcdoc' || attribute(element, 'srcdoc') === null) processAttributes(element, navigable, false);
}

/** "process the iframe attributes" */
function processAttributes(element: PageNode, navigable: number, isFirst: boolean): void {
  const srcdoc = element[LOCAL_NAME] === 'iframe' ? attribute(element, 'srcdoc') : null;
  if (srcdoc !== null) {
    load(element, navigable, 'about:srcdoc', srcdoc);
    return;
  }
  const src = attribute(element, 'src') ?? '';
  const url = src === '' ? 'about:blank' : (encodedAddress(src, element) ?? 'about:blank');
  if (isFirst && (url === 'about:blank' || startsWith(url, 'about:blank#'))) {
    // The document is there already: "run the iframe load event steps".
    fireLoad(element);
  } else if (startsWith(url, 'javascript:')) {
    const code = percentDecodeText(stringSlice(url, 'javascript:'.length));
    const verdict = askEngine((engine) => engine.policyInline('navigation', code, ''));
    if (!isAllowed(verdict, 'run the JavaScript URL', element)) return;
    queueTask(() => {
      askEngine((engine) => engine.frameGate(navigable))?.run(code);
      if (navigableOf(element) === navigable) fireLoad(element);
    });
  } else if (withoutFragment(url) !== withoutFragment(documentUrl())) load(element, navigable, url, null);
}

function withoutFragment(url: string): string {
  const hash = indexOf(url, '#');
  return hash < 0 ? url : stringSlice(url, 0, hash);
}

function load(element: PageNode, navigable: number, url: string, srcdoc: string | null): void {
  if (srcdoc === null && !startsWith(url, 'about:')) {
    const verdict = askEngine((engine) => engine.policyRequest(url, 'frame', '', '', false, ''));
    if (!isAllowed(verdict, `frame '${url}'`)) {
      queueLoadTask(() => fireLoad(element));
      return;
    }
  }
  if (!weakGet(loading, element)) blockLoad();
  weakSet(loading, element, true);
  // What is at a blob's address only this realm knows.
  const blob = startsWith(url, 'blob:') ? blobContent(url) : null;
  const isSent =
    blob === null
      ? sendFrame(navigable, upgraded(url), true, srcdoc, elementPolicy(element))
      : sendFrameWith(navigable, url, 'GET', blob.type, blob.base64, true, null);
  if (!isSent) endLoading(element);
}

function endLoading(element: StoreNode): void {
  if (!weakGet(loading, element)) return;
  weakSet(loading, element, false);
  unblockLoad();
}

/** The document in a frame has loaded, or could not be had. */
export function frameLoaded(element: StoreNode): void {
  queueLoadTask(() => {
    endLoading(element);
    if (navigableOf(element) >= 0) fireLoad(element);
  });
}

/** "iframe load event steps": a document that is written anew meanwhile does not load once more. */
function fireLoad(element: StoreNode): void {
  const navigable = navigableOf(element);
  askEngine((engine) => engine.frameLoadEvent(navigable, true));
  dispatchTrusted(element, createEvent('Event', 'load'));
  askEngine((engine) => engine.frameLoadEvent(navigable, false));
}

/** The element has left the document: its window is over. */
export function frameDisconnected(element: PageNode): void {
  askEngine((engine) => engine.frameEnd(element));
  endLoading(element);
  showFrames();
}

export function installFrames(): void {
  for (const name of ['HTMLIFrameElement', 'HTMLFrameElement']) {
    defineMembers<PageNode>(name, {
      get contentWindow(): object | null {
        const navigable = navigableOf(this);
        return navigable < 0 ? null : windowOf(navigable);
      },
      get contentDocument(): object | null {
        const navigable = navigableOf(this);
        return navigable < 0 ? null : (askEngine((engine) => engine.frameDocument(navigable)) ?? null);
      },
    });
  }
  // Nothing that these show is an image with a document, and an object shows no document at all.
  for (const name of ['HTMLIFrameElement', 'HTMLObjectElement', 'HTMLEmbedElement']) {
    defineMembers<PageNode>(name, {
      getSVGDocument(): null {
        return null;
      },
    });
  }
  defineMembers<PageNode>('HTMLObjectElement', {
    get contentDocument(): null {
      return null;
    },
    get contentWindow(): null {
      return null;
    },
  });
  defineMembers<PageNode>('Document', {
    /** Differs: in a frame it is the window as the parent sees it, which the parent can use too; V8 hides the window itself. */
    get defaultView(): object | null {
      if (this !== mainDocument()) return null;
      if (!isFramed()) return globalThis;
      const navigable = ownNavigable();
      const parent = askEngine((engine) => engine.frameParent(navigable)) ?? -1;
      const gate = parent < 0 ? null : askEngine((engine) => engine.frameGate(parent));
      return gate?.windowFor(navigable) ?? globalThis;
    },
  });
}
