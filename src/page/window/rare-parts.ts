/**
 * Parts of the window, of navigator and of performance that few pages use and that scripts look for to tell browsers apart.
 *
 * Old names: StyleMedia, DeprecatedStorageQuota, FileSystem; Event Timing §3.6 (eventCounts), WebGPU §6 (flags), Permissions
 * Policy §6.2, Web Animations 1 §4.3 (document timelines).
 */
import type { PageNode } from '../dom/create-node.ts';
import { mainDocument } from '../dom/document-members.ts';
import { domException } from '../dom/dom-exception.ts';
import { defineMembers, prototypeOf } from '../dom/interfaces.ts';
import { frameAllows } from '../dom/rare-members.ts';
import { askEngine } from '../engine-link.ts';
import { queueTask } from '../event-loop.ts';
import { defineNamedAccessor, namedMethod } from '../named-function.ts';
import { noteNative } from '../native-look.ts';
import { apply, create, defineProperty, getOwnPropertyDescriptor, hasWord, weakGet, weakSet } from '../primordials.ts';
import { checkAdmitted } from './admitted.ts';
import { type Behaviour, defineBehaviour, liveObject, liveRecord } from './lazy-interfaces.ts';
import { currentProfile } from './navigator.ts';
import { defineHandlersOf } from './navigator-object.ts';
import type { WindowPort } from './window-parts.ts';

type Args = ArrayLike<unknown>;

/** Interfaces without a name on the window: a prototype, whose constructor is that of all objects. */
function nameless(tag: string, getters: Readonly<Record<string, () => unknown>>, methods: Behaviour = {}): object {
  const prototype = create(Object.prototype) as object;
  for (const name in getters) {
    defineNamedAccessor(prototype, name, getters[name]!, (_, get) => get(), null);
    noteNative(getOwnPropertyDescriptor(prototype, name)!.get!, `get ${name}`);
  }
  for (const name in methods) {
    const [length, act] = methods[name] as readonly [number, (args: Args) => unknown];
    const value = namedMethod(name, length, (_, args) => act(args), null);
    noteNative(value, name);
    defineProperty(prototype, name, { value, writable: true, enumerable: true, configurable: true });
  }
  defineProperty(prototype, Symbol.toStringTag, { value: tag, configurable: true });
  return prototype;
}

function callLater(callback: unknown, ...args: unknown[]): void {
  if (typeof callback === 'function') queueTask(() => apply(callback as () => void, undefined, args));
}

/** What a page of V8 can have, and what small pages use: Chrome rounds it up to its smallest step. */
const HEAP = { totalJSHeapSize: 10_000_000, usedJSHeapSize: 10_000_000, jsHeapSizeLimit: 4_395_630_592 };
const QUOTA = 10_737_418_240;

const EVENT_TYPES =
  'pointerdown touchend input keydown mouseleave mouseenter drop beforeinput pointerenter dragend pointercancel ' +
  'compositionupdate mousedown dragleave dragover mouseup pointerover lostpointercapture mouseover gotpointercapture ' +
  'dblclick keyup keypress pointerup compositionstart auxclick dragstart touchstart compositionend pointerout dragenter ' +
  'touchcancel click contextmenu mouseout pointerleave';

/** As a map of zeros: how long events took is not measured. */
function eventCounts(): Map<string, number> {
  return new Map(EVENT_TYPES.split(' ').map((type) => [type, 0]));
}

const EVENT_COUNTS: Behaviour = {
  size: () => EVENT_TYPES.split(' ').length,
  get: (args: Args) => (hasWord(` ${EVENT_TYPES} `, `${args[0]}`) ? 0 : undefined),
  has: (args: Args) => hasWord(` ${EVENT_TYPES} `, `${args[0]}`),
  keys: () => eventCounts().keys(),
  values: () => eventCounts().values(),
  entries: () => eventCounts().entries(),
  forEach: (args: Args) => eventCounts().forEach(args[0] as () => void, args[1]),
};

