import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { layoutDocument } from '../../src/layout-document.ts';
import { compareBoxes } from '../../wpt-subset/compare.ts';
import { listCategories, loadPairs } from '../../wpt-subset/dataset.ts';

/** Pages we wrote, one fact each, with the boxes that Chrome gave them (see fixtures/record.ts). */
const FOLDER = fileURLToPath(new URL('../../fixtures/layout', import.meta.url));

for (const theme of listCategories(FOLDER)) {
  for (const { name, file, expected } of loadPairs(FOLDER, theme)) {
    test(`${theme}: ${name.replace('.html', '').replaceAll('-', ' ')}, as Chrome lays it out`, () => {
      const { boxes } = layoutDocument(readFileSync(file, 'utf8'), { viewport: [800, 600] });
      assert.equal(compareBoxes(expected, boxes).difference, null);
    });
  }
}
