import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Font, fontFor, measureText } from '../../../src/layout/text/measure.ts';
import { textStyle } from './text-style.ts';

const SEARCH = '\uf002';
const DOLLAR = '\uf155';

/** A font of 32 px in a page that declares the first family. */
function iconFont(fontFamily: readonly string[], fontWeight = 400): Font {
  return fontFor(
    textStyle({ fontFamily, fontWeight, fontSize: 32, pageFonts: new Set([fontFamily[0]!.toLowerCase()]) }),
  );
}

function width(font: Font, text: string): number {
  return measureText(font, text, 0, text.length);
}

test('icons of a known font are as wide as the font has them', () => {
  const font = iconFont(['Font Awesome 5 Free'], 900);
  assert.equal(width(font, SEARCH), 32);
  assert.equal(width(font, DOLLAR), 18);
});

test('icons of a font without a table are one em wide and high', () => {
  const font = iconFont(['brand']);
  assert.equal(width(font, SEARCH), 32);
  assert.deepEqual([font.ascent, font.descent, font.lineSpacing], [30, 2, 32]);
});

test('icons that a table does not have are one em wide', () => {
  assert.equal(width(iconFont(['Font Awesome 5 Free'], 900), '\ue999'), 32);
});

test('icons beyond the basic plane are one em wide', () => {
  assert.equal(width(iconFont(['brand']), '\u{f0004}'), 32);
});

test('a family that names icons is the first font, whatever follows', () => {
  assert.equal(iconFont(['Brand-Icons', 'sans-serif']).lineSpacing, 32);
});

test('an unknown family for text gives way to the one that follows, and keeps its icons', () => {
  const font = iconFont(['Brand Sans', 'sans-serif']);
  assert.equal(font.primary.face.family, 'Liberation Sans');
  assert.equal(width(font, '\ue900'), 32);
});

test('letters are not taken from an icon font', () => {
  const serif = fontFor(textStyle({ fontFamily: ['serif'], fontSize: 32 }));
  assert.equal(width(iconFont(['brand']), 'word'), width(serif, 'word'));
});

test('a family that the page does not declare has no icons', () => {
  const font = fontFor(textStyle({ fontFamily: ['brand'], fontSize: 32 }));
  assert.equal(font.primary.face.family, 'Liberation Serif');
});

test('Material Icons are words that are one em wide', () => {
  const font = iconFont(['Material Icons']);
  assert.equal(width(font, 'arrow_back'), 32);
  assert.equal(width(font, '3d_rotation home'), 64 + width(font, ' '));
});
