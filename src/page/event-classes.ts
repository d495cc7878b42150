/**
 * The kinds of events, as a table: name, what it extends, and the fields of its init dictionary with their defaults.
 *
 * UI Events, Pointer Events 3 §4, HTML (submit, hashchange, popstate, error …).
 */
import { tooFewArguments } from './dom/interfaces.ts';
import { type Event, Event as EventClass, eventControl } from './event.ts';
import { addInitMethods, converted, isWindowLike } from './event-legacy.ts';
import { asciiLower, create, defineProperty, hasWord, weakGet, weakSet } from './primordials.ts';

type EventConstructor = new (type: unknown, init?: object | null) => Event;
type Fields = Readonly<Record<string, unknown>>;

/** What events of animations and of transitions tell. */
const MOTION: Fields = { elapsedTime: 0, pseudoElement: '', animation: null, pseudoTarget: null };
const MODIFIERS: Fields = { ctrlKey: false, shiftKey: false, altKey: false, metaKey: false };

/** Defaults tell the type: a number is converted to a number, a boolean to a boolean, a string to a string. */
const EVENTS: readonly (readonly [name: string, parent: string, fields: Fields])[] = [
  ['CustomEvent', 'Event', { detail: null }],
  ['UIEvent', 'Event', { view: null, detail: 0, pseudoTarget: null }],
  [
    'MouseEvent',
    'UIEvent',
    {
      ...MODIFIERS,
      screenX: 0,
      screenY: 0,
      clientX: 0,
      clientY: 0,
      movementX: 0,
      movementY: 0,
      button: 0,
      buttons: 0,
      relatedTarget: null,
    },
  ],
  [
    'PointerEvent',
    'MouseEvent',
    {
      pointerId: 0,
      width: 1,
      height: 1,
      pressure: 0,
      tangentialPressure: 0,
      tiltX: 0,
      tiltY: 0,
      twist: 0,
      pointerType: '',
      isPrimary: false,
      altitudeAngle: Math.PI / 2,
      azimuthAngle: 0,
      persistentDeviceId: 0,
    },
  ],
  ['DragEvent', 'MouseEvent', { dataTransfer: null }],
  ['WheelEvent', 'MouseEvent', { deltaX: 0, deltaY: 0, deltaZ: 0, deltaMode: 0, momentum: false }],
  [
    'KeyboardEvent',
    'UIEvent',
    { ...MODIFIERS, key: '', code: '', location: 0, repeat: false, isComposing: false, keyCode: 0, charCode: 0 },
  ],
  ['InputEvent', 'UIEvent', { data: null, isComposing: false, inputType: '' }],
  ['CompositionEvent', 'UIEvent', { data: '' }],
  ['TextEvent', 'UIEvent', { data: '' }],
  [
    'DeviceMotionEvent',
    'Event',
    { acceleration: null, accelerationIncludingGravity: null, rotationRate: null, interval: 0 },
  ],
  ['DeviceOrientationEvent', 'Event', { alpha: null, beta: null, gamma: null, absolute: false }],
  ['FocusEvent', 'UIEvent', { relatedTarget: null }],
  ['SubmitEvent', 'Event', { submitter: null }],
  [
    'SecurityPolicyViolationEvent',
    'Event',
    {
      documentURI: '',
      referrer: '',
      blockedURI: '',
      violatedDirective: '',
      effectiveDirective: '',
      originalPolicy: '',
      sourceFile: '',
      sample: '',
      disposition: 'enforce',
      statusCode: 0,
      lineNumber: 0,
      columnNumber: 0,
    },
  ],
  ['FormDataEvent', 'Event', { formData: null }],
  ['CommandEvent', 'Event', { source: null, command: '' }],
  ['ErrorEvent', 'Event', { message: '', filename: '', lineno: 0, colno: 0, error: undefined }],
  ['HashChangeEvent', 'Event', { oldURL: '', newURL: '' }],
  ['PopStateEvent', 'Event', { state: null, hasUAVisualTransition: false }],
  ['PageTransitionEvent', 'Event', { persisted: false }],
  [
    'NavigateEvent',
    'Event',
    {
      navigationType: 'push',
      destination: null,
      canIntercept: false,
      userInitiated: false,
      hashChange: false,
      signal: null,
      formData: null,
      downloadRequest: null,
      info: undefined,
      hasUAVisualTransition: false,
      sourceElement: null,
    },
  ],
  ['NavigationCurrentEntryChangeEvent', 'Event', { navigationType: null, from: null }],
  ['ProgressEvent', 'Event', { lengthComputable: false, loaded: 0, total: 0 }],
  ['ToggleEvent', 'Event', { oldState: '', newState: '', source: null }],
  ['AnimationEvent', 'Event', { animationName: '', ...MOTION }],
  ['AnimationPlaybackEvent', 'Event', { currentTime: null, timelineTime: null }],
  ['MediaQueryListEvent', 'Event', { media: '', matches: false }],
  ['PromiseRejectionEvent', 'Event', { promise: null, reason: undefined }],
  ['TransitionEvent', 'Event', { propertyName: '', ...MOTION }],
  ['BeforeUnloadEvent', 'Event', {}],
  ['IDBVersionChangeEvent', 'Event', { oldVersion: 0, newVersion: null, dataLoss: 'none', dataLossMessage: '' }],
  ['CloseEvent', 'Event', { wasClean: false, code: 0, reason: '' }],
  ['StorageEvent', 'Event', { key: null, oldValue: null, newValue: null, url: '', storageArea: null }],
  [
    'MessageEvent',
    'Event',
    { data: null, origin: '', lastEventId: '', source: null, ports: null, userActivation: null },
  ],
];

