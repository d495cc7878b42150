/**
 * CustomElementRegistry: customElements.define and what belongs to it.
 *
 * HTML §4.13.4 https://html.spec.whatwg.org/#customelementregistry
 */

import type { StoreNode } from '../../../html/dom-keys.ts';
import { NODE_TYPE, OWNER_DOCUMENT } from '../../../html/node-keys.ts';
import { following } from '../../../html/node-tree.ts';
import {
  append,
  type BareArray,
  bareArray,
  charCodeAt,
  create,
  hasWord,
  mapDelete,
  mapGet,
  mapHas,
  mapSet,
  ownKeys,
  reflect,
} from '../../primordials.ts';
import type { PageNode } from '../create-node.ts';
import { domException } from '../dom-exception.ts';
import { HTML_INTERFACES, htmlInterfaceOf } from '../interface-table.ts';
import { defineInterface, defineMembers, instanceFor, setConstructor } from '../interfaces.ts';
import { eachShadowIncluding, isShadowRoot } from '../shadow/shadow-walk.ts';
import { isTreeNode } from '../tree.ts';
import { addDefinition, type Callback, type Definition, FORM_CALLBACKS, LIFECYCLE_CALLBACKS } from './definition.ts';
import { expectAssociated } from './form-associated.ts';
import { useReactions, withReactions } from './reactions.ts';
import {
  assignRegistry,
  attachRegistry,
  makeRegistry,
  type Registry,
  registryDocument,
  registryIn,
  registryOf,
  setRegistryDocument,
  WINDOW_REGISTRY,
} from './registries.ts';
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

function checkNew({ byName, byConstructor }: Registry, name: string, elementClass: object): void {
  if (!isCustomElementName(name)) {
    throw domException('SyntaxError', `'${name}' is not a valid custom element name.`);
  }
  if (mapHas(byName, name)) {
    throw domException('NotSupportedError', `The name '${name}' has already been used with this registry.`);
  }
  if (mapHas(byConstructor, elementClass)) {
    throw domException('NotSupportedError', 'This constructor has already been used with this registry.');
  }
}

/** The local name of the elements that are defined: the name itself, or what it extends. */
function localNameOf({ isScoped }: Registry, name: string, options: unknown): string {
  const extending = (options as { extends?: unknown } | null | undefined)?.extends;
  if (extending === undefined) return name;
  if (isScoped) throw domException('NotSupportedError', 'A scoped registry extends no built-in elements.');
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
function readDefinition(registry: Registry, name: string, localName: string, elementClass: object): Definition {
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
    registry,
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

function define(registry: Registry, name: string, elementClass: unknown, options: unknown): void {
  if (!isConstructor(elementClass)) throw new TypeError("parameter 2 is not of type 'Function'.");
  checkNew(registry, name, elementClass);
  const localName = localNameOf(registry, name, options);
  if (registry.isDefining) throw domException('NotSupportedError', 'Another definition is being read.');
  registry.isDefining = true;
  let definition: Definition;
  try {
    definition = readDefinition(registry, name, localName, elementClass);
  } finally {
    registry.isDefining = false;
  }
  addDefinition(definition);
  watchTree();
  if (definition.formAssociated) expectAssociated();
  upgradeCandidates(registryDocument(), definition);
  const deferred = mapGet(registry.waiting, name);
  if (deferred === undefined) return;
  mapDelete(registry.waiting, name);
  deferred.resolve(elementClass);
}

function whenDefined({ byName, waiting }: Registry, name: string): Promise<unknown> {
  if (!isCustomElementName(name)) {
    return new PagePromise((_, reject) =>
      reject(domException('SyntaxError', `'${name}' is not a valid custom element name.`)),
    );
  }
  const known = mapGet(byName, name);
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

/** `window.customElements` */
export function customElements(): object {
  return WINDOW_REGISTRY.object!;
}

function nodeIn(value: unknown): PageNode {
  if (typeof value === 'object' && value !== null && isTreeNode(value)) return value;
  throw new TypeError("parameter 1 is not of type 'Node'.");
}

/** "initialize()": what has no registry in a tree gets this one. */
function initialize(registry: Registry, root: PageNode): void {
  const isDocument = root[NODE_TYPE] === 9;
  if (!registry.isScoped && (isDocument || registryOf(root[OWNER_DOCUMENT]!) !== registry)) {
    throw domException('NotSupportedError', 'The registry is not that of the document of this node.');
  }
  if ((isDocument || isShadowRoot(root)) && registryOf(root) === null) assignRegistry(root, registry);
  for (let at: StoreNode | null = root; at !== null; at = following(at, root) as StoreNode | null) {
    if (at[NODE_TYPE] === 1 && registryOf(at) === null) assignRegistry(at, registry);
  }
  eachShadowIncluding(root, tryToUpgrade);
}

export function installCustomElements(currentDocument: () => PageNode): void {
  setRegistryDocument(currentDocument);
  eachHtmlInterface((name) => setConstructor(name, (newTarget) => constructHtmlElement(name, newTarget)));
  attachRegistry(create(defineInterface('CustomElementRegistry', null)), WINDOW_REGISTRY);
  setConstructor('CustomElementRegistry', (newTarget) =>
    attachRegistry(instanceFor(newTarget, 'CustomElementRegistry'), makeRegistry(true)),
  );
  defineMembers<object>('CustomElementRegistry', {
    define(name: unknown, elementClass: unknown, options?: unknown): void {
      const registry = registryIn(this);
      const text = `${name}`;
      useReactions();
      withReactions(() => define(registry, text, elementClass, options));
    },
    get(name: unknown): object | undefined {
      return mapGet(registryIn(this).byName, `${name}`)?.elementClass;
    },
    getName(elementClass: unknown): string | null {
      const { byConstructor } = registryIn(this);
      if (typeof elementClass !== 'function') throw new TypeError("parameter 1 is not of type 'Function'.");
      return mapGet(byConstructor, elementClass)?.name ?? null;
    },
    whenDefined(name: unknown): Promise<unknown> {
      return whenDefined(registryIn(this), `${name}`);
    },
    initialize(root: unknown): void {
      const registry = registryIn(this);
      const node = nodeIn(root);
      withReactions(() => initialize(registry, node));
    },
    upgrade(root: unknown): void {
      const registry = registryIn(this);
      const node = nodeIn(root);
      // As in Chrome, elements of other registries stay as they are.
      const upgrade = (element: PageNode): void => {
        if (registryOf(element) === registry) tryToUpgrade(element);
      };
      withReactions(() => eachShadowIncluding(node, upgrade));
    },
  });
}
