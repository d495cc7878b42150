/**
 * Servers with TLS for one test: HTTP/2, HTTP/1.1 alone, or HTTP/2 frame by frame.
 */
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';

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

/** Types of frames (RFC 9113 §6). */
export const FRAME = { data: 0, headers: 1, reset: 3, settings: 4, goaway: 7 } as const;
const ACK = 1;
const END_HEADERS = 4;
const PREFACE_BYTES = 24;

export function h2Frame(type: number, stream: number, payload: Uint8Array = new Uint8Array(), flags = 0): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.byteLength, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** The head of an answer with the status 200 and a type of fewer than 127 characters (RFC 7541 §6.1, §6.2.2). */
export function h2Head(stream: number, type: string): Buffer {
  const fields = Buffer.concat([Buffer.from([0x88, 0x0f, 0x10, type.length]), Buffer.from(type)]);
  return h2Frame(FRAME.headers, stream, fields, END_HEADERS);
}

/** A server of HTTP/2 that answers each request with frames of the test's own, also such that no server should send. */
export async function h2FrameSite(
  t: TestContext,
  onRequest: (socket: Socket, stream: number) => void,
): Promise<{ readonly origin: string }> {
  const sockets = new Set<Socket>();
  const server = createTlsServer({ cert: TEST_CA, key: TEST_KEY, ALPNProtocols: ['h2'] }, (socket) => {
    let seen = Buffer.alloc(0);
    let isOpen = false;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write(h2Frame(FRAME.settings, 0));
    socket.on('data', (chunk: Buffer) => {
      seen = Buffer.concat([seen, chunk]);
      if (!isOpen && seen.byteLength < PREFACE_BYTES) return;
      if (!isOpen) seen = seen.subarray(PREFACE_BYTES);
      isOpen = true;
      while (seen.byteLength >= 9 && seen.byteLength >= 9 + seen.readUIntBE(0, 3)) {
        const [type, flags, stream] = [seen[3]!, seen[4]!, seen.readUInt32BE(5)];
        seen = seen.subarray(9 + seen.readUIntBE(0, 3));
        if (type === FRAME.settings && flags !== ACK) socket.write(h2Frame(FRAME.settings, 0, new Uint8Array(), ACK));
        if (type === FRAME.headers) onRequest(socket, stream);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { origin: `https://localhost:${(server.address() as AddressInfo).port}` };
}
