import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startEngineProcess } from '../../src/client/engine-process.ts';
import { AgentBrowser, type LaunchOptions } from '../../src/index.ts';
import { collected, gone } from '../cli/run-cli.ts';
import { site } from '../site.ts';

async function launch(t: TestContext, options?: LaunchOptions): Promise<AgentBrowser> {
  const browser = await AgentBrowser.launch(options);
  t.after(() => browser.shutdown());
  return browser;
}

/** Children of this process, or of another. */
async function childrenOf(pid: number): Promise<number[]> {
  const ps = spawn('ps', ['-o', 'pid=', '--ppid', String(pid)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  ps.stdout.on('data', (chunk) => (out += chunk));
  await once(ps, 'close');
  return out
    .split('\n')
    .map(Number)
    .filter((child) => child > 0 && child !== ps.pid);
}

/** The engine process of a browser that was launched just now. */
async function launchWithPid(t: TestContext): Promise<{ browser: AgentBrowser; pid: number }> {
  const before = await childrenOf(process.pid);
  const browser = await launch(t);
  const [pid] = (await childrenOf(process.pid)).filter((child) => !before.includes(child));
  assert.ok(pid !== undefined);
  return { browser, pid };
}

test('the example of the README works', async (t) => {
  const { origin } = await site(t, { '/': '<a href="/next">Next</a>', '/next': '<title>Next</title>' });
  const browser = await AgentBrowser.launch({ viewport: [1280, 800] });
  const session = await browser.session();
  const page = await session.goto(`${origin}/`);
  const result = await session.click(page.els[0]!.id);
  await browser.shutdown();
  assert.ok('page' in result);
  assert.equal(result.page.title, 'Next');
});

test('an engine that is killed in the middle of a call rejects it with engine_crashed, and the next session works', async (t) => {
  const { origin, requests } = await site(t, { '/slow': () => undefined, '/': '<title>Alive</title>' });
  const { browser, pid } = await launchWithPid(t);
  const session = await browser.session();
  const call = assert.rejects(session.goto(`${origin}/slow`), {
    code: 'engine_crashed',
    message: /SIGKILL.*session\(\)/s,
  });
  while (requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  process.kill(pid, 'SIGKILL');
  await call;
  await assert.rejects(session.state(), { code: 'engine_crashed' });
  const next = await browser.session();
  assert.equal((await next.goto(`${origin}/`)).title, 'Alive');
});

test('one browser dies, the other does not notice', async (t) => {
  const { origin } = await site(t, { '/': '<title>Alive</title>' });
  const other = await launch(t);
  const session = await other.session();
  const { pid } = await launchWithPid(t);
  process.kill(pid, 'SIGKILL');
  await collected(pid);
  assert.equal((await session.goto(`${origin}/`)).title, 'Alive');
});

test('many sessions may ask for a new engine at once: one is started', async (t) => {
  const { browser, pid } = await launchWithPid(t);
  process.kill(pid, 'SIGKILL');
  await collected(pid);
  const before = await childrenOf(process.pid);
  await Promise.all([browser.session(), browser.session(), browser.session()]);
  assert.equal((await childrenOf(process.pid)).length - before.length, 1);
});

test('shutdown ends the process and every call', async (t) => {
  const { origin } = await site(t, { '/slow': () => undefined });
  const { browser, pid } = await launchWithPid(t);
  const session = await browser.session();
  const call = assert.rejects(session.goto(`${origin}/slow`), { code: 'browser_closed' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  await browser.shutdown();
  await call;
  await collected(pid);
  await assert.rejects(session.state(), { code: 'browser_closed' });
  await assert.rejects(browser.session(), { code: 'browser_closed' });
  await browser.shutdown();
});

test('close is another word for shutdown', async (t) => {
  const { browser, pid } = await launchWithPid(t);
  await browser.close();
  await collected(pid);
  await assert.rejects(browser.session(), { code: 'browser_closed' });
});

test('a browser in a using block is shut down at its end', async () => {
  const before = await childrenOf(process.pid);
  {
    await using browser = await AgentBrowser.launch();
    await using _session = await browser.session();
  }
  assert.deepEqual(await childrenOf(process.pid), before);
});

test('an engine that is stuck is ended, so that nobody waits for ever', { timeout: 30_000 }, async (t) => {
  const engine = await startEngineProcess({ graceMs: 100, pingMs: 100 });
  t.after(() => engine.close());
  process.kill(engine.pid!, 'SIGSTOP');
  await assert.rejects(engine.call('session.create', {}, 100), { code: 'timeout' });
  await collected(engine.pid!);
  await assert.rejects(engine.call('engine.ping', {}, 100), { code: 'engine_crashed' });
});

test('an answer that came while this process was busy is no time-out', { timeout: 30_000 }, async (t) => {
  const engine = await startEngineProcess({ graceMs: 50, pingMs: 5_000 });
  t.after(() => engine.close());
  const answer = engine.call('engine.ping', {}, 50);
  const end = performance.now() + 500;
  while (performance.now() < end);
  assert.deepEqual(await answer, { pid: engine.pid });
});

test('a wrong call is invalid_argument', async (t) => {
  const session = await (await launch(t)).session();
  await assert.rejects(session.click('3' as never), { code: 'invalid_argument' });
  await assert.rejects(session.goto(5 as never), { code: 'invalid_argument' });
  await assert.rejects((await launch(t)).session({ viewport: [0, 0] }), { code: 'invalid_argument' });
});

test('sessions are closed one by one', async (t) => {
  const browser = await launch(t);
  const [one, two] = await Promise.all([browser.session(), browser.session()]);
  await one.close();
  await assert.rejects(one.state(), { code: 'session_closed' });
  assert.equal((await two.state()).url, 'about:blank');
});

/** A process that launches a browser, and does what `then` says when it is told to by the end of its standard input. */
function parent(then: string) {
  const index = new URL('../../src/index.ts', import.meta.url).href;
  const code = `
    import { AgentBrowser } from ${JSON.stringify(index)};
    const browser = await AgentBrowser.launch();
    const session = await browser.session();
    console.log('ready');
    process.stdin.resume().once('end', () => { ${then} });
  `;
  return spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', 'ignore'],
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
  });
}

const ENDS = [
  ['SIGKILL', '', 'SIGKILL'],
  ['SIGTERM', '', 'SIGTERM'],
  ['Ctrl-C', '', 'SIGINT'],
  ['process.exit', 'process.exit(3)', null],
  ['an exception', 'throw 1', null],
  ['nothing left to do, and no shutdown', '', null],
] as const;

describe('however a parent ends', { concurrency: 3 }, () => {
  for (const [how, then, signal] of ENDS) {
    test(`a parent that ends by ${how} leaves no orphan`, async () => {
      const child = parent(then);
      await once(child.stdout, 'data');
      const [engine] = await childrenOf(child.pid!);
      assert.ok(engine !== undefined);
      const exit = once(child, 'exit');
      if (signal === null) child.stdin.end();
      else child.kill(signal);
      await exit;
      await gone(engine);
    });
  }
});

test('Ctrl-C in a terminal, which reaches the engine too, is left to the parent', async (t) => {
  const { browser, pid } = await launchWithPid(t);
  process.kill(pid, 'SIGINT');
  assert.equal((await (await browser.session()).state()).url, 'about:blank');
});
