import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INITIAL_STYLE } from '../../../src/style/style-record.ts';
import { block, layOut, type Style, span } from './inline-fixture.ts';

/** A block whose first line has some other values. */
function withFirstLine(own: Style, ...children: Parameters<typeof block>[1][]): ReturnType<typeof block> {
  const box = block({}, ...children);
  box.firstLineStyle = Object.assign(Object.create(Object.getPrototypeOf(INITIAL_STYLE)), box.style, own);
  return box;
}

function textSizes(box: ReturnType<typeof block>, width: number): string[] {
  return layOut(box, width).lines.flatMap(({ fragment }) =>
    fragment.children.filter((child) => child.fragment.kind === 'text').map((child) => `${child.fragment.width}`),
  );
}

test('text of the first line has its size, that of others the size of the block', () => {
  assert.deepEqual(textSizes(withFirstLine({ fontSize: 20 }, 'aa bb'), 50), ['40', '20']);
});

test('an inline box inherits from the first line what it has from the block', () => {
  assert.deepEqual(textSizes(withFirstLine({ fontSize: 20 }, span({}, 'a'), span({ fontSize: 40 }, 'b')), 50), [
    '20',
    '40',
  ]);
});

test('a first line is as high as its own style says', () => {
  const box = withFirstLine({ fontSize: 5, lineHeight: { px: 5 } }, 'a');
  assert.equal(layOut(box, 50).lines[0]!.fragment.height, 5);
});
