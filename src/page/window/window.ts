/**
 * The global object of a page: what stands on it, each part from a file of its own.
 *
 * Everything static is put on when the realm is made, so that it is part of the snapshot; a document only sets the
 * numbers. What a browser has and this does not is absent.
 *
 * HTML §7.2.2 https://html.spec.whatwg.org/#the-window-object
 */

import { NODE_TYPE } from '../../html/node-keys.ts';
import { firstElementChild } from '../../html/node-tree.ts';
import type { Profile } from '../../identity/profile.ts';
import { decodeBase64, encodeBase64 } from '../base64.ts';
import { documentOrigin } from '../document-address.ts';
import { type PageNode, setDocumentLocation } from '../dom/create-node.ts';
import { customElements } from '../dom/custom/registry.ts';
import { DOMParser } from '../dom/document-implementation.ts';
import { mainDocument } from '../dom/document-members.ts';
import { DOMException, domException } from '../dom/dom-exception.ts';
import { defineInterface, defineMembers, eachInterface, prototypeOf } from '../dom/interfaces.ts';
import { eachNamedConstructor } from '../dom/named-constructors.ts';
import { makeNodeFilter } from '../dom/node-filter.ts';
import { selectionOf } from '../dom/selection.ts';
import { computedStyle } from '../dom/style-declaration.ts';
import { eventControl } from '../event.ts';
import { eachEventClass, setPageOffset } from '../event-classes.ts';
import { defineHandlerProperties } from '../event-handlers.ts';
import { setEventParent } from '../event-path.ts';
import { runningEvent } from '../events.ts';
import { frameViewport, installFrameWindow } from '../frames/own-frame.ts';
import { DOMRect, DOMRectReadOnly } from '../geometry.ts';
import '../geometry-quad.ts';
import { setViewportPlace } from '../input-pointer.ts';
import { type Method, namedGetter, namedMethod } from '../named-function.ts';
import { noteNative } from '../native-look.ts';
import { makeNavigation } from '../navigation-api/navigation.ts';
import { installNetwork } from '../network/install-network.ts';
import { eachExposed } from '../network/web-class.ts';
import { apply, create, defineProperty, hasWord, reflect, setPrototypeOf } from '../primordials.ts';
import { installOldMembers } from '../rare/old-members.ts';
import { installEventRest } from '../rare/text-lengths.ts';
import {
  type ScrollOffset,
  scrollArguments,
  scrollBy,
  scrollElement,
  scrolled,
  scrollOffset,
  setScrollGrid,
} from '../scrolling.ts';
import { URLSearchParams as PageSearchParams, URL as PageUrl } from '../url-api.ts';
import { boundWebAssembly } from '../wasm/web-assembly.ts';
import { makeAbortInterfaces } from './abort.ts';
import { makeConsole } from './console.ts';
import { makeCss } from './css.ts';
import { isSecureAddress } from './device-apis.ts';
import { installDocumentParts } from './document-parts.ts';
import { connectViewport } from './environment.ts';
import { FinalizationRegistryObject } from './finalization-registry.ts';
import { makeHistory } from './history.ts';
import { makeLocation } from './location.ts';
import { makeMatchMedia } from './match-media.ts';
import { connectNamedProperties } from './named-properties.ts';
import { makeNavigator, makeScreen, setProfile } from './navigator.ts';
import { installPageApis } from './page-apis.ts';
import { makePerformance } from './performance.ts';
import { installTaskFunctions } from './task-functions.ts';

let viewport: readonly [number, number] = [0, 0];
let pixelRatio = 1;
let frame: Profile['windowFrame'] = [0, 0];
let position: readonly [number, number] = [0, 0];
let status = '';

connectViewport((next) => {
  const isOther = next[0] !== viewport[0] || next[1] !== viewport[1];
  viewport = next;
  return isOther;
});

