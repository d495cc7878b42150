/**
 * What single kinds of audio nodes do besides being connected: sources start and stop, filters tell their response, analysers
 * tell what they have heard.
 *
 * Web Audio §1.7 (sources), §1.8 (analysers), §1.13 (filters) https://www.w3.org/TR/webaudio-1.1/
 */
import { domException } from '../dom/dom-exception.ts';
import { askEngine } from '../engine-link.ts';
import { max, min } from '../primordials.ts';
import { defineBehaviour, type LiveRecord, liveRecord } from '../window/lazy-interfaces.ts';
import { type Args, defineNode, defineNodeBasics } from './nodes.ts';
import { finite } from './params.ts';

const Samples = Float32Array;
const { log10 } = Math;
/** The longest that an analyser can look back. */
export const LONGEST_TAP = 32_768;

function start(this: LiveRecord, args: Args): undefined {
  const where = "Failed to execute 'start' on 'AudioScheduledSourceNode'";
  if (this['%starts'] !== undefined) {
    throw domException('InvalidStateError', `${where}: cannot call start more than once.`);
  }
  this['%starts'] = max(0, finite(args[0] ?? 0, where, 'double'));
  if (args[1] !== undefined) this['%offset'] = max(0, finite(args[1], where, 'double'));
  if (args[2] !== undefined) this['%duration'] = max(0, finite(args[2], where, 'double'));
  return undefined;
}

function stop(this: LiveRecord, args: Args): undefined {
  const where = "Failed to execute 'stop' on 'AudioScheduledSourceNode'";
  if (this['%starts'] === undefined) {
    throw domException('InvalidStateError', `${where}: cannot call stop without calling start first.`);
  }
  this['%stops'] = max(0, finite(args[0] ?? 0, where, 'double'));
  return undefined;
}

function paramValue(record: LiveRecord, name: string): number {
  return liveRecord(record[name], 'AudioParam')!['value'] as number;
}

function frequencyResponse(this: LiveRecord, args: Args): undefined {
  const [frequencies, magnitudes, phases] = [args[0], args[1], args[2]] as Float32Array[];
  const count = min(frequencies!.length, magnitudes!.length, phases!.length);
  const nyquist = (liveRecord(this['context'], 'BaseAudioContext')!['sampleRate'] as number) / 2;
  const pitch = paramValue(this, 'frequency') * 2 ** (paramValue(this, 'detune') / 1200);
  const filter = `["${this['type']}",${pitch / nyquist},${paramValue(this, 'Q')},${paramValue(this, 'gain')},${nyquist}]`;
  const out = new Samples(2 * count);
  askEngine((engine) => engine.filterResponse(filter, frequencies!, out, count));
  for (let at = 0; at < count; at++) {
    magnitudes![at] = out[2 * at]!;
    phases![at] = out[2 * at + 1]!;
  }
  return undefined;
}

/** The last samples that an analyser has heard. */
function heard(record: LiveRecord): Float32Array {
  const size = record['fftSize'] as number;
  const tap = record['%tap'] as Float32Array | undefined;
  const last = new Samples(size);
  if (tap !== undefined) for (let at = 0; at < size; at++) last[at] = tap[LONGEST_TAP - size + at]!;
  return last;
}

/** Worked out once for each moment of the context. */
function magnitudesOf(record: LiveRecord): Float32Array {
  const size = record['fftSize'] as number;
  let magnitudes = record['%magnitudes'] as Float32Array | undefined;
  if (magnitudes?.length !== size / 2) magnitudes = new Samples(size / 2);
  const moment = liveRecord(record['context'], 'BaseAudioContext')!['currentTime'];
  if (record['%moment'] !== moment || record['%magnitudes'] !== magnitudes) {
    const known = magnitudes;
    askEngine((engine) => engine.audioSpectrum(heard(record), known, `[${size},${record['smoothingTimeConstant']}]`));
  }
  record['%magnitudes'] = magnitudes;
  record['%moment'] = moment;
  return magnitudes;
}

const ANALYSER = {
  frequencyBinCount(this: LiveRecord): number {
    return (this['fftSize'] as number) / 2;
  },
  'set fftSize'(this: LiveRecord, value: unknown): void {
    const size = Number(value) >>> 0;
    const where = "Failed to set the 'fftSize' property on 'AnalyserNode'";
    if (size < 32 || size > LONGEST_TAP) {
      throw domException(
        'IndexSizeError',
        `${where}: The FFT size provided (${size}) is outside the range [32, 32768].`,
      );
    }
    if ((size & (size - 1)) !== 0) {
      throw domException('IndexSizeError', `${where}: The value provided (${size}) is not a power of two.`);
    }
    this['fftSize'] = size;
  },
  getFloatFrequencyData(this: LiveRecord, args: Args): undefined {
    const magnitudes = magnitudesOf(this);
    const out = args[0] as Float32Array;
    const count = min(out.length, magnitudes.length);
    for (let at = 0; at < count; at++) out[at] = 20 * log10(magnitudes[at]!);
    return undefined;
  },
  getByteFrequencyData(this: LiveRecord, args: Args): undefined {
    const magnitudes = magnitudesOf(this);
    const out = args[0] as Uint8Array;
    const [least, most] = [this['minDecibels'] as number, this['maxDecibels'] as number];
    const count = min(out.length, magnitudes.length);
    for (let at = 0; at < count; at++) {
      const share = (20 * log10(magnitudes[at]!) - least) / (most - least);
      out[at] = min(255, max(0, 255 * share));
    }
    return undefined;
  },
  getFloatTimeDomainData(this: LiveRecord, args: Args): undefined {
    const samples = heard(this);
    const out = args[0] as Float32Array;
    for (let at = 0; at < min(out.length, samples.length); at++) out[at] = samples[at]!;
    return undefined;
  },
  getByteTimeDomainData(this: LiveRecord, args: Args): undefined {
    const samples = heard(this);
    const out = args[0] as Uint8Array;
    for (let at = 0; at < min(out.length, samples.length); at++) {
      out[at] = min(255, max(0, 128 * (1 + samples[at]!)));
    }
    return undefined;
  },
};

export function defineNodeKinds(): void {
  defineNodeBasics();
  defineBehaviour('AudioScheduledSourceNode', { start, stop });
  defineNode('OscillatorNode', {
    setPeriodicWave(this: LiveRecord, args: Args): undefined {
      this['%wave'] = args[0];
      this['type'] = 'custom';
      return undefined;
    },
  });
  defineNode('ConstantSourceNode');
  // Its own 'start' has an offset and a duration.
  defineNode('AudioBufferSourceNode', { start });
  defineNode('AnalyserNode', ANALYSER);
  defineNode('BiquadFilterNode', { getFrequencyResponse: frequencyResponse });
  defineNode('DynamicsCompressorNode', { values: () => ({ reduction: 0 }), reduction: 0 });
  for (const kind of 'GainNode DelayNode StereoPannerNode WaveShaperNode ConvolverNode ChannelMergerNode'.split(' ')) {
    defineNode(kind);
  }
  for (const kind of 'ChannelSplitterNode PannerNode IIRFilterNode ScriptProcessorNode'.split(' ')) defineNode(kind);
  defineBehaviour('PeriodicWave', {});
}
