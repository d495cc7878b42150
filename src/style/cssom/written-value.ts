/**
 * Values as script sees them: parsed, and written again in one spelling.
 *
 * In:  the parts that match.ts found. Out: text, as it stands in a declaration or, with a context, as a computed value.
 *
 * CSSOM 1 §6.7.2 https://drafts.csswg.org/cssom-1/#serializing-css-values
 */
import type { LengthPercentage } from '../length.ts';
import type { Rgba } from '../named-colors.ts';
import type { SpecifiedLength, SpecifiedNumber } from '../specified-value.ts';
import { computeLength, computeNumber } from '../specified-value.ts';
import type { UnitContext } from '../unit.ts';
import { shortestText } from './made-text.ts';

export type WrittenValue =
  /** Words, slashes, and whatever is the same in all spellings. */
  | string
  | {
      readonly kind: 'number';
      readonly value: SpecifiedNumber;
      readonly unit: '' | '%' | 's' | 'deg' | 'fr' | 'dppx';
      readonly text: string;
    }
  | { readonly kind: 'length'; readonly value: SpecifiedLength; readonly text: string }
  | { readonly kind: 'color'; readonly resolve: (context: ColorContext) => Rgba | string; readonly text: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'function'; readonly name: string; readonly inside: WrittenValue }
  | { readonly kind: 'list'; readonly items: readonly WrittenValue[]; readonly separator: ' ' | ', ' }
  /** A production whose computed value is more than that of its parts. */
  | { readonly kind: 'made'; readonly name: string; readonly value: WrittenValue };

export interface ColorContext {
  readonly currentColor: Rgba;
  readonly scheme: 'light' | 'dark';
}

/** What computed values depend on. */
export interface ValueContext extends ColorContext {
  readonly units: UnitContext;
  resolveUrl(url: string): string;
  /** What a production becomes; `null`: the computed values of its parts. */
  made(name: string, value: WrittenValue, context: ValueContext): string | null;
}

/** As it stands in a declaration. */
export function specifiedText(value: WrittenValue): string {
  if (typeof value === 'string') return value;
  switch (value.kind) {
    case 'number':
    case 'length':
    case 'color':
      return value.text;
    case 'url':
      return `url(${quoted(value.url)})`;
    case 'function':
      return `${value.name}(${specifiedText(value.inside)})`;
    case 'list':
      return joined(value.items.map(specifiedText), value.separator);
    case 'made':
      return shortestText(value.name, specifiedText(value.value));
  }
}

export function computedText(value: WrittenValue, context: ValueContext): string {
  if (typeof value === 'string') return value;
  switch (value.kind) {
    case 'number':
      return `${numberText(computeNumber(value.value, context.units))}${value.unit}`;
    case 'length':
      return lengthText(computeLength(value.value, context.units));
    case 'color': {
      const color = value.resolve(context);
      return typeof color === 'string' ? color : colorText(color);
    }
    case 'url':
      return `url(${quoted(value.url.startsWith('#') ? value.url : context.resolveUrl(value.url))})`;
    case 'function':
      return `${value.name}(${computedText(value.inside, context)})`;
    case 'list':
      return joined(
        value.items.map((item) => computedText(item, context)),
        value.separator,
      );
    case 'made':
      return shortestText(
        value.name,
        context.made(value.name, value.value, context) ?? computedText(value.value, context),
      );
  }
}

/** Parts that say nothing leave no gap, and nothing stands before a comma. */
function joined(parts: readonly string[], separator: string): string {
  const text = parts.filter((part) => part !== '').join(separator);
  return separator === ' ' && text.includes(' ,') ? text.replace(/ ,/g, ',') : text;
}

/** Six significant digits, as C writes them with '%g'. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? 'infinity' : '-infinity';
  const size = Math.abs(value);
  const rounded = Number(sixDigits(value));
  if (rounded === 0) return '0';
  if (size < 1e6 && size >= 1e-4) return String(rounded);
  return rounded.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
}

/** Ties go to the even digit, where JavaScript takes the larger one. */
function sixDigits(value: number): string {
  const text = value.toPrecision(6);
  if (!value.toPrecision(7).includes('5')) return text;
  const [mantissa = '', exponent = '0'] = Math.abs(value).toExponential(20).split('e');
  const digits = mantissa.replace('.', '');
  const isTie = /^50*$/.test(digits.slice(6));
  if (!isTie || Number(digits[5]) % 2 === 1) return text;
  return `${value < 0 ? '-' : ''}${digits[0]}.${digits.slice(1, 6)}e${exponent}`;
}

export function pixelText(value: number): string {
  return `${numberText(value)}px`;
}

export function lengthText(value: LengthPercentage): string {
  if (typeof value === 'number') return pixelText(value);
  return value.kind === 'percent' ? `${numberText(value.value)}%` : value.text;
}

/** CSS Color 4 §15.2: sRGB in the old form; alpha with as few digits as give the same eight bits. */
export function colorText([red, green, blue, alpha]: Rgba): string {
  const channels = [red, green, blue].map((channel) => Math.round(channel)).join(', ');
  return alpha >= 1 ? `rgb(${channels})` : `rgba(${channels}, ${alphaText(alpha)})`;
}

function alphaText(alpha: number): string {
  const byte = Math.round(alpha * 255);
  const short = Math.round(alpha * 100) / 100;
  return numberText(Math.round(short * 255) === byte ? short : Math.round(alpha * 1000) / 1000);
}

/** CSSOM §2.1: a string in double quotes. */
export function quoted(text: string): string {
  let result = '"';
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (code === 0) result += '\ufffd';
    else if (code < 0x20 || code === 0x7f) result += `\\${code.toString(16)} `;
    else result += character === '"' || character === '\\' ? `\\${character}` : character;
  }
  return `${result}"`;
}

/** CSSOM §2.1: an identifier. */
export function identifierText(text: string): string {
  if (/^-?[a-z_][\w-]*$/i.test(text)) return text;
  let result = '';
  let at = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    const isDigit = code >= 0x30 && code <= 0x39;
    if (code === 0) result += '\ufffd';
    else if (code < 0x20 || code === 0x7f || (isDigit && (at === 0 || (at === 1 && text[0] === '-'))))
      result += `\\${code.toString(16)} `;
    else if (text === '-') result += '\\-';
    else result += code >= 0x80 || /[\w-]/.test(character) ? character : `\\${character}`;
    at++;
  }
  return result;
}
