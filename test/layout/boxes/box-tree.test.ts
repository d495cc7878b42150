import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Box } from '../../../src/layout/box.ts';
import { dumpBoxes } from '../../../src/layout/dump.ts';
import { allBoxes, bodyBoxes, boxTree, boxTreeOf, nested, tree } from './box-fixture.ts';

test('the root is an anonymous box around the root element', () => {
  assert.equal(
    dumpBoxes(boxTree('')),
    tree`
      flow
        flow <html>
          flow <body>
    `,
  );
});

test('breaks are boxes of their own', () => {
  assert.equal(
    bodyBoxes('a<br>b<wbr>c'),
    tree`
      text "a"
      break <br>
      text "b"
      soft-break <wbr>
      text "c"
    `,
  );
});

test('noscript is shown only where scripts do not run', () => {
  const html = '<p><noscript>x</noscript>';
  assert.equal(bodyBoxes(html, { scripting: false }), 'flow <p> inline-content\n  inline <noscript>\n    text "x"');
  assert.equal(bodyBoxes(html), 'flow <p>');
});

test('5,000 levels of any kind do not overflow the stack', () => {
  for (const name of ['div', 'span', 'table', 'fieldset', 'details', 'button', 'li']) {
    assert.ok(allBoxes(boxTreeOf(nested(5_000, name, 'x'))).length >= 2, name);
  }
});

const DISPLAYS = [
  ...['none', 'contents', 'block', 'flow-root', 'inline', 'inline-block', 'list-item', 'inline list-item', 'flex'],
  ...['inline-flex', 'grid', 'inline-grid', 'table', 'inline-table', 'table-row-group', 'table-header-group'],
  ...['table-footer-group', 'table-row', 'table-cell', 'table-caption', 'table-column', 'table-column-group', 'ruby'],
];
const OUT_OF_LINE = ['', '', '', 'float: left', 'position: absolute'];

const anyPage = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom('text', ' ', '<br>', '<img alt="">', '<input>', '<button>b</button>', '<hr>'),
    fc
      .tuple(fc.constantFrom(...DISPLAYS), fc.constantFrom(...OUT_OF_LINE), fc.array(tie('node'), { maxLength: 5 }))
      .map(([display, more, children]) => `<i style="display: ${display}; ${more}">${children.join('')}</i>`),
  ),
})).node;

function inFlow(boxes: readonly Box[]): Box[] {
  return boxes.filter((box) => !box.isFloating && !box.isOutOfFlow);
}

const PARTS: Readonly<Record<string, readonly string[]>> = {
  table: ['table-caption', 'table-column', 'table-column-group', 'table-row-group'],
  'table-row-group': ['table-row'],
  'table-row': ['table-cell'],
  'table-column-group': ['table-column'],
};

function checkChildren(box: Box): void {
  const kinds = box.children.map((child) => child.kind);
  const parts = PARTS[box.kind];
  if (parts !== undefined) {
    assert.ok(
      kinds.every((kind) => parts.includes(kind)),
      `${box.kind}: ${kinds}`,
    );
    return;
  }
  assert.ok(!kinds.some((kind) => kind.startsWith('table-')), `${box.kind}: ${kinds}`);
  if (box.kind === 'flex' || box.kind === 'grid') {
    assert.ok(box.children.every((child) => !child.inlineLevel));
  } else if (box.kind === 'inline') {
    assert.ok(inFlow(box.children).every((child) => child.inlineLevel));
  } else {
    assert.ok(inFlow(box.children).every((child) => child.inlineLevel === box.inlineContent));
  }
}

test('any nesting of displays makes a tree that layout understands', () => {
  fc.assert(
    fc.property(fc.array(anyPage, { maxLength: 4 }), (nodes) => {
      const html = nodes.join('');
      const boxes = allBoxes(boxTree(html));
      for (const box of boxes) {
        checkChildren(box);
        for (const child of box.children) assert.equal(child.parent, box);
      }
    }),
    { numRuns: 300 },
  );
});

test('every piece of a split box but the first continues one before it', () => {
  fc.assert(
    fc.property(fc.array(anyPage, { maxLength: 4 }), (nodes) => {
      const pieces = new Map<unknown, Box[]>();
      for (const box of allBoxes(boxTree(nodes.join('')))) {
        if (box.kind !== 'inline' || box.node === null || box.pseudo !== null) continue;
        pieces.set(box.node, [...(pieces.get(box.node) ?? []), box]);
      }
      for (const list of pieces.values()) {
        assert.deepEqual(
          list.map((box) => box.isFirstPiece),
          list.map((_, at) => at === 0),
        );
        assert.deepEqual(
          list.map((box) => box.isLastPiece),
          list.map((_, at) => at === list.length - 1),
        );
      }
    }),
    { numRuns: 200 },
  );
});
