/** Pages that a server rendered and a framework takes over: the elements stay, and come to life. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { buildHydratedPage, HYDRATED_FRAMEWORKS } from '../../fixtures/frameworks/build-hydration.ts';
import { AgentBrowser } from '../../src/index.ts';
import { site } from '../site.ts';

let browser: AgentBrowser;
before(async () => {
  browser = await AgentBrowser.launch({ behaviour: 'instant' });
});
after(() => browser.shutdown());

for (const framework of HYDRATED_FRAMEWORKS) {
  test(`${framework} takes over what the server rendered, without making it again`, async (t) => {
    const { html, script } = await buildHydratedPage(framework);
    const tell = `<script>addEventListener('click', () => console.log(served.isConnected))</script>`;
    const { origin } = await site(t, {
      '/': html.replace('</body>', `${tell}</body>`),
      '/app.js': { type: 'text/javascript; charset=utf-8', body: script },
    });
    const session = await browser.session();
    t.after(() => session.close());
    const before = await session.goto(`${origin}/`);
    const add = before.els.find(({ tag }) => tag === 'button');
    assert.ok(add);
    await session.click(add.id);
    const { els } = await session.state();
    const texts = els.filter(({ tag }) => tag === 'li' || tag === 'p').map(({ text }) => text);
    assert.deepEqual(texts, ['Apples, 2 of 2', 'Pears & plums, 2 of 2', 'More than one']);
    assert.deepEqual(
      els.filter(({ tag }) => tag === 'input').map(({ val, name }) => [name, val]),
      [['Note', 'fragile']],
    );
    // Frameworks tell on the console, or as an error, when what they find is not what they would have made.
    const told = (await session.events()).filter(({ kind }) => kind !== 'navigation').map(({ message }) => message);
    assert.deepEqual(told, ['true']);
  });
}
