/**
 * What pages look at to find out that something has been put in the place of the browser's own: nothing must be found.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clickAction, typeAction } from '../../src/session/actions.ts';
import { openReal } from '../session/real-session.ts';

const PAGE = `<!doctype html><title>Lies</title><body><p id=p>text</p><button id=b>Press</button><iframe id=f></iframe>`;

/** Interfaces with their prototypes, by their names on the window. */
const INTERFACES = `Object.getOwnPropertyNames(window)
  .map((name) => [name, Object.getOwnPropertyDescriptor(window, name).value])
  .filter(([name, value]) => /^[A-Z]/.test(name) && typeof value === 'function' && value.prototype)`;

/** Each is script for the page that gives a list of what is wrong. */
const CHECKS: Readonly<Record<string, string>> = {
  'every function reads as native, by whatever toString': `{
    const inner = f.contentWindow.Function.prototype.toString;
    const native = (text, name) => text.replace(/\\s+/g, ' ') === 'function ' + name + '() { [native code] }';
    const wrong = [];
    const look = (where, value) => {
      if (typeof value !== 'function') return;
      for (const text of [Function.prototype.toString.call(value), inner.call(value), String(value)]) {
        if (!native(text, value.name)) wrong.push(where + ' ' + text.slice(0, 60));
      }
    };
    for (const [name, value] of ${INTERFACES}) {
      look(name, value);
      for (const key of Reflect.ownKeys(value.prototype)) {
        const { value: method, get, set } = Object.getOwnPropertyDescriptor(value.prototype, key);
        if (typeof key === 'symbol' || key === 'constructor') continue;
        look(name + '.' + key, method); look(name + '.' + key, get); look(name + '.' + key, set);
      }
    }
    for (const name of Object.getOwnPropertyNames(window)) {
      const { get, set } = Object.getOwnPropertyDescriptor(window, name);
      look('window.' + name, get); look('window.' + name, set);
    }
    wrong;
  }`,
  'a getter refuses the prototype and strangers': `{
    const wrong = [];
    for (const name of ['Navigator', 'Screen', 'Node', 'Element', 'Document', 'PluginArray', 'MimeType', 'CanvasRenderingContext2D',
      'WebGLRenderingContext', 'RTCPeerConnection', 'GPUAdapter', 'MediaDevices']) {
      const { prototype } = window[name];
      for (const key of Object.getOwnPropertyNames(prototype)) {
        const { get } = Object.getOwnPropertyDescriptor(prototype, key);
        if (get === undefined || /^on/.test(key)) continue;
        for (const receiver of [prototype, {}]) {
          try { Reflect.apply(get, receiver, []); wrong.push(name + '.' + key); } catch (error) {
            if (error.name !== 'TypeError' || error.message !== 'Illegal invocation') wrong.push(name + '.' + key + ' ' + error);
          }
        }
      }
    }
    wrong;
  }`,
  'functions are no proxies and no constructors': `{
    const wrong = [];
    for (const value of [document.createElement, Element.prototype.getBoundingClientRect, navigator.permissions.query,
      Object.getOwnPropertyDescriptor(Navigator.prototype, 'userAgent').get, HTMLCanvasElement.prototype.toDataURL, Date.prototype.getTimezoneOffset]) {
      const fails = (act, type) => { try { act(); return false; } catch (error) { return error.name === type; } };
      if (Object.hasOwn(value, 'prototype')) wrong.push(value.name + ' has a prototype');
      if (Object.getOwnPropertyNames(value).sort().join() !== 'length,name') wrong.push(value.name + ' ' + Object.getOwnPropertyNames(value));
      if (!fails(() => new value(), 'TypeError')) wrong.push(value.name + ' can be constructed');
      if (!fails(() => { class Other extends value {} }, 'TypeError')) wrong.push(value.name + ' can be extended');
      if (!fails(() => Object.setPrototypeOf(value, Object.create(value)), 'TypeError')) wrong.push(value.name + ' takes a circle');
      if (!fails(() => value.arguments, 'TypeError')) wrong.push(value.name + ' has arguments');
    }
    wrong;
  }`,
  'functions of a frame and of what is made read as native, too': `{
    const inner = f.contentWindow;
    const wrong = [];
    const native = (value, where) => {
      for (const text of [Function.prototype.toString.call(value), inner.Function.prototype.toString.call(value)]) {
        if (!/^function [\\w ]*\\(\\) \\{ \\[native code\\] \\}$/.test(text)) wrong.push(where + ' ' + text.slice(0, 60));
      }
    };
    const walk = (object, where) => {
      for (let at = object; at !== null; at = Object.getPrototypeOf(at)) {
        for (const [key, { get, set, value }] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
          for (const each of [get, set, typeof value === 'function' ? value : undefined]) if (each) native(each, where + '.' + key);
        }
      }
    };
    for (const name of ['navigator', 'screen', 'performance', 'document', 'history', 'speechSynthesis', 'console']) walk(inner[name], 'frame ' + name);
    const audio = new OfflineAudioContext(1, 1, 44100);
    walk(audio, 'audio');
    walk(audio.createGain().gain, 'param');
    walk(new RTCPeerConnection(), 'peer');
    walk(document.createElement('canvas').getContext('webgl'), 'webgl');
    walk(performance.memory, 'memory');
    walk(new Event('x'), 'event');
    wrong;
  }`,
  'objects that are given out have the prototypes of their interfaces': `{
    const audio = new OfflineAudioContext(1, 1, 44100);
    const gain = audio.createGain();
    const names = [];
    for (const name in gain) names.push(name);
    const facts = {
      gain: Object.getPrototypeOf(gain) === GainNode.prototype && gain instanceof AudioNode && gain instanceof EventTarget,
      inherited: ['gain', 'numberOfInputs', 'connect', 'addEventListener'].every((name) => names.includes(name)),
      own: Object.getOwnPropertyNames(gain).length === 0,
      fixed: Object.getOwnPropertyDescriptor(GainNode, 'prototype').writable === false,
      stranger: (() => { try { AudioParam.prototype.setValueAtTime.call(gain, 0, 0); return false; } catch (error) { return error.message === 'Illegal invocation'; } })(),
      trusted: Object.getOwnPropertyDescriptor(new Event('x'), 'isTrusted').configurable === false,
      location: Object.getOwnPropertyDescriptor(document, 'location').configurable === false,
    };
    Object.entries(facts).filter(([, holds]) => !holds).map(([name]) => name);
  }`,
  'a peer connection tells no address': `{
    const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:stun.example.test' }] });
    window.candidates = [];
    peer.onicecandidate = ({ candidate }) => candidates.push(candidate);
    peer.createDataChannel('x');
    peer.createOffer().then((offer) => { window.offer = offer.sdp; return peer.setLocalDescription(offer); });
    [];
  }`,
  'what is told twice is the same': `{
    const wrong = [];
    const same = (what, one, two) => { if (one !== two) wrong.push(what + ': ' + one + ' and ' + two); };
    same('width', matchMedia('(device-width: ' + screen.width + 'px)').matches, true);
    same('ratio', matchMedia('(resolution: ' + devicePixelRatio + 'dppx)').matches, true);
    same('offset', new Date(2026, 6, 1).getTimezoneOffset(), f.contentWindow.eval('new Date(2026, 6, 1).getTimezoneOffset()'));
    same('zone', Intl.DateTimeFormat().resolvedOptions().timeZone, Temporal.Now.timeZoneId());
    same('language', navigator.language, Intl.NumberFormat().resolvedOptions().locale);
    same('video', document.createElement('video').canPlayType('video/mp4; codecs="avc1.42E01E"') === 'probably', MediaSource.isTypeSupported('video/mp4; codecs="avc1.42E01E"'));
    same('orientation', screen.orientation.type.startsWith('landscape'), screen.width > screen.height);
    same('viewport', visualViewport.width, innerWidth);
    wrong;
  }`,
  'the window and the document have nothing of ours': `{
    const wrong = Object.getOwnPropertyNames(window).filter((name) => /agentbrowser|isolatedvm|ivm|cdc_|webdriver|phantom|^__/i.test(name));
    wrong.push(...Object.getOwnPropertyNames(document).filter((name) => name !== 'location'));
    wrong.push(...Object.getOwnPropertyNames(navigator), ...Object.getOwnPropertyNames(screen));
    wrong.push(...[...document.querySelectorAll('*')].flatMap((element) => [...element.attributes]).map(({ name }) => name).filter((name) => name !== 'id'));
    wrong;
  }`,
  'a frame and its page say the same': `{
    const inner = f.contentWindow;
    const told = (window) => JSON.stringify([window.navigator.userAgent, window.navigator.platform, window.navigator.languages,
      window.navigator.hardwareConcurrency, window.navigator.deviceMemory, window.navigator.plugins.length, window.screen.width,
      window.devicePixelRatio, window.Intl.DateTimeFormat().resolvedOptions().timeZone, window.outerHeight,
      Object.getOwnPropertyNames(window.Navigator.prototype)]);
    const draw = (document) => { const c = document.createElement('canvas'); const x = c.getContext('2d'); x.fillText('same', 2, 9); return c.toDataURL(); };
    const gpu = (document) => document.createElement('canvas').getContext('webgl').getParameter(37446);
    [told(window) === told(inner) || told(inner), draw(document) === draw(inner.document), gpu(document) === gpu(inner.document)].filter((same) => same !== true);
  }`,
  'errors look like those of Chrome': `{
    const wrong = [];
    const texts = [() => null.x, () => document.createElement('<'), () => new Navigator(), () => Navigator()].map((act) => { try { act(); } catch (error) { return error.stack; } });
    for (const text of texts) if (!/^\\w+: .*(?:\\n    at .*)*$/.test(text) || /isolated|agentbrowser|node:/.test(text)) wrong.push(text);
    if (new Error('x').stack.split('\\n').some((line) => /isolated/.test(line))) wrong.push('stack');
    wrong;
  }`,
  'time is as coarse as in a browser': `{
    const steps = Array.from({ length: 50 }, () => performance.now());
    // 100 microseconds, and the error of a double.
    steps.filter((time) => Math.abs(time * 10 - Math.round(time * 10)) > 1e-6);
  }`,
  'pixels that are drawn are the pixels that are read': `{
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 8;
    const context = canvas.getContext('2d');
    const wrong = [];
    for (let at = 0; at < 64; at++) { context.fillStyle = 'rgb(' + [at * 3, 255 - at, (at * 7) % 256] + ')'; context.fillRect(at % 8, at >> 3, 1, 1); }
    const { data } = context.getImageData(0, 0, 8, 8);
    for (let at = 0; at < 64; at++) if (data[at * 4] !== at * 3 || data[at * 4 + 1] !== 255 - at || data[at * 4 + 2] !== (at * 7) % 256) wrong.push(at);
    wrong;
  }`,
};

