import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { clickAction } from '../../src/session/actions.ts';
import { EngineSession, type SessionSettings } from '../../src/session/session.ts';
import { type Answer, redirect, site } from '../site.ts';
import { openReal } from './real-session.ts';

const MS = 20_000;

async function open(t: TestContext, settings: Partial<SessionSettings> = {}): Promise<EngineSession> {
  const session = await EngineSession.create({ viewport: [800, 600], script: true, clock: 'virtual', ...settings }, MS);
  t.after(() => session.close());
  return session;
}

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'agentbrowser-'));
  t.after(() => rm(path, { recursive: true }));
  return path;
}

const script = (body: string): Answer => ({ type: 'text/javascript', body });

test('trackers are not asked, the page goes on, and they are counted', async (t) => {
  const { page, session } = await openReal(t, {
    '/': `<p id=out>waiting</p>
      <script src="https://www.google-analytics.com/analytics.js" onerror="out.textContent = 'went on'"></script>
      <script>fetch('https://api.segment.io/v1/t').catch(() => {}); navigator.sendBeacon('https://bat.bing.com/x')</script>`,
  });
  assert.ok(page.els.some(({ text }) => text === 'went on'));
  assert.deepEqual(session.network().blocked, { script: 1, fetch: 1, beacon: 1 });
  assert.deepEqual(
    session.events(0).filter(({ kind }) => kind === 'request_failed'),
    [],
  );
});

test('a session can add its own entries, or block nothing', async (t) => {
  const answers = {
    '/': '<body><script src="/ads/banner.js"></script>',
    '/ads/banner.js': script('document.body.append("ad")'),
  };
  const blocked = await openReal(t, answers, { block: { add: ['/ads/'] } });
  assert.equal(blocked.page.els.length, 0);
  const free = await openReal(t, answers, { block: false });
  assert.equal(free.page.els.length, 1);
});

test('a page cannot reach a private host that the user did not name, by any way', async (t) => {
  const inner = await site(t, { '/': 'secret', '/x.js': script('document.title = "reached"') });
  const target = `http://169.254.169.254:${inner.port}`;
  const { evaluate } = await openReal(t, {
    '/': `<script src="${target}/x.js"></script>
      <script>
        globalThis.results = [];
        const note = (what) => (answer) => results.push(what + ' ' + answer);
        fetch('${target}/', { mode: 'no-cors' }).then(note('fetch reached'), () => note('fetch')('refused'));
        fetch('/to-inner', { mode: 'no-cors' }).then(note('redirect reached'), () => note('redirect')('refused'));
        const request = new XMLHttpRequest();
        request.onload = () => note('xhr')('reached');
        request.onerror = () => note('xhr')('refused');
        request.open('GET', '${target}/');
        request.send();
        const socket = new WebSocket('ws://169.254.169.254:${inner.port}/');
        socket.onopen = () => note('socket')('reached');
        socket.onclose = () => note('socket')('refused');
      </script>`,
    '/to-inner': redirect(`${target}/`),
  });
  assert.equal(await evaluate('results.sort().join()'), 'fetch refused,redirect refused,socket refused,xhr refused');
  assert.equal(inner.connections(), 0);
});

test('a link to a file saves it, and the page stays', async (t) => {
  const downloads = await folder(t);
  const real = await openReal(
    t,
    {
      '/': '<a href="/report">Report</a>',
      '/report': (_request, response) => {
        const headers = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="report.csv"' };
        response.writeHead(200, headers).end('a,b');
      },
    },
    { downloads },
  );
  await real.act(clickAction(real.id('Report'), {}));
  assert.equal(await readFile(join(downloads, 'report.csv'), 'utf8'), 'a,b');
  assert.equal((await real.state()).url, `${real.origin}/`);
  const [event] = real.session.events(0).filter(({ kind }) => kind === 'download');
  assert.match(event!.message, /^report\.csv \(text\/csv, 3 B\) was saved as /);
  assert.deepEqual(
    real.session.network().downloads.map(({ name, type, bytes }) => ({ name, type, bytes })),
    [{ name: 'report.csv', type: 'text/csv', bytes: 3 }],
  );
});

test('goto() of a file says where it is', async (t) => {
  const downloads = await folder(t);
  const { origin } = await site(t, { '/a.zip': { type: 'application/zip', body: 'PK' } });
  const session = await open(t, { downloads });
  await assert.rejects(session.goto(`${origin}/a.zip`, MS), /a\.zip \(application\/zip, 2 B\) was saved as/);
});

test('a session is replayed from its recording, without the network', async (t) => {
  const path = join(await folder(t), 'session.har');
  const { origin, requests } = await site(t, {
    '/': '<link rel=stylesheet href=/s.css><p id=out></p><script src=/a.js></script>',
    '/s.css': { type: 'text/css', body: 'p { width: 123px }' },
    '/a.js': script("fetch('/data').then((r) => r.text()).then((text) => { out.textContent = text })"),
    '/data': { type: 'text/plain', body: 'from the server' },
  });
  const first = await EngineSession.create({ viewport: [800, 600], script: true, clock: 'virtual', record: path }, MS);
  const seen = await first.goto(`${origin}/`, MS);
  await first.close();
  const count = requests.length;
  const again = await (await open(t, { replay: path })).goto(`${origin}/`, MS);
  assert.deepEqual(again.els, seen.els);
  assert.ok(seen.els.some(({ text, b }) => text === 'from the server' && b?.[2] === 123));
  assert.equal(requests.length, count);
});

