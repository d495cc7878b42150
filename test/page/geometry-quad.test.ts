import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valueOfScript } from './answer-of.ts';

test('a quad has the bounds of its four points', async () => {
  const found = await valueOfScript('JSON.stringify(new DOMQuad({ x: 5, y: -2 }, { x: 3, y: 4 }).getBounds())');
  assert.equal(found, '{"x":0,"y":-2,"width":5,"height":6,"top":-2,"right":5,"bottom":4,"left":0}');
});

test('a quad of a rectangle goes around it clockwise', async () => {
  const found = await valueOfScript(
    '(({ p1, p2, p3, p4 }) => [p1, p2, p3, p4].map(({ x, y }) => x + "," + y).join(" "))(DOMQuad.fromRect({ x: 1, y: 2, width: 3, height: 4 }))',
  );
  assert.equal(found, '1,2 4,2 4,6 1,6');
});

test('a rectangle can be made from what looks like one', async () => {
  assert.equal(await valueOfScript('DOMRect.fromRect({ x: 4, width: 2 }).right'), 6);
});

test('null counts as an empty dictionary', async () => {
  const found = await valueOfScript(
    '[DOMQuad.fromRect(null).p3.x, DOMQuad.fromQuad(null).p1.w, DOMRectReadOnly.fromRect(null).width].join()',
  );
  assert.equal(found, '0,1,0');
});

test('a function that stands on an interface needs no receiver', async () => {
  const found = await valueOfScript(`
    const names = [];
    for (const [on, name] of [[DOMRect, 'fromRect'], [DOMRectReadOnly, 'fromRect'], [DOMMatrix, 'fromMatrix'], [DOMMatrixReadOnly, 'fromMatrix']]) {
      const make = on[name];
      names.push(make({}).constructor.name);
    }
    names.join()`);
  assert.equal(found, 'DOMRect,DOMRectReadOnly,DOMMatrix,DOMMatrixReadOnly');
});