/** Interfaces whose members scripts look at most, in groups that each take well below a second. */
const LOOKED_AT = [
  'Navigator Screen Document Element HTMLElement HTMLCanvasElement HTMLIFrameElement Node Function Date Intl.DateTimeFormat',
  'CanvasRenderingContext2D WebGLRenderingContext OffscreenCanvas OffscreenCanvasRenderingContext2D TextMetrics AudioBuffer ' +
    'AnalyserNode BiquadFilterNode OfflineAudioContext CSSStyleDeclaration DOMRect DOMRectReadOnly Range FontFace SVGRect',
  'HTMLInputElement History Performance Permissions PluginArray Plugin MimeTypeArray MediaDevices StorageManager Storage Math ' +
    'RTCPeerConnection XMLHttpRequest Request Response Headers URL Blob Event MouseEvent PointerEvent IntersectionObserverEntry',
];

/** What patched functions cannot do all at once: `names` are interfaces, the answer is what is wrong with their members. */
const memberChecks = (names: string): string => `{
  const wrong = [];
  const text = f.contentWindow.Function.prototype.toString;
  const refused = (act, line) => {
    try { act(); return false; } catch (error) { return error.constructor.name === 'TypeError' && (!line || line.test(error.stack.split('\\n')[1])); }
  };
  const look = (where, value, owner) => {
    const own = Object.getPrototypeOf(value);
    const name = value.name.replace(/^[gs]et /, '');
    const facts = {
      'is read on its prototype': owner === null || refused(() => owner.prototype[name]),
      'says it in other words': owner === null || (() => { try { value.call({}); return false; } catch (error) { return error.message === 'Illegal invocation'; } })(),
      'is constructed': refused(() => new value()),
      'is extended': refused(() => { class Other extends value {} }),
      'has text without a prototype': refused(() => Object.setPrototypeOf(value, null).toString()),
      'reads otherwise': Object.setPrototypeOf(value, own) && /^function (?:[gs]et )?[\\w$]+\\(\\) \\{ \\[native code\\] \\}$/.test(text.call(value)),
      'has more than a name': Reflect.ownKeys(value).sort().join() === 'length,name',
      'has a child with a text': refused(() => Object.create(value).toString(), /at Function\\.toString /),
      'has a child of a proxy with a text': refused(() => Object.create(new Proxy(value, {})).toString(), /at Object\\.toString/),
      'has arguments': refused(() => value.arguments),
      'takes a circle': refused(() => Object.setPrototypeOf(value, Object.create(value))) && Reflect.setPrototypeOf(value, Object.create(value)) === false,
      'has instances': refused(() => value instanceof value, /at (?:Function\\.)?\\[Symbol.hasInstance\\]/),
    };
    for (const what in facts) if (!facts[what]) wrong.push(where + ' ' + what);
  };
  for (const name of '${names}'.split(' ')) {
    const object = name.split('.').reduce((value, key) => value[key], window);
    const holder = object.prototype ?? object;
    for (const key of Object.getOwnPropertyNames(holder)) {
      const { value, get, set } = Object.getOwnPropertyDescriptor(holder, key);
      const isOfV8 = /^(?:Function|Date|Intl|Math)/.test(name);
      if (typeof value === 'function' && key !== 'constructor') look(name + '.' + key, value, null);
      if (get) look(name + '.' + key, get, isOfV8 || /^on/.test(key) ? null : object);
      if (set) look(name + '.' + key + '=', set, null);
    }
  }
  wrong;
}`;

