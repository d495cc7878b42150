import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstChild } from '../../src/html/node-tree.ts';
import { parseDocument } from '../../src/html/parse.ts';
import { ElementIds } from '../../src/spatial/ids.ts';
import { appendChild, remove } from '../mutable-tree.ts';

test('an element keeps its id, and the id finds the element', () => {
  const document = parseDocument('<p>one');
  const html = firstChild(document)!;
  const ids = new ElementIds();
  const id = ids.idOf(html);
  assert.equal(ids.idOf(html), id);
  assert.equal(ids.nodeOf(id, document), html);
});

test('an element that left the tree has no id to act on, and gets its old one when it comes back', () => {
  const document = parseDocument('<p>one');
  const html = firstChild(document)!;
  const ids = new ElementIds();
  const id = ids.idOf(html);
  remove(html);
  assert.equal(ids.nodeOf(id, document), null);
  appendChild(document, html);
  assert.equal(ids.nodeOf(id, document), html);
});

test('an id that was never given is unknown', () => {
  assert.equal(new ElementIds().nodeOf(1, parseDocument('')), null);
});
