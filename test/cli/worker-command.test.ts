import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { site } from '../site.ts';
import { client, missing, redis } from '../worker/redis.ts';
import { cli } from './run-cli.ts';

test('worker does calls until it is told to end', { skip: missing }, async (t) => {
  const { origin } = await site(t, { '/': '<title>Here</title>' });
  const url = await redis(t);
  const child = cli(t).start('worker', '--redis', url, '--engines', '1');
  const session = (await client(url)).session('ann');
  assert.equal((await session.goto(`${origin}/`)).title, 'Here');
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
});

test('worker says what it needs', async (t) => {
  const shell = cli(t, { REDIS_URL: '' });
  assert.equal((await shell.run('worker')).code, 2);
  const unreachable = await shell.run('worker', '--redis', 'redis://127.0.0.1:1');
  assert.deepEqual([unreachable.code, unreachable.err.split(':')[0]], [1, 'connection_failed']);
});