test('nothing gives the platform away', async (t) => {
  const { evaluate } = await openReal(t, PAGE, { viewport: [1280, 800], seed: 9 });
  for (const [what, code] of Object.entries(CHECKS)) {
    await t.test(what, async () => {
      const wrong = await evaluate(`JSON.stringify(eval(${JSON.stringify(code)}))`);
      assert.deepEqual(JSON.parse(String(wrong)), []);
    });
  }
  for (const names of LOOKED_AT) {
    await t.test(`members of ${names.split(' ')[0]} and others are the browser's own`, async () => {
      const wrong = await evaluate(`JSON.stringify(eval(${JSON.stringify(memberChecks(names))}))`);
      assert.deepEqual(JSON.parse(String(wrong)), []);
    });
  }
});

test('no candidate of a peer connection has an address', async (t) => {
  const { evaluate, wait } = await openReal(t, PAGE, { viewport: [1280, 800], seed: 9 });
  await evaluate(CHECKS['a peer connection tells no address']!);
  await wait({ settled: true });
  assert.equal(await evaluate('JSON.stringify(candidates)'), '[null]');
  assert.match(String(await evaluate('offer')), /^(?:(?!(?:\d+\.){3}\d+).|[\r\n]|127\.0\.0\.1|0\.0\.0\.0)*$/);
});

