import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { AgentBrowser } from '../../src/client/browser.ts';
import { site } from '../site.ts';

/** A page that never comes; its request says when it was made, and when the engine gave it up. */
async function hangingSite(t: TestContext) {
  const asked = Promise.withResolvers<void>();
  const dropped = Promise.withResolvers<void>();
  const { origin } = await site(t, {
    '/': '<title>Here</title><p>Here',
    '/hang': (request) => {
      request.socket.once('close', () => dropped.resolve());
      asked.resolve();
    },
  });
  return { origin, asked: asked.promise, dropped: dropped.promise };
}

for (const inProcess of [false, true]) {
  test(`a call that is cancelled stops in the engine${inProcess ? ' of this process' : ''}, and the session goes on`, async (t) => {
    const { origin, asked, dropped } = await hangingSite(t);
    await using browser = await AgentBrowser.launch({ inProcess, behaviour: 'instant' });
    const session = await browser.session();
    const stop = new AbortController();
    const opening = session.goto(`${origin}/hang`, { signal: stop.signal });
    await asked;
    stop.abort('enough');
    await assert.rejects(opening, { code: 'cancelled' });
    // Only the engine can close its connection: it heard of it long before the deadline of 30 seconds.
    await dropped;
    assert.equal((await session.goto(`${origin}/`)).title, 'Here');
  });
}

test('a call that is cancelled before it is made is not made', async (t) => {
  const { origin } = await site(t, { '/': '<title>Here</title>' });
  await using browser = await AgentBrowser.launch({ behaviour: 'instant' });
  const session = await browser.session();
  await assert.rejects(session.goto(`${origin}/`, { signal: AbortSignal.abort() }), { code: 'cancelled' });
  assert.equal((await session.state()).url, 'about:blank');
});

test('a call that waits for its turn can be cancelled', async (t) => {
  const { origin } = await site(t, { '/': '<title>Here</title>' });
  await using browser = await AgentBrowser.launch({ behaviour: 'instant' });
  const session = await browser.session();
  const stop = new AbortController();
  const waiting = session.wait(300);
  const queued = session.goto(`${origin}/`, { signal: stop.signal });
  stop.abort();
  await assert.rejects(queued, { code: 'cancelled' });
  await waiting;
  assert.equal((await session.state()).url, 'about:blank');
});
