/**
 * A worker: takes calls from Redis and does them with the engines of its machine.
 *
 * In:  the address of Redis and how its browser is launched.
 * Out: answers to the clients. A key belongs to one worker at a time, which has its page open; Redis keeps cookies, storage
 *      and address, so that another worker goes on when this one is gone.
 *
 * Calls of a new key come through the queue that all workers share, those of a key that has a worker through that worker's
 * own. What failed with the engine is tried again where that is safe; what cannot be done is kept as a dead letter. Whoever
 * notices that a worker is dead adopts its queue.
 */
import { randomUUID } from 'node:crypto';
import type { Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { ModelOptions } from '../agent/model-options.ts';
import { runAgent } from '../agent/run-agent.ts';
import { AgentBrowser, type LaunchOptions } from '../client/browser.ts';
import { AgentBrowserError, type ErrorCode, isAgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { toWireError } from '../protocol/errors.ts';
import { changesState, isRepeatable, readJob, type WorkerJob } from './job.ts';
import { KeptSession } from './kept-session.ts';
import { DEAD, Queues, queueOf, type RedisOptions, SHARED } from './queues.ts';

export interface WorkerOptions extends RedisOptions {
  /** How its browser is launched: engines, maxSessions, and what sessions may reach. */
  readonly launch?: LaunchOptions;
  /** The model for tasks; from the environment when not given. */
  readonly model?: ModelOptions;
  /** A session that was not used for so long is closed; its state stays. Ten minutes when not given. */
  readonly idleMs?: number;
  /**
   * A worker that was silent for so long is taken for dead, and the others do what it left. Five seconds when not given;
   * the same for all workers of one Redis.
   *
   * @example
   * await BrowserWorker.start({ redis: 'redis://localhost:6379', deadAfterMs: 30_000 });
   */
  readonly deadAfterMs?: number;
  readonly log?: (line: string) => void;
}

/** The engine or its place is gone: another one may do it. */
const LOST: readonly ErrorCode[] = ['engine_crashed', 'session_closed', 'browser_closed', 'too_many_sessions'];

/** Sets the owner of a key, unless a worker that lives has it; gives the owner. */
const CLAIM = `
  local owner = redis.call('get', KEYS[1])
  if owner and owner ~= ARGV[1] and redis.call('exists', ARGV[2] .. owner) == 1 then return owner end
  redis.call('set', KEYS[1], ARGV[1])
  return ARGV[1]`;

/** Gives a key up, if it is still ours. */
const DISOWN = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

export class BrowserWorker {
  readonly id = randomUUID();
  readonly #queues: Queues;
  readonly #browser: AgentBrowser;
  readonly #redis: Redis;
  readonly #options: WorkerOptions;
  readonly #sessions = new Map<string, Promise<KeptSession>>();
  readonly #running = new Map<string, AbortController>();
  /** The shared queue, the own one, and those of workers that died. */
  readonly #workers = new Map<string, Worker<unknown>>();
  readonly #deadAfterMs: number;
  #beat: NodeJS.Timeout | undefined;
  #beating: Promise<void> = Promise.resolve();
  #isClosed = false;

  private constructor(queues: Queues, browser: AgentBrowser, options: WorkerOptions) {
    this.#queues = queues;
    this.#browser = browser;
    this.#options = options;
    this.#deadAfterMs = options.deadAfterMs ?? LIMITS.workerDeadMs;
    this.#redis = queues.connection();
  }

  static async start(options: WorkerOptions): Promise<BrowserWorker> {
    const log = options.log ?? (() => undefined);
    const queues = await Queues.connect(options, (error) => log(`redis: ${error.message}`));
    try {
      const browser = await AgentBrowser.launch(options.launch ?? {});
      const worker = new BrowserWorker(queues, browser, { ...options, log });
      await worker.#begin();
      return worker;
    } catch (error) {
      await queues.close();
      throw error;
    }
  }

  /** Keys whose sessions are open here. */
  get keys(): readonly string[] {
    return [...this.#sessions.keys()];
  }

  /** Finishes what is under way, keeps every session's state, and gives the keys to the others. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#beat);
    // Without Redis nothing can be given back: after a while it is left to the others to notice.
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LIMITS.workerCloseMs);
    });
    try {
      await Promise.race([this.#giveBack(), late]);
    } finally {
      clearTimeout(timer);
      await this.#browser.shutdown();
      this.#queues.disconnect();
    }
  }

  async #giveBack(): Promise<void> {
    await this.#beating;
    await Promise.all([...this.#workers.values()].map((worker) => worker.close()));
    await Promise.all([...this.#sessions.keys()].map((key) => this.#leave(key)));
    const { keys } = this.#queues;
    await this.#redis.del(keys.alive(this.id));
    // What was sent to this worker meanwhile is adopted: then it is taken off the list.
    const { waiting = 0, delayed = 0 } = await this.#queues.queue(queueOf(this.id)).getJobCounts('waiting', 'delayed');
    if (waiting + delayed === 0) await this.#redis.srem(keys.workers, this.id);
    await this.#queues.close();
  }

  async #begin(): Promise<void> {
    await this.#sayAlive();
    await this.#redis.sadd(this.#queues.keys.workers, this.id);
    const listener = this.#queues.connection();
    listener.on('message', (_channel, id) => this.#running.get(id)?.abort());
    await listener.subscribe(this.#queues.keys.cancelled);
    this.#listen(SHARED);
    this.#listen(queueOf(this.id));
    this.#beat = setInterval(() => {
      this.#beating = this.#tick().catch((error: Error) => this.#log(`redis: ${error.message}`));
    }, this.#deadAfterMs / LIMITS.workerBeats);
  }

  #listen(queue: string): Worker<unknown> {
    const concurrency = this.#options.launch?.maxSessions ?? LIMITS.sessionsPerBrowser;
    const worker = this.#queues.worker(queue, (job) => this.#process(job), concurrency, 2 * this.#deadAfterMs);
    worker.on('failed', (job, error) => {
      if (job !== undefined && isOver(job))
        void this.#bury(job, error).catch((cause: Error) => this.#log(cause.message));
    });
    this.#workers.set(queue, worker);
    return worker;
  }

  /** One job. What it throws is tried again or buried; an answer with an error is an answer. */
  async #process(job: Job<unknown>): Promise<void> {
    let given: WorkerJob;
    try {
      given = readJob(job.data);
    } catch (error) {
      throw this.#queues.final((error as Error).message);
    }
    if (Date.now() > given.until) return;
    // Secure: a click that a dead worker may have done is not done twice.
    if (job.attemptsStarted > 1 && job.stalledCounter > 0 && !isRepeatable(given)) {
      throw this.#queues.final('The worker ended while it did this, and it is not known whether it was done.');
    }
    const owner = await this.#claim(given.key);
    if (owner !== this.id) {
      await this.#queues.add(queueOf(owner), given, { jobId: given.id });
      return;
    }
    const stop = new AbortController();
    this.#running.set(given.id, stop);
    try {
      await this.#reply(given, { result: await this.#do(given, stop.signal) });
    } catch (error) {
      if (isAgentBrowserError(error) && LOST.includes(error.code)) {
        this.#sessions.delete(given.key);
        // A place may be free later, and nothing was done yet.
        if (isRepeatable(given) || error.code === 'too_many_sessions') throw error;
      }
      await this.#reply(given, { error: toWireError(error) });
    } finally {
      this.#running.delete(given.id);
    }
  }

  async #do(given: WorkerJob, signal: AbortSignal): Promise<unknown> {
    const { key, what, until } = given;
    if (what.kind === 'call' && what.method === 'session.close') {
      await this.#leave(key, true);
      return {};
    }
    const kept = await this.#session(key);
    kept.busy++;
    try {
      if (what.kind === 'call' && what.method === 'session.goto') kept.goesElsewhere();
      else await kept.comeBack(signal);
      const result =
        what.kind === 'agent'
          ? await this.#runAgent(kept, what, until, signal)
          : await kept.session.callByName(what.method, { ...what.params, signal });
      if (changesState(given)) await kept.keep();
      return result;
    } finally {
      kept.busy--;
      kept.usedAt = performance.now();
    }
  }

  #runAgent(
    { session }: KeptSession,
    { task, url, maxSteps }: Extract<WorkerJob['what'], { kind: 'agent' }>,
    until: number,
    signal: AbortSignal,
  ): Promise<unknown> {
    return runAgent(task, {
      session,
      signal,
      timeoutMs: Math.max(1, until - Date.now()),
      model: this.#options.model ?? {},
      ...(url === undefined ? {} : { url }),
      ...(maxSteps === undefined ? {} : { maxSteps }),
    });
  }

  /** The session of a key; several calls may ask for it at once. */
  #session(key: string): Promise<KeptSession> {
    const found = this.#sessions.get(key);
    if (found !== undefined) return found;
    const opening = KeptSession.open(key, this.#browser, this.#redis, this.#queues.keys);
    this.#sessions.set(key, opening);
    opening.catch(() => {
      if (this.#sessions.get(key) === opening) this.#sessions.delete(key);
    });
    return opening;
  }

  /** Closes the session of a key here. Its state stays, unless it is to be forgotten. */
  async #leave(key: string, forget = false): Promise<void> {
    const opening = this.#sessions.get(key);
    this.#sessions.delete(key);
    try {
      if (opening !== undefined) await (await opening).close(forget);
      else if (forget) await this.#redis.del(this.#queues.keys.state(key));
    } finally {
      await this.#redis.eval(DISOWN, 1, this.#queues.keys.owner(key), this.id);
    }
  }

  async #claim(key: string): Promise<string> {
    const { keys } = this.#queues;
    return (await this.#redis.eval(CLAIM, 1, keys.owner(key), this.id, keys.alive(''))) as string;
  }

  async #reply({ id, client }: WorkerJob, answer: object): Promise<void> {
    const list = this.#queues.keys.replies(client);
    await this.#redis
      .multi()
      .rpush(list, JSON.stringify({ id, ...answer }))
      .pexpire(list, LIMITS.replyMs)
      .exec();
  }

  /** It cannot be done: people can look at it, and the client does not wait for it. */
  async #bury(job: Job<unknown>, error: Error): Promise<void> {
    this.#log(`dead letter: ${error.message}`);
    const letter = { job: job.data, error: error.message, worker: this.id, at: new Date().toISOString() };
    await this.#queues.add(DEAD, letter, { attempts: 1 });
    await this.#queues.trimDead();
    let given: WorkerJob;
    try {
      given = readJob(job.data);
    } catch (cause) {
      if (isAgentBrowserError(cause)) return;
      throw cause;
    }
    const told = isAgentBrowserError(error) ? error : new AgentBrowserError('engine_crashed', error.message);
    await this.#reply(given, { error: toWireError(told) });
  }

  async #sayAlive(): Promise<void> {
    await this.#redis.set(this.#queues.keys.alive(this.id), '1', 'PX', this.#deadAfterMs);
  }

  async #tick(): Promise<void> {
    await this.#sayAlive();
    await this.#closeIdle();
    await this.#adopt();
  }

  async #closeIdle(): Promise<void> {
    const longAgo = performance.now() - (this.#options.idleMs ?? LIMITS.workerIdleMs);
    for (const [key, opening] of this.#sessions) {
      const kept = await opening.catch(() => null);
      if (kept !== null && kept.busy === 0 && kept.usedAt < longAgo) await this.#leave(key);
    }
  }

  /** Takes over the queues of workers that do not say any more that they live, until they are empty. */
  async #adopt(): Promise<void> {
    const { keys } = this.#queues;
    for (const worker of await this.#redis.smembers(keys.workers)) {
      if (worker === this.id || (await this.#redis.exists(keys.alive(worker))) === 1) continue;
      const mine = await this.#redis.set(keys.adopter(worker), this.id, 'PX', this.#deadAfterMs, 'NX');
      const adopter = mine === 'OK' ? this.id : await this.#redis.get(keys.adopter(worker));
      if (adopter !== this.id) continue;
      await this.#redis.pexpire(keys.adopter(worker), this.#deadAfterMs);
      const queue = queueOf(worker);
      if (!this.#workers.has(queue)) {
        this.#log(`worker ${worker} is gone; its calls are done here`);
        this.#listen(queue);
        continue;
      }
      const counts = await this.#queues.queue(queue).getJobCounts('waiting', 'active', 'delayed');
      if (Object.values(counts).some((count) => count > 0)) continue;
      await this.#workers.get(queue)?.close();
      this.#workers.delete(queue);
      await this.#redis.srem(keys.workers, worker);
    }
  }

  #log(line: string): void {
    this.#options.log?.(line);
  }
}

/** No further try will follow. */
function isOver(job: Job<unknown>): boolean {
  return job.finishedOn !== undefined || job.attemptsMade >= (job.opts.attempts ?? 1);
}
