import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { buildConnector } from 'undici';
import { DEFAULT_PROFILE } from '../../src/identity/profile.ts';
import type { AddressSpace } from '../../src/net/address.ts';
import { readBody } from '../../src/net/body.ts';
import { Fetcher, type FetchRequest, type FetchResponse } from '../../src/net/fetch.ts';
import type { Resolver } from '../../src/net/guarded-connect.ts';
import { HttpTransport } from '../../src/net/http-transport.ts';
import { CALLER, checkRequest, type Initiator, PASSED_ON } from '../../src/net/policy.ts';
import { Reach, type ReachOptions } from '../../src/net/reach.ts';
import { redirect, site } from '../site.ts';

interface Setting {
  readonly rules?: ReachOptions;
  readonly resolver?: Resolver;
}

function fetcher(t: TestContext, { rules, resolver }: Setting = {}): Fetcher {
  const transport = new HttpTransport(resolver === undefined ? {} : { resolver });
  const made = new Fetcher(DEFAULT_PROFILE, { transport, reach: new Reach(rules) });
  t.after(() => made.close());
  return made;
}

function ask(net: Fetcher, url: string, more: Partial<FetchRequest> = {}): Promise<FetchResponse> {
  const signal = AbortSignal.timeout(10_000);
  return net.fetch({ url: new URL(url), destination: 'document', initiator: CALLER, signal, ...more });
}

async function read(response: FetchResponse): Promise<string> {
  return Buffer.from(await readBody(response.body, response.url, 1e6)).toString();
}

const refused = { code: 'address_not_allowed' };

function page(url: string, space: AddressSpace): Initiator {
  return { kind: 'page', url: new URL(url), space };
}

