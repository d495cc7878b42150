/**
 * Values with var(), env(), attr(), if() and sibling functions in them, as text with holes.
 *
 * In:  a value's text.
 * Out: a template of literal text and references; with values for the references, the text that results.
 *
 * Text is put together so that tokens never grow into each other: '1' and 'px' side by side stay two tokens.
 * CSS Variables 1 §3 https://drafts.csswg.org/css-variables-1/#using-variables, CSS Values 5 §6, §7 for if() and attr(), §9,
 * CSS Environment Variables 1.
 */
import { asciiLower, isName, isNameStart } from './code-points.ts';
import { type Token, tokenize } from './tokenizer.ts';

export interface Reference {
  readonly kind: ReferenceKind;
  /** For if(), while it is looked up: the condition. */
  readonly name: string;
  /** For attr(): what the attribute is read as: '' for a string, a unit, or the text inside type(). */
  readonly type: string;
  /** `null`: none. An empty fallback is an empty list of parts. */
  readonly fallback: Template | null;
  /** For if(): conditions and what they choose. */
  readonly branches: readonly Branch[];
}

type ReferenceKind = 'var' | 'env' | 'attr' | 'if' | 'sibling-index' | 'sibling-count';

interface Branch {
  /** `null` is 'else'. */
  readonly condition: Template | null;
  readonly value: Template;
}

const NO_BRANCHES: readonly Branch[] = [];
const KINDS: ReadonlySet<string> = new Set(['var', 'env', 'attr', 'if', 'sibling-index', 'sibling-count']);

function isReferenceKind(name: string): name is ReferenceKind {
  return KINDS.has(name);
}

export type Template = readonly (string | Reference)[];

const MAX_NESTING = 60;

/** Key: the text. A template depends on nothing else; the oldest half goes when the limit is reached. */
const templates = new Map<string, Template | null>();
const MAX_TEMPLATES = 4_000;
const MAX_KEPT_TEXT = 2_000;

/** Whether a text may contain a reference at all. Quick: most texts do not. */
export function mayHaveReferences(text: string): boolean {
  return text.includes('(') && REFERENCE.test(text);
}

