/**
 * Windows of other documents, as this document sees them: all of them where the origin is the same, and what HTML shows to
 * strangers where it is not.
 *
 * In:  the number of a navigable. Out: one object for it as long as this document lives, also when the frame goes to
 * another document.
 *
 * HTML §7.2.3 (WindowProxy), §7.2.1.3 (cross-origin objects) https://html.spec.whatwg.org/#the-windowproxy-exotic-object
 */
import { encodedAddress } from '../document-address.ts';
import { domException } from '../dom/dom-exception.ts';
import { askEngine } from '../engine-link.ts';
import { nativeMethod } from '../native-look.ts';
import { policyText } from '../outbox.ts';
import type { WindowGate } from '../ports.ts';
import {
  append,
  bareArray,
  copyArray,
  create,
  defineProperty,
  hasWord,
  mapGet,
  mapSet,
  quote,
  reflect,
  weakGet,
  weakSet,
} from '../primordials.ts';
import { needArguments } from '../rare/answers.ts';

let own = 0;

export function setOwnNavigable(navigable: number): void {
  own = navigable;
}

const windows = new Map<number, object>();
const numbers = new WeakMap<object, number>();

type Post = (navigable: number, origin: string, data: unknown, options: unknown) => void;
type Options = (target: unknown, transfer: unknown) => { readonly origin: string; readonly options: unknown };
let post: Post = () => {};
let readOptions: Options = () => ({ origin: '*', options: undefined });

/** How messages are sent; message-channel.ts knows. */
export function setWindowPost(send: Post, options: Options): void {
  post = send;
  readOptions = options;
}

/** The window of a navigable; this document's own for its own number. */
export function windowOf(navigable: number): object {
  if (navigable === own) return globalThis;
  let window = mapGet(windows, navigable);
  if (window === undefined) {
    window = makeWindow(navigable);
    mapSet(windows, navigable, window);
    weakSet(numbers, window, navigable);
  }
  return window;
}

/** The number of the navigable whose window a value is; -1 for other values. */
export function numberOfWindow(value: unknown): number {
  if (value === globalThis) return own;
  return typeof value === 'object' && value !== null ? (weakGet(numbers, value) ?? -1) : -1;
}

function gateOf(navigable: number): WindowGate | null {
  return askEngine((engine) => engine.frameGate(navigable)) ?? null;
}

/** Sends a navigable to an address, as its `location` does. */
export function navigateWindow(navigable: number, address: unknown, replace: boolean): void {
  const text = `${address}`;
  const url = encodedAddress(text);
  if (url === null) throw domException('SyntaxError', `'${text}' is not a valid URL.`);
  sendFrame(navigable, url, replace, null);
}

/** `false` when this document may not do that. */
export function sendFrame(
  navigable: number,
  url: string,
  replace: boolean,
  srcdoc: string | null,
  referrerPolicy = '',
): boolean {
  return sendFrameWith(navigable, url, 'GET', null, null, replace, srcdoc, referrerPolicy);
}

export function sendFrameWith(
  navigable: number,
  url: string,
  method: string,
  contentType: string | null,
  body: string | null,
  replace: boolean,
  srcdoc: string | null,
  referrerPolicy = '',
): boolean {
  const orNull = (text: string | null): string => (text === null ? 'null' : quote(text));
  const content = `"contentType":${orNull(contentType)},"body":${orNull(body)},"srcdoc":${orNull(srcdoc)}`;
  const json = `{"url":${quote(url)},"method":"${method}","replace":${replace},${content}${policyText(referrerPolicy)}}`;
  return askEngine((engine) => engine.frameNavigate(navigable, json)) === true;
}

/** Names that strangers may read; promises and `instanceof` look for some others, and find nothing. */
const OPEN_NAMES = ' window self frames parent top location closed length postMessage focus blur close opener ';

function postTo(_self: unknown, args: ArrayLike<unknown>, navigable: number): void {
  needArguments(args, 1, 'postMessage', 'Window');
  const { origin, options } = readOptions(args[1], args[2]);
  post(navigable, origin, args[0], options);
}

function makeWindow(navigable: number): object {
  const postMessage = nativeMethod('postMessage', 1, postTo, navigable);
  const location = foreignLocation(navigable);
  const seen = (gate: WindowGate, value: unknown): unknown => {
    const number = typeof value === 'object' && value !== null ? gate.windowNumber(value) : -1;
    return number < 0 ? value : windowOf(number);
  };
  const window: object = new Proxy(create(null) as object, {
    get(_, key) {
      if (key === 'postMessage') return postMessage;
      const gate = gateOf(navigable);
      if (gate !== null) return seen(gate, gate.get(key));
      if (key === 'then' || typeof key === 'symbol') return undefined;
      if (!isThere(navigable)) return goneMember(navigable, key);
      return openMember(navigable, key, location);
    },
    set(_, key, value) {
      if (key === 'location') {
        navigateWindow(navigable, value, false);
        return true;
      }
      const gate = gateOf(navigable);
      if (gate === null) throw refused();
      return gate.set(key, value);
    },
    has(_, key) {
      const gate = gateOf(navigable);
      if (gate !== null) return gate.has(key);
      if (typeof key === 'symbol' || key === 'then') return false;
      if (hasWord(OPEN_NAMES, key) || childOf(navigable, key) >= 0) return true;
      throw refused();
    },
    getOwnPropertyDescriptor(_, key) {
      const gate = gateOf(navigable);
      if (gate !== null) {
        const found = gate.describe(key);
        // A proxy may only show what can be changed where its target has nothing.
        return found === undefined ? undefined : { ...found, configurable: true };
      }
      if (key === 'then' || typeof key === 'symbol') return undefined;
      return { value: openMember(navigable, key, location), writable: false, enumerable: false, configurable: true };
    },
    defineProperty(_, key, descriptor) {
      const gate = gateOf(navigable);
      if (gate === null) throw refused();
      return gate.define(key, descriptor);
    },
    deleteProperty(_, key) {
      const gate = gateOf(navigable);
      if (gate === null) throw refused();
      return gate.remove(key);
    },
    ownKeys: () => copyArray(gateOf(navigable)?.keys() ?? openKeys(navigable)),
    getPrototypeOf: () => gateOf(navigable)?.prototype() ?? null,
    setPrototypeOf: () => false,
    preventExtensions: () => false,
  });
  return window;
}

