/**
 * The way to Redis: queues of BullMQ and a connection of ioredis, which are loaded only when somebody uses workers.
 *
 * In:  the address of Redis and a prefix. Out: queues, workers and connections that share both.
 */
import type { Job, Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';

export interface RedisOptions {
  /** Such as redis://localhost:6379 or rediss://user:password@host:6380/2. REDIS_URL in the environment when not given. */
  readonly redis?: string;
  /** What all keys begin with. 'agentbrowser' when not given. */
  readonly prefix?: string;
}

/** Keys beside those of the queues. */
export interface Keys {
  /** The worker that has the session of a key. */
  readonly owner: (key: string) => string;
  /** There as long as a worker says so. */
  readonly alive: (worker: string) => string;
  /** Who looks after what a dead worker left. */
  readonly adopter: (worker: string) => string;
  /** Cookies, storage and address of the session of a key. */
  readonly state: (key: string) => string;
  /** Answers for one client. */
  readonly replies: (client: string) => string;
  /** All workers, also those that died and were not adopted yet. */
  readonly workers: string;
  /** Calls that are not wanted any more are told here. */
  readonly cancelled: string;
}

/** For calls of new keys: any worker takes them. */
export const SHARED = 'calls';
/** What could not be done, for people to look at. */
export const DEAD = 'dead-letters';

export const queueOf = (worker: string) => `worker-${worker}`;

/** What is used of the two packages. */
interface Packages {
  readonly bullmq: Pick<typeof import('bullmq'), 'Queue' | 'Worker' | 'UnrecoverableError'>;
  readonly Redis: typeof import('ioredis').Redis;
}

type Processor = (job: Job<unknown>) => Promise<unknown>;

export class Queues {
  readonly #packages: Packages;
  readonly #url: string;
  readonly prefix: string;
  readonly keys: Keys;
  readonly #queues = new Map<string, Queue<unknown>>();
  readonly #connections: Redis[] = [];
  readonly #onError: (error: Error) => void;

  private constructor(packages: Packages, url: string, prefix: string, onError: (error: Error) => void) {
    this.#packages = packages;
    this.#url = url;
    this.prefix = prefix;
    this.#onError = onError;
    this.keys = {
      owner: (key) => `${prefix}:owner:${key}`,
      alive: (worker) => `${prefix}:alive:${worker}`,
      adopter: (worker) => `${prefix}:adopter:${worker}`,
      state: (key) => `${prefix}:state:${key}`,
      replies: (client) => `${prefix}:replies:${client}`,
      workers: `${prefix}:workers`,
      cancelled: `${prefix}:cancelled`,
    };
  }

  /** Connects, and says so when there is no Redis. */
  static async connect(
    { redis, prefix = 'agentbrowser' }: RedisOptions,
    onError: (error: Error) => void,
  ): Promise<Queues> {
    const url = redis ?? process.env['REDIS_URL'] ?? '';
    if (!/^rediss?:\/\//.test(url)) {
      throw new AgentBrowserError(
        'invalid_argument',
        'Workers need the address of Redis, such as redis://localhost:6379.',
      );
    }
    if (!/^[\w-]{1,100}$/.test(prefix)) {
      throw new AgentBrowserError('invalid_argument', 'The prefix has letters, digits, - and _ only.');
    }
    const queues = new Queues(await loadPackages(), url, prefix, onError);
    await queues.#check();
    return queues;
  }

  /** A connection of its own: what blocks or listens cannot be shared. */
  connection(): Redis {
    const connection = new this.#packages.Redis(this.#url, { maxRetriesPerRequest: null });
    connection.on('error', this.#onError);
    this.#connections.push(connection);
    return connection;
  }

  async add(
    queue: string,
    job: unknown,
    options: { readonly attempts?: number; readonly jobId?: string } = {},
  ): Promise<Job> {
    return this.queue(queue).add('job', job, {
      attempts: options.attempts ?? LIMITS.jobAttempts,
      backoff: { type: 'exponential', delay: LIMITS.jobRetryMs },
      removeOnComplete: true,
      removeOnFail: true,
      ...(options.jobId === undefined ? {} : { jobId: options.jobId }),
    });
  }

  queue(name: string): Queue<unknown> {
    const found = this.#queues.get(name);
    if (found !== undefined) return found;
    const made = new this.#packages.bullmq.Queue<unknown>(name, { connection: this.connection(), prefix: this.prefix });
    made.on('error', this.#onError);
    this.#queues.set(name, made);
    return made;
  }

  /** What a worker has taken is its own for as long as it says so again within `lockMs`. */
  worker(name: string, processor: Processor, concurrency: number, lockMs: number): Worker<unknown> {
    const worker = new this.#packages.bullmq.Worker<unknown>(name, processor, {
      connection: this.connection(),
      prefix: this.prefix,
      concurrency,
      lockDuration: lockMs,
      stalledInterval: lockMs / 2,
      maxStalledCount: LIMITS.jobAttempts,
    });
    worker.on('error', this.#onError);
    return worker;
  }

  /** The oldest dead letters go when there are too many. */
  async trimDead(): Promise<void> {
    const queue = this.queue(DEAD);
    const { waiting = 0 } = await queue.getJobCounts('waiting');
    if (waiting <= LIMITS.deadLetters) return;
    const oldest = await queue.getJobs(['waiting'], 0, waiting - LIMITS.deadLetters - 1, true);
    await Promise.all(oldest.map((job) => job.remove()));
  }

  /** A failure after which there is no further try. */
  final(message: string): Error {
    return new this.#packages.bullmq.UnrecoverableError(message);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.close()));
    this.disconnect();
  }

  /** At once, whatever is under way. */
  disconnect(): void {
    // Once each: ioredis would wait two seconds for the end of one that has ended already.
    for (const connection of this.#connections.splice(0)) if (connection.status !== 'end') connection.disconnect();
  }

  async #check(): Promise<void> {
    const probe = new this.#packages.Redis(this.#url, { lazyConnect: true, retryStrategy: () => null });
    // 'connect' rejects with the reason; the event tells it a second time.
    probe.on('error', () => undefined);
    try {
      await probe.connect();
      await probe.ping();
    } catch (cause) {
      const { host } = new URL(this.#url);
      const why = (cause as Error).message.replace(/\.$/, '');
      throw new AgentBrowserError('connection_failed', `Redis at ${host} cannot be used: ${why}. Is it running?`, {
        cause,
      });
    } finally {
      probe.disconnect();
    }
  }
}

async function loadPackages(): Promise<Packages> {
  try {
    const [bullmq, { Redis }] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { bullmq, Redis };
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    const message = 'Workers need two more packages: npm install bullmq ioredis';
    throw new AgentBrowserError('unsupported_runtime', message, { cause });
  }
}
