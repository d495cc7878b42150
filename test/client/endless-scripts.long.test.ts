/** Scripts that never end, with the budgets that everybody has: each test waits until its script has used up its time. */
import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { AgentBrowser, type Session } from '../../src/index.ts';
import { site } from '../site.ts';

let browser: AgentBrowser;
before(async () => {
  browser = await AgentBrowser.launch({ inProcess: true, behaviour: 'instant' });
});
after(() => browser.shutdown());

async function open(t: TestContext, bad: string) {
  const { origin } = await site(t, { '/bad': bad, '/good': '<title>Good</title>' });
  const session = await browser.session();
  t.after(() => session.close());
  return { origin, session };
}

async function survives(session: Session, origin: string): Promise<void> {
  assert.equal((await session.goto(`${origin}/good`)).title, 'Good');
}

describe('scripts without end', { concurrency: 2 }, () => {
  test('a script without end is stopped and told, and the page is there', { timeout: 60_000 }, async (t) => {
    const { session, origin } = await open(t, '<!doctype html><p>Before<script>for (;;);</script><p>After');
    const page = await session.goto(`${origin}/bad`);
    assert.deepEqual(
      page.els.map(({ text }) => text),
      ['Before', 'After'],
    );
    assert.ok((await session.events()).some(({ kind }) => kind === 'budget_exceeded'));
    await survives(session, origin);
  });

  test('a deadline in the middle of a script without end rejects the call, and the session goes on', {
    timeout: 60_000,
  }, async (t) => {
    const { session, origin } = await open(t, '<script>for (;;);</script>');
    await assert.rejects(session.goto(`${origin}/bad`, { timeoutMs: 300 }), { code: 'timeout' });
    await survives(session, origin);
  });
});
