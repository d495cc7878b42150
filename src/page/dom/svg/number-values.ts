/**
 * Numbers, points, rectangles and texts of SVG, and the lists of them that attributes hold.
 *
 * In:  attributes such as 'points', 'rotate', 'viewBox' and 'systemLanguage'. Out: SVGNumber, SVGPoint, SVGRect and
 * SVGStringList objects that write the attribute when they are changed.
 *
 * SVG 2 §4.6 https://svgwg.org/svg2-draft/types.html, §9.5.3 (points), §5.10 (conditional processing)
 */
import { DOMMatrix, matrixFrom } from '../../geometry-matrix.ts';
import { append, type BareArray, charCodeAt, isAsciiSpace, stringSlice, trim } from '../../primordials.ts';
import { defineBehaviour, liveObject } from '../../window/lazy-interfaces.ts';
import type { PageNode } from '../create-node.ts';
import {
  asFloat,
  floatOf,
  isAtEnd,
  numberText,
  type Reading,
  skipSeparator,
  skipSpace,
  startOf,
  takeNumber,
} from './number-text.ts';
import {
  attributeSource,
  defineListBehaviour,
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

type Args = ArrayLike<unknown>;

interface NumberItem extends Item {
  value: number;
}

/** Two numbers, or the four of a rectangle. */
interface PlaceItem extends Item {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface TextItem extends Item {
  readonly text: string;
}

export const NUMBERS: ValueKind = {
  interfaceName: 'SVGNumberList',
  separator: ' ',
  parse(text, out) {
    parseAll(text, takeItem, out);
  },
  textOf: (item) => numberText((item as NumberItem).value),
  given: (item, isReadOnly) => numberObject(item as NumberItem, isReadOnly),
  taken: (value) => takenItem<NumberItem>(value, 'SVGNumber', (item) => numberItem(item.value)),
};

function takeItem(reading: Reading): NumberItem | null {
  const value = takeNumber(reading);
  return value === null ? null : numberItem(value);
}

function numberItem(value: number): NumberItem {
  return { ...FREE, value };
}

function numberObject(item: NumberItem, isReadOnly: boolean): object {
  return itemObject(item, 'SVGNumber', isReadOnly, () => liveObject('SVGNumber'));
}

/** A number that is in no list. */
export function newNumber(): object {
  return numberObject(numberItem(0), false);
}

export const POINTS: ValueKind = {
  interfaceName: 'SVGPointList',
  separator: ' ',
  parse(text, out) {
    parseAll(text, takePoint, out);
  },
  textOf(item) {
    const { x, y } = item as PlaceItem;
    return `${numberText(x)} ${numberText(y)}`;
  },
  given: (item, isReadOnly) => pointObject(item as PlaceItem, isReadOnly),
  taken: (value) => takenItem<PlaceItem>(value, 'SVGPoint', ({ x, y }) => placeItem(x, y, 0, 0)),
};

function takePoint(reading: Reading): PlaceItem | null {
  const x = takeNumber(reading);
  skipSeparator(reading);
  const y = takeNumber(reading);
  return x === null || y === null ? null : placeItem(x, y, 0, 0);
}

function placeItem(x: number, y: number, width: number, height: number): PlaceItem {
  return { ...FREE, x, y, width, height };
}

function pointObject(item: PlaceItem, isReadOnly: boolean): object {
  return itemObject(item, 'SVGPoint', isReadOnly, () => liveObject('SVGPoint'));
}

/** A point that is in no list. */
export function newPoint(x: number, y: number): object {
  return pointObject(placeItem(x, y, 0, 0), false);
}

/** A rectangle of its own. */
export function newRect(x: number, y: number, width: number, height: number): object {
  return rectObject(placeItem(x, y, width, height), false);
}

function rectObject(item: PlaceItem, isReadOnly: boolean): object {
  return itemObject(item, 'SVGRect', isReadOnly, () => liveObject('SVGRect'));
}

/** The rectangle of an attribute: gives the object of 'baseVal', or that of 'animVal'. */
export function rectOfAttribute(element: PageNode, name: string): (isReadOnly: boolean) => object {
  const item = placeItem(0, 0, 0, 0);
  const textOf = (): string =>
    `${numberText(item.x)} ${numberText(item.y)} ${numberText(item.width)} ${numberText(item.height)}`;
  item.source = attributeSource(element, name, (text) => readRect(item, text ?? ''), textOf);
  return (isReadOnly) => rectObject(item, isReadOnly);
}

/** A text that is no rectangle is an empty one. */
function readRect(item: PlaceItem, text: string): void {
  const reading = startOf(text);
  const numbers = [0, 0, 0, 0];
  let isValid = true;
  for (let at = 0; at < 4; at++) {
    const number = takeNumber(reading);
    if (at < 3) skipSeparator(reading);
    else skipSpace(reading);
    if (number === null) isValid = false;
    else numbers[at] = number;
  }
  isValid = isValid && isAtEnd(reading);
  item.x = isValid ? numbers[0]! : 0;
  item.y = isValid ? numbers[1]! : 0;
  item.width = isValid ? numbers[2]! : 0;
  item.height = isValid ? numbers[3]! : 0;
}

/** Texts between spaces, or between commas. */
function texts(separator: number): ValueKind {
  const isBetween = (code: number): boolean => (separator === 0x20 ? isAsciiSpace(code) : code === separator);
  return {
    interfaceName: 'SVGStringList',
    separator: separator === 0x20 ? ' ' : ',',
    parse(text, out) {
      for (let start = 0; start < text.length; ) {
        let end = start;
        while (end < text.length && !isBetween(charCodeAt(text, end))) end++;
        addText(trim(stringSlice(text, start, end)), out);
        start = end + 1;
      }
    },
    textOf: (item) => (item as TextItem).text,
    given: (item) => (item as TextItem).text,
    taken: (value) => textItem(`${value}`),
  };
}

function addText(text: string, out: BareArray<Item>): void {
  if (text !== '') append(out, textItem(text));
}

function textItem(text: string): TextItem {
  return { ...FREE, text };
}

export const SPACED_TEXTS: ValueKind = texts(0x20);
export const COMMA_TEXTS: ValueKind = texts(0x2c);

function placeOf(self: unknown, interfaceName: string): PlaceItem {
  return itemOf(self, interfaceName) as PlaceItem;
}

/** Members that are numbers of a point or a rectangle. */
function placeBehaviour(interfaceName: string, names: readonly ('x' | 'y' | 'width' | 'height')[]): object {
  const behaviour: Record<string, unknown> = {};
  for (const name of names) {
    behaviour[name] = (_args: Args, self: unknown): number => asFloat(placeOf(self, interfaceName)[name]);
    behaviour[`set ${name}`] = (value: unknown, self: unknown): void => {
      const number = floatOf(value);
      const item = writableItem(self, interfaceName) as PlaceItem;
      item[name] = number;
      itemChanged(item);
    };
  }
  return behaviour;
}

/** What these interfaces do; defined when the first object of one of them is used. */
export function defineNumberValues(): void {
  for (const name of ['SVGNumberList', 'SVGPointList', 'SVGStringList']) defineListBehaviour(name);
  defineBehaviour('SVGNumber', {
    value: (_args: Args, self: unknown) => asFloat((itemOf(self, 'SVGNumber') as NumberItem).value),
    'set value'(value: unknown, self: unknown): void {
      const number = floatOf(value);
      const item = writableItem(self, 'SVGNumber') as NumberItem;
      item.value = number;
      itemChanged(item);
    },
  });
  defineBehaviour('SVGPoint', {
    ...placeBehaviour('SVGPoint', ['x', 'y']),
    matrixTransform(args: Args, self: unknown): object {
      const { x, y } = placeOf(self, 'SVGPoint');
      const moved = matrixFrom(DOMMatrix, args[0]).transformPoint({ x, y });
      return newPoint(moved.x, moved.y);
    },
  });
  defineBehaviour('SVGRect', placeBehaviour('SVGRect', ['x', 'y', 'width', 'height']) as never);
}

/** The numbers of a rectangle that a script has given. */
export function givenRect(value: unknown): Readonly<Record<'x' | 'y' | 'width' | 'height', number>> {
  return placeOf(value, 'SVGRect');
}
