/**
 * What a page may cost, and the errors of isolated-vm told as ours.
 *
 * A page can throw an Error with any text, also that of isolated-vm's own. So a failure counts as a timeout only if the
 * time was really up, and as a lost isolate only if the isolate is gone.
 */
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';

/** What a document may cost, and its time; defaults are in limits.ts. */
export interface IsolateOptions {
  readonly memoryMb?: number;
  /** Longest time of one task of the page. */
  readonly taskMs?: number;
  /** Processor time of all scripts of one navigation. */
  readonly navigationScriptMs?: number;
  readonly layoutMs?: number;
  /** The host's time in milliseconds, which pages live by: that of the machine when not given. */
  readonly now?: () => number;
}

/** Bytes of the heap in use, and outside of it. */
export interface MemoryUse {
  readonly heapBytes: number;
  readonly externalBytes: number;
}

export function memoryUse(heap: {
  readonly used_heap_size: number;
  readonly externally_allocated_size: number;
}): MemoryUse {
  return { heapBytes: heap.used_heap_size, externalBytes: heap.externally_allocated_size };
}

export type Failure =
  /** The task was stopped; the isolate lives. */
  | 'timeout'
  /** The isolate is gone. */
  | 'lost'
  /** The page threw, or left a promise rejected. */
  | 'page';

export interface FailureFacts {
  readonly isDisposed: boolean;
  readonly elapsedMs: number;
  readonly timeoutMs: number;
}

const TIMEOUT_TEXT = 'Script execution timed out.';
const LOST_TEXT = /isolated? (?:is|was) (?:already )?disposed/i;

export function classifyFailure(error: unknown, facts: FailureFacts): Failure {
  if (facts.isDisposed) return 'lost';
  const message = error instanceof Error ? error.message : '';
  // A margin for timers that fire a little early.
  if (message === TIMEOUT_TEXT && facts.elapsedMs >= facts.timeoutMs * 0.9) return 'timeout';
  return 'page';
}

/** Whether isolated-vm says that memory was the reason. */
export function isMemoryFailure(error: unknown): boolean {
  return error instanceof Error && LOST_TEXT.test(error.message) && error.message.includes('memory limit');
}

export function timeoutError(what: string, timeoutMs: number): AgentBrowserError {
  return new AgentBrowserError(
    'script_timeout',
    `${what} took longer than ${timeoutMs} ms and was stopped. The page is as far as it came; call state() to see it.`,
  );
}

export function memoryError(memoryMb: number): AgentBrowserError {
  return new AgentBrowserError(
    'out_of_memory',
    `The page used more than its ${memoryMb} MB of memory and was closed. state() shows its document as it was served, without scripts; goto() opens a page again.`,
  );
}

export function stuckError(what: string): AgentBrowserError {
  return new AgentBrowserError(
    'script_timeout',
    `${what} could not be stopped in time, so its page was closed. state() shows its document as it was served, without scripts; goto() opens a page again.`,
  );
}

export function closedError(): AgentBrowserError {
  return new AgentBrowserError('session_closed', 'The page was closed. Open another.');
}

/** Errors that we made stand apart from what came out of the isolate. */
export function isOurs(error: unknown): error is AgentBrowserError {
  return error instanceof AgentBrowserError;
}

export function internalError(what: string, cause: unknown): AgentBrowserError {
  return new AgentBrowserError('internal_error', `${what} failed inside the page's realm. Reload the page.`, { cause });
}

/** The text of a syntax error. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, LIMITS.eventChars);
  // isolated-vm adds the place to the message.
  const [, message, place] = /^(.*?)(?: \[(.*:\d+:\d+)\])?$/s.exec(error.message) ?? [];
  return `${error.name}: ${message}${place === undefined ? '' : `\n    at ${place}`}`.slice(0, LIMITS.eventChars);
}
