import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { OptionValues } from '../../src/cli/command.ts';
import { readServe } from '../../src/cli/serve-command.ts';

const TOKEN = 'a-token-that-is-long-enough';
const OTHER_TOKEN = 'another-one-for-another-client';
const read = (values: OptionValues = {}, environment = {}) => readServe({ operands: [], values }, environment);

test('serve listens on loopback with a token of its own when nothing else is said', () => {
  const { host, port, tokens, evaluate, files, privateHosts, idleMs } = read();
  assert.deepEqual([host, port, tokens], ['127.0.0.1', 8766, null]);
  assert.deepEqual([evaluate, files, privateHosts, idleMs], [false, false, 'named', 1_800_000]);
});

test('tokens come from the options, else from the environment', () => {
  assert.deepEqual(read({ token: [TOKEN] }, { AGENTBROWSER_TOKEN: 'x' }).tokens, [TOKEN]);
  assert.deepEqual(read({}, { AGENTBROWSER_TOKEN: TOKEN }).tokens, [TOKEN]);
  assert.deepEqual(read({ 'no-token': true }).tokens, []);
});

const wrong: OptionValues[] = [
  { port: '70000' },
  { port: 'x' },
  { token: ['short'] },
  { token: ['with spaces in it, and long'] },
  { 'no-token': true, token: [TOKEN] },
  { 'no-token': true, host: '0.0.0.0' },
  { idle: '0' },
  { 'private-hosts': 'some' },
];

for (const values of wrong) {
  test(`serve is called wrongly with ${JSON.stringify(values)}`, () => {
    assert.throws(() => read(values), { name: 'UsageError' });
  });
}

test('the command prints where it is, and answers there', async () => {
  const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
  const args = ['serve', '--port', '0', '--token', TOKEN, '--token', OTHER_TOKEN];
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    let printed = '';
    while (!printed.includes('Ctrl-C')) printed += String((await once(child.stderr, 'data'))[0]);
    const [, origin, first] = /^Live view +(http:\/\/127\.0\.0\.1:\d+)\/#token=(\S+)$/m.exec(printed) ?? [];
    assert.equal(first, TOKEN);
    const headers = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
    const call = (tool: string, given: object, token: string) => ({
      method: 'POST',
      headers: headers(token),
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: given } }),
    });
    const sessions = async (token: string) => {
      const answer = await fetch(`${origin}/browser/status`, { headers: headers(token) });
      return ((await answer.json()) as { sessions: object[] }).sessions.length;
    };
    // A session that comes by MCP is one that people can look at: those with the token that it came with.
    const opened = call('browser_navigate', { url: 'data:text/html,Hello' }, OTHER_TOKEN);
    assert.match(await (await fetch(`${origin}/mcp`, opened)).text(), /Hello/);
    assert.deepEqual([await sessions(TOKEN), await sessions(OTHER_TOKEN)], [0, 1]);
    const seen = await fetch(`${origin}/mcp`, call('browser_snapshot', {}, TOKEN));
    assert.doesNotMatch(await seen.text(), /Hello/);
    // When it is closed there, it is gone here.
    await (await fetch(`${origin}/mcp`, call('browser_close', {}, OTHER_TOKEN))).text();
    assert.deepEqual([await sessions(TOKEN), await sessions(OTHER_TOKEN)], [1, 0]);
    assert.equal((await fetch(`${origin}/mcp`, { ...call('browser_close', {}, TOKEN), headers: {} })).status, 401);
  } finally {
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }
});
