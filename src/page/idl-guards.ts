/**
 * What Web IDL asks of every member, in one place: the number of arguments that a method needs, the kind of object that
 * it is called on, its length, and that members are enumerable.
 *
 * In:  the interfaces with all their members. Out: the same members, which throw a TypeError where a browser's do.
 *
 * Web IDL §3.7.6, §3.7.7 https://webidl.spec.whatwg.org/#js-operations
 */
import { NODE_TYPE } from '../html/node-keys.ts';
import { eachInterface, prototypeOf } from './dom/interfaces.ts';
import { nameError } from './named-errors.ts';
import { type Method, namedGetter, namedMethod, namedSetter } from './named-function.ts';
import { apply, defineProperty, getOwnPropertyDescriptor, ownKeys } from './primordials.ts';

/** How many arguments a method needs, where that is not how many parameters its function has. */
const REQUIRED: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  EventTarget: { addEventListener: 2, removeEventListener: 2, dispatchEvent: 1 },
  Node: { getRootNode: 0, cloneNode: 0 },
  Element: {
    closest: 1,
    getHTML: 0,
    requestFullscreen: 0,
    scrollIntoView: 0,
    setHTMLUnsafe: 1,
    toggleAttribute: 1,
    attachShadow: 1,
    scroll: 0,
    scrollTo: 0,
    scrollBy: 0,
    animate: 1,
    getAnimations: 0,
    checkVisibility: 0,
  },
  ShadowRoot: { getHTML: 0, setHTMLUnsafe: 1 },
  Document: {
    createElement: 1,
    createElementNS: 2,
    createNodeIterator: 1,
    createTreeWalker: 1,
    importNode: 1,
    createExpression: 1,
    evaluate: 2,
    execCommand: 1,
    open: 0,
    write: 0,
    writeln: 0,
    queryCommandEnabled: 1,
    queryCommandIndeterm: 1,
    queryCommandState: 1,
    queryCommandSupported: 1,
    queryCommandValue: 1,
  },
  DOMImplementation: { createDocument: 2, createHTMLDocument: 0, createDocumentType: 3 },
  DOMTokenList: { toggle: 1 },
  MutationObserver: { observe: 1 },
  Range: { collapse: 0 },
  Selection: { collapse: 1, setPosition: 1, containsNode: 1, extend: 1, modify: 0 },
  HTMLSelectElement: { add: 1, remove: 0 },
  HTMLOptionsCollection: { add: 1 },
  HTMLFormElement: { requestSubmit: 0 },
  HTMLTableElement: { insertRow: 0 },
  HTMLTableRowElement: { insertCell: 0 },
  HTMLTableSectionElement: { insertRow: 0 },
  HTMLDialogElement: { close: 0, requestClose: 0 },
  HTMLElement: { focus: 0, showPopover: 0, togglePopover: 0 },
  SVGElement: { focus: 0 },
  MathMLElement: { focus: 0 },
  HTMLSlotElement: { assignedNodes: 0, assignedElements: 0 },
  HTMLInputElement: { setRangeText: 1, setSelectionRange: 2, stepUp: 0, stepDown: 0 },
  HTMLTextAreaElement: { setRangeText: 1, setSelectionRange: 2 },
  HTMLCanvasElement: { getContext: 1, toBlob: 1, toDataURL: 0 },
  XPathEvaluator: { createExpression: 1, evaluate: 2 },
  XPathExpression: { evaluate: 1 },
  CSSStyleDeclaration: { setProperty: 2 },
  CSSStyleSheet: { insertRule: 1, addRule: 0, removeRule: 0 },
  CustomElementRegistry: { define: 2 },
  ElementInternals: { setFormValue: 1, setValidity: 0 },
  Performance: {
    clearMarks: 0,
    clearMeasures: 0,
    getEntriesByName: 1,
    mark: 1,
    measure: 1,
    setResourceTimingBufferSize: 1,
  },
  History: { pushState: 2, replaceState: 2, go: 0 },
  Storage: { getItem: 1, key: 1, removeItem: 1, setItem: 2 },
};

