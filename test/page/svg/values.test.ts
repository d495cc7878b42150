/**
 * Values of SVG attributes: each fact is what Chromium 156 answered to the same script.
 */
import { test } from 'node:test';
import { checkFacts, type Fact } from '../chrome-facts.ts';

const PAGE = `<!doctype html><title>Values</title><style>body { margin: 0 }</style><body><svg id=s width=200 height=100 viewBox="0 0 400 200" style="font: 20px/1 serif"><rect id=r x="10%" y="2em" width="1in" height="50%"/><circle id=c r="10%"/></svg><div id=d></div>`;

const FACTS: readonly Fact[] = [
  [
    'a length knows its unit and how many pixels it is',
    `(() => { return [r.x, r.y, r.width, r.height, c.r, r.rx].map(({ baseVal: l }) => [l.unitType, l.valueInSpecifiedUnits, Math.round(l.value * 100) / 100, l.valueAsString]); })()`,
    [
      [2, 10, 40, '10%'],
      [3, 2, 40, '2em'],
      [8, 1, 96, '1in'],
      [2, 50, 100, '50%'],
      [2, 10, 31.62, '10%'],
      [1, 0, 0, '0'],
    ],
  ],
  [
    'a length is converted to another unit',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; const e = N('rect', { width: '1in' }); const l = e.width.baseVal; const seen = []; for (const type of [5, 6, 7, 8, 9, 10, 1]) { l.convertToSpecifiedUnits(type); seen.push(l.valueAsString); } return [...seen, e.getAttribute('width')]; })()`,
    ['96px', '2.54cm', '25.4mm', '1in', '72pt', '6pc', '96', '96'],
  ],
  [
    'a relative length needs a place',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; const T = (f) => { try { return f(); } catch (e) { return e.name; } }; const e = N('rect', { width: '50%', height: '1em' }); return [T(() => e.width.baseVal.value), T(() => e.height.baseVal.value), T(() => e.width.baseVal.convertToSpecifiedUnits(5)), e.width.baseVal.valueAsString]; })()`,
    ['NotSupportedError', 'NotSupportedError', 'NotSupportedError', '50%'],
  ],
  [
    'a length is written in its unit',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; const e = N('rect', { width: '1in' }); const l = e.width.baseVal; l.value = 48; const one = e.getAttribute('width'); l.valueInSpecifiedUnits = 3; const two = e.getAttribute('width'); l.valueAsString = '4mm'; const three = e.getAttribute('width'); l.newValueSpecifiedUnits(2, 7); return [one, two, three, e.getAttribute('width'), l.unitType]; })()`,
    ['0.5in', '3in', '4mm', '7%', 2],
  ],
  [
    'what is no length is refused',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; const T = (f) => { try { return f(); } catch (e) { return e.name; } }; const e = N('rect', { width: '5' }); const l = e.width.baseVal; return [T(() => { l.valueAsString = 'x'; }), T(() => { l.valueAsString = '5foo'; }), T(() => { l.valueAsString = ''; }), T(() => l.newValueSpecifiedUnits(0, 1)), T(() => l.newValueSpecifiedUnits(11, 1)), T(() => l.convertToSpecifiedUnits(99)), T(() => { l.value = Infinity; }), T(() => l.newValueSpecifiedUnits(1)), T(() => { e.width.animVal.value = 3; }), e.getAttribute('width')]; })()`,
    [
      'SyntaxError',
      'SyntaxError',
      'SyntaxError',
      'NotSupportedError',
      'NotSupportedError',
      'NotSupportedError',
      'TypeError',
      'TypeError',
      'NoModificationAllowedError',
      '5',
    ],
  ],
  [
    'attributes that are wrong or not there have their defaults',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; return [N('rect'), N('rect', { width: 'x', x: '5foo' })].map((e) => [e.width.baseVal.valueAsString, e.x.baseVal.valueAsString]).concat([[N('svg').width.baseVal.valueAsString, N('linearGradient').x2.baseVal.valueAsString, N('radialGradient').cx.baseVal.valueAsString, N('filter').x.baseVal.valueAsString, N('mask').width.baseVal.valueAsString, N('marker').markerWidth.baseVal.valueAsString]]); })()`,
    [
      ['0', '0'],
      ['0', '0'],
      ['100%', '100%', '50%', '-10%', '120%', '3'],
    ],
  ],
  [
    'an attribute that changes is read again by the same object',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; const e = N('rect', { width: '5' }); const l = e.width.baseVal; e.setAttribute('width', '7cm'); const seen = [l.unitType, l.valueInSpecifiedUnits]; e.removeAttribute('width'); return [...seen, l.valueAsString, e.width.baseVal === l, e.width === e.width]; })()`,
    [6, 7, '0', true, true],
  ],
  [
    'a length of its own belongs to nothing',
    `(() => { const l = s.createSVGLength(); const seen = [l.unitType, l.value]; l.newValueSpecifiedUnits(8, 1); return [...seen, l.value, l.valueAsString, Object.prototype.toString.call(l)]; })()`,
    [1, 0, 96, '1in', '[object SVGLength]'],
  ],
  [
    'angles have units',
    `(() => { const a = s.createSVGAngle(); const seen = [a.unitType, a.value]; a.newValueSpecifiedUnits(3, 1); seen.push(a.valueAsString, Math.round(a.value * 100) / 100); a.convertToSpecifiedUnits(2); seen.push(a.valueAsString); a.convertToSpecifiedUnits(4); seen.push(a.valueAsString); a.valueAsString = '1rad'; seen.push(a.unitType); a.value = 90; seen.push(a.valueAsString); return seen; })()`,
    [1, 0, '1rad', 57.3, '57.2958deg', '63.662grad', 3, '1.5708rad'],
  ],
  [
    'what is no angle is refused',
    `(() => { const T = (f) => { try { return f(); } catch (e) { return e.name; } }; const a = s.createSVGAngle(); return [T(() => { a.valueAsString = '5px'; }), T(() => { a.valueAsString = 'x'; }), T(() => a.newValueSpecifiedUnits(0, 5)), T(() => a.newValueSpecifiedUnits(7, 5)), T(() => a.convertToSpecifiedUnits(0)), T(() => a.newValueSpecifiedUnits(1)), a.valueAsString]; })()`,
    ['SyntaxError', 'SyntaxError', 'NotSupportedError', 'NotSupportedError', 'NotSupportedError', 'TypeError', '0'],
  ],
  [
    'a marker is turned by an angle or by itself',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; const seen = []; const e = N('marker'); const look = () => seen.push([e.getAttribute('orient'), e.orientType.baseVal, e.orientAngle.baseVal.value]); look(); e.setAttribute('orient', '45deg'); look(); e.setAttribute('orient', 'auto'); look(); e.setAttribute('orient', 'auto-start-reverse'); look(); const a = s.createSVGAngle(); a.value = 30; e.setOrientToAngle(a); look(); e.setOrientToAuto(); look(); e.orientType.baseVal = 2; look(); return seen; })()`,
    [
      [null, 2, 0],
      ['45deg', 2, 45],
      ['auto', 1, 0],
      ['auto-start-reverse', 0, 0],
      ['30', 2, 30],
      ['auto', 1, 0],
      ['0', 2, 0],
    ],
  ],
  [
    'an angle of a marker writes its attribute',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; const e = N('marker', { orient: '10' }); e.orientAngle.baseVal.value = 20; const one = e.getAttribute('orient'); e.orientAngle.baseVal.newValueSpecifiedUnits(4, 5); return [one, e.getAttribute('orient'), e.orientType.baseVal]; })()`,
    ['20', '5grad', 2],
  ],
  [
    'a kind of turning that cannot be set is refused',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; const T = (f) => { try { return f(); } catch (e) { return e.name; } }; const e = N('marker', { orient: '10' }); return [T(() => { e.orientType.baseVal = 0; }), T(() => { e.orientType.baseVal = 9; }), T(() => e.setOrientToAngle({})), T(() => { e.orientType.baseVal = 1; }), e.getAttribute('orient')]; })()`,
    ['TypeError', 'TypeError', 'TypeError', null, 'auto'],
  ],
  [
    'pictures are fitted',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; const e = N('image'); return [null, 'none', 'xMinYMax slice', 'xMaxYMid meet', 'xMidYMid', 'defer xMinYMin', 'nonsense', 'xMinYMin sl', ' xMinYMin  slice '].map((text) => { if (text !== null) e.setAttribute('preserveAspectRatio', text); const { align, meetOrSlice } = e.preserveAspectRatio.baseVal; return [align, meetOrSlice]; }); })()`,
    [
      [6, 1],
      [1, 1],
      [8, 2],
      [7, 1],
      [6, 1],
      [6, 1],
      [6, 1],
      [6, 1],
      [2, 2],
    ],
  ],
  [
    'how a picture is fitted is written',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; const T = (f) => { try { return f(); } catch (e) { return e.name; } }; const e = N('svg'); const p = e.preserveAspectRatio.baseVal; p.align = 2; const one = e.getAttribute('preserveAspectRatio'); p.meetOrSlice = 2; const two = e.getAttribute('preserveAspectRatio'); p.align = 1; return [one, two, e.getAttribute('preserveAspectRatio'), T(() => { p.align = 0; }), T(() => { p.align = 11; }), T(() => { p.meetOrSlice = 3; }), T(() => { e.preserveAspectRatio.animVal.align = 3; })]; })()`,
    [
      'xMinYMin meet',
      'xMinYMin slice',
      'none slice',
      'NotSupportedError',
      'NotSupportedError',
      'NotSupportedError',
      'NoModificationAllowedError',
    ],
  ],
  [
    'a view box is a rectangle',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; return ['0 0 10 20', '1,2,3,4', '1 2 3', '1 2 3 4 x', '', '1 2 3 4,'].map((text) => { const e = N('svg', { viewBox: text }); const b = e.viewBox.baseVal; return b && [b.x, b.y, b.width, b.height]; }); })()`,
    [
      [0, 0, 10, 20],
      [1, 2, 3, 4],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ],
  ],
  [
    'a view box that is changed writes its attribute',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; const T = (f) => { try { return f(); } catch (e) { return e.name; } }; const e = N('svg', { viewBox: '1 2 3 4' }); const b = e.viewBox.baseVal; b.x = 9; b.width = 0.5; return [e.getAttribute('viewBox'), T(() => { e.viewBox.animVal.x = 1; }), T(() => { b.y = 'x'; }), N('marker').viewBox.baseVal.width, e.viewBox.baseVal === b]; })()`,
    ['9 2 0.5 4', 'NoModificationAllowedError', 'TypeError', 0, true],
  ],
  [
    'numbers, points and rectangles are made',
    `(() => { const n = s.createSVGNumber(); n.value = 0.1; const p = s.createSVGPoint(); p.x = 3; const q = p.matrixTransform(s.createSVGMatrix().translate(2, 5)); const r = s.createSVGRect(); r.height = 4; return [n.value, q.x, q.y, p.x, r.height, r.x, [n, p, r].map((o) => Object.prototype.toString.call(o))]; })()`,
    [0.10000000149011612, 5, 5, 3, 4, 0, ['[object SVGNumber]', '[object SVGPoint]', '[object SVGRect]']],
  ],
  [
    'boxes and points of elements are those of SVG',
    `(() => { const b = r.getBBox(); const p = r.getPointAtLength(0); b.x = 1; return [Object.prototype.toString.call(b), Object.prototype.toString.call(p), r.getBBox().x]; })()`,
    ['[object SVGRect]', '[object SVGPoint]', 40],
  ],
  [
    'an image can be scaled and moved where it is outermost',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; const T = (f) => { try { return f(); } catch (e) { return e.name; } }; const e = N('svg'); const seen = [s.currentScale, e.currentScale]; e.currentScale = 3; s.currentScale = 2; seen.push(s.currentScale, e.currentScale, s.currentTranslate.x, T(() => { s.currentScale = NaN; })); s.currentScale = 1; return [...seen, s.currentTranslate === s.currentTranslate]; })()`,
    [1, 1, 2, 1, 0, 'TypeError', true],
  ],
  [
    'zooming is allowed, unless an attribute forbids it',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; const e = N('svg'); const seen = [e.zoomAndPan]; e.setAttribute('zoomAndPan', 'disable'); seen.push(e.zoomAndPan); e.zoomAndPan = 2; seen.push(e.zoomAndPan, e.getAttribute('zoomAndPan')); e.setAttribute('zoomAndPan', 'x'); return [...seen, e.zoomAndPan]; })()`,
    [2, 1, 2, 'disable', 0],
  ],
  [
    'enumerations are numbers of words',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; const T = (f) => { try { return f(); } catch (e) { return e.name; } }; const e = N('linearGradient', { gradientUnits: 'userSpaceOnUse', spreadMethod: 'x' }); const seen = [e.gradientUnits.baseVal, e.spreadMethod.baseVal]; e.spreadMethod.baseVal = 3; return [...seen, e.getAttribute('spreadMethod'), T(() => { e.spreadMethod.baseVal = 0; }), T(() => { e.spreadMethod.baseVal = 4; }), T(() => { e.spreadMethod.baseVal = 65537; }), e.getAttribute('spreadMethod')]; })()`,
    [1, 1, 'repeat', 'TypeError', 'TypeError', null, 'pad'],
  ],
  [
    'two numbers of an attribute are two members',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; const e = N('feGaussianBlur', { stdDeviation: '2 3' }); const seen = [e.stdDeviationX.baseVal, e.stdDeviationY.baseVal]; e.stdDeviationY.baseVal = 5; seen.push(e.getAttribute('stdDeviation')); e.setStdDeviation(1, 4); return [...seen, e.getAttribute('stdDeviation')]; })()`,
    [2, 3, '2 5', '1 4'],
  ],
  [
    'an image without an address cannot be decoded',
    `(async () => { const e = document.createElementNS('http://www.w3.org/2000/svg', 'image'); let error; try { await e.decode(); } catch (x) { error = x.name; } return error; })()`,
    'EncodingError',
  ],
];

test('values of SVG attributes are as in Chrome', (t) => checkFacts(t, PAGE, FACTS));
