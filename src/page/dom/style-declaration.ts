/**
 * CSSStyleDeclaration: `el.style` and getComputedStyle().
 *
 * The style attribute is the truth for `el.style`, and the engine reads and changes its text. A computed style asks the
 * engine for each property when it is read, so it is always up to date.
 *
 * CSSOM 1 §6.6, §6.7 https://drafts.csswg.org/cssom-1/
 */
import { attribute } from '../../html/node-tree.ts';
import { askEngine } from '../engine-link.ts';
import {
  append,
  asciiLower,
  type BareArray,
  bareArray,
  charCodeAt,
  create,
  fromCharCode,
  indexOf,
  mapGet,
  mapSet,
  mapSize,
  newMap,
  reflect,
  stringSlice,
  weakGet,
  weakSet,
} from '../primordials.ts';
import { setAttributeValue } from './attribute-list.ts';
import type { PageNode } from './create-node.ts';
import { domException } from './dom-exception.ts';
import { defineInterface, defineMembers, prototypeOf } from './interfaces.ts';

/** Where a declaration's properties come from. */
export interface Source {
  names(): BareArray<string>;
  get(name: string): string;
  priority(name: string): string;
  set(name: string, value: string, important: boolean): void;
  text(): string;
  setText(text: string): void;
  /** Whether it can have this property, where it is not one of all. */
  readonly accepts?: ((name: string) => boolean) | undefined;
  /** The rule that it stands in. */
  readonly rule?: (() => object) | undefined;
}

const sources = new WeakMap<object, Source>();

function sourceOf(declaration: object): Source {
  const source = weakGet(sources, declaration);
  if (source === undefined) throw new TypeError('Illegal invocation');
  return source;
}

/** 'backgroundColor' and 'background-color' → 'background-color'; 'cssFloat' → 'float'. */
export function propertyName(key: string): string {
  if (key === 'cssFloat') return 'float';
  let name = '';
  for (let at = 0; at < key.length; at++) {
    const code = charCodeAt(key, at);
    name += code >= 0x41 && code <= 0x5a ? `-${fromCharCode(code + 32)}` : key[at];
  }
  const isPrefixed = name.length > 7 && (stringSlice(name, 0, 7) === 'webkit-' || stringSlice(name, 0, 4) === 'moz-');
  return isPrefixed ? `-${name}` : name;
}

/** Property names that were asked for, and whether they exist. Started anew when a page has asked for too many. */
let known = new Map<string, boolean>();
const MAX_KNOWN = 5_000;

export function isKnown(name: string): boolean {
  let answer = mapGet(known, name);
  if (answer === undefined) {
    answer = askEngine((engine) => engine.knowsProperty(name)) ?? false;
    if (mapSize(known) >= MAX_KNOWN) known = newMap();
    mapSet(known, name, answer);
  }
  return answer;
}

function has(source: Source, name: string): boolean {
  return source.accepts === undefined ? isKnown(name) : source.accepts(name);
}

const HANDLER: ProxyHandler<object> = {
  get(target, key, receiver) {
    if (typeof key !== 'string' || key in target) return reflect.get(target, key, receiver);
    const source = sourceOf(target);
    const index = +key;
    if (`${index >>> 0}` === key) return source.names()[index];
    if (key[0] === '-' && key[1] === '-') return undefined;
    const name = propertyName(key);
    return has(source, name) ? source.get(name) : undefined;
  },
  set(target, key, value, receiver) {
    if (typeof key !== 'string' || key in target) return reflect.set(target, key, value, receiver);
    const name = propertyName(key);
    const source = sourceOf(target);
    if (!has(source, name)) return reflect.set(target, key, value, receiver);
    source.set(name, value === null ? '' : `${value}`, false);
    return true;
  },
  has(target, key) {
    if (key in target || typeof key !== 'string') return key in target;
    if (`${+key >>> 0}` === key) return +key < sourceOf(target).names().length;
    return has(sourceOf(target), propertyName(key));
  },
  ownKeys(target) {
    const keys: (string | symbol)[] = [];
    const source = sourceOf(target);
    const count = source.names().length;
    for (let at = 0; at < count; at++) keys[at] = `${at}`;
    const names = source.accepts === undefined ? allNames() : bareArray<string>();
    for (let at = 0; at < names.length; at++) keys[count + at] = names[at]!;
    const own = reflect.ownKeys(target);
    for (let at = 0; at < own.length; at++) keys[keys.length] = own[at]!;
    return keys;
  },
  getOwnPropertyDescriptor(target, key) {
    if (typeof key !== 'string' || key in target) return reflect.getOwnPropertyDescriptor(target, key);
    const source = sourceOf(target);
    if (`${+key >>> 0}` === key) {
      const value = source.names()[+key];
      return value === undefined ? undefined : { value, writable: false, enumerable: true, configurable: true };
    }
    const name = propertyName(key);
    if (key[0] === '-' || source.accepts !== undefined || !isKnown(name)) return undefined;
    return { value: source.get(name), writable: true, enumerable: true, configurable: true };
  },
};

