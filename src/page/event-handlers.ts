/**
 * Event handlers: `el.onclick = …` and `<div onclick="…">`.
 *
 * In:  a property set by script, or the text of an attribute, which is compiled when the first event comes.
 * Out: a listener in the target's list, in the place where it was first set.
 *
 * HTML §8.1.8.1 https://html.spec.whatwg.org/#event-handler-attributes
 */

import { LOCAL_NAME, NODE_TYPE, OWNER_DOCUMENT } from '../html/node-keys.ts';
import { attribute } from '../html/node-tree.ts';
import { namespaceUri, type PageNode, SVG_NAMESPACE } from './dom/create-node.ts';
import { isTreeNode } from './dom/tree.ts';
import { type Event, eventControl } from './event.ts';
import { evaluateHere, isFramed } from './frames/own-frame.ts';
import { addListener, prependListener, removeAllListeners, watchResult } from './listeners.ts';
import { defineNamedAccessor } from './named-function.ts';
import {
  append,
  apply,
  asciiLower,
  bareArray,
  create,
  defineProperty,
  getOwnPropertyDescriptor,
  indexOf,
  mapGet,
  mapSet,
  newMap,
  quote,
  startsWith,
  stringSlice,
  weakGet,
  weakSet,
} from './primordials.ts';
import { reportException } from './report-exception.ts';

const GLOBAL_HANDLERS =
  'abort auxclick animationcancel animationend animationiteration animationstart beforeinput beforematch beforetoggle ' +
  'blur cancel canplay canplaythrough change click close contextlost contextmenu contextrestored cuechange ' +
  'dblclick drag dragend dragenter dragleave dragover dragstart drop durationchange emptied ended error focus formdata ' +
  'gotpointercapture input invalid keydown keypress keyup load loadeddata loadedmetadata loadstart lostpointercapture ' +
  'mousedown mouseenter mouseleave mousemove mouseout mouseover mouseup mousewheel pause play playing ' +
  'pointercancel pointerdown pointerenter pointerleave pointermove pointerout pointerover pointerup progress ratechange ' +
  'reset resize scroll scrollend securitypolicyviolation seeked seeking select selectionchange selectstart slotchange ' +
  'stalled submit suspend timeupdate toggle transitioncancel transitionend transitionrun transitionstart volumechange ' +
  'waiting webkitanimationend webkitanimationiteration webkitanimationstart webkittransitionend wheel command ' +
  'contentvisibilityautostatechange beforexrselect scrollsnapchange scrollsnapchanging pointerrawupdate';
/** Those of the clipboard, which the window does not have. */
const CLIPBOARD_HANDLERS = 'copy cut paste';
const WINDOW_HANDLERS =
  'afterprint beforeprint beforeunload hashchange languagechange message messageerror offline online pagehide pageshow ' +
  'popstate rejectionhandled storage unhandledrejection unload';
/** Handlers of the window that a body element does not have. */
const ONLY_WINDOW_HANDLERS =
  'search appinstalled beforeinstallprompt devicemotion deviceorientation deviceorientationabsolute pageswap pagereveal ' +
  'gamepadconnected gamepaddisconnected';
const DOCUMENT_HANDLERS =
  'readystatechange pointerlockchange pointerlockerror beforecopy beforecut beforepaste freeze prerenderingchange resume ' +
  'search visibilitychange fullscreenchange fullscreenerror webkitfullscreenchange webkitfullscreenerror';
/** Those of SVG's animation elements, by the types of their events. */
const ANIMATION_HANDLERS: Readonly<Record<string, string>> = {
  __proto__: null as never,
  beginEvent: 'begin',
  endEvent: 'end',
  repeatEvent: 'repeat',
};
/** On the body these are the window's. */
const FORWARDED = `blur error focus load resize scroll ${WINDOW_HANDLERS}`;

const names = (text: string): Record<string, true> => {
  const set: Record<string, true> = { __proto__: null as never };
  for (const name of text.split(' ')) set[name] = true;
  return set;
};
const forwarded = names(FORWARDED);
const FORWARDED_TYPES = bareArray<string>();
for (const type of FORWARDED.split(' ')) append(FORWARDED_TYPES, type);
const known = names(
  `${GLOBAL_HANDLERS} ${CLIPBOARD_HANDLERS} ${WINDOW_HANDLERS} ${ONLY_WINDOW_HANDLERS} ${DOCUMENT_HANDLERS} beginEvent endEvent repeatEvent`,
);

