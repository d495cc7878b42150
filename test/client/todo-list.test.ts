/**
 * A todo list as people write them, used as a person uses one: what is typed, clicked and double-clicked, filters in the
 * address, and what is still there after loading the page again.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, type TestContext, test } from 'node:test';
import { AgentBrowser, type Session, type SpatialElement } from '../../src/index.ts';
import { type Answer, site } from '../site.ts';

const FOLDER = new URL('../../fixtures/todo/', import.meta.url);
const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };
const FILES = ['markup.html', 'markup.js', 'nodes.html', 'nodes.js', 'store.js', 'todo.css'];

const answers: Record<string, Answer> = {};
for (const name of FILES) {
  answers[`/${name}`] = { type: TYPES[name.split('.')[1]!]!, body: readFileSync(new URL(name, FOLDER), 'utf8') };
}

let browser: AgentBrowser;
before(async () => {
  browser = await AgentBrowser.launch({ inProcess: true, clock: 'virtual' });
});
after(() => browser.shutdown());

/** The list as an agent sees it. */
class TodoList {
  readonly session: Session;
  constructor(session: Session) {
    this.session = session;
  }

  async #els(): Promise<readonly SpatialElement[]> {
    return (await this.session.state({ scope: 'page' })).els;
  }

  async #find(what: string, matches: (el: SpatialElement) => boolean): Promise<number> {
    const els = await this.#els();
    const found = els.find(matches);
    assert.ok(found, `no ${what} in ${JSON.stringify(els)}`);
    return found.id;
  }

  /** The titles in order; those that are done with an x. */
  async todos(): Promise<string[]> {
    const boxes = (await this.#els()).filter((el) => (el.name ?? '').startsWith('Done: '));
    return boxes.map(({ name, checked }) => `${checked === true ? 'x ' : ''}${name!.slice('Done: '.length)}`);
  }

  async add(title: string): Promise<void> {
    const field = await this.#find('field', (el) => el.ph === 'What needs to be done?');
    await this.session.type(field, title, { submit: true });
  }

  async toggle(title: string): Promise<void> {
    await this.session.click(await this.#find(title, (el) => el.name === `Done: ${title}`));
  }

  async edit(from: string, to: string): Promise<void> {
    await this.session.click({ selector: 'li:first-child .view label' }, { double: true });
    const field = await this.#find('field of the title', (el) => el.name === 'Edit' && el.val === from);
    await this.session.type(field, to, { submit: true });
  }

  async press(text: string): Promise<void> {
    await this.session.click(await this.#find(text, (el) => el.text === text || el.name === text));
  }
}

async function open(t: TestContext, app: string, titles: readonly string[]): Promise<TodoList> {
  const { origin } = await site(t, answers);
  const session = await browser.session();
  t.after(() => session.close());
  await session.goto(`${origin}/${app}.html`);
  const list = new TodoList(session);
  for (const title of titles) await list.add(title);
  return list;
}

for (const app of ['markup', 'nodes']) {
  describe(`a todo list that renders ${app}`, () => {
    test('Enter adds what was typed', async (t) => {
      const list = await open(t, app, ['Milk', 'Bread & butter']);
      assert.deepEqual(await list.todos(), ['Milk', 'Bread & butter']);
    });

    test('a transparent checkbox under a drawn circle is there to be clicked', async (t) => {
      const list = await open(t, app, ['Milk', 'Bread']);
      await list.toggle('Bread');
      assert.deepEqual(await list.todos(), ['Milk', 'x Bread']);
      await list.toggle('Bread');
      assert.deepEqual(await list.todos(), ['Milk', 'Bread']);
    });

    test('a double click opens the field of a title, Enter closes it', async (t) => {
      const list = await open(t, app, ['Milk', 'Bread']);
      await list.edit('Milk', 'Oat milk');
      assert.deepEqual(await list.todos(), ['Oat milk', 'Bread']);
    });

    test('the label of a checkbox out of sight toggles all', async (t) => {
      const list = await open(t, app, ['Milk', 'Bread']);
      await list.press('v Mark all as done');
      assert.deepEqual(await list.todos(), ['x Milk', 'x Bread']);
      await list.press('v Mark all as done');
      assert.deepEqual(await list.todos(), ['Milk', 'Bread']);
    });

    test('links to fragments filter, and going back undoes it', async (t) => {
      const list = await open(t, app, ['Milk', 'Bread']);
      await list.toggle('Bread');
      await list.press('Active');
      assert.deepEqual(await list.todos(), ['Milk']);
      await list.press('Completed');
      assert.deepEqual(await list.todos(), ['x Bread']);
      await list.session.back();
      assert.deepEqual(await list.todos(), ['Milk']);
      await list.press('All');
      assert.deepEqual(await list.todos(), ['Milk', 'x Bread']);
    });

    test('what is done can be cleared away', async (t) => {
      const list = await open(t, app, ['Milk', 'Bread']);
      await list.toggle('Milk');
      await list.press('Clear completed');
      assert.deepEqual(await list.todos(), ['Bread']);
    });

    test('the page that is loaded again has its todos and its filter', async (t) => {
      const list = await open(t, app, ['Milk', 'Bread']);
      await list.toggle('Milk');
      await list.press('Active');
      await list.session.reload();
      assert.deepEqual(await list.todos(), ['Bread']);
      await list.press('All');
      assert.deepEqual(await list.todos(), ['x Milk', 'Bread']);
      assert.deepEqual(
        (await list.session.events()).filter(({ kind }) => kind === 'error'),
        [],
      );
    });
  });
}