const REFERENCE = /(?:var|env|attr|if|sibling-index|sibling-count)\(/i;

/** The template of a text; `null` when a reference in it is malformed, which makes the declaration invalid. */
export function parseTemplate(text: string): Template | null {
  const known = templates.get(text);
  if (known !== undefined) return known;
  const tokens = tokenize(text);
  const closing = matchParentheses(tokens);
  const template = closing === null ? null : new TemplateParser(text, tokens, closing).parts(0, tokens.length, 0);
  if (text.length <= MAX_KEPT_TEXT) {
    if (templates.size >= MAX_TEMPLATES) forgetOldest(templates, MAX_TEMPLATES / 2);
    templates.set(text, template);
  }
  return template;
}

/** Drops the entries that were made first. */
export function forgetOldest(map: Map<string, unknown>, count: number): void {
  for (const key of map.keys()) {
    if (count-- <= 0) return;
    map.delete(key);
  }
}

/** For each opening token the index of its closing one; `null` when brackets do not match or a token is bad. */
function matchParentheses(tokens: readonly Token[]): Int32Array | null {
  const closing = new Int32Array(tokens.length);
  const open: number[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const { type } = tokens[i]!;
    if (type === 'function' || type === '(' || type === '[' || type === '{') open.push(i);
    else if (type === ')' || type === ']' || type === '}') {
      const opener = open.pop();
      if (opener === undefined) return null;
      closing[opener] = i;
    } else if (type === 'bad-string' || type === 'bad-url') return null;
  }
  for (const opener of open) closing[opener] = tokens.length;
  return closing;
}

class TemplateParser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #closing: Int32Array;

  constructor(text: string, tokens: readonly Token[], closing: Int32Array) {
    this.#text = text;
    this.#tokens = tokens;
    this.#closing = closing;
  }

  /** Literal text and references between two tokens, without the space around. */
  parts(from: number, to: number, depth: number): Template | null {
    if (depth > MAX_NESTING) return null;
    const [first, last] = this.#trim(from, to);
    const parts: (string | Reference)[] = [];
    if (first >= last) return parts;
    let literal = this.#tokens[first]!.start;
    for (let i = first; i < last; i++) {
      const token = this.#tokens[i]!;
      if (token.type !== 'function') continue;
      const kind = asciiLower(token.value);
      if (!isReferenceKind(kind)) continue;
      const close = Math.min(this.#closing[i]!, last);
      const reference = this.#reference(kind, i + 1, close, depth);
      if (reference === null) return null;
      if (token.start > literal) parts.push(this.#text.slice(literal, token.start));
      parts.push(reference);
      literal = close < last ? this.#tokens[close]!.end : this.#tokens[last - 1]!.end;
      i = close;
    }
    const end = this.#tokens[last - 1]!.end;
    if (end > literal) parts.push(this.#text.slice(literal, end));
    return parts;
  }

  #trim(from: number, to: number): [number, number] {
    let first = from;
    let last = to;
    while (first < last && this.#tokens[first]!.type === 'whitespace') first++;
    while (last > first && this.#tokens[last - 1]!.type === 'whitespace') last--;
    return [first, last];
  }

  #reference(kind: ReferenceKind, from: number, to: number, depth: number): Reference | null {
    const [first, last] = this.#trim(from, to);
    if (kind === 'if') return this.#conditional(from, to, depth);
    if (kind === 'sibling-index' || kind === 'sibling-count') {
      return first < last ? null : { kind, name: '', type: '', fallback: null, branches: NO_BRANCHES };
    }
    const token = this.#tokens[first];
    if (first >= to || token?.type !== 'ident') return null;
    if (kind === 'var' && (!token.value.startsWith('--') || token.value.length === 2)) return null;
    let comma = first + 1;
    while (comma < to && this.#tokens[comma]!.type !== 'comma') comma = Math.max(this.#closing[comma]!, comma) + 1;
    comma = Math.min(comma, to);
    const [typeFrom, typeTo] = this.#trim(first + 1, comma);
    if (kind === 'var' && typeFrom < typeTo) return null;
    const type = kind === 'attr' ? this.#attributeType(typeFrom, typeTo) : '';
    if (type === null) return null;
    const fallback = comma < to ? this.parts(comma + 1, to, depth + 1) : null;
    if (comma < to && fallback === null) return null;
    const name = kind === 'attr' ? asciiLower(token.value) : token.value;
    return { kind, name, type, fallback, branches: NO_BRANCHES };
  }

  /** if( <condition> : <value>? ; … ), the last ';' may be missing. */
  #conditional(from: number, to: number, depth: number): Reference | null {
    const branches: Branch[] = [];
    for (let start = from; start < to; ) {
      const end = this.#find('semicolon', start, to);
      const colon = this.#find('colon', start, end);
      const [first, last] = this.#trim(start, Math.min(colon, end));
      start = end + 1;
      if (first >= last && colon >= end) continue;
      if (colon >= end) return null;
      const token = this.#tokens[first];
      const isElse = last === first + 1 && token?.type === 'ident' && asciiLower(token.value) === 'else';
      const condition = isElse ? null : this.parts(first, last, depth + 1);
      const value = this.parts(colon + 1, end, depth + 1);
      if (value === null || (!isElse && condition === null)) return null;
      branches.push({ condition, value });
    }
    return branches.length === 0 ? null : { kind: 'if', name: '', type: '', fallback: null, branches };
  }

  /** The first token of a type outside of brackets, or `to`. */
  #find(type: Token['type'], from: number, to: number): number {
    let at = from;
    while (at < to && this.#tokens[at]!.type !== type) at = Math.max(this.#closing[at]!, at) + 1;
    return Math.min(at, to);
  }

  #attributeType(from: number, to: number): string | null {
    if (from >= to) return '';
    const token = this.#tokens[from]!;
    if (token.type === 'function' && asciiLower(token.value) === 'type') {
      const close = Math.min(this.#closing[from]!, to);
      return close + 1 >= to ? this.#text.slice(token.end, this.#tokens[close - 1]!.end).trim() : null;
    }
    if (from + 1 !== to) return null;
    if (token.type === 'delim' && token.value === '%') return '%';
    if (token.type !== 'ident') return null;
    const word = asciiLower(token.value);
    return word === 'raw-string' || word === 'string' ? '' : word;
  }
}

/** What a reference stands for: text, or `null` when it has no value. */
export type Lookup = (reference: Reference) => string | null;

/** How much text one substitution may still make. Chrome stops likewise, or values could grow without end. */
export interface Budget {
  characters: number;
}

/** The text with every reference replaced; `null` when one has neither value nor fallback, or the budget ran out. */
export function substitute(template: Template, lookup: Lookup, budget: Budget): string | null {
  let text = '';
  for (const part of template) {
    const piece = typeof part === 'string' ? part : resolveReference(part, lookup, budget);
    if (piece === null) return null;
    budget.characters -= piece.length;
    if (budget.characters < 0) return null;
    text = joined(text, piece);
  }
  return text;
}

function resolveReference(reference: Reference, lookup: Lookup, budget: Budget): string | null {
  for (const { condition, value } of reference.branches) {
    const name = condition === null ? '' : substitute(condition, lookup, budget);
    if (condition !== null && (name === null || lookup({ ...reference, name }) === null)) continue;
    return substitute(value, lookup, budget);
  }
  if (reference.kind === 'if') return null;
  const value = lookup(reference);
  if (value !== null) return value;
  return reference.fallback === null ? null : substitute(reference.fallback, lookup, budget);
}

/** Two pieces of text as separate tokens: an empty comment keeps them apart where they could merge. */
function joined(before: string, after: string): string {
  if (before === '' || after === '') return before + after;
  const last = before.charCodeAt(before.length - 1);
  const first = after.charCodeAt(0);
  return canMerge(last, first) ? `${before}/**/${after}` : before + after;
}

function canMerge(last: number, first: number): boolean {
  const left = isName(last) || last === 0x23 /* # */ || last === 0x40 /* @ */ || last === 0x2e /* . */;
  if (left || last === 0x2b /* + */) {
    return isName(first) || isNameStart(first) || first === 0x25 /* % */ || first === 0x28 /* ( */ || first === 0x2e;
  }
  return last === 0x2f /* slash */ && first === 0x2a /* star */;
}
