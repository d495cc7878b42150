/**
 * Interfaces that are there by name only: a page finds what Chrome has, and cannot get an object of them.
 *
 * In:  a table of names, parents and members (interface-table.ts). Out: interface objects on the window. 'new' is refused as
 * Chrome refuses it, or as a browser does that has no such device; getters and methods refuse every receiver.
 *
 * Smaller: a prototype gets its members when somebody looks at it. Most pages look at none of five hundred.
 */
import { domException } from '../dom/dom-exception.ts';
import { calledWithoutNew, type InterfaceObject, illegalConstructor } from '../dom/interfaces.ts';
import { type Event, Event as EventClass } from '../event.ts';
import { eventHandler, setEventHandler } from '../event-handlers.ts';
import { namedConstructor } from '../named-constructor.ts';
import { namedGetter, namedMethod, namedSetter } from '../named-function.ts';
import { noteNative } from '../native-look.ts';
import { rejectedWith } from '../network/promises.ts';
import {
  arrayIndexOf,
  asciiLower,
  construct,
  create,
  defineProperty,
  indexOf,
  ownKeys,
  reflect,
  setPrototypeOf,
  stringSlice,
  weakDelete,
  weakGet,
  weakSet,
} from '../primordials.ts';
import { type Row, rowOf, TABLE } from './interface-rows.ts';

/** Prototypes whose members nobody has looked at, with their interfaces' names. */
const unread = new WeakMap<object, string>();
/** The prototypes behind those that fill themselves, by their interfaces. */
const targets = new WeakMap<object, object>();
/** What events of these interfaces were made with. */
const inits = new WeakMap<object, Record<string, unknown>>();

/** Whether it is a kind of Event: those can be made. */
function isEventName(name: string): boolean {
  return stringSlice(name, -5) === 'Event';
}

function refuse(): never {
  throw new TypeError('Illegal invocation');
}

function readInit(self: unknown, name: string): unknown {
  const init = typeof self === 'object' && self !== null ? weakGet(inits, self) : undefined;
  return init === undefined ? refuse() : (init[name] ?? null);
}

/** What a member of an interface does on the objects that there are of it, by its name. */
export type Behaviour = Readonly<Record<string, unknown>>;
/** What an object knows of itself, and where its writable attributes are kept. */
export type LiveRecord = Record<string, unknown>;
type Member = { readonly interfaceName: string; readonly name: string; readonly required?: number };

const behaviours: Record<string, Behaviour> = { __proto__: null as never };
const records = new WeakMap<object, LiveRecord>();

/** Objects of these interfaces are given out: `liveObject` makes them. */
export function defineBehaviour(interfaceName: string, behaviour: Behaviour): void {
  behaviours[interfaceName] = { __proto__: null, ...behaviour } as Behaviour;
}

/** Behaviours that are defined when one of their interfaces is first used. */
const late: Record<string, () => void> = { __proto__: null as never };

/** Smaller: what few pages use is not in every realm. `names`: interfaces whose behaviours `define` defines. */
export function defineLater(names: string, define: () => void): void {
  for (const name of names.split(' ')) late[name] = define;
}

function behaviourOf(name: string): Behaviour | undefined {
  const define = late[name];
  if (define !== undefined) {
    for (const key in late) if (late[key] === define) reflect.deleteProperty(late, key);
    define();
  }
  return behaviours[name];
}

/**
 * Puts the prototype itself in the place of what fills it when it is looked at, for an interface that has objects: 'for in'
 * sees only the first of several proxies that follow each other.
 */
function materialise(name: string): object | null {
  const made = interfaces[name];
  if (made === undefined) return null;
  const target = weakGet(targets, made);
  if (target === undefined) return made.prototype;
  weakDelete(targets, made);
  fill(target);
  const parent = materialise(rowOf(name).parent);
  if (parent !== null) setPrototypeOf(target, parent);
  defineProperty(made, 'prototype', { value: target, writable: false });
  return target;
}

/** An object of an interface of the table. */
export function liveObject(interfaceName: string, values: LiveRecord = {}): object {
  materialise(interfaceName);
  const object = create(interfaces[interfaceName]!.prototype) as object;
  return attach(object, interfaceName, values);
}

