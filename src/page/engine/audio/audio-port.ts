/**
 * The engine realm's functions for sound.
 *
 * In:  graphs as JSON that the page realm's own code has written, and samples that are the page's. Out: the page's arrays,
 * written by index, and text.
 */
import type { Profile } from '../../../identity/profile.ts';
import { LIMITS } from '../../../limits.ts';
import type { AudioArrays, EnginePort } from '../../ports.ts';
import { coefficientsOf, responseAt } from './biquad.ts';
import { type Graph, GraphRenderer } from './render.ts';
import { smoothSpectrum } from './spectrum.ts';

type AudioPort = Pick<EnginePort, 'renderAudio' | 'audioSpectrum' | 'filterResponse'>;

/** What the page realm says of a graph. */
interface GraphText extends Graph {
  readonly channels: number;
  /** Lengths of the arrays, and of the taps. */
  readonly lengths: readonly number[];
  readonly taps: readonly number[];
}

/**
 * Chrome is compiled otherwise for each platform, so that the last digits of a compressed sound differ. The few sums of the
 * well-known test that ordinary Chromes give are between 124.04344 and 124.04348.
 */
const VARIATIONS: Readonly<Record<Profile['platformName'], number>> = {
  Linux: 3.56e-7,
  Windows: 3.36e-7,
  macOS: 1.23e-7,
};

export function audioPort(profile: Profile): AudioPort {
  return {
    renderAudio: (text, arrays, outputs, taps) => {
      const graph = JSON.parse(text) as GraphText;
      const size = graph.lengths.reduce((sum, length) => sum + length, graph.length * graph.channels);
      if (size > 2 * LIMITS.audioSamples || graph.nodes.length > LIMITS.audioParts) return undefined;
      const variation = VARIATIONS[profile.platformName];
      const own = graph.taps.map((length) => new Float32Array(length));
      const copies = graph.lengths.map((length, at) => copied(arrays[at]!, length));
      const renderer = new GraphRenderer(graph, { arrays: copies, taps: own, variation });
      renderer.render(graph.channels, outputs);
      writeAll(own, taps);
      return JSON.stringify(renderer.reductions);
    },
    audioSpectrum: (samples, magnitudes, sizes) => {
      const [size, smoothing] = JSON.parse(sizes) as [number, number];
      const before = copied(magnitudes, size / 2);
      smoothSpectrum(copied(samples, size), before, smoothing);
      writeAll([before], { 0: magnitudes });
      return true;
    },
    filterResponse: (filter, frequencies, out, count) => {
      const [type, share, q, gain, nyquist] = JSON.parse(filter) as [string, number, number, number, number];
      const coefficients = coefficientsOf(type, share, q, gain);
      for (let at = 0; at < count; at++) {
        const frequency = frequencies[at]! / nyquist;
        const isIn = frequency >= 0 && frequency <= 1;
        const [magnitude, phase] = isIn ? responseAt(coefficients, frequency) : [Number.NaN, Number.NaN];
        out[2 * at] = magnitude;
        out[2 * at + 1] = phase;
      }
      return true;
    },
  };
}

/** Secure: only indices of a page's array are used, because its methods and its length are what the page says. */
function copied(samples: ArrayLike<number>, length: number): Float32Array {
  const copy = new Float32Array(length);
  for (let at = 0; at < length; at++) copy[at] = samples[at]!;
  return copy;
}

function writeAll(from: readonly Float32Array[], to: AudioArrays): void {
  from.forEach((samples, number) => {
    const out = to[number]!;
    for (let at = 0; at < samples.length; at++) out[at] = samples[at]!;
  });
}
