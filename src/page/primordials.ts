/**
 * What the platform code of the page realm needs of ECMAScript, captured before any page script runs.
 *
 * The platform shares its realm with the page, and a page may replace any method of any prototype. Code that must keep
 * working then (events, tasks, tree operations, messages to the host) calls these, uses plain loops instead of iteration,
 * and keeps its lists in arrays without a prototype.
 */

const { bind, call } = Function.prototype;

/** `method` as a function whose first argument is the receiver, immune to later replacement. */
export const uncurryThis = bind.bind(call) as <This, Args extends unknown[], Result>(
  method: (this: This, ...args: Args) => Result,
) => (self: This, ...args: Args) => Result;

export const { apply, construct, ownKeys } = Reflect;
/** Reflect as it was. */
export const reflect: typeof Reflect = { __proto__: null, ...copyOf(Reflect) } as never;

function copyOf(object: object): object {
  const copy: Record<string, unknown> = {};
  for (const key of Object.getOwnPropertyNames(object)) copy[key] = (object as Record<string, unknown>)[key];
  return copy;
}

export const {
  create,
  defineProperty,
  freeze,
  getOwnPropertyDescriptor,
  getOwnPropertyNames,
  getPrototypeOf,
  setPrototypeOf,
} = Object;
export const { min, max, floor, round, trunc } = Math;
export const { isNaN: isNotANumber, isFinite: isFiniteNumber } = Number;
export const { fromCharCode, fromCodePoint } = String;
export const { now: dateNow } = Date;
export const { isArray } = Array;
export const { parse: parseJson } = JSON;

// JSON.stringify looks for 'toJSON' on objects; platform code passes strings only.
const { stringify } = JSON;
export const quote = (text: string): string => stringify(text);

const weakMap = WeakMap.prototype;
export const weakGet = uncurryThis(weakMap.get) as <K extends WeakKey, V>(map: WeakMap<K, V>, key: K) => V | undefined;
export const weakSet = uncurryThis(weakMap.set) as <K extends WeakKey, V>(map: WeakMap<K, V>, key: K, value: V) => void;
export const weakDelete = uncurryThis(weakMap.delete) as <K extends WeakKey>(
  map: WeakMap<K, unknown>,
  key: K,
) => boolean;
export const weakHas = uncurryThis(weakMap.has) as <K extends WeakKey>(map: WeakMap<K, unknown>, key: K) => boolean;

const OwnMap = Map;
/** A map that is made while the page runs: its own 'Map' may be another by then. */
export const newMap = <K, V>(): Map<K, V> => new OwnMap<K, V>();
const map = Map.prototype;
export const mapGet = uncurryThis(map.get) as <K, V>(map: Map<K, V>, key: K) => V | undefined;
export const mapSet = uncurryThis(map.set) as <K, V>(map: Map<K, V>, key: K, value: V) => void;
export const mapHas = uncurryThis(map.has) as <K>(map: Map<K, unknown>, key: K) => boolean;
export const mapEach = uncurryThis(map.forEach) as <K, V>(map: Map<K, V>, visit: (value: V, key: K) => void) => void;
export const mapDelete = uncurryThis(map.delete) as <K>(map: Map<K, unknown>, key: K) => boolean;
export const mapSize = uncurryThis(getOwnPropertyDescriptor(map, 'size')!.get!) as (
  map: Map<unknown, unknown>,
) => number;

const string = String.prototype;
export const stringSlice = uncurryThis(string.slice);
export const indexOf = uncurryThis(string.indexOf);
export const startsWith = uncurryThis(string.startsWith);
export const toLowerCase = uncurryThis(string.toLowerCase);
export const toUpperCase = uncurryThis(string.toUpperCase);
export const trim = uncurryThis(string.trim);
export const charCodeAt = uncurryThis(string.charCodeAt);
export const toWellFormed = uncurryThis(string.toWellFormed);

export const arrayIndexOf = uncurryThis(Array.prototype.indexOf) as (list: readonly unknown[], item: unknown) => number;
const arraySlice = uncurryThis(Array.prototype.slice);
/** A true array of the page, for results that pages get. */
export const copyArray = arraySlice as <T>(list: ArrayLike<T>) => T[];

/** A list that no setter or method on Array.prototype can touch. Only `length` and indices work. */
export interface BareArray<T> {
  length: number;
  [index: number]: T;
}

export function bareArray<T>(): BareArray<T> {
  return setPrototypeOf([], null) as BareArray<T>;
}

export function append<T>(list: BareArray<T>, item: T): void {
  list[list.length] = item;
}

/** Takes out the item at `index`; the rest moves up. */
export function removeAt<T>(list: BareArray<T>, index: number): void {
  const last = list.length - 1;
  for (let at = index; at < last; at++) list[at] = list[at + 1]!;
  list.length = last;
}

export function copyBare<T>(list: BareArray<T>): BareArray<T> {
  const copy = bareArray<T>();
  for (let at = 0; at < list.length; at++) copy[at] = list[at]!;
  return copy;
}

// A promise whose 'constructor' is undefined makes 'then' use the built-in constructor, whatever the page did to it.
const resolved = defineProperty(Promise.resolve(), 'constructor', { value: undefined });
const then = uncurryThis(Promise.prototype.then);

/** Runs `job` as a microtask. It must not throw. */
export function enqueueMicrotask(job: () => void): void {
  then(resolved, job);
}

/** Whether a word is in a list of words that has a space before and behind each. Two words of the list are no word. */
export function hasWord(words: string, word: string): boolean {
  return indexOf(words, ` ${word} `) >= 0 && indexOf(word, ' ') < 0;
}

/** Words to look up where it has to be fast: `table[word] === true`. Made before there is a page that could replace anything. */
export function wordTable(words: string): Readonly<Record<string, true>> {
  const table: Record<string, true> = { __proto__: null as never };
  for (const word of words.split(' ')) table[word] = true;
  return table;
}

/** ASCII white space, as HTML has it. */
export function isAsciiSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0c || code === 0x0d;
}

/** ASCII lower case; other letters stay, as HTML and DOM have it for names. */
export function asciiLower(text: string): string {
  for (let at = 0; at < text.length; at++) {
    const code = charCodeAt(text, at);
    if (code >= 0x41 && code <= 0x5a) return lowerFrom(text, at);
  }
  return text;
}

function lowerFrom(text: string, start: number): string {
  let lower = stringSlice(text, 0, start);
  for (let at = start; at < text.length; at++) {
    const code = charCodeAt(text, at);
    lower += code >= 0x41 && code <= 0x5a ? fromCharCode(code + 32) : text[at];
  }
  return lower;
}

/** ASCII upper case, as tag names are shown. */
export function asciiUpper(text: string): string {
  for (let at = 0; at < text.length; at++) {
    // Faster: without letters beyond ASCII, the built-in does it.
    if (charCodeAt(text, at) >= 0x80) return upperFrom(text);
  }
  return toUpperCase(text);
}

function upperFrom(text: string): string {
  let upper = '';
  for (let at = 0; at < text.length; at++) {
    const code = charCodeAt(text, at);
    upper += code >= 0x61 && code <= 0x7a ? fromCharCode(code - 32) : text[at];
  }
  return upper;
}

// biome-ignore lint/security/noGlobalEval: page code is what this realm is there to run.
const indirectEval = eval;

/** Evaluates a page's code in its global scope. */
export function evaluate(code: string): unknown {
  return apply(indirectEval, undefined, [code]);
}
