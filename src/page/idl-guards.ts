/**
 * What Web IDL asks of every member, in one place: the number of arguments that a method needs, the kind of object that
 * it is called on, its length, and that members are enumerable.
 *
 * In:  the interfaces with all their members. Out: the same members, which throw a TypeError where a browser's do.
 *
 * Web IDL §3.7.6, §3.7.7 https://webidl.spec.whatwg.org/#js-operations
 */
import { NODE_TYPE } from '../html/node-keys.ts';
import { prototypeOf } from './dom/interfaces.ts';
import { nameError } from './named-errors.ts';
import { type Method, namedAccessor, namedGetter, namedMethod } from './named-function.ts';
import { rejectedWith } from './network/promises.ts';
import {
  apply,
  defineProperty,
  getOwnPropertyDescriptor,
  hasWord,
  ownKeys,
  reflect,
  uncurryThis,
} from './primordials.ts';
import { eachShape, type InterfaceShape, type MemberShape } from './window/interface-shapes.ts';
import { BUILT_IN_NAMES } from './workers/built-in-names.ts';

/** Interfaces all of whose methods count their arguments; of the others, those whose functions have another length do. */
const COUNTED =
  'Node Element Document DocumentFragment CharacterData Text Attr NamedNodeMap NodeList HTMLCollection ' +
  'DOMImplementation DOMTokenList MutationObserver Range Selection TreeWalker NodeIterator EventTarget ' +
  'HTMLSelectElement HTMLOptionsCollection HTMLFormElement HTMLTableElement HTMLTableRowElement ' +
  'HTMLTableSectionElement HTMLInputElement HTMLTextAreaElement XMLSerializer XPathEvaluator XPathExpression ' +
  'XPathResult CustomElementRegistry CSSStyleDeclaration History Storage Performance ' +
  'SVGSVGElement SVGGeometryElement SVGTextContentElement SVGAnimationElement SVGMarkerElement SVGTransformList SVGTransform ' +
  'SVGLength MediaList CSSStyleSheet CSSGroupingRule CSSStyleRule CSSKeyframesRule CSSRuleList';

/** Node interfaces by the kinds of node that have them. */
const NODE_TYPES: Readonly<Record<string, readonly number[]>> = {
  Node: [1, 2, 3, 4, 7, 8, 9, 10, 11],
  Element: [1],
  Attr: [2],
  CharacterData: [3, 4, 7, 8],
  Text: [3, 4],
  ProcessingInstruction: [7],
  Document: [9],
  DocumentType: [10],
  DocumentFragment: [11],
  ShadowRoot: [11],
};

function isOfKind(value: unknown, kinds: readonly number[] | null): boolean {
  if (kinds === null) return true;
  if (typeof value !== 'object' || value === null) return false;
  const { [NODE_TYPE]: nodeType } = value as { readonly [NODE_TYPE]?: unknown };
  if (nodeType === kinds[0]) return true;
  for (let at = 0; at < kinds.length; at++) if (kinds[at] === nodeType) return true;
  return false;
}

function wrongArguments({ name, on, required }: GuardedMethod, given: number): TypeError {
  const count = required === 1 ? '1 argument' : `${required} arguments`;
  return new TypeError(`Failed to execute '${name}' on '${on}': ${count} required, but only ${given} present.`);
}

interface GuardedMethod {
  readonly name: string;
  /** The interface that it is a member of. */
  readonly on: string;
  readonly original: Method;
  readonly required: number;
  /** `null`: any receiver is taken. */
  readonly kinds: readonly number[] | null;
  /** The prototype that it stands on. */
  readonly owner: object;
}

/** Web IDL §3.7.7: what a method that gives a promise throws is what it is rejected with. */
function callPromising(self: unknown, args: ArrayLike<unknown>, guarded: GuardedMethod): unknown {
  try {
    return callGuarded(self, args, guarded);
  } catch (error) {
    return rejectedWith(error);
  }
}

const hasPrototype = uncurryThis(Object.prototype.isPrototypeOf) as (prototype: object, value: object) => boolean;

/** Receivers are looked at before arguments. Nothing as a receiver is the window. */
function isStranger(self: unknown, { owner }: GuardedMethod): boolean {
  if (self === undefined || self === null || typeof owner === 'function' || self === globalThis) return false;
  return !(typeof self === 'object' && hasPrototype(owner, self));
}

function callGuarded(self: unknown, args: ArrayLike<unknown>, guarded: GuardedMethod): unknown {
  const { original, required, kinds } = guarded;
  if (!isOfKind(self, kinds)) throw new TypeError('Illegal invocation');
  if (args.length < required)
    throw isStranger(self, guarded) ? new TypeError('Illegal invocation') : wrongArguments(guarded, args.length);
  try {
    return apply(original, self, args);
  } catch (error) {
    throw nameError(error, `execute '${guarded.name}' on '${guarded.on}'`);
  }
}

interface GuardedAccessor {
  readonly get: Method;
  readonly set: Method | undefined;
  readonly kinds: readonly number[];
}

function getGuarded(self: unknown, { get, kinds }: GuardedAccessor): unknown {
  if (!isOfKind(self, kinds)) throw new TypeError('Illegal invocation');
  return apply(get, self, []);
}

function setGuarded(self: unknown, value: unknown, { set, kinds }: GuardedAccessor): void {
  if (!isOfKind(self, kinds)) throw new TypeError('Illegal invocation');
  apply(set!, self, [value]);
}

