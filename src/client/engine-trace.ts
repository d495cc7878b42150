/**
 * Traces of sessions: every call that names a session with one is written down, with its answer and what happened.
 *
 * In:  the engine's dispatch, behind the redactor. Out: the same dispatch.
 */
import { isAgentBrowserError } from '../errors.ts';
import type { Dispatch } from '../protocol/dispatch.ts';
import { EVENT_KINDS } from '../session/events.ts';
import type { EngineSession } from '../session/session.ts';
import type { TraceFolder } from '../session/trace.ts';

export interface TracedSession {
  readonly trace: TraceFolder;
  readonly session: EngineSession;
  /** The last event that is in the trace. */
  lastSeq: number;
}

/** Calls of people who look on or have taken over: they are many, say nothing of the agent, and may hold passwords. */
const NOT_WRITTEN: ReadonlySet<string> = new Set([
  'session.frame',
  'session.takeOver',
  'session.giveBack',
  'session.input',
  'session.picture',
]);

export function traced(dispatch: Dispatch, traces: ReadonlyMap<string, TracedSession>): Dispatch {
  return async (method, params) => {
    const id = (params as { readonly session?: unknown } | null)?.session;
    const entry = typeof id === 'string' ? traces.get(id) : undefined;
    if (entry === undefined || NOT_WRITTEN.has(method)) return dispatch(method, params);
    const startedAt = performance.now();
    try {
      const result = await dispatch(method, params);
      entry.trace.call(method, params, startedAt, { result });
      return result;
    } catch (error) {
      const { code, message } = isAgentBrowserError(error) ? error : { code: 'internal_error', message: String(error) };
      entry.trace.call(method, params, startedAt, { error: { code, message } });
      throw error;
    } finally {
      const events = entry.session.events(entry.lastSeq, { kinds: EVENT_KINDS });
      entry.lastSeq = events.at(-1)?.seq ?? entry.lastSeq;
      entry.trace.events(events);
    }
  };
}