test('what the cache has is not asked for on the next page', async (t) => {
  const cached: Answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/css', 'cache-control': 'max-age=600' }).end('p { width: 99px }');
  };
  const head = '<link rel=stylesheet href=/s.css>';
  const { origin, requests } = await site(t, { '/': `${head}<p>1`, '/2': `${head}<p>2`, '/s.css': cached });
  const session = await open(t);
  await session.goto(`${origin}/`, MS);
  const page = await session.goto(`${origin}/2`, MS);
  assert.equal(page.els[0]?.b?.[2], 99);
  assert.deepEqual(requests, ['GET /', 'GET /s.css', 'GET /2']);
});

test('scripts that come one after the other are fetched at the same time', async (t) => {
  const waiting: (() => void)[] = [];
  // Each is answered when all have been asked for: a page that fetches one by one would wait for ever.
  const together: Answer = (request, response) => {
    waiting.push(() => response.writeHead(200, { 'content-type': 'text/javascript' }).end(`seen += '${request.url}'`));
    if (waiting.length === 3) for (const answer of waiting) answer();
  };
  const { origin, requests } = await site(t, {
    '/': `<title></title><script>var seen = ''</script><script src=/1></script><script src=/2></script>
      <script src=/3></script><script>document.title = seen</script>`,
    '/1': together,
    '/2': together,
    '/3': together,
  });
  const session = await open(t);
  const page = await session.goto(`${origin}/`, MS);
  assert.equal(page.title, '/1/2/3');
  assert.equal(requests.length, 4);
});

test('a script is on its way before the document has ended', async (t) => {
  const { origin } = await site(t, {
    '/': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('<script src=/a.js></script>');
      // The rest of the document comes when its script was asked for.
      end = () => response.end('<p>end');
    },
    '/a.js': (_request, response) => {
      end();
      response.writeHead(200, { 'content-type': 'text/javascript' }).end('document.title = "early"');
    },
  });
  let end = (): void => undefined;
  const page = await (await open(t)).goto(`${origin}/`, MS);
  assert.equal(page.title, 'early');
});

test("fetch() with cache: 'no-store' or 'reload' asks the server, whatever is kept", async (t) => {
  let count = 0;
  const counting: Answer = (_request, response) => {
    response.writeHead(200, { 'cache-control': 'max-age=600' }).end(String(++count));
  };
  const { evaluate } = await openReal(t, {
    '/': `<script>
      const get = async (cache) => (await fetch('/n', { cache })).text();
      (async () => {
        globalThis.seen = [await get('default'), await get('default'), await get('no-store'), await get('reload'), await get('default')];
      })();
    </script>`,
    '/n': counting,
  });
  assert.equal(await evaluate('seen.join()'), '1,1,2,3,3');
});

test('bytes are counted as they come', async (t) => {
  const { session } = await openReal(t, { '/': `<p>${'x'.repeat(10_000)}</p>` });
  const { bytes, requests } = session.network();
  assert.equal(requests, 1);
  assert.equal(bytes, 10_007);
});

test('a link that is answered with 204 leaves the page as it is; goto() says so', async (t) => {
  const real = await openReal(t, {
    '/': '<a href=/none>Go</a>',
    '/none': (_request, response) => void response.writeHead(204).end(),
  });
  await real.act(clickAction(real.id('Go'), {}));
  assert.equal((await real.state()).url, `${real.origin}/`);
  await assert.rejects(real.session.goto(`${real.origin}/none`, MS), { code: 'navigation_error', message: /204/ });
});

test("a page's cache modes reach the session's cache", async (t) => {
  const { evaluate } = await openReal(t, {
    '/': `<script>
      const tell = (promise) => promise.then((response) => response.text(), (error) => error.name);
      globalThis.done = '';
      (async () => {
        const from = { cache: 'only-if-cached', mode: 'same-origin' };
        for (const init of [from, {}, from, { cache: 'force-cache' }, {}, { cache: 'reload' }]) {
          done += (await tell(fetch('/data', init))) + ' ';
        }
      })();
    </script>`,
    '/data': (() => {
      let count = 0;
      return (_request, response) =>
        void response.writeHead(200, { 'cache-control': 'no-cache', etag: `"${count}"` }).end(`v${++count}`);
    })() satisfies Answer,
  });
  assert.equal(await evaluate('done'), 'TypeError v1 v1 v1 v2 v3 ');
});

test('a page does not take its window to a data: address; a frame may go there', async (t) => {
  const real = await openReal(t, {
    '/': '<p>stays</p><iframe src="data:text/html,<p>framed"></iframe><script>location = "data:text/html,<p>moved"</script>',
  });
  const { els, url } = await real.state();
  assert.equal(url, `${real.origin}/`);
  assert.deepEqual(
    els.map(({ text }) => text).filter((text) => text !== undefined),
    ['stays', 'framed'],
  );
  const [event] = real.session.events(0, { kinds: ['request_failed'] });
  assert.match(event!.message, /^address_not_allowed: .*goto\(\)/);
});
