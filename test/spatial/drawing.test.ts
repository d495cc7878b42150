import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { drawElement, type Mark } from '../../src/spatial/drawing.ts';
import type { DrawnElement } from '../../src/spatial/drawn-page.ts';
import { LIGHT } from '../../src/spatial/palette.ts';
import { escapeText, toSvg } from '../../src/spatial/to-svg.ts';
import { anyText } from '../any-text.ts';
import { emitted } from './emitted-page.ts';

const draw = (html: string) => emitted(html, { scope: 'page', drawing: true }).els as readonly DrawnElement[];
const texts = (marks: readonly Mark[]) => marks.filter((mark) => mark.kind === 'text');
const words = (html: string) => draw(html).flatMap((element) => texts(drawElement(element)).map(({ text }) => text));

test('each line of a paragraph is drawn where layout put it', () => {
  const [paragraph] = draw('<p style="margin: 10px; width: 50px">one two three</p>');
  assert.deepEqual(
    paragraph?.ink?.filter((value) => typeof value === 'string').map((text) => text.trim()),
    ['one', 'two', 'three'],
  );
  const tops = texts(drawElement(paragraph!)).map(({ y }) => y);
  assert.equal(tops[1]! - tops[0]!, 20);
});

test('the text of a link is drawn once, by the link', () => {
  assert.deepEqual(words('<p>Read <a href="/t">terms</a> first</p>'), ['Read ', ' first', 'terms']);
});

test('a label is drawn beside its field, though agents get it as the name of the field', () => {
  assert.deepEqual(words('<label for="a">Name</label><input id="a" value="Ann">'), ['Name', 'Ann']);
});

test('text of a button belongs to the button, also when blocks are inside', () => {
  const [button] = draw('<button><div>Buy</div><div>now</div></button>');
  assert.deepEqual(
    texts(drawElement(button!)).map(({ text, paint }) => `${text} ${paint}`),
    ['Buy buttonText', 'now buttonText'],
  );
});

test('a password is dots, and not as many as it has characters when it is long', () => {
  assert.deepEqual(words('<input type="password" value="secret">'), ['••••••']);
  assert.equal(words(`<input type="password" value="${'x'.repeat(99)}">`)[0]?.length, 24);
});

test('pictures without a name are drawn, and agents do not get them', () => {
  const html = '<img src="a.png" alt="" width="50" height="50">';
  assert.deepEqual(emitted(html).els, []);
  assert.equal(draw(html)[0]?.tag, 'img');
});

test('a box with a background is a panel, one with a border below has that edge', () => {
  const [panel, edge] = draw(
    '<div style="background: red; height: 9px"></div><div style="border-bottom: 1px solid; height: 9px"></div>',
  );
  assert.equal(panel?.panel, true);
  assert.equal(edge?.edges, 'b');
});

test('what is only drawn has a negative id', () => {
  const ids = draw('<label for="a">Name</label><input id="a">').map(({ id }) => id);
  assert.ok(ids.every((id) => id < 0));
});

test('focus, wrong values and what is off can be seen', () => {
  const at = { id: 1, tag: 'input', b: [0, 0, 100, 20] } as const;
  const paints = (element: DrawnElement) =>
    drawElement(element).map((mark) => (mark.kind === 'box' ? mark.line : mark.paint));
  assert.deepEqual(paints({ ...at, focused: true }), ['fieldLine', 'focus']);
  assert.deepEqual(paints({ ...at, invalid: true }), ['fieldLine', 'danger']);
  assert.deepEqual(paints({ ...at, val: 'x', disabled: true }), ['fieldLine', 'muted']);
});

test('hostile text cannot leave its text node in SVG', () => {
  const text = '</text><script>alert(1)</script>&\u0000\u0007"\'';
  const svg = toSvg(
    drawElement({ id: 1, tag: 'p', text, ink: [0, 0, 10, 10, 9, text], b: [0, 0, 100, 20] }),
    { x: 0, y: 0, w: 100, h: 20 },
    LIGHT,
  );
  assert.ok(!svg.includes('<script'));
  assert.ok(svg.includes('&lt;/text&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;&#39;'));
});

test('whatever characters a text has, none of them is markup', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 40 }), (text) => {
      const escaped = escapeText(text);
      assert.doesNotMatch(escaped, /[<>"']/);
      assert.doesNotMatch(escaped, /&(?!amp;|lt;|gt;|quot;|#39;)/);
    }),
  );
});

test('any element can be drawn, and all numbers are numbers', () => {
  const number = fc.integer({ min: -100_000, max: 100_000 });
  const element = fc.record(
    {
      id: fc.integer(),
      tag: fc.constantFrom('p', 'input', 'textarea', 'select', 'button', 'img', 'video', 'progress', 'a', 'li', 'div'),
      role: fc.constantFrom('checkbox', 'switch', 'slider', 'tab', 'dialog', 'img', 'textbox', 'menuitemradio'),
      text: fc.string(),
      val: fc.string(),
      name: fc.string(),
      type: fc.constantFrom('submit', 'range', 'color', 'email'),
      min: fc.double(),
      max: fc.double(),
      checked: fc.constantFrom(true, false, 'mixed'),
      bullet: fc.constant(true),
      b: fc.tuple(number, number, fc.nat(5_000), fc.nat(5_000)),
    },
    { requiredKeys: ['id', 'tag', 'b'] },
  );
  fc.assert(
    fc.property(element, (given) => {
      for (const mark of drawElement(given as DrawnElement)) {
        const numbers = mark.kind === 'line' ? mark.points : [mark.x, mark.y];
        assert.ok(numbers.every(Number.isFinite), JSON.stringify(mark));
      }
    }),
  );
});
