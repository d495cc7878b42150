import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, type TestPage } from './open-page.ts';

function idOf(elements: readonly Record<string, unknown>[], tag: string): number {
  return elements.find((element) => element['tag'] === tag)?.['id'] as number;
}

async function type(page: TestPage, text: string, clear = true): Promise<string> {
  const id = idOf(await page.elements(), 'input');
  const outcome = await page.isolate.input({ kind: 'type', id, text, clear });
  await page.settle();
  return outcome;
}

test('a click is what a pointer does, in order, with focus in between', async () => {
  using page = await openPage(`<button>Go</button><script>
    for (const type of ['pointerdown', 'mousedown', 'focus', 'pointerup', 'mouseup', 'click', 'mouseover']) {
      document.querySelector('button').addEventListener(type, (event) => console.log(event.type, event.constructor.name, event.clientX > 0));
    }
  </script>`);
  assert.equal(await page.click('Go'), 'done');
  assert.deepEqual(page.log, [
    'mouseover MouseEvent true',
    'pointerdown PointerEvent true',
    'mousedown MouseEvent true',
    'focus FocusEvent false',
    'pointerup PointerEvent true',
    'mouseup MouseEvent true',
    'click PointerEvent true',
  ]);
  assert.equal(await page.evaluate('document.activeElement.localName'), 'button');
});

test('a click on a link leads away, one that a listener cancels does not, and a fragment stays in the page', async () => {
  using page = await openPage(
    '<a href="next.html?q">Next</a><a href=#part onclick="console.log(1)">Part</a><a href=/x onclick="return false">Stay</a>',
  );
  await page.click('Stay');
  assert.equal(page.wantsToGo, '');
  await page.click('Part');
  assert.equal(page.wantsToGo, '');
  assert.equal(page.url, 'http://site.test/page.html#part');
  await page.click('Next');
  assert.equal(page.wantsToGo, 'http://site.test/next.html?q');
});

test('typing goes key by key, and the change event comes when the field is left', async () => {
  using page = await openPage(`<input value=old><button>Elsewhere</button><script>
    const field = document.querySelector('input');
    for (const type of ['focus', 'keydown', 'beforeinput', 'input', 'keyup', 'change', 'blur']) {
      field.addEventListener(type, (event) => console.log(type, event.key ?? event.data ?? '', field.value));
    }
  </script>`);
  assert.equal(await type(page, 'hi'), 'done');
  await page.click('Elsewhere');
  assert.deepEqual(page.log, [
    'focus  old',
    'beforeinput  old',
    'input  ',
    'keydown h ',
    'beforeinput h ',
    'input h h',
    'keyup h h',
    'keydown i h',
    'beforeinput i h',
    'input i hi',
    'keyup i hi',
    'change  hi',
    'blur  hi',
  ]);
});

test('what a page makes of a typed character is what stands there', async () => {
  using page = await openPage(`<input><script>
    document.querySelector('input').addEventListener('input', (event) => { event.target.value = event.target.value.toUpperCase(); });
    document.querySelector('input').addEventListener('keydown', (event) => { if (event.key === 'x') event.preventDefault(); });
  </script>`);
  await type(page, 'axb');
  assert.equal(await page.evaluate('document.querySelector("input").value'), 'AB');
});

test('Enter in a field presses the default button of its form', async () => {
  using page = await openPage('<form action=/s><input name=q><button name=b value=1>Find</button></form>');
  await type(page, 'x');
  await page.isolate.input({ kind: 'key', key: 'Enter' });
  await page.settle();
  assert.equal(page.navigation?.url, 'http://site.test/s?q=x&b=1');
});

test('an element that is gone, and one that takes no text, are told apart', async () => {
  using page = await openPage('<button>One</button><input>');
  const elements = await page.elements();
  const button = idOf(elements, 'button');
  assert.equal(await page.isolate.input({ kind: 'type', id: button, text: 'x', clear: true }), 'not_editable');
  await page.evaluate('document.querySelector("button").remove(); 1');
  assert.equal(await page.isolate.input({ kind: 'click', id: button }), 'not_found');
  assert.equal(await page.isolate.input({ kind: 'click', id: 999 }), 'not_found');
});

test('a summary opens its details', async () => {
  using page = await openPage('<details><summary>More</summary><p>Inside</p></details>');
  await page.click('More');
  assert.ok((await page.elements()).some((element) => element['text'] === 'Inside'));
});

test('what takes the place of a clicked element is under the pointer', async () => {
  using page =
    await openPage(`<!doctype html><style>p { margin: 0; width: 100px; height: 20px } p:hover { height: 40px }</style>
    <div id=list onclick="this.innerHTML = '<p tabindex=0>new</p>'"><p tabindex=0>old</p></div>`);
  await page.click('old');
  assert.equal(await page.evaluate('list.firstChild.matches(":hover") + " " + list.offsetHeight'), 'true 40');
});
