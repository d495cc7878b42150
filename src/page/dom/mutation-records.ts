/**
 * MutationObserver: who watches what, and the records that wait for them.
 *
 * In:  changes, reported by tree.ts, attributes.ts and character-data.ts.
 * Out: callbacks in a microtask.
 *
 * DOM §4.3 https://dom.spec.whatwg.org/#mutation-observers
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { NODE_TYPE, OWNER_DOCUMENT, PARENT_NODE } from '../../html/node-keys.ts';
import { askEngine } from '../engine-link.ts';
import type { ObserverPort } from '../ports.ts';
import {
  append,
  apply,
  type BareArray,
  bareArray,
  copyArray,
  create,
  enqueueMicrotask,
  isArray,
  removeAt,
  weakGet,
  weakSet,
} from '../primordials.ts';
import { reportException } from '../report-exception.ts';
import { isScriptOver } from '../script-end.ts';
import { isOfThisRealm, type PageNode } from './create-node.ts';
import { defineInterface, defineMembers, setConstructor } from './interfaces.ts';
import { installMutationRecord, type Mutation, makeRecord } from './mutation-record.ts';

interface Options {
  readonly childList: boolean;
  readonly attributes: boolean;
  readonly characterData: boolean;
  readonly subtree: boolean;
  readonly attributeOldValue: boolean;
  readonly characterDataOldValue: boolean;
  /** `null` is every attribute. */
  readonly attributeFilter: BareArray<string> | null;
}

interface Registration {
  readonly observer: Observer;
  options: Options;
  /** The registration on an ancestor that this one stands in for, after a subtree has left it. */
  readonly source: Registration | null;
}

interface Observer {
  readonly object: object;
  readonly callback: (records: unknown[], observer: object) => void;
  readonly targets: BareArray<StoreNode>;
  records: BareArray<object>;
  /** Nodes with transient registrations, until the callback has run. */
  transients: BareArray<StoreNode>;
  /** It watches nodes of other frames' documents too, whose realms keep that. */
  isElsewhere: boolean;
}

/** Registrations by the node that is observed. */
const registrations = new WeakMap<StoreNode, BareArray<Registration>>();
/** How many registrations there are: zero is the common case, and then a change costs nothing. */
let active = 0;
const pending = bareArray<Observer>();
let isQueued = false;

export function isObserved(): boolean {
  return active > 0;
}

export function recordChildList(
  target: StoreNode,
  added: BareArray<PageNode>,
  removed: BareArray<PageNode>,
  previousSibling: StoreNode | null,
  nextSibling: StoreNode | null,
): void {
  if (active === 0) return;
  const none = { attributeName: null, attributeNamespace: null, oldValue: null };
  queueRecord({ type: 'childList', target, added, removed, previousSibling, nextSibling, ...none });
}

export function recordAttribute(
  target: StoreNode,
  attributeName: string,
  attributeNamespace: string | null,
  oldValue: string | null,
): void {
  if (active === 0) return;
  queueRecord({ type: 'attributes', target, attributeName, attributeNamespace, oldValue, ...NO_NODES });
}

export function recordCharacterData(target: StoreNode, oldValue: string): void {
  if (active === 0) return;
  const none = { attributeName: null, attributeNamespace: null };
  queueRecord({ type: 'characterData', target, oldValue, ...none, ...NO_NODES });
}

const NONE = bareArray<PageNode>();
const NO_NODES = { added: NONE, removed: NONE, previousSibling: null, nextSibling: null } as const;

/** "queue a mutation record" */
function queueRecord(mutation: Mutation): void {
  const { type, target } = mutation;
  const interested = bareArray<Observer>();
  const wantsOld = bareArray<boolean>();
  for (let node: StoreNode | null = target; node !== null; node = node[PARENT_NODE]) {
    const list = weakGet(registrations, node);
    if (list === undefined) continue;
    for (let at = 0; at < list.length; at++) {
      const { observer, options } = list[at]!;
      if ((node !== target && !options.subtree) || !options[type]) continue;
      if (type === 'attributes' && !passesFilter(options.attributeFilter, mutation)) continue;
      let index = 0;
      while (index < interested.length && interested[index] !== observer) index++;
      interested[index] = observer;
      const wants = type === 'attributes' ? options.attributeOldValue : options.characterDataOldValue;
      wantsOld[index] = wantsOld[index] === true || (type !== 'childList' && wants);
    }
  }
  for (let at = 0; at < interested.length; at++) {
    append(interested[at]!.records, makeRecord(mutation, wantsOld[at]!));
    schedule(interested[at]!);
  }
}

