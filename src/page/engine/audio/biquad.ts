/**
 * Biquad filters: eight kinds, by their coefficients, over samples and over frequencies.
 *
 * Web Audio §1.13.4 https://www.w3.org/TR/webaudio-1.1/#filters-characteristics
 */
export interface Coefficients {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/** `frequency` is a share of half of the sample rate. */
export function coefficientsOf(kind: string, frequency: number, q: number, gain: number): Coefficients {
  const share = Math.min(Math.max(frequency, 0), 1);
  const w0 = Math.PI * share;
  const cos = Math.cos(w0);
  const sin = Math.sin(w0);
  const a = 10 ** (gain / 40);
  const alpha = sin / (2 * q);
  const alphaDb = sin / (2 * 10 ** (q / 20));
  const shelf = 2 * Math.sqrt(a) * ((sin / 2) * Math.SQRT2);
  switch (kind) {
    case 'highpass':
      return over(1 + alphaDb, (1 + cos) / 2, -(1 + cos), (1 + cos) / 2, -2 * cos, 1 - alphaDb);
    case 'bandpass':
      return over(1 + alpha, alpha, 0, -alpha, -2 * cos, 1 - alpha);
    case 'notch':
      return over(1 + alpha, 1, -2 * cos, 1, -2 * cos, 1 - alpha);
    case 'allpass':
      return over(1 + alpha, 1 - alpha, -2 * cos, 1 + alpha, -2 * cos, 1 - alpha);
    case 'peaking':
      return over(1 + alpha / a, 1 + alpha * a, -2 * cos, 1 - alpha * a, -2 * cos, 1 - alpha / a);
    case 'lowshelf':
      return over(
        a + 1 + (a - 1) * cos + shelf,
        a * (a + 1 - (a - 1) * cos + shelf),
        2 * a * (a - 1 - (a + 1) * cos),
        a * (a + 1 - (a - 1) * cos - shelf),
        -2 * (a - 1 + (a + 1) * cos),
        a + 1 + (a - 1) * cos - shelf,
      );
    case 'highshelf':
      return over(
        a + 1 - (a - 1) * cos + shelf,
        a * (a + 1 + (a - 1) * cos + shelf),
        -2 * a * (a - 1 + (a + 1) * cos),
        a * (a + 1 + (a - 1) * cos - shelf),
        2 * (a - 1 - (a + 1) * cos),
        a + 1 - (a - 1) * cos - shelf,
      );
    default:
      return over(1 + alphaDb, (1 - cos) / 2, 1 - cos, (1 - cos) / 2, -2 * cos, 1 - alphaDb);
  }
}

function over(a0: number, b0: number, b1: number, b2: number, a1: number, a2: number): Coefficients {
  return { b0: b0 / a0, b1: b1 / a0, b2: b2 / a0, a1: a1 / a0, a2: a2 / a0 };
}

/** One channel's memory of two samples. */
export class BiquadState {
  #x1 = 0;
  #x2 = 0;
  #y1 = 0;
  #y2 = 0;

  process(samples: Float32Array, { b0, b1, b2, a1, a2 }: Coefficients): void {
    for (let at = 0; at < samples.length; at++) {
      const x = samples[at]!;
      const y = b0 * x + b1 * this.#x1 + b2 * this.#x2 - a1 * this.#y1 - a2 * this.#y2;
      this.#x2 = this.#x1;
      this.#x1 = x;
      this.#y2 = this.#y1;
      this.#y1 = y;
      samples[at] = y;
    }
  }
}

/** Magnitude and phase at a frequency, which is a share of half of the sample rate. */
export function responseAt({ b0, b1, b2, a1, a2 }: Coefficients, frequency: number): readonly [number, number] {
  const omega = -Math.PI * frequency;
  const [re, im] = [Math.cos(omega), Math.sin(omega)];
  const [re2, im2] = [Math.cos(2 * omega), Math.sin(2 * omega)];
  const [topRe, topIm] = [b0 + b1 * re + b2 * re2, b1 * im + b2 * im2];
  const [lowRe, lowIm] = [1 + a1 * re + a2 * re2, a1 * im + a2 * im2];
  const size = lowRe * lowRe + lowIm * lowIm;
  const [x, y] = [(topRe * lowRe + topIm * lowIm) / size, (topIm * lowRe - topRe * lowIm) / size];
  return [Math.hypot(x, y), Math.atan2(y, x)];
}
