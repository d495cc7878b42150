/**
 * CSSNumericValue and what inherits from it, as pages see them.
 *
 * CSS Typed OM 1 §4.3, §4.4 https://drafts.css-houdini.org/css-typed-om-1/#numeric-objects
 */
import { domException } from '../dom/dom-exception.ts';
import { isFiniteNumber } from '../primordials.ts';
import { type Args, failedTo } from '../rare/answers.ts';
import { defineBehaviour, type LiveRecord, liveKind, liveObject, liveRecord } from '../window/lazy-interfaces.ts';
import { numericText, parsedNumeric } from './numeric-text.ts';
import { baseTypeOf, type Numeric, sumOf, type Term, typeOf, unitOf } from './numeric-types.ts';

const KINDS = {
  sum: 'CSSMathSum',
  product: 'CSSMathProduct',
  min: 'CSSMathMin',
  max: 'CSSMathMax',
  negate: 'CSSMathNegate',
  invert: 'CSSMathInvert',
  clamp: 'CSSMathClamp',
  unit: 'CSSUnitValue',
} as const;

const ON = 'CSSNumericValue';
const where = (method: string): string => failedTo(method, ON);

/** What an object of the page stands for. A unit's number can be set, so it is read each time. */
function numericIn(record: LiveRecord): Numeric {
  if (liveKind(record) === KINDS.unit) {
    return { kind: 'unit', value: record['value'] as number, unit: record['unit'] as string };
  }
  return record['%numeric'] as Numeric;
}

/** An object for a value. */
export function numericObject(numeric: Numeric): object {
  if (numeric.kind === 'unit') return liveObject(KINDS.unit, { value: numeric.value, unit: numeric.unit });
  return liveObject(KINDS[numeric.kind], mathRecord(numeric, null));
}

function listOf(values: readonly object[]): object {
  const list = liveObject('CSSNumericArray', { '%values': values });
  values.forEach((value, at) => {
    Object.defineProperty(list, at, { value, enumerable: true, configurable: true });
  });
  return list;
}

/** `given`: the objects that a page has made it of, which it gives back. */
function mathRecord(numeric: Exclude<Numeric, { kind: 'unit' }>, given: readonly object[] | null): LiveRecord {
  const base = { '%numeric': numeric, operator: numeric.kind };
  switch (numeric.kind) {
    case 'negate':
    case 'invert':
      return { ...base, value: given?.[0] ?? numericObject(numeric.value) };
    case 'clamp': {
      const [lower, value, upper] = given ?? [numeric.lower, numeric.value, numeric.upper].map(numericObject);
      return { ...base, lower, value, upper };
    }
    default:
      return { ...base, values: listOf(given ?? numeric.values.map(numericObject)) };
  }
}

/** "rectify a numberish value" */
function rectified(value: unknown, what: string): object {
  if (liveRecord(value, ON) !== null) return value as object;
  const number = Number(value);
  if (!isFiniteNumber(number)) throw new TypeError(`${what}The provided double value is non-finite.`);
  return numericObject({ kind: 'unit', value: number, unit: 'number' });
}

const numericOf = (object: object): Numeric => numericIn(liveRecord(object, ON)!);

function numericsOf(args: Args, what: string): Numeric[] {
  return Array.from(args, (value) => numericOf(rectified(value, what)));
}

function checked(numeric: Numeric, what: string): Numeric {
  if (typeOf(numeric) !== null) return numeric;
  throw new TypeError(`${what}Incompatible types`);
}

const unitsOf = (values: readonly Numeric[]): readonly Extract<Numeric, { kind: 'unit' }>[] | null =>
  values.every((value) => value.kind === 'unit') ? (values as never) : null;

/** Values in one unit become one value. */
function inOneUnit(values: readonly Numeric[], join: (...numbers: number[]) => number): Numeric | null {
  const units = unitsOf(values);
  if (units === null || !units.every(({ unit }) => unit === units[0]!.unit)) return null;
  return { kind: 'unit', value: join(...units.map(({ value }) => value)), unit: units[0]!.unit };
}

