/**
 * A daemon as its clients reach it: calls over its socket.
 *
 * It is an `EngineLink`, so that `Session` works on a daemon's session as on any other.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { EngineLink } from '../client/engine-link.ts';
import { noAnswer } from '../client/engine-link.ts';
import { AgentBrowserError, isAgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { LineReader, RpcCaller } from '../protocol/json-rpc.ts';
import type { MethodName, MethodParams, MethodResult } from '../protocol/methods.ts';
import type { DaemonStatus } from './daemon.ts';

/** `null` when nobody listens there. */
export function connectDaemon(path: string): Promise<DaemonLink | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      resolve(new DaemonLink(socket));
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      const isNobody = error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'ECONNREFUSED';
      if (isNobody) resolve(null);
      else reject(new AgentBrowserError('daemon_unavailable', `The daemon cannot be reached: ${error.message}.`));
    });
  });
}

export class DaemonLink implements EngineLink {
  readonly #socket: Socket;
  readonly #caller: RpcCaller;
  #ended: AgentBrowserError | null = null;
  readonly #end = Promise.withResolvers<void>();

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#caller = new RpcCaller((line) => socket.write(line));
    const reader = new LineReader();
    socket.on('data', (chunk: Uint8Array) => {
      try {
        for (const line of reader.read(chunk)) this.#caller.receive(line);
      } catch (error) {
        socket.destroy(error as Error);
      }
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.#ended ??= new AgentBrowserError(
        'daemon_unavailable',
        'The daemon ended, and the session with it. Open it again.',
      );
      this.#caller.failAll(this.#ended);
      this.#end.resolve();
    });
  }

  get ended(): Promise<void> {
    return this.#end.promise;
  }

  get alive(): boolean {
    return this.#ended === null;
  }

  call<M extends MethodName>(method: M, params: MethodParams<M>, timeoutMs: number): Promise<MethodResult<M>> {
    return this.#ask(method, params, timeoutMs) as Promise<MethodResult<M>>;
  }

  /** Sees to it that the session `main` is there and as these settings say. */
  async prepare(settings: object, timeoutMs: number): Promise<void> {
    await this.#ask('daemon.prepare', settings, timeoutMs);
  }

  /** It knows the answer, so it is stuck when it does not say it soon. */
  status(answerMs: number = LIMITS.daemonAnswerMs): Promise<DaemonStatus> {
    return this.#ask('daemon.status', {}, answerMs, 0) as Promise<DaemonStatus>;
  }

  /** Closes the session `main`. The daemon ends, unless other clients use it. */
  async closeMain(): Promise<boolean> {
    const { closed } = (await this.#ask('daemon.close', {}, LIMITS.callMs)) as { readonly closed: boolean };
    return closed;
  }

  /** Tells the daemon to end. `false` when it does not answer, or is still there after a while. */
  async stop(answerMs: number = LIMITS.daemonAnswerMs): Promise<boolean> {
    const gone = new Promise<true>((resolve) => this.#socket.once('close', () => resolve(true)));
    try {
      await this.#ask('daemon.stop', {}, answerMs, 0);
    } catch (error) {
      // Whoever hangs up without an answer has ended as well.
      return isAgentBrowserError(error) && error.code === 'daemon_unavailable';
    }
    return Promise.race([gone, pause(LIMITS.daemonStopMs + LIMITS.shutdownMs, false, { ref: false })]);
  }

  async close(): Promise<void> {
    this.#ended ??= new AgentBrowserError('browser_closed', 'The connection was closed.');
    this.#socket.end();
    this.#socket.unref();
  }

  async #ask(
    method: string,
    params: unknown,
    timeoutMs: number,
    graceMs: number = 2 * LIMITS.answerGraceMs,
  ): Promise<unknown> {
    if (this.#ended !== null) throw this.#ended;
    const { answer, abandon } = this.#caller.call(method, params);
    // The daemon and the engine keep the deadline themselves, each with a little more patience than the one behind it.
    const timer = setTimeout(() => abandon(noAnswer(method, timeoutMs)), timeoutMs + graceMs);
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
    }
  }
}
