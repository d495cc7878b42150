/**
 * The patterns most shorthands follow: one to four sides, a pair, parts in any order.
 *
 * A shorthand names its longhands and gives values for some of them; the compiler sets the others to 'initial'.
 */
import { findLonghand } from './properties/table.ts';
import type { ValueReader } from './value-reader.ts';

/** Specified values by longhand name. */
export type Expansion = ReadonlyMap<string, unknown>;

export interface Shorthand {
  readonly longhands: readonly string[];
  /** Whether lengths without a unit are taken in quirks mode. */
  readonly quirkyLength: boolean;
  /** `null` when the value is not valid. What it leaves untaken makes it invalid too. */
  readonly expand: (reader: ValueReader) => Expansion | null;
}

export function expansion(...values: readonly (readonly [string, unknown])[]): Expansion {
  return new Map(values);
}

/** The value that a longhand's own parser takes. */
export function takeValueOf(longhand: string, reader: ValueReader): unknown {
  return findLonghand(longhand)!.parse(reader);
}

/** Top, right, bottom, left; missing ones copy the opposite side. */
export function fourSides(longhands: readonly string[], quirkyLength: boolean): Shorthand {
  const { parse } = findLonghand(longhands[0]!)!;
  return {
    longhands,
    quirkyLength,
    expand: (reader) => {
      const values: unknown[] = [];
      while (!reader.done && values.length < 4) {
        const value = parse(reader);
        if (value === undefined) return null;
        values.push(value);
      }
      const right = values[1] ?? values[0];
      const all = [values[0], right, values[2] ?? values[0], values[3] ?? right];
      return expansion(...longhands.map((name, i) => [name, all[i]] as const));
    },
  };
}

/** Two values; one alone counts for both. */
export function pair(first: string, second: string, quirkyLength = false): Shorthand {
  return {
    longhands: [first, second],
    quirkyLength,
    expand: (reader) => {
      const a = takeValueOf(first, reader);
      if (a === undefined) return null;
      const b = reader.done ? a : takeValueOf(second, reader);
      return b === undefined ? null : expansion([first, a], [second, b]);
    },
  };
}

/** Each longhand at most once, in any order, at least one. */
export function anyOrder(...longhands: readonly string[]): Shorthand {
  return {
    longhands,
    quirkyLength: false,
    expand: (reader) => {
      const values = new Map<string, unknown>();
      while (!reader.done) if (!takeOneOf(longhands, reader, values)) return null;
      return values.size === 0 ? null : values;
    },
  };
}

/** Takes a value of any of the longhands that has none yet. */
export function takeOneOf(longhands: readonly string[], reader: ValueReader, values: Map<string, unknown>): boolean {
  for (const name of longhands) {
    if (values.has(name)) continue;
    const start = reader.position;
    const value = takeValueOf(name, reader);
    if (value !== undefined) {
      values.set(name, value);
      return true;
    }
    reader.rewind(start);
  }
  return false;
}

/** Another name for one longhand, with a grammar of its own. */
export function single(longhand: string, parse: (reader: ValueReader) => unknown): Shorthand {
  return {
    longhands: [longhand],
    quirkyLength: false,
    expand: (reader) => {
      const value = parse(reader);
      return value === undefined ? null : expansion([longhand, value]);
    },
  };
}
