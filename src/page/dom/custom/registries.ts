/**
 * Registries of custom elements, and which node has which: that of its window, or one that a page has made.
 *
 * DOM §4.9 (custom element registry of elements, documents and shadow roots), HTML §4.13.4 (scoped registries)
 * https://html.spec.whatwg.org/#custom-elements-api
 *
 * Faster: a node is looked up only when a page has made a registry, or has asked for none.
 *
 * Missing: what the parser of the document makes in a declared shadow root without a registry has that of the window.
 */
import type { StoreNode } from '../../../html/dom-keys.ts';
import { NODE_TYPE, OWNER_DOCUMENT, PARENT_NODE } from '../../../html/node-keys.ts';
import { mapDelete, mapGet, mapSet, newMap, weakGet, weakSet } from '../../primordials.ts';
import type { PageNode } from '../create-node.ts';
import type { Definition } from './definition.ts';

type Deferred = { readonly promise: Promise<unknown>; resolve(value: unknown): void };

export interface Registry {
  /** Made by a page. */
  readonly isScoped: boolean;
  readonly byName: Map<string, Definition>;
  readonly byConstructor: Map<object, Definition>;
  /** Local names of customized built-in elements: only those elements are asked for their is value. */
  readonly extended: Record<string, true>;
  /** Promises of whenDefined(). */
  readonly waiting: Map<string, Deferred>;
  isDefining: boolean;
  /** What pages see of it. */
  object: object | null;
}

export function makeRegistry(isScoped: boolean): Registry {
  return {
    isScoped,
    byName: newMap(),
    byConstructor: newMap(),
    extended: { __proto__: null as never },
    waiting: newMap(),
    isDefining: false,
    object: null,
  };
}

export const WINDOW_REGISTRY = makeRegistry(false);

/** The document with the window: only its elements have a registry by themselves. */
let windowDocument: () => PageNode | null = () => null;

export function setRegistryDocument(current: () => PageNode | null): void {
  windowDocument = current;
}

export function registryDocument(): PageNode {
  return windowDocument()!;
}

/** Nodes whose registry is not that of their document; `null` is none. */
const assigned = new WeakMap<StoreNode, Registry | null>();
let isAssigning = false;

/** The registry of an element, a shadow root or a document. */
export function registryOf(node: StoreNode): Registry | null {
  const own = isAssigning ? weakGet(assigned, node) : undefined;
  if (own !== undefined) return own;
  const document = node[NODE_TYPE] === 9 ? node : node[OWNER_DOCUMENT];
  return document !== null && document === windowDocument() ? WINDOW_REGISTRY : null;
}

export function assignRegistry(node: StoreNode, registry: Registry | null): void {
  isAssigning = true;
  weakSet(assigned, node, registry);
}

/** A copy has the registry of its original; where that has none, the one that is asked for. */
export function copyRegistry(from: StoreNode, copy: StoreNode, otherwise: Registry | null): void {
  if (!isAssigning && otherwise === null) return;
  const own = isAssigning ? weakGet(assigned, from) : undefined;
  if (own !== undefined && own !== null) assignRegistry(copy, own);
  else if (otherwise !== null && registryOf(from) === null) assignRegistry(copy, otherwise);
  else if (own === null) assignRegistry(copy, null);
}

/** What markup becomes has the registry of where it stands: of its parent, or at the top of what it is parsed for. */
export function inheritRegistry(element: StoreNode, root: StoreNode, owner: StoreNode): void {
  if (!isAssigning) return;
  const parent = element[PARENT_NODE];
  const own = weakGet(assigned, parent === null || parent === root ? owner : parent);
  if (own !== undefined) weakSet(assigned, element, own);
}

/** "active custom element constructor map": by which registry a constructor was called. */
const active = newMap<object, Registry>();

/** The registry that an element which makes itself is of: asked for once, others made on the way are the window's. */
export function activeRegistry(elementClass: object): Registry {
  const registry = mapGet(active, elementClass);
  if (registry === undefined) return WINDOW_REGISTRY;
  mapDelete(active, elementClass);
  return registry;
}

export function whileActive<Result>({ elementClass, registry }: Definition, work: () => Result): Result {
  if (!isAssigning && !registry.isScoped) return work();
  const before = mapGet(active, elementClass);
  mapSet(active, elementClass, registry);
  try {
    return work();
  } finally {
    if (before === undefined) mapDelete(active, elementClass);
    else mapSet(active, elementClass, before);
  }
}

/** By what pages see of them. */
const registries = new WeakMap<object, Registry>();

export function registryIn(object: unknown): Registry {
  const registry = typeof object === 'object' && object !== null ? weakGet(registries, object) : undefined;
  if (registry === undefined) throw new TypeError('Illegal invocation');
  return registry;
}

export function attachRegistry(object: object, registry: Registry): object {
  registry.object = object;
  weakSet(registries, object, registry);
  return object;
}

/** The registry of a node as pages see it. */
export function registryObjectOf(node: StoreNode): object | null {
  return registryOf(node)?.object ?? null;
}

/** The member 'customElementRegistry' of a dictionary: `undefined` where it is not given. */
export function registryOption(options: unknown): Registry | null | undefined {
  if (typeof options !== 'object' || options === null) return undefined;
  const { customElementRegistry: given } = options as { readonly customElementRegistry?: unknown };
  if (given === undefined || given === null) return given;
  const registry = typeof given === 'object' ? weakGet(registries, given) : undefined;
  if (registry !== undefined) return registry;
  throw new TypeError("member customElementRegistry is not of type 'CustomElementRegistry'.");
}
