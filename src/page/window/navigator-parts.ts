/**
 * Parts of navigator that need devices, a person or a platform's services: they answer as in a Chrome that has none of them.
 *
 * Their interfaces are those of the table (lazy-interfaces.ts); here is what their members do. pretended.ts tells of them.
 */
import { domException } from '../dom/dom-exception.ts';
import { prototypeOf } from '../dom/interfaces.ts';
import { DOMRect } from '../geometry.ts';
import { isDecodable } from '../media-types.ts';
import { defineNamedAccessor, namedMethod } from '../named-function.ts';
import { promised, rejectedWith, resolvedWith, whenSettled } from '../network/promises.ts';
import { apply, defineProperty, mapGet, mapSet } from '../primordials.ts';
import { hasStickyActivation, hasTransientActivation } from '../user-activation.ts';
import { checkAdmitted } from './admitted.ts';
import { type Behaviour, defineBehaviour, type LiveRecord, liveObject } from './lazy-interfaces.ts';
import { requestLock } from './locks.ts';

type Args = ArrayLike<unknown>;

const refuse = (name: string, message: string) => (): Promise<never> => rejectedWith(domException(name, message));
const give =
  <T>(make: () => T) =>
  (): Promise<T> =>
    resolvedWith(make());
const nothing = (): Promise<undefined> => resolvedWith(undefined);
const noDevice = refuse('NotFoundError', 'Requested device not found');
const noChoice = refuse('NotFoundError', 'No device selected.');

/** Members of navigator with their interfaces, and what these do. */
const PARTS: Readonly<Record<string, readonly [interfaceName: string, behaviour: Behaviour]>> = {
  scheduling: ['Scheduling', { isInputPending: () => false }],
  userActivation: [
    'UserActivation',
    { hasBeenActive: () => hasStickyActivation(), isActive: () => hasTransientActivation() },
  ],
  windowControlsOverlay: [
    'WindowControlsOverlay',
    { visible: false, getTitlebarAreaRect: () => new (DOMRect as new () => object)() },
  ],
  credentials: [
    'CredentialsContainer',
    {
      get: (args: Args) =>
        (args[0] as { readonly publicKey?: unknown } | undefined)?.publicKey === undefined
          ? resolvedWith(null)
          : notAllowed(),
      create: () => notAllowed(),
      store: () => nothing(),
      preventSilentAccess: nothing,
    },
  ],
  keyboard: [
    'Keyboard',
    {
      getLayoutMap: give(() => liveObject('KeyboardLayoutMap')),
      lock: nothing,
      unlock: () => undefined,
    },
  ],
  managed: [
    'NavigatorManagedData',
    {
      getManagedConfiguration: refuse(
        'NotAllowedError',
        'Service connection error. This API is available only for managed apps.',
      ),
    },
  ],
  mediaDevices: [
    'MediaDevices',
    {
      enumerateDevices: give(() => []),
      getSupportedConstraints: () => {
        const all: Record<string, boolean> = {};
        for (const name of CONSTRAINTS.split(' ')) all[name] = true;
        return all;
      },
      getUserMedia: noDevice,
      getDisplayMedia: refuse('NotAllowedError', 'Permission denied'),
    },
  ],
  virtualKeyboard: [
    'VirtualKeyboard',
    { boundingRect: () => new (DOMRect as new () => object)(), overlaysContent: false },
  ],
  wakeLock: ['WakeLock', { request: refuse('NotAllowedError', 'Wake Lock permission request denied') }],
  locks: [
    'LockManager',
    { request: (args: Args) => requestLock(args), query: give(() => ({ held: [], pending: [] })) },
  ],
  storage: [
    'StorageManager',
    {
      estimate: give(() => ({ quota: 10_737_418_240, usage: 0, usageDetails: {} })),
      persisted: give(() => false),
      persist: give(() => false),
      getDirectory: refuse('SecurityError', 'Storage directory access is denied.'),
    },
  ],
  gpu: ['GPU', { requestAdapter: give(() => null), getPreferredCanvasFormat: () => 'bgra8unorm' }],
  login: ['NavigatorLogin', { setStatus: nothing }],
  ink: ['Ink', { requestPresenter: refuse('NotSupportedError', 'Ink is not available.') }],
  mediaCapabilities: [
    'MediaCapabilities',
    {
      decodingInfo: (args: Args) => promised(() => decodingInfo(args)),
      encodingInfo: give(() => ({ powerEfficient: false, smooth: false, supported: false })),
    },
  ],
  devicePosture: ['DevicePosture', { type: 'continuous' }],
  hid: ['HID', { getDevices: give(() => []), requestDevice: give(() => []) }],
  mediaSession: ['MediaSession', { metadata: null, playbackState: 'none' }],
  presentation: ['Presentation', { defaultRequest: null, receiver: null }],
  serial: ['Serial', { getPorts: give(() => []), requestPort: noChoice }],
  usb: ['USB', { getDevices: give(() => []), requestDevice: noChoice }],
  xr: [
    'XRSystem',
    {
      isSessionSupported: give(() => false),
      requestSession: refuse('NotSupportedError', 'The specified session configuration is not supported.'),
    },
  ],
  storageBuckets: [
    'StorageBucketManager',
    { keys: give(() => []), open: refuse('InvalidStateError', 'Storage buckets are not available.'), delete: nothing },
  ],
};

const CONSTRAINTS =
  'aspectRatio autoGainControl brightness channelCount colorTemperature contrast deviceId displaySurface echoCancellation ' +
  'exposureCompensation exposureMode exposureTime facingMode focusDistance focusMode frameRate groupId height iso latency ' +
  'noiseSuppression pan pointsOfInterest resizeMode restrictOwnAudio sampleRate sampleSize saturation sharpness ' +
  'suppressLocalAudioPlayback tilt torch voiceIsolation whiteBalanceMode width zoom';

