/**
 * What each longhand takes, as grammars (see grammar.ts), from the lines of tables/property-grammars.ts.
 *
 * In:  a property's name. Out: its grammar; `null` for a property that layout's own table reads.
 */
import { type Grammar, parseGrammar } from './grammar.ts';
import type { Productions } from './match.ts';
import { GRAMMARS, PRODUCTIONS } from './tables/property-grammars.ts';

interface Entry {
  readonly text: string;
  readonly made: boolean;
  grammar: Grammar | null;
}

/** 'a b*: grammar' lines; grammars are parsed when they are first asked for. */
function table(lines: string): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const line of lines.trim().split('\n')) {
    const colon = line.indexOf(': ');
    const names = line.slice(0, colon);
    const entry: Entry = { text: line.slice(colon + 2), made: names.endsWith('*'), grammar: null };
    for (const name of names.replace('*', '').split(' ')) entries.set(name, entry);
  }
  return entries;
}

const productionTable = table(PRODUCTIONS);
const grammarTable = table(GRAMMARS);

function known(entry: Entry): { readonly grammar: Grammar; readonly made: boolean } {
  entry.grammar ??= parseGrammar(entry.text);
  return entry as Entry & { grammar: Grammar };
}

export const productions: Productions = (name) => {
  const entry = productionTable.get(name);
  return entry === undefined ? null : known(entry);
};

/** `made`: the computed value is made by computed-parts.ts, under the property's name. */
export function grammarOf(property: string): { readonly grammar: Grammar; readonly made: boolean } | null {
  const entry = grammarTable.get(property);
  return entry === undefined ? null : known(entry);
}
