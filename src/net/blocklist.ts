/**
 * A list of what is not asked for, as an index that answers quickly.
 *
 * In:  text with one entry a line (filter-rule.ts), from any number of lists. Out: the entry that blocks a request.
 *
 * Faster: rules for whole hosts, which most are, are looked up by the host's name and those above it. Of the others,
 * each is filed under one word of its pattern, and only rules under words of the address are tried. Lists of 100,000
 * entries answer in microseconds; test/net/blocklist.test.ts compares with trying them all.
 */
import { LIMITS } from '../limits.ts';
import { countsFor, type FilterRequest, type FilterRule, parseFilterRule, patternOf } from './filter-rule.ts';

/** A rule with its pattern, which is made when it is first tried. */
interface Filed {
  readonly rule: FilterRule;
  pattern: RegExp | null;
}

export class Blocklist {
  readonly #byHost = new Map<string, Filed[]>();
  readonly #byWord = new Map<string, Filed[]>();
  readonly #byNothing: Filed[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds the entries of a list, except those that are to be left out. */
  add(text: string, leftOut: ReadonlySet<string> = new Set()): void {
    for (let start = 0; start < text.length && this.#size < LIMITS.blocklistEntries; ) {
      const end = text.indexOf('\n', start);
      const line = text.slice(start, end < 0 ? text.length : end);
      start = end < 0 ? text.length : end + 1;
      const rule = parseFilterRule(line);
      if (rule === null || leftOut.has(rule.text)) continue;
      this.#file({ rule, pattern: null });
      this.#size++;
    }
  }

  /** The entry that blocks the request; `null` when it may be made. */
  match(request: FilterRequest): string | null {
    let blocking: FilterRule | null = null;
    let isExcepted = false;
    for (const filed of this.#candidates(request)) {
      const { rule } = filed;
      const isDecided = rule.isException ? isExcepted : blocking !== null && !rule.isImportant;
      if (isDecided || !countsFor(rule, request) || !matches(filed, request)) continue;
      if (rule.isException) isExcepted = true;
      else if (rule.isImportant) return rule.text;
      else blocking = rule;
    }
    return blocking === null || isExcepted ? null : blocking.text;
  }

  #file(filed: Filed): void {
    const { host, pattern } = filed.rule;
    if (host !== '') put(this.#byHost, host, filed);
    else {
      const word = this.#wordOf(pattern);
      if (word === null) this.#byNothing.push(filed);
      else put(this.#byWord, word, filed);
    }
  }

  /**
   * A word that every address must have which the pattern matches: a run of letters and digits with something that ends a
   * word on both sides. Beside a star or an open end, a word may go on. Of several, the one with the fewest rules so far.
   */
  #wordOf(pattern: string): string | null {
    if (pattern.startsWith('/') && pattern.endsWith('/') && pattern.length > 2) return null;
    const text = pattern.toLowerCase();
    let best: string | null = null;
    let fewest = Number.POSITIVE_INFINITY;
    WORDS.lastIndex = 0;
    for (let found = WORDS.exec(text); found !== null; found = WORDS.exec(text)) {
      const [word] = found;
      const before = text[found.index - 1];
      const after = text[found.index + word.length];
      const isWhole = before !== undefined && before !== '*' && after !== undefined && after !== '*';
      if (!isWhole || COMMON_WORDS.has(word)) continue;
      const rules = this.#byWord.get(word)?.length ?? 0;
      if (rules >= fewest) continue;
      best = word;
      fewest = rules;
    }
    return best;
  }

  *#candidates({ hostname, url }: FilterRequest): Iterable<Filed> {
    for (let host = hostname; host !== ''; host = host.includes('.') ? host.slice(host.indexOf('.') + 1) : '') {
      yield* this.#byHost.get(host) ?? [];
    }
    if (this.#byWord.size > 0) {
      const seen = new Set<string>();
      for (const [word] of url.toLowerCase().matchAll(/[a-z0-9]{2,}/g)) {
        if (seen.has(word)) continue;
        seen.add(word);
        yield* this.#byWord.get(word) ?? [];
      }
    }
    yield* this.#byNothing;
  }
}

function put(index: Map<string, Filed[]>, key: string, filed: Filed): void {
  const found = index.get(key);
  if (found === undefined) index.set(key, [filed]);
  else found.push(filed);
}

function matches(filed: Filed, { url }: FilterRequest): boolean {
  // The index has looked at the host already.
  if (filed.rule.host !== '') return true;
  filed.pattern ??= patternOf(filed.rule);
  return filed.pattern.test(url);
}

const WORDS = /[a-z0-9]{2,}/g;
/** Words that are in every address tell nothing. */
const COMMON_WORDS = new Set(['http', 'https', 'www', 'com', 'net', 'org', 'js', 'css', 'html', 'php']);
