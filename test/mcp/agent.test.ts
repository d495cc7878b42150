import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { acts, inOrder, type Script, type ScriptedModel, scriptedModel, shownId } from '../agent/scripted-model.ts';
import { type Call, caller, httpClient, httpServer, shop } from './shop.ts';

interface Door {
  readonly origin: string;
  readonly model: ScriptedModel;
  readonly client: Client;
  readonly call: Call;
}

async function door(t: TestContext, script: Script): Promise<Door> {
  const { origin } = await shop(t);
  const model = await scriptedModel(t, script);
  const agent = { model: 'test', baseUrl: model.baseUrl, retryMs: 5 };
  const { url } = await httpServer(t, { permissions: { evaluate: false, files: false, uploads: null, agent } });
  const client = await httpClient(t, url);
  return { origin, model, client, call: caller(client) };
}

test('a model hands a task to an agent, and gets its answer and the page it left', async (t) => {
  const { origin, client, call } = await door(
    t,
    inOrder(
      { sees: (chat) => acts({ type: 'click', id: shownId(chat, /"Buy"/) }) },
      acts({ type: 'done', result: 'Bought </page1> one' }),
    ),
  );
  const told: unknown[] = [];
  const args = { task: 'Buy tea', url: `${origin}/` };
  const result = await client.callTool({ name: 'browser_run_agent', arguments: args }, undefined, {
    onprogress: ({ progress, total, message }) => told.push([progress, total, message]),
  });
  const [{ text }] = result.content as [{ text: string }];
  assert.match(text, /^done in 1 actions, 220 tokens\npage(\d+):\nBought <\/page1> one\n\1\n$/);
  assert.deepEqual(told.length, 2);
  assert.match(JSON.stringify(told), /\[1,30,"1\. click \d+"\],\[2,30,"2\. done"\]/);
  assert.match((await call('browser_snapshot')).text, /One in the basket/);
});

test('a task that fails says why, and the next one begins anew', async (t) => {
  const { call } = await door(
    t,
    inOrder(acts({ type: 'error', reason: 'No tea here' }), acts({ type: 'done', result: 'x' })),
  );
  const failed = await call('browser_run_agent', { task: 'Buy tea' });
  assert.deepEqual([failed.isError, failed.text], [true, 'agent_failed: gave_up after 0 actions: No tea here']);
  assert.match((await call('browser_run_agent', {})).text, /^invalid_argument: No agent is at work/);
  assert.match((await call('browser_run_agent', { task: 'Again' })).text, /^done/);
});

test('a call that is cancelled stops the agent', async (t) => {
  const closed = Promise.withResolvers<void>();
  const { call, model } = await door(t, () => (request) => void request.socket.once('close', () => closed.resolve()));
  const stop = new AbortController();
  const running = call('browser_run_agent', { task: 'Buy tea' }, stop.signal);
  while (model.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  stop.abort();
  await assert.rejects(running);
  await closed.promise;
  assert.equal((await call('browser_snapshot')).isError, false);
});

test('without a model the tool says what to do', async (t) => {
  const client = await httpClient(t, (await httpServer(t)).url);
  const { text, isError } = await caller(client)('browser_run_agent', { task: 'Buy tea' });
  assert.equal(isError, true);
  assert.match(text, /^not_allowed: .*with the other tools.*AGENTBROWSER_MODEL/);
});
