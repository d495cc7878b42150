/** Answers that HTTP's grammar does not allow. What comes of them was asked of Chromium 156. */
import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { DEFAULT_PROFILE } from '../../src/identity/profile.ts';
import { mended } from '../../src/net/answer-head.ts';
import { readBody } from '../../src/net/body.ts';
import { Fetcher } from '../../src/net/fetch.ts';
import { CALLER } from '../../src/net/policy.ts';

const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
const HELLO = 'Content-Length: 5\r\n\r\nhello';

const ANSWERS: Record<string, readonly [sent: string, outcome: string]> = {
  'as it should be': [`HTTP/1.1 200 OK\r\n${HELLO}`, '200 hello'],
  'lines that end without CR': ['HTTP/1.1 200 OK\nX-A: 1\nContent-Length: 5\n\nhello', '200 hello'],
  'empty lines before it': [`\r\n\r\nHTTP/1.1 200 OK\r\n${HELLO}`, '200 hello'],
  'no reason': [`HTTP/1.1 200\r\n${HELLO}`, '200 hello'],
  'a space before the colon': [`HTTP/1.1 200 OK\r\nContent-Type : text/html\r\n${HELLO}`, '200 hello'],
  'a line without a colon': [`HTTP/1.1 200 OK\r\nwhat is this\r\n${HELLO}`, '200 hello'],
  'a line that goes on': [`HTTP/1.1 200 OK\r\nContent-Type: text/html;\r\n charset=utf-8\r\n${HELLO}`, '200 hello'],
  'the same length twice': [`HTTP/1.1 200 OK\r\nContent-Length: 5\r\n${HELLO}`, '200 hello'],
  'two lengths': [`HTTP/1.1 200 OK\r\nContent-Length: 4\r\n${HELLO}`, 'connection_failed'],
  'a length that is no number': ['HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\nhello', '200 hello'],
  'a length beside chunked': [
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
    '200 hello',
  ],
  'a transfer coding that is none': [`HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n${HELLO}`, '200 hello'],
  "'go on' that nobody waits for": [`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n${HELLO}`, '200 hello'],
  'early hints': [`HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\nHTTP/1.1 200 OK\r\n${HELLO}`, '200 hello'],
  'a byte of zero': [`HTTP/1.1 200 OK\r\nX: a\0b\r\n${HELLO}`, 'connection_failed'],
  'an empty Location': [`HTTP/1.1 302 Found\r\nLocation:\r\n${HELLO}`, '302 hello'],
  'the same Location twice': [
    'HTTP/1.1 302 Found\r\nLocation: /a%20byte%20of%20zero\r\nLocation: /a%20byte%20of%20zero\r\nContent-Length: 0\r\n\r\n',
    'connection_failed',
  ],
  'two Locations': [
    'HTTP/1.1 302 Found\r\nLocation: /a\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n',
    'navigation_error',
  ],
  'names that are no names': [
    `HTTP/1.1 200 OK\r\nX Y: 1\r\nX(y): 1\r\n<!-- a: b -->\r\n\xe4: 1\r\n${HELLO}`,
    '200 hello',
  ],
  'control characters': [`HTTP/1.1 200 OK\r\nX: a\x01b\x7f\r\nSet-Cookie: a=\x02\r\n${HELLO}`, '200 hello'],
  'lines that end with CR': [`HTTP/1.1 200 OK\r\nX: a\rY\r\n${HELLO}`, '200 hello'],
  'HTTP in small letters, and too many spaces': [`http/1.1   200 OK\r\n${HELLO}`, '200 hello'],
  'spaces behind the size of a chunk': [`${CHUNKED}5  \r\nhello\r\n0 \r\n\r\n`, '200 hello'],
  'chunks whose lines end without CR': [`${CHUNKED}5\nhello\n0\n\n`, '200 hello'],
  'chunks with extensions and trailers': [`${CHUNKED}5;a="b"\r\nhello\r\n0;c\r\nX: 1\r\nno name\r\n\r\n`, '200 hello'],
  'a chunk with a size that is none': [`${CHUNKED}0x5\r\nhello\r\n0\r\n\r\n`, 'connection_failed'],
  'a chunk that is longer than it says': [`${CHUNKED}4\r\nhello\r\n0\r\n\r\n`, 'connection_failed'],
  'chunks without their end': [`${CHUNKED}5\r\nhello\r\n`, 'connection_failed'],
  'no head at all': ['<p>hello', 'connection_failed'],
  nothing: ['', 'connection_failed'],
};

/** Answers each request with the bytes that its path names, in pieces, and ends the connection where they do not say how long they are. */
async function rawSite(t: TestContext, pieceBytes: number): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const name = decodeURIComponent(data.toString('latin1').split(' ')[1]!.slice(1));
      const sent = Buffer.from(ANSWERS[name]![0], 'latin1');
      socket.setNoDelay(true);
      for (let at = 0; at < sent.byteLength; at += pieceBytes) socket.write(sent.subarray(at, at + pieceBytes));
      if (ANSWERS[name]![1] !== '200 hello' || name.endsWith('no number')) socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

for (const pieceBytes of [1_000, 1]) {
  test(`heads are read as Chromium reads them, ${pieceBytes} bytes at a time`, async (t) => {
    const origin = await rawSite(t, pieceBytes);
    const net = new Fetcher(DEFAULT_PROFILE);
    t.after(() => net.close());
    const outcomes: Record<string, string> = {};
    for (const name of Object.keys(ANSWERS)) {
      const url = new URL(`${origin}/${encodeURIComponent(name)}`);
      try {
        const signal = AbortSignal.timeout(10_000);
        const answer = await net.fetch({ url, destination: 'document', initiator: CALLER, signal });
        const body = Buffer.from(await readBody(answer.body, url, 1e6)).toString();
        outcomes[name] = `${answer.status} ${body}`;
      } catch (error) {
        outcomes[name] = String((error as { code?: unknown }).code);
      }
    }
    assert.deepEqual(
      outcomes,
      Object.fromEntries(Object.entries(ANSWERS).map(([name, [, outcome]]) => [name, outcome])),
    );
  });
}

test('a head in the grammar keeps its fields and their order, and the body is not touched', () => {
  const head = 'HTTP/1.1 200 OK\r\nSet-Cookie: a=1; Path=/\r\nset-cookie: b="x: y"\r\nX-Empty: \r\n\r\n';
  const { out, rest, isOver } = mended(Buffer.from(`${head}a\nb: c\n\nd`));
  assert.equal(out.toString(), head);
  assert.equal(rest.toString(), 'a\nb: c\n\nd');
  assert.equal(isOver, true);
});
