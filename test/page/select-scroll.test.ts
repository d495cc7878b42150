/** A list box shows what script has chosen, as Chrome's does; what markup chose does not scroll it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

const OPTIONS = Array.from({ length: 20 }, (_, nth) => `<option id=o${nth}>${nth}`).join('');

test('a list box scrolls to the option that script chooses, in a task', async () => {
  using page = await openPage(`<select id=list size=4>${OPTIONS}</select><script>
    o19.selected = true;
    console.log(list.scrollTop);
  </script>`);
  assert.deepEqual(page.log, ['0']);
  assert.equal(await page.evaluate('list.scrollTop === list.scrollHeight - list.clientHeight'), true);
  await page.evaluate('void (o18.selected = true)');
  await page.settle();
  assert.equal(await page.evaluate('list.scrollTop === list.scrollHeight - list.clientHeight'), true);
  await page.evaluate('void (o2.selected = true)');
  await page.settle();
  assert.equal(
    await page.evaluate('o2.getBoundingClientRect().top === list.getBoundingClientRect().top + list.clientTop'),
    true,
  );
  assert.equal(await page.evaluate('document.scrollingElement.scrollTop'), 0);
});

test('an option that markup chooses does not scroll its list box', async () => {
  using page = await openPage(`<select id=list multiple>${OPTIONS}<option selected>last</select>`);
  assert.equal(await page.evaluate('list.scrollTop'), 0);
});