export function setWindowProfile(profile: Profile): void {
  viewport = profile.viewport;
  pixelRatio = profile.devicePixelRatio;
  frame = profile.windowFrame;
  position = windowPosition(profile);
  setScrollGrid(pixelRatio);
  setProfile(profile);
}

/** Somewhere on the screen, where a person has left it. */
function windowPosition({ availableScreen: [left, top, width, height], seed }: Profile): readonly [number, number] {
  const across = width - viewport[0] - frame[0];
  const down = height - viewport[1] - frame[1];
  return [left + (across > 0 ? (seed >>> 4) % (across + 1) : 0), top + (down > 0 ? (seed >>> 12) % (down + 1) : 0)];
}

/** Objects of the window that scripts cannot put something else in the place of. */
const READ_ONLY =
  ' navigator history customElements isSecureContext closed localStorage sessionStorage crypto indexedDB caches ' +
  'crossOriginIsolated originAgentCluster credentialless speechSynthesis styleMedia frameElement trustedTypes crashReport fence cookieStore ' +
  'documentPictureInPicture launchQueue ';

/** Functions of the window are enumerable; interface objects and namespaces are not. Objects are read by getter. */
function expose(property: string, value: unknown): void {
  const isMember = /^[a-z]/.test(property) && property !== 'console';
  if (isMember && typeof value === 'object') {
    exposeGetter(property, () => value);
    return;
  }
  // A function of the platform has no prototype; those that are declared as functions have one.
  const isPlain = isMember && typeof value === 'function' && 'prototype' in value;
  const own = isPlain ? namedMethod(property, value.length, callPlain, value as Method) : value;
  defineProperty(globalThis, property, { value: own, writable: true, enumerable: isMember, configurable: true });
}

function callPlain(self: unknown, args: ArrayLike<unknown>, plain: Method): unknown {
  return apply(plain, self, args);
}

function callGetter(_self: unknown, get: () => unknown): unknown {
  return get();
}

/** Read by getter; writing replaces it, as WebIDL's [Replaceable] has it, unless it is read-only. */
function exposeGetter(property: string, get: () => unknown, set?: (value: unknown) => void): void {
  const replace = (value: unknown) => {
    defineProperty(globalThis, property, { value, writable: true, enumerable: true, configurable: true });
  };
  // A getter of the platform has no prototype; those that are declared as functions have one.
  const own = 'prototype' in get ? namedGetter(property, callGetter, get) : get;
  const shape = { get: own, enumerable: property !== 'offscreenBuffering', configurable: true };
  defineProperty(globalThis, property, hasWord(READ_ONLY, property) ? shape : { ...shape, set: set ?? replace });
}

export function installWindow(): void {
  const prototype = defineInterface('Window', 'EventTarget');
  setPrototypeOf(globalThis, prototype);
  defineHandlerProperties(globalThis, 'window');
  for (const self of ['window', 'self', 'frames']) exposeGetter(self, () => globalThis);
  installFrameWindow(exposeGetter);
  exposeDocumentParts();
  exposeNumbers();
  exposeFunctions();
  installNetwork(exposeGetter);
  installTaskFunctions(expose);
  installPageApis({ expose, exposeGetter, viewport: () => frameViewport() ?? viewport, pixelRatio: () => pixelRatio });
  exposeClasses();
  installDocumentParts();
  installOldMembers();
  installEventRest();
}

/** For each document, because a worker has to get rid of them: what script cannot take off the window. */
export function lockWindow(): void {
  for (const property of ['window', 'document', 'location', 'top']) {
    const descriptor = reflect.getOwnPropertyDescriptor(globalThis, property)!;
    const set = property === 'location' ? descriptor.set : undefined;
    const shape = { get: descriptor.get, set, enumerable: true, configurable: false };
    defineProperty(globalThis, property, shape as PropertyDescriptor);
  }
}

