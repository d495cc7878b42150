import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoreNode } from '../../src/html/dom-keys.ts';
import { type DomNode, firstElementChild } from '../../src/html/node-tree.ts';
import { parseDocument } from '../../src/html/parse.ts';
import { layoutPage } from '../../src/layout/approach.ts';
import { buildBoxTree } from '../../src/layout/box-tree.ts';
import { boxRows } from '../../src/layout/page-layout.ts';
import { stateOf } from '../../src/page/dom/element-state.ts';
import { createStyleResolver } from '../../src/style/resolver.ts';

const VIEWPORT = { width: 800, height: 600 };
const SECTION = '<section><div style="height:300px"></div></section>';
const PAGE = `<!DOCTYPE html><style>body{margin:0}section{content-visibility:auto;contain-intrinsic-height:1000px}</style>${SECTION.repeat(5)}`;

/** A page that is laid out again after each scrolling, with one memory of what has been near. */
function scrolled(html: string): (y: number) => number[] {
  const document = parseDocument(html);
  const environment = {
    viewportWidth: VIEWPORT.width,
    viewportHeight: VIEWPORT.height,
    colorScheme: 'light',
    reducedMotion: false,
    devicePixelRatio: 1,
    mediaType: 'screen',
  } as const;
  const sources = { linkedSheets: new Map(), imports: new Map(), adopted: new Map(), resolveUrl: () => null };
  const styles = createStyleResolver(document, { ...sources, baseUrl: 'about:blank' }, environment);
  const approached = new Set<DomNode>();
  return (y) => {
    stateOf(firstElementChild(document) as unknown as StoreNode).scrollTop = y;
    const root = buildBoxTree(document, styles, { approached });
    const page = layoutPage(root, VIEWPORT, { quirks: false }, styles, approached);
    return boxRows(document, page).flatMap(({ tag, h }) => (tag === 'section' ? [h] : []));
  };
}

test('content comes to its size as the viewport comes near, and keeps it', () => {
  const heights = scrolled(PAGE);
  assert.deepEqual(heights(0), [300, 300, 300, 300, 300]);
  const far = scrolled(PAGE.replaceAll('300px', '900px'));
  assert.deepEqual(far(0), [900, 900, 1000, 1000, 1000]);
  assert.deepEqual(far(1500), [900, 900, 900, 900, 1000]);
  assert.deepEqual(far(0), [900, 900, 900, 900, 1000]);
});

test('what has never been near has the size that stands in for it', () => {
  assert.deepEqual(
    scrolled(PAGE.replace(SECTION, `<p style="height:5000px;margin:0"></p>${SECTION}`))(0),
    Array(5).fill(1000),
  );
});
