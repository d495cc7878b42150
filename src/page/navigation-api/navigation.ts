/**
 * window.navigation, and what becomes of a navigation: a 'navigate' event, which script may cancel or take over.
 *
 * In:  attempts of links, forms, location, history and of navigation itself. Out: the address changed, another document
 * asked for, or neither; promises and events for whoever asked.
 *
 * HTML §7.2.6 https://html.spec.whatwg.org/#navigation-api
 */
import { abortSignal } from '../abort-signal.ts';
import { documentUrl, resolveAddress } from '../document-address.ts';
import { domException } from '../dom/dom-exception.ts';
import { defineInterface, defineMembers, prototypeOf } from '../dom/interfaces.ts';
import { createEvent } from '../event-classes.ts';
import { dispatchTrusted } from '../events.ts';
import { navigateTo } from '../navigation.ts';
import { type Deferred, deferred, markHandled, whenSettled } from '../network/promises.ts';
import {
  append,
  apply,
  type BareArray,
  bareArray,
  copyArray,
  create,
  getPrototypeOf,
  startsWith,
  weakGet,
  weakSet,
} from '../primordials.ts';
import { defineRecordInterface, makeRecord } from '../record-objects.ts';
import { describe } from '../report-exception.ts';
import { structuredText } from '../storage/structured-text.ts';
import { cloneValue } from '../structured-clone.ts';
import { hasTransientActivation } from '../user-activation.ts';
import { dependentSignal } from '../window/abort.ts';
import {
  currentIndex,
  type HistoryEntry,
  hasEntry,
  historyEntries,
  mayRewrite,
  reloadDocument,
  rewriteEntry,
  setEntryHook,
  traverse,
} from '../window/history.ts';
import { defineHandlersOf } from '../window/navigator-object.ts';
import { type NavigationAttempt, setAttemptRunner } from './attempt.ts';
import { entryObject, installHistoryEntries, keyOf, makeDestination } from './history-entry.ts';

/** A call of navigation's own methods, and what it was promised. */
interface ApiCall {
  readonly info: unknown;
  /** The state of the new entry as text; `null` where it stays. */
  readonly state: string | null;
  readonly committed: Deferred<object>;
  readonly finished: Deferred<object>;
}

/** What listeners have asked of a 'navigate' event. */
interface Interception {
  readonly canIntercept: boolean;
  isDispatching: boolean;
  isIntercepted: boolean;
  readonly handlers: BareArray<() => unknown>;
}

interface Ongoing {
  readonly signal: object;
  readonly api: ApiCall | null;
  readonly finished: Deferred<object>;
}

const interceptions = new WeakMap<object, Interception>();
let navigation: object | null = null;
/** The call whose attempt comes next. */
let nextCall: ApiCall | null = null;
let ongoing: Ongoing | null = null;
let transition: object | null = null;

function currentEntry(): HistoryEntry {
  return historyEntries()[currentIndex()]!;
}

function run(attempt: NavigationAttempt): void {
  const api = nextCall;
  nextCall = null;
  abortOngoing();
  const { url, type, isSameDocument, isHashChange, formData, index, source } = attempt;
  const entry = index === null ? null : (historyEntries()[index] ?? null);
  const canIntercept = mayRewrite(documentUrl(), url);
  const destination = makeDestination({
    url,
    entry,
    isSameDocument,
    state: api?.state ?? entry?.navigationState ?? '',
  });
  const signal = dependentSignal(null);
  const event = createEvent('NavigateEvent', 'navigate', {
    cancelable: type !== 'traverse',
    navigationType: type,
    destination,
    canIntercept,
    userInitiated: hasTransientActivation(),
    hashChange: isHashChange,
    signal,
    formData,
    info: api?.info,
    sourceElement: source,
  });
  const interception: Interception = { canIntercept, isDispatching: true, isIntercepted: false, handlers: bareArray() };
  weakSet(interceptions, event, interception);
  const proceeds = dispatchTrusted(navigation!, event);
  interception.isDispatching = false;
  if (!proceeds) {
    const error = domException('AbortError', 'Navigation was aborted');
    abortSignal(signal, error, announceAbort);
    fail(api, error);
  } else if (interception.isIntercepted) {
    intercept(attempt, interception, signal, api, destination);
  } else {
    attempt.commit();
    if (isSameDocument) {
      keepState(api);
      succeed(api);
    }
  }
}

