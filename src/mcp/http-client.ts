/**
 * One client over HTTP: its transport, its server, and its browser session, which is closed when it is quiet for long.
 *
 * In:  requests that belong to its session. Out: responses of the SDK's transport.
 */
import { randomUUID } from 'node:crypto';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Owner } from '../server/access.ts';
import { IdleTimer } from '../server/idle-timer.ts';
import { AgentSession, type SessionWatch } from './agent-session.ts';
import type { BrowserSource } from './browser-source.ts';
import { createMcpServer, type ServerSettings } from './server.ts';

export interface HttpClientOptions {
  /** Whose it is: requests of others are not for it. */
  readonly owner: Owner;
  readonly watch: SessionWatch;
  readonly idleMs: number;
  /** The client was given its session id. */
  readonly onOpen: (id: string, client: HttpClient) => void;
  /** It has left, or was quiet for too long. */
  readonly onClose: (id: string) => void;
  /** What went wrong while nobody waited for an answer. */
  readonly onError: (error: Error) => void;
}

export class HttpClient {
  readonly owner: Owner;
  readonly #agent: AgentSession;
  readonly #server: McpServer;
  readonly #transport: WebStandardStreamableHTTPServerTransport;
  readonly #onError: (error: Error) => void;
  readonly #idle: IdleTimer;
  /** Streams on which the client only listens: they are open for as long as it is there. */
  #listening = 0;

  constructor(browser: BrowserSource, settings: ServerSettings, options: HttpClientOptions) {
    const { owner, watch, idleMs, onOpen, onClose, onError } = options;
    this.owner = owner;
    this.#onError = onError;
    this.#agent = new AgentSession(() => browser.get(), watch);
    this.#server = createMcpServer(this.#agent, settings);
    this.#idle = new IdleTimer(idleMs, () => this.#rest());
    this.#transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => onOpen(id, this),
    });
    // Also when the client itself ends its session with DELETE.
    this.#server.server.onclose = () => {
      this.#idle.stop();
      const { sessionId } = this.#transport;
      if (sessionId !== undefined) onClose(sessionId);
      this.#agent.end().catch(onError);
    };
  }

  /** To be called once, before the first request. */
  connect(): Promise<void> {
    return this.#server.connect(this.#transport);
  }

  /** False when no request has begun a session. */
  get isOpen(): boolean {
    return this.#transport.sessionId !== undefined;
  }

  async handle(request: Request, message: unknown): Promise<Response> {
    const response = await this.#transport.handleRequest(request, { parsedBody: message });
    for (const id of cancelledCalls(message)) this.#transport.closeSSEStream(id);
    return response;
  }

  /** To be told when a request begins; the function that it gives, when its answer has ended. */
  begin(isListening: boolean): () => void {
    if (!isListening) return this.#idle.begin();
    this.#listening++;
    return () => {
      this.#listening--;
      if (this.#server.isConnected()) this.#idle.start();
    };
  }

  /** Ends its streams and its browser session. */
  async close(): Promise<void> {
    await this.#server.close();
    await this.#agent.end();
  }

  /** A client that still listens keeps its MCP session: most do not begin another by themselves. Its pages are closed. */
  #rest(): void {
    const rest = this.#listening > 0 ? this.#agent.close() : this.close();
    rest.catch(this.#onError);
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
