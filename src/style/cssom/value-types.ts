/**
 * The data types that grammars are made of: numbers, lengths, colours, strings, and functions of any content.
 *
 * In:  a type's name and a reader. Out: a value with its spelling in a declaration; `undefined` when there is none.
 *
 * CSS Values 4 §4 to §10 https://drafts.csswg.org/css-values-4/
 */
import { hasType, takeCalculation } from '../calc.ts';
import { evaluateExpression } from '../calc-evaluate.ts';
import { asciiLower } from '../code-points.ts';
import { resolveColor, type SpecifiedColor, takeColor } from '../color.ts';
import { toOklab } from '../color-space.ts';
import { NAMED_COLORS, type Rgba } from '../named-colors.ts';
import { takeArea, takeFallback } from '../position-area-value.ts';
import { takeInteger, takeLength, takeNumber, takePercentage } from '../specified-value.ts';
import { unitMeaning } from '../unit.ts';
import type { ValueReader } from '../value-reader.ts';
import {
  type ColorContext,
  colorText,
  identifierText,
  numberText,
  quoted,
  type WrittenValue,
} from './written-value.ts';

const WIDE_WORDS: ReadonlySet<string> = new Set(['initial', 'inherit', 'unset', 'revert', 'revert-layer', 'default']);
/** Colours that keep their own space: these are not brought into sRGB. */
const OWN_SPACE: ReadonlySet<string> = new Set(['lab', 'lch', 'oklab', 'oklch', 'color']);

export function takeType(name: string, nonNegative: boolean, reader: ValueReader): WrittenValue | undefined {
  switch (name) {
    case 'length':
      return takeLengthOf(reader, nonNegative, false);
    case 'length-percentage':
      return takeLengthOf(reader, nonNegative, true);
    case 'percentage':
      return takePercent(reader, nonNegative);
    case 'number':
      return takePlainNumber(reader, nonNegative);
    case 'integer':
      return takeWhole(reader, nonNegative);
    case 'alpha':
      return takeAlpha(reader);
    case 'time':
      return takeDimension(reader, 'time', 's', nonNegative);
    case 'angle':
      return takeDimension(reader, 'angle', 'deg', nonNegative);
    case 'resolution':
      return takeDimension(reader, 'resolution', 'dppx', nonNegative);
    case 'flex':
      return takeDimension(reader, 'flex', 'fr', true);
    case 'color':
      return takeColorValue(reader);
    case 'string': {
      const text = reader.takeString();
      return text === null ? undefined : quoted(text);
    }
    case 'url': {
      const url = reader.takeUrl();
      return url === null ? undefined : { kind: 'url', url };
    }
    case 'ident':
      return takeIdent(reader, false);
    case 'family':
      return takeFamily(reader);
    case 'names':
      return takeNames(reader);
    case 'position':
      return takePosition(reader, false);
    case 'bg-position':
      return takePosition(reader, true);
    case 'position-area':
      return takeArea(reader);
    case 'position-fallback':
      return takeFallback(reader);
    case 'dashed':
      return takeIdent(reader, true);
    case 'function':
      return reader.peekFunction() === null ? undefined : takeAny(reader, 0);
    default: {
      // 'fn a b': a call of one of these functions.
      const call = reader.peekFunction();
      if (!name.startsWith('fn ') || call === null || !name.split(' ').includes(call)) return undefined;
      return takeAny(reader, 0);
    }
  }
}

/** The token as it is written again, when it is one; a calculation keeps its text. */
function spelling(reader: ValueReader, start: number): string {
  return reader.textBetween(start, reader.position).replace(/\s+/g, ' ').replace(/ ?, ?/g, ', ').toLowerCase();
}

function takeLengthOf(reader: ValueReader, nonNegative: boolean, percent: boolean): WrittenValue | undefined {
  const token = reader.peek();
  const start = reader.position;
  const value = takeLength(reader, { percent, nonNegative });
  if (value === undefined || token === null) return undefined;
  switch (token.type) {
    case 'dimension':
      return { kind: 'length', value, text: `${numberText(token.num)}${asciiLower(token.unit)}` };
    case 'number':
      return { kind: 'length', value, text: `${numberText(token.num)}px` };
    case 'percentage':
      return { kind: 'length', value, text: `${numberText(token.num)}%` };
    default:
      return { kind: 'length', value, text: spelling(reader, start) };
  }
}