function exposeDocumentParts(): void {
  const location = makeLocation();
  exposeGetter('document', mainDocument);
  exposeGetter(
    'location',
    () => location,
    (value) => {
      (location as { href: unknown }).href = value;
    },
  );
  const accessor = {
    get location(): unknown {
      const self = this as unknown;
      if (self === mainDocument()) return location;
      // A document in no window is nowhere.
      const { defaultView } = self as { readonly defaultView?: { readonly location: unknown } | null };
      return defaultView?.location ?? null;
    },
    set location(value: unknown) {
      (location as { href: unknown }).href = value;
    },
  };
  const { get, set } = reflect.getOwnPropertyDescriptor(accessor, 'location')!;
  noteNative(get!, 'get location');
  noteNative(set!, 'set location');
  setDocumentLocation({ get, set, enumerable: true, configurable: false } as PropertyDescriptor);
  const history = makeHistory();
  const navigator = makeNavigator();
  const screen = makeScreen();
  exposeGetter('history', () => history);
  const navigation = makeNavigation();
  exposeGetter('navigation', () => navigation);
  exposeGetter('customElements', customElements);
  exposeGetter('navigator', () => navigator);
  exposeGetter('clientInformation', () => navigator);
  exposeGetter('screen', () => screen);
  expose('console', makeConsole());
  expose('performance', makePerformance());
  expose('CSS', makeCss());
  exposeGetter('opener', () => null);
  exposeGetter('event', runningEvent);
  exposeGetter('origin', () => documentOrigin());
  exposeGetter('isSecureContext', isSecureAddress);
  exposeGetter('crossOriginIsolated', () => false);
  exposeGetter('originAgentCluster', () => true);
  exposeGetter('credentialless', () => false);
  exposeGetter('offscreenBuffering', () => true);
  exposeGetter(
    'status',
    () => status,
    (value) => {
      status = `${value}`;
    },
  );
  exposeGetter('external', exposeExternal());
}

/** HTML §7.2.6.2: an object that does nothing. */
function exposeExternal(): () => object {
  defineInterface('External', null);
  defineMembers<object>('External', { AddSearchProvider(): void {}, IsSearchProviderInstalled(): void {} });
  const external = create(prototypeOf('External')) as object;
  return () => external;
}

function exposeNumbers(): void {
  const root = () => firstElementChild(mainDocument()) as unknown as PageNode | null;
  const scroll = () => {
    const element = root();
    return element === null ? NOT_SCROLLED : scrollOffset(element);
  };
  setPageOffset((isAcross) => (isAcross ? scroll().left : scroll().top));
  setViewportPlace(viewportOnScreen);
  exposeGetter('innerWidth', () => (frameViewport() ?? viewport)[0]);
  exposeGetter('innerHeight', () => (frameViewport() ?? viewport)[1]);
  exposeGetter('outerWidth', () => viewport[0] + frame[0]);
  exposeGetter('outerHeight', () => viewport[1] + frame[1]);
  exposeGetter('devicePixelRatio', () => pixelRatio);
  for (const property of ['scrollX', 'pageXOffset']) exposeGetter(property, () => scroll().left);
  for (const property of ['scrollY', 'pageYOffset']) exposeGetter(property, () => scroll().top);
  for (const property of ['screenX', 'screenLeft']) exposeGetter(property, () => position[0]);
  for (const property of ['screenY', 'screenTop']) exposeGetter(property, () => position[1]);
  const scrollWith = (scroll: typeof scrollElement, args: readonly unknown[]): Promise<object> =>
    scrolled(() => {
      const given = scrollArguments(args);
      const element = root();
      if (element !== null) scroll(element, ...given);
    });
  expose('scrollTo', (...args: unknown[]) => scrollWith(scrollElement, args));
  expose('scroll', (...args: unknown[]) => scrollWith(scrollElement, args));
  expose('scrollBy', (...args: unknown[]) => scrollWith(scrollBy, args));
}

