/**
 * Numbers, lengths, percentages and angles as specified values: read from text, then computed for an element.
 *
 * In:  a value reader; later a unit context.
 * Out: a specified value (`undefined` when there is none, with nothing taken); later a computed one.
 *
 * CSS Values 4 §5 to §8 https://drafts.csswg.org/css-values-4/
 */
import { type CalcExpression, hasType, takeCalculation } from './calc.ts';
import { evaluateExpression, evaluateLength, LARGEST_LENGTH } from './calc-evaluate.ts';
import { type LengthPercentage, type Percentage, percent } from './length.ts';
import { relativeUnitPixels, type UnitContext, unitMeaning } from './unit.ts';
import type { ValueReader } from './value-reader.ts';

export interface RelativeLength {
  readonly kind: 'relative';
  readonly value: number;
  readonly unit: string;
}

/** A calculation that needs units or percentages. `least` and `most` are the range of the property. */
export interface SpecifiedMath {
  readonly kind: 'math';
  readonly expression: CalcExpression;
  readonly least: number;
  readonly most: number;
  readonly integer: boolean;
}

/** A number here is in unzoomed CSS pixels. */
export type SpecifiedLength = number | RelativeLength | Percentage | SpecifiedMath;

export type SpecifiedNumber = number | SpecifiedMath;

export interface LengthOptions {
  /** Whether percentages are allowed. */
  readonly percent?: boolean;
  readonly nonNegative?: boolean;
  /** Whether anchor() or anchor-size() are. */
  readonly anchors?: 'all' | 'size';
}

export const LENGTH: LengthOptions = {};
export const NON_NEGATIVE_LENGTH: LengthOptions = { nonNegative: true };
export const LENGTH_PERCENT: LengthOptions = { percent: true };
export const NON_NEGATIVE_LENGTH_PERCENT: LengthOptions = { percent: true, nonNegative: true };

export const INSET_LENGTH: LengthOptions = { percent: true, anchors: 'all' };
export const MARGIN_LENGTH: LengthOptions = { percent: true, anchors: 'size' };
export const SIZE_LENGTH: LengthOptions = { percent: true, nonNegative: true, anchors: 'size' };

const PERCENT_IS_LENGTH = { percentIsLength: true } as const;
const PERCENT_IS_ITSELF = { percentIsLength: false } as const;

/** A length, and where allowed a percentage, or a calculation that gives one. */
export function takeLength(reader: ValueReader, options: LengthOptions): SpecifiedLength | undefined {
  const token = reader.peek();
  if (token === null) return undefined;
  switch (token.type) {
    case 'dimension': {
      if (options.nonNegative && token.num < 0) return undefined;
      const meaning = unitMeaning(token.unit);
      if (meaning === null || meaning.kind !== 'length') return undefined;
      reader.skip();
      return meaning.factor === null
        ? { kind: 'relative', value: token.num, unit: meaning.name }
        : boundedLength(token.num * meaning.factor);
    }
    case 'number':
      if (token.num !== 0 && !reader.quirks) return undefined;
      if (options.nonNegative && token.num < 0) return undefined;
      reader.skip();
      return token.num;
    case 'percentage':
      if (!options.percent || (options.nonNegative && token.num < 0)) return undefined;
      reader.skip();
      return percent(token.num);
    case 'function':
      return takeLengthCalculation(reader, options);
    default:
      return undefined;
  }
}

/** Lengths saturate where Chrome's layout unit does. */
function boundedLength(pixels: number): number {
  return Math.min(LARGEST_LENGTH, Math.max(-LARGEST_LENGTH, pixels));
}

function takeLengthCalculation(reader: ValueReader, options: LengthOptions): SpecifiedLength | undefined {
  const start = reader.position;
  const { anchors } = options;
  const lengths = anchors === undefined ? PERCENT_IS_LENGTH : { ...PERCENT_IS_LENGTH, anchors };
  const expression = takeCalculation(reader, options.percent ? lengths : PERCENT_IS_ITSELF);
  if (expression === null) return undefined;
  if (!hasType(expression, 'length')) {
    reader.rewind(start);
    return undefined;
  }
  const least = options.nonNegative ? 0 : Number.NEGATIVE_INFINITY;
  if (expression.constant) return Math.max(least, boundedLength(evaluateExpression(expression, null)));
  return { kind: 'math', expression, least, most: Number.POSITIVE_INFINITY, integer: false };
}

export interface NumberOptions {
  readonly least?: number;
  readonly most?: number;
  readonly integer?: boolean;
}

const ANY_NUMBER: NumberOptions = {};

