/**
 * A document's life: parsing, the scripts in between, DOMContentLoaded, load. And one turn of its event loop.
 *
 * In:  text from the host, in pieces. Out: one step for each turn: a script for the host to run, a task, or a piece of
 * parsing.
 *
 * HTML §13.2.7 https://html.spec.whatwg.org/#the-end
 */
import { LIMITS } from '../limits.ts';
import type { PageNode } from './dom/create-node.ts';
import { askEngine } from './engine-link.ts';
import { createEvent } from './event-classes.ts';
import { hasTask, queueLoadTask, runOneTask } from './event-loop.ts';
import { dispatchTrusted } from './events.ts';
import { isLoadBlocked } from './load-blockers.ts';
import type { ScriptRun } from './messages.ts';
import { postConsole, postLimit } from './outbox.ts';
import { append, bareArray, stringSlice } from './primordials.ts';
import { hasProbe, noteActivity } from './script/module-evaluation.ts';
import { isScriptOver } from './script-end.ts';
import {
  hasDeferredScripts,
  isDestructiveWriteIgnored,
  isLoadingScripts,
  isParserBlocked,
  isScriptReady,
  nextRun,
  probeModules,
  scriptDone,
  whileWriting,
  writingScript,
} from './scripts.ts';
import { isLoadingSheets } from './style-elements.ts';
import { noteLoaded, noteTime } from './window/performance.ts';

export type ReadyState = 'loading' | 'interactive' | 'complete';

let document: PageNode | null = null;
let readyState: ReadyState = 'loading';
/** Text that has not been parsed, and where it begins. */
let input = '';
let position = 0;
let isInputComplete = false;
/** Characters that were parsed, and whether what comes behind them is dropped. */
let parsed = 0;
let isCut = false;
let isHeld = false;
/** A script is done and the parser has not gone on yet. */
let mustResume = false;
let wroteLast = false;
let isParsed = false;
let contentLoaded: 'no' | 'queued' | 'done' = 'no';
let loadQueued = false;
/** How deep scripts write: what they write parses more scripts. */
let writeDepth = 0;
/** document.open was called, and document.close was not yet. */
let isOpened = false;
/** "iframe load in progress" and "mute iframe load": a listener of the frame's load event wrote this document anew. */
let isLoadEventRunning = false;
let isLoadMuted = false;
let parserTurn = false;

export function startDocument(node: PageNode): void {
  document = node;
}

/** Told when the document has come to another state. */
const readyHooks = bareArray<() => void>();

export function addReadyHook(hook: () => void): void {
  append(readyHooks, hook);
}

export function currentReadyState(): ReadyState {
  return readyState;
}

/** More text of the page has come. */
export function feed(text: string, isLast: boolean): void {
  if (isCut) return;
  input = position >= input.length ? text : stringSlice(input, position) + text;
  position = 0;
  isInputComplete = isLast;
}

/** The parser stands at a script: it goes on when `scriptDone` or a failed fetch lets it. */
export function parserHeld(): void {
  isHeld = true;
}

function canParse(): boolean {
  if (isParsed || (isHeld && !mustResume)) return false;
  return mustResume || position < input.length || isInputComplete;
}

function parseStep(): void {
  if (mustResume) {
    mustResume = false;
    isHeld = false;
    check(askEngine((engine) => engine.parserResume()));
  } else {
    const chunk = stringSlice(input, position, position + LIMITS.parseChunkChars);
    position += chunk.length;
    parsed += chunk.length;
    if (parsed > LIMITS.parsedChars) {
      postLimit('markup');
      cutInput();
    }
    const isLast = isInputComplete && position >= input.length;
    if (isLast) {
      input = '';
      position = 0;
      wroteLast = true;
    }
    check(askEngine((engine) => engine.parserWrite(chunk, isLast)));
  }
  if (wroteLast && !isHeld) endParsing();
}

/** A parser that failed (the page has too many nodes) is at its end: what there is stays readable. */
function check(result: boolean | undefined): void {
  if (result !== undefined) return;
  postConsole('The rest of the page was not parsed: it is too large.');
  cutInput();
  isHeld = false;
  wroteLast = true;
}

/** What there is of the page's text is all of it. */
function cutInput(): void {
  input = '';
  position = 0;
  isInputComplete = true;
  isCut = true;
}

/** "the end", steps 1 to 5 */
function endParsing(): void {
  isParsed = true;
  noteTime('domInteractive');
  setReadyState('interactive');
}

function setReadyState(state: ReadyState): void {
  readyState = state;
  for (let at = 0; at < readyHooks.length; at++) readyHooks[at]!();
  if (document !== null) dispatchTrusted(document, createEvent('Event', 'readystatechange'));
}

