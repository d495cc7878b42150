/**
 * CSSStyleDeclaration: `el.style` and getComputedStyle().
 *
 * The style attribute is the truth for `el.style`; its declarations are parsed once for each text. A computed style asks
 * the engine for each property when it is read, so it is always up to date.
 *
 * CSSOM 1 §6.6, §6.7 https://drafts.csswg.org/cssom-1/
 */
import { attribute } from '../../html/node-tree.ts';
import { askEngine } from '../engine-link.ts';
import {
  append,
  type BareArray,
  bareArray,
  charCodeAt,
  create,
  fromCharCode,
  indexOf,
  mapDelete,
  mapGet,
  mapSet,
  mapSize,
  reflect,
  stringSlice,
  weakGet,
  weakSet,
} from '../primordials.ts';
import { setAttributeValue } from './attribute-list.ts';
import type { PageNode } from './create-node.ts';
import { domException } from './dom-exception.ts';
import { defineInterface, defineMembers, prototypeOf } from './interfaces.ts';

interface Entry {
  readonly name: string;
  readonly value: string;
  readonly important: boolean;
}

/** Where a declaration's properties come from. */
interface Source {
  names(): BareArray<string>;
  get(name: string): string;
  priority(name: string): string;
  set(name: string, value: string, important: boolean): void;
  text(): string;
  setText(text: string): void;
}

const sources = new WeakMap<object, Source>();

function sourceOf(declaration: object): Source {
  const source = weakGet(sources, declaration);
  if (source === undefined) throw new TypeError('Illegal invocation');
  return source;
}

/** 'backgroundColor' and 'background-color' → 'background-color'; 'cssFloat' → 'float'. */
function propertyName(key: string): string {
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

function isKnown(name: string): boolean {
  let answer = mapGet(known, name);
  if (answer === undefined) {
    answer = askEngine((engine) => engine.knowsProperty(name)) ?? false;
    if (mapSize(known) >= MAX_KNOWN) known = new Map();
    mapSet(known, name, answer);
  }
  return answer;
}

const HANDLER: ProxyHandler<object> = {
  get(target, key, receiver) {
    if (typeof key !== 'string' || key in target) return reflect.get(target, key, receiver);
    const source = sourceOf(target);
    const index = +key;
    if (`${index >>> 0}` === key) return source.names()[index];
    const name = propertyName(key);
    return isKnown(name) ? source.get(name) : undefined;
  },
  set(target, key, value, receiver) {
    if (typeof key !== 'string' || key in target) return reflect.set(target, key, value, receiver);
    const name = propertyName(key);
    if (!isKnown(name)) return reflect.set(target, key, value, receiver);
    setProperty(sourceOf(target), name, value === null ? '' : `${value}`, false);
    return true;
  },
  has(target, key) {
    return key in target || (typeof key === 'string' && isKnown(propertyName(key)));
  },
};

function setProperty(source: Source, name: string, value: string, important: boolean): void {
  if (value !== '' && !(askEngine((engine) => engine.supportsDeclaration(name, value)) ?? true)) return;
  source.set(name, value, important);
}

function makeDeclaration(source: Source): object {
  const target = create(prototypeOf('CSSStyleDeclaration'));
  const declaration = new Proxy(target, HANDLER);
  weakSet(sources, target, source);
  weakSet(sources, declaration, source);
  return declaration;
}

/** Declarations in a text: an element's style attribute, or the body of a rule. Key: the text. */
class TextStyle implements Source {
  readonly #read: () => string;
  readonly #write: (text: string) => void;
  #text: string | null = null;
  #names: BareArray<string> = bareArray();
  #entries = new Map<string, Entry>();

  constructor(read: () => string, write: (text: string) => void) {
    this.#read = read;
    this.#write = write;
  }

  #parsed(): Map<string, Entry> {
    const text = this.#read();
    if (text === this.#text) return this.#entries;
    this.#text = text;
    this.#names = bareArray();
    this.#entries = new Map();
    const lines = text === '' ? '' : (askEngine((engine) => engine.declarations(text)) ?? '');
    for (let start = 0; start < lines.length; ) {
      const end = indexOf(lines, '\n', start);
      const line = stringSlice(lines, start, end < 0 ? lines.length : end);
      const first = indexOf(line, '\t');
      const second = indexOf(line, '\t', first + 1);
      const name = stringSlice(line, 0, first);
      mapSet(this.#entries, name, {
        name,
        value: stringSlice(line, second + 1),
        important: stringSlice(line, first + 1, second) !== '',
      });
      append(this.#names, name);
      start = end < 0 ? lines.length : end + 1;
    }
    return this.#entries;
  }

  names(): BareArray<string> {
    this.#parsed();
    return this.#names;
  }

  get(name: string): string {
    return mapGet(this.#parsed(), name)?.value ?? '';
  }

  priority(name: string): string {
    return mapGet(this.#parsed(), name)?.important ? 'important' : '';
  }

  set(name: string, value: string, important: boolean): void {
    const entries = this.#parsed();
    const isNew = mapGet(entries, name) === undefined;
    if (value === '') {
      if (isNew) return;
      mapDelete(entries, name);
      const rest = bareArray<string>();
      for (let at = 0; at < this.#names.length; at++) if (this.#names[at] !== name) append(rest, this.#names[at]!);
      this.#names = rest;
    } else {
      mapSet(entries, name, { name, value, important });
      if (isNew) append(this.#names, name);
    }
    const text = this.#serialise();
    this.#text = text;
    this.#write(text);
  }

  #serialise(): string {
    let text = '';
    for (let at = 0; at < this.#names.length; at++) {
      const { name, value, important } = mapGet(this.#entries, this.#names[at]!)!;
      text += `${text === '' ? '' : ' '}${name}: ${value}${important ? ' !important' : ''};`;
    }
    return text;
  }

  text(): string {
    this.#parsed();
    return this.#serialise();
  }

  setText(text: string): void {
    this.#write(text);
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
    const names = bareArray<string>();
    const text = askEngine((engine) => engine.computedNames()) ?? '';
    for (let start = 0; start < text.length; ) {
      const end = indexOf(text, ' ', start);
      append(names, stringSlice(text, start, end < 0 ? text.length : end));
      start = end < 0 ? text.length : end + 1;
    }
    return names;
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

/** The declarations of a text that somebody else keeps. */
export function declarationOf(read: () => string, write: (text: string) => void): object {
  return makeDeclaration(new TextStyle(read, write));
}

export function inlineStyle(element: PageNode): object {
  return declarationOf(
    () => attribute(element, 'style') ?? '',
    (text) => setAttributeValue(element, 'style', text),
  );
}

/** '::before', ':after' and the like; other pseudo-elements have no style here. */
export function computedStyle(element: PageNode, pseudo: unknown): object {
  const name = typeof pseudo === 'string' ? pseudo.replace(/^::?/, '') : '';
  return makeDeclaration(new ComputedDeclaration(element, name));
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
    get length(): number {
      return sourceOf(this).names().length;
    },
    get parentRule(): null {
      return null;
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
      setProperty(sourceOf(this), normalName(name), value === null ? '' : `${value}`, priority === 'important');
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
