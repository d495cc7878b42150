/**
 * Script elements: which run, and when.
 *
 * In:  script elements from the parser and from other scripts. Out: runs for the host, which evaluates classic scripts in
 * the page's global scope, one to a turn; load and error events.
 *
 * HTML §4.12.1 https://html.spec.whatwg.org/#prepare-the-script-element
 *
 * Missing: 'import()' in code that is compiled inside the realm (inserted inline scripts, eval, handlers) is rejected.
 */
import type { StoreNode } from '../html/dom-keys.ts';
import { attribute, hasAttribute } from '../html/node-tree.ts';
import { isAllowed } from './csp/violations.ts';
import { baseUrl, documentUrl, encodedAddress } from './document-address.ts';
import type { PageNode } from './dom/create-node.ts';
import { textContentOf } from './dom/node-members.ts';
import { isConnected } from './dom/tree.ts';
import { askEngine } from './engine-link.ts';
import { createEvent } from './event-classes.ts';
import { queueTask } from './event-loop.ts';
import { dispatchTrusted } from './events.ts';
import type { ScriptRun } from './messages.ts';
import { append, type BareArray, bareArray, removeAt, weakGet, weakSet } from './primordials.ts';
import { blockRendering, unblockRendering } from './render-blocking.ts';
import { reportException, reportScriptFailure } from './report-exception.ts';
import { requestResource } from './resources.ts';
import { addImportMap } from './script/import-map.ts';
import {
  abandonEvaluation,
  beginEvaluation,
  type Evaluation,
  errorFromText,
  nextProbe,
  probed,
  setImportQueue,
} from './script/module-evaluation.ts';
import { fetchModule, hasCompiles, inlineModule, type ModuleRecord, whenGraphIsThere } from './script/module-map.ts';
import { moduleOptions, requestOptions } from './script/request-options.ts';
import { scriptKind } from './script/script-kind.ts';
import { areSheetsPending } from './style-elements.ts';

/** A script that is on its way to be run by the host. */
interface PendingScript {
  /** `null` for what 'import()' asked for. */
  readonly element: PageNode | null;
  readonly code: string;
  url: string;
  /** The request that fetched a classic script. */
  request: number | null;
  readonly isExternal: boolean;
  isReady: boolean;
  /** It could not be fetched. */
  failed: boolean;
  readonly module: ModuleRecord | null;
  /** What is wrong with the module's graph, as an exception's text. */
  exception: string;
  readonly evaluation: Evaluation | null;
}

interface ElementFlags {
  alreadyStarted: boolean;
  byParser: boolean;
  /** Script-made scripts are async until somebody says otherwise. */
  forceAsync: boolean;
}

const flags = new WeakMap<StoreNode, ElementFlags>();

let scriptingEnabled = true;
/** The parser waits for this one. */
let parserBlocking: PendingScript | null = null;
const deferred: BareArray<PendingScript> = bareArray();
const inOrder: BareArray<PendingScript> = bareArray();
const asyncReady: BareArray<PendingScript> = bareArray();
let asyncPending = 0;
/** Given to the host, not yet done. */
let running: { readonly id: number; readonly script: PendingScript; readonly holdsParser: boolean } | null = null;
/** An evaluation of a module that the host looks after once more. */
let probing: ScriptRun | null = null;
let lastRun = 0;
let current: PageNode | null = null;
/** How deep document.write is parsing: scripts in what it writes run at once. */
let writing = 0;

export function setScripting(enabled: boolean): void {
  scriptingEnabled = enabled;
}

/** No script runs any more, and nothing waits for one. */
export function forgetScripts(): void {
  scriptingEnabled = false;
  parserBlocking = running = probing = current = null;
  deferred.length = inOrder.length = asyncReady.length = asyncPending = 0;
}

export function currentScript(): PageNode | null {
  return current;
}

export function whileWriting<Result>(work: () => Result): Result {
  writing++;
  try {
    return work();
  } finally {
    writing--;
  }
}

function flagsOf(script: StoreNode): ElementFlags {
  let known = weakGet(flags, script);
  if (known === undefined) {
    known = { alreadyStarted: false, byParser: false, forceAsync: true };
    weakSet(flags, script, known);
  }
  return known;
}

/** The parser has opened a script element; it is prepared at its end tag. */
export function markParserScript(script: PageNode): void {
  const own = flagsOf(script);
  own.byParser = true;
  own.forceAsync = false;
}

/** HTML: a script that has run does not run again in a copy. */
export function copyStarted(from: PageNode, to: PageNode): void {
  if (weakGet(flags, from)?.alreadyStarted) flagsOf(to).alreadyStarted = true;
}

export function markNeverRuns(script: PageNode): void {
  flagsOf(script).alreadyStarted = true;
}

/** Scripts of a contextual fragment run when they come into the document. */
export function markMayRun(script: PageNode): void {
  flagsOf(script).alreadyStarted = false;
}

