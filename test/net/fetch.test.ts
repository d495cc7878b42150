import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { DEFAULT_PROFILE } from '../../src/identity/profile.ts';
import { LIMITS } from '../../src/limits.ts';
import type { AddressSpace } from '../../src/net/address.ts';
import { readBody } from '../../src/net/body.ts';
import { Fetcher, type FetchRequest, type FetchResponse } from '../../src/net/fetch.ts';
import { CALLER, type Initiator } from '../../src/net/policy.ts';
import type { Transport } from '../../src/net/transport.ts';
import { closedPort, type Handler, redirect, site } from '../site.ts';

function fetcher(t: TestContext): Fetcher {
  const made = new Fetcher(DEFAULT_PROFILE);
  t.after(() => made.close());
  return made;
}

function get(t: TestContext, url: string, more: Partial<FetchRequest> = {}): Promise<FetchResponse> {
  return fetcher(t).fetch({
    url: new URL(url),
    destination: 'document',
    initiator: CALLER,
    signal: AbortSignal.timeout(10_000),
    ...more,
  });
}

async function text(response: FetchResponse, maxBytes = 1e6): Promise<string> {
  return Buffer.from(await readBody(response.body, response.url, maxBytes)).toString();
}

function code(expected: string) {
  return (error: unknown) => {
    assert.equal((error as { code?: string }).code, expected, String(error));
    return true;
  };
}

const publicPage: Initiator = { kind: 'page', url: new URL('https://example.com/'), space: 'public' };

test('a page comes back with its status, its URL and its bytes', async (t) => {
  const { origin } = await site(t, { '/': '<p>hello' });
  const response = await get(t, `${origin}/`);
  assert.equal(response.status, 200);
  assert.equal(response.url.href, `${origin}/`);
  assert.equal(await text(response), '<p>hello');
});

test('a status that is an error still has its page', async (t) => {
  const { origin } = await site(t, {});
  const response = await get(t, `${origin}/nothing`);
  assert.equal(response.status, 404);
  assert.match(await text(response), /Not found/);
});

test('a closed port is connection_refused', async (t) => {
  await assert.rejects(get(t, `http://127.0.0.1:${await closedPort()}/`), code('connection_refused'));
});

test('a name that does not exist is dns_failure', async (t) => {
  await assert.rejects(get(t, 'http://no-such-host.invalid/'), code('dns_failure'));
});

test('a scheme that is not loaded is unsupported_scheme', async (t) => {
  for (const url of ['ftp://example.com/', 'javascript:alert(1)', 'chrome://settings', 'about:config', 'blob:x']) {
    await assert.rejects(get(t, url), code('unsupported_scheme'), url);
  }
});

test('something that is not HTTP is connection_failed', async (t) => {
  const { origin } = await site(t, {
    '/': (request) => {
      request.socket.end('SSH-2.0-OpenSSH_9.9\r\n');
    },
  });
  await assert.rejects(get(t, `${origin}/`), code('connection_failed'));
});

test('http on a TLS port and TLS on an http port are told apart from a refused connection', async (t) => {
  const { port } = await site(t, { '/': 'x' });
  await assert.rejects(get(t, `https://127.0.0.1:${port}/`), code('tls_failure'));
  const tls = createTlsServer(() => undefined);
  await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve));
  t.after(() => tls.close());
  // A TLS server without a certificate fails every handshake.
  await assert.rejects(get(t, `https://127.0.0.1:${(tls.address() as AddressInfo).port}/`), code('tls_failure'));
});

test('redirects are followed, and the fragment goes along', async (t) => {
  const { origin, requests } = await site(t, { '/a': redirect('/b'), '/b': redirect('c'), '/c': 'end' });
  const response = await get(t, `${origin}/a#part`);
  assert.equal(response.url.href, `${origin}/c#part`);
  assert.equal(response.redirected, true);
  assert.deepEqual(requests, ['GET /a', 'GET /b', 'GET /c']);
});

test("a redirect's own fragment wins", async (t) => {
  const { origin } = await site(t, { '/a': redirect('/b#own'), '/b': 'end' });
  assert.equal((await get(t, `${origin}/a#part`)).url.hash, '#own');
});

test('a redirect loop ends in too_many_redirects', async (t) => {
  const { origin, requests } = await site(t, { '/a': redirect('/b'), '/b': redirect('/a') });
  await assert.rejects(get(t, `${origin}/a`), code('too_many_redirects'));
  assert.equal(requests.length, 21);
});

