/**
 * The todo page of a framework, open in a session of the public API, as a test talks about it.
 *
 * In:  the framework's name, and whether 'Load more' finds something.
 * Out: what stands on the page, by label; actions by label. Every delta is applied to the last page that was told and
 *      compared with the whole page, so each action also proves its delta.
 */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { buildFrameworkPage, type Framework } from '../../fixtures/frameworks/build.ts';
import { todoServer } from '../../fixtures/frameworks/htmx/server.ts';
import { applyDelta, type Session, type SpatialDelta, type SpatialDom } from '../../src/index.ts';
import { type Answer, site } from '../site.ts';

const TODOS = [
  { text: 'Buy milk', done: false },
  { text: 'Feed the cat', done: true },
];
const MORE = [
  { text: 'Water the plants', done: false },
  { text: 'Call home', done: false },
];

export type Element = SpatialDom['els'][number];

export class TodoPage {
  readonly #session: Session;
  readonly #eventsBefore: number;
  #page: SpatialDom;

  constructor(session: Session, page: SpatialDom, eventsBefore: number) {
    this.#session = session;
    this.#page = page;
    this.#eventsBefore = eventsBefore;
  }

  /** The texts of the todos that are shown, from top to bottom. A done one begins with `x `. */
  todos(): string[] {
    return this.checkboxes().map((box) => `${box.checked === true ? 'x ' : ''}${label(box)}`);
  }

  checkboxes(): Element[] {
    return this.#page.els.filter((el) => el.type === 'checkbox');
  }

  /** Whether there is something with this label, or text that has it. */
  shows(text: string): boolean {
    return this.#page.els.some((el) => label(el) === text);
  }

  field(): Element {
    return this.#element((el) => el.ph === 'What needs doing?', 'the field');
  }

  button(name: string): Element {
    return this.#element((el) => el.tag === 'button' && label(el) === name, `a button '${name}'`);
  }

  async press(name: string): Promise<SpatialDelta> {
    return this.#settle(await this.#session.click(this.button(name).id));
  }

  async tick(text: string): Promise<SpatialDelta> {
    const box = this.#element((el) => el.type === 'checkbox' && label(el) === text, `a checkbox '${text}'`);
    return this.#settle(await this.#session.click(box.id));
  }

  async type(text: string, options: { readonly submit?: boolean } = {}): Promise<SpatialDelta> {
    return this.#settle(await this.#session.type(this.field().id, text, options));
  }

  /** What went wrong on the page since it was opened. */
  async errors(): Promise<string[]> {
    const events = await this.#session.events();
    return events
      .slice(this.#eventsBefore)
      .filter(({ kind }) => kind === 'error')
      .map(({ message }) => message);
  }

  async #settle(result: Awaited<ReturnType<Session['click']>>): Promise<SpatialDelta> {
    assert.ok('delta' in result, 'the page stays');
    const applied = applyDelta(this.#page, result.delta);
    this.#page = await this.#session.state();
    assert.deepEqual(applied.els, this.#page.els);
    return result.delta;
  }

  #element(matches: (el: Element) => boolean, what: string): Element {
    const found = this.#page.els.find(matches);
    assert.ok(found, `${what} is on the page:\n${JSON.stringify(this.#page.els, null, 1)}`);
    return found;
  }
}

/** The name of an element, or its text where that is the name. */
export function label(el: Element): string {
  return el.name ?? el.text ?? '';
}

/** A page of an origin of its own: sessions go from test to test, and nothing that a page stored does. */
export async function openTodoPage(
  t: TestContext,
  session: Session,
  framework: Framework,
  { hasMore = true } = {},
): Promise<TodoPage> {
  const { origin } = await site(t, await answersOf(framework, hasMore));
  const { length } = await session.events();
  return new TodoPage(session, await session.goto(`${origin}/`), length);
}

async function answersOf(framework: Framework, hasMore: boolean): Promise<Record<string, Answer>> {
  const { html, css, script } = await buildFrameworkPage(framework);
  return {
    '/': html,
    '/app.js': { type: 'text/javascript; charset=utf-8', body: script },
    '/todo.css': { type: 'text/css; charset=utf-8', body: css },
    '/todos.json': { type: 'application/json', body: JSON.stringify(TODOS) },
    ...(hasMore ? { '/more.json': { type: 'application/json', body: JSON.stringify(MORE) } } : {}),
    ...(framework === 'htmx' || framework === 'htmx2' ? todoServer(TODOS, hasMore ? MORE : null) : {}),
  };
}
