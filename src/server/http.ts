/**
 * The HTTP server: endpoints for agents, events, the live view for people, and other doors behind paths of their own.
 *
 * In:  a port and what the person who starts it allows. Out: a server on loopback, or where it was told to listen.
 *
 * Secure: every request has to come under a name of this server, from no foreign page, and with a token, except for the
 * files of the live view, which are the same for everybody.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import type { Duplex } from 'node:stream';
import type { AgentBrowser } from '../client/browser.ts';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { Access, FRAMES_PROTOCOL, LIVE_PROTOCOL, type Owner, offeredProtocols } from './access.ts';
import { BrowserRoutes, type Permissions } from './browser-routes.ts';
import { streamEvents } from './event-stream.ts';
import { FrameSocket } from './frame-socket.ts';
import { sendError, sendJson, sendRefusal } from './http-error.ts';
import { LiveSocket } from './live-socket.ts';
import { contentRefusal, foreignRefusal, ownHosts, readBody, siteRefusal } from './local-guard.ts';
import { openApi } from './openapi.ts';
import { sendAsset } from './page-assets.ts';
import { SessionDesk } from './session-desk.ts';
import { isHandshake } from './web-socket.ts';

/** Another door, behind a path of this server. Requests that reach it have been let in, and are of an owner. */
export interface Mount {
  readonly path: string;
  handle(request: IncomingMessage, response: ServerResponse, owner: Owner): Promise<void>;
  close(): Promise<void>;
}

export interface ServeSettings {
  readonly version: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Where it listens: loopback when not given. */
  readonly host?: string;
  /** Further names under which it may be asked. */
  readonly hostNames?: readonly string[];
  /** Each is an owner with sessions of its own. None: everybody who reaches the server may use it. */
  readonly tokens: readonly string[];
  readonly permissions: Permissions;
  readonly idleMs?: number;
  readonly log: (line: string) => void;
  readonly mounts?: readonly Mount[];
}

export interface HttpServer {
  /** `http://127.0.0.1:8766` */
  readonly url: string;
  readonly port: number;
  readonly desk: SessionDesk;
  /** The owner that the first token stands for. */
  readonly firstOwner: Owner;
  close(): Promise<void>;
}

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];
const STREAM_PATH = '/browser/stream';
/** What is asked for with GET. */
const READ_PATHS: ReadonlySet<string> = new Set(['/browser/status', '/browser/events', '/openapi.json']);