test('301, 302 and 303 turn a POST into a GET; 307 and 308 repeat it', async (t) => {
  for (const [status, method, sent] of [
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', 'a=1'],
    [308, 'POST', 'a=1'],
  ] as const) {
    let body = '';
    const { origin, requests } = await site(t, {
      '/a': redirect('/b', status),
      '/b': (request, response) => {
        request.on('data', (chunk) => (body += chunk)).on('end', () => response.end('end'));
      },
    });
    await text(await get(t, `${origin}/a`, { method: 'POST', body: Buffer.from('a=1') }));
    assert.equal(requests[1], `${method} /b`, String(status));
    assert.equal(body, sent, String(status));
  }
});

test('a redirect to a file, to data: or to a script is refused', async (t) => {
  for (const target of ['file:///etc/passwd', 'data:text/html,x', 'javascript:1', 'about:blank']) {
    const { origin } = await site(t, { '/': redirect(target) });
    await assert.rejects(get(t, `${origin}/`), code('unsupported_scheme'), target);
  }
});

test('an Authorization header does not cross origins', async (t) => {
  const seen: (string | undefined)[] = [];
  const note: Handler = (request, response) => {
    seen.push(request.headers.authorization);
    response.end();
  };
  const other = await site(t, { '/': note });
  const { origin } = await site(t, { '/same': redirect('/end'), '/other': redirect(`${other.origin}/`), '/end': note });
  const headers = [['Authorization', 'Bearer x']] as const;
  await get(t, `${origin}/same`, { headers });
  await get(t, `${origin}/other`, { headers });
  assert.deepEqual(seen, ['Bearer x', undefined]);
});

test('user name and password in a URL are sent, and hidden from then on', async (t) => {
  let sent: string | undefined;
  const { port } = await site(t, {
    '/': (request, response) => {
      sent = request.headers.authorization;
      response.end();
    },
  });
  const response = await get(t, `http://us%20er:p%ZZ@127.0.0.1:${port}/`);
  assert.equal(sent, `Basic ${Buffer.from('us er:p%ZZ').toString('base64')}`);
  assert.equal(response.url.href, `http://127.0.0.1:${port}/`);
});

const fastBrotli = (bytes: Uint8Array) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

for (const [name, coding, compress] of [
  ['gzip', 'gzip', gzipSync],
  ['brotli', 'br', fastBrotli],
  ['deflate with its wrapper', 'deflate', deflateSync],
  ['deflate without', 'deflate', deflateRawSync],
  ['zstd', 'zstd', zstdCompressSync],
] as const) {
  test(`${name} is undone`, async (t) => {
    const { origin } = await site(t, { '/': coded(coding, compress(Buffer.from('<p>hello'))) });
    assert.equal(await text(await get(t, `${origin}/`)), '<p>hello');
  });

  test(`a bomb in ${name} is response_too_large`, async (t) => {
    const bomb = compress(Buffer.alloc(30e6));
    const { origin } = await site(t, { '/': coded(coding, bomb) });
    const response = await get(t, `${origin}/`);
    await assert.rejects(text(response, 1e6), code('response_too_large'));
  });
}

test('stacked codings come off in the right order', async (t) => {
  const { origin } = await site(t, { '/': coded('deflate, gzip', gzipSync(deflateSync(Buffer.from('in')))) });
  assert.equal(await text(await get(t, `${origin}/`)), 'in');
});

test('a compressed body that was cut off gives what there is', async (t) => {
  const whole = gzipSync(Buffer.from('hello '.repeat(5000)));
  const { origin } = await site(t, { '/': coded('gzip', whole.subarray(0, whole.length - 20)) });
  assert.match(await text(await get(t, `${origin}/`)), /^hello hello/);
});

test('broken compression and endless stacked codings are unsupported_content', async (t) => {
  const { origin } = await site(t, {
    '/broken': coded('gzip', Buffer.from('this is not gzip')),
    '/stacked': coded(new Array(50).fill('gzip').join(','), Buffer.from('x')),
  });
  for (const path of ['/broken', '/stacked']) {
    await assert.rejects(async () => text(await get(t, origin + path)), code('unsupported_content'), path);
  }
});

test('what is compressed more often than anybody does is not read at all', async (t) => {
  let often: Buffer = Buffer.from('hello');
  const times = LIMITS.contentCodings + 1;
  for (let at = 0; at < times; at++) often = gzipSync(often);
  const { origin } = await site(t, { '/': coded(new Array(times).fill('gzip').join(','), often) });
  await assert.rejects(get(t, `${origin}/`), { code: 'unsupported_content', message: /times over/ });
});

test('a coding that nobody knows is taken for none, as in browsers', async (t) => {
  const known = gzipSync('hello');
  const { origin } = await site(t, { '/none': coded('none', Buffer.from('hello')), '/half': coded('gzip, x', known) });
  assert.equal(await text(await get(t, `${origin}/none`)), 'hello');
  const half = await get(t, `${origin}/half`);
  assert.deepEqual(Buffer.from(await readBody(half.body, half.url, 1_000)), known);
});

