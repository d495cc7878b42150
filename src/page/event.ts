/**
 * Event, and the flags that dispatch reads and writes.
 *
 * The state is in private fields: a page can neither forge `isTrusted` nor change the path of a running dispatch.
 *
 * DOM §2.2 https://dom.spec.whatwg.org/#interface-event
 */

import { coarseNow } from './clock.ts';
import { tooFewArguments } from './dom/interfaces.ts';
import { noteNative } from './native-look.ts';
import { type BareArray, bareArray, copyArray, defineProperty } from './primordials.ts';

/** One step of an event's way. */
export interface PathStep {
  /** Whose listeners are called here. */
  readonly object: object;
  /** The target as seen from here, when this step is a target; `null` otherwise. */
  readonly target: object | null;
  /** The target that listeners see here. */
  readonly shownTarget: object;
  readonly relatedTarget: object | null;
  /** Where composedPath() must not show to those outside what is inside. */
  readonly rootOfClosedTree: boolean;
  readonly slotInClosedTree: boolean;
}

/** composedPath() needs the tree, which this file does not know. Set by events.ts. */
let visibleSteps: (steps: BareArray<PathStep>, current: number) => BareArray<object> = () => bareArray();

export function setVisibleSteps(find: typeof visibleSteps): void {
  visibleSteps = find;
}

export interface EventInit {
  bubbles?: unknown;
  cancelable?: unknown;
  composed?: unknown;
}

const NONE = 0;

/** [LegacyUnforgeable]: every event has it itself, and cannot lose it. One getter for all. */
const IS_TRUSTED = {
  __proto__: null,
  ...Object.getOwnPropertyDescriptor(
    {
      get isTrusted(): boolean {
        return eventControl.isTrusted(this as unknown as Event);
      },
    },
    'isTrusted',
  ),
  enumerable: true,
  configurable: false,
} as PropertyDescriptor;
noteNative(IS_TRUSTED.get!, 'get isTrusted');

export class Event {
  #type: string;
  #bubbles: boolean;
  #cancelable: boolean;
  #composed: boolean;
  #timeStamp = coarseNow();
  #isTrusted = false;
  #initialized = true;
  #dispatching = false;
  #canceled = false;
  #propagationStopped = false;
  #immediateStopped = false;
  #inPassive = false;
  #phase: number = NONE;
  #target: object | null = null;
  #currentTarget: object | null = null;
  #path: BareArray<PathStep> = bareArray();
  #step = -1;

  constructor(...args: [] | [type: unknown, init?: EventInit | null]) {
    if (args.length === 0) throw tooFewArguments('Event', 1, 0);
    const options = args[1] ?? {};
    this.#type = `${args[0]}`;
    this.#bubbles = Boolean(options.bubbles);
    this.#cancelable = Boolean(options.cancelable);
    this.#composed = Boolean(options.composed);
    defineProperty(this, 'isTrusted', IS_TRUSTED);
  }

  get type(): string {
    return this.#type;
  }
  get target(): object | null {
    return this.#target;
  }
  get srcElement(): object | null {
    return this.#target;
  }
  get currentTarget(): object | null {
    return this.#currentTarget;
  }
  get eventPhase(): number {
    return this.#phase;
  }
  get bubbles(): boolean {
    return this.#bubbles;
  }
  get cancelable(): boolean {
    return this.#cancelable;
  }
  get composed(): boolean {
    return this.#composed;
  }
  get timeStamp(): number {
    return this.#timeStamp;
  }
  get defaultPrevented(): boolean {
    return this.#canceled;
  }
  get returnValue(): boolean {
    return !this.#canceled;
  }
  set returnValue(value: unknown) {
    if (!value) this.#cancel();
  }
  get cancelBubble(): boolean {
    return this.#propagationStopped;
  }
  set cancelBubble(value: unknown) {
    if (value) this.#propagationStopped = true;
  }

  stopPropagation(): void {
    this.#propagationStopped = true;
  }

  stopImmediatePropagation(): void {
    this.#propagationStopped = true;
    this.#immediateStopped = true;
  }

  preventDefault(): void {
    this.#cancel();
  }

  #cancel(): void {
    if (this.#cancelable && !this.#inPassive) this.#canceled = true;
  }