/** Names of all properties as script writes them, when somebody has asked for them. */
let names: BareArray<string> | null = null;

function allNames(): BareArray<string> {
  names ??= linesOf(askEngine((engine) => engine.propertyNames()) ?? '');
  return names;
}

function makeDeclaration(source: Source, prototype = prototypeOf('CSSStyleDeclaration')): object {
  const target = create(prototype);
  const declaration = new Proxy(target, HANDLER);
  weakSet(sources, target, source);
  weakSet(sources, declaration, source);
  return declaration;
}

/** Lines of text, as the engine gives lists. */
function linesOf(text: string): BareArray<string> {
  const lines = bareArray<string>();
  for (let start = 0; start < text.length; ) {
    const end = indexOf(text, '\n', start);
    append(lines, stringSlice(text, start, end < 0 ? text.length : end));
    start = end < 0 ? text.length : end + 1;
  }
  return lines;
}

/** Declarations in a text: an element's style attribute, or the body of a rule. */
class TextStyle implements Source {
  readonly #read: () => string;
  readonly #write: (text: string) => void;
  #text = '';
  #names: BareArray<string> = bareArray();
  readonly rule?: (() => object) | undefined;
  readonly accepts?: ((name: string) => boolean) | undefined;

  constructor(
    read: () => string,
    write: (text: string) => void,
    rule?: () => object,
    accepts?: (name: string) => boolean,
  ) {
    this.#read = read;
    this.#write = write;
    this.rule = rule;
    this.accepts = accepts;
  }

  names(): BareArray<string> {
    const text = this.#read();
    if (text !== this.#text) {
      this.#names = linesOf(askEngine((engine) => engine.declaredNames(text)) ?? '');
      this.#text = text;
    }
    return this.#names;
  }

  get(name: string): string {
    const text = this.#read();
    return text === '' ? '' : (askEngine((engine) => engine.declaredValue(text, name)) ?? '');
  }

  priority(name: string): string {
    const text = this.#read();
    return text === '' ? '' : (askEngine((engine) => engine.declaredPriority(text, name)) ?? '');
  }

