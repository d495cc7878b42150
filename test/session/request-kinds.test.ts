import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import type { Answer } from '../site.ts';
import { openReal } from './real-session.ts';

/** What requests of each kind say, as recorded from Chromium 156: what for, how, and who asks. */
const EXPECTED: Record<string, string> = {
  '/s.css': 'style no-cors /',
  '/imported.css': 'style no-cors /s.css',
  '/m.js': 'script cors /',
  '/dep.js': 'script cors /m.js',
  '/dyn.js': 'script cors /',
  '/i.png': 'image no-cors /',
  '/cors.png': 'image cors /',
  '/w.js': 'worker same-origin /',
  '/iws.js': 'script no-cors /w.js',
  '/wfetch': 'empty cors /w.js',
  '/wxhr': 'empty cors /w.js',
  '/mw.js': 'worker same-origin /',
  '/mwdep.js': 'worker cors /mw.js',
  '/frame.html': 'iframe navigate /',
  '/es': 'empty cors /',
  '/f': 'empty cors /',
};

const BODIES: Record<string, string> = {
  '/s.css': '@import "/imported.css";',
  '/m.js': 'import "/dep.js"',
  '/w.js':
    'importScripts("/iws.js"); fetch("/wfetch"); const x = new XMLHttpRequest(); x.open("GET", "/wxhr"); x.send()',
  '/mw.js': 'import "/mwdep.js"',
};

test('requests say what they are for, how they are made, and who makes them', async (t) => {
  const heard = new Map<string, IncomingHttpHeaders>();
  const answer: Answer = ({ url, headers }, response) => {
    heard.set(url!, headers);
    const type = url!.endsWith('.js') ? 'text/javascript' : url!.endsWith('.css') ? 'text/css' : 'text/html';
    response.writeHead(url === '/es' ? 204 : 200, { 'content-type': type }).end(BODIES[url!] ?? '');
  };
  const page = `<link rel=stylesheet href=/s.css><script type=module src=/m.js></script>
    <img src=/i.png><img crossorigin src=/cors.png><iframe src=/frame.html></iframe>
    <script>import('/dyn.js'); fetch('/f'); new Worker('/w.js'); new Worker('/mw.js', { type: 'module' });
    new EventSource('/es')</script>`;
  const paths = Object.keys(EXPECTED).map((path): [string, Answer] => [path, answer]);
  const real = await openReal(t, { '/': page, ...Object.fromEntries(paths) }, { images: true });
  for (let look = 0; heard.size < paths.length && look < 100; look++) await real.state();
  const said = [...heard].map(([path, headers]): [string, string] => [
    path,
    `${headers['sec-fetch-dest']} ${headers['sec-fetch-mode']} ${headers.referer?.slice(real.origin.length)}`,
  ]);
  assert.deepEqual(Object.fromEntries(said.sort()), Object.fromEntries(Object.entries(EXPECTED).sort()));
  // Workers of Chrome tell no client hints.
  const withHints = [...heard].filter(([, headers]) => headers['sec-ch-ua'] !== undefined).map(([path]) => path);
  const ofWorkers = ['/iws.js', '/mw.js', '/mwdep.js', '/w.js', '/wfetch', '/wxhr'];
  assert.deepEqual(
    paths
      .map(([path]) => path)
      .filter((path) => !withHints.includes(path))
      .sort(),
    ofWorkers,
  );
  assert.deepEqual([heard.get('/es')!.pragma, heard.get('/es')!['cache-control']], ['no-cache', 'no-cache']);
});

test('scripts have the encoding that their element says; modules and workers are always UTF-8', async (t) => {
  const japanese = Buffer.concat([Buffer.from('said.push("'), Buffer.from([0x93, 0xfa]), Buffer.from('")')]);
  const utf8 = 'said.push("é")';
  const real = await openReal(t, {
    '/': `<script>var said = []</script><script charset=shift_jis src=/a.js></script>
      <script charset=shift_jis src=/b.js></script><script type=module src=/c.js></script>`,
    '/a.js': { type: 'text/javascript', body: japanese },
    '/b.js': { type: 'text/javascript; charset=utf-8', body: utf8 },
    '/c.js': { type: 'text/javascript; charset=shift_jis', body: utf8 },
  });
  assert.equal(await real.evaluate('said.join()'), '日,é,é');
});

test('a form that is posted asks caches on the way, and other sites hear whether they have their cookies', async (t) => {
  const heard = new Map<string, IncomingHttpHeaders>();
  const answer: Answer = ({ url, headers }, response) => {
    heard.set(url!, headers);
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>there');
  };
  const page: Answer = ({ headers }, response) => {
    const port = headers.host!.split(':')[1];
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<form method=post action=/posted><button>Send</button></form><iframe src="http://localhost:${port}/framed"></iframe>`,
    );
  };
  const answers = { '/': page, '/posted': answer, '/framed': answer };
  for (const [thirdPartyCookies, access] of [
    ['allow', 'active'],
    ['block', 'none'],
  ] as const) {
    const real = await openReal(t, answers, { thirdPartyCookies });
    await real.evaluate('document.forms[0].submit()');
    await real.state();
    assert.equal(heard.get('/framed')!['sec-fetch-storage-access'], access);
    assert.equal(heard.get('/posted')!['sec-fetch-storage-access'], undefined);
    assert.equal(heard.get('/posted')!['cache-control'], 'max-age=0');
  }
});
