/**
 * Script elements: which run, and when.
 *
 * In:  script elements from the parser and from other scripts. Out: runs for the host, which evaluates classic scripts in
 * the page's global scope, one to a turn; load and error events.
 *
 * HTML §4.12.1 https://html.spec.whatwg.org/#prepare-the-script-element
 *
 * Missing: modules do not run; 'nomodule' scripts run instead.
 * Differs: an inline script that script inserts is evaluated at once, but its top-level 'let' and 'const' stay its own.
 */
import type { StoreNode } from '../html/dom-keys.ts';
import { attribute, hasAttribute } from '../html/node-tree.ts';
import { documentUrl, resolveAddress } from './document-address.ts';
import type { PageNode } from './dom/create-node.ts';
import { textContentOf } from './dom/node-members.ts';
import { isConnected } from './dom/tree.ts';
import { createEvent } from './event-classes.ts';
import { queueTask } from './event-loop.ts';
import { dispatchTrusted } from './events.ts';
import type { ScriptRun } from './messages.ts';
import { postConsole } from './outbox.ts';
import {
  append,
  asciiLower,
  type BareArray,
  bareArray,
  evaluate,
  hasWord,
  removeAt,
  trim,
  weakGet,
  weakSet,
} from './primordials.ts';
import { reportException } from './report-exception.ts';
import { requestResource } from './resources.ts';
import { areSheetsPending } from './style-elements.ts';

/** A script that is on its way to be run by the host. */
interface PendingScript {
  readonly element: PageNode;
  readonly code: string;
  url: string;
  /** `null` for inline scripts. */
  request: number | null;
  isReady: boolean;
  failed: boolean;
}

interface ElementFlags {
  alreadyStarted: boolean;
  byParser: boolean;
  /** Script-made scripts are async until somebody says otherwise. */
  forceAsync: boolean;
}

const flags = new WeakMap<StoreNode, ElementFlags>();
const JAVASCRIPT_TYPES =
  ' application/ecmascript application/javascript application/x-ecmascript application/x-javascript text/ecmascript ' +
  'text/javascript text/javascript1.0 text/javascript1.1 text/javascript1.2 text/javascript1.3 text/javascript1.4 ' +
  'text/javascript1.5 text/jscript text/livescript text/x-ecmascript text/x-javascript ';

let scriptingEnabled = true;
/** The parser waits for this one. */
let parserBlocking: PendingScript | null = null;
const deferred: BareArray<PendingScript> = bareArray();
const inOrder: BareArray<PendingScript> = bareArray();
const asyncReady: BareArray<PendingScript> = bareArray();
let asyncPending = 0;
/** Given to the host, not yet done. */
let running: { readonly id: number; readonly script: PendingScript; readonly holdsParser: boolean } | null = null;
let lastRun = 0;
let current: PageNode | null = null;

export function setScripting(enabled: boolean): void {
  scriptingEnabled = enabled;
}

export function currentScript(): PageNode | null {
  return current;
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

export function markNeverRuns(script: PageNode): void {
  flagsOf(script).alreadyStarted = true;
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

function scriptKind(script: StoreNode): 'classic' | 'module' | 'data' {
  const type = attribute(script, 'type');
  const language = attribute(script, 'language');
  if (type === '' || (type === null && (language === null || language === ''))) return 'classic';
  const essence = asciiLower(trim(type ?? `text/${language}`));
  if (essence === 'module') return 'module';
  return hasWord(JAVASCRIPT_TYPES, essence) ? 'classic' : 'data';
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
  if (kind === 'module') {
    postConsole('A module script was not run: modules are not supported yet.');
    return false;
  }
  return src === null ? prepareInline(script, source, byParser) : prepareExternal(script, src, byParser, own);
}

function prepareInline(script: PageNode, code: string, byParser: boolean): boolean {
  if (!byParser) {
    runNow(script, code);
    return false;
  }
  parserBlocking = { element: script, code, url: documentUrl(), request: null, isReady: true, failed: false };
  return true;
}

function prepareExternal(script: PageNode, src: string, byParser: boolean, own: ElementFlags): boolean {
  const url = src === '' ? null : resolveAddress(src);
  if (url === null) {
    queueTask(() => dispatchTrusted(script, createEvent('Event', 'error')));
    return false;
  }
  const pending: PendingScript = { element: script, code: '', url, request: null, isReady: false, failed: false };
  const isAsync = hasAttribute(script, 'async') || own.forceAsync;
  pending.request = requestResource(url, 'script', (answer) => {
    pending.isReady = true;
    pending.failed = !answer.ok;
    pending.url = answer.url;
    if (isAsync) append(asyncReady, pending);
  });
  if (isAsync) {
    asyncPending++;
    return false;
  }
  if (byParser && hasAttribute(script, 'defer')) {
    append(deferred, pending);
    return false;
  }
  if (!byParser) {
    append(inOrder, pending);
    return false;
  }
  parserBlocking = pending;
  return true;
}

/** An inline script that a script has put in: it runs before the insertion returns. */
function runNow(script: PageNode, code: string): void {
  const outer = current;
  current = script;
  try {
    evaluate(`${code}\n//# sourceURL=${documentUrl()}`);
  } catch (error) {
    reportException(error);
  }
  current = outer;
}

/** The next script that the host has to run now, if any. `parserDone` lets deferred scripts go. */
export function nextRun(parserDone: boolean): ScriptRun | null {
  if (running !== null) return runOf(running.id, running.script);
  for (;;) {
    const script = takeReady(parserDone);
    if (script === null) return null;
    const holdsParser = script === parserBlocking;
    running = { id: ++lastRun, script, holdsParser };
    if (!script.failed) {
      current = script.element;
      return runOf(lastRun, script);
    }
    scriptDone(lastRun)?.announce();
    if (holdsParser) return null;
  }
}

function runOf(id: number, { request, code, url }: PendingScript): ScriptRun {
  return { id, request, code, url };
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
export function scriptDone(id: number): FinishedScript | null {
  if (running === null || running.id !== id) return null;
  const { script, holdsParser } = running;
  running = null;
  current = null;
  if (holdsParser) parserBlocking = null;
  const announce = (): void => {
    if (script.request === null) return;
    dispatchTrusted(script.element, createEvent('Event', script.failed ? 'error' : 'load'));
  };
  return { holdsParser, announce };
}

/** A failed parser-blocking script has been passed over: the parser may go on. */
export function isParserBlocked(): boolean {
  return parserBlocking !== null;
}

/** Whether the parser's own scripts are running: document.write writes into the parser then. */
export function isParserScriptRunning(): boolean {
  return running?.holdsParser === true;
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
  if (running !== null || asyncReady.length > 0) return true;
  if (parserBlocking?.isReady && !areSheetsPending()) return true;
  if (inOrder.length > 0 && inOrder[0]!.isReady) return true;
  return parserDone && deferred.length > 0 && deferred[0]!.isReady && !areSheetsPending();
}
