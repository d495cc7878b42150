/** Many sessions of one browser at the same time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AgentBrowser } from '../../src/index.ts';
import { site } from '../site.ts';

test('fifty sessions at once are fifty sessions', async (t) => {
  const { origin } = await site(t, {
    '/': '<p id=p></p><script>document.cookie ||= "n=" + location.hash.slice(1); p.textContent = document.cookie</script>',
  });
  const browser = await AgentBrowser.launch({ behaviour: 'instant' });
  t.after(() => browser.shutdown());
  const sessions = await Promise.all(Array.from({ length: 50 }, () => browser.session({ timeoutMs: 120_000 })));
  const pages = await Promise.all(sessions.map((session, index) => session.goto(`${origin}/#${index}`)));
  assert.deepEqual(
    pages.map((page) => page.els[0]?.text),
    pages.map((_, index) => `n=${index}`),
  );
});
