/**
 * Workers as their users see them: sessions by key, somewhere.
 *
 * In:  calls of sessions. Out: their answers, from whichever worker has the key. The session class is the same as that of a
 *      browser in this process: only its link is another.
 */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { AgentResult } from '../agent/agent-event.ts';
import { callCancelled, type EngineLink, noAnswer } from '../client/engine-link.ts';
import { Session } from '../client/session.ts';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { fromWireError } from '../protocol/errors.ts';
import type { MethodName, MethodParams, MethodResult } from '../protocol/methods.ts';
import { isJobMethod, type WorkerJob } from './job.ts';
import { DEAD, Queues, queueOf, type RedisOptions, SHARED } from './queues.ts';

export interface WorkersOptions extends RedisOptions {
  /** Deadline of calls that name none, in milliseconds. 30 seconds when not given. */
  readonly timeoutMs?: number;
}

/** What could not be done. */
export interface DeadLetter {
  readonly job: unknown;
  readonly error: string;
  readonly worker: string;
  readonly at: string;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Connects to the workers behind a Redis. Needs the packages bullmq and ioredis.
 *
 * @example
 * await using workers = await connectWorkers({ redis: 'redis://localhost:6379' });
 * const session = workers.session('customer-17');
 * const page = await session.goto('https://example.com/');
 */
export async function connectWorkers(options: WorkersOptions = {}): Promise<Workers> {
  const queues = await Queues.connect(options, () => undefined);
  return new Workers(queues, options.timeoutMs ?? LIMITS.callMs);
}

/** A connection to workers. `connectWorkers()` makes one. */
export class Workers implements EngineLink {
  readonly #queues: Queues;
  readonly #redis: Redis;
  readonly #id = randomUUID();
  readonly #timeoutMs: number;
  readonly #waiting = new Map<string, Waiting>();
  #isClosed = false;

  /** @internal */
  constructor(queues: Queues, timeoutMs: number) {
    this.#queues = queues;
    this.#timeoutMs = timeoutMs;
    this.#redis = queues.connection();
    void this.#listen(queues.connection());
  }

  /**
   * The session of a key: its cookies, storage and page, on the worker that has it. It begins with the first call, and
   * `close()` forgets it.
   *
   * @example
   * const session = workers.session('customer-17');
   */
  session(key: string): Session {
    return new Session(this, key, this.#timeoutMs);
  }

  /**
   * Has an agent do a task in the session of a key, with the model that the worker was started with.
   *
   * @example
   * const { result } = await workers.runAgent('customer-17', 'Find the invoice of March', { timeoutMs: 300_000 });
   */
  async runAgent(
    key: string,
    task: string,
    options: {
      readonly url?: string;
      readonly maxSteps?: number;
      readonly timeoutMs?: number;
      readonly signal?: AbortSignal;
    } = {},
  ): Promise<AgentResult> {
    const { timeoutMs = LIMITS.maxCallMs, signal, ...rest } = options;
    return (await this.#ask(key, { kind: 'agent', task, ...rest }, timeoutMs, signal)) as AgentResult;
  }

  /**
   * What could not be done, the newest first.
   *
   * @example
   * for (const { error, at } of await workers.deadLetters()) console.log(at, error);
   */
  async deadLetters(): Promise<readonly DeadLetter[]> {
    const jobs = await this.#queues.queue(DEAD).getJobs(['waiting'], 0, LIMITS.deadLetters, false);
    return jobs.map(({ data }) => data as DeadLetter);
  }

  /** Ends the connection. Sessions stay with their workers. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const { reject } of this.#waiting.values()) reject(disconnected());
    this.#waiting.clear();
    await this.#queues.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** @internal */
  get alive(): boolean {
    return !this.#isClosed;
  }

  /** @internal */
  async call<M extends MethodName>(
    method: M,
    params: MethodParams<M>,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<MethodResult<M>> {
    if (!isJobMethod(method)) {
      throw new AgentBrowserError('not_allowed', `${method} is not done by workers. Use a browser of this machine.`);
    }
    const { session, ...given } = params as Record<string, unknown>;
    const what = { kind: 'call', method, params: given } as const;
    return (await this.#ask(String(session), what, timeoutMs, signal)) as MethodResult<M>;
  }

  async #ask(key: string, what: WorkerJob['what'], timeoutMs: number, signal?: AbortSignal): Promise<unknown> {
    if (this.#isClosed) throw disconnected();
    const name = what.kind === 'call' ? what.method : 'runAgent';
    if (signal?.aborted) throw callCancelled(name, signal);
    const id = randomUUID();
    const until = Date.now() + timeoutMs + LIMITS.answerGraceMs;
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    const timer = setTimeout(() => this.#take(id)?.reject(noAnswer(name, timeoutMs)), timeoutMs + LIMITS.answerGraceMs);
    const onAbort = () => {
      this.#take(id)?.reject(callCancelled(name, signal!));
      // The worker answers in any case: nobody waits for it any more.
      void this.#redis.publish(this.#queues.keys.cancelled, id);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      const job: WorkerJob = { id, key, client: this.#id, until, what };
      // Handled from now on: the answer may fail before the job has been sent.
      const [, result] = await Promise.all([this.#send(job), answer]);
      return result;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      this.#waiting.delete(id);
    }
  }

  /** To the worker that has the key, if it lives; to all of them otherwise. */
  async #send(job: WorkerJob): Promise<void> {
    const { keys } = this.#queues;
    const owner = await this.#redis.get(keys.owner(job.key));
    const isAlive = owner !== null && (await this.#redis.exists(keys.alive(owner))) === 1;
    await this.#queues.add(isAlive ? queueOf(owner) : SHARED, job, { jobId: job.id });
  }

  /** Answers come in a list of our own, so that it does not matter who did the work. */
  async #listen(connection: Redis): Promise<void> {
    while (!this.#isClosed) {
      try {
        const next = await connection.blpop(this.#queues.keys.replies(this.#id), 0);
        if (next !== null) this.#receive(next[1]);
      } catch (error) {
        if (this.#isClosed) return;
        for (const id of [...this.#waiting.keys()]) this.#take(id)?.reject(error as Error);
        return;
      }
    }
  }

  #receive(text: string): void {
    const { id, result, error } = JSON.parse(text) as { id: string; result?: unknown; error?: unknown };
    const waiting = this.#take(id);
    if (error !== undefined) waiting?.reject(fromWireError(error));
    else waiting?.resolve(result);
  }

  #take(id: string): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }
}

function disconnected(): AgentBrowserError {
  return new AgentBrowserError('browser_closed', 'The connection to the workers was closed. Connect again.');
}
