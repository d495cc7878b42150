import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ODD_FORMS } from '../../fixtures/sign-in/odd-forms.ts';
import { PASSWORD, SignInSite, USER } from '../../fixtures/sign-in/server.ts';
import { AuthDesk } from '../../src/session/auth-desk.ts';
import { EngineSession } from '../../src/session/session.ts';
import { scratchFolder } from '../vault/scratch.ts';
import { textOf, USUAL_MS } from './sign-in-site.ts';

/** One session for all of them: what is told apart here is the pages. */
test('signs in with a form:', async (t) => {
  const desk = new AuthDesk();
  desk.configure({ folder: scratchFolder(t) });
  const settings = { viewport: [1000, 800], script: true, clock: 'virtual', desk } as const;
  const session = await EngineSession.create(settings, USUAL_MS);
  t.after(() => session.close());

  for (const [name, kind] of Object.entries(ODD_FORMS)) {
    await t.test(name, async () => {
      const site = new SignInSite(kind);
      t.after(() => site.stop());
      await desk.add(name, { url: `${await site.start()}/`, username: USER, password: PASSWORD });
      assert.match(textOf(await session.login(name, USUAL_MS)), /Signed in as alice/);
      assert.deepEqual([site.signIns, site.failures], [1, 0]);
    });
  }
});
