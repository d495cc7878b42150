/**
 * agent-browser, as an agent with a shell uses it: one command for each step, with a daemon and a Chromium behind them.
 */
import { execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findChromium } from '../../fixtures/chromium.ts';
import { pidsWithEnvironment } from '../measure.ts';
import { missingPeer, peerPlace, peerVersion } from './installed.ts';
import { type Form, markedEnvironment, type RunningTool, type Tool, type ToolPage } from './tool.ts';

const PACKAGE = 'agent-browser';
const run = promisify(execFile);

type Command = (...args: readonly string[]) => Promise<string>;

class CommandPage implements ToolPage {
  readonly #command: Command;
  /** The last whole snapshot: names of elements hold until the next page. */
  #told = '';
  /** What `open` answered: title and address, which the snapshot does not say. */
  #opened = '';
  constructor(command: Command) {
    this.#command = command;
  }

  async load(url: string, ready?: string): Promise<void> {
    this.#told = '';
    this.#opened = await this.#command('open', url);
    if (ready !== undefined) await this.#command('wait', '--text', ready);
  }

  async snapshot(form: Form): Promise<string | null> {
    if (form === 'boxes') return null;
    if (form === 'first') {
      this.#told = await this.#command('snapshot', '--delta', '--full');
      return this.#opened + this.#told;
    }
    return form === 'interactive' ? this.#command('snapshot', '-i') : this.#command('snapshot');
  }

  /** Its delta is against the last one that was asked for. */
  async click(name: string): Promise<string> {
    if (this.#told === '') await this.snapshot('first');
    const ref = this.#told
      .split('\n')
      .find((line) => line.includes(`button "${name}"`))
      ?.match(/ref=(\w+)/)?.[1];
    if (ref === undefined) throw new Error(`There is no button '${name}' in the snapshot.`);
    return (await this.#command('click', `@${ref}`)) + (await this.#command('snapshot', '--delta'));
  }

  async evaluate(expression: string): Promise<unknown> {
    return JSON.parse(await this.#command('eval', expression));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** The native program of the package: its JavaScript wrapper would add the start of a Node to every command. */
function programOf(place: string): string | null {
  const program = join(place, 'bin', `agent-browser-${process.platform}-${process.arch}`);
  if (!existsSync(program)) return null;
  chmodSync(program, 0o755);
  return program;
}

export function agentBrowser(): Tool | null {
  const place = peerPlace(PACKAGE);
  const executable = findChromium();
  if (place === null) console.log(`Skipped: ${missingPeer(PACKAGE)}`);
  if (place === null || executable === null) return null;
  const program = programOf(place);
  if (program === null) {
    console.log(`Skipped: ${PACKAGE} has no program for ${process.platform} ${process.arch}.`);
    return null;
  }
  return {
    name: PACKAGE,
    version: peerVersion(PACKAGE),
    sharesProcess: false,
    hasView: true,
    async start(): Promise<RunningTool> {
      const home = mkdtempSync(join(tmpdir(), 'bench-agent-browser-'));
      const { mark, env } = markedEnvironment({
        HOME: home,
        XDG_RUNTIME_DIR: home,
        AGENT_BROWSER_EXECUTABLE_PATH: executable,
        AGENT_BROWSER_ARGS: '--no-sandbox',
        // The daemon ends by itself when the benchmark was ended in the middle.
        AGENT_BROWSER_IDLE_TIMEOUT_MS: '300000',
      });
      const command: Command = async (...args) => {
        const { stdout } = await run(program, args, { env, cwd: home, maxBuffer: 1 << 28 });
        return stdout;
      };
      // Starts the daemon and the browser: the first command would.
      await command('open', 'about:blank');
      await command('set', 'viewport', '1280', '800');
      return {
        page: async () => new CommandPage(command),
        pids: async () => pidsWithEnvironment(mark),
        schema: () => listTools(program, env),
        async close() {
          await command('close', '--all');
          rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
        },
      };
    },
  };
}

/** What its MCP server lists, asked in plain JSON-RPC. */
function listTools(program: string, env: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, ['mcp'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
    const say = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    let heard = '';
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`'${PACKAGE} mcp' ended without a list of tools.`)));
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      heard += part;
      const answers = heard.split('\n').slice(0, -1);
      const list = answers.map((line) => JSON.parse(line) as { id?: number; result?: { tools: object[] } });
      const found = list.find(({ id }) => id === 2)?.result;
      if (found === undefined) return;
      resolve(JSON.stringify({ tools: found.tools }));
      child.kill();
    });
    const clientInfo = { name: 'bench', version: '1' };
    say({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
    say({ method: 'notifications/initialized' });
    say({ id: 2, method: 'tools/list', params: {} });
  });
}
