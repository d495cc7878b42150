import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clickAction } from '../../src/session/actions.ts';
import { openReal } from './real-session.ts';

const ASKING = `<button onclick="console.log(confirm('Sure?'), prompt('Name?', 'none'))">Go</button>`;

test('dialogs are dismissed, told as events, and do not hold up the page', async (t) => {
  const page = await openReal(t, ASKING);
  await page.act(clickAction(page.id('Go')));
  assert.deepEqual(page.log(), ['false null']);
  const dialogs = page.session.events(0, { kinds: ['dialog'] });
  assert.deepEqual(
    dialogs.map(({ message, tab }) => [message, tab]),
    [
      ['confirm: Sure?', 1],
      ['prompt: Name?', 1],
    ],
  );
});

test('a policy answers each kind in its own way', async (t) => {
  const page = await openReal(t, ASKING, { dialogs: { confirm: 'accept', prompt: 'accept' } });
  await page.act(clickAction(page.id('Go')));
  assert.deepEqual(page.log(), ['true none']);
});

test('an answer that was prepared is for the next dialog only', async (t) => {
  const page = await openReal(t, `<button onclick="console.log(prompt('a'), prompt('b'))">Go</button>`);
  page.session.dialog({ accept: true, text: 'Blue' });
  await page.act(clickAction(page.id('Go')));
  assert.deepEqual(page.log(), ['Blue null']);
});

test('a caller that wants to be asked answers while the action waits', async (t) => {
  const page = await openReal(t, ASKING, { dialogs: 'ask' });
  const acting = page.act(clickAction(page.id('Go')));
  const [first] = await page.session.nextEvents(0, { kinds: ['dialog'] }, 5_000);
  assert.equal(first?.message, 'confirm: Sure?');
  page.session.dialog({ accept: true });
  const [second] = await page.session.nextEvents(first!.seq, { kinds: ['dialog'] }, 5_000);
  assert.equal(second?.message, 'prompt: Name?');
  page.session.dialog({ accept: true, text: 'Ann' });
  await acting;
  assert.deepEqual(page.log(), ['true Ann']);
});

const STAYING = {
  '/': '<script>onbeforeunload = (event) => event.preventDefault()</script><a href="/other">Away</a>',
  '/other': '<h1>Other</h1>',
};

test('a page that asks to stay is left, unless the caller lets it stay', async (t) => {
  const leaving = await openReal(t, STAYING);
  await leaving.act(clickAction(leaving.id('Away')));
  assert.ok((await leaving.state()).url.endsWith('/other'));

  const staying = await openReal(t, STAYING, { dialogs: { beforeunload: 'dismiss' } });
  await staying.act(clickAction(staying.id('Away')));
  assert.equal((await staying.state()).url, `${staying.origin}/`);
  await assert.rejects(staying.session.goto(`${staying.origin}/other`, 20_000), { code: 'navigation_error' });
});
