import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyBoxes, tree } from './box-fixture.ts';

test('text among blocks gets an anonymous block', () => {
  assert.equal(
    bodyBoxes('<div>one<p>two</p>three</div>'),
    tree`
      flow <div>
        flow inline-content
          text "one"
        flow <p> inline-content
          text "two"
        flow inline-content
          text "three"
    `,
  );
});

test('white space between blocks makes no box', () => {
  assert.equal(
    bodyBoxes('<div> <p>a</p> <p>b</p> </div>'),
    tree`
      flow <div>
        flow <p> inline-content
          text "a"
        flow <p> inline-content
          text "b"
    `,
  );
});

test('white space between inline boxes stays', () => {
  assert.equal(
    bodyBoxes('<div><b>a</b> <b>b</b> </div>'),
    tree`
      flow <div> inline-content
        inline <b>
          text "a"
        text " "
        inline <b>
          text "b"
        text " "
    `,
  );
});

test('preserved white space between blocks makes a line', () => {
  assert.equal(
    bodyBoxes('<div style="white-space: pre"><p>a</p> <p>b</p></div>'),
    tree`
      flow <div>
        flow <p> inline-content
          text "a"
        flow inline-content
          text " "
        flow <p> inline-content
          text "b"
    `,
  );
});

test('white space after a line break makes no box', () => {
  assert.equal(
    bodyBoxes('<div>a<br> <br>b</div>'),
    tree`
      flow <div> inline-content
        text "a"
        break <br>
        break <br>
        text "b"
    `,
  );
});

test('a float does not make blocks of the text around it', () => {
  assert.equal(
    bodyBoxes('<div>a<i style="float: left">f</i>b</div>'),
    tree`
      flow <div> inline-content
        text "a"
        flow <i> inline-content float
          text "f"
        text "b"
    `,
  );
});

test('a float after a block stays outside of the anonymous block that follows', () => {
  assert.equal(
    bodyBoxes('<div><p></p><i style="float: left"></i>text<b style="position: absolute"></b></div>'),
    tree`
      flow <div>
        flow <p>
        flow <i> float
        flow inline-content
          text "text"
          flow <b> out-of-flow
    `,
  );
});

test('text inside a flex container is an anonymous item', () => {
  assert.equal(
    bodyBoxes('<div style="display: flex"> one <b>two</b> <i style="position: absolute"></i> three </div>'),
    tree`
      flex <div>
        flow inline-content
          text " one "
        flow <b> inline-content
          text "two"
        flow <i> out-of-flow
        flow inline-content
          text " three "
    `,
  );
});

test('white space between texts of a flex item stays, alone it makes no item', () => {
  assert.equal(
    bodyBoxes(
      '<style>s { display: contents }</style><div style="display: grid; white-space: pre"> <s>a</s> <s>b</s><p></p> </div>',
    ),
    tree`
      grid <div>
        flow inline-content
          inline
            text "a"
          text " "
          inline
            text "b"
        flow <p>
    `,
  );
});

test('display: contents leaves its children, and its inherited style, to the parent', () => {
  assert.equal(
    bodyBoxes(
      '<div style="display: contents">a<b>b</b></div><p style="display: contents"><img alt="" style="display: contents"></p>',
    ),
    tree`
      inline
        text "a"
      inline <b>
        text "b"
    `,
  );
});

test('display: none has no box, with all that is inside', () => {
  assert.equal(bodyBoxes('<div style="display: none">a<p>b</p></div><script>c</script>'), '');
});
