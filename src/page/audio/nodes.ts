/**
 * Audio nodes: what there is of each kind, how they are made and connected.
 *
 * In:  a table of kinds with their parameters as Chrome has them. Out: node objects, whose records the graph is read from.
 *
 * Web Audio §1.5 https://www.w3.org/TR/webaudio-1.1/#AudioNode
 */
import { domException } from '../dom/dom-exception.ts';
import {
  append,
  type BareArray,
  bareArray,
  hasWord,
  isNotANumber,
  max,
  removeAt,
  stringSlice,
  trunc,
} from '../primordials.ts';
import { defineBehaviour, type LiveRecord, liveObject, liveRecord } from '../window/lazy-interfaces.ts';
import { finite, LARGEST, makeParam, paramInputs, setParam } from './params.ts';

export type Args = ArrayLike<unknown>;
export interface Connection {
  readonly node: object;
  readonly output: number;
}

/**
 * Inputs, outputs, channels with their mode ('x' explicit, 'c' clamped, 'm' max), then parameters as
 * `name=value,least,most,rate`, and attributes as `name:value` with the values that an enumeration has.
 */
const KINDS: Readonly<Record<string, string>> = {
  __proto__: null as never,
  AnalyserNode: '1 1 2m fftSize:2048 minDecibels:-100 maxDecibels:-30 smoothingTimeConstant:0.8',
  BiquadFilterNode:
    '1 1 2m type:lowpass|highpass|bandpass|lowshelf|highshelf|peaking|notch|allpass frequency=350,0,N,a detune=0,-153600,153600,a Q=1,-L,L,a gain=0,-L,1541.273681640625,a',
  AudioBufferSourceNode: '0 1 2m playbackRate=1,-L,L,k detune=0,-L,L,k loop:false loopStart:0 loopEnd:0',
  ConstantSourceNode: '0 1 2m offset=1,-L,L,a',
  ConvolverNode: '1 1 2c normalize:true',
  DelayNode: '1 1 2m delayTime=0,0,1,a',
  DynamicsCompressorNode:
    '1 1 2c threshold=-24,-100,0,k knee=30,0,40,k ratio=12,1,20,k attack=0.003,0,1,k release=0.25,0,1,k',
  GainNode: '1 1 2m gain=1,-L,L,a',
  IIRFilterNode: '1 1 2m',
  OscillatorNode: '0 1 2m type:sine|square|sawtooth|triangle frequency=440,-N,N,a detune=0,-153600,153600,a',
  PannerNode:
    '1 1 2c panningModel:equalpower|HRTF positionX=0,-L,L,a positionY=0,-L,L,a positionZ=0,-L,L,a orientationX=1,-L,L,a orientationY=0,-L,L,a orientationZ=0,-L,L,a distanceModel:inverse|linear|exponential refDistance:1 maxDistance:10000 rolloffFactor:1 coneInnerAngle:360 coneOuterAngle:360 coneOuterGain:0',
  StereoPannerNode: '1 1 2c pan=0,-1,1,a',
  WaveShaperNode: '1 1 2m oversample:none|2x|4x',
  ChannelMergerNode: '6 1 1x',
  ChannelSplitterNode: '1 6 6x',
  ScriptProcessorNode: '1 1 2x',
  AudioDestinationNode: '1 0 2x',
  AudioListener:
    '0 0 0x positionX=0,-L,L,a positionY=0,-L,L,a positionZ=0,-L,L,a forwardX=0,-L,L,a forwardY=0,-L,L,a forwardZ=-1,-L,L,a upX=0,-L,L,a upY=1,-L,L,a upZ=0,-L,L,a',
};

const MODES: Readonly<Record<string, string>> = { x: 'explicit', c: 'clamped-max', m: 'max' };

function wordsOf(kind: string): string[] {
  return (KINDS[kind] ?? '').split(' ');
}

