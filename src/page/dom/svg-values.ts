/**
 * The objects that SVG's attributes are: animated strings, lengths, numbers, and points and matrices.
 *
 * In:  an element and an attribute. Out: objects whose values are those of the attribute, always.
 *
 * SVG 2 §4.6 https://svgwg.org/svg2-draft/types.html
 *
 * Differs: nothing is animated, so 'animVal' is 'baseVal'; percentages and font-relative units count as pixels.
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { attribute } from '../../html/node-tree.ts';
import { create, trim, weakGet, weakSet } from '../primordials.ts';
import { setAttributeValue } from './attribute-list.ts';
import type { PageNode } from './create-node.ts';
import { leadingNumber } from './input-number.ts';
import { defineConstants, defineInterface, defineMembers, prototypeOf } from './interfaces.ts';

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
  const { words = [], byDefault } = owner;
  const at = words.indexOf(trim(read(owner)));
  return (at < 0 ? words.indexOf(byDefault) : at) + 1;
}

function make(interfaceName: string, owner: Owner): object {
  const object = create(prototypeOf(interfaceName)) as object;
  weakSet(owners, object, owner);
  return object;
}

/** One object for each element and attribute. */
export function animatedValue(cache: WeakMap<StoreNode, object>, interfaceName: string, owner: Owner): object {
  const known = weakGet(cache, owner.element);
  if (known !== undefined) return known;
  const made = make(interfaceName, owner);
  weakSet(cache, owner.element, made);
  return made;
}

const UNITS: readonly (readonly [unit: string, type: number, pixels: number])[] = [
  ['%', 2, 1],
  ['em', 3, 16],
  ['ex', 4, 8],
  ['px', 5, 1],
  ['cm', 6, 96 / 2.54],
  ['mm', 7, 96 / 25.4],
  ['in', 8, 96],
  ['pt', 9, 96 / 72],
  ['pc', 10, 16],
];

function unitOf(text: string): (typeof UNITS)[number] | null {
  for (const unit of UNITS) if (text.trim().toLowerCase().endsWith(unit[0])) return unit;
  return null;
}

export function installSvgValues(): void {
  for (const name of ['String', 'Length', 'Number', 'Integer', 'Boolean', 'Enumeration']) {
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
      const word = owner.words?.[(Number(value) & 0xffff) - 1];
      if (word === undefined) throw new TypeError(`The enumeration value provided (${value}) is not settable.`);
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
  installLengths();
}

const lengths = new WeakMap<object, object>();

function lengthOf(animated: object): object {
  const owner = ownerOf(animated);
  let length = weakGet(lengths, animated);
  if (length === undefined) {
    length = make('SVGLength', owner);
    weakSet(lengths, animated, length);
  }
  return length;
}

function installLengths(): void {
  defineInterface('SVGLength', null);
  defineConstants('SVGLength', {
    SVG_LENGTHTYPE_UNKNOWN: 0,
    SVG_LENGTHTYPE_NUMBER: 1,
    SVG_LENGTHTYPE_PERCENTAGE: 2,
    SVG_LENGTHTYPE_EMS: 3,
    SVG_LENGTHTYPE_EXS: 4,
    SVG_LENGTHTYPE_PX: 5,
    SVG_LENGTHTYPE_CM: 6,
    SVG_LENGTHTYPE_MM: 7,
    SVG_LENGTHTYPE_IN: 8,
    SVG_LENGTHTYPE_PT: 9,
    SVG_LENGTHTYPE_PC: 10,
  });
  defineMembers<object>('SVGLength', {
    get value(): number {
      const text = read(ownerOf(this));
      return (leadingNumber(text) ?? 0) * (unitOf(text)?.[2] ?? 1);
    },
    set value(value: unknown) {
      write(ownerOf(this), `${Number(value)}`);
    },
    get valueInSpecifiedUnits(): number {
      return leadingNumber(read(ownerOf(this))) ?? 0;
    },
    set valueInSpecifiedUnits(value: unknown) {
      const owner = ownerOf(this);
      write(owner, `${Number(value)}${unitOf(read(owner))?.[0] ?? ''}`);
    },
    get valueAsString(): string {
      return read(ownerOf(this));
    },
    set valueAsString(value: unknown) {
      write(ownerOf(this), `${value}`);
    },
    get unitType(): number {
      return unitOf(read(ownerOf(this)))?.[1] ?? 1;
    },
  });
  defineMembers<object>('SVGAnimatedLength', {
    get baseVal(): object {
      return lengthOf(this);
    },
    get animVal(): object {
      return lengthOf(this);
    },
  });
}
