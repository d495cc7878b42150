/**
 * Servers with TLS for one test: HTTP/2, or HTTP/1.1 alone.
 */
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { TLSSocket } from 'node:tls';

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/net/${name}`, import.meta.url), 'utf8');

/** The certificate that `HttpTransport({ ca })` has to trust. */
export const TEST_CA = fixture('localhost-cert.pem');
export const TEST_KEY = fixture('localhost-key.pem');

export interface TlsSite {
  /** `https://localhost:port`. */
  readonly origin: string;
  readonly port: number;
  readonly connections: () => number;
}

export async function tlsSite(
  t: TestContext,
  handler: (request: Http2ServerRequest, response: Http2ServerResponse) => void,
  protocol: 'h2' | 'http/1.1' = 'h2',
): Promise<TlsSite> {
  const sockets = new Set<TLSSocket>();
  let connections = 0;
  const options = { cert: TEST_CA, key: TEST_KEY };
  const server =
    protocol === 'h2'
      ? createSecureServer({ ...options, allowHTTP1: true }, handler)
      : createServer(options, handler as unknown as RequestListener);
  server.on('secureConnection', (socket: TLSSocket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `https://localhost:${port}`, port, connections: () => connections };
}
