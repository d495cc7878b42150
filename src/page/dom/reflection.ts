/**
 * IDL attributes that reflect content attributes: how each kind is read and written.
 *
 * In:  the table of reflection-table.ts. Out: accessors on the prototypes.
 *
 * HTML §2.6.1 https://html.spec.whatwg.org/#reflecting-content-attributes-in-idl-attributes
 */

import type { StoreNode } from '../../html/dom-keys.ts';
import { NODE_TYPE } from '../../html/node-keys.ts';
import { attribute, hasAttribute } from '../../html/node-tree.ts';
import { documentUrl, encodedAddress } from '../document-address.ts';
import { defineNamedAccessor } from '../named-function.ts';
import { apply, asciiLower, isFiniteNumber, max, min } from '../primordials.ts';
import { removeAttributeValue, setAttributeValue } from './attribute-list.ts';
import type { PageNode } from './create-node.ts';
import { domException } from './dom-exception.ts';
import { prototypeOf } from './interfaces.ts';
import { parseInteger } from './parse-integer.ts';
import { ARIA_ATTRIBUTES, type Kind } from './reflection-kinds.ts';
import { REFLECTIONS } from './reflection-table.ts';
import { tokenList } from './token-list.ts';

const LARGEST_LONG = 2147483647;

/** An integer attribute between limits, else its default. */
function readInteger(element: StoreNode, name: string, least: number, byDefault: number): number {
  const text = attribute(element, name);
  const parsed = text === null ? null : parseInteger(text);
  return parsed === null || parsed < least || parsed > LARGEST_LONG ? byDefault : parsed + 0;
}

type Accessor = PropertyDescriptor & ThisType<PageNode>;

function booleanAccessor(name: string): Accessor {
  return {
    get() {
      return hasAttribute(this, name);
    },
    set(value: unknown) {
      if (value) setAttributeValue(this, name, '');
      else removeAttributeValue(this, name);
    },
  };
}

function tokensAccessor(name: string, supported: string | null): Accessor {
  const lists = new WeakMap<StoreNode, object>();
  return {
    get() {
      return tokenList(lists, this, name, supported);
    },
    set(value: unknown) {
      setAttributeValue(this, name, `${value}`);
    },
  };
}

/** A URL as it stands resolved; what cannot be resolved is given as it is. Some mean the document when empty. */
function urlAccessor(name: string, toDocument: boolean): Accessor {
  return {
    get() {
      const value = attribute(this, name);
      if (value === null || (value === '' && toDocument)) return toDocument ? documentUrl() : '';
      return encodedAddress(value, this) ?? value;
    },
    set(value: unknown) {
      setAttributeValue(this, name, `${value}`);
    },
  };
}

function keywordAccessor(name: string, kind: Extract<Kind, { keywords: string }>): Accessor {
  const keywords = kind.keywords.split(' ');
  const { missing = '', invalid = missing, isNullable = false } = kind;
  return {
    get() {
      const value = attribute(this, name);
      if (value === null) return missing;
      const lower = asciiLower(value);
      for (let at = 0; at < keywords.length; at++) if (keywords[at] === lower) return lower;
      return invalid;
    },
    set(value: unknown) {
      if (isNullable && (value === null || value === undefined)) removeAttributeValue(this, name);
      else setAttributeValue(this, name, `${value}`);
    },
  };
}

/** 'long' without a minimum, or with minus one as the value for none. */
function longAccessor(name: string, byDefault: number, isNonNegative: boolean): Accessor {
  return {
    get() {
      return readInteger(this, name, isNonNegative ? 0 : -LARGEST_LONG - 1, byDefault);
    },
    set(value: unknown) {
      const number = Number(value) | 0;
      if (isNonNegative && number < 0)
        throw domException('IndexSizeError', `The value provided (${number}) is negative.`);
      setAttributeValue(this, name, `${number}`);
    },
  };
}

