/** Deltas and ids of a real page under random changes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clickAction, scrollAction } from '../../src/session/actions.ts';
import type { StateOptions } from '../../src/session/session.ts';
import { applyDelta } from '../../src/spatial/delta.ts';
import type { SpatialDom } from '../../src/spatial/spatial-dom.ts';
import { deltaOf, openReal, type RealSession } from './real-session.ts';

/** Changes of a page; `n` chooses where. Every element that is made has a word of its own. */
const CHANGES: readonly ((n: number, fresh: string) => string)[] = [
  (n, fresh) => `at(${n}).append(made('p', '${fresh}'))`,
  (n, fresh) => `at(${n}).before(made('button', '${fresh}'))`,
  (n) => `at(${n}).remove()`,
  (n) => `at(${n}).hidden = !at(${n}).hidden`,
  (n) => `main.append(at(${n}))`,
  (n) => `at(${n}).style.marginLeft = '${n % 50}px'`,
  (n) => `at(${n}).toggleAttribute('disabled')`,
  (n) => `field.value = 'v${n}'`,
  (n) => `document.title = 't${n % 3}'`,
  (n) => `scrollTo(0, ${(n * 37) % 900})`,
  (n) => `at(${n}).setAttribute('role', ['alert', 'button', 'none'][${n % 3}])`,
  (n, fresh) => `at(${n}).replaceWith(made('h2', '${fresh}'))`,
];

const PAGE = `<!doctype html><main id=main><p>w1</p><p>w2</p><button>w3</button><input id=field aria-label=f></main>
<div style="height: 2000px"></div><p>end</p><script>
  // Not by their ids as global names: these end when the elements leave the document.
  const main = document.getElementById('main');
  const field = document.getElementById('field');
  const made = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });
  const at = (n) => main.children[n % main.children.length] ?? main;
</script>`;

const anySteps = fc.array(fc.tuple(fc.nat(CHANGES.length - 1), fc.nat(500)), { minLength: 1, maxLength: 12 });
const anyOptions = fc.constantFrom(
  {},
  { scope: 'page' as const },
  { boxes: false },
  { interactiveOnly: true },
  { maxTokens: 200 },
);

async function check(
  page: RealSession,
  steps: readonly (readonly [number, number])[],
  options: StateOptions,
): Promise<void> {
  await page.session.goto(`${page.origin}/`, 20_000);
  let held: SpatialDom = await page.state(options);
  const words = new Map<number, string>();
  for (const [index, [change, n]] of steps.entries()) {
    await page.evaluate(`${CHANGES[change]!(n, `x${index}`)}; 0`);
    const result = await page.wait({ ms: 0 });
    if ('delta' in result) {
      assert.equal(result.delta.from, held.version);
      held = applyDelta(held, result.delta);
    } else held = result.page;
    const { version: _, ...now } = await page.state(options);
    const { version, ...applied } = held;
    if (options.interactiveOnly === true) {
      // Deltas also tell the texts that came up: they are in the page, and they say what it says.
      const news = applied.els.filter((element) => !now.els.some(({ id }) => id === element.id));
      const all = await page.state({ scope: 'page' });
      for (const element of news)
        assert.deepEqual(
          all.els.filter(({ id }) => id === element.id),
          [element],
        );
      held = await page.state(options);
      assert.deepEqual({ ...applied, els: applied.els.filter((element) => !news.includes(element)) }, now);
    } else {
      assert.deepEqual(applied, now);
      held = { ...now, version: version + 1 };
    }
    for (const { id, text } of held.els) {
      // What is made with a word keeps it: an id that shows another word lies.
      if (text === undefined || !/^[wx]\d+$/.test(text)) continue;
      assert.equal(words.get(id) ?? text, text);
      words.set(id, text);
    }
  }
}

test('deltas always apply and ids never lie, whatever happens to the page', async (t) => {
  const page = await openReal(t, PAGE);
  await fc.assert(
    fc.asyncProperty(anySteps, anyOptions, (steps, options) => check(page, steps, options)),
    { numRuns: 25, interruptAfterTimeLimit: 60_000 },
  );
});

test('an answer that lists everything anew is sent when that is shorter', async (t) => {
  const page = await openReal(
    t,
    '<main id=m></main><script>for (let i = 0; i < 40; i++) m.append(Object.assign(document.createElement("p"), { textContent: "old " + i }))</script>',
  );
  await page.evaluate('m.textContent = "new"; 0');
  const result = await page.wait({ ms: 0 });
  assert.ok('page' in result);
  assert.deepEqual(
    result.page.els.map(({ text }) => text),
    ['new'],
  );
});

test('who wants no texts is told those that an action brings, in a delta that applies', async (t) => {
  const page = await openReal(
    t,
    `<p>Old</p><button onclick="out.textContent = 'Wrong password'; more.textContent = 'x'.repeat(9000)">Go</button>
    <p id=out></p><p id=more></p><p style="margin-top: 2000px">Far</p>`,
  );
  const before = await page.state({ interactiveOnly: true });
  assert.deepEqual(texts(before), ['Go']);
  const delta = deltaOf(await page.act(clickAction(page.id('Go'))));
  assert.deepEqual(
    delta.added?.map(({ text }) => text?.slice(0, 14)),
    ['Wrong password', 'xxxxxxxxxxxxxx'],
  );
  assert.ok(delta.added![1]!.text!.length <= 400);
  const scrolled = deltaOf(await page.act(scrollAction('down', 2000, null)));
  assert.deepEqual(scrolled.added, undefined);
  const next = applyDelta(applyDelta(before, delta), scrolled);
  assert.deepEqual(texts(next).includes('Wrong password'), true);
  assert.deepEqual(texts(await page.state({ interactiveOnly: true, scope: 'page' })), ['Go']);
});

test('new texts have the room that a ceiling leaves before everything else, and a bound of their own', async (t) => {
  const buttons = Array.from({ length: 60 }, (_, at) => `<button>Number ${at}</button>`).join('');
  const page = await openReal(
    t,
    `<button onclick="for (let n = 0; n < 90; n++) out.append(Object.assign(document.createElement('p'),
      { textContent: n + ' ' + 'word '.repeat(20) }))">Go</button>${buttons}<div id=out></div>`,
  );
  await page.state({ interactiveOnly: true, scope: 'page', maxTokens: 900 });
  const result = await page.act(clickAction(page.id('Go')));
  const els = 'delta' in result ? (result.delta.added ?? []) : result.page.els;
  const told = els.filter(({ tag }) => tag === 'p');
  assert.ok(told.length > 5 && told.length < 30, String(told.length));
  const more = 'delta' in result ? result.delta.more : result.page.more;
  assert.ok((more?.omitted ?? 0) > 60);
});

function texts({ els }: { readonly els: readonly { readonly text?: string }[] }): (string | undefined)[] {
  return els.map(({ text }) => text);
}

test('what is around an element that is not there is an error; one that goes away later is not', async (t) => {
  const page = await openReal(t, '<p>Text</p><button onclick="this.remove()">Go</button>');
  await assert.rejects(page.state({ near: 99 }), { code: 'element_not_found' });
  await page.state({ near: page.id('Go'), maxTokens: 500 });
  assert.deepEqual(deltaOf(await page.act(clickAction(page.id('Go')))).removed, [page.id('Go')]);
});
