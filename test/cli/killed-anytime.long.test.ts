/**
 * Whatever is ended, by whatever signal, at whatever moment: the next command works, no process is left without its owner,
 * and every sign-in and session that was kept before is there.
 *
 * A few moments in each run; AGENTBROWSER_KILLS=500 tries many, AGENTBROWSER_SEED=7 others.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { PASSWORD, SignInSite, USER } from '../../fixtures/sign-in/server.ts';
import { SITES } from '../../fixtures/sign-in/sites.ts';
import { AuthDesk } from '../../src/session/auth-desk.ts';
import { SeededRandom } from '../../src/session/seeded-random.ts';
import { LINUX, noneLeft, processesAre, processesOf } from './processes.ts';
import { type Cli, cli, MAIN, statusOf } from './run-cli.ts';

const ROUNDS = Number(process.env['AGENTBROWSER_KILLS'] ?? 6);
const SEED = Number(process.env['AGENTBROWSER_SEED'] ?? 20);

/** What a user does in one round, while something is ended. Processes are started; they may end as they like. */
type Deed = (shell: Cli, origin: string, round: number) => ChildProcess[];

const DEEDS: Readonly<Record<string, Deed>> = {
  'opens a page': ({ start }, origin) => [start('open', `${origin}/login`)],
  'opens a page of a sign-in': ({ start }, origin) => [
    start('open', `${origin}/inbox`, '--auth', 'postbox', '--instant'),
  ],
  'keeps a sign-in': (shell, _origin, round) => [
    writing(shell, ['auth', 'add', `next${round}`, '--url', 'https://a.test/', '--user', 'u'], 'secret\n\n'),
  ],
  'removes a sign-in': ({ start }, _origin, round) => [start('auth', 'remove', `next${round - 1}`)],
  closes: ({ start }) => [start('close')],
  'starts three times': ({ start }) => [0, 1, 2].map(() => start('daemon', 'start')),
  'serves MCP': (shell, origin) => [writing(shell, ['mcp'], mcpCalls(origin))],
  'serves HTTP': ({ start }) => [start('serve', '--port', '0')],
};

/** A page that is the same whether or not somebody is signed in. */
const OPEN_TO_ALL = '/search';
/** Users beside each other, with folders of their own: a round waits more than it works. */
const USERS = 3;
/** How long a command takes before it was seen how long it takes here. */
const FIRST_MS = 1_500;

test('killed at any moment, whatever it is, the next command works and nothing is lost', {
  ...LINUX,
  timeout: 120_000 + ROUNDS * 30_000,
}, async (t) => {
  const site = new SignInSite((visit, self) =>
    visit.path === OPEN_TO_ALL ? { html: '<input aria-label="Search">' } : SITES['one step'].kind(visit, self),
  );
  const origin = await site.start();
  t.after(() => site.stop());
  const each = Math.ceil(ROUNDS / USERS);
  await Promise.all(Array.from({ length: USERS }, (_, user) => killRounds(t, origin, SEED + user, each)));
});

async function killRounds(t: TestContext, origin: string, seed: number, rounds: number): Promise<void> {
  const shell = cli(t);
  let usualMs = FIRST_MS;
  const desk = new AuthDesk();
  desk.configure({ folder: shell.env['AGENTBROWSER_HOME'] });
  await desk.add('postbox', { url: `${origin}/login`, username: USER, password: PASSWORD });
  const random = new SeededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random.next() * list.length)]!;
  for (let round = 0; round < rounds; round++) {
    const [name, deed] = pick(Object.entries(DEEDS));
    const signal = random.next() < 0.7 ? 'SIGKILL' : 'SIGTERM';
    const isAll = random.next() < 0.3;
    const moment = random.next();
    const what = `seed ${seed}, round ${round}: ${name}, ${signal} to ${isAll ? 'all' : 'one'} at ${moment.toFixed(3)}`;
    if (process.env['AGENTBROWSER_KILLS'] !== undefined) t.diagnostic(what);

    const children = deed(shell, origin, round);
    await pause(moment * usualMs);
    const running = processesOf(shell);
    for (const pid of isAll ? running : running.slice(0, 1).map(() => pick(running))) end(pid, signal);
    await over(children);

    const began = performance.now();
    // Not the sign-in page: a round that got as far as to sign in has what is behind it.
    const page = await shell.run('open', `${origin}${OPEN_TO_ALL}`);
    usualMs = Math.max(300, (usualMs + performance.now() - began) / 2);
    assert.deepEqual([page.code, /textbox/.test(page.out)], [0, true], `${what}: ${page.err} ${page.out}`);
    const names = (await desk.list()).map(({ name: kept }) => kept);
    assert.ok(names.includes('postbox'), what);
    const daemons = await statusOf(shell);
    assert.equal(daemons.length, 1, what);
    await processesAre(shell, [daemons[0]!.pid, daemons[0]!.enginePid!]);
  }
  assert.match(await shell.does('open', `${origin}/inbox`, '--auth', 'postbox', '--instant'), /\/inbox/);
  await shell.does('close', '--all');
  await noneLeft(shell);
  assert.deepEqual(leftIn(shell.runtime), []);
  assert.deepEqual(leftIn(join(shell.env['AGENTBROWSER_HOME']!)), []);
}

/** A command that reads what it needs from standard input. */
function writing({ env }: Cli, args: readonly string[], input: string): ChildProcess {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['pipe', 'ignore', 'ignore'], env });
  // It may be killed before it has read.
  child.stdin.on('error', () => undefined);
  if (args[0] === 'mcp') child.stdin.write(input);
  else child.stdin.end(input);
  return child;
}

function mcpCalls(origin: string): string {
  const clientInfo = { name: 'test', version: '1' };
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const call = { name: 'browser_navigate', arguments: { url: `${origin}/login` } };
  return [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: hello },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: call },
  ]
    .map((message) => `${JSON.stringify(message)}\n`)
    .join('');
}

function end(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It ended by itself just now.
    assert.equal((error as NodeJS.ErrnoException).code, 'ESRCH');
  }
}

/** Commands end by themselves; servers, when they are told to. */
async function over(children: readonly ChildProcess[]): Promise<void> {
  await Promise.all(
    children.map(async (child) => {
      const isServer = child.spawnargs.includes('mcp') || child.spawnargs.includes('serve');
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      if (isServer) child.kill('SIGTERM');
      await exit;
    }),
  );
}

/** What a process that was ended while it wrote would leave for ever: half files, locks, sockets. */
function leftIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => /\.(?:sock|lock)$|new-|\.tmp|-\d+-/.test(file));
}
