/**
 * The page that a command works on: the session `main` of a daemon.
 *
 * In:  a name, and work. Out: what the work gives. Without an open page there is an error that says how to open one.
 */
import { Session } from '../client/session.ts';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { NOTICED } from '../mcp/agent-session.ts';
import type { ActionResult, SessionEvent } from '../protocol/methods.ts';
import type { DaemonLink } from '../server/daemon-link.ts';
import { MAIN } from '../server/daemon-main-session.ts';
import { findDaemon } from '../server/daemon-start.ts';
import { daemonPaths } from '../server/socket-path.ts';
import type { OptionValues } from './command.ts';
import { readSessionName, readTimeout } from './option-values.ts';
import { printChange, type ShowOptions } from './page-output.ts';
import type { Terminal } from './terminal.ts';

/** What the options of a page's command say. */
export interface PageCall extends ShowOptions {
  readonly name: string;
  readonly timeoutMs: number;
}

export function readPageCall(values: OptionValues): PageCall {
  return {
    name: readSessionName(values),
    timeoutMs: readTimeout(values),
    json: values['json'] === true,
    boxes: values['no-boxes'] !== true,
    links: values['links'] === true,
  };
}

export async function onPage<T>(
  { name, timeoutMs }: Pick<PageCall, 'name' | 'timeoutMs'>,
  work: (session: Session, link: DaemonLink) => Promise<T>,
): Promise<T> {
  const reached = await findDaemon(daemonPaths(name), Math.min(timeoutMs, LIMITS.daemonAnswerMs));
  try {
    if (reached === null || reached.status.main === null) throw nothingOpen(name);
    return await work(new Session(reached.link, MAIN, timeoutMs), reached.link);
  } finally {
    await reached?.link.close();
  }
}

/** Acts, and prints what that changed and what happened beside the page. */
export async function actOnPage(
  call: PageCall,
  terminal: Terminal,
  what: string,
  act: (session: Session) => Promise<ActionResult>,
): Promise<void> {
  await onPage(call, async (session) => {
    const after = await lastNoticed(session);
    const result = await terminal.during(what, act(session));
    printChange(result, await session.events({ after, kinds: NOTICED }), call, terminal);
  });
}

export async function lastNoticed(session: Session): Promise<number> {
  const events: readonly SessionEvent[] = await session.events({ kinds: NOTICED });
  return events.at(-1)?.seq ?? 0;
}

function nothingOpen(name: string): AgentBrowserError {
  const option = name === 'default' ? '' : ` --session ${name}`;
  return new AgentBrowserError('session_closed', `No page is open. Open one with: agentbrowser open <url>${option}`);
}
