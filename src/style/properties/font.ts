/**
 * Longhands of fonts: family, size, weight, style, stretch, line height.
 *
 * CSS Fonts 4 https://drafts.csswg.org/css-fonts-4/, CSS Inline 3 §5 for line-height. Sizes are only parsed here: what a
 * size computes to depends on family and parent, and is in font-size.ts.
 */
import { asciiLower } from '../code-points.ts';
import type { ComputeContext } from '../compute-context.ts';
import type { ComputedStyle } from '../computed-style.ts';
import { computeFontSize } from '../font-size.ts';
import {
  computeLength,
  computeNumber,
  NON_NEGATIVE_LENGTH_PERCENT,
  type SpecifiedLength,
  type SpecifiedNumber,
  takeAngle,
  takeLength,
  takeNumber,
  takePercentage,
} from '../specified-value.ts';
import type { ValueReader } from '../value-reader.ts';
import { computed, keywords, type Longhand, plain, quirky, wordMap } from './longhand.ts';

const GENERIC_FAMILIES = new Set([
  'serif',
  'sans-serif',
  'monospace',
  'cursive',
  'fantasy',
  'system-ui',
  'math',
  'ui-serif',
  'ui-sans-serif',
  'ui-monospace',
  'ui-rounded',
  'emoji',
  'fangsong',
  '-webkit-body',
]);
const NOT_FAMILIES = new Set(['initial', 'inherit', 'unset', 'revert', 'revert-layer', 'default']);

/** Family names: strings, or words joined by single spaces. Generic families are in lower case. */
export function takeFontFamily(reader: ValueReader): readonly string[] | undefined {
  const families: string[] = [];
  do {
    const family = reader.takeString() ?? takeFamilyWords(reader);
    if (family === undefined) return undefined;
    families.push(family);
  } while (reader.takeComma());
  return families;
}

function takeFamilyWords(reader: ValueReader): string | undefined {
  if (reader.peekFunction() === 'generic') {
    return reader.takeInside().takeIdentifier() ?? undefined;
  }
  const words: string[] = [];
  for (let word = reader.takeIdentifier(); word !== null; word = reader.takeIdentifier()) words.push(word);
  if (words.length === 0) return undefined;
  const lower = asciiLower(words[0]!);
  if (words.length > 1) return GENERIC_FAMILIES.has(lower) ? undefined : words.join(' ');
  if (NOT_FAMILIES.has(lower)) return undefined;
  return GENERIC_FAMILIES.has(lower) ? lower : words[0]!;
}

/** A size keyword by number, a step relative to the parent, or a length. */
export type SpecifiedFontSize =
  | SpecifiedLength
  | { readonly kind: 'keyword'; readonly keyword: number }
  | { readonly kind: 'step'; readonly factor: number };

const SIZE_WORDS: ReadonlyMap<string, SpecifiedFontSize> = new Map<string, SpecifiedFontSize>([
  ...['xx-small', 'x-small', 'small', 'medium', 'large', 'x-large', 'xx-large', 'xxx-large'].map(
    (word, i): [string, SpecifiedFontSize] => [word, { kind: 'keyword', keyword: i + 1 }],
  ),
  ['-webkit-xxx-large', { kind: 'keyword', keyword: 8 }],
  ['larger', { kind: 'step', factor: 1.2 }],
  ['smaller', { kind: 'step', factor: 1 / 1.2 }],
  // Differs: without mathematical typesetting there are no script levels to scale by.
  ['math', { kind: 'step', factor: 1 }],
]);

export function takeFontSize(reader: ValueReader): SpecifiedFontSize | undefined {
  return reader.takeFrom(SIZE_WORDS) ?? takeLength(reader, NON_NEGATIVE_LENGTH_PERCENT);
}

type SpecifiedWeight = SpecifiedNumber | 'bolder' | 'lighter';

const WEIGHT_WORDS: ReadonlyMap<string, SpecifiedWeight> = new Map<string, SpecifiedWeight>([
  ['normal', 400],
  ['bold', 700],
  ['bolder', 'bolder'],
  ['lighter', 'lighter'],
]);

export function takeFontWeight(reader: ValueReader): SpecifiedWeight | undefined {
  return reader.takeFrom(WEIGHT_WORDS) ?? takeNumber(reader, { least: 1, most: 1000 });
}