/** Makes an object that was made otherwise one of an interface of the table. */
export function attach(object: object, kind: string, values: LiveRecord): object {
  weakSet(records, object, { __proto__: null, ...values, [KIND]: kind } as LiveRecord);
  return object;
}

/** Where a record keeps which interface it is of: no member of an interface is called like this. */
const KIND = '%kind';

/** What an object of an interface, or of one that inherits from it, knows of itself; `null` for strangers. */
export function liveRecord(object: unknown, interfaceName: string): LiveRecord | null {
  const record = typeof object === 'object' && object !== null ? weakGet(records, object) : undefined;
  if (record === undefined) return null;
  for (let kind = record[KIND] as string; kind !== ''; kind = rowOf(kind).parent) {
    if (kind === interfaceName) return record;
    if (interfaces[kind] === undefined) return null;
  }
  return null;
}

/** An interface object of the table, for objects that are made otherwise. */
export function lazyInterface(interfaceName: string): InterfaceObject {
  materialise(interfaceName);
  return interfaces[interfaceName]!;
}

/** The prototype of an interface of the table. */
export function lazyPrototype(interfaceName: string): object {
  return materialise(interfaceName)!;
}

/** The interface that an object is of. */
export function liveKind(record: LiveRecord): string {
  return record[KIND] as string;
}

/** An event of an interface of the table. */
export function lazyEvent(interfaceName: string, type: string, init: object): Event {
  return construct(interfaces[interfaceName] as unknown as EventMaker, [type, init]);
}

/** Also of interfaces that have nothing but attributes, and so no behaviour. */
function recordIn(self: unknown, interfaceName: string): LiveRecord {
  return liveRecord(self, interfaceName) ?? refuse();
}

function callLive(self: unknown, args: ArrayLike<unknown>, { interfaceName, name, required = 0 }: Member): unknown {
  // A static method has its interface object as receiver.
  const record = typeof self === 'function' ? (create(null) as LiveRecord) : recordIn(self, interfaceName);
  if (args.length < required) throw tooFew(`execute '${name}' on '${interfaceName}'`, required, args.length);
  const act = behaviourOf(interfaceName)?.[name];
  if (typeof act === 'function') return reflect.apply(act, record, [args, self]);
  if (typeof self === 'function') refuse();
  return undefined;
}

function getLive(self: unknown, { interfaceName, name }: Member): unknown {
  const record = recordIn(self, interfaceName);
  if (stringSlice(name, 0, 2) === 'on') return eventHandler(self as object, stringSlice(name, 2));
  if (name in record) return record[name];
  const value = behaviourOf(interfaceName)?.[name];
  return typeof value === 'function' ? reflect.apply(value, record, [[], self]) : (value ?? null);
}

function setLive(self: unknown, value: unknown, { interfaceName, name }: Member): void {
  const record = recordIn(self, interfaceName);
  const act = behaviourOf(interfaceName)?.[`set ${name}`];
  if (stringSlice(name, 0, 2) === 'on') setEventHandler(self as object, stringSlice(name, 2), value);
  else if (typeof act === 'function') reflect.apply(act, record, [value, self]);
  else record[name] = value;
}

/** Puts the members on. */
function fill(target: object): void {
  const name = weakGet(unread, target);
  if (name === undefined) return;
  weakDelete(unread, target);
  const { members } = rowOf(name);
  const value = interfaces[name];
  const own = { value, writable: true, enumerable: false, configurable: true };
  for (let at = 0; at < members.length; at++) {
    const first = stringSlice(members[at]!, 0, 1);
    if (first === '@') defineProperty(target, 'constructor', own);
    else if (first === '#') addConstants(target, members, name, members[at]!);
    else if (first !== '^' && first !== '~' && indexOf(members[at]!, ':') < 0) addMember(target, members[at]!, name);
  }
  defineProperty(target, 'constructor', own);
  defineProperty(target, Symbol.toStringTag, { value: name, configurable: true });
  for (let at = 0; at < members.length; at++) {
    if (stringSlice(members[at]!, 0, 1) === '~') addIterator(target, members[at]!);
  }
}

