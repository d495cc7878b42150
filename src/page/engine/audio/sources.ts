/**
 * Nodes that sound begins at: oscillators, buffers, constants. They sound from when they are started until they are stopped.
 *
 * Web Audio §1.7, §1.9, §1.16, §1.26 https://www.w3.org/TR/webaudio-1.1/#AudioScheduledSourceNode
 */
import { type NodeState, type Processor, QUANTUM, type Renderer, type Sound } from './sound.ts';
import { WaveTables } from './wave-tables.ts';

/** The samples of this part in which a source sounds. */
function sounding({ starts, stops }: NodeState, { start, sampleRate }: Renderer): readonly [from: number, to: number] {
  if (starts === null) return [0, 0];
  const from = Math.min(Math.max(Math.ceil(starts * sampleRate) - start, 0), QUANTUM);
  const end = stops === null ? QUANTUM : Math.ceil(stops * sampleRate) - start;
  return [from, Math.min(Math.max(end, from), QUANTUM)];
}

export function oscillator(node: NodeState, renderer: Renderer): Processor {
  const { sampleRate } = renderer;
  const { arrays } = renderer;
  const [real, imaginary] = node.arrays;
  const wave =
    real === undefined || imaginary === undefined
      ? node.type
      : { real: arrays[real]!, imaginary: arrays[imaginary]!, isNormalized: node.isNormalized };
  const tables = new WaveTables(wave, sampleRate);
  const frequencies = new Float32Array(QUANTUM);
  const detunes = new Float32Array(QUANTUM);
  let place = 0;
  return {
    process() {
      const out = new Float32Array(QUANTUM);
      const [from, to] = sounding(node, renderer);
      const pitch = renderer.values(node.params['frequency']!, frequencies);
      const detune = renderer.values(node.params['detune']!, detunes);
      const frequencyAt = (at: number): number => {
        const factor = 2 ** (detunes[detune.isSteady ? 0 : at]! / 1200);
        return Math.min(Math.max(frequencies[pitch.isSteady ? 0 : at]! * factor, -sampleRate / 2), sampleRate / 2);
      };
      if (pitch.isSteady && detune.isSteady) place = tables.read(frequencyAt(0), place, out, from, to);
      else for (let at = from; at < to; at++) place = tables.read(frequencyAt(at), place, out, at, at + 1);
      return [[out]];
    },
  };
}

export function constantSource(node: NodeState, renderer: Renderer): Processor {
  const values = new Float32Array(QUANTUM);
  return {
    process() {
      const out = new Float32Array(QUANTUM);
      const [from, to] = sounding(node, renderer);
      const { isSteady } = renderer.values(node.params['offset']!, values);
      for (let at = from; at < to; at++) out[at] = values[isSteady ? 0 : at]!;
      return [[out]];
    },
  };
}

/** §1.9.5: reads a buffer at a rate, between samples by the line through them. */
export function bufferSource(node: NodeState, renderer: Renderer): Processor {
  const channels = node.arrays.map((number) => renderer.arrays[number]!);
  const frames = channels[0]?.length ?? 0;
  const rates = new Float32Array(QUANTUM);
  const [loopStart, loopEnd] = loopFrames(node, frames);
  let place = node.offset * node.bufferRate;
  const last = node.duration === null ? Number.POSITIVE_INFINITY : place + node.duration * node.bufferRate;
  let isIn = false;
  return {
    process() {
      const out: Sound = Array.from({ length: Math.max(1, channels.length) }, () => new Float32Array(QUANTUM));
      const [from, to] = sounding(node, renderer);
      renderer.values(node.params['detune']!, rates);
      const detune = 2 ** (rates[0]! / 1200);
      renderer.values(node.params['playbackRate']!, rates);
      const step = (rates[0]! * detune * node.bufferRate) / renderer.sampleRate;
      for (let at = from; at < to; at++) {
        if (node.isLooping && loopEnd > loopStart) {
          if (place >= loopStart && place < loopEnd) isIn = true;
          if (isIn) while (place >= loopEnd) place -= loopEnd - loopStart;
          if (isIn) while (place < loopStart) place += loopEnd - loopStart;
        }
        if (place < 0 || place >= frames || (!node.isLooping && place >= last)) break;
        const index = Math.floor(place);
        const next = node.isLooping && index + 1 >= loopEnd ? loopStart : index + 1;
        for (let channel = 0; channel < channels.length; channel++) {
          const one = channels[channel]![index]!;
          out[channel]![at] = one + ((channels[channel]![next] ?? one) - one) * (place - index);
        }
        place += step;
      }
      return [out];
    },
  };
}

function loopFrames({ loop: [start, end], bufferRate }: NodeState, frames: number): readonly [number, number] {
  if (start < 0 || end <= 0 || start >= end) return [0, frames];
  return [Math.floor(start * bufferRate), Math.min(Math.floor(end * bufferRate), frames)];
}
