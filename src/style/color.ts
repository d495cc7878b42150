/**
 * Colour values.
 *
 * In:  a value reader; later the current colour and the colour scheme.
 * Out: a specified colour; later red, green, blue and alpha.
 *
 * CSS Color 4 and 5 https://drafts.csswg.org/css-color-5/. Colours only tell an agent what can be seen, so that all are
 * brought into sRGB, clipped.
 */
import { hasType, takeCalculation } from './calc.ts';
import { evaluateExpression } from './calc-evaluate.ts';
import {
  type Channels,
  fromHsl,
  fromHwb,
  fromLab,
  fromOklab,
  fromPolar,
  fromPredefined,
  toHsl,
  toOklab,
} from './color-space.ts';
import { hexColor, NAMED_COLORS, type Rgba, SYSTEM_COLORS, type SystemColor } from './named-colors.ts';
import { takePercentage } from './specified-value.ts';
import { unitMeaning } from './unit.ts';
import type { ValueReader } from './value-reader.ts';

export type SpecifiedColor =
  | Rgba
  | 'currentcolor'
  | SystemColor
  | { readonly kind: 'light-dark'; readonly light: SpecifiedColor; readonly dark: SpecifiedColor }
  | {
      readonly kind: 'mix';
      readonly linear: boolean;
      readonly first: SpecifiedColor;
      readonly second: SpecifiedColor;
      /** Of the second colour, from 0 to 1. */
      readonly share: number;
      readonly alpha: number;
    };

/** What a number of 100% is in each channel, and which channels are angles ('hue'). */
interface ColorFunction {
  readonly channels: readonly ['hue' | number, number, 'hue' | number];
  readonly names: readonly [string, string, string];
  readonly toRgb: (channels: Channels) => Channels;
  readonly fromRgb: (rgb: Channels) => Channels;
}

const asIs = (channels: Channels): Channels => channels;
const toPolar = ([lightness, a, b]: Channels): Channels => [
  lightness,
  Math.hypot(a, b),
  ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
];
/** Lab and LCH of an existing colour, by way of Oklab's lightness: near enough to tell colours apart. */
const toLab = (rgb: Channels): Channels => {
  const [lightness, a, b] = toOklab(rgb);
  return [lightness * 100, a * 312, b * 312];
};

const RGB: ColorFunction = { channels: [255, 255, 255], names: ['r', 'g', 'b'], toRgb: asIs, fromRgb: asIs };
const HSL: ColorFunction = { channels: ['hue', 100, 100], names: ['h', 's', 'l'], toRgb: fromHsl, fromRgb: toHsl };
const FUNCTIONS: ReadonlyMap<string, ColorFunction> = new Map<string, ColorFunction>([
  ['rgb', RGB],
  ['rgba', RGB],
  ['hsl', HSL],
  ['hsla', HSL],
  [
    'hwb',
    {
      channels: ['hue', 100, 100],
      names: ['h', 'w', 'b'],
      toRgb: fromHwb,
      fromRgb: (rgb) => [toHsl(rgb)[0], Math.min(...rgb) / 2.55, 100 - Math.max(...rgb) / 2.55],
    },
  ],
  ['lab', { channels: [100, 125, 125], names: ['l', 'a', 'b'], toRgb: fromLab, fromRgb: toLab }],
  [
    'lch',
    {
      channels: [100, 150, 'hue'],
      names: ['l', 'c', 'h'],
      toRgb: (lch) => fromLab(fromPolar(lch)),
      fromRgb: (rgb) => toPolar(toLab(rgb)),
    },
  ],
  ['oklab', { channels: [1, 0.4, 0.4], names: ['l', 'a', 'b'], toRgb: fromOklab, fromRgb: toOklab }],
  [
    'oklch',
    {
      channels: [1, 0.4, 'hue'],
      names: ['l', 'c', 'h'],
      toRgb: (lch) => fromOklab(fromPolar(lch)),
      fromRgb: (rgb) => toPolar(toOklab(rgb)),
    },
  ],
]);

/** Takes a colour. In quirks mode hexadecimal digits may stand without '#'. */
export function takeColor(reader: ValueReader): SpecifiedColor | undefined {
  const token = reader.peek();
  if (token === null) return undefined;
  if (token.type === 'hash') {
    const color = hexColor(token.value);
    if (color === null) return undefined;
    reader.skip();
    return color;
  }
  if (token.type === 'ident') {
    const word = reader.peekWord()!;
    const color = word === 'currentcolor' ? word : (NAMED_COLORS.get(word) ?? SYSTEM_COLORS.get(word));
    if (color !== undefined) reader.skip();
    return color ?? (reader.quirks ? takeBareHex(reader) : undefined);
  }
  if (token.type === 'function') return takeColorFunction(reader);
  return reader.quirks ? takeBareHex(reader) : undefined;
}

