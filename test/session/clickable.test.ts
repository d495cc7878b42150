/** What takes clicks on pages with script: what the pointer promises, somebody has to hear. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openReal } from './real-session.ts';

const ROWS = `<style>div { cursor: pointer }</style><ul id=list><li><div>One</div></ul><p><div id=two>Two</div></p>`;

/** Texts of what is clickable. */
async function clickable(t: Parameters<typeof openReal>[0], script: string): Promise<string[]> {
  const { page } = await openReal(t, `${ROWS}<script>${script}</script>`);
  return page.els.flatMap(({ clickable: is, text }) => (is === true ? [text ?? ''] : []));
}

test('a pointer is believed where no script listens to people at all', async (t) => {
  assert.deepEqual(await clickable(t, `list.addEventListener('scroll', () => {})`), ['One', 'Two']);
  assert.deepEqual(await clickable(t, `list.addEventListener('keydown', () => {})`), []);
});

test('where script listens to people, a pointer counts on what is listened to, also from around it', async (t) => {
  assert.deepEqual(await clickable(t, `list.addEventListener('click', () => {})`), ['One']);
  assert.deepEqual(await clickable(t, `two.addEventListener('mousedown', () => {})`), ['Two']);
});

test('a listener on the document or its window hears every click', async (t) => {
  assert.deepEqual(await clickable(t, `document.addEventListener('click', () => {})`), ['One', 'Two']);
  assert.deepEqual(await clickable(t, `onclick = () => {}; two.onclick = () => {}`), ['One', 'Two']);
});

test('what listens for everything tells nothing: what it cares for has a handler of its own', async (t) => {
  const root = `for (let n = 0; n < 50; n++) list.addEventListener('type' + n, () => {});
    list.addEventListener('click', () => {});`;
  assert.deepEqual(await clickable(t, root), []);
  assert.deepEqual(await clickable(t, `${root} list.querySelector('div').onclick = () => {}`), ['One']);
});
