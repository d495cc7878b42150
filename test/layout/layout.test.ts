import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layoutDocument } from '../../src/layout-document.ts';

const VIEWPORT = [800, 600] as const;

/** Milliseconds that layout of a page takes, the best of three. */
function timeOf(html: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i++) {
    const start = performance.now();
    layoutDocument(html, { viewport: VIEWPORT });
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

for (const display of ['block', 'inline-block', 'flex', 'grid', 'table', 'flow-root']) {
  test(`600 levels of ${display} are laid out without an error`, () => {
    const html = `<!doctype html><style>div { display: ${display} }</style>${'<div>'.repeat(600)}x`;
    assert.ok(layoutDocument(html, { viewport: VIEWPORT }).boxes.length > 500);
  });
}

test('500 levels of blocks keep their content', () => {
  const { boxes } = layoutDocument(`<!doctype html>${'<div>'.repeat(500)}x`, { viewport: VIEWPORT });
  assert.equal(boxes.at(-1)!.h, 18);
});

test('four times as many floats take less than sixteen times as long', () => {
  const floats = (count: number): string =>
    `<!doctype html>${'<i style="float:left;width:97px;height:9px"></i>'.repeat(count)}`;
  timeOf(floats(500));
  assert.ok(timeOf(floats(4000)) < 12 * timeOf(floats(1000)));
});

test('nested formatting contexts do not multiply the work', () => {
  const nested = (depth: number): string =>
    `<!doctype html>${'<div style="display:flex"><div style="display:inline-block">'.repeat(depth)}x`;
  assert.ok(timeOf(nested(24)) < 2000);
});