/** "the end", steps 6 and on: what follows once nothing holds it up. */
function advance(): void {
  if (!isParsed) return;
  if (contentLoaded === 'no' && !hasDeferredScripts() && !isParserBlocked()) {
    contentLoaded = 'queued';
    queueLoadTask(() => {
      contentLoaded = 'done';
      noteTime('domContentLoadedEventStart');
      dispatchTrusted(document!, createEvent('Event', 'DOMContentLoaded', { bubbles: true }));
      noteTime('domContentLoadedEventEnd');
    });
  } else if (contentLoaded === 'done' && !loadQueued && !isLoadingScripts() && !isLoadingSheets() && !isLoadBlocked()) {
    loadQueued = true;
    queueLoadTask(() => {
      noteTime('domComplete');
      setReadyState('complete');
      noteTime('loadEventStart');
      dispatchTrusted(globalThis, createEvent('Event', 'load'));
      noteLoaded();
      dispatchTrusted(globalThis, createEvent('PageTransitionEvent', 'pageshow'));
      if (!isLoadMuted) askEngine((engine) => engine.frameLoaded());
    });
  }
}

/** The empty document that a frame begins with is there at once, and has loaded. */
export function finishBlank(): void {
  feed('', true);
  while (canParse()) parseStep();
  contentLoaded = 'done';
  loadQueued = true;
  readyState = 'complete';
}

/** The element that shows this document fires its load event, or has fired it. */
export function noteLoadEvent(isRunning: boolean): void {
  isLoadEventRunning = isRunning;
}

/** One step. Gives the script that the host has to run next, if that is the step. */
export function turn(): ScriptRun | null {
  const run = nextRun(isParsed);
  if (run !== null) return run;
  if (isHeld && !isParserBlocked()) mustResume = true;
  advance();
  // Tasks and the parser take turns, so that neither waits for ever.
  parserTurn = !parserTurn;
  if (parserTurn && canParse()) parseStep();
  else if (runOneTask()) noteActivity();
  else if (canParse()) parseStep();
  else if (!isScriptOver()) probeModules();
  advance();
  return null;
}

/** Whether another turn would do something now. */
export function isReady(): boolean {
  if (isScriptReady(isParsed) || hasTask() || canParse()) return true;
  return (isHeld && !isParserBlocked()) || (hasProbe() && !isScriptOver());
}

export function isLoading(): boolean {
  return readyState !== 'complete';
}

/** The host has evaluated a script, or could not compile it. */
export function finishScript(id: number, failure: string): void {
  const finished = scriptDone(id, failure);
  if (finished === null) return;
  // What the script wrote may hold up the parser itself.
  if (finished.holdsParser && !isParserBlocked()) mustResume = true;
  finished.announce();
}

/**
 * document.write: the text is parsed at once, where the parser stands; scripts in it run at once, too. In a document that
 * has been parsed it begins a new tree.
 *
 * HTML §8.4.3 https://html.spec.whatwg.org/#document.write()
 *
 * Differs: what is written while the parser stands nowhere (a timer during loading) is dropped.
 */
export function writeMarkup(text: string): void {
  if (isDestructiveWriteIgnored()) {
    postConsole('document.write() by an async or deferred script was ignored.');
    return;
  }
  if (isParsed) openDocument();
  const { id, isBlocked, isParsers } = writingScript();
  if (isOpened) {
    input = stringSlice(input, position) + text;
    position = 0;
    parseWritten();
  } else if (isParsers || writeDepth > 0) {
    writeDepth++;
    const isHeldInside = whileWriting(() => askEngine((engine) => engine.parserInsert(text, id, isBlocked)));
    writeDepth--;
    if (isHeldInside === true) isHeld = true;
  } else postConsole('document.write() outside of a script of the parser was ignored.');
}

/** Scripts in it run at once, where they stand. */
function parseWritten(): void {
  whileWriting(() => {
    while (canParse()) parseStep();
  });
}

/** document.open: an empty document, and a parser that waits for what is written. */
export function openDocument(): void {
  if (document === null || isOpened || !isParsed) return;
  if (isLoadEventRunning) isLoadMuted = true;
  emptyDocument(document);
  askEngine((engine) => engine.parserRestart());
  input = '';
  position = 0;
  isInputComplete = false;
  parsed = 0;
  isCut = false;
  wroteLast = false;
  isParsed = false;
  isHeld = false;
  mustResume = false;
  contentLoaded = 'no';
  loadQueued = false;
  isOpened = true;
  setReadyState('loading');
}

/** document.close: what was written is all there is. The parser comes to its end at once, unless a script holds it. */
export function closeDocument(): void {
  if (!isOpened) return;
  isOpened = false;
  isInputComplete = true;
  parseWritten();
}

let emptyDocument: (document: PageNode) => void = () => {};

/** How a document is emptied; the tree's files know. */
export function setDocumentEmptier(empty: (document: PageNode) => void): void {
  emptyDocument = empty;
}
