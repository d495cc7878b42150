/**
 * Interfaces that are written as classes, as pages see them: functions that say what a browser says when they are called
 * without 'new', with too few arguments, or not to be called at all.
 *
 * In:  the classes on the window. Out: functions in their places, with their prototypes and what stands on the classes.
 * Code of ours goes on with the classes.
 *
 * Web IDL §3.7.1 (interface object) https://webidl.spec.whatwg.org/#interface-object
 */
import {
  calledWithoutNew,
  type InterfaceObject,
  illegalConstructor,
  interfaceObjectOf,
  requireArguments,
  tooFewArguments,
} from './dom/interfaces.ts';
import { namedConstructor } from './named-constructor.ts';
import { nameError } from './named-errors.ts';
import {
  construct,
  defineProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  ownKeys,
  setPrototypeOf,
} from './primordials.ts';
import { eachShape, type InterfaceShape } from './window/interface-shapes.ts';

interface Constructed {
  readonly name: string;
  readonly object: InterfaceObject;
  /** How many arguments it needs; `null` where it is refused. */
  readonly required: number | null;
}

function constructInterface(
  newTarget: object | undefined,
  args: ArrayLike<unknown>,
  { name, object, required }: Constructed,
): object {
  if (newTarget === undefined) throw new TypeError(calledWithoutNew(name, required !== null));
  if (required === null) throw illegalConstructor(name);
  if (args.length < required) throw tooFewArguments(name, required, args.length);
  try {
    return construct(object, args as never[], newTarget as never);
  } catch (error) {
    throw nameError(error, `construct '${name}'`);
  }
}

const OF_FUNCTIONS = ['length', 'name', 'prototype', 'arguments', 'caller'];

function wrapClass({ name, required, length }: InterfaceShape, object: InterfaceObject): InterfaceObject {
  const made = namedConstructor(name, length, constructInterface, { name, object, required });
  defineProperty(made, 'prototype', { value: object.prototype, writable: false });
  for (const key of ownKeys(object)) {
    if (!OF_FUNCTIONS.includes(key as string)) defineProperty(made, key, getOwnPropertyDescriptor(object, key)!);
  }
  defineProperty(object.prototype, 'constructor', {
    value: made,
    writable: true,
    enumerable: false,
    configurable: true,
  });
  return made;
}

/** Once, when all classes are on the window. */
export function installConstructors(): void {
  const wrappers = new Map<object, InterfaceObject>();
  eachShape((shape) => {
    const { name, required, length } = shape;
    const descriptor = getOwnPropertyDescriptor(globalThis, name);
    const object = descriptor?.value as InterfaceObject | undefined;
    if (typeof object !== 'function') return;
    if (/^class\b/.test(`${object}`)) {
      const made = wrapClass(shape, object);
      wrappers.set(object, made);
      defineProperty(globalThis, name, { ...descriptor, value: made });
    } else if (object === interfaceObjectOf(name)) {
      if (required !== null && required > 0) requireArguments(name, required);
      if (object.length !== length) defineProperty(object, 'length', { value: length, configurable: true });
    }
  });
  for (const [object, made] of wrappers) {
    const parent = getPrototypeOf(object) as object;
    setPrototypeOf(made, wrappers.get(parent) ?? parent);
  }
}
