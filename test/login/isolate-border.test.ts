import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PASSWORD } from '../../fixtures/sign-in/server.ts';
import { createIsolateHost } from '../../src/session/isolate-host.ts';
import type { HostDocument, PageHost } from '../../src/session/page-host.ts';
import { EngineSession } from '../../src/session/session.ts';
import { FOREIGN, textOf, twoSites, USUAL_MS } from './sign-in-site.ts';

/** Notes everything that goes into the isolate: what the session hands over, and the answers to the page's own calls. */
function watched(host: PageHost, crossed: string[]): PageHost {
  const notingAnswers = (args: unknown[]): unknown[] =>
    args.map((arg) => {
      if (typeof arg !== 'object' || arg === null || typeof (arg as HostDocument).call !== 'function') return arg;
      const { call } = arg as HostDocument;
      return {
        ...arg,
        call: async (...asked: Parameters<typeof call>) => {
          const answer = await call(...asked);
          crossed.push(JSON.stringify(answer) ?? '');
          return answer;
        },
      };
    });
  return new Proxy(host, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        crossed.push(JSON.stringify(args));
        return Reflect.apply(member, target, notingAnswers(args));
      };
    },
  });
}

test("into a page's isolate goes what its own form needs, and no key, no secret of codes, nothing of other sites", async (t) => {
  const { folder, desk } = await twoSites(t);
  const crossed: string[] = [];
  const settings = { viewport: [1000, 800], script: true, clock: 'virtual', desk } as const;
  const session = await EngineSession.create(settings, USUAL_MS, async (host) =>
    watched(await createIsolateHost(host), crossed),
  );
  t.after(() => session.close());
  assert.match(textOf(await session.login('postbox', USUAL_MS)), /Signed in as alice/);

  const all = crossed.join('\n');
  assert.ok(all.includes(JSON.stringify(PASSWORD)));
  const key = readFileSync(join(folder, 'key'), 'utf8').trim();
  const vault = await desk.vault();
  const sessionKey = Buffer.from(await vault.sessionKey()).toString('base64');
  for (const secret of [key, sessionKey, ...FOREIGN]) {
    assert.ok(!all.includes(secret), secret);
  }
});