/** Types of events whose handlers' names have no capital letters. */
const PREFIXED: Readonly<Record<string, string>> = {
  __proto__: null as never,
  webkitanimationend: 'webkitAnimationEnd',
  webkitanimationiteration: 'webkitAnimationIteration',
  webkitanimationstart: 'webkitAnimationStart',
  webkittransitionend: 'webkitTransitionEnd',
};

interface Handler {
  /** What script sees: a function or object, or `null`. */
  value: object | null;
  /** Text of an attribute that has not been compiled yet. */
  source: string | null;
}

const handlers = new WeakMap<object, Map<string, Handler>>();
// Captured: the page may replace the global.
const CompiledFunction = Function;
const NO_FORM = create(null) as object;

/** Whether policies of the document allow the text of an attribute; csp/declared-policy.ts knows. */
let mayCompile: (source: string, owner: object) => boolean = () => true;

export function setHandlerGuard(guard: typeof mayCompile): void {
  mayCompile = guard;
}

/** Where a handler that is set on `target` really belongs. */
function ownerOf(target: object, type: string): object {
  if (!forwarded[type] || !isTreeNode(target)) return target;
  return target[NODE_TYPE] === 1 && (target[LOCAL_NAME] === 'body' || target[LOCAL_NAME] === 'frameset')
    ? globalThis
    : target;
}

function handlerFor(owner: object, type: string, add = addListener): Handler {
  let map = weakGet(handlers, owner);
  if (map === undefined) {
    map = newMap();
    weakSet(handlers, owner, map);
  }
  let handler = mapGet(map, type);
  if (handler === undefined) {
    handler = { value: null, source: null };
    mapSet(map, type, handler);
    const entry = handler;
    const callback = (event: Event): void => runHandler(owner, type, entry, event);
    add(owner, { type: PREFIXED[type] ?? type, callback, capture: false, once: false, passive: false, removed: false });
  }
  return handler;
}

/** "the event handler processing algorithm" */
function runHandler(owner: object, type: string, handler: Handler, event: Event): void {
  const callback = compiled(owner, type, handler);
  if (typeof callback !== 'function') return;
  const isError = type === 'error' && owner === globalThis && (event as { filename?: unknown }).filename !== undefined;
  const { message, filename, lineno, colno, error } = event as unknown as Record<string, unknown>;
  const args = isError ? [message, filename, lineno, colno, error] : [event];
  const result = apply(callback as (...args: unknown[]) => unknown, eventControl.currentTarget(event), args);
  watchResult(result);
  if (isError ? result === true : result === false) eventControl.cancel(event);
}

/** A document of another frame may be what runs now, and V8 then compiles nothing for this one: the engine does. */
function compileFunction(parameters: string, body: string): unknown {
  if (!isFramed()) return CompiledFunction(parameters, body);
  return evaluateHere(`new(function(){}).constructor(${quote(parameters)},${quote(body)})`);
}

/** Compiles the attribute's text in the scope that HTML gives it: the element, its form, the document. */
function compiled(owner: object, type: string, handler: Handler): object | null {
  if (handler.source === null) return handler.value;
  const source = handler.source;
  handler.source = null;
  if (!mayCompile(source, owner)) return null;
  const element = owner as PageNode & { form?: object | null };
  const isWindow = owner === globalThis;
  try {
    // The text must be a function body by itself; otherwise it could close the scopes around it.
    if (compileFunction('event', source) === undefined) return null;
    const parameters = isWindow && type === 'error' ? 'event, source, lineno, colno, error' : 'event';
    // The function has a name, which is no variable in it: where the text says it, the page means something of its own.
    const name = `on${handlerName(type)}`;
    const own = indexOf(source, name) >= 0 ? '' : ` ${name}`;
    const made = `return{${name}:function${own}(${parameters}){\n${source}\n}}.${name}`;
    const body = `with(__document){with(__form){with(__element){${made}}}}`;
    const make = compileFunction('__document,__form,__element', body);
    const document = isWindow ? NO_FORM : (element[OWNER_DOCUMENT] ?? NO_FORM);
    handler.value = apply(make as () => object, undefined, [
      document,
      isWindow ? NO_FORM : (element.form ?? NO_FORM),
      isWindow ? NO_FORM : owner,
    ]);
  } catch (error) {
    reportException(error);
    handler.value = null;
  }
  return handler.value;
}

export function eventHandler(target: object, type: string): object | null {
  const owner = ownerOf(target, type);
  ensureAttributeHandler(target, type);
  const map = weakGet(handlers, owner);
  const handler = map === undefined ? undefined : mapGet(map, type);
  return handler === undefined ? null : compiled(owner, type, handler);
}

