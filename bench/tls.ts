/**
 * `npm run bench:tls`: how clients look to a server, side by side.
 *
 * A server on this machine takes one connection of each and prints JA4 and the first frames of HTTP/2: agentbrowser with
 * `identity: 'chrome'`, Debian's Chromium, agentbrowser without, and plain Node; then web sockets of the first two.
 */
import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { findChromium, launchChromium } from '../fixtures/chromium.ts';
import { DEFAULT_PROFILE } from '../src/identity/profile.ts';
import { CHROME_VERSION, ChromeTransport } from '../src/net/chrome-transport.ts';
import { Fetcher } from '../src/net/fetch.ts';
import { HttpTransport } from '../src/net/http-transport.ts';
import { CALLER } from '../src/net/policy.ts';
import { clientHello, http2Fingerprint, ja4 } from './tls-fingerprint.ts';

interface Look {
  ja4: string;
  http2: string;
}

const fixture = (name: string) => readFileSync(new URL(`../fixtures/net/${name}`, import.meta.url), 'utf8');
const cert = fixture('localhost-cert.pem');
const context = createSecureContext({ cert, key: fixture('localhost-key.pem') });

let look: Look = { ja4: '', http2: '' };

/** Reads the hello, then lets Node do the handshake, then reads the first frames and answers with an empty page. */
function serve(socket: Socket): void {
  let bytes = Buffer.alloc(0);
  socket.on('error', () => undefined);
  const onHello = (chunk: Buffer): void => {
    bytes = Buffer.concat([bytes, chunk]);
    const hello = clientHello(bytes);
    if (hello === null) return;
    look.ja4 = ja4(hello);
    socket.removeListener('data', onHello);
    socket.pause();
    socket.unshift(bytes);
    const secure = new TLSSocket(socket, { isServer: true, secureContext: context, ALPNProtocols: ['h2', 'http/1.1'] });
    secure.on('error', () => undefined);
    secure.once('secure', () => readFrames(secure));
  };
  socket.on('data', onHello);
}

function readFrames(socket: TLSSocket): void {
  let bytes = Buffer.alloc(0);
  let isAnswered = false;
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    if (isAnswered) return;
    if (socket.alpnProtocol !== 'h2') {
      look.http2 = 'HTTP/1.1';
      isAnswered = true;
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
      return;
    }
    const found = http2Fingerprint(bytes);
    if (found === null) return;
    look.http2 = found;
    isAnswered = true;
    // Our settings, agreement to theirs, and ':status: 200' for the first stream, which ends with it.
    socket.write(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 4, 1, 0, 0, 0, 0]));
    socket.write(Buffer.from([0, 0, 1, 1, 5, 0, 0, 0, 1, 0x88]));
  });
}

const server = createServer(serve);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `https://localhost:${(server.address() as AddressInfo).port}/`;

async function seen(visit: () => Promise<void>): Promise<Look> {
  look = { ja4: 'no connection', http2: '' };
  await visit();
  return look;
}

async function withFetcher(fetcher: Fetcher): Promise<void> {
  const signal = AbortSignal.timeout(10_000);
  const response = await fetcher.fetch({ url: new URL(url), destination: 'document', initiator: CALLER, signal });
  response.body.resume();
  await fetcher.close();
}

async function withChromium(): Promise<void> {
  const path = findChromium();
  if (path === null) return;
  const browser = await launchChromium(path);
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  await page.goto(url);
  console.log(`Chromium is ${browser.version()}; identity: 'chrome' is Chrome ${CHROME_VERSION}.\n`);
  await browser.close();
}

/** The server takes no web sockets: that it was asked is enough. */
function withSocket(fetcher: Fetcher): Promise<void> {
  return new Promise((resolve) => {
    fetcher.openSocket({
      url: new URL(url.replace('https', 'wss')),
      protocols: [],
      headers: [['Origin', 'https://localhost']],
      initiator: { kind: 'page', url: new URL(url), space: 'loopback' },
      onOpen: () => undefined,
      onMessage: () => undefined,
      onError: () => undefined,
      onClose: () => resolve(fetcher.close()),
    });
  });
}

async function withChromiumSocket(): Promise<void> {
  const path = findChromium();
  if (path === null) return;
  const browser = await launchChromium(path);
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  const open = `new Promise((resolve) => { new WebSocket('${url.replace('https', 'wss')}').onclose = resolve })`;
  await page.evaluate(`${open}.then(() => 0)`);
  await browser.close();
}

function withNode(): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { ca: cert }, (response) => response.resume().once('end', resolve)).once('error', reject);
  });
}

const chrome = () => new Fetcher(DEFAULT_PROFILE, { transport: new ChromeTransport({ insecure: true }) });
const clients = [
  ["agentbrowser, identity: 'chrome'", () => withFetcher(chrome())],
  ['Chromium', withChromium],
  ['agentbrowser', () => withFetcher(new Fetcher(DEFAULT_PROFILE, { transport: new HttpTransport({ ca: cert }) }))],
  ['Node', withNode],
  ["web socket, identity: 'chrome'", () => withSocket(chrome())],
  ['web socket of Chromium', withChromiumSocket],
] as const;

const rows: (readonly [string, Look])[] = [];
for (const [name, visit] of clients) rows.push([name, await seen(visit)]);
for (const [name, { ja4: hello, http2 }] of rows) console.log(`${name.padEnd(34)} ${hello}  ${http2}`);
server.close();
// Connections of other programs may still be open.
process.exit(0);
