import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { clickAction } from '../../src/session/actions.ts';
import type { Answer } from '../site.ts';
import { find, openReal, type RealSession } from './real-session.ts';

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'agentbrowser-'));
  t.after(() => rm(path, { recursive: true }));
  return path;
}

const bytes =
  (headers: Record<string, string>, body: Uint8Array | string): Answer =>
  (_request, response) => {
    response.writeHead(200, headers).end(body);
  };

async function click({ session, page }: RealSession, words: string): Promise<void> {
  await session.act(clickAction(find(page, words).id), 20_000);
}

test('scripts, modules, sheets and requests read blobs of the page', async (t) => {
  const { evaluate } = await openReal(
    t,
    `<p id=p>x</p><script>
      var found = [];
      const url = (text, type) => URL.createObjectURL(new Blob([text], { type }));
      const add = (name, members) => document.body.append(Object.assign(document.createElement(name), members));
      add('script', { src: url('found.push("script")', 'text/javascript') });
      add('script', { type: 'module', src: url('found.push("module")', 'text/javascript') });
      add('link', { rel: 'stylesheet', href: url('p { margin-left: 77px }', 'text/css'), onload: () => found.push('sheet') });
      add('script', { src: url('found.push("never")', 'text/html'), onerror: () => found.push('no script') });
      const gone = url('found.push("never")', 'text/javascript');
      URL.revokeObjectURL(gone);
      add('script', { src: gone, onerror: () => found.push('gone') });
      import(url('export default 5', 'text/javascript')).then((it) => found.push('import ' + it.default));
      fetch(url('data')).then((it) => it.text()).then((it) => found.push('fetch ' + it));
    </script>`,
  );
  assert.equal(
    await evaluate('found.sort().join() + " " + getComputedStyle(p).marginLeft'),
    'fetch data,gone,import 5,module,no script,script,sheet 77px',
  );
});

test('the size of an image in a blob is its own', async (t) => {
  const gif = 'R0lGODlhAgADAIAAAAAAAP///yH5BAEAAAAALAAAAAACAAMAAAIChF8AOw==';
  const { evaluate } = await openReal(
    t,
    `<img id=i><script>
      const bytes = Uint8Array.from(atob('${gif}'), (char) => char.charCodeAt(0));
      i.src = URL.createObjectURL(new Blob([bytes], { type: 'image/gif' }));
    </script>`,
  );
  assert.equal(await evaluate('i.naturalWidth + "x" + i.naturalHeight'), '2x3');
});

test('a link leads to a page in a blob, which is of the origin that made it', async (t) => {
  const real = await openReal(t, {
    '/': `<a id=a>open</a><script>a.href = URL.createObjectURL(new Blob(['<p>inside<script>document.title = origin<\\/script>'], { type: 'text/html' }))</script>`,
  });
  await click(real, 'open');
  const { url, title, els } = await real.state();
  assert.match(url, /^blob:http:\/\/127\.0\.0\.1:\d+\/[0-9a-f-]{36}$/);
  assert.equal(title, real.origin);
  assert.deepEqual(
    els.map(({ text }) => text),
    ['inside'],
  );
});

test('links that say so are saved: pages, blobs and data, under the name that they give', async (t) => {
  const downloads = await folder(t);
  const real = await openReal(
    t,
    {
      '/': `<a href=/page download=report.html>page</a> <a id=b download="../x y.txt">blob</a>
        <a href="data:text/csv,1,2" download>data</a>
        <script>b.href = URL.createObjectURL(new Blob(['in a blob'], { type: 'text/plain' }))</script>`,
      '/page': '<p>a page',
    },
    { downloads },
  );
  for (const name of ['page', 'blob', 'data']) await click(real, name);
  assert.equal((await real.state()).url, `${real.origin}/`);
  const files = (await readdir(downloads)).sort();
  assert.equal(files.length, 3);
  assert.equal(await readFile(join(downloads, 'report.html'), 'utf8'), '<p>a page');
  assert.equal(await readFile(join(downloads, 'x y.txt'), 'utf8'), 'in a blob');
  assert.equal(await readFile(join(downloads, files.find((name) => name.endsWith('.csv'))!), 'utf8'), '1,2');
});

test('another origin decides itself whether it is a file', async (t) => {
  const real = await openReal(t, {
    '/': '<a id=a download=x.html>go</a><script>a.href = location.href.replace("127.0.0.1", "localhost") + "page"</script>',
    '/page': '<p>a page',
  });
  await click(real, 'go');
  assert.match((await real.state()).url, /localhost:\d+\/page$/);
});

test('a page cannot show what it likes as a page of another origin', async (t) => {
  const { evaluate, state, origin } = await openReal(t, '<p>here');
  const leaving = evaluate('location.href = "blob:https://example.com/1234"; 0');
  await assert.rejects(leaving, { code: 'unsupported_scheme' });
  assert.equal((await state()).url, `${origin}/`);
});

test('plain text that is no text, and bytes without a type, are files', async (t) => {
  const downloads = await folder(t);
  const binary = Buffer.from([0, 1, 2, 250]);
  const { session, origin } = await openReal(
    t,
    {
      '/': '<p>page',
      '/plain': bytes({ 'content-type': 'text/plain' }, binary),
      '/nothing': bytes({}, 'PK\x03\x04...'),
      '/text': bytes({ 'content-type': 'text/plain' }, '%PDF-1.4 is how they begin'),
      '/sure': bytes({ 'content-type': 'text/plain', 'x-content-type-options': 'nosniff' }, binary),
    },
    { downloads },
  );
  for (const path of ['/plain', '/nothing']) {
    await assert.rejects(session.goto(origin + path, 20_000), { code: 'navigation_error', message: /was saved as/ });
  }
  assert.deepEqual((await readdir(downloads)).sort(), ['nothing.zip', 'plain']);
  for (const path of ['/text', '/sure']) assert.equal((await session.goto(origin + path, 20_000)).url, origin + path);
});

test('a Refresh header leads on, as the element does', async (t) => {
  const { session, origin } = await openReal(t, {
    '/': '<p>page',
    '/old': bytes({ 'content-type': 'text/html', refresh: '0; url=new' }, '<p>old'),
    '/new': '<p>new',
  });
  assert.equal((await session.goto(`${origin}/old`, 20_000)).url, `${origin}/new`);
});
