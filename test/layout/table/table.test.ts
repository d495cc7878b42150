import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxesOf } from '../flow/boxes-of.ts';

const page = (html: string): string[] =>
  boxesOf(`<!doctype html><style>body { margin: 0 } td { padding: 0 } table { border-spacing: 0 }</style>${html}`);

test('a cell that begins in no row of its own column needs no column', () => {
  assert.deepEqual(page('<table id=t><tr><td colspan=9 style="width: 50px"><td id=a style="width: 20px">'), [
    't 0,0 70x0',
    'a 50,0 20x0',
  ]);
});

test('spacing is around every column, and around no column that nothing begins in', () => {
  const html = '<table id=t style="border-spacing: 5px"><tr><td colspan=3 style="width: 30px; height: 10px">';
  assert.deepEqual(page(html), ['t 0,0 40x20']);
});

test('a cell may be narrower than its padding in a fixed layout', () => {
  const html =
    '<table style="table-layout: fixed; width: 50px"><tr><td id=a style="width: 40px"><td id=b style="padding: 0 20px">';
  assert.deepEqual(page(html), ['a 0,0 40x0', 'b 40,0 10x0']);
});

test('content that is larger than its cell begins at the start of the cell', () => {
  const html =
    '<table><tr style="visibility: collapse"><td style="vertical-align: bottom"><div id=a style="height: 30px; width: 5px">';
  assert.deepEqual(page(html), ['a 0,0 5x30']);
});

test('a cell without a line of text stands on the end of its content', () => {
  const html = `<table><tr style="vertical-align: baseline">
    <td><div id=a style="height: 10px; width: 5px"></div><td><div id=b style="height: 30px; width: 5px"></div>`;
  assert.deepEqual(page(html), ['a 0,20 5x10', 'b 5,0 5x30']);
});

test('a percentage in a cell is of the height that the table gives the cell', () => {
  const html = '<table style="height: 80px"><tr><td><div id=a style="height: 50%; width: 5px">';
  assert.deepEqual(page(html), ['a 0,20 5x40']);
});

test('what is positioned in a cell follows the final height of the cell', () => {
  const html = `<table style="height: 80px"><tr>
    <td style="position: relative"><div id=a style="position: absolute; bottom: 0; width: 5px; height: 5px">`;
  assert.deepEqual(page(html), ['a 0,75 5x5']);
});

test('a collapsed column takes its width away from the table', () => {
  const html = `<table id=t><col><col style="visibility: collapse">
    <tr><td style="width: 30px; height: 5px"><td style="width: 20px"><td id=c style="width: 10px">`;
  assert.deepEqual(page(html), ['t 0,0 40x5', 'c 30,0 10x5']);
});

test('a table is at least as wide as a word in its caption', () => {
  const html = '<table id=t><caption style="width: 60px"></caption><tr><td style="width: 10px; height: 5px">';
  assert.deepEqual(page(html), ['t 0,0 60x5']);
});

test('borders that meet are one border, half of it in each cell', () => {
  const html = `<table id=t style="border-collapse: collapse">
    <tr><td id=a style="border: 10px solid; width: 10px; height: 10px"><td id=b style="border: 2px solid; width: 10px">`;
  assert.deepEqual(page(html), ['t 0,0 42x30', 'a 5,5 20x20', 'b 25,5 16x20']);
});

test('columns without any cell have a box without height', () => {
  assert.deepEqual(page('<table><colgroup><col><col id=c></colgroup><tr><td style="width: 10px; height: 5px">'), [
    'c 0,0 0x0',
  ]);
});
