import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fontFor, measureText } from '../../../src/layout/text/measure.ts';
import { webFontsOf } from '../../../src/layout/text/web-fonts.ts';
import { textStyle } from './text-style.ts';

const style = textStyle({ fontFamily: ['Roboto', 'sans-serif'], fontSize: 32 });

test('a web font is used when the document declares it', () => {
  const font = fontFor(style, webFontsOf(['Roboto']));
  assert.equal(font.primary.face.family, 'Roboto');
  assert.equal(font.lineSpacing, 38);
});

test('a web font that the document does not declare is passed over', () => {
  assert.equal(fontFor(style).primary.face.family, 'Liberation Sans');
  assert.equal(fontFor(style, webFontsOf(['Inter'])).primary.face.family, 'Liberation Sans');
});

test('characters outside a Latin web font come from the next family', () => {
  const webFonts = webFontsOf(['roboto']);
  const cyrillic = measureText(fontFor(style, webFonts), 'Ж', 0, 1);
  assert.equal(cyrillic, measureText(fontFor(textStyle({ fontFamily: ['sans-serif'], fontSize: 32 })), 'Ж', 0, 1));
});
