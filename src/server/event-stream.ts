/**
 * Server-sent events: which sessions are open, and who drives them.
 *
 * In:  changes of the desk. Out: `browser_active` and `take_over` events, those that hold at the beginning first.
 *
 * HTML §9.2 https://html.spec.whatwg.org/#server-sent-events
 */
import type { ServerResponse } from 'node:http';
import { LIMITS } from '../limits.ts';
import type { Owner } from './access.ts';
import type { DeskEvent, SessionDesk } from './session-desk.ts';

/** Ends when the client leaves. */
export function streamEvents(
  response: ServerResponse,
  desk: SessionDesk,
  owner: Owner,
  sessionId: string | null,
): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  // Whoever listens wants to know that it does, also when there is nothing to tell yet.
  response.flushHeaders();
  const write = (event: DeskEvent): void => {
    if (sessionId !== null && event.sessionId !== sessionId) return;
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  };
  const open = desk.list(owner);
  for (const { id, feed } of open) {
    write({ type: 'browser_active', active: true, sessionId: id });
    if (feed.control === 'person') write({ type: 'take_over', active: true, sessionId: id });
  }
  if (sessionId !== null && !open.some(({ id }) => id === sessionId)) {
    write({ type: 'browser_active', active: false, sessionId });
  }
  const stop = desk.onChange((event, changed) => {
    if (changed === owner) write(event);
  });
  // A line that says nothing keeps proxies from closing it, and finds out whether somebody is there.
  const heartbeat = setInterval(() => response.write(':\n\n'), LIMITS.heartbeatMs).unref();
  response.once('close', () => {
    stop();
    clearInterval(heartbeat);
  });
}
