import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allBoxes, bodyBoxes, boxTree, boxTreeOf, nested, tree } from './box-fixture.ts';

test('an inline box is split around a block', () => {
  assert.equal(
    bodyBoxes('<div>a<span>b<p>c</p>d</span>e</div>'),
    tree`
      flow <div>
        flow inline-content
          text "a"
          inline <span> continues
            text "b"
        flow interrupts <span>
          flow <p> inline-content
            text "c"
        flow inline-content
          inline <span> continued
            text "d"
          text "e"
    `,
  );
});

test('nested inline boxes are split together, and blocks next to each other stay together', () => {
  assert.equal(
    bodyBoxes('<div><i><b>a<p>1</p><p>2</p></b><p>3</p></i></div>'),
    tree`
      flow <div>
        flow inline-content
          inline <i> continues
            inline <b> continues
              text "a"
        flow interrupts <i> <b>
          flow <p> inline-content
            text "1"
          flow <p> inline-content
            text "2"
        flow inline-content
          inline <i> continued continues
            inline <b> continued
        flow interrupts <i>
          flow <p> inline-content
            text "3"
        flow inline-content
          inline <i> continued
    `,
  );
});

test('floats and positioned boxes do not split', () => {
  assert.equal(
    bodyBoxes('<div><span>a<p style="float: left">f</p><p style="position: absolute">o</p>b</span></div>'),
    tree`
      flow <div> inline-content
        inline <span>
          text "a"
          flow <p> inline-content float
            text "f"
          flow <p> inline-content out-of-flow
            text "o"
          text "b"
    `,
  );
});

test('a piece knows its parent', () => {
  const boxes = allBoxes(boxTree('<div><i><b>a<p>1</p>c</b></i></div>'));
  for (const box of boxes) {
    for (const child of box.children) assert.equal(child.parent, box);
  }
});

test('a block inside 5,000 inline boxes is split without a deep stack', () => {
  const boxes = allBoxes(boxTreeOf(nested(5_000, 'span', '<p>x</p>')));
  assert.equal(boxes.filter((box) => box.interrupts.length > 5_000).length, 1);
});

test('a page cannot make pieces without end', () => {
  const blocks = '<p></p>text'.repeat(2_000);
  const boxes = allBoxes(boxTreeOf(nested(1_000, 'span', blocks)));
  assert.ok(boxes.length < 400_000, `${boxes.length} boxes`);
});