/** A number: out of range as a literal is invalid, as the result of a calculation it is clamped. */
export function takeNumber(reader: ValueReader, options: NumberOptions = ANY_NUMBER): SpecifiedNumber | undefined {
  const token = reader.peek();
  if (token === null) return undefined;
  const least = options.least ?? Number.NEGATIVE_INFINITY;
  const most = options.most ?? Number.POSITIVE_INFINITY;
  const integer = options.integer ?? false;
  if (token.type === 'number') {
    if (token.num < least || token.num > most || (integer && !token.integer)) return undefined;
    reader.skip();
    return integer ? boundedInteger(token.num) : token.num;
  }
  const start = reader.position;
  const expression = takeCalculation(reader, PERCENT_IS_ITSELF);
  if (expression === null) return undefined;
  if (!hasType(expression, 'number')) {
    reader.rewind(start);
    return undefined;
  }
  const math: SpecifiedMath = { kind: 'math', expression, least, most, integer };
  return expression.constant ? computeMathNumber(math, null) : math;
}

/** Integers have 32 bits. */
function boundedInteger(value: number): number {
  return Math.min(2_147_483_647, Math.max(-2_147_483_648, value));
}

/** An integer; calculations are rounded. */
export function takeInteger(reader: ValueReader, least?: number): SpecifiedNumber | undefined {
  return takeNumber(reader, least === undefined ? { integer: true } : { least, integer: true });
}

/** A percentage as its number: 50% is 50. */
export function takePercentage(reader: ValueReader, options: NumberOptions = ANY_NUMBER): number | undefined {
  const token = reader.peek();
  if (token === null) return undefined;
  const least = options.least ?? Number.NEGATIVE_INFINITY;
  const most = options.most ?? Number.POSITIVE_INFINITY;
  if (token.type === 'percentage') {
    if (token.num < least || token.num > most) return undefined;
    reader.skip();
    return token.num;
  }
  return takeConstant(reader, 'percent', least, most);
}

/** An angle in degrees. A bare zero is allowed where old syntax needs it. */
export function takeAngle(reader: ValueReader, allowZero: boolean): number | undefined {
  const token = reader.peek();
  if (token === null) return undefined;
  if (token.type === 'dimension') {
    const meaning = unitMeaning(token.unit);
    if (meaning === null || meaning.kind !== 'angle') return undefined;
    reader.skip();
    return token.num * meaning.factor!;
  }
  if (token.type === 'number' && token.num === 0 && allowZero) {
    reader.skip();
    return 0;
  }
  return takeConstant(reader, 'angle', Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
}

function takeConstant(
  reader: ValueReader,
  kind: 'percent' | 'angle' | 'flex',
  least: number,
  most: number,
): number | undefined {
  const start = reader.position;
  const expression = takeCalculation(reader, PERCENT_IS_ITSELF);
  if (expression === null) return undefined;
  if (!hasType(expression, kind) || (!expression.constant && !expression.hasPercent)) {
    reader.rewind(start);
    return undefined;
  }
  return Math.min(most, Math.max(least, evaluateExpression(expression, null)));
}

/** A flexible length of a grid track. */
export function takeFlex(reader: ValueReader): number | undefined {
  const token = reader.peek();
  if (token !== null && token.type === 'dimension' && token.unit.toLowerCase() === 'fr' && token.num >= 0) {
    reader.skip();
    return token.num;
  }
  return takeConstant(reader, 'flex', 0, Number.POSITIVE_INFINITY);
}

/** A number, or a percentage as that part of one: 50% is 0.5. */
export function takeNumberOrPercentage(
  reader: ValueReader,
  options: NumberOptions = ANY_NUMBER,
): SpecifiedNumber | undefined {
  const share = takePercentage(reader, options);
  return share === undefined ? takeNumber(reader, options) : share / 100;
}

export function computeLength(value: SpecifiedLength, context: UnitContext): LengthPercentage {
  if (typeof value === 'number') return value * context.zoom;
  switch (value.kind) {
    case 'relative':
      return value.value * relativeUnitPixels(value.unit, context);
    case 'percent':
      return value;
    case 'math':
      return evaluateLength(value.expression, context, value.least === 0);
  }
}

/** A length whose syntax excludes percentages. */
export function computePixels(value: SpecifiedLength, context: UnitContext): number {
  const computed = computeLength(value, context);
  return typeof computed === 'number' ? computed : 0;
}

export function computeNumber(value: SpecifiedNumber, context: UnitContext): number {
  return typeof value === 'number' ? value : computeMathNumber(value, context);
}

function computeMathNumber(math: SpecifiedMath, context: UnitContext | null): number {
  const value = evaluateExpression(math.expression, context);
  return Math.min(math.most, Math.max(math.least, math.integer ? boundedInteger(Math.round(value)) : value));
}