function announceAbort(signal: object): void {
  dispatchTrusted(signal, createEvent('Event', 'abort'));
}

/** A navigation ends the one before it that handlers still work on. */
function abortOngoing(): void {
  if (ongoing === null) return;
  const { signal, api, finished } = ongoing;
  ongoing = null;
  transition = null;
  const error = domException('AbortError', 'Navigation was aborted');
  abortSignal(signal, error, announceAbort);
  finished.reject(error);
  fail(api, error);
}

/** The address changes at once; handlers of script make the page fit to it. */
function intercept(
  attempt: NavigationAttempt,
  { handlers }: Interception,
  signal: object,
  api: ApiCall | null,
  to: object,
): void {
  const from = entryObject(currentEntry());
  const finished = deferred<object>();
  markHandled(finished.promise);
  const committed = deferred<undefined>();
  const { type: navigationType } = attempt;
  const promises = { committed: committed.promise, finished: finished.promise };
  transition = makeRecord('NavigationTransition', { navigationType, from, to, ...promises });
  if (attempt.isSameDocument) attempt.commit();
  else if (attempt.type !== 'reload') rewriteEntry(attempt.url, attempt.type === 'replace');
  keepState(api);
  committed.resolve(undefined);
  api?.committed.resolve(entryObject(currentEntry()));
  const own: Ongoing = { signal, api, finished };
  ongoing = own;
  const end = (settle: () => void): void => {
    if (ongoing !== own) return;
    ongoing = null;
    transition = null;
    settle();
  };
  const onFailure = (error: unknown): void =>
    end(() => {
      finished.reject(error);
      fail(api, error);
    });
  let left = handlers.length + 1;
  const onSuccess = (): void => {
    if (--left > 0) return;
    end(() => {
      finished.resolve(entryObject(currentEntry()));
      succeed(api);
    });
  };
  for (let at = 0; at < handlers.length; at++) {
    const result = deferred<unknown>();
    whenSettled(result.promise, onSuccess, onFailure);
    try {
      result.resolve(apply(handlers[at]!, undefined, []));
    } catch (error) {
      result.reject(error);
    }
  }
  const nothing = deferred<undefined>();
  whenSettled(nothing.promise, onSuccess, onFailure);
  nothing.resolve(undefined);
}

/** With the entry: what a handler then puts in its place stays. */
function keepState(api: ApiCall | null): void {
  if (api !== null && api.state !== null) currentEntry().navigationState = api.state;
}

function succeed(api: ApiCall | null): void {
  dispatchTrusted(navigation!, createEvent('Event', 'navigatesuccess'));
  const entry = entryObject(currentEntry());
  api?.committed.resolve(entry);
  api?.finished.resolve(entry);
}

function fail(api: ApiCall | null, error: unknown): void {
  const init = { error, message: describe(error), filename: documentUrl() };
  dispatchTrusted(navigation!, createEvent('ErrorEvent', 'navigateerror', init));
  api?.committed.reject(error);
  api?.finished.reject(error);
}

/** Makes a call of navigation's own: `begin` starts the attempt, or throws. */
function call(options: unknown, begin: (call: ApiCall) => void): object {
  const { info, state } = (options ?? {}) as { readonly info?: unknown; readonly state?: unknown };
  const committed = deferred<object>();
  const finished = deferred<object>();
  markHandled(committed.promise);
  markHandled(finished.promise);
  try {
    const text = state === undefined ? null : structuredText(cloneValue(state));
    begin({ info, state: text, committed, finished });
  } catch (error) {
    committed.reject(error);
    finished.reject(error);
  }
  return { committed: committed.promise, finished: finished.promise };
}

