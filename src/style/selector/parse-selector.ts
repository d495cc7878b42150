/**
 * Selector text into selectors.
 *
 * In:  the text of a selector list, the namespaces of its sheet, and what it is nested in.
 * Out: selectors ready to match, or `null` when the list is invalid.
 *
 * Lists are unforgiving, except inside :is() and :where(). Unknown pseudo-classes and pseudo-elements make a selector
 * invalid, as in Chrome; unknown '::-webkit-…' are valid and select nothing.
 *
 * Selectors 4 §18 https://drafts.csswg.org/selectors-4/#grammar, CSS Nesting 1
 */
import { namespaceKeyOf } from '../../html/node-tree.ts';
import { asciiLower } from '../code-points.ts';
import { type Token, tokenize } from '../tokenizer.ts';
import { CompoundBuilder, complexSelector } from './compound-builder.ts';
import { parseAttribute } from './parse-attribute.ts';
import { parsePseudo } from './parse-pseudo.ts';
import { type Combinator, type ComplexSelector, type SelectorList, simpleSelector } from './selector.ts';
import {
  type ListRules,
  type NamespaceMap,
  PLAIN_SCOPE,
  type SelectorReader,
  type SelectorScope,
} from './selector-reader.ts';

const TOP_LEVEL: ListRules = {
  forgiving: false,
  relative: false,
  pseudoElements: true,
  compoundOnly: false,
  insideHas: false,
};

/** Functions within functions; a selector that nests deeper is invalid, so that matching has a bounded stack. */
const MAX_FUNCTION_DEPTH = 24;
/** Compounds in one complex selector, for the same reason. */
const MAX_COMPOUNDS = 256;

/** The selectors of a text on its own, as querySelector() takes it; `null` when it is invalid. */
export function parseSelectorList(text: string): SelectorList | null {
  return parseSelectors(text, PLAIN_SCOPE);
}

/** The selectors of a rule's prelude. */
export function parseSelectors(text: string, scope: SelectorScope): SelectorList | null {
  return new SelectorParser(tokenize(text), scope).parseAll(TOP_LEVEL);
}

/** The same for questions about what is supported, where no list is forgiving (CSS Conditional 4 §2). */
export function parseSelectorsStrictly(text: string, scope: SelectorScope): SelectorList | null {
  return new SelectorParser(tokenize(text), scope, true).parseAll(TOP_LEVEL);
}

/**
 * Whether a text on its own is valid, and where the items of forgiving lists stand that are not: they are dropped when
 * matching, and written as they are.
 *
 * Out: `null` when it is invalid; else where such an item begins in the text and where it ends.
 */
export function findDroppedItems(
  tokens: readonly Token[],
  namespaces: NamespaceMap,
): ReadonlyMap<number, number> | null {
  const parser = new SelectorParser(tokens, { ...PLAIN_SCOPE, namespaces });
  return parser.parseAll(TOP_LEVEL) === null ? null : parser.dropped;
}

/** A forgiving list without pseudo-elements: the roots and limits of @scope. */
export function parseForgivingSelectors(text: string, scope: SelectorScope): SelectorList {
  return (
    new SelectorParser(tokenize(text), scope).parseAll({ ...TOP_LEVEL, forgiving: true, pseudoElements: false }) ?? []
  );
}

/** A cursor over the tokens of one selector text. */
class SelectorParser implements SelectorReader {
  readonly tokens: readonly Token[];
  readonly scope: SelectorScope;
  private readonly isStrict: boolean;
  at = 0;
  private depth = 0;
  /** '&' or ':scope' was read since the current item of the outermost list began. */
  private anchored = false;
  /** Items of forgiving lists that are not valid: where they begin and end in the text. */
  readonly dropped = new Map<number, number>();

  constructor(tokens: readonly Token[], scope: SelectorScope, isStrict = false) {
    this.tokens = tokens;
    this.scope = scope;
    this.isStrict = isStrict;
  }

  parseAll(rules: ListRules): SelectorList | null {
    const list = this.parseList(rules);
    return list !== null && this.at >= this.tokens.length ? list : null;
  }

  peek(): Token | undefined {
    return this.tokens[this.at];
  }

  skipWhitespace(): boolean {
    const start = this.at;
    while (this.tokens[this.at]?.type === 'whitespace') this.at++;
    return this.at > start;
  }

