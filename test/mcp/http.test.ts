import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { LIMITS } from '../../src/limits.ts';
import { site } from '../site.ts';
import { caller, httpClient, httpServer, idOf, shop } from './shop.ts';

interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers: Record<string, unknown>;
}

/** As curl does it: any header can be set, Host and Origin too. */
function send(url: string, body: string | null, headers: Record<string, string> = {}, method = 'POST'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers: { 'content-type': 'application/json', ...headers } });
    request.on('error', reject);
    request.on('response', (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode!, body: text, headers: response.headers }));
    });
    request.end(body ?? undefined);
  });
}

const needsCurl = { skip: spawnSync('curl', ['--version']).status !== 0 && 'curl is missing' };

const message = (method: string, params: unknown = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const toolCall = (name: string, args: unknown = {}) => message('tools/call', { name, arguments: args });
const LIST = message('tools/list');

test('curl needs no session: it lists tools, opens a page, and sees it', async (t) => {
  const { origin } = await shop(t);
  const { url } = await httpServer(t, { tools: 'core' });
  const list = await send(url, LIST, { accept: '*/*' });
  assert.deepEqual([list.status, list.headers['content-type']], [200, 'application/json']);
  const names = JSON.parse(list.body).result.tools.map((each: { name: string }) => each.name);
  assert.deepEqual(names.slice(0, 3), ['browser_navigate', 'browser_snapshot', 'browser_click']);
  await send(url, toolCall('browser_navigate', { url: `${origin}/` }), { accept: '*/*' });
  const shown = await send(url, toolCall('browser_snapshot'), { accept: '*/*' });
  assert.match(JSON.parse(shown.body).result.content[0].text, /h1 "Tea"/);
});

test('the lines for curl in docs/mcp.md work as they are written', needsCurl, async (t) => {
  const { origin } = await shop(t);
  const { url } = await httpServer(t, { tools: 'core' });
  const { port } = new URL(url);
  const docs = readFileSync(new URL('../../docs/mcp.md', import.meta.url), 'utf8');
  const lines = [...docs.matchAll(/^curl .*\\\n .*$/gm)].map(([line]) =>
    line.replace(':8765/', `:${port}/`).replace('https://example.com', origin),
  );
  assert.equal(lines.length, 3);
  const answers: string[] = [];
  for (const line of lines) {
    const { stdout } = await promisify(execFile)('sh', ['-c', line]);
    answers.push(stdout);
  }
  const [list, opened, shown] = answers.map((answer) => JSON.parse(answer).result);
  assert.ok(list.tools.length >= 8);
  for (const { content } of [opened, shown]) assert.match(content[0].text, /h1 "Tea"/);
});

test('with a token, whoever does not bring it is refused', async (t) => {
  const { url } = await httpServer(t, { tokens: ['one-token-of-sixteen', 'another-of-sixteen-1'] });
  const statuses = await Promise.all([
    send(url, LIST),
    send(url, LIST, { authorization: 'Bearer no-token-of-sixteen' }),
    send(url, LIST, { authorization: 'one-token-of-sixteen' }),
    send(url, null, {}, 'GET'),
    send(url, LIST, { authorization: 'Bearer one-token-of-sixteen' }),
    send(url, LIST, { authorization: 'Bearer another-of-sixteen-1' }),
  ]);
  assert.deepEqual(
    statuses.map(({ status }) => status),
    [401, 401, 401, 401, 200, 200],
  );
  assert.equal(statuses[0]!.headers['www-authenticate'], 'Bearer');
});

test('each token has sessions of its own', async (t) => {
  const { origin } = await shop(t);
  const { url } = await httpServer(t, { tokens: ['one-token-of-sixteen', 'another-of-sixteen-1'] });
  const [one, other] = ['one-token-of-sixteen', 'another-of-sixteen-1'].map((token) => ({
    authorization: `Bearer ${token}`,
    accept: 'application/json, text/event-stream',
  }));
  // Without a session of MCP: one page for each of them.
  await send(url, toolCall('browser_navigate', { url: `${origin}/` }), one);
  const snapshot = toolCall('browser_snapshot');
  assert.match((await send(url, snapshot, one)).body, /Tea/);
  assert.doesNotMatch((await send(url, snapshot, other)).body, /Tea/);

  // With one: it is nobody else's.
  const clientInfo = { name: 'test', version: '1' };
  const hello = message('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  const { headers } = await send(url, hello, one);
  const session = { 'mcp-session-id': String(headers['mcp-session-id']) };
  assert.equal((await send(url, LIST, { ...one, ...session })).status, 200);
  assert.equal((await send(url, LIST, { ...other, ...session })).status, 404);
  assert.equal((await send(url, null, { ...other, ...session }, 'DELETE')).status, 404);
  assert.equal((await send(url, LIST, { ...one, ...session })).status, 200);
});

test('requests that a foreign page could send are refused', async (t) => {
  const { url } = await httpServer(t);
  const { port } = new URL(url);
  const statuses = await Promise.all([
    send(url, LIST, { host: `evil.example:${port}` }),
    send(url, LIST, { host: '127.0.0.1:1' }),
    send(url, LIST, { origin: 'https://evil.example' }),
    send(url, LIST, { origin: 'http://localhost:3000' }),
    send(url, LIST, { origin: 'null' }),
    send(url, LIST, { 'sec-fetch-site': 'cross-site' }),
    send(url, LIST, { 'content-type': 'text/plain' }),
    send(url, null, {}, 'OPTIONS'),
    send(url.replace('/mcp', '/other'), LIST),
  ]);
  assert.deepEqual(
    statuses.map(({ status }) => status),
    [403, 403, 403, 403, 403, 403, 415, 405, 404],
  );
  assert.equal(statuses[7]!.headers['allow'], 'POST, GET, DELETE');
  for (const { headers } of statuses) assert.equal(headers['access-control-allow-origin'], undefined);
  assert.equal((await send(url, LIST, { origin: `http://localhost:${port}` })).status, 200);
});

test('messages that are too large or no messages are refused', async (t) => {
  const { url } = await httpServer(t);
  const large = toolCall('browser_type', { id: 1, text: 'x'.repeat(LIMITS.mcpMessageBytes) });
  assert.equal((await send(url, large)).status, 413);
  assert.equal((await send(url, '{"jsonrpc":')).status, 400);
  assert.equal((await send(url, '"hello"')).status, 400);
});

test('a length that is not said is counted', async (t) => {
  const { url } = await httpServer(t);
  const status = await new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: 'POST', headers: { 'content-type': 'application/json' } });
    request.on('response', (response) => resolve(response.statusCode));
    // The server answers and hangs up while we still write.
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') reject(error);
    });
    for (let sent = 0; sent <= LIMITS.mcpMessageBytes; sent += 1024 * 1024) request.write(' '.repeat(1024 * 1024));
    request.write('    ');
  });
  assert.equal(status, 413);
});

