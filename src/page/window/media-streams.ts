/**
 * MediaStream and its tracks: without devices there are those of canvases only.
 *
 * Media Capture and Streams §4 https://www.w3.org/TR/mediacapture-streams/, Media Capture from DOM Elements §4
 */
import { canvasSize } from '../canvas/bitmap.ts';
import type { PageNode } from '../dom/create-node.ts';
import { defineBehaviour, type LiveRecord, liveObject, liveRecord } from './lazy-interfaces.ts';

type Args = ArrayLike<unknown>;

const HEX = '0123456789abcdef';
const { floor, random } = Math;

/** As a UUID, which ids of streams and tracks are. */
export function newStreamId(): string {
  let id = '';
  for (let at = 0; at < 36; at++)
    id += at === 8 || at === 13 || at === 18 || at === 23 ? '-' : HEX[floor(random() * 16)];
  return id;
}

/** The track that `canvas.captureStream()` gives: nobody ever gets a picture of it. */
export function canvasTrack(canvas: PageNode): object {
  const values = {
    kind: 'video',
    id: newStreamId(),
    label: '',
    enabled: true,
    muted: false,
    readyState: 'live',
    contentHint: '',
  };
  return liveObject('CanvasCaptureMediaStreamTrack', { ...values, canvas });
}

const tracksOf = (record: LiveRecord): object[] => (record['%tracks'] ?? []) as object[];
const trackValue = (track: object, name: string): unknown => liveRecord(track, 'MediaStreamTrack')?.[name];

function settings(this: LiveRecord): object {
  const canvas = this['canvas'] as PageNode | undefined;
  if (canvas === undefined) return {};
  const [width, height] = [canvasSize(canvas, 'width'), canvasSize(canvas, 'height')];
  return { aspectRatio: width / height, deviceId: this['id'], frameRate: 60, height, resizeMode: 'none', width };
}

export function defineMediaStreams(): void {
  defineBehaviour('MediaStream', {
    construct: (args: Args): LiveRecord => {
      const from = liveRecord(args[0], 'MediaStream');
      const tracks = from === null ? [...((args[0] ?? []) as Iterable<object>)] : [...tracksOf(from)];
      return { id: newStreamId(), active: tracks.length > 0, '%tracks': tracks };
    },
    getTracks(this: LiveRecord) {
      return [...tracksOf(this)];
    },
    getAudioTracks(this: LiveRecord) {
      return tracksOf(this).filter((track) => trackValue(track, 'kind') === 'audio');
    },
    getVideoTracks(this: LiveRecord) {
      return tracksOf(this).filter((track) => trackValue(track, 'kind') === 'video');
    },
    getTrackById(this: LiveRecord, args: Args) {
      return tracksOf(this).find((track) => trackValue(track, 'id') === `${args[0]}`) ?? null;
    },
    addTrack(this: LiveRecord, args: Args) {
      const tracks = tracksOf(this);
      if (!tracks.includes(args[0] as object)) this['%tracks'] = [...tracks, args[0] as object];
      this['active'] = true;
    },
    removeTrack(this: LiveRecord, args: Args) {
      this['%tracks'] = tracksOf(this).filter((track) => track !== args[0]);
    },
    clone(this: LiveRecord) {
      return liveObject('MediaStream', { id: newStreamId(), active: this['active'], '%tracks': [...tracksOf(this)] });
    },
  });
  defineBehaviour('MediaStreamTrack', {
    stop(this: LiveRecord) {
      this['readyState'] = 'ended';
    },
    getSettings: settings,
    getConstraints: () => ({}),
    getCapabilities: () => ({}),
  });
  defineBehaviour('CanvasCaptureMediaStreamTrack', { requestFrame: () => undefined });
}