  isDelim(value: string): boolean {
    const token = this.tokens[this.at];
    return token !== undefined && token.type === 'delim' && token.value === value;
  }

  /** At the ')' that ends the current argument, or at the end of the text, which closes it too. */
  atEnd(): boolean {
    const token = this.tokens[this.at];
    return token === undefined || token.type === ')';
  }

  markAnchored(): void {
    this.anchored = true;
  }

  /** Runs `parse` on a function's argument, then takes the ')'. The cursor is just after the function token. */
  argument<T>(parse: () => T | null): T | null {
    if (this.depth >= MAX_FUNCTION_DEPTH) return null;
    this.depth++;
    this.skipWhitespace();
    const result = parse();
    this.depth--;
    this.skipWhitespace();
    if (result === null || !this.atEnd()) return null;
    this.at++;
    return result;
  }

  /** A comma-separated list up to the end of the argument or of the text. */
  parseList(given: ListRules): ComplexSelector[] | null {
    const rules = this.isStrict && given.forgiving ? { ...given, forgiving: false } : given;
    const list: ComplexSelector[] = [];
    this.skipWhitespace();
    if (this.atEnd()) return rules.forgiving ? list : null;
    for (;;) {
      const start = this.at;
      const depth = this.depth;
      const selector = this.parseComplex(rules);
      const complete = selector !== null && (this.atEnd() || this.peek()!.type === 'comma');
      if (complete) {
        list.push(selector);
      } else {
        if (!rules.forgiving) return null;
        this.depth = depth;
        const end = this.endOfItem(start);
        if (end === null) return null;
        this.noteDropped(start, end);
        this.at = end;
      }
      if (this.atEnd()) return list;
      this.at++;
    }
  }

  /**
   * The index of the comma or closing parenthesis that ends the item which begins at `start`; `null` where it is not
   * even <any-value> (CSS Syntax 3 §8.2): a bracket that closes nothing, a broken string or address.
   */
  private endOfItem(start: number): number | null {
    const open: string[] = [];
    for (let at = start; at < this.tokens.length; at++) {
      const { type } = this.tokens[at]!;
      if (type === 'function' || type === '(') open.push(')');
      else if (type === '[') open.push(']');
      else if (type === '{') open.push('}');
      else if (type === 'bad-string' || type === 'bad-url') return null;
      else if (type === ')' || type === ']' || type === '}') {
        if (open.length === 0 && type === ')') return at;
        if (open.pop() !== type) return null;
      } else if (type === 'comma' && open.length === 0) return at;
    }
    return this.tokens.length;
  }

  private noteDropped(start: number, end: number): void {
    const first = this.tokens[start];
    const last = this.tokens[end - 1];
    if (end > start && first !== undefined && last !== undefined) this.dropped.set(first.start, last.end);
  }

  private parseComplex(rules: ListRules): ComplexSelector | null {
    this.skipWhitespace();
    const isOutermost = this.depth === 0;
    if (isOutermost) this.anchored = false;
    const mayBeRelative = rules.relative || (isOutermost && this.scope.relativeTo !== 'nothing');

    let leading = this.combinator();
    if (leading !== null && !mayBeRelative) return null;
    // Left to right while reading; reversed when the selector is complete.
    const builders: CompoundBuilder[] = [];
    const combinators: Combinator[] = [];
    for (;;) {
      this.skipWhitespace();
      const builder = this.parseCompound(rules, builders, combinators);
      if (builder === null) return null;
      builders.push(builder);
      if (builders.length > MAX_COMPOUNDS) return null;
      const hadSpace = this.skipWhitespace();
      const token = this.peek();
      if (token === undefined || token.type === ')' || token.type === 'comma') break;
      const combinator = this.combinator() ?? (hadSpace ? 'descendant' : null);
      if (combinator === null || rules.compoundOnly || !builder.isOpen) return null;
      combinators.push(combinator);
    }

    if (!rules.relative && isOutermost) {
      const anchor = this.implicitAnchor(leading);
      if (anchor !== null) {
        builders.unshift(anchor);
        combinators.unshift(leading ?? 'descendant');
      }
      leading = null;
    }
    return complexSelector(builders, combinators, rules.relative ? (leading ?? 'descendant') : null);
  }

