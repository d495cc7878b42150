import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { acts, inOrder, type Reply, scriptedModel } from '../agent/scripted-model.ts';
import { shop, TEST_MODEL } from '../agent/shop.ts';
import { LINUX, noneLeft, processesOf } from './processes.ts';
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
  const nameless = await shell.run('agent', 'Buy');
  assert.equal(nameless.code, 1);
  assert.match(
    nameless.err,
    /^invalid_argument: No model is named\. Give --model and --model-url, or set AGENTBROWSER_/,
  );
  const keyless = await shell.run('agent', 'Buy', '--model', 'm', '--model-url', 'nowhere');
  assert.deepEqual([keyless.code, keyless.err.split(':')[0]], [1, 'invalid_argument']);
});

/** Until an event of this kind was printed. */
function until(child: ChildProcess, kind: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let out = '';
    child.stdout!.on('data', (chunk) => {
      out += chunk;
      if (out.includes(`"kind":"${kind}"`)) resolve();
    });
    child.once('close', () => reject(new Error(`It ended before '${kind}': ${out}`)));
  });
}

test(
  'Ctrl-C ends the task while the model thinks, acts or is waited for, and leaves nothing behind',
  LINUX,
  async (t) => {
    const { origin } = await shop(t);
    const moments: [event: string, reply: Reply][] = [
      ['thinking', { hangAfter: '{"thought":"Hm' }],
      ['action', acts({ type: 'wait', ms: 60_000 })],
      ['retry', { status: 429, headers: { 'retry-after': '60' } }],
    ];
    await Promise.all(
      moments.map(async ([event, reply]) => {
        const { baseUrl } = await scriptedModel(t, () => reply);
        const shell = cli(t);
        const child = shell.start(
          'agent',
          'Buy',
          '--json',
          '--url',
          `${origin}/`,
          '--model',
          'm',
          '--model-url',
          baseUrl,
        );
        const closed = once(child, 'close');
        await until(child, event);
        child.kill('SIGINT');
        const [code] = await closed;
        assert.equal(code, 130, event);
        await noneLeft(shell);
      }),
    );
  },
);

test('Ctrl-C that also ends the engine, as it starts, is Ctrl-C and no crash', LINUX, async (t) => {
  const { baseUrl } = await scriptedModel(t, () => ({ hangAfter: '' }));
  const shell = cli(t);
  const child = shell.start('agent', 'Buy', '--model', 'm', '--model-url', baseUrl);
  const closed = once(child, 'close');
  let engine: number | undefined;
  while (engine === undefined) {
    engine = processesOf(shell).find((pid) => pid !== child.pid);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  child.kill('SIGINT');
  process.kill(engine, 'SIGKILL');
  assert.deepEqual(await closed, [130, null]);
  await noneLeft(shell);
});
