/**
 * A picture made smaller.
 *
 * In:  red, green and blue of each pixel, row by row, and the width it shall have. Out: the same of fewer pixels, each the
 *      mean of those that it stands for, weighted by how much of them it covers.
 */

export interface Pixels {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const CHANNELS = 3;

/** As it is when it is not wider than that. */
export function scaledTo(width: number, picture: Pixels): Pixels {
  if (width >= picture.width) return picture;
  const height = Math.max(1, Math.round((picture.height * width) / picture.width));
  const narrow = shrunk(Float64Array.from(picture.pixels), {
    lines: picture.height,
    from: picture.width,
    to: width,
    step: CHANNELS,
    lineStep: picture.width * CHANNELS,
    outLineStep: width * CHANNELS,
  });
  const small = shrunk(narrow, {
    lines: width,
    from: picture.height,
    to: height,
    step: width * CHANNELS,
    lineStep: CHANNELS,
    outLineStep: CHANNELS,
  });
  return { pixels: Uint8Array.from(small, Math.round), width, height };
}

/** One direction: lines of `from` pixels become lines of `to`. */
interface Direction {
  readonly lines: number;
  readonly from: number;
  readonly to: number;
  /** Between pixels of a line, and between lines; the same for what comes out. */
  readonly step: number;
  readonly lineStep: number;
  readonly outLineStep: number;
}

function shrunk(samples: Float64Array, { lines, from, to, step, lineStep, outLineStep }: Direction): Float64Array {
  const out = new Float64Array(lines * to * CHANNELS);
  const ratio = from / to;
  for (let target = 0; target < to; target++) {
    const [start, end] = [target * ratio, Math.min(from, (target + 1) * ratio)];
    for (let source = Math.floor(start); source < end; source++) {
      const weight = (Math.min(end, source + 1) - Math.max(start, source)) / (end - start);
      for (let line = 0; line < lines; line++) {
        const [at, into] = [line * lineStep + source * step, line * outLineStep + target * step];
        for (let channel = 0; channel < CHANNELS; channel++) out[into + channel]! += weight * samples[at + channel]!;
      }
    }
  }
  return out;
}
