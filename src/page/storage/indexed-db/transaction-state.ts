/**
 * Transactions: which may run, in what order their requests are done, and how they end.
 *
 * In:  operations. Out: requests settled one to a task, then 'complete'; or everything undone and 'abort'.
 *
 * Indexed Database 3.0 §2.7, §5 https://w3c.github.io/IndexedDB/#transaction-construct
 *
 * Differs: a transaction stays active until the next task, not only during the callback: microtasks run then.
 */
import { domException } from '../../dom/dom-exception.ts';
import { createEvent } from '../../event-classes.ts';
import { queueTask } from '../../event-loop.ts';
import { dispatchTrusted } from '../../events.ts';
import { append, type BareArray, bareArray, removeAt } from '../../primordials.ts';
import { type IDBRequest, requestControl } from './request.ts';
import { copyStore, type DatabaseData, type StoreData } from './store-data.ts';

export type TransactionMode = 'readonly' | 'readwrite' | 'versionchange';

interface Job {
  readonly request: IDBRequest | null;
  readonly work: () => unknown;
}

export interface TransactionState {
  readonly data: DatabaseData;
  readonly mode: TransactionMode;
  readonly scope: readonly string[];
  readonly jobs: BareArray<Job>;
  status: 'active' | 'inactive' | 'finished';
  error: object | null;
  isScheduled: boolean;
  /** Stores as they were before this transaction changed them; of all, before a change of version. */
  readonly before: Map<string, StoreData>;
  readonly storesBefore: Map<string, StoreData> | null;
  readonly versionBefore: number;
  /** The object that pages see. */
  object: object;
  onEnd: (isCommitted: boolean) => void;
}

/** Transactions that have not ended, oldest first. */
const live = bareArray<TransactionState>();

export function beginTransaction(
  data: DatabaseData,
  mode: TransactionMode,
  scope: readonly string[],
): TransactionState {
  const state: TransactionState = {
    data,
    mode,
    scope,
    jobs: bareArray(),
    status: 'active',
    error: null,
    isScheduled: false,
    before: new Map(),
    storesBefore:
      mode === 'versionchange' ? new Map([...data.stores].map(([name, store]) => [name, copyStore(store)])) : null,
    versionBefore: data.version,
    object: {},
    onEnd: () => {},
  };
  append(live, state);
  schedule(state);
  return state;
}

function schedule(state: TransactionState): void {
  if (state.isScheduled || state.status === 'finished') return;
  state.isScheduled = true;
  queueTask(() => {
    state.isScheduled = false;
    proceed(state);
  });
}

/** Earlier transactions on the same stores go first, unless both only read. */
function mayRun(state: TransactionState): boolean {
  for (let at = 0; at < live.length; at++) {
    const other = live[at]!;
    if (other === state) return true;
    if (other.data !== state.data || (other.mode === 'readonly' && state.mode === 'readonly')) continue;
    if (other.mode === 'versionchange' || state.scope.some((name) => other.scope.includes(name))) return false;
  }
  return true;
}

/** Does the next job, or ends the transaction when there is none. */
function proceed(state: TransactionState): void {
  if (state.status === 'finished' || !mayRun(state)) return;
  state.status = 'inactive';
  const job = state.jobs[0];
  if (job === undefined) {
    finish(state, true);
    return;
  }
  removeAt(state.jobs, 0);
  run(state, job);
  schedule(state);
}

function run(state: TransactionState, { request, work }: Job): void {
  let failure: object | null = null;
  let result: unknown;
  try {
    result = work();
  } catch (error) {
    failure = error as object;
  }
  if (request === null) {
    if (failure !== null) abortTransaction(state, failure);
    return;
  }
  state.status = 'active';
  if (failure === null) {
    requestControl.succeed(request, result);
    dispatchTrusted(request, createEvent('Event', 'success'));
    return;
  }
  requestControl.fail(request, failure);
  const event = createEvent('Event', 'error', { bubbles: true, cancelable: true });
  if (dispatchTrusted(request, event) && !isFinished(state)) abortTransaction(state, failure);
}

function isFinished(state: TransactionState): boolean {
  return state.status === 'finished';
}

/** A request on a store or cursor of this transaction. */
export function placeRequest(
  state: TransactionState,
  request: IDBRequest,
  source: object | null,
  work: () => unknown,
): IDBRequest {
  requestControl.begin(request, source, state.object);
  append(state.jobs, { request, work });
  schedule(state);
  return request;
}

/** Work without a request: what is wrong with it ends the transaction. */
export function placeWork(state: TransactionState, work: () => void): void {
  append(state.jobs, { request: null, work });
  schedule(state);
}

export function checkActive(state: TransactionState): void {
  if (state.status !== 'active') {
    throw domException('TransactionInactiveError', 'The transaction is not active.');
  }
}

/** The store, kept as it was for the case that the transaction is undone. */
export function writableStore(state: TransactionState, store: StoreData): StoreData {
  if (state.mode === 'readonly') {
    throw domException('ReadOnlyError', 'The transaction is read-only.');
  }
  if (state.storesBefore === null && !state.before.has(store.name)) state.before.set(store.name, copyStore(store));
  return store;
}

export function abortTransaction(state: TransactionState, error: object | null): void {
  if (state.status === 'finished') return;
  state.error = error;
  if (state.storesBefore !== null) {
    state.data.stores = state.storesBefore;
    state.data.version = state.versionBefore;
  }
  for (const [name, store] of state.before) {
    const current = state.data.stores.get(name);
    if (current === undefined) continue;
    current.records = store.records;
    current.indexes = store.indexes;
    current.nextKey = store.nextKey;
  }
  const { jobs } = state;
  for (let at = 0; at < jobs.length; at++) {
    const { request } = jobs[at]!;
    if (request === null) continue;
    queueTask(() => {
      requestControl.fail(request, domException('AbortError', 'The transaction was aborted.'));
      dispatchTrusted(request, createEvent('Event', 'error', { bubbles: true, cancelable: true }));
    });
  }
  jobs.length = 0;
  state.status = 'finished';
  queueTask(() => finish(state, false));
}

/** commit(): nothing more may be asked for. */
export function commitTransaction(state: TransactionState): void {
  checkActive(state);
  state.status = 'inactive';
  schedule(state);
}

function finish(state: TransactionState, isCommitted: boolean): void {
  state.status = 'finished';
  for (let at = live.length - 1; at >= 0; at--) if (live[at] === state) removeAt(live, at);
  const event = createEvent('Event', isCommitted ? 'complete' : 'abort', { bubbles: !isCommitted });
  dispatchTrusted(state.object, event);
  state.onEnd(isCommitted);
  for (let at = 0; at < live.length; at++) schedule(live[at]!);
}
