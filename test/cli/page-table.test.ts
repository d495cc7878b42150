import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeTable, pageTable } from '../../src/cli/page-table.ts';
import { createTerminal } from '../../src/cli/terminal.ts';
import type { SpatialDelta, SpatialDom } from '../../src/spatial/spatial-dom.ts';

const OUT = { write: () => true, isTTY: true, columns: 60 };
const terminal = createTerminal({ out: OUT, err: OUT, env: { NO_COLOR: '1' } });
const BOXES = { boxes: true, links: false };

const PAGE: SpatialDom = {
  url: 'http://a.test/',
  title: 'Shop',
  vp: [800, 600],
  scroll: [0, 0],
  version: 1,
  more: { below: 3 },
  els: [
    { id: 12, tag: 'h1', text: 'Tea', b: [8, 21, 784, 37] },
    { id: 1, tag: 'a', text: 'Home', href: '/', b: [8, 80, 39, 17] },
    { id: 2, tag: 'div', clickable: true, b: [8, 97, 20, 20] },
    { id: 13, tag: 'p', text: `All kinds of tea, ${'and more '.repeat(20)}`, b: [8, 120, 784, 90] },
  ],
};

test('a page is a table with its columns under each other, as wide as the terminal', () => {
  assert.deepEqual(pageTable(PAGE, BOXES, terminal), [
    '"Shop" http://a.test/',
    'id  place  size    element',
    '12  8,21   784×37  h1 "Tea"',
    ' 1  8,80   39×17   link "Home"',
    ' 2  8,97   20×20   clickable',
    '13  8,120  784×90  "All kinds of tea, and more and more and…',
    '+ 3 below: scroll',
  ]);
});

test('without boxes the table has two columns', () => {
  assert.deepEqual(
    pageTable({ ...PAGE, els: PAGE.els.slice(0, 2) }, { boxes: false, links: true }, terminal).slice(1, 4),
    ['id  element', '12  h1 "Tea"', ' 1  link "Home" -> /'],
  );
});

test('a change says what came, what is different and what is gone', () => {
  const delta: SpatialDelta = {
    delta: true,
    from: 1,
    version: 2,
    added: [{ id: 14, tag: 'p', role: 'status', text: 'In your basket', b: [8, 60, 784, 18] }],
    changed: [{ id: 1, focused: true }],
    moved: [[0, 18, 12, 13]],
    removed: [3, 4, 5, 9],
  };
  assert.deepEqual(changeTable(delta, BOXES, terminal), [
    '+     14  8,60   784×18  status "In your basket"',
    '~      1                 focused=true',
    '~  12-13                 moved by 0,18',
    '- 3-5, 9                 gone',
  ]);
});

test('nothing that changed is said, too', () => {
  assert.deepEqual(changeTable({ delta: true, from: 1, version: 2 }, BOXES, terminal), ['no change']);
});
