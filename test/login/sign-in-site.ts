/**
 * A site of fixtures/sign-in, a vault that knows its account, and a session, for one test.
 */
import type { TestContext } from 'node:test';
import { PASSWORD, SignInSite, type SiteKind, USER } from '../../fixtures/sign-in/server.ts';
import { SITES, type SiteName } from '../../fixtures/sign-in/sites.ts';
import { AuthDesk } from '../../src/session/auth-desk.ts';
import { EngineSession, type SessionSettings } from '../../src/session/session.ts';
import type { GivenLogin } from '../../src/vault/entry.ts';
import { scratchFolder } from '../vault/scratch.ts';

export const USUAL_MS = 60_000;

export interface SignInTest {
  readonly site: SignInSite;
  readonly origin: string;
  readonly desk: AuthDesk;
  readonly folder: string;
  session: EngineSession;
  /** Another session on the same vault, as after a restart. */
  newSession(settings?: Partial<SessionSettings>): Promise<EngineSession>;
}

export async function signInTest(
  t: TestContext,
  name: SiteName | { readonly kind: SiteKind; readonly path: string },
  login: Partial<GivenLogin> = {},
  settings: Partial<SessionSettings> = {},
): Promise<SignInTest> {
  const { kind, path } = typeof name === 'string' ? SITES[name] : name;
  const site = new SignInSite(kind);
  const origin = await site.start();
  t.after(() => site.stop());
  const folder = scratchFolder(t);
  const newDesk = () => {
    const desk = new AuthDesk();
    desk.configure({ folder });
    return desk;
  };
  const desk = newDesk();
  await desk.add('postbox', { url: `${origin}${path}`, username: USER, password: PASSWORD, ...login });
  const newSession = async (more: Partial<SessionSettings> = {}) => {
    const all = {
      viewport: [1000, 800],
      script: true,
      clock: 'virtual',
      desk: newDesk(),
      ...settings,
      ...more,
    } as const;
    const session = await EngineSession.create(all, USUAL_MS);
    t.after(() => session.close());
    return session;
  };
  return { site, origin, desk, folder, session: await newSession({ desk }), newSession };
}

/** All text of a page. */
export function textOf(page: { readonly els: readonly { readonly text?: string; readonly name?: string }[] }): string {
  return page.els.map(({ text, name }) => `${text ?? ''} ${name ?? ''}`).join('\n');
}