/** A number in the table: 'L' is the largest one, 'N' half of the sample rate. */
function limit(text: string, nyquist: number): number {
  const isNegative = text[0] === '-' && (text[1] === 'L' || text[1] === 'N');
  const name = isNegative ? stringSlice(text, 1) : text;
  const value = name === 'L' ? LARGEST : name === 'N' ? nyquist : Number(name);
  return isNegative ? -value : value;
}

/** The parameters of a kind, by name. */
export function paramNames(kind: string): string[] {
  return wordsOf(kind)
    .filter((word) => word.includes('='))
    .map((word) => stringSlice(word, 0, word.indexOf('=')));
}

/** A node's record as it is when it is made. */
export function nodeValues(kind: string, context: object): LiveRecord {
  const { sampleRate } = liveRecord(context, 'BaseAudioContext')!;
  const [inputs = '0', outputs = '0', channels = '2m', ...rest] = wordsOf(kind);
  const values: LiveRecord = {
    context,
    numberOfInputs: Number(inputs),
    numberOfOutputs: Number(outputs),
    channelCount: Number(channels[0]),
    channelCountMode: MODES[channels[1] ?? 'm'],
    channelInterpretation: kind === 'ChannelSplitterNode' ? 'discrete' : 'speakers',
    '%inputs': bareArray<BareArray<Connection>>(),
    '%targets': bareArray<object>(),
  };
  for (const word of rest) {
    const param = /^(\w+)=([^,]+),([^,]+),([^,]+),(.)$/.exec(word);
    if (param !== null) {
      const [, name = '', value = '', least = '', most = '', rate] = param;
      const nyquist = (sampleRate as number) / 2;
      values[name] = makeParam(Number(value), limit(least, nyquist), limit(most, nyquist), `${rate}-rate`);
      continue;
    }
    const [name = '', value = ''] = word.split(':');
    const first = value.split('|')[0]!;
    values[name] =
      first === 'true' || first === 'false' ? first === 'true' : isNotANumber(Number(first)) ? first : Number(first);
  }
  return values;
}

export function makeNode(kind: string, context: object, own: LiveRecord = {}): object {
  return liveObject(kind, { ...nodeValues(kind, context), ...own });
}

export function connectionsOf(record: LiveRecord, input: number): BareArray<Connection> {
  const inputs = record['%inputs'] as BareArray<BareArray<Connection>>;
  while (inputs.length <= input) append(inputs, bareArray());
  return inputs[input]!;
}

function connect(this: LiveRecord, args: Args, self: object): unknown {
  const where = "Failed to execute 'connect' on 'AudioNode'";
  if (args.length === 0) throw new TypeError(`${where}: 1 argument required, but only 0 present.`);
  const output = trunc(Number(args[1] ?? 0)) || 0;
  if (!(output < (this['numberOfOutputs'] as number))) {
    const range = `0, ${this['numberOfOutputs']}`;
    throw domException('IndexSizeError', `${where}: output index (${output}) is outside of the range [${range}).`);
  }
  const param = liveRecord(args[0], 'AudioParam');
  const node = param === null ? liveRecord(args[0], 'AudioNode') : null;
  if (param !== null) append(paramInputs(param), self);
  else if (node === null) throw new TypeError(`${where}: Overload resolution failed.`);
  else {
    if (node['context'] !== this['context']) {
      throw domException(
        'InvalidAccessError',
        `${where}: cannot connect to an AudioNode belonging to a different audio context.`,
      );
    }
    const list = connectionsOf(node, max(0, trunc(Number(args[2] ?? 0)) || 0));
    for (let at = 0; at < list.length; at++) if (list[at]!.node === self && list[at]!.output === output) return args[0];
    append(list, { node: self, output });
  }
  append(this['%targets'] as BareArray<object>, args[0] as object);
  return param === null ? args[0] : undefined;
}