export async function serveBrowser(browser: () => Promise<AgentBrowser>, settings: ServeSettings): Promise<HttpServer> {
  const host = settings.host ?? LOOPBACK[0]!;
  if (settings.tokens.length === 0 && !LOOPBACK.includes(host)) {
    throw new AgentBrowserError('not_allowed', `Without a token the server listens on ${LOOPBACK[0]} only. Give one.`);
  }
  const door = new BrowserDoor(browser, settings);
  const server = createServer((request, response) => {
    door.handle(request, response).catch((error: unknown) => {
      door.report(error);
      if (response.headersSent) response.destroy();
      else sendError(response, error);
    });
  });
  server.on('upgrade', (request, socket, head) => door.upgrade(request, socket, head));
  const port = await listen(server, settings.port, host);
  const shown = isIPv6(host) ? `[${host}]` : host;
  door.begin(port, `http://${shown}:${port}`, [shown, ...(settings.hostNames ?? [])]);
  return {
    url: `http://${shown}:${port}`,
    port,
    desk: door.desk,
    firstOwner: door.access.first,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await door.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${cause.code})`;
      const message = `Port ${port} ${why}. Choose another one with --port.`;
      reject(new AgentBrowserError('invalid_argument', message, { cause }));
    });
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

class BrowserDoor {
  readonly #settings: ServeSettings;
  readonly #routes: BrowserRoutes;
  readonly desk: SessionDesk;
  readonly access: Access;
  readonly #viewers = new Set<LiveSocket | FrameSocket>();
  #streams = 0;
  #own: readonly string[] = [];
  #url = '';

  constructor(browser: () => Promise<AgentBrowser>, settings: ServeSettings) {
    this.#settings = settings;
    const { idleMs = LIMITS.serverIdleMs, log } = settings;
    this.access = new Access(settings.tokens);
    this.desk = new SessionDesk({ browser, idleMs, log });
    this.#routes = new BrowserRoutes(this.desk, settings.permissions);
  }

  /** It is known now under which names the server can be asked. */
  begin(port: number, url: string, names: readonly string[]): void {
    this.#own = ownHosts(port, names);
    this.#url = url;
  }

  /** Secure: addresses are not logged; they may hold what a caller would keep to itself. */
  report(error: unknown): void {
    this.#settings.log(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('referrer-policy', 'no-referrer');
    const foreign = foreignRefusal(request, this.#own);
    if (foreign !== null) return sendRefusal(response, foreign.status, 'not_allowed', foreign.message);
    const { pathname, searchParams } = this.#addressOf(request);
    if (request.method === 'GET' && (await sendAsset(pathname, response))) return;
    const stranger = siteRefusal(request);
    if (stranger !== null) return sendRefusal(response, stranger.status, 'not_allowed', stranger.message);
    const owner = this.access.ofHeader(request.headers.authorization);
    if (owner === null) {
      const message = 'A token is needed: Authorization: Bearer <the token that the server printed when it started>.';
      return sendRefusal(response, 401, 'not_allowed', message);
    }
    const mount = this.#settings.mounts?.find(({ path }) => path === pathname);
    const refusal = contentRefusal(request);
    if (refusal !== null) return sendRefusal(response, refusal.status, 'invalid_argument', refusal.message);
    if (mount !== undefined) return mount.handle(request, response, owner);
    if (request.method === 'GET') return this.#get(pathname, searchParams, owner, response);
    return this.#post(pathname, owner, request, response);
  }

  /** The WebSocket of the live view, or of a client that wants pictures. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // A connection that breaks meanwhile is none of ours any more.
    socket.on('error', () => socket.destroy());
    const refuse = (status: string) => socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
    const { pathname, searchParams } = this.#addressOf(request);
    if (foreignRefusal(request, this.#own) !== null) return void refuse('403 Forbidden');
    if (pathname !== STREAM_PATH) return void refuse('404 Not Found');
    if (!isHandshake(request)) return void refuse('400 Bad Request');
    const offered = offeredProtocols(request.headers['sec-websocket-protocol']);
    const owner = this.access.ofProtocols(offered) ?? this.access.ofHeader(request.headers.authorization);
    if (owner === null) return void refuse('401 Unauthorized');
    if (this.#viewers.size >= LIMITS.serverStreams) return void refuse('503 Service Unavailable');
    const onClose = () => void this.#viewers.delete(viewer);
    let viewer: LiveSocket | FrameSocket;
    if (offered.includes(LIVE_PROTOCOL)) {
      const mayOpenFiles = this.#settings.permissions.files;
      viewer = new LiveSocket(request, socket, head, { desk: this.desk, owner, mayOpenFiles, onClose });
    } else {
      const wanted = searchParams.get('sessionId');
      const shown = this.desk.list(owner).findLast(({ id }) => wanted === null || id === wanted);
      if (shown === undefined) return void refuse('409 Conflict');
      const protocol = offered.find((each) => each === FRAMES_PROTOCOL) ?? null;
      viewer = new FrameSocket(request, socket, head, { feed: shown.feed, protocol, onClose });
    }
    this.#viewers.add(viewer);
  }

  async close(): Promise<void> {
    for (const viewer of this.#viewers) viewer.close();
    this.desk.end();
    await Promise.all((this.#settings.mounts ?? []).map((mount) => mount.close()));
  }

  #get(pathname: string, query: URLSearchParams, owner: Owner, response: ServerResponse): void {
    if (pathname === '/browser/status') sendJson(response, 200, this.#routes.status(owner));
    else if (pathname === '/openapi.json') sendJson(response, 200, this.#description());
    else if (pathname === '/browser/events') this.#events(query.get('sessionId'), owner, response);
    else if (this.#routes.has(endpointOf(pathname))) wrongVerb(response, 'POST');
    else notHere(response, pathname);
  }

  /** What cannot be read as an address is none that is here. */
  #addressOf({ url = '/' }: IncomingMessage): URL {
    return URL.parse(url, this.#url) ?? new URL('/unreadable', this.#url);
  }

  #description(): object {
    const { version, tokens, permissions } = this.#settings;
    const allowEvaluate = permissions.evaluate;
    return openApi({ version, url: this.#url, needsToken: tokens.length > 0, allowEvaluate });
  }

  #events(sessionId: string | null, owner: Owner, response: ServerResponse): void {
    if (this.#streams >= LIMITS.serverStreams) {
      sendRefusal(response, 503, 'invalid_argument', 'Too many streams of events are open. Close one.');
      return;
    }
    this.#streams++;
    response.once('close', () => this.#streams--);
    streamEvents(response, this.desk, owner, sessionId);
  }

  async #post(pathname: string, owner: Owner, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = endpointOf(pathname);
    const isRead = READ_PATHS.has(pathname);
    if (isRead || request.method !== 'POST') return wrongVerb(response, isRead ? 'GET' : 'POST');
    if (!this.#routes.has(name)) return notHere(response, pathname);
    const body = await readBody(request, LIMITS.serverBodyBytes);
    if ('refusal' in body) {
      return sendRefusal(response, body.refusal.status, 'invalid_argument', body.refusal.message);
    }
    try {
      const answer = await this.#routes.call(name, owner, body.value);
      if (answer.kind === 'json') return sendJson(response, 200, answer.value);
      response.writeHead(200, { 'content-type': answer.type, 'cache-control': 'no-store' }).end(answer.bytes);
    } catch (error) {
      sendError(response, error);
    }
  }
}

/** `click` of `/browser/click`. */
function endpointOf(pathname: string): string {
  return pathname.startsWith('/browser/') ? pathname.slice('/browser/'.length) : '';
}

function wrongVerb(response: ServerResponse, allowed: 'GET' | 'POST'): void {
  response.setHeader('allow', allowed);
  const message = 'Use POST for actions, and GET for status, events and openapi.json.';
  sendRefusal(response, 405, 'unknown_method', message);
}

function notHere(response: ServerResponse, pathname: string): void {
  const message = `There is no ${pathname.slice(0, 100)} here. GET /openapi.json says what there is.`;
  sendRefusal(response, 404, 'unknown_method', message);
}
