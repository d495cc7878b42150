/**
 * Audio buffers: samples in memory.
 *
 * Web Audio §1.4 https://www.w3.org/TR/webaudio-1.1/#AudioBuffer
 */
import { LIMITS } from '../../limits.ts';
import { domException } from '../dom/dom-exception.ts';
import { append, type BareArray, bareArray, max, min, trunc } from '../primordials.ts';
import { defineBehaviour, type LiveRecord, liveObject } from '../window/lazy-interfaces.ts';

type Args = ArrayLike<unknown>;
const Samples = Float32Array;

/** How many channels, frames and frames a second there may be. */
const MOST_CHANNELS = 32;
const RATES = [3_000, 768_000] as const;

export function checkShape(where: string, channels: number, frames: number, rate: number, least: string): void {
  if (!(channels >= 1 && channels <= MOST_CHANNELS)) {
    const range = `[1, ${MOST_CHANNELS}]`;
    throw domException(
      'NotSupportedError',
      `${where}: The number of channels provided (${channels}) is outside the range ${range}.`,
    );
  }
  if (!(frames >= 1)) {
    throw domException('NotSupportedError', `${where}: The number of frames provided (${frames}) is ${least}.`);
  }
  if (!(rate >= RATES[0] && rate <= RATES[1])) {
    const range = `[${RATES[0]}, ${RATES[1]}]`;
    throw domException(
      'NotSupportedError',
      `${where}: The sampleRate provided (${rate}) is outside the range ${range}.`,
    );
  }
  if (channels * frames > LIMITS.audioSamples) {
    throw domException('NotSupportedError', `${where}: createBuffer(${channels}, ${frames}, ${rate}) failed.`);
  }
}

export function bufferValues(channels: number, frames: number, rate: number): LiveRecord {
  const all: BareArray<Float32Array> = bareArray();
  for (let channel = 0; channel < channels; channel++) append(all, new Samples(frames));
  return { length: frames, duration: frames / rate, sampleRate: rate, numberOfChannels: channels, '%channels': all };
}

export function makeBuffer(channels: number, frames: number, rate: number): object {
  return liveObject('AudioBuffer', bufferValues(channels, frames, rate));
}

export function channelsOf(record: LiveRecord): BareArray<Float32Array> {
  return record['%channels'] as BareArray<Float32Array>;
}

function channelOf(record: LiveRecord, value: unknown, where: string): Float32Array {
  const index = trunc(Number(value) || 0) >>> 0;
  const all = channelsOf(record);
  if (index >= all.length) {
    throw domException(
      'IndexSizeError',
      `${where}: channel index (${index}) exceeds number of channels (${all.length})`,
    );
  }
  return all[index]!;
}

/** Between a channel from an index on, and an array of the page. */
function copy(record: LiveRecord, args: Args, isOut: boolean): undefined {
  const where = `Failed to execute '${isOut ? 'copyFromChannel' : 'copyToChannel'}' on 'AudioBuffer'`;
  const given = args[0] as Float32Array;
  if (!(given instanceof Samples)) throw new TypeError(`${where}: parameter 1 is not of type 'Float32Array'.`);
  const channel = channelOf(record, args[1], where);
  const start = max(0, trunc(Number(args[2]) || 0));
  const count = min(given.length, (record['length'] as number) - start);
  for (let at = 0; at < count; at++) {
    if (isOut) given[at] = channel[start + at]!;
    else channel[start + at] = given[at]!;
  }
  return undefined;
}

export function defineBuffers(): void {
  defineBehaviour('AudioBuffer', {
    construct(args: Args): LiveRecord {
      const where = "Failed to construct 'AudioBuffer'";
      const options = (args[0] ?? {}) as Record<string, unknown>;
      const [channels, frames, rate] = [options['numberOfChannels'] ?? 1, options['length'], options['sampleRate']];
      checkShape(where, Number(channels), Number(frames), Number(rate), 'less than or equal to the minimum bound (0)');
      return bufferValues(Number(channels), Number(frames), Number(rate));
    },
    getChannelData(this: LiveRecord, args: Args): Float32Array {
      return channelOf(this, args[0], "Failed to execute 'getChannelData' on 'AudioBuffer'");
    },
    copyFromChannel(this: LiveRecord, args: Args): undefined {
      return copy(this, args, true);
    },
    copyToChannel(this: LiveRecord, args: Args): undefined {
      return copy(this, args, false);
    },
  });
}
