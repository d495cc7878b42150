/**
 * What a graph of sounds is made of: samples in parts, nodes as the page has described them, and what works them out.
 *
 * Web Audio §2.4 https://www.w3.org/TR/webaudio-1.1/#rendering-loop
 */
import type { ParamState } from './automation.ts';

/** Samples of a part: all nodes are worked out for one part before the next. */
export const QUANTUM = 128;

/** Samples of each channel. */
export type Sound = readonly Float32Array[];

export interface NodeState {
  readonly kind: string;
  /** For each input, the nodes and outputs that it hears. */
  readonly inputs: readonly (readonly (readonly [node: number, output: number])[])[];
  readonly outputs: number;
  readonly channelCount: number;
  readonly channelCountMode: string;
  readonly interpretation: string;
  readonly params: Readonly<Record<string, ParamState>>;
  /** The kind of a wave or of a filter. */
  readonly type: string;
  /** Numbers of arrays: channels of a buffer, the two of a wave, the curve of a shaper. */
  readonly arrays: readonly number[];
  readonly bufferRate: number;
  readonly isLooping: boolean;
  readonly loop: readonly [start: number, end: number];
  /** In seconds; `null` when it never does. */
  readonly starts: number | null;
  readonly stops: number | null;
  readonly offset: number;
  readonly duration: number | null;
  readonly isNormalized: boolean;
  /** Which of the taps keeps what an analyser has heard. */
  readonly tap: number | null;
}

export interface Processor {
  process(inputs: readonly Sound[]): Sound[];
  reduction?(): number;
}

/** What nodes need of the graph that they are in. */
export interface Renderer {
  readonly sampleRate: number;
  /** The first sample of the part that is being made. */
  readonly start: number;
  /** Samples that nodes name by their numbers. */
  readonly arrays: ArrayLike<ArrayLike<number>>;
  /** What sounds differ by from one kind of machine to another: a very small share. */
  readonly variation: number;
  /** The values of a parameter over this part; `isSteady`: only the first one counts. */
  values(param: ParamState, out: Float32Array): { readonly isSteady: boolean };
}
