import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layoutDocument } from '../../../src/layout-document.ts';

/** Whether what stands behind a paragraph with these rules has a place. */
function hasPlaceBehind(rules: string): boolean {
  const html = `<!DOCTYPE html><style>${rules}</style><p>Hello</p><div>behind</div>`;
  const { boxes } = layoutDocument(html, { viewport: [800, 600] });
  return boxes.every(({ x, y, w, h }) => Number.isFinite(x + y + w + h));
}

test('lines of endless height still have an end', () => {
  assert.equal(hasPlaceBehind('p { line-height: calc(infinity) }'), true);
  assert.equal(hasPlaceBehind('p { line-height: calc(infinity); font-size: 0 }'), true);
});

test('so do initial letters', () => {
  assert.equal(hasPlaceBehind('p::first-letter { initial-letter: calc(infinity) }'), true);
  assert.equal(hasPlaceBehind('p { line-height: 0 } p::first-letter { initial-letter: 1e39 }'), true);
});
