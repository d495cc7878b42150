/**
 * The global object of a worker: what a window has and a worker does not is taken off, what only workers have is put on.
 *
 * In:  the realm as the snapshot has it, with a window's global object. Out: a DedicatedWorkerGlobalScope, or that of a
 * shared worker.
 *
 * HTML §10.2.1 https://html.spec.whatwg.org/#the-workerglobalscope-common-interface, §10.3.1 (importScripts)
 *
 * Missing: indexedDB, caches and BroadcastChannel of workers. Differs: a worker from a data: URL makes requests in its page's name.
 */
import { documentUrl, resolveAddress } from '../document-address.ts';
import { domException } from '../dom/dom-exception.ts';
import {
  defineInterface,
  defineMembers,
  type InterfaceObject,
  interfaceObjectOf,
  prototypeOf,
} from '../dom/interfaces.ts';
import { askEngine } from '../engine-link.ts';
import { createEvent } from '../event-classes.ts';
import { eventHandler, setEventHandler } from '../event-handlers.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { defineNamedAccessor } from '../named-function.ts';
import { textOfBlobUrl } from '../network/blob-urls.ts';
import { ownReferrer } from '../outbox.ts';
import {
  append,
  bareArray,
  copyArray,
  create,
  defineProperty,
  freeze,
  getOwnPropertyDescriptor,
  hasWord,
  ownKeys,
  quote,
  reflect,
  setPrototypeOf,
} from '../primordials.ts';
import { setErrorDispatcher } from '../report-exception.ts';
import { errorFromText } from '../script/module-evaluation.ts';
import { URL_PARTS } from '../url/url-parts.ts';
import { addressParts } from '../url-api.ts';
import { admit } from '../window/admitted.ts';
import { portAtEnd, postMessageFrom, readMessage } from '../window/message-channel.ts';
import { BUILT_IN_NAMES } from './built-in-names.ts';
import { holdEnd, setConnectReceiver } from './port-ends.ts';
import { type PortEnd, postFrom, postWorkerEnd } from './realm-posts.ts';
import type { WorkerEnginePort } from './worker-engine.ts';

