/**
 * Evaluation of checked math expressions.
 *
 * In:  an expression of calc.ts, the units' context, and what 100% is once that is known.
 * Out: a number, or a `Calculation` that waits for what 100% is.
 *
 * Not-a-number becomes 0 and infinities the largest length Chrome can hold, as at the top level of a calculation
 * (CSS Values 4 §10.9.1 https://drafts.csswg.org/css-values-4/#calc-ieee).
 */
import type { AnchorResolver } from './anchor-query.ts';
import type { CalcExpression, CalcNode } from './calc.ts';
import type { Calculation, LengthPercentage } from './length.ts';
import { relativeUnitPixels, type UnitContext } from './unit.ts';

/** The largest length that fits Chrome's layout unit (26 bits before the point). */
export const LARGEST_LENGTH = 33_554_428;
const LARGEST_NUMBER = 3.4028234663852886e38;

/** A context for expressions without relative units. */
const NO_CONTEXT = null;

/** The value of an expression without percentages, or whose percentages only stand for themselves (50% gives 50). */
export function evaluateExpression(expression: CalcExpression, context: UnitContext | null): number {
  const value = evaluate(expression.node, context, 100);
  if (Number.isNaN(value)) return 0;
  return Math.min(Math.max(value, -LARGEST_NUMBER), LARGEST_NUMBER);
}

/** A length-percentage: a number when nothing depends on what 100% is. */
export function evaluateLength(
  expression: CalcExpression,
  context: UnitContext,
  nonNegative: boolean,
): LengthPercentage {
  if (!expression.hasPercent) {
    const pixels = finite(evaluate(expression.node, context, 0));
    return nonNegative ? Math.max(0, pixels) : pixels;
  }
  const linear = linearForm(expression.node, context);
  if (linear !== null) return linearLength(linear, nonNegative);
  return lengthOf(withoutUnits(expression.node, context), nonNegative);
}

/** What a calculation without units comes to; percentages are lengths in it. */
function lengthOf(resolved: CalcNode, nonNegative: boolean): LengthPercentage {
  if (resolved.kind === 'percent') return { kind: 'percent', value: resolved.value };
  if (!containsPercent(resolved)) return bounded(finite(evaluate(resolved, NO_CONTEXT, 0)), nonNegative);
  const length = (node: CalcNode, base: number) => bounded(finite(evaluate(node, NO_CONTEXT, base)), nonNegative);
  const calculation: Calculation = {
    kind: 'calc',
    evaluate: (base) => length(resolved, base),
    text: textOf(resolved, true),
  };
  if (!containsAnchor(resolved)) return calculation;
  return {
    ...calculation,
    anchored: (base, resolve) => {
      const found = withAnchors(resolved, resolve);
      return found === null ? null : length(found, base);
    },
    unanchored: () => {
      const found = withAnchors(resolved, () => null);
      return found === null ? null : lengthOf(found, nonNegative);
    },
  };
}

function containsAnchor(node: CalcNode): boolean {
  return node.kind === 'anchor' || partsOf(node).some(containsAnchor);
}

function partsOf(node: CalcNode): readonly CalcNode[] {
  switch (node.kind) {
    case 'sum':
      return node.terms;
    case 'product':
      return node.factors;
    case 'invert':
      return [node.of];
    case 'call':
      return node.args;
    default:
      return NO_PARTS;
  }
}

const NO_PARTS: readonly CalcNode[] = [];

/** The same tree with what anchors give; `null` when one of them has neither that nor a fallback. */
function withAnchors(node: CalcNode, resolve: AnchorResolver): CalcNode | null {
  if (node.kind === 'anchor') {
    const value = resolve(node.query);
    if (value !== null) return { kind: 'pixels', value };
    return node.fallback === null ? null : withAnchors(node.fallback, resolve);
  }
  const parts = partsOf(node).map((part) => withAnchors(part, resolve));
  if (parts.includes(null)) return null;
  return withParts(node, parts as readonly CalcNode[]);
}