/** Interfaces whose functions have the right number of parameters, or that are listed above. */
const COUNTED =
  'Node Element Document DocumentFragment CharacterData Text Attr NamedNodeMap NodeList HTMLCollection ' +
  'DOMImplementation DOMTokenList MutationObserver Range Selection TreeWalker NodeIterator EventTarget ' +
  'HTMLSelectElement HTMLOptionsCollection HTMLFormElement HTMLTableElement HTMLTableRowElement ' +
  'HTMLTableSectionElement HTMLInputElement HTMLTextAreaElement XMLSerializer XPathEvaluator XPathExpression ' +
  'XPathResult CustomElementRegistry CSSStyleDeclaration History Storage Performance';

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

/** Parameters of the constructors that pages call, where their functions take any number. */
const CONSTRUCTORS: Readonly<Record<string, number>> = {
  IntersectionObserver: 1,
  MutationObserver: 1,
  ResizeObserver: 1,
  StaticRange: 1,
  Worker: 1,
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
}

/** A method that gives a promise rejects it by itself. */
function guardMethod(
  name: string,
  on: string,
  original: Method,
  required: number,
  kinds: readonly number[] | null,
): Method {
  const guarded = { name, on, original, required, kinds: name === 'requestFullscreen' ? null : kinds };
  return namedMethod(original.name, required, callGuarded, guarded);
}

function callGuarded(self: unknown, args: ArrayLike<unknown>, guarded: GuardedMethod): unknown {
  const { original, required, kinds } = guarded;
  if (!isOfKind(self, kinds)) throw new TypeError('Illegal invocation');
  if (args.length < required) throw wrongArguments(guarded, args.length);
  try {
    return apply(original, self, args);
  } catch (error) {
    throw nameError(error, `execute '${guarded.name}' on '${guarded.on}'`);
  }
}

interface GuardedAccessor {
  readonly original: Method;
  readonly kinds: readonly number[];
}

function getGuarded(self: unknown, { original, kinds }: GuardedAccessor): unknown {
  if (!isOfKind(self, kinds)) throw new TypeError('Illegal invocation');
  return apply(original, self, []);
}

function setGuarded(self: unknown, value: unknown, { original, kinds }: GuardedAccessor): void {
  if (!isOfKind(self, kinds)) throw new TypeError('Illegal invocation');
  apply(original, self, [value]);
}

function guardInterface(name: string): void {
  const prototype = prototypeOf(name) as object | undefined;
  if (prototype === undefined) return;
  const required = REQUIRED[name] ?? {};
  const kinds = NODE_TYPES[name] ?? null;
  for (const key of ownKeys(prototype)) {
    if (typeof key !== 'string' || key === 'constructor') continue;
    const descriptor = getOwnPropertyDescriptor(prototype, key)!;
    if (typeof descriptor.value === 'function') {
      const method = descriptor.value as Method;
      const count = (Object.hasOwn(required, key) ? required[key] : undefined) ?? method.length;
      // What all arrays have stands on lists as it is.
      if (method === (Array.prototype as unknown as Record<string, unknown>)[key]) continue;
      if (count === 0 && method.length === 0 && kinds === null) continue;
      defineProperty(prototype, key, { ...descriptor, value: guardMethod(key, name, method, count, kinds) });
    } else if (descriptor.get !== undefined && kinds !== null) {
      const guarded = {
        ...descriptor,
        get: namedGetter(key, getGuarded, { original: descriptor.get as Method, kinds }),
      };
      if (descriptor.set !== undefined)
        guarded.set = namedSetter(key, setGuarded, { original: descriptor.set as Method, kinds });
      defineProperty(prototype, key, guarded);
    }
  }
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
  const interfaces = new Set([...COUNTED.split(' '), ...Object.keys(NODE_TYPES)]);
  for (const name of interfaces) guardInterface(name);
  for (const name of Object.keys(UNSCOPABLE)) hideFromWith(name);
  eachInterface((name, object) => {
    const length = CONSTRUCTORS[name];
    if (length !== undefined) defineProperty(object, 'length', { value: length, configurable: true });
  });
  showClasses();
}
