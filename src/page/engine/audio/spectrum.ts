/**
 * What an analyser tells of the last samples: how loud each frequency is.
 *
 * Web Audio §1.8.6 https://www.w3.org/TR/webaudio-1.1/#fft-windowing-and-smoothing-over-time
 */
import { transform } from './fourier.ts';

const BLACKMAN = 0.16;

/**
 * In: the last samples, and the magnitudes of the time before, which are smoothed with these. Out: magnitudes in the latter.
 */
export function smoothSpectrum(samples: Float32Array, before: Float32Array, smoothing: number): void {
  const size = samples.length;
  const real = new Float64Array(size);
  for (let n = 0; n < size; n++) {
    const place = (2 * Math.PI * n) / size;
    real[n] = samples[n]! * ((1 - BLACKMAN) / 2 - Math.cos(place) / 2 + (BLACKMAN / 2) * Math.cos(2 * place));
  }
  const imaginary = new Float64Array(size);
  transform(real, imaginary, false);
  for (let k = 0; k < before.length; k++) {
    const magnitude = Math.hypot(real[k]!, imaginary[k]!) / size;
    const next = smoothing * before[k]! + (1 - smoothing) * magnitude;
    before[k] = Number.isFinite(next) ? next : 0;
  }
}