/** CSS Fonts 4 §2.2.1: relative weights by the parent's. */
function computeFontWeight(value: SpecifiedWeight, context: ComputeContext): number {
  const inherited = context.parent.fontWeight;
  if (value === 'bolder') {
    if (inherited < 350) return 400;
    if (inherited < 550) return 700;
    return Math.max(inherited, 900);
  }
  if (value === 'lighter') {
    if (inherited < 100) return inherited;
    if (inherited < 550) return 100;
    return inherited < 750 ? 400 : 700;
  }
  return computeNumber(value, context);
}

/** Chrome slants any oblique angle but zero alike. */
export function takeFontStyle(reader: ValueReader): ComputedStyle['fontStyle'] | undefined {
  if (reader.takeWord('normal')) return 'normal';
  if (reader.takeWord('italic')) return 'italic';
  if (!reader.takeWord('oblique')) return undefined;
  const angle = takeAngle(reader, true);
  if (angle !== undefined && Math.abs(angle) > 90) return undefined;
  return angle === 0 ? 'normal' : 'oblique';
}

export const STRETCH_WORDS: ReadonlyMap<string, number> = new Map([
  ['ultra-condensed', 50],
  ['extra-condensed', 62.5],
  ['condensed', 75],
  ['semi-condensed', 87.5],
  ['normal', 100],
  ['semi-expanded', 112.5],
  ['expanded', 125],
  ['extra-expanded', 150],
  ['ultra-expanded', 200],
]);

const METRIC_WORDS = wordMap(['ex-height', 'cap-height', 'ch-width', 'ic-width', 'ic-height']);

type SpecifiedAdjust = SpecifiedNumber | 'none' | 'from-font';

/** Missing: metrics other than the height of 'x' are passed over. */
function parseSizeAdjust(reader: ValueReader): SpecifiedAdjust | undefined {
  if (reader.takeWord('none')) return 'none';
  const metric = reader.takeFrom(METRIC_WORDS) ?? 'ex-height';
  const value = reader.takeWord('from-font') ? 'from-font' : takeNumber(reader, { least: 0 });
  return value === undefined || metric === 'ex-height' ? value : 'none';
}

function computeSizeAdjust(value: SpecifiedAdjust, context: ComputeContext): number | 'none' {
  if (value === 'none') return value;
  return value === 'from-font' ? context.fontUnits().xHeight : computeNumber(value, context);
}

type SpecifiedLineHeight = 'normal' | { readonly factor: SpecifiedNumber } | SpecifiedLength;

export function takeLineHeight(reader: ValueReader): SpecifiedLineHeight | undefined {
  if (reader.takeWord('normal')) return 'normal';
  const factor = takeNumber(reader, { least: 0 });
  return factor === undefined ? takeLength(reader, NON_NEGATIVE_LENGTH_PERCENT) : { factor };
}

function computeLineHeight(value: SpecifiedLineHeight, context: ComputeContext): ComputedStyle['lineHeight'] {
  if (value === 'normal') return value;
  if (typeof value === 'object' && 'factor' in value) return computeNumber(value.factor, context);
  const length = computeLength(value, context);
  if (typeof length === 'number') return { px: length };
  return {
    px: length.kind === 'percent' ? (context.fontSize * length.value) / 100 : length.evaluate(context.fontSize),
  };
}

export const CAPS_WORDS = wordMap([
  'normal',
  'small-caps',
  'all-small-caps',
  'petite-caps',
  'all-petite-caps',
  'unicase',
  'titling-caps',
]);

export const FONT_LONGHANDS: readonly Longhand[] = [
  plain('font-family', 'fontFamily', true, takeFontFamily),
  quirky(computed('font-size', 'fontSize', true, takeFontSize, computeFontSize)),
  computed('font-weight', 'fontWeight', true, takeFontWeight, computeFontWeight),
  plain('font-style', 'fontStyle', true, takeFontStyle),
  plain(
    'font-stretch',
    'fontStretch',
    true,
    (reader) => reader.takeFrom(STRETCH_WORDS) ?? takePercentage(reader, { least: 0 }),
  ),
  plain('font-variant-caps', 'fontVariantCaps', true, (reader) => reader.takeFrom(CAPS_WORDS)),
  keywords('font-kerning', 'fontKerning', true, ['auto', 'normal', 'none']),
  computed('font-size-adjust', 'fontSizeAdjust', true, parseSizeAdjust, computeSizeAdjust),
  computed('line-height', 'lineHeight', true, takeLineHeight, computeLineHeight),
];
