/** Cookies of documents in frames: whose they are, and in which pages they show. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { EngineSession } from '../../src/session/session.ts';
import type { SessionSettings } from '../../src/session/session-settings.ts';
import { type Answer, site } from '../site.ts';

const MS = 20_000;

/** A site under many names, and what its documents saw of their cookies: by header, and by script. */
async function frames(t: TestContext, pages: Record<string, (to: (name: string) => string) => string>) {
  const seen: string[] = [];
  const answers: Record<string, Answer> = {
    '/seen': (request, response) => {
      seen.push(decodeURIComponent(request.url!.split('?')[1]!));
      response.writeHead(204).end();
    },
    '/set': (request, response) => {
      const cookies = decodeURIComponent(request.url!.split('?')[1]!).split('|');
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': cookies }).end(LOOK);
    },
    '/look': (request, response) => {
      seen.push(`sent: ${request.headers.cookie ?? ''}`);
      response.writeHead(200, { 'content-type': 'text/html' }).end(LOOK);
    },
  };
  const LOOK = '<script>fetch("/seen?" + encodeURIComponent("read: " + document.cookie))</script>';
  const { port } = await site(t, answers);
  const to = (name: string) => `http://${name}.localhost:${port}`;
  for (const [path, page] of Object.entries(pages)) answers[path] = page(to);
  const open = async (settings: Partial<SessionSettings>) => {
    const session = await EngineSession.create({ viewport: [800, 600], script: true, ...settings }, MS);
    t.after(() => session.close());
    return async (address: string): Promise<string[]> => {
      seen.length = 0;
      await session.goto(address, MS);
      return seen.filter((each) => !/^(?:sent|read): $/.test(each)).sort();
    };
  };
  return { to, open };
}

const SETS = `<script>
  document.cookie = 'lax=1; SameSite=Lax'; document.cookie = 'plain=1';
  document.cookie = 'none=1; SameSite=None; Secure';
  document.cookie = 'apart=1; SameSite=None; Secure; Partitioned';
  fetch('/seen?' + encodeURIComponent('read: ' + document.cookie));
</script>`;

test('a script in a frame of another site sets cookies for all sites only', async (t) => {
  const { to, open } = await frames(t, { '/sets': () => SETS, '/': (of) => `<iframe src="${of('b')}/sets"></iframe>` });
  const visit = await open({});
  assert.deepEqual(await visit(`${to('a')}/`), ['read: none=1; apart=1']);
  assert.deepEqual(await visit(`${to('b')}/look`), ['read: none=1', 'sent: none=1']);
});

test('without third-party cookies, it sets partitioned ones only', async (t) => {
  const { to, open } = await frames(t, { '/sets': () => SETS, '/': (of) => `<iframe src="${of('b')}/sets"></iframe>` });
  const visit = await open({ thirdPartyCookies: 'block' });
  assert.deepEqual(await visit(`${to('a')}/`), ['read: apart=1']);
  assert.deepEqual(await visit(`${to('b')}/look`), []);
});

test('what a frame has partitioned shows in pages of the same site, and in no others', async (t) => {
  const { to, open } = await frames(t, {
    '/first': (of) => `<iframe src="${of('b')}/set?p=1; SameSite=None; Secure; Partitioned"></iframe>`,
    '/again': (of) => `<iframe src="${of('b')}/look"></iframe>`,
  });
  const visit = await open({});
  assert.deepEqual(await visit(`${to('a')}/first`), ['read: p=1']);
  assert.deepEqual(await visit(`${to('a')}/again`), ['read: p=1', 'sent: p=1']);
  assert.deepEqual(await visit(`${to('c')}/again`), []);
});

test('a frame of its own site inside a frame of another one is among strangers', async (t) => {
  const { to, open } = await frames(t, {
    '/direct': (of) => `<iframe src="${of('a')}/look"></iframe>`,
    '/around': (of) => `<iframe src="${of('b')}/direct"></iframe>`,
  });
  const visit = await open({});
  const cookies = 'lax=1; SameSite=Lax|none=1; SameSite=None; Secure|own=1; SameSite=None; Secure; Partitioned';
  await visit(`${to('a')}/set?${cookies}`);
  assert.deepEqual(await visit(`${to('a')}/direct`), ['read: lax=1; none=1; own=1', 'sent: lax=1; none=1; own=1']);
  assert.deepEqual(await visit(`${to('a')}/around`), ['read: none=1', 'sent: none=1']);
});
