import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { readArguments, UsageError } from '../../src/cli/arguments.ts';
import { readMcp } from '../../src/cli/mcp-command.ts';
import { LIMITS } from '../../src/limits.ts';
import { collected, gone } from '../cli/run-cli.ts';
import { MAIN } from './shop.ts';

const message = (id: number, method: string, params: unknown = {}) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;

const OPEN = message(1, 'tools/call', { name: 'browser_navigate', arguments: { url: 'data:text/html,<p>hello' } });

function start(t: TestContext, ...args: string[]): ChildProcess & { readonly lines: AsyncIterator<string> } {
  const child = spawn(process.execPath, [MAIN, 'mcp', ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return Object.assign(child, { lines });
}

/** Processes that this one started, as Linux tells. */
function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

const ONLY_LINUX = { skip: process.platform !== 'linux' && 'children are read from /proc' };

for (const [how, end] of [
  ['a closed standard input', (child: ChildProcess) => child.stdin!.end()],
  ['Ctrl-C', (child: ChildProcess) => child.kill('SIGINT')],
  ['the end of the process', (child: ChildProcess) => child.kill('SIGKILL')],
] as const) {
  test(`${how} ends the server and its engine`, ONLY_LINUX, async (t) => {
    const child = start(t);
    child.stdin!.write(OPEN);
    const { value } = await child.lines.next();
    assert.match(JSON.parse(value).result.content[0].text, /hello/);
    const [engine] = childrenOf(child.pid!);
    assert.ok(engine !== undefined);
    const exit = once(child, 'exit');
    end(child);
    await Promise.all([exit, gone(engine)]);
  });
}

test('a standard input that closes during a call ends both as well', ONLY_LINUX, async (t) => {
  const child = start(t);
  child.stdin!.write(OPEN);
  await child.lines.next();
  const [engine] = childrenOf(child.pid!);
  const exit = once(child, 'exit');
  child.stdin!.end(message(2, 'tools/call', { name: 'browser_wait', arguments: { ms: 50_000 } }));
  const [[code]] = await Promise.all([exit, gone(engine!)]);
  assert.equal(code, 0);
});

test('an engine that dies is an error of one call, and the next one has another engine', ONLY_LINUX, async (t) => {
  const child = start(t);
  const answer = async (request: string) => {
    child.stdin!.write(request);
    return JSON.parse((await child.lines.next()).value).result.content[0].text;
  };
  await answer(OPEN);
  const [engine] = childrenOf(child.pid!);
  process.kill(engine!, 'SIGKILL');
  await collected(engine!);
  assert.match(await answer(OPEN), /^engine_crashed: .*browser_navigate/);
  assert.match(await answer(OPEN), /hello/);
});

test('standard output carries the protocol only; what is not a message goes to standard error', async (t) => {
  const child = start(t);
  let log = '';
  child.stderr!.on('data', (chunk) => (log += chunk));
  child.stdin!.write('hello\n{"jsonrpc":"2.0"}\n');
  child.stdin!.end(message(7, 'tools/list'));
  const lines: string[] = [];
  for await (const line of { [Symbol.asyncIterator]: () => child.lines }) lines.push(line);
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).id),
    [7],
  );
  assert.match(log, /JSON/);
});

test('a message that is too long ends the server', async (t) => {
  const child = start(t);
  const exit = once(child, 'exit');
  child.stdin!.on('error', () => {
    // The server hangs up while we still write.
  });
  child.stdin!.write('x'.repeat(LIMITS.mcpMessageBytes + 1));
  await exit;
});

test('over HTTP, Ctrl-C ends the server', async (t) => {
  const child = start(t, '--http', '--port', '0');
  const [said] = await once(child.stderr!, 'data');
  const url = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(String(said))![0];
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: message(1, 'tools/list') });
  assert.equal(response.status, 200);
  const exit = once(child, 'exit');
  child.kill('SIGINT');
  await exit;
});

test('the options of mcp', () => {
  const defaults = {
    port: null,
    tokens: [],
    tools: 'core',
    viewport: [1280, 800],
    script: true,
    timeoutMs: 30_000,
    evaluate: false,
    files: false,
    uploads: null,
    privateHosts: 'named',
  };
  const read = (values: Record<string, string | boolean>) => readMcp({ operands: [], values }, {});
  assert.deepEqual(read({}), defaults);
  assert.deepEqual(read({ http: true }), { ...defaults, port: 8765 });
  assert.deepEqual(read({ http: true, port: '9', tools: 'full', uploads: 'given' }), {
    ...defaults,
    port: 9,
    tools: 'full',
    uploads: 'given',
  });
});

for (const args of [
  ['x'],
  ['--port', '9'],
  ['--token', 'a-token-of-sixteen'],
  ['--http', '--token', 'short'],
  ['--http', '--port', '70000'],
  ['--tools', 'most'],
  ['--allow-evaluate'],
  ['--private-hosts', 'x'],
]) {
  test(`'mcp ${args.join(' ')}' is called wrongly`, () => {
    assert.throws(() => readArguments(['mcp', ...args]), UsageError);
  });
}
