/**
 * Math functions: calc(), min(), max(), clamp(), round() and the rest.
 *
 * In:  a value reader that stands before a math function.
 * Out: an expression tree with its type checked, to be evaluated by calc-evaluate.ts once units are known.
 *
 * CSS Values 4 §10 https://drafts.csswg.org/css-values-4/#math
 */
import { type AnchorQuery, takeAnchorQuery } from './anchor-query.ts';
import { type DimensionKind, unitMeaning } from './unit.ts';
import type { ValueReader } from './value-reader.ts';

export type CalcNode =
  /** A number, or a length in px, an angle in deg, a time in s…, as its type says. `pixels` are scaled by zoom. */
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'pixels'; readonly value: number }
  | { readonly kind: 'relative'; readonly value: number; readonly unit: string }
  | { readonly kind: 'percent'; readonly value: number }
  | { readonly kind: 'sum'; readonly terms: readonly CalcNode[] }
  | { readonly kind: 'product'; readonly factors: readonly CalcNode[] }
  | { readonly kind: 'invert'; readonly of: CalcNode }
  | { readonly kind: 'anchor'; readonly query: AnchorQuery; readonly fallback: CalcNode | null }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly CalcNode[]; readonly strategy: string };

/** Exponents of each kind of dimension: a length is {length: 1}, a number has none (CSS Values 4 §10.9). */
export type CalcType = readonly number[];

/** A checked math function. */
export interface CalcExpression {
  readonly node: CalcNode;
  readonly type: CalcType;
  /** Something in it is known to layout only: a percentage, or what an anchor gives. */
  readonly hasPercent: boolean;
  /** Neither percentages nor units that need a context. */
  readonly constant: boolean;
}

export interface CalcOptions {
  /** Whether percentages stand for lengths here ('width'), or only for themselves ('opacity'). */
  readonly percentIsLength: boolean;
  /** Which functions of anchors are allowed: all where insets stand, anchor-size() where sizes do. */
  readonly anchors?: 'all' | 'size';
  /** Words that are numbers here: the channels of a relative colour. */
  readonly variables?: ReadonlyMap<string, number>;
}

const KINDS: readonly (DimensionKind | 'percent')[] = [
  'length',
  'percent',
  'angle',
  'time',
  'frequency',
  'resolution',
  'flex',
];
const NUMBER: CalcType = KINDS.map(() => 0);
const typeOf = (kind: DimensionKind | 'percent'): CalcType => KINDS.map((each) => (each === kind ? 1 : 0));
const TYPES = new Map(KINDS.map((kind) => [kind, typeOf(kind)]));
const ANGLE = typeOf('angle');

const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ['e', Math.E],
  ['pi', Math.PI],
  ['infinity', Number.POSITIVE_INFINITY],
  ['-infinity', Number.NEGATIVE_INFINITY],
  ['nan', Number.NaN],
]);

/** How many arguments each function takes; calc() and parentheses are handled apart. */
const ARITY: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['min', [1, Number.POSITIVE_INFINITY]],
  ['max', [1, Number.POSITIVE_INFINITY]],
  ['hypot', [1, Number.POSITIVE_INFINITY]],
  ['clamp', [3, 3]],
  ['round', [1, 2]],
  ['mod', [2, 2]],
  ['rem', [2, 2]],
  ['abs', [1, 1]],
  ['sign', [1, 1]],
  ['sin', [1, 1]],
  ['cos', [1, 1]],
  ['tan', [1, 1]],
  ['asin', [1, 1]],
  ['acos', [1, 1]],
  ['atan', [1, 1]],
  ['atan2', [2, 2]],
  ['pow', [2, 2]],
  ['sqrt', [1, 1]],
  ['log', [1, 2]],
  ['exp', [1, 1]],
  ['progress', [3, 3]],
]);

const ROUNDING = new Set(['nearest', 'up', 'down', 'to-zero']);

/** Whether a function's name (lower case) is that of a math function. */
function isMathFunction(name: string): boolean {
  return name === 'calc' || name === '-webkit-calc' || ARITY.has(name);
}

/** Whether the expression's type is exactly one dimension of this kind, or a number. */
export function hasType(expression: CalcExpression, kind: DimensionKind | 'percent' | 'number'): boolean {
  return sameType(expression.type, kind === 'number' ? NUMBER : TYPES.get(kind)!);
}

