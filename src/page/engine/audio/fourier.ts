/**
 * The fast Fourier transform of complex numbers, in place.
 *
 * In:  real and imaginary parts; their number is a power of two. Out: the same arrays, transformed.
 */
export function transform(real: Float64Array, imaginary: Float64Array, isInverse: boolean): void {
  const size = real.length;
  reverseBits(real, imaginary);
  for (let half = 1; half < size; half *= 2) {
    const step = ((isInverse ? 1 : -1) * Math.PI) / half;
    for (let at = 0; at < half; at++) {
      const cosine = Math.cos(step * at);
      const sine = Math.sin(step * at);
      for (let even = at; even < size; even += 2 * half) {
        const odd = even + half;
        const x = real[odd]! * cosine - imaginary[odd]! * sine;
        const y = real[odd]! * sine + imaginary[odd]! * cosine;
        real[odd] = real[even]! - x;
        imaginary[odd] = imaginary[even]! - y;
        real[even]! += x;
        imaginary[even]! += y;
      }
    }
  }
}

/** Puts each number where its index, read backwards in bits, says. */
function reverseBits(real: Float64Array, imaginary: Float64Array): void {
  const size = real.length;
  for (let at = 1, mirrored = 0; at < size; at++) {
    let bit = size >> 1;
    for (; mirrored & bit; bit >>= 1) mirrored ^= bit;
    mirrored ^= bit;
    if (at >= mirrored) continue;
    [real[at], real[mirrored]] = [real[mirrored]!, real[at]!];
    [imaginary[at], imaginary[mirrored]] = [imaginary[mirrored]!, imaginary[at]!];
  }
}
