/** Text and the Enter after it, in a page that answers to text in its own time. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { typeAction } from '../../src/session/actions.ts';
import { EngineSession } from '../../src/session/session.ts';
import { site } from '../site.ts';

/** Types into the first element of the page and presses Enter. */
async function typeAndSubmit(t: TestContext, html: string): Promise<string[]> {
  const { origin } = await site(t, {
    '/': html,
    '/other': '<input autofocus aria-label="Other" onkeydown="console.log(event.key)">',
  });
  const session = await EngineSession.create({ viewport: [800, 600], script: true }, 20_000);
  t.after(() => session.close());
  const { els } = await session.goto(`${origin}/`, 20_000);
  await session.act(typeAction(els[0]!.id, 'x', { clear: true, submit: true }), 20_000);
  return session
    .events(0)
    .filter(({ kind }) => kind === 'console')
    .map(({ message }) => message);
}

test('Enter comes after the page has answered the text: a button that it enables can submit', async (t) => {
  const log = await typeAndSubmit(
    t,
    `<form onsubmit="event.preventDefault(); console.log('submitted')">
      <input oninput="requestAnimationFrame(() => setTimeout(() => { add.disabled = false; }, 10))">
      <button id="add" disabled>Add</button></form>`,
  );
  assert.deepEqual(log, ['submitted']);
});

test('Enter is not pressed on a page that the text led to', async (t) => {
  const log = await typeAndSubmit(t, `<input oninput="location = '/other'">`);
  assert.deepEqual(log, []);
});