function takePercent(reader: ValueReader, nonNegative: boolean): WrittenValue | undefined {
  const value = takePercentage(reader, nonNegative ? { least: 0 } : {});
  return value === undefined ? undefined : { kind: 'number', value, unit: '%', text: `${numberText(value)}%` };
}

function takePlainNumber(reader: ValueReader, nonNegative: boolean): WrittenValue | undefined {
  const start = reader.position;
  const value = takeNumber(reader, nonNegative ? { least: 0 } : {});
  if (value === undefined) return undefined;
  return {
    kind: 'number',
    value,
    unit: '',
    text: typeof value === 'number' ? numberText(value) : spelling(reader, start),
  };
}

function takeWhole(reader: ValueReader, nonNegative: boolean): WrittenValue | undefined {
  const start = reader.position;
  const value = takeInteger(reader, nonNegative ? 0 : undefined);
  if (value === undefined) return undefined;
  return { kind: 'number', value, unit: '', text: typeof value === 'number' ? `${value}` : spelling(reader, start) };
}

/** An opacity: a number or a percentage, from 0 to 1 when it is computed. */
function takeAlpha(reader: ValueReader): WrittenValue | undefined {
  const percent = takePercentage(reader);
  const number = percent === undefined ? takeNumber(reader) : percent / 100;
  if (number === undefined) return undefined;
  const value = typeof number === 'number' ? Math.min(1, Math.max(0, number)) : number;
  return { kind: 'number', value, unit: '', text: typeof number === 'number' ? numberText(number) : '' };
}

function takeDimension(
  reader: ValueReader,
  kind: 'time' | 'angle' | 'resolution' | 'flex',
  unit: 's' | 'deg' | 'dppx' | 'fr',
  nonNegative: boolean,
): WrittenValue | undefined {
  const token = reader.peek();
  if (token === null) return undefined;
  const start = reader.position;
  if (token.type === 'dimension') {
    const meaning = unitMeaning(token.unit);
    if (meaning === null || meaning.kind !== kind || (nonNegative && token.num < 0)) return undefined;
    reader.skip();
    return {
      kind: 'number',
      value: token.num * meaning.factor!,
      unit,
      text: `${numberText(token.num)}${meaning.name}`,
    };
  }
  if (token.type !== 'function') return undefined;
  const expression = takeCalculation(reader, { percentIsLength: false });
  if (expression === null || !hasType(expression, kind) || !expression.constant) {
    reader.rewind(start);
    return undefined;
  }
  const value = evaluateExpression(expression, null);
  return {
    kind: 'number',
    value: nonNegative ? Math.max(0, value) : value,
    unit,
    text: `calc(${numberText(value)}${unit})`,
  };
}

function takeIdent(reader: ValueReader, dashed: boolean): WrittenValue | undefined {
  const token = reader.peek();
  if (token === null || token.type !== 'ident' || WIDE_WORDS.has(asciiLower(token.value))) return undefined;
  if (dashed && !token.value.startsWith('--')) return undefined;
  reader.skip();
  return identifierText(token.value);
}

/** A family: a string, or words. Names of several words are written as strings. */
function takeFamily(reader: ValueReader): WrittenValue | undefined {
  const text = reader.takeString();
  if (text !== null) return familyText(text);
  const words: string[] = [];
  while (!reader.done && reader.peek()!.type === 'ident') words.push(reader.takeIdentifier()!);
  if (words.length === 0 || (words.length === 1 && WIDE_WORDS.has(asciiLower(words[0]!)))) return undefined;
  return familyText(words.join(' '));
}

export function familyText(name: string): string {
  return /^-?[a-z_][\w-]*$/i.test(name) ? name : quoted(name);
}

const ACROSS: ReadonlySet<string> = new Set(['left', 'right']);
const DOWN: ReadonlySet<string> = new Set(['top', 'bottom']);

