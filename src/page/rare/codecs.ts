/**
 * WebCodecs and ImageDecoder in a Chrome that was built without codecs: what holds data works, what would
 * decode or encode says that it cannot, before and when it is asked.
 *
 * WebCodecs §3 to §10 https://www.w3.org/TR/webcodecs/
 */
import { domException } from '../dom/dom-exception.ts';
import { queueTask } from '../event-loop.ts';
import { bytesOf, isBufferSource, lengthOf } from '../network/bytes.ts';
import { promised, rejectedWith, resolvedWith } from '../network/promises.ts';
import { apply } from '../primordials.ts';
import { defineBehaviour, defineLater, type LiveRecord, liveObject, liveRecord } from '../window/lazy-interfaces.ts';
import { type Args, failedTo, type Given, givenOf, missingMember } from './answers.ts';

/** Dictionaries with what a configuration has besides what is given, in the order of their names. */
const DEFAULTS: Readonly<Record<string, Given>> = {
  VideoDecoder: { flip: false, hardwareAcceleration: 'no-preference', rotation: 0 },
  VideoEncoder: {
    alpha: 'discard',
    bitrateMode: 'variable',
    contentHint: '',
    hardwareAcceleration: 'no-preference',
    latencyMode: 'quality',
  },
  AudioDecoder: {},
  AudioEncoder: { bitrateMode: 'variable' },
};

function configuration(name: string, given: unknown): Record<string, unknown> {
  const all = { ...DEFAULTS[name], ...givenOf(given) } as Record<string, unknown>;
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(all).sort()) sorted[key] = all[key];
  return sorted;
}

function checkCodec(name: string, method: string, given: unknown): void {
  if (givenOf(given)['codec'] === undefined) {
    throw new TypeError(failedTo(method, name) + missingMember('codec', `${name}Config`));
  }
}

/** A decoder or an encoder: it is made, and closes with an error when it is to begin. */
function defineCoder(name: string): void {
  const queue = /Decoder$/.test(name) ? 'decodeQueueSize' : 'encodeQueueSize';
  const unconfigured = (method: string): never => {
    throw domException(
      'InvalidStateError',
      `${failedTo(method, name)}Cannot call '${method}' on an unconfigured codec.`,
    );
  };
  const act = /Decoder$/.test(name) ? 'decode' : 'encode';
  defineBehaviour(name, {
    construct: (args: Args): LiveRecord => {
      const { error, output } = givenOf(args[0]);
      for (const [key, value] of [
        ['error', error],
        ['output', output],
      ] as const) {
        if (typeof value !== 'function')
          throw new TypeError(`Failed to construct '${name}': ${missingMember(key, `${name}Init`)}`);
      }
      return { state: 'unconfigured', [queue]: 0, '%error': error };
    },
    isConfigSupported: (args: Args) =>
      promised(() => {
        checkCodec(name, 'isConfigSupported', args[0]);
        return { config: configuration(name, args[0]), supported: false };
      }),
    configure(this: LiveRecord, args: Args) {
      checkCodec(name, 'configure', args[0]);
      if (this['state'] === 'closed')
        throw domException(
          'InvalidStateError',
          `${failedTo('configure', name)}Cannot call 'configure' on a closed codec.`,
        );
      this['state'] = 'configured';
      queueTask(() => {
        if (this['state'] === 'closed') return;
        this['state'] = 'closed';
        const why = 'Unsupported configuration. Check isConfigSupported() prior to calling configure().';
        apply(this['%error'] as () => void, undefined, [domException('NotSupportedError', why)]);
      });
    },
    [act](this: LiveRecord) {
      if (this['state'] !== 'configured') unconfigured(act);
    },
    flush(this: LiveRecord) {
      if (this['state'] !== 'configured') return promised(() => unconfigured('flush'));
      return rejectedWith(domException('AbortError', 'Aborted due to close()'));
    },
    reset(this: LiveRecord) {
      this['state'] = 'unconfigured';
    },
    close(this: LiveRecord) {
      this['state'] = 'closed';
    },
  });
}

