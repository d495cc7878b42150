/**
 * IDBRequest and IDBOpenDBRequest: what comes of an operation, later.
 *
 * Indexed Database 3.0 §4.1, §4.2 https://w3c.github.io/IndexedDB/#request-api
 */
import { domException } from '../../dom/dom-exception.ts';
import { setEventParent } from '../../event-path.ts';
import { checkInternal, defineHandlers, EventTargetClass, exposeClass } from '../../network/web-class.ts';

interface RequestState {
  isDone: boolean;
  result: unknown;
  error: object | null;
  source: object | null;
  transaction: object | null;
}

let stateOf: (request: IDBRequest) => RequestState;

export class IDBRequest extends EventTargetClass {
  readonly #state: RequestState = { isDone: false, result: undefined, error: null, source: null, transaction: null };
  static {
    stateOf = (request) => request.#state;
  }
  constructor(key?: unknown) {
    checkInternal(key);
    super();
  }
  get result(): unknown {
    if (!this.#state.isDone) throw domException('InvalidStateError', 'The request has not finished.');
    return this.#state.result;
  }
  get error(): object | null {
    if (!this.#state.isDone) throw domException('InvalidStateError', 'The request has not finished.');
    return this.#state.error;
  }
  get source(): object | null {
    return this.#state.source;
  }
  get transaction(): object | null {
    return this.#state.transaction;
  }
  get readyState(): string {
    return this.#state.isDone ? 'done' : 'pending';
  }
}
export class IDBOpenDBRequest extends IDBRequest {}

/** For the files of this folder. */
export const requestControl = {
  begin(request: IDBRequest, source: object | null, transaction: object | null): void {
    const state = stateOf(request);
    state.isDone = false;
    state.source = source;
    state.transaction = transaction;
    if (transaction !== null) setEventParent(request, () => transaction);
  },
  setTransaction(request: IDBRequest, transaction: object | null): void {
    stateOf(request).transaction = transaction;
  },
  succeed(request: IDBRequest, result: unknown): void {
    const state = stateOf(request);
    state.isDone = true;
    state.result = result;
    state.error = null;
  },
  fail(request: IDBRequest, error: object): void {
    const state = stateOf(request);
    state.isDone = true;
    state.result = undefined;
    state.error = error;
  },
};

defineHandlers(IDBRequest, ['success', 'error']);
defineHandlers(IDBOpenDBRequest, ['blocked', 'upgradeneeded']);
exposeClass('IDBRequest', IDBRequest);
exposeClass('IDBOpenDBRequest', IDBOpenDBRequest);
