/** What a page sees of actions that are done as a person would do them. Its clock is virtual: nobody waits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAction, clickAction, pressAction, scrollAction, typeAction } from '../../src/session/actions.ts';
import { openReal } from './real-session.ts';

const HUMAN = { behaviour: 'human', seed: 42 } as const;
const KEYS = { clear: true, submit: false };

const COUNTING = `<script>
  const seen = {};
  const times = [];
  for (const type of ['pointermove', 'mousemove', 'mousedown', 'mouseup', 'click', 'keydown', 'keyup', 'wheel', 'input']) {
    addEventListener(type, (event) => { seen[type] = (seen[type] ?? 0) + 1; times.push([type, performance.now(), event.clientX, event.clientY]); }, true);
  }
</script>`;

test('the pointer moves to the element, and the button stays down for a while', async (t) => {
  const page = await openReal(t, `<button style="margin: 300px">Go</button>${COUNTING}`, HUMAN);
  await page.act(clickAction(page.id('Go')));
  assert.ok(Number(await page.evaluate('seen.pointermove')) >= 5);
  assert.equal(await page.evaluate('seen.mousemove === seen.pointermove && seen.click === 1'), true);
  const held = await page.evaluate(
    `times.find(([type]) => type === 'mouseup')[1] - times.find(([type]) => type === 'mousedown')[1]`,
  );
  assert.ok(Number(held) >= 50);
});

test('clicks land in the element, and not twice in the same place', async (t) => {
  const page = await openReal(t, `<button style="width: 200px; height: 100px">Go</button>${COUNTING}`, HUMAN);
  const id = page.id('Go');
  for (let count = 0; count < 5; count++) await page.act(clickAction(id));
  const places = JSON.parse(
    String(
      await page.evaluate(`JSON.stringify(times.filter(([type]) => type === 'click').map(([, , x, y]) => [x, y]))`),
    ),
  ) as [number, number][];
  const [x, y, w, h] = page.page.els.find((el) => el.id === id)!.b!;
  assert.ok(places.every(([px, py]) => px > x && px < x + w && py > y && py < y + h));
  assert.equal(new Set(places.map(String)).size, 5);
});

test('text comes key by key, 50 ms apart at least, and ends up in the field', async (t) => {
  const page = await openReal(t, `<input aria-label=Name value=old>${COUNTING}`, HUMAN);
  await page.act(typeAction(page.id('Name'), 'Hi you', KEYS));
  assert.equal(await page.evaluate('document.querySelector("input").value'), 'Hi you');
  const downs = String(
    await page.evaluate(`times.filter(([type]) => type === 'keydown').map(([, time]) => Math.round(time)).join()`),
  );
  const times = downs.split(',').map(Number);
  // The H comes with Shift, which goes down with it.
  assert.equal(times.length, 7);
  assert.ok(times.slice(2).every((time, index) => time - times[index + 1]! >= 50));
});

test('a date is chosen as a whole, and a long text is pasted', async (t) => {
  const page = await openReal(t, '<input type=date aria-label=Day><textarea aria-label=Note></textarea>', HUMAN);
  await page.act(typeAction(page.id('Day'), '2026-03-01', KEYS));
  await page.act(typeAction(page.id('Note'), 'long '.repeat(50), KEYS));
  assert.equal(await page.evaluate('document.querySelector("input").value'), '2026-03-01');
  assert.equal(await page.evaluate('document.querySelector("textarea").value.length'), 250);
});

test('scrolling comes as turns of the wheel that get smaller', async (t) => {
  const page = await openReal(t, `<div style="height: 5000px">Long</div>${COUNTING}`, HUMAN);
  await page.act(scrollAction('down', 700, null));
  assert.equal(await page.evaluate('Math.round(scrollY)'), 700);
  assert.ok(Number(await page.evaluate('seen.wheel')) > 5);
});

test('ticks, chords and double clicks work by hand as well', async (t) => {
  const page = await openReal(
    t,
    `<label><input type=checkbox>Agree</label><p ondblclick="console.log('double')">Words</p>
    <input aria-label=Name onkeydown="console.log(event.key, event.ctrlKey)">`,
    HUMAN,
  );
  await page.act(checkAction(page.id('Agree'), true));
  await page.act(clickAction(page.id('Words'), { double: true }));
  await page.act(pressAction('Control+a', page.id('Name')));
  assert.equal(await page.evaluate('document.querySelector("input").checked'), true);
  assert.deepEqual(page.log(), ['double', 'Control true', 'a true']);
});

test('before the first action a person looks at the page', async (t) => {
  const page = await openReal(t, '<button onclick="console.log(performance.now() >= 200)">Go</button>', HUMAN);
  await page.act(clickAction(page.id('Go')));
  assert.deepEqual(page.log(), ['true']);
});

test('a page that goes elsewhere while the pointer moves gets no click', async (t) => {
  const pages = {
    '/': '<a href="/other" onmouseover="location = this.href" onclick="console.log(1)" style="margin: 200px">Away</a>',
    '/other': '<h1>Other</h1>',
  };
  const page = await openReal(t, pages, HUMAN);
  const result = await page.act(clickAction(page.id('Away')));
  assert.ok('page' in result && result.page.url.endsWith('/other'));
  assert.deepEqual(page.log(), []);
});

test('what is covered is refused as it is without a hand', async (t) => {
  const page = await openReal(
    t,
    '<button>Buy</button><div role=dialog aria-label=Cookies style="position: fixed; inset: 0; background: #fff">Hi</div>',
    HUMAN,
  );
  await assert.rejects(page.act(clickAction({ selector: 'button' })), {
    code: 'element_not_visible',
    message: /Cookies/,
  });
});
