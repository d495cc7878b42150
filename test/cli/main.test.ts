import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { closedPort, site } from '../site.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

async function run(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  const [code] = await once(child, 'close');
  return { code, out, err };
}

test('open prints a page as text, and as JSON', async (t) => {
  const { origin } = await site(t, { '/': '<title>Shop</title><a href="/tea">Tea</a>' });
  const text = await run('open', `${origin}/`);
  assert.equal(text.code, 0, text.err);
  assert.match(text.out, /"Shop" http.*\n\d+ link "Tea" \d+,\d+ \d+x\d+/);
  const json = await run('open', `${origin}/`, '--json');
  const page = JSON.parse(json.out);
  assert.deepEqual([page.title, page.els[0].text, page.vp], ['Shop', 'Tea', [1280, 800]]);
});

test('an error goes to stderr with its code, and the exit code is 1', async () => {
  const { code, out, err } = await run('open', `http://127.0.0.1:${await closedPort()}/`);
  assert.deepEqual([code, out], [1, '']);
  assert.match(err, /^connection_refused: /);
});

test('a wrong call is answered with how to call it, and the exit code is 2', async () => {
  const { code, out, err } = await run('open', 'x', '--nonsense');
  assert.deepEqual([code, out], [2, '']);
  assert.match(err, /--nonsense/);
  assert.match(err, /--help/);
});

test('--help and --version', async () => {
  assert.match((await run('--help')).out, /Usage:/);
  assert.match((await run('--version')).out, /^\d+\.\d+\.\d+\n$/);
});

test('the demo shows the page, acts, and shows what changed', async () => {
  const { code, out, err } = await run('demo');
  assert.equal(code, 0, err);
  assert.match(out, /> goto/);
  assert.match(out, /\+ \d+ .*Green tea, 100 g is in your basket \(1\)/);
  assert.match(out, /\d+ ms, \d+ tokens/);
});
