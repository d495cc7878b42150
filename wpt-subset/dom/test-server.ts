/**
 * A static server over a WPT checkout, with the few conventions of WPT's own server that tests in a window need.
 *
 * In:  the checkout. Out: an address, and the reports that tests post.
 *
 * Known: pages around script tests, `.headers` files, `.sub.` templates, `?pipe=`. Handlers (`.py`) answer 501: tests
 * that need them fail, in every engine alike.
 */
import { readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { REPORT_PATH, REPORT_SCRIPT } from './report-script.ts';
import { applyPipes, type PipedAnswer, sendSlowly } from './response-pipes.ts';
import { wrapScript } from './script-wrappers.ts';

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  gif: 'image/gif',
  htm: 'text/html',
  html: 'text/html',
  ico: 'image/vnd.microsoft.icon',
  jpg: 'image/jpeg',
  js: 'text/javascript',
  json: 'application/json',
  mjs: 'text/javascript',
  mp4: 'video/mp4',
  png: 'image/png',
  svg: 'image/svg+xml',
  ttf: 'font/ttf',
  txt: 'text/plain',
  wasm: 'application/wasm',
  webm: 'video/webm',
  woff: 'font/woff',
  woff2: 'font/woff2',
  xht: 'application/xhtml+xml',
  xhtml: 'application/xhtml+xml',
  xml: 'application/xml',
};

const MAX_REPORT_BYTES = 256 * 1024 * 1024;

export interface TestServer {
  readonly origin: string;
  close(): void;
}

export async function startServer(root: string, onReport: (text: string) => void): Promise<TestServer> {
  const server = createServer((request, response) => {
    answer(server, root, onReport, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(
  server: Server,
  root: string,
  onReport: (text: string) => void,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (url.pathname === REPORT_PATH) {
    onReport(await readText(request));
    response.writeHead(204).end();
    return;
  }
  if (url.pathname === '/resources/testharnessreport.js') {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(REPORT_SCRIPT);
    return;
  }
  // Left empty for browsers that have a driver of their own.
  if (url.pathname === '/resources/testdriver-vendor.js') {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end();
    return;
  }
  const given = normalize(decodePath(url.pathname));
  // WPT's server knows the parser of IDL by another name.
  const path = given === '/resources/WebIDLParser.js' ? '/resources/webidl2/lib/webidl2.js' : given;
  if (path.includes('..')) {
    response.writeHead(403).end();
    return;
  }
  if (path.endsWith('.py')) {
    response.writeHead(501, { 'content-type': 'text/plain' }).end('Handlers are not run.');
    return;
  }
  const wrapped = /\.(?:any|window)\.html$/.test(path) ? readFile(root, path.replace(/\.html$/, '.js')) : null;
  const content = wrapped === null ? readFile(root, path) : Buffer.from(wrapScript(wrapped.toString('utf8'), path));
  if (content === null) {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<!doctype html><title>Not found</title>');
    return;
  }
  const { port } = server.address() as AddressInfo;
  const substituted = (body: Buffer): Buffer => Buffer.from(substitute(body, url, port), 'latin1');
  const body = /\.sub\./.test(path) ? substituted(content) : content;
  const piped: PipedAnswer = { ...headersFor(root, path), body, steps: [] };
  applyPipes(url.searchParams.get('pipe') ?? '', piped, substituted);
  if (request.method === 'HEAD') response.writeHead(piped.status, piped.headers).end();
  else await sendSlowly(response, piped);
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    // Not UTF-8 behind the percent signs: no file has such a name.
    return pathname;
  }
}

function readFile(root: string, path: string): Buffer | null {
  const file = join(root, path);
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file) : null;
}

/** The type by the file's name, then what the `.headers` files of the folder and of the file say. */
function headersFor(root: string, path: string): { status: number; headers: Record<string, string[]> } {
  const headers: Record<string, string[]> = { 'content-type': [TYPES[/\w+$/.exec(path)?.[0] ?? ''] ?? 'text/plain'] };
  let status = 200;
  for (const name of [path.replace(/[^/]*$/, '__dir__.headers'), `${path}.headers`]) {
    const text = readFile(root, name)?.toString('latin1');
    if (text === undefined) continue;
    const seen = new Set<string>();
    for (const line of text.split(/\r?\n/)) {
      const colon = line.indexOf(':');
      if (colon <= 0) continue;
      const key = line.slice(0, colon).trim().toLowerCase();
      const value = line.slice(colon + 1).trim();
      if (key === 'status') status = Number.parseInt(value, 10) || 200;
      else if (seen.has(key)) headers[key]!.push(value);
      else headers[key] = [value];
      seen.add(key);
    }
  }
  return { status, headers };
}

/** `{{host}}` and the like in files whose names contain `.sub.`. Every name leads to this one server. */
function substitute(content: Buffer, url: URL, port: number): string {
  return content.toString('latin1').replace(/\{\{(\w+)((?:\[[^\]]*\])*)(?:\([^)]*\))?\}\}/g, (_, name, path) => {
    const keys = [...String(path).matchAll(/\[([^\]]*)\]/g)].map((match) => match[1]!);
    switch (name) {
      case 'host':
        return '127.0.0.1';
      case 'hosts':
        return keys[0] === 'alt' ? 'localhost' : '127.0.0.1';
      case 'domains':
        return keys[0] === '' ? '127.0.0.1' : 'localhost';
      case 'ports':
        return String(port);
      case 'location':
        return keys[0] === 'server'
          ? `http://127.0.0.1:${port}`
          : keys[0] === 'path'
            ? url.pathname
            : `127.0.0.1:${port}`;
      case 'GET':
        return url.searchParams.get(keys[0] ?? '') ?? '';
      default:
        return '';
    }
  });
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > MAX_REPORT_BYTES) throw new Error('The report is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