test('an empty body with a coding is empty', async (t) => {
  const { origin } = await site(t, { '/': coded('gzip', Buffer.alloc(0)), '/d': coded('deflate', Buffer.alloc(0)) });
  assert.equal(await text(await get(t, `${origin}/`)), '');
  assert.equal(await text(await get(t, `${origin}/d`)), '');
});

test('a body that says it is 200 MB is not read', async (t) => {
  const { origin } = await site(t, {
    '/': (_request, response) => {
      response.writeHead(200, { 'content-length': 200e6 });
      response.flushHeaders();
    },
  });
  await assert.rejects(get(t, `${origin}/`, { maxBytes: 50e6 }), code('response_too_large'));
});

test('a streamed body of 200 MB is left at the limit', async (t) => {
  let sent = 0;
  const { origin } = await site(t, {
    '/': (_request, response) => stream(response, 200e6, (bytes) => (sent = bytes)),
  });
  const response = await get(t, `${origin}/`);
  await assert.rejects(text(response, 5e6), code('response_too_large'));
  assert.ok(sent < 50e6, `${sent} bytes were sent`);
});

test('the deadline ends a server that never answers, and one that never ends', async (t) => {
  const { origin } = await site(t, {
    '/silent': () => undefined,
    '/endless': (_request, response) => {
      response.write('x');
    },
  });
  const signal = () => AbortSignal.timeout(100);
  await assert.rejects(get(t, `${origin}/silent`, { signal: signal() }), code('timeout'));
  await assert.rejects(async () => text(await get(t, `${origin}/endless`, { signal: signal() })), code('timeout'));
});

test('a body that is cut short is connection_failed', async (t) => {
  const { origin } = await site(t, {
    '/': (_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('only this', () => response.destroy());
    },
  });
  await assert.rejects(async () => text(await get(t, `${origin}/`)), code('connection_failed'));
});

test('headers without end are response_too_large', async (t) => {
  const { origin } = await site(t, {
    '/': (request) => {
      request.socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(400_000)}\r\n`);
    },
  });
  await assert.rejects(get(t, `${origin}/`), code('response_too_large'));
});

test('data: and about:blank need no network', async (t) => {
  const data = await get(t, 'data:text/html;base64,PHA+aGk=');
  assert.equal(await text(data), '<p>hi');
  assert.equal(await text(await get(t, 'about:blank')), '');
});

test('a public page does not reach loopback, by address or by name', async (t) => {
  const inner = await site(t, { '/': 'secret' });
  for (const url of [
    `${inner.origin}/`,
    `http://localhost:${inner.port}/`,
    `http://2130706433:${inner.port}/`,
    `http://0177.0.0.1:${inner.port}/`,
    `http://[::ffff:127.0.0.1]:${inner.port}/`,
    'http://169.254.169.254/latest/meta-data/',
  ]) {
    await assert.rejects(get(t, url, { initiator: publicPage }), code('address_not_allowed'), url);
  }
  assert.equal(inner.connections(), 0);
});

test('a redirect from a public host asks with the rights of that host, even when the caller named it', async (t) => {
  const asked: AddressSpace[] = [];
  const transport: Transport = {
    send: async ({ from }) => {
      asked.push(from);
      const headers = new Map([['location', ['/next']]]);
      return { status: 302, statusText: 'Found', headers, body: Readable.from([]), space: 'public' };
    },
    close: async () => undefined,
  };
  const net = new Fetcher(DEFAULT_PROFILE, { transport });
  await assert.rejects(
    net.fetch({ url: new URL('http://a.test/'), destination: 'document', initiator: CALLER, signal: t.signal }),
    code('too_many_redirects'),
  );
  assert.deepEqual(asked.slice(0, 3), ['loopback', 'public', 'public']);
});

test('a page that is led on by a public host asks with the rights of that host', async (t) => {
  const asked: AddressSpace[] = [];
  const transport: Transport = {
    send: async ({ from }) => {
      asked.push(from);
      const headers = new Map([['location', ['http://127.0.0.1/secret']]]);
      return { status: 302, statusText: 'Found', headers, body: Readable.from([]), space: 'public' };
    },
    close: async () => undefined,
  };
  const net = new Fetcher(DEFAULT_PROFILE, { transport });
  // A page of this machine may ask this machine again, but not because a stranger says so.
  const initiator: Initiator = { kind: 'page', url: new URL('http://127.0.0.1/'), space: 'loopback' };
  const url = new URL('http://127.0.0.1/first');
  const sent = net.fetch({ url, destination: 'image', initiator, signal: t.signal });
  await assert.rejects(sent, code('too_many_redirects'));
  assert.deepEqual(asked.slice(0, 3), ['loopback', 'public', 'public']);
});

