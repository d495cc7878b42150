/**
 * Members that few pages use, of interfaces that have objects here: as their standards say and Chrome has them.
 */
import { test } from 'node:test';
import { checkFacts, type Fact } from './chrome-facts.ts';

const PAGE = `<!doctype html><title>Rare</title><body><p id=p>some text here</p><input id=i value="hello">
  <div id=host><template shadowrootmode=open><b id=inner>in</b><slot></slot></template>light</div>
  <form id=f><input name=one id=a><input type=radio name=r value=1><input type=radio name=r value=2></form>`;

const FACTS: readonly Fact[] = [
  [
    'events have the members of their newest standards',
    `[new UIEvent('x').pseudoTarget, new WheelEvent('x').momentum, new TransitionEvent('x').animation, new AnimationEvent('x').pseudoTarget, new MessageEvent('x').userActivation, new IDBVersionChangeEvent('x').dataLoss, new IDBVersionChangeEvent('x').dataLossMessage]`,
    [null, false, null, null, null, 'none', ''],
  ],
  [
    'an event of an animation tells which one it is of',
    `new Promise((resolve) => { document.head.insertAdjacentHTML('beforeend', '<style>@keyframes k { to { opacity: 0 } }</style>'); p.onanimationstart = (e) => resolve([e.animation instanceof CSSAnimation, e.animation.animationName, e.animation === p.getAnimations()[0]]); p.style.animation = 'k 1s'; })`,
    [true, 'k', true],
  ],
  [
    'a message tells of activation where it is asked to',
    `new Promise((resolve) => { const seen = []; onmessage = ({ userActivation: u }) => { seen.push(u && [u instanceof UserActivation, u.isActive, u.hasBeenActive]); if (seen.length === 2) { onmessage = null; resolve(seen); } }; postMessage(1, '*'); postMessage(2, { targetOrigin: '*', includeUserActivation: true }); })`,
    [null, [true, false, false]],
  ],
  [
    'a selection is told as it looks from outside of shadow trees',
    `(() => { const b = host.shadowRoot.getElementById('inner').firstChild; const s = getSelection(); s.setBaseAndExtent(p.firstChild, 5, p.firstChild, 9); const [r] = s.getComposedRanges(); const given = [r.constructor.name, r.startOffset, r.endOffset, s.getComposedRanges({ shadowRoots: [host.shadowRoot] }).length]; s.removeAllRanges(); return [...given, s.getComposedRanges().length]; })()`,
    ['StaticRange', 5, 9, 1, 0],
  ],
  [
    'a shadow root finds what is at a point in its own tree',
    `(() => { const b = host.shadowRoot.getElementById('inner').getBoundingClientRect(); const found = host.shadowRoot.elementsFromPoint(b.x + 1, b.y + 1); return found.map((e) => e.localName); })()`,
    ['b', 'div', 'body', 'html'],
  ],
  [
    'a shadow root has the registry of its document',
    `[host.shadowRoot.customElementRegistry === customElements, host.shadowRoot.referenceTarget]`,
    [true, null],
  ],
  [
    'a registry of its own defines without the window knowing',
    `(() => { const r = new CustomElementRegistry(); class A extends HTMLElement {} r.define('scoped-a', A); const e = document.createElement('scoped-a', { customElementRegistry: r }); return [r.get('scoped-a') === A, r.getName(A), customElements.get('scoped-a') === undefined, e instanceof A, e.customElementRegistry === r, document.createElement('scoped-a') instanceof A]; })()`,
    [true, 'scoped-a', true, true, true, false],
  ],
  [
    'a shadow root with a registry of its own makes elements of it',
    `(() => { const r = new CustomElementRegistry(); class B extends HTMLElement { constructor() { super(); this.x = 1; } } r.define('scoped-b', B); const h = document.createElement('div'); const s = h.attachShadow({ mode: 'open', customElementRegistry: r }); s.innerHTML = '<scoped-b></scoped-b>'; document.body.append(h); const found = [s.customElementRegistry === r, s.firstChild instanceof B, s.firstChild.customElementRegistry === r]; h.remove(); return found; })()`,
    [true, true, true],
  ],
  [
    'an element without a registry gets one by initialize()',
    `(() => { const r = new CustomElementRegistry(); class C extends HTMLElement {} r.define('scoped-c', C); const h = document.createElement('div'); const s = h.attachShadow({ mode: 'open', customElementRegistry: null }); s.innerHTML = '<scoped-c></scoped-c>'; const before = [s.customElementRegistry, s.firstChild instanceof C]; r.initialize(s); return [...before, s.firstChild instanceof C, s.customElementRegistry === r]; })()`,
    [null, false, true, true],
  ],
  [
    'a range grows to words, sentences and blocks',
    `['word', 'sentence', 'block', 'nonsense'].map((unit) => { const e = document.createElement('p'); e.textContent = 'One two. Three four! Five'; document.body.append(e); const r = new Range(); r.setStart(e.firstChild, 10); r.setEnd(e.firstChild, 11); r.expand(unit); const grown = r.startContainer.nodeType === 3 ? e.textContent.slice(r.startOffset, r.endOffset) : r.startContainer.localName; e.remove(); return grown; })`,
    ['Three', 'Three four! ', 'One two. Three four! Five', 'h'],
  ],
  [
    'a caret has a place',
    `(() => { const b = p.getBoundingClientRect(); const r = document.caretPositionFromPoint(b.x + 2, b.y + 2).getClientRect(); return [r.constructor.name, r.width, r.x >= b.x, r.height > 0]; })()`,
    ['DOMRect', 0, true, true],
  ],
  [
    'a processing instruction has attributes in its data',
    `(() => { const d = new DOMParser().parseFromString('<a/>', 'text/xml'); const i = d.createProcessingInstruction('x', 'href="a&amp;b" type=\\'t\\''); const seen = [i.getAttributeNames().sort(), i.getAttribute('href'), i.hasAttribute('type'), i.hasAttributes()]; i.setAttribute('k', '"<'); i.removeAttribute('type'); i.toggleAttribute('on'); return [...seen, i.data, i.sheet]; })()`,
    [['href', 'type'], 'a&b', true, true, 'href="a&amp;b" k="&quot;&lt;" on=""', null],
  ],
  [
    'data that are not written like attributes hold none',
    `['junk a="1"', 'a="1" a="2"', 'a=1', 'a="1"b="2"', 'a="<"', 'a="&foo;"', ' a = "&#65;&#x42;" '].map((data) => document.createProcessingInstruction('x', data)).map((i) => [i.getAttributeNames().length, i.getAttribute('a')])`,
    [
      [0, null],
      [0, null],
      [0, null],
      [0, null],
      [0, null],
      [0, null],
      [1, 'AB'],
    ],
  ],
  [
    'attributes of instructions have names that can be written, and are told as data',
    `(() => { const i = document.createProcessingInstruction('x', ''); const names = ['', 'a b', 'a=', 'a:b', '-'].map((name) => { try { i.setAttribute(name, '?>\\n'); return i.data; } catch (e) { return e.name; } }); const m = new MutationObserver(() => {}); m.observe(i, { characterData: true, characterDataOldValue: true, attributes: true }); i.data = 'a="1"'; i.removeAttribute('none'); i.toggleAttribute('a'); return [names, m.takeRecords().map((r) => [r.type, r.oldValue]), i.data]; })()`,
    [
      [
        'InvalidCharacterError',
        'InvalidCharacterError',
        'InvalidCharacterError',
        'a:b="?&gt;\n"',
        'a:b="?&gt;\n" -="?&gt;\n"',
      ],
      [
        ['characterData', 'a:b="?&gt;\n" -="?&gt;\n"'],
        ['characterData', 'a="1"'],
      ],
      '',
    ],
  ],
  [
    'a document of XML tells of its declaration, and is written with it',
    `['<?xml version="1.0"?><a/>', '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><a/>', '<a/>'].map((text) => new DOMParser().parseFromString(text, 'text/xml')).map((d) => [d.xmlVersion, d.xmlEncoding, d.xmlStandalone, new XMLSerializer().serializeToString(d), new XMLSerializer().serializeToString(d.cloneNode(true))])`,
    [
      ['1.0', null, false, '<?xml version="1.0"?><a/>', '<a/>'],
      ['1.0', 'UTF-8', true, '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><a/>', '<a/>'],
      ['1.0', null, false, '<a/>', '<a/>'],
    ],
  ],
  [
    'the version of XML is the first, also where a document of HTML gets one',
    `(() => { const seen = [document.xmlVersion, document.xmlStandalone]; for (const version of ['1.1', null, '1.0']) { try { document.xmlVersion = version; seen.push(document.xmlVersion); } catch (e) { seen.push(e.name); } } const d = new DOMParser().parseFromString('<?xml version="1.0" standalone="yes"?><a/>', 'text/xml'); d.xmlStandalone = false; return [...seen, new XMLSerializer().serializeToString(d)]; })()`,
    [null, false, 'NotSupportedError', 'NotSupportedError', '1.0', '<?xml version="1.0" standalone="no"?><a/>'],
  ],
  [
    'states of an element are iterated as sets are',
    `[CustomStateSet.prototype[Symbol.iterator] === CustomStateSet.prototype.values, CustomStateSet.prototype.keys === CustomStateSet.prototype.values, CustomStateSet.prototype.keys.name]`,
    [true, false, 'keys'],
  ],
  [
    'scripts have their text as members of their own',
    `(() => { const s = document.createElement('script'); s.type = 'text/x'; s.textContent = 'a<b>'; const one = s.text; s.innerText = 'c'; return [one, s.text, s.innerText, s.childNodes.length, Object.hasOwn(HTMLScriptElement.prototype, 'textContent')]; })()`,
    ['a<b>', 'c', 'c', 1, true],
  ],
  [
    'controls of a form are found by name, several as a list',
    `[f.elements.namedItem('a').id, f.elements.namedItem('r') instanceof RadioNodeList, f.elements.namedItem('r').length, f.elements.namedItem(''), f.elements.namedItem('none'), Object.hasOwn(HTMLFormControlsCollection.prototype, 'namedItem')]`,
    ['a', true, 2, null, null, true],
  ],
  [
    'what an object shows is a document only where it has one',
    `(() => { const o = document.createElement('object'); return [o.contentDocument, o.contentWindow]; })()`,
    [null, null],
  ],
  [
    'a date stands for when a file was changed',
    `(() => { const d = new File([], 'x', { lastModified: 5000 }).lastModifiedDate; return [d instanceof Date, d.getTime()]; })()`,
    [true, 5000],
  ],
  [
    'a blob is read as a stream of text',
    `new Response(new Blob(['aä']).textStream().pipeThrough(new TextEncoderStream())).text()`,
    'aä',
  ],
  [
    'matrices turn about an axis, scale evenly and along a vector',
    `(() => { const r = (m) => [...m.toFloat64Array()].map((x) => Math.round(x * 1000) / 1000).join(' '); return [r(new DOMMatrixReadOnly().rotateAxisAngle(0, 0, 5, 90)), r(new DOMMatrix().rotateAxisAngleSelf(1, 1, 1, 120)), r(new DOMMatrix().scale3dSelf(2, 1, 1, 1)), r(new DOMMatrix().rotateFromVectorSelf(0, 1)), new DOMMatrixReadOnly().scale3d(2).is2D]; })()`,
    [
      '0 1 0 0 -1 0 0 0 0 0 1 0 0 0 0 1',
      '0 1 0 0 0 0 1 0 1 0 0 0 0 0 0 1',
      '2 0 0 0 0 2 0 0 0 0 2 0 -1 -1 -1 1',
      '0 1 0 0 -1 0 0 0 0 0 1 0 0 0 0 1',
      false,
    ],
  ],
  [
    'the members of an exception stand on its prototype',
    `(() => { const e = new DOMException('x', 'AbortError'); return [Object.keys(Object.getOwnPropertyDescriptors(e)), e.message, typeof e.stack, String(e), Object.prototype.hasOwnProperty.call(DOMException.prototype, 'message')]; })()`,
    [[], 'x', 'undefined', 'AbortError: x', true],
  ],
  [
    'a writer that is stopped tells its sink',
    `(async () => { let signal; const s = new WritableStream({ start(c) { signal = c.signal; } }); const before = signal.aborted; await s.abort('why'); return [before, signal instanceof AbortSignal, signal.aborted, signal.reason]; })()`,
    [false, true, true, 'why'],
  ],
  [
    'internals tell of places in sets',
    `(() => { class E extends HTMLElement { constructor() { super(); this.i = this.attachInternals(); } } customElements.define('e-internals', E); const { i } = new E(); i.ariaPosInSet = '2'; i.ariaSetSize = 3; i.ariaActionsElements = [p]; return [i.ariaPosInSet, i.ariaSetSize, i.ariaActionsElements.length, 'ariaOwnsElements' in i]; })()`,
    ['2', '3', 1, false],
  ],
];

test('members that few pages use are as in Chrome', (t) => checkFacts(t, PAGE, FACTS));