type MediaPart = { readonly contentType?: unknown } | undefined;

/** Media Capabilities §2.3: sound is cheap; video is decoded by the processor. */
function decodingInfo(args: Args): object {
  const { type, video, audio } = (args[0] ?? {}) as Record<string, unknown>;
  const where = "Failed to execute 'decodingInfo' on 'MediaCapabilities'";
  if (type === undefined) {
    const what = "Failed to read the 'type' property from 'MediaDecodingConfiguration': Required member is undefined.";
    throw new TypeError(`${where}: ${what}`);
  }
  if (video === undefined && audio === undefined) {
    throw new TypeError(`${where}: The configuration dictionary has neither |video| nor |audio| specified.`);
  }
  const isIn = (part: MediaPart): boolean => part === undefined || isDecodable(`${part.contentType}`);
  const supported = isIn(video as MediaPart) && isIn(audio as MediaPart);
  return { powerEfficient: supported && video === undefined, smooth: supported, supported, keySystemAccess: null };
}

function notAllowed(): Promise<never> {
  const why = 'The operation either timed out or was not allowed.';
  return rejectedWith(domException('NotAllowedError', why));
}

/** Methods of navigator itself: how many parameters they have, and what they do. */
const METHODS: Readonly<Record<string, readonly [length: number, act: (args: Args) => unknown]>> = {
  getGamepads: [0, () => [null, null, null, null]],
  vibrate: [1, () => hasTransientActivation()],
  clearAppBadge: [0, nothing],
  setAppBadge: [0, nothing],
  getBattery: [0, give(battery)],
  getUserMedia: [3, (args) => failLater(args[2])],
  webkitGetUserMedia: [3, (args) => failLater(args[2])],
  requestMIDIAccess: [0, refuse('NotAllowedError', 'Permission to use Web MIDI API was not granted.')],
  requestMediaKeySystemAccess: [2, refuse('NotSupportedError', 'Unsupported keySystem or supportedConfigurations.')],
  getInstalledRelatedApps: [0, give(() => [])],
  registerProtocolHandler: [2, () => undefined],
  unregisterProtocolHandler: [2, () => undefined],
};

/** The keys of a keyboard of the United States, which write letters: three of them are not on it. */
function keyboardLayout(): Map<string, string> {
  const keys = new Map<string, string>();
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') keys.set(`Key${letter.toUpperCase()}`, letter);
  for (const digit of '0123456789') keys.set(`Digit${digit}`, digit);
  const others =
    "Backquote` Backslash\\ BracketLeft[ BracketRight] Comma, Equal= IntlBackslash< Minus- Period. Quote' Semicolon; Slash/";
  for (const key of others.split(' ')) keys.set(key.slice(0, -1), key.slice(-1));
  keys.set('IntlRo', '/');
  return keys;
}

let theBattery: object | null = null;

/** Of a machine that is plugged in. */
function battery(): object {
  const full = { charging: true, chargingTime: 0, dischargingTime: Number.POSITIVE_INFINITY, level: 1 };
  theBattery ??= liveObject('BatteryManager', full);
  return theBattery;
}

function failLater(callback: unknown): void {
  if (typeof callback !== 'function') return;
  const fail = (error: unknown): void => {
    apply(callback as () => void, undefined, [error]);
  };
  whenSettled(noDevice(), fail, fail);
}

const made = new Map<string, object>();

/** One object for the life of the document, made when somebody asks. */
function partOf(name: string): object {
  let part = mapGet(made, name);
  if (part === undefined) {
    part = liveObject(PARTS[name]![0]);
    mapSet(made, name, part);
  }
  return part;
}

export function installNavigatorParts(): void {
  for (const name of Object.keys(PARTS)) {
    const [interfaceName, behaviour] = PARTS[name]!;
    defineBehaviour(interfaceName, behaviour);
    const read = (self: unknown, own: string): object => {
      checkAdmitted(self);
      return partOf(own);
    };
    defineNamedAccessor(prototypeOf('Navigator'), name, name, read, null);
  }
  defineBehaviour('BatteryManager', {});
  defineBehaviour('KeyboardLayoutMap', {
    size: () => keyboardLayout().size,
    get: (args: Args) => keyboardLayout().get(`${args[0]}`),
    has: (args: Args) => keyboardLayout().has(`${args[0]}`),
    keys: () => keyboardLayout().keys(),
    values: () => keyboardLayout().values(),
    entries: () => keyboardLayout().entries(),
    forEach: (args: Args) => keyboardLayout().forEach(args[0] as () => void, args[1]),
  });
  defineBehaviour('MediaMetadata', {
    construct: (args: Args): LiveRecord => {
      const { title = '', artist = '', album = '', artwork = [] } = (args[0] ?? {}) as Record<string, unknown>;
      return { title: `${title}`, artist: `${artist}`, album: `${album}`, artwork, chapterInfo: [] };
    },
  });
  for (const name of Object.keys(METHODS)) {
    const [length, act] = METHODS[name]!;
    const value = namedMethod(name, length, (_, args) => act(args), null);
    const shape = { value, writable: true, enumerable: true, configurable: true };
    defineProperty(prototypeOf('Navigator'), name, shape);
  }
}

/** Parts that only secure pages have. */
export const SECURE_PARTS =
  'credentials keyboard managed mediaDevices virtualKeyboard wakeLock locks storage gpu login devicePosture hid mediaSession ' +
  'presentation serial usb xr storageBuckets getBattery requestMIDIAccess requestMediaKeySystemAccess setAppBadge ' +
  'clearAppBadge getInstalledRelatedApps';
