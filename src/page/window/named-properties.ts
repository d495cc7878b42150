/**
 * Elements as properties: `window.menu` for id="menu", `document.search` for a form of that name.
 *
 * An object with these names stands in the prototype chain behind everything that the platform defines, so that a name
 * that nobody has defined is looked for among the elements, and a name that is set hides the element.
 *
 * HTML §7.2.2.3 https://html.spec.whatwg.org/#named-access-on-the-window-object, §3.1.6 (Document)
 *
 * Differs: names of elements do not hide members of the document.
 */

import { LOCAL_NAME } from '../../html/node-keys.ts';
import { attribute } from '../../html/node-tree.ts';
import { isHtmlElement, type PageNode } from '../dom/create-node.ts';
import { indexedByIdOrName } from '../dom/element-index.ts';
import { prototypeOf } from '../dom/interfaces.ts';
import { keysBehind } from '../dom/keys-behind.ts';
import { liveCollection } from '../dom/node-list.ts';
import { ownNavigable } from '../frames/own-frame.ts';
import { childOf, windowOf } from '../frames/window-proxy.ts';
import {
  append,
  type BareArray,
  bareArray,
  create,
  defineProperty,
  hasWord,
  reflect,
  setPrototypeOf,
} from '../primordials.ts';

type Rule = (element: PageNode, key: string) => boolean;

const WINDOW_NAMES = ' embed form img object ';
const DOCUMENT_NAMES = ' embed form iframe img object ';

/** Every id; the names of a few elements. */
const isWindowName: Rule = (element, key) =>
  attribute(element, 'id') === key ||
  (isHtmlElement(element) && hasWord(WINDOW_NAMES, element[LOCAL_NAME]) && attribute(element, 'name') === key);

const isDocumentName: Rule = (element, key) => {
  if (!isHtmlElement(element)) return false;
  const { [LOCAL_NAME]: localName } = element;
  const name = attribute(element, 'name');
  if (hasWord(DOCUMENT_NAMES, localName) && name === key) return true;
  if (attribute(element, 'id') !== key) return false;
  return localName === 'object' || (localName === 'img' && name !== null && name !== '');
};

function namedElements(key: string, isNamed: Rule): BareArray<PageNode> {
  const named = bareArray<PageNode>();
  const candidates = indexedByIdOrName(key);
  for (let at = 0; at < candidates.length; at++) if (isNamed(candidates[at]!, key)) append(named, candidates[at]!);
  return named;
}

function namedObject(key: string | symbol, isNamed: Rule): object | undefined {
  if (typeof key !== 'string' || key === '') return undefined;
  if (isNamed === isWindowName) {
    // Frames inside, by place and by name, come before elements.
    const child = childOf(ownNavigable(), key);
    if (child >= 0) return windowOf(child);
  }
  const elements = namedElements(key, isNamed);
  if (elements.length < 2) return elements[0];
  return liveCollection((out) => {
    const current = namedElements(key, isNamed);
    for (let at = 0; at < current.length; at++) append(out, current[at]!);
  });
}

function handler(isNamed: Rule, appliesTo: (receiver: unknown) => boolean): ProxyHandler<object> {
  return {
    has: (target, key) => reflect.has(target, key) || namedObject(key, isNamed) !== undefined,
    get(target, key, receiver) {
      if (reflect.has(target, key)) return reflect.get(target, key, receiver);
      return appliesTo(receiver) ? namedObject(key, isNamed) : undefined;
    },
    // A name that is set becomes a property of the window or the document itself.
    set: (target, key, value, receiver) => reflect.set(target, key, value, receiver),
    defineProperty: () => false,
    preventExtensions: () => false,
    getOwnPropertyDescriptor(target, key) {
      const value = reflect.has(target, key) ? undefined : namedObject(key, isNamed);
      if (value === undefined) return reflect.getOwnPropertyDescriptor(target, key);
      return { value, writable: true, enumerable: false, configurable: true };
    },
  };
}

/** Puts the named properties of a document behind the members of its window and of itself. */
export function connectNamedProperties(document: PageNode): void {
  const behindWindow = create(prototypeOf('EventTarget')) as object;
  defineProperty(behindWindow, Symbol.toStringTag, { value: 'WindowProperties', configurable: true });
  const ofWindow = new Proxy(
    behindWindow,
    handler(isWindowName, () => true),
  );
  setPrototypeOf(prototypeOf('Window'), ofWindow);
  const ofDocument = new Proxy(create(prototypeOf('Node')), {
    ...handler(isDocumentName, (receiver) => receiver === document),
    ownKeys: () => keysBehind(prototypeOf('Node')),
  });
  setPrototypeOf(prototypeOf('Document'), ofDocument);
}