/** From one thing, or from all. */
function disconnect(this: LiveRecord, args: Args, self: object): undefined {
  const targets = this['%targets'] as BareArray<object>;
  const only = typeof args[0] === 'object' ? args[0] : null;
  for (let at = targets.length - 1; at >= 0; at--) {
    const target = targets[at]!;
    if (only !== null && target !== only) continue;
    const param = liveRecord(target, 'AudioParam');
    if (param !== null) removeFrom(paramInputs(param), (node) => node === self);
    else {
      const inputs = liveRecord(target, 'AudioNode')!['%inputs'] as BareArray<BareArray<Connection>>;
      for (let input = 0; input < inputs.length; input++) removeFrom(inputs[input]!, ({ node }) => node === self);
    }
    removeAt(targets, at);
  }
  return undefined;
}

function removeFrom<T>(list: BareArray<T>, isOut: (item: T) => boolean): void {
  for (let at = list.length - 1; at >= 0; at--) if (isOut(list[at]!)) removeAt(list, at);
}

/** Reads what a page wants otherwise than usual when it makes a node with 'new'. */
function applyOptions(kind: string, record: LiveRecord, options: Record<string, unknown>): void {
  for (const name of paramNames(kind)) {
    if (options[name] !== undefined) setParam(record[name], options[name]);
  }
  for (const name in record) {
    const given = options[name];
    if (given === undefined || name[0] === '%' || name === 'context' || typeof record[name] === 'object') continue;
    record[name] =
      typeof record[name] === 'number'
        ? Number(given)
        : typeof record[name] === 'boolean'
          ? Boolean(given)
          : `${given}`;
  }
  for (const name of ['buffer', 'curve']) if (options[name] !== undefined) record[name] = options[name];
}

/** Attributes of a kind: enumerations keep to their words, numbers to numbers. */
function settersOf(kind: string): Record<string, unknown> {
  const setters: Record<string, unknown> = {};
  for (const word of wordsOf(kind)) {
    const [name = '', values = ''] = word.split(':');
    if (values === '') continue;
    const where = `Failed to set the '${name}' property on '${kind}'`;
    setters[`set ${name}`] = function (this: LiveRecord, value: unknown): void {
      if (values.includes('|')) {
        if (hasWord(` ${values.split('|').join(' ')} `, `${value}`)) this[name] = `${value}`;
      } else if (values === 'true' || values === 'false') this[name] = Boolean(value);
      else this[name] = finite(value, where, 'double');
    };
  }
  return setters;
}

/** `more`: what a kind does besides. */
export function defineNode(kind: string, more: Readonly<Record<string, unknown>> = {}): void {
  const { values, ...rest } = more as { values?: () => LiveRecord };
  defineBehaviour(kind, {
    ...settersOf(kind),
    construct(args: Args): LiveRecord {
      if (liveRecord(args[0], 'BaseAudioContext') === null) {
        throw new TypeError(`Failed to construct '${kind}': parameter 1 is not of type 'BaseAudioContext'.`);
      }
      const record = { ...nodeValues(kind, args[0] as object), ...values?.() };
      applyOptions(kind, record, (args[1] ?? {}) as Record<string, unknown>);
      return record;
    },
    ...rest,
  });
}

export function defineNodeBasics(): void {
  defineBehaviour('AudioNode', {
    connect,
    disconnect,
    'set channelCount'(this: LiveRecord, value: unknown): void {
      this['channelCount'] = max(1, trunc(Number(value)) || 1);
    },
    'set channelCountMode'(this: LiveRecord, value: unknown): void {
      if (hasWord(' max clamped-max explicit ', `${value}`)) this['channelCountMode'] = `${value}`;
    },
    'set channelInterpretation'(this: LiveRecord, value: unknown): void {
      if (hasWord(' speakers discrete ', `${value}`)) this['channelInterpretation'] = `${value}`;
    },
  });
  defineBehaviour('AudioDestinationNode', {});
  defineBehaviour('AudioListener', {});
}
