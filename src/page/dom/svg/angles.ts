/**
 * Angles of SVG and how pictures are fitted: SVGAngle, 'orient' of markers, SVGPreserveAspectRatio.
 *
 * SVG 2 §4.6.8 https://svgwg.org/svg2-draft/types.html#InterfaceSVGAngle, §8.12.9, §13.7.4 (orient)
 */
import { hasWord } from '../../primordials.ts';
import { defineBehaviour, liveObject } from '../../window/lazy-interfaces.ts';
import { setAttributeValue } from '../attribute-list.ts';
import type { PageNode } from '../create-node.ts';
import { domException } from '../dom-exception.ts';
import { asFloat, floatOf, isAtEnd, numberText, skipSpace, takeNumber, takeWord } from './number-text.ts';
import { constantOf, unitOfType } from './unit-types.ts';
import { attributeSource, FREE, type Item, itemChanged, itemObject, itemOf, writableItem } from './value-list.ts';

type Args = ArrayLike<unknown>;

interface AngleItem extends Item {
  number: number;
  unit: string;
}

interface FitItem extends Item {
  align: number;
  meetOrSlice: number;
}

/** Units by their constants, from 1 on, and what each is in degrees. 'turn' has no constant. */
const UNITS: readonly string[] = ['', 'deg', 'rad', 'grad'];
const DEGREES: Readonly<Record<string, number>> = {
  __proto__: null as never,
  '': 1,
  deg: 1,
  rad: 180 / Math.PI,
  grad: 0.9,
  turn: 360,
};
/** Words of 'preserveAspectRatio' by their constants, from 1 on. */
const ALIGNS: readonly string[] =
  'none xMinYMin xMidYMin xMaxYMin xMinYMid xMidYMid xMaxYMid xMinYMax xMidYMax xMaxYMax'.split(' ');
const FITS: readonly string[] = ['meet', 'slice'];
const MIDDLE = 6;
const AUTO = 1;
const ANGLE = 2;

/** A text that is one angle and nothing else. */
function angleOf(text: string): { readonly number: number; readonly unit: string } | null {
  const reading = { text, at: 0 };
  skipSpace(reading);
  const number = takeNumber(reading);
  const unit = takeWord(reading);
  skipSpace(reading);
  return number === null || DEGREES[unit] === undefined || !isAtEnd(reading) ? null : { number, unit };
}

function textOf({ number, unit }: AngleItem): string {
  return `${numberText(number)}${unit}`;
}

function angleObject(item: AngleItem, isReadOnly: boolean): object {
  return itemObject(item, 'SVGAngle', isReadOnly, () => liveObject('SVGAngle'));
}

/** An angle that no attribute has. */
export function newAngle(): object {
  return angleObject({ ...FREE, number: 0, unit: '' }, false);
}

/** The angle of an attribute: gives the object of 'baseVal', or that of 'animVal'. */
export function angleOfAttribute(element: PageNode, name: string): (isReadOnly: boolean) => object {
  const item: AngleItem = { ...FREE, number: 0, unit: '' };
  const read = (text: string | null): void => {
    const angle = text === null ? null : angleOf(text);
    item.number = angle?.number ?? 0;
    item.unit = angle?.unit ?? '';
  };
  item.source = attributeSource(element, name, read, () => textOf(item));
  return (isReadOnly) => angleObject(item, isReadOnly);
}

/** 'orientType': 'auto', an angle, or what has no constant. */
export const ORIENT = {
  read: (text: string): number => (text === 'auto' ? AUTO : text === 'auto-start-reverse' ? 0 : ANGLE),
  /** `null` for what cannot be set. */
  write: (type: number, text: string): string | null =>
    type === AUTO ? 'auto' : type === ANGLE ? (angleOf(text) === null ? '0' : text) : null,
};

export function orientToAuto(marker: PageNode): void {
  setAttributeValue(marker, 'orient', 'auto');
}

export function orientToAngle(marker: PageNode, angle: unknown): void {
  setAttributeValue(marker, 'orient', textOf(itemOf(angle, 'SVGAngle') as AngleItem));
}

