/** One todo list, written with each framework: what an agent does to it and sees of it is the same for all. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { FRAMEWORKS } from '../../fixtures/frameworks/build.ts';
import { AgentBrowser, type Session } from '../../src/index.ts';
import { label, openTodoPage } from './todo-page.ts';

let browser: AgentBrowser;
before(async () => {
  browser = await AgentBrowser.launch({ behaviour: 'instant' });
});
after(() => browser.shutdown());

for (const framework of FRAMEWORKS) {
  describe(framework, () => {
    let session: Session;
    before(async () => {
      session = await browser.session({ viewport: [800, 600] });
    });
    after(() => session.close());

    test('what the page fetches is shown', async (t) => {
      const page = await openTodoPage(t, session, framework);
      assert.deepEqual(page.todos(), ['Buy milk', 'x Feed the cat']);
      assert.ok(page.shows('1 of 2 left'));
      assert.ok(!page.shows('Loading…'));
      assert.deepEqual(await page.errors(), []);
    });

    test('typing is bound to state: the draft is shown, and the button can be pressed', async (t) => {
      const page = await openTodoPage(t, session, framework);
      assert.equal(page.button('Add').disabled, true);
      await page.type('Sing');
      assert.ok(page.shows('Draft: Sing'));
      assert.equal(page.button('Add').disabled, undefined);
      await page.type('');
      assert.ok(!page.shows('Draft: Sing'));
      assert.equal(page.button('Add').disabled, true);
    });

    test('the button adds a todo and empties the field', async (t) => {
      const page = await openTodoPage(t, session, framework);
      await page.type('Sing & dance');
      const { added = [] } = await page.press('Add');
      assert.ok(added.some((el) => el.type === 'checkbox' && label(el) === 'Sing & dance'));
      assert.deepEqual(page.todos(), ['Buy milk', 'x Feed the cat', 'Sing & dance']);
      assert.ok(page.shows('2 of 3 left'));
      assert.equal(page.field().val ?? '', '');
    });

    test('Enter adds a todo', async (t) => {
      const page = await openTodoPage(t, session, framework);
      await page.type('Sing', { submit: true });
      assert.deepEqual(page.todos(), ['Buy milk', 'x Feed the cat', 'Sing']);
    });

    test('a checkbox toggles its todo, and what depends on it changes', async (t) => {
      const page = await openTodoPage(t, session, framework);
      const [milk] = page.checkboxes();
      const { changed = [] } = await page.tick('Buy milk');
      assert.ok(changed.some((change) => change.id === milk!.id && change.checked === true));
      assert.deepEqual(page.todos(), ['x Buy milk', 'x Feed the cat']);
      assert.ok(page.shows('0 of 2 left'));
      await page.tick('Buy milk');
      assert.deepEqual(page.todos(), ['Buy milk', 'x Feed the cat']);
    });

    test('a filter hides the others and shows that it is pressed', async (t) => {
      const page = await openTodoPage(t, session, framework);
      await page.press('Done');
      assert.deepEqual(page.todos(), ['x Feed the cat']);
      assert.deepEqual([page.button('All').pressed, page.button('Done').pressed], [false, true]);
      await page.press('Active');
      assert.deepEqual(page.todos(), ['Buy milk']);
      await page.tick('Buy milk');
      assert.deepEqual(page.todos(), []);
      await page.press('All');
      assert.deepEqual(page.todos(), ['x Buy milk', 'x Feed the cat']);
    });

    test('a removed todo is gone, the other keeps its id', async (t) => {
      const page = await openTodoPage(t, session, framework);
      const [milk, cat] = page.checkboxes();
      const { removed = [] } = await page.press('Remove Buy milk');
      assert.ok(removed.includes(milk!.id));
      assert.deepEqual(
        page.checkboxes().map(({ id }) => id),
        [cat!.id],
      );
      await page.press('Remove Feed the cat');
      assert.ok(page.shows('Nothing to do.'));
    });

    test('a part of the page is there only while its condition holds', async (t) => {
      const page = await openTodoPage(t, session, framework);
      await page.press('Clear done');
      assert.deepEqual(page.todos(), ['Buy milk']);
      assert.ok(!page.shows('Clear done'));
      await page.tick('Buy milk');
      assert.ok(page.shows('Clear done'));
    });

    test('a keyed list that is reversed moves its elements and makes none', async (t) => {
      const page = await openTodoPage(t, session, framework);
      const ids = page.checkboxes().map(({ id }) => id);
      const { added, removed } = await page.press('Reverse');
      assert.deepEqual(page.todos(), ['x Feed the cat', 'Buy milk']);
      assert.deepEqual(
        page.checkboxes().map(({ id }) => id),
        ids.toReversed(),
      );
      assert.deepEqual([added, removed], [undefined, undefined]);
    });

    test('what a click fetches is added when it has come', async (t) => {
      const page = await openTodoPage(t, session, framework);
      await page.press('Load more');
      assert.deepEqual(page.todos(), ['Buy milk', 'x Feed the cat', 'Water the plants', 'Call home']);
      assert.ok(!page.shows('Loading…'));
      const tops = page.checkboxes().map(({ b }) => b[1]);
      assert.deepEqual(tops, [tops[0], tops[0]! + 33, tops[0]! + 66, tops[0]! + 99]);
    });

    test('a request that fails is told', async (t) => {
      const page = await openTodoPage(t, session, framework, { hasMore: false });
      await page.press('Load more');
      assert.ok(page.shows('Could not load: 404'));
      assert.deepEqual(page.todos(), ['Buy milk', 'x Feed the cat']);
      assert.deepEqual(await page.errors(), []);
    });
  });
}