export function setEventHandler(target: object, type: string, value: unknown): void {
  const isObject = typeof value === 'function' || (typeof value === 'object' && value !== null);
  const handler = handlerFor(ownerOf(target, type), type);
  handler.value = isObject ? (value as object) : null;
  handler.source = null;
}

/** document.open forgets the handlers, together with all other listeners. */
export function dropHandlers(target: object): void {
  weakSet(handlers, target, newMap());
  removeAllListeners(target);
}

/** An attribute was set or removed. */
export function handlerAttributeChanged(element: PageNode, name: string, value: string | null): void {
  if (!startsWith(name, 'on')) return;
  const named = stringSlice(name, 2);
  const type = ANIMATION_HANDLERS[`${named}Event`] === named ? `${named}Event` : named;
  if (handlerName(type) !== named || !mayHandle(element, type)) return;
  const handler = handlerFor(ownerOf(element, type), type);
  handler.value = null;
  handler.source = value;
}

/** An attribute that the parser made has not been seen yet; it is when an event comes by. */
export function ensureAttributeHandler(target: object, eventType: string): void {
  const type = startsWith(eventType, 'webkit') ? asciiLower(eventType) : eventType;
  if (!known[type] || !isTreeNode(target) || target[NODE_TYPE] !== 1 || !mayHandle(target, type)) return;
  const source = attribute(target, `on${handlerName(type)}`);
  if (source === null) return;
  const owner = ownerOf(target, type);
  const map = weakGet(handlers, owner);
  if (map !== undefined && mapGet(map, type) !== undefined) return;
  handlerFor(owner, type, prependListener).source = source;
}

/** 'on…' without the 'on'. */
function handlerName(type: string): string {
  return ANIMATION_HANDLERS[type] ?? type;
}

/** Whether a tree node can have this handler in an attribute. */
function mayHandle(element: PageNode, type: string): boolean {
  if (!known[type]) return false;
  return ANIMATION_HANDLERS[type] === undefined || isSvgAnimation(element);
}

const SVG_ANIMATIONS = names('animate animateMotion animateTransform set');

function isSvgAnimation(element: PageNode): boolean {
  return SVG_ANIMATIONS[element[LOCAL_NAME]] === true && namespaceUri(element) === SVG_NAMESPACE;
}

/** The window's handlers in the body's attributes, when the parser has put the body in. */
export function adoptBodyHandlers(body: PageNode): void {
  for (let at = 0; at < FORWARDED_TYPES.length; at++) ensureAttributeHandler(body, FORWARDED_TYPES[at]!);
}

/** Puts 'on…' accessors on a prototype or on the window. */
export function defineHandlerProperties(target: object, which: 'global' | 'window' | 'document'): void {
  const extra =
    which === 'window'
      ? ` ${WINDOW_HANDLERS} ${ONLY_WINDOW_HANDLERS}`
      : which === 'document'
        ? ` ${CLIPBOARD_HANDLERS} ${DOCUMENT_HANDLERS}`
        : ` ${CLIPBOARD_HANDLERS}`;
  for (const type of `${GLOBAL_HANDLERS}${extra}`.split(' ')) {
    defineNamedAccessor(target, `on${type}`, type, readHandler, writeHandler);
  }
}

/** Smaller: the same accessors on another prototype. */
export function copyHandlerProperties(from: object, to: object): void {
  for (const type of `${GLOBAL_HANDLERS} ${CLIPBOARD_HANDLERS}`.split(' ')) {
    defineProperty(to, `on${type}`, getOwnPropertyDescriptor(from, `on${type}`)!);
  }
}

/** The window, or a node. */
function targetOf(self: unknown): object {
  if (self === undefined || self === null || self === globalThis) return globalThis;
  if (typeof self !== 'object' || !isTreeNode(self)) throw new TypeError('Illegal invocation');
  return self;
}

function readHandler(self: unknown, type: string): unknown {
  return eventHandler(targetOf(self), type);
}

function writeHandler(self: unknown, value: unknown, type: string): void {
  setEventHandler(targetOf(self), type, value);
}

/** A body element has the window's handlers too. */
export function defineForwardedProperties(prototype: object): void {
  for (const type of `${FORWARDED} gamepadconnected gamepaddisconnected`.split(' ')) {
    defineNamedAccessor(
      prototype,
      `on${type}`,
      type,
      (_, own) => eventHandler(globalThis, own),
      (_, value, own) => setEventHandler(globalThis, own, value),
    );
  }
}
