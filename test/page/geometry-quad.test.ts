import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

async function answerOf(expression: string): Promise<unknown> {
  using page = await openPage('<p>x');
  return await page.evaluate(expression);
}

test('a quad has the bounds of its four points', async () => {
  const found = await answerOf('JSON.stringify(new DOMQuad({ x: 5, y: -2 }, { x: 3, y: 4 }).getBounds())');
  assert.equal(found, '{"x":0,"y":-2,"width":5,"height":6,"top":-2,"right":5,"bottom":4,"left":0}');
});

test('a quad of a rectangle goes around it clockwise', async () => {
  const found = await answerOf(
    '(({ p1, p2, p3, p4 }) => [p1, p2, p3, p4].map(({ x, y }) => x + "," + y).join(" "))(DOMQuad.fromRect({ x: 1, y: 2, width: 3, height: 4 }))',
  );
  assert.equal(found, '1,2 4,2 4,6 1,6');
});

test('a rectangle can be made from what looks like one', async () => {
  assert.equal(await answerOf('DOMRect.fromRect({ x: 4, width: 2 }).right'), 6);
});
