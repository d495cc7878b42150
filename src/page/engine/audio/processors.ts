/**
 * What each kind of audio node does with a part of a sound.
 *
 * In:  the sounds at its inputs. Out: those at its outputs. Kinds that are not here let through what they hear.
 *
 * Web Audio §1.8 to §1.32 https://www.w3.org/TR/webaudio-1.1/
 */
import type { ParamState } from './automation.ts';
import { BiquadState, coefficientsOf } from './biquad.ts';
import { Compressor } from './compressor.ts';
import { type NodeState, type Processor, QUANTUM, type Renderer } from './sound.ts';
import { bufferSource, constantSource, oscillator } from './sources.ts';

export function makeProcessor(node: NodeState, renderer: Renderer): Processor {
  switch (node.kind) {
    case 'OscillatorNode':
      return oscillator(node, renderer);
    case 'AudioBufferSourceNode':
      return bufferSource(node, renderer);
    case 'ConstantSourceNode':
      return constantSource(node, renderer);
    case 'GainNode':
      return gain(node, renderer);
    case 'BiquadFilterNode':
      return biquad(node, renderer);
    case 'DynamicsCompressorNode':
      return compressor(node, renderer);
    case 'DelayNode':
      return delay(node, renderer);
    case 'StereoPannerNode':
      return stereoPanner(node, renderer);
    case 'WaveShaperNode':
      return shaper(node, renderer);
    case 'ChannelSplitterNode':
      return { process: ([sound]) => Array.from({ length: node.outputs }, (_, at) => [sound![at] ?? silence()]) };
    case 'ChannelMergerNode':
      return { process: (sounds) => [sounds.map((sound) => sound[0] ?? silence())] };
    default:
      return { process: ([sound]) => (sound === undefined ? [] : [sound]) };
  }
}

const silence = (): Float32Array => new Float32Array(QUANTUM);

function gain({ params }: NodeState, renderer: Renderer): Processor {
  const values = silence();
  return {
    process([sound]) {
      const { isSteady } = renderer.values(params['gain']!, values);
      return [sound!.map((channel) => channel.map((sample, at) => sample * values[isSteady ? 0 : at]!))];
    },
  };
}

/** The first value of a parameter in this part. */
function first(renderer: Renderer, param: ParamState): number {
  renderer.values(param, scratch);
  return scratch[0]!;
}

const scratch = new Float32Array(QUANTUM);

function biquad({ params, type }: NodeState, renderer: Renderer): Processor {
  const states: BiquadState[] = [];
  return {
    process([sound]) {
      const pitch = first(renderer, params['frequency']!) * 2 ** (first(renderer, params['detune']!) / 1200);
      const share = pitch / (renderer.sampleRate / 2);
      const all = coefficientsOf(type, share, first(renderer, params['Q']!), first(renderer, params['gain']!));
      while (states.length < sound!.length) states.push(new BiquadState());
      sound!.forEach((channel, at) => {
        states[at]!.process(channel, all);
      });
      return [sound!];
    },
  };
}

function compressor({ params }: NodeState, renderer: Renderer): Processor {
  const made = new Compressor(renderer.sampleRate, renderer.variation);
  return {
    process([sound]) {
      made.process(sound!, {
        threshold: first(renderer, params['threshold']!),
        knee: first(renderer, params['knee']!),
        ratio: first(renderer, params['ratio']!),
        attack: first(renderer, params['attack']!),
        release: first(renderer, params['release']!),
      });
      return [sound!];
    },
    reduction: () => made.reduction,
  };
}

function delay({ params }: NodeState, renderer: Renderer): Processor {
  const { sampleRate } = renderer;
  const size = Math.ceil(params['delayTime']!.most * sampleRate) + 2 * QUANTUM;
  const kept: Float32Array[] = [];
  const times = silence();
  return {
    process([sound]) {
      const { isSteady } = renderer.values(params['delayTime']!, times);
      while (kept.length < sound!.length) kept.push(new Float32Array(size));
      return [
        sound!.map((channel, number) =>
          channel.map((sample, at) => {
            const memory = kept[number]!;
            const now = renderer.start + at;
            memory[now % size] = sample;
            const place = now - times[isSteady ? 0 : at]! * sampleRate;
            const index = Math.floor(place);
            const [one, two] = [memory[(index + size) % size]!, memory[(index + 1 + size) % size]!];
            return place < 0 ? 0 : one + (place > index ? (two - one) * (place - index) : 0);
          }),
        ),
      ];
    },
  };
}

/** §1.30.5: equal power. */
function stereoPanner({ params }: NodeState, renderer: Renderer): Processor {
  const pans = silence();
  return {
    process([sound]) {
      const { isSteady } = renderer.values(params['pan']!, pans);
      const [left, right] = [silence(), silence()];
      const [a, b = null] = sound!;
      for (let at = 0; at < QUANTUM; at++) {
        const pan = pans[isSteady ? 0 : at]!;
        const x = (b === null ? (pan + 1) / 2 : pan <= 0 ? pan + 1 : pan) * (Math.PI / 2);
        const [cos, sin] = [Math.cos(x), Math.sin(x)];
        if (b === null) [left[at], right[at]] = [a![at]! * cos, a![at]! * sin];
        else if (pan <= 0) [left[at], right[at]] = [a![at]! + b[at]! * cos, b[at]! * sin];
        else [left[at], right[at]] = [a![at]! * cos, b[at]! + a![at]! * sin];
      }
      return [[left, right]];
    },
  };
}

function shaper({ arrays }: NodeState, renderer: Renderer): Processor {
  const curve = arrays.length === 0 ? null : renderer.arrays[arrays[0]!]!;
  return {
    process([sound]) {
      if (curve === null) return [sound!];
      const last = curve.length - 1;
      return [
        sound!.map((channel) =>
          channel.map((sample) => {
            const place = Math.min(Math.max(((sample + 1) / 2) * last, 0), last);
            const index = Math.min(Math.floor(place), Math.max(0, last - 1));
            const one = curve[index]!;
            return one + ((curve[index + 1] ?? one) - one) * (place - index);
          }),
        ),
      ];
    },
  };
}
