/** The short way for plain text gives what the long way gives: an out-of-flow box in the text keeps it off the short one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { layoutDocument } from '../../../src/layout-document.ts';

const DETOUR = '<i style="position: absolute"></i>';

const words = fc.string({ unit: fc.constantFrom(...'abcAVTo.,-?!()[/%0123 \n\t'), maxLength: 40 });
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
  extra: fc.constantFrom('', 'overflow: hidden; height: 9px', 'min-height: 60px', 'margin: 5px', 'float: left'),
});

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function boxesOf(style: string, content: string): unknown {
  const html = `<!doctype html><body><div style="float: left; width: 30px; height: 25px"></div>
    <section><div id="t" style="${style}">${content}</div><p>after</p></section>`;
  return layoutDocument(html, { viewport: [300, 200] }).boxes.filter(({ tag }) => tag !== 'i');
}

test('plain text is laid out as any other text', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(words, styles, (text, s) => {
      const style =
        `width: ${s.width}; text-align: ${s.align}; text-align-last: ${s.last}; white-space: ${s.space}; ` +
        `overflow-wrap: ${s.wrap}; word-break: ${s.word}; padding: ${s.padding}; display: ${s.display}; ` +
        `font: ${s.font}; ${s.extra}`;
      assert.deepEqual(boxesOf(style, escaped(text)), boxesOf(style, escaped(text) + DETOUR));
    }),
    { numRuns: 400 },
  );
});