/** CSS Values 5 §<position>: one to four parts; written as one for x and one for y. */
function takePosition(reader: ValueReader, takesThree: boolean): WrittenValue | undefined {
  const start = reader.position;
  const parts: WrittenValue[] = [];
  while (parts.length < 4 && !reader.done) {
    const word = reader.peekWord();
    const isSide = word !== null && (word === 'center' || ACROSS.has(word) || DOWN.has(word));
    if (isSide) reader.skip();
    const part = isSide ? word : takeLengthOf(reader, false, true);
    if (part === undefined) break;
    parts.push(part);
  }
  const axes = parts.length === 3 && !takesThree ? null : positionAxes(parts);
  if (axes === null) {
    reader.rewind(start);
    return undefined;
  }
  const [x, y] = axes;
  const items: WrittenValue[] = [
    { kind: 'made', name: 'position-x', value: x },
    { kind: 'made', name: 'position-y', value: y },
  ];
  return { kind: 'list', items, separator: ' ' };
}

function positionAxes(parts: readonly WrittenValue[]): readonly [WrittenValue, WrittenValue] | null {
  const [first, second] = parts;
  if (first === undefined) return null;
  if (second === undefined) return isWordOf(first, DOWN) ? ['center', first] : [first, 'center'];
  if (parts.length === 2) {
    if (isWordOf(first, DOWN) || isWordOf(second, ACROSS)) {
      return isWordOf(first, ACROSS) ||
        isWordOf(second, DOWN) ||
        typeof first !== 'string' ||
        typeof second !== 'string'
        ? null
        : [second, first];
    }
    return [first, second];
  }
  // Sides with what they are away from them; 'center' has nothing.
  const groups: WrittenValue[][] = [];
  for (const part of parts) {
    if (typeof part === 'string') groups.push([part]);
    else if (groups.length === 0 || groups.at(-1)!.length > 1 || groups.at(-1)![0] === 'center') return null;
    else groups.at(-1)!.push(part);
  }
  if (groups.length !== 2) return null;
  if (isWordOf(groups[0]![0]!, DOWN) || isWordOf(groups[1]![0]!, ACROSS)) groups.reverse();
  const [across, down] = groups as [WrittenValue[], WrittenValue[]];
  if (isWordOf(across[0]!, DOWN) || isWordOf(down[0]!, ACROSS)) return null;
  return [
    { kind: 'list', items: across, separator: ' ' },
    { kind: 'list', items: down, separator: ' ' },
  ];
}

function isWordOf(part: WrittenValue, words: ReadonlySet<string>): boolean {
  return typeof part === 'string' && words.has(part);
}

/** '[a b]': names of grid lines. */
function takeNames(reader: ValueReader): WrittenValue | undefined {
  const start = reader.position;
  const inside = reader.takeBrackets();
  if (inside === null) return undefined;
  const names: string[] = [];
  for (let name = inside.takeIdentifier(); name !== null; name = inside.takeIdentifier())
    names.push(identifierText(name));
  if (inside.done) return `[${names.join(' ')}]`;
  reader.rewind(start);
  return undefined;
}

function takeColorValue(reader: ValueReader): WrittenValue | undefined {
  const token = reader.peek();
  const start = reader.position;
  const name = reader.peekFunction();
  const color = takeColor(reader);
  if (color === undefined || token === null) return undefined;
  if (name !== null && OWN_SPACE.has(name)) {
    const text = ownSpaceText(name, spelling(reader, start));
    if (text !== null) return { kind: 'color', resolve: () => text, text };
  }
  if (name === 'color-mix') {
    const text = spelling(reader, start);
    return { kind: 'color', resolve: (context) => mixText(text, color, context), text };
  }
  const isName = token.type === 'ident' && (NAMED_COLORS.has(asciiLower(token.value)) || !isRgba(color));
  let text: string;
  if (isName) text = asciiLower(token.value);
  else text = isRgba(color) ? colorText(color) : spelling(reader, start);
  return { kind: 'color', resolve: ({ currentColor, scheme }) => resolveColor(color, currentColor, scheme), text };
}

function isRgba(color: ReturnType<typeof takeColor>): color is Rgba {
  return Array.isArray(color);
}