/** '#' stands for all constants but those that stand elsewhere by their names: '#NAME'. */
function addConstants(target: object, members: Row['members'], name: string, mark: string): void {
  for (let at = 0; at < members.length; at++) {
    const colon = indexOf(members[at]!, ':');
    if (colon <= 0) continue;
    const own = `#${stringSlice(members[at]!, 0, colon)}`;
    if (mark === '#' ? arrayIndexOf(members as unknown as readonly string[], own) < 0 : mark === own)
      addMember(target, members[at]!, name);
  }
}

const interfaces: Record<string, InterfaceObject> = { __proto__: null as never };

/** Web IDL §3.7.9, §3.7.10: '~' and the member that objects are iterated by; where there is none, they are as arrays are. */
function addIterator(target: object, text: string): void {
  const isAsync = stringSlice(text, 1, 2) === '~';
  const own = reflect.getOwnPropertyDescriptor(target, stringSlice(text, isAsync ? 2 : 1))?.value as unknown;
  const key = isAsync ? Symbol.asyncIterator : Symbol.iterator;
  defineProperty(target, key, { value: own ?? arrayValues, writable: true, enumerable: false, configurable: true });
}

const arrayValues = Array.prototype.values;

/** A method that gives a promise refuses by it. */
function callPromising(self: unknown, args: ArrayLike<unknown>, member: Member): unknown {
  try {
    return callLive(self, args, member);
  } catch (error) {
    return rejectedWith(error);
  }
}

function addMember(target: object, text: string, interfaceName: string): void {
  const promising = indexOf(text, ')');
  const call = promising > 0 ? promising : indexOf(text, '(');
  if (call > 0) {
    const name = stringSlice(text, 0, call);
    const act = promising > 0 ? callPromising : callLive;
    const required = +stringSlice(text, call + 1);
    const value = namedMethod(name, required, act, { interfaceName, name, required });
    noteNative(value, name);
    defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
    return;
  }
  const constant = indexOf(text, ':');
  if (constant > 0) {
    const value = +stringSlice(text, constant + 1);
    defineProperty(target, stringSlice(text, 0, constant), { value, enumerable: true });
    return;
  }
  const isWritable = stringSlice(text, -1) === '=';
  const name = isWritable ? stringSlice(text, 0, -1) : text;
  const isEvent = isEventName(interfaceName);
  const get = isEvent ? namedGetter(name, readInit, name) : namedGetter(name, getLive, { interfaceName, name });
  noteNative(get, `get ${name}`);
  const shape = { get, enumerable: true, configurable: true };
  if (!isWritable) defineProperty(target, name, shape);
  else {
    const set = namedSetter(name, setLive, { interfaceName, name });
    noteNative(set, `set ${name}`);
    defineProperty(target, name, { ...shape, set });
  }
}

/** Every look at a prototype fills it first; from then on nothing is other than without these. */
const FILLING: ProxyHandler<object> = {
  get(target, key, receiver) {
    fill(target);
    return reflect.get(target, key, receiver);
  },
  set(target, key, value, receiver) {
    fill(target);
    return reflect.set(target, key, value, receiver);
  },
  has(target, key) {
    fill(target);
    return reflect.has(target, key);
  },
  ownKeys(target) {
    fill(target);
    return reflect.ownKeys(target);
  },
  getOwnPropertyDescriptor(target, key) {
    fill(target);
    return reflect.getOwnPropertyDescriptor(target, key);
  },
  defineProperty(target, key, descriptor) {
    fill(target);
    return reflect.defineProperty(target, key, descriptor);
  },
  deleteProperty(target, key) {
    fill(target);
    return reflect.deleteProperty(target, key);
  },
};

type EventMaker = new (...args: unknown[]) => Event;

/** Web IDL §3.7.7: how many arguments there must be at least. */
function tooFew(what: string, required: number, given: number): TypeError {
  const words = required === 1 ? '1 argument' : `${required} arguments`;
  return new TypeError(`Failed to ${what}: ${words} required, but only ${given} present.`);
}