/** What a window has that a worker has too. */
const SHARED_NAMES =
  ' AbortController AbortSignal Blob ByteLengthQueuingStrategy CloseEvent CompressionStream ' +
  'CountQueuingStrategy Crypto CryptoKey CustomEvent DOMException DOMMatrix DOMMatrixReadOnly DOMPoint DOMPointReadOnly ' +
  'DOMQuad DOMRect DOMRectReadOnly DecompressionStream ErrorEvent Event EventSource EventTarget File FileList FileReader ' +
  'FormData Headers MessageChannel MessageEvent MessagePort Performance PerformanceEntry PerformanceMark ' +
  'PerformanceMeasure PerformanceObserver PerformanceObserverEntryList ProgressEvent PromiseRejectionEvent ' +
  'ReadableByteStreamController ReadableStream ReadableStreamBYOBReader ReadableStreamBYOBRequest ' +
  'ReadableStreamDefaultController ReadableStreamDefaultReader Request Response Scheduler SubtleCrypto TextDecoder ' +
  'TextDecoderStream TextEncoder TextEncoderStream TransformStream TransformStreamDefaultController URL URLSearchParams ' +
  'WebSocket Worker WritableStream WritableStreamDefaultController WritableStreamDefaultWriter XMLHttpRequest ' +
  'XMLHttpRequestEventTarget XMLHttpRequestUpload atob btoa clearInterval clearTimeout console crypto fetch ' +
  'crossOriginIsolated isSecureContext origin performance queueMicrotask reportError scheduler self setInterval setTimeout ' +
  'structuredClone CSSKeywordValue CSSNumericValue CSSStyleValue CSSUnitValue GPU GPUAdapter GPUAdapterInfo GPUBuffer ' +
  'GPUDevice GPUQueue GPUSupportedFeatures GPUSupportedLimits HID HIDDevice Lock LockManager MediaCapabilities ' +
  'NavigatorUAData NetworkInformation PermissionStatus Permissions PerformanceResourceTiming PerformanceServerTiming ' +
  'QuotaExceededError ReportBody ReportingObserver Serial SerialPort StorageBucket StorageBucketManager StorageManager ' +
  'TrustedHTML TrustedScript TrustedScriptURL TrustedTypePolicy TrustedTypePolicyFactory USB USBDevice UserActivation ' +
  'WGSLLanguageFeatures OffscreenCanvas OffscreenCanvasRenderingContext2D ImageBitmap ImageBitmapRenderingContext ImageData ' +
  'createImageBitmap Path2D CanvasGradient CanvasPattern TextMetrics WebGLRenderingContext WebGL2RenderingContext ' +
  'WebSocketStream WebSocketError RestrictionTarget RTCDataChannel PeriodicSyncManager Origin CropTarget ' +
  'BackgroundFetchRegistration BackgroundFetchRecord BackgroundFetchManager WebGLVertexArrayObject ' +
  'WebGLUniformLocation WebGLTransformFeedback WebGLTexture WebGLSync WebGLShaderPrecisionFormat WebGLShader ' +
  'WebGLSampler WebGLRenderbuffer WebGLQuery WebGLProgram WebGLObject WebGLFramebuffer WebGLContextEvent WebGLBuffer ' +
  'WebGLActiveInfo VideoFrame VideoColorSpace URLPattern TaskSignal TaskPriorityChangeEvent TaskController ' +
  'SyncManager Subscriber SourceBufferList SourceBuffer SecurityPolicyViolationEvent RTCEncodedVideoFrame ' +
  'RTCEncodedAudioFrame Observable MediaSourceHandle MediaSource EncodedVideoChunk EncodedAudioChunk DOMStringList ' +
  'CSSUnparsedValue CSSSkewY CSSSkewX CSSNumericArray CSSMathValue CSSMathSum CSSMathProduct CSSMathNegate ' +
  'CSSMathMin CSSMathMax CSSMathInvert CSSMathClamp AudioData AudioDecoder AudioEncoder CreateMonitor GPUBindGroup ' +
  'GPUBindGroupLayout GPUBufferUsage GPUCanvasContext GPUColorWrite GPUCommandBuffer GPUCommandEncoder ' +
  'GPUCompilationInfo GPUCompilationMessage GPUComputePassEncoder GPUComputePipeline GPUDeviceLostInfo GPUError ' +
  'GPUExternalTexture GPUInternalError GPUMapMode GPUOutOfMemoryError GPUPipelineError GPUPipelineLayout GPUQuerySet ' +
  'GPURenderBundle GPURenderBundleEncoder GPURenderPassEncoder GPURenderPipeline GPUSampler GPUShaderModule ' +
  'GPUShaderStage GPUTexture GPUTextureUsage GPUTextureView GPUUncapturedErrorEvent GPUValidationError IdleDetector ' +
  'ImageDecoder ImageTrack ImageTrackList NavigationPreloadManager VideoDecoder VideoEncoder WebTransport ' +
  'WebTransportBidirectionalStream WebTransportDatagramDuplexStream WebTransportError FileSystemDirectoryHandle ' +
  'FileSystemFileHandle FileSystemHandle FileSystemWritableFileStream FileSystemObserver HIDConnectionEvent ' +
  'HIDInputReportEvent PressureObserver PressureRecord USBAlternateInterface USBConfiguration USBConnectionEvent ' +
  'USBEndpoint USBInTransferResult USBInterface USBIsochronousInTransferPacket USBIsochronousInTransferResult ' +
  'USBIsochronousOutTransferPacket USBIsochronousOutTransferResult USBOutTransferResult ';

/** What is on the prototype of workers' global objects and on a window itself; in Chrome's order with what is there already. */
const SCOPE_MEMBERS =
  'self location onerror onlanguagechange navigator onrejectionhandled onunhandledrejection origin performance crypto ' +
  'createImageBitmap fetch importScripts constructor isSecureContext crossOriginIsolated scheduler atob btoa queueMicrotask ' +
  'reportError structuredClone clearInterval clearTimeout setInterval setTimeout';

/** What is on a worker's global object itself. */
const OWN_MEMBERS = 'name onmessage onmessageerror onconnect close postMessage';

const LOCATION_MEMBERS = 'origin protocol host hostname port pathname search hash href toString constructor';

/** Parts of navigator that workers have. */
const NAVIGATOR_MEMBERS =
  'hardwareConcurrency appCodeName appName appVersion platform product userAgent language languages onLine connection ' +
  'constructor hid mediaCapabilities permissions serial usb deviceMemory userAgentData locks storage gpu storageBuckets';

/** What performance has for documents only. */
const OF_DOCUMENTS = ['memory', 'eventCounts', 'interactionCount', 'timing', 'navigation'] as const;

const DEDICATED = 'DedicatedWorkerGlobalScope';
const SHARED = 'SharedWorkerGlobalScope';
const ONLY_WORKERS = ['WorkerGlobalScope', DEDICATED, SHARED, 'WorkerLocation', 'WorkerNavigator'] as const;