/** 'unsigned long': at least `least`; zero where it is not allowed is refused, or becomes the default. */
function unsignedAccessor(name: string, kind: Extract<Kind, { unsigned: number }>): Accessor {
  const { unsigned: byDefault, positive, clamp } = kind;
  return {
    get() {
      if (clamp === undefined) return readInteger(this, name, positive === undefined ? 0 : 1, byDefault);
      const text = attribute(this, name);
      const parsed = text === null ? null : parseInteger(text);
      if (parsed === null || parsed < 0) return byDefault;
      return max(clamp[0], min(clamp[1], parsed));
    },
    set(value: unknown) {
      const given = Number(value) >>> 0;
      if (positive === 'refuse' && given === 0) throw domException('IndexSizeError', 'The value provided is 0.');
      const isUsable = given <= LARGEST_LONG && !(positive === 'default' && given === 0);
      setAttributeValue(this, name, `${isUsable ? given : byDefault}`);
    },
  };
}

/** 'double' with a default; a text that is no number counts as absent. */
function doubleAccessor(name: string, byDefault: number): Accessor {
  return {
    get() {
      const number = Number.parseFloat(attribute(this, name) ?? '');
      return isFiniteNumber(number) ? number : byDefault;
    },
    set(value: unknown) {
      const number = Number(value);
      if (!isFiniteNumber(number)) throw new TypeError('The provided double value is non-finite.');
      setAttributeValue(this, name, `${number}`);
    },
  };
}

/** Text; `null` becomes the empty text where the standard says so. */
function textAccessor(name: string, treatsNullAsEmpty: boolean): Accessor {
  return {
    get() {
      return attribute(this, name) ?? '';
    },
    set(value: unknown) {
      setAttributeValue(this, name, treatsNullAsEmpty && value === null ? '' : `${value}`);
    },
  };
}

function accessor(name: string, kind: Kind): Accessor {
  switch (kind) {
    case 'text':
      return textAccessor(name, false);
    case 'text or null':
      return textAccessor(name, true);
    case 'boolean':
      return booleanAccessor(name);
    case 'url':
      return urlAccessor(name, false);
    case 'url or document':
      return urlAccessor(name, true);
    case 'tokens':
      return tokensAccessor(name, null);
  }
  if ('tokens' in kind) return tokensAccessor(name, ` ${kind.tokens} `);
  if ('keywords' in kind) return keywordAccessor(name, kind);
  if ('long' in kind) return longAccessor(name, kind.long, kind.isNonNegative ?? false);
  if ('unsigned' in kind) return unsignedAccessor(name, kind);
  return doubleAccessor(name, kind.double);
}

function checkElement(self: unknown): void {
  const isElement = typeof self === 'object' && self !== null && (self as PageNode)[NODE_TYPE] === 1;
  if (!isElement) throw new TypeError('Illegal invocation');
}

function readBy(self: unknown, { get }: Accessor): unknown {
  checkElement(self);
  return apply(get!, self, []);
}

function writeBy(self: unknown, value: unknown, { set }: Accessor): void {
  checkElement(self);
  apply(set!, self, [value]);
}

export function installReflection(): void {
  for (const [interfaceName, reflections] of Object.entries(REFLECTIONS)) {
    const prototype = prototypeOf(interfaceName);
    for (const [property, entry] of Object.entries(reflections)) {
      const [name, kind] = Array.isArray(entry)
        ? (entry as unknown as readonly [string, Kind])
        : [asciiLower(property), entry as Kind];
      defineNamedAccessor(prototype, property, accessor(name, kind), readBy, writeBy);
    }
  }
  installAria();
}

/** ARIA in HTML: `el.ariaLabel` and the others, `null` when absent. */
function installAria(): void {
  for (const name of ['role', ...ARIA_ATTRIBUTES.split(' ').map((each) => `aria${each}`)]) {
    const content = name === 'role' ? 'role' : `aria-${name.slice(4).toLowerCase()}`;
    defineNamedAccessor(prototypeOf('Element'), name, content, readAria, writeAria);
  }
}

function readAria(self: unknown, name: string): unknown {
  return attribute(self as PageNode, name);
}

function writeAria(self: unknown, value: unknown, name: string): void {
  if (value === null || value === undefined) removeAttributeValue(self as PageNode, name);
  else setAttributeValue(self as PageNode, name, `${value}`);
}
