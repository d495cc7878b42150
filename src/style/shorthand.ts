/**
 * Shorthand properties: how each is split into longhands.
 *
 * In:  a shorthand's name and a reader of its value.
 * Out: values of its longhands; those it does not name get their initial values from the compiler.
 *
 * This file has the plain ones, made from a few patterns. Those with a grammar of their own are in shorthand-*.ts.
 * CSS Cascade 5 §3 https://drafts.csswg.org/css-cascade-5/#shorthand
 */
import { SIDES } from './properties/longhand.ts';
import { findLonghand, LONGHANDS } from './properties/table.ts';
import { BORDER_SHORTHANDS } from './shorthand-border.ts';
import { FLEX_SHORTHANDS } from './shorthand-flex.ts';
import { FONT_SHORTHANDS } from './shorthand-font.ts';
import { GRID_SHORTHANDS } from './shorthand-grid.ts';
import {
  type Expansion,
  expansion,
  fourSides,
  pair,
  type Shorthand,
  single,
  takeOneOf,
  takeValueOf,
} from './shorthand-patterns.ts';
import { TEXT_SHORTHANDS } from './shorthand-text.ts';
import type { ValueReader } from './value-reader.ts';

/** Two values of a list separated by '/'; the second is optional. */
function expandContainer(reader: ValueReader): Expansion | null {
  const names = findLonghand('container-name')!.parse(reader);
  if (names === undefined) return null;
  if (!reader.takeDelimiter('/')) return expansion(['container-name', names]);
  const type = findLonghand('container-type')!.parse(reader);
  return type === undefined ? null : expansion(['container-name', names], ['container-type', type]);
}

/** Width and count in either order; an 'auto' is for whichever has no value of its own. */
function expandColumns(reader: ValueReader): Expansion | null {
  const values = new Map<string, unknown>();
  let autos = 0;
  while (!reader.done) {
    if (reader.takeWord('auto')) autos++;
    else if (!takeOneOf(['column-width', 'column-count'], reader, values)) return null;
  }
  return values.size + autos <= 2 ? values : null;
}

/** Old break properties: their words, and what those became. */
function legacyBreak(longhand: string, words: Readonly<Record<string, string>>): Shorthand {
  const map = new Map(Object.entries({ auto: 'auto', avoid: 'avoid', ...words }));
  return single(longhand, (reader) => reader.takeFrom(map));
}

const PAGE_BREAKS = { always: 'page', left: 'left', right: 'right' };
const COLUMN_BREAKS = { always: 'column' };

/** Everything but direction, bidi and custom properties; only the words that fit any property can stand there. */
const ALL: Shorthand = {
  longhands: LONGHANDS.map((longhand) => longhand.name).filter(
    (name) => name !== 'direction' && name !== 'unicode-bidi',
  ),
  quirkyLength: false,
  expand: () => null,
};

const sides = (prefix: string, suffix = ''): string[] => SIDES.map((side) => `${prefix}${side}${suffix}`);

/** An order of sizes may stand before the fallbacks. */
function expandPositionTry(reader: ValueReader): Expansion | null {
  const values = new Map<string, unknown>();
  takeOneOf(['position-try-order'], reader, values);
  const fallbacks = takeValueOf('position-try-fallbacks', reader);
  return fallbacks === undefined ? null : values.set('position-try-fallbacks', fallbacks);
}

const TRY_LONGHANDS = ['position-try-order', 'position-try-fallbacks'];

const SHORTHANDS: ReadonlyMap<string, Shorthand> = new Map<string, Shorthand>([
  ['all', ALL],
  ['margin', fourSides(sides('margin-'), true)],
  ['padding', fourSides(sides('padding-'), true)],
  ['inset', fourSides(sides(''), false)],
  ['scroll-margin', fourSides(sides('scroll-margin-'), false)],
  ['scroll-padding', fourSides(sides('scroll-padding-'), false)],
  ...['margin', 'padding', 'inset', 'scroll-margin', 'scroll-padding'].flatMap((name): [string, Shorthand][] => [
    [`${name}-block`, pair(`${name}-block-start`, `${name}-block-end`)],
    [`${name}-inline`, pair(`${name}-inline-start`, `${name}-inline-end`)],
  ]),
  ['overflow', pair('overflow-x', 'overflow-y')],
  ['border-spacing', pair('-webkit-border-horizontal-spacing', '-webkit-border-vertical-spacing', true)],
  ['contain-intrinsic-size', pair('contain-intrinsic-width', 'contain-intrinsic-height')],
  ['columns', { longhands: ['column-width', 'column-count'], quirkyLength: false, expand: expandColumns }],
  ['container', { longhands: ['container-name', 'container-type'], quirkyLength: false, expand: expandContainer }],
  ['position-try', { longhands: TRY_LONGHANDS, quirkyLength: false, expand: expandPositionTry }],
  ['page-break-before', legacyBreak('break-before', PAGE_BREAKS)],
  ['page-break-after', legacyBreak('break-after', PAGE_BREAKS)],
  ['page-break-inside', legacyBreak('break-inside', {})],
  ['-webkit-column-break-before', legacyBreak('break-before', COLUMN_BREAKS)],
  ['-webkit-column-break-after', legacyBreak('break-after', COLUMN_BREAKS)],
  ['-webkit-column-break-inside', legacyBreak('break-inside', {})],
  ...BORDER_SHORTHANDS,
  ...FLEX_SHORTHANDS,
  ...GRID_SHORTHANDS,
  ...FONT_SHORTHANDS,
  ...TEXT_SHORTHANDS,
]);

export function findShorthand(name: string): Shorthand | null {
  return SHORTHANDS.get(name) ?? null;
}

export const SHORTHAND_NAMES: readonly string[] = [...SHORTHANDS.keys()];
