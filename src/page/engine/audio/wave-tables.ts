/**
 * One period of a wave, without the partials that a sample rate has no room for, and how an oscillator reads it.
 *
 * In:  the kind of wave or its Fourier coefficients, and a sample rate. Out: samples for a place in the period and a pitch.
 *
 * As Chrome does it: a table for each third of an octave, with as many partials as fit below half of the sample rate; what is
 * heard lies between two of them. All are scaled by the peak of the one that has the most.
 *
 * Web Audio §1.27, §1.28 https://www.w3.org/TR/webaudio-1.1/#PeriodicWave
 */
import { transform } from './fourier.ts';

const TABLES_PER_OCTAVE = 3;
const CENTS_PER_TABLE = 1200 / TABLES_PER_OCTAVE;

/** Amplitudes of cosines and sines, from the first partial on; the one before it counts for nothing. */
export interface Partials {
  readonly real: ArrayLike<number>;
  readonly imaginary: ArrayLike<number>;
  readonly isNormalized: boolean;
}

/** The sines of the four kinds of waves that have names. */
export function partialsOf(kind: string, count: number): Partials {
  const imaginary = new Float32Array(count);
  for (let n = 1; n < count; n++) imaginary[n] = amplitude(kind, n);
  return { real: new Float32Array(count), imaginary, isNormalized: true };
}

function amplitude(kind: string, n: number): number {
  const factor = 2 / (n * Math.PI);
  const isOdd = n % 2 === 1;
  switch (kind) {
    case 'square':
      return isOdd ? 2 * factor : 0;
    case 'sawtooth':
      return isOdd ? factor : -factor;
    case 'triangle':
      return isOdd ? 2 * factor * factor * (n % 4 === 1 ? 1 : -1) : 0;
    default:
      return n === 1 ? 1 : 0;
  }
}

export class WaveTables {
  readonly size: number;
  readonly #sampleRate: number;
  readonly #count: number;
  readonly #partials: Partials;
  readonly #tables: Float32Array[] = [];
  readonly #scale: number;

  constructor(kind: string | Partials, sampleRate: number) {
    this.#sampleRate = sampleRate;
    this.size = WaveTables.sizeFor(sampleRate);
    this.#count = Math.floor(0.5 + TABLES_PER_OCTAVE * Math.log2(this.size));
    this.#partials = typeof kind === 'string' ? partialsOf(kind, this.size / 2) : kind;
    let peak = 0;
    if (this.#partials.isNormalized) for (const sample of this.#unscaled(0)) peak = Math.max(peak, Math.abs(sample));
    this.#scale = Math.fround(peak === 0 ? 0.5 : 1 / peak);
  }

  static sizeFor(sampleRate: number): number {
    if (sampleRate <= 24_000) return 2048;
    return sampleRate <= 88_200 ? 4096 : 16_384;
  }

  /** Steps in the table for each second of one cycle. */
  get rate(): number {
    return this.size / this.#sampleRate;
  }

  #unscaled(range: number): Float32Array {
    const { real: cosines, imaginary: sines } = this.#partials;
    const partials = Math.floor(2 ** ((-range * CENTS_PER_TABLE) / 1200) * (this.size / 2));
    const real = new Float64Array(this.size);
    const imaginary = new Float64Array(this.size);
    const end = Math.min(partials + 1, this.size / 2, sines.length);
    for (let n = 1; n < end; n++) {
      real[n] = cosines[n]! / 2;
      real[this.size - n] = cosines[n]! / 2;
      imaginary[n] = -sines[n]! / 2;
      imaginary[this.size - n] = sines[n]! / 2;
    }
    transform(real, imaginary, true);
    return Float32Array.from(real);
  }

  #table(range: number): Float32Array {
    const known = this.#tables[range];
    if (known !== undefined) return known;
    const table = this.#unscaled(range);
    for (let at = 0; at < table.length; at++) table[at]! *= this.#scale;
    this.#tables[range] = table;
    return table;
  }

  /** Reads samples at growing places; gives the place after them. */
  read(frequency: number, place: number, out: Float32Array, from: number, to: number): number {
    const step = Math.fround(Math.fround(frequency) * Math.fround(this.rate));
    const lowest = this.#sampleRate / this.size;
    const ratio = frequency === 0 ? 0.5 : Math.abs(frequency) / lowest;
    const pitch = Math.min(Math.max(1 + (Math.log2(ratio) * 1200) / CENTS_PER_TABLE, 0), this.#count - 1);
    const first = Math.floor(pitch);
    const share = Math.fround(pitch - first);
    const higher = this.#table(first);
    const lower = this.#table(Math.min(first + 1, this.#count - 1));
    const mask = this.size - 1;
    for (let at = from; at < to; at++) {
      const index = Math.floor(place);
      const part = Math.fround(place - index);
      const [one, two] = [index & mask, (index + 1) & mask];
      const high = Math.fround((1 - part) * higher[one]! + part * higher[two]!);
      const low = Math.fround((1 - part) * lower[one]! + part * lower[two]!);
      out[at] = (1 - share) * high + share * low;
      place += step;
      place -= Math.floor(place / this.size) * this.size;
    }
    return place;
  }
}