function copyBytes(name: string) {
  return function (this: LiveRecord, args: Args): void {
    const bytes = this['%bytes'] as Uint8Array;
    if (!isBufferSource(args[0])) {
      throw new TypeError(
        `${failedTo('copyTo', name)}The provided value is not of type '(ArrayBuffer or ArrayBufferView)'.`,
      );
    }
    const target = bytesOf(args[0]);
    if (lengthOf(target) < lengthOf(bytes))
      throw new TypeError(`${failedTo('copyTo', name)}destination is not large enough.`);
    target.set(bytes);
  };
}

/** What is encoded already is bytes with a time. */
function defineChunk(name: string): void {
  defineBehaviour(name, {
    construct: (args: Args): LiveRecord => {
      const { type, timestamp, duration = null, data } = givenOf(args[0]);
      const of = `${name}Init`;
      for (const [key, value] of [
        ['data', data],
        ['timestamp', timestamp],
        ['type', type],
      ] as const) {
        if (value === undefined) throw new TypeError(`Failed to construct '${name}': ${missingMember(key, of)}`);
      }
      if (type !== 'key' && type !== 'delta') {
        const what = `The provided value '${type}' is not a valid enum value of type ${name}Type.`;
        throw new TypeError(`Failed to construct '${name}': Failed to read the 'type' property from '${of}': ${what}`);
      }
      const bytes = bytesOf(data as ArrayBuffer).slice();
      return { type, timestamp: Number(timestamp), duration, byteLength: lengthOf(bytes), '%bytes': bytes };
    },
    copyTo: copyBytes(name),
  });
}

/** Pictures and sound that are not encoded: bytes, or the size of a canvas. */
function defineFrames(): void {
  defineBehaviour('VideoColorSpace', {
    construct: (args: Args): LiveRecord => {
      const { primaries = null, transfer = null, matrix = null, fullRange = null } = givenOf(args[0]);
      return { primaries, transfer, matrix, fullRange };
    },
    toJSON(this: LiveRecord) {
      return {
        fullRange: this['fullRange'],
        matrix: this['matrix'],
        primaries: this['primaries'],
        transfer: this['transfer'],
      };
    },
  });
  const where = "Failed to construct 'VideoFrame': ";
  defineBehaviour('VideoFrame', {
    construct: (args: Args): LiveRecord => {
      const { timestamp, duration = null, codedWidth, codedHeight, format = 'BGRA' } = givenOf(args[1]);
      const bytes = isBufferSource(args[0]) ? bytesOf(args[0]).slice() : null;
      const { width, height } = (args[0] ?? {}) as { readonly width?: unknown; readonly height?: unknown };
      const [w, h] = [Number(bytes === null ? width : codedWidth), Number(bytes === null ? height : codedHeight)];
      if (!(w > 0 && h > 0))
        throw new TypeError(
          `${where}The provided value is not of type '(CSSImageValue or HTMLCanvasElement or HTMLImageElement or HTMLVideoElement or ImageBitmap or OffscreenCanvas or SVGImageElement or VideoFrame)'.`,
        );
      if (timestamp === undefined) throw new TypeError(`${where}VideoFrameInit must provide timestamp`);
      const values = {
        timestamp: Number(timestamp),
        duration,
        codedWidth: w,
        codedHeight: h,
        rotation: 0,
        flip: false,
      };
      const colorSpace = liveObject('VideoColorSpace', {
        primaries: 'bt709',
        transfer: 'iec61966-2-1',
        matrix: 'rgb',
        fullRange: true,
      });
      return {
        ...values,
        format,
        displayWidth: w,
        displayHeight: h,
        colorSpace,
        '%bytes': bytes ?? new Uint8Array(w * h * 4),
      };
    },
    allocationSize(this: LiveRecord) {
      return lengthOf(this['%bytes'] as Uint8Array);
    },
    copyTo(this: LiveRecord, args: Args) {
      return promised(() => {
        apply(copyBytes('VideoFrame'), this, [args]);
        return [{ offset: 0, stride: (this['codedWidth'] as number) * 4 }];
      });
    },
    clone(this: LiveRecord) {
      return liveObject('VideoFrame', { ...this });
    },
    metadata: () => ({}),
    close(this: LiveRecord) {
      for (const name of ['codedWidth', 'codedHeight', 'displayWidth', 'displayHeight']) this[name] = 0;
      this['format'] = null;
    },
  });
  defineBehaviour('AudioData', {
    construct: (args: Args): LiveRecord => {
      const { format, sampleRate, numberOfFrames, numberOfChannels, timestamp, data } = givenOf(args[0]);
      for (const [key, value] of [
        ['data', data],
        ['format', format],
        ['numberOfChannels', numberOfChannels],
        ['numberOfFrames', numberOfFrames],
        ['sampleRate', sampleRate],
        ['timestamp', timestamp],
      ] as const) {
        if (value === undefined)
          throw new TypeError(`Failed to construct 'AudioData': ${missingMember(key, 'AudioDataInit')}`);
      }
      const duration = Math.trunc((Number(numberOfFrames) / Number(sampleRate)) * 1e6);
      return {
        format,
        sampleRate,
        numberOfFrames,
        numberOfChannels,
        timestamp,
        duration,
        '%bytes': bytesOf(data as ArrayBuffer).slice(),
      };
    },
    allocationSize(this: LiveRecord) {
      return lengthOf(this['%bytes'] as Uint8Array);
    },
    copyTo: copyBytes('AudioData'),
    clone(this: LiveRecord) {
      return liveObject('AudioData', { ...this });
    },
    close(this: LiveRecord) {
      this['format'] = null;
      for (const name of ['numberOfFrames', 'numberOfChannels', 'sampleRate', 'duration']) this[name] = 0;
    },
  });
}

