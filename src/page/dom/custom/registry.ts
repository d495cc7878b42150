/**
 * CustomElementRegistry: customElements.define and what belongs to it.
 *
 * HTML §4.13.4 https://html.spec.whatwg.org/#customelementregistry
 *
 * Missing: registries of a page's own (scoped registries).
 */
import {
  append,
  type BareArray,
  bareArray,
  charCodeAt,
  create,
  hasWord,
  mapDelete,
  mapGet,
  mapSet,
  ownKeys,
  reflect,
} from '../../primordials.ts';
import type { PageNode } from '../create-node.ts';
import { domException } from '../dom-exception.ts';
import { HTML_INTERFACES, htmlInterfaceOf } from '../interface-table.ts';
import { defineInterface, defineMembers, setConstructor } from '../interfaces.ts';
import { eachShadowIncluding } from '../shadow/shadow-walk.ts';
import { isTreeNode } from '../tree.ts';
import {
  addDefinition,
  type Callback,
  type Definition,
  definitionOfConstructor,
  definitionOfName,
  FORM_CALLBACKS,
  LIFECYCLE_CALLBACKS,
  registryDocument,
  setRegistryDocument,
} from './definition.ts';
import { expectAssociated } from './form-associated.ts';
import { useReactions, withReactions } from './reactions.ts';
import { watchTree } from './tree-steps.ts';
import { constructHtmlElement, tryToUpgrade, upgradeCandidates } from './upgrade.ts';

const RESERVED =
  ' annotation-xml color-profile font-face font-face-src font-face-uri font-face-format font-face-name missing-glyph ';

/** "valid custom element name" */
export function isCustomElementName(name: string): boolean {
  const first = name.length === 0 ? 0 : charCodeAt(name, 0);
  if (first < 0x61 || first > 0x7a || hasWord(RESERVED, name)) return false;
  let hasHyphen = false;
  for (let at = 1; at < name.length; at++) {
    const code = charCodeAt(name, at);
    if (code === 0x2d) hasHyphen = true;
    const isUpper = code >= 0x41 && code <= 0x5a;
    const isEnd = code === 0 || code === 0x20 || code === 0x2f || code === 0x3e || (code >= 0x09 && code <= 0x0d);
    if (isUpper || (isEnd && code !== 0x0b)) return false;
  }
  return hasHyphen;
}

// Captured: a page may replace the globals.
const PagePromise = Promise;
const PageProxy = Proxy;
type Deferred = { readonly promise: Promise<unknown>; resolve(value: unknown): void };
const waiting = new Map<string, Deferred>();
let isDefining = false;

/** Whether a value can be constructed, without constructing it. */
function isConstructor(value: unknown): value is object {
  if (typeof value !== 'function') return false;
  try {
    const probe = new PageProxy(value, { construct: () => ({}) }) as unknown as new () => object;
    return typeof new probe() === 'object';
  } catch {
    return false;
  }
}

function checkNew(name: string, elementClass: object): void {
  if (!isCustomElementName(name)) {
    throw domException('SyntaxError', `'${name}' is not a valid custom element name.`);
  }
  if (definitionOfName(name) !== undefined) {
    throw domException('NotSupportedError', `The name '${name}' has already been used with this registry.`);
  }
  if (definitionOfConstructor(elementClass) !== undefined) {
    throw domException('NotSupportedError', 'This constructor has already been used with this registry.');
  }
}

/** The local name of the elements that are defined: the name itself, or what it extends. */
function localNameOf(name: string, options: unknown): string {
  const extending = (options as { extends?: unknown } | null | undefined)?.extends;
  if (extending === undefined) return name;
  const base = `${extending}`;
  if (isCustomElementName(base)) throw domException('NotSupportedError', `'${base}' is a custom element name.`);
  if (htmlInterfaceOf(base) === 'HTMLUnknownElement') {
    throw domException('NotSupportedError', `'${base}' is not an element that can be extended.`);
  }
  return base;
}

function callbacksOf(prototype: object, names: readonly string[], into: Record<string, Callback | null>): void {
  for (let at = 0; at < names.length; at++) {
    const value = reflect.get(prototype, names[at]!);
    if (value !== undefined && typeof value !== 'function') {
      throw new TypeError(`The property '${names[at]}' is not a function.`);
    }
    into[names[at]!] = (value as Callback | undefined) ?? null;
  }
}

/** WebIDL sequence<DOMString>. */
function stringsOf(value: unknown): BareArray<string> {
  const list = bareArray<string>();
  if (value === undefined) return list;
  if ((typeof value !== 'object' || value === null) && typeof value !== 'function') {
    throw new TypeError('The value cannot be converted to a sequence.');
  }
  for (const item of value as Iterable<unknown>) append(list, `${item}`);
  return list;
}

