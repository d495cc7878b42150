/**
 * What a session did, as a folder: every call with its answer, every event and request, and the network's answers.
 *
 * In:  calls and events. Out: `trace.jsonl`, one JSON value a line, to be read by people and programs, and `network.har`
 *      beside it. With the two the session can be done again without a network (client/replay-trace.ts).
 *
 * Secure: everything passes the redactor that is handed in, and what is a secret by its nature is left out as a whole. The
 * files are for their owner only.
 */
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { SessionEvent } from './events.ts';

/** Takes secrets out of a JSON value. */
export type RedactValue = <T>(value: T) => T;

/** The first line. */
export interface TraceStart {
  readonly kind: 'start';
  readonly at: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface TraceCall {
  readonly kind: 'call';
  /** Milliseconds since the start. */
  readonly at: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly ms: number;
  readonly result?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
}

export interface TraceEvent {
  readonly kind: 'event';
  readonly event: SessionEvent;
}

export type TraceLine = TraceStart | TraceCall | TraceEvent;

const LINES = 'trace.jsonl';
const NETWORK = 'network.har';
/** Fields of settings and calls that are secrets, whatever is in them. */
const SECRET_FIELDS = new Set([
  'storageState',
  'cookie',
  'httpCredentials',
  'credentials',
  'answer',
  'code',
  'passphrase',
]);
/** Calls whose answer is one. */
const SECRET_ANSWERS = new Set(['session.storageState', 'session.cookies']);

export class TraceFolder {
  readonly path: string;
  readonly #redact: RedactValue;
  readonly #started = performance.now();
  #bytes = 0;

  /** `true` is a new folder among those for temporary files. */
  constructor(where: string | true, settings: Readonly<Record<string, unknown>>, redact: RedactValue) {
    this.#redact = redact;
    try {
      this.path = where === true ? mkdtempSync(join(tmpdir(), 'agentbrowser-trace-')) : where;
      mkdirSync(this.path, { recursive: true, mode: 0o700 });
    } catch (cause) {
      throw new AgentBrowserError('invalid_argument', `The folder '${where}' for the trace cannot be made.`, { cause });
    }
    this.#write({ kind: 'start', at: new Date().toISOString(), settings: withoutSecretFields(settings) });
  }

  /** Where the network's answers go. */
  get networkPath(): string {
    return join(this.path, NETWORK);
  }

  call(method: string, params: unknown, startedAt: number, outcome: Pick<TraceCall, 'result' | 'error'>): void {
    const { session: _, ...own } = (params ?? {}) as Record<string, unknown>;
    const ms = Math.round(performance.now() - startedAt);
    const at = Math.round(startedAt - this.#started);
    const kept = SECRET_ANSWERS.has(method) ? {} : outcome;
    this.#write({ kind: 'call', at, method, params: withoutSecretFields(own), ms, ...kept });
  }

  events(events: readonly SessionEvent[]): void {
    for (const event of events) this.#write({ kind: 'event', event });
  }

  #write(line: TraceLine): void {
    const text = `${JSON.stringify(this.#redact(line))}\n`;
    this.#bytes += text.length;
    // What comes after the limit is missing at the end, and the first lines are what one looks for.
    if (this.#bytes > LIMITS.traceBytes) return;
    appendFileSync(join(this.path, LINES), text, { mode: 0o600 });
  }
}

function withoutSecretFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = Object.entries(fields).filter(([name, value]) => value !== undefined && !SECRET_FIELDS.has(name));
  return Object.fromEntries(kept);
}

/** A trace that was written before. */
export interface ReadTrace {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly calls: readonly TraceCall[];
  readonly networkPath: string;
}

export function readTrace(folder: string): ReadTrace {
  const lines = readLines(folder);
  const start = lines.find((line) => line.kind === 'start');
  if (start === undefined) throw new AgentBrowserError('invalid_argument', `There is no trace in '${folder}'.`);
  return {
    settings: start.settings,
    calls: lines.filter((line) => line.kind === 'call'),
    networkPath: join(folder, NETWORK),
  };
}

function readLines(folder: string): TraceLine[] {
  try {
    return readFileSync(join(folder, LINES), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as TraceLine);
  } catch (cause) {
    throw new AgentBrowserError('invalid_argument', `There is no trace in '${folder}' that can be read.`, { cause });
  }
}
