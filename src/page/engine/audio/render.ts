/**
 * Works out what a graph of audio nodes sounds like.
 *
 * In:  the graph (nodes with what they are connected to), and samples of buffers. Out: the samples of its destination.
 *
 * Sound is made in parts of 128 samples; a node is worked out when somebody listens to it, once for each part.
 *
 * Web Audio §2.4 https://www.w3.org/TR/webaudio-1.1/#rendering-loop
 */
import { type ParamState, valueAt } from './automation.ts';
import { makeProcessor } from './processors.ts';
import { type NodeState, type Processor, QUANTUM, type Renderer, type Sound } from './sound.ts';

export interface Graph {
  readonly sampleRate: number;
  readonly length: number;
  /** The first one is the destination. */
  readonly nodes: readonly NodeState[];
}

export interface Rendering {
  readonly arrays: ArrayLike<ArrayLike<number>>;
  /** Analysers keep their last samples here, in the order of the nodes. */
  readonly taps: ArrayLike<Float32Array>;
  /** What sounds differ by from one kind of machine to another: a very small share. */
  readonly variation: number;
}

export class GraphRenderer implements Renderer {
  readonly graph: Graph;
  readonly sampleRate: number;
  readonly arrays: Rendering['arrays'];
  readonly variation: number;
  /** The first sample of the part that is being made. */
  start = 0;
  readonly #processors: Processor[];
  readonly #sounds: (Sound[] | null)[];
  readonly #taps: Rendering['taps'];

  constructor(graph: Graph, { arrays, taps, variation }: Rendering) {
    this.graph = graph;
    this.sampleRate = graph.sampleRate;
    this.arrays = arrays;
    this.variation = variation;
    this.#taps = taps;
    this.#processors = graph.nodes.map((node) => makeProcessor(node, this));
    this.#sounds = graph.nodes.map(() => null);
  }

  /** Compressors' reductions by node; zero for others. */
  get reductions(): number[] {
    return this.#processors.map(({ reduction }) => reduction?.() ?? 0);
  }

  /** Writes the destination's channels; the arrays are written by index only. */
  render(channels: number, outputs: { readonly [channel: number]: Float32Array }): void {
    const { length, nodes } = this.graph;
    for (this.start = 0; this.start < length; this.start += QUANTUM) {
      this.#sounds.fill(null);
      // Sounds that nobody hears are analysed, too.
      for (let at = 0; at < nodes.length; at++) if (nodes[at]!.tap !== null) this.#listen(at);
      const sound = mixed(this.#inputOf(0, 0), channels, nodes[0]!.interpretation);
      const count = Math.min(QUANTUM, length - this.start);
      for (let channel = 0; channel < channels; channel++) {
        const from = sound[channel]!;
        const out = outputs[channel]!;
        for (let at = 0; at < count; at++) out[this.start + at] = from[at]!;
      }
    }
  }

  /** The sound of an output of a node. */
  soundOf(node: number, output: number): Sound {
    return this.#listen(node)[output] ?? SILENCE;
  }

  #listen(node: number): Sound[] {
    const known = this.#sounds[node];
    if (known !== null && known !== undefined) return known;
    // A circle is silent, until it is known what it sounds like.
    this.#sounds[node] = [];
    const state = this.graph.nodes[node]!;
    const inputs = state.inputs.map((_, input) => this.#inputOf(node, input));
    const made = this.#processors[node]!.process(inputs);
    this.#sounds[node] = made;
    if (state.tap !== null) this.#keep(inputs[0] ?? SILENCE, this.#taps[state.tap]!);
    return made;
  }

  /** §4: all that is connected to an input, with as many channels as the node wants. */
  #inputOf(node: number, input: number): Sound {
    const { inputs, channelCount, channelCountMode, interpretation } = this.graph.nodes[node]!;
    const sounds = (inputs[input] ?? []).map(([from, output]) => this.soundOf(from, output));
    const most = sounds.reduce((count, sound) => Math.max(count, sound.length), 1);
    let channels = most;
    if (channelCountMode === 'explicit') channels = channelCount;
    else if (channelCountMode === 'clamped-max') channels = Math.min(most, channelCount);
    const sum = Array.from({ length: channels }, () => new Float32Array(QUANTUM));
    for (const sound of sounds) {
      const own = mixed(sound, channels, interpretation);
      for (let channel = 0; channel < channels; channel++) {
        for (let at = 0; at < QUANTUM; at++) sum[channel]![at]! += own[channel]![at]!;
      }
    }
    return sum;
  }

  /** The last samples as one channel, the newest at the end. */
  #keep(sound: Sound, tap: Float32Array): void {
    const [mono] = mixed(sound, 1, 'speakers');
    tap.copyWithin(0, QUANTUM);
    tap.set(mono!, tap.length - QUANTUM);
  }

  /** The values of a parameter over this part; `isSteady`: only the first one counts. */
  values(param: ParamState, out: Float32Array): { readonly isSteady: boolean } {
    const { sampleRate } = this;
    const isSteady = param.events.length === 0 && param.inputs.length === 0;
    for (let at = 0; at < (isSteady ? 1 : QUANTUM); at++) {
      out[at] = param.events.length === 0 ? param.value : valueAt(param, (this.start + at) / sampleRate);
    }
    for (const node of param.inputs) {
      const [added] = mixed(this.soundOf(node, 0), 1, 'speakers');
      for (let at = 0; at < QUANTUM; at++) out[at]! += added![at]!;
    }
    for (let at = 0; at < (isSteady ? 1 : QUANTUM); at++) {
      out[at] = Math.min(Math.max(out[at]!, param.least), param.most);
    }
    return { isSteady };
  }
}

const SILENCE: Sound = [new Float32Array(QUANTUM)];

/** §4.1: mono to both sides, both sides to mono by half; else channel by channel. */
function mixed(sound: Sound, channels: number, interpretation: string): Sound {
  if (sound.length === channels) return sound;
  if (interpretation === 'speakers' && sound.length === 1 && channels === 2) return [sound[0]!, sound[0]!];
  if (interpretation === 'speakers' && sound.length === 2 && channels === 1) {
    const [left, right] = sound as [Float32Array, Float32Array];
    return [left.map((sample, at) => 0.5 * (sample + right[at]!))];
  }
  return Array.from({ length: channels }, (_, channel) => sound[channel] ?? SILENCE[0]!);
}