  /** CSS Nesting 1 §3.1 and CSS Cascade 6 §2.5: what a selector without '&' is relative to. */
  private implicitAnchor(leading: Combinator | null): CompoundBuilder | null {
    const { parent, relativeTo } = this.scope;
    const builder = new CompoundBuilder();
    switch (relativeTo) {
      case 'nothing':
        return null;
      case 'scope':
      case 'parent':
        if (leading === null && this.anchored) return null;
        builder.addNesting(relativeTo === 'parent' ? parent : null);
        return builder;
    }
  }

  private combinator(): Combinator | null {
    const token = this.peek();
    if (token === undefined || token.type !== 'delim') return null;
    switch (token.value) {
      case '>':
        this.at++;
        return 'child';
      case '+':
        this.at++;
        return 'next';
      case '~':
        this.at++;
        return 'subsequent';
      default:
        return null;
    }
  }

  /**
   * One compound. '::slotted()' and '::part()' end a compound and begin another behind an implied combinator: what was
   * read before them is pushed to `builders`.
   */
  private parseCompound(
    rules: ListRules,
    builders: CompoundBuilder[],
    combinators: Combinator[],
  ): CompoundBuilder | null {
    let builder = new CompoundBuilder();
    if (rules.insidePart) builder.sealed = 'part';
    else if (!this.parseType(builder)) return null;
    for (;;) {
      const token = this.peek();
      if (token === undefined) break;
      if (token.type === 'hash') {
        if (!token.hashIsId || !builder.isOpen) return null;
        builder.addId(token.value);
        this.at++;
      } else if (token.type === 'delim' && token.value === '.') {
        const name = this.tokens[this.at + 1];
        if (name === undefined || name.type !== 'ident' || !builder.isOpen) return null;
        builder.add(simpleSelector('class', { name: name.value, lowerName: asciiLower(name.value) }), 1);
        this.at += 2;
      } else if (token.type === 'delim' && token.value === '&') {
        if (!builder.isOpen) return null;
        builder.addNesting(this.scope.parent);
        this.anchored = true;
        this.at++;
      } else if (token.type === '[') {
        const attribute = builder.isOpen ? parseAttribute(this) : null;
        if (attribute === null) return null;
        builder.add(attribute, 1);
      } else if (token.type === 'colon') {
        const next = parsePseudo(this, builder, rules);
        if (next === null) return null;
        if (next.combinator !== null) {
          builders.push(builder);
          combinators.push(next.combinator);
          builder = next.builder;
        }
      } else {
        break;
      }
    }
    return builder.isEmpty ? null : builder;
  }

  /** A type selector or '*' with an optional namespace prefix; nothing there is fine too. */
  private parseType(builder: CompoundBuilder): boolean {
    const first = this.tokens[this.at];
    const second = this.tokens[this.at + 1];
    const third = this.tokens[this.at + 2];
    const isNameOrStar = (token: Token | undefined): boolean =>
      token !== undefined && (token.type === 'ident' || (token.type === 'delim' && token.value === '*'));
    const isBar = (token: Token | undefined): boolean =>
      token !== undefined && token.type === 'delim' && token.value === '|';

    if (isBar(first)) {
      if (!isNameOrStar(second)) return false;
      builder.setType('none', second!.type === 'ident' ? second!.value : '');
      this.at += 2;
      return true;
    }
    if (!isNameOrStar(first)) {
      builder.setDefaultNamespace(this.defaultNamespace());
      return true;
    }
    if (isBar(second) && isNameOrStar(third)) {
      const prefix = first!.type === 'ident' ? first!.value : '*';
      const namespace = prefix === '*' ? null : this.namespaceOf(prefix);
      if (namespace === undefined) return false;
      builder.setType(namespace, third!.type === 'ident' ? third!.value : '');
      this.at += 3;
      return true;
    }
    builder.setType(this.defaultNamespace(), first!.type === 'ident' ? first!.value : '');
    this.at += 1;
    return true;
  }

  private defaultNamespace(): string | null {
    return this.namespaceOf('') ?? null;
  }

  /** `undefined` when the prefix has not been declared. */
  private namespaceOf(prefix: string): string | undefined {
    const address = this.scope.namespaces?.get(prefix);
    return address === undefined ? undefined : namespaceKeyOf(address);
  }
}