/** Every name leads to these addresses, one answer after the other; the last one stays. */
function answers(...lists: readonly string[][]): Resolver & { readonly asked: () => number } {
  let at = 0;
  const resolver: Resolver = (_hostname, _options, callback) => {
    const list = lists[Math.min(at++, lists.length - 1)]!;
    callback(
      null,
      list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return Object.assign(resolver, { asked: () => at });
}

test('a page of a private host reaches its own host', async (t) => {
  const { origin } = await site(t, { '/': 'page', '/data': 'data' });
  const net = fetcher(t);
  const first = await ask(net, `${origin}/`);
  const again = { initiator: page(first.url.href, first.space), destination: 'script' } as const;
  assert.equal(await read(await ask(net, `${origin}/data`, again)), 'data');
});

test('this machine is one host, by every name', async (t) => {
  const { port } = await site(t, { '/': 'x' });
  const net = fetcher(t);
  const initiator = page('http://localhost:1/', 'loopback');
  assert.equal(await read(await ask(net, `http://127.0.0.1:${port}/`, { initiator })), 'x');
});

test('a page of a private host reaches no other private host', async (t) => {
  const { port, connections } = await site(t, { '/': 'secret' });
  const net = fetcher(t, { resolver: answers(['127.0.0.1']) });
  const initiator = page('http://10.0.0.7/', 'private');
  for (const url of [
    `http://127.0.0.1:${port}/`,
    `http://other.test:${port}/`,
    'http://10.0.0.8/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00::1]/',
  ]) {
    await assert.rejects(ask(net, url, { initiator, destination: 'fetch', mode: 'no-cors' }), refused, url);
  }
  assert.equal(connections(), 0);
});

test('a private host that the user named is open to private pages, and closed to public ones', async (t) => {
  const { port, requests } = await site(t, { '/': 'x' });
  const net = fetcher(t, { resolver: answers(['127.0.0.1']) });
  const url = `http://api.test:${port}/`;
  const from = (initiator: Initiator) => ask(net, url, { initiator, destination: 'script' });
  await assert.rejects(from(page('http://app.test/', 'loopback')), refused);
  await read(await ask(net, url));
  await read(await from(page('http://app.test/', 'loopback')));
  await assert.rejects(from(page('https://evil.test/', 'public')), refused);
  assert.equal(requests.length, 2);
});

test("goto() opens no address of the machine's own link, by number or by name, unless the user says so", async (t) => {
  const { port } = await site(t, { '/': 'x' });
  const resolver = answers(['169.254.169.254']);
  const ways = ['http://169.254.169.254/', 'http://[fe80::1]/', 'http://0xa9fea9fe/', 'http://metadata.test/'];
  const net = fetcher(t, { resolver });
  // Naming it again would be refused again: the words say what opens it.
  const refusal = { ...refused, message: /own link.*allowedHosts/ };
  for (const url of ways) await assert.rejects(ask(net, url), refusal, url);
  for (const rules of [{ privateHosts: 'all' }, { allowedHosts: ['169.254.169.254', 'metadata.test'] }] as const) {
    const transport = new HttpTransport({ resolver, makeConnector: toThisMachine(port) });
    const open = new Fetcher(DEFAULT_PROFILE, { transport, reach: new Reach(rules) });
    t.after(() => open.close());
    for (const url of [ways[0]!, ways[3]!]) assert.equal(await read(await ask(open, url)), 'x');
  }
});

test('redirects from the public web to private addresses are refused in every spelling', async (t) => {
  const inner = await site(t, { '/': 'secret' });
  const targets = [
    `http://127.0.0.1:${inner.port}/`,
    `http://[::1]:${inner.port}/`,
    `http://[::ffff:127.0.0.1]:${inner.port}/`,
    `http://2130706433:${inner.port}/`,
    `http://0x7f000001:${inner.port}/`,
    `http://0177.0.0.1:${inner.port}/`,
    `http://127.1:${inner.port}/`,
    `http://0:${inner.port}/`,
    `http://localhost:${inner.port}/`,
    `http://localhost.:${inner.port}/`,
    'http://169.254.169.254/latest/meta-data/',
  ];
  // The transport says that the first answer came from the public web, as it would from there.
  const transport = new HttpTransport();
  let target = '';
  const net = new Fetcher(DEFAULT_PROFILE, {
    transport: {
      send: async (request) => {
        if (request.url.hostname !== 'public.test') return transport.send(request);
        const { origin } = await site(t, { '/': redirect(target) });
        const answer = await transport.send({ ...request, url: new URL(origin) });
        return { ...answer, space: 'public' };
      },
      close: () => transport.close(),
    },
  });
  t.after(() => net.close());
  for (target of targets) {
    await assert.rejects(ask(net, 'http://public.test/'), refused, target);
    const sub = { initiator: page('https://public.test/', 'public'), destination: 'image' } as const;
    await assert.rejects(ask(net, target, sub), { code: 'address_not_allowed' }, `as an image: ${target}`);
  }
  assert.equal(inner.connections(), 0);
});

test('a private page that redirects to another private host is refused, also when the user opened it', async (t) => {
  const inner = await site(t, { '/': 'secret' });
  const { port } = await site(t, { '/': redirect(`http://second.test:${inner.port}/`) });
  const net = fetcher(t, { resolver: answers(['127.0.0.1']) });
  await assert.rejects(ask(net, `http://first.test:${port}/`), refused);
  assert.equal(inner.connections(), 0);
});

test('a name that changes its meaning between two requests is judged at each connection', async (t) => {
  const inner = await site(t, { '/': 'secret' });
  // The first answer is public and nobody is there; the second one is this machine.
  const names = answers(['192.0.2.1'], ['127.0.0.1']);
  const stop = new AbortController();
  const resolver: Resolver = (...args) => {
    names(...args);
    // Whoever looked it up tries to connect now.
    setTimeout(() => stop.abort(), 100);
  };
  const net = fetcher(t, { resolver });
  const initiator = page('http://rebind.test/', 'public');
  const request = (signal: AbortSignal) =>
    ask(net, `http://rebind.test:${inner.port}/`, { initiator, destination: 'fetch', mode: 'no-cors', signal });
  await assert.rejects(request(stop.signal));
  await assert.rejects(request(AbortSignal.timeout(5_000)), refused);
  assert.ok(names.asked() >= 2);
  assert.equal(inner.connections(), 0);
});

test('of several addresses, private ones are never tried', async (t) => {
  const inner = await site(t, { '/': 'secret' });
  const net = fetcher(t, { resolver: answers(['127.0.0.1', '192.0.2.1']) });
  const initiator = page('http://mixed.test/', 'public');
  const signal = AbortSignal.timeout(300);
  await assert.rejects(ask(net, `http://mixed.test:${inner.port}/`, { initiator, destination: 'image', signal }));
  assert.equal(inner.connections(), 0);
});

test('a web socket of a public page reaches nothing private', async (t) => {
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as { port: number };
  const net = fetcher(t, { resolver: answers(['127.0.0.1']) });
  for (const url of [`ws://127.0.0.1:${port}/`, `ws://name.test:${port}/`, `ws://[::1]:${port}/`]) {
    const reason = await new Promise<string>((resolve) => {
      net.openSocket({
        url: new URL(url),
        protocols: [],
        headers: [],
        initiator: page('https://public.test/', 'public'),
        onOpen: () => resolve('open'),
        onMessage: () => undefined,
        onClose: () => undefined,
        onError: resolve,
      });
    });
    assert.match(reason, /private network/, url);
  }
  assert.equal(connections, 0);
});

test('a page in a session without private hosts reaches none, nor does the user', async (t) => {
  const { origin, connections } = await site(t, { '/': 'x' });
  const net = fetcher(t, { rules: { privateHosts: 'none' } });
  await assert.rejects(ask(net, `${origin}/`), refused);
  const listed = fetcher(t, { rules: { privateHosts: 'none', allowedHosts: ['127.0.0.1'] } });
  assert.equal(connections(), 0);
  assert.equal(await read(await ask(listed, `${origin}/`)), 'x');
});

test('allowedHosts lets nothing else through, for pages and for redirects', async (t) => {
  const { origin, port } = await site(t, { '/': redirect('http://elsewhere.test/'), '/a': 'a' });
  const net = fetcher(t, { rules: { allowedHosts: ['127.0.0.1'] } });
  assert.equal(await read(await ask(net, `${origin}/a`)), 'a');
  await assert.rejects(ask(net, `${origin}/`), { code: 'host_not_allowed' });
  const other = fetcher(t, { rules: { allowedHosts: [`127.0.0.1:${port + 1}`] } });
  await assert.rejects(ask(other, `${origin}/a`), { code: 'host_not_allowed' });
});

test('blockedHosts covers what is below, and wins over allowedHosts', async (t) => {
  const net = fetcher(t, { rules: { allowedHosts: ['*'], blockedHosts: ['bad.test'] } });
  for (const url of ['http://bad.test/', 'http://www.bad.test/', 'http://BAD.test./']) {
    await assert.rejects(ask(net, url), { code: 'host_not_allowed' }, url);
  }
  await assert.rejects(ask(net, 'http://notbad.test.invalid/'), { code: 'dns_failure' });
});

test('a list of hosts that is not one is told at once', () => {
  for (const entry of ['', 'http://a.test/', 'a b', 'a.test/path', 'user@a.test']) {
    assert.throws(() => new Reach({ allowedHosts: [entry] }), { code: 'invalid_argument' }, entry);
  }
});

test('a server on all interfaces is not reached by the name of none', async (t) => {
  let connections = 0;
  const server = createServer((_request, response) => response.end('secret'));
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  t.after(() => server.close());
  const { port } = server.address() as { port: number };
  const net = fetcher(t);
  const initiator = page('https://public.test/', 'public');
  for (const host of ['0.0.0.0', '[::]', '[::ffff:0.0.0.0]']) {
    const request = { initiator, destination: 'fetch', mode: 'no-cors' } as const;
    await assert.rejects(ask(net, `http://${host}:${port}/`, request), refused, host);
  }
  assert.equal(connections, 0);
});

test('an address that a model made up reaches a private host only after the user named it', async (t) => {
  const { port } = await site(t, { '/': 'page' });
  const net = fetcher(t);
  const passedOn = { initiator: PASSED_ON };
  await assert.rejects(ask(net, `http://127.0.0.1:${port}/`, passedOn), refused);
  await ask(net, `http://localhost:${port}/`);
  assert.equal(await read(await ask(net, `http://127.0.0.1:${port}/`, passedOn)), 'page');
});

test('ports of other services than the web are closed, to everybody and to web sockets too', async (t) => {
  const net = fetcher(t);
  for (const port of [22, 25, 6667, 10_080]) {
    await assert.rejects(ask(net, `http://localhost:${port}/`), refused);
    const url = new URL(`ws://localhost:${port}/`);
    const ignore = () => undefined;
    const asks = { url, protocols: [], headers: [], initiator: page('http://localhost/', 'loopback') };
    const open = () => net.openSocket({ ...asks, onOpen: ignore, onMessage: ignore, onClose: ignore, onError: ignore });
    assert.throws(open, refused);
  }
});

test('an address that a model made up is no file', () => {
  assert.throws(() => checkRequest(new URL('file:///etc/hostname'), PASSED_ON), { code: 'not_allowed' });
});

/** Opens every socket to a port of this machine, whatever was looked up: as a system would that was tampered with. */
const toThisMachine =
  (port: number): typeof buildConnector =>
  (options) => {
    const connect = buildConnector(options);
    return (target, callback) => connect({ ...target, hostname: '127.0.0.1', port: String(port) }, callback);
  };

test('a socket that ended at an address other than those of its name is closed before a byte, also of TLS', async (t) => {
  let bytes = 0;
  const ends: Promise<unknown>[] = [];
  const server = createTcpServer((socket) => {
    socket.on('data', (data: Buffer) => {
      bytes += data.byteLength;
    });
    socket.on('error', () => undefined);
    ends.push(new Promise((resolve) => socket.once('close', resolve)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const transport = new HttpTransport({ resolver: answers(['93.184.216.34']), makeConnector: toThisMachine(port) });
  const net = new Fetcher(DEFAULT_PROFILE, { transport });
  t.after(() => net.close());
  // Also of an address that is written out, and is a public one.
  for (const url of ['http://public.example/', 'http://93.184.216.34/', 'https://public.example/']) {
    const asked = { initiator: page('http://example.com/', 'public'), destination: 'image' } as const;
    await assert.rejects(ask(net, url, asked), { ...refused, message: /^127\.0\.0\.1 is in a private/ });
  }
  const heard = await new Promise<string[]>((resolve) => {
    const reasons: string[] = [];
    net.openSocket({
      url: new URL('ws://public.example/'),
      protocols: [],
      headers: [],
      initiator: page('http://example.com/', 'public'),
      onOpen: () => reasons.push('open'),
      onMessage: () => undefined,
      onError: (reason) => reasons.push(reason),
      onClose: () => resolve(reasons),
    });
  });
  assert.match(heard.join(), /^AgentBrowserError: 127\.0\.0\.1 is in a private network/);
  await Promise.all(ends);
  assert.equal(ends.length >= 4, true);
  assert.equal(bytes, 0);
});
