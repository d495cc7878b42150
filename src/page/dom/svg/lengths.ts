/**
 * Lengths of SVG: SVGLength, SVGAnimatedLength, and lists of lengths.
 *
 * In:  attributes such as 'width', and 'x' of texts. Out: objects that write the attribute when they are changed.
 *
 * SVG 2 §4.6.7 https://svgwg.org/svg2-draft/types.html#InterfaceSVGLength
 *
 * Differs: 'ex' is half of 'em'; units that SVGLength has no constant for count as pixels, but 'rem', which is 16 of them.
 */
import { asciiLower, charCodeAt, create, hasWord, isAsciiSpace, weakGet, weakSet } from '../../primordials.ts';
import type { PageNode } from '../create-node.ts';
import { domException } from '../dom-exception.ts';
import { defineConstants, defineInterface, defineMembers, prototypeOf } from '../interfaces.ts';
import { isConnected } from '../tree.ts';
import { asFloat, floatOf, isAtEnd, numberText, type Reading, skipSpace, takeNumber, takeWord } from './number-text.ts';
import { constantOf, unitOfType } from './unit-types.ts';
import {
  attributeSource,
  FREE,
  type Item,
  itemChanged,
  itemObject,
  itemOf,
  parseAll,
  takenItem,
  type ValueKind,
  writableItem,
} from './value-list.ts';
import { fontSize, percentBase } from './viewports.ts';

interface LengthItem extends Item {
  number: number;
  unit: string;
}

/** Units by their constants, from 1 on. */
const UNITS: readonly string[] = ['', '%', 'em', 'ex', 'px', 'cm', 'mm', 'in', 'pt', 'pc'];
const NAMES = 'UNKNOWN NUMBER PERCENTAGE EMS EXS PX CM MM IN PT PC';
/** All that CSS has (CSS Values 4 §6). */
const KNOWN_UNITS =
  ' % em ex px cm mm in pt pc q rem rex ch rch cap rcap ic ric lh rlh vw vh vi vb vmin vmax svw svh lvw lvh dvw dvh ';
const PIXELS: Readonly<Record<string, number>> = {
  __proto__: null as never,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  in: 96,
  pt: 96 / 72,
  pc: 16,
  rem: 16,
};

function lengthItem(number: number, unit: string): LengthItem {
  return { ...FREE, number, unit };
}

/** The length that begins here, up to white space or a comma; where there is none, nothing is read. */
function takeLength(reading: Reading): LengthItem | null {
  const start = reading.at;
  const number = takeNumber(reading);
  const unit = asciiLower(takeWord(reading));
  if (number !== null && (unit === '' || hasWord(KNOWN_UNITS, unit)) && isBetween(reading))
    return lengthItem(number, unit);
  reading.at = start;
  return null;
}

function isBetween(reading: Reading): boolean {
  if (isAtEnd(reading)) return true;
  const code = charCodeAt(reading.text, reading.at);
  return code === 0x2c || isAsciiSpace(code);
}

/** A text that is one length and nothing else. */
function lengthOf(text: string): LengthItem | null {
  const reading = { text, at: 0 };
  skipSpace(reading);
  const length = takeLength(reading);
  skipSpace(reading);
  return isAtEnd(reading) ? length : null;
}

function textOf({ number, unit }: LengthItem): string {
  return `${numberText(number)}${unit}`;
}

export const LENGTHS: ValueKind = {
  interfaceName: 'SVGLengthList',
  separator: ' ',
  parse(text, out) {
    parseAll(text, takeLength, out);
  },
  textOf: (item) => textOf(item as LengthItem),
  given: (item, isReadOnly) => lengthObject(item as LengthItem, isReadOnly),
  taken: (value) => takenItem<LengthItem>(value, 'SVGLength', ({ number, unit }) => lengthItem(number, unit)),
};

function lengthObject(item: LengthItem, isReadOnly: boolean): object {
  return itemObject(item, 'SVGLength', isReadOnly, () => create(prototypeOf('SVGLength')) as object);
}

/** A length that is in no list. */
export function newLength(): object {
  return lengthObject(lengthItem(0, ''), false);
}

const animated = new WeakMap<object, LengthItem>();

