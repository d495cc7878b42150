/**
 * The engine: the protocol's methods on top of sessions.
 *
 * In:  calls with checked parameters.
 * Out: their results. Sessions know nothing of each other.
 */
import { randomInt } from 'node:crypto';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { createDispatch, type Dispatch, type Handlers } from '../protocol/dispatch.ts';
import type { MethodParams } from '../protocol/methods.ts';
import {
  checkAction,
  clickAction,
  dragAction,
  hoverAction,
  pressAction,
  scrollAction,
  selectAction,
  typeAction,
  uploadAction,
} from '../session/actions.ts';
import { AuthDesk } from '../session/auth-desk.ts';
import { lastWords, withoutSecrets } from '../session/auth-exit.ts';
import { cancellable, NamedCalls } from '../session/named-calls.ts';
import { DEFAULT_VIEWPORT, EngineSession, type SessionSettings } from '../session/session.ts';
import { TraceFolder } from '../session/trace.ts';
import { authHandlers } from './engine-auth.ts';
import { type TracedSession, traced } from './engine-trace.ts';

export interface Engine {
  readonly dispatch: Dispatch;
  /** What may be said of an error that ends the process. */
  lastWords(error: unknown): string;
  close(): Promise<void>;
}

export function createEngine(): Engine {
  const sessions = new Map<string, EngineSession>();
  const desk = new AuthDesk();
  const named = new NamedCalls();
  let lastSession = 0;
  let starting = 0;

  const traces = new Map<string, TracedSession>();
  const startTrace = (where: string | true, settings: SessionSettings): TraceFolder =>
    new TraceFolder(where, { ...settings }, (value) => desk.redactor.value(value));

  const find = (id: string): EngineSession => {
    const session = sessions.get(id);
    if (session === undefined) {
      throw new AgentBrowserError('session_closed', `Session '${id}' does not exist or was closed. Create another.`);
    }
    return session;
  };

  const handlers: Handlers = {
    'engine.ping': async () => ({ pid: process.pid }),
    'session.create': async ({ timeoutMs: _, ...options }, timeoutMs) => {
      if (sessions.size + starting >= LIMITS.sessionsPerBrowser) {
        throw new AgentBrowserError(
          'too_many_sessions',
          `${LIMITS.sessionsPerBrowser} sessions are open, which is the limit for one browser. Close some, or launch another browser.`,
        );
      }
      const id = `s${++lastSession}`;
      const settings = settingsOf(options);
      if (options.httpCredentials !== undefined) desk.redactor.add(options.httpCredentials.password, 'kept');
      const trace = options.trace === undefined ? null : startTrace(options.trace, settings);
      const record = trace === null ? {} : { record: options.record ?? trace.networkPath };
      starting++;
      const session = await EngineSession.create({ ...settings, ...record, desk }, timeoutMs).finally(() => starting--);
      sessions.set(id, session);
      if (trace === null) return { session: id };
      traces.set(id, { trace, session, lastSeq: 0 });
      return { session: id, trace: trace.path };
    },
    'session.goto': async ({ session, url, waitUntil, auth, trusted, timeoutMs: given }, usualMs) => {
      const timeoutMs = given ?? (auth === undefined ? usualMs : LIMITS.loginMs);
      return find(session).goto(url, timeoutMs, { waitUntil, auth, trusted });
    },
    'session.back': async ({ session }, timeoutMs) => find(session).back(timeoutMs),
    'session.forward': async ({ session }, timeoutMs) => find(session).forward(timeoutMs),
    'session.reload': async ({ session }, timeoutMs) => find(session).reload(timeoutMs),
    'session.click': async ({ session, id, ...how }, timeoutMs) => find(session).act(clickAction(id, how), timeoutMs),
    'session.type': async ({ session, id, text, clear = true, submit = false }, timeoutMs) =>
      find(session).act(typeAction(id, text, { clear, submit }), timeoutMs),
    'session.select': async ({ session, id, values }, timeoutMs) =>
      find(session).act(selectAction(id, values), timeoutMs),
    'session.check': async ({ session, id, checked = true }, timeoutMs) =>
      find(session).act(checkAction(id, checked), timeoutMs),
    'session.hover': async ({ session, id }, timeoutMs) => find(session).act(hoverAction(id), timeoutMs),
    'session.scroll': async ({ session, direction, amount, id }, timeoutMs) =>
      find(session).act(scrollAction(direction, amount, id ?? null), timeoutMs),
    'session.press': async ({ session, key, id }, timeoutMs) =>
      find(session).act(pressAction(key, id ?? null), timeoutMs),
    'session.drag': async ({ session, id, to }, timeoutMs) => find(session).act(dragAction(id, to), timeoutMs),
    'session.upload': async ({ session, id, paths }, timeoutMs) =>
      find(session).act(await uploadAction(id, paths), timeoutMs),
    'session.wait': async ({ session, until }, timeoutMs) => find(session).wait(until, timeoutMs),
    'session.state': async ({ session, timeoutMs: _, ...view }, timeoutMs) => find(session).state(view, timeoutMs),
    'session.text': async ({ session, timeoutMs: _, ...view }, timeoutMs) => ({
      text: await find(session).text(view, timeoutMs),
    }),
    'session.read': async ({ session }, timeoutMs) => ({ markdown: await find(session).read(timeoutMs) }),
    'session.picture': async (
      { session, scope = 'viewport', theme = 'light', quality, width = null, ...given },
      ms,
    ) => {
      const format = given.format ?? (quality === undefined ? 'png' : 'jpeg');
      return find(session).picture({ format, scope, theme, quality: Math.max(1, quality ?? 70), width }, ms);
    },
    'session.frame': async ({ session, after = 0, rev = 0, picture = false }) =>
      find(session).people.frame(after, rev, picture),
    'session.takeOver': async ({ session, lease, leaseMs = LIMITS.takeOverMs }) => ({
      lease: find(session).people.takeOver(leaseMs, lease),
      leaseMs,
    }),
    'session.giveBack': async ({ session, lease }) => {
      find(session).people.giveBack(lease);
      return {};
    },
    'session.input': async ({ session, lease, events }, timeoutMs) => {
      await find(session).people.input(lease, events, timeoutMs);
      return {};
    },
    'session.evaluate': async ({ session, source }, timeoutMs) => ({
      value: await find(session).evaluate(source, timeoutMs),
    }),
    'session.html': async ({ session, selector }, timeoutMs) => ({
      html: await find(session).html(selector, timeoutMs),
    }),
    'session.cookies': async ({ session, url }, timeoutMs) => ({
      cookies: await find(session).cookies(url, timeoutMs),
    }),
    'session.emulate': async ({ session, timeoutMs: _limit, call: _name, ...options }, timeoutMs) => {
      await find(session).emulate(options, timeoutMs);
      return {};
    },
    'session.setCookie': async ({ session, cookie }, timeoutMs) => {
      await find(session).setCookie(cookie, timeoutMs);
      return {};
    },
    'session.cancel': async ({ session, call }) => ({
      cancelled: call === undefined ? find(session).cancel() : named.cancel(session, call),
    }),
    'session.boxes': async ({ session }, timeoutMs) => ({ boxes: await find(session).boxes(timeoutMs) }),
    'session.events': async ({ session, after = 0, kinds, waitMs }) => ({
      events: await find(session).nextEvents(after, { kinds }, waitMs ?? 0),
    }),
    'session.note': async ({ session, text }) => {
      find(session).note(text);
      return {};
    },
    'session.dialog': async ({ session, accept, text }) => {
      find(session).dialog({ accept, text });
      return {};
    },
    'session.httpCredentials': async ({ session, credentials }) => {
      desk.redactor.add(credentials.password, 'kept');
      find(session).setHttpCredentials(credentials);
      return {};
    },
    'session.storageState': async ({ session }, timeoutMs) => find(session).storageState(timeoutMs),
    'tab.create': async ({ session, url, viewport }, timeoutMs) => find(session).openTab(url, timeoutMs, viewport),
    'tab.list': async ({ session }) => ({ tabs: await find(session).tabs() }),
    'tab.select': async ({ session, tab }, timeoutMs) => find(session).selectTab(tab, timeoutMs),
    'tab.close': async ({ session, tab }, timeoutMs) => find(session).closeTab(tab, timeoutMs),
    'session.network': async ({ session }) => find(session).network(),
    ...authHandlers({
      desk,
      find,
      createSession: (timeoutMs) => EngineSession.create({ ...settingsOf({}), desk }, timeoutMs),
    }),
    'session.close': async ({ session: id }) => {
      const session = find(id);
      sessions.delete(id);
      try {
        await session.close();
      } finally {
        traces.delete(id);
      }
      return {};
    },
  };

  const dispatch = traced(withoutSecrets(withNames(createDispatch(handlers), named), desk.redactor), traces);
  return {
    dispatch: (method, params, signal) => cancellable(signal, () => dispatch(method, params)),
    lastWords: (error) => lastWords(error, desk.redactor),
    async close() {
      const open = [...sessions.values()];
      sessions.clear();
      await Promise.all(open.map((session) => session.close()));
    },
  };
}

/** Calls with a name can be cancelled one by one. */
function withNames(dispatch: Dispatch, named: NamedCalls): Dispatch {
  return (method, params) => {
    const { session, call } = (params ?? {}) as { readonly session?: unknown; readonly call?: unknown };
    if (method === 'session.cancel' || typeof session !== 'string' || typeof call !== 'string') {
      return dispatch(method, params);
    }
    return named.run(session, call, () => dispatch(method, params));
  };
}

/** What callers did not say is as it is for people: pages run, time is real, and actions look like a person's. */
function settingsOf(options: Omit<MethodParams<'session.create'>, 'timeoutMs'>): SessionSettings {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  // A trace can be done again only with the movements that it was made with.
  const seed = randomInt(0xffff_ffff);
  return { viewport: DEFAULT_VIEWPORT, script: true, behaviour: 'human', seed, ...given };
}