/** Quirks §3.4: 'ff0000' and '112233' are colours. */
function takeBareHex(reader: ValueReader): Rgba | undefined {
  const start = reader.position;
  reader.skip();
  const text = reader.textBetween(start, reader.position);
  const digits = /^\d+$/.test(text) ? text.padStart(6, '0') : text;
  const color = digits.length === 3 || digits.length === 6 ? hexColor(digits) : null;
  if (color !== null) return color;
  reader.rewind(start);
  return undefined;
}

function takeColorFunction(reader: ValueReader): SpecifiedColor | undefined {
  const name = reader.peekFunction()!;
  const start = reader.position;
  const color = readColorFunction(name, reader);
  if (color === undefined) reader.rewind(start);
  return color;
}

function readColorFunction(name: string, reader: ValueReader): SpecifiedColor | undefined {
  const known = FUNCTIONS.get(name);
  if (known !== undefined) return readChannels(reader.takeInside(), known);
  switch (name) {
    case 'color':
      return readPredefined(reader.takeInside());
    case 'color-mix':
      return readMix(reader.takeInside());
    case 'light-dark': {
      const inside = reader.takeInside();
      const light = takeColor(inside);
      const dark = inside.takeComma() ? takeColor(inside) : undefined;
      return light === undefined || dark === undefined || !inside.done
        ? undefined
        : { kind: 'light-dark', light, dark };
    }
    case 'contrast-color': {
      const inside = reader.takeInside();
      const color = takeColor(inside);
      if (color === undefined || !inside.done) return undefined;
      return isRgba(color) && toOklab([color[0], color[1], color[2]])[0] < 0.6 ? [255, 255, 255, 1] : [0, 0, 0, 1];
    }
    default:
      return undefined;
  }
}

function isRgba(color: SpecifiedColor): color is Rgba {
  return Array.isArray(color);
}

/** Three channels and alpha, separated by commas or by space, or relative to another colour. */
function readChannels(inside: ValueReader, color: ColorFunction): Rgba | undefined {
  let variables: ReadonlyMap<string, number> | undefined;
  if (inside.takeWord('from')) {
    const origin = takeColor(inside);
    if (origin === undefined) return undefined;
    variables = channelVariables(isRgba(origin) ? origin : [0, 0, 0, 1], color);
  }
  const values: number[] = [];
  let commas = false;
  for (let i = 0; i < 3; i++) {
    const value = takeChannel(inside, color.channels[i]!, variables);
    if (value === undefined) return undefined;
    values.push(value);
    if (i === 2) break;
    const comma = inside.takeComma();
    if (i === 0) commas = comma;
    else if (comma !== commas) return undefined;
  }
  const alpha = takeAlpha(inside, commas, variables);
  if (alpha === undefined || !inside.done) return undefined;
  const [r, g, b] = color.toRgb([values[0]!, values[1]!, values[2]!]);
  return [bounded(r), bounded(g), bounded(b), alpha];
}

function bounded(channel: number): number {
  return Math.min(255, Math.max(0, channel));
}

function channelVariables([r, g, b, alpha]: Rgba, color: ColorFunction): ReadonlyMap<string, number> {
  const channels = color.fromRgb([r, g, b]);
  return new Map([
    ...color.names.map((name, i): [string, number] => [name, channels[i]!]),
    ['alpha', alpha] as [string, number],
  ]);
}

function takeChannel(
  reader: ValueReader,
  whole: 'hue' | number,
  variables: ReadonlyMap<string, number> | undefined,
): number | undefined {
  const token = reader.peek();
  if (token === null) return undefined;
  switch (token.type) {
    case 'number':
      reader.skip();
      return token.num;
    case 'percentage':
      if (whole === 'hue') return undefined;
      reader.skip();
      return (token.num * whole) / 100;
    case 'dimension': {
      const meaning = unitMeaning(token.unit);
      if (whole !== 'hue' || meaning === null || meaning.kind !== 'angle') return undefined;
      reader.skip();
      return token.num * meaning.factor!;
    }
    case 'ident': {
      const word = reader.peekWord()!;
      reader.skip();
      return word === 'none' ? 0 : variables?.get(word);
    }
    default:
      return takeChannelCalculation(reader, whole, variables);
  }
}