/** Goes to another entry; `null` is one that is not there. */
function go(delta: number | null, options: unknown): object {
  return call(options, (api) => {
    if (delta === null) throw domException('InvalidStateError', 'Invalid key or no such entry.');
    if (delta === 0) {
      api.committed.resolve(entryObject(currentEntry()));
      api.finished.resolve(entryObject(currentEntry()));
      return;
    }
    traverse(delta, () => {
      nextCall = { ...api, state: null };
    });
  });
}

function indexOfKey(key: string): number | null {
  const entries = historyEntries();
  for (let at = 0; at < entries.length; at++) if (keyOf(entries[at]!) === key) return at;
  return null;
}

function installEvents(): void {
  const prototype = getPrototypeOf(createEvent('NavigateEvent', '')) as object;
  const members = {
    intercept(this: object, options?: unknown): void {
      const interception = weakGet(interceptions, this);
      if (interception === undefined || !interception.canIntercept) {
        throw domException('SecurityError', 'A navigation to this URL cannot be intercepted.');
      }
      if (!interception.isDispatching) throw domException('InvalidStateError', 'The event has been dispatched.');
      interception.isIntercepted = true;
      const { handler } = (options ?? {}) as { readonly handler?: unknown };
      if (typeof handler === 'function') append(interception.handlers, handler as () => unknown);
    },
    scroll(): void {},
  };
  for (const name of ['intercept', 'scroll'] as const) {
    Object.defineProperty(prototype, name, {
      value: members[name],
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
}

export function makeNavigation(): object {
  installHistoryEntries();
  installEvents();
  defineRecordInterface('NavigationTransition', null, ['navigationType', 'from', 'to', 'committed', 'finished']);
  defineInterface('Navigation', 'EventTarget');
  defineMembers<object>('Navigation', {
    get currentEntry(): object {
      return entryObject(currentEntry());
    },
    get transition(): object | null {
      return transition;
    },
    get activation(): null {
      return null;
    },
    get canGoBack(): boolean {
      return hasEntry(-1);
    },
    get canGoForward(): boolean {
      return hasEntry(1);
    },
    entries(): object[] {
      const all = bareArray<object>();
      const entries = historyEntries();
      for (let at = 0; at < entries.length; at++) append(all, entryObject(entries[at]!));
      return copyArray(all);
    },
    updateCurrentEntry(options: unknown): void {
      const { state } = (options ?? {}) as { readonly state?: unknown };
      currentEntry().navigationState = structuredText(cloneValue(state));
      const init = { navigationType: null, from: entryObject(currentEntry()) };
      dispatchTrusted(this, createEvent('NavigationCurrentEntryChangeEvent', 'currententrychange', init));
    },
    navigate(url: unknown, options?: unknown): object {
      return call(options, (api) => {
        const address = resolveAddress(`${url}`);
        if (address === null) throw domException('SyntaxError', `Invalid URL '${url}'.`);
        const { history } = (options ?? {}) as { readonly history?: unknown };
        if (startsWith(address, 'javascript:')) throw domException('NotSupportedError', 'A javascript: URL.');
        nextCall = { ...api, state: api.state ?? '' };
        navigateTo(address, history === 'replace' || (history !== 'push' && address === documentUrl()));
      });
    },
    reload(options?: unknown): object {
      return call(options, (api) => {
        nextCall = api;
        reloadDocument();
      });
    },
    traverseTo(key: unknown, options?: unknown): object {
      const index = indexOfKey(`${key}`);
      return go(index === null ? null : index - currentIndex(), options);
    },
    back(options?: unknown): object {
      return go(hasEntry(-1) ? -1 : null, options);
    },
    forward(options?: unknown): object {
      return go(hasEntry(1) ? 1 : null, options);
    },
  });
  defineHandlersOf('Navigation', ['navigate', 'navigatesuccess', 'navigateerror', 'currententrychange']);
  const object = create(prototypeOf('Navigation')) as object;
  navigation = object;
  setAttemptRunner(run);
  setEntryHook((type, from) => {
    const init = { navigationType: type, from: entryObject(from) };
    dispatchTrusted(object, createEvent('NavigationCurrentEntryChangeEvent', 'currententrychange', init));
  });
  return object;
}
