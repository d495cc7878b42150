/**
 * Custom element definitions, and which element has which.
 *
 * In:  what a page defines. Out: definitions by name, by constructor, and by element.
 *
 * HTML §4.13.3 https://html.spec.whatwg.org/#custom-element-definition, DOM §4.9 (custom element state)
 */

import type { StoreNode } from '../../../html/dom-keys.ts';
import { LOCAL_NAME } from '../../../html/node-keys.ts';
import { apply, type BareArray, mapGet, mapSet, weakGet, weakSet } from '../../primordials.ts';
import { isHtmlElement, type PageNode } from '../create-node.ts';
import { markChanged, markRenamed } from '../document-version.ts';
import { stateOf } from '../element-state.ts';
import { enqueueReaction, flushBackup, useReactions } from './reactions.ts';
import { type Registry, registryOf } from './registries.ts';

export type Callback = (this: object, ...args: unknown[]) => void;

export const LIFECYCLE_CALLBACKS = [
  'connectedCallback',
  'disconnectedCallback',
  'adoptedCallback',
  'connectedMoveCallback',
  'attributeChangedCallback',
] as const;

export const FORM_CALLBACKS = [
  'formAssociatedCallback',
  'formResetCallback',
  'formDisabledCallback',
  'formStateRestoreCallback',
] as const;

export type CallbackName = (typeof LIFECYCLE_CALLBACKS)[number] | (typeof FORM_CALLBACKS)[number];

export interface Definition {
  readonly registry: Registry;
  readonly name: string;
  /** The same as `name`, except for customized built-in elements. */
  readonly localName: string;
  readonly elementClass: object;
  /** Names as keys, without a prototype. */
  readonly observed: Readonly<Record<string, true>>;
  readonly callbacks: Readonly<Record<string, Callback | null>>;
  readonly formAssociated: boolean;
  readonly disableInternals: boolean;
  readonly disableShadow: boolean;
  /** Elements whose constructor is running; `null` is the "already constructed" mark. */
  readonly constructionStack: BareArray<PageNode | null>;
}

/** What is known about an element that is custom, or was to become so. */
export interface CustomRecord {
  state: 'undefined' | 'failed' | 'precustomized' | 'custom';
  definition: Definition | null;
  /** The "is value". */
  is: string | null;
}

const records = new WeakMap<StoreNode, CustomRecord>();

export function addDefinition(definition: Definition): void {
  const { registry, name, localName, elementClass } = definition;
  mapSet(registry.byName, name, definition);
  mapSet(registry.byConstructor, elementClass, definition);
  if (localName !== name) registry.extended[localName] = true;
  useReactions();
}

export function customRecord(element: StoreNode): CustomRecord | undefined {
  return weakGet(records, element);
}

/** A record that may be written to. */
export function ensureRecord(element: StoreNode): CustomRecord {
  let record = weakGet(records, element);
  if (record === undefined) {
    record = { state: 'undefined', definition: null, is: null };
    weakSet(records, element, record);
  }
  return record;
}

export function isCustom(element: StoreNode): boolean {
  return weakGet(records, element)?.state === 'custom';
}

/** The definition of an element that is custom. */
export function definitionOf(element: StoreNode): Definition | null {
  const record = weakGet(records, element);
  return record?.state === 'custom' ? record.definition : null;
}

/** Moves an element's state; ':defined' follows it. */
export function setCustomState(element: PageNode, state: CustomRecord['state']): void {
  const record = ensureRecord(element);
  record.state = state;
  const shown = stateOf(element);
  shown.defined = state === 'custom';
  if (state !== 'custom') return;
  if (record.definition?.formAssociated) shown.formAssociated = true;
  // Selectors see it, and lists of controls.
  markChanged(element);
  markRenamed();
}

/** An element that a name in `is` was given for. It waits for that definition. */
export function setIsValue(element: PageNode, is: string): void {
  ensureRecord(element).is = is;
  stateOf(element).defined = false;
}

export function isValueOf(element: StoreNode): string | null {
  return weakGet(records, element)?.is ?? null;
}

/** "look up a custom element definition" */
export function lookUp(registry: Registry, localName: string, is: string | null): Definition | null {
  const named = mapGet(registry.byName, localName);
  if (named !== undefined && named.localName === localName) return named;
  if (is === null || registry.extended[localName] === undefined) return null;
  const extending = mapGet(registry.byName, is);
  return extending !== undefined && extending.localName === localName ? extending : null;
}

/** The definition that an element which is not custom yet would be upgraded with. */
export function definitionFor(element: StoreNode): Definition | null {
  if (!isHtmlElement(element)) return null;
  const registry = registryOf(element);
  return registry === null ? null : lookUp(registry, element[LOCAL_NAME], isValueOf(element));
}

/** "enqueue a custom element callback reaction" */
export function enqueueCallback(element: PageNode, name: CallbackName, args: unknown[]): void {
  const definition = weakGet(records, element)?.definition;
  if (definition === null || definition === undefined) return;
  const callback = definition.callbacks[name] ?? null;
  if (callback !== null) {
    enqueueReaction(element, (target) => apply(callback, target, args));
    return;
  }
  if (name !== 'connectedMoveCallback') return;
  // An element that does not know of moves sees that it left and came.
  const { connectedCallback, disconnectedCallback } = definition.callbacks;
  if (disconnectedCallback) enqueueReaction(element, (target) => apply(disconnectedCallback, target, []));
  if (connectedCallback) enqueueReaction(element, (target) => apply(connectedCallback, target, []));
}

/** Tells a custom element of an attribute that it observes. */
export function enqueueAttributeChanged(
  element: PageNode,
  name: string,
  oldValue: string | null,
  value: string | null,
  namespace: string | null,
): void {
  const definition = weakGet(records, element)?.definition;
  if (definition === null || definition === undefined || definition.observed[name] === undefined) return;
  enqueueCallback(element, 'attributeChangedCallback', [name, oldValue, value, namespace]);
}

/** An attribute has changed: the callback comes with the method that changed it, else at once. */
export function customAttributeChanged(
  element: PageNode,
  name: string,
  old: string | null,
  value: string | null,
  namespace: string | null = null,
): void {
  enqueueAttributeChanged(element, name, old, value, namespace);
  flushBackup();
}
