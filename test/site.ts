/**
 * A web site for one test: `site({ '/': '<p>hello' })` on a free loopback port, gone when the test is over.
 */
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
