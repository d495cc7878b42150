import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fence, fenceLines, withoutFence } from '../../src/spatial/page-fence.ts';
import type { Bounds, SpatialDom, SpatialElement } from '../../src/spatial/spatial-dom.ts';
import { deltaToText, toText } from '../../src/spatial/to-text.ts';

const PAGE: SpatialDom = {
  url: 'http://shop.test/',
  title: 'Shop',
  vp: [1280, 800],
  scroll: [0, 0],
  version: 1,
  els: [
    { id: 1, tag: 'h1', text: 'Sign in', b: [8, 8, 400, 37] },
    { id: 2, tag: 'input', role: 'textbox', name: 'Email', type: 'email', required: true, b: [8, 60, 177, 21] },
    { id: 3, tag: 'a', text: 'Forgot "it"?', href: '/reset', b: [8, 90, 80, 17] },
    { id: 4, tag: 'p', text: 'No account yet', b: [8, 120, 120, 17] },
    { id: 5, tag: 'input', role: 'checkbox', name: 'Stay', checked: false, b: [8, 140, 13, 13] },
    { id: 6, tag: 'input', role: 'checkbox', name: 'Terms', checked: true, b: [8, 160, 13, 13] },
  ],
};

test('one line an element: id and box, where it differs from the line before; kind, states, words', () => {
  assert.equal(
    toText(PAGE),
    `"Shop" http://shop.test/
1,8,8,400,37 h1 "Sign in"
2,,60,177,21 textbox:email required "Email"
3,,90,80,17 link "Forgot 'it'?"
4,,120,120 "No account yet"
5,,140,13,13 checkbox "Stay"
6,,160 checkbox checked "Terms"
`,
  );
});

/** Elements as lines. */
const linesOf = (...els: SpatialElement[]): string[] =>
  toText({ ...PAGE, els })
    .trim()
    .split('\n')
    .slice(1);
const link = (id: number, text: string, b: Bounds): SpatialElement => ({ id, tag: 'a', text, href: '/', b });

test('a link stands in the text that it is part of, with its place', () => {
  const text: SpatialElement = { id: 1, tag: 'p', text: 'Read the terms or the rules.', b: [0, 0, 300, 20] };
  assert.deepEqual(linesOf(text, link(2, 'terms', [60, 1, 40, 18]), link(3, 'rules', [120, 1, 40, 18])), [
    '1,0,0,300,20 "Read the [2,60,1,40,18 terms] or the [3,120 rules]."',
  ]);
});

test('a link elsewhere, or with more to tell, has a line of its own', () => {
  const text: SpatialElement = { id: 1, tag: 'p', text: 'The terms', b: [0, 0, 300, 20] };
  const elsewhere = link(2, 'terms', [0, 90, 40, 18]);
  assert.deepEqual(linesOf(text, elsewhere), ['1,0,0,300,20 "The terms"', '2,,90,40,18 link "terms"']);
  const focused = { ...link(2, 'terms', [60, 1, 40, 18]), focused: true } as const;
  assert.deepEqual(linesOf(text, focused)[1], '2,60,1,40,18 link focused "terms"');
});

test('a text that is all of a page has no box; a button has', () => {
  const one = (tag: string) =>
    toText({ ...PAGE, els: [{ id: 1, tag, text: 'Hi', b: [8, 8, 50, 20] }] }, { head: false });
  assert.equal(one('p'), '1 "Hi"\n');
  assert.equal(one('button'), '1,8,8,50,20 button "Hi"\n');
});

test('a landmark has no box, a dialog has', () => {
  assert.deepEqual(
    linesOf({ id: 1, tag: 'main', b: [0, 0, 9, 9] }, { id: 2, tag: 'dialog', name: 'Cookies', b: [0, 0, 9, 9] }),
    ['1 main', '2,0,0,9,9 dialog "Cookies"'],
  );
});

test('where links lead is told to those who ask', () => {
  assert.match(toText(PAGE, { links: true }), /^3,,90,80,17 link "Forgot 'it'\?" -> \/reset$/m);
});

