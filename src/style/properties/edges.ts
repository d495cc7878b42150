/**
 * Longhands of margins, padding, borders and insets, physical and flow-relative.
 *
 * CSS Box 4, CSS Backgrounds 3 §3, CSS Positioned Layout 3 §3, CSS Logical 1 https://drafts.csswg.org/css-logical-1/
 */
import type { ComputeContext } from '../compute-context.ts';
import type { BorderStyle } from '../computed-style.ts';
import type { LengthPercentageOrAuto } from '../length.ts';
import {
  computeLength,
  computePixels,
  INSET_LENGTH,
  LENGTH,
  MARGIN_LENGTH,
  NON_NEGATIVE_LENGTH,
  NON_NEGATIVE_LENGTH_PERCENT,
  type SpecifiedLength,
  takeLength,
} from '../specified-value.ts';
import type { ValueReader } from '../value-reader.ts';
import {
  computed,
  FLOW_SIDES,
  keywords,
  type Longhand,
  logical,
  plain,
  quirky,
  SIDES,
  sideField,
  wordMap,
} from './longhand.ts';

type LengthOrAuto = SpecifiedLength | 'auto';

function takePositiveLengthOrAuto(reader: ValueReader): LengthOrAuto | undefined {
  return reader.takeWord('auto') ? 'auto' : takeLength(reader, NON_NEGATIVE_LENGTH_PERCENT);
}

function computeLengthOrAuto(value: LengthOrAuto, context: ComputeContext): LengthPercentageOrAuto {
  return value === 'auto' ? value : computeLength(value, context);
}

function takeMargin(reader: ValueReader): LengthOrAuto | undefined {
  return reader.takeWord('auto') ? 'auto' : takeLength(reader, MARGIN_LENGTH);
}

function takeInset(reader: ValueReader): LengthOrAuto | undefined {
  return reader.takeWord('auto') ? 'auto' : takeLength(reader, INSET_LENGTH);
}

const WIDTHS: ReadonlyMap<string, number> = new Map([
  ['thin', 1],
  ['medium', 3],
  ['thick', 5],
]);

export function takeBorderWidth(reader: ValueReader): SpecifiedLength | undefined {
  return reader.takeFrom(WIDTHS) ?? takeLength(reader, NON_NEGATIVE_LENGTH);
}

/** Chrome snaps borders to whole device pixels: down, but never away. */
function computeBorderWidth(value: SpecifiedLength, context: ComputeContext): number {
  const width = computePixels(value, context);
  if (width <= 0) return 0;
  const scale = context.environment.devicePixelRatio;
  const devicePixels = width * scale;
  return (devicePixels < 1 ? 1 : Math.floor(devicePixels)) / scale;
}

export const BORDER_STYLES: ReadonlyMap<string, BorderStyle> = wordMap<BorderStyle>([
  'none',
  'hidden',
  'solid',
  'dashed',
  'dotted',
  'double',
  'groove',
  'ridge',
  'inset',
  'outset',
]);

const MARGINS = SIDES.map((side) =>
  quirky(computed(`margin-${side}`, sideField('margin', side, ''), false, takeMargin, computeLengthOrAuto)),
);
const PADDINGS = SIDES.map((side) =>
  quirky(
    computed(
      `padding-${side}`,
      sideField('padding', side, ''),
      false,
      (reader) => takeLength(reader, NON_NEGATIVE_LENGTH_PERCENT),
      computeLength,
    ),
  ),
);
const BORDER_WIDTHS = SIDES.map((side) =>
  quirky(
    computed(`border-${side}-width`, sideField('border', side, 'Width'), false, takeBorderWidth, computeBorderWidth),
  ),
);
const BORDER_LINE_STYLES = SIDES.map((side) =>
  keywords(`border-${side}-style`, sideField('border', side, 'Style'), false, [...BORDER_STYLES.values()]),
);
const INSETS = SIDES.map((side) => quirky(computed(side, side, false, takeInset, computeLengthOrAuto)));

const SCROLL_MARGINS = SIDES.map((side) =>
  computed(
    `scroll-margin-${side}`,
    sideField('scrollMargin', side, ''),
    false,
    (reader) => takeLength(reader, LENGTH),
    computePixels,
  ),
);
const SCROLL_PADDINGS = SIDES.map((side) =>
  computed(
    `scroll-padding-${side}`,
    sideField('scrollPadding', side, ''),
    false,
    takePositiveLengthOrAuto,
    computeLengthOrAuto,
  ),
);

const TRIM_GROUPS: ReadonlyMap<string, readonly string[]> = new Map([
  ['none', []],
  ['block', ['block-start', 'block-end']],
  ['inline', ['inline-start', 'inline-end']],
]);
const TRIM_EDGES = wordMap(['block-start', 'block-end', 'inline-start', 'inline-end']);

/** none | block || inline | [ block-start || inline-start || block-end || inline-end ] (CSS Box 4 §3.3) */
function takeMarginTrim(reader: ValueReader): readonly string[] | undefined {
  const edges = new Set<string>();
  for (let first = true; !reader.done; first = false) {
    const group = reader.takeFrom(TRIM_GROUPS);
    const taken = group ?? [reader.takeFrom(TRIM_EDGES)];
    if (taken.length === 0) return first && reader.done ? [] : undefined;
    for (const edge of taken) {
      if (edge === undefined || edges.has(edge)) return undefined;
      edges.add(edge);
    }
  }
  return edges.size === 0 ? undefined : [...edges];
}

export const EDGE_LONGHANDS: readonly Longhand[] = [
  ...MARGINS,
  plain('margin-trim', 'marginTrim', false, takeMarginTrim),
  ...PADDINGS,
  ...BORDER_WIDTHS,
  ...BORDER_LINE_STYLES,
  ...INSETS,
  ...SCROLL_MARGINS,
  ...SCROLL_PADDINGS,
  ...FLOW_SIDES.flatMap((side) => [
    logical(`margin-${side}`, 'margin-*', side, MARGINS[0]!),
    logical(`padding-${side}`, 'padding-*', side, PADDINGS[0]!),
    logical(`border-${side}-width`, 'border-*-width', side, BORDER_WIDTHS[0]!),
    logical(`border-${side}-style`, 'border-*-style', side, BORDER_LINE_STYLES[0]!),
    logical(`inset-${side}`, '*', side, INSETS[0]!),
    logical(`scroll-margin-${side}`, 'scroll-margin-*', side, SCROLL_MARGINS[0]!),
    logical(`scroll-padding-${side}`, 'scroll-padding-*', side, SCROLL_PADDINGS[0]!),
  ]),
];
