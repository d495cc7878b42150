import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allBoxes, bodyBoxes, boxTree, tree } from './box-fixture.ts';

/** All text of a page in document order, one string for each box. */
function texts(html: string): string[] {
  return allBoxes(boxTree(html))
    .filter((box) => box.kind === 'text')
    .map((box) => box.text);
}

test('::before and ::after stand around the content', () => {
  assert.equal(
    bodyBoxes('<style>p::before { content: "<" } p::after { content: ">"; display: block }</style><p>x</p>'),
    tree`
      flow <p>
        flow inline-content
          inline <p>::before
            text "<"
          text "x"
        flow <p>::after inline-content
          text ">"
    `,
  );
});

test('attr() and an image are content', () => {
  const gif = 'data:image/gif;base64,R0lGODlhBQAHAAAAACw=';
  assert.equal(
    bodyBoxes(`<style>p::before { content: attr(title) url(${gif}) "z" }</style><p title=t></p>`),
    tree`
      flow <p> inline-content
        inline <p>::before
          text "t"
          inline-replaced 5x7
          text "z"
    `,
  );
});

test('counter() follows reset, increment and set', () => {
  const style =
    '<style>body { counter-reset: n 3 } p { counter-increment: n 2 } p::before { content: counter(n) }</style>';
  assert.deepEqual(texts(`${style}<p></p><p style="counter-set: n 1"></p><p></p>`), ['5', '1', '3']);
});

test('counters() joins the counters of all levels', () => {
  const style =
    '<style>ul { counter-reset: n } li { counter-increment: n; display: block } li::before { content: counters(n, ".") }</style>';
  assert.deepEqual(texts(`${style}<ul><li><ul><li></li><li></li></ul></li><li></li></ul>`), ['1', '1.1', '1.2', '2']);
});

test('a counter ends with the parent of the element that made it', () => {
  const style = '<style>b { counter-reset: n 9 } i::before { content: counter(n) }</style>';
  assert.deepEqual(texts(`${style}<p><b></b><i></i></p><p><i></i></p>`), ['9', '0']);
});

test('later siblings inherit the counter of an ancestor before that of a sibling', () => {
  const style =
    '<style>i { counter-increment: n } i::before { content: counters(n, ".") } p { counter-reset: n } .r { counter-reset: n 7 }</style>';
  assert.deepEqual(texts(`${style}<p><i></i><i class=r><i></i></i><i></i><i></i></p>`), ['1', '1.8', '1.9', '2', '3']);
  assert.deepEqual(texts(`${style}<i class=r></i><i></i>`), ['8', '9']);
});

test('style containment keeps counters and quotation marks inside', () => {
  const style =
    '<style>i { counter-increment: n } i::before { content: counters(n, ".") } div { contain: style }</style>';
  assert.deepEqual(texts(`${style}<i></i><div><i></i><i></i></div><i></i>`), ['1', '1.1', '1.2', '2']);
  assert.deepEqual(texts('<style>p { contain: style } p::before { content: open-quote }</style><p></p><p></p>'), [
    '“',
    '“',
  ]);
});

test('an element without a box counts nothing', () => {
  const style = '<style>i { counter-increment: n } b::before { content: counter(n) }</style>';
  assert.deepEqual(texts(`${style}<i></i><i style="display: contents"></i><b></b>`), ['1']);
});

test('an element that is not displayed counts nothing', () => {
  const style = '<style>i { counter-increment: n } b::before { content: counter(n) }</style>';
  assert.deepEqual(texts(`${style}<i></i><i style="display: none"></i><b></b>`), ['1']);
});

test('quotes change with the depth and the language around them', () => {
  assert.deepEqual(texts('<q>a<q>b</q></q>'), ['“', 'a', '‘', 'b', '’', '”']);
  assert.deepEqual(texts('<p lang=de-AT><q lang=fr>a</q></p>'), ['„', 'a', '“']);
  assert.deepEqual(texts('<p lang=fr-CH><q>a<q>b</q></q></p>'), ['«', 'a', '‹', 'b', '›', '»']);
  assert.deepEqual(texts('<p lang=zh-Hant-TW><q>a</q></p><p lang=zh><q>a</q></p>'), ['「', 'a', '」', '“', 'a', '”']);
  assert.deepEqual(texts(`<q style="quotes: '[' ']'">a</q>`), ['[', 'a', ']']);
});

test('an element with an image as content is that image', () => {
  const gif = 'data:image/gif;base64,R0lGODlhBQAHAAAAACw=';
  assert.equal(bodyBoxes(`<p style="content: url(${gif})">text</p>`), 'replaced <p> 5x7');
});

test('::first-letter takes the letter and the punctuation around it', () => {
  assert.equal(
    bodyBoxes('<style>p::first-letter { color: red }</style><p><b>“Hi!</b> all</p>'),
    tree`
      flow <p> inline-content
        inline <b>
          inline <p>::first-letter
            text "“H"
          text "i!"
        text " all"
    `,
  );
});

test('::first-letter can float, and knows where the rest of the text begins', () => {
  const root = boxTree('<style>p::first-letter { float: left }</style><p>Abc</p>');
  const letter = allBoxes(root).find((box) => box.pseudo === 'first-letter');
  assert.equal(letter?.isFloating, true);
  assert.equal(allBoxes(root).find((box) => box.text === 'bc')?.textOffset, 1);
});

test('::first-letter reaches into the first block, but not past an image', () => {
  const style = '<style>div::first-letter { color: red }</style>';
  assert.match(bodyBoxes(`${style}<div><p>Abc</p></div>`), /inline <div>::first-letter\n.*text "A"/);
  assert.doesNotMatch(bodyBoxes(`${style}<div><canvas></canvas>Abc</div>`), /first-letter/);
});

test('the style of ::first-line is on the block container', () => {
  assert.equal(bodyBoxes('<style>p::first-line { color: red }</style><p></p>'), 'flow <p> first-line');
});
