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
import { hasTask, queueTask, runOneTask } from './event-loop.ts';
import { dispatchTrusted } from './events.ts';
import type { ScriptRun } from './messages.ts';
import { postConsole } from './outbox.ts';
import { stringSlice } from './primordials.ts';
import { reportScriptFailure } from './report-exception.ts';
import {
  hasDeferredScripts,
  isLoadingScripts,
  isParserBlocked,
  isParserScriptRunning,
  isScriptReady,
  nextRun,
  scriptDone,
} from './scripts.ts';
import { isLoadingSheets } from './style-elements.ts';

export type ReadyState = 'loading' | 'interactive' | 'complete';

let document: PageNode | null = null;
let readyState: ReadyState = 'loading';
/** Text that has not been parsed, and where it begins. */
let input = '';
let position = 0;
let isInputComplete = false;
let isHeld = false;
/** A script is done and the parser has not gone on yet. */
let mustResume = false;
let wroteLast = false;
let isParsed = false;
let contentLoaded: 'no' | 'queued' | 'done' = 'no';
let loadQueued = false;
let written = '';
let parserTurn = false;

export function startDocument(node: PageNode): void {
  document = node;
}

export function currentReadyState(): ReadyState {
  return readyState;
}

/** More text of the page has come. */
export function feed(text: string, isLast: boolean): void {
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
    if (written !== '') {
      const text = written;
      written = '';
      askEngine((engine) => engine.parserInsert(text));
    }
    check(askEngine((engine) => engine.parserResume()));
  } else {
    const chunk = stringSlice(input, position, position + LIMITS.parseChunkChars);
    position += chunk.length;
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
  isHeld = false;
  wroteLast = true;
}

/** "the end", steps 1 to 5 */
function endParsing(): void {
  isParsed = true;
  setReadyState('interactive');
}

function setReadyState(state: ReadyState): void {
  readyState = state;
  if (document !== null) dispatchTrusted(document, createEvent('Event', 'readystatechange'));
}

/** "the end", steps 6 and on: what follows once nothing holds it up. */
function advance(): void {
  if (!isParsed) return;
  if (contentLoaded === 'no' && !hasDeferredScripts() && !isParserBlocked()) {
    contentLoaded = 'queued';
    queueTask(() => {
      contentLoaded = 'done';
      dispatchTrusted(document!, createEvent('Event', 'DOMContentLoaded', { bubbles: true }));
    });
  } else if (contentLoaded === 'done' && !loadQueued && !isLoadingScripts() && !isLoadingSheets()) {
    loadQueued = true;
    queueTask(() => {
      setReadyState('complete');
      dispatchTrusted(globalThis, createEvent('Event', 'load'));
      dispatchTrusted(globalThis, createEvent('PageTransitionEvent', 'pageshow'));
    });
  }
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
  else if (!runOneTask() && canParse()) parseStep();
  advance();
  return null;
}

/** Whether another turn would do something now. */
export function isReady(): boolean {
  if (isScriptReady(isParsed) || hasTask() || canParse()) return true;
  return isHeld && !isParserBlocked();
}

export function isLoading(): boolean {
  return readyState !== 'complete';
}

/** The host has evaluated a script, or could not compile it. */
export function finishScript(id: number, failure: string): void {
  const finished = scriptDone(id);
  if (finished === null) return;
  if (finished.holdsParser) mustResume = true;
  if (failure !== '') reportScriptFailure(failure);
  finished.announce();
}

/**
 * document.write.
 *
 * Differs: what a script writes is parsed when the script is done, not at once; and writing to a document that has been
 * parsed does nothing, where the standard would empty it first.
 */
export function writeMarkup(text: string): void {
  if (isParserScriptRunning()) written += text;
  else postConsole('document.write() after the document was parsed did nothing.');
}
