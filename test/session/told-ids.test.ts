/** Ids over the documents and tabs of a session: one that was told for a page never names something of another. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clickAction, dragAction, typeAction } from '../../src/session/actions.ts';
import { ToldIds } from '../../src/session/told-ids.ts';
import { find, openReal } from './real-session.ts';

const MS = 20_000;
const PAGES = {
  '/': '<title>A</title><a href="/b">Next</a><input aria-label=Name>',
  '/b': '<title>B</title><button onclick="document.title = 1">Delete all</button><input aria-label=Name>',
};
const GONE = { code: 'element_not_found' };

test('ids begin at 1', async (t) => {
  const page = await openReal(t, PAGES);
  assert.deepEqual([page.id('Next'), page.id('Name')], [1, 2]);
});

test('what was told of the last page is not in the next one, whatever led there', async (t) => {
  const page = await openReal(t, PAGES);
  const seen = [page.id('Next'), page.id('Name')];
  const ways = [
    () => page.act(clickAction(page.id('Next'))),
    () => page.session.back(MS),
    () => page.session.forward(MS),
    () => page.session.reload(MS),
    () => page.session.goto(`${page.origin}/b`, MS),
    () => page.evaluate('location.reload()'),
  ];
  for (const way of ways) {
    await way();
    const { els } = await page.state();
    for (const id of seen) {
      assert.ok(!els.some((element) => element.id === id));
      await assert.rejects(page.act(clickAction(id)), GONE);
      await assert.rejects(page.act(typeAction(id, 'x', { clear: true, submit: false })), GONE);
      await assert.rejects(page.act(dragAction(find({ ...page.page, els }, 'Name').id, id)), GONE);
    }
    seen.push(...els.map(({ id }) => id));
  }
});

test('two clicks that were sent at once: the second one is not done to the page that the first one led to', async (t) => {
  const page = await openReal(t, { ...PAGES, '/': '<a href="/b">Next</a><a href="/b">Next too</a>' });
  const [first, second] = await Promise.allSettled([
    page.act(clickAction(page.id('Next'))),
    page.act(clickAction(page.id('Next too'))),
  ]);
  assert.equal(first.status, 'fulfilled');
  assert.equal(second.status === 'rejected' && second.reason.code, 'element_not_found');
  assert.equal((await page.state()).title, 'B');
});

test('the error says that the page is another one since', async (t) => {
  const page = await openReal(t, PAGES);
  await page.act(clickAction(1));
  await assert.rejects(page.act(clickAction(1)), {
    message: 'Element 1 was told before this page was opened, and is not in it. Call state() and choose again.',
  });
});

test('ids of one tab are unknown in another, also those that come up later', async (t) => {
  const page = await openReal(t, {
    '/': `<a href="/b" target=_blank>New</a><button onclick="p.innerHTML = '<button>Late</button>'">More</button><p id=p>`,
    '/b': '<button>Other</button>',
  });
  const opened = await page.act(clickAction(page.id('New')));
  assert.ok('page' in opened);
  const other = find(opened.page, 'Other').id;
  await assert.rejects(page.act(clickAction(page.id('More'))), GONE);
  await page.session.selectTab(1, MS);
  await page.act(clickAction(page.id('More')));
  const late = find(await page.state(), 'Late').id;
  await page.session.selectTab(2, MS);
  await assert.rejects(page.act(clickAction(late)), GONE);
  await page.act(clickAction(other));
});

test('ids survive what does not change the document', async (t) => {
  const page = await openReal(t, '<a href="#there">There</a><button>Here</button>');
  const here = page.id('Here');
  await page.act(clickAction(page.id('There')));
  await page.session.back(MS);
  assert.equal(find(await page.state(), 'Here').id, here);
});

test('an id that an event tells is told', async (t) => {
  const file = '<input type=file id=f><script>f.click()</script>';
  const page = await openReal(t, {
    '/': '<button onclick="f.click()">Choose</button><input type=file id=f hidden>',
    '/f': file,
  });
  await page.act(clickAction(page.id('Choose')));
  const el = page.session.events(0, { kinds: ['file_chooser'] })[0]!.el!;
  const { els } = await page.session.goto(`${page.origin}/f`, MS);
  assert.ok(els.every(({ id }) => id > el));
});

test('what nobody was told is given again', () => {
  const ids = new ToldIds();
  const tab = ids.ofTab();
  assert.equal(tab.begin(), 0);
  tab.gave(30);
  assert.equal(tab.begin(), 0);
  tab.gave(5);
  ids.tell();
  assert.equal(tab.begin(), 5);
  assert.deepEqual([tab.isEarlier(5), tab.isEarlier(6)], [true, false]);
});

test('what a document of another tab has given is not given again, told or not', () => {
  const ids = new ToldIds();
  const [first, second] = [ids.ofTab(), ids.ofTab()];
  first.begin();
  first.gave(7);
  assert.equal(second.begin(), 7);
  second.gave(9);
  assert.equal(first.taken, 9);
});

test('what a tab has given stays taken when it is closed', () => {
  const ids = new ToldIds();
  const [first, second] = [ids.ofTab(), ids.ofTab()];
  second.begin();
  second.gave(9);
  second.end();
  assert.equal(first.begin(), 9);
});
