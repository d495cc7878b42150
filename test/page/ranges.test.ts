import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

const PAGE =
  '<style>body{font:16px/20px Arial;margin:8px}</style><p id=a>Hello <b id=b>bold</b> world</p><div id=c><i>x</i>y<u>z</u></div>';

test('a range takes its contents out and collapses between what is left', async () => {
  using page = await openPage(PAGE);
  assert.equal(
    await page.evaluate(`const r = document.createRange(); r.setStart(a.firstChild, 2); r.setEnd(b.firstChild, 2);
      const text = r.toString(); const box = document.createElement('div'); box.append(r.extractContents());
      [text, box.innerHTML, a.innerHTML, r.startContainer.id, r.startOffset].join('|')`),
    'llo bo|llo <b id="b">bo</b>|He<b id="b">ld</b> world|a|1',
  );
});

test('cloned contents leave the document as it is', async () => {
  using page = await openPage(PAGE);
  assert.equal(
    await page.evaluate(`const r = new Range(); r.setStart(c.firstChild.firstChild, 0); r.setEnd(c, 2);
      const box = document.createElement('div'); box.append(r.cloneContents()); box.innerHTML + '|' + c.innerHTML`),
    '<i>x</i>y|<i>x</i>y<u>z</u>',
  );
});

test('boundary points move with insertions, removals and changes of text', async () => {
  using page = await openPage(PAGE);
  assert.equal(
    await page.evaluate(`const r = new Range(); r.selectNodeContents(c); c.firstChild.remove(); const removed = r.endOffset;
      c.prepend('q'); const added = [r.startOffset, r.endOffset];
      const t = c.firstChild; t.data = 'long text'; r.setStart(t, 5); t.insertData(0, 'AB'); const typed = r.startOffset;
      t.splitText(3); const split = [r.startContainer.data, r.startOffset]; c.normalize();
      [removed, added, typed, split, r.startContainer.data, r.startOffset].join('|')`),
    '2|0,3|7|ong text,4|ABlong texty|7',
  );
});

test('a boundary point inside of what is removed goes to where it was', async () => {
  using page = await openPage(PAGE);
  assert.equal(
    await page.evaluate(`const r = new Range(); r.setStart(b.firstChild, 1); r.setEnd(a.lastChild, 3); b.remove();
      [r.startContainer.id, r.startOffset, r.endContainer.data, r.endOffset].join()`),
    'a,1, world,3',
  );
});

test('nodes are wrapped and inserted, and what cuts through elements cannot be wrapped', async () => {
  using page = await openPage(PAGE);
  assert.equal(
    await page.evaluate(`const r = new Range(); r.selectNodeContents(b); r.surroundContents(document.createElement('em'));
      r.setStart(a.firstChild, 5); r.collapse(true); r.insertNode(document.createTextNode('!')); a.innerHTML`),
    'Hello! <b id="b"><em>bold</em></b> world',
  );
  assert.equal(
    await page.evaluate(`{ const r = new Range(); r.setStart(a.firstChild, 1); r.setEnd(c, 1);
      try { r.surroundContents(document.createElement('em')) } catch (error) { error.name } }`),
    'InvalidStateError',
  );
});

test('a range over part of a line has the rectangle of that part', async () => {
  using page = await openPage(PAGE);
  const [x, width, all] = JSON.parse(
    (await page.evaluate(`const r = new Range(); r.setStart(a.firstChild, 0); r.setEnd(a.firstChild, 5);
      const part = r.getBoundingClientRect(); r.selectNodeContents(a);
      JSON.stringify([part.x, part.width, r.getBoundingClientRect().width])`)) as string,
  );
  assert.equal(x, 8);
  // 'Hello' in Arial of 16 px: 11.56 + 8.9 + 3.55 + 3.55 + 8.9.
  assert.ok(Math.abs(width - 36.45) < 0.1, `${width}`);
  assert.ok(all > width * 2);
});

test('the selection has a direction, moves by words, and tells once that it changed', async () => {
  using page = await openPage(
    `${PAGE}<p id=w>one two three</p><script>document.addEventListener('selectionchange', () => console.log('changed'))</script>`,
  );
  assert.equal(
    await page.evaluate(`const s = getSelection(); s.collapse(w.firstChild, 4); s.modify('extend', 'forward', 'word');
      const forward = [s.toString(), s.direction]; s.collapse(w.firstChild, 4); s.modify('extend', 'backward', 'word');
      [forward, s.toString(), s.direction, s.rangeCount, s.type].join()`),
    'two,forward,one ,backward,1,Range',
  );
  await page.settle();
  assert.deepEqual(page.log, ['changed']);
});

test('a node iterator steps back from what is removed', async () => {
  using page = await openPage(PAGE);
  assert.equal(
    await page.evaluate(`const it = document.createNodeIterator(document.body, NodeFilter.SHOW_ELEMENT);
      it.nextNode(); it.nextNode(); it.nextNode(); const at = it.referenceNode.id;
      it.referenceNode.remove(); [at, it.referenceNode.nodeName, it.nextNode().id].join()`),
    'b,#text,c',
  );
});

test('scripts of a contextual fragment run', async () => {
  using page = await openPage(PAGE);
  await page.evaluate(
    `c.append(document.createRange().createContextualFragment('<script>console.log("ran")<\\/script>')); 1`,
  );
  await page.settle();
  assert.deepEqual(page.log, ['ran']);
});
