/**
 * The engine: the protocol's methods on top of sessions.
 *
 * In:  calls with checked parameters.
 * Out: their results. Sessions know nothing of each other.
 */
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { createDispatch, type Dispatch, type Handlers } from '../protocol/dispatch.ts';
import { DEFAULT_VIEWPORT, EngineSession } from '../session/session.ts';

export interface Engine {
  readonly dispatch: Dispatch;
  close(): Promise<void>;
}

export function createEngine(): Engine {
  const sessions = new Map<string, EngineSession>();
  let lastSession = 0;
  let starting = 0;

  const find = (id: string): EngineSession => {
    const session = sessions.get(id);
    if (session === undefined) {
      throw new AgentBrowserError('session_closed', `Session '${id}' does not exist or was closed. Create another.`);
    }
    return session;
  };

  const handlers: Handlers = {
    'engine.ping': async () => ({ pid: process.pid }),
    'session.create': async ({ viewport, script, clock }, timeoutMs) => {
      if (sessions.size + starting >= LIMITS.sessionsPerBrowser) {
        throw new AgentBrowserError(
          'invalid_argument',
          `${LIMITS.sessionsPerBrowser} sessions are open, which is the limit for one browser. Close some, or launch another browser.`,
        );
      }
      const id = `s${++lastSession}`;
      starting++;
      const settings = { viewport: viewport ?? DEFAULT_VIEWPORT, script: script ?? true, clock: clock ?? 'real' };
      const session = await EngineSession.create(settings, timeoutMs).finally(() => starting--);
      sessions.set(id, session);
      return { session: id };
    },
    'session.goto': async ({ session, url }, timeoutMs) => find(session).goto(url, timeoutMs),
    'session.back': async ({ session }, timeoutMs) => find(session).back(timeoutMs),
    'session.reload': async ({ session }, timeoutMs) => find(session).reload(timeoutMs),
    'session.click': async ({ session, id }, timeoutMs) => find(session).click(id, timeoutMs),
    'session.type': async ({ session, id, text, clear, submit }, timeoutMs) =>
      find(session).type(id, text, { clear: clear ?? true, submit: submit ?? false }, timeoutMs),
    'session.state': async ({ session, ...view }, timeoutMs) => find(session).state(view, timeoutMs),
    'session.text': async ({ session, ...view }, timeoutMs) => ({ text: await find(session).text(view, timeoutMs) }),
    'session.boxes': async ({ session }, timeoutMs) => ({ boxes: await find(session).boxes(timeoutMs) }),
    'session.events': async ({ session, after }) => ({ events: find(session).events(after ?? 0) }),
    'session.close': async ({ session: id }) => {
      const session = find(id);
      sessions.delete(id);
      await session.close();
      return {};
    },
  };

  return {
    dispatch: createDispatch(handlers),
    async close() {
      const open = [...sessions.values()];
      sessions.clear();
      await Promise.all(open.map((session) => session.close()));
    },
  };
}
