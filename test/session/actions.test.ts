import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  checkAction,
  clickAction,
  dragAction,
  hoverAction,
  pressAction,
  scrollAction,
  selectAction,
  typeAction,
  uploadAction,
} from '../../src/session/actions.ts';
import { deltaOf, openReal } from './real-session.ts';

const KEYS = { clear: true, submit: false };

test('a click tells what changed, and how long it took', async (t) => {
  const page = await openReal(t, '<button onclick="this.textContent = \'Done\'">Go</button>');
  const id = page.id('Go');
  const result = await page.act(clickAction(id));
  assert.equal(result.action, `click(${id})`);
  assert.deepEqual(deltaOf(result).changed?.[0]?.text, 'Done');
  assert.ok(result.duration_ms >= 0);
});

test('buttons, double clicks and modifiers arrive as such', async (t) => {
  const page = await openReal(
    t,
    `<div id=d>Area</div><script>
      for (const type of ['click', 'dblclick', 'auxclick', 'contextmenu']) {
        d.addEventListener(type, (e) => console.log(e.type, e.button, e.detail, e.ctrlKey));
      }
    </script>`,
  );
  const id = page.id('Area');
  await page.act(clickAction(id, { modifiers: ['Control'] }));
  await page.act(clickAction(id, { double: true }));
  await page.act(clickAction(id, { button: 'right' }));
  await page.act(clickAction(id, { button: 'middle' }));
  assert.deepEqual(page.log(), [
    'click 0 1 true',
    'click 0 1 false',
    'click 0 2 false',
    'dblclick 0 2 false',
    'contextmenu 2 0 false',
    'auxclick 2 1 false',
    'auxclick 1 1 false',
  ]);
});

test('an element is found by selector and by role and name; several are an error that lists them', async (t) => {
  const page = await openReal(t, '<button onclick="console.log(1)">A</button><a href=#x>B</a><a href=#y>B</a>');
  await page.act(clickAction({ selector: 'button' }));
  await page.act(clickAction({ role: 'button', name: ' \uf00c a' }));
  assert.deepEqual(page.log(), ['1', '1']);
  await assert.rejects(page.act(clickAction({ role: 'link', name: 'B' })), {
    code: 'invalid_argument',
    message: /2 elements/,
  });
  await assert.rejects(page.act(clickAction({ role: 'tab' })), { code: 'element_not_found' });
  await assert.rejects(page.act(clickAction({ selector: 'p(' })), { code: 'invalid_argument', message: /selector/ });
});

test('an id that is gone is element_not_found, also when another element took its place', async (t) => {
  const page = await openReal(t, '<button onclick="this.outerHTML = \'<button>Go</button>\'">Go</button>');
  const id = page.id('Go');
  await page.act(clickAction(id));
  await assert.rejects(page.act(clickAction(id)), { code: 'element_not_found', id });
});

test('what lies below something else is not clicked, and the error says what covers it', async (t) => {
  const page = await openReal(
    t,
    `<button onclick="console.log('hit')">Buy</button>
    <div role=dialog aria-label=Cookies style="position: fixed; inset: 0; background: rgba(0, 0, 0, 0.5)"><p style="height: 100%">We use cookies</div>`,
  );
  const dialog = page.id('Cookies');
  await assert.rejects(page.act(clickAction(page.id('Buy'))), {
    code: 'element_not_visible',
    message: new RegExp(`covered by ${dialog} dialog 'Cookies'`),
  });
  assert.deepEqual(page.log(), []);
});

test('the side of a card that is turned away covers nothing', async (t) => {
  const page = await openReal(
    t,
    `<style>form { position: absolute; inset: 0; backface-visibility: hidden }</style>
    <form><button type=button onclick="console.log('hit')">Sign in</button></form>
    <form style="transform: rotateY(180deg); opacity: 0"><input></form>`,
  );
  await page.act(clickAction(page.id('Sign in')));
  assert.deepEqual(page.log(), ['hit']);
});

test('what cannot be seen is element_not_visible', async (t) => {
  const page = await openReal(t, '<button id=b>Go</button><button onclick="b.hidden = true">Hide</button>');
  await page.act(clickAction(page.id('Hide')));
  await assert.rejects(page.act(clickAction(page.id('Go'))), { code: 'element_not_visible' });
});

