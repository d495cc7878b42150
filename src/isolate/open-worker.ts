/**
 * One worker: its realm, connected to the engine realm of its document, and the ways into both.
 *
 * Only types of isolated-vm are used here; isolate.ts makes and ends what they stand for.
 */
import type ivm from 'isolated-vm';
import { type Entry, entriesOf, memberOf, type RealmEntries } from './open-document.ts';
import type { PageScripts } from './page-scripts.ts';

export const WORKER_ENTRIES = ['turn', 'scriptDone', 'moduleCompiled', 'answer', 'deliver', 'report'] as const;
export const WORKER_ENGINE_ENTRIES = [
  'runScript',
  'runModule',
  'connectModules',
  'connectLoader',
  'disconnect',
] as const;

export interface OpenWorker {
  readonly realm: number;
  /** The channel to whoever started it. */
  readonly channel: number;
  readonly parent: number;
  /** The realm of the document that it belongs to: 0 is the page's. */
  readonly owner: number;
  /** Of a shared worker: who may connect to it, with which address and name. */
  readonly sharedAs: string | null;
  readonly context: ivm.Context;
  readonly page: RealmEntries<(typeof WORKER_ENTRIES)[number]>;
  readonly engine: RealmEntries<(typeof WORKER_ENGINE_ENTRIES)[number]>;
  readonly scripts: PageScripts;
  /** The document's time when the worker began. */
  readonly startedMs: number;
  /** Another turn would do something now. */
  isReady: boolean;
  /** When it wants its next turn, on the document's clock. */
  dueMs: number | null;
  /** Requests and sockets that are open, by the numbers that the worker gave them. */
  readonly requests: Set<number>;
  readonly sockets: Set<number>;
}

export interface WorkerBootOptions {
  readonly isolate: ivm.Isolate;
  readonly engineContext: ivm.Context;
  readonly context: ivm.Context;
  /** The worker's settings as JSON. */
  readonly config: string;
  /** What the worker's questions go to. */
  readonly host: ivm.Reference;
  /** The realm of the document that the worker belongs to. */
  readonly owner: number;
}

/** Connects the two realms, and takes the way in off the worker's global object. No code of a page runs here. */
export function bootWorkerRealm(options: WorkerBootOptions): Pick<OpenWorker, 'page' | 'engine'> {
  const { isolate, engineContext, context, config, host, owner } = options;
  const passing: ivm.Reference[] = [];
  const keep = (reference: ivm.Reference): ivm.Reference => {
    passing.push(reference);
    return reference;
  };
  const once = (object: ivm.Reference, name: string): Entry => keep(memberOf(object, name)) as Entry;
  const asReference = { result: { reference: true } } as const;
  const workerBoot = keep(context.global.getSync('__agentbrowser', { reference: true }) as ivm.Reference);
  const engineBoot = keep(engineContext.global.getSync('__agentbrowser', { reference: true }) as ivm.Reference);
  context.global.deleteSync('__agentbrowser');

  const booted = once(workerBoot, 'bootWorker').applySync(undefined, [config] as never, asReference);
  const worker = keep(booted as ivm.Reference);
  const engineArgs = [once(worker, 'port').derefInto()] as never;
  const made = once(engineBoot, 'createWorkerEngine').applySync(undefined, engineArgs, asReference);
  const engine = keep(made as ivm.Reference);
  const workerEntries = once(worker, 'entries');
  const engineEntries = once(engine, 'forHost');
  once(engineEntries, 'connectHost').applySync(undefined, [host, isolate, context, owner] as never);
  once(workerEntries, 'connect').applySync(undefined, [once(engine, 'forPage').derefInto()] as never);
  const ways = {
    page: entriesOf(workerEntries, WORKER_ENTRIES),
    engine: entriesOf(engineEntries, WORKER_ENGINE_ENTRIES),
  };
  for (const reference of passing) reference.release();
  return ways;
}

/** What the host holds of a worker's realm is given back, so that it can go. */
export function releaseWorker({ page, engine, scripts, context }: OpenWorker): void {
  for (const { entries, collect } of [page, engine]) {
    for (const entry of [...Object.values<Entry>(entries), collect]) entry.release();
  }
  scripts.close();
  context.release();
}