const interfaces: Record<string, InterfaceObject> = { __proto__: null as never };

let end: PortEnd = { channel: 0, side: 1 };
let scopeName = '';
let isModuleScope = false;
/** Messages wait until the worker's script has run. */
let areMessagesOpen = false;
let isOver = false;
const waiting = bareArray<() => void>();
/** What a script threw that was imported; the engine says so. */
let thrown: { readonly value: unknown } | null = null;

export function noteThrown(value: unknown): void {
  thrown = { value };
}

/** When the realm is made: the interfaces, with functions that look like all others of the platform. */
export function installWorkerScope(): void {
  defineInterface('WorkerGlobalScope', 'EventTarget');
  defineInterface(DEDICATED, 'WorkerGlobalScope');
  defineInterface(SHARED, 'WorkerGlobalScope');
  defineInterface('WorkerLocation', null);
  defineInterface('WorkerNavigator', null);
  defineMembers<object>('WorkerGlobalScope', {
    get location(): object {
      return location;
    },
    get navigator(): object {
      return navigator;
    },
    importScripts(...urls: unknown[]): void {
      importScripts(urls);
    },
  });
  for (const scope of [DEDICATED, SHARED]) {
    defineMembers<object>(scope, {
      get name(): string {
        return scopeName;
      },
      set name(value: unknown) {
        defineProperty(globalThis, 'name', { value, writable: true, enumerable: true, configurable: true });
      },
      close(): void {
        isOver = true;
        postWorkerEnd(end.channel);
      },
    });
  }
  defineMembers<object>(DEDICATED, {
    postMessage(message: unknown, options?: unknown): void {
      postMessageFrom(end, message, options, null);
    },
  });
  const common = ['error', 'languagechange', 'rejectionhandled', 'unhandledrejection'];
  for (const type of common) defineHandler('WorkerGlobalScope', type);
  for (const type of ['message', 'messageerror']) defineHandler(DEDICATED, type);
  defineHandler(SHARED, 'connect');
  for (const part of URL_PARTS) {
    if (part === 'username' || part === 'password') continue;
    const read = (): string => addressParts(documentUrl(), '')?.[URL_PARTS.indexOf(part)] ?? '';
    defineNamedAccessor(prototypeOf('WorkerLocation'), part, read, (_, get) => get(), null);
  }
  defineMembers<object>('WorkerLocation', {
    toString(): string {
      return documentUrl();
    },
  });
}

const location = create(null) as object;
const navigator = create(null) as object;

function defineHandler(interfaceName: string, type: string): void {
  defineNamedAccessor(
    prototypeOf(interfaceName),
    `on${type}`,
    type,
    (_, own) => eventHandler(globalThis, own),
    (_, value, own) => setEventHandler(globalThis, own, value),
  );
}

/** A window does not have them: taken off once their functions are known as the platform's. */
export function hideWorkerScope(): void {
  for (const name of ONLY_WORKERS) {
    interfaces[name] = interfaceObjectOf(name);
    reflect.deleteProperty(globalThis, name);
  }
}

export interface ScopeSettings {
  readonly channel: number;
  readonly name: string;
  readonly isModule: boolean;
  readonly isShared: boolean;
}

export function becomeWorkerScope({ channel, name, isModule, isShared }: ScopeSettings): void {
  end = { channel, side: 1 };
  scopeName = name;
  isModuleScope = isModule;
  adoptNavigator();
  const keys = ownKeys(globalThis);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]!;
    if (typeof key !== 'string' || hasWord(SHARED_NAMES, key) || hasWord(BUILT_IN_NAMES, key)) continue;
    // V8 puts it on when it makes the context.
    if (key === 'WebAssembly') continue;
    reflect.deleteProperty(globalThis, key);
  }
  for (const each of ONLY_WORKERS) {
    if (each === (isShared ? DEDICATED : SHARED)) continue;
    defineProperty(globalThis, each, {
      value: interfaces[each],
      writable: true,
      enumerable: false,
      configurable: true,
    });
  }
  setPrototypeOf(globalThis, prototypeOf(isShared ? SHARED : DEDICATED));
  placeMembers(prototypeOf(isShared ? SHARED : DEDICATED));
  setPrototypeOf(location, prototypeOf('WorkerLocation'));
  setPrototypeOf(navigator, prototypeOf('WorkerNavigator'));
  if (isShared) setConnectReceiver((connected) => whenOpen(() => dispatchConnect(connected)));
  else {
    holdEnd(end, (what, text, ends) => {
      if (what === 'message') whenOpen(() => dispatchMessage(text, ends));
    });
  }
  setErrorDispatcher((message, error, place) => {
    const { filename, lineno, colno } = place ?? { filename: documentUrl(), lineno: 0, colno: 0 };
    const init = { cancelable: true, message, filename, lineno, colno, error };
    if (dispatchTrusted(globalThis, createEvent('ErrorEvent', 'error', init))) {
      const where = `"filename":${quote(filename)},"lineno":${lineno},"colno":${colno}`;
      postFrom(end, 'error', `{"message":${quote(message)},${where}}`, []);
    }
    // The page tells it where nobody handles it there.
    return true;
  });
}

