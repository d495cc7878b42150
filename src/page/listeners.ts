/**
 * Who listens to what: the lists of event listeners, apart from how events reach them.
 *
 * DOM §2.7 https://dom.spec.whatwg.org/#eventtarget-event-listener-list
 */
import { append, type BareArray, bareArray, removeAt, weakGet, weakSet } from './primordials.ts';

export interface Listener {
  readonly type: string;
  /** A function, or an object with handleEvent. */
  readonly callback: unknown;
  readonly capture: boolean;
  readonly once: boolean;
  readonly passive: boolean;
  /** Set when it is taken out while a dispatch still has it in its copy of the list. */
  removed: boolean;
}

const lists = new WeakMap<object, BareArray<Listener>>();
/** Told about every listener, for the engine to know what can be clicked. */
let added: (target: object, type: string, isAttribute: boolean) => void = () => {};

export function setListenerHook(hook: (target: object, type: string, isAttribute: boolean) => void): void {
  added = hook;
}

export function listenersOf(target: object): BareArray<Listener> | undefined {
  return weakGet(lists, target);
}

/** Puts a listener before all others: an attribute's, which was there before any script. */
export function prependListener(target: object, listener: Listener): void {
  const list = bareArray<Listener>();
  append(list, listener);
  const others = weakGet(lists, target);
  if (others !== undefined) for (let at = 0; at < others.length; at++) append(list, others[at]!);
  weakSet(lists, target, list);
  added(target, listener.type, true);
}

/** "add an event listener": the same one twice counts once. */
export function addListener(target: object, listener: Listener): void {
  let list = weakGet(lists, target);
  if (list === undefined) {
    list = bareArray();
    weakSet(lists, target, list);
  }
  for (let at = 0; at < list.length; at++) {
    const known = list[at]!;
    const isSame = known.callback === listener.callback && known.type === listener.type;
    if (isSame && known.capture === listener.capture) return;
  }
  append(list, listener);
  added(target, listener.type, false);
}

export function removeListener(target: object, type: string, callback: unknown, capture: boolean): void {
  const list = weakGet(lists, target);
  if (list === undefined) return;
  for (let at = 0; at < list.length; at++) {
    const known = list[at]!;
    if (known.type !== type || known.callback !== callback || known.capture !== capture) continue;
    known.removed = true;
    removeAt(list, at);
    return;
  }
}

/** document.open forgets what listened to the document. */
export function removeAllListeners(target: object): void {
  const list = listenersOf(target);
  if (list === undefined) return;
  for (let at = 0; at < list.length; at++) list[at]!.removed = true;
  list.length = 0;
}

/** What callbacks of the page give back, when it is an object: it may be a promise that will be rejected. */
let watcher: (result: object) => void = () => {};

export function setResultWatcher(watch: (result: object) => void): void {
  watcher = watch;
}

export function watchResult(result: unknown): void {
  if (typeof result === 'object' && result !== null) watcher(result);
}