function once(make: () => object): () => object {
  let made: object | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

let memoryPrototype: object | null = null;

/** Once all functions have their names: those of this accessor have none, as in Chrome. */
export function installConsoleMemory(): void {
  const { value: console } = getOwnPropertyDescriptor(globalThis, 'console')! as { value: object };
  const get = (): object => create(memoryPrototype) as object;
  const set = (_value: unknown): void => {};
  for (const each of [get, set]) {
    defineProperty(each, 'name', { value: '', configurable: true });
    noteNative(each, '');
  }
  defineProperty(console, 'memory', { get, set, enumerable: true, configurable: true });
}

function installPerformanceParts(): void {
  const memory = nameless('MemoryInfo', {
    totalJSHeapSize: () => HEAP.totalJSHeapSize,
    usedJSHeapSize: () => HEAP.usedJSHeapSize,
    jsHeapSizeLimit: () => HEAP.jsHeapSizeLimit,
  });
  defineBehaviour('EventCounts', EVENT_COUNTS);
  const counts = once(() => liveObject('EventCounts'));
  const prototype = prototypeOf('Performance');
  const read = (_: unknown, own: object): object => create(own) as object;
  defineNamedAccessor(prototype, 'memory', memory, read, null);
  memoryPrototype = memory;
  defineNamedAccessor(prototype, 'eventCounts', counts, (_, own) => own(), null);
  defineNamedAccessor(prototype, 'interactionCount', 0, (_, own) => own, null);
  defineHandlersOf('Performance', ['resourcetimingbufferfull']);
}

/** How fast a machine is, in four classes, by its cores. */
function performanceClass(): number {
  const { hardwareConcurrency } = currentProfile();
  return hardwareConcurrency <= 2 ? 1 : hardwareConcurrency <= 4 ? 2 : hardwareConcurrency <= 8 ? 3 : 4;
}

function installNavigatorRest(): void {
  const storage = once(
    () =>
      create(
        nameless(
          'DeprecatedStorageQuota',
          {},
          {
            queryUsageAndQuota: [1, (args: Args) => callLater(args[0], 0, QUOTA)],
            requestQuota: [1, (args: Args) => callLater(args[1], Math.min(Number(args[0]) || 0, QUOTA))],
          },
        ),
      ) as object,
  );
  const prototype = prototypeOf('Navigator');
  const read = (self: unknown, get: () => unknown): unknown => {
    checkAdmitted(self);
    return get();
  };
  for (const name of ['webkitTemporaryStorage', 'webkitPersistentStorage']) {
    defineNamedAccessor(prototype, name, storage, read, null);
  }
  defineNamedAccessor(prototype, 'cpuPerformance', performanceClass, read, null);
}

/** WebGPU's flags, each a namespace of constants in the order of their bits. */
const FLAGS: Readonly<Record<string, string>> = {
  GPUBufferUsage: 'MAP_READ MAP_WRITE COPY_SRC COPY_DST INDEX VERTEX UNIFORM STORAGE INDIRECT QUERY_RESOLVE',
  GPUColorWrite: 'RED GREEN BLUE ALPHA',
  GPUMapMode: 'READ WRITE',
  GPUShaderStage: 'VERTEX FRAGMENT COMPUTE',
  GPUTextureUsage: 'COPY_SRC COPY_DST TEXTURE_BINDING STORAGE_BINDING RENDER_ATTACHMENT TRANSIENT_ATTACHMENT',
};

function flagsOf(name: string): object {
  const flags = create(Object.prototype) as object;
  FLAGS[name]!.split(' ').forEach((flag, bit) => {
    defineProperty(flags, flag, { value: 1 << bit, enumerable: true });
  });
  if (name === 'GPUColorWrite') defineProperty(flags, 'ALL', { value: 15, enumerable: true });
  defineProperty(flags, Symbol.toStringTag, { value: name, configurable: true });
  return flags;
}

function installOldNames({ expose, exposeGetter }: WindowPort): void {
  const media = once(
    () =>
      create(
        nameless(
          'StyleMedia',
          { type: () => 'screen' },
          {
            matchMedium: [0, (args: Args) => askEngine((engine) => engine.matchesMedia(`${args[0] ?? ''}`)) ?? false],
          },
        ),
      ) as object,
  );
  exposeGetter('styleMedia', media);
  const refused = (callback: unknown): void =>
    callLater(callback, domException('SecurityError', 'It was determined that certain files are unsafe for access.'));
  expose('webkitRequestFileSystem', (_type: unknown, _size: unknown, _success: unknown, ...rest: unknown[]): void => {
    refused(rest[0]);
  });
  expose('webkitResolveLocalFileSystemURL', (_url: unknown, _success: unknown, ...rest: unknown[]): void => {
    refused(rest[0]);
  });
  expose('requestResize', (): void => {});
  for (const name in FLAGS) expose(name, flagsOf(name));
}

/** What Chrome can be asked for, all of which a page has that nobody has refused it to. */
const FEATURES =
  'geolocation ch-ua-full-version-list cross-origin-isolated screen-wake-lock publickey-credentials-get ch-ua-arch ' +
  'compute-pressure ch-prefers-reduced-transparency usb ch-save-data publickey-credentials-create ch-downlink ' +
  'ch-ua-form-factors otp-credentials payment ch-ua ch-ua-model ch-ect autoplay camera accelerometer ' +
  'ch-ua-platform-version idle-detection ch-viewport-height ch-ua-platform midi ch-ua-full-version xr-spatial-tracking ' +
  'clipboard-read gamepad display-capture keyboard-map window-management ch-width ch-prefers-reduced-motion ' +
  'encrypted-media gyroscope serial ch-rtt ch-ua-mobile unload ch-dpr ch-prefers-color-scheme ch-ua-wow64 ' +
  'fullscreen identity-credentials-get hid ch-ua-bitness storage-access sync-xhr ch-device-memory ch-viewport-width ' +
  'local-fonts picture-in-picture magnetometer clipboard-write microphone';

const policies = new WeakMap<object, object>();

function policyOf(owner: PageNode, isFrame: boolean): object {
  let policy = weakGet(policies, owner);
  if (policy === undefined) {
    policy = liveObject('PermissionsPolicy', { '%frame': isFrame ? owner : null });
    weakSet(policies, owner, policy);
  }
  return policy;
}

function installPolicies(): void {
  const isAllowed = (self: object, feature: string): boolean => {
    const frame = liveRecord(self, 'PermissionsPolicy')!['%frame'] as PageNode | null;
    return hasWord(` ${FEATURES} `, feature) && (frame === null || frameAllows(frame, feature));
  };
  defineBehaviour('PermissionsPolicy', {
    features: () => FEATURES.split(' '),
    allowsFeature: (args: Args, self: object) => isAllowed(self, `${args[0]}`),
    allowedFeatures: (_args: Args, self: object) => FEATURES.split(' ').filter((name) => isAllowed(self, name)),
    getAllowlistForFeature: (args: Args, self: object) => (isAllowed(self, `${args[0]}`) ? ['*'] : []),
  });
  const ofDocument = (self: unknown): object => policyOf(self as PageNode, false);
  defineNamedAccessor(prototypeOf('Document'), 'featurePolicy', null, ofDocument, null);
  const ofFrame = (self: unknown): object => policyOf(self as PageNode, true);
  defineNamedAccessor(prototypeOf('HTMLIFrameElement'), 'featurePolicy', null, ofFrame, null);
}

function installDocumentRest(): void {
  defineBehaviour('FragmentDirective', {});
  defineBehaviour('CSSPseudoElement', {});
  const directive = once(() => liveObject('FragmentDirective'));
  const prototype = prototypeOf('Document');
  defineNamedAccessor(prototype, 'fragmentDirective', directive, (_, own) => own(), null);
  defineMembers<PageNode>('Element', {
    pseudo(type: unknown): object | null {
      const name = `${type}`;
      if (!/^::?(?:before|after|marker|backdrop)$/.test(name)) return null;
      return liveObject('CSSPseudoElement', { type: name, element: this, parent: this });
    },
    startViewTransition(...args: unknown[]): object {
      const { startViewTransition } = mainDocument() as unknown as { startViewTransition(update: unknown): object };
      return apply(startViewTransition as never, mainDocument(), [args[0]]) as object;
    },
  });
}

export function installRareParts(port: WindowPort): void {
  installPerformanceParts();
  installNavigatorRest();
  installOldNames(port);
  installPolicies();
  installDocumentRest();
}