/** Takes a math function; `null`, with nothing taken, when there is none or it is not valid. */
export function takeCalculation(reader: ValueReader, options: CalcOptions): CalcExpression | null {
  const name = reader.peekFunction();
  const parser = new CalcParser(options);
  if (name === null || !parser.knows(name)) return null;
  const start = reader.position;
  const typed = parser.call(name, reader.takeInside());
  if (typed === null) {
    reader.rewind(start);
    return null;
  }
  return { ...typed, hasPercent: parser.hasPercent, constant: !parser.hasPercent && !parser.hasRelative };
}

interface Typed {
  readonly node: CalcNode;
  readonly type: CalcType;
}

function sameType(a: CalcType, b: CalcType): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Parses one expression. Recursion is as deep as the value's brackets, which the reader bounds. */
class CalcParser {
  hasPercent = false;
  hasRelative = false;
  readonly #options: CalcOptions;

  constructor(options: CalcOptions) {
    this.#options = options;
  }

  knows(name: string): boolean {
    if (isMathFunction(name)) return true;
    const { anchors } = this.#options;
    return (name === 'anchor-size' && anchors !== undefined) || (name === 'anchor' && anchors === 'all');
  }

  call(name: string, inside: ValueReader): Typed | null {
    if (name === 'anchor' || name === 'anchor-size') return this.#anchor(name, inside);
    if (name === 'calc' || name === '-webkit-calc') return this.#whole(inside);
    const strategy = name === 'round' ? takeStrategy(inside) : '';
    const args = this.#arguments(inside, name === 'clamp');
    const arity = ARITY.get(name)!;
    if (args === null || args.length < arity[0] || args.length > arity[1]) return null;
    const type = resultType(name, args);
    if (type === null) return null;
    if (name === 'round' && args.length === 1 && !sameType(args[0]!.type, NUMBER)) return null;
    const nodes = args.map((arg) => (isTrigonometric(name) ? inRadians(arg) : arg.node));
    return { node: { kind: 'call', name, args: nodes, strategy }, type };
  }

  #anchor(name: string, inside: ValueReader): Typed | null {
    const query = takeAnchorQuery(inside, name === 'anchor' ? 'side' : 'size');
    if (query === null) return null;
    this.hasPercent = true;
    const type = TYPES.get('length')!;
    if (!inside.takeComma()) return inside.done ? { node: { kind: 'anchor', query, fallback: null }, type } : null;
    // A bare zero is a length here, as in every property that takes anchors.
    const fallback = this.#whole(inside);
    if (fallback === null) return null;
    const isZero = fallback.node.kind === 'number' && fallback.node.value === 0;
    if (!isZero && !sameType(fallback.type, type)) return null;
    return { node: { kind: 'anchor', query, fallback: fallback.node }, type };
  }

  #whole(reader: ValueReader): Typed | null {
    const typed = this.#sum(reader);
    return typed !== null && reader.done ? typed : null;
  }

  #arguments(reader: ValueReader, allowNone: boolean): Typed[] | null {
    const args: Typed[] = [];
    do {
      const typed =
        allowNone && args.length !== 1 && reader.takeWord('none') ? UNBOUNDED[args.length]! : this.#sum(reader);
      if (typed === undefined || typed === null) return null;
      args.push(typed);
    } while (reader.takeComma());
    if (!reader.done) return null;
    return allowNone ? withBoundTypes(args) : args;
  }

  #sum(reader: ValueReader): Typed | null {
    const first = this.#product(reader);
    if (first === null) return null;
    let terms: CalcNode[] | null = null;
    for (;;) {
      const token = reader.peek();
      if (token === null || token.type !== 'delim' || (token.value !== '+' && token.value !== '-')) break;
      // '+' and '-' need space on both sides: '1px -2px' is two values.
      if (!reader.spaceBefore || !reader.spaceAfter) return null;
      reader.skip();
      const term = this.#product(reader);
      if (term === null || !sameType(first.type, term.type)) return null;
      terms ??= [first.node];
      terms.push(token.value === '+' ? term.node : { kind: 'product', factors: [MINUS_ONE, term.node] });
    }
    return terms === null ? first : { node: { kind: 'sum', terms }, type: first.type };
  }

  #product(reader: ValueReader): Typed | null {
    const first = this.#leaf(reader);
    if (first === null) return null;
    let { type } = first;
    let factors: CalcNode[] | null = null;
    for (;;) {
      const divides = reader.takeDelimiter('/');
      if (!divides && !reader.takeDelimiter('*')) break;
      const factor = this.#leaf(reader);
      if (factor === null) return null;
      factors ??= [first.node];
      factors.push(divides ? { kind: 'invert', of: factor.node } : factor.node);
      type = type.map((exponent, i) => exponent + (divides ? -factor.type[i]! : factor.type[i]!));
    }
    return factors === null ? first : { node: { kind: 'product', factors }, type };
  }

  #leaf(reader: ValueReader): Typed | null {
    const token = reader.peek();
    if (token === null) return null;
    switch (token.type) {
      case 'number':
        reader.skip();
        return { node: { kind: 'number', value: token.num }, type: NUMBER };
      case 'percentage':
        reader.skip();
        this.hasPercent = true;
        return {
          node: { kind: 'percent', value: token.num },
          type: TYPES.get(this.#options.percentIsLength ? 'length' : 'percent')!,
        };
      case 'dimension':
        reader.skip();
        return this.#dimension(token.num, token.unit);
      case 'ident': {
        reader.skip();
        const word = token.value.toLowerCase();
        const value = CONSTANTS.get(word) ?? this.#options.variables?.get(word);
        return value === undefined ? null : { node: { kind: 'number', value }, type: NUMBER };
      }
      case '(':
        return this.#whole(reader.takeInside());
      case 'function': {
        const name = token.value.toLowerCase();
        return this.knows(name) ? this.call(name, reader.takeInside()) : null;
      }
      default:
        return null;
    }
  }

  #dimension(value: number, unit: string): Typed | null {
    const meaning = unitMeaning(unit);
    if (meaning === null) return null;
    const type = TYPES.get(meaning.kind)!;
    if (meaning.factor === null) {
      this.hasRelative = true;
      return { node: { kind: 'relative', value, unit: meaning.name }, type };
    }
    const scaled = value * meaning.factor;
    return { node: { kind: meaning.kind === 'length' ? 'pixels' : 'number', value: scaled }, type };
  }
}