export function isParserScript(script: StoreNode): boolean {
  return weakGet(flags, script)?.byParser === true;
}

export function isForcedAsync(script: StoreNode): boolean {
  return weakGet(flags, script)?.forceAsync ?? true;
}

export function clearForceAsync(script: StoreNode): void {
  flagsOf(script).forceAsync = false;
}

/** "prepare the script element". `true` when the parser has to wait. */
export function prepareScript(script: PageNode): boolean {
  const own = flagsOf(script);
  const { byParser } = own;
  if (own.alreadyStarted || !isConnected(script)) return false;
  const source = textContentOf(script);
  const src = attribute(script, 'src');
  if (src === null && source === '') return false;
  const kind = scriptKind(script);
  if (kind === 'data') return false;
  own.alreadyStarted = true;
  if (!scriptingEnabled) return false;
  if (kind === 'classic' && hasAttribute(script, 'nomodule')) return false;
  if (src === null) {
    const nonce = attribute(script, 'nonce') ?? '';
    const verdict = askEngine((engine) => engine.policyInline('script', source, nonce));
    if (!isAllowed(verdict, 'execute inline script', script)) return false;
  }
  if (src === '' || (kind === 'importmap' && src !== null)) return failLater(script);
  const url = src === null ? null : encodedAddress(src);
  if (src !== null && url === null) return failLater(script);
  switch (kind) {
    case 'importmap': {
      const failure = addImportMap(source, baseUrl());
      if (failure !== '') reportScriptFailure(failure);
      return false;
    }
    case 'module':
      return prepareModule(script, source, url, byParser, own);
    case 'classic':
      return url === null ? prepareInline(script, source, byParser) : prepareExternal(script, url, byParser, own);
  }
}

function failLater(script: PageNode): false {
  queueTask(() => dispatchTrusted(script, createEvent('Event', 'error')));
  return false;
}

function pendingScript(element: PageNode | null, parts: Partial<PendingScript>): PendingScript {
  return {
    element,
    code: parts.code ?? '',
    url: parts.url ?? documentUrl(),
    request: null,
    isExternal: parts.isExternal ?? false,
    isReady: parts.isReady ?? false,
    failed: false,
    module: parts.module ?? null,
    exception: '',
    evaluation: parts.evaluation ?? null,
  };
}

function prepareInline(script: PageNode, code: string, byParser: boolean): boolean {
  if (!byParser || (writing > 0 && !areSheetsPending())) {
    runNow(script, code);
    return false;
  }
  parserBlocking = pendingScript(script, { code, isReady: true });
  return true;
}

function prepareExternal(script: PageNode, url: string, byParser: boolean, own: ElementFlags): boolean {
  const pending = pendingScript(script, { url, isExternal: true });
  const isAsync = hasAttribute(script, 'async') || own.forceAsync;
  blockRendering(script, byParser && !isAsync && !hasAttribute(script, 'defer'));
  const isLate = isAsync || !byParser || hasAttribute(script, 'defer');
  pending.request = requestResource(
    url,
    'script',
    (answer) => {
      pending.isReady = true;
      pending.failed = !answer.ok;
      pending.url = answer.url;
      if (isAsync) append(asyncReady, pending);
    },
    { ...requestOptions(script), isParserInserted: byParser, isLate },
  );
  if (isAsync) asyncPending++;
  else if (byParser && hasAttribute(script, 'defer')) append(deferred, pending);
  else if (!byParser) append(inOrder, pending);
  else {
    parserBlocking = pending;
    return true;
  }
  return false;
}

/** A module never holds up the parser: it is async, or waits for the parser's end, or for those before it. */
function prepareModule(
  script: PageNode,
  source: string,
  url: string | null,
  byParser: boolean,
  own: ElementFlags,
): false {
  const module =
    url === null
      ? inlineModule(source, baseUrl())
      : fetchModule(url, 'javascript', { ...moduleOptions(script), isParserInserted: byParser });
  blockRendering(script, false);
  if (url === null) module.nonce = attribute(script, 'nonce') ?? '';
  const evaluation = { module, done: (): void => {}, failed: reportException };
  const pending = pendingScript(script, { url: module.url, isExternal: url !== null, module, evaluation });
  const isAsync = hasAttribute(script, 'async') || own.forceAsync;
  if (isAsync) asyncPending++;
  else if (byParser) append(deferred, pending);
  else append(inOrder, pending);
  whenGraphIsThere(module, (failure) => {
    pending.isReady = true;
    pending.failed = failure?.kind === 'fetch';
    if (failure?.kind === 'exception') pending.exception = failure.text;
    if (isAsync) append(asyncReady, pending);
  });
  return false;
}

/** What 'import()' asked for is there: it runs like an async script, and nothing waits for it. */
export function queueImportedModule(evaluation: Evaluation): void {
  asyncPending++;
  append(asyncReady, pendingScript(null, { module: evaluation.module, isReady: true, evaluation }));
}
setImportQueue(queueImportedModule);

