/** What a session's documents leave behind when the next one opens: nothing that adds up. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from '../page/open-page.ts';

const SITE = {
  'http://site.test/module.js': 'export default 1',
  'http://site.test/ring.js': 'import "/round.js"; export default import.meta.url',
  'http://site.test/round.js': 'import "/ring.js"; export const load = () => import("/module.js")',
  'http://site.test/worker.js': 'import("/module.js").then(() => postMessage(1))',
};
const WATCHING = `
  addEventListener('pagehide', () => document);
  setInterval(() => document, 10_000);
  new MutationObserver(() => {}).observe(document, { subtree: true, childList: true });
  new ResizeObserver(() => {}).observe(document.body);
  new Worker('/worker.js', { type: 'module' }).onmessage = () => document;
  fetch('/module.js').then(() => document);
`;
const INTO_FRAMES = `
  onload = () => {
    const { document: inside } = frames[0];
    document.body.append(inside.createElement('b'));
    frames[0].addEventListener('x', () => inside);
    window.kept = frames[1];
    kept.document.body.append(document.querySelector('p'));
    document.querySelector('iframe + iframe').remove();
  };
`;
/** A document that nothing shows any more gets the frame that it was in. */
const INTO_ITSELF = `
  const frame = document.querySelector('iframe');
  frame.contentDocument.body.append(document.body);
  console.log(frame.contentDocument, frame.contentWindow);
`;

const PAGES: Readonly<Record<string, string>> = {
  'listeners, timers, observers, workers': `<p>x<script>${WATCHING}</script>`,
  'modules that import each other':
    '<script type=module>import u from "/ring.js"; import("/round.js").then((m) => m.load())</script>',
  'frames that are looked into': `<p>x</p><iframe srcdoc="<p>y<script>parent.z = document</script>"></iframe><iframe></iframe><script>${INTO_FRAMES}</script>`,
  'a frame that a page was put into': `<iframe></iframe><script>${INTO_ITSELF}</script>`,
};
/** The least heap that two documents with frames fit into; half of it, 27 MB, has the engine and three realms. */
const SMALL = { site: SITE, memoryMb: 54 };
/** A realm has more than 3 MB. */
const DOCUMENTS = 6;

for (const [what, html] of Object.entries(PAGES)) {
  test(`documents do not add up: ${what}`, async () => {
    using page = await openPage('<p>First', SMALL);
    for (let count = 0; count < DOCUMENTS; count++) {
      await page.open(html);
      await page.settle();
      assert.deepEqual(page.errors, []);
      if (html.includes(INTO_ITSELF)) assert.equal(page.log.at(-1), 'null null');
      assert.equal(await page.isolate.makeRoom(), true, `${count}: ${page.isolate.memory().heapBytes}`);
    }
  });
}

test('where documents have left too much behind, there is no room for another one', async () => {
  const broken = '<script type=module>import { nothing } from "/module.js"</script>';
  using page = await openPage(broken, SMALL);
  let opened = 1;
  while (await page.isolate.makeRoom()) {
    assert.ok(opened++ < 20);
    await page.open(broken);
    await page.settle();
    assert.match(page.errors.at(-1) ?? '', /nothing/);
  }
});