const IMAGES = /^image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon)$/;

function defineImageDecoder(): void {
  defineBehaviour('ImageTrackList', { length: 0, selectedIndex: -1, selectedTrack: null });
  defineBehaviour('ImageDecoder', {
    construct: (args: Args): LiveRecord => {
      const { type, data } = givenOf(args[0]);
      for (const [key, value] of [
        ['data', data],
        ['type', type],
      ] as const) {
        if (value === undefined)
          throw new TypeError(`Failed to construct 'ImageDecoder': ${missingMember(key, 'ImageDecoderInit')}`);
      }
      const failure = domException('InvalidStateError', 'Failed to retrieve track metadata.');
      const tracks = liveObject('ImageTrackList', {});
      const record: LiveRecord = { type: `${type}`, complete: true, tracks };
      Object.defineProperty(record, 'completed', { get: () => resolvedWith(undefined) });
      const list = liveRecord(tracks, 'ImageTrackList')!;
      Object.defineProperty(list, 'ready', { get: () => rejectedWith(failure) });
      return record;
    },
    isTypeSupported: (args: Args) => resolvedWith(IMAGES.test(`${args[0]}`)),
    decode(this: LiveRecord) {
      const why = IMAGES.test(`${this['type']}`)
        ? domException('EncodingError', 'Failed to decode frame at index 0')
        : domException('NotSupportedError', `The provided image type (${this['type']}) is not supported`);
      return rejectedWith(why);
    },
    reset: () => undefined,
    close: () => undefined,
  });
}

export function installCodecs(): void {
  for (const name of Object.keys(DEFAULTS)) defineLater(name, () => defineCoder(name));
  for (const name of ['EncodedVideoChunk', 'EncodedAudioChunk']) defineLater(name, () => defineChunk(name));
  defineLater('VideoFrame VideoColorSpace AudioData', defineFrames);
  defineLater('ImageDecoder ImageTrackList', defineImageDecoder);
}
