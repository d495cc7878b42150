/**
 * A site of fixtures/sign-in, a vault that knows its account, and a session, for one test.
 */
import type { TestContext } from 'node:test';
import { CODE_SECRET } from '../../fixtures/sign-in/second-factors.ts';
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

/** A site with a code of an app, and a vault that knows it and another site whose secrets are none of its business. */
export async function twoSites(t: TestContext): Promise<{ origin: string; folder: string; desk: AuthDesk }> {
  const site = new SignInSite(SITES['code of an app'].kind);
  const origin = await site.start();
  t.after(() => site.stop());
  const folder = scratchFolder(t);
  const desk = new AuthDesk();
  desk.configure({ folder });
  await desk.add('bank', { url: 'https://bank.example/', username: 'alice-bank', password: 'Gold-under-the-oak' });
  await desk.add('postbox', { url: `${origin}/login`, username: USER, password: PASSWORD, totp: CODE_SECRET });
  return { origin, folder, desk };
}

/** What no page of the first site may ever hold, besides the vault's keys. */
export const FOREIGN = [CODE_SECRET, 'Gold-under-the-oak', 'alice-bank', 'bank.example'];
