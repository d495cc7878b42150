/**
 * Column widths in automatic layout: between the guesses around the width to fill, or beyond the largest.
 *
 * In:  columns, the width that they fill together. Out: a width for each.
 *
 * CSS Tables 3 §3.9.3.1 https://drafts.csswg.org/css-tables-3/#distributing-width-to-columns. The excess beyond the
 * largest guess is shared as Chrome does it.
 */
import { type Column, percentSize } from './column.ts';
import { sharesOf } from './share-out.ts';

type Kind = 'percent' | 'fixed' | 'auto' | 'merged';

function kindOf({ mergeable, percent, constrained }: Column): Kind {
  if (mergeable) return 'merged';
  if (percent !== null) return 'percent';
  return constrained ? 'fixed' : 'auto';
}

/** The kinds that have reached more than their minimum at each guess after the first. */
const GUESSES: readonly (readonly Kind[])[] = [['percent'], ['percent', 'fixed'], ['percent', 'fixed', 'auto']];

/** `growsFixed`: columns of a fixed width may take what is beyond it. */
export function distributeInline(columns: readonly Column[], target: number, growsFixed: boolean): number[] {
  const kinds = columns.map(kindOf);
  const minimums = columns.map((column, index) => (kinds[index] === 'merged' ? 0 : column.min));
  const wanted = columns.map((column, index) => wantedSize(column, kinds[index]!, target));
  let lower = minimums;
  let lowerSum = sum(lower);
  if (lowerSum >= target) return lower;

  for (const reached of GUESSES) {
    const upper = minimums.map((min, index) => (reached.includes(kinds[index]!) ? wanted[index]! : min));
    const upperSum = sum(upper);
    if (upperSum === target) return upper;
    if (upperSum > target) return between(lower, upper, kinds, reached.at(-1)!, target - lowerSum);
    lower = upper;
    lowerSum = upperSum;
  }
  return beyond(columns, kinds, lower, target - lowerSum, growsFixed);
}

function wantedSize(column: Column, kind: Kind, target: number): number {
  if (kind === 'merged') return 0;
  return kind === 'percent' ? percentSize(column, target) : column.max;
}

/** Columns of one kind grow by what they still want. */
function between(
  lower: readonly number[],
  upper: readonly number[],
  kinds: readonly Kind[],
  growing: Kind,
  room: number,
): number[] {
  const members = indexesOf(kinds, growing);
  return grown(
    lower,
    members,
    members.map((index) => upper[index]! - lower[index]!),
    room,
  );
}

/** Excess goes to columns without a width, else to those with a fixed one, else by percentage. */
function beyond(
  columns: readonly Column[],
  kinds: readonly Kind[],
  sizes: readonly number[],
  excess: number,
  growsFixed: boolean,
): number[] {
  for (const kind of ['auto', 'fixed', 'percent'] as const) {
    if (kind === 'fixed' && !growsFixed) continue;
    const members = indexesOf(kinds, kind);
    if (members.length === 0) continue;
    const weights = members.map((index) => (kind === 'percent' ? columns[index]!.percent! : columns[index]!.max));
    return grown(sizes, members, weights, excess);
  }
  return [...sizes];
}

function grown(sizes: readonly number[], members: readonly number[], weights: readonly number[], by: number): number[] {
  const result = [...sizes];
  sharesOf(by, weights).forEach((share, at) => {
    result[members[at]!]! += share;
  });
  return result;
}

function indexesOf(kinds: readonly Kind[], kind: Kind): number[] {
  const indexes: number[] = [];
  kinds.forEach((each, index) => {
    if (each === kind) indexes.push(index);
  });
  return indexes;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
