/**
 * Numeric values of Typed OM as text, and back.
 *
 * CSS Typed OM 1 §6.3 (serialization of numeric values), §4.3 (parse) https://drafts.css-houdini.org/css-typed-om-1/
 */
import { baseTypeOf, type Numeric, sumOf, unitOf } from './numeric-types.ts';

/** As Chrome writes numbers: whole ones as they are, others with six digits. */
export function numberText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 2 ** 31) return `${value === 0 ? 0 : value}`;
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? 'infinity' : '-infinity';
  const exponent = Math.floor(Math.log10(Math.abs(value)));
  const digits = Number(value.toPrecision(6));
  if (exponent >= -5 && exponent < 6) return `${digits}`;
  const [mantissa = '', power = ''] = digits.toExponential().split('e');
  return `${mantissa}e${power[0]}${power.slice(1).padStart(2, '0')}`;
}

function unitText(value: number, unit: string): string {
  return `${numberText(value)}${unit === 'number' ? '' : unit === 'percent' ? '%' : unit}`;
}

const inside = (numeric: Numeric): string => numericText(numeric, true, false);

/** `isNested`: in another function; `isBare`: as an argument, which needs no parentheses. */
export function numericText(numeric: Numeric, isNested = false, isBare = false): string {
  const wrap = (text: string): string => (isBare ? text : isNested ? `(${text})` : `calc(${text})`);
  switch (numeric.kind) {
    case 'unit':
      return unitText(numeric.value, numeric.unit);
    case 'sum':
    case 'product': {
      const [plus, minus, opposite] =
        numeric.kind === 'sum' ? ([' + ', ' - ', 'negate'] as const) : ([' * ', ' / ', 'invert'] as const);
      let text = inside(numeric.values[0]!);
      for (const each of numeric.values.slice(1)) {
        text += each.kind === opposite ? `${minus}${inside(each.value)}` : `${plus}${inside(each)}`;
      }
      return wrap(text);
    }
    case 'negate':
      return wrap(`-${inside(numeric.value)}`);
    case 'invert':
      return wrap(`1 / ${inside(numeric.value)}`);
    case 'min':
    case 'max':
      return `${numeric.kind}(${numeric.values.map((each) => numericText(each, true, true)).join(', ')})`;
    case 'clamp': {
      const parts = [numeric.lower, numeric.value, numeric.upper];
      return `clamp(${parts.map((each) => numericText(each, true, true)).join(', ')})`;
    }
  }
}

const TOKEN = /\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?(?:%|[a-z]+)?|[a-z]+\(|[()*/,]|[-+](?=\s))/iy;

function tokensOf(text: string): string[] | null {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (found === null) return null;
    tokens.push(found[1]!.toLowerCase());
  }
  return tokens;
}

/** <calc-sum> and below: a value, or `null` for what is none. */
class MathParser {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  whole(): Numeric | null {
    const value = this.#value();
    return value !== null && this.#at === this.#tokens.length ? value : null;
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at++;
    return true;
  }

  #sum(): Numeric | null {
    const values = this.#chain('+', '-', () => this.#product(), 'negate');
    return values === null ? null : values.length === 1 ? values[0]! : { kind: 'sum', values };
  }

  #product(): Numeric | null {
    const values = this.#chain('*', '/', () => this.#value(), 'invert');
    return values === null ? null : values.length === 1 ? values[0]! : { kind: 'product', values };
  }

  #chain(
    plain: string,
    opposite: string,
    next: () => Numeric | null,
    turned: 'negate' | 'invert',
  ): readonly Numeric[] | null {
    const first = next();
    if (first === null) return null;
    const values = [first];
    for (;;) {
      const isPlain = this.#take(plain);
      if (!isPlain && !this.#take(opposite)) return values;
      const value = next();
      if (value === null) return null;
      values.push(isPlain ? value : { kind: turned, value });
    }
  }

  #value(): Numeric | null {
    const token = this.#tokens[this.#at++];
    if (token === undefined) return null;
    if (token === '(' || token === 'calc(') {
      const value = this.#sum();
      return this.#take(')') ? value : null;
    }
    if (token === 'min(' || token === 'max(' || token === 'clamp(') return this.#limit(token);
    const found = /^([-+]?[\d.]+(?:e[-+]?\d+)?)(%|[a-z]*)$/.exec(token);
    if (found === null) return null;
    const unit = found[2] === '' ? 'number' : found[2] === '%' ? 'percent' : found[2]!;
    return baseTypeOf(unit) === null ? null : { kind: 'unit', value: Number(found[1]), unit };
  }

  #limit(name: string): Numeric | null {
    const values: Numeric[] = [];
    do {
      const value = this.#sum();
      if (value === null) return null;
      values.push(value);
    } while (this.#take(','));
    if (!this.#take(')')) return null;
    if (name !== 'clamp(') return { kind: name === 'min(' ? 'min' : 'max', values };
    const [lower, value, upper] = values;
    return values.length === 3 ? { kind: 'clamp', lower: lower!, value: value!, upper: upper! } : null;
  }
}

/** Sums are as short as they can be; their second and later terms are taken away where they are below zero. */
function simplified(numeric: Numeric): Numeric {
  const terms = sumOf(numeric);
  const units = terms?.map((term) => unitOf(term, null));
  if (units === undefined || !units.every((unit) => unit !== null)) return numeric;
  const values = units.map(
    (unit, at): Numeric =>
      at > 0 && unit!.value < 0 ? { kind: 'negate', value: { ...unit!, value: -unit!.value } } : unit!,
  );
  return { kind: 'sum', values };
}

/** A numeric value from text; `null` for what is none. */
export function parsedNumeric(text: string): Numeric | null {
  const trimmed = text.trim();
  const tokens = tokensOf(trimmed);
  if (tokens === null) return null;
  const value = new MathParser(tokens).whole();
  return value !== null && /^calc\(/i.test(trimmed) ? simplified(value) : value;
}