  set(name: string, value: string, important: boolean): void {
    if (this.accepts !== undefined && (important || !this.accepts(name))) return;
    const changed = askEngine((engine) => engine.changedDeclarations(this.#read(), name, value, important));
    if (typeof changed === 'string') this.#write(changed);
  }

  text(): string {
    const text = this.#read();
    return text === '' ? '' : (askEngine((engine) => engine.declaredText(text)) ?? '');
  }

  setText(text: string): void {
    this.#write(askEngine((engine) => engine.normalisedDeclarations(text)) ?? text);
  }
}

class ComputedDeclaration implements Source {
  readonly #element: PageNode;
  readonly #pseudo: string;

  constructor(element: PageNode, pseudo: string) {
    this.#element = element;
    this.#pseudo = pseudo;
  }

  names(): BareArray<string> {
    return linesOf(askEngine((engine) => engine.computedNames(this.#element, this.#pseudo)) ?? '');
  }

  get(name: string): string {
    return askEngine((engine) => engine.computedValue(this.#element, this.#pseudo, name)) ?? '';
  }

  priority(): string {
    return '';
  }

  set(): void {
    throw domException('NoModificationAllowedError', 'A computed style cannot be changed.');
  }

  text(): string {
    return '';
  }

  setText(): void {
    this.set();
  }
}

/** The declarations of a text that somebody else keeps, of a rule or of some properties only. */
export function declarationOf(
  read: () => string,
  write: (text: string) => void,
  rule?: () => object,
  prototype?: object,
  accepts?: (name: string) => boolean,
): object {
  return makeDeclaration(new TextStyle(read, write, rule, accepts), prototype);
}

export function declaredIn(declaration: object, name: string): string {
  return sourceOf(declaration).get(name);
}

export function declareIn(declaration: object, name: string, value: unknown): void {
  sourceOf(declaration).set(name, value === null ? '' : `${value}`, false);
}

/** What `declaration.cssText = value` does, whatever the page has made of that. */
export function setDeclarations(declaration: object, value: unknown): void {
  sourceOf(declaration).setText(`${value}`);
}

/** A declaration of other names than those of properties. */
export function descriptorDeclaration(source: Source): object {
  return makeDeclaration(source);
}

export function inlineStyle(element: PageNode): object {
  return declarationOf(
    () => attribute(element, 'style') ?? '',
    (text) => setAttributeValue(element, 'style', text),
  );
}

/**
 * CSSOM §7.2: what does not begin with a colon means the element itself; old names may have one colon, or in Chrome none.
 * A name that is none has no style.
 */
export function computedStyle(element: PageNode, pseudo: unknown): object {
  const text = pseudo === null || pseudo === undefined ? '' : asciiLower(`${pseudo}`);
  const bare = text[0] !== ':' ? text : stringSlice(text, text[1] === ':' ? 2 : 1);
  const isOld = bare === 'before' || bare === 'after' || bare === 'first-line' || bare === 'first-letter';
  if (text[0] !== ':' && !isOld) return makeDeclaration(new ComputedDeclaration(element, ''));
  const isName = bare !== '' && (isOld || text[1] === ':');
  return makeDeclaration(new ComputedDeclaration(element, isName ? bare : ':'));
}

export function installStyleDeclaration(): void {
  defineInterface('CSSStyleDeclaration', null);
  defineMembers<object>('CSSStyleDeclaration', {
    get cssText(): string {
      return sourceOf(this).text();
    },
    set cssText(value: unknown) {
      sourceOf(this).setText(`${value}`);
    },
    get cssFloat(): string {
      return sourceOf(this).get('float');
    },
    set cssFloat(value: unknown) {
      sourceOf(this).set('float', value === null ? '' : `${value}`, false);
    },
    get length(): number {
      return sourceOf(this).names().length;
    },
    get parentRule(): object | null {
      return sourceOf(this).rule?.() ?? null;
    },
    item(index: unknown): string {
      return sourceOf(this).names()[Number(index) >>> 0] ?? '';
    },
    getPropertyValue(name: unknown): string {
      return sourceOf(this).get(normalName(name));
    },
    getPropertyPriority(name: unknown): string {
      return sourceOf(this).priority(normalName(name));
    },
    setProperty(name: unknown, value: unknown, priority: unknown = ''): void {
      const word = priority === null ? '' : asciiLower(`${priority}`);
      if (word !== '' && word !== 'important') return;
      sourceOf(this).set(normalName(name), value === null ? '' : `${value}`, word !== '');
    },
    removeProperty(name: unknown): string {
      const source = sourceOf(this);
      const old = source.get(normalName(name));
      source.set(normalName(name), '', false);
      return old;
    },
    *[Symbol.iterator](): Generator<string> {
      const names = sourceOf(this).names();
      for (let at = 0; at < names.length; at++) yield names[at]!;
    },
  });
}

/** Custom properties keep their case. */
function normalName(name: unknown): string {
  const text = `${name}`;
  return stringSlice(text, 0, 2) === '--' ? text : text.toLowerCase();
}