/**
 * A subtree leaves `parent`: who watches it from above goes on watching until the callback has run
 * ("transient registered observers").
 */
export function carryObservers(node: StoreNode, parent: StoreNode): void {
  if (active === 0) return;
  for (let at: StoreNode | null = parent; at !== null; at = at[PARENT_NODE]) {
    const list = weakGet(registrations, at);
    if (list === undefined) continue;
    for (let index = 0; index < list.length; index++) {
      const source = list[index]!;
      if (!source.options.subtree) continue;
      const { observer, options } = source;
      append(registrationsOf(node), { observer, options, source });
      append(observer.transients, node);
      active++;
    }
  }
}

function registrationsOf(node: StoreNode): BareArray<Registration> {
  let list = weakGet(registrations, node);
  if (list === undefined) {
    list = bareArray();
    weakSet(registrations, node, list);
  }
  return list;
}

/** Ends an observer's transient registrations: all of them, or those for one registration. */
function dropTransients(observer: Observer, source: Registration | null): void {
  const nodes = observer.transients;
  for (let at = 0; at < nodes.length; at++) {
    const list = weakGet(registrations, nodes[at]!)!;
    for (let index = list.length - 1; index >= 0; index--) {
      const own = list[index]!;
      if (own.observer !== observer || own.source === null) continue;
      if (source !== null && own.source !== source) continue;
      removeAt(list, index);
      active--;
    }
  }
  if (source === null) observer.transients = bareArray();
}

/** A filter names attributes without a namespace. */
function passesFilter(filter: BareArray<string> | null, { attributeName, attributeNamespace }: Mutation): boolean {
  if (filter === null) return true;
  if (attributeNamespace !== null) return false;
  for (let at = 0; at < filter.length; at++) if (filter[at] === attributeName) return true;
  return false;
}

function schedule(observer: Observer): void {
  for (let at = 0; at < pending.length; at++) if (pending[at] === observer) return;
  append(pending, observer);
  queueNotification();
}

/** "queue a mutation observer microtask" */
function queueNotification(): void {
  if (isQueued) return;
  isQueued = true;
  enqueueMicrotask(notify);
}

/** "signal slots": those that are told of a change when the observers have been. */
let signals = bareArray<PageNode>();
let fireSlotChange: (slot: PageNode) => void = () => {};

export function setSlotChangeHook(hook: (slot: PageNode) => void): void {
  fireSlotChange = hook;
}

/** "signal a slot change" */
export function signalSlot(slot: PageNode): void {
  for (let at = 0; at < signals.length; at++) if (signals[at] === slot) return;
  append(signals, slot);
  queueNotification();
}

/** "notify mutation observers" */
function notify(): void {
  isQueued = false;
  const due = bareArray<Observer>();
  for (let at = 0; at < pending.length; at++) append(due, pending[at]!);
  pending.length = 0;
  const slots = signals;
  signals = bareArray();
  for (let at = 0; at < due.length; at++) {
    const observer = due[at]!;
    const records = takeRecords(observer);
    if (observer.transients.length > 0) dropTransients(observer, null);
    if (records.length === 0 || isScriptOver()) continue;
    try {
      apply(observer.callback, observer.object, [records, observer.object]);
    } catch (error) {
      reportException(error);
    }
  }
  for (let at = 0; at < slots.length; at++) fireSlotChange(slots[at]!);
}

function takeRecords(observer: Observer): object[] {
  const records = copyArray(observer.records);
  observer.records = bareArray();
  return records;
}

const observers = new WeakMap<object, Observer>();

function observerOf(object: object): Observer {
  const observer = weakGet(observers, object);
  if (observer === undefined) throw new TypeError('Illegal invocation');
  return observer;
}

