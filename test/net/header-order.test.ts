import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { DEFAULT_PROFILE } from '../../src/identity/profile.ts';
import { Fetcher, type FetchRequest } from '../../src/net/fetch.ts';
import { CALLER } from '../../src/net/policy.ts';

/** Names of the headers of each request, in order; as Debian's Chromium 150 sends them over HTTP/2. */
async function sent(request: Partial<FetchRequest>): Promise<string[]> {
  const seen: string[] = [];
  const net = new Fetcher(DEFAULT_PROFILE, {
    transport: {
      send: async ({ method, headers }) => {
        seen.push(`${method} ${headers.map(([name]) => name.toLowerCase()).join(' ')}`);
        const allowed = new Map([
          ['access-control-allow-origin', ['https://page.test']],
          ['access-control-allow-headers', ['x-a, content-type']],
        ]);
        return { status: 200, statusText: '', headers: allowed, body: Readable.from([]), space: 'public' };
      },
      close: async () => undefined,
    },
  });
  net.cookies.set('a=1; Secure; SameSite=None; Path=/', new URL('https://page.test/'), 'http');
  await net.fetch({
    url: new URL('https://page.test/x'),
    destination: 'script',
    initiator: { kind: 'page', url: new URL('https://page.test/'), space: 'public' },
    signal: new AbortController().signal,
    ...request,
  });
  return seen;
}

const ELEMENT =
  'sec-ch-ua-platform user-agent sec-ch-ua sec-ch-ua-mobile accept sec-fetch-site sec-fetch-mode sec-fetch-dest referer accept-encoding accept-language cookie priority';
const body = Buffer.from('x');

for (const [what, request, expected] of [
  [
    'an address that a person typed',
    { destination: 'document', initiator: CALLER, userActivated: true },
    'GET sec-ch-ua sec-ch-ua-mobile sec-ch-ua-platform upgrade-insecure-requests user-agent accept sec-fetch-site sec-fetch-mode sec-fetch-user sec-fetch-dest accept-encoding accept-language cookie priority',
  ],
  [
    'a form',
    { destination: 'document', method: 'POST', body, headers: [['Content-Type', 'application/x-www-form-urlencoded']] },
    'POST sec-ch-ua sec-ch-ua-mobile sec-ch-ua-platform upgrade-insecure-requests content-type user-agent origin accept sec-fetch-site sec-fetch-mode sec-fetch-dest referer accept-encoding accept-language cookie priority',
  ],
  ['a style sheet', { destination: 'style' }, `GET ${ELEMENT}`],
  ['a script', { destination: 'script' }, `GET ${ELEMENT}`],
  ['an image', { destination: 'image' }, `GET ${ELEMENT}`],
  ['a module', { destination: 'script', mode: 'cors' }, `GET origin ${ELEMENT}`],
  ['fetch()', { destination: 'fetch' }, `GET ${ELEMENT}`],
  [
    'fetch() with JSON',
    {
      destination: 'fetch',
      method: 'POST',
      body,
      headers: [
        ['Content-Type', 'application/json'],
        ['X-A', '1'],
      ],
    },
    'POST sec-ch-ua-platform user-agent sec-ch-ua content-type x-a sec-ch-ua-mobile accept origin sec-fetch-site sec-fetch-mode sec-fetch-dest referer accept-encoding accept-language cookie priority',
  ],
] as const) {
  test(`${what} has its headers in Chrome's order`, async () => {
    assert.deepEqual(await sent(request), [expected]);
  });
}

test("a preflight has its headers in Chrome's order, without client hints", async () => {
  const request = { destination: 'fetch', url: new URL('https://api.test/'), headers: [['X-A', '1']] } as const;
  const [preflight, asked] = await sent(request);
  assert.equal(
    preflight,
    'OPTIONS accept access-control-request-method access-control-request-headers origin user-agent sec-fetch-mode sec-fetch-site sec-fetch-dest referer accept-encoding accept-language priority',
  );
  assert.equal(
    asked,
    'GET sec-ch-ua-platform user-agent sec-ch-ua x-a sec-ch-ua-mobile accept origin sec-fetch-site sec-fetch-mode sec-fetch-dest referer accept-encoding accept-language priority',
  );
});
