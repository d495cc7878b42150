/**
 * What events have kept from older standards: init methods, aliases, prefixed types.
 *
 * UI Events §12 https://w3c.github.io/uievents/#legacy-event-initializers, DOM §2.9 (legacy types), HTML §9.4, §12.2
 */
import { type Event, eventControl } from './event.ts';
import { defineProperty, getPrototypeOf } from './primordials.ts';

type Fields = Record<string, unknown>;
/** The fields of an event, or `undefined` for what is not one. */
export type FieldsOf = (event: object) => Fields | undefined;

/** Parameters behind type, bubbles and cancelable, with their defaults. */
const INITS: readonly (readonly [
  className: string,
  method: string,
  fields: readonly (readonly [string, unknown])[],
])[] = [
  ['CustomEvent', 'initCustomEvent', [['detail', null]]],
  [
    'UIEvent',
    'initUIEvent',
    [
      ['view', null],
      ['detail', 0],
    ],
  ],
  [
    'MouseEvent',
    'initMouseEvent',
    [
      ['view', null],
      ['detail', 0],
      ['screenX', 0],
      ['screenY', 0],
      ['clientX', 0],
      ['clientY', 0],
      ['ctrlKey', false],
      ['altKey', false],
      ['shiftKey', false],
      ['metaKey', false],
      ['button', 0],
      ['relatedTarget', null],
    ],
  ],
  [
    'KeyboardEvent',
    'initKeyboardEvent',
    [
      ['view', null],
      ['key', ''],
      ['location', 0],
      ['ctrlKey', false],
      ['altKey', false],
      ['shiftKey', false],
      ['metaKey', false],
    ],
  ],
  [
    'CompositionEvent',
    'initCompositionEvent',
    [
      ['view', null],
      ['data', ''],
    ],
  ],
  [
    'TextEvent',
    'initTextEvent',
    [
      ['view', null],
      ['data', 'undefined'],
    ],
  ],
  [
    'StorageEvent',
    'initStorageEvent',
    [
      ['key', null],
      ['oldValue', null],
      ['newValue', null],
      ['url', ''],
      ['storageArea', null],
    ],
  ],
  [
    'MessageEvent',
    'initMessageEvent',
    [
      ['data', null],
      ['origin', ''],
      ['lastEventId', ''],
      ['source', null],
      ['ports', null],
    ],
  ],
];

export function converted(value: unknown, byDefault: unknown): unknown {
  if (value === undefined) return byDefault;
  switch (typeof byDefault) {
    case 'number':
      return Number(value) || 0;
    case 'boolean':
      return Boolean(value);
    case 'string':
      return `${value}`;
    default:
      return value;
  }
}

export function addInitMethods(prototypes: (className: string) => object, fieldsOf: FieldsOf): void {
  for (const [className, method, fields] of INITS) {
    const { run } = {
      run(this: Event, ...args: unknown[]): void {
        const record = fieldsOf(this);
        if (record === undefined) throw new TypeError('Illegal invocation');
        if (args.length === 0) throw new TypeError(`${method} needs a type.`);
        if (eventControl.isDispatching(this)) return;
        eventControl.initialize(this, `${args[0]}`, Boolean(args[1]), Boolean(args[2]));
        for (let at = 0; at < fields.length; at++) {
          const [field, byDefault] = fields[at]!;
          record[field] = converted(args[at + 3], byDefault);
        }
      },
    };
    defineProperty(run, 'length', { value: 1, configurable: true });
    defineProperty(prototypes(className), method, { value: run, writable: true, enumerable: true, configurable: true });
  }
}

/** Listeners for the prefixed name are called where there is none for the name. */
export function legacyType(type: string): string | null {
  switch (type) {
    case 'animationend':
      return 'webkitAnimationEnd';
    case 'animationiteration':
      return 'webkitAnimationIteration';
    case 'animationstart':
      return 'webkitAnimationStart';
    case 'transitionend':
      return 'webkitTransitionEnd';
    default:
      return null;
  }
}

/** Whether a value may stand for a window in an event. */
export function isWindowLike(value: unknown): boolean {
  if (value === globalThis) return true;
  if (typeof value !== 'object' || value === null) return false;
  return getPrototypeOf(value) !== null && 'document' in value && 'location' in value;
}
