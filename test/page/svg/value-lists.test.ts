/**
 * Lists that SVG attributes hold: each fact is what Chromium 156 answered to the same script.
 */
import { test } from 'node:test';
import { checkFacts, type Fact } from '../chrome-facts.ts';

const PAGE = `<!doctype html><title>Lists</title><body><svg width=200 height=100 viewBox="0 0 200 100"><polyline id=p points="1,2 3 4"/><text id=t x="1 2em" dx="5" rotate="10 20">ab</text><g id=g transform="translate(5) rotate(90)"/></svg>`;

const FACTS: readonly Fact[] = [
  [
    'points are read, and a text with an error has none',
    `(() => { const e = document.createElementNS('http://www.w3.org/2000/svg', 'polyline');  return ['1,2 3 4', '1 2 3', '1,2,,3,4', '1 2 x', '1 2,', ' 1e1 -2.5.5 1 ', ''].map((text) => { e.setAttribute('points', text); return [...e.points].map((q) => [q.x, q.y]); }); })()`,
    [
      [
        [1, 2],
        [3, 4],
      ],
      [[1, 2]],
      [],
      [],
      [[1, 2]],
      [
        [10, -2.5],
        [0.5, 1],
      ],
      [],
    ],
  ],
  [
    'a point that is changed writes the attribute',
    `(() => { const e = document.createElementNS('http://www.w3.org/2000/svg', 'polyline'); e.setAttribute('points', '1,2 3,4'); const q = e.points[0]; q.x = 7; const seen = [e.getAttribute('points')]; e.setAttribute('points', '9 9'); seen.push(q.x, e.points[0] === q); q.x = 1; return [...seen, e.getAttribute('points')]; })()`,
    ['7 2 3 4', 7, false, '9 9'],
  ],
  [
    'points are added, moved and taken away',
    `(() => { const s = document.querySelector('svg'); const e = document.createElementNS('http://www.w3.org/2000/svg', 'polyline'); e.setAttribute('points', '1 1'); const make = (x) => { const q = s.createSVGPoint(); q.x = x; q.y = x; return q; }; const l = e.points; const seen = []; l.appendItem(make(2)); seen.push(e.getAttribute('points')); l.insertItemBefore(make(3), 0); seen.push(e.getAttribute('points')); l.replaceItem(make(4), 1); seen.push(e.getAttribute('points')); const gone = l.removeItem(0); seen.push(e.getAttribute('points'), gone.x); l.initialize(make(5)); seen.push(e.getAttribute('points'), l.length, l.numberOfItems); l.clear(); return [...seen, e.getAttribute('points'), l.length]; })()`,
    ['1 1 2 2', '3 3 1 1 2 2', '3 3 4 4 2 2', '4 4 2 2', 3, '5 5', 1, 1, null, 0],
  ],
  [
    'a value that is in a list is copied into another',
    `(() => { const e = document.createElementNS('http://www.w3.org/2000/svg', 'polyline'); e.setAttribute('points', '1 1 2 2'); const q = e.points[0]; const added = e.points.appendItem(q); return [added === q, e.getAttribute('points')]; })()`,
    [false, '1 1 2 2 1 1'],
  ],
  [
    'what stands outside of a list is refused',
    `(() => { const T = (f) => { try { return f(); } catch (e) { return e.name; } }; const s = document.querySelector('svg'); const l = p.points; return [T(() => l.getItem(5)), T(() => l.removeItem(2)), T(() => l.replaceItem(s.createSVGPoint(), 2)), T(() => l.appendItem({})), T(() => l.appendItem(s.createSVGNumber())), T(() => l.getItem()), T(() => l.insertItemBefore(s.createSVGPoint())), l[9] === undefined, 1 in l, 2 in l, Object.keys(l)]; })()`,
    [
      'IndexSizeError',
      'IndexSizeError',
      'IndexSizeError',
      'TypeError',
      'TypeError',
      'TypeError',
      'TypeError',
      true,
      true,
      false,
      ['0', '1'],
    ],
  ],
  [
    'what is animated cannot be changed',
    `(() => { const T = (f) => { try { return f(); } catch (e) { return e.name; } }; const s = document.querySelector('svg'); const l = p.animatedPoints; return [l.length, l[0].x, T(() => { l[0].x = 3; }), T(() => l.clear()), T(() => l.appendItem(s.createSVGPoint())), p.points === p.points, p.animatedPoints === p.animatedPoints]; })()`,
    [2, 1, 'NoModificationAllowedError', 'NoModificationAllowedError', 'NoModificationAllowedError', true, true],
  ],
  [
    'numbers can be put at an index',
    `(() => { const s = document.querySelector('svg'); const e = document.createElementNS('http://www.w3.org/2000/svg', 'polyline'); e.setAttribute('points', '1 1 2 2'); const q = s.createSVGPoint(); q.x = 8; e.points[1] = q; let error; try { e.points[5] = q; } catch (x) { error = x.name; } return [e.getAttribute('points'), error, Object.getOwnPropertyDescriptor(e.points, 0).writable]; })()`,
    ['1 1 8 0', 'IndexSizeError', true],
  ],
  [
    'lengths of characters are in the unit they are written in',
    `(() => { return [...t.x.baseVal].map((l) => [l.unitType, l.valueInSpecifiedUnits, l.value, l.valueAsString]).concat([[t.dx.baseVal.length, t.dy.baseVal.length]]); })()`,
    [
      [1, 1, 1, '1'],
      [3, 2, 32, '2em'],
      [1, 0],
    ],
  ],
  [
    'a length in a list is changed',
    `(() => { const e = document.createElementNS('http://www.w3.org/2000/svg', 'text'); e.setAttribute('x', '1px 2em, 3'); const l = e.x.baseVal; l[0].value = 4; const one = e.getAttribute('x'); l[1].newValueSpecifiedUnits(5, 7); const two = e.getAttribute('x'); l.removeItem(2); return [one, two, e.getAttribute('x')]; })()`,
    ['4px 2em 3', '4px 7px 3', '4px 7px'],
  ],
  [
    'numbers of a list are changed',
    `(() => { const s = document.querySelector('svg'); const e = document.createElementNS('http://www.w3.org/2000/svg', 'text'); e.setAttribute('rotate', '10, 20 30'); const l = e.rotate.baseVal; l[1].value = 2.5; const n = s.createSVGNumber(); n.value = 0.1; l.appendItem(n); return [[...l].map((x) => x.value), e.getAttribute('rotate')]; })()`,
    [[10, 2.5, 30, 0.10000000149011612], '10 2.5 30 0.1'],
  ],
  [
    'numbers are floats',
    `(() => { const e = document.createElementNS('http://www.w3.org/2000/svg', 'text'); e.setAttribute('rotate', '0.1 1e10 1234567 1e-7'); const l = e.rotate.baseVal; l[0].value = 0.3; return [[...l].map((x) => x.value), e.getAttribute('rotate')]; })()`,
    [[0.30000001192092896, 10000000000, 1234567, 1.0000000116860974e-7], '0.3 1.00000e+10 1.23457e+6 1.00000e-7'],
  ],
  [
    'transforms are read with their kind and angle',
    `(() => { const e = document.createElementNS('http://www.w3.org/2000/svg', 'g');  return ['translate(5)', 'translate(5 6) scale(2)', 'rotate(90 10 10)', 'skewX(45) skewY(30)', 'matrix(1 2 3 4 5 6)', 'scale(2,3)', 'translate(1,2,3)', 'foo(1)', 'rotate(1) bad', 'scale( 2 )'].map((text) => { e.setAttribute('transform', text); return [...e.transform.baseVal].map((x) => [x.type, x.angle, ['a', 'b', 'c', 'd', 'e', 'f'].map((k) => Math.round(x.matrix[k] * 100) / 100).join(' ')]); }); })()`,
    [
      [[2, 0, '1 0 0 1 5 0']],
      [
        [2, 0, '1 0 0 1 5 6'],
        [3, 0, '2 0 0 2 0 0'],
      ],
      [[4, 90, '0 1 -1 0 20 0']],
      [
        [5, 45, '1 0 1 1 0 0'],
        [6, 30, '1 0.58 0 1 0 0'],
      ],
      [[1, 0, '1 2 3 4 5 6']],
      [[3, 0, '2 0 0 3 0 0']],
      [],
      [],
      [],
      [[3, 0, '2 0 0 2 0 0']],
    ],
  ],
  [
    'transforms are written as functions',
    `(() => { const s = document.querySelector('svg'); const e = document.createElementNS('http://www.w3.org/2000/svg', 'g');  const make = (name, ...args) => { const x = s.createSVGTransform(); x[name](...args); return x; }; const l = e.transform.baseVal; for (const x of [make('setTranslate', 1, 2), make('setScale', 2, 3), make('setRotate', 45, 0, 0), make('setRotate', 45, 10, 20), make('setSkewX', 5), make('setSkewY', 6)]) l.appendItem(x); return e.getAttribute('transform'); })()`,
    'translate(1 2) scale(2 3) rotate(45) rotate(45 10 20) skewX(5) skewY(6)',
  ],
  [
    'transforms become one matrix',
    `(() => { const e = document.createElementNS('http://www.w3.org/2000/svg', 'g'); e.setAttribute('transform', 'translate(5 6) scale(2)'); const one = e.transform.baseVal.consolidate(); const seen = [one.type, e.transform.baseVal.length, one.matrix.a, one.matrix.e]; e.removeAttribute('transform'); return [...seen, e.transform.baseVal.consolidate()]; })()`,
    [1, 1, 2, 5, null],
  ],
  [
    'a matrix is a transform of its own',
    `(() => { const s = document.querySelector('svg'); const e = document.createElementNS('http://www.w3.org/2000/svg', 'g');  const m = s.createSVGMatrix(); m.e = 3; const x = s.createSVGTransformFromMatrix(m); m.e = 9; e.transform.baseVal.initialize(x); return [x.matrix.e, x.type, e.getAttribute('transform')]; })()`,
    [3, 1, 'matrix(1 0 0 1 3 0)'],
  ],
  [
    'texts are lists too',
    `(() => { const e = document.createElementNS('http://www.w3.org/2000/svg', 'g'); e.setAttribute('requiredExtensions', ' a  b '); e.setAttribute('systemLanguage', 'en, de'); const l = e.systemLanguage; const seen = [[...e.requiredExtensions], [...l]]; l.appendItem('fr'); e.requiredExtensions.insertItemBefore('c', 0); l.replaceItem('x', 0); return [...seen, e.getAttribute('systemLanguage'), e.getAttribute('requiredExtensions'), l.removeItem(1), l.length]; })()`,
    [['a', 'b'], ['en', 'de'], 'x,de,fr', 'c a b', 'de', 2],
  ],
  [
    'lists of attributes that are gone are empty',
    `(() => { const e = document.createElementNS('http://www.w3.org/2000/svg', 'polygon');  const l = e.points; const seen = [l.length]; e.setAttribute('points', '1 2'); seen.push(l.length); e.removeAttribute('points'); return [...seen, l.length, e.points === l]; })()`,
    [0, 1, 0, true],
  ],
  [
    'code of a page that runs while a value is converted finds a list that is whole',
    `(() => { const s = document.querySelector('svg'); const e = document.createElementNS('http://www.w3.org/2000/svg', 'polyline'); e.setAttribute('points', '1 1 2 2 3 3'); const l = e.points; const index = { valueOf() { l.clear(); return 1; } }; let error; try { l.removeItem(index); } catch (x) { error = x.name; } e.setAttribute('points', '4 4 5 5'); l.replaceItem(s.createSVGPoint(), { valueOf() { e.setAttribute('points', '6 6'); return 0; } }); return [error, e.getAttribute('points')]; })()`,
    ['IndexSizeError', '0 0'],
  ],
  [
    'a getter that throws changes nothing',
    `(() => { const T = (f) => { try { return f(); } catch (e) { return e.name; } }; const e = document.createElementNS('http://www.w3.org/2000/svg', 'polyline'); e.setAttribute('points', '1 1'); const boom = { valueOf() { throw new RangeError('mine'); } }; return [T(() => e.points.getItem(boom)), T(() => { e.points[0].x = boom; }), T(() => { e.points[0].x = NaN; }), T(() => { e.points[0].x = 'no'; }), e.getAttribute('points')]; })()`,
    ['RangeError', 'RangeError', 'TypeError', 'TypeError', '1 1'],
  ],
  [
    'a long list is read and grown',
    `(() => { const s = document.querySelector('svg'); const e = document.createElementNS('http://www.w3.org/2000/svg', 'polyline');  const l = e.points; for (let at = 0; at < 20000; at++) { const q = s.createSVGPoint(); q.x = at; l.appendItem(q); } const text = e.getAttribute('points'); return [l.length, text.length, text.slice(-20), l[19999].x, l.getItem(10000).x]; })()`,
    [20000, 148889, '97 0 19998 0 19999 0', 19999, 10000],
  ],
  [
    'members of lists are those of their own',
    `(() => { const T = (f) => { try { return f(); } catch (e) { return e.name; } }; return [T(() => SVGPointList.prototype.appendItem.call({}, 1)), T(() => Object.getOwnPropertyDescriptor(SVGPointList.prototype, 'length').get.call([])), T(() => new SVGPointList()), Object.prototype.toString.call(p.points)]; })()`,
    ['TypeError', 'TypeError', 'TypeError', '[object SVGPointList]'],
  ],
];

test('lists of SVG attributes are as in Chrome', (t) => checkFacts(t, PAGE, FACTS));
