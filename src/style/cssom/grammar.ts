/**
 * Grammars of values, written as the standards write them.
 *
 * In:  a grammar such as 'none | <length> && <color>?'. Out: a tree that match.ts walks.
 *
 * CSS Values 4 §2 https://drafts.csswg.org/css-values-4/#value-defs. A plus sign inside of a type's brackets
 * ('<length +>') stands for a range from zero on. The first alternative that fits is taken, so longer ones come first.
 */
import { invariant } from '../../invariant.ts';

export type Grammar =
  /** A keyword, a slash or a comma. */
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'type'; readonly name: string; readonly nonNegative: boolean }
  | { readonly kind: 'function'; readonly name: string; readonly inside: Grammar }
  /** One after the other. */
  | { readonly kind: 'sequence'; readonly parts: readonly Grammar[] }
  /** '&&': all, in any order. */
  | { readonly kind: 'all'; readonly parts: readonly Grammar[] }
  /** '||': some, in any order. */
  | { readonly kind: 'any'; readonly parts: readonly Grammar[] }
  | { readonly kind: 'one'; readonly parts: readonly Grammar[] }
  | {
      readonly kind: 'repeat';
      readonly part: Grammar;
      readonly least: number;
      readonly most: number;
      readonly comma: boolean;
    };

const TOKEN = /\s*(<[^>]+>|[\w-]+\(|#?\{\d+(?:,\d*)?\}|[\w-]+|\|\||&&|[|[\])?*+#,/])/y;

export function parseGrammar(text: string): Grammar {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) tokens.push(found[1]!);
  const parser = new GrammarParser(tokens);
  const grammar = parser.alternatives();
  invariant(parser.done, `a grammar is well-formed: ${text}`);
  return grammar;
}

/** From the loosest to the tightest: '|', '||', '&&', juxtaposition. */
class GrammarParser {
  private readonly tokens: readonly string[];
  private at = 0;

  constructor(tokens: readonly string[]) {
    this.tokens = tokens;
  }

  get done(): boolean {
    return this.at >= this.tokens.length;
  }

  alternatives(): Grammar {
    return this.joined('|', 'one', () =>
      this.joined('||', 'any', () => this.joined('&&', 'all', () => this.sequence())),
    );
  }

  private joined(sign: string, kind: 'one' | 'any' | 'all', part: () => Grammar): Grammar {
    const parts = [part()];
    while (this.take(sign)) parts.push(part());
    return parts.length === 1 ? parts[0]! : { kind, parts };
  }

  private sequence(): Grammar {
    const parts: Grammar[] = [];
    while (!this.done && !/^(?:[|\])]|\|\||&&)$/.test(this.tokens[this.at]!)) parts.push(this.multiplied(this.term()));
    return parts.length === 1 ? parts[0]! : { kind: 'sequence', parts };
  }

  private term(): Grammar {
    const token = this.tokens[this.at++]!;
    if (token === '[') return this.closed(']');
    if (token.endsWith('('))
      return { kind: 'function', name: token.slice(0, -1).toLowerCase(), inside: this.closed(')') };
    if (!token.startsWith('<')) return { kind: 'word', word: token.toLowerCase() };
    const nonNegative = token.endsWith(' +>');
    return { kind: 'type', name: token.slice(1, nonNegative ? -3 : -1), nonNegative };
  }

  private closed(sign: string): Grammar {
    const inside = this.alternatives();
    invariant(this.take(sign), `a grammar closes its ${sign}`);
    return inside;
  }

  private multiplied(part: Grammar): Grammar {
    const sign = this.tokens[this.at] ?? '';
    const count = /^(#?)\{(\d+)(,?)(\d*)\}$/.exec(sign);
    let repeated: Grammar | null = null;
    if (sign === '?') repeated = { kind: 'repeat', part, least: 0, most: 1, comma: false };
    else if (sign === '*') repeated = { kind: 'repeat', part, least: 0, most: MANY, comma: false };
    else if (sign === '+') repeated = { kind: 'repeat', part, least: 1, most: MANY, comma: false };
    else if (sign === '#') repeated = { kind: 'repeat', part, least: 1, most: MANY, comma: true };
    else if (count !== null) {
      const [, hash, least, comma, most] = count;
      const end = comma === '' ? least : most;
      repeated = {
        kind: 'repeat',
        part,
        least: Number(least),
        most: end === '' ? MANY : Number(end),
        comma: hash === '#',
      };
    }
    if (repeated === null) return part;
    this.at++;
    return this.multiplied(repeated);
  }

  private take(sign: string): boolean {
    if (this.tokens[this.at] !== sign) return false;
    this.at++;
    return true;
  }
}

/** More items than any real value has; a value's tokens are limited before. */
const MANY = 100_000;
