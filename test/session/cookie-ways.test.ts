import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clickAction } from '../../src/session/actions.ts';
import { EngineSession } from '../../src/session/session.ts';
import { type Answer, site } from '../site.ts';
import { find } from './real-session.ts';

const MS = 20_000;

/** The themes of WPT's cookies/samesite: which cookies go along, by the way on which a page asks. */
test('SameSite by the way on which a page of the same or of another site asks', async (t) => {
  const heard: Record<string, string> = {};
  const echo: Answer = (request, response) => {
    const names = [...(request.headers.cookie ?? '').matchAll(/(\w+)=/g)].map(([, name]) => name!);
    heard[decodeURIComponent(request.url!.split('?')[1]!)] = names.sort().join(' ');
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>there');
  };
  const frame = '<script>fetch("/echo?INFRAME", { mode: "no-cors", credentials: "include" })</script>';
  const { port } = await site(t, {
    '/set': (_request, response) => {
      const cookies = ['strict=1; SameSite=Strict', 'lax=1; SameSite=Lax', 'none=1; SameSite=None; Secure', 'plain=1'];
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': cookies }).end('<p>set');
    },
    '/echo': echo,
    '/redirect': (request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${port}/echo?${request.url!.split('?')[1]}` }).end();
    },
    '/frame': frame.replace('INFRAME', 'fetch of a frame'),
    '/sandboxed': frame.replace('INFRAME', 'fetch of a sandboxed frame'),
    '/ways': (request, response) => {
      const to = `http://127.0.0.1:${port}`;
      const isOwn = request.headers.host!.startsWith('127');
      response.writeHead(200, { 'content-type': 'text/html' }).end(`
        <iframe src="${to}/echo?frame"></iframe><iframe src="${to}/frame"></iframe>
        ${isOwn ? '<iframe sandbox=allow-scripts src=/sandboxed></iframe>' : ''}
        <img src="${to}/echo?image"><script src="${to}/echo?script"></script>
        <script>fetch('${to}/echo?fetch', { mode: 'no-cors', credentials: 'include' });
          navigator.sendBeacon('${to}/echo?beacon'); fetch('${to}/echo?bare', { mode: 'no-cors', credentials: 'omit' })</script>
        <a href="${to}/echo?link">link</a><a href="/redirect?redirected">redirect</a>
        <form action="${to}/echo"><button name="get">get</button></form>
        <form method=post action="${to}/echo?post"><button>post</button></form>`);
    },
  });
  const settings = { viewport: [800, 600], script: true, clock: 'virtual', images: true, block: false } as const;
  const session = await EngineSession.create(settings, MS);
  t.after(() => session.close());
  const visit = async (origin: string): Promise<Record<string, string>> => {
    for (const key of Object.keys(heard)) delete heard[key];
    await session.goto(`${origin}/ways`, MS);
    for (const name of ['link', 'redirect', 'get', 'post']) {
      const page = await session.goto(`${origin}/ways`, MS);
      await session.act(clickAction(find(page, name).id), MS);
    }
    return { ...heard };
  };
  await session.goto(`http://127.0.0.1:${port}/set`, MS);
  const all = 'lax none plain strict';
  const lax = 'lax none plain';
  assert.deepEqual(await visit(`http://127.0.0.1:${port}`), {
    ...{ frame: all, image: all, script: all, fetch: all, beacon: all, bare: '', 'fetch of a frame': all },
    ...{ link: all, redirected: all, 'get=': all, post: all, 'fetch of a sandboxed frame': 'none' },
  });
  assert.deepEqual(await visit(`http://localhost:${port}`), {
    ...{ frame: 'none', image: 'none', script: 'none', fetch: 'none', beacon: 'none', bare: '' },
    ...{ 'fetch of a frame': 'none', link: lax, redirected: lax, 'get=': lax, post: 'none plain' },
  });
});
