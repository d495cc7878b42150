/**
 * Pages that never stop, in tasks that are each short enough: the script time of a navigation ends them, and the page
 * stays readable as it is.
 *
 * Seen to fail: without `budget.meter` around the entries (the pages never come to rest), and without each of the checks
 * of isScriptOver.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, startPage, type TestPage } from '../page/open-page.ts';

const SHORT = { navigationScriptMs: 60, taskMs: 2_000 } as const;
const BURN = 'function burn() { for (let at = 0, sum = 0; at < 2e7; at++) sum += at % 7; }';

const told = (page: TestPage): string[] =>
  page.events.filter(({ kind }) => kind === 'budget_exceeded').map(({ message }) => message);
const texts = async (page: TestPage): Promise<unknown[]> => (await page.elements()).map((element) => element['text']);

const ENDLESS: Readonly<Record<string, string>> = {
  'timers that start timers': '(function again() { burn(); setTimeout(again); })()',
  intervals: 'setInterval(burn)',
  'animation frames': '(function again() { burn(); requestAnimationFrame(again); })()',
  'messages to oneself':
    'const c = new MessageChannel(); c.port1.onmessage = () => { burn(); c.port2.postMessage(1); }; c.port2.postMessage(1);',
  'tasks of the scheduler': '(function again() { burn(); scheduler.postTask(again); })()',
  'requests that start requests': '(async () => { for (;;) { await fetch("/x").catch(() => {}); burn(); } })()',
  'scripts that insert scripts': `(function again() {
    burn();
    const script = Object.assign(document.createElement('script'), { src: '/x', onerror: again });
    document.head.append(script);
  })()`,
  'changes that observers make':
    'new MutationObserver(() => { burn(); setTimeout(() => document.body.toggleAttribute("a")); }).observe(document, { attributes: true, subtree: true }); document.body.toggleAttribute("a")',
  'a worker': `const worker = new Worker(URL.createObjectURL(new Blob(['${BURN} setInterval(burn)'])))`,
  'a frame': `const frame = document.createElement('iframe'); document.body.append(frame); frame.contentWindow.setInterval(burn)`,
};

for (const [what, script] of Object.entries(ENDLESS)) {
  test(`${what} without end: told once, and the page stays readable`, async () => {
    using page = await openPage(`<!DOCTYPE html><p>Here</p><script>${BURN} ${script}</script>`, SHORT);
    assert.equal(told(page).length, 1);
    assert.match(told(page)[0]!, /took longer than 60 ms in all: none of them runs any more/);
    assert.deepEqual(await texts(page), ['Here']);
  });
}

/** Its scripts are over when it has settled. */
const OVER = `<!DOCTYPE html><script>${BURN}
  customElements.define('x-late', class extends HTMLElement { connectedCallback() { document.title += ' reaction'; } });
  document.addEventListener('DOMContentLoaded', () => { document.title += ' loaded'; });
  setTimeout(() => { document.title += ' timer'; });
  document.title = 'begun'; burn(); burn(); burn(); burn();
</script>`;

test('behind its end no script, listener or reaction runs, and the rest of the document is parsed and styled', async () => {
  using page = await openPage(
    `${OVER}<link rel=stylesheet href=/style.css><x-late>Custom</x-late><script>document.title += ' script'</script>
     <script src=/late.js></script><p>Shown</p><p class=hidden>Hidden</p>`,
    {
      ...SHORT,
      site: {
        'http://site.test/style.css': '.hidden { display: none }',
        'http://site.test/late.js': 'document.title += " file"',
      },
    },
  );
  assert.equal(told(page).length, 1);
  assert.equal(page.loading, false);
  assert.equal(await page.evaluate('document.title'), 'begun');
  assert.equal(await page.evaluate('document.readyState'), 'complete');
  assert.deepEqual(await texts(page), ['Custom', 'Shown']);
});

test('actions that need no script still work', async () => {
  using page = await openPage(
    `${OVER}<body onclick="document.title += ' click'"><label><input type=checkbox onchange="document.title += ' change'">Yes</label>
     <details><summary>More</summary><p>Inside</p></details><a href=/next onclick="return false">Next</a>
     <a href="javascript:document.title += ' address'">Code</a>`,
    SHORT,
  );
  await page.click('Yes');
  await page.click('More');
  await page.click('Code');
  assert.equal(await page.evaluate('document.querySelector("input").checked'), true);
  assert.ok((await texts(page)).includes('Inside'));
  await page.click('Next');
  assert.equal(page.wantsToGo, 'http://site.test/next');
  assert.equal(await page.evaluate('document.title'), 'begun');
});

test('the next document has a budget of its own', async () => {
  using page = await openPage(OVER, SHORT);
  await page.open('<title>0</title><script>document.title = "1"; setTimeout(() => { document.title = "2"; })</script>');
  await page.settle();
  assert.equal(await page.evaluate('document.title'), '2');
});

test('an action gives the page time for what it starts', async () => {
  // By the clock, not by counting: a processor that others use may take many times as long for the same loop.
  const script = `let clicks = 0; onclick = () => {
    for (const until = Date.now() + 60; Date.now() < until;);
    document.title = String(++clicks);
  }`;
  using page = await startPage(`<script>${script}</script><button>Go</button>`, { ...SHORT, navigationScriptMs: 300 });
  await page.settle();
  let clicks = 0;
  while (clicks < 12) {
    await page.click('Go');
    clicks++;
  }
  assert.deepEqual(told(page), []);
  assert.equal(await page.evaluate('document.title'), '12');
});
