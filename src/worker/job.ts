/**
 * What travels through a queue: one call for the session of a key.
 *
 * In:  whatever is in the queue. Out: a job that can be trusted, or an error.
 *
 * Secure: whoever reaches Redis can put jobs there. Methods that read files of the worker's machine, run script, or give
 * cookies away are not in the list, and how sessions are made is up to the worker.
 */
import * as z from 'zod';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { METHODS, type MethodName } from '../protocol/methods.ts';

/** Calls that may be done again when it is not known whether they were done. */
const REPEATABLE = [
  'session.goto',
  'session.reload',
  'session.state',
  'session.text',
  'session.read',
  'session.boxes',
  'session.events',
  'session.network',
  'tab.list',
  'session.close',
] as const satisfies readonly MethodName[];

const ONCE = [
  'session.back',
  'session.forward',
  'session.click',
  'session.type',
  'session.select',
  'session.check',
  'session.hover',
  'session.scroll',
  'session.press',
  'session.drag',
  'session.wait',
  'session.note',
  'session.dialog',
  'session.login',
  'session.answer',
  'tab.create',
  'tab.select',
  'tab.close',
] as const satisfies readonly MethodName[];

export type JobMethod = (typeof REPEATABLE)[number] | (typeof ONCE)[number];

const callJob = z.strictObject({
  kind: z.literal('call'),
  method: z.enum([...REPEATABLE, ...ONCE]),
  params: z.record(z.string(), z.unknown()),
});

/** A whole task by the model that the worker was started with. */
const agentJob = z.strictObject({
  kind: z.literal('agent'),
  task: z.string().min(1).max(LIMITS.agentTaskChars),
  url: z.string().max(LIMITS.urlChars).optional(),
  maxSteps: z.int().min(1).max(1_000).optional(),
});

const jobSchema = z.strictObject({
  id: z.string().min(1).max(100),
  key: z.string().min(1).max(200),
  /** The client that waits for the answer. */
  client: z.string().min(1).max(100),
  /** After this time, by the clock of the client, nobody waits any more. */
  until: z.number(),
  what: z.discriminatedUnion('kind', [callJob, agentJob]),
});

export type WorkerJob = z.output<typeof jobSchema>;

export function readJob(data: unknown): WorkerJob {
  const parsed = jobSchema.safeParse(data);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw new AgentBrowserError('invalid_argument', `This is no job: ${path.join('.')}: ${message}`);
}

export function isJobMethod(method: string): method is JobMethod {
  return method in METHODS && callJob.shape.method.safeParse(method).success;
}

export function isRepeatable({ what }: WorkerJob): boolean {
  return what.kind === 'call' && (REPEATABLE as readonly string[]).includes(what.method);
}

/** Whether cookies, storage and address may be others afterwards. */
export function changesState({ what }: WorkerJob): boolean {
  const unchanging = [
    'session.state',
    'session.text',
    'session.boxes',
    'session.events',
    'session.network',
    'tab.list',
    'session.note',
  ];
  return what.kind === 'agent' || !unchanging.includes(what.method);
}
