/**
 * MutationObserver: who watches what, and the records that wait for them.
 *
 * In:  changes, reported by tree.ts, attributes.ts and character-data.ts.
 * Out: callbacks in a microtask.
 *
 * DOM §4.3 https://dom.spec.whatwg.org/#mutation-observers
 */
import type { StoreNode } from '../../html/dom-keys.ts';
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
import type { PageNode } from './create-node.ts';
import { defineInterface, defineMembers, setConstructor } from './interfaces.ts';
import { staticNodeList } from './node-list.ts';

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
}

interface Observer {
  readonly object: object;
  readonly callback: (records: unknown[], observer: object) => void;
  readonly targets: BareArray<StoreNode>;
  records: BareArray<object>;
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
  queueRecord('childList', target, null, null, added, removed, previousSibling, nextSibling);
}

export function recordAttribute(target: StoreNode, name: string, oldValue: string | null): void {
  if (active === 0) return;
  queueRecord('attributes', target, name, oldValue, NO_NODES, NO_NODES, null, null);
}

export function recordCharacterData(target: StoreNode, oldValue: string): void {
  if (active === 0) return;
  queueRecord('characterData', target, null, oldValue, NO_NODES, NO_NODES, null, null);
}

const NO_NODES = bareArray<PageNode>();
type RecordType = 'childList' | 'attributes' | 'characterData';

/** "queue a mutation record" */
function queueRecord(
  type: RecordType,
  target: StoreNode,
  attributeName: string | null,
  oldValue: string | null,
  added: BareArray<PageNode>,
  removed: BareArray<PageNode>,
  previousSibling: StoreNode | null,
  nextSibling: StoreNode | null,
): void {
  const interested = bareArray<Observer>();
  const wantsOld = bareArray<boolean>();
  for (let node: StoreNode | null = target; node !== null; node = node.parentNode) {
    const list = weakGet(registrations, node);
    if (list === undefined) continue;
    for (let at = 0; at < list.length; at++) {
      const { observer, options } = list[at]!;
      if ((node !== target && !options.subtree) || !options[type]) continue;
      if (type === 'attributes' && !passesFilter(options.attributeFilter, attributeName!)) continue;
      let index = 0;
      while (index < interested.length && interested[index] !== observer) index++;
      interested[index] = observer;
      const wants = type === 'attributes' ? options.attributeOldValue : options.characterDataOldValue;
      wantsOld[index] = wantsOld[index] === true || (type !== 'childList' && wants);
    }
  }
  for (let at = 0; at < interested.length; at++) {
    const record = {
      type,
      target,
      addedNodes: staticNodeList(added),
      removedNodes: staticNodeList(removed),
      previousSibling,
      nextSibling,
      attributeName,
      attributeNamespace: null,
      oldValue: wantsOld[at] ? oldValue : null,
    };
    append(interested[at]!.records, record);
    schedule(interested[at]!);
  }
}

function passesFilter(filter: BareArray<string> | null, name: string): boolean {
  if (filter === null) return true;
  for (let at = 0; at < filter.length; at++) if (filter[at] === name) return true;
  return false;
}

function schedule(observer: Observer): void {
  for (let at = 0; at < pending.length; at++) if (pending[at] === observer) return;
  append(pending, observer);
  if (isQueued) return;
  isQueued = true;
  enqueueMicrotask(notify);
}

/** "notify mutation observers" */
function notify(): void {
  isQueued = false;
  const due = bareArray<Observer>();
  for (let at = 0; at < pending.length; at++) append(due, pending[at]!);
  pending.length = 0;
  for (let at = 0; at < due.length; at++) {
    const observer = due[at]!;
    const records = takeRecords(observer);
    if (records.length === 0) continue;
    try {
      apply(observer.callback, observer.object, [records, observer.object]);
    } catch (error) {
      reportException(error);
    }
  }
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
  const attributeOldValue = init['attributeOldValue'] === true;
  const characterDataOldValue = init['characterDataOldValue'] === true;
  let attributeFilter: BareArray<string> | null = null;
  if (isArray(filter)) {
    attributeFilter = bareArray();
    for (let at = 0; at < filter.length; at++) append(attributeFilter, `${filter[at]}`);
  }
  const attributes = init['attributes'] ?? (attributeOldValue || attributeFilter !== null);
  const options: Options = {
    childList: Boolean(init['childList']),
    attributes: Boolean(attributes),
    characterData: Boolean(init['characterData'] ?? characterDataOldValue),
    subtree: Boolean(init['subtree']),
    attributeOldValue,
    characterDataOldValue,
    attributeFilter,
  };
  if (!options.childList && !options.attributes && !options.characterData) {
    throw new TypeError("The options object must set at least one of 'attributes', 'characterData', or 'childList'.");
  }
  return options;
}

export function installMutationObserver(): void {
  defineInterface('MutationObserver', null);
  setConstructor('MutationObserver', (newTarget, args) => {
    if (typeof args[0] !== 'function') throw new TypeError('MutationObserver needs a callback.');
    const object = create((newTarget as { prototype: object }).prototype);
    const callback = args[0] as Observer['callback'];
    weakSet(observers, object, { object, callback, targets: bareArray(), records: bareArray() });
    return object;
  });
  defineMembers<object>('MutationObserver', {
    observe(target: PageNode, init: Record<string, unknown> = {}) {
      const observer = observerOf(this);
      const options = readOptions(init);
      let list = weakGet(registrations, target);
      if (list === undefined) {
        list = bareArray();
        weakSet(registrations, target, list);
      }
      for (let at = 0; at < list.length; at++) {
        if (list[at]!.observer !== observer) continue;
        list[at]!.options = options;
        return;
      }
      append(list, { observer, options });
      append(observer.targets, target);
      active++;
    },
    disconnect() {
      const observer = observerOf(this);
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
    },
    takeRecords() {
      return takeRecords(observerOf(this));
    },
  });
}