const values = new WeakMap<object, Record<string, unknown>>();
const classes: Record<string, EventConstructor> = { __proto__: null as never };
classes['Event'] = EventClass as unknown as EventConstructor;

/** UI Events §4.3.1, EventModifierInit: keys that only getModifierState tells of. */
const LOCK_KEYS = [
  'AltGraph',
  'CapsLock',
  'Fn',
  'FnLock',
  'Hyper',
  'NumLock',
  'ScrollLock',
  'Super',
  'Symbol',
  'SymbolLock',
];

function noteModifiers(record: Record<string, unknown>, init: object): void {
  for (let at = 0; at < LOCK_KEYS.length; at++) {
    const key = `modifier${LOCK_KEYS[at]!}`;
    if ((init as Record<string, unknown>)[key]) record[key] = true;
  }
}

function makeClass(name: string, parent: EventConstructor, fields: Fields): EventConstructor {
  const keys = Object.keys(fields);
  const made = class extends parent {
    constructor(...args: [] | [type: unknown, init?: object | null | undefined]) {
      if (args.length === 0) throw tooFewArguments(name, 1, 0);
      const init = args[1];
      super(args[0], init);
      let record = weakGet(values, this);
      if (record === undefined) {
        record = create(null) as Record<string, unknown>;
        weakSet(values, this, record);
      }
      for (let at = 0; at < keys.length; at++) {
        const key = keys[at]!;
        const given = init === null || init === undefined ? undefined : (init as Record<string, unknown>)[key];
        if (key === 'view' && given !== undefined && given !== null && !isWindowLike(given)) {
          throw new TypeError("member view is not of type 'Window'.");
        }
        record[key] = converted(given, fields[key]);
      }
      if ('ctrlKey' in fields && init !== null && init !== undefined) noteModifiers(record, init);
    }
  };
  for (const key of keys) {
    defineProperty(made.prototype, key, {
      get(this: object): unknown {
        const record = weakGet(values, this);
        if (record === undefined) throw new TypeError('Illegal invocation');
        return record[key];
      },
      enumerable: true,
      configurable: true,
    });
  }
  defineProperty(made, 'name', { value: name, configurable: true });
  defineProperty(made, 'length', { value: 1, configurable: true });
  defineProperty(made.prototype, Symbol.toStringTag, { value: name, configurable: true });
  return made;
}

for (const [name, parent, fields] of EVENTS) classes[name] = makeClass(name, classes[parent]!, fields);

addLegacyMembers();

/** A person's pointer that moves with no button down: its events are about none. */
function isMovement(event: object): boolean {
  return (
    eventControl.isEvent(event) &&
    eventControl.isTrusted(event) &&
    weakGet(values, event)?.['buttons'] === 0 &&
    /move|over|out|enter|leave|wheel|rawupdate/.test(eventControl.type(event))
  );
}

/** Aliases and init methods that old code still calls. */
function addLegacyMembers(): void {
  const mouse = classes['MouseEvent']!.prototype as object;
  for (const [alias, field, isOfPage] of [
    ['x', 'clientX', false],
    ['y', 'clientY', false],
    ['pageX', 'clientX', true],
    ['pageY', 'clientY', true],
  ] as const) {
    defineProperty(mouse, alias, {
      get(this: object) {
        const place = ownField(this, field) as number;
        return isOfPage ? place + scrolledBy(field === 'clientX') : place;
      },
      enumerable: true,
      configurable: true,
    });
  }
  addPointerMembers(classes['PointerEvent']!.prototype as object);
  addWheelMembers(classes['WheelEvent']!);
  const keyboardClass = classes['KeyboardEvent']!;
  ['STANDARD', 'LEFT', 'RIGHT', 'NUMPAD'].forEach((name, value) => {
    defineConstant(keyboardClass, `DOM_KEY_LOCATION_${name}`, value);
  });
  const { getModifierState: modifier } = {
    getModifierState(this: object, key: unknown): boolean {
      const record = weakGet(values, this);
      if (record === undefined) throw new TypeError('Illegal invocation');
      const name = `${key}`;
      const own = hasWord(' Control Shift Alt Meta ', name)
        ? `${name === 'Control' ? 'ctrl' : asciiLower(name)}Key`
        : '';
      return record[own === '' ? `modifier${name}` : own] === true;
    },
  };
  const keyboard = classes['KeyboardEvent']!.prototype as object;
  for (const prototype of [mouse, keyboard]) {
    defineProperty(prototype, 'getModifierState', { value: modifier, writable: true, configurable: true });
  }
  for (const prototype of [classes['UIEvent']!.prototype as object]) {
    defineProperty(prototype, 'which', {
      get(this: Record<string, unknown>) {
        return this['keyCode'] ?? (this['button'] === undefined || isMovement(this) ? 0 : Number(this['button']) + 1);
      },
      enumerable: true,
      configurable: true,
    });
  }
  addInitMethods(
    (name) => classes[name]!.prototype as object,
    (event) => weakGet(values, event),
  );
}

