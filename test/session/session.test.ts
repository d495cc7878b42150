import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { PageRequest } from '../../src/page/messages.ts';
import { clickAction, typeAction } from '../../src/session/actions.ts';
import type { HostDocument } from '../../src/session/page-host.ts';
import { EngineSession } from '../../src/session/session.ts';
import { redirect, site } from '../site.ts';
import { FakeHost, type FakeScript } from './fake-host.ts';

function ask(id: number, url: string, destination: 'style' | 'script' | 'fetch'): PageRequest {
  return { id, url, destination, method: 'GET', headers: [], body: null };
}

/** The session's calls with a deadline that tests need not name. */
function calls(session: EngineSession, usual = 5000) {
  const keys = { clear: true, submit: false };
  return {
    goto: (url: string, ms = usual) => session.goto(url, ms),
    back: () => session.back(usual),
    reload: () => session.reload(usual),
    state: () => session.state({}, usual),
    click: (id: number) => session.act(clickAction(id), usual),
    type: (id: number, text: string) => session.act(typeAction(id, text, keys), usual),
    events: () => session.events(0),
    close: () => session.close(),
  };
}

interface Opened {
  readonly session: ReturnType<typeof calls>;
  /** Every host the session made, the current one last. */
  readonly hosts: FakeHost[];
}

async function open(t: TestContext, script?: FakeScript): Promise<Opened> {
  const hosts: FakeHost[] = [];
  const settings = { viewport: [1280, 800], script: true } as const;
  const session = await EngineSession.create(settings, 5000, async () => {
    hosts.push(new FakeHost(script));
    return hosts.at(-1)!;
  });
  t.after(() => session.close());
  return { session: calls(session), hosts };
}

test('goto gives the page at the final URL', async (t) => {
  const { origin } = await site(t, { '/a': redirect('/b'), '/b': '<title>B</title><a href="/c">next' });
  const { session } = await open(t);
  const page = await session.goto(`${origin}/a`);
  assert.deepEqual([page.url, page.title, page.els[0]?.text], [`${origin}/b`, 'B', 'next']);
});

test('a session without a page shows an empty one', async (t) => {
  const { session } = await open(t);
  const page = await session.state();
  assert.deepEqual([page.url, page.els], ['about:blank', []]);
});

test('a click on a link gives the page it leads to', async (t) => {
  const { origin } = await site(t, { '/': '<a href="/b">go', '/b': '<title>B</title>' });
  const { session } = await open(t);
  await session.goto(`${origin}/`);
  const result = await session.click(1);
  assert.ok('page' in result);
  assert.deepEqual([result.ok, result.action, result.page.title], [true, 'click(1)', 'B']);
});

test('an action that stays on the page gives a delta from the last answer to the next', async (t) => {
  const { origin } = await site(t, { '/': '<a href="#">one<a href="#">two<a href="#">three' });
  const { session } = await open(t);
  const before = await session.goto(`${origin}/`);
  const result = await session.type(1, '!');
  assert.ok('delta' in result, JSON.stringify(result));
  assert.deepEqual([result.delta.from, result.delta.version], [before.version, before.version + 1]);
  assert.deepEqual(result.delta.changed?.[0], { id: 1, text: 'one!' });
});

test('what was typed is not in the name of the action', async (t) => {
  const { session } = await open(t);
  assert.equal((await session.type(1, 'secret')).action, 'type(1)');
});

test('an id that is not there is element_not_found', async (t) => {
  const { session } = await open(t);
  await assert.rejects(session.click(99), { code: 'element_not_found', id: 99 });
});

test('an element that takes no text is element_not_editable', async (t) => {
  const { session } = await open(t);
  await assert.rejects(session.type(2, 'x'), { code: 'element_not_editable' });
});

test('a script may change the path of its address, not its origin', async (t) => {
  const { origin, requests } = await site(t, { '/': 'x', '/there': 'y' });
  const { session } = await open(t, (_document, turn) => ({
    url: turn === 0 ? `${origin}/there` : 'http://other.test/',
  }));
  await session.goto(`${origin}/`);
  await session.reload();
  assert.deepEqual(requests, ['GET /', 'GET /there']);
});

test('a page from a file cannot pretend to be in another folder', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'agentbrowser-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'page.html'), 'x');
  const { session, hosts } = await open(t, ({ url }, turn) => ({
    url: 'file:///etc/page.html',
    requests: turn === 0 && url.startsWith('file:') ? [ask(1, 'file:///etc/passwd', 'script')] : [],
  }));
  await session.goto(pathToFileURL(join(folder, 'page.html')).href);
  await session.state();
  assert.match(hosts[0]!.responses[0]!.error!, /^unsupported_scheme/);
});