  composedPath(): object[] {
    return copyArray(visibleSteps(this.#path, this.#step));
  }

  initEvent(...args: [type?: unknown, bubbles?: unknown, cancelable?: unknown]): void {
    const wasDispatching = this.#dispatching;
    if (args.length === 0) throw new TypeError('initEvent needs a type.');
    const type = `${args[0]}`;
    if (!wasDispatching) this.#initialize(type, Boolean(args[1]), Boolean(args[2]));
  }

  #initialize(type: string, bubbles: boolean, cancelable: boolean): void {
    this.#initialized = true;
    this.#type = type;
    this.#bubbles = bubbles;
    this.#cancelable = cancelable;
    this.#propagationStopped = false;
    this.#immediateStopped = false;
    this.#canceled = false;
    this.#target = null;
    this.#isTrusted = false;
  }

  /** Platform code only: the functions are taken off the class below. */
  static control: EventControl = {
    isEvent: (value: unknown): value is Event => typeof value === 'object' && value !== null && #type in value,
    trust: (event) => {
      event.#isTrusted = true;
    },
    isTrusted: (event) => event.#isTrusted,
    type: (event) => event.#type,
    bubbles: (event) => event.#bubbles,
    composed: (event) => event.#composed,
    currentTarget: (event) => event.#currentTarget,
    target: (event) => event.#target,
    initialize: (event, type, bubbles, cancelable) => event.#initialize(type, bubbles, cancelable),
    showType: (event, type) => {
      event.#type = type;
    },
    uninitialize: (event) => {
      event.#initialized = false;
    },
    isInitialized: (event) => event.#initialized,
    isDispatching: (event) => event.#dispatching,
    begin: (event, path, target) => {
      event.#dispatching = true;
      event.#path = path;
      event.#target = target;
    },
    enter: (event, step, phase, target) => {
      event.#step = step;
      event.#phase = phase;
      event.#target = target;
      event.#currentTarget = event.#path[step]!.object;
    },
    setPassive: (event, passive) => {
      event.#inPassive = passive;
    },
    isPropagationStopped: (event) => event.#propagationStopped,
    isImmediateStopped: (event) => event.#immediateStopped,
    isCanceled: (event) => event.#canceled,
    cancel: (event) => event.#cancel(),
    end: (event) => {
      event.#dispatching = false;
      event.#phase = NONE;
      event.#currentTarget = null;
      event.#path = bareArray();
      event.#step = -1;
      event.#propagationStopped = false;
      event.#immediateStopped = false;
    },
    clearTarget: (event) => {
      event.#target = null;
    },
  };
}

/** What dispatch may do to an event and a page may not. */
export interface EventControl {
  isEvent(value: unknown): value is Event;
  trust(event: Event): void;
  isTrusted(event: Event): boolean;
  /** The page may have replaced the getters. */
  type(event: Event): string;
  bubbles(event: Event): boolean;
  composed(event: Event): boolean;
  currentTarget(event: Event): object | null;
  target(event: Event): object | null;
  /** "initialize" of an event that is not being dispatched. */
  initialize(event: Event, type: string, bubbles: boolean, cancelable: boolean): void;
  /** What listeners for a legacy type see. */
  showType(event: Event, type: string): void;
  uninitialize(event: Event): void;
  isInitialized(event: Event): boolean;
  isDispatching(event: Event): boolean;
  begin(event: Event, path: BareArray<PathStep>, target: object): void;
  enter(event: Event, step: number, phase: number, target: object | null): void;
  setPassive(event: Event, passive: boolean): void;
  isPropagationStopped(event: Event): boolean;
  isImmediateStopped(event: Event): boolean;
  isCanceled(event: Event): boolean;
  cancel(event: Event): void;
  end(event: Event): void;
  clearTarget(event: Event): void;
}

export const eventControl: EventControl = Event.control;
Reflect.deleteProperty(Event, 'control');

export const PHASES = { NONE, CAPTURING_PHASE: 1, AT_TARGET: 2, BUBBLING_PHASE: 3 } as const;

for (const name of Object.keys(PHASES) as (keyof typeof PHASES)[]) {
  // Locked when they stand in their places (window/member-order.ts).
  const descriptor = { value: PHASES[name], enumerable: true, configurable: true };
  defineProperty(Event, name, descriptor);
  defineProperty(Event.prototype, name, descriptor);
}
defineProperty(Event, 'length', { value: 1, configurable: true });
defineProperty(Event.prototype.initEvent, 'length', { value: 1, configurable: true });
defineProperty(Event.prototype, Symbol.toStringTag, { value: 'Event', configurable: true });
