/** What a script answers in a page of its own. */
import assert from 'node:assert/strict';
import { openPage } from './open-page.ts';

/** What statements return, in a page with this content, which reports no error. */
export async function answerOf(body: string, statements: string): Promise<unknown> {
  using page = await openPage(`<!DOCTYPE html><body>${body}`);
  const value = await page.evaluate(`(() => { ${statements} })()`);
  assert.deepEqual(page.errors, []);
  return value;
}

/** The value of a script, whatever the page has. */
export async function valueOfScript(script: string): Promise<unknown> {
  using page = await openPage('<p>x');
  return await page.evaluate(script);
}