function readOptions(init: Record<string, unknown>): Options {
  const filter = init['attributeFilter'];
  const attributeOldValue = Boolean(init['attributeOldValue']);
  const characterDataOldValue = Boolean(init['characterDataOldValue']);
  let attributeFilter: BareArray<string> | null = null;
  if (isArray(filter)) {
    attributeFilter = bareArray();
    for (let at = 0; at < filter.length; at++) append(attributeFilter, `${filter[at]}`);
  }
  const attributes = init['attributes'] ?? (init['attributeOldValue'] !== undefined || attributeFilter !== null);
  const options: Options = {
    childList: Boolean(init['childList']),
    attributes: Boolean(attributes),
    characterData: Boolean(init['characterData'] ?? init['characterDataOldValue'] !== undefined),
    subtree: Boolean(init['subtree']),
    attributeOldValue,
    characterDataOldValue,
    attributeFilter,
  };
  if (!options.childList && !options.attributes && !options.characterData) {
    throw new TypeError("The options object must set at least one of 'attributes', 'characterData', or 'childList'.");
  }
  if (!options.attributes && (attributeOldValue || attributeFilter !== null)) {
    throw new TypeError("The options object may only set 'attributeOldValue' or 'attributeFilter' with 'attributes'.");
  }
  if (!options.characterData && characterDataOldValue) {
    throw new TypeError("The options object may only set 'characterDataOldValue' with 'characterData'.");
  }
  return options;
}

function makeObserver(object: object, callback: Observer['callback']): Observer {
  const lists = { targets: bareArray<StoreNode>(), records: bareArray<object>(), transients: bareArray<StoreNode>() };
  const observer: Observer = { object, callback, ...lists, isElsewhere: false };
  weakSet(observers, object, observer);
  return observer;
}

function observeNode(observer: Observer, target: StoreNode, options: Options): void {
  const list = registrationsOf(target);
  for (let at = 0; at < list.length; at++) {
    const known = list[at]!;
    if (known.observer !== observer || known.source !== null) continue;
    dropTransients(observer, known);
    known.options = options;
    return;
  }
  append(list, { observer, options, source: null });
  append(observer.targets, target);
  active++;
}

function disconnect(observer: Observer): void {
  dropTransients(observer, null);
  for (let at = 0; at < observer.targets.length; at++) {
    const list = weakGet(registrations, observer.targets[at]!)!;
    for (let index = list.length - 1; index >= 0; index--) {
      if (list[index]!.observer !== observer) continue;
      removeAt(list, index);
      active--;
    }
  }
  observer.targets.length = 0;
  observer.records.length = 0;
}

/**
 * For observers of other realms, of which one stands here for what it watches in this document.
 *
 * Differs: records are made here, and so are instances of this window's class.
 */
export const observersElsewhere: ObserverPort = {
  observe: (object, target, options, callback) =>
    observeNode(weakGet(observers, object) ?? makeObserver(object, callback), target, options as Options),
  disconnect(object) {
    const observer = weakGet(observers, object);
    if (observer !== undefined) disconnect(observer);
  },
  takeRecords(object) {
    const observer = weakGet(observers, object);
    return observer === undefined ? bareArray() : takeRecords(observer);
  },
};

function observeElsewhere(observer: Observer, target: StoreNode, options: Options): boolean {
  const document = target[NODE_TYPE] === 9 ? target : (target as PageNode)[OWNER_DOCUMENT]!;
  if (isOfThisRealm(document)) return false;
  const { object, callback } = observer;
  const tell = (records: unknown[]): void => apply(callback, object, [copyArray(records), object]);
  if (askEngine((engine) => engine.frameObserve(target, object, options, tell)) !== true) return false;
  observer.isElsewhere = true;
  return true;
}

export function installMutationObserver(): void {
  installMutationRecord();
  defineInterface('MutationObserver', null);
  setConstructor('MutationObserver', (newTarget, args) => {
    if (typeof args[0] !== 'function') throw new TypeError('MutationObserver needs a callback.');
    const object = create((newTarget as { prototype: object }).prototype);
    makeObserver(object, args[0] as Observer['callback']);
    return object;
  });
  defineMembers<object>('MutationObserver', {
    observe(target: PageNode, init: Record<string, unknown> = {}) {
      const observer = observerOf(this);
      if (typeof target !== 'object' || target === null || typeof target[NODE_TYPE] !== 'number') {
        throw new TypeError("parameter 1 is not of type 'Node'.");
      }
      const options = readOptions(init);
      if (!observeElsewhere(observer, target, options)) observeNode(observer, target, options);
    },
    disconnect() {
      const observer = observerOf(this);
      disconnect(observer);
      if (!observer.isElsewhere) return;
      observer.isElsewhere = false;
      askEngine((engine) => engine.frameUnobserve(this));
    },
    takeRecords() {
      const observer = observerOf(this);
      if (observer.isElsewhere) {
        askEngine((engine) => engine.frameRecords(this, (record) => append(observer.records, record)));
      }
      return takeRecords(observer);
    },
  });
}