test('an unknown session is told to begin again', async (t) => {
  const { url } = await httpServer(t);
  const reply = await send(url, LIST, { 'mcp-session-id': 'none' });
  assert.equal(reply.status, 404);
  assert.equal((await send(url, null, { accept: 'text/event-stream' }, 'GET')).status, 400);
});

test('clients do not see each other', async (t) => {
  const { origin } = await shop(t);
  const server = await httpServer(t);
  const [one, two] = [await httpClient(t, server.url), await httpClient(t, server.url)];
  const [first, second] = [caller(one), caller(two)];
  const home = await first('browser_navigate', { url: `${origin}/` });
  await second('browser_navigate', { url: `${origin}/about` });
  assert.match((await first('browser_click', { id: idOf(home.text, /"Buy"/) })).text, /One in the basket/);
  assert.match((await second('browser_snapshot')).text, /"About us"/);
  assert.equal(server.clients(), 2);
});

test('a client that says goodbye, and one that is quiet, leave nothing behind', async (t) => {
  const server = await httpServer(t, { idleMs: 20 });
  const initialize = message('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'quiet', version: '1' },
  });
  const { headers } = await send(server.url, initialize, { accept: 'application/json, text/event-stream' });
  assert.equal(typeof headers['mcp-session-id'], 'string');
  while (server.clients() > 0) await new Promise((resolve) => setImmediate(resolve));
  const polite = await httpServer(t);
  const again = await send(polite.url, initialize, { accept: 'application/json, text/event-stream' });
  assert.equal(polite.clients(), 1);
  const id = { 'mcp-session-id': String(again.headers['mcp-session-id']) };
  assert.equal((await send(polite.url, null, id, 'DELETE')).status, 200);
  assert.equal(polite.clients(), 0);
});

/** A page with a request that hangs until the page is closed. */
async function waitingPage(t: TestContext): Promise<{ url: string; asked: Promise<void>; closed: Promise<void> }> {
  const asked = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const { origin } = await site(t, {
    '/': "<title>Waits</title><script>fetch('/hang')</script>",
    '/hang': (request) => {
      request.socket.once('close', () => closed.resolve());
      asked.resolve();
    },
  });
  return { url: `${origin}/`, asked: asked.promise, closed: closed.promise };
}

test('the page of a client that says goodbye is closed', async (t) => {
  const { url, asked, closed } = await waitingPage(t);
  const server = await httpServer(t);
  const client = await httpClient(t, server.url);
  await caller(client)('browser_navigate', { url });
  await asked;
  await (client.transport as StreamableHTTPClientTransport).terminateSession();
  await closed;
  assert.equal(server.clients(), 0);
});

test('a client that is quiet but listens keeps its session, and its page is closed', async (t) => {
  const { url, closed } = await waitingPage(t);
  const server = await httpServer(t, { idleMs: 200 });
  const call = caller(await httpClient(t, server.url));
  await call('browser_navigate', { url });
  await closed;
  assert.equal(server.clients(), 1);
  assert.match((await call('browser_snapshot')).text, /about:blank/);
});

test('a port that is taken is said', async (t) => {
  const { url } = await httpServer(t);
  await assert.rejects(httpServer(t, { port: Number(new URL(url).port) }), /in use.*--port/);
});
