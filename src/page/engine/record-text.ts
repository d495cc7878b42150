/**
 * Fields of a computed style as text.
 *
 * In:  a style and a longhand that it has a field for. Out: the computed value as Chrome writes it.
 *
 * CSSOM 1 §6.7.2 https://drafts.csswg.org/cssom-1/#serializing-css-values
 */

import type { Alignment, ComputedStyle } from '../../style/computed-style.ts';
import { familyText } from '../../style/cssom/value-types.ts';
import { colorText, lengthText, numberText, pixelText, quoted } from '../../style/cssom/written-value.ts';
import type { LengthPercentage } from '../../style/length.ts';
import { findLonghand } from '../../style/properties/table.ts';

/** Fields whose numbers have no unit. */
const UNITLESS: ReadonlySet<string> = new Set([
  'fontWeight',
  'flexGrow',
  'flexShrink',
  'flexLineCount',
  'opacity',
  'order',
  'zIndex',
  'orphans',
  'widows',
  'columnCount',
  'lineClamp',
  'boxFlex',
  'boxOrdinalGroup',
]);

export function recordText(style: ComputedStyle, longhand: string): string {
  const field = findLonghand(longhand)!.field as keyof ComputedStyle;
  switch (field) {
    case 'lineHeight':
      return lineHeightText(style);
    case 'letterSpacing':
      return style.letterSpacing === 0 ? 'normal' : pixelText(style.letterSpacing / style.zoom);
    case 'tabSize':
      return typeof style.tabSize === 'number' ? numberText(style.tabSize) : pixelText(style.tabSize.px / style.zoom);
    case 'fontStretch':
      return `${numberText(style.fontStretch)}%`;
    case 'fontFamily':
      return style.fontFamily.map(familyText).join(', ');
    case 'hyphenateCharacter':
      return style.hyphenateCharacter === null ? 'auto' : quoted(style.hyphenateCharacter);
    case 'textBoxEdge':
      return style.textBoxEdge === 'text text' ? 'text' : style.textBoxEdge;
    case 'color':
      return colorText(style.color);
    case 'backgroundColor':
      return colorText(style.backgroundColor);
    default:
      return fieldText(field, style[field], style.zoom);
  }
}

function lineHeightText({ lineHeight, fontSize, zoom }: ComputedStyle): string {
  if (lineHeight === 'normal') return lineHeight;
  return pixelText((typeof lineHeight === 'number' ? lineHeight * fontSize : lineHeight.px) / zoom);
}

function fieldText(field: string, value: unknown, zoom: number): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return UNITLESS.has(field) ? numberText(value) : pixelText(value / zoom);
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(' ');
  if (typeof value !== 'object' || value === null) return 'none';
  if ('position' in value) return alignmentText(value as Alignment);
  const { kind, limit } = value as { readonly kind?: string; readonly limit?: LengthPercentage };
  if (kind === 'fit-content' && limit !== undefined) return `fit-content(${lengthText(limit)})`;
  return kind === 'percent' || kind === 'calc' ? lengthText(value as LengthPercentage) : '';
}

function alignmentText({ position, overflow, legacy }: Alignment): string {
  if (legacy) return position === 'normal' ? 'normal' : `legacy ${position}`;
  return overflow === 'default' ? position : `${overflow} ${position}`;
}
