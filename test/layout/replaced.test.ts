import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layoutDocument } from '../../src/layout-document.ts';

/** The size of the first element in a body of 784 pixels. */
function sizeOf(html: string): string {
  const { boxes } = layoutDocument(`<!doctype html>${html}`, { viewport: [800, 600] });
  const { w, h } = boxes[boxes.findIndex((box) => box.tag === 'body') + 1]!;
  return `${w}x${h}`;
}

/** Sizes that Chrome gives. The canvas is 100 by 50, the drawing has a ratio of 2 and no size. */
const canvas = (style: string): string => `<canvas width=100 height=50 style="${style}">`;
const drawing = (style: string): string => `<svg viewBox="0 0 20 10" style="${style}">`;

const SIZES: readonly (readonly [string, string])[] = [
  [canvas(''), '100x50'],
  [canvas('width: 200px'), '200x100'],
  [canvas('height: 100px'), '200x100'],
  [canvas('width: 50%'), '392x196'],
  [canvas('height: 50%'), '100x50'],
  [canvas('width: 200px; padding: 10px 20px; box-sizing: border-box'), '200x100'],
  [canvas('aspect-ratio: 1; width: 200px; padding: 10px; box-sizing: border-box'), '200x200'],
  [canvas('aspect-ratio: 1'), '100x100'],
  [canvas('aspect-ratio: auto 1'), '100x50'],
  [canvas('max-width: 50px; min-height: 60px'), '50x60'],
  [canvas('height: 100px; max-width: 50px'), '50x100'],
  [canvas('height: 100px; width: min-content'), '200x100'],
  [canvas('width: 200px; max-width: min-content'), '100x50'],
  [canvas('width: 200px; height: 10px; min-height: min-content'), '200x100'],
  [canvas('width: stretch'), '784x392'],
  [canvas('display: block'), '100x50'],
  [canvas('contain: size'), '0x0'],
  [canvas('contain: size; contain-intrinsic-size: 30px 40px'), '30x15'],
  [canvas('zoom: 2'), '200x100'],
  [drawing(''), '784x392'],
  [drawing('margin: 10px; padding: 5px'), '764x387'],
  [drawing('max-height: 100px'), '200x100'],
  [drawing('contain: size'), '0x0'],
  ['<svg width=50>', '50x150'],
  ['<iframe style="border: 0">', '300x150'],
  ['<iframe style="border: 0; aspect-ratio: 1; height: 80px">', '80x80'],
  ['<video style="width: 100px">', '100x150'],
  ['<input>', '177x21'],
  ['<input style="display: block">', '177x21'],
  ['<input style="aspect-ratio: 1">', '177x175'],
  ['<input style="contain: size">', '177x21'],
  ['<textarea>', '182x36'],
  ['<input type=checkbox style="padding: 5px; border: 2px solid">', '13x13'],
  ['<select style="height: 50px; aspect-ratio: 1"><option>A long text</select>', '85x50'],
];

for (const [html, size] of SIZES) {
  test(`${html} is ${size}`, () => {
    assert.equal(sizeOf(html), size);
  });
}