test('what an action does is trusted, what script does is not', async (t) => {
  const { evaluate, act, id } = await openReal(t, PAGE, { viewport: [1280, 800] });
  await evaluate('window.seen = []; b.addEventListener("click", (event) => seen.push(event.isTrusted)); b.click(); 1');
  await act(clickAction(id('Press')));
  assert.equal(await evaluate('seen.join()'), 'false,true');
});

const EVENTS = `<!doctype html><title>Events</title><style>body { margin: 0; height: 3000px } button, input { position: absolute; left: 40px; width: 160px; height: 30px }</style>
<button style="top: 220px">Press</button><input style="top: 260px" placeholder=Field>
<script>window.seen = []; scrollTo(0, 150);
for (const type of ['pointermove', 'pointerdown', 'click', 'keydown', 'keypress', 'keyup', 'wheel']) addEventListener(type, (event) => seen.push(event), true);</script>`;

test('events of the pointer say where it is on the screen and on the page', async (t) => {
  const { evaluate, act, id } = await openReal(t, EVENTS, { viewport: [1280, 720], seed: 9, profile: 'windows' });
  await act(clickAction(id('Press')));
  await act(clickAction(id('Field')));
  const facts = await evaluate(`{
    const [first, , , second] = seen;
    const border = (outerWidth - innerWidth) / 2;
    JSON.stringify([
      seen.every((event) => event.screenX - event.clientX === screenX + border),
      seen.every((event) => event.screenY - event.clientY === screenY + (outerHeight - innerHeight) - border),
      seen.every((event) => event.pageY - event.clientY === 150 && event.pageX === event.clientX),
      second.movementX === second.clientX - first.clientX && second.movementY === second.clientY - first.clientY, first.button, first.pressure, seen[1].pressure,
      first.altitudeAngle === Math.PI / 2, first.getCoalescedEvents().map((event) => [event.type, event.isTrusted]), seen[1].getCoalescedEvents(), first.getPredictedEvents(), [first.which, seen[1].which, seen[2].isPrimary, first.persistentDeviceId, first.sourceCapabilities, seen[2].sourceCapabilities.firesTouchEvents],
    ]);
  }`);
  const expected = [
    true,
    true,
    true,
    true,
    -1,
    0,
    0.5,
    true,
    [['pointermove', true]],
    [],
    [],
    [0, 1, false, 1, null, false],
  ];
  assert.deepEqual(JSON.parse(String(facts)), expected);
});

