/**
 * Interfaces that few pages use: each fact is what Chromium 156 answered to the same script.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clickAction, pressAction } from '../../src/session/actions.ts';
import { openReal } from '../session/real-session.ts';
import { checkFacts, type Fact } from './chrome-facts.ts';

const PAGE =
  '<!doctype html><title>Rare</title><body><p id=p>text</p><input id=i value="hello"><div id=d tabindex=0></div>';

const FACTS: readonly Fact[] = [
  [
    'patterns take addresses apart',
    `new URLPattern({ pathname: '/a{/:b}?' }).exec({ pathname: '/a/x' }).pathname.groups.b`,
    'x',
  ],
  [
    'a pattern reads back',
    `[new URLPattern('https://*.example.com:8080/:x?*#h'), new URLPattern('http{s}?://a.b/x/(.*)')].flatMap((u) => [u.protocol, u.hostname, u.port, u.pathname, u.search, u.hash])`,
    ['https', '*.example.com', '8080', '/:x?*', '', 'h', 'http{s}?', 'a.b', '', '/x/*', '*', '*'],
  ],
  [
    'a relative pattern needs a base',
    `(() => { try { new URLPattern('/x'); } catch (error) { return error.message; } })()`,
    "Failed to construct 'URLPattern': Relative constructor string '/x' must have a base URL passed as the second argument.",
  ],
  [
    'a pattern with a base',
    `[new URLPattern('/books/:id', 'https://a.test/').test('https://a.test/books/7'), new URLPattern('/books/:id', 'https://a.test/').test('https://b.test/books/7')]`,
    [true, false],
  ],
  [
    'observables run through operators',
    `(() => { const seen = []; new Observable((s) => { s.next(1); s.next(2); s.complete(); }).map((x) => x * 2).subscribe({ next: (x) => seen.push(x), complete: () => seen.push('c') }); return seen; })()`,
    [2, 4, 'c'],
  ],
  ['observables become promises', `Observable.from([1, 2, 3]).filter((x) => x > 1).toArray()`, [2, 3]],
  [
    'an empty observable has no first value',
    `new Observable((s) => s.complete()).first().catch(String)`,
    'RangeError: No values in Observable',
  ],
  [
    'flatMap goes through one after the other',
    `Observable.from([1, 2]).flatMap((x) => [x, x * 10]).toArray()`,
    [1, 10, 2, 20],
  ],
  [
    'events are observable until somebody stops',
    `(() => { const seen = []; const stop = new AbortController(); document.when('x').take(5).subscribe((e) => seen.push(e.type), { signal: stop.signal }); document.dispatchEvent(new Event('x')); stop.abort(); document.dispatchEvent(new Event('x')); return seen; })()`,
    ['x'],
  ],
  [
    'a task controller changes priorities',
    `(() => { const c = new TaskController({ priority: 'background' }); const seen = []; c.signal.onprioritychange = (e) => seen.push(e.previousPriority); c.setPriority('user-blocking'); return [...seen, c.signal.priority, c.signal instanceof AbortSignal]; })()`,
    ['background', 'user-blocking', true],
  ],
  [
    'highlights are kept by name',
    `(() => { CSS.highlights.set('x', new Highlight(new Range(), new Range())); return [CSS.highlights.size, [...CSS.highlights][0][1].size, String(CSS.px(3))]; })()`,
    [1, 2, '3px'],
  ],
  [
    'a close watcher closes once',
    `(() => { const seen = []; const w = new CloseWatcher(); w.oncancel = () => seen.push('cancel'); w.onclose = () => seen.push('close'); w.requestClose(); w.requestClose(); return seen; })()`,
    ['cancel', 'close'],
  ],
  [
    'clipboard items give their types',
    `(async () => { const item = new ClipboardItem({ 'text/plain': 'x' }); return [item.types, await (await item.getType('text/plain')).text(), ClipboardItem.supports('x/y')]; })()`,
    [['text/plain'], 'x', false],
  ],
  [
    'markup that is set is clean',
    `(() => { const e = document.createElement('div'); e.setHTML('<p onclick=x class=a lang=de>hi<script>1<\\/script><a href="javascript:1">l</a><iframe></iframe></p>'); return e.innerHTML; })()`,
    '<p lang="de">hi<a>l</a></p>',
  ],
  [
    'a document that is parsed is clean',
    `Document.parseHTML('<title>x</title><p onclick=1>a<script>1<\\/script>').documentElement.outerHTML`,
    '<html><head><title>x</title></head><body><p>a</p></body></html>',
  ],
  [
    'a sanitizer says what it lets through',
    `(() => { const s = new Sanitizer({}); return [s.removeElement('p'), s.get()]; })()`,
    [
      true,
      {
        comments: true,
        removeAttributes: [],
        removeElements: [{ name: 'p', namespace: 'http://www.w3.org/1999/xhtml' }],
        removeProcessingInstructions: [],
      },
    ],
  ],
  [
    'an offscreen canvas has pixels',
    `(() => { const o = new OffscreenCanvas(4, 4); const c = o.getContext('2d'); c.fillStyle = '#f00'; c.fillRect(0, 0, 4, 4); return [o.width, String(c), [...c.getImageData(1, 1, 1, 1).data], c.canvas === o]; })()`,
    [4, '[object OffscreenCanvasRenderingContext2D]', [255, 0, 0, 255], true],
  ],
  [
    'bitmaps are parts of canvases',
    `(async () => { const o = new OffscreenCanvas(4, 4); o.getContext('2d').fillRect(0, 0, 2, 2); const b = await createImageBitmap(o, 1, 1, 2, 2); const t = new OffscreenCanvas(2, 2).getContext('2d'); t.drawImage(b, 0, 0); return [b.width, t.getImageData(0, 0, 1, 1).data[3], t.getImageData(1, 1, 1, 1).data[3], (b.close(), b.width)]; })()`,
    [2, 255, 0, 0],
  ],
  [
    'what is no picture is no bitmap',
    `createImageBitmap(new Blob(['x'])).catch(String)`,
    'InvalidStateError: The source image could not be decoded.',
  ],
  [
    'a canvas that was given away has no context',
    `(() => { const c = document.createElement('canvas'); const o = c.transferControlToOffscreen(); try { c.getContext('2d'); } catch (error) { return [o.width, error.name]; } })()`,
    [300, 'InvalidStateError'],
  ],
  [
    'nothing is decoded',
    `(async () => { const found = []; const d = new VideoDecoder({ output() {}, error: (e) => found.push(e.name, d.state) }); d.configure({ codec: 'vp8' }); await new Promise((r) => setTimeout(r)); return [...found, (await VideoDecoder.isConfigSupported({ codec: 'vp8' })).supported]; })()`,
    ['NotSupportedError', 'closed', false],
  ],
  [
    'encoded pieces are bytes',
    `(() => { const c = new EncodedVideoChunk({ type: 'key', timestamp: 5, data: new Uint8Array([1, 2]) }); const to = new Uint8Array(2); c.copyTo(to); return [c.byteLength, [...to]]; })()`,
    [2, [1, 2]],
  ],
  [
    'cookies by promises',
    `(async () => { await cookieStore.set('a', '1'); const { name, value, sameSite } = await cookieStore.get('a'); await cookieStore.delete('a'); return [name, value, sameSite, document.cookie]; })()`,
    ['a', '1', 'strict', ''],
  ],
  [
    'no wallet pays',
    `(async () => { const r = new PaymentRequest([{ supportedMethods: 'https://pay.test/x' }], { total: { label: 't', amount: { currency: 'USD', value: '1' } } }); return [await r.canMakePayment(), await r.show().catch((e) => e.name)]; })()`,
    [false, 'NotSupportedError'],
  ],
  [
    'nobody listens',
    `new Promise((done) => { const seen = []; const s = new webkitSpeechRecognition(); s.onerror = (e) => seen.push(e.error); s.onend = () => done(seen); s.start(); })`,
    ['not-allowed'],
  ],
  [
    'nothing goes out by UDP',
    `new WebTransport('https://a.test/').ready.catch((e) => [e.name, e instanceof WebTransportError, e instanceof DOMException])`,
    ['WebTransportError', true, true],
  ],
  [
    'no model is here',
    `Promise.all([LanguageModel.availability(), Summarizer.create().catch((e) => e.name)])`,
    ['unavailable', 'NotSupportedError'],
  ],
  ['pickers ask for a gesture', `showOpenFilePicker().catch((e) => e.name)`, 'SecurityError'],
  [
    'origins are compared',
    `[Origin.from('https://a.b.com/x').isSameOrigin(Origin.from('https://a.b.com')), Origin.from('https://a.b.co.uk').isSameSite(Origin.from('https://c.d.co.uk')), Origin.from('data:,x').opaque]`,
    [true, false, true],
  ],
  [
    'a range of a value',
    `(() => { const r = i.createValueRange(0, 2); return [String(r), r.startOffset, r.endOffset, r.collapsed]; })()`,
    ['[object OpaqueRange]', 0, 2, false],
  ],
  [
    'an edit context has text',
    `(() => { const e = new EditContext({ text: 'hello' }); e.updateText(1, 3, 'XX'); e.updateSelection(0, 9); return [e.text, e.selectionEnd]; })()`,
    ['hXXlo', 5],
  ],
  [
    'a rule for positions',
    `(() => { const s = new CSSStyleSheet(); s.replaceSync('@position-try --a { top: 1px }'); return [String(s.cssRules[0]), s.cssRules[0].name, s.cssRules[0].cssText]; })()`,
    ['[object CSSPositionTryRule]', '--a', '@position-try --a { top: 1px; }'],
  ],
  [
    'a later request waits',
    `(() => { const r = fetchLater('/x', { activateAfter: 1e9 }); return [String(r), r.activated]; })()`,
    ['[object FetchLaterResult]', false],
  ],
  [
    'progress by scrolling',
    `(() => { document.body.style.height = '5000px'; const t = new ScrollTimeline(); scrollTo(0, 0); return [String(t.currentTime), t.axis, String(t.duration)]; })()`,
    ['0%', 'block', '100%'],
  ],
  [
    'a frame is a property of its window',
    `(() => { const f = document.createElement('iframe'); document.body.append(f); const { value, ...d } = Object.getOwnPropertyDescriptor(window, '0'); const same = value === f.contentWindow; f.remove(); return [same, d, Object.hasOwn(window, '0')]; })()`,
    [true, { writable: false, enumerable: true, configurable: true }, false],
  ],
  [
    'svg text has a length',
    `(() => { document.body.insertAdjacentHTML('beforeend', '<svg><text id=st style="font: 20px monospace"> ab </text></svg>'); return [st.getNumberOfChars(), st.getComputedTextLength() === 2 * st.getSubStringLength(0, 1), st.getSubStringLength(0, 1) > 5]; })()`,
    [2, true, true],
  ],
  [
    'events of script come from no device',
    `[new UIEvent('x').sourceCapabilities, new InputEvent('x').getTargetRanges(), new InputDeviceCapabilities().firesTouchEvents]`,
    [null, [], false],
  ],
  [
    'constants cannot be taken away',
    `[Node, XMLHttpRequest.prototype, Event.prototype].map((o, at) => Object.getOwnPropertyDescriptor(o, ['ELEMENT_NODE', 'DONE', 'NONE'][at]).configurable)`,
    [false, false, false],
  ],
];

test('interfaces that few pages use answer as in Chrome', (t) => checkFacts(t, PAGE, FACTS));

test('what is typed into an element with an edit context goes there', async (t) => {
  const { act, evaluate, id } = await openReal(
    t,
    `<!doctype html><div id=d tabindex=0 role=textbox aria-label=Editor>x</div>
     <script>window.c = d.editContext = new EditContext({ text: 'ab' }); window.seen = [];
     c.addEventListener('textupdate', (e) => seen.push(e.updateRangeStart, e.updateRangeEnd, e.text));
     c.updateSelection(2, 2);</script>`,
  );
  await act(clickAction(id('Editor')));
  await act(pressAction('Z', null));
  assert.deepEqual(JSON.parse(String(await evaluate('JSON.stringify([c.text, seen, d.textContent])'))), [
    'abZ',
    [2, 2, 'Z'],
    'x',
  ]);
});

test('a canvas that is sent to a worker is drawn on there', async (t) => {
  const worker = `onmessage = ({ data }) => { const c = data.canvas.getContext('2d'); c.fillRect(0, 0, 1, 1); postMessage([data.canvas.width, c.getImageData(0, 0, 1, 1).data[3]]); }`;
  const { evaluate, wait } = await openReal(
    t,
    `<!doctype html><canvas id=c width=7></canvas>
    <script>const w = new Worker(URL.createObjectURL(new Blob([${JSON.stringify(worker)}])));
    w.onmessage = ({ data }) => { window.got = data.join(); };
    const canvas = c.transferControlToOffscreen(); w.postMessage({ canvas }, [canvas]);</script>`,
  );
  await wait({ settled: true });
  assert.equal(await evaluate('window.got'), '7,255');
});