/** Whether all methods of an interface are called behind a check. */
const counted = new Set([...COUNTED.split(' '), ...Object.keys(NODE_TYPES)]);

function guardMethods(object: object, on: string, members: readonly MemberShape[], isStatic: boolean): void {
  const kinds = isStatic ? null : (NODE_TYPES[on] ?? null);
  for (const { name, length, givesPromise } of members) {
    const descriptor = getOwnPropertyDescriptor(object, name);
    const original = descriptor?.value as unknown;
    if (length === null || typeof original !== 'function' || !descriptor!.configurable) continue;
    // What all arrays have stands on lists as it is.
    if (original === (Array.prototype as unknown as Record<string, unknown>)[name]) continue;
    const isWrong = original.length !== length || 'prototype' in original;
    if (!isWrong && (!counted.has(on) || (length === 0 && kinds === null))) continue;
    const guarded = { name, on, original: original as Method, required: length, kinds, owner: object };
    const value = namedMethod(name, length, givesPromise ? callPromising : callGuarded, guarded);
    defineProperty(object, name, { ...descriptor, value });
  }
}

function guardAccessors(prototype: object, name: string): void {
  const kinds = NODE_TYPES[name];
  if (kinds === undefined) return;
  for (const key of ownKeys(prototype)) {
    const descriptor = getOwnPropertyDescriptor(prototype, key)!;
    if (typeof key !== 'string' || descriptor.get === undefined) continue;
    // One record for both functions of an accessor: there are hundreds in every realm.
    const own: GuardedAccessor = { get: descriptor.get as Method, set: descriptor.set as Method | undefined, kinds };
    const guarded =
      own.set === undefined
        ? { get: namedGetter(key, getGuarded, own) }
        : namedAccessor(key, getGuarded, setGuarded, own);
    defineProperty(prototype, key, { ...descriptor, ...guarded });
  }
}

/** Web IDL §3.7.9, §3.7.10: objects are iterated by a member of theirs, or as arrays are. */
function nameIterator(prototype: object, iterator: string): void {
  const own = getOwnPropertyDescriptor(prototype, iterator)?.value as unknown;
  const value = own ?? Array.prototype.values;
  // Behind the tag.
  reflect.deleteProperty(prototype, Symbol.iterator);
  defineProperty(prototype, Symbol.iterator, { value, writable: true, enumerable: false, configurable: true });
}

function guardInterface({ name, members, statics, iterator }: InterfaceShape): void {
  const object = getOwnPropertyDescriptor(globalThis, name)?.value as { readonly prototype?: object } | undefined;
  const prototype = object?.prototype ?? prototypeOf(name);
  if (prototype === undefined || hasWord(BUILT_IN_NAMES, name)) return;
  guardMethods(prototype, name, members, false);
  guardAccessors(prototype, name);
  if (object !== undefined) guardMethods(object, name, statics, true);
  if (iterator !== null) nameIterator(prototype, iterator);
}

/** Names that `with (node)` must not find (Web IDL, [Unscopable]). */
const UNSCOPABLE: Readonly<Record<string, string>> = {
  Element: 'after append before moveBefore prepend remove replaceChildren replaceWith slot',
  Document: 'append moveBefore prepend replaceChildren',
  DocumentFragment: 'append moveBefore prepend replaceChildren',
  CharacterData: 'after before remove replaceWith',
  DocumentType: 'after before remove replaceWith',
};

function hideFromWith(name: string): void {
  const names: Record<string, true> = { __proto__: null as never };
  for (const each of UNSCOPABLE[name]!.split(' ')) names[each] = true;
  defineProperty(prototypeOf(name), Symbol.unscopables, { value: names, configurable: true });
}

/** Members that were written as those of classes are enumerable, too. */
function showMembers(object: object): void {
  for (const key of ownKeys(object)) {
    if (typeof key !== 'string' || key === 'constructor') continue;
    const descriptor = getOwnPropertyDescriptor(object, key)!;
    if (!descriptor.configurable || descriptor.enumerable) continue;
    defineProperty(object, key, { ...descriptor, enumerable: true });
  }
}

const NOT_STATIC_MEMBERS = new Set(['length', 'name', 'prototype', 'arguments', 'caller']);

/** Interfaces on the window that are written as classes. */
function showClasses(): void {
  for (const name of ownKeys(globalThis)) {
    const value = getOwnPropertyDescriptor(globalThis, name)?.value as unknown;
    if (typeof value !== 'function' || typeof name !== 'string' || !/^[A-Z]/.test(name)) continue;
    if (hasWord(BUILT_IN_NAMES, name)) continue;
    const prototype = getOwnPropertyDescriptor(value, 'prototype')?.value as unknown;
    // What V8 brings along says so.
    if (typeof prototype !== 'object' || prototype === null || /\[native code\]/.test(`${value}`)) continue;
    showMembers(prototype);
    for (const key of ownKeys(value)) {
      if (typeof key !== 'string' || NOT_STATIC_MEMBERS.has(key)) continue;
      const descriptor = getOwnPropertyDescriptor(value, key)!;
      if (descriptor.configurable) defineProperty(value, key, { ...descriptor, enumerable: true });
    }
  }
}

/** Once, when all members are there. */
export function installIdlGuards(): void {
  eachShape(guardInterface);
  for (const name of Object.keys(UNSCOPABLE)) hideFromWith(name);
  showClasses();
}
