/**
 * `agentbrowser serve`: HTTP endpoints for agents, MCP at /mcp, and the live view for people.
 *
 * In:  what the person who starts it allows. Out: a server that runs until Ctrl-C.
 */

import type { LaunchOptions } from '../client/browser.ts';
import { packageVersion } from '../client/version.ts';
import type { Command, Given, OptionValues } from './command.ts';
import { agentModel } from './mcp-command.ts';
import {
  readDuration,
  readTimeout,
  readViewport,
  stringOf,
  stringsOf,
  TIMEOUT_OPTION,
  takeOperands,
  VIEWPORT_OPTION,
} from './option-values.ts';
import { readTokens, TOKEN_VARIABLE } from './token-option.ts';
import { UsageError } from './usage-error.ts';

export interface ServeCall {
  readonly port: number;
  readonly host: string;
  readonly hostNames: readonly string[];
  /** `null`: one is made. */
  readonly tokens: readonly string[] | null;
  readonly viewport: readonly [width: number, height: number];
  readonly script: boolean;
  readonly timeoutMs: number;
  readonly idleMs: number;
  readonly evaluate: boolean;
  readonly files: boolean;
  readonly privateHosts: 'named' | 'all' | 'none';
}

const DEFAULT_PORT = '8766';
const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];
const DEFAULT_IDLE = '30m';
const PRIVATE_HOSTS = ['named', 'all', 'none'] as const;

export const SERVE_COMMAND: Command = {
  name: 'serve',
  group: 'Servers and agents',
  summary: 'is an HTTP server for agents, with MCP at /mcp and a live view to look on and take over',
  options: {
    port: { type: 'string', value: 'PORT', help: `Where it listens; ${DEFAULT_PORT} without it` },
    host: { type: 'string', value: 'ADDRESS', help: 'Listen elsewhere than on this machine only' },
    'host-name': {
      type: 'string',
      value: 'NAME',
      multiple: true,
      help: 'A name under which it is asked (with --host)',
    },
    token: {
      type: 'string',
      value: 'TOKEN',
      multiple: true,
      help: `In place of one that is made; several are clients of their own. ${TOKEN_VARIABLE} works too`,
    },
    'no-token': { type: 'boolean', help: 'Every program of this machine may use it' },
    idle: {
      type: 'string',
      value: 'TIME',
      help: `Close sessions that are not used for so long; ${DEFAULT_IDLE} without it`,
    },
    'allow-evaluate': { type: 'boolean', help: 'Agents may run script of theirs in pages' },
    'allow-files': { type: 'boolean', help: 'Agents may open file: addresses' },
    'private-hosts': { type: 'string', value: 'WHICH', choices: PRIVATE_HOSTS, help: 'Hosts of private networks' },
    ...VIEWPORT_OPTION,
    ...TIMEOUT_OPTION,
  },
  details: 'docs/server.md has the endpoints, and what taking over means for the agent.',
  examples: ['serve', 'serve --port 9000 --idle 5m', 'serve --no-token'],
  read(given) {
    const call = readServe(given);
    return () => runServe(call, packageVersion());
  },
};

export function readServe(given: Given, environment: NodeJS.ProcessEnv = process.env): ServeCall {
  takeOperands('serve', given);
  const { values } = given;
  const host = stringOf(values, 'host') ?? LOOPBACK[0]!;
  const privateHosts = stringOf(values, 'private-hosts') ?? 'named';
  if (privateHosts !== 'named' && privateHosts !== 'all' && privateHosts !== 'none') {
    throw new UsageError(`--private-hosts is named, all or none, not '${privateHosts}'.`);
  }
  return {
    port: readNumber('port', stringOf(values, 'port') ?? DEFAULT_PORT, 0, 65_535),
    host,
    hostNames: stringsOf(values, 'host-name'),
    tokens: readServeTokens(values, host, environment),
    viewport: readViewport(stringOf(values, 'viewport') ?? '1280x800'),
    script: values['no-script'] !== true,
    timeoutMs: readTimeout(values),
    idleMs: readDuration(stringOf(values, 'idle') ?? DEFAULT_IDLE, '--idle'),
    evaluate: values['allow-evaluate'] === true,
    files: values['allow-files'] === true,
    privateHosts,
  };
}

/** `null` when one is to be made; none at all when everybody may come. */
function readServeTokens(values: OptionValues, host: string, environment: NodeJS.ProcessEnv): readonly string[] | null {
  const given = readTokens(values, environment);
  if (values['no-token'] !== true) return given.length === 0 ? null : given;
  if (given.length > 0) throw new UsageError('--no-token goes without tokens.');
  if (!LOOPBACK.includes(host)) throw new UsageError('--no-token works on this machine only, not with --host.');
  return [];
}

function readNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) {
    throw new UsageError(`--${name} is from ${least} to ${most}, not '${text}'.`);
  }
  return value;
}

export async function runServe(call: ServeCall, version: string): Promise<void> {
  const { viewport, script, timeoutMs, evaluate, files, privateHosts, port, host, hostNames, idleMs } = call;
  const options: LaunchOptions = { viewport, script, timeoutMs, privateHosts, allowEvaluate: evaluate };
  // Loaded only here: no other command needs them.
  const [{ BrowserSource }, { serveBrowser }, { newToken }, { HttpDoor }] = await Promise.all([
    import('../mcp/browser-source.ts'),
    import('../server/http.ts'),
    import('../server/access.ts'),
    import('../mcp/http.ts'),
  ]);
  const log = (line: string) => process.stderr.write(`${line}\n`);
  const source = new BrowserSource(options);
  const tokens = call.tokens ?? [newToken()];
  const mcp = new HttpDoor(source, {
    version,
    tools: 'full',
    permissions: { evaluate, files, uploads: null, agent: agentModel() },
    port: 0,
    idleMs,
    log,
    watch: (session, owner) => server.desk.adopt(owner, session),
  });
  const server = await serveBrowser(() => source.get(), {
    version,
    port,
    host,
    hostNames,
    tokens,
    permissions: { evaluate, files },
    idleMs,
    log,
    mounts: [{ path: '/mcp', handle: (...visit) => mcp.serve(...visit), close: () => mcp.close() }],
  });
  mcp.port = server.port;
  // Behind the # the token is never sent: the page takes it from there.
  const [token] = tokens;
  log(`Live view   ${server.url}/${token === undefined ? '' : `#token=${token}`}`);
  log(`Endpoints   ${server.url}/browser/...   described at ${server.url}/openapi.json`);
  log(`MCP         ${server.url}/mcp`);
  if (call.tokens === null) log(`Token       ${token}   as Authorization: Bearer ${token}`);
  log('Ctrl-C ends it.');
  // The server keeps the process alive; the engine ends with it.
  await new Promise(() => {});
}
