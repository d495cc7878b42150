/**
 * What the property table says about one longhand, and the words to say it with.
 *
 * A parser takes its value from the reader and gives a specified value, or `undefined` when it is not valid; the
 * compiler checks that nothing is left over. `compute` turns it into what the style's field holds; `null` when that is
 * the specified value itself.
 */
import type { ComputeContext } from '../compute-context.ts';
import type { StyleRecord } from '../style-record.ts';
import type { ValueReader } from '../value-reader.ts';

export type StyleField = keyof StyleRecord;

export type FlowSide = 'block-start' | 'block-end' | 'inline-start' | 'inline-end';

/** Where a flow-relative property goes: '*' in `physical` becomes a side, a dimension or an axis. */
export interface LogicalMapping {
  readonly physical: string;
  readonly to: FlowSide | 'inline-size' | 'block-size' | 'inline-axis' | 'block-axis';
}

export interface Longhand {
  readonly name: string;
  readonly field: StyleField;
  readonly inherited: boolean;
  readonly parse: (reader: ValueReader) => unknown;
  readonly compute: ((value: unknown, context: ComputeContext) => unknown) | null;
  /** Takes lengths without a unit in quirks mode (Quirks §4.2). */
  readonly quirkyLength: boolean;
  readonly logical: LogicalMapping | null;
}

/** A longhand whose specified value is also its computed value. */
export function plain<Field extends StyleField>(
  name: string,
  field: Field,
  inherited: boolean,
  parse: (reader: ValueReader) => StyleRecord[Field] | undefined,
): Longhand {
  return { name, field, inherited, parse, compute: null, quirkyLength: false, logical: null };
}

/** A longhand whose specified value depends on the element before it is a computed one. */
export function computed<Field extends StyleField, Specified>(
  name: string,
  field: Field,
  inherited: boolean,
  parse: (reader: ValueReader) => Specified | undefined,
  compute: (value: Specified, context: ComputeContext) => StyleRecord[Field],
): Longhand {
  const widened = compute as (value: unknown, context: ComputeContext) => unknown;
  return { name, field, inherited, parse, compute: widened, quirkyLength: false, logical: null };
}

/** A longhand that is one word of a list. */
export function keywords<Field extends StyleField, Word extends StyleRecord[Field] & string>(
  name: string,
  field: Field,
  inherited: boolean,
  words: readonly Word[],
  aliases: Readonly<Record<string, Word>> = {},
): Longhand {
  const map = wordMap(words, aliases);
  return plain(name, field, inherited, (reader) => reader.takeFrom(map));
}

export function wordMap<Word extends string>(
  words: readonly Word[],
  aliases: Readonly<Record<string, Word>> = {},
): ReadonlyMap<string, Word> {
  return new Map<string, Word>([...words.map((word): [string, Word] => [word, word]), ...Object.entries(aliases)]);
}

/** The same longhand, which takes lengths without a unit in quirks mode. */
export function quirky(longhand: Longhand): Longhand {
  return { ...longhand, quirkyLength: true };
}

/** A flow-relative name for a group of physical longhands, given any one of them. */
export function logical(name: string, physical: string, to: LogicalMapping['to'], like: Longhand): Longhand {
  return { ...like, name, quirkyLength: false, logical: { physical, to } };
}

export const FLOW_SIDES: readonly FlowSide[] = ['block-start', 'block-end', 'inline-start', 'inline-end'];
export const SIDES = ['top', 'right', 'bottom', 'left'] as const;

/** The field of a property on one side: 'margin', 'top', '' gives 'marginTop'. */
export function sideField<Prefix extends string, Suffix extends string>(
  prefix: Prefix,
  side: (typeof SIDES)[number],
  suffix: Suffix,
): `${Prefix}${'Top' | 'Right' | 'Bottom' | 'Left'}${Suffix}` {
  const capital = (side[0]!.toUpperCase() + side.slice(1)) as 'Top' | 'Right' | 'Bottom' | 'Left';
  return `${prefix}${capital}${suffix}`;
}
