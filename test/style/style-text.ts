/**
 * A computed style's values as getComputedStyle would write them, for comparison with what Chrome says.
 */
import type { Alignment, ComputedStyle, CounterChange } from '../../src/style/computed-style.ts';

/** The properties that tests compare: those a user agent sheet sets, and whose text is simple. */
export const COMPARED_PROPERTIES: readonly string[] = (
  'display position float clear box-sizing visibility overflow-x overflow-y direction unicode-bidi width height ' +
  'margin-top margin-right margin-bottom margin-left padding-top padding-right padding-bottom padding-left ' +
  'border-top-width border-right-width border-bottom-width border-left-width border-top-style border-right-style ' +
  'border-bottom-style border-left-style top right bottom left font-family font-size font-weight font-style ' +
  'line-height letter-spacing word-spacing text-align text-transform white-space-collapse text-wrap-mode overflow-wrap ' +
  'vertical-align text-overflow list-style-type list-style-position align-items justify-self border-collapse ' +
  '-webkit-border-horizontal-spacing -webkit-border-vertical-spacing caption-side object-fit content-visibility ' +
  'appearance cursor pointer-events user-select color background-color text-decoration-line interactivity opacity'
).split(' ');

const FIELDS: Readonly<Record<string, keyof ComputedStyle>> = {
  '-webkit-border-horizontal-spacing': 'borderSpacingX',
  '-webkit-border-vertical-spacing': 'borderSpacingY',
};

/** The text of one property. Numbers are rounded to a hundredth. */
export function styleText(style: ComputedStyle, property: string): string {
  switch (property) {
    case 'font-family':
      return style.fontFamily.map((family) => (/^[a-z-]+$/i.test(family) ? family : `"${family}"`)).join(', ');
    case 'font-weight':
      return String(style.fontWeight);
    case 'opacity':
      return String(style.opacity);
    case 'line-height':
      return lineHeightText(style);
    case 'letter-spacing':
      return style.letterSpacing === 0 ? 'normal' : pixels(style.letterSpacing);
    default:
      return valueText(style[FIELDS[property] ?? (camelCase(property) as keyof ComputedStyle)]);
  }
}

function camelCase(property: string): string {
  return property.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function lineHeightText({ lineHeight, fontSize }: ComputedStyle): string {
  if (lineHeight === 'normal') return 'normal';
  return pixels(typeof lineHeight === 'number' ? lineHeight * fontSize : lineHeight.px);
}

function valueText(value: unknown): string {
  if (typeof value === 'number') return pixels(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return value.length === 4 ? colorText(value as number[]) : countersText(value);
  if ('position' in value) return alignmentText(value as Alignment);
  if ('kind' in value && value.kind === 'percent') return `${rounded((value as unknown as { value: number }).value)}%`;
  return 'text' in value ? String(value.text) : JSON.stringify(value);
}

function pixels(value: number): string {
  return `${rounded(value)}px`;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

function colorText([r, g, b, a]: readonly number[]): string {
  const channels = [r!, g!, b!].map(Math.round).join(', ');
  return a === 1 ? `rgb(${channels})` : `rgba(${channels}, ${rounded(a!)})`;
}

function alignmentText({ position, overflow, legacy }: Alignment): string {
  if (legacy) return position === 'normal' ? 'normal' : `legacy ${position}`;
  return overflow === 'default' ? position : `${overflow} ${position}`;
}

function countersText(changes: readonly CounterChange[]): string {
  return changes.length === 0 ? 'none' : changes.map((change) => `${change.name} ${change.value}`).join(' ');
}
