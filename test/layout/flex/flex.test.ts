import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxesOf } from '../flow/boxes-of.ts';

const page = (html: string): string[] => boxesOf(`<!doctype html><style>body { margin: 0 }</style>${html}`);
const flex = (style: string, items: string): string[] => page(`<div style="display: flex; ${style}">${items}</div>`);

test('padding in percentages is part of what an item needs', () => {
  const items = '<div id=a style="padding: 0 10%"><div style="width: 50px; height: 5px"></div></div>';
  assert.deepEqual(flex('width: 200px', items), ['a 0,0 90x5']);
});

test('an item that scrolls has no automatic minimum', () => {
  const items = `<div id=a style="overflow: hidden"><div style="width: 80px; height: 5px"></div></div>
    <div id=b><div style="width: 80px"></div></div>`;
  assert.deepEqual(flex('width: 100px', items), ['a 0,0 20x5', 'b 20,0 80x5']);
});

test('a drawing is clipped, so that it has no automatic minimum either', () => {
  const items = '<svg id=a width=80 height=5></svg><div id=b><div style="width: 80px"></div></div>';
  assert.deepEqual(flex('width: 100px', items), ['a 0,0 20x5', 'b 20,0 80x5']);
});

test('a stretched item has the height of its line, and what is aligned in it follows', () => {
  const items = `<div style="width: 5px; height: 60px"></div>
    <div id=a style="display: flex; align-items: end"><div id=b style="width: 5px; height: 10px"></div></div>`;
  assert.deepEqual(flex('', items), ['a 5,0 5x60', 'b 5,50 5x10']);
});

test('what is positioned in a stretched item follows the height of the line', () => {
  const items = `<div style="width: 5px; height: 60px"></div>
    <div style="position: relative"><div id=a style="position: absolute; bottom: 0; width: 5px; height: 5px"></div></div>`;
  assert.deepEqual(flex('', items), ['a 5,55 5x5']);
});

test('a percentage in a stretched item is of the stretched height, also where the container has none of its own', () => {
  const items = `<div style="width: 5px; height: 60px"></div>
    <div><div id=a style="height: 50%; width: 5px"></div></div>`;
  assert.deepEqual(flex('', items), ['a 5,0 5x30']);
});

test('an item with a flex basis of its own in a column has a definite height', () => {
  const items = '<div style="flex: 0 0 80px"><div id=a style="height: 50%; width: 5px"></div></div>';
  assert.deepEqual(flex('flex-direction: column', items), ['a 0,0 5x40']);
});

test('an item as high as its content in a column has not', () => {
  const items = '<div><div style="height: 20px"></div><div id=a style="height: 50%; width: 5px"></div></div>';
  assert.deepEqual(flex('flex-direction: column', items), ['a 0,20 5x0']);
});

test('baselines of a reversed cross axis meet at the end of the line', () => {
  const box = (id: string, height: number): string =>
    `<div id=${id} style="width: 5px; height: ${height}px; margin-bottom: 4px"></div>`;
  assert.deepEqual(flex('flex-wrap: wrap-reverse; align-items: baseline; height: 50px', box('a', 10) + box('b', 30)), [
    'a 0,36 5x10',
    'b 5,16 5x30',
  ]);
});

test('an item that cannot flex contributes its basis, one that can contributes its content', () => {
  const items = `<div style="flex: 0 0 30px; min-width: 0"><div style="width: 50px"></div></div>
    <div style="flex: 1 1 30px"><div style="width: 50px; height: 5px"></div></div>`;
  assert.deepEqual(page(`<div id=f style="display: inline-flex; vertical-align: top">${items}</div>`), ['f 0,0 80x5']);
});

test('a column that wraps is as wide as its lines side by side', () => {
  const item = '<div style="width: 30px; height: 30px"></div>';
  const html = `<div id=f style="float: left; display: flex; flex-flow: column wrap; height: 50px">${item}${item}${item}</div>`;
  assert.deepEqual(page(html), ['f 0,0 90x50']);
});

test('the height of a table in a column is that of its rows, with captions on top', () => {
  const table = `<table id=t style="height: 30px; border-spacing: 0"><caption style="height: 10px"></caption>
    <tr><td id=c style="padding: 0; width: 5px"></table>`;
  assert.deepEqual(flex('flex-direction: column; align-items: start', table), ['t 0,0 5x40', 'c 0,10 5x30']);
});

test('a table is not stretched to less than its content', () => {
  const table =
    '<table id=t style="border-spacing: 0"><tr><td style="padding: 0"><div style="width: 80px; height: 5px">';
  assert.deepEqual(flex('flex-direction: column; width: 50px', table), ['t 0,0 80x5']);
});

test('an absolutely positioned child is placed as if it were the only item', () => {
  const child = '<div id=a style="position: absolute; width: 10px; height: 10px"></div><p>in flow</p>';
  assert.deepEqual(flex('height: 50px; justify-content: end; align-items: center', child), ['a 790,20 10x10']);
});

test('work does not multiply with the depth of nesting', () => {
  // Two layouts for each level would be 2^60 of them.
  const nest = (depth: number): string => {
    if (depth === 0) return 'leaf';
    const direction = depth % 2 === 0 ? 'row' : 'column';
    return `<div style="display: flex; flex-direction: ${direction}"><div>a</div>${nest(depth - 1)}<div>b</div></div>`;
  };
  assert.equal(page(`<div id=f>${nest(60)}</div>`).length, 1);
});
