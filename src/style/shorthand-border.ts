/**
 * Shorthands of borders, backgrounds and transform origins.
 *
 * Colours and images of borders are checked and dropped: no field of a style needs them.
 * CSS Backgrounds 3 §2.10 and §3.4 https://drafts.csswg.org/css-backgrounds-3/, CSS Logical 1 §4.4.
 */
import { takeColor } from './color.ts';
import { percent } from './length.ts';
import { BORDER_STYLES, takeBorderWidth } from './properties/edges.ts';
import { takeImage } from './properties/lists.ts';
import { SIDES } from './properties/longhand.ts';
import { type Expansion, expansion, fourSides, pair, type Shorthand } from './shorthand-patterns.ts';
import { LENGTH, LENGTH_PERCENT, type SpecifiedLength, takeLength } from './specified-value.ts';
import type { ValueReader } from './value-reader.ts';

/** Width, style and colour in any order, set on each of the sides ('top', 'inline-start'…). */
function borderLine(sides: readonly string[]): Shorthand {
  return {
    longhands: sides.flatMap((side) => [`border-${side}-width`, `border-${side}-style`]),
    quirkyLength: false,
    expand: (reader) => {
      const line = takeBorderLine(reader);
      if (line === null) return null;
      const values = new Map<string, unknown>();
      for (const side of sides) {
        if (line.width !== undefined) values.set(`border-${side}-width`, line.width);
        if (line.style !== undefined) values.set(`border-${side}-style`, line.style);
      }
      return values;
    },
  };
}

function takeBorderLine(reader: ValueReader): { width: unknown; style: unknown } | null {
  let width: unknown;
  let style: unknown;
  let color: unknown;
  while (!reader.done) {
    if (style === undefined && (style = reader.takeFrom(BORDER_STYLES)) !== undefined) continue;
    if (width === undefined && (width = takeBorderWidth(reader)) !== undefined) continue;
    if (color === undefined && (color = takeColor(reader)) !== undefined) continue;
    return null;
  }
  return { width, style };
}

const BACKGROUND_WORDS = new Set(
  (
    'none repeat repeat-x repeat-y no-repeat space round scroll fixed local left right top bottom center border-box ' +
    'padding-box content-box text border-area'
  ).split(' '),
);

/** Layers of images, positions, sizes and boxes, separated by commas; a colour only in the last. */
function expandBackground(reader: ValueReader): Expansion | null {
  let hasImage = false;
  let color: unknown;
  let inLayer = 0;
  let places = 0;
  while (!reader.done) {
    if (reader.takeComma()) {
      if (color !== undefined || inLayer === 0) return null;
      inLayer = 0;
      places = 0;
      continue;
    }
    inLayer++;
    if (takeImage(reader) !== undefined) {
      hasImage = true;
      continue;
    }
    const word = reader.peekWord();
    if (word !== null && BACKGROUND_WORDS.has(word)) {
      reader.skip();
      continue;
    }
    if (reader.takeDelimiter('/')) {
      if (!takeBackgroundSize(reader)) return null;
      continue;
    }
    if (places < 2 && takeLength(reader, LENGTH_PERCENT) !== undefined) {
      places++;
      continue;
    }
    if (color === undefined && (color = takeColor(reader)) !== undefined) continue;
    return null;
  }
  if (inLayer === 0) return null;
  const values = new Map<string, unknown>([['background-image', hasImage]]);
  if (color !== undefined) values.set('background-color', color);
  return values;
}

function takeBackgroundSize(reader: ValueReader): boolean {
  if (reader.takeWord('cover') || reader.takeWord('contain')) return true;
  const takeOne = () => reader.takeWord('auto') || takeLength(reader, LENGTH_PERCENT) !== undefined;
  if (!takeOne()) return false;
  takeOne();
  return true;
}

const HORIZONTAL: ReadonlyMap<string, number> = new Map([
  ['left', 0],
  ['right', 100],
]);
const VERTICAL: ReadonlyMap<string, number> = new Map([
  ['top', 0],
  ['bottom', 100],
]);

interface OriginPart {
  readonly axis: 'x' | 'y' | null;
  readonly value: SpecifiedLength;
}

function takeOriginPart(reader: ValueReader): OriginPart | null {
  const horizontal = reader.takeFrom(HORIZONTAL);
  if (horizontal !== undefined) return { axis: 'x', value: percent(horizontal) };
  const vertical = reader.takeFrom(VERTICAL);
  if (vertical !== undefined) return { axis: 'y', value: percent(vertical) };
  if (reader.takeWord('center')) return { axis: null, value: percent(50) };
  const length = takeLength(reader, LENGTH_PERCENT);
  return length === undefined ? null : { axis: null, value: length };
}

/** One or two places, words in either order, and a depth that is dropped. */
function expandTransformOrigin(reader: ValueReader): Expansion | null {
  const first = takeOriginPart(reader);
  if (first === null) return null;
  const second: OriginPart | null = reader.done ? { axis: null, value: percent(50) } : takeOriginPart(reader);
  if (second === null) return null;
  if (!reader.done && takeLength(reader, LENGTH) === undefined) return null;
  const swapped = first.axis === 'y' || second.axis === 'x';
  if (swapped ? first.axis === 'x' || second.axis === 'y' : false) return null;
  const [x, y] = swapped ? [second, first] : [first, second];
  return expansion(['-webkit-transform-origin-x', x.value], ['-webkit-transform-origin-y', y.value]);
}

const flowAxes = ['block', 'inline'] as const;

export const BORDER_SHORTHANDS: readonly (readonly [string, Shorthand])[] = [
  ['border', borderLine(SIDES)],
  ...SIDES.map((side) => [`border-${side}`, borderLine([side])] as const),
  ...flowAxes.flatMap((axis) => [
    [`border-${axis}`, borderLine([`${axis}-start`, `${axis}-end`])] as const,
    [`border-${axis}-start`, borderLine([`${axis}-start`])] as const,
    [`border-${axis}-end`, borderLine([`${axis}-end`])] as const,
    [`border-${axis}-width`, pair(`border-${axis}-start-width`, `border-${axis}-end-width`)] as const,
    [`border-${axis}-style`, pair(`border-${axis}-start-style`, `border-${axis}-end-style`)] as const,
  ]),
  [
    'border-width',
    fourSides(
      SIDES.map((side) => `border-${side}-width`),
      true,
    ),
  ],
  [
    'border-style',
    fourSides(
      SIDES.map((side) => `border-${side}-style`),
      false,
    ),
  ],
  [
    'background',
    { longhands: ['background-color', 'background-image'], quirkyLength: false, expand: expandBackground },
  ],
  [
    'transform-origin',
    {
      longhands: ['-webkit-transform-origin-x', '-webkit-transform-origin-y'],
      quirkyLength: false,
      expand: expandTransformOrigin,
    },
  ],
];
