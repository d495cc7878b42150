import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { DEFAULT_PROFILE } from '../../src/identity/profile.ts';
import { Fetcher } from '../../src/net/fetch.ts';
import type { Resolver } from '../../src/net/guarded-connect.ts';
import { StrictTransport } from '../../src/net/hsts.ts';
import { HttpTransport } from '../../src/net/http-transport.ts';
import { CALLER } from '../../src/net/policy.ts';
import { redirect, site } from '../site.ts';
import { TEST_CA, tlsSite } from './tls-site.ts';

function strict(header: string, url = 'https://shop.test/', now: () => number = () => 0): StrictTransport {
  const made = new StrictTransport(now);
  made.note(new URL(url), new Map([['strict-transport-security', [header]]]));
  return made;
}

const upgraded = (made: StrictTransport, url: string) => made.upgraded(new URL(url)).href;

test('a host that asked for it is reached over https', () => {
  const made = strict('max-age=100');
  assert.equal(upgraded(made, 'http://shop.test/a?b#c'), 'https://shop.test/a?b#c');
  assert.equal(upgraded(made, 'ws://shop.test/'), 'wss://shop.test/');
  assert.equal(upgraded(made, 'http://www.shop.test/'), 'http://www.shop.test/');
  assert.equal(upgraded(made, 'http://othershop.test/'), 'http://othershop.test/');
});

test('what is below is included when it says so', () => {
  assert.equal(upgraded(strict('max-age="100"; includeSubDomains'), 'http://a.b.shop.test/'), 'https://a.b.shop.test/');
});

test('another port stays another port', () => {
  assert.equal(upgraded(strict('max-age=100'), 'http://shop.test:8080/'), 'https://shop.test:8080/');
});

test('it counts over secure connections only, for names only, and with an age', () => {
  for (const made of [
    strict('max-age=100', 'http://shop.test/'),
    strict('includeSubDomains'),
    strict('max-age=soon'),
    strict('max-age=0'),
  ]) {
    assert.equal(upgraded(made, 'http://shop.test/'), 'http://shop.test/');
  }
  assert.equal(upgraded(strict('max-age=100', 'https://10.0.0.1/'), 'http://10.0.0.1/'), 'http://10.0.0.1/');
});

test('it ends with its age, and zero takes it back', () => {
  let now = 0;
  const made = strict('max-age=100', 'https://shop.test/', () => now);
  now = 99_999;
  assert.equal(upgraded(made, 'http://shop.test/'), 'https://shop.test/');
  now = 100_000;
  assert.equal(upgraded(made, 'http://shop.test/'), 'http://shop.test/');
  made.note(new URL('https://shop.test/'), new Map([['strict-transport-security', ['max-age=0']]]));
  now = 0;
  assert.equal(upgraded(made, 'http://shop.test/'), 'http://shop.test/');
});

/** A site with TLS that wants to be asked that way only, under names that lead to this machine. */
async function strictSite(t: TestContext) {
  const header = { 'strict-transport-security': 'max-age=100; includeSubDomains' };
  const { port } = await tlsSite(t, (request, response) => {
    response.writeHead(200, header).end(`${request.headers[':authority'] ?? request.headers['host']}`);
  });
  const resolver: Resolver = (_hostname, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);
  const net = new Fetcher(DEFAULT_PROFILE, { transport: new HttpTransport({ ca: TEST_CA, resolver }) });
  t.after(() => net.close());
  const get = async (url: string) => {
    const signal = AbortSignal.timeout(5_000);
    const response = await net.fetch({ url: new URL(url), destination: 'document', initiator: CALLER, signal });
    response.body.resume();
    return response.url.href;
  };
  return { port, net, get };
}

test('a session asks such a host over TLS from then on, also where a redirect says otherwise', async (t) => {
  const { port, get } = await strictSite(t);
  // Before it said so, a server of TLS is no server of plain HTTP.
  await assert.rejects(get(`http://secure.test:${port}/`), { code: 'connection_failed' });
  await get(`https://secure.test:${port}/`);
  assert.equal(await get(`http://secure.test:${port}/a`), `https://secure.test:${port}/a`);
  const away = await site(t, { '/': redirect(`http://secure.test:${port}/b`) });
  assert.equal(await get(`${away.origin}/`), `https://secure.test:${port}/b`);
});

test('web sockets to such a host are secure, too', async () => {
  const opened: string[] = [];
  const headers = new Map([['strict-transport-security', ['max-age=100']]]);
  const net = new Fetcher(DEFAULT_PROFILE, {
    transport: {
      send: async () => ({ status: 200, statusText: '', headers, body: Readable.from([]), space: 'public' }),
      openSocket: ({ url }) => {
        opened.push(url.href);
        return { send: () => undefined, close: () => undefined };
      },
      close: async () => undefined,
    },
  });
  const none = () => undefined;
  const told = { onOpen: none, onMessage: none, onClose: none, onError: none };
  const initiator = { kind: 'page', url: new URL('http://page.test/'), space: 'public' } as const;
  const url = new URL('ws://shop.test/chat');
  const open = () => net.openSocket({ url, protocols: [], headers: [], initiator, ...told });
  open();
  const signal = AbortSignal.timeout(5_000);
  await net.fetch({ url: new URL('https://shop.test/'), destination: 'document', initiator: CALLER, signal });
  open();
  assert.deepEqual(opened, ['ws://shop.test/chat', 'wss://shop.test/chat']);
});
