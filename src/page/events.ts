/**
 * EventTarget: listeners, and the dispatch of events along their path.
 *
 * In:  a target and an event. Out: listeners called in the standard's order, exceptions reported, activation behaviour
 * run unless the event was cancelled.
 *
 * DOM §2.7–§2.9 https://dom.spec.whatwg.org/#interface-eventtarget
 *
 * Differs: microtasks run after the whole dispatch, not after each listener, when the host dispatches; and slots are not
 * on the path.
 */
import { type AbortSignalLike, onAbort } from './abort-signal.ts';
import { activationOf } from './activation-behaviour.ts';
import type { PageNode, ShadowRootNode } from './dom/create-node.ts';
import { domException } from './dom/dom-exception.ts';
import { defineMembers, instanceFor, setConstructor } from './dom/interfaces.ts';
import { isTreeNode, rootOf } from './dom/tree.ts';
import { type Event, eventControl, type PathStep, PHASES } from './event.ts';
import { eventField } from './event-classes.ts';
import { ensureAttributeHandler } from './event-handlers.ts';
import { addListener, type Listener, listenersOf, removeListener } from './listeners.ts';
import { append, apply, type BareArray, bareArray, copyBare, weakGet, weakSet } from './primordials.ts';
import { reportException } from './report-exception.ts';

/** Targets that are not in the tree name their parent here: the document's is the window. */
const parents = new WeakMap<object, (event: Event) => object | null>();

