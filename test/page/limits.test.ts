/** What a document runs out of is told as an event, and the page stays readable as it is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../src/limits.ts';
import { openPage, type TestPage } from './open-page.ts';

const told = (page: TestPage): string[] =>
  page.events.filter(({ kind }) => kind === 'budget_exceeded').map(({ message }) => message);

test('timers beyond the limit are not started, and that is told once', async () => {
  using page = await openPage(`<p id=p>here</p><script>
    for (let count = 0; count < ${LIMITS.timersPerDocument + 2}; count++) setTimeout(() => {}, 1e6);
    p.textContent = 'still here';
  </script>`);
  assert.equal(told(page).length, 1);
  assert.match(told(page)[0]!, /timers waiting, which is the limit/);
  assert.equal(await page.evaluate('p.innerText'), 'still here');
});

test('requests beyond the limit are not made, and that is told once', async () => {
  using page = await openPage(
    `<p id=p>here</p><script>
      for (let count = 0; count < ${LIMITS.requestsPerDocument + 2}; count++) {
        const script = document.createElement('script');
        script.src = '/' + count;
        document.head.append(script);
      }
    </script>`,
    { holdRequests: true },
  );
  assert.equal(told(page).length, 1);
  assert.match(told(page)[0]!, /requests, which is the limit/);
  assert.equal(page.requests.length, LIMITS.requestsPerDocument);
  assert.equal(await page.evaluate('p.innerText'), 'here');
});

test('a task that takes too long is stopped and told, and the rest of the page goes on', async () => {
  using page = await openPage(
    '<p id=p>here</p><script>for (;;);</script><script>p.textContent = "still here"</script>',
    { taskMs: 1_000 },
  );
  assert.equal(told(page).length, 1);
  assert.equal(await page.evaluate('p.innerText'), 'still here');
});
