/**
 * Types of numeric values, and values as sums: what can be added, compared and turned into another unit.
 *
 * In:  numbers with units, and sums, products, inverses and limits of them. Out: their types; sums of terms in canonical units.
 *
 * CSS Typed OM 1 §4.1 (numeric value typing), §4.2 (create a sum value) https://drafts.css-houdini.org/css-typed-om-1/
 */

/** A value of Typed OM without its object. */
export type Numeric =
  | { readonly kind: 'unit'; readonly value: number; readonly unit: string }
  | { readonly kind: 'sum' | 'product' | 'min' | 'max'; readonly values: readonly Numeric[] }
  | { readonly kind: 'negate' | 'invert'; readonly value: Numeric }
  | { readonly kind: 'clamp'; readonly lower: Numeric; readonly value: Numeric; readonly upper: Numeric };

export type BaseType = 'length' | 'angle' | 'time' | 'frequency' | 'resolution' | 'flex' | 'percent';
/** Powers of base types; `percentHint`: what percentages stand for. */
export interface NumericType {
  readonly powers: Readonly<Partial<Record<BaseType, number>>>;
  readonly percentHint: BaseType | null;
}

/** Units by what they measure; of those with a number so many canonical units are one. */
const FIXED: Readonly<Record<string, readonly [type: BaseType, canonical: string, factor: number]>> = {
  __proto__: null as never,
  px: ['length', 'px', 1],
  cm: ['length', 'px', 96 / 2.54],
  mm: ['length', 'px', 96 / 25.4],
  q: ['length', 'px', 96 / 101.6],
  in: ['length', 'px', 96],
  pc: ['length', 'px', 16],
  pt: ['length', 'px', 4 / 3],
  deg: ['angle', 'deg', 1],
  grad: ['angle', 'deg', 0.9],
  rad: ['angle', 'deg', 180 / Math.PI],
  turn: ['angle', 'deg', 360],
  s: ['time', 's', 1],
  ms: ['time', 's', 0.001],
  hz: ['frequency', 'hz', 1],
  khz: ['frequency', 'hz', 1000],
  dppx: ['resolution', 'dppx', 1],
  x: ['resolution', 'dppx', 1],
  dpi: ['resolution', 'dppx', 1 / 96],
  dpcm: ['resolution', 'dppx', 2.54 / 96],
  fr: ['flex', 'fr', 1],
  percent: ['percent', 'percent', 1],
};
const RELATIVE = /^(?:r?em|r?ex|r?cap|r?ch|r?ic|r?lh|[sld]?v(?:[whib]|min|max)|cq(?:[whib]|min|max))$/;

/** `null` for what is no unit; 'number' has no base type. */
export function baseTypeOf(unit: string): BaseType | 'number' | null {
  if (unit === 'number') return 'number';
  return FIXED[unit]?.[0] ?? (RELATIVE.test(unit) ? 'length' : null);
}

const NO_TYPE: NumericType = { powers: {}, percentHint: null };
const BASES: readonly BaseType[] = ['length', 'angle', 'time', 'frequency', 'resolution', 'flex', 'percent'];

function powerOf({ powers }: NumericType, base: BaseType): number {
  return powers[base] ?? 0;
}

/** "apply the percent hint" */
function withHint(type: NumericType, hint: BaseType): NumericType {
  const moved = powerOf(type, 'percent');
  const powers = { ...type.powers, [hint]: powerOf(type, hint) + moved, percent: 0 };
  return { powers, percentHint: hint };
}

const isSame = (one: NumericType, two: NumericType): boolean =>
  BASES.every((base) => powerOf(one, base) === powerOf(two, base));

/** "add two types"; `null` is failure. */
export function addTypes(first: NumericType, second: NumericType): NumericType | null {
  let [one, two] = [first, second];
  if (one.percentHint !== null && two.percentHint !== null && one.percentHint !== two.percentHint) return null;
  if (one.percentHint !== null && two.percentHint === null) two = withHint(two, one.percentHint);
  else if (two.percentHint !== null && one.percentHint === null) one = withHint(one, two.percentHint);
  if (isSame(one, two)) return { powers: { ...one.powers }, percentHint: one.percentHint };
  const hasPercent = powerOf(one, 'percent') !== 0 || powerOf(two, 'percent') !== 0;
  const hasOther = BASES.some((base) => base !== 'percent' && (powerOf(one, base) !== 0 || powerOf(two, base) !== 0));
  if (!hasPercent || !hasOther) return null;
  for (const base of BASES) {
    if (base === 'percent') continue;
    const [a, b] = [withHint(one, base), withHint(two, base)];
    if (isSame(a, b)) return a;
  }
  return null;
}

/** "multiply two types" */
function multiplyTypes(first: NumericType, second: NumericType): NumericType | null {
  let [one, two] = [first, second];
  if (one.percentHint !== null && two.percentHint !== null && one.percentHint !== two.percentHint) return null;
  if (one.percentHint !== null && two.percentHint === null) two = withHint(two, one.percentHint);
  else if (two.percentHint !== null && one.percentHint === null) one = withHint(one, two.percentHint);
  const powers: Partial<Record<BaseType, number>> = {};
  for (const base of BASES) powers[base] = powerOf(one, base) + powerOf(two, base);
  return { powers, percentHint: one.percentHint };
}

