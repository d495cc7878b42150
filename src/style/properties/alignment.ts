/**
 * Longhands of box alignment, gaps and flexible boxes.
 *
 * CSS Align 3 https://drafts.csswg.org/css-align-3/, CSS Flexbox 1 https://drafts.csswg.org/css-flexbox-1/
 */
import type { ComputeContext } from '../compute-context.ts';
import type { Alignment, ComputedStyle } from '../computed-style.ts';
import type { LengthPercentage } from '../length.ts';
import {
  computeLength,
  computeNumber,
  NON_NEGATIVE_LENGTH_PERCENT,
  type SpecifiedLength,
  takeInteger,
  takeLength,
  takeNumber,
} from '../specified-value.ts';
import type { ValueReader } from '../value-reader.ts';
import { computed, type Longhand, plain, wordMap } from './longhand.ts';
import { computeSize, takeSize } from './sizes.ts';

type Position = Alignment['position'];

/** Which words each property takes besides positions. */
interface AlignmentGrammar {
  readonly words: ReadonlyMap<string, Position>;
  readonly positions: ReadonlyMap<string, Position>;
  /** Chrome aligns content by first baselines only. */
  readonly baseline: boolean | 'first';
}

const CONTENT_POSITIONS = wordMap<Position>(['center', 'start', 'end', 'flex-start', 'flex-end']);
const SELF_POSITIONS = wordMap<Position>([
  'center',
  'start',
  'end',
  'self-start',
  'self-end',
  'flex-start',
  'flex-end',
  'anchor-center',
]);
const withSides = (positions: ReadonlyMap<string, Position>) =>
  new Map<string, Position>([...positions, ['left', 'left'], ['right', 'right']]);

const DISTRIBUTION = wordMap<Position>(['normal', 'stretch', 'space-between', 'space-around', 'space-evenly']);
const STRETCH = wordMap<Position>(['normal', 'stretch']);
const AUTO_STRETCH = wordMap<Position>(['auto', 'normal', 'stretch']);

const ALIGN_CONTENT: AlignmentGrammar = { words: DISTRIBUTION, positions: CONTENT_POSITIONS, baseline: 'first' };
const JUSTIFY_CONTENT: AlignmentGrammar = {
  words: DISTRIBUTION,
  positions: withSides(CONTENT_POSITIONS),
  baseline: false,
};
const ALIGN_ITEMS: AlignmentGrammar = { words: STRETCH, positions: SELF_POSITIONS, baseline: true };
const JUSTIFY_ITEMS: AlignmentGrammar = { words: STRETCH, positions: withSides(SELF_POSITIONS), baseline: true };
const ALIGN_SELF: AlignmentGrammar = { words: AUTO_STRETCH, positions: SELF_POSITIONS, baseline: true };
const JUSTIFY_SELF: AlignmentGrammar = { words: AUTO_STRETCH, positions: withSides(SELF_POSITIONS), baseline: true };

/** Alignments are few and compared by layout: equal ones are the same object. */
const interned = new Map<string, Alignment>();

function alignment(position: Position, overflow: Alignment['overflow'], legacy: boolean): Alignment {
  const key = `${position} ${overflow} ${legacy}`;
  let value = interned.get(key);
  if (value === undefined) {
    value = { position, overflow, legacy };
    interned.set(key, value);
  }
  return value;
}

function takeAlignment(reader: ValueReader, grammar: AlignmentGrammar): Alignment | undefined {
  const word = reader.takeFrom(grammar.words);
  if (word !== undefined) return alignment(word, 'default', false);
  const baseline = takeBaseline(reader);
  if (baseline !== undefined) {
    const fits = grammar.baseline === true || (grammar.baseline === 'first' && baseline === 'baseline');
    return fits ? alignment(baseline, 'default', false) : undefined;
  }
  const overflow = reader.takeFrom(OVERFLOW_POSITION) ?? 'default';
  const position = reader.takeFrom(grammar.positions);
  return position === undefined ? undefined : alignment(position, overflow, false);
}

const OVERFLOW_POSITION = wordMap(['safe', 'unsafe'] as const);

function takeBaseline(reader: ValueReader): 'baseline' | 'last baseline' | undefined {
  const start = reader.position;
  const last = reader.takeWord('last');
  if (!last) reader.takeWord('first');
  if (reader.takeWord('baseline')) return last ? 'last baseline' : 'baseline';
  reader.rewind(start);
  return undefined;
}

