/**
 * A small shop on loopback, served from fixtures/site, for the demo and for tests.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';

const FOLDER = new URL('../../fixtures/site/', import.meta.url);
const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

export interface DemoSite {
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  close(): Promise<void>;
}

export async function serveDemoSite(): Promise<DemoSite> {
  // Read once: what is asked for is looked up, and never becomes a path.
  const files = new Map(readdirSync(FOLDER).map((name) => [`/${name}`, readFileSync(new URL(name, FOLDER))]));
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const name = path === '/' ? '/index.html' : path;
    const file = files.get(name);
    if (file === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    else response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' }).end(file);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
