/** `document.all`: the list that calls itself undefined. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

const PAGE = `<!DOCTYPE html><title>x</title><p id=one>1</p><input name=two><div name=two></div>
  <input name=same><b id=same></b><p id=length></p>`;

/** What Chromium answers. */
const FACTS: Readonly<Record<string, unknown>> = {
  'typeof document.all': 'undefined',
  'document.all == null': true,
  'document.all === undefined': false,
  'Boolean(document.all)': false,
  'document.all ? "old" : "new"': 'new',
  'document.all === document.all': true,
  'document.all instanceof HTMLAllCollection': true,
  'Object.prototype.toString.call(document.all)': '[object HTMLAllCollection]',
  'document.all.length': 10,
  'document.all[0] === document.documentElement': true,
  'document.all[99]': undefined,
  'document.all.one.textContent': '1',
  'document.all["two"].localName': 'input',
  'document.all.same.length': 2,
  'document.all.same === document.all.same': true,
  'document.all.none': undefined,
  'document.all.item("one").id': 'one',
  'document.all.item(0).localName': 'html',
  'document.all.item()': null,
  'document.all.item("none")': null,
  'document.all.namedItem("one").id': 'one',
  'document.all.namedItem("0")': null,
  'document.all.namedItem("length").id': 'length',
  '[...document.all].length': 10,
  'Object.getPrototypeOf(document.all) === HTMLAllCollection.prototype': true,
};

test('a list of all elements, by index and by name, that counts as false', async () => {
  using page = await openPage(PAGE);
  for (const [expression, value] of Object.entries(FACTS)) {
    assert.equal(await page.evaluate(expression), value ?? null, expression);
  }
  assert.equal(await page.evaluate('document.body.append(document.createElement("p")), document.all.length'), 11);
});

test('pages cannot write what it was made with', async () => {
  using page = await openPage('<p>x');
  const tried = `["%GetUndetectable()", "%DebugPrint(1)"].map((code) => {
    try { return typeof new Function(code); } catch (error) { return error.name; }
  }).join()`;
  assert.equal(await page.evaluate(tried), 'SyntaxError,SyntaxError');
  assert.equal(await page.evaluate('"__undetectable" in globalThis'), false);
});

test('a document is opened however often garbage was collected before', async () => {
  using page = await openPage('<p>x');
  const litter = '{ const kept = []; for (let i = 0; i < 20; i++) kept.push(new Array(200000).fill(i)); kept.length }';
  for (let round = 0; round < 12; round++) await page.evaluate(litter);
  await page.open('<p>y<script>console.log(typeof document.all, document.all.length)</script>');
  await page.settle();
  assert.deepEqual(page.log, ['undefined 5']);
});
