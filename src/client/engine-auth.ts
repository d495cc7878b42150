/**
 * The engine's handlers for signing in.
 */
import { LoginFailedError } from '../errors.ts';
import type { AUTH_METHODS } from '../protocol/auth-methods.ts';
import type { Handlers } from '../protocol/dispatch.ts';
import type { AuthDesk } from '../session/auth-desk.ts';
import type { EngineSession } from '../session/session.ts';

export interface AuthParts {
  readonly desk: AuthDesk;
  readonly find: (session: string) => EngineSession;
  /** A session that nobody else knows. */
  readonly createSession: (timeoutMs: number) => Promise<EngineSession>;
}

export function authHandlers({ desk, find, createSession }: AuthParts): Pick<Handlers, keyof typeof AUTH_METHODS> {
  return {
    'auth.open': async (settings) => {
      desk.configure(settings);
      return {};
    },
    'auth.add': async ({ name, timeoutMs: _, ...given }) => {
      await desk.add(name, given);
      return {};
    },
    'auth.remove': async ({ name }) => ({ removed: await desk.remove(name) }),
    'auth.list': async () => ({ logins: await desk.list() }),
    'auth.test': async ({ name }, timeoutMs) => {
      const session = await createSession(timeoutMs);
      try {
        const { url } = await session.login(name, timeoutMs);
        return { ok: true, message: `Signed in. It leads to ${url}` };
      } catch (error) {
        if (error instanceof LoginFailedError) return { ok: false, reason: error.reason, message: error.message };
        throw error;
      } finally {
        await session.close();
      }
    },
    'auth.rekey': async (settings) => {
      await desk.rekey(settings);
      return {};
    },
    'auth.export': async ({ path, passphrase }) => ({ logins: await desk.exportTo(path, passphrase) }),
    'auth.import': async ({ path, passphrase, replace = false }) => ({
      logins: await desk.importFrom(path, passphrase, replace),
    }),
    'session.login': async ({ session, name }, timeoutMs) => find(session).login(name, timeoutMs),
    'session.answer': async ({ session, pending, code, done }) => {
      const answer = code !== undefined ? { code } : done === true ? ({ done: true } as const) : null;
      find(session).answerPending(pending, answer);
      return {};
    },
  };
}