test('boxes can be left out, and title and address', () => {
  assert.match(toText(PAGE, { boxes: false }), /^1 h1 "Sign in"$/m);
  assert.match(toText(PAGE, { head: false }), /^1,8,8,400,37 h1 "Sign in"\n2,/);
  assert.equal(toText({ ...PAGE, els: [] }, { head: false }), 'no elements\n');
});

test('without boxes, neighbours that say the same are one line, and what only takes clicks is its id', () => {
  const b: Bounds = [0, 0, 9, 9];
  const els: SpatialElement[] = [
    { id: 1, tag: 'button', b },
    { id: 2, tag: 'button', b },
    { id: 3, tag: 'button', b },
    { id: 5, tag: 'button', b },
    { id: 6, tag: 'button', disabled: true, b },
    { id: 7, tag: 'input', role: 'textbox', val: 'tea', b },
    { id: 8, tag: 'div', clickable: true, b },
    { id: 9, tag: 'svg', clickable: true, b },
    { id: 10, tag: 'div', clickable: true, text: 'Go', b },
  ];
  const text = toText({ ...PAGE, els }, { boxes: false, head: false });
  assert.equal(text, '1-3 button\n5 button\n6 button disabled\n7 textbox ="tea"\n8-9\n10 clickable "Go"\n');
  assert.match(toText({ ...PAGE, els }), /^2 button\n3 button$[\s\S]*^8 clickable\n9 clickable$/m);
});

test('lines are marked when the page has a word in them; a mark begins no line of the page', () => {
  const numbers = [482, 483, 484];
  const next = () => numbers.shift()!;
  assert.equal(fenceLines('4 textbox\n5-6 button\n', next), '4 textbox\n5-6 button');
  assert.equal(fenceLines('8 button "Submit"\n', next), '8 button "Submit"');
  assert.equal(fenceLines('4 link -> /obey\n', next), 'page482:\n4 link -> /obey\n482');
  const long = `8 button "${'Submit '.repeat(4)}"\n`;
  assert.equal(
    fenceLines(long, () => 7),
    `page7:\n${long}7`,
  );
  assert.equal(
    fence('483 ends it\npage 484', () => numbers.shift() ?? 485),
    'page485:\n483 ends it\npage 484\n485',
  );
  assert.equal(withoutFence('page482:\n4 "a"\n482'), '4 "a"\n');
});

const BOX: Bounds = [1, 2, 3, 4];

test('outside of quotes there is no word of the page', () => {
  const words = fc.array(fc.constantFrom('EVIL', '"', '\\', "'", '[', ']', '1', ' ', ',', '\u201d', '='), {
    maxLength: 8,
  });
  const text = words.map((each) => each.join(''));
  const fields = fc.record(
    { text, name: text, ph: text, val: text, current: text, options: fc.array(text), role: fc.constant('button') },
    { requiredKeys: [] },
  );
  const tag = fc.constantFrom('EVIL', 'EVIL-1', 'evil:EVIL', 'div', 'h1', 'a', 'input');
  const element = fc
    .record({ fields, tag })
    .map(({ fields: said, tag: name }) => ({ id: 1, tag: name, ...said, b: BOX }));
  fc.assert(
    fc.property(fc.array(element), (els) => {
      const told =
        toText({ ...PAGE, els }) + deltaToText({ delta: true, from: 1, version: 2, added: els, changed: els });
      assert.doesNotMatch(told.replace(/"[^"\n]*"/g, ''), /EVIL/);
    }),
  );
});

test('a delta shows added, changed and removed', () => {
  const text = deltaToText({
    delta: true,
    from: 1,
    version: 2,
    added: [{ id: 4, tag: 'p', role: 'alert', text: 'Wrong', b: [0, 0, 9, 9] }],
    changed: [{ id: 2, val: 'a@b.c', required: null, b: [1, 2, 3, 4] }],
    removed: [3],
  });
  assert.equal(text, '+ 4,0,0,9,9 alert "Wrong"\n~ 2,1,2,3,4 val="a@b.c" no required\n- 3\n');
});
