/**
 * Whatever is killed, and whenever: the next command works, one daemon is left at most, and no process without one.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { site } from '../site.ts';
import { LINUX, noneLeft, processesAre } from './processes.ts';
import { cli, collected, gone, statusOf } from './run-cli.ts';

/** Each has folders of its own, and waits more than it works. */
describe('what is killed', { concurrency: 6 }, () => {
  test(
    'an engine that was killed is told, a daemon takes its engine with it, and opening starts others',
    LINUX,
    async (t) => {
      const { origin } = await site(t, { '/': '<title>Here</title>' });
      const shell = cli(t);
      await shell.does('open', `${origin}/`);
      const [first] = await statusOf(shell);
      process.kill(first!.enginePid!, 'SIGKILL');
      await collected(first!.enginePid!);
      assert.equal((await shell.run('snapshot')).code, 3);
      assert.match(await shell.does('open', `${origin}/`), /"Here"/);
      const [second] = await statusOf(shell);
      assert.equal(second!.pid, first!.pid);
      assert.notEqual(second!.enginePid, first!.enginePid);

      process.kill(second!.pid, 'SIGKILL');
      await Promise.all([gone(second!.pid), gone(second!.enginePid!)]);
      assert.ok(existsSync(join(shell.runtime, 'default.sock')));
      const lost = await shell.run('snapshot');
      assert.deepEqual([lost.code, lost.out], [3, '']);
      assert.match(await shell.does('open', `${origin}/`), /"Here"/);
      const [third] = await statusOf(shell);
      assert.notEqual(third!.pid, second!.pid);

      // Nobody can reach a daemon whose socket is gone.
      rmSync(join(shell.runtime, 'default.sock'));
      await noneLeft(shell);
      assert.deepEqual(await statusOf(shell), []);
    },
  );

  test('many starts at once end with one daemon, also over a dead socket', LINUX, async (t) => {
    const shell = cli(t);
    for (let round = 0; round < 2; round++) {
      const started = await Promise.all(Array.from({ length: 5 }, () => shell.does('daemon', 'start', '--json')));
      const pids = new Set(started.map((line) => JSON.parse(line).pid as number));
      assert.equal(pids.size, 1);
      const [pid] = pids;
      // Those that lost end, and the engine of the one that won starts.
      let enginePid: number | null = null;
      while (enginePid === null) {
        await pause(20);
        enginePid = (await statusOf(shell))[0]!.enginePid;
      }
      await processesAre(shell, [pid!, enginePid]);
      process.kill(pid!, 'SIGKILL');
      await noneLeft(shell);
    }
  });

  test('a daemon that hangs is told by status, and ended by close --all', LINUX, async (t) => {
    const shell = cli(t);
    const { pid } = JSON.parse(await shell.does('daemon', 'start', '--json')) as { pid: number };
    process.kill(pid, 'SIGSTOP');
    assert.deepEqual(JSON.parse(await shell.does('status', '--json', '--timeout', '200')), {
      sessions: [{ name: 'default', silent: true }],
    });
    const hung = await shell.run('snapshot', '--timeout', '200');
    assert.equal(hung.code, 5);
    assert.match(hung.err, /close --all/);
    assert.equal(await shell.does('close', '--all', '--timeout', '200'), 'Closed default.\n');
    await noneLeft(shell);
    assert.deepEqual(
      readdirSync(shell.runtime).filter((file) => file.endsWith('.sock')),
      [],
    );
  });

  test('a daemon that nobody needs ends by itself', LINUX, async (t) => {
    const shell = cli(t, { AGENTBROWSER_IDLE: '300ms' });
    await shell.does('open', 'data:text/html,x');
    await noneLeft(shell);
    assert.deepEqual(await statusOf(shell), []);
  });
});
