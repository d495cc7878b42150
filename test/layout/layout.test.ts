import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layoutDocument } from '../../src/layout-document.ts';

const VIEWPORT = [800, 600] as const;

/** Far beyond what linear work takes on any machine: only work that multiplies gets there. */
const HANGING = { timeout: 120_000 };

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

test('20,000 floats are placed without looking at all of them for each', HANGING, () => {
  const html = `<!doctype html>${'<i style="float:left;width:97px;height:9px"></i>'.repeat(20_000)}`;
  assert.equal(layoutDocument(html, { viewport: VIEWPORT }).boxes.at(-1)!.w, 97);
});

test('nested formatting contexts do not multiply the work', HANGING, () => {
  const html = `<!doctype html>${'<div style="display:flex"><div style="display:inline-block">'.repeat(40)}x`;
  assert.ok(layoutDocument(html, { viewport: VIEWPORT }).boxes.at(-1)!.w > 0);
});
