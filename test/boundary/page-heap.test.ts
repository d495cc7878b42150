import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { USER } from '../../fixtures/sign-in/server.ts';
import { EngineSession } from '../../src/session/session.ts';
import { FOREIGN, textOf, twoSites, USUAL_MS } from '../login/sign-in-site.ts';

/** Something that only this process's own heap holds. */
const HOST_MARK = `host-mark-${randomBytes(12).toString('hex')}`;

/**
 * The heap of the session's isolate, by what the page shows: V8 writes one when it collects garbage. This process collects
 * garbage too, and then writes its own, which is told by the mark. (isolated-vm's inspector ends the process with this version of V8.)
 */
async function isolateHeap(session: EngineSession, folder: string, shown: string): Promise<string> {
  const path = join(folder, 'page.heapsnapshot');
  setFlagsFromString('--heap-snapshot-string-limit=1000000');
  setFlagsFromString(`--heap-snapshot-path=${path}`);
  for (let times = 0; times < 5; times++) {
    setFlagsFromString('--heap-snapshot-on-gc=0');
    try {
      await session.evaluate('for (let n = 0, kept; n < 60; n++) kept = new Array(200_000).fill(n + 0.5); 1', USUAL_MS);
    } finally {
      setFlagsFromString('--heap-snapshot-on-gc=-1');
    }
    const heap = existsSync(path) ? readFileSync(path, 'latin1') : '';
    if (heap.includes(shown) && !heap.includes(HOST_MARK)) return heap;
  }
  throw new Error('No heap of the page was written.');
}

/** Strings of a heap may be kept in pieces: eight letters are as good as the whole. */
function piecesOf(secret: string): string[] {
  return Array.from({ length: Math.floor(secret.length / 4) - 1 }, (_, nth) => secret.slice(4 * nth, 4 * nth + 8));
}

test("the heap of a page's isolate holds the page, and no key, no secret of codes, nothing of other sites", async (t) => {
  const { origin, folder, desk } = await twoSites(t);
  const settings = { viewport: [1000, 800], script: true, clock: 'virtual', allowEvaluate: true, desk } as const;
  const session = await EngineSession.create(settings, USUAL_MS);
  t.after(() => session.close());
  await session.goto(`${origin}/login`, USUAL_MS);
  await session.login('postbox', USUAL_MS);
  assert.match(textOf(await session.state({}, USUAL_MS)), /Signed in as alice/);

  const heap = await isolateHeap(session, folder, `Signed in as ${USER}`);
  const key = readFileSync(join(folder, 'key'), 'utf8').trim();
  const sessionKey = Buffer.from(await (await desk.vault()).sessionKey()).toString('base64');
  for (const secret of [key, sessionKey, ...FOREIGN, HOST_MARK]) {
    for (const piece of piecesOf(secret)) assert.ok(!heap.includes(piece), piece);
  }
});
