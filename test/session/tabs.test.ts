import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clickAction, typeAction } from '../../src/session/actions.ts';
import { find, openReal } from './real-session.ts';

const MS = 20_000;

test('a link to another window opens a tab, and the click answers with its page', async (t) => {
  const page = await openReal(t, {
    '/': '<a href="/other" target=_blank>New</a>',
    '/other': '<title>Other</title><h1>There</h1>',
  });
  const result = await page.act(clickAction(page.id('New')));
  assert.ok('page' in result);
  assert.equal(result.tab, 2);
  assert.ok(find(result.page, 'There'));
  assert.deepEqual(
    (await page.session.tabs()).map(({ id, title, current, opener }) => [id, title, current, opener]),
    [
      [1, '', false, undefined],
      [2, 'Other', true, 1],
    ],
  );
});

test('a closed tab gives way to the one that opened it, whose ids still hold', async (t) => {
  const page = await openReal(t, { '/': '<a href="/other" target=_blank>New</a>', '/other': 'There' });
  await page.act(clickAction(page.id('New')));
  const { tab, page: first } = await page.session.closeTab(undefined, MS);
  assert.equal(tab, 1);
  assert.equal(find(first, 'New').id, page.id('New'));
});

test('window.open with a name uses the same tab again, and its location can be set', async (t) => {
  const page = await openReal(t, {
    '/': `<button onclick="window.open('/a', 'n')">A</button><button onclick="window.open('/b', 'n')">B</button>
      <button onclick="window.open('').location = '/c'">C</button>`,
    '/a': 'Page a',
    '/b': 'Page b',
    '/c': 'Page c',
  });
  await page.act(clickAction(page.id('A')));
  await page.session.selectTab(1, MS);
  const second = await page.act(clickAction(page.id('B')));
  assert.equal('page' in second && second.tab, 2);
  await page.session.selectTab(1, MS);
  const third = await page.act(clickAction(page.id('C')));
  assert.ok('page' in third && find(third.page, 'Page c'));
  assert.equal((await page.session.tabs()).length, 3);
});

test('without a person nothing opens', async (t) => {
  const page = await openReal(t, `<script>console.log(window.open('/ad'))</script><button>Go</button>`);
  await page.act(clickAction(page.id('Go')));
  assert.deepEqual(page.log(), ['null']);
  assert.equal((await page.session.tabs()).length, 1);
});

test('a link that is clicked with Control or the middle button opens behind this page', async (t) => {
  const page = await openReal(t, { '/': '<a href="/other">Away</a>', '/other': 'There' });
  const id = page.id('Away');
  assert.ok('delta' in (await page.act(clickAction(id, { modifiers: ['Control'] }))));
  await page.act(clickAction(id, { button: 'middle' }));
  assert.deepEqual(
    (await page.session.tabs()).map(({ url, current }) => [url, current]),
    [
      [`${page.origin}/`, true],
      [`${page.origin}/other`, false],
      [`${page.origin}/other`, false],
    ],
  );
});

test('a form whose target is another window answers there', async (t) => {
  const page = await openReal(t, {
    '/': '<form action="/found" target=_blank><input name=q aria-label=Search></form>',
    '/found': 'Found',
  });
  const result = await page.act(typeAction(page.id('Search'), 'x', { clear: true, submit: true }));
  assert.ok('page' in result && result.page.url === `${page.origin}/found?q=x`);
});

test('tabs share cookies and storage, and a new one is current', async (t) => {
  const page = await openReal(t, {
    '/': '<script>document.cookie = "a=1"; localStorage.b = "2"</script>',
    '/other': '<p id=p></p><script>p.textContent = document.cookie + " " + localStorage.b</script>',
  });
  const { page: other } = await page.session.openTab(`${page.origin}/other`, MS);
  assert.ok(find(other, 'a=1 2'));
});

test('a window that cannot be loaded does not make the click fail', async (t) => {
  const page = await openReal(t, '<a href="http://127.0.0.1:2/" target=_blank>Broken</a>');
  const result = await page.act(clickAction(page.id('Broken')));
  assert.equal(result.ok, true);
  assert.equal(page.session.events(0, { kinds: ['request_failed'] }).length, 1);
});

test('a file input that is clicked is told with its id, also when it is hidden', async (t) => {
  const page = await openReal(t, '<input type=file id=f hidden><button onclick="f.click()">Choose</button>');
  await page.act(clickAction(page.id('Choose')));
  const [event] = page.session.events(0, { kinds: ['file_chooser'] });
  assert.ok(event !== undefined && event.el !== undefined && event.el > 0);
});

test('the last tab is replaced by an empty one', async (t) => {
  const page = await openReal(t, 'One');
  const { page: empty } = await page.session.closeTab(undefined, MS);
  assert.equal(empty.url, 'about:blank');
  await assert.rejects(page.session.selectTab(1, MS), { code: 'invalid_argument' });
});
