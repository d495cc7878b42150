/**
 * The engine as a child process.
 *
 * In:  calls of the protocol.
 * Out: their answers. When the child dies, every call that waits rejects with `engine_crashed`, and nothing else happens.
 *
 * The two speak JSON-RPC over a pipe of their own (file descriptor 3). The child ends itself when that pipe closes,
 * however this process ends, so there is never an orphan. The pipe keeps this process alive only while a call waits.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { LineReader, RpcCaller } from '../protocol/json-rpc.ts';
import type { MethodName, MethodParams, MethodResult } from '../protocol/methods.ts';
import { callCancelled, noAnswer, type StartedEngine } from './engine-link.ts';
import { canKeepNodeSnapshot, checkNodeVersion, NO_NODE_SNAPSHOT } from './runtime.ts';

/** How Node is started for the engine. V8's own flags are set later (isolate/engine-flags.ts). */
export const ENGINE_FLAGS: readonly string[] = [
  ...(canKeepNodeSnapshot() ? [] : [NO_NODE_SNAPSHOT]),
  '--disable-warning=ExperimentalWarning',
];

/** Beside this file, in the sources as well as in the build. */
const ENTRY = fileURLToPath(new URL(`./engine-main${extname(import.meta.url)}`, import.meta.url));

/** How long an engine may be silent beyond a deadline, and how long it then has to answer a ping. */
export interface Patience {
  readonly graceMs: number;
  readonly pingMs: number;
}

const PATIENCE: Patience = { graceMs: LIMITS.answerGraceMs, pingMs: LIMITS.pingMs };

/** Starts a child and waits until it answers. */
export async function startEngineProcess(patience: Patience = PATIENCE): Promise<EngineProcess> {
  checkNodeVersion();
  const engine = new EngineProcess(patience);
  try {
    await engine.call('engine.ping', {}, LIMITS.engineStartMs);
  } catch (error) {
    engine.kill();
    throw error;
  }
  return engine;
}

export class EngineProcess implements StartedEngine {
  readonly #child: ChildProcess;
  readonly #channel: Socket;
  readonly #caller: RpcCaller;
  readonly #patience: Patience;
  /** The end of what the child wrote to stderr: V8 says there why it dies. */
  #lastWords = '';
  #ended: AgentBrowserError | null = null;
  #closing = false;
  /** How often the child has said something. */
  #heard = 0;
  #isChecked = false;
  readonly #exit: Promise<void>;

  constructor(patience: Patience) {
    this.#patience = patience;
    // Secure: NODE_OPTIONS may hold flags meant for the parent, such as a debugger's port.
    const { NODE_OPTIONS: _, ...given } = process.env;
    // Smaller: by default glibc keeps free memory for each thread apart, a megabyte for each session.
    // Faster: pages find the usual profile's time zone and language without anything being replaced for them.
    // Faster: of its threads Node lets half look up names, which take seconds where a server of names does not answer.
    const usual = { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '16' };
    const env = { ...usual, ...given, TZ: 'UTC', LC_ALL: 'en_US.UTF-8' };
    const stdio = ['ignore', 'ignore', 'pipe', 'pipe'] as const;
    this.#child = spawn(process.execPath, [...ENGINE_FLAGS, ENTRY], { stdio: [...stdio], env, windowsHide: true });
    this.#channel = this.#child.stdio[3] as Socket;
    this.#caller = new RpcCaller((line) => this.#channel.write(line));

    const reader = new LineReader();
    this.#channel.on('data', (chunk: Uint8Array) => {
      this.#heard++;
      try {
        for (const line of reader.read(chunk)) this.#caller.receive(line);
      } catch (error) {
        // Only a broken engine writes what is not a message. It cannot be trusted with the next one.
        this.#lastWords += `\n${(error as Error).message}`;
        this.kill();
      }
      this.#holdProcess();
    });
    // A broken pipe means that the child is gone, and 'exit' tells how.
    this.#channel.on('error', () => this.kill());
    this.#child.stderr!.on('data', (chunk: Uint8Array) => {
      this.#lastWords = (this.#lastWords + Buffer.from(chunk).toString('utf8')).slice(-LIMITS.crashReportChars);
    });
    this.#exit = new Promise((resolve) => {
      // 'close' comes after 'exit', when stderr has been read to its end.
      this.#child.once('close', (code, signal) => {
        this.#end(this.#crash(signal ?? `exit code ${code}`));
        resolve();
      });
      this.#child.once('error', (error) => {
        this.#end(this.#crash(error.message));
        resolve();
      });
    });
    this.#child.unref();
    (this.#child.stderr as Socket).unref();
    this.#holdProcess();
  }

  get alive(): boolean {
    return this.#ended === null && !this.#closing;
  }

  get ended(): Promise<void> {
    return this.#exit;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  async call<M extends MethodName>(
    method: M,
    params: MethodParams<M>,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<MethodResult<M>> {
    if (this.#ended !== null) throw this.#ended;
    if (signal?.aborted) throw callCancelled(method, signal);
    const { answer, abandon, cancel } = this.#caller.call(method, params);
    const onAbort = () => {
      cancel(callCancelled(method, signal!));
      this.#holdProcess();
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#holdProcess();
    // The engine keeps the deadline itself. Silence beyond it means that the engine may be stuck.
    const giveUp = () => {
      abandon(noAnswer(method, timeoutMs));
      this.#holdProcess();
      if (method !== 'engine.ping') void this.#checkPulse();
    };
    // Where this process had to wait for a processor, the answer may be in the pipe, which is read after timers.
    let last: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => (last = setImmediate(giveUp)), timeoutMs + this.#patience.graceMs);
    try {
      return (await answer) as MethodResult<M>;
    } finally {
      clearTimeout(timer);
      clearImmediate(last);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#end(new AgentBrowserError('browser_closed', 'The browser was shut down. Launch another.'));
    this.#channel.end();
    const timer = setTimeout(() => this.kill(), LIMITS.shutdownMs);
    this.#child.ref();
    await this.#exit;
    clearTimeout(timer);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /**
   * An engine that does not even answer a ping is ended: its sessions are lost, but nobody waits for ever. One that only has
   * too much to do says something to somebody meanwhile, and is asked again.
   */
  async #checkPulse(): Promise<void> {
    if (this.#isChecked) return;
    this.#isChecked = true;
    try {
      for (let heard = -1; heard !== this.#heard; ) {
        heard = this.#heard;
        if (!this.alive || (await this.#answersPing())) return;
      }
      this.kill();
    } finally {
      this.#isChecked = false;
    }
  }

  async #answersPing(): Promise<boolean> {
    try {
      await this.call('engine.ping', {}, this.#patience.pingMs);
      return true;
    } catch {
      // It is stuck, slow, or gone: what was heard meanwhile tells.
      return false;
    }
  }

  #end(why: AgentBrowserError): void {
    this.#ended ??= why;
    this.#caller.failAll(this.#ended);
    this.#holdProcess();
  }

  #crash(how: string): AgentBrowserError {
    const words = this.#lastWords.trim();
    return new AgentBrowserError(
      'engine_crashed',
      `The engine process ended (${how}), and its sessions with it. browser.session() starts a new one.${words === '' ? '' : `\nIt said: ${words}`}`,
    );
  }

  #holdProcess(): void {
    if (this.#caller.pending > 0) this.#channel.ref();
    else this.#channel.unref();
  }
}