/** How the picture of an element is fitted: gives the object of 'baseVal', or that of 'animVal'. */
export function fitOfAttribute(element: PageNode, name: string): (isReadOnly: boolean) => object {
  const item: FitItem = { ...FREE, align: MIDDLE, meetOrSlice: 1 };
  const fitText = (): string => `${ALIGNS[item.align - 1]} ${FITS[item.meetOrSlice - 1]}`;
  item.source = attributeSource(element, name, (text) => readFit(item, text ?? ''), fitText);
  return (isReadOnly) =>
    itemObject(item, 'SVGPreserveAspectRatio', isReadOnly, () => liveObject('SVGPreserveAspectRatio'));
}

/** What is wrong counts as if it were not there. */
function readFit(item: FitItem, text: string): void {
  const reading = { text, at: 0 };
  skipSpace(reading);
  const align = constantOf(ALIGNS, takeWord(reading));
  skipSpace(reading);
  const word = takeWord(reading);
  skipSpace(reading);
  const isValid = align > 0 && isAtEnd(reading) && (word === '' || hasWord(' meet slice ', word));
  item.align = isValid ? align : MIDDLE;
  item.meetOrSlice = isValid && word === 'slice' && align > 1 ? 2 : 1;
}

function become(item: AngleItem, number: number, unit: string): void {
  item.number = number;
  item.unit = unit;
  itemChanged(item);
}

const angleIn = (self: unknown): AngleItem => itemOf(self, 'SVGAngle') as AngleItem;
const angleToWrite = (self: unknown): AngleItem => writableItem(self, 'SVGAngle') as AngleItem;

function fitMember(name: 'align' | 'meetOrSlice', words: readonly string[], refusal: string): object {
  return {
    [name]: (_args: Args, self: unknown) => (itemOf(self, 'SVGPreserveAspectRatio') as FitItem)[name],
    [`set ${name}`](value: unknown, self: unknown): void {
      const number = Number(value) & 0xffff;
      const item = writableItem(self, 'SVGPreserveAspectRatio') as FitItem;
      if (words[number - 1] === undefined) throw domException('NotSupportedError', refusal);
      item[name] = number;
      itemChanged(item);
    },
  };
}

/** What these interfaces do; defined when the first object of one of them is used. */
export function defineAngles(): void {
  defineBehaviour('SVGPreserveAspectRatio', {
    ...fitMember('align', ALIGNS, 'The alignment provided is invalid.'),
    ...fitMember('meetOrSlice', FITS, 'The meetOrSlice provided is invalid.'),
  });
  defineBehaviour('SVGAngle', {
    unitType: (_args: Args, self: unknown) => constantOf(UNITS, angleIn(self).unit),
    value(_args: Args, self: unknown): number {
      const { number, unit } = angleIn(self);
      return asFloat(number * DEGREES[unit]!);
    },
    'set value'(value: unknown, self: unknown): void {
      const degrees = floatOf(value);
      const item = angleToWrite(self);
      become(item, degrees / DEGREES[item.unit]!, item.unit);
    },
    valueInSpecifiedUnits: (_args: Args, self: unknown) => asFloat(angleIn(self).number),
    'set valueInSpecifiedUnits'(value: unknown, self: unknown): void {
      const number = floatOf(value);
      const item = angleToWrite(self);
      become(item, number, item.unit);
    },
    valueAsString: (_args: Args, self: unknown) => textOf(angleIn(self)),
    'set valueAsString'(value: unknown, self: unknown): void {
      const text = `${value}`;
      const item = angleToWrite(self);
      const angle = angleOf(text);
      if (angle === null) throw domException('SyntaxError', `The value provided ('${text}') is invalid.`);
      become(item, angle.number, angle.unit);
    },
    newValueSpecifiedUnits(args: Args, self: unknown): void {
      const unit = unitOfType(UNITS, args[0], 'set value with');
      const number = floatOf(args[1]);
      become(angleToWrite(self), number, unit);
    },
    convertToSpecifiedUnits(args: Args, self: unknown): void {
      const unit = unitOfType(UNITS, args[0], 'convert to');
      const item = angleToWrite(self);
      become(item, (item.number * DEGREES[item.unit]!) / DEGREES[unit]!, unit);
    },
  });
}
