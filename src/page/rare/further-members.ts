/**
 * Members of interfaces that have objects here and that few pages ask for: keys and sinks of media, which there are
 * none of, and other names of what is there.
 *
 * HTML §4.8.11.11 (text tracks), Encrypted Media Extensions §5, Audio Output Devices §3, Remote Playback §5,
 * HTMLVideoElement.requestVideoFrameCallback, Selection §3, DOM Parsing, Fullscreen §5
 *
 * Differs: a frame of a video is never shown, so that nobody who waits for one is called.
 */
import { attribute } from '../../html/node-tree.ts';
import { setAttributeValue } from '../dom/attribute-list.ts';
import type { PageNode } from '../dom/create-node.ts';
import { domException } from '../dom/dom-exception.ts';
import { defineConstants, defineMembers, interfaceObjectOf } from '../dom/interfaces.ts';
import { parseInteger } from '../dom/parse-integer.ts';
import { eachEventClass } from '../event-classes.ts';
import { nativeMethod } from '../native-look.ts';
import { promised, rejectedWith, resolvedWith } from '../network/promises.ts';
import { defineProperty, weakGet, weakSet } from '../primordials.ts';
import { defineBehaviour, defineLater, liveObject } from '../window/lazy-interfaces.ts';
import { newStreamId } from '../window/media-streams.ts';
import { defineHandlersOf } from '../window/navigator-object.ts';
import { callbackOf, failedTo } from './answers.ts';

const remotes = new WeakMap<object, object>();

/** One object for each element. */
function ownObject(cache: WeakMap<object, object>, element: object, make: () => object): object {
  let object = weakGet(cache, element);
  if (object === undefined) {
    object = make();
    weakSet(cache, element, object);
  }
  return object;
}

function defineMediaParts(): void {
  defineBehaviour('RemotePlayback', {
    state: 'disconnected',
    watchAvailability: () =>
      rejectedWith(domException('NotSupportedError', 'Availability monitoring is not supported.')),
    cancelWatchAvailability: () => resolvedWith(undefined),
    prompt: () => rejectedWith(domException('NotFoundError', 'No remote playback devices found.')),
  });
}

/** A marquee stands still here; how often it would go around is kept. */
function installMarquees(): void {
  defineMembers<PageNode>('HTMLMarqueeElement', {
    get loop(): number {
      const loop = parseInteger(attribute(this, 'loop') ?? '');
      return loop === null || loop <= 0 ? -1 : loop;
    },
    set loop(value: unknown) {
      const loop = Number(value) | 0;
      if (loop < -1 || loop === 0) {
        throw domException(
          'IndexSizeError',
          `Failed to set the 'loop' property on 'HTMLMarqueeElement': The provided value (${loop}) is neither positive nor -1.`,
        );
      }
      setAttributeValue(this, 'loop', `${loop}`);
    },
    start(): void {},
    stop(): void {},
  });
}

let nextFrameRequest = 1;

function installMediaMembers(): void {
  defineLater('RemotePlayback', defineMediaParts);
  defineMembers<PageNode>('HTMLMediaElement', {
    get remote(): object {
      return ownObject(remotes, this, () => liveObject('RemotePlayback'));
    },
    get webkitAudioDecodedByteCount(): number {
      return 0;
    },
    get webkitVideoDecodedByteCount(): number {
      return 0;
    },
    get sinkId(): string {
      return '';
    },
    get mediaKeys(): null {
      return null;
    },
    captureStream(): object {
      return liveObject('MediaStream', { id: newStreamId(), active: false, '%tracks': [] });
    },
    setSinkId(sinkId: unknown): Promise<undefined> {
      return promised(() => {
        if (`${sinkId}` === '') return undefined;
        throw domException('NotFoundError', 'Requested device not found');
      });
    },
    setMediaKeys(keys: unknown): Promise<undefined> {
      return promised(() => {
        if (keys === null) return undefined;
        throw new TypeError(`${failedTo('setMediaKeys', 'HTMLMediaElement')}parameter 1 is not of type 'MediaKeys'.`);
      });
    },
  });
  defineHandlersOf('HTMLMediaElement', ['encrypted', 'waitingforkey']);
  defineMembers<PageNode>('HTMLVideoElement', {
    get webkitDecodedFrameCount(): number {
      return 0;
    },
    get webkitDroppedFrameCount(): number {
      return 0;
    },
    requestVideoFrameCallback(callback: unknown): number {
      callbackOf(callback, 'requestVideoFrameCallback', 'HTMLVideoElement');
      return nextFrameRequest++;
    },
    cancelVideoFrameCallback(_handle: unknown): void {},
    requestPictureInPicture(): Promise<never> {
      const why = 'Metadata for the video element are not loaded yet.';
      return rejectedWith(
        domException('InvalidStateError', failedTo('requestPictureInPicture', 'HTMLVideoElement') + why),
      );
    },
  });
  defineHandlersOf('HTMLVideoElement', ['enterpictureinpicture', 'leavepictureinpicture']);
  defineConstants('HTMLTrackElement', { NONE: 0, LOADING: 1, LOADED: 2, ERROR: 3 });
  defineMembers<PageNode>('HTMLTrackElement', {
    get readyState(): number {
      return 0;
    },
  });
}

/** Motion needs no leave where a machine has no sensor for it. */
function installMotionPermissions(): void {
  eachEventClass((name, object) => {
    if (name !== 'DeviceMotionEvent' && name !== 'DeviceOrientationEvent') return;
    const value = nativeMethod('requestPermission', 0, () => resolvedWith('granted'), null);
    defineProperty(object, 'requestPermission', { value, writable: true, enumerable: true, configurable: true });
  });
}

/** Kinds of scripts that are there, as module loaders ask. */
const SCRIPT_KINDS = ['classic', 'module', 'importmap', 'speculationrules'];

function installScriptKinds(): void {
  const value = nativeMethod('supports', 1, (_, args) => SCRIPT_KINDS.includes(`${args[0]}`), null);
  const shape = { value, writable: true, enumerable: true, configurable: true };
  defineProperty(interfaceObjectOf('HTMLScriptElement'), 'supports', shape);
}

interface SelectionParts {
  readonly anchorOffset: number;
  readonly focusOffset: number;
}

interface TreeRoot {
  readonly ownerDocument: { getSelection(): object | null };
}

export function installFurtherMembers(): void {
  defineConstants('Window', { TEMPORARY: 0, PERSISTENT: 1 });
  installMediaMembers();
  installMarquees();
  installScriptKinds();
  installMotionPermissions();
  defineMembers<SelectionParts>('Selection', {
    get baseOffset(): number {
      return this.anchorOffset;
    },
    get extentOffset(): number {
      return this.focusOffset;
    },
  });
  defineHandlersOf('ShadowRoot', ['slotchange']);
  defineMembers<TreeRoot>('ShadowRoot', {
    get pointerLockElement(): null {
      return null;
    },
    get pictureInPictureElement(): null {
      return null;
    },
    // [LegacyLenientSetter]
    get fullscreenElement(): null {
      return null;
    },
    set fullscreenElement(_value: unknown) {},
    getSelection(): object | null {
      return this.ownerDocument.getSelection();
    },
  });
  defineMembers<object>('IntersectionObserver', {
    get delay(): number {
      return 0;
    },
    get trackVisibility(): boolean {
      return false;
    },
  });
}
