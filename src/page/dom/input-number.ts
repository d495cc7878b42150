/**
 * Inputs whose text stands for a number: number, range, and the dates and times; limits, steps and their values.
 *
 * HTML §4.10.5.1.7–§4.10.5.1.15, §4.10.5.3.7, §4.10.5.3.8 https://html.spec.whatwg.org/#the-step-attribute
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { attribute } from '../../html/node-tree.ts';
import {
  asciiLower,
  charCodeAt,
  floor,
  isAsciiSpace,
  isFiniteNumber,
  isNotANumber,
  round,
  stringSlice,
} from '../primordials.ts';
import {
  civilDate,
  DAY_MS,
  dayNumber,
  formatDate,
  formatLocalDateTime,
  formatMonth,
  formatTime,
  formatWeek,
  parseDate,
  parseLocalDateTime,
  parseMonth,
  parseTime,
  parseWeek,
} from './date-time.ts';

/** How a type of input counts. Weeks and dates count in milliseconds, months in months. */
interface NumberKind {
  readonly parse: (text: string) => number | null;
  readonly format: (number: number) => string;
  readonly defaultStep: number;
  /** What a step of 1 is. */
  readonly stepScale: number;
  readonly stepBase: number;
}

const days = (parse: (text: string) => number | null) => (text: string) => {
  const parsed = parse(text);
  return parsed === null ? null : parsed * DAY_MS;
};
/** A number that JavaScript writes as HTML does. */
const formatNumber = (number: number): string => `${number}`;

const KINDS: Readonly<Record<string, NumberKind>> = {
  __proto__: null as never,
  number: { parse: parseFloatingPoint, format: formatNumber, defaultStep: 1, stepScale: 1, stepBase: 0 },
  range: { parse: parseFloatingPoint, format: formatNumber, defaultStep: 1, stepScale: 1, stepBase: 0 },
  date: {
    parse: days(parseDate),
    format: (number) => formatDate(floor(number / DAY_MS)),
    defaultStep: 1,
    stepScale: DAY_MS,
    stepBase: 0,
  },
  week: {
    parse: days(parseWeek),
    format: (number) => formatWeek(floor(number / DAY_MS)),
    defaultStep: 1,
    stepScale: 7 * DAY_MS,
    // The Monday of the week that has 1970-01-01 in it.
    stepBase: -259_200_000,
  },
  month: { parse: parseMonth, format: formatMonth, defaultStep: 1, stepScale: 1, stepBase: 0 },
  time: {
    parse: parseTime,
    format: (number) => formatTime(((number % DAY_MS) + DAY_MS) % DAY_MS),
    defaultStep: 60,
    stepScale: 1000,
    stepBase: 0,
  },
  'datetime-local': {
    parse: parseLocalDateTime,
    format: formatLocalDateTime,
    defaultStep: 60,
    stepScale: 1000,
    stepBase: 0,
  },
};

export function numberKind(type: string): NumberKind | null {
  return KINDS[type] ?? null;
}

/** "valid floating-point number", as a number: no sign '+', no leading point is needed, nothing around it. */
export function parseFloatingPoint(text: string): number | null {
  let at = 0;
  const skipDigits = (): number => {
    const from = at;
    while (at < text.length && charCodeAt(text, at) >= 0x30 && charCodeAt(text, at) <= 0x39) at++;
    return at - from;
  };
  if (text[at] === '-') at++;
  const whole = skipDigits();
  if (text[at] === '.') {
    at++;
    if (skipDigits() === 0) return null;
  } else if (whole === 0) return null;
  if (text[at] === 'e' || text[at] === 'E') {
    at++;
    if (text[at] === '-' || text[at] === '+') at++;
    if (skipDigits() === 0) return null;
  }
  const number = Number(text);
  return at === text.length && isFiniteNumber(number) ? number : null;
}

/** "rules for parsing floating-point number values": white space before, and anything behind, is passed over. */
export function leadingNumber(text: string): number | null {
  let start = 0;
  while (start < text.length && isAsciiSpace(charCodeAt(text, start))) start++;
  if (text[start] === '+') start++;
  let best: number | null = null;
  let end = start;
  let seenPoint = false;
  let seenExponent = false;
  for (; end < text.length; end++) {
    const character = text[end]!;
    const isDigit = character >= '0' && character <= '9';
    const isSign = (character === '-' || character === '+') && (end === start || isExponentMark(text[end - 1]!));
    if (character === '.' && !seenPoint && !seenExponent) seenPoint = true;
    else if (isExponentMark(character) && !seenExponent && best !== null) seenExponent = true;
    else if (!isDigit && !isSign) break;
    if (isDigit) best = Number(stringSlice(text, start, end + 1));
  }
  return best !== null && isFiniteNumber(best) ? best : null;
}