const plus = (...numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** Values of the same kind are taken in: a sum of a sum is one sum. */
function joined(kind: 'sum' | 'product' | 'min' | 'max', self: Numeric, others: readonly Numeric[]): Numeric {
  const values = [...(self.kind === kind ? self.values : [self]), ...others];
  if (kind !== 'product') {
    const join = kind === 'sum' ? plus : kind === 'min' ? Math.min : Math.max;
    return inOneUnit(values, join) ?? { kind, values };
  }
  const units = unitsOf(values);
  const measured = units?.filter(({ unit }) => unit !== 'number') ?? [];
  if (units === null || measured.length > 1) return { kind, values };
  const value = units.reduce((product, each) => product * each.value, 1);
  return { kind: 'unit', value, unit: measured[0]?.unit ?? 'number' };
}

/** §4.3 "negate" and "invert", which are undone where they are done already. */
function negated(numeric: Numeric): Numeric {
  if (numeric.kind === 'negate') return numeric.value;
  if (numeric.kind === 'unit') return { ...numeric, value: -numeric.value };
  return { kind: 'negate', value: numeric };
}

function inverted(numeric: Numeric): Numeric {
  if (numeric.kind === 'invert') return numeric.value;
  if (numeric.kind !== 'unit' || numeric.unit !== 'number') return { kind: 'invert', value: numeric };
  if (numeric.value === 0) throw new RangeError(`${where('div')}Can't divide-by-zero`);
  return { ...numeric, value: 1 / numeric.value };
}

function equals(one: Numeric, two: Numeric): boolean {
  return one.kind === two.kind && numericText(one) === numericText(two) && JSON.stringify(one) === JSON.stringify(two);
}

/** A sum in the units that are asked for, in their order; by default in all of its own, in the order of the alphabet. */
function inUnits(self: Numeric, wanted: readonly string[]): object {
  const what = where('toSum');
  for (const unit of wanted) {
    if (baseTypeOf(unit) === null) throw domException('SyntaxError', `${what}Invalid unit for conversion`);
  }
  const terms = sumOf(self);
  const units = terms?.map((term) => unitOf(term, null));
  if (terms === null || !units!.every((unit) => unit !== null))
    throw new TypeError(`${what}Invalid value for conversion`);
  if (wanted.length === 0) {
    const all = (units as Extract<Numeric, { kind: 'unit' }>[]).sort((a, b) => (a.unit < b.unit ? -1 : 1));
    return numericObject({ kind: 'sum', values: all });
  }
  let left: readonly Term[] = terms;
  const values = wanted.map((unit): Numeric => {
    let value = 0;
    left = left.filter((term) => {
      const found = unitOf(term, unit);
      value += found?.value ?? 0;
      return found === null;
    });
    return { kind: 'unit', value, unit };
  });
  if (left.length > 0) throw new TypeError(`${what}There were leftover terms that were not converted`);
  return numericObject({ kind: 'sum', values });
}

function converted(self: Numeric, given: unknown): object {
  const unit = `${given}`.toLowerCase();
  if (baseTypeOf(unit) === null) throw domException('SyntaxError', `${where('to')}Invalid unit for conversion`);
  const terms = sumOf(self);
  const value = terms?.length === 1 ? unitOf(terms[0]!, unit) : null;
  if (value === null) throw new TypeError(`${where('to')}Cannot convert to ${unit}`);
  return numericObject(value);
}

function typeObject(numeric: Numeric): object {
  const { powers, percentHint } = typeOf(numeric)!;
  const shown: Record<string, unknown> = {};
  for (const base of Object.keys(powers) as (keyof typeof powers)[]) if (powers[base] !== 0) shown[base] = powers[base];
  if (percentHint !== null) shown['percentHint'] = percentHint;
  return shown;
}

/** `CSSNumericValue.parse()`; `null` for what is no numeric value. */
export function numericFromText(text: string): object | null {
  const numeric = parsedNumeric(text);
  return numeric === null || typeOf(numeric) === null ? null : numericObject(numeric);
}

export function numericObjectText(object: object): string {
  return numericText(numericOf(object));
}

function defineArithmetic(): void {
  const operation = (kind: 'sum' | 'product' | 'min' | 'max', method: string, turn?: (value: Numeric) => Numeric) =>
    function (this: LiveRecord, args: Args): object {
      const others = numericsOf(args, where(method));
      const numeric = joined(kind, numericIn(this), turn === undefined ? others : others.map(turn));
      return numericObject(checked(numeric, where(method)));
    };
  defineBehaviour(ON, {
    add: operation('sum', 'add'),
    sub: operation('sum', 'sub', negated),
    mul: operation('product', 'mul'),
    div: operation('product', 'div', inverted),
    min: operation('min', 'min'),
    max: operation('max', 'max'),
    equals(this: LiveRecord, args: Args) {
      const self = numericIn(this);
      return numericsOf(args, where('equals')).every((other) => equals(self, other));
    },
    to(this: LiveRecord, args: Args) {
      return converted(numericIn(this), args[0]);
    },
    toSum(this: LiveRecord, args: Args) {
      return inUnits(
        numericIn(this),
        Array.from(args, (unit) => `${unit}`.toLowerCase()),
      );
    },
    type(this: LiveRecord) {
      return typeObject(numericIn(this));
    },
    parse: (args: Args) => {
      const object = numericFromText(`${args[0]}`);
      if (object !== null) return object;
      throw domException('SyntaxError', `${where('parse')}Invalid math expression`);
    },
  });
  defineBehaviour('CSSNumericArray', {
    length(this: LiveRecord) {
      return (this['%values'] as object[]).length;
    },
    entries(this: LiveRecord) {
      return (this['%values'] as object[]).entries();
    },
    keys(this: LiveRecord) {
      return (this['%values'] as object[]).keys();
    },
    values(this: LiveRecord) {
      return (this['%values'] as object[]).values();
    },
    forEach(this: LiveRecord, args: Args, self: object) {
      const callback = args[0] as (value: object, at: number, list: object) => void;
      for (const [at, value] of (this['%values'] as object[]).entries()) callback(value, at, self);
    },
  });
}

export function defineNumbers(): void {
  defineArithmetic();
  const constructing = (name: string): string => `Failed to construct '${name}': `;
  defineBehaviour(KINDS.unit, {
    construct: (args: Args): LiveRecord => {
      const what = constructing(KINDS.unit);
      const value = Number(args[0]);
      if (!isFiniteNumber(value)) throw new TypeError(`${what}The provided double value is non-finite.`);
      const unit = `${args[1]}`.toLowerCase();
      if (baseTypeOf(unit) === null) throw new TypeError(`${what}Invalid unit: ${args[1]}`);
      return { value, unit };
    },
    'set value'(this: LiveRecord, given: unknown) {
      const value = Number(given);
      const what = "Failed to set the 'value' property on 'CSSUnitValue': ";
      if (!isFiniteNumber(value)) throw new TypeError(`${what}The provided double value is non-finite.`);
      this['value'] = value;
    },
  });
  for (const kind of ['sum', 'product', 'min', 'max'] as const) {
    const what = constructing(KINDS[kind]);
    defineBehaviour(KINDS[kind], {
      construct: (args: Args): LiveRecord => {
        const given = Array.from(args, (value) => rectified(value, what));
        if (given.length === 0) throw domException('SyntaxError', `${what}Arguments can't be empty`);
        const numeric = { kind, values: given.map(numericOf) } as const;
        checked(numeric, what);
        return mathRecord(numeric, given);
      },
    });
  }
  for (const kind of ['negate', 'invert'] as const) {
    defineBehaviour(KINDS[kind], {
      construct: (args: Args): LiveRecord => {
        const given = rectified(args[0], constructing(KINDS[kind]));
        return mathRecord({ kind, value: numericOf(given) }, [given]);
      },
    });
  }
  defineBehaviour(KINDS.clamp, {
    construct: (args: Args): LiveRecord => {
      const what = constructing(KINDS.clamp);
      const given = Array.from(args, (value) => rectified(value, what)).slice(0, 3);
      const [lower, value, upper] = given.map(numericOf) as [Numeric, Numeric, Numeric];
      const numeric = { kind: 'clamp', lower, value, upper } as const;
      checked(numeric, what);
      return mathRecord(numeric, given);
    },
  });
}