test('cookies that a redirect sets are there for what it leads to, and for nobody else', async (t) => {
  const told: string[] = [];
  const other = await site(t, {
    '/end': (request, response) => {
      told.push(`other ${request.headers.cookie ?? 'none'}`);
      response.end('end');
    },
  });
  const { origin } = await site(t, {
    '/start': (_request, response) => void response.writeHead(302, { location: '/next', 'set-cookie': 'a=1' }).end(),
    '/next': (request, response) => {
      told.push(`own ${request.headers.cookie ?? 'none'}`);
      const location = other.origin.replace('127.0.0.1', 'localhost');
      response.writeHead(302, { location: `${location}/end`, 'set-cookie': 'b=2' }).end();
    },
  });
  assert.equal(await text(await get(t, `${origin}/start`)), 'end');
  assert.deepEqual(told, ['own a=1', 'other none']);
});

test('a connection that the caller opened is not lent to a public page', async (t) => {
  const inner = await site(t, { '/': 'secret' });
  const net = fetcher(t);
  const request = { url: new URL(inner.origin), destination: 'fetch', signal: AbortSignal.timeout(5000) } as const;
  await text(await net.fetch({ ...request, initiator: CALLER }));
  await assert.rejects(net.fetch({ ...request, initiator: publicPage }), code('address_not_allowed'));
  assert.equal(inner.requests.length, 1);
});

test('a page on loopback reaches loopback', async (t) => {
  const { origin } = await site(t, { '/': 'x' });
  const page = await get(t, `${origin}/`);
  assert.equal(page.space, 'loopback');
  await get(t, `${origin}/`, { initiator: { kind: 'page', url: page.url, space: page.space } });
});

test('a page from a file reads files below its folder, not above, not through a link', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'agentbrowser-'));
  t.after(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'page'));
  await writeFile(join(root, 'secret.txt'), 'secret');
  await writeFile(join(root, 'page', 'index.html'), '<p>page');
  await writeFile(join(root, 'page', 'style.css'), 'p {}');
  await symlink(join(root, 'secret.txt'), join(root, 'page', 'link.txt'));
  const url = (path: string) => pathToFileURL(join(root, path)).href;

  assert.equal(await text(await get(t, url('page/index.html'))), '<p>page');
  const initiator: Initiator = { kind: 'page', url: new URL(url('page/index.html')), space: 'public' };
  assert.equal(await text(await get(t, url('page/style.css'), { initiator })), 'p {}');
  await assert.rejects(get(t, url('secret.txt'), { initiator }), code('unsupported_scheme'));
  await assert.rejects(get(t, url('page/link.txt'), { initiator }), code('unsupported_scheme'));
  await assert.rejects(get(t, url('secret.txt'), { initiator: publicPage }), code('unsupported_scheme'));
  await assert.rejects(get(t, url('missing.html')), code('navigation_error'));
});

function coded(coding: string, body: Uint8Array): Handler {
  return (_request, response) => {
    response.writeHead(200, { 'content-encoding': coding, 'content-type': 'text/html' }).end(body);
  };
}

/** Writes `total` bytes as fast as they are taken. */
function stream(response: ServerResponse, total: number, progress: (bytes: number) => void): void {
  const chunk = Buffer.alloc(64 * 1024, 'a');
  let sent = 0;
  const more = (): void => {
    while (sent < total && !response.destroyed) {
      progress((sent += chunk.length));
      if (!response.write(chunk)) {
        response.once('drain', more);
        return;
      }
    }
    response.end();
  };
  response.writeHead(200, { 'content-type': 'text/html' });
  more();
}

test('a way through another site is cross-site to the end, also back where it began', async (t) => {
  const seen: (string | undefined)[] = [];
  const note: (next: (origin: string) => string) => Handler = (next) => (request, response) => {
    seen.push(request.headers['sec-fetch-site'] as string | undefined);
    const location = next(String(request.headers.host));
    if (location === '') response.end('end');
    else response.writeHead(302, { location }).end();
  };
  const port = (host: string) => host.split(':')[1];
  const { origin } = await site(t, {
    '/a': note((host) => `http://localhost:${port(host)}/b`),
    '/b': note((host) => `http://127.0.0.1:${port(host)}/c`),
    '/c': note(() => ''),
  });
  const initiator: Initiator = { kind: 'page', url: new URL(`${origin}/`), space: 'loopback' };
  assert.equal(await text(await get(t, `${origin}/a`, { initiator, destination: 'script' })), 'end');
  assert.deepEqual(seen, ['same-origin', 'cross-site', 'cross-site']);
});