test('an element below the fold is scrolled to and clicked', async (t) => {
  const page = await openReal(
    t,
    '<div style="height: 5000px">Top</div><button onclick="console.log(scrollY > 0)">Low</button>',
  );
  await page.act(clickAction({ role: 'button', name: 'Low' }));
  assert.deepEqual(page.log(), ['true']);
});

test('what a page lays out only when it comes near is told when it is scrolled to', async (t) => {
  const page = await openReal(
    t,
    `<p style="height: 3000px">Top</p><div style="content-visibility: auto; height: 99px"><button>Far</button></div>`,
  );
  const far = await page.state({ scope: 'page' });
  assert.deepEqual([far.els.map(({ text }) => text), far.more], [['Top'], { below: 1 }]);
  await page.act(scrollAction('down', 3000, null));
  const near = await page.state({ scope: 'page' });
  assert.deepEqual([near.els.map(({ text }) => text), near.more], [['Top', 'Far'], undefined]);
  assert.match(await page.session.read(20_000), /Top/);
});

test('an element in a box that scrolls is brought into view', async (t) => {
  const page = await openReal(
    t,
    '<div style="height: 60px; overflow: auto"><div style="height: 900px">A</div><button onclick="console.log(1)">In</button></div>',
  );
  await page.act(clickAction({ selector: 'button' }));
  assert.deepEqual(page.log(), ['1']);
});

test('a click hits the innermost element, and the label of a control counts as the control', async (t) => {
  const page = await openReal(
    t,
    `<button onclick="console.log(event.target.localName)"><b>Bold</b></button>
    <label><input type=checkbox style="opacity: 0" onchange="console.log(this.checked)">Agree</label>`,
  );
  await page.act(clickAction(page.id('Bold')));
  await page.act(checkAction(page.id('Agree'), true));
  await page.act(checkAction(page.id('Agree'), true));
  assert.deepEqual(page.log(), ['b', 'true']);
});

test('typing clears first, appends when told to, and submits', async (t) => {
  const page = await openReal(
    t,
    `<form onsubmit="event.preventDefault(); console.log(f.value)"><input id=f value=old aria-label=F></form>`,
  );
  const id = page.id('F');
  await page.act(typeAction(id, 'new', KEYS));
  assert.equal(await page.evaluate('f.value'), 'new');
  await page.act(typeAction(id, 'er', { clear: false, submit: true }));
  assert.deepEqual(page.log(), ['newer']);
});

test('what takes no text says so', async (t) => {
  const page = await openReal(t, '<button>Go</button><input disabled aria-label=Off>');
  await assert.rejects(page.act(typeAction(page.id('Go'), 'x', KEYS)), { code: 'element_not_editable' });
  await assert.rejects(page.act(typeAction(page.id('Off'), 'x', KEYS)), {
    code: 'element_not_editable',
    message: /disabled/,
  });
});

test('options are chosen by value or label, with input and change', async (t) => {
  const page = await openReal(
    t,
    `<select id=s aria-label=S oninput="console.log('input', this.value)" onchange="console.log('change', this.value)">
      <option value=1>One<option value=2>Two<option value=3 disabled>Three</select>`,
  );
  const id = page.id('S');
  assert.deepEqual(deltaOf(await page.act(selectAction(id, ['Two']))).changed?.[0]?.val, 'Two');
  await page.act(selectAction(id, ['1']));
  assert.deepEqual(page.log(), ['input 2', 'change 2', 'input 1', 'change 1']);
  await assert.rejects(page.act(selectAction(id, ['Nine'])), { code: 'invalid_argument', message: /'One', 'Two'/ });
  await assert.rejects(page.act(selectAction(id, ['3'])), { code: 'element_not_editable' });
});

test('chords move, select, delete and submit as keys do', async (t) => {
  const page = await openReal(
    t,
    '<input id=a aria-label=A value=abc><input id=b aria-label=B><a href=#x onclick="console.log(1)">L</a>',
  );
  await page.act(pressAction('Control+a', page.id('A')));
  await page.act(pressAction('x', null));
  assert.equal(await page.evaluate('a.value'), 'x');
  await page.act(pressAction('Backspace', null));
  await page.act(pressAction('Tab', null));
  assert.equal(await page.evaluate('a.value + document.activeElement.id'), 'b');
  await page.act(pressAction('Shift+Tab', null));
  assert.equal(await page.evaluate('document.activeElement.id'), 'a');
  await page.act(pressAction('Enter', page.id('L')));
  assert.deepEqual(page.log(), ['1']);
});

