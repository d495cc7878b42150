/**
 * Natural sizes of date and time inputs.
 *
 * In:  the input, its type and style, and the styles of the parts that a page may style.
 * Out: content-box width and height in a horizontal flow, and where the baseline of the fields is.
 *
 * HTML §15.5.10 leaves them to the browser; these are Chrome's rules on Linux, with its English (US) texts.
 */
import { elementState } from '../../html/node-state.ts';
import { attribute, type DomElement } from '../../html/node-tree.ts';
import type { ComputedStyle, StyleResolver } from '../../style/computed-style.ts';
import { resolveLength } from '../../style/length.ts';
import { usedLineHeight } from '../inline/font-height.ts';
import { toUnit } from '../layout-unit.ts';
import { type ControlSize, centeredLine, textWidth } from './text-field-size.ts';

/** A part of a date or time: texts of which the widest fits, with a pixel on either side. */
interface DateField {
  readonly texts: readonly string[];
}

const field = (...texts: string[]): DateField => ({ texts });
const MONTH = field('mm', '12');
const DAY = field('dd', '31');
const YEAR = field('yyyy', '275760');
const TWO_DIGITS = field('--', '00');
const DAY_HALF = field('--', 'AM', 'PM');
const MONTH_NAME = field(
  ...['---------', 'January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
);
const DATE = [MONTH, '/', DAY, '/', YEAR];
const NARROW_SPACE = '\u202f';

function timeParts(input: DomElement): readonly (DateField | string)[] {
  const step = Number(attribute(input, 'step') ?? 60);
  const value = elementState(input).value ?? attribute(input, 'value') ?? '';
  const withSeconds = step % 60 !== 0 || /:\d\d:\d\d/.test(value);
  const seconds = withSeconds ? [':', TWO_DIGITS] : [];
  return [TWO_DIGITS, ':', TWO_DIGITS, ...seconds, NARROW_SPACE, DAY_HALF];
}

function dateParts(input: DomElement, type: string): readonly (DateField | string)[] {
  switch (type) {
    case 'time':
      return timeParts(input);
    case 'month':
      return [MONTH_NAME, ' ', YEAR];
    case 'week':
      return ['Week ', TWO_DIGITS, ', ', YEAR];
    case 'datetime-local':
      return [...DATE, ', ', ...timeParts(input)];
    default:
      return DATE;
  }
}

/** Date and time inputs: the fields, and the icon that opens the picker. */
export function dateInputSize(
  input: DomElement,
  type: string,
  style: ComputedStyle,
  styles: StyleResolver,
): ControlSize {
  let fields = 0;
  for (const part of dateParts(input, type)) {
    if (typeof part === 'string') fields += textWidth(style, part);
    else fields += Math.max(...part.texts.map((text) => textWidth(style, text))) + 2;
  }
  const edit = styles.pseudoStyleOf(input, '-webkit-datetime-edit') ?? style;
  const wrapper = edgesOf(styles.pseudoStyleOf(input, '-webkit-datetime-edit-fields-wrapper'));
  const around = edgesOf(edit);
  const above = around.top + wrapper.top;
  const icon = iconSize(styles.pseudoStyleOf(input, '-webkit-calendar-picker-indicator'));
  const line = usedLineHeight(edit) + above + around.bottom + wrapper.bottom;
  return {
    width: toUnit(Math.ceil(fields) + around.inline + icon.width),
    height: toUnit(Math.max(line, icon.height)),
    baseline: centeredLine(style, line, above),
  };
}

interface EdgeSums {
  readonly top: number;
  readonly bottom: number;
  readonly inline: number;
}

const NO_EDGES: EdgeSums = { top: 0, bottom: 0, inline: 0 };

/** Margin, border and padding of a part of the control. */
function edgesOf(style: ComputedStyle | null): EdgeSums {
  if (style === null) return NO_EDGES;
  const sum = (margin: ComputedStyle['marginTop'], border: number, padding: ComputedStyle['paddingTop']): number =>
    (margin === 'auto' ? 0 : resolveLength(margin, 0)) + border + resolveLength(padding, 0);
  return {
    top: sum(style.marginTop, style.borderTopWidth, style.paddingTop),
    bottom: sum(style.marginBottom, style.borderBottomWidth, style.paddingBottom),
    inline:
      sum(style.marginLeft, style.borderLeftWidth, style.paddingLeft) +
      sum(style.marginRight, style.borderRightWidth, style.paddingRight),
  };
}

/** The margin box of the icon. */
function iconSize(style: ComputedStyle | null): { readonly width: number; readonly height: number } {
  if (style === null || style.display === 'none') return { width: 0, height: 0 };
  const edges = edgesOf(style);
  const width = typeof style.width === 'number' ? style.width : 0;
  const height = typeof style.height === 'number' ? style.height : 0;
  return { width: width + edges.inline, height: height + edges.top + edges.bottom };
}