function together(
  values: readonly Numeric[],
  join: (one: NumericType, two: NumericType) => NumericType | null,
): NumericType | null {
  let type: NumericType | null = null;
  for (const value of values) {
    const own = typeOf(value);
    if (own === null) return null;
    type = type === null ? own : join(type, own);
    if (type === null) return null;
  }
  return type;
}

/** The type of a value; `null` where its parts do not go together. */
export function typeOf(numeric: Numeric): NumericType | null {
  switch (numeric.kind) {
    case 'unit': {
      const base = baseTypeOf(numeric.unit);
      return base === null || base === 'number' ? NO_TYPE : { powers: { [base]: 1 }, percentHint: null };
    }
    case 'sum':
    case 'min':
    case 'max':
      return together(numeric.values, addTypes);
    case 'product':
      return together(numeric.values, multiplyTypes);
    case 'negate':
      return typeOf(numeric.value);
    case 'invert': {
      const type = typeOf(numeric.value);
      if (type === null) return null;
      const powers: Partial<Record<BaseType, number>> = {};
      for (const base of BASES) powers[base] = -powerOf(type, base);
      return { powers, percentHint: type.percentHint };
    }
    case 'clamp':
      return together([numeric.lower, numeric.value, numeric.upper], addTypes);
  }
}

/** A term of a sum: so many of a product of units. */
export interface Term {
  readonly value: number;
  readonly units: Readonly<Record<string, number>>;
}

const keyOf = (units: Term['units']): string =>
  Object.keys(units)
    .filter((unit) => units[unit] !== 0)
    .sort()
    .map((unit) => `${unit}^${units[unit]}`)
    .join();

function merged(terms: readonly Term[]): Term[] {
  const found: Term[] = [];
  for (const term of terms) {
    const at = found.findIndex((other) => keyOf(other.units) === keyOf(term.units));
    if (at < 0) found.push(term);
    else found[at] = { value: found[at]!.value + term.value, units: term.units };
  }
  return found;
}

function times(one: Term, two: Term): Term {
  const units: Record<string, number> = { ...one.units };
  for (const unit of Object.keys(two.units)) units[unit] = (units[unit] ?? 0) + two.units[unit]!;
  return { value: one.value * two.value, units };
}

/** Limits are sums only where all of theirs are single terms of the same units. */
function limitOf(numerics: readonly Numeric[], choose: (...values: number[]) => number): Term[] | null {
  const sums = numerics.map(sumOf);
  const first = sums[0]?.[0];
  if (first === undefined) return null;
  const values: number[] = [];
  for (const sum of sums) {
    if (sum === null || sum.length !== 1 || keyOf(sum[0]!.units) !== keyOf(first.units)) return null;
    values.push(sum[0]!.value);
  }
  return [{ value: choose(...values), units: first.units }];
}

/** "create a sum value"; `null` is failure. */
export function sumOf(numeric: Numeric): Term[] | null {
  switch (numeric.kind) {
    case 'unit': {
      if (numeric.unit === 'number') return [{ value: numeric.value, units: {} }];
      const [, canonical, factor] = FIXED[numeric.unit] ?? ['length', numeric.unit, 1];
      return [{ value: numeric.value * factor, units: { [canonical]: 1 } }];
    }
    case 'sum': {
      const terms: Term[] = [];
      for (const each of numeric.values) {
        const sum = sumOf(each);
        if (sum === null) return null;
        terms.push(...sum);
      }
      return merged(terms);
    }
    case 'negate':
      return sumOf(numeric.value)?.map(({ value, units }) => ({ value: -value, units })) ?? null;
    case 'product': {
      let terms: Term[] = [{ value: 1, units: {} }];
      for (const each of numeric.values) {
        const sum = sumOf(each);
        if (sum === null) return null;
        terms = merged(terms.flatMap((one) => sum.map((two) => times(one, two))));
      }
      return terms;
    }
    case 'invert': {
      const sum = sumOf(numeric.value);
      if (sum === null || sum.length !== 1) return null;
      const units: Record<string, number> = {};
      for (const unit of Object.keys(sum[0]!.units)) units[unit] = -sum[0]!.units[unit]!;
      return [{ value: 1 / sum[0]!.value, units }];
    }
    case 'min':
      return limitOf(numeric.values, Math.min);
    case 'max':
      return limitOf(numeric.values, Math.max);
    case 'clamp':
      return limitOf([numeric.lower, numeric.value, numeric.upper], (lower, value, upper) =>
        Math.max(lower, Math.min(value, upper)),
      );
  }
}

/** "create a CSSUnitValue from a sum value item", in a unit if one is asked for; `null` is failure. */
export function unitOf(term: Term, wanted: string | null): Extract<Numeric, { kind: 'unit' }> | null {
  const key = keyOf(term.units);
  const own = key === '' ? 'number' : /^([^,]+)\^1$/.exec(key)?.[1];
  if (own === undefined) return null;
  if (wanted === null || wanted === own) return { kind: 'unit', value: term.value, unit: own };
  const target = FIXED[wanted];
  if (target === undefined || target[1] !== own) return null;
  return { kind: 'unit', value: term.value / target[2], unit: wanted };
}