function takeChannelCalculation(
  reader: ValueReader,
  whole: 'hue' | number,
  variables: ReadonlyMap<string, number> | undefined,
): number | undefined {
  const expression = takeCalculation(reader, { percentIsLength: false, ...(variables ? { variables } : {}) });
  if (expression === null) return undefined;
  const value = evaluateExpression(expression, null);
  if (hasType(expression, 'percent')) return whole === 'hue' ? undefined : (value * whole) / 100;
  return hasType(expression, 'number') || (whole === 'hue' && hasType(expression, 'angle')) ? value : undefined;
}

function takeAlpha(
  reader: ValueReader,
  commas: boolean,
  variables: ReadonlyMap<string, number> | undefined,
): number | undefined {
  const separated = commas ? reader.takeComma() : reader.takeDelimiter('/');
  if (!separated) return variables?.get('alpha') ?? 1;
  const alpha = takeChannel(reader, 1, variables);
  return alpha === undefined ? undefined : Math.min(1, Math.max(0, alpha));
}

function readPredefined(inside: ValueReader): Rgba | undefined {
  if (inside.takeWord('from')) {
    // Missing: colours relative to another in a predefined space keep the other's place only by name.
    if (takeColor(inside) === undefined) return undefined;
  }
  const space = inside.takeIdentifier()?.toLowerCase();
  if (space === undefined) return undefined;
  const values = [0, 1, 2].map(() => takeChannel(inside, 1, undefined));
  const alpha = takeAlpha(inside, false, undefined);
  if (alpha === undefined || values.includes(undefined) || !inside.done) return undefined;
  const rgb = fromPredefined(space, values as unknown as Channels);
  return rgb === null ? undefined : [rgb[0], rgb[1], rgb[2], alpha];
}

/** color-mix(): Differs: every space but sRGB is mixed in Oklab. */
function readMix(inside: ValueReader): SpecifiedColor | undefined {
  let linear = false;
  if (inside.takeWord('in')) {
    linear = inside.takeIdentifier()?.toLowerCase() === 'srgb';
    while (!inside.done && !inside.takeComma()) inside.skip();
  }
  const first = takeMixPart(inside);
  if (first === undefined || !inside.takeComma()) return undefined;
  const second = takeMixPart(inside);
  if (second === undefined || !inside.done) return undefined;
  const a = first.share ?? (second.share === undefined ? 50 : 100 - second.share);
  const b = second.share ?? 100 - a;
  const sum = a + b;
  if (sum <= 0) return undefined;
  return {
    kind: 'mix',
    linear,
    first: first.color,
    second: second.color,
    share: b / sum,
    alpha: Math.min(1, sum / 100),
  };
}

function takeMixPart(reader: ValueReader): { color: SpecifiedColor; share: number | undefined } | undefined {
  const range = { least: 0, most: 100 };
  let share = takePercentage(reader, range);
  const color = takeColor(reader);
  share ??= takePercentage(reader, range);
  return color === undefined ? undefined : { color, share };
}

/** The colour on an element with this current colour and scheme. */
export function resolveColor(color: SpecifiedColor, current: Rgba, scheme: 'light' | 'dark'): Rgba {
  if (isRgba(color)) return color;
  if (color === 'currentcolor') return current;
  switch (color.kind) {
    case 'system':
      return scheme === 'dark' ? color.dark : color.light;
    case 'light-dark':
      return resolveColor(scheme === 'dark' ? color.dark : color.light, current, scheme);
    case 'mix': {
      const first = resolveColor(color.first, current, scheme);
      const second = resolveColor(color.second, current, scheme);
      return mix(first, second, color.share, color.linear, color.alpha);
    }
  }
}

/** Channels are mixed weighted by alpha, so that a transparent colour has no say in the hue. */
function mix(first: Rgba, second: Rgba, share: number, linear: boolean, alphaFactor: number): Rgba {
  const alpha = first[3] * (1 - share) + second[3] * share;
  if (alpha === 0) return [0, 0, 0, 0];
  const weight = (second[3] * share) / alpha;
  const a: Channels = [first[0], first[1], first[2]];
  const b: Channels = [second[0], second[1], second[2]];
  const from = linear ? a : toOklab(a);
  const to = linear ? b : toOklab(b);
  const at = (i: 0 | 1 | 2) => from[i] * (1 - weight) + to[i] * weight;
  const mixed: Channels = [at(0), at(1), at(2)];
  const [r, g, bl] = linear ? mixed : fromOklab(mixed);
  return [r, g, bl, alpha * alphaFactor];
}
