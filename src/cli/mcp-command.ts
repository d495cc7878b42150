/**
 * `agentbrowser mcp`: the server for MCP clients, over standard input and output or over HTTP.
 *
 * In:  what the person who starts it allows. Out: a server that runs until its client leaves, or until Ctrl-C.
 */
import { statSync } from 'node:fs';
import type { LaunchOptions } from '../client/browser.ts';
import type { ServerSettings } from '../mcp/server.ts';
import { UsageError } from './usage-error.ts';

export interface McpCommand {
  readonly kind: 'mcp';
  /** The port of the HTTP server; `null` speaks over standard input and output. */
  readonly port: number | null;
  readonly tools: 'core' | 'full';
  readonly viewport: readonly [width: number, height: number];
  readonly script: boolean;
  readonly timeoutMs: number;
  readonly evaluate: boolean;
  readonly files: boolean;
  readonly uploads: string | null;
  readonly privateHosts: 'named' | 'all' | 'none';
}

export interface McpValues {
  readonly http?: boolean | undefined;
  readonly port?: string | undefined;
  readonly tools?: string | undefined;
  readonly 'allow-evaluate'?: boolean | undefined;
  readonly 'allow-files'?: boolean | undefined;
  readonly uploads?: string | undefined;
  readonly 'private-hosts'?: string | undefined;
}

const DEFAULT_PORT = '8765';

type SharedOptions = Pick<McpCommand, 'viewport' | 'script' | 'timeoutMs'>;

export function readMcpCommand(operands: readonly string[], values: McpValues, shared: SharedOptions): McpCommand {
  if (operands.length > 0) throw new UsageError('mcp takes options only.');
  if (values.port !== undefined && !values.http) throw new UsageError('--port goes with --http.');
  const { tools = 'core', uploads = null } = values;
  if (tools !== 'core' && tools !== 'full') throw new UsageError(`--tools is core or full, not '${tools}'.`);
  if (tools !== 'full' && (uploads !== null || values['allow-evaluate'])) {
    throw new UsageError('--uploads and --allow-evaluate go with --tools full.');
  }
  const privateHosts = values['private-hosts'] ?? 'named';
  if (privateHosts !== 'named' && privateHosts !== 'all' && privateHosts !== 'none') {
    throw new UsageError(`--private-hosts is named, all or none, not '${privateHosts}'.`);
  }
  return {
    kind: 'mcp',
    port: values.http ? readPort(values.port ?? DEFAULT_PORT) : null,
    tools,
    ...shared,
    evaluate: values['allow-evaluate'] ?? false,
    files: values['allow-files'] ?? false,
    uploads,
    privateHosts,
  };
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new UsageError(`--port is from 0 to 65535, not '${text}'.`);
  return port;
}

export async function runMcpCommand(command: McpCommand, version: string): Promise<void> {
  const { viewport, script, timeoutMs, evaluate, files, uploads, privateHosts } = command;
  if (uploads !== null && !statSync(uploads, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`--uploads names a folder; '${uploads}' is none.`);
  }
  const options: LaunchOptions = { viewport, script, timeoutMs, privateHosts, allowEvaluate: evaluate };
  // Loaded only here: no other command needs the SDK.
  const { BrowserSource } = await import('../mcp/browser-source.ts');
  const browser = new BrowserSource(options);
  const settings: ServerSettings = { version, tools: command.tools, permissions: { evaluate, files, uploads } };
  const log = (line: string) => process.stderr.write(`${line}\n`);
  if (command.port === null) {
    const { serveStdio } = await import('../mcp/stdio.ts');
    await serveStdio(browser, settings, { input: process.stdin, output: process.stdout, log });
    return;
  }
  const { serveHttp } = await import('../mcp/http.ts');
  const { url } = await serveHttp(browser, { ...settings, port: command.port, log });
  log(`MCP at ${url}. Ctrl-C ends it.`);
  // The server keeps the process alive; the engine ends with it.
  await new Promise(() => {});
}
