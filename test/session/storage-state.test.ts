import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineSession } from '../../src/session/session.ts';
import { find, openReal } from './real-session.ts';

test('cookies and localStorage go from one session to the next', async (t) => {
  const shows = '<p id=p></p><script>p.textContent = document.cookie + " " + localStorage.who</script>';
  const first = await openReal(t, {
    '/': '<script>document.cookie = "a=1; max-age=600"; localStorage.who = "Ann"</script>',
    '/shows': shows,
  });
  const storageState = await first.session.storageState(20_000);
  assert.deepEqual(
    storageState.cookies.map(({ name, domain, sameSite }) => [name, domain, sameSite]),
    [['a', '127.0.0.1', 'Lax']],
  );
  const settings = {
    viewport: [800, 600],
    script: true,
    storageState: JSON.parse(JSON.stringify(storageState)),
  } as const;
  const second = await EngineSession.create(settings, 20_000);
  t.after(() => second.close());
  assert.ok(find(await second.goto(`${first.origin}/shows`, 20_000), 'a=1 Ann'));
});