test('the page is scrolled by most of what shows, or by pixels, or a box in it', async (t) => {
  const page = await openReal(
    t,
    '<div id=box style="height: 100px; overflow: auto"><p style="height: 900px; margin: 0">In</p></div><div style="height: 5000px">Out</div>',
  );
  await page.act(scrollAction('down', undefined, null));
  assert.equal(await page.evaluate('scrollY'), 480);
  await page.act(scrollAction('up', 80, null));
  assert.equal(await page.evaluate('scrollY'), 400);
  await page.act(scrollAction('down', 50, { selector: 'p' }));
  assert.equal(await page.evaluate('box.scrollTop'), 50);
});

test('hovering shows what the pointer shows', async (t) => {
  const page = await openReal(
    t,
    '<style>#m { display: none } #o:hover #m { display: block }</style><div id=o onmouseenter="console.log(1)">Menu<p id=m>Item</p></div>',
  );
  const added = deltaOf(await page.act(hoverAction(page.id('Menu')))).added ?? [];
  assert.deepEqual([added.map(({ text }) => text), page.log()], [['Item'], ['1']]);
});

test('what is draggable is dragged, the rest sees the pointer move', async (t) => {
  const page = await openReal(
    t,
    `<div draggable=true ondragstart="event.dataTransfer.setData('text/plain', 'data')">Source</div>
    <div ondragover="event.preventDefault()" ondrop="console.log('drop', event.dataTransfer.getData('text/plain'))">Target</div>
    <div onmousedown="console.log('down')" style="cursor: pointer">Knob</div><div onmouseup="console.log('up')">End</div>`,
  );
  await page.act(dragAction(page.id('Source'), page.id('Target')));
  await page.act(dragAction(page.id('Knob'), page.id('End')));
  assert.deepEqual(page.log(), ['drop data', 'down', 'up']);
});

test('files are given to a file input', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'upload-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'note.txt'), 'hello');
  const page = await openReal(
    t,
    '<input type=file aria-label=F onchange="files[0].text().then((text) => console.log(files[0].name, files[0].type, text))">',
  );
  const result = await page.act(await uploadAction(page.id('F'), [join(folder, 'note.txt')]));
  assert.deepEqual(page.log(), ['note.txt text/plain hello']);
  assert.equal(deltaOf(result).changed?.[0]?.val, 'note.txt');
  await assert.rejects(uploadAction(page.id('F'), [join(folder, 'none')]), { code: 'invalid_argument' });
});

test('a wait ends when its condition is true, and fails with timeout when it does not come', async (t) => {
  const page = await openReal(
    t,
    `<p id=p>Wait</p><script>setTimeout(() => { p.outerHTML = '<h1 class=late>Here</h1>'; history.pushState('', '', '/there') }, 3000)</script>`,
  );
  const id = page.id('Wait');
  await page.wait({ text: 'here' });
  await page.wait({ selector: '.late' });
  await page.wait({ role: 'heading', name: 'Here' });
  await page.wait({ url: '/there' });
  await page.wait({ gone: id });
  await page.wait({ settled: true });
  await assert.rejects(page.wait({ text: 'never' }, 400), { code: 'timeout' });
});

test('a script of the caller runs only where that was allowed', async (t) => {
  const page = await openReal(t, '<p>x', { allowEvaluate: false });
  await assert.rejects(page.evaluate('1'), { code: 'not_allowed' });
});

test('a page that is not waited for is there as far as it has come', async (t) => {
  const { session, origin } = await openReal(t, {
    '/': '<p>Start</p>',
    '/page': '<p>One</p><script>fetch("/late").then(() => document.body.append("Two"))</script>',
    // Whoever waits for the page to settle has it with this.
    '/late': (_request, response) => void setTimeout(() => response.end(), 1_500).unref(),
  });
  const page = await session.goto(`${origin}/page`, 20_000, { waitUntil: 'load' });
  assert.deepEqual(
    page.els.map(({ text }) => text),
    ['One'],
  );
});