const MINUS_ONE: CalcNode = { kind: 'number', value: -1 };
const DEGREE: CalcNode = { kind: 'number', value: Math.PI / 180 };

/** 'none' as first or last argument of clamp(): no bound. */
const UNBOUNDED: readonly (Typed | undefined)[] = [
  { node: { kind: 'number', value: Number.NEGATIVE_INFINITY }, type: NUMBER },
  undefined,
  { node: { kind: 'number', value: Number.POSITIVE_INFINITY }, type: NUMBER },
];

/** A bound of 'none' takes the type of the value between. */
function withBoundTypes(args: readonly Typed[]): Typed[] {
  const type = args[1]?.type ?? NUMBER;
  return args.map((arg) => (UNBOUNDED.includes(arg) ? { node: arg.node, type } : arg));
}

function takeStrategy(inside: ValueReader): string {
  const word = inside.peekWord();
  if (word === null || !ROUNDING.has(word)) return 'nearest';
  const start = inside.position;
  inside.skip();
  if (inside.takeComma()) return word;
  inside.rewind(start);
  return 'nearest';
}

function isTrigonometric(name: string): boolean {
  return name === 'sin' || name === 'cos' || name === 'tan';
}

function inRadians(arg: Typed): CalcNode {
  return sameType(arg.type, ANGLE) ? { kind: 'product', factors: [arg.node, DEGREE] } : arg.node;
}

/** The type of a function's result, or `null` when the arguments do not fit it. */
function resultType(name: string, args: readonly Typed[]): CalcType | null {
  const first = args[0]!.type;
  switch (name) {
    case 'sin':
    case 'cos':
    case 'tan':
      return sameType(first, NUMBER) || sameType(first, ANGLE) ? NUMBER : null;
    case 'asin':
    case 'acos':
    case 'atan':
      return sameType(first, NUMBER) ? ANGLE : null;
    case 'pow':
    case 'sqrt':
    case 'log':
    case 'exp':
      return args.every((arg) => sameType(arg.type, NUMBER)) ? NUMBER : null;
    case 'sign':
      return NUMBER;
    default:
  }
  if (!args.every((arg) => sameType(arg.type, first))) return null;
  if (name === 'atan2') return ANGLE;
  return name === 'progress' ? NUMBER : first;
}
