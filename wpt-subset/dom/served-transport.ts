/**
 * The network of a page that WPT's own server serves: its names lead to this machine, its certificates count, and its
 * pages get our script for reports in place of the one in the checkout.
 */
import { Readable } from 'node:stream';
import type { AddressSpace } from '../../src/net/address.ts';
import { CookieJar } from '../../src/net/cookie-jar.ts';
import type { FetcherParts } from '../../src/net/fetch.ts';
import { CachingTransport } from '../../src/net/http-cache.ts';
import { HttpTransport } from '../../src/net/http-transport.ts';
import { Reach } from '../../src/net/reach.ts';
import type { Transport, TransportRequest, TransportResponse } from '../../src/net/transport.ts';
import type { SocketRequest, WebConnection } from '../../src/net/web-socket.ts';
import { DRIVER_PATH, DRIVER_SCRIPT, drive, HELPER_SCRIPT } from './cookie-driver.ts';
import { REPORT_PATH, REPORT_SCRIPT } from './report-script.ts';
import { tellRunner } from './worker-messages.ts';
import { wptAuthority, wptResolver } from './wpt-server.ts';

const HELPER_PATH = '/cookies/resources/cookie-helper.sub.js';

export function servedParts(root: string): FetcherParts {
  const inner = new CachingTransport(new HttpTransport({ resolver: wptResolver, ca: wptAuthority(root) }));
  const cookies = new CookieJar();
  return { cookies, transport: new ServedTransport(inner, cookies), reach: new Reach({ privateHosts: 'all' }) };
}

class ServedTransport implements Transport {
  readonly #inner: Transport;
  readonly #cookies: CookieJar;

  constructor(inner: Transport, cookies: CookieJar) {
    this.#inner = inner;
    this.#cookies = cookies;
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const { pathname, searchParams } = request.url;
    if (pathname === '/resources/testharnessreport.js') return answer('text/javascript', REPORT_SCRIPT);
    if (pathname === '/resources/testdriver-vendor.js') return answer('text/javascript', DRIVER_SCRIPT);
    if (pathname === DRIVER_PATH) {
      return answer('application/json', JSON.stringify(drive(searchParams, this.#cookies)));
    }
    if (pathname === REPORT_PATH) {
      tellRunner({ kind: 'report', text: Buffer.from(request.body ?? []).toString() });
      return answer('text/plain', '');
    }
    const response = await this.#inner.send(request);
    return pathname === HELPER_PATH ? { ...response, body: Readable.from(followed(response.body)) } : response;
  }

  openSocket(request: SocketRequest, from: AddressSpace): WebConnection {
    return this.#inner.openSocket!(request, from);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}

async function* followed(body: Readable): AsyncGenerator<Buffer> {
  yield* body as AsyncIterable<Buffer>;
  yield Buffer.from(HELPER_SCRIPT);
}

function answer(type: string, text: string): TransportResponse {
  return {
    status: 200,
    statusText: 'OK',
    headers: new Map([['content-type', [type]]]),
    body: Readable.from([Buffer.from(text)]),
    space: 'loopback',
  };
}
