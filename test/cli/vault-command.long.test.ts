import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PASSWORD, SignInSite, USER } from '../../fixtures/sign-in/server.ts';
import { SITES } from '../../fixtures/sign-in/sites.ts';
import { readArguments, UsageError } from '../../src/cli/arguments.ts';
import { scratchFolder } from '../vault/scratch.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

async function run(
  folder: string,
  input: string,
  ...args: string[]
): Promise<{ code: number; out: string; err: string }> {
  const env = { ...process.env, AGENTBROWSER_HOME: folder };
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['pipe', 'pipe', 'pipe'], env });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return { code, out, err };
}

/** Typing takes the time of a person. */
describe('sign-ins of a person', { concurrency: 2 }, () => {
  test('a sign-in is added, listed, tried and removed, and its secrets never show', async (t) => {
    const site = new SignInSite(SITES['one step'].kind);
    const origin = await site.start();
    t.after(() => site.stop());
    const folder = scratchFolder(t);
    const added = await run(
      folder,
      `${PASSWORD}\n\n`,
      'auth',
      'add',
      'postbox',
      '--url',
      `${origin}/login`,
      '--user',
      USER,
    );
    assert.equal(added.code, 0, added.err);
    assert.equal((await run(folder, '', 'auth', 'list')).out, `postbox\t${origin}\n`);
    const tried = await run(folder, '', 'auth', 'test', 'postbox');
    assert.equal(tried.code, 0, tried.err);
    assert.match(tried.out, /^Signed in\. It leads to http.*\/inbox\n$/);
    const removed = await run(folder, '', 'auth', 'remove', 'postbox');
    assert.equal(removed.code, 0, removed.err);
    assert.equal((await run(folder, '', 'auth', 'list')).out, '');
    for (const { out, err } of [added, tried, removed]) assert.ok(!`${out}${err}`.includes(PASSWORD));
  });

  test('a sign-in that does not work ends with the reason and exit code 1', async (t) => {
    const site = new SignInSite(SITES['one step'].kind);
    const origin = await site.start();
    t.after(() => site.stop());
    const folder = scratchFolder(t);
    await run(folder, `${origin}/login\n${USER}\nwrong-words\n\n`, 'auth', 'add', 'postbox');
    const { code, err } = await run(folder, '', 'auth', 'test', 'postbox');
    assert.equal(code, 1);
    assert.match(err, /^login_failed: .*wrong_password/);
  });
});

for (const args of [
  ['auth'],
  ['auth', 'steal', 'x'],
  ['auth', 'add'],
  ['auth', 'add', 'x', 'hunter2'],
  ['auth', 'add', 'x', '--password', 'hunter2'],
  ['auth', 'list', 'x'],
]) {
  test(`'${args.join(' ')}' is called wrongly, and what was given is not repeated`, () => {
    assert.throws(
      () => readArguments(args),
      (error: Error) => error instanceof UsageError && !error.message.includes('hunter2'),
    );
  });
}