/** An SVGAnimatedLength; `byDefault` is what counts without an attribute, and where that is none. */
export function animatedLength(element: PageNode, name: string, byDefault: string): object {
  const item = lengthItem(0, '');
  const initial = lengthOf(byDefault) ?? item;
  const { number, unit } = initial;
  const read = (text: string | null): void => {
    const length = text === null ? null : lengthOf(text);
    item.number = length?.number ?? number;
    item.unit = length?.unit ?? unit;
  };
  item.source = attributeSource(element, name, read, () => textOf(item));
  const object = create(prototypeOf('SVGAnimatedLength')) as object;
  weakSet(animated, object, item);
  return object;
}

function isRelative(unit: string): boolean {
  return unit === '%' || unit === 'em' || unit === 'ex';
}

/** How many pixels a unit is, where the length stands. */
function pixelsOf(item: LengthItem, unit: string): number {
  if (!isRelative(unit)) return PIXELS[unit] ?? 1;
  const where = item.list ?? item.source;
  if (where === null || !isConnected(where.element)) {
    throw domException('NotSupportedError', 'Could not resolve relative length.');
  }
  const { element, attribute: name } = where;
  if (unit === '%') return percentBase(element, name) / 100;
  return unit === 'em' ? fontSize(element) : fontSize(element) / 2;
}

function lengthIn(item: LengthItem, unit: string): number {
  const pixels = item.number * pixelsOf(item, item.unit);
  const one = pixelsOf(item, unit);
  return one === 0 ? 0 : pixels / one;
}

function become(item: LengthItem, number: number, unit: string): void {
  item.number = number;
  item.unit = unit;
  itemChanged(item);
}

const readItem = (self: unknown): LengthItem => itemOf(self, 'SVGLength') as LengthItem;
const writeItem = (self: unknown): LengthItem => writableItem(self, 'SVGLength') as LengthItem;

export function installLengths(): void {
  defineInterface('SVGLength', null);
  const constants: Record<string, number> = {};
  NAMES.split(' ').forEach((name, at) => {
    constants[`SVG_LENGTHTYPE_${name}`] = at;
  });
  defineConstants('SVGLength', constants);
  defineMembers<object>('SVGLength', {
    get value(): number {
      const item = readItem(this);
      return asFloat(item.number * pixelsOf(item, item.unit));
    },
    /** In the unit that it has. */
    set value(value: unknown) {
      const pixels = floatOf(value);
      const item = writeItem(this);
      const one = pixelsOf(item, item.unit);
      become(item, one === 0 ? 0 : pixels / one, item.unit);
    },
    get valueInSpecifiedUnits(): number {
      return asFloat(readItem(this).number);
    },
    set valueInSpecifiedUnits(value: unknown) {
      const number = floatOf(value);
      const item = writeItem(this);
      become(item, number, item.unit);
    },
    get valueAsString(): string {
      return textOf(readItem(this));
    },
    set valueAsString(value: unknown) {
      const text = `${value}`;
      const item = writeItem(this);
      const length = lengthOf(text);
      if (length === null) throw domException('SyntaxError', `The value provided ('${text}') is invalid.`);
      become(item, length.number, length.unit);
    },
    get unitType(): number {
      return constantOf(UNITS, readItem(this).unit);
    },
    newValueSpecifiedUnits(type: unknown, value: unknown): void {
      const unit = unitOfType(UNITS, type, 'set value with');
      const number = floatOf(value);
      become(writeItem(this), number, unit);
    },
    convertToSpecifiedUnits(type: unknown): void {
      const unit = unitOfType(UNITS, type, 'convert to');
      const item = writeItem(this);
      become(item, lengthIn(item, unit), unit);
    },
  });
  const lengthIs = (self: object, isReadOnly: boolean): object => {
    const item = weakGet(animated, self);
    if (item === undefined) throw new TypeError('Illegal invocation');
    return lengthObject(item, isReadOnly);
  };
  defineInterface('SVGAnimatedLength', null);
  defineMembers<object>('SVGAnimatedLength', {
    get baseVal(): object {
      return lengthIs(this, false);
    },
    get animVal(): object {
      return lengthIs(this, true);
    },
  });
}