/** CSS Color 5 §2: a mix is of the space that it was mixed in. */
function mixText(text: string, color: SpecifiedColor, { currentColor, scheme }: ColorContext): Rgba | string {
  const mixed = resolveColor(color, currentColor, scheme);
  const [red, green, blue, alpha] = mixed;
  const end = alpha < 1 ? ` / ${numberText(alpha)}` : '';
  if (/^color-mix\(in srgb,/.test(text)) {
    return `color(srgb ${[red, green, blue].map((channel) => numberText(channel / 255)).join(' ')}${end})`;
  }
  if (!/^color-mix\(in oklab,/.test(text)) return mixed;
  return `oklab(${toOklab([red, green, blue]).map(numberText).join(' ')}${end})`;
}

/** 'oklch(50% .1 90deg / 50%)' → 'oklch(0.5 0.1 90 / 0.5)'; `null` for what is not plain numbers. */
function ownSpaceText(name: string, text: string): string | null {
  const inside = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')).trim();
  const words = inside.replace('/', ' / ').split(/\s+/);
  const first = name === 'color' ? 1 : 0;
  if (words.length !== 3 + first && words.length !== 5 + first) return null;
  const whole = WHOLES.get(name) ?? [1, 1, 1];
  const result: string[] = words.slice(0, first);
  for (let at = first; at < words.length; at++) {
    const word = words[at]!;
    const found = /^(none|\/)$|^([+-]?[\d.]+(?:e[+-]?\d+)?)(%|deg)?$/.exec(word);
    if (found === null) return null;
    if (found[1] !== undefined) {
      result.push(word);
      continue;
    }
    const index = at - first;
    const value = found[3] === '%' ? (Number(found[2]) * (whole[index] ?? 1)) / 100 : Number(found[2]);
    result.push(numberText(index > 2 ? Math.min(1, Math.max(0, value)) : value));
  }
  if (result.at(-2) === '/' && result.at(-1) === '1') result.length -= 2;
  return `${name}(${result.join(' ')})`;
}

const WHOLES: ReadonlyMap<string, readonly number[]> = new Map([
  ['lab', [100, 125, 125]],
  ['lch', [100, 150, 0]],
  ['oklab', [1, 0.4, 0.4]],
  ['oklch', [1, 0.4, 0]],
]);

/** Functions within functions. */
const MAX_DEPTH = 40;

/** One part of a function whose content is not looked at closely: gradients, filters, shapes. */
function takeAny(reader: ValueReader, depth: number): WrittenValue | undefined {
  const name = reader.peekFunction();
  const value =
    takeColorValue(reader) ??
    takeLengthUnlessZero(reader) ??
    takePlainNumber(reader, false) ??
    takeDimension(reader, 'angle', 'deg', false) ??
    takeDimension(reader, 'time', 's', false) ??
    takeDimension(reader, 'resolution', 'dppx', false) ??
    takeType('url', false, reader);
  if (value !== undefined) return value;
  if (name !== null) {
    if (depth > MAX_DEPTH) return undefined;
    const start = reader.position;
    const inside = takeParts(reader.takeInside(), depth + 1);
    if (inside !== undefined) return { kind: 'function', name, inside };
    reader.rewind(start);
    return undefined;
  }
  const text = reader.takeString();
  if (text !== null) return quoted(text);
  if (reader.takeDelimiter('/')) return '/';
  const word = reader.takeIdentifier();
  return word === null ? undefined : identifierText(word.startsWith('--') ? word : asciiLower(word));
}

/** A bare zero is a number here: nothing says that a length is meant. */
function takeLengthUnlessZero(reader: ValueReader): WrittenValue | undefined {
  return reader.peek()?.type === 'number' ? undefined : takeLengthOf(reader, false, true);
}

function takeParts(reader: ValueReader, depth: number): WrittenValue | undefined {
  const groups: WrittenValue[][] = [[]];
  while (!reader.done) {
    if (reader.takeComma()) {
      groups.push([]);
      continue;
    }
    const value = takeAny(reader, depth);
    if (value === undefined) return undefined;
    groups.at(-1)!.push(value);
  }
  const items = groups.map((group): WrittenValue => ({ kind: 'list', items: group, separator: ' ' }));
  return { kind: 'list', items, separator: ', ' };
}
