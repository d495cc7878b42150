/**
 * Whatever is killed, and whenever: the next command works, one daemon is left at most, and no process without one.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { SeededRandom } from '../../src/session/seeded-random.ts';
import { site } from '../site.ts';
import { type Cli, cli, gone, statusOf } from './run-cli.ts';

const LINUX = { skip: process.platform !== 'linux' && 'processes are read from /proc' };

/** Processes that were started with the folders of this test. */
function processesOf({ runtime }: Cli): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        // What has ended and is not yet collected has no environment any more.
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`AGENTBROWSER_RUNTIME_DIR=${runtime}\0`);
      } catch {
        return false;
      }
    });
}

/** In the end; it takes a moment until the others have gone. */
async function processesAre(shell: Cli, wanted: readonly number[]): Promise<void> {
  for (let tries = 0; tries < 500 && processesOf(shell).length !== wanted.length; tries++) await pause(20);
  assert.deepEqual(processesOf(shell).sort(), [...wanted].sort());
}

function noneLeft(shell: Cli): Promise<void> {
  return processesAre(shell, []);
}

test('a daemon that was killed takes its engine with it, and the next command starts another', LINUX, async (t) => {
  const { origin } = await site(t, { '/': '<title>Here</title>' });
  const shell = cli(t);
  await shell.does('open', `${origin}/`);
  const [before] = await statusOf(shell);
  process.kill(before!.pid, 'SIGKILL');
  await Promise.all([gone(before!.pid), gone(before!.enginePid!)]);
  assert.ok(existsSync(join(shell.runtime, 'default.sock')));
  const lost = await shell.run('snapshot');
  assert.deepEqual([lost.code, lost.out], [3, '']);
  assert.match(await shell.does('open', `${origin}/`), /"Here"/);
  const [after] = await statusOf(shell);
  assert.notEqual(after!.pid, before!.pid);
});

test('an engine that was killed is told, and opening starts another', LINUX, async (t) => {
  const { origin } = await site(t, { '/': '<title>Here</title>' });
  const shell = cli(t);
  await shell.does('open', `${origin}/`);
  const [before] = await statusOf(shell);
  process.kill(before!.enginePid!, 'SIGKILL');
  await gone(before!.enginePid!);
  assert.equal((await shell.run('snapshot')).code, 3);
  assert.match(await shell.does('open', `${origin}/`), /"Here"/);
  const [after] = await statusOf(shell);
  assert.equal(after!.pid, before!.pid);
  assert.notEqual(after!.enginePid, before!.enginePid);
});

test('many starts at once end with one daemon, also over a dead socket', LINUX, async (t) => {
  const shell = cli(t);
  for (let round = 0; round < 2; round++) {
    const started = await Promise.all(Array.from({ length: 5 }, () => shell.does('daemon', 'start', '--json')));
    const pids = new Set(started.map((line) => JSON.parse(line).pid as number));
    assert.equal(pids.size, 1);
    const [pid] = pids;
    // Those that lost end, and the engine of the one that won starts.
    let enginePid: number | null = null;
    while (enginePid === null) enginePid = (await statusOf(shell))[0]!.enginePid;
    await processesAre(shell, [pid!, enginePid]);
    process.kill(pid!, 'SIGKILL');
    await noneLeft(shell);
  }
});

test('a daemon that hangs is told by status, and ended by close --all', LINUX, async (t) => {
  const shell = cli(t);
  const { pid } = JSON.parse(await shell.does('daemon', 'start', '--json')) as { pid: number };
  process.kill(pid, 'SIGSTOP');
  assert.deepEqual(JSON.parse(await shell.does('status', '--json')), { sessions: [{ name: 'default', silent: true }] });
  const hung = await shell.run('snapshot');
  assert.equal(hung.code, 5);
  assert.match(hung.err, /close --all/);
  assert.equal(await shell.does('close', '--all'), 'Closed default.\n');
  await noneLeft(shell);
  assert.deepEqual(
    readdirSync(shell.runtime).filter((file) => file.endsWith('.sock')),
    [],
  );
});

test('a daemon whose socket is removed ends, since nobody can reach it', LINUX, async (t) => {
  const { origin } = await site(t, { '/': '<title>Here</title>' });
  const shell = cli(t);
  await shell.does('open', `${origin}/`);
  const { rmSync } = await import('node:fs');
  rmSync(join(shell.runtime, 'default.sock'));
  await noneLeft(shell);
  assert.match(await shell.does('open', `${origin}/`), /"Here"/);
});

test('a daemon that nobody needs ends by itself', LINUX, async (t) => {
  const shell = cli(t, { AGENTBROWSER_IDLE: '300ms' });
  await shell.does('open', 'data:text/html,x');
  await noneLeft(shell);
  assert.deepEqual(await statusOf(shell), []);
});

test('killed at any moment, whatever it is, the next command works', { ...LINUX, timeout: 300_000 }, async (t) => {
  const { origin } = await site(t, { '/': '<title>Here</title><p>text' });
  const shell = cli(t);
  const random = new SeededRandom(20);
  for (let round = 0; round < 8; round++) {
    const command = shell.start('open', `${origin}/`);
    const ended = once(command, 'exit');
    await pause(random.next() * 1_800);
    const victims = processesOf(shell);
    const victim = victims[Math.floor(random.next() * victims.length)];
    if (victim !== undefined) process.kill(victim, 'SIGKILL');
    await ended;
    assert.match(await shell.does('open', `${origin}/`), /"Here"/, `round ${round}`);
    const daemons = (await statusOf(shell)).length;
    assert.equal(daemons, 1);
  }
  await shell.does('close', '--all');
  await noneLeft(shell);
});

test('a sign-in that is being kept when everything is killed is kept or not, and the others stay', {
  ...LINUX,
  timeout: 300_000,
}, async (t) => {
  const shell = cli(t);
  const { spawn } = await import('node:child_process');
  const { MAIN } = await import('./run-cli.ts');
  const add = (name: string) => {
    const args = [MAIN, 'auth', 'add', name, '--url', 'https://a.test/', '--user', 'u'];
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'ignore'], env: shell.env });
    child.stdin.on('error', () => undefined);
    child.stdin.end('secret\n\n');
    return child;
  };
  await once(add('first'), 'exit');
  const random = new SeededRandom(7);
  for (let round = 0; round < 6; round++) {
    const child = add(`next${round}`);
    const ended = once(child, 'exit');
    await pause(300 + random.next() * 1_500);
    for (const pid of processesOf(shell)) process.kill(pid, 'SIGKILL');
    await ended;
    const { logins } = JSON.parse(await shell.does('auth', 'list', '--json')) as { logins: { name: string }[] };
    assert.ok(
      logins.some(({ name }) => name === 'first'),
      `round ${round}`,
    );
  }
  await noneLeft(shell);
});
