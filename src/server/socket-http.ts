/**
 * HTTP on the daemon's socket, for what lines of JSON are no good for: events as they happen, and bytes.
 *
 *     curl --unix-socket PATH http://localhost/events
 *     curl --unix-socket PATH http://localhost/screenshot > page.jpg
 *     curl --unix-socket PATH http://localhost/ -d '{"jsonrpc":"2.0","id":1,"method":"getTitle"}'
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { AgentBrowserError, type ErrorCode, isAgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { toWireError } from '../protocol/errors.ts';
import { answerRequest } from '../protocol/json-rpc.ts';
import type { Daemon } from './daemon.ts';
import type { Visitor } from './daemon-visitor.ts';
import { type PictureAnswer, tabNumber } from './rpc-tab.ts';
import { streamEvents } from './socket-events.ts';

type Route = (query: URLSearchParams, exchange: Exchange) => Promise<void>;

export interface Exchange {
  readonly daemon: Daemon;
  readonly visitor: Visitor;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
}

const ROUTES: Readonly<Record<string, Route>> = {
  'GET /events': (query, exchange) => {
    const session = query.get('session') ?? undefined;
    const tab = query.has('tabId') ? tabNumber(query.get('tabId')!) : null;
    return streamEvents({ session, tab }, exchange);
  },
  'GET /screenshot': async (query, { daemon, visitor, response }) => {
    const { data, type } = (await daemon.call('screenshot', pictureParams(query), visitor)) as PictureAnswer;
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(Buffer.from(data, 'base64'));
  },
  'GET /status': async (_query, { daemon, visitor, response }) => sendJson(response, 200, await daemon.status(visitor)),
  'POST /': answerPost,
  'POST /rpc': answerPost,
};

export function socketHttp(daemon: Daemon): Server {
  return createServer((request, response) => {
    const { visitor, leave } = daemon.enter();
    const gone = new AbortController();
    response.once('close', () => {
      gone.abort();
      leave();
    });
    const exchange = { daemon, visitor, request, response, signal: gone.signal };
    serve(exchange).catch((error: unknown) => fail(response, error));
  });
}

async function serve(exchange: Exchange): Promise<void> {
  const { request } = exchange;
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const route = ROUTES[`${request.method} ${pathname}`];
  if (route === undefined) {
    const known = Object.keys(ROUTES).join(', ');
    throw new AgentBrowserError('unknown_method', `There is no ${request.method} ${pathname}. There are: ${known}.`);
  }
  await route(searchParams, exchange);
}

async function answerPost(_query: URLSearchParams, { daemon, visitor, request, response }: Exchange): Promise<void> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > LIMITS.socketMessageBytes) {
      throw new AgentBrowserError('invalid_argument', `A message is longer than ${LIMITS.socketMessageBytes} bytes.`);
    }
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  const reply = await answerRequest(text, (method, params) => daemon.call(method, params, visitor));
  if (reply === null) response.writeHead(204).end();
  else response.writeHead(200, { 'content-type': 'application/json' }).end(reply);
}

/** What the query says, in the types that the method wants. */
function pictureParams(query: URLSearchParams): Record<string, string | number> {
  return Object.fromEntries(
    [...query].map(([name, value]) => [name, name === 'quality' || name === 'width' ? Number(value) : value]),
  );
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(value)}\n`);
}

const STATUS: Partial<Record<ErrorCode, number>> = {
  invalid_argument: 400,
  not_allowed: 403,
  unknown_method: 404,
  session_closed: 404,
  timeout: 504,
  internal_error: 500,
};

function fail(response: ServerResponse, error: unknown): void {
  // Headers are out: all that can be told is that it ended.
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const code = isAgentBrowserError(error) ? error.code : 'internal_error';
  sendJson(response, STATUS[code] ?? 502, { error: toWireError(error) });
}
