/**
 * A web site for one test: `site({ '/': '<p>hello' })` on a free loopback port, gone when the test is over.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { TestContext } from 'node:test';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;
/** HTML, or a type with a body, or whatever a handler does. */
export type Answer = string | { readonly type: string; readonly body: string | Uint8Array } | Handler;

export interface Site {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  readonly origin: string;
  readonly port: number;
  /** `METHOD /path` of every request, in order. */
  readonly requests: string[];
  /** How many connections were opened. */
  readonly connections: () => number;
}

export async function site(t: TestContext, answers: Record<string, Answer>): Promise<Site> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push(`${request.method} ${path}`);
    const answer = answers[path] ?? answers[path.split('?')[0]!];
    if (answer === undefined) {
      response
        .writeHead(404, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Not found</title><h1>Not found</h1>');
    } else if (typeof answer === 'function') {
      answer(request, response);
    } else if (typeof answer === 'string') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(answer);
    } else {
      const length = Buffer.byteLength(answer.body);
      response.writeHead(200, { 'content-type': answer.type, 'content-length': length }).end(answer.body);
    }
  });
  server.on('connection', (socket) => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, port, requests, connections: () => connections };
}

/** A port of this machine on which nobody listens. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export function redirect(location: string, status = 302): Handler {
  return (_request, response) => {
    response.writeHead(status, { location }).end();
  };
}

/** A page that asks for '/wait' is not settled before it has asked for '/done'. */
export function untilDone(): Record<string, Answer> {
  const held: ServerResponse[] = [];
  return {
    '/wait': (_request, response) => held.push(response),
    '/done': (_request, response) => {
      for (const each of [response, ...held]) each.end();
    },
  };
}

/** The head of the answer that takes a web socket (RFC 6455 §4.2.2). */
export function socketHead({ headers }: IncomingMessage, ...lines: readonly string[]): string {
  const key = `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accept = `Sec-WebSocket-Accept: ${createHash('sha1').update(key).digest('base64')}`;
  const all = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade', ...lines, accept];
  return `${all.join('\r\n')}\r\n\r\n`;
}