/** Step 14 of define(): what the class says, read in the standard's order. */
function readDefinition(name: string, localName: string, elementClass: object): Definition {
  const prototype = reflect.get(elementClass, 'prototype') as unknown;
  if (typeof prototype !== 'object' || prototype === null) throw new TypeError("The 'prototype' is not an object.");
  const callbacks = create(null) as Record<string, Callback | null>;
  callbacksOf(prototype, LIFECYCLE_CALLBACKS, callbacks);
  const observed = create(null) as Record<string, true>;
  if (callbacks['attributeChangedCallback'] !== null) {
    const names = stringsOf(reflect.get(elementClass, 'observedAttributes'));
    for (let at = 0; at < names.length; at++) observed[names[at]!] = true;
  }
  const disabled = stringsOf(reflect.get(elementClass, 'disabledFeatures'));
  let disableInternals = false;
  let disableShadow = false;
  for (let at = 0; at < disabled.length; at++) {
    if (disabled[at] === 'internals') disableInternals = true;
    if (disabled[at] === 'shadow') disableShadow = true;
  }
  const formAssociated = Boolean(reflect.get(elementClass, 'formAssociated'));
  if (formAssociated) callbacksOf(prototype, FORM_CALLBACKS, callbacks);
  const constructionStack = bareArray<PageNode | null>();
  return {
    name,
    localName,
    elementClass,
    observed,
    callbacks,
    formAssociated,
    disableInternals,
    disableShadow,
    constructionStack,
  };
}

function define(name: string, elementClass: unknown, options: unknown): void {
  if (!isConstructor(elementClass)) throw new TypeError("parameter 2 is not of type 'Function'.");
  checkNew(name, elementClass);
  const localName = localNameOf(name, options);
  if (isDefining) throw domException('NotSupportedError', 'Another definition is being read.');
  isDefining = true;
  let definition: Definition;
  try {
    definition = readDefinition(name, localName, elementClass);
  } finally {
    isDefining = false;
  }
  addDefinition(definition);
  watchTree();
  if (definition.formAssociated) expectAssociated();
  upgradeCandidates(registryDocument(), definition);
  const deferred = mapGet(waiting, name);
  if (deferred === undefined) return;
  mapDelete(waiting, name);
  deferred.resolve(elementClass);
}

function whenDefined(name: string): Promise<unknown> {
  if (!isCustomElementName(name)) {
    return new PagePromise((_, reject) =>
      reject(domException('SyntaxError', `'${name}' is not a valid custom element name.`)),
    );
  }
  const known = definitionOfName(name);
  if (known !== undefined) return new PagePromise((resolve) => resolve(known.elementClass));
  let deferred = mapGet(waiting, name);
  if (deferred === undefined) {
    let resolve: (value: unknown) => void = () => {};
    const promise = new PagePromise<unknown>((done) => {
      resolve = done;
    });
    deferred = { promise, resolve };
    mapSet(waiting, name, deferred);
  }
  return deferred.promise;
}

/** Names of the interfaces that elements of HTML have. */
function eachHtmlInterface(visit: (name: string) => void): void {
  visit('HTMLElement');
  const seen = create(null) as Record<string, true>;
  for (const tag of ownKeys(HTML_INTERFACES)) {
    const name = HTML_INTERFACES[tag as string]!;
    if (seen[name] === undefined && name !== 'HTMLUnknownElement') visit(name);
    seen[name] = true;
  }
}

let registry: object = create(null);

/** `window.customElements` */
export function customElements(): object {
  return registry;
}

export function installCustomElements(currentDocument: () => PageNode): void {
  setRegistryDocument(currentDocument);
  eachHtmlInterface((name) => setConstructor(name, (newTarget) => constructHtmlElement(name, newTarget)));
  registry = create(defineInterface('CustomElementRegistry', null));
  defineMembers<object>('CustomElementRegistry', {
    define(name: unknown, elementClass: unknown, options?: unknown): void {
      checkRegistry(this);
      const text = `${name}`;
      useReactions();
      withReactions(() => define(text, elementClass, options));
    },
    get(name: unknown): object | undefined {
      checkRegistry(this);
      return definitionOfName(`${name}`)?.elementClass;
    },
    getName(elementClass: unknown): string | null {
      checkRegistry(this);
      if (typeof elementClass !== 'function') throw new TypeError("parameter 1 is not of type 'Function'.");
      return definitionOfConstructor(elementClass)?.name ?? null;
    },
    whenDefined(name: unknown): Promise<unknown> {
      checkRegistry(this);
      return whenDefined(`${name}`);
    },
    upgrade(root: unknown): void {
      checkRegistry(this);
      if (typeof root !== 'object' || root === null || !isTreeNode(root)) {
        throw new TypeError("parameter 1 is not of type 'Node'.");
      }
      withReactions(() => eachShadowIncluding(root, tryToUpgrade));
    },
  });
}

function checkRegistry(object: unknown): void {
  if (object !== registry) throw new TypeError('Illegal invocation');
}
