/**
 * XPath text to an expression.
 *
 * In:  text. Out: an expression, or `null` when the text is no XPath.
 *
 * XPath 1.0 §2, §3 https://www.w3.org/TR/xpath-10/#section-Expressions
 */
import { append, type BareArray, bareArray, hasWord, indexOf, stringSlice } from '../../primordials.ts';
import {
  type Arithmetic,
  AXES,
  type Axis,
  type Comparison,
  type Expression,
  type NodeTest,
  type Step,
} from './expression.ts';
import { type Token, tokenize } from './tokens.ts';

/** An expression that nests deeper is refused: parsing and evaluating recurse. */
const MAX_DEPTH = 200;
const NODE_TYPES = ' comment text processing-instruction node ';

/** Operators by how tightly they bind, the loosest first. */
const LEVELS: readonly (readonly string[])[] = [
  ['or'],
  ['and'],
  ['=', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', 'div', 'mod'],
];

export function parseXPath(text: string): Expression | null {
  const tokens = tokenize(text);
  if (tokens === null || tokens.length === 0) return null;
  const parser = new Parser(tokens);
  const expression = parser.binary(0, 0);
  return expression !== null && parser.isAtEnd ? expression : null;
}

class Parser {
  readonly #tokens: BareArray<Token>;
  #at = 0;

  constructor(tokens: BareArray<Token>) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  #peek(kind: Token['kind'], value: string, ahead = 0): boolean {
    const token = this.#tokens[this.#at + ahead];
    return token !== undefined && token.kind === kind && token.value === value;
  }

  #take(kind: Token['kind'], value: string): boolean {
    if (!this.#peek(kind, value)) return false;
    this.#at++;
    return true;
  }

  binary(level: number, depth: number): Expression | null {
    if (depth > MAX_DEPTH) return null;
    const operators = LEVELS[level];
    if (operators === undefined) return this.#unary(depth);
    let left = this.binary(level + 1, depth + 1);
    for (;;) {
      const token = this.#tokens[this.#at];
      if (left === null || token === undefined || token.kind !== 'operator' || !includes(operators, token.value))
        return left;
      this.#at++;
      const right = this.binary(level + 1, depth + 1);
      if (right === null) return null;
      left = combine(token.value, level, left, right);
    }
  }

  #unary(depth: number): Expression | null {
    let negations = 0;
    while (this.#take('operator', '-')) negations++;
    let operand = this.#union(depth);
    if (operand === null) return null;
    if (negations > 0) {
      operand = { kind: 'negate', operand };
      if (negations % 2 === 0) operand = { kind: 'negate', operand };
    }
    return operand;
  }

  #union(depth: number): Expression | null {
    let left = this.#path(depth);
    while (left !== null && this.#take('operator', '|')) {
      const right = this.#path(depth);
      if (right === null) return null;
      left = { kind: 'union', left, right };
    }
    return left;
  }

  /** A location path, or a filter expression with a path behind it. */
  #path(depth: number): Expression | null {
    if (!this.#isPrimary()) return this.#locationPath(depth);
    let start = this.#primary(depth);
    if (start === null) return null;
    const predicates = this.#predicates(depth);
    if (predicates === null) return null;
    if (predicates.length > 0) start = { kind: 'filter', primary: start, predicates };
    if (!this.#peek('operator', '/') && !this.#peek('operator', '//')) return start;
    const steps = bareArray<Step>();
    return this.#steps(steps, depth) ? { kind: 'path', start, steps } : null;
  }

  #isPrimary(): boolean {
    const token = this.#tokens[this.#at];
    if (token === undefined) return false;
    if (token.kind === 'text' || token.kind === 'number') return true;
    if (token.kind === 'mark') return token.value === '(';
    return token.kind === 'name' && this.#peek('mark', '(', 1) && !hasWord(NODE_TYPES, token.value);
  }

  #primary(depth: number): Expression | null {
    const token = this.#tokens[this.#at++]!;
    switch (token.kind) {
      case 'text':
        return { kind: 'text', value: token.value };
      case 'number':
        return { kind: 'number', value: Number(token.value) };
      case 'name':
        return this.#call(token.value, depth);
      case 'mark':
      case 'operator': {
        const inner = this.binary(0, depth + 1);
        return inner !== null && this.#take('mark', ')') ? inner : null;
      }
    }
  }

  #call(name: string, depth: number): Expression | null {
    this.#at++;
    const args = bareArray<Expression>();
    if (this.#take('mark', ')')) return { kind: 'call', name, args };
    for (;;) {
      const argument = this.binary(0, depth + 1);
      if (argument === null) return null;
      append(args, argument);
      if (this.#take('mark', ')')) return { kind: 'call', name, args };
      if (!this.#take('mark', ',')) return null;
    }
  }

  #locationPath(depth: number): Expression | null {
    const steps = bareArray<Step>();
    if (this.#peek('operator', '//')) return this.#steps(steps, depth) ? { kind: 'path', start: 'root', steps } : null;
    const start = this.#take('operator', '/') ? 'root' : null;
    if (start === 'root' && !this.#isStep()) return { kind: 'path', start, steps };
    const first = this.#step(depth);
    if (first === null) return null;
    append(steps, first);
    return this.#steps(steps, depth) ? { kind: 'path', start, steps } : null;
  }

  #isStep(): boolean {
    const token = this.#tokens[this.#at];
    if (token === undefined) return false;
    if (token.kind === 'name') return true;
    return token.kind === 'mark' && (token.value === '.' || token.value === '..' || token.value === '@');
  }

  /** '/step' and '//step' as often as they come; `false` for a text that is no path. */
  #steps(steps: BareArray<Step>, depth: number): boolean {
    for (;;) {
      if (this.#take('operator', '//')) append(steps, ANYWHERE);
      else if (!this.#take('operator', '/')) return true;
      const step = this.#step(depth);
      if (step === null) return false;
      append(steps, step);
    }
  }

  #step(depth: number): Step | null {
    if (this.#take('mark', '.')) return { axis: 'self', test: { kind: 'node' }, predicates: bareArray() };
    if (this.#take('mark', '..')) return { axis: 'parent', test: { kind: 'node' }, predicates: bareArray() };
    let axis: Axis = 'child';
    if (this.#take('mark', '@')) axis = 'attribute';
    else if (this.#peek('mark', '::', 1)) {
      const name = this.#tokens[this.#at]!.value;
      if (!hasWord(AXES, name)) return null;
      axis = name as Axis;
      this.#at += 2;
    }
    const test = this.#nodeTest();
    if (test === null) return null;
    const predicates = this.#predicates(depth);
    return predicates === null ? null : { axis, test, predicates };
  }

  #nodeTest(): NodeTest | null {
    const token = this.#tokens[this.#at];
    if (token === undefined || token.kind !== 'name') return null;
    this.#at++;
    if (hasWord(NODE_TYPES, token.value) && this.#take('mark', '(')) return this.#typeTest(token.value);
    const colon = indexOf(token.value, ':');
    if (colon < 0) return { kind: 'name', prefix: null, local: token.value };
    return { kind: 'name', prefix: stringSlice(token.value, 0, colon), local: stringSlice(token.value, colon + 1) };
  }

  #typeTest(type: string): NodeTest | null {
    let target: string | null = null;
    const token = this.#tokens[this.#at];
    if (type === 'processing-instruction' && token?.kind === 'text') {
      target = token.value;
      this.#at++;
    }
    if (!this.#take('mark', ')')) return null;
    if (type === 'processing-instruction') return { kind: type, target };
    return { kind: type as 'node' | 'text' | 'comment' };
  }

  #predicates(depth: number): BareArray<Expression> | null {
    const predicates = bareArray<Expression>();
    while (this.#take('mark', '[')) {
      const predicate = this.binary(0, depth + 1);
      if (predicate === null || !this.#take('mark', ']')) return null;
      append(predicates, predicate);
    }
    return predicates;
  }
}

/** '//' is short for this step. */
const ANYWHERE: Step = { axis: 'descendant-or-self', test: { kind: 'node' }, predicates: bareArray() };

function includes(list: readonly string[], wanted: string): boolean {
  for (let at = 0; at < list.length; at++) if (list[at] === wanted) return true;
  return false;
}

function combine(operator: string, level: number, left: Expression, right: Expression): Expression {
  if (level === 0) return { kind: 'or', left, right };
  if (level === 1) return { kind: 'and', left, right };
  if (level < 4) return { kind: 'compare', operator: operator as Comparison, left, right };
  return { kind: 'arithmetic', operator: operator as Arithmetic, left, right };
}
