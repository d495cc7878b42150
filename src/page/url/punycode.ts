/**
 * Punycode: a label of any code points as ASCII.
 *
 * RFC 3492 §6.3 https://www.rfc-editor.org/rfc/rfc3492#section-6.3
 */
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_N = 128;

/** The label without 'xn--'; `null` when it is too long to be one. */
export function encodePunycode(label: string): string | null {
  const input = [...label].map((character) => character.codePointAt(0)!);
  if (input.length > 256) return null;
  let output = input
    .filter((codePoint) => codePoint < 0x80)
    .map((codePoint) => String.fromCharCode(codePoint))
    .join('');
  const basicLength = output.length;
  let handled = basicLength;
  if (basicLength > 0) output += '-';

  let n = INITIAL_N;
  let delta = 0;
  let bias = INITIAL_BIAS;
  while (handled < input.length) {
    const smallest = Math.min(...input.filter((codePoint) => codePoint >= n));
    delta += (smallest - n) * (handled + 1);
    n = smallest;
    for (const codePoint of input) {
      if (codePoint < n) delta++;
      if (codePoint !== n) continue;
      let q = delta;
      for (let k = BASE; ; k += BASE) {
        const t = k <= bias ? T_MIN : k >= bias + T_MAX ? T_MAX : k - bias;
        if (q < t) break;
        output += digit(t + ((q - t) % (BASE - t)));
        q = Math.floor((q - t) / (BASE - t));
      }
      output += digit(q);
      bias = adapt(delta, handled + 1, handled === basicLength);
      delta = 0;
      handled++;
    }
    delta++;
    n++;
  }
  return output;
}

function digit(value: number): string {
  return String.fromCharCode(value < 26 ? 0x61 + value : 0x30 + value - 26);
}

function adapt(delta: number, points: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / DAMP) : delta >> 1;
  rest += Math.floor(rest / points);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) >> 1; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}
