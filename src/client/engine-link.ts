/**
 * How the client reaches an engine: the one interface, and the engine in this very process.
 */
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { MethodName, MethodParams, MethodResult } from '../protocol/methods.ts';
import { checkInProcess } from './runtime.ts';

export interface EngineLink {
  /** False once the engine is gone: then every call rejects, and another engine has to be started. */
  readonly alive: boolean;
  /** Rejects with `timeout` when there is no answer in time, also when the engine itself is stuck. */
  call<M extends MethodName>(
    method: M,
    params: MethodParams<M>,
    timeoutMs: number,
    /** Cancels the call: it rejects with `cancelled` at once, and the engine is told to stop. */
    signal?: AbortSignal,
  ): Promise<MethodResult<M>>;
  close(): Promise<void>;
}

/** An engine that was started here: one hears when it is gone. */
export interface StartedEngine extends EngineLink {
  /** Resolves when the engine is gone, however that came. */
  readonly ended: Promise<void>;
}

/** The engine without a process of its own. A page that brings V8 down brings this process down. */
export async function startInProcess(): Promise<StartedEngine> {
  checkInProcess();
  const { createEngine } = await import('./engine.ts');
  const engine = createEngine();
  let alive = true;
  const ended = Promise.withResolvers<void>();
  return {
    ended: ended.promise,
    get alive() {
      return alive;
    },
    async call(method, params, timeoutMs, signal) {
      if (!alive) throw new AgentBrowserError('browser_closed', 'The browser was shut down. Launch another.');
      if (signal?.aborted) throw callCancelled(method, signal);
      return (await withTimeout(engine.dispatch(method, params, signal), method, timeoutMs)) as never;
    },
    async close() {
      alive = false;
      ended.resolve();
      await engine.close();
    },
  };
}

/** The engine keeps the deadline itself; this is for when it cannot. */
async function withTimeout<T>(answer: Promise<T>, method: string, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(noAnswer(method, timeoutMs)), timeoutMs + LIMITS.answerGraceMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The caller's own doing: its reason is the cause. */
export function callCancelled(method: string, signal: AbortSignal): AgentBrowserError {
  const message = `${method} was cancelled. Call state() to see how far it got.`;
  return new AgentBrowserError('cancelled', message, { cause: signal.reason });
}

export function noAnswer(method: string, timeoutMs: number): AgentBrowserError {
  return new AgentBrowserError(
    'timeout',
    `${method} had no answer within ${timeoutMs} ms. Call state() to see where the page is, or give a longer timeoutMs.`,
  );
}
