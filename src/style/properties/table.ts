/**
 * The property table: every longhand that a computed style has a field for.
 *
 * In:  a property's name.
 * Out: its parser, its computation, its place in the table; and where a flow-relative longhand goes in each writing mode.
 *
 * The parts are by theme in this folder. The order of the table is the order in which independent longhands are computed.
 */
import { invariant } from '../../invariant.ts';
import type { WritingMode } from '../computed-style.ts';
import { ALIGNMENT_LONGHANDS } from './alignment.ts';
import { ANCHOR_LONGHANDS } from './anchors.ts';
import { APPEARANCE_LONGHANDS } from './appearance.ts';
import { EDGE_LONGHANDS } from './edges.ts';
import { EFFECT_LONGHANDS } from './effects.ts';
import { FLOW_LONGHANDS } from './flow.ts';
import { FONT_LONGHANDS } from './font.ts';
import { GRID_LONGHANDS } from './grid.ts';
import { LIST_LONGHANDS } from './lists.ts';
import type { LogicalMapping, Longhand } from './longhand.ts';
import { SIZE_LONGHANDS } from './sizes.ts';
import { TABLE_AND_COLUMN_LONGHANDS } from './tables-and-columns.ts';
import { TEXT_LONGHANDS } from './text.ts';

export const LONGHANDS: readonly Longhand[] = [
  ...FLOW_LONGHANDS,
  ...FONT_LONGHANDS,
  ...APPEARANCE_LONGHANDS,
  ...TEXT_LONGHANDS,
  ...SIZE_LONGHANDS,
  ...EDGE_LONGHANDS,
  ...LIST_LONGHANDS,
  ...ALIGNMENT_LONGHANDS,
  ...GRID_LONGHANDS,
  ...TABLE_AND_COLUMN_LONGHANDS,
  ...EFFECT_LONGHANDS,
  ...ANCHOR_LONGHANDS,
];

const INDEXES: ReadonlyMap<string, number> = new Map(LONGHANDS.map((longhand, index) => [longhand.name, index]));
invariant(INDEXES.size === LONGHANDS.length, 'a longhand is in the table twice');

/** A longhand's place in `LONGHANDS`; -1 when there is none. */
export function longhandIndex(name: string): number {
  return INDEXES.get(name) ?? -1;
}

export function findLonghand(name: string): Longhand | null {
  return LONGHANDS[longhandIndex(name)] ?? null;
}

const WRITING_MODES: readonly WritingMode[] = [
  'horizontal-tb',
  'vertical-rl',
  'vertical-lr',
  'sideways-rl',
  'sideways-lr',
];

/** For each writing mode and direction: the physical longhand of each flow-relative one (others map to themselves). */
const PHYSICAL: readonly Int16Array[] = WRITING_MODES.flatMap((mode) =>
  (['ltr', 'rtl'] as const).map((direction) =>
    Int16Array.from(LONGHANDS, (longhand, index) =>
      longhand.logical === null ? index : longhandIndex(physicalName(longhand.logical, mode, direction)),
    ),
  ),
);
invariant(
  PHYSICAL.every((map) => map.every((index) => index >= -1)),
  'a flow-relative longhand maps to nothing',
);

/** The map from longhands to physical longhands under a writing mode; -1 where the physical one has no field. */
export function physicalIndexes(mode: WritingMode, direction: 'ltr' | 'rtl'): Int16Array {
  return PHYSICAL[WRITING_MODES.indexOf(mode) * 2 + (direction === 'rtl' ? 1 : 0)]!;
}

/** CSS Writing Modes 4 §6.4: which side of the page a flow-relative side is. */
function physicalName(logical: LogicalMapping, mode: WritingMode, direction: 'ltr' | 'rtl'): string {
  const vertical = mode !== 'horizontal-tb';
  switch (logical.to) {
    case 'inline-size':
      return logical.physical.replace('*', vertical ? 'height' : 'width');
    case 'block-size':
      return logical.physical.replace('*', vertical ? 'width' : 'height');
    case 'inline-axis':
      return logical.physical.replace('*', vertical ? 'y' : 'x');
    case 'block-axis':
      return logical.physical.replace('*', vertical ? 'x' : 'y');
    default:
      return logical.physical.replace('*', physicalSide(logical.to, mode, direction));
  }
}

/** Of a flow-relative side such as "block-start": top, right, bottom or left. */
export function physicalSide(side: string, mode: WritingMode, direction: 'ltr' | 'rtl'): string {
  const block = mode === 'horizontal-tb' ? ['top', 'bottom'] : ['left', 'right'];
  if (mode === 'vertical-rl' || mode === 'sideways-rl') block.reverse();
  if (side === 'block-start') return block[0]!;
  if (side === 'block-end') return block[1]!;
  const inline = mode === 'horizontal-tb' ? ['left', 'right'] : ['top', 'bottom'];
  // Lines of 'sideways-lr' run upwards.
  if ((direction === 'rtl') !== (mode === 'sideways-lr')) inline.reverse();
  return side === 'inline-start' ? inline[0]! : inline[1]!;
}
