/**
 * Points and rectangles in SVG images: each fact is what Chromium 156 answered to the same script.
 */
import { test } from 'node:test';
import { checkFacts, type Fact } from '../chrome-facts.ts';

const PAGE = `<!doctype html><title>Hits</title><style>body { margin: 0 }</style><body><svg id=s width=200 height=100><rect id=r x=10 y=10 width=40 height=20 stroke-width=4 /><g id=g transform="translate(100 0) scale(2)"><circle id=c cx=10 cy=10 r=5 /></g><path id=star d="M 100 60 L 120 95 L 95 70 L 125 70 L 100 95 Z"/><path id=line d="M 150 50 H 180" stroke-width=10 /><path id=corner d="M 10 60 H 30 V 80" stroke-width=4 fill=none /><path id=cap d="M 50 60 H 70" stroke-width=8 /><rect id=none x=0 y=0 width=5 height=5 pointer-events=none /><defs><rect id=hidden x=500 width=5 height=5 /></defs></svg>`;

const FACTS: readonly Fact[] = [
  [
    'a point is in the fill of a shape',
    `(() => { const at = (e, x, y) => e.isPointInFill({ x, y }); return [at(r, 30, 20), at(r, 5, 5), at(r, 10, 10), at(c, 10, 10), at(c, 14, 14), at(c, 13, 13), at(line, 160, 50), at(corner, 29, 61), at(corner, 11, 79)]; })()`,
    [true, false, true, true, false, true, false, true, false],
  ],
  [
    'the fill rule counts',
    `(() => { const at = (rule) => { star.style.fillRule = rule; return star.isPointInFill({ x: 108, y: 78 }); }; return [at('nonzero'), at('evenodd')]; })()`,
    [true, false],
  ],
  [
    'a point is in the stroke of a shape',
    `(() => { const at = (e, x, y) => e.isPointInStroke({ x, y }); return [at(r, 10, 20), at(r, 8.5, 20), at(r, 7, 20), at(r, 30, 20), at(line, 160, 54), at(line, 160, 56), at(line, 149, 50), at(r, 8.5, 8.5)]; })()`,
    [true, true, false, false, true, false, false, true],
  ],
  [
    'caps belong to a stroke',
    `(() => { const at = (kind, x, y) => { cap.style.strokeLinecap = kind; return cap.isPointInStroke({ x, y }); }; return ['butt', 'round', 'square'].map((kind) => [at(kind, 72, 60), at(kind, 73.8, 63.8), at(kind, 70, 63)]); })()`,
    [
      [false, false, true],
      [true, false, true],
      [true, true, true],
    ],
  ],
  [
    'joins belong to a stroke',
    `(() => { const at = (kind, x, y) => { corner.style.strokeLinejoin = kind; return corner.isPointInStroke({ x, y }); }; return ['miter', 'round', 'bevel'].map((kind) => [at(kind, 31.8, 58.2), at(kind, 31.2, 58.8), at(kind, 30.5, 59.5)]); })()`,
    [
      [true, true, true],
      [false, true, true],
      [false, false, true],
    ],
  ],
  [
    'a sharp corner has a miter up to its limit',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; const e = N('path', { d: 'M 0 0 L 50 0 L 0 5', 'stroke-width': 2 }); s.append(e); const at = (limit) => { e.style.strokeMiterlimit = limit; return e.isPointInStroke({ x: 55, y: 0.3 }); }; const seen = [at(4), at(30)]; e.remove(); return seen; })()`,
    [false, true],
  ],
  [
    'curves are filled and stroked',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; const e = N('path', { d: 'M 0 0 C 0 40 40 40 40 0', 'stroke-width': 2 }); s.append(e); const seen = [e.isPointInFill({ x: 20, y: 29 }), e.isPointInFill({ x: 20, y: 31 }), e.isPointInStroke({ x: 20, y: 30.5 }), e.isPointInStroke({ x: 20, y: 28 })]; e.remove(); return seen; })()`,
    [true, false, true, false],
  ],
  [
    'arcs are filled and stroked',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; const e = N('path', { d: 'M 0 20 A 20 20 0 0 1 40 20', 'stroke-width': 2 }); s.append(e); const seen = [e.isPointInFill({ x: 20, y: 1 }), e.isPointInFill({ x: 2, y: 2 }), e.isPointInStroke({ x: 20, y: 0 }), e.isPointInStroke({ x: 20, y: 20 })]; e.remove(); return seen; })()`,
    [true, false, true, false],
  ],
  [
    'a shape that is not in the document has no points',
    `(() => { const N = (tag, attrs = {}) => { const e = document.createElementNS('http://www.w3.org/2000/svg', tag); for (const k in attrs) e.setAttribute(k, attrs[k]); return e; }; const e = N('rect', { width: 10, height: 10 }); return [e.isPointInFill({ x: 5, y: 5 }), e.isPointInStroke({ x: 0, y: 5 })]; })()`,
    [false, false],
  ],
  [
    'a point is a dictionary',
    `(() => { const T = (f) => { try { return f(); } catch (e) { return e.name; } }; return [r.isPointInFill(), r.isPointInFill(null), r.isPointInFill(s.createSVGPoint()), r.isPointInFill(new DOMPoint(30, 20)), T(() => r.isPointInFill(3)), T(() => r.isPointInFill({ get x() { throw new RangeError('mine'); } })), r.isPointInFill({ x: 30, y: 'NaN' })]; })()`,
    [false, false, false, true, 'TypeError', 'RangeError', false],
  ],
  [
    'elements are found in rectangles',
    `(() => { const rect = (x, y, width, height) => Object.assign(s.createSVGRect(), { x, y, width, height }); const ids = (list) => [...list].map((e) => e.id); return [ids(s.getIntersectionList(rect(0, 0, 60, 40), null)), ids(s.getEnclosureList(rect(1, 1, 60, 40), null)), ids(s.getIntersectionList(rect(40, 15, 5, 5), null)), ids(s.getEnclosureList(rect(100, 0, 60, 40), null)), ids(s.getIntersectionList(rect(0, 0, 200, 100), g)), s.getIntersectionList(rect(0, 0, 60, 40), null).constructor.name]; })()`,
    [['r'], ['r'], ['r'], ['c'], ['c'], 'NodeList'],
  ],
  [
    'an element is in a rectangle or touches it',
    `(() => { const rect = (x, y, width, height) => Object.assign(s.createSVGRect(), { x, y, width, height }); return [s.checkIntersection(r, rect(0, 0, 15, 15)), s.checkIntersection(r, rect(0, 0, 5, 5)), s.checkEnclosure(r, rect(0, 0, 60, 40)), s.checkEnclosure(r, rect(15, 15, 5, 5)), s.checkIntersection(c, rect(110, 10, 5, 5)), s.checkIntersection(none, rect(0, 0, 200, 100)), s.checkIntersection(hidden, rect(0, 0, 200, 100)), s.checkIntersection(r, rect(0, 0, 0, 0))]; })()`,
    [true, false, true, false, true, false, false, false],
  ],
  [
    'what is no rectangle or element is refused',
    `(() => { const T = (f) => { try { return f(); } catch (e) { return e.name; } }; const q = s.createSVGRect(); return [T(() => s.getIntersectionList(q)), T(() => s.getIntersectionList({}, null)), T(() => s.checkIntersection(r, new DOMRect())), T(() => s.checkIntersection({}, q)), T(() => s.checkEnclosure(document.body, q)), T(() => s.checkEnclosure())]; })()`,
    ['TypeError', 'TypeError', 'TypeError', 'TypeError', 'TypeError', 'TypeError'],
  ],
  [
    'images select nothing',
    `(() => { getSelection().selectAllChildren(document.body); const before = getSelection().rangeCount; s.deselectAll(); return [before, getSelection().rangeCount]; })()`,
    [1, 0],
  ],
];

test('what is where in an SVG image is as in Chrome', (t) => checkFacts(t, PAGE, FACTS));
