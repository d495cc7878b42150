/** What takes clicks on pages with script: what the pointer promises, somebody should hear. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clickAction } from '../../src/session/actions.ts';
import { openReal } from './real-session.ts';

const MANY = Array.from({ length: 6 }, (_, at) => `<li><div>Row ${at}</div>`).join('');
const ROWS = `<style>div { cursor: pointer }</style><ul id=list><li><div>One</div></ul><p><div id=two>Two</div></p>`;

/** Texts of what is clickable besides the many rows, which are told as 'many' when they are. */
async function clickable(t: Parameters<typeof openReal>[0], script: string, rows = MANY): Promise<string[]> {
  const page = await openReal(t, `${ROWS}<ul>${rows}</ul><script>${script}</script>`);
  const { els } = await page.state({ scope: 'page' });
  const texts = els.flatMap(({ clickable: is, text }) => (is === true ? [text ?? ''] : []));
  return [...new Set(texts.map((text) => text.replace(/^Row \d+$/, 'many')))];
}

test('a pointer is believed where no script listens to people, and on a few elements', async (t) => {
  assert.deepEqual(await clickable(t, `list.addEventListener('scroll', () => {})`), ['One', 'Two', 'many']);
  assert.deepEqual(await clickable(t, `list.addEventListener('keydown', () => {})`), []);
  assert.deepEqual(await clickable(t, `list.addEventListener('keydown', () => {})`, ''), ['One', 'Two']);
});

test('where script listens, many pointers count on what is listened to, also from around it', async (t) => {
  assert.deepEqual(await clickable(t, `list.addEventListener('click', () => {})`), ['One']);
  assert.deepEqual(await clickable(t, `two.addEventListener('mousedown', () => {})`), ['Two']);
});

test('a listener on the document or its window hears every click', async (t) => {
  assert.deepEqual(await clickable(t, `document.addEventListener('click', () => {})`), ['One', 'Two', 'many']);
  assert.deepEqual(await clickable(t, `onclick = () => {}; two.onclick = () => {}`), ['One', 'Two', 'many']);
});

test('what listens for everything tells nothing: what it cares for has a handler of its own', async (t) => {
  const root = `for (let n = 0; n < 50; n++) list.addEventListener('type' + n, () => {});
    list.addEventListener('click', () => {});`;
  assert.deepEqual(await clickable(t, root), []);
  assert.deepEqual(await clickable(t, `${root} list.querySelector('div').onclick = () => {}`), ['One']);
});

test('what follows the mouse is a control when it says something, and a canvas when it hears a press', async (t) => {
  const box = 'style="display: inline-block; width: 50px; height: 50px"';
  const page = await openReal(
    t,
    `<div id=chart ${box}></div><div id=card ${box}>Card</div><canvas id=pad ${box}></canvas><canvas id=pie ${box}></canvas>
    <div id=game tabindex=0>Game</div><form id=form>Name <input></form>
    <script>const on = (id, types) => types.forEach((type) => document.getElementById(id).addEventListener(type, () => {}));
      for (const id of ['chart', 'card', 'pie']) on(id, ['click', 'mousemove', 'mouseout']);
      on('pad', ['pointerdown', 'pointermove', 'pointerleave']);
      for (const id of ['game', 'form']) on(id, ['keydown']);</script>`,
  );
  const { els } = await page.state({ scope: 'page', interactiveOnly: true });
  assert.deepEqual(
    els.map(({ tag, text }) => [tag, text]),
    [
      ['div', 'Card'],
      ['canvas', undefined],
      ['div', 'Game'],
      ['input', undefined],
    ],
  );
});

test('a shape that a label is drawn on is told once, by the label; a shape without one, or with a name, by itself', async (t) => {
  const page = await openReal(
    t,
    `<style>rect, text { cursor: pointer }</style>
      <svg width=300 height=50><rect width=40 height=40 /><text x=5 y=20>Slice</text><rect x=50 width=40 height=40 />
      <rect x=100 width=40 height=40><title>Ring</title></rect><text x=105 y=20>R</text></svg>
    <script>for (const part of document.querySelectorAll('rect, text')) part.onclick = () => console.log(part.outerHTML)</script>`,
  );
  const { els } = await page.state({ scope: 'page' });
  assert.deepEqual(
    els.map(({ tag, text, name, clickable }) => [tag, text ?? name, clickable]),
    [
      ['text', 'Slice', true],
      ['rect', undefined, true],
      ['rect', 'Ring', true],
      ['text', 'R', true],
    ],
  );
});

test('a chart that follows the mouse is none to act on, and says its labels as they are drawn', async (t) => {
  const page = await openReal(
    t,
    `<svg id=chart width=300 height=200><text x=0 y=20><tspan>10</tspan><title>10</title></text>
      <text><tspan x=0 y=190>May</tspan><tspan x=80 y=190>June</tspan></text></svg>
    <script>for (const type of ['click', 'mousemove', 'mouseleave']) chart.addEventListener(type, () => {})</script>`,
  );
  const { els } = await page.state({ scope: 'page' });
  assert.deepEqual(
    els.map(({ text, clickable }) => [text, clickable]),
    [['10 May June', undefined]],
  );
});

test('what shows a pointer in a picture takes clicks, with the words on it; everything else of it is only drawn', async (t) => {
  const page = await openReal(
    t,
    `<svg width=300 height=50><g style="cursor: pointer" onclick="console.log('slice')"><rect width=40 height=40 /><text x=5 y=20>Slice</text></g>
      <text x=60 y=20>Axis</text><rect x=100 width=40 height=40 /><a href="#x"><text x=150 y=20>There</text></a></svg>`,
  );
  assert.deepEqual(
    page.page.els.map(({ tag, text, clickable, href }) => [tag, text, clickable, href]),
    [
      ['g', 'Slice', true, undefined],
      ['a', 'There', undefined, '#x'],
    ],
  );
  await page.act(clickAction(page.id('Slice')));
  assert.deepEqual(page.log(), ['slice']);
});
