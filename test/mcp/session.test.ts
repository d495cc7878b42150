import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { isMethod } from '../../src/protocol/dispatch.ts';
import { site } from '../site.ts';
import { caller, httpClient, httpServer, idOf, shop, stdioClient } from './shop.ts';

/** The same for both transports: everything a model does, and what it does wrong. */
async function twentyCalls(client: Client, origin: string): Promise<void> {
  const call = caller(client);

  const home = await call('browser_navigate', { url: `${origin}/` });
  assert.match(home.text, /^page(\d+):\n"Shop" http.*\n[\s\S]*\n\1\n$/);
  const shown = await call('browser_snapshot', { maxTokens: 1_000, links: true });
  assert.match(shown.text, /link "About us"/);
  assert.match(shown.text, /^\d+,\d+,\d+,\d+,\d+ button "Buy"$/m);
  const search = idOf(shown.text, /Search/);

  const bought = await call('browser_click', { id: idOf(shown.text, /"Buy"/) });
  assert.match(bought.text, /\n\+ \d+,.*"One in the basket"/);
  assert.doesNotMatch(bought.text, /About us/, 'only what changed');
  const asked = await call('browser_click', { ref: String(idOf(shown.text, /"Empty"/)) });
  assert.match(asked.text, /! dialog ".*Really empty\?/);

  const typed = await call('browser_type', { id: search, text: 'green' });
  assert.match(typed.text, new RegExp(`~ ${search} .*val="green"`));
  const chosen = await call('browser_select', { id: idOf(shown.text, /Size/), values: ['Large'] });
  assert.match(chosen.text, /val="Large"|val="l"/);
  const ticked = await call('browser_check', { id: idOf(shown.text, /Gift/) });
  assert.match(ticked.text, /checked=true/);

  await call('browser_click', { id: idOf(shown.text, /"Send"/) });
  const waited = await call('browser_wait', { text: 'sent to you' });
  assert.equal(waited.isError, false, waited.text);
  const scrolled = await call('browser_scroll', { direction: 'down', amount: 400 });
  assert.match(scrolled.text, /scrolled 0,400/);

  // What models do wrong.
  const unknown = await call('browser_click', { id: 9_999 });
  assert.deepEqual([unknown.isError, unknown.text.split(':')[0]], [true, 'element_not_found']);
  assert.match(unknown.text, /browser_snapshot/);
  const bad = await call('browser_click', { id: 'the button', force: true });
  assert.match(bad.text, /^invalid_argument: .*browser_click takes id, double, button/);
  const two = await call('browser_wait', { text: 'a', ms: 5 });
  assert.match(two.text, /^invalid_argument: .*text and ms/);
  await assert.rejects(call('browser_fly'), /no tool 'browser_fly'/);

  const found = await call('browser_press', { key: 'Enter', id: search });
  assert.match(found.text, /"Found" .*\/found\?q=green/);
  const back = await call('browser_back');
  assert.match(back.text, /"Shop" .*scrolled 0,400/, 'where it was left');
  assert.match((await call('browser_scroll', { direction: 'up', amount: 400 })).text, /h1 "Tea"/);
  const opened = await call('browser_tabs', { action: 'new', url: `${origin}/about` });
  assert.match(opened.text, /^tab 2 is current\npage/);
  const article = await call('browser_get_text', { instruction: 'When was it founded? since what year' });
  assert.match(article.text, /since 1962/);
  assert.doesNotMatch(article.text, /kettle/);

  // Several at once: done in order, each with its own answer.
  const [first, tabs, second] = await Promise.all([
    call('browser_tabs', { action: 'select', tab: 1 }),
    call('browser_tabs', { action: 'list' }),
    call('browser_tabs', { action: 'close', tab: 2 }),
  ]);
  assert.match(first.text, /tab 1 is current/);
  assert.match(tabs.text, /tab 1 "Shop" .* current\n[\s\S]*tab 2 "About"/);
  assert.match(second.text, /tab 1 is current/);

  // Cancelled: the client hears nothing more of it, and the session goes on.
  const [stop, stopQueued] = [new AbortController(), new AbortController()];
  const cancelled = call('browser_wait', { ms: 20_000 }, stop.signal);
  const queued = call('browser_navigate', { url: `${origin}/never` }, stopQueued.signal);
  // The one that waits for its turn first: otherwise it may have its turn before word of its end comes.
  stopQueued.abort();
  await assert.rejects(queued);
  stop.abort();
  await assert.rejects(cancelled);
  const after = await call('browser_snapshot');
  assert.match(after.text, /h1 "Tea"/, 'a call that was cancelled before its turn is not done');

  const closed = await call('browser_close');
  assert.match(closed.text, /^closed/);
  assert.match((await call('browser_snapshot')).text, /about:blank/);
}

test('a session over standard input and output', async (t) => {
  const { origin } = await shop(t);
  const { client } = await stdioClient(t, '--tools', 'full');
  assert.equal(client.getServerVersion()?.name, 'agentbrowser');
  await twentyCalls(client, origin);
});

test('a session over HTTP', async (t) => {
  const { origin } = await shop(t);
  const { url } = await httpServer(t);
  await twentyCalls(await httpClient(t, url), origin);
});

test('answers are capped, and say how to get the rest', async (t) => {
  const { origin } = await shop(t);
  const call = caller(await httpClient(t, (await httpServer(t)).url));
  const page = await call('browser_navigate', { url: `${origin}/endless` });
  const whole = await call('browser_snapshot', { scope: 'page', maxTokens: 8_000 });
  const text = await call('browser_get_text');
  for (const answer of [page, whole, text]) assert.ok(answer.text.length < 26_000, String(answer.text.length));
  const offset = Number(/call again with offset (\d+)/.exec(text.text)?.[1]);
  const rest = await call('browser_get_text', { offset });
  assert.match(rest.text, /Leaves/);
});

test('files of this machine are neither opened nor read unless their owner says so', async (t) => {
  const call = caller(await httpClient(t, (await httpServer(t)).url));
  for (const url of ['file:///etc/hostname', ' FILE:/etc/hostname', 'fi\tle:///etc/hostname']) {
    const answer = await call('browser_navigate', { url });
    assert.match(answer.text, /^not_allowed: .*--allow-files/, url);
    assert.match((await call('browser_tabs', { action: 'new', url })).text, /^not_allowed/, url);
  }
});

test('a call that is cancelled under way stops in the engine, over both transports', async (t) => {
  for (const transport of ['http', 'stdio']) {
    const asked = Promise.withResolvers<void>();
    const dropped = Promise.withResolvers<void>();
    const { origin } = await site(t, {
      '/hang': (request) => {
        request.socket.once('close', () => dropped.resolve());
        asked.resolve();
      },
    });
    const client =
      transport === 'http' ? await httpClient(t, (await httpServer(t)).url) : (await stdioClient(t)).client;
    const call = caller(client);
    const stop = new AbortController();
    const opening = call('browser_navigate', { url: `${origin}/hang` }, stop.signal);
    await asked.promise;
    stop.abort();
    await assert.rejects(opening);
    await dropped.promise;
    assert.equal((await call('browser_snapshot')).isError, false, transport);
  }
});

const draws = isMethod('session.picture') ? {} : { skip: 'the engine draws no pictures' };

test('a picture of the page is a PNG', draws, async (t) => {
  const { origin } = await shop(t);
  const client = await httpClient(t, (await httpServer(t)).url);
  await client.callTool({ name: 'browser_navigate', arguments: { url: `${origin}/` } });
  const { content } = await client.callTool({ name: 'browser_screenshot', arguments: {} });
  const [image, size] = content as [{ data: string; mimeType: string }, { text: string }];
  assert.deepEqual([image.mimeType, size.text], ['image/png', '1280x800\n']);
  assert.equal(Buffer.from(image.data, 'base64').toString('latin1', 1, 4), 'PNG');
});
