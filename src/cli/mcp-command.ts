/**
 * `agentbrowser mcp`: the server for MCP clients, over standard input and output or over HTTP.
 *
 * In:  what the person who starts it allows. Out: a server that runs until its client leaves, or until Ctrl-C.
 */
import { statSync } from 'node:fs';
import type { ModelOptions } from '../agent/model-options.ts';
import type { LaunchOptions } from '../client/browser.ts';
import { packageVersion } from '../client/version.ts';
import type { ServerSettings } from '../mcp/server.ts';
import type { Command, Given } from './command.ts';
import { readTimeout, readViewport, stringOf, TIMEOUT_OPTION, takeOperands, VIEWPORT_OPTION } from './option-values.ts';
import { readTokens, TOKEN_VARIABLE } from './token-option.ts';
import { UsageError } from './usage-error.ts';

export interface McpCall {
  /** The port of the HTTP server; `null` speaks over standard input and output. */
  readonly port: number | null;
  /** What HTTP clients have to bring one of; without any, every program of this machine may come. */
  readonly tokens: readonly string[];
  readonly tools: 'core' | 'full';
  readonly viewport: readonly [width: number, height: number];
  readonly script: boolean;
  readonly timeoutMs: number;
  readonly evaluate: boolean;
  readonly files: boolean;
  readonly uploads: string | null;
  readonly privateHosts: 'named' | 'all' | 'none';
}

const DEFAULT_PORT = '8765';
const TOOLS = ['core', 'full'] as const;
const PRIVATE_HOSTS = ['named', 'all', 'none'] as const;

export const MCP_COMMAND: Command = {
  name: 'mcp',
  group: 'Servers and agents',
  summary: 'is an MCP server on standard input and output, or over HTTP',
  options: {
    http: { type: 'boolean', help: `A server at http://127.0.0.1:${DEFAULT_PORT}/mcp instead` },
    port: { type: 'string', value: 'PORT', help: `Another port than ${DEFAULT_PORT} (with --http)` },
    token: {
      type: 'string',
      value: 'TOKEN',
      multiple: true,
      help: `Clients have to bring it (with --http). ${TOKEN_VARIABLE} works too`,
    },
    tools: { type: 'string', value: 'LIST', choices: TOOLS, help: 'The tools that most tasks need, or all' },
    'allow-evaluate': { type: 'boolean', help: 'Models may run script of theirs in pages (with --tools full)' },
    'allow-files': { type: 'boolean', help: 'Models may open file: addresses' },
    uploads: {
      type: 'string',
      value: 'FOLDER',
      help: 'Models may give files of this folder to pages (with --tools full)',
    },
    'private-hosts': { type: 'string', value: 'WHICH', choices: PRIVATE_HOSTS, help: 'Hosts of private networks' },
    ...VIEWPORT_OPTION,
    ...TIMEOUT_OPTION,
  },
  details: 'docs/mcp.md has what to write into the settings of Claude, Cursor and others.',
  examples: ['mcp', 'mcp --http --port 9000', 'mcp --tools full --uploads ./for-the-agent'],
  read(given) {
    const call = readMcp(given);
    return () => runMcp(call, packageVersion());
  },
};

export function readMcp(given: Given, environment: NodeJS.ProcessEnv = process.env): McpCall {
  takeOperands('mcp', given);
  const { values } = given;
  const isHttp = values['http'] === true;
  const port = stringOf(values, 'port');
  if (port !== undefined && !isHttp) throw new UsageError('--port goes with --http.');
  if (values['token'] !== undefined && !isHttp) throw new UsageError('--token goes with --http.');
  const tools = stringOf(values, 'tools') ?? 'core';
  const uploads = stringOf(values, 'uploads') ?? null;
  if (tools !== 'core' && tools !== 'full') throw new UsageError(`--tools is core or full, not '${tools}'.`);
  if (tools !== 'full' && (uploads !== null || values['allow-evaluate'] === true)) {
    throw new UsageError('--uploads and --allow-evaluate go with --tools full.');
  }
  const privateHosts = stringOf(values, 'private-hosts') ?? 'named';
  if (privateHosts !== 'named' && privateHosts !== 'all' && privateHosts !== 'none') {
    throw new UsageError(`--private-hosts is named, all or none, not '${privateHosts}'.`);
  }
  return {
    port: isHttp ? readPort(port ?? DEFAULT_PORT) : null,
    tokens: isHttp ? readTokens(values, environment) : [],
    tools,
    viewport: readViewport(stringOf(values, 'viewport') ?? '1280x800'),
    script: values['no-script'] !== true,
    timeoutMs: readTimeout(values),
    evaluate: values['allow-evaluate'] === true,
    files: values['allow-files'] === true,
    uploads,
    privateHosts,
  };
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new UsageError(`--port is from 0 to 65535, not '${text}'.`);
  return port;
}

/** Models may hand tasks to an agent where its own model is named in the environment. */
export function agentModel(): ModelOptions | null {
  return (process.env['AGENTBROWSER_MODEL'] ?? '') === '' ? null : {};
}

export async function runMcp(call: McpCall, version: string): Promise<void> {
  const { viewport, script, timeoutMs, evaluate, files, uploads, privateHosts } = call;
  if (uploads !== null && !statSync(uploads, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`--uploads names a folder; '${uploads}' is none.`);
  }
  const options: LaunchOptions = { viewport, script, timeoutMs, privateHosts, allowEvaluate: evaluate };
  // Loaded only here: no other command needs the SDK.
  const { BrowserSource } = await import('../mcp/browser-source.ts');
  const browser = new BrowserSource(options);
  const settings: ServerSettings = {
    version,
    tools: call.tools,
    permissions: { evaluate, files, uploads, agent: agentModel() },
  };
  const log = (line: string) => process.stderr.write(`${line}\n`);
  if (call.port === null) {
    const { serveStdio } = await import('../mcp/stdio.ts');
    await serveStdio(browser, settings, { input: process.stdin, output: process.stdout, log });
    return;
  }
  const { serveHttp } = await import('../mcp/http.ts');
  const { url } = await serveHttp(browser, { ...settings, port: call.port, tokens: call.tokens, log });
  log(`MCP at ${url}. Ctrl-C ends it.`);
  // The server keeps the process alive; the engine ends with it.
  await new Promise(() => {});
}
