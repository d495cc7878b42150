/**
 * A trace, done again without a network.
 *
 * In:  the folder of a trace. Out: where the session went another way this time. The network's answers come from the
 *      trace; a page that asks for something else is told that it is not there.
 */
import { isDeepStrictEqual } from 'node:util';
import { isAgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { MethodName, MethodParams } from '../protocol/methods.ts';
import { readTrace, type TraceCall } from '../session/trace.ts';
import { withoutFence } from '../spatial/page-fence.ts';
import type { EngineLink } from './engine-link.ts';

export interface ReplayReport {
  /** Calls that were made again. */
  readonly calls: number;
  readonly differences: readonly ReplayDifference[];
}

export interface ReplayDifference {
  readonly method: string;
  /** Which call of the trace, from 0. */
  readonly at: number;
  readonly recorded: unknown;
  readonly replayed: unknown;
}

/** Calls that are about the time at which they were made, or about secrets. */
const NOT_REPEATED: ReadonlySet<string> = new Set([
  'session.events',
  'session.network',
  'session.storageState',
  'session.cookies',
  'session.setCookie',
  'session.cancel',
  'session.httpCredentials',
  'session.close',
]);

export async function replayTrace(engine: EngineLink, folder: string): Promise<ReplayReport> {
  const { settings, calls, networkPath } = readTrace(folder);
  const { record: _, trace: __, proxy: ___, downloads: ____, ...usual } = settings;
  const params = { ...usual, replay: networkPath } as MethodParams<'session.create'>;
  const { session } = await engine.call('session.create', params, LIMITS.callMs);
  const differences: ReplayDifference[] = [];
  let made = 0;
  try {
    for (const [at, call] of calls.entries()) {
      if (NOT_REPEATED.has(call.method)) continue;
      made++;
      const replayed = await repeat(engine, session, call);
      const recorded = comparable(call.error?.code ?? call.result);
      if (!isDeepStrictEqual(recorded, comparable(replayed))) {
        differences.push({ method: call.method, at, recorded, replayed: comparable(replayed) });
      }
    }
  } finally {
    await engine.call('session.close', { session }, LIMITS.callMs);
  }
  return { calls: made, differences };
}

async function repeat(engine: EngineLink, session: string, { method, params }: TraceCall): Promise<unknown> {
  const timeoutMs = typeof params['timeoutMs'] === 'number' ? params['timeoutMs'] : LIMITS.callMs;
  try {
    return await engine.call(method as MethodName, { ...params, session } as never, timeoutMs);
  } catch (error) {
    if (!isAgentBrowserError(error)) throw error;
    return error.code;
  }
}

/** Without how long it took, and without the boundary that is another one every time. */
function comparable(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { duration_ms: _, ...fields } = value as Record<string, unknown>;
  for (const name of ['text', 'markdown']) {
    if (typeof fields[name] === 'string') fields[name] = withoutFence(fields[name]);
  }
  return fields;
}
