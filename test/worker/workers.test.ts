import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, type TestContext, test } from 'node:test';
import { AgentBrowserError } from '../../src/errors.ts';
import { readJob } from '../../src/worker/job.ts';
import { Queues, SHARED } from '../../src/worker/queues.ts';
import { BrowserWorker } from '../../src/worker/worker.ts';
import { connectWorkers } from '../../src/worker/workers.ts';
import { acts, inOrder, scriptedModel } from '../agent/scripted-model.ts';
import { closedPort, type Site, site } from '../site.ts';
import { client, missing, opened, redis, worker, workerProcess } from './redis.ts';

const needsRedis = { skip: missing };

function counter(t: TestContext): Promise<Site> {
  return site(t, {
    '/': (request, response) => {
      const visits = Number(/visits=(\d+)/.exec(request.headers.cookie ?? '')?.[1] ?? 0) + 1;
      response
        .writeHead(200, { 'content-type': 'text/html', 'set-cookie': `visits=${visits}; Max-Age=1000` })
        .end(`<title>Visit ${visits}</title><button onclick="this.textContent = 'Pressed'">Press</button>`);
    },
  });
}

/** Each has a Redis, workers and clients of its own, and waits more than it works. */
describe('calls through Redis', { concurrency: 3 }, () => {
  test('a session by its key works as any other, on some worker', needsRedis, async (t) => {
    const { origin } = await counter(t);
    const url = await redis(t);
    await worker(t, url);
    const session = (await client(url)).session('ann');
    const page = await session.goto(`${origin}/`);
    assert.equal(page.title, 'Visit 1');
    const result = await session.click({ role: 'button', name: 'Press' });
    assert.ok('delta' in result && JSON.stringify(result.delta).includes('Pressed'));
    await assert.rejects(session.click(999), { code: 'element_not_found', id: 999 });
    assert.match(await session.text(), /Pressed/);
    await session.close();
    assert.equal((await session.goto(`${origin}/`)).title, 'Visit 1', 'close() forgets');
  });

  test('a key stays with its worker, and keys are shared among workers', needsRedis, async (t) => {
    const { origin } = await counter(t);
    const url = await redis(t);
    const launch = { behaviour: 'instant', maxSessions: 2 } as const;
    const workers = [await worker(t, url, { launch }), await worker(t, url, { launch })];
    const clients = [await client(url), await client(url)];
    const keys = ['a', 'b', 'c', 'd'];
    for (let round = 1; round <= 3; round++) {
      // Any client, all at once: the second look is at the page that the first one left.
      const titles = await Promise.all(
        keys.map(async (key, at) => {
          const session = clients[(round + at) % 2]!.session(key);
          await session.goto(`${origin}/`);
          return (await session.state()).title;
        }),
      );
      assert.deepEqual(titles, Array(4).fill(`Visit ${round}`));
    }
    const owned = workers.flatMap((each) => each.keys).sort();
    assert.deepEqual(owned, keys, 'each key is on one worker');
  });

  test('a worker that is killed is replaced: cookies and page come back from Redis', needsRedis, async (t) => {
    const { origin, requests } = await counter(t);
    const url = await redis(t);
    const victim = await workerProcess(t, url);
    const session = (await client(url)).session('ann');
    await session.goto(`${origin}/`);
    await session.goto(`${origin}/`);
    victim.kill('SIGKILL');
    const heir = await worker(t, url);
    const seen = await session.state();
    // On a machine that is too busy for its beats a call that may be repeated is: the cookie counts every visit.
    const visits = requests.filter((request) => request === 'GET /').length;
    assert.ok(visits >= 3, 'the page was opened again');
    assert.equal(seen.title, `Visit ${visits}`, 'with its cookies');
    assert.deepEqual(heir.keys, ['ann']);
  });

  test(
    'what a dead worker left in its queue is done by another; what it may have done is not',
    needsRedis,
    async (t) => {
      const asked = Promise.withResolvers<void>();
      let clicks = 0;
      const { origin } = await site(t, {
        '/': '<title>Home</title><a href="/slow">Slow</a>',
        '/slow': () => {
          clicks++;
          asked.resolve();
        },
      });
      const url = await redis(t);
      const victim = await workerProcess(t, url);
      const session = (await client(url)).session('ann');
      await session.goto(`${origin}/`);
      const clicking = session.click({ role: 'link', name: 'Slow' }, { timeoutMs: 60_000 });
      await asked.promise;
      const reading = session.goto(`${origin}/`, { timeoutMs: 60_000 });
      const refused = assert.rejects(clicking, { code: 'engine_crashed', message: /not known whether it was done/ });
      victim.kill('SIGKILL');
      await worker(t, url);
      assert.equal((await reading).title, 'Home');
      await refused;
      assert.equal(clicks, 1);
      const letters = await (await client(url)).deadLetters();
      assert.equal(letters.length, 1);
    },
  );

  test('jobs that are none, and methods that are not for workers, are refused', needsRedis, async (t) => {
    const { origin } = await counter(t);
    const url = await redis(t);
    await worker(t, url);
    const workers = await client(url);
    const queues = await Queues.connect({ redis: url }, () => undefined);
    opened(url, () => queues.close());
    await queues.add(SHARED, { hello: 'world' });
    await assert.rejects(workers.session('ann').upload(1, '/etc/passwd'), { code: 'not_allowed' });
    await assert.rejects(workers.session('ann').evaluate('1'), { code: 'not_allowed' });
    await assert.rejects(workers.session('ann').storageState(), { code: 'not_allowed' });
    await workers.session('ann').goto(`${origin}/`);
    let letters = await workers.deadLetters();
    while (letters.length === 0) letters = await workers.deadLetters();
    assert.match(letters[0]!.error, /This is no job/);
    const upload = { kind: 'call', method: 'session.upload', params: {} };
    assert.throws(() => readJob({ id: '1', key: 'a', client: 'c', until: 0, what: upload }), AgentBrowserError);
  });

  test(
    'a call that is cancelled stops on the worker, and one that nobody serves runs into its deadline',
    needsRedis,
    async (t) => {
      const asked = Promise.withResolvers<void>();
      const dropped = Promise.withResolvers<void>();
      const { origin } = await site(t, {
        '/hang': (request) => {
          request.socket.once('close', () => dropped.resolve());
          asked.resolve();
        },
      });
      const url = await redis(t);
      const workers = await client(url);
      await assert.rejects(workers.session('x').state({ timeoutMs: 50 }), { code: 'timeout' });
      await worker(t, url);
      const stop = new AbortController();
      const opening = workers.session('ann').goto(`${origin}/hang`, { signal: stop.signal });
      await asked.promise;
      stop.abort();
      await assert.rejects(opening, { code: 'cancelled' });
      await dropped.promise;
    },
  );

  test('sessions that are not used are closed, and come back with their cookies', needsRedis, async (t) => {
    const { origin } = await counter(t);
    const url = await redis(t);
    const idle = await worker(t, url, { idleMs: 10 });
    const session = (await client(url)).session('ann');
    await session.goto(`${origin}/`);
    while (idle.keys.length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal((await session.goto(`${origin}/`)).title, 'Visit 2');
  });

  test('a page that did not come back is tried again by the next call', needsRedis, async (t) => {
    let isDown = false;
    const { origin } = await site(t, {
      '/': (request, response) => {
        if (isDown) request.socket.destroy();
        else response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Here</title>');
      },
    });
    const url = await redis(t);
    const idle = await worker(t, url, { idleMs: 10 });
    const session = (await client(url)).session('ann');
    await session.goto(`${origin}/`);
    while (idle.keys.length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    isDown = true;
    await assert.rejects(session.state());
    isDown = false;
    assert.equal((await session.state()).title, 'Here');
  });

  test('a worker that is closed gives its keys to the others', needsRedis, async (t) => {
    const { origin } = await counter(t);
    const url = await redis(t);
    const first = await worker(t, url);
    const session = (await client(url)).session('ann');
    await session.goto(`${origin}/`);
    const second = await worker(t, url);
    await first.close();
    assert.equal((await session.goto(`${origin}/`)).title, 'Visit 2');
    assert.deepEqual(second.keys, ['ann']);
  });

  test('a task is done by an agent on the worker', needsRedis, async (t) => {
    const { origin } = await counter(t);
    const url = await redis(t);
    const { baseUrl } = await scriptedModel(
      t,
      inOrder(acts({ type: 'scroll' }), acts({ type: 'done', result: 'yes' })),
    );
    await worker(t, url, { model: { model: 'test', baseUrl } });
    const workers = await client(url);
    const { status, result, steps } = await workers.runAgent('ann', 'Look', { url: `${origin}/` });
    assert.deepEqual([status, result, steps], ['done', 'yes', 1]);
  });
});

test(
  'an engine that dies is tried again where that is safe; what never works is a dead letter',
  needsRedis,
  async (t) => {
    let kills = 1;
    let loads = 0;
    const url = await redis(t);
    const { origin } = await site(t, {
      '/': (_request, response) => {
        loads++;
        if (kills-- > 0) for (const pid of enginePids()) process.kill(pid, 'SIGKILL');
        response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Here</title>');
      },
    });
    await worker(t, url);
    const workers = await client(url);
    const session = workers.session('ann');
    assert.equal((await session.goto(`${origin}/`)).title, 'Here');
    assert.equal(loads, 2);
    kills = 100;
    await assert.rejects(session.goto(`${origin}/`), { code: 'engine_crashed' });
    const [letter] = await workers.deadLetters();
    assert.match(letter!.error, /engine process ended/);
    assert.equal((letter!.job as { key: string }).key, 'ann');
    kills = 0;
    assert.equal((await session.goto(`${origin}/`)).title, 'Here', 'the worker goes on');
  },
);

test('no Redis is told at once', async () => {
  const nowhere = `redis://127.0.0.1:${await closedPort()}`;
  await assert.rejects(connectWorkers({ redis: nowhere }), {
    code: 'connection_failed',
    message: /127\.0\.0\.1:\d+ cannot be used/,
  });
  await assert.rejects(BrowserWorker.start({ redis: 'localhost' }), { code: 'invalid_argument' });
});

/** Engines of this process: the children that were started with the engine's file. */
function enginePids(): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter((line) => line.includes('engine-main'))
    .map((line) => Number.parseInt(line.trim(), 10));
}
