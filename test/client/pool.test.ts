import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AgentBrowser } from '../../src/client/browser.ts';
import type { StartedEngine } from '../../src/client/engine-link.ts';
import { EnginePool, type Place, type PoolLimits } from '../../src/client/pool.ts';
import { AgentBrowserError } from '../../src/errors.ts';
import { site } from '../site.ts';

/** An engine that does nothing but live and die. */
class FakeEngine implements StartedEngine {
  alive = true;
  readonly #ended = Promise.withResolvers<void>();
  readonly ended = this.#ended.promise;
  call(): Promise<never> {
    return Promise.reject(new AgentBrowserError('internal_error', 'It does nothing.'));
  }
  async close(): Promise<void> {
    this.die();
  }
  die(): void {
    this.alive = false;
    this.#ended.resolve();
  }
}

function fakePool(limits: Partial<PoolLimits> = {}): { pool: EnginePool; started: FakeEngine[] } {
  const started: FakeEngine[] = [];
  const start = async () => {
    const engine = new FakeEngine();
    started.push(engine);
    return engine;
  };
  return { pool: new EnginePool(start, { engines: 2, maxSessions: 4, maxWaiting: 2, ...limits }), started };
}

const full = { code: 'too_many_sessions' };

test('places are spread evenly, and engines start when they are needed', async () => {
  const { pool, started } = fakePool();
  const first = await pool.take(10);
  assert.equal(started.length, 1);
  const places = [first, await pool.take(10), await pool.take(10), await pool.take(10)];
  assert.deepEqual(
    started.map((engine) => places.filter((place) => place.engine === engine).length),
    [2, 2],
  );
  assert.equal(pool.taken, 4);
});

test('a full pool lets callers wait in order, and no more than it should', async () => {
  const { pool } = fakePool();
  const places = await Promise.all([1, 2, 3, 4].map(() => pool.take(10)));
  const order: string[] = [];
  const one = pool.take(1_000).then((place) => order.push('one') && place);
  const two = pool.take(1_000).then((place) => order.push('two') && place);
  await assert.rejects(pool.take(1_000), { ...full, message: /4 sessions are open and 2 callers wait.*Close some/ });
  places[3]!.release();
  places[3]!.release();
  await one;
  places[0]!.release();
  await two;
  assert.deepEqual([order, pool.taken, pool.waiting], [['one', 'two'], 4, 0]);
});

test('who waits too long is told', async () => {
  const { pool } = fakePool({ maxSessions: 1 });
  await pool.take(10);
  await assert.rejects(pool.take(5), { ...full, message: /none was closed within 5 ms/ });
  assert.equal(pool.waiting, 0);
});

test('an engine that dies gives its own places back, and who waits gets one in the next', async () => {
  const { pool, started } = fakePool();
  const places = await Promise.all([1, 2, 3, 4].map(() => pool.take(10)));
  const waiting = pool.take(1_000);
  started[0]!.die();
  const place = await waiting;
  assert.equal(started.length, 3);
  assert.equal(place.engine, started[2]);
  assert.equal(pool.taken, 3);
  for (const each of places) each.release();
  assert.equal(pool.taken, 1, 'places that are lost are not given back twice');
});

test('an engine that does not start is told to its callers, and tried again', async () => {
  let fails = true;
  const pool = new EnginePool(
    async () => {
      if (fails) throw new AgentBrowserError('unsupported_runtime', 'No.');
      return new FakeEngine();
    },
    { engines: 1, maxSessions: 1, maxWaiting: 0 },
  );
  await assert.rejects(pool.take(10), { code: 'unsupported_runtime' });
  assert.equal(pool.taken, 0);
  fails = false;
  await pool.take(10);
});

test('closing ends engines and who waits', async () => {
  const { pool, started } = fakePool({ maxSessions: 1 });
  await pool.take(10);
  const waiting = pool.take(1_000);
  const rejected = assert.rejects(waiting, { code: 'browser_closed' });
  await pool.close();
  await rejected;
  assert.ok(started.every(({ alive }) => !alive));
  await assert.rejects(pool.take(10), { code: 'browser_closed' });
  await assert.rejects(pool.any(), { code: 'browser_closed' });
});

test('whatever happens, no more places are taken than there are, and none is lost', async () => {
  const step = fc.constantFrom('take', 'release', 'die');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { pool, started } = fakePool({ engines: 3, maxSessions: 5, maxWaiting: 100 });
      const held: Place[] = [];
      const waits: Promise<unknown>[] = [];
      for (const each of steps) {
        if (each === 'take') waits.push(pool.take(60_000).then((place) => held.push(place)));
        else if (each === 'release') held.shift()?.release();
        else started.find(({ alive }) => alive)?.die();
        await new Promise((resolve) => setImmediate(resolve));
        assert.ok(pool.taken <= 5);
        assert.ok(pool.waiting === 0 || pool.taken === 5, 'nobody waits beside a free place');
      }
      const alive = held.filter(({ engine }) => engine.alive);
      assert.equal(pool.taken, alive.length);
      const rest = Promise.allSettled(waits);
      await pool.close();
      await rest;
    }),
    { numRuns: 60 },
  );
});

test('sessions are spread over processes, and a crash takes those of one', async (t) => {
  const { origin } = await site(t, { '/': '<title>Here</title>' });
  await using browser = await AgentBrowser.launch({ engines: 2, maxSessions: 4, maxWaiting: 1, behaviour: 'instant' });
  const sessions = await Promise.all([1, 2, 3, 4].map(() => browser.session()));
  const [victim, ...others] = await browser.enginePids();
  assert.equal(others.length, 1);
  assert.deepEqual(browser.load, { sessions: 4, waiting: 0 });
  process.kill(victim!, 'SIGKILL');
  const results = await Promise.allSettled(sessions.map((session) => session.goto(`${origin}/`)));
  const codes = results.map((each) => (each.status === 'rejected' ? each.reason.code : each.value.title)).sort();
  assert.deepEqual(codes, ['Here', 'Here', 'engine_crashed', 'engine_crashed']);
  const fresh = await browser.session();
  assert.equal((await fresh.goto(`${origin}/`)).title, 'Here');
  assert.equal(browser.load.sessions, 3);
});

test('a browser that is full waits for a session to be closed', async () => {
  await using browser = await AgentBrowser.launch({ maxSessions: 1, maxWaiting: 1 });
  const first = await browser.session();
  const second = browser.session();
  await assert.rejects(browser.session(), full);
  await first.close();
  await (await second).close();
  assert.equal(browser.load.sessions, 0);
});

test('limits that make no sense are told', async () => {
  const invalid = { code: 'invalid_argument' };
  await assert.rejects(AgentBrowser.launch({ engines: 0 }), invalid);
  await assert.rejects(AgentBrowser.launch({ engines: 2, inProcess: true }), invalid);
  await assert.rejects(AgentBrowser.launch({ maxSessions: 201 }), invalid);
  await assert.rejects(AgentBrowser.launch({ maxWaiting: -1 }), invalid);
});
