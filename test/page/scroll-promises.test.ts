import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

const PAGE = '<!DOCTYPE html><body style="height: 5000px"><p id=p style="margin-top: 3000px">x</p>';

async function answerOf(expression: string): Promise<unknown> {
  using page = await openPage(PAGE);
  await page.evaluate(`(async () => { globalThis.answer = await (${expression}); })()`);
  await page.settle();
  return await page.evaluate('globalThis.answer');
}

test('methods that scroll give a promise of how it went', async () => {
  const found = await answerOf(`Promise.all([
    scrollTo(0, 10), scrollBy({ top: 5 }), document.body.scroll(0, 0), p.scrollIntoView(),
  ]).then((all) => all.map(({ interrupted }) => interrupted).join() + (scrollY > 1000))`);
  assert.equal(found, 'false,false,false,falsetrue');
});

test('what are no options of a scroll reject it with a TypeError, and nothing moves', async () => {
  const found = await answerOf(`Promise.allSettled([scrollTo(7), scrollBy({ top: 9, behavior: 'fast' })])
    .then((all) => all.map(({ reason }) => reason.name).join() + scrollY)`);
  assert.equal(found, 'TypeError,TypeError0');
});
