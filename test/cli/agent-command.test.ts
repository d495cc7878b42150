import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { acts, inOrder, scriptedModel } from '../agent/scripted-model.ts';
import { shop, TEST_MODEL } from '../agent/shop.ts';
import { cli } from './run-cli.ts';

const KEY = TEST_MODEL.apiKey;

test('agent prints the answer, and every event with --json', async (t) => {
  const { origin } = await shop(t);
  const script = inOrder(acts({ type: 'scroll' }), acts({ type: 'done', result: 'Six \u001b[31meuros' }));
  const first = await scriptedModel(t, script);
  const shell = cli(t, {
    AGENTBROWSER_API_KEY: KEY,
    AGENTBROWSER_MODEL: 'test',
    AGENTBROWSER_MODEL_URL: first.baseUrl,
  });
  const { code, out, err } = await shell.run('agent', 'What is tea?', '--url', `${origin}/`);
  assert.deepEqual([code, out, err], [0, 'Six [31meuros\n', '']);
  assert.deepEqual(first.keys, [`Bearer ${KEY}`, `Bearer ${KEY}`]);
  const second = await scriptedModel(t, script);
  const lines = await shell.does(
    'agent',
    'What is tea?',
    '--model-url',
    second.baseUrl,
    '--json',
    '--url',
    `${origin}/`,
  );
  const events = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual([events[0].kind, events.at(-1).kind, events.at(-1).result.status], ['start', 'end', 'done']);
  assert.ok(!lines.includes(KEY));
});

test('a task that fails has the exit code 1, and one that is called wrongly 2', async (t) => {
  const { baseUrl } = await scriptedModel(t, () => acts({ type: 'error', reason: 'No tea' }));
  const shell = cli(t);
  const failed = await shell.run('agent', 'Buy', '--model', 'm', '--model-url', baseUrl);
  assert.deepEqual([failed.code, failed.err], [1, 'agent_failed: gave_up: No tea\n']);
  assert.equal((await shell.run('agent')).code, 2);
  assert.equal((await shell.run('agent', 'Buy', '--max-steps', 'many')).code, 2);
  const keyless = await shell.run('agent', 'Buy', '--model', 'm', '--model-url', 'nowhere');
  assert.deepEqual([keyless.code, keyless.err.split(':')[0]], [1, 'invalid_argument']);
});

test('Ctrl-C stops the task', async (t) => {
  const { baseUrl, requests } = await scriptedModel(t, () => ({ hangAfter: '{"thought":"Hm' }));
  const child = cli(t).start('agent', 'Buy', '--model', 'm', '--model-url', baseUrl);
  while (requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill('SIGINT');
  const [code] = await once(child, 'exit');
  assert.equal(code, 130);
});
