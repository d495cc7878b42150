/**
 * What each longhand takes, as grammars (see grammar.ts), from the lines of tables/property-grammars.ts.
 *
 * In:  a property's name. Out: its grammar; `null` for a property that layout's own table reads.
 */
import { type Grammar, parseGrammar } from './grammar.ts';
import type { Productions } from './match.ts';
import { GRAMMARS, PRODUCTIONS } from './tables/property-grammars.ts';

export interface KnownGrammar {
  readonly grammar: Grammar;
  /** The computed value is made by computed-parts.ts, under the property's name. */
  readonly made: boolean;
}

/** 'a b*: grammar' lines, by their names. */
function table(lines: string): Map<string, string> {
  const entries = new Map<string, string>();
  for (const line of lines.trim().split('\n')) {
    const names = line.slice(0, line.indexOf(': ')).replace('*', '');
    for (const name of names.split(' ')) entries.set(name, line);
  }
  return entries;
}

const productionTable = table(PRODUCTIONS);
const grammarTable = table(GRAMMARS);

/** By their lines. Smaller: grammars are parsed when they are first asked for. */
const parsed = new Map<string, KnownGrammar>();

function known(line: string): KnownGrammar {
  let grammar = parsed.get(line);
  if (grammar === undefined) {
    const colon = line.indexOf(': ');
    grammar = { grammar: parseGrammar(line.slice(colon + 2)), made: line[colon - 1] === '*' };
    parsed.set(line, grammar);
  }
  return grammar;
}

export const productions: Productions = (name) => {
  const line = productionTable.get(name);
  return line === undefined ? null : known(line);
};

export function grammarOf(property: string): KnownGrammar | null {
  const line = grammarTable.get(property);
  return line === undefined ? null : known(line);
}
