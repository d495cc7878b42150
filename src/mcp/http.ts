/**
 * MCP over streamable HTTP, on loopback only.
 *
 * In:  a port. Out: a server at http://127.0.0.1:port/mcp for many clients, each with a session of its own, named by the
 *      header Mcp-Session-Id.
 *
 * Requests without that header which do not begin a session, such as those of curl, share one browser session, and are
 * answered with plain JSON.
 *
 * MCP 2025-11-25, basic/transports https://modelcontextprotocol.io/specification/2025-11-25/basic/transports
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import type { Session } from '../client/session.ts';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { Access, type Owner } from '../server/access.ts';
import { IdleTimer } from '../server/idle-timer.ts';
import { type Refusal, readBody } from '../server/local-guard.ts';
import { AgentSession, type SessionWatch } from './agent-session.ts';
import type { BrowserSource } from './browser-source.ts';
import { HttpClient } from './http-client.ts';
import { MCP_PATH, refusalOf } from './http-guard.ts';
import { createMcpServer, type ServerSettings } from './server.ts';

export interface HttpSettings extends ServerSettings {
  /** 0 takes a free one. */
  readonly port: number;
  /** Clients have to bring one of them; without any, every program of this machine may come. */
  readonly tokens?: readonly string[];
  readonly idleMs?: number;
  readonly log: (line: string) => void;
  /** Is told of each browser session that a client's first call begins, and whose it is. */
  readonly watch?: (session: Session, owner: Owner) => () => void;
}

