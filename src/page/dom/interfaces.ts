/**
 * The interface objects and prototypes of the node tree.
 *
 * Nodes are those of the store (html/node-store.ts). Their prototypes are made here, once, when the realm is made, and
 * are empty; the files of this folder put the standard's members on. What is not put on is absent.
 */
import { create, defineProperty, ownKeys, setPrototypeOf } from '../primordials.ts';
import { NODE_INTERFACES } from './interface-table.ts';

export type InterfaceObject = (new (...args: never[]) => object) & { prototype: object };

/** How an interface object makes an instance when a page says `new`; by default it refuses. */
export type Constructor = (newTarget: object, args: ArrayLike<unknown>) => object;

const prototypes: Record<string, object> = { __proto__: null as never };
const interfaceObjects: Record<string, InterfaceObject> = { __proto__: null as never };
const constructors: Record<string, Constructor> = { __proto__: null as never };

export function prototypeOf(name: string): object {
  return prototypes[name]!;
}

export function interfaceObjectOf(name: string): InterfaceObject {
  return interfaceObjects[name]!;
}

/** Interface objects by name, for the window to expose. */
export function eachInterface(visit: (name: string, object: InterfaceObject) => void): void {
  for (const name of ownKeys(interfaceObjects)) visit(name as string, interfaceObjects[name as string]!);
}

export function setConstructor(name: string, make: Constructor): void {
  constructors[name] = make;
}

/** Adds an interface; its prototype gets its members from `defineMembers`. */
export function defineInterface(name: string, parent: string | null): object {
  const up = parent === null ? null : interfaceObjects[parent]!;
  const object = interfaceObject(name);
  const { prototype } = object;
  if (up !== null) {
    setPrototypeOf(object, up);
    setPrototypeOf(prototype, prototypes[parent!]!);
  }
  defineProperty(prototype, Symbol.toStringTag, { value: name, configurable: true });
  prototypes[name] = prototype;
  interfaceObjects[name] = object;
  return prototype;
}

function interfaceObject(name: string): InterfaceObject {
  // Its name is that of the property: see named-function.ts.
  const { [name]: object } = {
    [name]: function (...args: unknown[]): object {
      const make = constructors[name];
      if (new.target === undefined) throw new TypeError(calledWithoutNew(name, make !== undefined));
      if (make === undefined) throw illegalConstructor(name);
      const required = argumentsOf[name];
      if (required !== undefined && args.length < required) throw tooFewArguments(name, required, args.length);
      return make(new.target as unknown as object, args);
    },
  } as unknown as Record<string, InterfaceObject>;
  defineProperty(object!, 'prototype', { writable: false });
  return object!;
}

/** How many arguments 'new' needs. */
const argumentsOf: Record<string, number> = { __proto__: null as never };

export function requireArguments(name: string, count: number): void {
  argumentsOf[name] = count;
}

export function tooFewArguments(name: string, required: number, given: number): TypeError {
  const count = required === 1 ? '1 argument' : `${required} arguments`;
  return new TypeError(`Failed to construct '${name}': ${count} required, but only ${given} present.`);
}

/** As in Chrome the head of the stack, which V8 writes when it is looked at first, has the short text. */
export function illegalConstructor(name: string): TypeError {
  const error = new TypeError('Illegal constructor');
  void error.stack;
  error.message = `Failed to construct '${name}': Illegal constructor`;
  return error;
}

/** What Chrome says when an interface object is called as a function. */
export function calledWithoutNew(name: string, isConstructor: boolean): string {
  if (!isConstructor) return 'Illegal constructor';
  return `Failed to construct '${name}': Please use the 'new' operator, this DOM object constructor cannot be called as a function.`;
}

/** WebIDL: members are enumerable; methods and accessors are taken from an object literal. */
export function defineMembers<This>(name: string, members: ThisType<This> & Record<never, never>): void {
  copyMembers(prototypes[name]!, members);
}

export function copyMembers(target: object, members: object): void {
  for (const key of ownKeys(members)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(members, key)!;
    defineProperty(target, key, { ...descriptor, enumerable: typeof key === 'string', configurable: true });
  }
}

/** WebIDL constants stand on the interface object and on the prototype. */
export function defineConstants(name: string, constants: Readonly<Record<string, number>>): void {
  for (const key of Object.keys(constants)) {
    // Locked when they stand in their places (window/member-order.ts).
    const descriptor = { value: constants[key], enumerable: true, writable: false, configurable: true };
    defineProperty(prototypes[name]!, key, descriptor);
    defineProperty(interfaceObjects[name]!, key, descriptor);
  }
}

/** An object of an interface whose instances are plain: `new.target`'s prototype, so that pages can extend it. */
export function instanceFor(newTarget: object, name: string): object {
  const prototype = (newTarget as { prototype?: unknown }).prototype;
  return create(typeof prototype === 'object' && prototype !== null ? prototype : prototypes[name]!);
}

function installNodeInterfaces(): void {
  defineInterface('EventTarget', null);
  for (const [name, parent] of NODE_INTERFACES) defineInterface(name, parent);
}

installNodeInterfaces();
