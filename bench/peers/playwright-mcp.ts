/**
 * @playwright/mcp, as an MCP client uses it: a server process for each page, with a Chromium of its own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { findChromium } from '../../fixtures/chromium.ts';
import { pidsWithEnvironment } from '../measure.ts';
import { missingPeer, peerPlace, peerVersion } from './installed.ts';
import { type Form, markedEnvironment, type RunningTool, type Tool, type ToolPage } from './tool.ts';

const PACKAGE = '@playwright/mcp';

/** Its answers to navigation and clicks name a file with the snapshot; `browser_snapshot` tells it. */
class McpPage implements ToolPage {
  readonly #call: (name: string, args: object) => Promise<string>;
  readonly #boxes: boolean;
  #told = '';
  constructor(call: (name: string, args: object) => Promise<string>, boxes: boolean) {
    this.#call = call;
    this.#boxes = boxes;
  }

  async load(url: string, ready?: string): Promise<void> {
    await this.#call('browser_navigate', { url });
    if (ready !== undefined) await this.#call('browser_wait_for', { text: ready });
  }

  async snapshot(form: Form): Promise<string | null> {
    if (form === 'interactive' || (form === 'boxes') !== this.#boxes) return null;
    this.#told = await this.#call('browser_snapshot', {});
    return this.#told;
  }

  async click(name: string): Promise<string> {
    if (this.#told === '') await this.snapshot(this.#boxes ? 'boxes' : 'full');
    const target = refOf(this.#told, name);
    const answer = await this.#call('browser_click', { element: name, target });
    this.#told = await this.#call('browser_snapshot', {});
    return `${answer}\n${this.#told}`;
  }

  async evaluate(expression: string): Promise<unknown> {
    const answer = await this.#call('browser_evaluate', { function: `() => (${expression})` });
    return JSON.parse(/^### Result\n(.*?)(?=\n###|$)/s.exec(answer)?.[1] ?? 'null');
  }

  close(): Promise<void> {
    this.#told = '';
    return Promise.resolve();
  }
}

function refOf(snapshot: string, name: string): string {
  const ref = snapshot
    .split('\n')
    .find((line) => line.includes(`button "${name}"`))
    ?.match(/ref=(\w+)/)?.[1];
  if (ref === undefined) throw new Error(`There is no button '${name}' in the snapshot.`);
  return ref;
}

export function playwrightMcp({ boxes = false }: { readonly boxes?: boolean } = {}): Tool | null {
  const place = peerPlace(PACKAGE);
  const executable = findChromium();
  if (place === null) console.log(`Skipped: ${missingPeer(PACKAGE)}`);
  if (place === null || executable === null) return null;
  const options = ['--headless', '--isolated', '--no-sandbox', '--executable-path', executable];
  const args = [join(place, 'cli.js'), ...options, '--viewport-size', '1280x800'];
  return {
    name: PACKAGE,
    version: peerVersion(PACKAGE),
    sharesProcess: false,
    hasView: true,
    async start(): Promise<RunningTool> {
      const { mark, env } = markedEnvironment();
      const folder = mkdtempSync(join(tmpdir(), 'bench-playwright-mcp-'));
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: boxes ? [...args, '--snapshot-boxes'] : args,
        env,
        cwd: folder,
        stderr: 'ignore',
      });
      const client = new Client({ name: 'bench', version: '1' });
      await client.connect(transport);
      const call = async (name: string, given: object): Promise<string> => {
        const result = await client.callTool({ name, arguments: { ...given } });
        const parts = result.content as readonly { readonly text?: string }[];
        const text = parts.map((part) => part.text ?? '').join('\n');
        if (result.isError === true) throw new Error(`${name}: ${text.slice(0, 300)}`);
        return text;
      };
      return {
        page: async () => new McpPage(call, boxes),
        pids: async () => pidsWithEnvironment(mark),
        schema: async () => JSON.stringify({ tools: (await client.listTools()).tools }),
        async close() {
          await client.close();
          rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
        },
      };
    },
  };
}