export interface HttpServer {
  /** `http://127.0.0.1:8765/mcp` */
  readonly url: string;
  /** Sessions that are open. */
  readonly clients: () => number;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const SESSION_HEADER = 'mcp-session-id';

export async function serveHttp(browser: BrowserSource, settings: HttpSettings): Promise<HttpServer> {
  const door = new HttpDoor(browser, settings);
  const server = createServer((request, response) => {
    door.handle(request, response).catch((error: Error) => {
      door.report(error);
      if (response.headersSent) response.destroy();
      else refuse(response, { status: 500, message: 'The server failed. Its log says how.' });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${cause.code})`;
      const message = `Port ${settings.port} ${why}. Choose another one with --port.`;
      reject(new AgentBrowserError('invalid_argument', message, { cause }));
    });
    server.listen(settings.port, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  door.port = port;
  return {
    url: `http://${HOST}:${port}${MCP_PATH}`,
    clients: () => door.clients.size,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await door.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** What stands behind a server: this one's, or another that has a path for MCP. */
export class HttpDoor {
  readonly #browser: BrowserSource;
  readonly #settings: HttpSettings;
  readonly clients = new Map<string, HttpClient>();
  /** For requests that belong to no session of MCP, one for each owner. */
  readonly #shared = new Map<Owner, { readonly agent: AgentSession; readonly idle: IdleTimer }>();
  readonly #access: Access;
  port = 0;

  constructor(browser: BrowserSource, settings: HttpSettings) {
    this.#browser = browser;
    this.#settings = settings;
    this.#access = new Access(settings.tokens ?? []);
  }

  report(error: Error): void {
    this.#settings.log(`${error.name}: ${error.message}`.slice(0, LIMITS.mcpErrorChars));
  }

  get #idleMs(): number {
    return this.#settings.idleMs ?? LIMITS.mcpIdleMs;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const owner = this.#access.ofHeader(request.headers.authorization);
    const refusal = refusalOf(request, this.port, owner);
    if (refusal !== null) return refuse(response, refusal);
    return this.serve(request, response, owner!);
  }

  /** Answers a request of somebody who may be here. */
  async serve(request: IncomingMessage, response: ServerResponse, owner: Owner): Promise<void> {
    let message: unknown;
    if (request.method === 'POST') {
      const body = await readBody(request, LIMITS.mcpMessageBytes);
      if ('refusal' in body) return refuse(response, body.refusal);
      message = body.value;
    }

    const id = request.headers[SESSION_HEADER];
    if (typeof id === 'string') {
      const client = this.clients.get(id);
      // Secure: whose session it is not is not even told that there is one.
      if (client?.owner !== owner) {
        return refuse(response, { status: 404, message: 'No such session. Initialize again.' });
      }
      return this.#answer(client, request, response, message);
    }
    if (isInitializeRequest(message)) return this.#welcome(request, response, message, owner);
    if (request.method !== 'POST') {
      return refuse(response, { status: 400, message: 'The header Mcp-Session-Id is missing.' });
    }
    return this.#answerOnce(request, response, message, owner);
  }

  async close(): Promise<void> {
    for (const { idle } of this.#shared.values()) idle.stop();
    // The engine at once, and not its sessions first: calls that run would be waited for.
    await this.#browser.close();
    await Promise.all([...this.clients.values()].map((client) => client.close()));
  }

  async #welcome(request: IncomingMessage, response: ServerResponse, message: unknown, owner: Owner): Promise<void> {
    if (this.clients.size >= LIMITS.mcpClients) {
      return refuse(response, { status: 503, message: `${this.clients.size} clients are here already. Close one.` });
    }
    const client = new HttpClient(this.#browser, this.#settings, {
      owner,
      watch: this.#watchOf(owner),
      idleMs: this.#idleMs,
      onOpen: (id, opened) => this.clients.set(id, opened),
      onClose: (id) => this.clients.delete(id),
      onError: (error) => this.report(error),
    });
    await client.connect();
    await this.#answer(client, request, response, message);
    if (!client.isOpen) await client.close();
  }

  async #answer(
    client: HttpClient,
    request: IncomingMessage,
    response: ServerResponse,
    message: unknown,
  ): Promise<void> {
    const end = client.begin(request.method === 'GET');
    try {
      await send(await client.handle(this.#webRequest(request), message), response);
    } finally {
      end();
    }
  }

  /** One message and its answer, with a server that lives as long as that takes. */
  async #answerOnce(request: IncomingMessage, response: ServerResponse, message: unknown, owner: Owner): Promise<void> {
    const { agent, idle } = this.#sharedOf(owner);
    const end = idle.begin();
    const server = createMcpServer(agent, this.#settings);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      await send(await transport.handleRequest(this.#webRequest(request), { parsedBody: message }), response);
    } finally {
      await server.close();
      end();
    }
  }

  #sharedOf(owner: Owner): { readonly agent: AgentSession; readonly idle: IdleTimer } {
    const known = this.#shared.get(owner);
    if (known !== undefined) return known;
    const agent = new AgentSession(() => this.#browser.get(), this.#watchOf(owner));
    const idle = new IdleTimer(this.#idleMs, () => {
      agent.close().catch((error: Error) => this.report(error));
    });
    this.#shared.set(owner, { agent, idle });
    return { agent, idle };
  }

  #watchOf(owner: Owner): SessionWatch {
    const { watch } = this.#settings;
    return (session) => watch?.(session, owner) ?? (() => undefined);
  }

  /** The request as the SDK wants it. Whoever takes every type, as curl does, takes both that there are. */
  #webRequest(request: IncomingMessage): Request {
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      if (typeof value === 'string') headers.set(name, value);
    }
    const accept = headers.get('accept') ?? '*/*';
    if (accept.includes('*/*')) headers.set('accept', 'application/json, text/event-stream');
    return new Request(`http://${HOST}:${this.port}${MCP_PATH}`, { method: request.method ?? 'POST', headers });
  }
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) {
    response.end();
    return;
  }
  response.flushHeaders();
  try {
    await pipeline(Readable.fromWeb(answer.body as ReadableStream), response);
  } catch (error) {
    // A client that does not listen any more: the transport has heard of it by now.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

/** Refused in JSON-RPC's form, without an id: what was asked is not looked at. */
function refuse(response: ServerResponse, { status, message, headers = {} }: Refusal): void {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null });
  // A body that was not read to its end cannot be followed by another request.
  response.writeHead(status, { ...headers, 'content-type': 'application/json', connection: 'close' }).end(body);
}