/** How far the window is scrolled; the window says. */
let scrolledBy: (isAcross: boolean) => number = () => 0;

export function setPageOffset(offset: typeof scrolledBy): void {
  scrolledBy = offset;
}

function ownField(event: object, name: string): unknown {
  const record = weakGet(values, event);
  if (record === undefined || !(name in record)) throw new TypeError('Illegal invocation');
  return record[name];
}

/** On the interface object and on the prototype; locked when they stand in their places (window/member-order.ts). */
function defineConstant(object: EventConstructor, name: string, value: number): void {
  for (const holder of [object, object.prototype as object]) {
    defineProperty(holder, name, { value, enumerable: true, configurable: true });
  }
}

/** Pointer Events 3 §4.3: a movement of a person's pointer is made of at least one; none is foreseen. */
function addPointerMembers(prototype: object): void {
  const { getCoalescedEvents, getPredictedEvents } = {
    getCoalescedEvents(this: Event): Event[] {
      ownField(this, 'pointerId');
      if (!eventControl.isTrusted(this) || eventControl.type(this) !== 'pointermove') return [];
      const copy = createEvent('PointerEvent', 'pointermove', { ...weakGet(values, this), composed: true });
      eventControl.trust(copy);
      return [copy];
    },
    getPredictedEvents(this: Event): Event[] {
      ownField(this, 'pointerId');
      return [];
    },
  };
  for (const [name, value] of Object.entries({ getCoalescedEvents, getPredictedEvents })) {
    defineProperty(prototype, name, { value, writable: true, enumerable: true, configurable: true });
  }
}

/** The names from before there was a standard: a notch is 120, and has the other sign. */
function addWheelMembers(object: EventConstructor): void {
  const notches = (event: object, name: string): number => {
    const delta = ownField(event, name) as number;
    return delta === 0 ? 0 : Math.round(-delta * 1.2);
  };
  const members = {
    get wheelDeltaX(): number {
      return notches(this, 'deltaX');
    },
    get wheelDeltaY(): number {
      return notches(this, 'deltaY');
    },
    get wheelDelta(): number {
      return notches(this, 'deltaY') || notches(this, 'deltaX');
    },
  };
  for (const name of Object.keys(members)) {
    const { get } = Object.getOwnPropertyDescriptor(members, name)!;
    defineProperty(object.prototype as object, name, {
      get,
      enumerable: true,
      configurable: true,
    } as PropertyDescriptor);
  }
  ['PIXEL', 'LINE', 'PAGE'].forEach((name, value) => {
    defineConstant(object, `DOM_DELTA_${name}`, value);
  });
}

/** A field of an event, whatever the page did to its getter. */
export function eventField(event: object, name: string): unknown {
  return weakGet(values, event)?.[name];
}

/** Dispatch shows each listener the related target that it may see. */
export function setRelatedTarget(event: object, target: object | null): void {
  const record = weakGet(values, event);
  if (record !== undefined && record['relatedTarget'] !== undefined) record['relatedTarget'] = target;
}

/** Makes an event of the platform. */
export function createEvent(className: string, type: string, init: object = {}): Event {
  return new classes[className]!(type, init);
}

export function eachEventClass(visit: (name: string, object: EventConstructor) => void): void {
  for (const name of Object.keys(classes)) visit(name, classes[name]!);
}

/** DOM §4.5.1: the names that createEvent takes. */
const CREATABLE: Readonly<Record<string, string>> = {
  __proto__: null as never,
  beforeunloadevent: 'BeforeUnloadEvent',
  compositionevent: 'CompositionEvent',
  customevent: 'CustomEvent',
  devicemotionevent: 'DeviceMotionEvent',
  deviceorientationevent: 'DeviceOrientationEvent',
  dragevent: 'DragEvent',
  event: 'Event',
  events: 'Event',
  focusevent: 'FocusEvent',
  hashchangeevent: 'HashChangeEvent',
  htmlevents: 'Event',
  keyboardevent: 'KeyboardEvent',
  messageevent: 'MessageEvent',
  mouseevent: 'MouseEvent',
  mouseevents: 'MouseEvent',
  storageevent: 'StorageEvent',
  svgevents: 'Event',
  textevent: 'TextEvent',
  uievent: 'UIEvent',
  uievents: 'UIEvent',
};

export function creatableEvent(lowerName: string): string | null {
  return CREATABLE[lowerName] ?? null;
}