test('keys are those of a keyboard: signs have numbers, and capitals take Shift', async (t) => {
  const { evaluate, act, id } = await openReal(t, EVENTS, { viewport: [1280, 720] });
  await act(clickAction(id('Field')));
  await evaluate('seen.length = 0; 1');
  await act(typeAction(id('Field'), 'Z!;', { clear: false, submit: false }));
  const keys = await evaluate(
    `seen.filter(({ type }) => type === 'keydown' || type === 'keyup').map((e) => [e.type, e.key, e.code, e.keyCode, e.location, e.shiftKey].join(' ')).join()`,
  );
  assert.equal(
    keys,
    'keydown Shift ShiftLeft 16 1 true,keydown Z KeyZ 90 0 true,keyup Z KeyZ 90 0 true,keyup Shift ShiftLeft 16 1 false,' +
      'keydown Shift ShiftLeft 16 1 true,keydown ! Digit1 49 0 true,keyup ! Digit1 49 0 true,keyup Shift ShiftLeft 16 1 false,' +
      'keydown ; Semicolon 186 0 false,keyup ; Semicolon 186 0 false',
  );
});

test('a worker draws what its page draws, with the same graphics', async (t) => {
  const asked = `(() => { const canvas = new OffscreenCanvas(60, 20); const context = canvas.getContext('2d'); context.font = '14px serif';
    context.fillText('same', 2, 14); const gl = new OffscreenCanvas(1, 1).getContext('webgl');
    return [[...context.getImageData(0, 0, 60, 20).data].join(), gl.getParameter(37446), gl.getParameter(gl.MAX_TEXTURE_SIZE), context.measureText('same').width].join(' '); })()`;
  const { evaluate, wait } = await openReal(t, PAGE, { viewport: [1280, 720], seed: 9 });
  await evaluate(`{ const worker = new Worker(URL.createObjectURL(new Blob([${JSON.stringify(`postMessage(${asked})`)}])));
    worker.onmessage = ({ data }) => { window.told = data; }; 1; }`);
  await wait({ settled: true });
  const [told, own] = [await evaluate('window.told'), await evaluate(asked)];
  assert.equal(told, own);
  assert.match(String(own), /255.* ANGLE/);
});
