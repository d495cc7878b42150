/** The short way for plain text gives what the long way gives: an out-of-flow box in the text keeps it off the short one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseDocument } from '../../../src/html/parse.ts';
import { buildBoxTree } from '../../../src/layout/box-tree.ts';
import type { Fragment } from '../../../src/layout/fragment.ts';
import { layoutTree } from '../../../src/layout/layout.ts';
import { createStyleResolver } from '../../../src/style/resolver.ts';
import { ENVIRONMENT } from '../../style/computed.ts';

const DETOUR = '<i style="position: absolute"></i>';

const words = fc.string({ unit: fc.constantFrom(...'abcAVTo.,-?!()[/%0123 \n\t'), maxLength: 40 });
const paragraphs = fc
  .array(fc.string({ unit: fc.constantFrom(...'abcAVToWy.,-?!()/%01'), minLength: 1, maxLength: 9 }), { maxLength: 25 })
  .chain((all) => fc.constantFrom(' ', '\n ', '  ').map((gap) => all.join(gap)));
const styles = fc.record({
  width: fc.constantFrom('auto', '0', '1px', '37px', '120px', 'min-content', 'max-content', 'fit-content'),
  align: fc.constantFrom('start', 'left', 'right', 'center', 'end', 'justify'),
  last: fc.constantFrom('auto', 'justify', 'right'),
  space: fc.constantFrom('normal', 'nowrap'),
  wrap: fc.constantFrom('normal', 'break-word', 'anywhere'),
  word: fc.constantFrom('normal', 'break-all', 'keep-all', 'break-word'),
  padding: fc.constantFrom('0', '3px', '0 1px 7px'),
  display: fc.constantFrom('block', 'inline-block', 'flow-root', 'table-cell', 'flex'),
  font: fc.constantFrom('16px serif', '13px/1.7 sans-serif', 'small-caps 14px Arial', '11px monospace'),
  extra: fc.constantFrom(
    '',
    'overflow: hidden; height: 9px',
    'min-height: 60px',
    'margin: 5px',
    'float: left',
    '-webkit-line-clamp: 2; overflow: hidden',
  ),
});

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const SOURCES = {
  baseUrl: 'about:blank',
  linkedSheets: new Map(),
  imports: new Map(),
  adopted: new Map(),
  resolveUrl: () => null,
};

/** Boxes, lines and texts with their places on the page; the detour itself left out. */
function fragmentsOf(style: string, content: string): unknown {
  const html = `<!doctype html><body><div style="float: left; width: 30px; height: 25px"></div>
    <section><div id="t" style="${style}">${content}</div><p>after</p></section>`;
  const document = parseDocument(html, { scripting: false });
  const tree = buildBoxTree(document, createStyleResolver(document, SOURCES, ENVIRONMENT));
  const root = layoutTree(tree, { width: 300, height: 200 }, { quirks: false }).fragment;
  const found: unknown[] = [];
  const visit = (fragment: Fragment, x: number, y: number): void => {
    if (fragment.kind === 'box' && fragment.box.isOutOfFlow) return;
    const { kind, width, height } = fragment;
    const part = fragment.kind === 'text' ? { start: fragment.start, end: fragment.end } : {};
    // Chrome gives a line without content no place, and neither way has to.
    if (kind !== 'line') found.push({ kind, x, y, width, height, ...part });
    if (fragment.kind !== 'text')
      for (const child of fragment.children) visit(child.fragment, x + child.x, y + child.y);
  };
  visit(root, 0, 0);
  return found;
}

test('plain text is laid out as any other text', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(fc.oneof(words, paragraphs), styles, (text, s) => {
      const style =
        `width: ${s.width}; text-align: ${s.align}; text-align-last: ${s.last}; white-space: ${s.space}; ` +
        `overflow-wrap: ${s.wrap}; word-break: ${s.word}; padding: ${s.padding}; display: ${s.display}; ` +
        `font: ${s.font}; ${s.extra}`;
      assert.deepEqual(fragmentsOf(style, escaped(text)), fragmentsOf(style, escaped(text) + DETOUR));
    }),
    { numRuns: 800 },
  );
});