function isThere(navigable: number): boolean {
  return askEngine((engine) => engine.frameIsThere(navigable)) === true;
}

/** A window whose frame has gone: it is closed, and in nothing. */
function goneMember(navigable: number, key: string): unknown {
  switch (key) {
    case 'window':
    case 'self':
    case 'frames':
      return windowOf(navigable);
    case 'closed':
      return true;
    case 'length':
      return 0;
    case 'parent':
    case 'top':
    case 'opener':
    case 'frameElement':
      return null;
  }
  return undefined;
}

/** §7.2.1.3.1 CrossOriginProperties, and the frames inside. */
function openMember(navigable: number, key: string, location: object): unknown {
  switch (key) {
    case 'window':
    case 'self':
    case 'frames':
      return windowOf(navigable);
    case 'parent': {
      const parent = askEngine((engine) => engine.frameParent(navigable)) ?? -1;
      return windowOf(parent < 0 ? navigable : parent);
    }
    case 'top':
      return windowOf(0);
    case 'closed':
      return askEngine((engine) => engine.frameIsThere(navigable)) !== true;
    case 'length':
      return askEngine((engine) => engine.frameCount(navigable)) ?? 0;
    case 'opener':
      return null;
    case 'location':
      return location;
    case 'focus':
      return FOCUS;
    case 'blur':
      return BLUR;
    case 'close':
      return CLOSE;
  }
  const child = childOf(navigable, key);
  if (child >= 0) return windowOf(child);
  throw refused();
}

function openKeys(navigable: number): ArrayLike<string> {
  const keys = bareArray<string>();
  const count = askEngine((engine) => engine.frameCount(navigable)) ?? 0;
  for (let at = 0; at < count; at++) append(keys, `${at}`);
  return keys;
}

/** The navigable of a frame inside, by its place or name; -1 for none. */
export function childOf(navigable: number, key: string): number {
  const at = +key;
  if (at >= 0 && `${at | 0}` === key) return askEngine((engine) => engine.frameChild(navigable, at)) ?? -1;
  return key === '' ? -1 : (askEngine((engine) => engine.frameNamed(navigable, key)) ?? -1);
}

let shown = 0;

/** HTML §7.2.2.3: the frames inside are properties of the window itself, by their places. */
export function showFrames(): void {
  const count = askEngine((engine) => engine.frameCount(own)) ?? 0;
  for (let at = 0; at < count; at++) {
    const value = windowOf(childOf(own, `${at}`));
    defineProperty(globalThis, at, { value, writable: false, enumerable: true, configurable: true });
  }
  for (let at = count; at < shown; at++) reflect.deleteProperty(globalThis, at);
  shown = count;
}

function replaceIn(_self: unknown, args: ArrayLike<unknown>, navigable: number): void {
  needArguments(args, 1, 'replace', 'Location');
  navigateWindow(navigable, args[0], true);
}

function foreignLocation(navigable: number): object {
  const members = create(null) as object;
  defineProperty(members, 'href', {
    set: (value: unknown) => navigateWindow(navigable, value, false),
    configurable: true,
  });
  const replace = nativeMethod('replace', 1, replaceIn, navigable);
  return new Proxy(members, {
    get(_, key) {
      if (key === 'replace') return replace;
      if (key === 'then' || typeof key === 'symbol') return undefined;
      throw refused();
    },
    set(_, key, value) {
      if (key !== 'href') throw refused();
      navigateWindow(navigable, value, false);
      return true;
    },
    has: (_, key) => key === 'href' || key === 'replace',
    getOwnPropertyDescriptor: () => undefined,
    defineProperty() {
      throw refused();
    },
    deleteProperty() {
      throw refused();
    },
    ownKeys: () => [],
    getPrototypeOf: () => null,
    setPrototypeOf: () => false,
  });
}

function doNothing(): void {}

const FOCUS = nativeMethod('focus', 0, doNothing, null);
const BLUR = nativeMethod('blur', 0, doNothing, null);
const CLOSE = nativeMethod('close', 0, doNothing, null);

export function refused(): Error {
  const text = 'Blocked a frame from accessing a cross-origin frame.';
  return domException('SecurityError', text) as unknown as Error;
}
