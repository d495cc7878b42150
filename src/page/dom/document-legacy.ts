/**
 * Members of documents that pages still ask for: full screen, colours, the domain.
 *
 * HTML §3.1, §16.3 https://html.spec.whatwg.org/#document-partial, Fullscreen API §4.
 *
 * Differs: full screen is refused, as where it is not allowed.
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { LOCAL_NAME, NODE_TYPE } from '../../html/node-keys.ts';
import { attribute, firstElementChild, following } from '../../html/node-tree.ts';
import { documentUrl } from '../document-address.ts';
import { append, dateNow, defineProperty } from '../primordials.ts';
import { URL_PARTS } from '../url/url-parts.ts';
import { addressParts } from '../url-api.ts';
import { setAttributeValue } from './attribute-list.ts';
import type { PageNode } from './create-node.ts';
import { bodyOf } from './document-members.ts';
import { domException } from './dom-exception.ts';
import { defineMembers, prototypeOf } from './interfaces.ts';
import { cachedList, liveCollection } from './node-list.ts';

const PlatformPromise = Promise;

function refused(): Promise<never> {
  return PlatformPromise.reject(new TypeError('Fullscreen request denied'));
}

/** 'MM/DD/YYYY hh:mm:ss' of now: the host does not say when a document was changed. */
function lastModified(): string {
  const date = new Date(dateNow());
  const two = (number: number): string => (number < 10 ? `0${number}` : `${number}`);
  const day = `${two(date.getMonth() + 1)}/${two(date.getDate())}/${date.getFullYear()}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** Colours that stand on the body. */
const BODY_ATTRIBUTES = [
  ['bgColor', 'bgcolor'],
  ['fgColor', 'text'],
  ['linkColor', 'link'],
  ['vlinkColor', 'vlink'],
  ['alinkColor', 'alink'],
] as const;

const pluginLists = new WeakMap<StoreNode, object>();
const appletLists = new WeakMap<StoreNode, object>();
const areaLists = new WeakMap<StoreNode, object>();

function elementsNamed(root: PageNode, cache: WeakMap<StoreNode, object>, name: string): object {
  return cachedList(cache, root, () =>
    liveCollection((out) => {
      for (let at = following(root, root); at !== null; at = following(at, root)) {
        if (at[NODE_TYPE] === 1 && at[LOCAL_NAME] === name) append(out, at as PageNode);
      }
    }),
  );
}

export function installDocumentLegacy(): void {
  let designMode = 'off';
  defineMembers<PageNode>('Document', {
    get dir(): string {
      const root = firstElementChild(this) as unknown as { dir?: string } | null;
      return root?.dir ?? '';
    },
    set dir(value: unknown) {
      const root = firstElementChild(this) as unknown as PageNode | null;
      if (root !== null) setAttributeValue(root, 'dir', `${value}`);
    },
    get domain(): string {
      return addressParts(documentUrl(), '')?.[URL_PARTS.indexOf('hostname')] ?? '';
    },
    set domain(_: unknown) {
      throw domException('SecurityError', "Assignment is forbidden for documents with an origin's key.");
    },
    get lastModified(): string {
      return lastModified();
    },
    get designMode(): string {
      return designMode;
    },
    set designMode(value: unknown) {
      const mode = `${value}`.toLowerCase();
      if (mode === 'on' || mode === 'off') designMode = mode;
    },
    get plugins(): object {
      return elementsNamed(this, pluginLists, 'embed');
    },
    // HTML §16.3.3: there are none any more.
    get applets(): object {
      return elementsNamed(this, appletLists, 'applet:none');
    },
    get prerendering(): boolean {
      return false;
    },
    // [LegacyLenientSetter]: what is written is forgotten.
    get fullscreenEnabled(): boolean {
      return true;
    },
    set fullscreenEnabled(_value: unknown) {},
    get fullscreenElement(): null {
      return null;
    },
    set fullscreenElement(_value: unknown) {},
    get webkitFullscreenElement(): null {
      return null;
    },
    get pointerLockElement(): null {
      return null;
    },
    get pictureInPictureElement(): null {
      return null;
    },
    get pictureInPictureEnabled(): boolean {
      return true;
    },
    exitFullscreen: refused,
    exitPointerLock(): void {},
    clear(): void {},
    captureEvents(): void {},
    releaseEvents(): void {},
  });
  for (const [property, name] of BODY_ATTRIBUTES) {
    defineProperty(prototypeOf('Document'), property, {
      get(this: PageNode): string {
        const body = bodyOf(this);
        return body === null ? '' : (attribute(body, name) ?? '');
      },
      set(this: PageNode, value: unknown) {
        const body = bodyOf(this);
        if (body !== null) setAttributeValue(body, name, value === null ? '' : `${value}`);
      },
      enumerable: true,
      configurable: true,
    });
  }
  defineMembers<PageNode>('Element', {
    requestFullscreen: refused,
    webkitRequestFullscreen: refused,
    webkitRequestFullScreen: refused,
    requestPointerLock: refused,
    setPointerCapture(): void {},
    releasePointerCapture(): void {},
    hasPointerCapture(): boolean {
      return false;
    },
  });
  defineMembers<PageNode>('HTMLMapElement', {
    get areas(): object {
      return elementsNamed(this, areaLists, 'area');
    },
  });
  defineMembers<PageNode>('HTMLTitleElement', {
    get text(): string {
      return (this as unknown as { textContent: string }).textContent;
    },
    set text(value: unknown) {
      (this as unknown as { textContent: unknown }).textContent = value;
    },
  });
}
