import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { clickAction } from '../../src/session/actions.ts';
import { EngineSession } from '../../src/session/session.ts';
import { type Answer, site } from '../site.ts';

const MS = 20_000;

/** Opens `/page?q` of one origin; `$OTHER` in it is another one. What each path of both was told. */
async function told(
  t: TestContext,
  html: string,
  { header = '', click = '' }: { readonly header?: string; readonly click?: string } = {},
): Promise<Record<string, string>> {
  const referrers: Record<string, string> = {};
  const note =
    (type: string, body: string): Answer =>
    (request, response) => {
      const own = `http://127.0.0.1:${request.socket.localPort}`;
      referrers[request.url!] = (request.headers.referer ?? 'nothing').replace(own, '');
      response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body);
    };
  const made = await site(t, {
    '/page': (request, response) => {
      const other = `http://localhost:${request.socket.localPort}`;
      response.setHeader('content-type', 'text/html');
      if (header !== '') response.setHeader('referrer-policy', header);
      response.end(html.replaceAll('$OTHER', other));
    },
    '/a.js': note('text/javascript', ''),
    '/b.js': note('text/javascript', ''),
    '/c.css': note('text/css', ''),
    '/data': note('text/plain', ''),
    '/next': note('text/html', '<p>next'),
  });
  const session = await EngineSession.create({ viewport: [800, 600], script: true, allowEvaluate: true }, MS);
  t.after(() => session.close());
  const page = await session.goto(`${made.origin}/page?q#part`, MS);
  if (click !== '') {
    await session.act(clickAction(page.els.find(({ text, name }) => text === click || name === click)!.id), MS);
    referrers['document'] = String(await session.evaluate('document.referrer', MS)).replace(made.origin, '');
  }
  return referrers;
}

const RESOURCES = '<script src=/a.js></script><script src=$OTHER/b.js></script><link rel=stylesheet href=$OTHER/c.css>';

test('without a policy the own origin is told all but the fragment, others the origin', async (t) => {
  const expected = { '/a.js': '/page?q', '/b.js': '/', '/c.css': '/', '/data': '/' };
  assert.deepEqual(await told(t, `${RESOURCES}<script>fetch('$OTHER/data')</script>`), expected);
});

for (const [policy, same, other] of [
  ['no-referrer', 'nothing', 'nothing'],
  ['no-referrer-when-downgrade', '/page?q', '/page?q'],
  ['same-origin', '/page?q', 'nothing'],
  ['origin', '/', '/'],
  ['strict-origin', '/', '/'],
  ['origin-when-cross-origin', '/page?q', '/'],
  ['strict-origin-when-cross-origin', '/page?q', '/'],
  ['unsafe-url', '/page?q', '/page?q'],
] as const) {
  test(`${policy}: by header, by meta, by attribute and by script`, async (t) => {
    const expected = { '/a.js': same, '/b.js': other };
    const scripts = '<script src=/a.js></script><script src=$OTHER/b.js></script>';
    assert.deepEqual(await told(t, scripts, { header: policy }), expected, 'header');
    assert.deepEqual(await told(t, `<meta name=referrer content=${policy}>${scripts}`), expected, 'meta');
    const attributes = scripts.replaceAll('src=', `referrerpolicy=${policy} src=`);
    assert.deepEqual(await told(t, attributes, { header: 'unsafe-url' }), expected, 'attribute');
    const script = `<script>fetch('$OTHER/data', { referrerPolicy: '${policy}' })</script>`;
    assert.deepEqual(await told(t, script), { '/data': other }, 'script');
  });
}

test('links tell what the page, they themselves or rel=noreferrer allow', async (t) => {
  const link = (more = '') => `<a ${more} href=$OTHER/next>go</a>`;
  const next = async (html: string, header = '') => {
    const { '/next': sent, document } = await told(t, html, { click: 'go', header });
    return `${sent} ${document}`;
  };
  assert.equal(await next(link()), '/ /');
  assert.equal(await next(link(), 'no-referrer'), 'nothing ');
  assert.equal(await next(link('referrerpolicy=unsafe-url'), 'no-referrer'), '/page?q /page?q');
  assert.equal(await next(link('rel="x NoReferrer"')), 'nothing ');
  assert.equal(await next(`<meta name=referrer content=never>${link()}`), 'nothing ');
});

test('frames tell what they themselves or the page allow', async (t) => {
  const frame = (more = '') => `<iframe ${more} src=$OTHER/next></iframe>`;
  const next = async (html: string) => (await told(t, html))['/next'];
  assert.equal(await next(frame()), '/');
  assert.equal(await next(frame('referrerpolicy=no-referrer')), 'nothing');
  assert.equal(await next(`<meta name=referrer content=unsafe-url>${frame()}`), '/page?q');
});

test('forms tell what the page allows', async (t) => {
  for (const method of ['get', 'post']) {
    const form = `<form method=${method} action=$OTHER/next><button>go</button></form>`;
    const sent = await told(t, form, { click: 'go', header: 'no-referrer' });
    assert.deepEqual(Object.values(sent), ['nothing', ''], method);
  }
});

test('script may name another address of its origin, and none of others', async (t) => {
  const script = (referrer: string) => `<script>fetch('/data', { referrer: '${referrer}' }).catch(() => {})</script>`;
  assert.deepEqual(await told(t, script('/elsewhere?x')), { '/data': '/elsewhere?x' });
  assert.deepEqual(await told(t, script('')), { '/data': 'nothing' });
  assert.deepEqual(await told(t, script('https://example.com/')), { '/data': '/page?q' });
});