test('back and reload load again', async (t) => {
  const { origin, requests } = await site(t, { '/a': '<title>A', '/b': '<title>B' });
  const { session } = await open(t);
  await session.goto(`${origin}/a`);
  await session.goto(`${origin}/b`);
  assert.equal((await session.reload()).title, 'B');
  assert.equal((await session.back()).title, 'A');
  assert.deepEqual(requests, ['GET /a', 'GET /b', 'GET /b', 'GET /a']);
  await assert.rejects(session.back(), { code: 'navigation_error' });
});

test('when loading fails, the session stays where it was', async (t) => {
  const { origin } = await site(t, { '/': '<title>A' });
  const { session } = await open(t);
  await session.goto(`${origin}/`);
  await assert.rejects(session.goto('http://no-such-host.invalid/'), { code: 'dns_failure' });
  assert.equal((await session.state()).title, 'A');
});

for (const [url, code] of [
  ['not a url', 'invalid_url'],
  ['', 'invalid_url'],
  ['example.com', 'invalid_url'],
  ['http://', 'invalid_url'],
  ['gopher://example.com/', 'unsupported_scheme'],
  ['javascript:alert(1)', 'unsupported_scheme'],
] as const) {
  test(`goto('${url}') is ${code}`, async (t) => {
    const { session } = await open(t);
    await assert.rejects(session.goto(url), { code });
  });
}

test('text that is not HTML is shown as text', async (t) => {
  const { origin } = await site(t, { '/': { type: 'application/json', body: '{"a": "<b>&amp;"}' } });
  const { session, hosts } = await open(t);
  await session.goto(`${origin}/`);
  assert.match(hosts[0]!.opened.at(-1)!.html, /<pre[^>]*>\n{"a": "&lt;b>&amp;amp;"}<\/pre>/);
});

test('what cannot be shown is unsupported_content, with its type and size, and is not downloaded', async (t) => {
  const { origin } = await site(t, {
    '/a.zip': { type: 'application/zip', body: 'x'.repeat(3_000_000) },
    '/b': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-disposition': 'attachment' }).end('x');
    },
    '/c': (_request, response) => {
      response.end(Buffer.from([0, 1, 2, 3]));
    },
  });
  const { session } = await open(t);
  await assert.rejects(session.goto(`${origin}/a.zip`), {
    code: 'unsupported_content',
    message: /application\/zip, 2\.9 MB/,
  });
  await assert.rejects(session.goto(`${origin}/b`), { code: 'unsupported_content' });
  await assert.rejects(session.goto(`${origin}/c`), { code: 'unsupported_content' });
});