function isExponentMark(character: string): boolean {
  return character === 'e' || character === 'E';
}

export function minimumOf(input: StoreNode, type: string): number | null {
  const min = attribute(input, 'min');
  const parsed = min === null ? null : KINDS[type]!.parse(min);
  return parsed ?? (type === 'range' ? 0 : null);
}

export function maximumOf(input: StoreNode, type: string): number | null {
  const max = attribute(input, 'max');
  const parsed = max === null ? null : KINDS[type]!.parse(max);
  return parsed ?? (type === 'range' ? 100 : null);
}

/** "allowed value step"; `null` for step="any". */
export function stepOf(input: StoreNode, type: string): number | null {
  const { defaultStep, stepScale } = KINDS[type]!;
  const text = attribute(input, 'step');
  if (text === null) return defaultStep * stepScale;
  if (asciiLower(text) === 'any') return null;
  const step = leadingNumber(text);
  return step === null || step <= 0 ? defaultStep * stepScale : step * stepScale;
}

/** "step base" */
export function stepBaseOf(input: StoreNode, type: string): number {
  const { parse, stepBase } = KINDS[type]!;
  const min = attribute(input, 'min');
  const fromMin = min === null ? null : parse(min);
  if (fromMin !== null) return fromMin;
  const value = attribute(input, 'value');
  return (value === null ? null : parse(value)) ?? stepBase;
}

/** Whether a number does not stand on a step, as far as the precision of the texts allows to tell. */
export function isOffStep(value: number, base: number, step: number): boolean {
  const steps = (value - base) / step;
  const off = steps - round(steps);
  return (off < 0 ? -off : off) > 1e-7;
}

/** A number between limits and on a step, written without the noise of binary fractions. */
export function onStep(value: number, base: number, step: number): number {
  const count = round((value - base) / step);
  return Number((base + count * step).toPrecision(15));
}

/** "range": the text of a slider, brought between its limits and onto a step. */
export function sanitizeRange(input: StoreNode, text: string): string {
  const min = minimumOf(input, 'range')!;
  const max = maximumOf(input, 'range')!;
  const given = parseFloatingPoint(text);
  let value = given ?? (max < min ? min : min + (max - min) / 2);
  if (value > max) value = max;
  if (value < min) value = min;
  const step = stepOf(input, 'range');
  const base = stepBaseOf(input, 'range');
  if (step === null || !isOffStep(value, base, step)) {
    return given === value ? text : formatNumber(value);
  }
  let stepped = onStep(value, base, step);
  if (stepped > max) stepped = onStep(stepped - step, base, step);
  if (stepped < min) stepped = onStep(stepped + step, base, step);
  return formatNumber(stepped);
}

/** valueAsNumber of a date or time is milliseconds; of a month it is months. */
export function numberOf(type: string, text: string): number {
  return KINDS[type]?.parse(text) ?? Number.NaN;
}

export function textOfNumber(type: string, number: number): string {
  return isNotANumber(number) ? '' : KINDS[type]!.format(number);
}

/** The time that a valueAsDate has; `null` when the text is no date. */
export function dateMilliseconds(type: string, text: string): number | null {
  const number = KINDS[type]!.parse(text);
  if (number === null || type !== 'month') return number;
  const { year, month } = civilDateOfMonth(number);
  return dayNumber(year, month, 1) * DAY_MS;
}

function civilDateOfMonth(months: number): { readonly year: number; readonly month: number } {
  const year = 1970 + floor(months / 12);
  return { year, month: months - (year - 1970) * 12 + 1 };
}

export function textOfDate(type: string, milliseconds: number): string {
  if (isNotANumber(milliseconds)) return '';
  if (type !== 'month') return KINDS[type]!.format(milliseconds);
  const { year, month } = civilDate(floor(milliseconds / DAY_MS));
  return formatMonth((year - 1970) * 12 + month - 1);
}