function makeInstance(newTarget: object | undefined, args: ArrayLike<unknown>, name: string): object {
  const { required, isConstructor, parent } = rowOf(name);
  if (newTarget === undefined) throw new TypeError(calledWithoutNew(name, isConstructor));
  if (required === null) throw illegalConstructor(name);
  if (args.length < required) throw tooFew(`construct '${name}'`, required, args.length);
  const behaviour = behaviourOf(name);
  const start = behaviour?.['construct'];
  if (typeof start === 'function') {
    materialise(name);
    const { prototype } = newTarget as { readonly prototype: object };
    // What inherits from a class of ours is made by that.
    const make = behaviour!['make'];
    const object = (
      typeof make === 'function' ? reflect.apply(make, null, [args, newTarget]) : create(prototype)
    ) as object;
    return attach(object, name, reflect.apply(start, null, [args, object]) as LiveRecord);
  }
  if (!isEventName(name)) {
    throw domException('NotSupportedError', `Failed to construct '${name}': This is not available on this device.`);
  }
  const base = (interfaces[parent] ?? eventClasses[parent] ?? EventClass) as unknown as EventMaker;
  // One that needs no type has that of its name.
  const typed = required > 0 ? args : [asciiLower(stringSlice(name, 0, -5)), args[0]];
  const isGiven = typed[1] !== undefined && typed[1] !== null;
  if (required === 0 && isGiven && typeof typed[1] !== 'object' && typeof typed[1] !== 'function') {
    throw new TypeError(`Failed to construct '${name}': The provided value is not of type '${name}Init'.`);
  }
  const event = construct(base, typed as unknown[], newTarget as never);
  const given = typed[1];
  const known = weakGet(inits, event) ?? (create(null) as Record<string, unknown>);
  if (typeof given === 'object' && given !== null) for (const key in given) known[key] = (given as typeof known)[key];
  weakSet(inits, event, known);
  return event;
}

/** Kinds of events that are the parents of others. */
const eventClasses: Record<string, unknown> = { __proto__: null as never };

function makeInterface(name: string, { length }: Row, parent: InterfaceObject | null): InterfaceObject {
  const made = namedConstructor(name, length, makeInstance, name);
  const target = create(parent === null ? Object.prototype : parent.prototype) as object;
  weakSet(unread, target, name);
  (made as { prototype: object }).prototype = new Proxy(target, FILLING);
  if (parent !== null) setPrototypeOf(made, parent);
  noteNative(made, name);
  weakSet(targets, made, target);
  interfaces[name] = made;
  return made;
}

/** Old names of interfaces: one object under two names, which has the new one. */
const ALIASES: Readonly<Record<string, string>> = {
  __proto__: null as never,
  webkitURL: 'URL',
  webkitRTCPeerConnection: 'RTCPeerConnection',
  webkitMediaStream: 'MediaStream',
  FeaturePolicy: 'PermissionsPolicy',
  WebKitMutationObserver: 'MutationObserver',
  WebKitCSSMatrix: 'DOMMatrix',
  webkitSpeechGrammar: 'SpeechGrammar',
  webkitSpeechGrammarList: 'SpeechGrammarList',
  webkitSpeechRecognition: 'SpeechRecognition',
  webkitSpeechRecognitionError: 'SpeechRecognitionErrorEvent',
  webkitSpeechRecognitionEvent: 'SpeechRecognitionEvent',
};

/** `known`: an interface object on the window, by its name. */
export function installLazyInterfaces(known: (name: string) => InterfaceObject | undefined): void {
  for (let start = 0; start < TABLE.length; ) {
    const next = indexOf(TABLE, '|', start);
    const line = stringSlice(TABLE, start, next < 0 ? TABLE.length : next);
    start = next < 0 ? TABLE.length : next + 1;
    const name = stringSlice(line, 0, indexOf(line, ' '));
    // What has been made since counts.
    if (name === '' || name in ALIASES || known(name) !== undefined) continue;
    const row = rowOf(name);
    const parent = row.parent === '' ? null : (known(row.parent) ?? null);
    if (parent !== null && isEventName(row.parent)) eventClasses[row.parent] = parent;
    const object = makeInterface(name, row, parent);
    for (let at = 0; at < row.members.length; at++) {
      const member = row.members[at]!;
      if (stringSlice(member, 0, 1) === '^') addMember(object, stringSlice(member, 1), name);
      else if (indexOf(member, ':') > 0) addMember(object, member, name);
    }
    put(name, object);
  }
  for (const name of ownKeys(ALIASES) as string[]) put(name, known(ALIASES[name]!)!);
}

function put(name: string, value: InterfaceObject): void {
  defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true });
}
