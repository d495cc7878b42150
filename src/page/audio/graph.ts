/**
 * The graph of a context as the engine reads it.
 *
 * In:  a destination, and analysers that are listened to by nobody else. Out: JSON (engine/audio/render.ts), with the samples
 * that it names, and what comes back: an analyser's last samples, a compressor's reduction.
 */
import { LIMITS } from '../../limits.ts';
import { askEngine } from '../engine-link.ts';
import { append, type BareArray, bareArray, mapGet, mapSet, newMap, parseJson } from '../primordials.ts';
import { type LiveRecord, liveKind, liveRecord } from '../window/lazy-interfaces.ts';
import { channelsOf } from './buffers.ts';
import { LONGEST_TAP } from './node-kinds.ts';
import { type Connection, connectionsOf, paramNames } from './nodes.ts';
import { paramText } from './params.ts';

const Samples = Float32Array;

class GraphWriter {
  readonly nodes: BareArray<object> = bareArray();
  readonly arrays: BareArray<Float32Array> = bareArray();
  readonly taps: BareArray<Float32Array> = bareArray();
  readonly #numbers = newMap<object, number>();

  /** The place of a node; a new one is written down when its turn comes. */
  readonly numberOf = (node: object): number => {
    const known = mapGet(this.#numbers, node);
    if (known !== undefined) return known;
    const number = this.nodes.length;
    mapSet(this.#numbers, node, number);
    append(this.nodes, node);
    return number;
  };

  #array(samples: Float32Array): number {
    append(this.arrays, samples);
    return this.arrays.length - 1;
  }

  #arraysOf(record: LiveRecord): string {
    const buffer = liveRecord(record['buffer'], 'AudioBuffer');
    let text = '';
    const add = (samples: Float32Array): void => {
      text += `${text === '' ? '' : ','}${this.#array(samples)}`;
    };
    if (buffer !== null) for (let at = 0; at < channelsOf(buffer).length; at++) add(channelsOf(buffer)[at]!);
    if (record['curve'] instanceof Samples) add(record['curve']);
    const wave = liveRecord(record['%wave'], 'PeriodicWave');
    if (wave !== null) {
      add(wave['%real'] as Float32Array);
      add(wave['%imaginary'] as Float32Array);
    }
    return text;
  }

  #inputsOf(record: LiveRecord): string {
    let text = '';
    for (let input = 0; input < (record['numberOfInputs'] as number); input++) {
      const list: BareArray<Connection> = connectionsOf(record, input);
      let heard = '';
      for (let at = 0; at < list.length; at++) {
        heard += `${at === 0 ? '' : ','}[${this.numberOf(list[at]!.node)},${list[at]!.output}]`;
      }
      text += `${input === 0 ? '' : ','}[${heard}]`;
    }
    return text;
  }

  node(node: object): string {
    const record = liveRecord(node, 'AudioNode')!;
    const kind = liveKind(record);
    let params = '';
    for (const name of paramNames(kind)) {
      params += `${params === '' ? '' : ','}"${name}":${paramText(record[name] as object, this.numberOf)}`;
    }
    let tap = 'null';
    if (kind === 'AnalyserNode') {
      const samples = new Samples(LONGEST_TAP);
      record['%tap'] = samples;
      tap = `${this.taps.length}`;
      append(this.taps, samples);
    }
    const buffer = liveRecord(record['buffer'], 'AudioBuffer');
    const wave = liveRecord(record['%wave'], 'PeriodicWave');
    return (
      `{"kind":"${kind}","inputs":[${this.#inputsOf(record)}],"outputs":${record['numberOfOutputs']},` +
      `"channelCount":${record['channelCount']},"channelCountMode":"${record['channelCountMode']}",` +
      `"interpretation":"${record['channelInterpretation']}","params":{${params}},"type":"${record['type'] ?? ''}",` +
      `"arrays":[${this.#arraysOf(record)}],"bufferRate":${buffer?.['sampleRate'] ?? 0},` +
      `"isLooping":${record['loop'] === true},"loop":[${record['loopStart'] ?? 0},${record['loopEnd'] ?? 0}],` +
      `"starts":${record['%starts'] ?? null},"stops":${record['%stops'] ?? null},"offset":${record['%offset'] ?? 0},` +
      `"duration":${record['%duration'] ?? null},"isNormalized":${wave?.['%isNormalized'] !== false},"tap":${tap}}`
    );
  }
}

/** Samples of each channel; silent ones where a graph is too large. */
export function renderGraph(context: LiveRecord, channels: number, length: number): BareArray<Float32Array> {
  const writer = new GraphWriter();
  writer.numberOf(context['destination'] as object);
  const analysers = context['%analysers'] as BareArray<object>;
  for (let at = 0; at < analysers.length; at++) writer.numberOf(analysers[at]!);
  let nodes = '';
  // The list grows while it is read.
  for (let at = 0; at < writer.nodes.length && at <= LIMITS.audioParts; at++) {
    nodes += `${at === 0 ? '' : ','}${writer.node(writer.nodes[at]!)}`;
  }
  const outputs: BareArray<Float32Array> = bareArray();
  for (let channel = 0; channel < channels; channel++) append(outputs, new Samples(length));
  const text =
    `{"sampleRate":${context['sampleRate']},"length":${length},"channels":${channels},"nodes":[${nodes}],` +
    `"lengths":[${lengthsOf(writer.arrays)}],"taps":[${lengthsOf(writer.taps)}]}`;
  const reductions = askEngine((engine) => engine.renderAudio(text, writer.arrays, outputs, writer.taps));
  const found = parseJson(reductions ?? '[]') as number[];
  for (let at = 0; at < found.length; at++) {
    const record = liveRecord(writer.nodes[at], 'DynamicsCompressorNode');
    if (record !== null) record['reduction'] = found[at]!;
  }
  return outputs;
}

function lengthsOf(arrays: BareArray<Float32Array>): string {
  let text = '';
  for (let at = 0; at < arrays.length; at++) text += `${at === 0 ? '' : ','}${arrays[at]!.length}`;
  return text;
}
