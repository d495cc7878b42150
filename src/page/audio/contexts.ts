/**
 * Audio contexts: one that works sound out as fast as it can, and one that would play it.
 *
 * Differs: a context that plays is silent. It starts suspended, as it does before a person has touched the page, and its time
 * goes on while it is running.
 *
 * Web Audio §1.1 to §1.3 https://www.w3.org/TR/webaudio-1.1/#BaseAudioContext
 */
import { now } from '../clock.ts';
import { domException } from '../dom/dom-exception.ts';
import { createEvent } from '../event-classes.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { deferred, promised, rejectedWith, resolvedWith } from '../network/promises.ts';
import { append, type BareArray, bareArray } from '../primordials.ts';
import { hasTransientActivation } from '../user-activation.ts';
import {
  defineBehaviour,
  defineLater,
  type LiveRecord,
  lazyEvent,
  liveObject,
  liveRecord,
} from '../window/lazy-interfaces.ts';
import { currentProfile } from '../window/navigator.ts';
import { channelsOf, checkShape, defineBuffers, makeBuffer } from './buffers.ts';
import { renderGraph } from './graph.ts';
import { defineNodeKinds } from './node-kinds.ts';
import { type Args, makeNode } from './nodes.ts';
import { defineParams, makeParam } from './params.ts';

const Samples = Float32Array;
const QUANTUM = 128;
const { ceil } = Math;

/** What each method makes. */
const MAKERS =
  'Analyser=AnalyserNode BiquadFilter=BiquadFilterNode BufferSource=AudioBufferSourceNode ChannelMerger=ChannelMergerNode ' +
  'ChannelSplitter=ChannelSplitterNode ConstantSource=ConstantSourceNode Convolver=ConvolverNode Delay=DelayNode ' +
  'DynamicsCompressor=DynamicsCompressorNode Gain=GainNode IIRFilter=IIRFilterNode Oscillator=OscillatorNode ' +
  'Panner=PannerNode ScriptProcessor=ScriptProcessorNode StereoPanner=StereoPannerNode WaveShaper=WaveShaperNode';

/** What a method's argument says about the node that it makes. */
function ownValues(kind: string, args: Args): LiveRecord {
  const given = Number(args[0]);
  switch (kind) {
    case 'DelayNode':
      return given > 0 ? { delayTime: makeParam(0, 0, given, 'a-rate') } : {};
    case 'ChannelMergerNode':
      return given > 0 ? { numberOfInputs: given } : {};
    case 'ChannelSplitterNode':
      return given > 0 ? { numberOfOutputs: given, channelCount: given } : {};
    case 'ScriptProcessorNode':
      return { bufferSize: given > 0 ? given : 256 };
    default:
      return kind === 'DynamicsCompressorNode' ? { reduction: 0 } : {};
  }
}

function makersOf(): Record<string, unknown> {
  const makers: Record<string, unknown> = {};
  for (const pair of MAKERS.split(' ')) {
    const [name = '', kind = ''] = pair.split('=');
    makers[`create${name}`] = function (this: LiveRecord, args: Args, self: object): object {
      const node = makeNode(kind, self, ownValues(kind, args));
      if (kind === 'AnalyserNode') append(this['%analysers'] as BareArray<object>, node);
      return node;
    };
  }
  return makers;
}

function once(name: string, make: (self: object) => object) {
  return function (this: LiveRecord, _args: Args, self: object): object {
    this[name] ??= make(self);
    return this[name] as object;
  };
}

function samplesOf(values: unknown): Float32Array {
  return new Samples(values as ArrayLike<number>);
}

function periodicWave(this: LiveRecord, args: Args): object {
  const options = (args[2] ?? {}) as { readonly disableNormalization?: unknown };
  const [real, imaginary] = [samplesOf(args[0]), samplesOf(args[1])];
  return liveObject('PeriodicWave', {
    '%real': real,
    '%imaginary': imaginary,
    '%isNormalized': options.disableNormalization !== true,
  });
}

function makeDestination(context: object): object {
  const channels = (liveRecord(context, 'BaseAudioContext')!['%channels'] as number | undefined) ?? 2;
  return makeNode('AudioDestinationNode', context, { maxChannelCount: channels, channelCount: channels });
}

const everyContext = (): Readonly<Record<string, unknown>> => ({
  ...makersOf(),
  renderQuantumSize: QUANTUM,
  destination: once('destination', makeDestination),
  listener: once('listener', (self) => makeNode('AudioListener', self)),
  audioWorklet: once('audioWorklet', () => liveObject('AudioWorklet')),
  createPeriodicWave: periodicWave,
  createBuffer(this: LiveRecord, args: Args): object {
    const where = "Failed to execute 'createBuffer' on 'BaseAudioContext'";
    const [channels, frames, rate] = [Number(args[0]), Number(args[1]), Number(args[2])];
    checkShape(where, channels, frames, rate, 'less than or equal to the minimum bound (0)');
    return makeBuffer(channels, frames, rate);
  },
  decodeAudioData(this: LiveRecord): Promise<never> {
    const where = "Failed to execute 'decodeAudioData' on 'BaseAudioContext'";
    return rejectedWith(domException('EncodingError', `${where}: Unable to decode audio data`));
  },
});

