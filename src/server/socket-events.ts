/**
 * Events of a session as they happen: server-sent events.
 *
 * In:  a session and perhaps a tab. Out: `navigation`, `console`, `error`, `download` and the other kinds, each with the
 *      number of the event, from which a client that was cut off goes on (Last-Event-ID).
 *
 * HTML §9.2 https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
import { LIMITS } from '../limits.ts';
import type { SessionEvent } from '../protocol/methods.ts';
import type { Exchange } from './socket-http.ts';

export interface EventSelection {
  readonly session: string | undefined;
  readonly tab: number | null;
}

export async function streamEvents({ session, tab }: EventSelection, exchange: Exchange): Promise<void> {
  const { daemon, visitor, request, response, signal } = exchange;
  let after = Number(request.headers['last-event-id'] ?? 0) || 0;
  const params = () => ({ ...(session === undefined ? {} : { session }), after, waitMs: LIMITS.eventStreamMs });
  // A session that is not there is told by a status, which has to be known before the first byte.
  await daemon.call('session.events', { ...params(), waitMs: 0 }, visitor);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(': events of the session\n\n');
  while (!signal.aborted) {
    const { events } = (await daemon.call('session.events', params(), visitor)) as {
      readonly events: readonly SessionEvent[];
    };
    for (const event of events) {
      after = event.seq;
      if (tab === null || event.tab === tab) response.write(eventText(event));
    }
    if (events.length === 0) response.write(': still here\n\n');
    // It asks and does not read.
    if (response.writableLength > LIMITS.socketBacklogBytes) response.destroy();
  }
}

/** JSON has no line ends, so one field of data holds it. */
export function eventText(event: SessionEvent): string {
  const { name, data } = described(event);
  return `id: ${event.seq}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

function described({ kind, message, url, tab, el }: SessionEvent): { readonly name: string; readonly data: object } {
  const tabId = tab === undefined ? {} : { tabId: String(tab) };
  switch (kind) {
    case 'navigation':
      return { name: kind, data: { url, status: Number(message), ...tabId } };
    case 'console': {
      const [, level = 'log', text = message] = /^(debug|info|warn|error|trace|assert): (.*)$/s.exec(message) ?? [];
      return { name: kind, data: { level, message: text, ...tabId } };
    }
    case 'error':
      return { name: kind, data: { message, ...placeOf(message, url), ...tabId } };
    case 'download':
      return { name: kind, data: { url, suggestedFilename: message.split(' (')[0], message, ...tabId } };
    default:
      return { name: kind, data: { message, url, ...(el === undefined ? {} : { ref: `@e${el}` }), ...tabId } };
  }
}

/** Lines of a stack that stand in code of the engine have this name. */
const ENGINE_CODE = '<isolated-vm>';

/** Where an error was thrown: the first line of its stack that stands in code of the page. */
function placeOf(message: string, url: string): { readonly source: string; readonly line: number | null } {
  const places = [...message.matchAll(/\n\s+at (?:.* \()?([^\s()]+):(\d+):\d+\)?(?=\n|$)/g)];
  const place = places.find(([, source]) => source !== ENGINE_CODE);
  return place === undefined ? { source: url, line: null } : { source: place[1]!, line: Number(place[2]) };
}