/** Where the viewport's corner is on the screen: below the bars, inside of the window's edges. */
function viewportOnScreen(): readonly [x: number, y: number] {
  const edge = frame[0] / 2;
  return [position[0] + edge, position[1] + frame[1] - edge];
}

const NOT_SCROLLED: ScrollOffset = { left: 0, top: 0 };

function exposeFunctions(): void {
  expose('getComputedStyle', (element: PageNode, pseudo: unknown = undefined) => {
    if (element?.[NODE_TYPE] !== 1) throw new TypeError("parameter 1 is not of type 'Element'.");
    return computedStyle(element, pseudo);
  });
  expose('getSelection', () => selectionOf(mainDocument()));
  expose('matchMedia', makeMatchMedia());
  expose('atob', (input: unknown) => {
    const bytes = decodeBase64(`${input}`);
    if (bytes === null)
      throw domException('InvalidCharacterError', 'The string to be decoded is not correctly encoded.');
    return bytes;
  });
  expose('btoa', (input: unknown) => {
    const text = encodeBase64(`${input}`);
    if (text === null) {
      throw domException('InvalidCharacterError', 'The string contains characters outside of the Latin1 range.');
    }
    return text;
  });
  for (const property of ['focus', 'blur', 'stop', 'close', 'print']) expose(property, (): void => {});
}

function exposeClasses(): void {
  eachInterface((interfaceName, object) => expose(interfaceName, object));
  eachEventClass(expose);
  makeAbortInterfaces(expose);
  const classes = {
    DOMException,
    DOMParser,
    DOMRect,
    DOMRectReadOnly,
    FinalizationRegistry: FinalizationRegistryObject,
  };
  for (const [className, object] of Object.entries(classes)) expose(className, object);
  eachExposed(expose);
  expose('URL', PageUrl);
  expose('URLSearchParams', PageSearchParams);
  expose('NodeFilter', makeNodeFilter());
  eachNamedConstructor(mainDocument, expose);
}

/**
 * Secure: memory and time that no limit of the isolate counts. SharedArrayBuffer is not there, WebAssembly is bounded, and an
 * ArrayBuffer cannot be resizable, because its reserve would not be counted; FinalizationRegistry is our own, because
 * V8's calls back when no limit counts. Done for each document, not in the snapshot: V8 itself puts some of these on
 * when it makes a context.
 */
export function removeUnbounded(): void {
  for (const property of UNBOUNDED) reflect.deleteProperty(globalThis, property);
  boundWebAssembly();
  expose('FinalizationRegistry', FinalizationRegistryObject);
  const Intrinsic = ArrayBuffer;
  const { construct } = Reflect;
  const Bounded = function (length: unknown): ArrayBuffer {
    if (new.target === undefined) throw new TypeError("Constructor ArrayBuffer requires 'new'");
    return construct(Intrinsic, [length], new.target as never);
  };
  defineProperty(Bounded, 'name', { value: 'ArrayBuffer', configurable: true });
  defineProperty(Bounded, 'prototype', { value: Intrinsic.prototype, writable: false });
  defineProperty(Bounded, 'isView', { value: Intrinsic.isView, writable: true, configurable: true });
  const species = reflect.getOwnPropertyDescriptor(Intrinsic, Symbol.species)!;
  defineProperty(Bounded, Symbol.species, species);
  noteNative(Bounded, 'ArrayBuffer');
  defineProperty(Intrinsic.prototype, 'constructor', { value: Bounded, writable: true, configurable: true });
  expose('ArrayBuffer', Bounded);
}

/** Without shared memory nobody can be made to wait by Atomics. */
const UNBOUNDED = ['SharedArrayBuffer'];

/** The document's events go on to the window, except load. Names of its elements are names of the window. */
export function connectWindow(document: PageNode): void {
  setEventParent(document, (event) => (eventControl.type(event) === 'load' ? null : globalThis));
  connectNamedProperties(document);
}
