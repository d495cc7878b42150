import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emitted } from './emitted-page.ts';

const words = (html: string) => emitted(html).els.map(({ text }) => text);

test('what is shown in another order than it has in the document is read as it is shown', () => {
  assert.deepEqual(words('<div style="display: flex; flex-direction: row-reverse"><p>C<p>B<p>A</div>'), [
    'A',
    'B',
    'C',
  ]);
  assert.deepEqual(words('<div style="display: flex; flex-direction: column-reverse"><p>C<p>B<p>A</div>'), [
    'A',
    'B',
    'C',
  ]);
  assert.deepEqual(words('<div style="display: flex"><p style="order: 2">B<p style="order: 1">A</div>'), ['A', 'B']);
  assert.deepEqual(words('<div style="display: grid"><p style="grid-row: 2">B<p style="grid-row: 1">A</div>'), [
    'A',
    'B',
  ]);
});

test('rows go in the direction of the text, and what is centred in a row stays in it', () => {
  const row = `<div dir=rtl style="display: flex; flex-direction: row-reverse; align-items: center">
    <p style="height: 20px">C<p style="height: 90px">B<p style="height: 40px">A</div>`;
  assert.deepEqual(words(row), ['A', 'B', 'C']);
});

test('columns that lie beside each other are read one after the other', () => {
  const columns = `<div style="display: grid; grid-template-columns: 1fr 1fr">
    <p style="grid-area: 1 / 2 / 3 / 3">Side<p style="grid-area: 1 / 1">One<p style="grid-area: 2 / 1">Two</div>`;
  assert.deepEqual(words(columns), ['One', 'Two', 'Side']);
});

test('what nothing rearranges is read as it stands', () => {
  assert.deepEqual(words('<div style="display: flex"><p>A</p><p>B</p></div><p style="float: right">C</p><p>D</p>'), [
    'A',
    'B',
    'C',
    'D',
  ]);
});
