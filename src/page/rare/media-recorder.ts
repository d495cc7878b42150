/**
 * MediaRecorder: records what there is of a stream, which is nothing: pictures of canvases are not painted for it, and there
 * are no other tracks. A recording that ends is empty, as that of a canvas which never changed.
 *
 * MediaStream Recording §2 https://www.w3.org/TR/mediastream-recording/
 */
import { domException } from '../dom/dom-exception.ts';
import { createEvent } from '../event-classes.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { makeBlob } from '../network/blob.ts';
import { defineBehaviour, defineLater, type LiveRecord, lazyEvent, liveRecord } from '../window/lazy-interfaces.ts';
import { type Args, failedTo, givenOf } from './answers.ts';

/** What Chrome says that it can record. */
const RECORDED =
  /^(?:video\/(?:webm|x-matroska|mp4)(?:;\s*codecs="?(?:vp8|vp9|h264|avc[13](?:\.[\da-f]{6})?|av1|av01(?:\.[\d.MH]+)?|opus|pcm)(?:,\s*(?:opus|pcm))?"?)?|audio\/(?:webm|mp4)(?:;\s*codecs="?(?:opus|pcm)"?)?|)$/i;

const fire = (recorder: object, type: string): void => {
  dispatchTrusted(recorder, createEvent('Event', type));
};

const tracksOf = (record: LiveRecord): object[] =>
  (liveRecord(record['stream'], 'MediaStream')!['%tracks'] ?? []) as object[];

const kindOf = (track: object): unknown => liveRecord(track, 'MediaStreamTrack')?.['kind'];

/** The type that is taken where none was asked for. */
function typeFor(record: LiveRecord): string {
  const given = record['mimeType'] as string;
  if (given !== '') return given;
  const kinds = tracksOf(record).map(kindOf);
  if (!kinds.includes('video')) return 'audio/webm;codecs=opus';
  return kinds.includes('audio') ? 'video/webm;codecs=vp8,opus' : 'video/webm;codecs=vp8';
}

function checkState(record: LiveRecord, method: string): void {
  if (record['state'] !== 'inactive') return;
  const why = "The MediaRecorder's state is 'inactive'.";
  throw domException('InvalidStateError', failedTo(method, 'MediaRecorder') + why);
}

function giveData(record: LiveRecord, recorder: object): void {
  const data = makeBlob(new Uint8Array(0), record['mimeType'] as string);
  dispatchTrusted(recorder, lazyEvent('BlobEvent', 'dataavailable', { data, timecode: 0 }));
}

/** "inactivate the recorder", and the tasks behind it. */
function finish(record: LiveRecord, recorder: object): void {
  record['state'] = 'inactive';
  queueTask(() => {
    giveData(record, recorder);
    fire(recorder, 'stop');
  });
}

/** From one state to another, with its event; elsewhere nothing. */
function change(method: string, from: string, to: string) {
  return function (this: LiveRecord, _args: Args, self: object): void {
    checkState(this, method);
    if (this['state'] !== from) return;
    this['state'] = to;
    queueTask(() => fire(self, method));
  };
}

function defineRecorder(): void {
  defineBehaviour('MediaRecorder', {
    construct: (args: Args): LiveRecord => {
      const where = "Failed to construct 'MediaRecorder': ";
      if (liveRecord(args[0], 'MediaStream') === null)
        throw new TypeError(`${where}parameter 1 is not of type 'MediaStream'.`);
      const {
        mimeType = '',
        audioBitsPerSecond = 128_000,
        videoBitsPerSecond = 2_500_000,
        audioBitrateMode = 'variable',
      } = givenOf(args[1]);
      if (!RECORDED.test(`${mimeType}`)) {
        const why = `Failed to initialize native MediaRecorder the type provided (${mimeType}) is not supported.`;
        throw domException('NotSupportedError', where + why);
      }
      return {
        stream: args[0],
        mimeType: `${mimeType}`,
        state: 'inactive',
        videoBitsPerSecond: Number(videoBitsPerSecond),
        audioBitsPerSecond: Number(audioBitsPerSecond),
        audioBitrateMode,
      };
    },
    isTypeSupported: (args: Args) => RECORDED.test(`${args[0]}`),
    start(this: LiveRecord, _args: Args, self: object) {
      const where = failedTo('start', 'MediaRecorder');
      if (this['state'] !== 'inactive') {
        throw domException('InvalidStateError', `${where}The MediaRecorder's state is '${this['state']}'.`);
      }
      if (tracksOf(this).length === 0) {
        const why = 'The MediaRecorder cannot start becausethere are no audio or video tracks available.';
        throw domException('NotSupportedError', where + why);
      }
      this['state'] = 'recording';
      queueTask(() => {
        this['mimeType'] = typeFor(this);
        fire(self, 'start');
      });
    },
    pause: change('pause', 'recording', 'paused'),
    resume: change('resume', 'paused', 'recording'),
    requestData(this: LiveRecord, _args: Args, self: object) {
      checkState(this, 'requestData');
      queueTask(() => giveData(this, self));
    },
    stop(this: LiveRecord, _args: Args, self: object) {
      if (this['state'] !== 'inactive') finish(this, self);
    },
  });
}

export function installMediaRecorder(): void {
  defineLater('MediaRecorder', defineRecorder);
}
