/**
 * Values matched against their grammars.
 *
 * In:  a grammar and a reader of a value. Out: the value's parts in the order of the grammar; `undefined` when it does not
 * fit, with nothing taken.
 *
 * What stands in any order ('||', '&&') comes out in the order of the grammar, which is the one that CSSOM §6.7.2 writes.
 */
import type { ValueReader } from '../value-reader.ts';
import type { Grammar } from './grammar.ts';
import { takeType } from './value-types.ts';
import type { WrittenValue } from './written-value.ts';

/** Finds the grammar of a named production; `made` asks that its value be marked with the name. */
export type Productions = (name: string) => { readonly grammar: Grammar; readonly made: boolean } | null;

/** Productions within productions; a value cannot make them deeper than its own nesting does. */
const MAX_DEPTH = 200;

export function matchGrammar(
  grammar: Grammar,
  reader: ValueReader,
  productions: Productions,
): WrittenValue | undefined {
  return new Matcher(productions).match(grammar, reader, 0);
}

class Matcher {
  private readonly productions: Productions;

  constructor(productions: Productions) {
    this.productions = productions;
  }

  match(grammar: Grammar, reader: ValueReader, depth: number): WrittenValue | undefined {
    if (depth > MAX_DEPTH) return undefined;
    switch (grammar.kind) {
      case 'word':
        return takeWord(grammar.word, reader) ? grammar.word : undefined;
      case 'type':
        return this.type(grammar.name, grammar.nonNegative, reader, depth);
      case 'function':
        return this.functionCall(grammar.name, grammar.inside, reader, depth);
      case 'sequence':
        return this.sequence(grammar.parts, reader, depth);
      case 'one':
        for (const part of grammar.parts) {
          const value = this.match(part, reader, depth + 1);
          if (value !== undefined) return value;
        }
        return undefined;
      case 'any':
      case 'all':
        return this.unordered(grammar.parts, grammar.kind === 'all', reader, depth);
      case 'repeat':
        return this.repeated(grammar, reader, depth);
    }
  }

  private type(name: string, nonNegative: boolean, reader: ValueReader, depth: number): WrittenValue | undefined {
    const production = this.productions(name);
    if (production === null) return takeType(name, nonNegative, reader);
    const value = this.match(production.grammar, reader, depth + 1);
    return value === undefined || !production.made ? value : { kind: 'made', name, value };
  }

  private functionCall(name: string, inside: Grammar, reader: ValueReader, depth: number): WrittenValue | undefined {
    if (reader.peekFunction() !== name) return undefined;
    const start = reader.position;
    const inner = reader.takeInside();
    const value = this.match(inside, inner, depth + 1);
    if (value !== undefined && inner.done) return { kind: 'function', name, inside: value };
    reader.rewind(start);
    return undefined;
  }

  private sequence(parts: readonly Grammar[], reader: ValueReader, depth: number): WrittenValue | undefined {
    const start = reader.position;
    const items: WrittenValue[] = [];
    for (const part of parts) {
      const value = this.match(part, reader, depth + 1);
      if (value === undefined) {
        reader.rewind(start);
        return undefined;
      }
      items.push(value);
    }
    return { kind: 'list', items, separator: ' ' };
  }

  private unordered(
    parts: readonly Grammar[],
    needsAll: boolean,
    reader: ValueReader,
    depth: number,
  ): WrittenValue | undefined {
    const start = reader.position;
    const items: WrittenValue[] = parts.map(() => '');
    const found = parts.map(() => false);
    for (let isFound = true; isFound && !reader.done; ) {
      isFound = false;
      for (let at = 0; at < parts.length; at++) {
        if (found[at]) continue;
        const before = reader.position;
        const value = this.match(parts[at]!, reader, depth + 1);
        // An optional part that takes nothing may still come later.
        if (value === undefined || reader.position === before) continue;
        items[at] = value;
        found[at] = true;
        isFound = true;
        break;
      }
    }
    const isEnough = needsAll ? parts.every((part, at) => found[at] || mayBeAbsent(part)) : found.includes(true);
    if (isEnough) return { kind: 'list', items, separator: ' ' };
    reader.rewind(start);
    return undefined;
  }

  private repeated(
    { part, least, most, comma }: Grammar & { kind: 'repeat' },
    reader: ValueReader,
    depth: number,
  ): WrittenValue | undefined {
    const start = reader.position;
    const items: WrittenValue[] = [];
    while (items.length < most && !reader.done) {
      const before = reader.position;
      if (comma && items.length > 0 && !reader.takeComma()) break;
      const value = this.match(part, reader, depth + 1);
      if (value === undefined || reader.position === before) {
        reader.rewind(before);
        break;
      }
      items.push(value);
    }
    if (items.length >= least)
      return items.length === 1 ? items[0] : { kind: 'list', items, separator: comma ? ', ' : ' ' };
    reader.rewind(start);
    return undefined;
  }
}

function mayBeAbsent(grammar: Grammar): boolean {
  return grammar.kind === 'repeat' && grammar.least === 0;
}

function takeWord(word: string, reader: ValueReader): boolean {
  if (word === ',') return reader.takeComma();
  return word === '/' ? reader.takeDelimiter('/') : reader.takeWord(word);
}
