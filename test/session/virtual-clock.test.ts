/** A virtual clock passes over time in which only timers are waited for, and everything that tells time agrees. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PageIsolate } from '../../src/isolate/isolate.ts';
import { clickAction } from '../../src/session/actions.ts';
import { EngineSession } from '../../src/session/session.ts';

const PAGE = `data:text/html,<p id=p></p><script>
  const first = performance.now(); const began = Date.now(); const start = performance.now(); let ticks = 0;
  const tick = () => { p.title = ++ticks; if (ticks < 6) setTimeout(tick, 200); else {
    const before = performance.now() - start; const dates = Date.now() - began; const behind = performance.now() - first;
    p.textContent = ticks + ' ' + (dates >= 1200) + ' ' + (dates > before - 20 && dates < behind + 20) + ' ' + (new Date() - began >= 1200);
  } };
  setTimeout(tick, 200);
</script>`;

test('timers, dates and performance.now move together', async () => {
  const session = await EngineSession.create({ viewport: [800, 600], script: true, clock: 'virtual' }, 20_000);
  const { els } = await session.goto(PAGE, 20_000);
  await session.close();
  assert.deepEqual(
    els.map((each) => each.text),
    ['6 true true true'],
  );
});

test('a timer is waited for also where the machine was busy while the document was opened', async (t) => {
  const { open } = PageIsolate.prototype;
  t.mock.method(PageIsolate.prototype, 'open', async function (this: PageIsolate, ...args: Parameters<typeof open>) {
    await open.apply(this, args);
    for (const end = performance.now() + 400; performance.now() < end; );
  });
  const session = await EngineSession.create({ viewport: [800, 600], script: true, clock: 'virtual' }, 20_000);
  const page = await session.goto(
    `data:text/html,<button onclick="setTimeout(() => { this.textContent = 'painted'; }, 200)">Paint</button>`,
    20_000,
  );
  const result = await session.act(clickAction(page.els[0]!.id), 20_000);
  await session.close();
  assert.equal('delta' in result ? result.delta.changed?.[0]?.['text'] : result.page.els[0]?.text, 'painted');
});
