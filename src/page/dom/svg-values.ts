/**
 * The objects that SVG's attributes are, where their values are no objects: texts, numbers, truth, one of several words.
 *
 * In:  an element and an attribute. Out: objects whose values are those of the attribute, always.
 *
 * SVG 2 §4.6 https://svgwg.org/svg2-draft/types.html
 *
 * Differs: nothing is animated, so 'animVal' is 'baseVal'.
 */
import { attribute } from '../../html/node-tree.ts';
import { create, trim, weakGet, weakSet } from '../primordials.ts';
import { setAttributeValue } from './attribute-list.ts';
import type { PageNode } from './create-node.ts';
import { leadingNumber } from './input-number.ts';
import { defineInterface, defineMembers, prototypeOf } from './interfaces.ts';

export interface WordRule {
  read(text: string): number;
  write(number: number, text: string): string | null;
}

interface Owner {
  readonly element: PageNode;
  readonly attribute: string;
  /** The attribute that stands in when the first is absent: 'href' before 'xlink:href'. */
  readonly fallback: string | null;
  readonly byDefault: string;
  /** Which of several numbers it is; the first one where there are fewer. */
  readonly part?: number;
  /** The words that it is one of, from 1 on. */
  readonly words?: readonly string[];
  /** Instead of words: which number a text is, and what it becomes by another; `null` for what cannot be set. */
  readonly rule?: WordRule | undefined;
}

const owners = new WeakMap<object, Owner>();

function ownerOf(object: object): Owner {
  const owner = weakGet(owners, object);
  if (owner === undefined) throw new TypeError('Illegal invocation');
  return owner;
}

function read({ element, attribute: name, fallback, byDefault }: Owner): string {
  return attribute(element, name) ?? (fallback === null ? null : attribute(element, fallback)) ?? byDefault;
}

function write({ element, attribute: name, fallback }: Owner, text: string): void {
  const isOnFallback = fallback !== null && attribute(element, name) === null && attribute(element, fallback) !== null;
  setAttributeValue(element, isOnFallback ? fallback : name, text);
}

/** An object of one of the interfaces for animated values. */
export function makeAnimated(interfaceName: string, owner: Owner): object {
  return make(interfaceName, owner);
}

function numberOf(owner: Owner): number {
  const { part = 0 } = owner;
  const parts = trim(read(owner)).split(/[\s,]+/);
  return leadingNumber(parts[part] ?? parts[0]!) ?? 0;
}

function writeNumber(owner: Owner, value: number): void {
  const { part = 0 } = owner;
  write(owner, part === 0 ? `${value}` : `${numberOf({ ...owner, part: 0 })} ${value}`);
}

function wordNumber(owner: Owner): number {
  const { words = [], byDefault, rule } = owner;
  if (rule !== undefined) return rule.read(read(owner));
  const at = words.indexOf(trim(read(owner)));
  return (at < 0 ? words.indexOf(byDefault) : at) + 1;
}

function make(interfaceName: string, owner: Owner): object {
  const object = create(prototypeOf(interfaceName)) as object;
  weakSet(owners, object, owner);
  return object;
}

export function installSvgValues(): void {
  for (const name of ['String', 'Number', 'Integer', 'Boolean', 'Enumeration']) {
    defineInterface(`SVGAnimated${name}`, null);
  }
  defineMembers<object>('SVGAnimatedString', {
    get baseVal(): string {
      return read(ownerOf(this));
    },
    set baseVal(value: unknown) {
      write(ownerOf(this), `${value}`);
    },
    get animVal(): string {
      return read(ownerOf(this));
    },
  });
  for (const name of ['SVGAnimatedNumber', 'SVGAnimatedInteger']) {
    const isWhole = name === 'SVGAnimatedInteger';
    defineMembers<object>(name, {
      get baseVal(): number {
        return numberOf(ownerOf(this));
      },
      set baseVal(value: unknown) {
        writeNumber(ownerOf(this), isWhole ? Number(value) | 0 : Number(value));
      },
      get animVal(): number {
        return numberOf(ownerOf(this));
      },
    });
  }
  defineMembers<object>('SVGAnimatedEnumeration', {
    get baseVal(): number {
      return wordNumber(ownerOf(this));
    },
    set baseVal(value: unknown) {
      const owner = ownerOf(this);
      const number = Number(value) & 0xffff;
      const word = owner.rule === undefined ? owner.words?.[number - 1] : owner.rule.write(number, read(owner));
      if (word === undefined || word === null)
        throw new TypeError(`The enumeration value provided (${value}) is not settable.`);
      write(owner, word);
    },
    get animVal(): number {
      return wordNumber(ownerOf(this));
    },
  });
  defineMembers<object>('SVGAnimatedBoolean', {
    get baseVal(): boolean {
      return trim(read(ownerOf(this))) === 'true';
    },
    set baseVal(value: unknown) {
      write(ownerOf(this), `${Boolean(value)}`);
    },
    get animVal(): boolean {
      return trim(read(ownerOf(this))) === 'true';
    },
  });
}
