/**
 * Computed values that are more than the computed values of their parts.
 *
 * In:  the name of a production or property, and its value. Out: text; `null` where the parts say it all.
 */
import { computedText, type ValueContext, type WrittenValue } from './written-value.ts';

const PERCENT: Readonly<Record<string, string>> = {
  left: '0%',
  top: '0%',
  center: '50%',
  right: '100%',
  bottom: '100%',
};
const WIDTHS: Readonly<Record<string, string>> = { thin: '1px', medium: '3px', thick: '5px' };

export function computedPart(name: string, value: WrittenValue, context: ValueContext): string | null {
  switch (name) {
    case 'position-x':
    case 'position-y':
      return positionText(computedText(value, context));
    case 'shadow':
      return shadowText(value, 4, context);
    case 'text-shadow':
      return shadowText(value, 3, context);
    case 'line-width': {
      const text = computedText(value, context);
      return WIDTHS[text] ?? snapped(text);
    }
    case 'easing': {
      const text = computedText(value, context);
      if (text === 'step-start') return 'steps(1, start)';
      return text === 'step-end' ? 'steps(1)' : text;
    }
    case 'svg-length':
    case 'svg-length-from-zero': {
      const text = computedText(value, context);
      return /[\d.]$/.test(text) ? `${text}px` : text;
    }
    default:
      return null;
  }
}

/** 'right 10px' → 'calc(100% - 10px)'. */
function positionText(text: string): string {
  const space = text.indexOf(' ');
  const side = space < 0 ? text : text.slice(0, space);
  const percent = PERCENT[side];
  if (percent === undefined) return text;
  if (space < 0) return percent;
  const offset = text.slice(space + 1);
  if (percent === '0%') return offset;
  if (offset.endsWith('%')) return `${100 - Number.parseFloat(offset)}%`;
  return offset.startsWith('-') ? `calc(100% + ${offset.slice(1)})` : `calc(100% - ${offset})`;
}

/** Colour first, then all lengths, then 'inset'. */
function shadowText(value: WrittenValue, count: number, context: ValueContext): string {
  const parts = typeof value === 'object' && value.kind === 'list' ? value.items : [value];
  const [color = '', lengths = '', inset = ''] = parts;
  const sizes = computedText(lengths, context).split(' ');
  while (sizes.length < count) sizes.push('0px');
  const paint = color === '' ? computedText(CURRENT, context) : computedText(color, context);
  const end = inset === '' ? '' : ' inset';
  return `${paint} ${sizes.join(' ')}${end}`;
}

const CURRENT: WrittenValue = {
  kind: 'color',
  resolve: ({ currentColor }) => currentColor,
  text: 'currentcolor',
};

/** Widths of lines are whole pixels, rounded down, and at least one where they are not zero. */
function snapped(text: string): string {
  const width = Number.parseFloat(text);
  if (!text.endsWith('px') || Number.isNaN(width) || width === 0) return text;
  return `${width < 1 ? 1 : Math.floor(width)}px`;
}
