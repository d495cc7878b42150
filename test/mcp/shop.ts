/**
 * A site for the tests of MCP, and clients of the official SDK that talk to our server over both transports.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { LaunchOptions } from '../../src/client/browser.ts';
import { BrowserSource } from '../../src/mcp/browser-source.ts';
import { type HttpServer, type HttpSettings, serveHttp } from '../../src/mcp/http.ts';
import { type Site, site } from '../site.ts';

export const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

export function shop(t: TestContext): Promise<Site> {
  return site(t, {
    '/': `<title>Shop</title><h1>Tea</h1><p><a href="/about">About us</a></p>
      <form action="/found"><input name="q" aria-label="Search">
      <select name="size" aria-label="Size"><option value="s">Small</option><option value="l">Large</option></select>
      <input type="checkbox" aria-label="Gift"></form>
      <button onclick="document.querySelector('output').textContent = 'One in the basket'">Buy</button><p><output></output></p>
      <button onclick="confirm('Really empty?')">Empty</button>
      <button onclick="setTimeout(() => document.querySelector('output').append(', sent to you'), 50)">Send</button>
      <div style="height: 3000px"></div><p>The end</p>`,
    '/about': `<title>About</title><main><h1>About us</h1><p>We sell tea since 1962.</p><p>Our kettle sings.</p></main>`,
    '/found': '<title>Found</title><p>Three kinds of tea</p>',
    '/endless': `<title>Long</title><main>${'<p>Leaves and more leaves of every kind of tea.</p>'.repeat(2_000)}</main>`,
  });
}

/** The server in this process, without movements of the hand. */
export async function httpServer(
  t: TestContext,
  settings: Partial<HttpSettings> = {},
  options: LaunchOptions = {},
): Promise<HttpServer> {
  const server = await serveHttp(new BrowserSource({ behaviour: 'instant', ...options }), {
    version: '0.0.0',
    tools: 'full',
    permissions: { evaluate: false, files: false, uploads: null, agent: null },
    port: 0,
    log: (line) => t.diagnostic(line),
    ...settings,
  });
  t.after(() => server.close());
  return server;
}

export async function httpClient(t: TestContext, url: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  // The SDK's class and its interface differ in an optional field.
  await client.connect(new StreamableHTTPClientTransport(new URL(url)) as never);
  t.after(() => client.close());
  return client;
}

/** The command itself, as a client starts it. */
export async function stdioClient(t: TestContext, ...args: string[]): Promise<{ client: Client; pid: number }> {
  const transport = new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp', ...args] });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  t.after(() => client.close());
  return { client, pid: transport.pid! };
}

export interface Said {
  readonly text: string;
  readonly isError: boolean;
}

export type Call = (name: string, args?: Record<string, unknown>, signal?: AbortSignal) => Promise<Said>;

export function caller(client: Client): Call {
  return async (name, args = {}, signal) => {
    const options = signal === undefined ? {} : { signal };
    const result = (await client.callTool({ name, arguments: args }, undefined, options)) as CallToolResult;
    const [content] = result.content;
    return { text: content?.type === 'text' ? content.text : '', isError: result.isError === true };
  };
}

/** The id of the first line with these words. */
export function idOf(text: string, words: RegExp): number {
  const line = text.split('\n').find((each) => words.test(each));
  return Number(/^(?:\+ )?(\d+)[ ,]/.exec(line ?? '')?.[1]);
}

export function scratchFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'agentbrowser-mcp-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
