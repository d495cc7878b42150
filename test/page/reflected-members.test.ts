/**
 * Members of elements that few pages use: each fact is what Chromium 156 answered to the same script.
 */
import { test } from 'node:test';
import { checkFacts, type Fact } from './chrome-facts.ts';

const PAGE = `<!doctype html><title>Attributes</title><body><p id=p>x</p>`;

const FACTS: readonly Fact[] = [
  [
    'attributes are reflected',
    `(() => { const read = (tag, key, name) => { const e = document.createElement(tag); const seen = [e[key]]; e.setAttribute(name, 'x y'); seen.push(e[key]); e[key] = 'q'; return [...seen, e.getAttribute(name)]; }; return [read('img', 'browsingTopics', 'browsingtopics'), read('img', 'attributionSrc', 'attributionsrc'), read('a', 'hrefTranslate', 'hreftranslate'), read('template', 'shadowRootCustomElementRegistry', 'shadowrootcustomelementregistry')]; })()`,
    [
      [false, true, ''],
      ['', 'x y', 'q'],
      ['', 'x y', 'q'],
      ['', 'x y', 'q'],
    ],
  ],
  [
    'elements of other namespaces have what those of HTML have',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; const read = (e, key, name) => { const seen = [e[key]]; e.setAttribute(name, 'x'); seen.push(e[key]); e[key] = 'anonymous'; return [...seen, e.getAttribute(name), e[key]]; }; const m = document.createElementNS('http://www.w3.org/1998/Math/MathML', 'mi'); return [read(N('g'), 'focusGroupStart', 'focusgroupstart'), read(m, 'focusGroupStart', 'focusgroupstart'), read(N('script'), 'async', 'async'), read(N('image'), 'decoding', 'decoding'), read(N('image'), 'crossOrigin', 'crossorigin'), String(N('g').focusGroup)]; })()`,
    [
      [false, true, '', true],
      [false, true, '', true],
      [false, true, '', true],
      ['auto', 'auto', 'anonymous', 'auto'],
      [null, 'anonymous', 'anonymous', 'anonymous'],
      '',
    ],
  ],
  [
    'links of images have kinds',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; const a = N('a', { rel: 'x noreferrer' }); return [a.relList.length, a.relList.supports('noreferrer'), a.relList === a.relList]; })()`,
    [2, true, true],
  ],
  [
    'a boolean attribute that is set is empty',
    `(() => { const e = document.createElement('input'); e.setAttribute('disabled', 'x'); e.disabled = true; return e.getAttribute('disabled'); })()`,
    '',
  ],
  [
    'elements of other namespaces have typed styles',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; const e = N('g'); e.attributeStyleMap.set('fill', 'red'); const m = document.createElementNS('http://www.w3.org/1998/Math/MathML', 'mi'); return [e.getAttribute('style'), e.attributeStyleMap === e.attributeStyleMap, m.attributeStyleMap.size]; })()`,
    ['fill: red;', true, 0],
  ],
  [
    'a style element in an image has a sheet',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; const s = N('svg'); const e = N('style'); e.textContent = 'p { width: 31px }'; const seen = [e.sheet, e.disabled]; s.append(e); document.body.append(s); seen.push(e.sheet.cssRules.length, e.sheet.ownerNode === e, document.styleSheets.length, getComputedStyle(p).width); e.disabled = true; seen.push(e.sheet.disabled, getComputedStyle(p).width === '31px'); s.remove(); return [...seen, e.sheet]; })()`,
    [null, false, 1, true, 1, '31px', true, false, null],
  ],
  [
    'objects show no document',
    `(() => { const o = document.createElement('object'); return [o.contentDocument, o.contentWindow, o.getSVGDocument(), document.createElement('embed').getSVGDocument(), 'getSVGDocument' in document.createElement('frame')]; })()`,
    [null, null, null, null, false],
  ],
  [
    'a marquee counts its rounds',
    `(() => { const T = (f) => { try { return f(); } catch (e) { return e.name; } }; const m = document.createElement('marquee'); const seen = [m.loop]; m.loop = 3; return [...seen, m.getAttribute('loop'), T(() => { m.loop = 0; }), T(() => { m.loop = -5; }), T(() => { m.loop = -1; }), m.loop, m.start(), m.stop()]; })()`,
    [-1, '3', 'IndexSizeError', 'IndexSizeError', null, -1, null, null],
  ],
  [
    'document.all gives an item by a name, or nothing',
    `(() => { return [document.all.item.length, document.all.item(), document.all.item('p') === p]; })()`,
    [0, null, true],
  ],
];

test('members of elements that few pages use are as in Chrome', (t) => checkFacts(t, PAGE, FACTS));
