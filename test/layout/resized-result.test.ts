import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LOCAL_NAME } from '../../src/html/node-keys.ts';
import { documentState } from '../../src/html/node-state.ts';
import { parseDocument } from '../../src/html/parse.ts';
import type { Box } from '../../src/layout/box.ts';
import { buildBoxTree } from '../../src/layout/box-tree.ts';
import { blockSizeLookers } from '../../src/layout/resized-result.ts';
import { createStyleResolver } from '../../src/style/resolver.ts';

/** What in the body's only element looks at the height of that element. */
function lookersIn(html: string, doctype = '<!doctype html>'): string {
  const document = parseDocument(`${doctype}<body><div id=a>${html}</div>`);
  const sources = { linkedSheets: new Map(), imports: new Map(), adopted: new Map(), resolveUrl: () => null };
  const environment = {
    viewportWidth: 800,
    viewportHeight: 600,
    colorScheme: 'light' as const,
    reducedMotion: false,
    devicePixelRatio: 1,
    mediaType: 'screen' as const,
  };
  const root = buildBoxTree(
    document,
    createStyleResolver(document, { ...sources, baseUrl: 'about:blank' }, environment),
  );
  const find = (box: Box): Box | null =>
    box.node?.[LOCAL_NAME] === 'div'
      ? box
      : box.children.reduce<Box | null>((found, child) => found ?? find(child), null);
  return blockSizeLookers(find(root)!, documentState(document).quirks ?? false);
}

test('text and boxes with heights of their own do not look at the height around them', () => {
  assert.equal(lookersIn('text <b>bold</b><p style="height: 10px"><i style="height: 50%">x</i>'), 'none');
});

test('a percentage looks at it, and so does a box across the flow', () => {
  assert.equal(lookersIn('<p style="min-height: 10%">'), 'some');
  assert.equal(lookersIn('<p style="writing-mode: vertical-lr">'), 'some');
  assert.equal(lookersIn('<p style="position: relative; top: 10%">'), 'some');
});

test('replaced content is told apart', () => {
  assert.equal(lookersIn('<span><img style="height: 100%"></span>'), 'replaced');
});

test('in quirks mode percentages look through boxes with an automatic height', () => {
  assert.equal(lookersIn('<div><p style="height: 10%"></div>'), 'none');
  assert.equal(lookersIn('<div><p style="height: 10%"></div>', ''), 'some');
});
