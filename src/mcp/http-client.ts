/**
 * One client over HTTP: its transport, its server, and its browser session, which is closed when it is quiet for long.
 *
 * In:  requests that belong to its session. Out: responses of the SDK's transport.
 */
import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { AgentSession } from './agent-session.ts';
import type { BrowserSource } from './browser-source.ts';
import { createMcpServer, type ServerSettings } from './server.ts';

export interface HttpClientEvents {
  /** The client was given its session id. */
  readonly onOpen: (id: string, client: HttpClient) => void;
  /** It has left, or was quiet for too long. */
  readonly onClose: (id: string) => void;
}

export class HttpClient {
  readonly #agent: AgentSession;
  readonly #transport: WebStandardStreamableHTTPServerTransport;
  readonly #closeServer: () => Promise<void>;
  readonly #idleMs: number;
  /** Requests that have not been answered to the end, without the stream on which a client only listens. */
  #busy = 0;
  #listening = 0;
  #timer: NodeJS.Timeout | undefined;

  private constructor(
    agent: AgentSession,
    transport: WebStandardStreamableHTTPServerTransport,
    closeServer: () => Promise<void>,
    idleMs: number,
  ) {
    this.#agent = agent;
    this.#transport = transport;
    this.#closeServer = closeServer;
    this.#idleMs = idleMs;
  }

  static async create(
    browser: BrowserSource,
    settings: ServerSettings,
    idleMs: number,
    { onOpen, onClose }: HttpClientEvents,
  ): Promise<HttpClient> {
    const agent = new AgentSession(() => browser.get());
    const server = createMcpServer(agent, settings);
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id): void => onOpen(id, client),
    });
    const client: HttpClient = new HttpClient(agent, transport, () => server.close(), idleMs);
    server.server.onclose = () => {
      clearTimeout(client.#timer);
      if (transport.sessionId !== undefined) onClose(transport.sessionId);
    };
    await server.connect(transport);
    return client;
  }

  /** False when the request did not begin a session. */
  get isOpen(): boolean {
    return this.#transport.sessionId !== undefined;
  }

  async handle(request: Request, message: unknown): Promise<Response> {
    clearTimeout(this.#timer);
    const response = await this.#transport.handleRequest(request, { parsedBody: message });
    for (const id of cancelledCalls(message)) this.#transport.closeSSEStream(id);
    return response;
  }

  /** To be told when a request begins and ends, however it ends. */
  begin(isListening: boolean): () => void {
    if (isListening) this.#listening++;
    else this.#busy++;
    clearTimeout(this.#timer);
    return () => {
      if (isListening) this.#listening--;
      else this.#busy--;
      this.#armTimer();
    };
  }

  /** Ends its browser session and its streams. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#closeServer();
    await this.#agent.end();
  }

  #armTimer(): void {
    clearTimeout(this.#timer);
    if (this.#busy > 0) return;
    this.#timer = setTimeout(() => void this.#rest(), this.#idleMs);
    this.#timer.unref();
  }

  /** A client that still listens keeps its MCP session: most do not begin another by themselves. Its pages are closed. */
  async #rest(): Promise<void> {
    if (this.#busy > 0) return;
    if (this.#listening > 0) await this.#agent.close();
    else await this.close();
  }
}

/** The transport keeps the stream of a cancelled call open for an answer that never comes. */
function cancelledCalls(message: unknown): (string | number)[] {
  const messages: unknown[] = Array.isArray(message) ? message : [message];
  return messages.flatMap((each) => {
    const { method, params } = (each ?? {}) as { method?: unknown; params?: { requestId?: unknown } };
    const id = params?.requestId;
    return method === 'notifications/cancelled' && (typeof id === 'string' || typeof id === 'number') ? [id] : [];
  });
}