function withParts(node: CalcNode, parts: readonly CalcNode[]): CalcNode {
  switch (node.kind) {
    case 'sum':
      return { kind: 'sum', terms: parts };
    case 'product':
      return { kind: 'product', factors: parts };
    case 'invert':
      return { kind: 'invert', of: parts[0]! };
    case 'call':
      return { ...node, args: parts };
    default:
      return node;
  }
}

function linearLength(linear: LinearForm, nonNegative: boolean): LengthPercentage {
  const pixels = finite(linear.pixels);
  const percent = finite(linear.percent);
  if (pixels === 0 && !(nonNegative && percent < 0)) return { kind: 'percent', value: percent };
  const calculation: Calculation = {
    kind: 'calc',
    evaluate: (base) => bounded(pixels + (base * percent) / 100, nonNegative),
    text: `calc(${percent}% ${pixels < 0 ? '-' : '+'} ${Math.abs(pixels)}px)`,
  };
  return calculation;
}

function bounded(value: number, nonNegative: boolean): number {
  return nonNegative && value < 0 ? 0 : value;
}

function finite(value: number): number {
  if (Number.isNaN(value)) return 0;
  return Math.min(Math.max(value, -LARGEST_LENGTH), LARGEST_LENGTH);
}

function evaluate(node: CalcNode, context: UnitContext | null, base: number): number {
  switch (node.kind) {
    case 'number':
      return node.value;
    case 'pixels':
      return context === null ? node.value : node.value * context.zoom;
    case 'relative':
      return context === null ? 0 : node.value * relativeUnitPixels(node.unit, context);
    case 'percent':
      return (node.value * base) / 100;
    case 'sum': {
      let sum = 0;
      for (const term of node.terms) sum += evaluate(term, context, base);
      return sum;
    }
    case 'product': {
      let product = 1;
      for (const factor of node.factors) product *= evaluate(factor, context, base);
      return product;
    }
    case 'invert':
      return 1 / evaluate(node.of, context, base);
    case 'anchor':
      return node.fallback === null ? 0 : evaluate(node.fallback, context, base);
    case 'call':
      return applyFunction(
        node.name,
        node.args.map((arg) => evaluate(arg, context, base)),
        node.strategy,
      );
  }
}

const DEGREES = 180 / Math.PI;

function applyFunction(name: string, args: readonly number[], strategy: string): number {
  const a = args[0]!;
  const b = args[1] ?? 1;
  switch (name) {
    case 'min':
      return args.reduce((least, arg) => Math.min(least, arg));
    case 'max':
      return args.reduce((most, arg) => Math.max(most, arg));
    case 'clamp':
      return Math.max(a, Math.min(b, args[2]!));
    case 'round':
      return roundTo(a, b, strategy);
    case 'mod':
      return modulo(a, b);
    case 'rem':
      return a % b;
    case 'abs':
      return Math.abs(a);
    case 'sign':
      return Math.sign(a);
    case 'sin':
      return Math.sin(a);
    case 'cos':
      return Math.cos(a);
    case 'tan':
      return Math.tan(a);
    case 'asin':
      return Math.asin(a) * DEGREES;
    case 'acos':
      return Math.acos(a) * DEGREES;
    case 'atan':
      return Math.atan(a) * DEGREES;
    case 'atan2':
      return Math.atan2(a, b) * DEGREES;
    case 'pow':
      return a ** b;
    case 'sqrt':
      return Math.sqrt(a);
    case 'hypot':
      return args.reduce((length, arg) => Math.hypot(length, arg), 0);
    case 'log':
      return args.length === 1 ? Math.log(a) : Math.log(a) / Math.log(b);
    case 'exp':
      return Math.exp(a);
    case 'progress':
      return b === args[2] ? 0 : Math.min(1, Math.max(0, (a - b) / (args[2]! - b)));
    default:
      return Number.NaN;
  }
}