test('a page of 200 MB has what came up to the limit, and response_too_large is told', async (t) => {
  let sent = 0;
  const { origin } = await site(t, {
    '/': (_request, response) => {
      const chunk = Buffer.alloc(1e6, 'a');
      const more = (): void => {
        while (sent < 200e6 && !response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
        response.end();
      };
      response.setHeader('content-type', 'text/html');
      more();
    },
  });
  const { session } = await open(t);
  await session.goto(`${origin}/`, 30_000);
  assert.match(session.events().find(({ kind }) => kind === 'request_failed')!.message, /^response_too_large: /);
  assert.ok(sent < 100e6, `${sent} bytes were sent`);
});

test('204 means that the page stays', async (t) => {
  const { origin } = await site(t, { '/': (_request, response) => void response.writeHead(204).end() });
  const { session } = await open(t);
  await assert.rejects(session.goto(`${origin}/`), { code: 'navigation_error' });
});

test('what the page asks for is fetched for it, and goto waits until it has it', async (t) => {
  const { origin } = await site(t, {
    '/': 'page',
    '/a.css': { type: 'text/css', body: 'p {}' },
    '/missing.css': (_request, response) => void response.writeHead(404, { 'content-type': 'text/css' }).end('no'),
    '/html.js': { type: 'text/html', body: '<p>' },
  });
  const { session, hosts } = await open(t, ({ url }, turn, responses) => ({
    isLoading: !url.startsWith('about:') && responses.length < 3,
    requests:
      turn === 0 ? [ask(1, '/a.css', 'style'), ask(2, '/missing.css', 'style'), ask(3, '/html.js', 'script')] : [],
  }));
  await session.goto(`${origin}/`);
  const { responses } = hosts[0]!;
  assert.deepEqual(responses.map(({ text, error }) => text || error?.split(':')[0]).sort(), [
    'navigation_error',
    'p {}',
    'unsupported_content',
  ]);
  assert.equal(session.events().filter(({ kind }) => kind === 'request_failed').length, 2);
});

test('a page that sends itself on by script is followed, and a loop of such pages ends', async (t) => {
  const { origin } = await site(t, { '/': 'first', '/end': '<title>End', '/loop': 'again' });
  const go = (url: string) => ({ url, method: 'GET', contentType: null, body: null, replace: true }) as const;
  const { session } = await open(t, ({ url }) => {
    const path = new URL(url).pathname;
    if (path === '/') return { navigation: go('/end') };
    return path === '/loop' ? { navigation: go('/loop') } : {};
  });
  assert.equal((await session.goto(`${origin}/`)).title, 'End');
  await assert.rejects(session.goto(`${origin}/loop`), { code: 'too_many_redirects' });
});

test('a form posts, and going back or reloading does not post again', async (t) => {
  const { origin, requests } = await site(t, { '/': '<a href="x">x', '/post': '<title>Posted' });
  let wantsPost = false;
  const { session } = await open(t, () => {
    if (!wantsPost) return {};
    wantsPost = false;
    return { navigation: { url: '/post', method: 'POST', contentType: null, body: btoa('a=1'), replace: false } };
  });
  await session.goto(`${origin}/`);
  wantsPost = true;
  await session.state();
  await session.reload();
  assert.deepEqual(requests, ['GET /', 'POST /post', 'GET /post']);
});

test('a page that runs out of memory is an error, and is there without its scripts in a new isolate', async (t) => {
  const { origin } = await site(t, { '/bad': '<title>Bad', '/good': '<title>Good' });
  const bad = (page: HostDocument): boolean => page.url.endsWith('/bad') && page.script !== false;
  const { session, hosts } = await open(t, (page) => (bad(page) ? 'run out of memory' : {}));
  await assert.rejects(session.goto(`${origin}/bad`), { code: 'out_of_memory' });
  assert.equal((await session.state()).title, 'Bad');
  assert.equal((await session.goto(`${origin}/good`)).title, 'Good');
  assert.equal(hosts.length, 2);
  assert.ok(session.events().some(({ kind }) => kind === 'budget_exceeded'));
});

test('a page that runs out of memory also without its scripts is gone', async (t) => {
  const { origin } = await site(t, { '/bad': '<title>Bad' });
  const { session } = await open(t, ({ url }) => (url.endsWith('/bad') ? 'run out of memory' : {}));
  await assert.rejects(session.goto(`${origin}/bad`), { code: 'out_of_memory' });
  await assert.rejects(session.state(), { code: 'out_of_memory' });
  assert.equal((await session.state()).url, 'about:blank');
});

test('a call that takes too long is timeout, and the session can be used again', async (t) => {
  const { origin } = await site(t, { '/slow': () => undefined, '/': '<title>A' });
  const { session } = await open(t);
  await assert.rejects(session.goto(`${origin}/slow`, 50), { code: 'timeout', message: /timeoutMs/ });
  assert.equal((await session.goto(`${origin}/`)).title, 'A');
});

test('calls of one session are served in order', async (t) => {
  const { origin } = await site(t, { '/a': '<title>A', '/b': '<title>B' });
  const { session } = await open(t);
  const pages = await Promise.all([session.goto(`${origin}/a`), session.state(), session.goto(`${origin}/b`)]);
  assert.deepEqual(
    pages.map(({ title }) => title),
    ['A', 'A', 'B'],
  );
});

test('too many calls at once are refused, not stored', async (t) => {
  const { session } = await open(t);
  const calls = await Promise.allSettled(Array.from({ length: 150 }, () => session.state()));
  const refused = calls.filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 50);
});

test('a closed session says so, also to the call that was running', async (t) => {
  const { origin } = await site(t, { '/slow': () => undefined });
  const { session } = await open(t);
  const running = session.goto(`${origin}/slow`);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const rejected = assert.rejects(running, { code: 'session_closed' });
  await session.close();
  await rejected;
  await assert.rejects(session.state(), { code: 'session_closed' });
});

test('a page with timers and animations for ever settles', async (t) => {
  const { origin } = await site(t, { '/': 'x' });
  let version = 0;
  const { session } = await open(t, () => ({ nextTimerMs: 16, version: version++ }));
  await session.goto(`${origin}/`, 4000);
});

test('a request that is never answered does not keep a loaded page from settling', async (t) => {
  const { origin } = await site(t, { '/': 'x', '/poll': () => undefined });
  const { session } = await open(t, (_document, turn) => ({ requests: turn === 0 ? [ask(1, '/poll', 'fetch')] : [] }));
  await session.goto(`${origin}/`, 8000);
});

test('the realm of the first document is made with the session, that of the next between calls, once whoever goes on has gone on', async (t) => {
  const { origin } = await site(t, { '/a': '<a href="#">a', '/b': '<a href="#">b' });
  const { session, hosts } = await open(t);
  const prepared: number[] = [];
  const looks = async (work: Promise<unknown>) => {
    await work;
    await setImmediate();
    prepared.push(hosts.at(-1)!.preparations);
  };
  await looks(session.goto(`${origin}/a`));
  await looks(session.state());
  await looks(session.goto(`${origin}/b`));
  await looks(session.state());
  await looks(session.goto(`${origin}/a`));
  // Those of the first document were made with the session.
  assert.deepEqual(prepared, [1, 1, 2, 2, 3]);
});
