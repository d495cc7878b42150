import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SpatialDom } from '../../src/spatial/spatial-dom.ts';
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

test('one line an element: id, kind, words, states, place, size', () => {
  assert.equal(
    toText(PAGE),
    `"Shop" http://shop.test/
1 h1 "Sign in" 8,8 400x37
2 textbox:email "Email" required 8,60 177x21
3 link "Forgot 'it'?" 8,90 80x17
4 "No account yet" 8,120 120x17
5 checkbox "Stay" 8,140 13x13
6 checkbox "Terms" checked 8,160 13x13
`,
  );
});

test('where links lead is told to those who ask', () => {
  assert.match(toText(PAGE, { links: true }), /^3 link "Forgot 'it'\?" -> \/reset 8,90 80x17$/m);
});

test('boxes can be left out', () => {
  assert.match(toText(PAGE, { boxes: false }), /^1 h1 "Sign in"$/m);
});

test('a delta shows added, changed and removed', () => {
  const text = deltaToText({
    delta: true,
    from: 1,
    version: 2,
    added: [{ id: 4, tag: 'p', role: 'alert', text: 'Wrong', b: [0, 0, 9, 9] }],
    changed: [{ id: 2, val: 'a@b.c', required: null }],
    removed: [3],
  });
  assert.equal(text, '+ 4 alert "Wrong" 0,0 9x9\n~ 2 val="a@b.c" no required\n- 3\n');
});
