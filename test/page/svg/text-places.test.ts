/**
 * Places of single characters of SVG text: each fact is what Chromium 156 answered to the same script.
 */
import { test } from 'node:test';
import { checkFacts, type Fact } from '../chrome-facts.ts';

const PAGE = `<!doctype html><title>Text</title><style>body { margin: 0 } text { font: 20px 'Liberation Mono' }</style><body><svg id=s width=300 height=200><text id=t x=10 y=30>  ab <tspan id=i>cd</tspan>  e </text><text id=m x="10 50" y="60" rotate="10 20">xyz</text><text id=e x=5 y=90></text><text id=a x=100 y=120 text-anchor=middle>abcd</text></svg>`;

const FACTS: readonly Fact[] = [
  [
    'characters that are shown are counted',
    `(() => { return [t, i, m, e].map((x) => x.getNumberOfChars()); })()`,
    [7, 2, 3, 0],
  ],
  [
    'a character starts and ends somewhere',
    `(() => { const R = (n) => Math.round(n * 10) / 10; return [0, 1, 2, 3, 5].map((at) => { const a = t.getStartPositionOfChar(at); const b = t.getEndPositionOfChar(at); return [a.x, a.y, b.x, b.y].map(R); }); })()`,
    [
      [10, 30, 22, 30],
      [22, 30, 34, 30],
      [34, 30, 46, 30],
      [46, 30, 58, 30],
      [70, 30, 82, 30],
    ],
  ],
  [
    'characters of an element inside are counted from its start',
    `(() => { const R = (n) => Math.round(n * 10) / 10; const a = i.getStartPositionOfChar(0); return [R(a.x), R(a.y), R(i.getComputedTextLength()), R(i.getSubStringLength(1, 5))]; })()`,
    [46, 30, 24, 12],
  ],
  [
    'characters with places of their own stand there',
    `(() => { const R = (n) => Math.round(n * 10) / 10; return [0, 1, 2].map((at) => R(m.getStartPositionOfChar(at).x)); })()`,
    [10, 50, 62],
  ],
  [
    'rotations are those of the attribute',
    `(() => { return [0, 1, 2].map((at) => m.getRotationOfChar(at)).concat(t.getRotationOfChar(0)); })()`,
    [10, 20, 20, 0],
  ],
  [
    'a character has a box',
    `(() => { const R = (n) => Math.round(n * 10) / 10; const b = t.getExtentOfChar(1); return [R(b.x), R(b.width), b.y < 30, b.y + b.height > 30, Object.prototype.toString.call(b)]; })()`,
    [22, 12, true, true, '[object SVGRect]'],
  ],
  [
    'the character at a point is found',
    `(() => { const at = (x, y) => t.getCharNumAtPosition({ x, y }); return [at(11, 28), at(24, 28), at(200, 28), at(11, 100)]; })()`,
    [0, 1, -1, -1],
  ],
  [
    'text that is anchored elsewhere begins before its place',
    `(() => { const R = (n) => Math.round(n * 10) / 10; return [R(a.getStartPositionOfChar(0).x), R(a.getEndPositionOfChar(3).x)]; })()`,
    [76, 124],
  ],
  [
    'characters that are not there are refused',
    `(() => { const T = (f) => { try { return f(); } catch (e) { return e.name; } }; return [T(() => t.getStartPositionOfChar(99)), T(() => e.getExtentOfChar(0)), T(() => t.getRotationOfChar(-1)), T(() => t.getEndPositionOfChar()), T(() => t.selectSubString(99, 1)), T(() => t.getSubStringLength(99, 1))]; })()`,
    ['IndexSizeError', 'IndexSizeError', 'IndexSizeError', 'TypeError', 'IndexSizeError', 'IndexSizeError'],
  ],
  [
    'a part of a text is selected',
    `(() => { t.selectSubString(1, 3); const one = getSelection().toString(); i.selectSubString(1, 99); return [one.trim(), getSelection().toString().trim(), getSelection().rangeCount]; })()`,
    ['b c', 'd', 1],
  ],
  [
    'text without a document stands nowhere',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; const T = (f) => { try { return f(); } catch (e) { return e.name; } }; const x = N('text', { x: 5 }); x.textContent = 'abc'; return [x.getNumberOfChars(), x.getComputedTextLength(), T(() => x.getStartPositionOfChar(0)), x.getCharNumAtPosition({ x: 6, y: 0 })]; })()`,
    [0, 0, 'IndexSizeError', -1],
  ],
];

test('characters of SVG text stand as in Chrome', (t) => checkFacts(t, PAGE, FACTS));