/** An inline script that a script has put in: it runs before the insertion returns. */
function runNow(script: PageNode, code: string): void {
  const outer = current;
  current = script;
  const failure = askEngine((engine) => engine.runScript(code, documentUrl()));
  if (failure !== undefined && failure !== '') reportScriptFailure(failure);
  current = outer;
}

/** The next script that the host has to run now, if any. `parserDone` lets deferred scripts go. */
export function nextRun(parserDone: boolean): ScriptRun | null {
  if (!scriptingEnabled) return null;
  if (running !== null) return runOf(running.id, running.script);
  if (probing !== null) return probing;
  for (;;) {
    const script = takeReady(parserDone);
    if (script === null) return null;
    if (script.element !== null) unblockRendering(script.element);
    const holdsParser = script === parserBlocking;
    running = { id: ++lastRun, script, holdsParser };
    if (!script.failed && script.exception === '') {
      // Modules have no current script.
      if (script.module === null) current = script.element;
      if (script.evaluation !== null) beginEvaluation(lastRun, script.evaluation);
      return runOf(lastRun, script);
    }
    if (script.exception !== '') reportScriptFailure(script.exception);
    scriptDone(lastRun, '')?.announce();
    if (holdsParser) return null;
  }
}

/** Nothing else is left to do: an evaluation that has not ended is looked after. */
export function probeModules(): boolean {
  const probe = probing === null ? nextProbe() : null;
  if (probe !== null) probing = { id: probe.run, request: null, code: '', url: '', module: probe.module };
  return probe !== null;
}

function runOf(id: number, { request, code, url, module }: PendingScript): ScriptRun {
  return { id, request, code, url, module: module === null ? null : module.id };
}

function takeReady(parserDone: boolean): PendingScript | null {
  if (parserBlocking?.isReady && !areSheetsPending()) return parserBlocking;
  if (asyncReady.length > 0) {
    asyncPending--;
    return takeFirst(asyncReady);
  }
  if (inOrder.length > 0 && inOrder[0]!.isReady) return takeFirst(inOrder);
  const mayDefer = parserDone && deferred.length > 0 && deferred[0]!.isReady && !areSheetsPending();
  return mayDefer ? takeFirst(deferred) : null;
}

function takeFirst(list: BareArray<PendingScript>): PendingScript {
  const first = list[0]!;
  removeAt(list, 0);
  return first;
}

/** What is left to do when a script is done: whether the parser goes on, and the element's event. */
export interface FinishedScript {
  readonly holdsParser: boolean;
  announce(): void;
}

/** The host has evaluated the script. All that follows from it is noted before any listener can run. */
export function scriptDone(id: number, failure: string): FinishedScript | null {
  if (probing?.id === id) {
    probing = null;
    probed(id);
    return null;
  }
  if (running === null || running.id !== id) return null;
  const { script, holdsParser } = running;
  running = null;
  current = null;
  // A script that it wrote may have taken its place.
  if (parserBlocking === script) parserBlocking = null;
  const announce = (): void => {
    if (failure !== '') {
      if (script.evaluation === null) reportScriptFailure(failure);
      else abandonEvaluation(id, errorFromText(failure));
    }
    if (script.element === null || !script.isExternal) return;
    dispatchTrusted(script.element, createEvent('Event', script.failed ? 'error' : 'load'));
  };
  return { holdsParser, announce };
}

/** A failed parser-blocking script has been passed over: the parser may go on. */
export function isParserBlocked(): boolean {
  return parserBlocking !== null;
}

/** Who writes: the running script, if it stands in the parser, and whether a script that it has written holds that up. */
export function writingScript(): { readonly id: number; readonly isBlocked: boolean; readonly isParsers: boolean } {
  const isBlocked = parserBlocking !== null && parserBlocking !== running?.script;
  return { id: running?.id ?? 0, isBlocked, isParsers: running?.holdsParser === true };
}

/** HTML: scripts that do not stand where the parser is may not write into it. */
export function isDestructiveWriteIgnored(): boolean {
  if (running === null || running.holdsParser) return false;
  return running.script.isExternal || running.script.module !== null;
}

export function hasDeferredScripts(): boolean {
  return deferred.length > 0;
}

/** Scripts that hold up the load event. */
export function isLoadingScripts(): boolean {
  return running !== null || parserBlocking !== null || deferred.length > 0 || inOrder.length > 0 || asyncPending > 0;
}

/** Whether `nextRun` would give a script. */
export function isScriptReady(parserDone: boolean): boolean {
  if (!scriptingEnabled) return false;
  if (running !== null || probing !== null || asyncReady.length > 0 || hasCompiles()) return true;
  if (parserBlocking?.isReady && !areSheetsPending()) return true;
  if (inOrder.length > 0 && inOrder[0]!.isReady) return true;
  return parserDone && deferred.length > 0 && deferred[0]!.isReady && !areSheetsPending();
}