export function setEventParent(target: object, parent: (event: Event) => object | null): void {
  weakSet(parents, target, parent);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** "default passive value": scrolling listeners of the window and body do not hold up scrolling. */
function isPassiveByDefault(target: object, type: string): boolean {
  if (type !== 'touchstart' && type !== 'touchmove' && type !== 'wheel' && type !== 'mousewheel') return false;
  if (target === globalThis) return true;
  const node = target as Partial<PageNode>;
  return node.nodeType === 9 || node.localName === 'html' || node.localName === 'body';
}

/** The DOM's dispatch for scripts: any target, untrusted. */
function dispatchFromScript(target: object, event: unknown): boolean {
  if (!eventControl.isEvent(event)) throw new TypeError("parameter 1 is not of type 'Event'.");
  if (eventControl.isDispatching(event) || !eventControl.isInitialized(event)) {
    throw domException('InvalidStateError', 'The event is already being dispatched.');
  }
  return dispatch(target, event);
}

/** Dispatches an event that the platform made. */
export function dispatchTrusted(target: object, event: Event): boolean {
  eventControl.trust(event);
  return dispatch(target, event);
}

/** "dispatch" */
export function dispatch(target: object, event: Event): boolean {
  const path = buildPath(target, event);
  eventControl.begin(event, path, target);

  // The nearest element on the path with activation behaviour is what a click activates.
  const isClick = eventControl.type(event) === 'click';
  const bubbles = eventControl.bubbles(event);
  let activated: PageNode | null = null;
  if (isClick) {
    for (let at = 0; at < path.length && activated === null; at++) {
      const { object, target: own } = path[at]!;
      if ((own !== null || bubbles) && activationOf(object) !== null) activated = object as PageNode;
    }
  }
  const behaviour = activated === null ? null : activationOf(activated);
  const undo = behaviour?.before?.(activated!, event) ?? null;

  for (let at = path.length - 1; at >= 0; at--) {
    const isTarget = path[at]!.target !== null;
    invoke(event, path, at, isTarget ? PHASES.AT_TARGET : PHASES.CAPTURING_PHASE, true);
  }
  for (let at = 0; at < path.length; at++) {
    const isTarget = path[at]!.target !== null;
    if (isTarget || bubbles) {
      invoke(event, path, at, isTarget ? PHASES.AT_TARGET : PHASES.BUBBLING_PHASE, false);
    }
  }
  const endsInShadow = path.length > 0 && isInShadow(path[path.length - 1]!.target);
  eventControl.end(event);
  if (endsInShadow) eventControl.clearTarget(event);

  const proceeded = !eventControl.isCanceled(event);
  if (behaviour !== null) {
    if (proceeded) behaviour.run(activated!, event);
    else undo?.();
  }
  return proceeded;
}

function isInShadow(target: object | null): boolean {
  return target !== null && isShadowRoot(rootOfTarget(target));
}

function rootOfTarget(target: object): object {
  return isTreeNode(target) ? rootOf(target) : target;
}

function isShadowRoot(object: object): object is ShadowRootNode {
  return isTreeNode(object) && object.nodeType === 11 && (object as Partial<ShadowRootNode>).host !== undefined;
}

/** "get the parent" */
function parentOf(object: object, event: Event, targetRoot: object): object | null {
  const special = weakGet(parents, object);
  if (special !== undefined) return special(event);
  if (!isTreeNode(object)) return null;
  if (isShadowRoot(object)) return eventControl.composed(event) || object !== targetRoot ? object.host : null;
  return object.parentNode;
}

function buildPath(target: object, event: Event): BareArray<PathStep> {
  const path = bareArray<PathStep>();
  const targetRoot = rootOfTarget(target);
  const related = eventField(event, 'relatedTarget');
  const relatedTarget = typeof related === 'object' ? related : null;
  let visibleTarget: object = target;
  let isTarget = true;
  let closedDepth = 0;
  for (let at = rootOfTarget(target); isShadowRoot(at); at = rootOfTarget(at.host))
    if (at.mode === 'closed') closedDepth++;

  for (let object: object | null = target; object !== null; ) {
    append(path, { object, target: isTarget ? visibleTarget : null, relatedTarget, closedDepth });
    const next: object | null = parentOf(object, event, targetRoot);
    // Leaving a shadow tree: from outside the host is the target.
    isTarget = isShadowRoot(object) && next !== null;
    if (isShadowRoot(object)) {
      if (object.mode === 'closed') closedDepth--;
      if (next !== null) visibleTarget = next;
    }
    object = next;
  }
  return path;
}

/** "invoke" */
function invoke(event: Event, path: BareArray<PathStep>, index: number, phase: number, capture: boolean): void {
  if (eventControl.isPropagationStopped(event)) return;
  const step = path[index]!;
  let target: object | null = null;
  for (let at = index; at >= 0 && target === null; at--) target = path[at]!.target;
  const type = eventControl.type(event);
  ensureAttributeHandler(step.object, type);
  const list = listenersOf(step.object);
  if (list === undefined || list.length === 0) return;
  eventControl.enter(event, index, phase, target);

  const listeners = copyBare(list);
  for (let at = 0; at < listeners.length; at++) {
    const listener = listeners[at]!;
    if (listener.removed || listener.type !== type || listener.capture !== capture) continue;
    if (listener.once) removeListener(step.object, type, listener.callback, capture);
    eventControl.setPassive(event, listener.passive);
    callListener(listener.callback, step.object, event);
    eventControl.setPassive(event, false);
    if (eventControl.isImmediateStopped(event)) return;
  }
}

function callListener(callback: unknown, currentTarget: object, event: Event): void {
  const outer = currentEvent;
  currentEvent = event;
  try {
    if (typeof callback === 'function') {
      apply(callback as () => void, currentTarget, [event]);
    } else {
      const { handleEvent } = callback as { handleEvent: () => void };
      apply(handleEvent, callback, [event]);
    }
  } catch (error) {
    reportException(error);
  }
  currentEvent = outer;
}

let currentEvent: unknown;

/** `window.event` */
export function runningEvent(): unknown {
  return currentEvent;
}

export function installEventTarget(): void {
  setConstructor('EventTarget', (newTarget) => instanceFor(newTarget, 'EventTarget'));
  defineMembers<object>('EventTarget', {
    addEventListener(type: unknown, callback: unknown, options?: unknown): void {
      const target = this ?? globalThis;
      const given = isPlainObject(options) ? options : null;
      const capture = given === null ? Boolean(options) : Boolean(given['capture']);
      if (callback === null || callback === undefined) return;
      if (!isPlainObject(callback)) throw new TypeError("parameter 2 is not of type 'Object'.");
      const signal = given === null ? undefined : (given['signal'] as AbortSignalLike | undefined);
      if (signal?.aborted) return;
      const passive = given === null ? undefined : given['passive'];
      const listener: Listener = {
        type: `${type}`,
        callback,
        capture,
        once: given !== null && Boolean(given['once']),
        passive: passive === undefined ? isPassiveByDefault(target, `${type}`) : Boolean(passive),
        removed: false,
      };
      addListener(target, listener);
      if (signal !== undefined) onAbort(signal, () => removeListener(target, listener.type, callback, capture));
    },
    removeEventListener(type: unknown, callback: unknown, options?: unknown): void {
      const capture = isPlainObject(options) ? Boolean(options['capture']) : Boolean(options);
      removeListener(this ?? globalThis, `${type}`, callback, capture);
    },
    dispatchEvent(event: unknown): boolean {
      return dispatchFromScript(this ?? globalThis, event);
    },
  });
}
