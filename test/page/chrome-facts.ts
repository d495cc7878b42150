/**
 * Facts about a page: scripts, and what Chrome answered to them.
 *
 * In:  a page and its facts. Out: a test for each, all asked in one session.
 */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { openReal } from '../session/real-session.ts';

/** Script that gives a value or a promise of one, and the value as JSON. */
export type Fact = readonly [what: string, script: string, expected: unknown];

export async function checkFacts(t: TestContext, page: string, facts: readonly Fact[]): Promise<void> {
  const { evaluate, wait } = await openReal(t, page);
  const scripts = facts.map(([, script]) => script);
  await evaluate(`(async () => {
    const found = [];
    for (const script of ${JSON.stringify(scripts)}) {
      try { found.push(await (0, eval)(script)); } catch (error) { found.push('threw ' + error.stack); }
    }
    window.found = JSON.stringify(found);
  })(); 1`);
  await wait({ settled: true });
  const found = JSON.parse(String(await evaluate('window.found'))) as unknown[];
  for (const [at, [what, , expected]] of facts.entries()) {
    await t.test(what, () => assert.deepEqual(found[at], expected));
  }
}