function startRendering(this: LiveRecord, _args: Args, self: object): Promise<object> {
  const { promise, resolve, reject } = deferred<object>();
  if (this['%started'] === true) {
    const where = "Failed to execute 'startRendering' on 'OfflineAudioContext'";
    reject(
      domException(
        'InvalidStateError',
        `${where}: cannot startRendering when an OfflineAudioContext is ${this['state']}`,
      ),
    );
    return promise;
  }
  this['%started'] = true;
  setState(this, self, 'running');
  this['destination'] ??= makeDestination(self);
  queueTask(() => {
    const [channels, length] = [this['%channels'] as number, this['length'] as number];
    const rendered = renderGraph(this, channels, length);
    const buffer = makeBuffer(channels, 1, this['sampleRate'] as number);
    const record = liveRecord(buffer, 'AudioBuffer')!;
    for (let channel = 0; channel < channels; channel++) channelsOf(record)[channel] = rendered[channel]!;
    record['length'] = length;
    record['duration'] = length / (this['sampleRate'] as number);
    this['currentTime'] = (ceil(length / QUANTUM) * QUANTUM) / (this['sampleRate'] as number);
    setState(this, self, 'closed');
    resolve(buffer);
    queueTask(() =>
      dispatchTrusted(self, lazyEvent('OfflineAudioCompletionEvent', 'complete', { renderedBuffer: buffer })),
    );
  });
  return promise;
}

function setState(record: LiveRecord, self: object, state: string): void {
  record['state'] = state;
  queueTask(() => dispatchTrusted(self, createEvent('Event', 'statechange')));
}

function defineOffline(): void {
  defineBehaviour('OfflineAudioContext', {
    construct(args: Args): LiveRecord {
      const where = "Failed to construct 'OfflineAudioContext'";
      const options = (args.length === 1 ? args[0] : {}) as Record<string, unknown>;
      const channels = Number(args.length === 1 ? (options['numberOfChannels'] ?? 1) : args[0]);
      const length = Number(args.length === 1 ? options['length'] : args[1]);
      const rate = Number(args.length === 1 ? options['sampleRate'] : args[2]);
      checkShape(where, channels, length, rate, 'less than the minimum bound (1)');
      return {
        sampleRate: rate,
        length,
        state: 'suspended',
        currentTime: 0,
        '%channels': channels,
        '%analysers': bareArray(),
      };
    },
    startRendering,
    suspend: () => resolvedWith(undefined),
    resume: () => resolvedWith(undefined),
  });
}

/** How large the parts are that a platform plays, in seconds. */
const LATENCIES: Readonly<Record<string, number>> = { Linux: 0.01, Windows: 0.01, macOS: 0.005804988662131519 };
/** What platforms usually play at. */
const RATES: Readonly<Record<string, number>> = { Linux: 44_100, Windows: 48_000, macOS: 48_000 };

function definePlaying(): void {
  defineBehaviour('AudioContext', {
    construct(args: Args): LiveRecord {
      const options = (args[0] ?? {}) as { readonly sampleRate?: unknown };
      const { platformName } = currentProfile();
      const rate = options.sampleRate === undefined ? RATES[platformName]! : Number(options.sampleRate);
      checkShape("Failed to construct 'AudioContext'", 1, 1, rate, '');
      return { sampleRate: rate, state: 'suspended', '%before': 0, '%analysers': bareArray() };
    },
    baseLatency: () => LATENCIES[currentProfile().platformName],
    outputLatency: 0,
    sinkId: '',
    playbackStats: once('playbackStats', () => liveObject('AudioPlaybackStats')),
    getOutputTimestamp: () => ({ contextTime: 0, performanceTime: 0 }),
    resume(this: LiveRecord, _args: Args, self: object): Promise<undefined> {
      if (this['state'] === 'closed') {
        const text = "Failed to execute 'resume' on 'AudioContext': Cannot resume a closed AudioContext.";
        return rejectedWith(domException('InvalidStateError', text));
      }
      // Without leave of a person the promise waits, and so does the sound.
      if (!hasTransientActivation()) return deferred<undefined>().promise;
      if (this['state'] === 'suspended') this['%since'] = now();
      setState(this, self, 'running');
      return resolvedWith(undefined);
    },
    suspend(this: LiveRecord, _args: Args, self: object): Promise<undefined> {
      return pause(this, self, 'suspended');
    },
    close(this: LiveRecord, _args: Args, self: object): Promise<undefined> {
      return pause(this, self, 'closed');
    },
  });
}

function pause(record: LiveRecord, self: object, state: string): Promise<undefined> {
  return promised(() => {
    if (record['state'] === 'closed') throw domException('InvalidStateError', 'Cannot close a closed AudioContext.');
    record['%before'] = playedSeconds(record);
    setState(record, self, state);
    return undefined;
  });
}

function playedSeconds(record: LiveRecord): number {
  const before = record['%before'] as number;
  return record['state'] === 'running' ? before + (now() - (record['%since'] as number)) / 1000 : before;
}

/** Everything that a page can get hold of first; the rest is made by these. */
const FIRST =
  'AudioContext OfflineAudioContext BaseAudioContext AudioBuffer AudioNode AudioParam AudioScheduledSourceNode';

export function installAudio(): void {
  const kinds = MAKERS.split(' ').map((pair) => pair.slice(pair.indexOf('=') + 1));
  defineLater([FIRST, ...kinds].join(' '), defineAudio);
}

function defineAudio(): void {
  defineParams();
  defineBuffers();
  defineNodeKinds();
  defineBehaviour('AudioWorklet', {});
  defineBehaviour('AudioPlaybackStats', {});
  defineBehaviour('BaseAudioContext', {
    ...everyContext(),
    currentTime(this: LiveRecord): number {
      return playedSeconds(this);
    },
  });
  defineOffline();
  definePlaying();
}
