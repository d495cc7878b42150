/** Expected texts are those of WPT's html/dom/elements/the-innertext-and-outertext-properties. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

const CASES: readonly (readonly [html: string, text: string])[] = [
  ['<div>abc <br> def', 'abc\ndef'],
  ['<pre> abc ', ' abc '],
  ["<div style='white-space:pre-line'>abc  def\n  ghi", 'abc def\nghi'],
  ['<div>abc <input> def', 'abc  def'],
  ['<div><img> abc', ' abc'],
  ["<div>abc <img style='display:block'> def", 'abc\ndef'],
  ["<div>123<span style='display:inline-block'> abc </span>def", '123abcdef'],
  ['<textarea>abc', ''],
  ['<div><canvas>abc', ''],
  ["<div><script type=x style='display:block'>abc", 'abc'],
  ['<div><details><summary>abc</summary>123', 'abc'],
  ["<div><table style='white-space:pre'>  <td>abc</td>  <td>d</td></table>", 'abc\td'],
  [
    "<div style='visibility:hidden'><p><span style='visibility:visible'>abc</span></p>\n<div style='visibility:visible'>def</div>",
    'abc\ndef',
  ],
  ['<div><table><thead><tr><td>abc</thead><tbody></tbody><tbody><tr><td>def<td>g', 'abc\ndef\tg'],
  ["<div style='text-transform: capitalize'>ab cd", 'Ab Cd'],
];

test('innerText is the text in its lines', async () => {
  using page = await openPage('<!doctype html><div id=box></div>');
  for (const [html, text] of CASES) {
    const got = await page.evaluate(`box.innerHTML = ${JSON.stringify(html)}, box.firstChild.innerText`);
    assert.equal(got, text, html);
  }
});

test('outerText merges with the text nodes beside it, and with no others', async () => {
  using page = await openPage('<p id=p></p>');
  const count = await page.evaluate(
    "p.append('A', 'B', document.createElement('b'), 'D', 'E'), p.childNodes[2].outerText = 'x', [...p.childNodes].map((each) => each.data).join()",
  );
  assert.equal(count, 'A,BxD,E');
});

test('innerText leaves out what no slot shows', async () => {
  using page = await openPage(
    `<!doctype html><div id=host>shown <b slot=closed>no</b><i slot=none>no</i><u>too</u></div>`,
  );
  const got = await page.evaluate(`(() => {
    const root = host.attachShadow({ mode: 'open' });
    root.innerHTML = '<slot></slot><div style="display: none"><slot name=closed></slot></div>';
    return [host.innerText, document.body.innerText, host.querySelector('b').innerText].join('|');
  })()`);
  assert.equal(got, 'shown too|shown too|no');
});
