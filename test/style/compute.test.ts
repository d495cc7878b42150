import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anonymousStyle, INITIAL_STYLE } from '../../src/style/compute.ts';
import { computed, entry } from './computed.ts';

test('the last declaration wins', () => {
  assert.equal(computed('width: 1px; width: 2px').width, 2);
});

test('a physical side and its flow-relative name compete by order', () => {
  assert.equal(computed('margin-left: 1px; margin-inline-start: 2px').marginLeft, 2);
  assert.equal(computed('margin-inline-start: 2px; margin-left: 1px').marginLeft, 1);
});

test('flow-relative sides follow direction and writing mode', () => {
  assert.equal(computed('direction: rtl; margin-inline-start: 2px').marginRight, 2);
  assert.equal(computed('writing-mode: vertical-rl; margin-block-start: 2px').marginRight, 2);
  assert.equal(computed('writing-mode: vertical-lr; padding-inline-end: 2px').paddingBottom, 2);
  assert.equal(computed('writing-mode: sideways-lr; padding-inline-start: 2px').paddingBottom, 2);
  assert.equal(computed('writing-mode: vertical-rl; inline-size: 9px').height, 9);
});

test("'inherit' and 'unset' go by the property", () => {
  const parent = computed('width: 5px; color: red');
  assert.equal(computed('width: inherit', { parent }).width, 5);
  assert.equal(computed('width: 9px; width: unset', { parent }).width, 'auto');
  assert.deepEqual(computed('color: unset', { parent }).color, [255, 0, 0, 1]);
});

test("'revert' in the author's origin goes back to the user agent's", () => {
  const cascade = [
    entry('display: block', 'user-agent'),
    entry('display: flex', 'presentational'),
    entry('display: revert'),
  ];
  assert.equal(computed(cascade).display, 'block');
});

test("'revert-layer' goes back to the layer before", () => {
  const cascade = [
    entry('width: 1px', 'author', 0),
    entry('width: 2px', 'author', 1),
    entry('width: revert-layer', 'author', 1),
  ];
  assert.equal(computed(cascade).width, 1);
});

test("'revert' with nothing below is 'unset'", () => {
  assert.equal(computed('width: 5px; width: revert').width, 'auto');
});

test('em in a font size is of the parent, elsewhere of the element', () => {
  const parent = computed('font-size: 10px');
  const style = computed('font-size: 2em; width: 2em', { parent });
  assert.deepEqual([style.fontSize, style.width], [20, 40]);
});

test('rem is of the root', () => {
  const root = computed('font-size: 10px', { isRoot: true });
  const style = computed('font-size: 3rem; width: 2rem', { parent: root, root });
  assert.deepEqual([style.fontSize, style.width], [30, 20]);
});

test('size keywords are those of Chrome', () => {
  assert.equal(computed('font-size: xx-large').fontSize, 32);
  assert.equal(computed('font-size: x-small').fontSize, 10);
});

test("text in 'monospace' alone is 13px, and goes back with the family", () => {
  const code = computed('font-family: monospace');
  assert.equal(code.fontSize, 13);
  assert.equal(computed('font-family: serif', { parent: code }).fontSize, 16);
});

test("'monospace, monospace' does not shrink", () => {
  assert.equal(computed('font-family: monospace, monospace').fontSize, 16);
});

test('an absolute size does not shrink in monospace', () => {
  assert.equal(computed('font-family: monospace; font-size: 16px').fontSize, 16);
  assert.equal(computed('font-family: monospace; font-size: 1em').fontSize, 13);
});

test('relative sizes do not shrink text below what can be read', () => {
  assert.equal(computed('font-size: 0.1em').fontSize, 6);
  assert.equal(computed('font-size: 1px').fontSize, 1);
});

test('bolder and lighter step from the parent', () => {
  const bold = computed('font-weight: bold');
  assert.equal(computed('font-weight: bolder', { parent: bold }).fontWeight, 900);
  assert.equal(computed('font-weight: lighter', { parent: bold }).fontWeight, 400);
});

test('a line height in percent is inherited as a length, a number as a factor', () => {
  const percent = computed('font-size: 20px; line-height: 150%');
  const factor = computed('font-size: 20px; line-height: 1.5');
  assert.deepEqual(computed('font-size: 10px', { parent: percent }).lineHeight, { px: 30 });
  assert.equal(computed('font-size: 10px', { parent: factor }).lineHeight, 1.5);
});

test('borders are whole pixels, and never nothing', () => {
  assert.equal(computed('border: 1.9px solid').borderTopWidth, 1);
  assert.equal(computed('border: 0.2px solid').borderTopWidth, 1);
  assert.equal(computed('border: 1.6px solid', { environment: { devicePixelRatio: 2 } }).borderTopWidth, 1.5);
});

