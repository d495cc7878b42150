import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { OptionValues } from '../../src/cli/command.ts';
import { readServe } from '../../src/cli/serve-command.ts';

const TOKEN = 'a-token-that-is-long-enough';
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
  const child = spawn(process.execPath, [main, 'serve', '--port', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    let printed = '';
    while (!printed.includes('Ctrl-C')) printed += String((await once(child.stderr, 'data'))[0]);
    const [, origin, token] = /^Live view +(http:\/\/127\.0\.0\.1:\d+)\/#token=(\S+)$/m.exec(printed) ?? [];
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const call = (tool: string, args: object) => ({
      method: 'POST',
      headers,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args } }),
    });
    // A session that comes by MCP is one that people can look at.
    const answer = await fetch(`${origin}/mcp`, call('browser_navigate', { url: 'data:text/html,Hello' }));
    assert.match(await answer.text(), /Hello/);
    const status = (await (await fetch(`${origin}/browser/status`, { headers })).json()) as { sessions: object[] };
    assert.equal(status.sessions.length, 1);
    assert.equal((await fetch(`${origin}/mcp`, { ...call('browser_close', {}), headers: {} })).status, 401);
  } finally {
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }
});
