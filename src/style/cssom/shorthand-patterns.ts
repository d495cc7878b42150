/**
 * The patterns that most shorthands follow, for reading them and for writing them again.
 *
 * In:  a reader of a shorthand's value. Out: texts of its longhands, those not named are missing and get their initial
 * values; and the other way round, the shortest text that gives these longhands.
 *
 * CSSOM 1 §6.7.2 https://drafts.csswg.org/cssom-1/#serializing-css-values
 */
import type { ValueReader } from '../value-reader.ts';
import type { Grammar } from './grammar.ts';
import { parseGrammar } from './grammar.ts';
import { matchGrammar } from './match.ts';
import { productions } from './property-grammar.ts';
import { listedProperty } from './property-list.ts';
import { initialText, takeLonghand } from './written-longhand.ts';
import { specifiedText } from './written-value.ts';

export type Texts = ReadonlyMap<string, string>;

export interface WrittenShorthand {
  /** In the order in which a declaration block gets them. */
  readonly longhands: readonly string[];
  readonly expand: (reader: ValueReader) => Texts | null;
  /** `computed`: the longhands' computed values are given. Empty when no value of the shorthand gives these longhands. */
  readonly write: (read: (longhand: string) => string, computed: boolean) => string;
}

const grammars = new Map<string, Grammar>();

/** The next value by a grammar, as text. Grammars are those of our own files: their number is limited. */
export function takeText(grammar: string, reader: ValueReader): string | null {
  let known = grammars.get(grammar);
  if (known === undefined) {
    known = parseGrammar(grammar);
    grammars.set(grammar, known);
  }
  const value = reader.done ? undefined : matchGrammar(known, reader, productions);
  return value === undefined ? null : specifiedText(value);
}

export function takeLonghandText(longhand: string, reader: ValueReader): string | null {
  const value = reader.done ? undefined : takeLonghand(longhand, reader);
  return value === undefined ? null : specifiedText(value);
}

export function isInitial(longhand: string, text: string, computed: boolean): boolean {
  return (
    text === (computed ? listedProperty(longhand)?.initial : initialText(longhand)) || text === initialText(longhand)
  );
}

/** One to four values for four sides. */
export function sides(longhands: readonly string[]): WrittenShorthand {
  return {
    longhands,
    expand(reader) {
      const values: string[] = [];
      for (let value = takeLonghandText(longhands[0]!, reader); value !== null && values.length < 4; ) {
        values.push(value);
        value = takeLonghandText(longhands[0]!, reader);
      }
      const [top, right = top, bottom = top, left = right] = values;
      if (top === undefined) return null;
      return textsOf(longhands, [top, right!, bottom!, left!]);
    },
    write: (read) => sidesText(longhands.map(read)),
  };
}

export function sidesText([top = '', right = '', bottom = '', left = '']: readonly string[]): string {
  if (left !== right) return `${top} ${right} ${bottom} ${left}`;
  if (top !== bottom) return `${top} ${right} ${bottom}`;
  return top === right ? top : `${top} ${right}`;
}

/** One or two values; one is for both. */
export function pair(longhands: readonly [string, string]): WrittenShorthand {
  return {
    longhands,
    expand(reader) {
      const first = takeLonghandText(longhands[0], reader);
      if (first === null) return null;
      const second = takeLonghandText(longhands[1], reader);
      return textsOf(longhands, [first, second ?? first]);
    },
    write(read) {
      const [first, second] = [read(longhands[0]), read(longhands[1])];
      return first === second ? first : `${first} ${second}`;
    },
  };
}

/** One value for all of several longhands. */
export function same(longhands: readonly string[]): WrittenShorthand {
  return {
    longhands,
    expand(reader) {
      const value = takeLonghandText(longhands[0]!, reader);
      return value === null ? null : new Map(longhands.map((name) => [name, value]));
    },
    write(read) {
      const first = read(longhands[0]!);
      return longhands.every((name) => read(name) === first) ? first : '';
    },
  };
}

interface AnyOptions {
  /** What stands for all initial values in a declaration. */
  readonly none: string;
  /** Longhands that a computed value leaves out where they are initial. */
  readonly leaveOut?: readonly string[];
  /** The order of the text, where it is not that of the block. */
  readonly order?: readonly string[];
}

/** Values of several longhands in any order. */
export function anyOrder(
  longhands: readonly string[],
  { none, leaveOut = [], order = longhands }: AnyOptions,
): WrittenShorthand {
  return {
    longhands,
    expand(reader) {
      const found = takeAnyOrder(order, reader);
      return found.size === 0 ? null : found;
    },
    write(read, computed) {
      const parts = order.filter((name) =>
        computed ? !leaveOut.includes(name) || !isInitial(name, read(name), true) : !isInitial(name, read(name), false),
      );
      return parts.length === 0 ? none : parts.map(read).join(' ');
    },
  };
}

/** As many of these longhands as come next, each once. */
export function takeAnyOrder(longhands: readonly string[], reader: ValueReader): Map<string, string> {
  const found = new Map<string, string>();
  for (let isFound = true; isFound && !reader.done; ) {
    isFound = false;
    for (const name of longhands) {
      if (found.has(name)) continue;
      const text = takeLonghandText(name, reader);
      if (text === null) continue;
      found.set(name, text);
      isFound = true;
      break;
    }
  }
  return found;
}

export function textsOf(longhands: readonly string[], values: readonly string[]): Texts {
  return new Map(longhands.map((name, at) => [name, values[at]!]));
}

/** The items of a list of values: commas inside of brackets are not its own. */
export function listItems(text: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let quote = '';
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (quote !== '') {
      if (character === '\\') at++;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (character === ',' && depth === 0) {
      items.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  items.push(text.slice(start).trim());
  return items;
}