/** round(): to a multiple of `step` (CSS Values 4 §10.3). */
function roundTo(value: number, step: number, strategy: string): number {
  if (step === 0 || Number.isNaN(value) || Number.isNaN(step)) return Number.NaN;
  const size = Math.abs(step);
  if (!Number.isFinite(size)) {
    if (!Number.isFinite(value)) return Number.NaN;
    if (strategy === 'up' && value > 0) return Number.POSITIVE_INFINITY;
    return strategy === 'down' && value < 0 ? Number.NEGATIVE_INFINITY : 0;
  }
  const steps = value / size;
  switch (strategy) {
    case 'up':
      return Math.ceil(steps) * size;
    case 'down':
      return Math.floor(steps) * size;
    case 'to-zero':
      return Math.trunc(steps) * size;
    default:
      return Math.round(steps) * size;
  }
}

function modulo(value: number, step: number): number {
  if (!Number.isFinite(step))
    return Number.isFinite(value) && Math.sign(value) * Math.sign(step) >= 0 ? value : Number.NaN;
  const rest = value % step;
  return rest !== 0 && Math.sign(rest) !== Math.sign(step) ? rest + step : rest;
}

interface LinearForm {
  readonly pixels: number;
  readonly percent: number;
}

/** A length expression as pixels plus percent, when it is no more than that: by far the most common calculation. */
function linearForm(node: CalcNode, context: UnitContext): LinearForm | null {
  if (!containsPercent(node)) return { pixels: evaluate(node, context, 0), percent: 0 };
  switch (node.kind) {
    case 'percent':
      return { pixels: 0, percent: node.value };
    case 'sum': {
      let pixels = 0;
      let percent = 0;
      for (const term of node.terms) {
        const part = linearForm(term, context);
        if (part === null) return null;
        pixels += part.pixels;
        percent += part.percent;
      }
      return { pixels, percent };
    }
    case 'product': {
      let form: LinearForm | null = null;
      let scale = 1;
      for (const factor of node.factors) {
        if (!containsPercent(factor)) scale *= evaluate(factor, context, 0);
        else if (form !== null) return null;
        else if ((form = linearForm(factor, context)) === null) return null;
      }
      return form === null ? null : { pixels: form.pixels * scale, percent: form.percent * scale };
    }
    default:
      return null;
  }
}

/** What an anchor gives is known as late as what 100% is. */
function containsPercent(node: CalcNode): boolean {
  return node.kind === 'percent' || node.kind === 'anchor' || partsOf(node).some(containsPercent);
}

/** The same tree with every relative unit and zoom worked in. */
function withoutUnits(node: CalcNode, context: UnitContext): CalcNode {
  switch (node.kind) {
    case 'number':
    case 'percent':
      return node;
    case 'pixels':
    case 'relative':
      return { kind: 'pixels', value: evaluate(node, context, 0) };
    case 'anchor':
      return { ...node, fallback: node.fallback === null ? null : withoutUnits(node.fallback, context) };
    default:
      return withParts(
        node,
        partsOf(node).map((part) => withoutUnits(part, context)),
      );
  }
}

function textOf(node: CalcNode, top: boolean): string {
  switch (node.kind) {
    case 'number':
      return String(node.value);
    case 'pixels':
      return `${node.value}px`;
    case 'relative':
      return `${node.value}${node.unit}`;
    case 'percent':
      return `${node.value}%`;
    case 'sum':
      return `${top ? 'calc' : ''}(${node.terms.map((term) => textOf(term, false)).join(' + ')})`;
    case 'product':
      return `${top ? 'calc' : ''}(${node.factors.map((factor) => textOf(factor, false)).join(' * ')})`;
    case 'invert':
      return `(1 / ${textOf(node.of, false)})`;
    case 'anchor': {
      const { kind, name, what } = node.query;
      const words = [name ?? '', typeof what === 'number' ? `${what * 100}%` : what].filter((word) => word !== '');
      const fallback = node.fallback === null ? '' : `, ${textOf(node.fallback, false)}`;
      return `${kind === 'side' ? 'anchor' : 'anchor-size'}(${words.join(' ')}${fallback})`;
    }
    case 'call': {
      const args = node.args.map((arg) => textOf(arg, false));
      return `${node.name}(${node.name === 'round' ? [node.strategy, ...args].join(', ') : args.join(', ')})`;
    }
  }
}
