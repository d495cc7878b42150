/**
 * `agentbrowser worker`: does calls that come through Redis, until Ctrl-C or SIGTERM.
 */

import type { WorkerOptions } from '../worker/worker.ts';
import type { Command, Given } from './command.ts';
import { readCount, stringOf, takeOperands } from './option-values.ts';
import { UsageError } from './usage-error.ts';

const PRIVATE_HOSTS = ['named', 'all', 'none'] as const;

export const WORKER_COMMAND: Command = {
  name: 'worker',
  group: 'Servers and agents',
  summary: 'does calls of other machines, which come through Redis',
  options: {
    redis: { type: 'string', value: 'URL', help: 'Such as redis://localhost:6379; REDIS_URL without it' },
    prefix: { type: 'string', value: 'NAME', help: "What its keys in Redis begin with; 'agentbrowser' without it" },
    engines: { type: 'string', value: 'N', help: 'Engine processes; as many as there are cores without it' },
    'max-sessions': { type: 'string', value: 'N', help: 'Sessions at a time; 200 for each engine without it' },
    'private-hosts': { type: 'string', value: 'WHICH', choices: PRIVATE_HOSTS, help: 'Hosts of private networks' },
  },
  details: 'It needs two more packages: npm install bullmq ioredis. docs/scale.md has the rest.',
  examples: ['worker --redis redis://localhost:6379', 'worker --redis rediss://user:password@queue:6380 --engines 8'],
  read(given) {
    const options = readWorker(given);
    return () => run(options);
  },
};

export function readWorker(given: Given): WorkerOptions {
  takeOperands('worker', given);
  const { values } = given;
  const redis = stringOf(values, 'redis');
  if (redis === undefined && (process.env['REDIS_URL'] ?? '') === '') {
    throw new UsageError('worker needs --redis, or REDIS_URL in the environment.');
  }
  const privateHosts = stringOf(values, 'private-hosts') ?? 'named';
  if (privateHosts !== 'named' && privateHosts !== 'all' && privateHosts !== 'none') {
    throw new UsageError(`--private-hosts is named, all or none, not '${privateHosts}'.`);
  }
  const prefix = stringOf(values, 'prefix');
  const maxSessions = readCount(values, 'max-sessions');
  return {
    ...(redis === undefined ? {} : { redis }),
    ...(prefix === undefined ? {} : { prefix }),
    launch: {
      engines: readCount(values, 'engines') ?? 'cores',
      privateHosts,
      ...(maxSessions === undefined ? {} : { maxSessions }),
    },
  };
}

async function run(options: WorkerOptions): Promise<void> {
  const { BrowserWorker } = await import('../worker/worker.ts');
  const log = (line: string) => process.stderr.write(`${line}\n`);
  const worker = await BrowserWorker.start({ ...options, log });
  log(`worker ${worker.id} is ready. Ctrl-C ends it.`);
  const told = Promise.withResolvers<void>();
  process.once('SIGINT', told.resolve);
  process.once('SIGTERM', told.resolve);
  await told.promise;
  log('worker ends when its calls are done');
  await worker.close();
}
