/**
 * The 'font' and 'font-variant' shorthands.
 *
 * CSS Fonts 4 §2.7 and §6.11 https://drafts.csswg.org/css-fonts-4/#font-prop. System fonts are those of Chrome on Linux.
 */
import {
  CAPS_WORDS,
  STRETCH_WORDS,
  takeFontFamily,
  takeFontSize,
  takeFontStyle,
  takeFontWeight,
  takeLineHeight,
} from './properties/font.ts';
import { type Expansion, expansion, type Shorthand } from './shorthand-patterns.ts';
import type { ValueReader } from './value-reader.ts';

/** Size in pixels and family of each system font. */
const SYSTEM_FONTS: ReadonlyMap<string, readonly [number, string]> = new Map([
  ['caption', [16, 'Arial']],
  ['icon', [16, 'Arial']],
  ['menu', [16, 'Arial']],
  ['message-box', [16, 'Arial']],
  ['small-caption', [16, 'Arial']],
  ['status-bar', [16, 'Arial']],
  ['-webkit-mini-control', [40 / 3, 'Arial']],
  ['-webkit-small-control', [40 / 3, 'Arial']],
  ['-webkit-control', [40 / 3, 'Arial']],
]);

/** What 'font' sets to its initial value unless it names it; properties without a field are left out. */
const FONT_LONGHANDS = [
  'font-style',
  'font-variant-caps',
  'font-weight',
  'font-stretch',
  'font-size',
  'line-height',
  'font-family',
  'font-kerning',
  'font-size-adjust',
];

function expandFont(reader: ValueReader): Expansion | null {
  const start = reader.position;
  const system = reader.takeFrom(SYSTEM_FONTS);
  if (system !== undefined && reader.done) return expansion(['font-size', system[0]], ['font-family', [system[1]]]);
  reader.rewind(start);

  const values = new Map<string, unknown>();
  // Up to four words before the size; 'normal' may stand for any of them.
  for (let words = 0; words < 4; words++) if (!takeFontWord(reader, values)) break;
  const size = takeFontSize(reader);
  if (size === undefined) return null;
  values.set('font-size', size);
  if (reader.takeDelimiter('/')) {
    const lineHeight = takeLineHeight(reader);
    if (lineHeight === undefined) return null;
    values.set('line-height', lineHeight);
  }
  const family = takeFontFamily(reader);
  return family === undefined ? null : values.set('font-family', family);
}

function takeFontWord(reader: ValueReader, values: Map<string, unknown>): boolean {
  if (reader.takeWord('normal')) return true;
  if (!values.has('font-style')) {
    const style = takeFontStyle(reader);
    if (style !== undefined) {
      values.set('font-style', style);
      return true;
    }
  }
  if (!values.has('font-variant-caps') && reader.takeWord('small-caps')) {
    values.set('font-variant-caps', 'small-caps');
    return true;
  }
  if (!values.has('font-stretch')) {
    const stretch = reader.takeFrom(STRETCH_WORDS);
    if (stretch !== undefined) {
      values.set('font-stretch', stretch);
      return true;
    }
  }
  if (values.has('font-weight')) return false;
  // A weight is a bare number; a size never is, but for a zero that could only be a size.
  const token = reader.peek();
  if (token !== null && token.type === 'number' && token.num === 0) return false;
  const weight = takeFontWeight(reader);
  if (weight === undefined) return false;
  values.set('font-weight', weight);
  return true;
}

const OTHER_VARIANTS = new Set(
  (
    'common-ligatures no-common-ligatures discretionary-ligatures no-discretionary-ligatures historical-ligatures ' +
    'no-historical-ligatures contextual no-contextual lining-nums oldstyle-nums proportional-nums tabular-nums ' +
    'diagonal-fractions stacked-fractions ordinal slashed-zero jis78 jis83 jis90 jis04 simplified traditional ' +
    'full-width proportional-width ruby sub super text emoji unicode historical-forms'
  ).split(' '),
);
const ALTERNATES = new Set(['stylistic', 'styleset', 'character-variant', 'swash', 'ornaments', 'annotation']);

function expandFontVariant(reader: ValueReader): Expansion | null {
  if (reader.takeWord('normal') || reader.takeWord('none')) return expansion(['font-variant-caps', 'normal']);
  let caps: unknown;
  while (!reader.done) {
    const word = reader.peekWord() ?? reader.peekFunction();
    if (word !== null && (OTHER_VARIANTS.has(word) || ALTERNATES.has(word))) {
      reader.skip();
      continue;
    }
    if (caps !== undefined || (caps = reader.takeFrom(CAPS_WORDS)) === undefined) return null;
  }
  return expansion(['font-variant-caps', caps ?? 'normal']);
}

export const FONT_SHORTHANDS: readonly (readonly [string, Shorthand])[] = [
  ['font', { longhands: FONT_LONGHANDS, quirkyLength: false, expand: expandFont }],
  ['font-variant', { longhands: ['font-variant-caps'], quirkyLength: false, expand: expandFontVariant }],
];
