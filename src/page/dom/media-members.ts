/**
 * HTMLMediaElement without media: nothing is loaded (media-loading.ts), so nothing plays, and asking to play is refused as by
 * a browser that waits for the user. What could be played is answered as in Chrome (media-types.ts).
 *
 * HTML §4.8.11 https://html.spec.whatwg.org/#media-elements
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { hasAttribute } from '../../html/node-tree.ts';
import { playability } from '../media-types.ts';
import { create, isFiniteNumber, weakGet, weakSet } from '../primordials.ts';
import type { PageNode } from './create-node.ts';
import { domException } from './dom-exception.ts';
import { defineConstants, defineInterface, defineMembers, prototypeOf } from './interfaces.ts';
import { loadMedia, loadOf, pauseMedia, playMedia } from './media-loading.ts';

interface MediaState {
  muted: boolean | null;
  volume: number;
  playbackRate: number;
  defaultPlaybackRate: number;
  currentTime: number;
  preservesPitch: boolean;
}

const states = new WeakMap<StoreNode, MediaState>();

function stateOf(media: PageNode): MediaState {
  const known = weakGet(states, media);
  if (known !== undefined) return known;
  const state: MediaState = {
    muted: null,
    volume: 1,
    playbackRate: 1,
    defaultPlaybackRate: 1,
    currentTime: 0,
    preservesPitch: true,
  };
  weakSet(states, media, state);
  return state;
}

function finite(value: unknown): number {
  const number = Number(value);
  if (!isFiniteNumber(number)) throw new TypeError('The provided double value is non-finite.');
  return number;
}

function noRanges(): object {
  return create(prototypeOf('TimeRanges')) as object;
}

export function installMedia(): void {
  defineInterface('TimeRanges', null);
  defineMembers<object>('TimeRanges', {
    get length(): number {
      return 0;
    },
    start(): number {
      throw domException('IndexSizeError', 'There are no ranges.');
    },
    end(): number {
      throw domException('IndexSizeError', 'There are no ranges.');
    },
  });
  defineConstants('HTMLMediaElement', {
    NETWORK_EMPTY: 0,
    NETWORK_IDLE: 1,
    NETWORK_LOADING: 2,
    NETWORK_NO_SOURCE: 3,
    HAVE_NOTHING: 0,
    HAVE_METADATA: 1,
    HAVE_CURRENT_DATA: 2,
    HAVE_FUTURE_DATA: 3,
    HAVE_ENOUGH_DATA: 4,
  });
  defineMembers<PageNode>('HTMLMediaElement', READING);
  defineMembers<PageNode>('HTMLMediaElement', PLAYING);
  defineMembers<PageNode>('HTMLVideoElement', {
    get videoWidth(): number {
      return 0;
    },
    get videoHeight(): number {
      return 0;
    },
    getVideoPlaybackQuality(): object {
      return { creationTime: 0, totalVideoFrames: 0, droppedVideoFrames: 0, corruptedVideoFrames: 0 };
    },
  });
}

const READING: ThisType<PageNode> & Record<never, never> = {
  get error(): object | null {
    return loadOf(this as unknown as PageNode).error;
  },
  get currentSrc(): string {
    return loadOf(this as unknown as PageNode).currentSrc;
  },
  get networkState(): number {
    return loadOf(this as unknown as PageNode).networkState;
  },
  get readyState(): number {
    return 0;
  },
  get seeking(): boolean {
    return false;
  },
  get duration(): number {
    return Number.NaN;
  },
  get paused(): boolean {
    return loadOf(this as unknown as PageNode).isPaused;
  },
  get ended(): boolean {
    return false;
  },
  get buffered(): object {
    return noRanges();
  },
  get seekable(): object {
    return noRanges();
  },
  get played(): object {
    return noRanges();
  },
};

const PLAYING: ThisType<PageNode> & Record<never, never> = {
  get currentTime(): number {
    return stateOf(this as unknown as PageNode).currentTime;
  },
  set currentTime(value: unknown) {
    stateOf(this as unknown as PageNode).currentTime = finite(value);
  },
  get muted(): boolean {
    const media = this as unknown as PageNode;
    return stateOf(media).muted ?? hasAttribute(media, 'muted');
  },
  set muted(value: unknown) {
    stateOf(this as unknown as PageNode).muted = Boolean(value);
  },
  get volume(): number {
    return stateOf(this as unknown as PageNode).volume;
  },
  set volume(value: unknown) {
    const volume = finite(value);
    if (volume < 0 || volume > 1) {
      throw domException('IndexSizeError', `The volume provided (${volume}) is outside the range [0, 1].`);
    }
    stateOf(this as unknown as PageNode).volume = volume;
  },
  get playbackRate(): number {
    return stateOf(this as unknown as PageNode).playbackRate;
  },
  set playbackRate(value: unknown) {
    stateOf(this as unknown as PageNode).playbackRate = finite(value);
  },
  get defaultPlaybackRate(): number {
    return stateOf(this as unknown as PageNode).defaultPlaybackRate;
  },
  set defaultPlaybackRate(value: unknown) {
    stateOf(this as unknown as PageNode).defaultPlaybackRate = finite(value);
  },
  get preservesPitch(): boolean {
    return stateOf(this as unknown as PageNode).preservesPitch;
  },
  set preservesPitch(value: unknown) {
    stateOf(this as unknown as PageNode).preservesPitch = Boolean(value);
  },
  get srcObject(): object | null {
    return loadOf(this as unknown as PageNode).srcObject;
  },
  set srcObject(value: unknown) {
    const media = this as unknown as PageNode;
    loadOf(media).srcObject = typeof value === 'object' ? value : null;
    loadMedia(media);
  },
  load(): void {
    loadMedia(this as unknown as PageNode);
  },
  play(): Promise<undefined> {
    const media = this as unknown as PageNode;
    return playMedia(media, (stateOf(media).muted ?? hasAttribute(media, 'muted')) || stateOf(media).volume === 0);
  },
  pause(): void {
    pauseMedia(this as unknown as PageNode);
  },
  canPlayType(type: unknown): string {
    return playability(`${type}`);
  },
};