/** HTML has members of workers on their prototypes, but for those of [Global] interfaces, which are on the object itself. */
function placeMembers(own: object): void {
  move(OWN_MEMBERS, own, globalThis);
  const common = prototypeOf('WorkerGlobalScope');
  move(SCOPE_MEMBERS, globalThis, common);
  move(LOCATION_MEMBERS, prototypeOf('WorkerLocation'), prototypeOf('WorkerLocation'));
}

function move(names: string, from: object, to: object): void {
  for (const name of names.split(' ')) {
    const descriptor = getOwnPropertyDescriptor(from, name) ?? getOwnPropertyDescriptor(to, name);
    // A page that is not secure lacks some.
    if (descriptor === undefined) continue;
    reflect.deleteProperty(from, name);
    reflect.deleteProperty(to, name);
    defineProperty(to, name, descriptor);
  }
}

/** WorkerNavigator has its members from Navigator, whose getters read the session's profile. */
function adoptNavigator(): void {
  admit(navigator);
  const from = prototypeOf('Navigator');
  const to = prototypeOf('WorkerNavigator');
  for (const key of NAVIGATOR_MEMBERS.split(' ')) {
    const descriptor = getOwnPropertyDescriptor(key === 'constructor' ? to : from, key);
    // A page that is not secure lacks some. Taken away and put back, its own constructor stands in Chrome's place.
    if (descriptor === undefined) continue;
    reflect.deleteProperty(to, key);
    defineProperty(to, key, descriptor);
  }
  for (const key of OF_DOCUMENTS) reflect.deleteProperty(prototypeOf('Performance'), key);
}

function dispatchMessage(text: string, sent: ArrayLike<PortEnd>): void {
  const { data, ports } = readMessage(text, sent);
  dispatchTrusted(globalThis, createEvent('MessageEvent', 'message', { data, ports: freeze(copyArray(ports)) }));
}

/** Somebody has made a SharedWorker: the other end of its port comes here. */
function dispatchConnect(connected: PortEnd): void {
  const port = portAtEnd(connected, () => {});
  const init = { data: '', ports: freeze(copyArray([port])), source: port };
  dispatchTrusted(globalThis, createEvent('MessageEvent', 'connect', init));
}

function whenOpen(job: () => void): void {
  if (areMessagesOpen) job();
  else append(waiting, job);
}

/** The worker's script has run: what was sent before comes now. */
export function openMessages(): void {
  if (areMessagesOpen) return;
  areMessagesOpen = true;
  for (let at = 0; at < waiting.length; at++) queueTask(waiting[at]!);
  waiting.length = 0;
}

/** Whether the worker has closed itself: no further task of it runs. */
export function isClosing(): boolean {
  return isOver;
}

/** The script could not be fetched. */
export function reportMissingScript(): void {
  postFrom(end, 'error', '', []);
}

function importScripts(references: ArrayLike<unknown>): void {
  if (isModuleScope) throw new TypeError("Module scripts don't support importScripts().");
  const urls = bareArray<string>();
  for (let at = 0; at < references.length; at++) {
    const url = resolveAddress(`${references[at]}`);
    if (url === null) throw domException('SyntaxError', `The URL '${references[at]}' is invalid.`);
    append(urls, url);
  }
  for (let at = 0; at < urls.length; at++) importScript(urls[at]!);
}

function importScript(url: string): void {
  const code = textOfBlobUrl(url)?.text ?? '';
  thrown = null;
  const failure = askEngine((engine) => (engine as unknown as WorkerEnginePort).importScript(url, code, ownReferrer()));
  const { value } = (thrown ?? { value: undefined }) as { readonly value: unknown };
  if (thrown !== null) {
    thrown = null;
    throw value;
  }
  if (failure === '') return;
  if (failure === undefined || failure === 'network') {
    throw domException('NetworkError', `The script at '${url}' failed to load.`);
  }
  throw errorFromText(failure);
}
