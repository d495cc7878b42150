import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstElementChild, nextElementSibling } from '../../../src/html/node-tree.ts';
import { appendChild, createElement } from '../../mutable-tree.ts';
import { allBoxes, bodyBoxes, boxTree, boxTreeOf, nested, tree } from './box-fixture.ts';

/** Content-box sizes that Chrome gives with its default fonts: Arial 13.333px, monospace 13.333px for text areas. */
const NATURAL: readonly (readonly [string, string])[] = [
  ['<input>', '169x15'],
  ['<input size=10>', '89x15'],
  ['<input size=0>', '169x15'],
  ['<input type=PASSWORD size=40>', '329x15'],
  ['<input style="line-height: 30px">', '169x30'],
  ['<input style="line-height: 5px">', '169x15'],
  ['<input style="font-size: 30px">', '380x34'],
  ['<input style="font: bold 20px serif">', '253x23'],
  ['<input type=number>', '169x15'],
  ['<input type=number min=0 max=10>', '40x15'],
  ['<input type=number min=0 max=1000 step=0.01>', '80x15'],
  ['<input type=number min=0 max=10 step=any>', '169x15'],
  ['<input type=checkbox>', '13x13'],
  ['<input type=radio>', '13x13'],
  ['<input type=range>', '129x16'],
  ['<input type=range style="writing-mode: vertical-lr">', '16x129'],
  ['<input type=range style="zoom: 2">', '258x32'],
  ['<input type=file>', '253x21'],
  ['<input type=time>', '99x20'],
  ['<input type=time step=1>', '125x20'],
  ['<textarea></textarea>', '176x30'],
  ['<textarea rows=5 cols=40></textarea>', '337x75'],
  ['<textarea style="overflow: hidden"></textarea>', '161x30'],
  ['<select></select>', '20x17'],
  ['<select><option>a<option>abcdefg</select>', '68x17'],
  ['<select><option label=lab>abc</select>', '38x17'],
  ['<select style="appearance: none"><option>abc</select>', '22x15'],
  ['<select><optgroup label="a long label"><option>abc</optgroup></select>', '57x17'],
  ['<select multiple size=1><option>abcdefg</select>', '81x17'],
];

for (const [html, size] of NATURAL) {
  test(`${html} is ${size}`, () => {
    assert.match(bodyBoxes(html), new RegExp(`^inline-replaced <\\w+> ${size}$`));
  });
}

test('date fields leave room for their longest values and the icon', () => {
  const [date, month, week, local] = allBoxes(
    boxTree('<input type=date><input type=month><input type=week><input type=datetime-local>'),
  )
    .filter((box) => box.natural !== null)
    .map((box) => Math.floor(box.natural!.width!));
  assert.deepEqual([date, month, week, local], [120, 150, 142, 206]);
});

test('the text of a field is in the middle of it', () => {
  const [input] = allBoxes(boxTree('<input>')).filter((box) => box.kind === 'replaced');
  assert.deepEqual(input?.controlBaseline, { kind: 'centered-line', ascent: 12, height: 15 });
});

test('a check box without its appearance is an empty box with pseudo-elements', () => {
  assert.equal(
    bodyBoxes('<style>input::before { content: "x" }</style><input type=checkbox style="appearance: none">'),
    tree`
      inline-flow <input> inline-content
        inline <input>::before
          text "x"
    `,
  );
});

test('a button centres an anonymous block', () => {
  assert.equal(
    bodyBoxes('<button>a<p>b</p></button>'),
    tree`
      inline-flow <button> centers-content
        flow
          flow inline-content
            text "a"
          flow <p> inline-content
            text "b"
    `,
  );
});

test('a button that is a flex container has its children as items', () => {
  assert.equal(
    bodyBoxes('<button style="display: flex">a<b>b</b></button>'),
    tree`
      flex <button>
        flow inline-content
          text "a"
        flow <b> inline-content
          text "b"
    `,
  );
});

test('inputs that are buttons have a label', () => {
  const label = (html: string) => allBoxes(boxTree(html)).find((box) => box.kind === 'text')?.text;
  assert.equal(label('<input type=submit>'), 'Submit');
  assert.equal(label('<input type=reset>'), 'Reset');
  assert.equal(label('<input type=button value="Go">'), 'Go');
  assert.equal(label('<input type=submit value="">'), '\u200b');
});

test('a select with several rows shows its options', () => {
  assert.equal(
    bodyBoxes('<select size=3>text<option>a<optgroup label=g><option>b</optgroup></select>'),
    tree`
      inline-flow <select> height 51
        flow <option> inline-content
          text "a"
        flow <optgroup>
          flow inline-content
            text "g"
          flow <option> inline-content
            text "b"
    `,
  );
});

test('a fieldset has its legend first and the rest in one box', () => {
  assert.equal(
    bodyBoxes('<fieldset style="display: flex">a<legend>l</legend><p>b</p><legend>m</legend></fieldset>'),
    tree`
      flow <fieldset> has-legend
        flow <legend> inline-content
          text "l"
        flex
          flow inline-content
            text "a"
          flow <p> inline-content
            text "b"
          flow <legend> inline-content
            text "m"
    `,
  );
});

test('a legend that floats is not rendered as one', () => {
  assert.doesNotMatch(bodyBoxes('<fieldset><legend style="float: left">l</legend>a</fieldset>'), /has-legend/);
});

test('a legend is found within 20,000 elements without boxes, and without a deep stack', () => {
  const document = nested(20_000, 'b', '<style>b, x-inner { display: contents }</style><legend>l</legend>');
  const body = nextElementSibling(firstElementChild(firstElementChild(document)!)!)!;
  const fieldset = createElement(document, 'fieldset');
  appendChild(fieldset, firstElementChild(body)!);
  appendChild(body, fieldset);
  assert.equal(allBoxes(boxTreeOf(document)).filter((box) => box.legend !== null).length, 1);
});
