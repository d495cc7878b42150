/**
 * Documents that are too large, by markup or by script: what is too much is left out and told once, and the rest is readable.
 *
 * Seen to fail: without reserveNodes and cutInput (out_of_memory), without the check in frameConnected, without LimitError
 * (the event is lost among thousands of others).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../src/limits.ts';
import type { Fetcher } from '../../src/net/fetch.ts';
import type { FetchCommand } from '../../src/page/network/commands.ts';
import type { LoadedDocument } from '../../src/session/load-document.ts';
import { PageNetwork } from '../../src/session/page-network.ts';
import { openPage, type TestPage } from '../page/open-page.ts';

const told = (page: TestPage): string[] =>
  page.events.filter(({ kind }) => kind === 'budget_exceeded').map(({ message }) => message);
const texts = async (page: TestPage): Promise<unknown[]> => (await page.elements()).map((element) => element['text']);

test('markup with too many nodes is parsed up to the limit', async () => {
  using page = await openPage(`<!DOCTYPE html><p>First</p>${'<meta>'.repeat(LIMITS.nodesPerDocument)}<p>Last</p>`);
  assert.equal(told(page).length, 1);
  assert.match(told(page)[0]!, /nodes, which is the limit/);
  assert.equal(page.loading, false);
  assert.deepEqual(await texts(page), ['First']);
});

test('a script that makes too many nodes gets an error, and the page stays readable', async () => {
  const script = `
    const thousand = document.createDocumentFragment();
    for (let at = 0; at < 1000; at++) thousand.append(document.createElement('i'));
    try { for (;;) document.body.append(thousand.cloneNode(true)); } catch (error) { console.log(error.name); }
    document.body.replaceChildren('Small again');`;
  using page = await openPage(`<body><script>${script}</script>`);
  assert.deepEqual(page.log, ['QuotaExceededError']);
  assert.match(told(page)[0]!, /nodes, which is the limit/);
  assert.deepEqual(await texts(page), ['Small again']);
});

test('markup that is too long is parsed up to the limit', async () => {
  const comment = `<!--${'x'.repeat(1000)}-->`;
  using page = await openPage(
    `<p>First</p>${comment.repeat((LIMITS.parsedChars + LIMITS.parseChunkChars) / 1000)}<p>Last</p>`,
  );
  assert.match(told(page).join(), /^The document is longer than \d+ characters, which is the limit/);
  assert.equal(page.loading, false);
  assert.deepEqual(await texts(page), ['First']);
});

test('frames beyond the limit are not loaded', async () => {
  using page = await openPage(`<p>First</p><script>
    for (let at = 0; at < ${LIMITS.framesPerPage + 2}; at++) {
      const frame = document.createElement('iframe');
      frame.loading = 'lazy';
      frame.hidden = true;
      frame.src = '/frame';
      document.body.append(frame);
    }
  </script>`);
  assert.match(told(page).join(), /^The page has \d+ frames[^,]*, or has them \d+ deep, which is the limit/);
  assert.deepEqual(await texts(page), ['First']);
});

test('requests of scripts beyond the limit are not made, and that is told once', async () => {
  const failures: string[] = [];
  const limits: string[] = [];
  let made = 0;
  const fetcher = { fetch: async () => Promise.reject(new Error(`No network ${++made}`)) } as unknown as Fetcher;
  const document = { url: new URL('http://site.test/') } as LoadedDocument;
  const network = new PageNetwork(
    fetcher,
    () => document,
    () => undefined,
    (message) => failures.push(message),
    (message) => limits.push(message),
  );
  const command = { kind: 'fetch', url: '/x', method: 'GET', headers: [], body: null, isBackground: true } as unknown;
  for (let id = 1; id <= LIMITS.requestsPerDocument + 3; id++) network.start({ ...(command as FetchCommand), id });
  await new Promise(setImmediate);
  assert.deepEqual([made, failures.length, limits.length], [LIMITS.requestsPerDocument, LIMITS.requestsPerDocument, 1]);
  network.close();
});
