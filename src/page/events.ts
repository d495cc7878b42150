/**
 * EventTarget: listeners, and the dispatch of events along their path.
 *
 * In:  a target and an event. Out: listeners called in the standard's order, exceptions reported, activation behaviour
 * run unless the event was cancelled.
 *
 * DOM §2.7–§2.9 https://dom.spec.whatwg.org/#interface-eventtarget
 *
 * Differs: microtasks run after the whole dispatch, not after each listener, when the host dispatches.
 */
import { LOCAL_NAME, NODE_TYPE } from '../html/node-keys.ts';
import { type AbortSignalLike, onAbort } from './abort-signal.ts';
import { activationOf } from './activation-behaviour.ts';
import type { PageNode } from './dom/create-node.ts';
import { domException } from './dom/dom-exception.ts';
import { defineMembers, instanceFor, setConstructor } from './dom/interfaces.ts';
import { type Event, eventControl, type PathStep, PHASES, setVisibleSteps } from './event.ts';
import { eventField, setRelatedTarget } from './event-classes.ts';
import { ensureAttributeHandler } from './event-handlers.ts';
import { legacyType } from './event-legacy.ts';
import { buildPath, isStepInShadow, visibleSteps } from './event-path.ts';
import { addListener, type Listener, listenersOf, removeListener, watchResult } from './listeners.ts';
import { apply, type BareArray, copyBare } from './primordials.ts';
import { reportException } from './report-exception.ts';
import { isScriptOver } from './script-end.ts';

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** "default passive value": scrolling listeners of the window and body do not hold up scrolling. */
function isPassiveByDefault(target: object, type: string): boolean {
  if (type !== 'touchstart' && type !== 'touchmove' && type !== 'wheel' && type !== 'mousewheel') return false;
  if (target === globalThis) return true;
  const node = target as Partial<PageNode>;
  return node[NODE_TYPE] === 9 || node[LOCAL_NAME] === 'html' || node[LOCAL_NAME] === 'body';
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
  const related = eventField(event, 'relatedTarget');
  const relatedTarget = typeof related === 'object' ? related : null;
  const { steps: path, clearsTargets } = buildPath(target, event, eventControl.composed(event), relatedTarget);
  eventControl.begin(event, path, target);

  // The nearest element on the path with activation behaviour is what a click activates.
  // Only an event of the mouse is a click.
  const isClick = eventControl.type(event) === 'click' && eventField(event, 'button') !== undefined;
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
  eventControl.end(event);
  if (clearsTargets) {
    eventControl.clearTarget(event);
    if (relatedTarget !== null) setRelatedTarget(event, null);
  }

  const proceeded = !eventControl.isCanceled(event);
  if (behaviour !== null) {
    if (proceeded) behaviour.run(activated!, event);
    else undo?.();
  }
  return proceeded;
}

/** "invoke" */
function invoke(event: Event, path: BareArray<PathStep>, index: number, phase: number, capture: boolean): void {
  if (eventControl.isPropagationStopped(event) || isScriptOver()) return;
  const step = path[index]!;
  const type = eventControl.type(event);
  ensureAttributeHandler(step.object, type);
  const list = listenersOf(step.object);
  if (list === undefined || list.length === 0) return;
  eventControl.enter(event, index, phase, step.shownTarget);
  if (step.relatedTarget !== null) setRelatedTarget(event, step.relatedTarget);
  const listeners = copyBare(list);
  const found = callListeners(event, step, listeners, type, capture);
  const legacy = found || !eventControl.isTrusted(event) ? null : legacyType(type);
  if (legacy === null) return;
  eventControl.showType(event, legacy);
  callListeners(event, step, listeners, legacy, capture);
  eventControl.showType(event, type);
}

/** "inner invoke". Says whether there was a listener. */
function callListeners(
  event: Event,
  step: PathStep,
  listeners: BareArray<Listener>,
  type: string,
  capture: boolean,
): boolean {
  const isHidden = isStepInShadow(step);
  let found = false;
  for (let at = 0; at < listeners.length; at++) {
    const listener = listeners[at]!;
    if (listener.removed || listener.type !== type) continue;
    found = true;
    if (listener.capture !== capture) continue;
    if (listener.once) removeListener(step.object, type, listener.callback, capture);
    eventControl.setPassive(event, listener.passive);
    callListener(listener.callback, step.object, event, isHidden);
    eventControl.setPassive(event, false);
    if (eventControl.isImmediateStopped(event)) return found;
  }
  return found;
}

function callListener(callback: unknown, currentTarget: object, event: Event, isHidden: boolean): void {
  const outer = currentEvent;
  // What happens inside of a shadow tree is not shown to the whole window.
  currentEvent = isHidden ? undefined : event;
  try {
    if (typeof callback === 'function') {
      watchResult(apply(callback as () => unknown, currentTarget, [event]));
    } else {
      const { handleEvent } = callback as { handleEvent: () => void };
      watchResult(apply(handleEvent as () => unknown, callback, [event]));
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
  setVisibleSteps(visibleSteps);
  setConstructor('EventTarget', (newTarget) => instanceFor(newTarget, 'EventTarget'));
  defineMembers<object>('EventTarget', {
    addEventListener(type: unknown, callback: unknown, options?: unknown): void {
      const target = this ?? globalThis;
      const given = isPlainObject(options) ? options : null;
      const capture = given === null ? Boolean(options) : Boolean(given['capture']);
      const once = given !== null && Boolean(given['once']);
      const passive = given === null ? undefined : given['passive'];
      const signal = given === null ? undefined : (given['signal'] as AbortSignalLike | undefined);
      if (signal === null || (signal !== undefined && typeof signal !== 'object')) {
        throw new TypeError("member signal is not of type 'AbortSignal'.");
      }
      if (callback === null || callback === undefined) return;
      if (!isPlainObject(callback)) throw new TypeError("parameter 2 is not of type 'Object'.");
      if (signal?.aborted) return;
      const listener: Listener = {
        type: `${type}`,
        callback,
        capture,
        once,
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
