import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allBoxes, bodyBoxes, boxTree, tree } from './box-fixture.ts';

/** The texts of all markers, in document order. */
function markers(html: string): string[] {
  return allBoxes(boxTree(html))
    .filter((box) => box.pseudo === 'marker')
    .map((box) => box.children.map((child) => child.text).join(''));
}

test('a list item has an outside marker', () => {
  assert.equal(
    bodyBoxes('<ol><li>a</ol>'),
    tree`
      flow <ol>
        flow <li> inline-content
          outside: inline-flow <li>::marker inline-content
            text "1. "
          text "a"
    `,
  );
});

test('an inside marker begins the content', () => {
  assert.equal(
    bodyBoxes('<ul style="list-style-position: inside"><li>a</ul>'),
    tree`
      flow <ul>
        flow <li> inline-content
          inline <li>::marker
            text "• " symbol 7
          text "a"
    `,
  );
});

test('list-style-type: none and content: none have no marker', () => {
  assert.deepEqual(
    markers('<style>.n::marker { content: none }</style><li style="list-style-type: none">a<li class=n>b'),
    [],
  );
});

test('::marker has the content that its style gives', () => {
  assert.deepEqual(markers('<style>li::marker { content: "(" counter(list-item) ")" }</style><ol><li>a<li>b</ol>'), [
    '(1)',
    '(2)',
  ]);
});

test('items count from start, backwards in reversed lists, and from their value', () => {
  assert.deepEqual(markers('<ol start=5><li><li></ol>'), ['5. ', '6. ']);
  assert.deepEqual(markers('<ol reversed><li><li><li><ul><li>x</ul></ol>'), ['3. ', '2. ', '1. ', '◦']);
  assert.deepEqual(markers('<ol><li value=7><li></ol>'), ['7. ', '8. ']);
});

test('nested lists count for themselves', () => {
  assert.deepEqual(markers('<ol><li><ol><li><li></ol><li></ol>'), ['1. ', '1. ', '2. ', '2. ']);
});

test('a string is a marker as it is', () => {
  assert.deepEqual(markers(`<li style="list-style-type: '→'">a`), ['→']);
});

test('list-style-image is a marker with the size of the image', () => {
  const gif = 'data:image/gif;base64,R0lGODlhBQAHAAAAACw=';
  assert.equal(
    bodyBoxes(`<li style="list-style: url(${gif}) inside">a`),
    tree`
      flow <li> inline-content
        inline <li>::marker
          inline-replaced 5x7
        text "a"
    `,
  );
});

test('the summary of a details element has a disclosure marker, and the rest a box of its own', () => {
  assert.equal(
    bodyBoxes('<details>a<summary>s</summary><p>b</p></details>'),
    tree`
      flow <details>
        flow <summary> inline-content
          inline <summary>::marker
            text "▸ " symbol 10.56
          text "s"
        flow <details>::details-content
          flow inline-content
            text "a"
          flow <p> inline-content
            text "b"
    `,
  );
});

test('a details element without a summary gets one', () => {
  assert.match(bodyBoxes('<details open>a</details>'), /text "▾ " symbol 10.56\n {4}text "Details"/);
});

test('what is closed takes no room', () => {
  const content = (html: string) => allBoxes(boxTree(html)).find((box) => box.pseudo === 'details-content');
  assert.equal(content('<details>a')?.style.contentVisibility, 'hidden');
  assert.equal(content('<details open>a')?.style.contentVisibility, 'visible');
});
