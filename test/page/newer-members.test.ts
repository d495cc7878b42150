/**
 * Members that Chrome has and few pages use: each fact is what Chromium 156 answered to the same script.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openReal } from '../session/real-session.ts';
import { checkFacts, type Fact } from './chrome-facts.ts';

const PAGE = '<!doctype html><title>Newer</title><body><p id=p>text</p>';
const said = (code: string) => `(() => { try { return ${code} } catch (error) { return String(error); } })()`;

const FACTS: readonly Fact[] = [
  [
    'numbers of Typed OM are reckoned with',
    `[CSS.px(1).add(CSS.em(1)), CSS.px(1).mul(2), CSS.px(1).div(CSS.px(2)), CSS.px(1).sub(CSS.px(2)), CSS.px(1).min(CSS.em(2)), CSS.px(96).to('in'), CSS.px(1).add(CSS.em(1)).mul(2), CSS.px(1).sub(CSS.em(1))].map(String)`,
    [
      'calc(1px + 1em)',
      '2px',
      'calc(1px / 2px)',
      '-1px',
      'min(1px, 2em)',
      '1in',
      'calc((1px + 1em) * 2)',
      'calc(1px + -1em)',
    ],
  ],
  [
    'sums, products and their turns read as calc()',
    `[new CSSMathNegate(CSS.px(1).add(CSS.em(2))), new CSSMathSum(CSS.px(1), new CSSMathNegate(CSS.em(2))), new CSSMathProduct(CSS.px(1), new CSSMathInvert(CSS.number(2))), new CSSMathMin(CSS.px(1), CSS.px(1).add(CSS.em(1))), new CSSMathSum(new CSSMathProduct(CSS.px(1), 2), CSS.em(3)), new CSSMathClamp(CSS.px(1), CSS.px(2), CSS.px(3))].map(String)`,
    [
      'calc(-(1px + 2em))',
      'calc(1px - 2em)',
      'calc(1px / 2)',
      'min(1px, 1px + 1em)',
      'calc((1px * 2) + 3em)',
      'clamp(1px, 2px, 3px)',
    ],
  ],
  [
    'numeric values are parsed, and sums of them are short',
    `['1px', 'calc(1px + 2px)', 'min(1px, 2em)', 'calc(2 * (1px + 1em))', 'clamp(1px, 2em, 3%)', '5%', 'calc(1px - 2em)', 'calc(-1 * 2px)'].map((text) => CSSNumericValue.parse(text)).map((value) => value.constructor.name + ' ' + value)`,
    [
      'CSSUnitValue 1px',
      'CSSMathSum calc(3px)',
      'CSSMathMin min(1px, 2em)',
      'CSSMathSum calc(2px + 2em)',
      'CSSMathClamp clamp(1px, 2em, 3%)',
      'CSSUnitValue 5%',
      'CSSMathSum calc(1px - 2em)',
      'CSSMathSum calc(-2px)',
    ],
  ],
  [
    'values have types, and those that do not go together are refused',
    `[JSON.stringify(CSS.px(1).add(CSS.percent(1)).type()), JSON.stringify(CSS.number(1).div(CSS.s(2)).type()), ${said('new CSSMathSum(CSS.px(1), CSS.s(2))')}, ${said("CSS.px(1).to('em')")}, ${said('CSS.px(6).div(0)')}]`,
    [
      '{"length":1,"percentHint":"length"}',
      '{"time":-1}',
      "TypeError: Failed to construct 'CSSMathSum': Incompatible types",
      "TypeError: Failed to execute 'to' on 'CSSNumericValue': Cannot convert to em",
      "RangeError: Failed to execute 'div' on 'CSSNumericValue': Can't divide-by-zero",
    ],
  ],
  [
    'a sensor that is not there says so when it is started',
    `new Promise((resolve) => { const sensor = new Accelerometer(); sensor.onerror = ({ error, constructor }) => resolve([constructor.name, String(error), sensor.activated]); sensor.start(); })`,
    ['SensorErrorEvent', 'NotReadableError: Could not connect to a sensor', false],
  ],
  [
    'turns and places in space need no device',
    `(() => { const turn = new XRRigidTransform({ x: 1, y: 2, z: 3 }, { x: 0, y: 1, z: 0, w: 0 }); const ray = new XRRay(turn); return [Array.from(ray.matrix), turn.inverse.inverse === turn, ray.direction.z, ${said('new XRRay({}, { x: 0, y: 0, z: 0 })')}]; })()`,
    [
      [1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, 1, 2, 3, 1],
      true,
      1,
      "TypeError: Failed to construct 'XRRay': Unable to normalize vector of length 0.",
    ],
  ],
  [
    'what is too much is an error of its own kind',
    `(() => { try { localStorage.setItem('x', 'x'.repeat(6e6)); } catch (error) { return [error.constructor.name, error.name, error.code, error.quota, error instanceof DOMException, new QuotaExceededError('', { quota: 5 }).quota]; } })()`,
    ['QuotaExceededError', 'QuotaExceededError', 22, null, true, 5],
  ],
  [
    'text tracks of scripts keep cues in the order of their times',
    `(() => { const video = document.createElement('video'); const track = video.addTextTrack('subtitles', 'l', 'en'); track.addCue(new VTTCue(5, 6, 'b')); track.addCue(new VTTCue(1, 2, 'a')); return [track.mode, track.cues.length, track.cues[0].text, track.cues[0].track === track, video.textTracks[0] === track, document.createElement('track').track.mode]; })()`,
    ['hidden', 2, 'a', true, true, 'disabled'],
  ],
  [
    'notifications have what they were made with',
    `(() => { const note = new Notification('t', { badge: 'data:,b', silent: true, tag: 'x', renotify: true, timestamp: 5 }); return [note.badge, note.silent, note.renotify, note.timestamp, note.vibrate, note.actions, ${said("new Notification('t', { renotify: true })")}]; })()`,
    [
      'data:,b',
      true,
      true,
      5,
      [],
      [],
      "TypeError: Failed to construct 'Notification': Notifications which set the renotify flag must specify a non-empty tag.",
    ],
  ],
  [
    'public halves of keys, and keys that are encapsulated',
    `(async () => { const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']); const { type, usages } = await crypto.subtle.getPublicKey(privateKey, ['verify']); const pair = await crypto.subtle.generateKey('ML-KEM-768', true, ['encapsulateBits', 'decapsulateBits']); const { sharedKey, ciphertext } = await crypto.subtle.encapsulateBits('ML-KEM-768', pair.publicKey); const again = await crypto.subtle.decapsulateBits('ML-KEM-768', pair.privateKey, ciphertext); return [type, usages, sharedKey.byteLength, ciphertext.byteLength, String(new Uint8Array(again)) === String(new Uint8Array(sharedKey)), SubtleCrypto.supports('digest', 'SHA-256'), SubtleCrypto.supports('digest', 'SHA3-256')]; })()`,
    ['public', ['verify'], 32, 1088, true, true, false],
  ],
  [
    'algorithms that Chrome does not know are unknown',
    `crypto.subtle.digest('SHA3-256', new Uint8Array(1)).catch(String)`,
    "NotSupportedError: Failed to execute 'digest' on 'SubtleCrypto': Algorithm: Unrecognized name",
  ],
  [
    'a source opens, and cannot parse what is no media',
    `new Promise((resolve) => { const source = new MediaSource(); const video = document.createElement('video'); const log = []; source.onsourceopen = () => { const buffer = source.addSourceBuffer('video/webm; codecs="vp9"'); for (const type of ['updatestart', 'error', 'updateend']) buffer.addEventListener(type, () => log.push(type)); buffer.appendBuffer(new Uint8Array(16)); }; source.onsourceclose = () => resolve([...log, source.readyState, video.error.code, video.networkState]); video.src = URL.createObjectURL(source); })`,
    ['updatestart', 'error', 'updateend', 'closed', 4, 3],
  ],
  [
    'what is no media fails with its source',
    `new Promise((resolve) => { const audio = document.createElement('audio'); const log = []; audio.onloadstart = () => log.push('loadstart', audio.networkState); audio.onerror = () => resolve([...log, audio.error.code, audio.networkState]); audio.src = 'data:audio/mpeg;base64,AAAA'; })`,
    ['loadstart', 2, 4, 3],
  ],
  [
    'a recording of a canvas ends with data',
    `new Promise((resolve) => { const recorder = new MediaRecorder(document.createElement('canvas').captureStream()); const log = []; for (const type of ['start', 'dataavailable', 'stop']) recorder.addEventListener(type, () => log.push(type + ' ' + recorder.state)); recorder.onstart = () => recorder.stop(); recorder.onstop = () => setTimeout(() => resolve([...log, recorder.mimeType])); recorder.start(); })`,
    ['start recording', 'dataavailable inactive', 'stop inactive', 'video/webm;codecs=vp8'],
  ],
  [
    'stores have new names, and records come whole',
    `new Promise((resolve) => { const opening = indexedDB.open('newer'); opening.onupgradeneeded = () => { const store = opening.result.createObjectStore('a'); store.name = 'b'; store.createIndex('i', 'n').name = 'j'; store.put({ n: 2 }, 1); store.put({ n: 1 }, 2); }; opening.onsuccess = () => { const store = opening.result.transaction('b').objectStore('b'); const names = [...opening.result.objectStoreNames, ...store.indexNames]; store.getAllRecords({ direction: 'prev', count: 1 }).onsuccess = (e) => { const [first] = e.target.result; store.index('j').getAllRecords().onsuccess = ({ target }) => resolve([...names, String(first), first.key, first.value.n, ...target.result.map(({ key, primaryKey }) => key + '/' + primaryKey)]); }; }; })`,
    ['b', 'j', '[object IDBRecord]', 2, 1, '1/2', '2/1'],
  ],
  [
    'pixels may be half floats',
    `[new ImageData(1, 1).pixelFormat, new ImageData(1, 1, { pixelFormat: 'rgba-float16' }).data.constructor.name, ${said('new ImageData(new Float16Array(4), 1, 1)')}]`,
    [
      'rgba-unorm8',
      'Float16Array',
      "InvalidStateError: Failed to construct 'ImageData': Float16Array must use rgba-float16 pixelFormat.",
    ],
  ],
  [
    'animations have a range of their timeline',
    `(() => { const animation = document.body.animate([], { duration: 1, rangeStart: 'cover 10%' }); return [animation.rangeStart.rangeName, String(animation.rangeStart.offset), animation.rangeEnd, ${said("{ animation.rangeStart = 'bogus' }").replace('return {', '{')}]; })()`,
    [
      'cover',
      '10%',
      'normal',
      "TypeError: Failed to set the 'rangeStart' property on 'Animation': Animation range must be a name <length-percent> pair",
    ],
  ],
  [
    'candidates are read',
    `(() => { const ice = new RTCIceCandidate({ candidate: 'candidate:1 2 TCP 5 fe80::1 9 typ host tcptype active', sdpMid: 'a' }); return [ice.component, ice.protocol, ice.address, ice.tcpType, JSON.stringify(ice)]; })()`,
    [
      'rtcp',
      'tcp',
      '[fe80::1]',
      'active',
      '{"candidate":"candidate:1 2 TCP 5 fe80::1 9 typ host tcptype active","sdpMid":"a","usernameFragment":""}',
    ],
  ],
  [
    'what a registration without an active worker refuses',
    `navigator.serviceWorker.register('/sw.js').then((own) => Promise.all([own.getNotifications(), own.showNotification('x').catch(String), own.pushManager.getSubscription(), own.sync.register('x').catch(String), own.navigationPreload.getState()]))`,
    [
      [],
      "TypeError: Failed to execute 'showNotification' on 'ServiceWorkerRegistration': No active registration available on the ServiceWorkerRegistration.",
      null,
      "InvalidStateError: Failed to execute 'register' on 'SyncManager': Registration failed - no active Service Worker",
      { enabled: false, headerValue: 'true' },
    ],
  ],
  [
    'elements are referred to by attributes and by script',
    `(() => { const a = document.createElement('a'); document.body.append(a); a.setAttribute('interestfor', 'p'); const one = a.interestForElement.id; a.interestForElement = document.body; const root = document.createElement('div').attachShadow({ mode: 'open', referenceTarget: 'q' }); return [one, a.getAttribute('interestfor'), a.interestForElement === document.body, root.referenceTarget]; })()`,
    ['p', '', true, 'q'],
  ],
];

test('members that few pages use answer as in Chrome', (t) => checkFacts(t, PAGE, FACTS));

test('a video that may play waits for its data', async (t) => {
  const { evaluate, wait } = await openReal(t, `${PAGE}<video muted src=/none.mp4></video>`);
  await evaluate(`const v = document.querySelector('video');
    v.play().catch((error) => { window.why = error.name; }); window.paused = [v.paused]; v.pause(); paused.push(v.paused)`);
  await wait({ settled: true });
  const found = await evaluate('JSON.stringify([v.networkState, v.readyState, paused, why])');
  assert.deepEqual(JSON.parse(String(found)), [2, 0, [false, true], 'AbortError']);
});
