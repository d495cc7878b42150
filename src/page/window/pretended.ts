/**
 * What a page finds that answers without the thing itself: as a browser whose user has said no, or has nothing.
 *
 * The list is what the documentation prints; whoever adds such an answer adds it here.
 */
export interface PretendedApi {
  readonly name: string;
  /** What it answers. */
  readonly what: string;
}

export const PRETENDED: readonly PretendedApi[] = [
  {
    name: 'navigator.serviceWorker',
    what: '`register()` resolves with a registration whose worker stays in the state `installing`; nothing is installed, no script is fetched, `controller` is null and `ready` stays pending. What needs an active worker (push, sync, background fetch, `showNotification()`) is refused as Chrome refuses it.',
  },
  {
    name: 'Notification',
    what: '`permission` is `default` until `requestPermission()` is answered with `denied`; a notification that is made gets an `error` event.',
  },
  { name: 'navigator.geolocation', what: 'every question is answered with the error `PERMISSION_DENIED`.' },
  {
    name: 'navigator.clipboard',
    what: '`writeText()` and `readText()` share one text for each origin of the session, which is not the clipboard of the machine.',
  },
  {
    name: 'navigator.permissions',
    what: '`query()` says `prompt`, or `granted` where Chrome does not ask; whoever is asked says no. It never changes.',
  },
  {
    name: 'navigator.connection',
    what: 'a usual line (`4g`, 50 ms, 10 Mbit/s), whatever the machine has; it never changes.',
  },
  {
    name: 'navigator.plugins',
    what: 'the PDF viewer under its five names; PDFs are shown as pages of text, not inside other pages.',
  },
  {
    name: 'chrome',
    what: '`loadTimes()` and `csi()` give the time at which the document began for all moments of its load; `app` is not installed.',
  },
  {
    name: 'Worker',
    what: 'a worker has a realm of its own but shares the thread of its page: tasks of both take turns.',
  },
  {
    name: 'SharedWorker',
    what: 'is shared by the documents of one origin in one tab, and ends with the document that began it.',
  },
  {
    name: 'unhandledrejection',
    what: 'comes for promises that listeners, timers, frame callbacks and microtasks give back, not for others; `rejectionhandled` never comes. V8 tells of rejections to the one callback that isolated-vm has set, and isolated-vm keeps the promises to itself: a host gets no more than a copy of one reason, for which getters of the page would run without a limit, so it is not taken. Putting other functions in the place of `Promise` would not see what `async` functions make, and pages could tell.',
  },
  {
    name: 'iframe.contentWindow',
    what: "`contentDocument.defaultView` and `contentWindow` are one object, which is not the frame's own `globalThis`; a node that is moved to another frame's document becomes an instance of that window's classes.",
  },
  {
    name: 'getComputedStyle',
    what: 'values in the middle of animations and transitions are not computed: a property has the value at which its transition ends, and an animation of a style sheet that ends has its last keyframe where its fill mode says so; one of `element.animate()` when it has ended. Events, promises and times of animations are real. Transitions of properties that move no box (`box-shadow`, `border-color`, `fill`) have no events.',
  },
  {
    name: 'CanvasRenderingContext2D',
    what: "areas, paths, gradients, blending and other canvases become pixels when a page looks; letters are shapes of the right size that cannot be read, and they and smoothed edges differ by the session's seed. Images and videos leave no trace.",
  },
  {
    name: 'WebGLRenderingContext',
    what: "names and numbers of the profile's graphics; shaders compile, programs link, and nothing is drawn. The same holds for `WebGL2RenderingContext`.",
  },
  {
    name: 'navigator.mediaDevices',
    what: 'no device: `enumerateDevices()` gives none, `getUserMedia()` rejects with `NotFoundError`. `hid`, `serial`, `usb`, `gpu`, `xr`, `requestMIDIAccess()` and `requestMediaKeySystemAccess()` answer in the same way.',
  },
  {
    name: 'navigator.credentials',
    what: 'no passwords, and passkeys are refused with `NotAllowedError`.',
  },
  {
    name: 'navigator.locks',
    what: 'works among the scripts of one document; documents and workers do not wait for each other.',
  },
  {
    name: 'navigator.storage',
    what: '`estimate()` gives 10 GB of room and no use of it; `persist()` says no; there is no directory.',
  },
  {
    name: 'navigator.getBattery',
    what: 'a machine that is plugged in.',
  },
  {
    name: 'navigator.mediaSession',
    what: 'keeps what it is given and shows it to nobody.',
  },
  {
    name: 'document.startViewTransition',
    what: 'runs its callback; nothing is seen to move.',
  },
  {
    name: 'trustedTypes',
    what: 'policies make their objects; nothing asks for them.',
  },
  {
    name: 'speechSynthesis',
    what: "the voices of the profile's platform and Google's; an utterance gets an `error` event.",
  },
  {
    name: 'AudioContext',
    what: '`OfflineAudioContext` works sound out: oscillators, buffers, constants, gains, filters, delays, compressors, shapers, stereo panners, splitters, mergers and analysers; convolvers, panners in space, IIR filters and script processors let through what they hear, and `decodeAudioData()` rejects. A context that would play is silent, and waits for a person before it runs.',
  },
  {
    name: 'HTMLMediaElement',
    what: '`canPlayType()` says what Chrome says, as do `MediaSource.isTypeSupported()` and `mediaCapabilities.decodingInfo()`; an address on the network answers as a line on which nothing comes, `data:` and `blob:` fail as a file that cannot be decoded, and a `MediaSource` opens, takes its buffers, and fails at what is appended with `CHUNK_DEMUXER_ERROR_APPEND_FAILED`. Text tracks and cues of scripts are kept; none is ever active.',
  },
  {
    name: 'RTCPeerConnection',
    what: 'offers a channel for data; no socket is opened, no address is told, and gathering ends without a candidate.',
  },
  {
    name: 'HTMLAllCollection',
    what: '`document.all` is the list that calls itself undefined, by index and by name; they are no own properties of it, calling it gives `null`, and only documents with a window have one.',
  },
  {
    name: 'VideoDecoder',
    what: 'no codec is here: `isConfigSupported()` says no for all of WebCodecs, and what is configured nevertheless gets an error. `MediaRecorder` records what there is, which is nothing: its data is empty. `ImageDecoder` fails when it decodes; chunks and frames hold their data.',
  },
  {
    name: 'PaymentRequest',
    what: 'requests are checked; no method can be paid with. `SpeechRecognition` is not allowed to listen, `WebTransport` never gets through, built-in models are `unavailable`, and pickers of files, fonts, colours and screens are dismissed.',
  },
  {
    name: 'createImageBitmap',
    what: 'bitmaps of canvases and of `ImageData` have pixels, those of files have their size. A canvas that goes to a worker with `transferControlToOffscreen()` is drawn on there, and its element stays empty.',
  },
  {
    name: 'ScrollTimeline',
    what: 'tells how far scrolling has come; animations on it stand at their beginning. `TimelineTrigger` triggers nothing.',
  },
  {
    name: 'navigator.joinAdInterestGroup',
    what: 'auctions of advertisements, topics and private tokens answer as for a person who has switched them off: no group, no advertisement, no token.',
  },
  {
    name: 'performance.memory',
    what: 'the smallest step that Chrome rounds up to, whatever is in use.',
  },
];
