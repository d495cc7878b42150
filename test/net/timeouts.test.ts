/** Every way of taking too long has its own words, and one code. Servers here take connections and say nothing. */
import assert from 'node:assert/strict';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { DEFAULT_PROFILE } from '../../src/identity/profile.ts';
import { readBody } from '../../src/net/body.ts';
import { ChromeTransport, type ChromeTransportOptions } from '../../src/net/chrome-transport.ts';
import { Fetcher, type FetcherParts } from '../../src/net/fetch.ts';
import { HttpTransport } from '../../src/net/http-transport.ts';
import { networkError } from '../../src/net/network-error.ts';
import { CALLER } from '../../src/net/policy.ts';

/** One of them is short at a time: on a busy machine a server of our own may need longer than that for what comes before. */
const SHORT = { connect: { connectMs: 60 }, headers: { headersMs: 60 }, bodyIdle: { bodyIdleMs: 60 } } as const;

/** Takes every connection; `says` is all that it answers, whatever it hears. */
async function quiet(t: TestContext, says = ''): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(says));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function outcome(t: TestContext, address: string, parts: FetcherParts, ms = 5_000): Promise<string> {
  const net = new Fetcher(DEFAULT_PROFILE, parts);
  t.after(() => net.close());
  const url = new URL(address);
  try {
    const signal = AbortSignal.timeout(ms);
    const { body } = await net.fetch({ url, destination: 'document', initiator: CALLER, signal });
    return Buffer.from(await readBody(body, url, 1e6)).toString();
  } catch (error) {
    const { code, message } = networkError(error, url);
    return `${code}: ${message.replace(/:\d{4,5}/g, ':n')}`;
  }
}

const NOT_CONNECTED =
  'timeout: There was no connection to 127.0.0.1:n within 10 s. Check the host and the port, and whether a firewall or a proxy stands between.';
const NO_ANSWER =
  'timeout: 127.0.0.1:n took the request and answered nothing for 25 s. It may be overloaded: try again later.';
const STOPPED = 'timeout: 127.0.0.1:n stopped in the middle of its answer: nothing came for 20 s. Try again.';
const HALF = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100\r\n\r\n<p>half';

/** Sooner than the usual limits end anything. */
const SOON = { timeout: 8_000 };

// They wait at the same time.
suite('taking too long', { concurrency: true }, () => {
  test('a server that takes the connection and never shakes hands', SOON, async (t) => {
    const transport = new HttpTransport({ timeouts: SHORT.connect });
    assert.equal(await outcome(t, `https://127.0.0.1:${await quiet(t)}/`, { transport }), NOT_CONNECTED);
  });

  test('a name that nobody answers for', SOON, async (t) => {
    const transport = new HttpTransport({ timeouts: SHORT.connect, resolver: () => undefined });
    const told = await outcome(t, 'http://slow.example/', { transport });
    assert.equal(told, NOT_CONNECTED.replace('127.0.0.1:n', 'slow.example'));
  });

  test('a server that never answers, or not to the end of its head', async (t) => {
    for (const says of ['', 'HTTP/1.1 200 OK\r\nContent-Type: text']) {
      const transport = new HttpTransport({ timeouts: SHORT.headers });
      assert.equal(await outcome(t, `http://127.0.0.1:${await quiet(t, says)}/`, { transport }), NO_ANSWER);
    }
  });

  test('a server that stops in the middle of its body, whatever the coding of its length', async (t) => {
    const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n';
    for (const says of [HALF, chunked]) {
      const transport = new HttpTransport({ timeouts: SHORT.bodyIdle });
      assert.equal(await outcome(t, `http://127.0.0.1:${await quiet(t, says)}/`, { transport }), STOPPED);
    }
  });

  test('the whole time of a request is over, before and inside of its body', async (t) => {
    const over =
      'timeout: 127.0.0.1:n had not sent its whole answer when its time was over, which is 60 s for a part of a page. Try again.';
    for (const says of ['', HALF]) {
      assert.equal(await outcome(t, `http://127.0.0.1:${await quiet(t, says)}/`, {}, 60), over);
    }
  });

  test('the time of a request is over while there is no connection yet', SOON, async (t) => {
    const over = (host: string) =>
      `timeout: ${host} had not sent its whole answer when its time was over, which is 60 s for a part of a page. Try again.`;
    const resolver = () => undefined;
    const proxies = { servers: [`socks5://127.0.0.1:${await quiet(t)}`] };
    for (const [address, transport] of [
      [`https://127.0.0.1:${await quiet(t)}/`, new HttpTransport()],
      ['http://slow.example/', new HttpTransport({ resolver })],
      ['http://8.8.8.8/', new HttpTransport({ proxies })],
      [`https://127.0.0.1:${await quiet(t)}/`, new ChromeTransport()],
      ['http://slow.example/', new ChromeTransport({ resolver, timeouts: { connectMs: 1_000 } })],
    ] as const) {
      const host = new URL(address).host.replace(/:\d+/, ':n');
      assert.equal(await outcome(t, address, { transport }, 60), over(host));
    }
  });

  test('a proxy that says nothing is a proxy that failed', async (t) => {
    for (const [kind, target] of [
      ['http', 'https://far.example/'],
      ['socks5', 'http://far.example/'],
      ['https', 'http://far.example/'],
    ] as const) {
      const servers = [`${kind}://127.0.0.1:${await quiet(t)}`];
      const transport = new HttpTransport({
        timeouts: SHORT.connect,
        proxies: { servers },
        resolver: (_name, _options, found) => found(null, []),
      });
      const told = await outcome(t, target, { transport });
      assert.equal(
        told,
        `proxy_failure: The proxy ${kind}://127.0.0.1:n did not connect: it did not answer within 10 s. Check its address and credentials.`,
      );
    }
  });

  test("the same with Chrome's handshake", async (t) => {
    const told = (address: string, options: ChromeTransportOptions) =>
      outcome(t, address, { transport: new ChromeTransport(options) });
    const timeouts = SHORT.connect;
    assert.equal(await told(`https://127.0.0.1:${await quiet(t)}/`, { timeouts }), NOT_CONNECTED);
    const nameless = await told('http://slow.example/', { timeouts, resolver: () => undefined });
    assert.equal(nameless, NOT_CONNECTED.replace('127.0.0.1:n', 'slow.example'));
    assert.equal(await told(`http://127.0.0.1:${await quiet(t)}/`, { timeouts: SHORT.headers }), NO_ANSWER);
    // One limit for the head and for pauses behind it: long enough for the head.
    const reads = { timeouts: { headersMs: 1_500 } };
    assert.equal(await told(`http://127.0.0.1:${await quiet(t, HALF)}/`, reads), STOPPED);
  });
});
