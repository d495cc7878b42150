/**
 * Shorthands of flexible boxes, gaps and alignment.
 *
 * CSS Flexbox 1 §5.3 and §7.1 https://drafts.csswg.org/css-flexbox-1/#flex-property, CSS Align 3 §5.4, §6.4, §7.4.
 */
import type { Alignment } from './computed-style.ts';
import { percent } from './length.ts';
import { takeFlexBasis, takeFlexFactor } from './properties/alignment.ts';
import { anyOrder, type Expansion, expansion, pair, type Shorthand, takeValueOf } from './shorthand-patterns.ts';
import type { ValueReader } from './value-reader.ts';

function flexValues(grow: unknown, shrink: unknown, basis: unknown): Expansion {
  return expansion(['flex-grow', grow], ['flex-shrink', shrink], ['flex-basis', basis]);
}

/** 'none', or grow and shrink together and a basis in either order. What is left out is 1, 1 and 0%. */
function expandFlex(reader: ValueReader): Expansion | null {
  if (reader.takeWord('none')) return flexValues(0, 0, 'auto');
  let grow: unknown;
  let shrink: unknown;
  let basis: unknown;
  while (!reader.done) {
    if (grow === undefined) {
      grow = takeFlexFactor(reader);
      if (grow !== undefined) {
        shrink = takeFlexFactor(reader);
        continue;
      }
    }
    if (basis !== undefined || (basis = takeFlexBasis(reader)) === undefined) return null;
  }
  return flexValues(grow ?? 1, shrink ?? 1, basis ?? percent(0));
}

/** Alignment in the block axis, then in the inline axis; one alone counts for both where it can. */
function place(align: string, justify: string): Shorthand {
  return {
    longhands: [align, justify],
    quirkyLength: false,
    expand: (reader) => {
      const start = reader.position;
      const block = takeValueOf(align, reader) as Alignment | undefined;
      if (block === undefined) return null;
      if (!reader.done) {
        const inline = takeValueOf(justify, reader);
        return inline === undefined ? null : expansion([align, block], [justify, inline]);
      }
      reader.rewind(start);
      const inline = takeValueOf(justify, reader);
      if (inline !== undefined) return expansion([align, block], [justify, inline]);
      // Content cannot be justified by baselines: its start is meant.
      while (!reader.done) reader.skip();
      return expansion([align, block], [justify, START]);
    },
  };
}

const START: Alignment = { position: 'start', overflow: 'default', legacy: false };

export const FLEX_SHORTHANDS: readonly (readonly [string, Shorthand])[] = [
  ['flex', { longhands: ['flex-grow', 'flex-shrink', 'flex-basis'], quirkyLength: false, expand: expandFlex }],
  ['flex-flow', anyOrder('flex-direction', 'flex-wrap')],
  ['gap', pair('row-gap', 'column-gap')],
  ['place-content', place('align-content', 'justify-content')],
  ['place-items', place('align-items', 'justify-items')],
  ['place-self', place('align-self', 'justify-self')],
];