const takeAlignContent = (reader: ValueReader) => takeAlignment(reader, ALIGN_CONTENT);
const takeAlignItems = (reader: ValueReader) => takeAlignment(reader, ALIGN_ITEMS);
const takeAlignSelf = (reader: ValueReader) => takeAlignment(reader, ALIGN_SELF);
const takeJustifyContent = (reader: ValueReader) => takeAlignment(reader, JUSTIFY_CONTENT);
const takeJustifySelf = (reader: ValueReader) => takeAlignment(reader, JUSTIFY_SELF);

const LEGACY_POSITIONS = wordMap<Position>(['left', 'right', 'center']);

/** 'legacy', alone or with a side in either order, is only for justify-items. */
function takeJustifyItems(reader: ValueReader): Alignment | undefined {
  const start = reader.position;
  const side = reader.takeFrom(LEGACY_POSITIONS);
  if (reader.takeWord('legacy')) {
    return alignment(side ?? reader.takeFrom(LEGACY_POSITIONS) ?? 'normal', 'default', true);
  }
  reader.rewind(start);
  return takeAlignment(reader, JUSTIFY_ITEMS);
}

/** A bare 'legacy' takes over a legacy alignment from the parent (CSS Align 3 §6.1). */
function computeJustifyItems(value: Alignment, context: ComputeContext): Alignment {
  const inherited = context.parent.justifyItems;
  return value.legacy && value.position === 'normal' && inherited.legacy ? inherited : value;
}

type Gap = SpecifiedLength | 'normal';

function takeGap(reader: ValueReader): Gap | undefined {
  return reader.takeWord('normal') ? 'normal' : takeLength(reader, NON_NEGATIVE_LENGTH_PERCENT);
}

function computeGap(value: Gap, context: ComputeContext): LengthPercentage | 'normal' {
  return value === 'normal' ? value : computeLength(value, context);
}

const FLEX_DIRECTIONS = wordMap(['row', 'row-reverse', 'column', 'column-reverse']);
const FLEX_WRAPS = wordMap(['nowrap', 'wrap', 'wrap-reverse']);

/** nowrap | [ wrap | wrap-reverse ] || balance */
function takeFlexWrap(reader: ValueReader): ComputedStyle['flexWrap'] | undefined {
  const balanceFirst = reader.takeWord('balance');
  const wrap = reader.takeFrom(FLEX_WRAPS);
  if (wrap === 'nowrap') return balanceFirst ? undefined : wrap;
  const balances = balanceFirst || (wrap !== undefined && reader.takeWord('balance'));
  if (wrap === undefined && !balances) return undefined;
  const direction = wrap ?? 'wrap';
  return balances ? `${direction} balance` : direction;
}
const BASIS_WORDS = wordMap(['auto', 'content']);

export const takeFlexBasis = (reader: ValueReader) => takeSize(reader, BASIS_WORDS);
export const takeFlexFactor = (reader: ValueReader) => takeNumber(reader, { least: 0 });

export const ALIGNMENT_LONGHANDS: readonly Longhand[] = [
  plain('align-content', 'alignContent', false, takeAlignContent),
  plain('justify-content', 'justifyContent', false, takeJustifyContent),
  plain('align-items', 'alignItems', false, takeAlignItems),
  computed('justify-items', 'justifyItems', false, takeJustifyItems, computeJustifyItems),
  plain('align-self', 'alignSelf', false, takeAlignSelf),
  plain('justify-self', 'justifySelf', false, takeJustifySelf),
  computed('row-gap', 'rowGap', false, takeGap, computeGap),
  computed('column-gap', 'columnGap', false, takeGap, computeGap),
  plain('flex-direction', 'flexDirection', false, (reader) => reader.takeFrom(FLEX_DIRECTIONS)),
  plain('flex-wrap', 'flexWrap', false, takeFlexWrap),
  computed('flex-line-count', 'flexLineCount', false, (reader) => takeInteger(reader, 1), computeNumber),
  computed('flex-grow', 'flexGrow', false, takeFlexFactor, computeNumber),
  computed('flex-shrink', 'flexShrink', false, takeFlexFactor, computeNumber),
  computed('flex-basis', 'flexBasis', false, takeFlexBasis, computeSize),
];