test('a float is a block', () => {
  const style = computed('display: inline-flex; float: left');
  assert.deepEqual([style.display, style.originalDisplay], ['flex', 'inline-flex']);
});

test('an absolutely positioned box is a block and does not float', () => {
  const style = computed('position: absolute; float: left; display: inline');
  assert.deepEqual([style.display, style.float, style.originalDisplay], ['block', 'none', 'inline']);
});

test('items of flex and grid containers are blocks', () => {
  const parent = computed('display: grid');
  assert.equal(computed('display: inline-block', { parent }).display, 'block');
  assert.equal(computed('display: table-cell', { parent }).display, 'block');
});

test('contents between container and item changes nothing', () => {
  const parent = computed('display: contents', { parent: computed('display: flex') });
  assert.equal(computed('display: inline', { parent }).display, 'block');
});

test('the root is a block', () => {
  assert.equal(computed('display: inline-flex', { isRoot: true }).display, 'flex');
  assert.equal(computed('display: contents', { isRoot: true }).display, 'block');
});

test("'contents' hides elements that need a box", () => {
  assert.equal(computed('display: contents', { element: 'img' }).display, 'none');
});

test('an axis cannot scroll alone', () => {
  const style = computed('overflow-x: scroll');
  assert.deepEqual([style.overflowX, style.overflowY], ['scroll', 'auto']);
  // Clipping does not scroll, and may stand beside an axis that does.
  assert.equal(computed('overflow: clip hidden').overflowX, 'clip');
  assert.equal(computed('overflow: clip visible').overflowX, 'clip');
});

test('an old flexible box is a flex container', () => {
  const box = computed('display: -webkit-box; -webkit-box-orient: vertical; -webkit-box-pack: center');
  assert.deepEqual([box.display, box.flexDirection, box.justifyContent.position], ['flex', 'column', 'center']);
  assert.equal(computed('-webkit-box-flex: 2', { parent: box }).flexGrow, 2);
});

test('an old flexible box with a line clamp is a block', () => {
  const style = computed('display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3');
  assert.deepEqual([style.display, style.lineClamp], ['flow-root', 3]);
});

test('a line clamp alone does nothing', () => {
  assert.equal(computed('-webkit-line-clamp: 3').lineClamp, 'none');
});

test('header cells are centred unless an alignment is inherited', () => {
  const right = computed('text-align: right');
  assert.equal(computed('text-align: -internal-center').textAlign, 'center');
  assert.equal(computed('text-align: -internal-center', { parent: right }).textAlign, 'right');
});

test('a table does not take the alignment of blocks', () => {
  const parent = computed('text-align: -webkit-center');
  assert.equal(computed('display: table', { parent }).textAlign, 'start');
});

test('zoom multiplies lengths and goes on to children', () => {
  const parent = computed('zoom: 2; width: 10px; font-size: 10px');
  const child = computed('zoom: 150%; width: 10px; height: 1em', { parent });
  assert.deepEqual([parent.width, parent.fontSize], [20, 20]);
  assert.deepEqual([child.zoom, child.width, child.height], [3, 30, 30]);
});

test('an element without declarations is its parent, inherited', () => {
  const parent = computed('color: red; width: 5px; cursor: pointer');
  const child = computed([], { parent });
  assert.deepEqual([child.color, child.width, child.cursor], [[255, 0, 0, 1], 'auto', 'pointer']);
});

test('an anonymous box inherits and has the display it is given', () => {
  const parent = computed('color: red; padding: 5px');
  const box = anonymousStyle(parent, 'block');
  assert.deepEqual([box.display, box.color, box.paddingTop], ['block', [255, 0, 0, 1], 0]);
  assert.equal(anonymousStyle(parent, 'block'), box);
});

test('a dark root has light text', () => {
  assert.deepEqual(computed('color-scheme: dark', { isRoot: true }).color, [255, 255, 255, 1]);
  assert.deepEqual(INITIAL_STYLE.color, [0, 0, 0, 1]);
});

test('a side that reverts goes back to what the user agent says of it under either name', () => {
  const physical = [entry('padding-inline-start: 40px', 'user-agent'), entry('padding: 5px; padding: revert')];
  const flowRelative = [entry('margin-left: 8px', 'user-agent'), entry('margin-left: 3px; margin-inline: revert')];
  assert.equal(computed(physical).paddingLeft, 40);
  assert.equal(computed(flowRelative).marginLeft, 8);
});
